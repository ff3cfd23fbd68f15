# A game of as many moves as its parameter says: rules for the test of `referee check-rules`.
# check-rules.sh [FLAW]: dies at its second move, or draws its board in colours.
flaw=$1
place() {
	case $1 in '' | *[!0-9]*)
		echo "error no position"
		return
		;;
	esac
	if [ "$1" -ge "$size" ]; then
		printf 'position %s\nover\nrank 1 2\nok\n' "$1"
	else
		printf 'position %s\nturn %s\nlegal go\nok\n' "$1" $(($1 % 2 + 1))
	fi
}
while read -r question; do
	set -- $question
	case $1 in
	rules)
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
		if [ "$2" = go ] && [ "$3" -lt "$size" ]; then
			place $(($3 + 1))
		else
			echo "error no"
		fi
		;;
	*) echo "error no question" ;;
	esac
done
