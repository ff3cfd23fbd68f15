#!/bin/sh
# `referee show --why`: what is told of each kind of failure, and the printed command as it is pasted.
# checks: 94
set -u
. "$(dirname "$0")/../lib/checks.sh"
rogues=$build/tests/rogues
tag=why-$$
starter=$PWD/bots/starters/python/bot.py
cd "$work" || exit 1

# loses NAME COMMAND [LINE...]: a bot with these limits of its own, or movetime = 40ms and margin = 400ms, loses a game in
# seat 1. The answer is then in $out and NAME.json, what the printed command says in $again, its exit status in $status.
loses() {
	name=$1
	command=$2
	shift 2
	[ $# -gt 0 ] || set -- "movetime = 40ms" "margin = 400ms"
	cat >"$name.conf" <<END
name = "$name"
game = connect4
nodes = 1000
startup-timeout = 5m
newgame-timeout = 5m
db = why.db
bot rogue {
	command = "$(printf '%s' "$command" | sed 's/\\/&&/g')"
	nodes = none
	$(printf '%s\n\t' "$@")
}
bot honest { command = "referee-bot --search first --name $tag" }
END
	referee run "$name.conf" --quiet >log 2>&1
	game=$(sql why.db "SELECT min(g.id) FROM games g JOIN tournaments t ON t.id = g.tournament
		WHERE t.name = '$name'")
	told "$name" why.db "$game"
}

told() { # NAME DATABASE GAME
	out=$(referee show --db "$2" --why "$3")
	referee show --db "$2" --why --json "$3" >"$1.json"
	printf '%s\n' "$out" | sed '1,/^  To ask it the same question again/d' >paste
	again=$(sh paste 2>&1)
	status=$?
	say "$1: nothing raw reaches the terminal" \
		[ -z "$(printf '%s' "$out$again$(cat "$1.json")" | tr -d '[:print:]\n')" ]
}

# field NAME FIELD: of the first loss in NAME.json.
field() {
	python3 -c '
import json, sys
print(json.load(open(sys.argv[1] + ".json"))["losses"][0][sys.argv[2]])' "$1" "$2"
}

# took LIMIT: the answer says a time that is no shorter, in milliseconds.
took() {
	printf '%s\n' "$out" | sed -n 's/.*; it took \([0-9.]*\) ms.*/\1/p' | awk -v limit="$1" '{ print } $1 >= limit { n++ } END { exit n != 1 }'
}

# asks_again NAME: the command sent the bot, line by line, what the tournament had sent it.
asks_again() {
	say "$1: the printed command asks for the same" same \
		"$(printf '%s\n' "$again" | sed -n '/it was sent:/,/it said:/ s/^ *| //p' | grep -v '^it ')" \
		"$(field "$1" asked | grep .)"
	say "$1: and finds a fault again" same "$status" 1
}

moving="position startpos
legal a b c d e f g
go movetime 40"

loses silent "$rogues/silent 0 $tag"
asks_again silent
say "silent: it was asked for a move" same "$(field silent asked)" "$moving"
say "silent: and said nothing" has "$out" 'Its output, also after its time was over: nothing'
say "silent: the time that it had and took are told" has "$out" 'Time for its move: 40.0 ms, and a margin of 400ms; it took '
say "silent: which is both of them" took 440
say "silent: so are the limits" has "$out" 'Limits and settings: margin 400ms, '
say "silent: of that bot too" has "$out" ', movetime 40ms, sandbox full'
say "silent: it ran until the referee ended it" has "$out" 'It had not ended: the referee ended it.'
say "silent: the position is drawn" has "$out" 'The position, seat 1 to move: 7/7/7/7/7/7 r 1'
say "silent: the command's verdict is the same" has "$again" "a tournament's verdict: time"

sed 's/send("bestmove "/print("bestmove "/' "$starter" >unflushed.py
loses unflushed "python3 $work/unflushed.py"
say "unflushed: an answer that came when the time was over is not called one" has "$out" 'Its output, also after its time was over:
    | bestmove '

loses crashes "$rogues/crashes 11 0 $tag"
asks_again crashes
say "crashes: the signal is told" has "$out" 'It was ended by signal 11 (Segmentation fault).'
say "crashes: for programs too" same "$(field crashes signal) $(field crashes exit_status)" '11 None'
say "crashes: the command's verdict is the same" has "$again" "a tournament's verdict: crash"

loses exits "$rogues/exits 3 $tag"
asks_again exits
say "exits: the exit status is told" has "$out" 'It ended by itself, with exit status 3.'
say "exits: for programs too" same "$(field exits signal) $(field exits exit_status)" 'None 3'

loses garbage "$rogues/garbage $tag"
asks_again garbage
say "garbage: what it said is told escaped" has "$out" '    | info string \x1b[2J\xf5\x00<b>
    | bestmove \x1b[31m<i>\xff\x00h
  Time'
say "garbage: so is all of its stderr" has "$out" 'Its last output to stderr:
    | info string \x1b[2J\xf5\x00<b>
    | bestmove \x1b[31m<i>\xff\x00h
  The position'
say "garbage: what it said is stored byte by byte" same \
	"$(sql why.db "SELECT DISTINCT hex(said) FROM failures WHERE instr(said, x'f500')")" \
	696E666F20737472696E67201B5B324AF5003C623E0A626573746D6F7665201B5B33316D3C693EFF00680A
say "garbage: its stderr is stored as text" same \
	"$(sql why.db "SELECT DISTINCT stderr FROM failures e JOIN seats USING (game, seat)
		WHERE instr(said, x'f500')")" \
	'info string \x1b[2J\xf5\x00<b>
bestmove \x1b[31m<i>\xff\x00h'

loses illegal "$rogues/says 'bestmove z9\\n' 0 $tag"
asks_again illegal
say "illegal: what it said is told" has "$out" '    | bestmove z9
  Time'
say "illegal: the command's verdict is the same" has "$again" "a tournament's verdict: illegal"

loses floods "$rogues/flood-stdout $tag"
asks_again floods
say "floods: people see the end of it alone" same \
	"$(printf '%s\n' "$out" | sed -n '/Its answer, the end of it/,/Time for/p' | grep -c '    |')" 16
say "floods: programs get at most 2 KiB" same \
	"$(sql why.db 'SELECT max(length(said)), max(length(asked)) < 2048 FROM failures')" '2048|1'

loses hungry "$rogues/hungry $tag" "movetime = 20m" "memory = 32M" "processes = 20"
say "hungry: its verdict is told" has "$out" 'Seat 1, rogue: memory, exceeded its limit of 32 MB of memory (memory = 32M sets it)'
say "hungry: so are its limits" has "$out" ' memory 32M, processes 20, '
say "hungry: and how tightly it was locked in" has "$out" ', sandbox full'
say "hungry: the command has the same limits" has "$out" ' --memory 32M --processes 20 '
say "hungry: under which it fails again" same "$status" 1
say "hungry: by the same verdict" has "$again" "a tournament's verdict: memory"

loses late "$rogues/late-handshake 30000 $tag" "startup-timeout = 300ms"
say "late: it was asked to start" same "$(field late asked) $(field late phase)" 'ugi start'
say "late: how long it had is told" has "$out" 'Time for its start: 300.0 ms; it took '
say "late: which is no less" took 300
say "late: and is in the command" has "$out" ' --startup-timeout 300ms '
say "late: which finds a fault again" same "$status" 1
say "late: at the same place" has "$again" 'handshake  FAILED'

loses nobody "$rogues/no-such-program $tag"
say "nobody: it was never started" has "$out" 'It was never started.'
say "nobody: it was asked nothing" same "$(field nobody asked) $(field nobody wall_us)" 'None None'
say "nobody: the command cannot start it either" same "$status" 4

# --- in the middle of a game: its first move is right, the second is not ---
loses second "$rogues/says 'bestmove z9\\n' 1 $tag"
say "second: it is asked after the moves that were made" has "$(field second asked)" \
	'position startpos moves a a
'
say "second: the position is that one" has "$out" 'seat 1 to move: 7/7/7/7/y6/r6 r 2'
say "second: the new process plays its first move there, which is right" same "$status" 0

# --- everything that a bot can be given, three at the board, one gone before, clocks, an opening ---
mkdir "it's" || exit 1
cat >"it's/bot.py" <<'END'
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature players\nfeature legal\nfeature newgame\noption name A type string\nugiok", flush=True)
    elif words[0] == "uginewgame":
        print(line, end="", file=sys.stderr, flush=True)
    elif words[0] == "setoption" or words[0] == "isready":
        if words[0] == "isready":
            print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1]
    elif words[0] == "go":
        if int(words[words.index("p1time") + 1]) != 500000:
            raise KeyError(*sys.argv[1:])
        print("bestmove", legal, flush=True)
END
cat >all.conf <<END
game     = nim
name     = "all"
players  = 3
param    = { "heaps=9/9", "take=2" }
tc       = "500+0.1"
startup-timeout = 5m
newgame-timeout = 5m
openings = random:2
db       = "all.db"
bot a { command = "referee-bot --search first" }
bot b { command = "python3 bot.py 'x y' \$(touch\ gone)" dir = "it's" option = { "A=b c" } isready-every-move = yes }
bot c { command = "$rogues/no-such-program" }
END
referee run all.conf --quiet >log 2>&1
for game in $(sql all.db "SELECT game FROM failures WHERE asked LIKE 'position%'"); do
	out=$(referee show --db all.db --why "$game")
	referee show --db all.db --why --json "$game" >all.json
	seat=$(sql all.db "SELECT seat FROM failures WHERE game = $game AND asked LIKE 'position%'")
	python3 - "$seat" >all-command 3>all-asked <<'END'
import json, os, sys
loss = [l for l in json.load(open("all.json"))["losses"] if l["seat"] == int(sys.argv[1])][0]
print(loss["command"])
os.write(3, loss["asked"].encode())
END
	again=$(sh all-command 2>&1)
	status=$?
	say "game $game: it is sent the same in a game of three" same \
		"$(printf '%s\n' "$again" | sed -n '/it was sent:/,/it said:/ s/^ *| //p' | grep -v '^it ')" \
		"$(cat all-asked)"
	say "game $game: for the same game, so it fails again" same "$status" 1
	say "game $game: it is told as what it was then" has "$again" "$(sql all.db "SELECT
		substr(CAST(stderr AS TEXT), 1, instr(stderr, char(10)) - 1) FROM seats
		WHERE game = $game AND seat = $seat")"
	say "game $game: where to stand is told" has "$out" 'again, in the folder where the tournament was started:'
done
say "bots failed in these games" [ -s all-asked ]
say "no shell took part" [ ! -e gone ] && [ ! -e "it's/gone" ]

# --- one that was benched ---
referee run --game tictactoe --nodes 1000 --strikes 2 --rounds 2 --db benched.db --quiet \
	--bot lost="$work/nowhere" --bot b=referee-bot >log 2>&1
out=$(referee show --db benched.db 3 --why)
say "who was benched is told in which game that began" has "$out" \
	'benched, failed 2 games in a row before, first in game 1; see `referee show 1 --why`' \
	'It got no question in this game: a benched bot is not started any more.'
say "and how it plays again" has "$(echo $out)" \
	'To let it play again, correct the fault; then `referee run FILE --replay lost` plays all its games again.'
say "and no position, nor a command that repeats nothing" [ -z "$(printf '%s\n' "$out" | grep -e 'position' -e 'referee check')" ]
cp "$build/referee-bot" nowhere
referee run --game tictactoe --nodes 1000 --strikes 2 --rounds 2 --db benched.db --quiet \
	--bot lost="$work/nowhere" --bot b=referee-bot --replay lost >log 2>&1
say "then it plays" same "$(sql benched.db "SELECT count(*) FROM seats WHERE verdict = 'ok'")" 8
say "and nothing more is told of what it was asked and said" same "$(printf '%s\n' "$out" |
	grep -e 'question to it' -e 'Its answer' -e 'Its output' -e 'stderr' -e 'not stored')" ""

# --- where it is found ---
out=$(referee show --db why.db 1)
say "a game with faults ends with the command that tells all" same \
	"$(printf '%s\n' "$out" | tail -1)" 'The failure report: referee show 1 --why --db why.db'
referee run --game tictactoe --db fine.db --quiet --bot a=referee-bot --bot b='referee-bot --search first' >log
say "a game without does not" [ -z "$(referee show --db fine.db 1 | grep 'The failure report')" ]
say "and has nothing to tell" has "$(referee show --db fine.db 1 --why)" 'No bot lost this game by a fault: its moves decided it.'
say "which programs are told too" same "$(referee show --db fine.db 1 --why --json | tr -d '\n')" \
	'{"game":1,"losses":[]}'

say "nothing is left of any bot" gone "$tag"
# On a terminal lines are broken between words; elsewhere they are not broken.
narrow() {
	script -qc "stty cols 60; referee show --db why.db --why $game" /dev/null | tr -d '\r' | awk 'length($0) > 60 && !/^referee |^  To ask/'
}
if command -v script >/dev/null; then
	say "no line is longer than a narrow terminal" same "$(narrow)" ""
else
	echo "skip 1: there is no script(1) here, which makes a terminal"
fi
say "a pipe gets whole lines" has "$(referee show --db why.db --why "$game" | awk 'length($0) > 100')" "Limits and settings: "
exit $bad
