#!/bin/sh
# referee-solve by its command line: every vector, what is wrong told with line and column, sums.
# checks: 77
set -u
. "$(dirname "$0")/../lib/checks.sh"
solve=$build/referee-solve

# answers SENTENCE WANTED GOT
answers() {
	say "$1" same "$3" "$2"
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
		answers "$name is answered as the vectors say" "$(cat "${in%.in}.out")" \
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

answers "minimax visits the whole tree" "3 7" "$(printf '2 2 3 4 1 9' | $solve tree --algorithm minimax)"
answers "a path of a million nodes is solved" "7 1000001" "$(printf '1000000 1 7' | $solve tree)"
answers "too few leaves are told with line and column" \
	"referee-solve: line 2, column 6: the input ends where leaf 4 of 4 (a whole number of 64 bits) should be
(3)" "$(tell '2 2\n1 2 3' tree)"
answers "too many leaves are told with line and column" \
	"referee-solve: line 3, column 1: more than 4 leaves: depth 2 and branching 2 make just that many
(3)" "$(tell '2 2\n1 2 3 4\n5' tree)"
answers "a leaf that is no number is told with line and column" \
	"referee-solve: line 2, column 3: \"x\" is not leaf 2 of 4 (a whole number of 64 bits)
(3)" "$(tell '2 2\n1 x 3 4\n' tree)"
answers "a letter that comes twice is told with line and column" \
	"referee-solve: line 2, column 3: A is in the pile already; its letters are all different
(3)" "$(tell '2 1\nA A\nA 1\n' letters)"
answers "a word that cannot be is told with line and column" \
	"referee-solve: line 3, column 2: \"AC\" has C, which is not in the pile AB
(3)" "$(tell '2 1\nA B\nAC 1\n' letters)"

answers "nim from 4 is won by taking 3" "1 a3" "$($solve nim --heaps 4 --take 3)"
answers "nim from 5 is lost" "-1 -" "$($solve nim --heaps 5 --take 3)"
answers "nim's tree from 4 has 15 nodes" "15" "$($solve nim --heaps 4 --tree | grep -cE '(max|min)_[0-9]+ = ')"
answers "nim's tree from 21 has 489396 nodes" "489396" "$($solve nim --heaps 21 --tree | grep -cE '(max|min)_[0-9]+ = ')"
answers "normal nim of 3, 4 and 5 is won by one move" "1 a2" "$($solve nim --heaps 3/4/5 --take 0 --misere 0)"
answers "a tree that is too large to print is refused" \
	"referee-solve: the tree is too large to print: it has more than 1000000 nodes
(2)" "$(ask nim --heaps 30 --tree | tail -2)"

answers "tictactoe is drawn by any move" "0 a1,b1,c1,a2,b2,c2,a3,b3,c3 5478" "$($solve tictactoe)"
answers "a position a line is answered by a line, wrong ones too" \
	"0 a1,b1,c1,a2,b2,c2,a3,b3,c3
error: line
-1 -" "$(printf 'startpos\nnonsense\nxxx/oo1/3 o 3\n' | $solve tictactoe - | cut -d' ' -f1,2)"
answers "wrong lines show in the exit status" "(3)" "$(tell 'nonsense\n' tictactoe - | tail -1)"
answers "the table is kept between lines" "0" \
	"$(printf 'startpos\nstartpos\n' | $solve tictactoe - | tail -1 | cut -d' ' -f3)"
answers "every move is scored when asked for" "a1:-1 c2:0 c3:1" \
	"$($solve tictactoe --analyze 'xx1/oo1/3 x 3' | tr ' ' '\n' | grep -E '^(a1|c2|c3):' | paste -sd' ')"

answers "connect4 is scored by columns" "12" "$($solve connect4 251751112251 | cut -d' ' -f1)"
answers "connect4 takes columns as letters too, as games have them" "12" "$($solve connect4 'b e a g e a a a b b e a' | cut -d' ' -f1)"
answers "connect4 says which letters are columns" "referee-solve: move 2 is not a column; write a to g, or 1 to 7" "$($solve connect4 dh 2>&1)"
sed 1d tests/vectors/connect4-scores.tsv | cut -f1 | $solve connect4 - | cut -d' ' -f1 >"$work/scores"
answers "connect4 scores all positions of the vectors" "$(sed 1d tests/vectors/connect4-scores.tsv | cut -f2)" \
	"$(cat "$work/scores")"
answers "connect4 goes on after a line that is no position" "error:
12" "$(printf '12x\n251751112251\n' | $solve connect4 - | cut -d' ' -f1)"
answers "connect4 is scored by position as well" "$($solve connect4 4435444 | cut -d' ' -f1,2)" \
	"$($solve connect4 --analyze 4435444 | cut -d' ' -f1,2)"

columns=7 depth=1
for count in 7 49 343 2401 16807 117649 823536 5673234 39394572 268031646; do
	answers "connect4 has $count sequences of length $depth" "$count" \
		"$($solve perft connect4 $depth 2>"$work/speed")"
	depth=$((depth + 1))
done
answers "the speed goes to stderr" "1" "$(grep -c 'nodes per second' "$work/speed")"
$solve perft connect4 6 --divide >"$work/divide" 2>/dev/null
answers "the parts of --divide add up to the last line" "$(tail -1 "$work/divide")" \
	"$(sed '$d' "$work/divide" | awk '{ sum += $2 } END { print sum }')"
answers "--divide has a line for each first move" "$columns" "$(sed '$d' "$work/divide" | wc -l | tr -d ' ')"
answers "perft goes on from a position" "7" \
	"$($solve perft connect4 1 --position '7/7/7/7/3y3/3r3 r 2' 2>/dev/null)"
answers "perft takes parameters" "4" "$($solve perft connect4 1 --param columns=4 2>/dev/null)"

$solve nim --heaps 4 --draw "$work/nim.dot" >/dev/null
answers "nim's picture names all 15 nodes" "15" \
	"$(grep -oE '(max|min)_[0-9]' "$work/nim.dot" | wc -l | tr -d ' ')"
printf '2 2 3 4 1 9' | $solve tree --draw "$work/tree.dot" >"$work/answer"
answers "tree draws and answers" "3 6" "$(cat "$work/answer")"
answers "its picture is alpha-beta's" "1 1 1" "$(grep -c 'Alpha-beta, .*grey: never visited' "$work/tree.dot"
	) $(grep -c '≤ 1' "$work/tree.dot") $(grep -c 'style=dashed' "$work/tree.dot")"
