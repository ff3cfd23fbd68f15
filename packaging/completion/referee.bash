# bash completion for referee, referee-bot, referee-solve and referee-adapt.
# The programs print what the last word can be. This script passes the words on, and quotes the answers.

# Splits the line up to the cursor into words without their quotes. Sets words; quote: the quote that is open at
# the end; from: the characters of the last word that bash leaves as they are.
_referee_split() {
	local line=${COMP_LINE:0:COMP_POINT} word= begun= c i
	words=() quote= from=0
	for ((i = 0; i < ${#line}; i++)); do
		c=${line:i:1}
		case $quote$c in
		[[:blank:]])
			[[ $begun ]] && words+=("$word")
			word= begun= from=0
			continue
			;;
		\\ | \"\\)
			((i++))
			[[ $quote && ${line:i:1} != [\"\\\$\`] ]] && word+=$c
			word+=${line:i:1}
			;;
		[\"\'])
			quote=$c
			from=${#word}
			;;
		\"\" | \'\')
			quote=
			;;
		*)
			word+=$c
			[[ ! $quote && $c == [:=] && $COMP_WORDBREAKS == *"$c"* ]] && from=${#word}
			;;
		esac
		begun=yes
	done
	words+=("$word")
}

# Adds files, folders or programs whose names follow the text $2 in the last word.
_referee_names() {
	local action=-f name
	[[ $1 == folders ]] && action=-d
	[[ $1 == programs ]] && action=-c
	while IFS= read -r name; do
		names+=("$2$name")
		[[ $action != -c && -d ${name/#\~\//$HOME/} ]] && folders+=" ${#names[@]} "
	done < <(compgen "$action" -- "${words[-1]:${#2}}" 2>/dev/null)
}

# Quotes the text $1 for its place in the line: REPLY.
_referee_quote() {
	REPLY=${1:from}
	case $quote in
	'')
		printf -v REPLY %q "$REPLY"
		REPLY=${REPLY/#\\~\//\~/}
		;;
	\")
		REPLY=${REPLY//\\/\\\\}
		REPLY=${REPLY//\"/\\\"}
		REPLY=${REPLY//\$/\\\$}
		REPLY=${REPLY//\`/\\\`}
		;;
	esac
}

_referee() {
	local words quote from line text names=() folders= candidates=() i REPLY
	COMPREPLY=()
	_referee_split
	if [[ ${words[-1]} == [\<\>]* || (${#words[@]} -gt 1 && ${words[-2]} == *[\<\>]) ]]; then
		compopt -o default
		return
	fi
	local given=("${words[@]:0:${#words[@]}-1}")
	given=("${given[@]/#\~\//$HOME/}")
	local ask=("${given[0]}" --complete)
	[[ ${words[0]##*/} == referee ]] && ask=("${given[0]}" complete --)
	while IFS= read -r line; do
		text=${line%%$'\t'*} line=${line#*$'\t'}
		if [[ $text ]]; then
			candidates+=("$text")
		else
			_referee_names "${line%%$'\t'*}" "${line#*$'\t'}"
		fi
	done < <("${ask[@]}" "${given[@]:1}" "${words[-1]}" 2>/dev/null)
	if ((${#candidates[@]} == 0)); then
		compopt -o filenames
		for text in "${names[@]}"; do COMPREPLY+=("${text:from}"); done
		return
	fi
	for text in "${candidates[@]}"; do
		_referee_quote "$text"
		COMPREPLY+=("$REPLY")
	done
	for i in "${!names[@]}"; do
		_referee_quote "${names[i]}"
		[[ $folders == *" $((i + 1)) "* ]] && REPLY+=/
		COMPREPLY+=("$REPLY")
	done
	[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:/] ]] && compopt -o nospace
}

complete -F _referee referee referee-bot referee-solve referee-adapt
