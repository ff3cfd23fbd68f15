#!/bin/sh
# Rules that are a program, in whole tournaments: Othello by eight bots, three seats, a hidden setup
# and passes, workers, verify, a changed program, a program that is killed, and rogue rules.
# checks: 45
set -u
. "$(dirname "$0")/../lib/checks.sh"
root=$PWD
mkdir "$work/rules" "$work/mine"
cp tests/lib/rules_game.py "$work/rules"
cp bots/starters/python/bot.py "$work/mine"
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"
mine='command = "python3 bot.py" dir = "mine"'

conf() { # NAME GAME BOTS LINES: a file NAME.conf
	{
		printf 'name = %s\ngame = "process:python3 rules_game.py %s"\nmovetime = 60s\nrules { dir = "rules" }\n' "$1" "$2"
		for bot in $3; do echo "bot $bot { $mine }"; done
		printf '%b\n' "$4"
	} >"$1.conf"
}
games() { # DB: the games with their moves, by pairing
	sql "$1" "SELECT pairing, reason, (SELECT group_concat(move, ' ') FROM
		(SELECT move FROM moves WHERE game = games.id ORDER BY ply)) FROM games ORDER BY pairing"
}
faults() { # DB: seats that lost by anything but the game
	sql "$1" "SELECT count(*) FROM seats WHERE verdict <> 'ok'"
}

# --- Othello --------------------------------------------------------------------------------------

conf othello othello "a b c d e f g h" "openings = random:4\nconcurrency = 2"
referee run othello.conf --db othello.db --quiet >out 2>err
say "eight bots play Othello" same "$? $(sql othello.db 'SELECT count(*) FROM games') $(faults othello.db)" "0 56 0"
say "with passes" has " $(games othello.db)" " pass "
say "its rules judge the games again" same "$(referee verify --db othello.db)" "56 games of 1 tournament verified: 0 mismatches"
say "each position is stored with its game" same \
	"$(sql othello.db 'SELECT count(*) FROM games g WHERE (SELECT count(*) FROM positions p WHERE p.game = g.id) <= (SELECT count(*) FROM moves m WHERE m.game = g.id)')" 0
referee run othello.conf --db othello.db --quiet >out 2>err
say "the same command has nothing left to play" same "$? $(sql othello.db 'SELECT count(*) FROM games')" "0 56"
sqlite3 othello.db "UPDATE positions SET answer = replace(answer, 'turn 1', 'turn 2') WHERE game = 3 AND number = 2"
say "an answer that it never gave is found" has "$(referee verify --db othello.db)" 'game 3: an answer of the rules is to'
say "moves are shown" has "$(referee show 1 --db othello.db)" 'Game 1 of "othello": othello, round 1'

# --- three seats, on workers too ------------------------------------------------------------------

conf race race "a b c d" "players = 3\nrounds = 4\nworker-check = 100%"
# The speed of the machine is measured once, not during the games.
referee worker run --stdin --name first --sandbox none </dev/null >out 2>&1
referee run race.conf --db race.db --quiet >out 2>err
say "three seats, and a setup drawn from the seed" same "$? $(faults race.db)" "0 0"
say "with different goals" test "$(sql race.db "SELECT count(DISTINCT substr(answer, 1, 12)) FROM positions WHERE question = 'start'")" -gt 2
# On this machine bots are ready for a game when the pipe has a writer. In the sandbox of the worker there is no such file,
# and so the first game is one of the worker's.
mkfifo hold
sed "s#^\( *\)elif command == \"uginewgame\".*#&\n\1    if os.path.exists('$work/hold'):\n\1        open('$work/hold').close()#
	s#^import sys#import os, sys#" mine/bot.py >mine/held.py
sed 's/bot.py/held.py/; $a sandbox = none\nnewgame-timeout = 15m' race.conf >away.conf
in_background events err referee run away.conf --db away.db --json \
	--worker "exec referee worker run --stdin --name one --slots 2 --crowded"
say "a worker plays before this machine does" until_line events '"event":"game"'
exec 8<>hold
wait $pid
say "the tournament ends without a fault" same "$? $(faults away.db)" "0 0"
say "the worker has played" test "$(sql away.db 'SELECT count(*) FROM games WHERE worker IS NOT NULL')" -gt 0
say "and this machine too" test "$(sql away.db 'SELECT count(*) FROM games WHERE worker IS NULL')" -gt 0
exec 8>&-
games race.db >here
games away.db >there
say "and they are the same" cmp here there
say "each is right" same "$(referee verify --db away.db)" "96 games of 1 tournament verified: 0 mismatches"

cat >mine/crashes.py <<'END'
import sys
moves = 0
for line in sys.stdin:
    if line == "ugi\n":
        print("feature newgame players legal\nugiok", flush=True)
    elif line == "isready\n":
        print("readyok", flush=True)
    elif line.startswith("uginewgame"):
        moves = 0
    elif line.startswith("legal"):
        legal = line.split()[1:]
    elif line.startswith("go"):
        moves += 1
        if moves == 2:
            sys.exit(1)
        print("bestmove", legal[-1], flush=True)
    elif line == "quit\n":
        break
