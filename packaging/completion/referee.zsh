#compdef referee referee-bot referee-solve referee-adapt
# zsh completion for these programs. They print what the last word can be; this script passes the words on, and
# gives the answers to zsh.

_referee() {
	local program=${(Q)~words[1]} line text kind before=
	local -a ask given candidates open kinds
	ask=(--complete)
	[[ ${program:t} == referee ]] && ask=(complete --)
	given=("${(@Q)words[2,CURRENT-1]}")
	given=("${(@)given/#\~\//$HOME/}")
	while IFS= read -r line; do
		text=${line%%$'\t'*} line=${line#*$'\t'}
		if [[ -z $text ]]; then
			kinds+=(${line%%$'\t'*})
			before=${line#*$'\t'}
		elif [[ $text == *[=:/] ]]; then
			open+=("${text//:/\\:}:$line")
		else
			candidates+=("${text//:/\\:}:$line")
		fi
	done < <($program $ask "$given[@]" "${(Q)PREFIX}" 2>/dev/null)
	(($#candidates + $#open)) && _describe -t words "word" candidates -- open -S ''
	compset -P "${(b)before}"
	for kind in $kinds; do
		case $kind in
		files) _files ;;
		folders) _files -/ ;;
		programs) _command_names -e ;;
		esac
	done
	(($#candidates + $#open + $#kinds))
}

# From a folder of $fpath this file is the function; else it was read by `source`.
if [[ $funcstack[1] == _referee ]]; then
	_referee "$@"
else
	compdef _referee referee referee-bot referee-solve referee-adapt
fi
