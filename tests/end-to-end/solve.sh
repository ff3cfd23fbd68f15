#!/bin/sh
# referee-solve by its command line: every vector, what is wrong told with line and column, sums.
set -u
cd "$(dirname "$0")/../.." || exit 1
solve=build/referee-solve
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bad=0

# same SENTENCE EXPECTED GOT
same() {
	if [ "$2" = "$3" ]; then
		echo "ok $1"
	else
		printf 'expected: %s\ngot:      %s\n' "$2" "$3"
		echo "not ok $1"
		bad=1
	fi
}

# The answer, the exit status behind it; what stderr says comes first.
ask() {
	"$solve" "$@" 2>&1
	echo "($?)"
}
tell() { # INPUT ARGUMENTS...
	input=$1
	shift
	printf "$input" | "$solve" "$@" 2>&1
	echo "($?)"
}

vectors() { # FOLDER
	for in in "$1"/*.in; do
		name=$(basename "$in" .in)
		same "$name is answered as the vectors say" "$(cat "${in%.in}.out")" \
			"$("$solve" "${name%%-*}" <"$in")"
	done
}
vectors tests/vectors/puzzles
reference=${REFEREE_REFERENCE:-../shared/vectors/reference}/puzzles
if [ -d "$reference" ]; then
	vectors "$reference"
else
	echo "the reference vectors are not here: passed over"
fi

same "minimax visits the whole tree" "3 7" "$(printf '2 2 3 4 1 9' | $solve tree --algorithm minimax)"
same "a path of a million nodes is solved" "7 1000001" "$(printf '1000000 1 7' | $solve tree)"
same "too few leaves are told with line and column" \
	"referee-solve: line 2, column 6: the input ends where leaf 4 of 4 (a whole number of 64 bits) should be
(3)" "$(tell '2 2\n1 2 3' tree)"
same "too many leaves are told with line and column" \
	"referee-solve: line 3, column 1: more than 4 leaves: depth 2 and branching 2 make just that many
(3)" "$(tell '2 2\n1 2 3 4\n5' tree)"
same "a leaf that is no number is told with line and column" \
	"referee-solve: line 2, column 3: \"x\" is not leaf 2 of 4 (a whole number of 64 bits)
(3)" "$(tell '2 2\n1 x 3 4\n' tree)"
same "a letter that comes twice is told with line and column" \
	"referee-solve: line 2, column 3: A is in the pile already; its letters are all different
(3)" "$(tell '2 1\nA A\nA 1\n' letters)"
same "a word that cannot be is told with line and column" \
	"referee-solve: line 3, column 2: \"AC\" has C, which is not in the pile AB
(3)" "$(tell '2 1\nA B\nAC 1\n' letters)"

same "nim from 4 is won by taking 3" "1 a3" "$($solve nim --heaps 4 --take 3)"
same "nim from 5 is lost" "-1 -" "$($solve nim --heaps 5 --take 3)"
same "nim's tree from 4 has 15 nodes" "15" "$($solve nim --heaps 4 --tree | grep -cE '(max|min)_[0-9]+ = ')"
same "nim's tree from 21 has 489396 nodes" "489396" "$($solve nim --heaps 21 --tree | grep -cE '(max|min)_[0-9]+ = ')"
same "normal nim of 3, 4 and 5 is won by one move" "1 a2" "$($solve nim --heaps 3/4/5 --take 0 --misere 0)"
same "a tree that is too large to print is refused" \
	"referee-solve: the tree is too large to print: it has more than 1000000 nodes
(2)" "$(ask nim --heaps 30 --tree | tail -2)"

same "tictactoe is drawn by any move" "0 a1,b1,c1,a2,b2,c2,a3,b3,c3 5478" "$($solve tictactoe)"
same "a position a line is answered by a line, wrong ones too" \
	"0 a1,b1,c1,a2,b2,c2,a3,b3,c3
error: line
-1 -" "$(printf 'startpos\nnonsense\nxxx/oo1/3 o 3\n' | $solve tictactoe - | cut -d' ' -f1,2)"
same "wrong lines show in the exit status" "(3)" "$(tell 'nonsense\n' tictactoe - | tail -1)"
same "the table is kept between lines" "0" \
	"$(printf 'startpos\nstartpos\n' | $solve tictactoe - | tail -1 | cut -d' ' -f3)"
same "every move is scored when asked for" "a1:-1 c2:0 c3:1" \
	"$($solve tictactoe --analyze 'xx1/oo1/3 x 3' | tr ' ' '\n' | grep -E '^(a1|c2|c3):' | paste -sd' ')"

same "connect4 is scored by columns" "12" "$($solve connect4 251751112251 | cut -d' ' -f1)"
sed 1d tests/vectors/connect4-scores.tsv | cut -f1 | $solve connect4 - | cut -d' ' -f1 >"$folder/scores"
same "connect4 scores all positions of the vectors" "$(sed 1d tests/vectors/connect4-scores.tsv | cut -f2)" \
	"$(cat "$folder/scores")"
same "connect4 goes on after a line that is no position" "error:
12" "$(printf '12x\n251751112251\n' | $solve connect4 - | cut -d' ' -f1)"
same "connect4 is scored by position as well" "$($solve connect4 4435444 | cut -d' ' -f1,2)" \
	"$($solve connect4 --analyze 4435444 | cut -d' ' -f1,2)"

columns=7 depth=1
for count in 7 49 343 2401 16807 117649 823536 5673234 39394572 268031646; do
	same "connect4 has $count sequences of length $depth" "$count" \
		"$($solve perft connect4 $depth 2>"$folder/speed")"
	depth=$((depth + 1))
done
same "the speed goes to stderr" "1" "$(grep -c 'nodes per second' "$folder/speed")"
$solve perft connect4 6 --divide >"$folder/divide" 2>/dev/null
same "the parts of --divide add up to the last line" "$(tail -1 "$folder/divide")" \
	"$(sed '$d' "$folder/divide" | awk '{ sum += $2 } END { print sum }')"
same "--divide has a line for each first move" "$columns" "$(sed '$d' "$folder/divide" | wc -l | tr -d ' ')"
same "perft goes on from a position" "7" \
	"$($solve perft connect4 1 --position '7/7/7/7/3y3/3r3 r 2' 2>/dev/null)"
same "perft takes parameters" "4" "$($solve perft connect4 1 --param columns=4 2>/dev/null)"

for kind in svg dot; do
	$solve nim --heaps 4 --draw "$folder/nim.$kind" >/dev/null
	same "nim's picture as $kind names all 15 nodes" "15" \
		"$(grep -oE '(max|min)_[0-9]' "$folder/nim.$kind" | wc -l | tr -d ' ')"
	printf '2 2 3 4 1 9' | $solve tree --draw "$folder/tree.$kind" >"$folder/answer"
	same "tree draws $kind and answers" "3 6" "$(cat "$folder/answer")"
	$solve tictactoe 'xox/oxx/2o o 4' --draw "$folder/tictactoe.$kind" >/dev/null
	same "tictactoe draws $kind" "0" "$?"
done
same "svg is well formed" "0" "$(python3 -c 'import sys, xml.dom.minidom as x
[x.parse(f) for f in sys.argv[1:]]' "$folder"/*.svg >/dev/null 2>&1; echo $?)"
if command -v dot >/dev/null; then
	same "graphviz takes the dot" "0" "$(dot -Tsvg "$folder/nim.dot" -o /dev/null 2>&1; echo $?)"
else
	echo "no graphviz here: its opinion of the dot is passed over"
fi
same "a tree that is too large to draw is refused, and nothing written" \
	"referee-solve: the tree is too large to draw: it has more than 400 nodes (nothing is drawn)
(2)
no file" "$(ask tictactoe --draw "$folder/large.svg"; [ -e "$folder/large.svg" ] || echo no file)"
same "other endings are refused" \
	"referee-solve: --draw writes FILE.svg or FILE.dot, not \"x.png\"
(2)" "$(ask nim --draw x.png)"
same "a folder that is not there is told" "(70)" "$(ask nim --heaps 3 --draw "$folder/no/x.svg" | tail -1)"

same "an unknown subcommand is told with the nearest" \
	"referee-solve: cannot solve \"leters\"; did you mean letters? (see referee-solve --help)
(2)" "$(ask leters)"
same "an unknown flag is told with the nearest" \
	"referee-solve: nim has no flag \"--heap\"; did you mean --heaps? (see referee-solve --help)
(2)" "$(ask nim --heap 4)"
same "an unknown game is told with the nearest" \
	"referee-solve: no game \"conect4\"; did you mean connect4? (see referee-bot --list)
(2)" "$(ask perft conect4 3)"
same "help names every subcommand" "6" \
	"$($solve --help | grep -cE '^  (tree|letters|nim|tictactoe|connect4|perft) ')"
same "the version is told" "referee-solve" "$($solve --version | cut -d' ' -f1)"
same "a full disk is told" "referee-solve: stdout cannot be written
(70)" "$( ($solve nim --heaps 21 --tree >/dev/full) 2>&1; echo "($?)")"
exit $bad