END
conf leaves race "a b" "players = 3\nbot crashes { command = \"python3 crashes.py\" dir = \"mine\" }"
referee run leaves.conf --db leaves.db --quiet >out 2>err
say "a seat that crashes is out, and the others play on" same "$? $(sql leaves.db "SELECT DISTINCT verdict FROM seats JOIN participants USING (bot) WHERE verdict <> 'ok'")" "0 crash"
say "and that is judged alike" has "$(referee verify --db leaves.db)" "verified: 0 mismatches"

# --- a game without end -----------------------------------------------------------------------------

cp "$build/tests/bench/instant" mine
conf walk walk "" "bot a { command = \"./instant\" dir = \"mine\" }\nbot b { command = \"./instant\" dir = \"mine\" }"
referee run walk.conf --db walk.db >out 2>err
say "bots that always stay end, and all tie" same "$? $(sql walk.db "SELECT DISTINCT reason, plies, (SELECT group_concat(rank, ' ') FROM
	seats WHERE game = g.id) FROM games g")" "0 max-plies|2000|1 1"
say "the run says so before it begins" same "$(grep -c 'a game that does not end is over after 2000 plies, as it stands; max-plies sets' err)" 1
say "and verify agrees" has "$(referee verify --db walk.db)" "verified: 0 mismatches"
referee run walk.conf --db short.db --max-plies 30 >out 2>err
say "max-plies sets another end" same "$? $(sql short.db 'SELECT DISTINCT reason, plies FROM games') $(grep -c 'does not end' err)" "0 max-plies|30 0"
say "check-rules says that positions come again" has \
	"$(referee check-rules --games 20 --dir rules -- python3 rules_game.py walk)" "games a position came again, so bots can play on forever"
timeout 50 referee serve --visitor-listen 127.0.0.1:0 --play walk.conf >out 2>err
say "people do not play it in the browser, as the documents say" same "$? $(grep -c 'its rules are a program; visitors play the games of' err)" "3 1"

# --- a program that changes -----------------------------------------------------------------------

echo "# another version" >>rules/rules_game.py
referee run race.conf --db race.db >out 2>err
say "a changed program is another tournament" same "$? $(grep -c 'the program of its rules has changed since it began' err)" "2 1"
referee verify --db race.db >out 2>err
say "verify says so" has "$(cat err)" "race: the program of its rules has changed since"
say "and judges by it" has "$(cat out)" "verified: 0 mismatches"
cp "$root/tests/lib/rules_game.py" rules

# --- rules that fail ------------------------------------------------------------------------------

rogue() { # KIND LIMIT SENTENCE: stops a tournament from its second game or so on
	conf "$1" "othello $1 $2" "a b" "rounds = 20"
	referee run "$1.conf" --db "$1.db" >out 2>err
	say "rules that $1 stop the tournament" same "$? $(grep -c "$3" err)" "3 1"
	say "and no bot is blamed" same "$(grep -c 'no bot is to blame' err) $(faults "$1.db")" "1 0"
	say "games that were finished are kept" test "$(sql "$1.db" 'SELECT count(*) FROM games')" -gt 0
}
rogue crash 50 'it ended (exit status 1) before it answered "play .*the rules have a bug'
rogue flood 50 'wrong answer to "play '
rogue lie 50 '"turn 7" names no seat'
rogue turncoat 50 'rules process "python3 rules_game.py othello turncoat 50"'
rogue hang 50 'no answer to "play .* within 10 s'
kept=$(sql crash.db 'SELECT count(*) FROM games')
referee run crash.conf --db crash.db >out 2>err
say "the same command goes on, by a fresh program" same "$? $(test "$(sql crash.db 'SELECT count(*) FROM games')" -gt "$kept" && echo more)" "3 more"

conf killed othello "a b" "rounds = 1000"
begin_run referee run killed.conf --db killed.db
until_event '"event":"game"' 3
for one in $(pgrep -f "^[^ ]*python3 rules_game.py othello$"); do
	[ "$(readlink "/proc/$one/cwd")" = "$work/rules" ] && kill -9 "$one"
done
cat <&9 >>events
wait "$pid"
say "a program that is killed stops it too" same "$? $(grep -c 'no bot is to blame' errors) $(faults killed.db)" "3 1 0"

cat >nothing.conf <<'END'
game = connect4
rules { dir = "rules" }
bot a { command = "referee-bot" }
bot b { command = "referee-bot" }
END
referee run nothing.conf --db nothing.db >out 2>err
say "a game of the referee has no rules section" same "$? $(grep -c 'nothing.conf:2: rules { }: game = connect4 is a game of the referee' err)" "3 1"
conf absent othello "a b" ""
rm rules/rules_game.py
referee run absent.conf --db absent.db >out 2>err
say "a program that is not there is said" same "$? $(grep -c 'absent.conf:2: game = "process:' err)" "3 1"
exit $bad
