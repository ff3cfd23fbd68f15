#!/bin/sh
# `referee check` on bots that are good, or wrong in one way: each is told what is wrong with it, and
# the exit status says the same. The bot is one Python program whose argument names its flaw.
# checks: 56
set -u
. "$(dirname "$0")/../lib/checks.sh"
referee=$build/referee
LONG=100000 # ms: only for the step stop has a move more time

cat >"$work/bot.py" <<'END'
import os, sys, time
flaw = sys.argv[1]
moves = 0
def say(text):
    print(text, flush=flaw != "no-flush")
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == ("uci" if flaw == "uci" else "ugi"):
        say("id name Flawed\nid author nobody\nfeature legal players gameover")
        say("option name Depth type spin default 1 min 1 max 9")
        say("uciok" if flaw == "uci" else "hello" if flaw == "no-ugiok" else "ugiok")
    elif words[0] == "isready":
        say("readyok\nthinking about it" if flaw == "chatter" else "readyok")
    elif words[0] == "uginewgame":
        if flaw == "one-game" and moves > 0:
            sys.exit(0)
        if flaw == "second-game" and moves > 0:
            moves = [][0]
        if flaw == "second-signal" and moves > 0:
            os.kill(os.getpid(), 11)
    elif words[0] == "gameover" and flaw == "game-over":
        raise RuntimeError("it is over")
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        moves += 1
        if flaw == "illegal" and moves == 3:
            print("a free cell: z9", file=sys.stderr)
        if flaw == "illegal" and moves == 3 or flaw == "late" and moves == 40:
            legal = ["z9"]
        if flaw == "capitals":
            legal = [legal[0].upper()]
        if flaw == "resigns":
            legal = ["resign"]
        if flaw == "raises":
            raise KeyError("no such move")
        if flaw == "stop-crashes" and int(words[2]) > int(sys.argv[2]):
            next(sys.stdin)
            sys.exit(1)
        if flaw == "exits" and moves == 2:
            print("out of ideas", file=sys.stderr)
            sys.exit(3)
        if flaw == "crashes" and moves == 2:
            os.kill(os.getpid(), 11)
        if flaw == "hangs" and moves == 2 or flaw == "no-stop" and int(words[2]) > int(sys.argv[2]):
            time.sleep(1000)
        say("bestmove " + legal[0])
    elif words[0] == "quit" and flaw != "no-quit":
        break
END

told() { # SENTENCE WORDS...: the last command's status was as expected, and its output has all the words
	sentence=$1
	shift
	say "$sentence" tells "$@"
}

tells() {
	same "$status" "$expected" || set -- "$@" "not this status"
	for words in "$@"; do
		grep -qF -- "$words" "$work/out" || {
			echo "missing: $words"
			sed 's/^/    /' "$work/out"
			return 1
		}
	done
}

lacks() { # PATTERN: no line of the output has it
	! grep -- "$1" "$work/out"
}

check() { # STATUS ARGUMENTS...
	expected=$1
	shift
	"$referee" check "$@" >"$work/out" 2>"$work/err"
	status=$?
	cat "$work/err" >>"$work/out"
}

patient="--startup-timeout 60s --movetime 60s --quit-timeout 60s"
flawed() { # STATUS FLAW [FLAGS...]: of the limit that it must exceed
	expected=$1 flaw=$2
	shift 2
	check "$expected" --game connect4 $patient "$@" -- python3 "$work/bot.py" "$flaw" $LONG
}

check 0 --game connect4 $patient -- python3 bots/starters/python/bot.py
told "the Python starter passes every step" '"Python starter" by you' 'seat 1' 'it can play'
check 0 --game nim --players 3 --param heaps=9 $patient -- "$build/referee-bot" --depth 2
told "a house bot plays every seat of a game of three" 'each other seat once' 'it can play'
flawed 1 no-flush --startup-timeout 2s
told "a bot that does not flush is told so" 'printed nothing for' 'Flush stdout'
flawed 1 no-ugiok --startup-timeout 2s
told "a bot that never says ugiok is shown its own words" 'printed "id name Flawed", but not "ugiok"'
flawed 1 uci --startup-timeout 2s
told "a bot that speaks UCI is told what is missing" 'it speaks UCI'
check 1 --game connect4 --startup-timeout 1s -- cat
told "a program that echoes is told so" 'it prints what it reads'
flawed 0 chatter
told "a bot that chatters is warned, which is no fault" 'warning' '"thinking" ignored'
flawed 0 one-game
told "a bot that ends after each game is warned" 'must be restarted'
say "and not of a crash" lacks 'it ended with exit status'
flawed 0 second-game
told "a bot that fails at its second game is told why, and where" \
	'again      warning' 'after the game it ended with exit status 1, and was started again: no game is lost by that, but mend it; it wrote on stderr: IndexError: list index out of range' \
	'bot.py, line 2' 'Traceback (most recent call last)' 'it can play; 1 warning'
