#!/bin/sh
# The dialogues that programs in public have, each with a program of its style: it plays in every seat to the end of its games.
# checks: 30
set -u
. "$(dirname "$0")/../lib/checks.sh"
root=$PWD
cp tests/adapters/* "$work"
cd "$work" || exit 1
cc -o human-colours human_colours.c || exit 1

# Each option of an adapter is in its section of the document, but for the one that all have.
documented=$root/docs/adapters.md
for kind in $(sed -n 's/^## \([a-z]*\)$/\1/p' "$documented"); do
	sed -n "/^## $kind\$/,/^## /p" "$documented" >section
	for option in $(referee-adapt "$kind" --help | grep -oE '^  +--[a-z-]+'); do
		grep -qE -- "$option([^a-z-]|\$)" section || echo "$kind $option"
	done
done | grep -v ' --name$' >missing
say "the document has every option of every adapter" same \
	"$(cat missing; grep -c '^## [a-z]' "$documented") $(grep -c '^- `--name NAME`' "$documented")" "8 1"

# cup NAME SETTINGS: a gauntlet of the programs in standard input, `NAME | ADAPTER | COMMAND` a line, against a random bot.
cup() {
	{
		printf 'name = "%s"\ndb = "%s.db"\nformat = gauntlet\nconcurrency = 3\nstartup-timeout = 5m\nnewgame-timeout = 5m\nmovetime = 2s\nmargin = 60s\nprocesses = none\n' "$1" "$1"
		printf "$2"
		printf 'bot house { command = "referee-bot --search random" }\n'
		tee "$1.bots" | sed 's/^ *\(.*[^ ]\)  *|  *\(.*[^ ]\)  *|  *\(.*\)$/bot \1 { adapter = "\2"  command = "\3" }/'
	} >"$1.conf"
	referee run --quiet "$1.conf" >"$1.out" 2>"$1.err" || cat "$1.err"
	while IFS=' |' read -r bot rest; do
		say "$1: $bot plays in all seats" same "$bot $(sql "$1.db" "SELECT group_concat(DISTINCT s.verdict), min(s.seat), count(DISTINCT s.seat), count(*) > 1 FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = '$bot'")" "$bot ok|1|${3:-2}|1"
	done <"$1.bots"
}

cup connect4 'game = connect4\n' <<'BOTS'
class      | kaggle                                              | kaggle_class.py
callable   | kaggle                                              | python3 kaggle_callable.py
scores     | columns                                             | python3 solver.py analyze
score      | columns                                             | python3 solver.py
best       | columns --answer 'best column: ([1-7])'             | python3 solver.py best
header     | line --base 0 --first '7 6 2 {seat}' --second '7 6 2 {seat}' | python3 line_header.py
tags       | line --base 0 --move MOVE:{d} --turn PLAY:          | python3 line_tags.py
next       | board --restart move --cells .ox                    | python3 board_next.py --next {stone}
numbers    | board --base 0 --cells 012 --gap ' ' --turn {seat}  | python3 board_numbers.py
riddles    | aigames --site riddles                              | python3 riddles.py
uci        | uci --set UCI_Variant=cfour --move 'P@{c}{r}'       | python3 uci.py
colours    | human --first 3,1 --second 3,0 --ask 'your column'  --row '^[|]' --cells ' RY' --mine Y | ./human-colours
thoughts   | human --first 3,1 --second 3,0 --ask 'your column'  --answer 'best move is ([1-7])' | ./human-colours
BOTS

# These always let the person begin, so they play in seat 2 alone.
second() { # NAME OPTIONS COMMAND
	referee run --quiet --name "$1" --db "$1.db" --game connect4 --seat-orders one --startup-timeout 5m --newgame-timeout 5m --movetime 2s --margin 60s \
		--bot "house=referee-bot --search random" --bot "$1=referee-adapt human --seat 2 $2 -- $3" >"$1.out" 2>&1
	say "$1 plays in seat 2" same "$(sql "$1.db" "SELECT seat, verdict FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = '$1'")" "2|ok"
}

second matrix "--ask 'Player 1, enter' --answer 'Computer: ([1-7])'" "python3 human_matrix.py"
second rows "--ask 'Player 1, enter' --row '[[]' --cells 012" "python3 human_matrix.py"
if command -v node >/dev/null; then
	second discs "--ask slot --row '│' --cells ⚪🔴🟡" "node human_discs.js"
else
	echo "skip: no node here, so no program with readline"
fi

cup codingame 'game = connect4\nparam = { "rows=7", "columns=8" }\n' <<'BOTS'
contest    | codingame                                           | python3 codingame.py
BOTS

cup tictactoe 'game = tictactoe\n' <<'BOTS'
agent      | kaggle                                              | kaggle_tictactoe.py
cells      | line --move {i} --first begin                       | python3 line_cells.py
rows       | board --cells -xo --move '{t} {d}' --answer 'Move: (.*)' | python3 board_tictactoe.py
BOTS

cup nim 'game = nim\n' <<'BOTS'
moves      | line --first go                                     | python3 nim.py
heap       | board                                               | python3 nim.py board
BOTS

cup gomoku 'game = gomoku\n' <<'BOTS'
piskvork   | line --base 0 --move 'TURN {d},{t}' --first 'START 15,BEGIN' --second 'START 15' | python3 piskvork.py
BOTS

cup othello 'game = othello\n' <<'BOTS'
passes     | line --base 0 --move '{d} {t}' --pass '-1 -1' --first '-1 -1' | python3 othello.py
BOTS

cup kalah 'game = kalah\n' <<'BOTS'
stops      | line                                                | python3 kalah_stops.py {seat}
BOTS

star='game = chinese-checkers\nparam = "max-plies=40"\n'
cup star "$star" <<'BOTS'
moves      | line --first 'seat {seat}' --second 'seat {seat}' --turn 'your turn' | python3 star.py 2
rows       | board --cells .AB --turn {seat} --answer 'from (.*)' --move '{from} to {to}' | python3 star.py board
BOTS

cup star3 "${star}players = 3\\n" 3 <<'BOTS'
moves      | line --first 'seat {seat}' --second 'seat {seat}' --turn 'your turn' | python3 star.py 3
rows       | board --cells .ABC --turn {seat} --answer 'from (.*)' --move '{from} to {to}' | python3 star.py board
BOTS
exit $bad
