#!/bin/sh
# referee verify: records as `referee play` saves them are judged again, and what was changed in
# them is named with its line.
# checks: 15
set -u
. "$(dirname "$0")/../lib/checks.sh"

# judged FILE...: what is said, and the status.
judged() {
	referee verify "$@" 2>&1
	echo "status $?"
}

cd "$work" || exit 1
printf 'd\ne\nd\ne\nd\ne\nd\nsave won.txt\nquit\n' | referee play connect4 >said 2>&1
printf 'd\ne\nd\nsave open.txt\nquit\n' | referee play connect4 >said 2>&1
printf 'a2\nresign\na1\na3\nresign\nsave left.txt\nquit\n' |
	referee play nim --players 3 --param heaps=12 >said 2>&1
say "a game to its end" same "$(judged won.txt)" \
	"won.txt: connect4, a person - a person: 1-0, normal, 7 plies
status 0"
say "one that is not over" same "$(judged open.txt)" \
	"open.txt: connect4, a person - a person: not over, 3 plies
status 0"
say "one that seats have left" same "$(judged left.txt)" \
	"left.txt: nim, a person - a person - a person: 1 3 2, resign, 3 plies
status 0"
say "several files, and the standard input" same "$(judged won.txt - open.txt <left.txt)" \
	"won.txt: connect4, a person - a person: 1-0, normal, 7 plies
standard input: nim, a person - a person - a person: 1 3 2, resign, 3 plies
open.txt: connect4, a person - a person: not over, 3 plies
status 0"
cat won.txt left.txt >both.txt
say "several games of one file" same "$(judged both.txt)" \
	"both.txt: connect4, a person - a person: 1-0, normal, 7 plies
both.txt: nim, a person - a person - a person: 1 3 2, resign, 3 plies
status 0"

at=$(grep -n '^move 2 e' won.txt | sed -n '2s/:.*//p')
sed "${at}s/ e / h /" won.txt >wrong.txt
say "a move that is not legal" same "$(judged wrong.txt)" \
	"wrong.txt:$at: move of seat 2 at ply 4 is h, should be one of a b c d e f g
status 1"
at=$(grep -n '^seat 2' won.txt | cut -d: -f1)
sed 's/^seat 2 2/seat 2 1/' won.txt >wrong.txt
say "a rank" same "$(judged wrong.txt)" \
	"wrong.txt:$at: rank of seat 2 is 1, should be 2
wrong.txt: connect4, a person - a person: 1-0, normal, 7 plies
status 1"
lines=$(wc -l <won.txt)
sed 's/^seat 2 2/seat 2 1/' won.txt | cat left.txt - >wrong.txt
say "in the second game of a file" has "$(judged wrong.txt)" \
	"wrong.txt:$(($(wc -l <left.txt) + at)): rank of seat 2 is 1, should be 2"
sed 's/^end normal/end max-plies/' won.txt >wrong.txt
say "how it ended" has "$(judged wrong.txt)" \
	"wrong.txt:$lines: reason is max-plies, should be normal"

printf 'game 1 5\nrules connect4 2\nmoved\n' >bad.txt
say "what is no record cannot be read" same "$(judged bad.txt)" \
	"referee verify: bad.txt:3: not a line of a record
status 3"
say "others are judged all the same" same "$(judged bad.txt won.txt)" \
	"referee verify: bad.txt:3: not a line of a record
won.txt: connect4, a person - a person: 1-0, normal, 7 plies
status 3"
say "what is not there" same "$(judged none.txt)" \
	"referee verify: none.txt: cannot be read: No such file or directory
status 3"
say "nothing at all" has "$(judged)" "status 2"
say "an empty file" has "$(: >empty.txt; judged empty.txt)" "status 3"
say "bytes that are no text" has "$(printf 'game 1 5\n\0\0' | judged -)" "status 3"
exit $bad