flawed 0 game-over
told "so is one that fails at the end of a game" 'again      warning' 'RuntimeError: it is over' 'Traceback'
flawed 0 second-signal
told "and one that a signal ends" 'again      warning' 'after the game it was killed by signal 11' 'a wrong pointer'
flawed 1 illegal
told "an illegal move is shown with the board and the legal moves" 'seat 1: "z9" is not legal here' \
	'legal: a b c d e f g' 'a b c d e f g' 'position startpos moves' 'on stderr it wrote:' 'a free cell: z9'
check 1 --game chinese-checkers --players 6 $patient -- python3 "$work/bot.py" late
told "after many moves the position is told, not all of them" 'position fen ' ' p1 40'
say "and no line of it is endless" [ "$(awk '{ print length }' "$work/out" | sort -n | tail -1)" -lt 600 ]
say "and its sentence stands once" same "$(grep -c 'is not legal here' "$work/out")" 1
say "without a word about stop" lacks '^  stop'
flawed 1 capitals
told "a move in capital letters is told how it is written" 'it must be "a"'
flawed 1 exits
told "a bot that exits is shown its status and its stderr" 'exit status 3' 'out of ideas'
flawed 1 crashes
told "a bot that crashes is shown its signal" 'signal 11'
flawed 1 hangs --movetime 2s
told "a bot that hangs is told the verdict it would get, and the other steps go on" \
	"verdict: time" 'lines      ok' 'quit       ok'
flawed 0 resigns
told "to resign is no fault anywhere" 'then it resigned' 'stop       ok' 'it can play'
told "but without a move it is a warning, for each seat" 'it resigned as seat 1 before it made a move' 'in each other seat before'
flawed 1 raises
told "a traceback is shown" 'Traceback (most recent call last)' "KeyError: 'no such move'"
say "and only once" same "$(grep -c Traceback "$work/out")" 1
flawed 0 stop-crashes
told "what a bot does after stop is no fault" 'stop       warning' 'a tournament never sends "stop", so the bot can play'
flawed 0 no-stop
told "a bot that never answers stop is told to read while it thinks" 'within 1 s of "stop"'
flawed 0 no-quit --quit-timeout 100ms
told "a bot that does not quit is warned" 'still ran 100 ms after "quit"'

check 4 --game connect4 -- "$work/nowhere"
told "a missing program is named" "there is no file \"$work/nowhere\""
check 4 --game connect4 -- python3 "$work/nowhere.py"
told "a missing script shows what the interpreter said" 'exit status 2' 'on stderr it wrote' \
	"nowhere.py"
echo 'print()' >"$work/plain"
check 4 --game connect4 -- "$work/plain"
told "a file that is not executable is told how to become it" 'chmod +x'
chmod +x "$work/plain"
check 4 --game connect4 -- "$work/plain"
told "a script without an interpreter is told to name one" '#!/usr/bin/env python3'
printf '#!/bin/sh\nPATH=/nowhere exec "%s" "$@"\n' "$referee" >"$work/bare"
chmod +x "$work/bare"
whole=$referee referee=$work/bare
check 4 --game connect4 -- python3 bot.py
referee=$whole
told "an interpreter that is not installed is told with its package" \
	'there is no program "python3" in PATH; on Debian and Ubuntu `sudo apt-get install python3` installs it'
printf '#!/no/such/python\n' >"$work/plain"
check 4 --game connect4 -- "$work/plain"
told "a missing interpreter is named" '"/no/such/python"'
printf '#!/usr/bin/env python3\r\n' >"$work/plain"
check 4 --game connect4 -- "$work/plain"
told "Windows line ends are named" 'carriage return'
printf '#!/bin/sh\r\n' >"$work/plain"
check 4 --game connect4 -- "$work/plain"
told "Windows line ends are named where the system speaks of a missing file" 'carriage return'

