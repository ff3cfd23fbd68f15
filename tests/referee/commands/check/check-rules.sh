# A game of as many moves as its parameter says: rules for the test of `referee check-rules`.
# check-rules.sh [dies | board | hello | nothing | wide]: it dies at its second move, has a board, says
# hello in its description, has none, or has two moves in each position.
flaw=$1
more=
[ "$flaw" = wide ] && more=" on"
place() {
	case $1 in '' | *[!0-9]*)
		echo "error no position"
		return
		;;
	esac
	if [ "$1" -ge "$size" ]; then
		printf 'position %s\nover\nrank 1 2\nok\n' "$1"
	else
		printf 'position %s\nturn %s\nlegal go%s\nok\n' "$1" $(($1 % 2 + 1)) "$more"
	fi
}
while read -r question; do
	set -- $question
	case $1 in
	rules)
		[ "$flaw" = hello ] && echo hello
		[ "$flaw" = nothing ] && echo ok && continue
		printf 'id name path\nid version 3\nseats 2\nparam size 2 of it\n'
		[ "$flaw" = board ] && echo "feature board"
		echo ok
		;;
	setup) size=$6 && place 0 ;;
	position) place "$2" ;;
	board) printf 'board at %s\nboard  of %s\nok\n' "$2" "$size" ;;
	play)
		if [ "$flaw" = dies ] && [ "$3" = 1 ]; then
			printf 'careful\nthe \033[31mlast words\n' >&2
			exit 3
		fi
		if [ "$3" -ge "$size" ]; then
			echo "error no"
		elif [ "$2" = go ] || [ "$2$more" = "on on" ]; then
			place $(($3 + 1))
		else
			echo "error no"
		fi
		;;
	*) echo "error no question" ;;
	esac
done