printf '2 2 3 4 1 9' | $solve tree --algorithm minimax --draw "$work/tree.dot" >"$work/answer"
answers "plain minimax visits all nodes" "3 7" "$(cat "$work/answer")"
answers "its picture has every value, no bound and nothing grey" "1 0 3 3 3 4 1 1 9" \
	"$(grep -c 'label="Minimax, depth 2 and branching 2\\nboxes: max, ellipses: min, thick: best line"' "$work/tree.dot"
	) $(grep -c '[≤≥]\|grey\|dashed\|never' "$work/tree.dot"
	) $(sed -n 's/^	n[0-9]* \[label="\([^"]*\)".*/\1/p' "$work/tree.dot" | tr '\n' ' ' | sed 's/ $//')"
$solve tictactoe 'xox/oxx/2o o 4' --draw "$work/tictactoe.dot" >/dev/null
answers "tictactoe draws" "0" "$?"
limited=$( (ulimit -f 1 && exec $solve tictactoe 'xox/oxx/2o o 4' --draw "$work/limited.dot") 2>&1 >/dev/null
	echo $?)
answers "a limit on the size of a file is told" "referee-solve: $work/limited.dot cannot be written: File too large
70" "$limited"
if command -v dot >/dev/null; then
	answers "graphviz takes the dot" "0" "$(dot -Tsvg "$work/nim.dot" -o /dev/null 2>&1; echo $?)"
else
	echo "no graphviz here: its opinion of the dot is passed over"
fi
answers "a tree that is too large to draw is refused, and nothing written" \
	"referee-solve: the tree is too large to draw: it has more than 400 nodes (nothing is drawn)
(2)
no file" "$(ask tictactoe --draw "$work/large.dot"; [ -e "$work/large.dot" ] || echo no file)"
answers "other endings are refused" \
	"referee-solve: --draw writes FILE.dot, not \"x.png\"; dot -Tsvg FILE.dot draws it
(2)" "$(ask nim --draw x.png)"
answers "a folder that is not there is told" "(70)" "$(ask nim --heaps 3 --draw "$work/no/x.dot" | tail -1)"

answers "an unknown subcommand is told with the nearest" \
	"referee-solve: there is no command \"leters\"; did you mean \"letters\"?
(2)" "$(ask leters)"
answers "an unknown flag is told with the nearest" \
	"referee-solve: nim: unknown flag --heap; did you mean --heaps?
(2)" "$(ask nim --heap 4)"
answers "an unknown game is told with the nearest" \
	"referee-solve: no game \"conect4\"; did you mean connect4? (see referee-bot --list)
(2)" "$(ask perft conect4 3)"
answers "help says which nodes tictactoe counts, and what is drawn" "1 1" \
	"$($solve tictactoe --help | tr -s '\n ' ' ' | grep -c 'VALUE MOVES NODES for the side to move, NODES: different positions;'
	) $($solve tree --help | tr -s '\n ' ' ' | grep -c 'with the nodes that the algorithm visits')"
answers "help names every subcommand" "6" \
	"$($solve --help | grep -cE '^  (tree|letters|nim|tictactoe|connect4|perft) ')"
answers "the version is told" "referee-solve" "$($solve --version | sed -n '1s/ .*//p')"
answers "a full disk is told" "referee-solve: stdout cannot be written
(70)" "$( ($solve nim --heaps 21 --tree >/dev/full) 2>&1; echo "($?)")"
exit $bad