cat >"$work/cup.conf" <<END
game = connect4
startup-timeout = 20s
movetime = 60s
quit-timeout = 60s
bot hung { command = "sleep 1000" }
bot good { command = "python3 $work/bot.py none" option = { "Depth=4" } }
bot deep { command = "python3 $work/bot.py none" option = { "Depht=4" } }
bot deeper { command = "python3 $work/bot.py none" option = { "Depth=40" } }
bot gone { command = "$work/no-such-bot" }
END
check 1 "$work/cup.conf"
told "every bot of a file is checked, whatever the others do" 'the file is right' \
	'did you flush stdout?' 'did you mean "Depth"?' 'Depth is at most 9' \
	'5 bots: 1 good, 3 with faults, 1 cannot be started'
told "and the last lines name those that something is wrong with" 'with faults: hung, deep, deeper' \
	'cannot be started: gone'
tail -6 "$work/out" >"$work/table"
mv "$work/table" "$work/out"
told "and all of them stand in one table, with the sentence that matters" 'bot     fit  reason' \
	'hung    no   startup: it printed nothing for ' 'after "ugi": did you flush' \
	'good    yes  it can play' 'deep    no ' \
	'gone    no   startup: there is no file'
check 1 "$work/cup.conf" good deep
told "those that are named are checked alone" '2 bots: 1 good, 1 with faults'
say "and no other" lacks '^hung'
check 2 "$work/cup.conf" god
told "a name that is none is told the nearest" 'cup.conf has no bot "god"; did you mean "good"?'
check 2 "$work/cup.conf" --jobs none
told "--jobs is a number" '--jobs "none": a whole number from 1 to 256 is needed'
check 0 --quick "$work/cup.conf" good
told "--quick asks for a move instead of games, and says what it leaves out" 'openings   ok' \
	'--quick: no whole games were played'
say "and plays no game" lacks '^  play\|^  stop'
printf 'game = conect4\nrounds = none\nbot a { command = "x" }\n' >"$work/cup.conf"
check 3 "$work/cup.conf"
told "every mistake of a file is told with its line" "cup.conf:1: " "cup.conf:2: " 'connect4'
check 2 --gmae connect4 -- true
told "a mistyped flag is told the right one" '--game'
check 2 --game connect4 python3 "$work/bot.py"
told "a command without -- is told so" 'put -- before the command: referee check --game GAME -- python3 ' 'bot.py'
check 2 "$work/bot.py"
told "so is a program in place of a file" 'it is a program, and not a tournament file' '-- python3 '
check 4 --game connect4 -- "python3 $work/bot.py"
told "a command in quotes is told to leave them out" 'leave out the quotes'
check 2 --game connect4 --
told "a missing command is asked for" 'no command follows'

check 1 --json --game connect4 $patient -- python3 "$work/bot.py" illegal
cat >"$work/steps.py" <<'END'
import json, sys
steps = [json.loads(line) for line in open(sys.argv[1])]
assert [s["step"] for s in steps] == ["start", "handshake", "options", "new game", "play", "again",
                                      "openings", "itself", "speed", "lines", "stop", "quit",
                                      "result"], steps
verdicts = {s["step"]: s["verdict"] for s in steps}
assert verdicts["play"] == "failed" and verdicts["again"] == "skipped", verdicts
assert all(s["bot"] == "bot" for s in steps) and all(s["ms"] >= 0 for s in steps[:-1])
assert steps[-1]["fit"] is False and steps[-1]["fault"] == "illegal", steps[-1]
END
told "--json goes with its status"
say "--json prints an object for every step" python3 "$work/steps.py" "$work/out"

check 0 --quick --game tictactoe -- "$build/referee-bot" --search random
told "a house bot passes a quick check"
say "elsewhere than at a terminal no running step is shown" same "$(cat "$work/err")" ""
printf '%s\n' 'expect start      ...\r\x1b[K  start      ok' 'expect speed      ...\r\x1b[K  speed      ok' 'end 0' >"$work/steps"
say "at a terminal the step that runs is shown until its result comes" \
	env NO_COLOR=1 python3 tests/lib/terminal.py 200x24 "$work/steps" "$referee" check --quick --game tictactoe -- "$build/referee-bot" --search random
exit $bad
