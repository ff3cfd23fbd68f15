#!/bin/sh
# Workers: games are played by `referee worker run --stdin`, here on the same machine, and are the same games.
# checks: 64
set -u
. "$(dirname "$0")/../lib/checks.sh"
rogue=$PWD/tests/end-to-end/worker.py
mkdir "$work/mine"
cp bots/starters/python/bot.py "$work/mine"
cd "$work" || exit 1
export TMPDIR="$work/tmp" XDG_CACHE_HOME="$work/cache"
mkdir "$TMPDIR"
kept=$XDG_CACHE_HOME/referee/workers

cat >cup.conf <<'END'
name = cup
game = connect4
rounds = 10
nodes = 10000
openings = random:4
concurrency = 1
bot a { command = "referee-bot --search alphabeta" }
bot b { command = "referee-bot --search minimax" }
bot mine { command = "python3 bot.py"  dir = "mine" }
END
worker() { # NAME SLOTS
	echo "exec referee worker run --stdin --name $1 --slots $2 --crowded"
}
games() { # DB: the games, by pairing
	sql "$1" "SELECT pairing, reason, (SELECT group_concat(move, ' ') FROM
		(SELECT move FROM moves WHERE game = games.id ORDER BY ply)) FROM games ORDER BY pairing"
}
count() {
	sql "$1" "SELECT count(*), count(DISTINCT pairing) FROM games"
}

game='"event":"game"'
until_told() { # TEXT COUNT: reads events until the run has told so many lines with the text; fails if it ends before
	while [ "$(grep -caF -e "$1" errors)" -lt "$2" ]; do
		until_event "$game" || {
			echo "the run is over and has not told $2 times: $1"
			return 1
		}
	done
}

hasnot() { # TEXT PART
	! has "$1" "$2"
}
# The machine's speed is measured here, and known to all workers of this script.
referee worker run --stdin --name first --sandbox none </dev/null >greeting 2>/dev/null
say "a worker says its speed" has "$(sed 's/ [1-9][0-9]* \([^ ]* [^ ]* [^ ]*\)$/ N \1/' greeting)" " N "

# --- the same games -------------------------------------------------------------------------------

referee run cup.conf --db alone.db --quiet >out 2>err
say "alone" same "$(count alone.db)" "60|60"
referee run cup.conf --db shared.db --worker "$(worker one 2)" --worker "$(worker two 3)" >out 2>err
say "with two workers" same "$? $(count shared.db)" "0 60|60"
say "both say what they do" same "$(grep -c "worker [a-z]* plays [23] games at a time" err)" 2
say "both have played" same "$(grep -c "worker [a-z]* has played [1-9]" err)" 2
games alone.db >alone
games shared.db >shared
say "the games are the same" cmp alone shared
say "and they are right" has "$(referee verify --db shared.db)" "60 games of 1 tournament verified: 0 mismatches"
referee run cup.conf --rounds 1 --nodes 100000 --db missing.db --quiet --worker referee-that-is-not-here >out 2>err
say "a worker's command that is not found is told in one line" has "$(cat err)" \
	'referee run: worker "referee-that-is-not-here": it ended (exit status 127): a program was not found; write its whole path; it had no game in play'
say "nothing but the folder of a bot stays on the worker's machine" same "$(ls "$TMPDIR")$(find "$kept" -name '*.py')" "$(echo "$kept"/*/tree/bot.py)"

# --- folders that are kept ------------------------------------------------------------------------

short() { # WORKER-COMMAND: one round; the worker's stdin is in `got`
	rm -f short.db
	referee run cup.conf --rounds 1 --nodes 100000 --db short.db --quiet --worker "tee got | { $1; }" >out 2>err
	say "one round is played" same "$? $(count short.db)" "0 6|6"
}
short "$(worker one 1)"
say "a folder that is there does not travel again" same "$(grep -ac "^bundle" got)" 0
chmod -R u+w "$kept"/*/tree
echo "# damaged" >>"$(echo "$kept"/*/tree/bot.py)"
short "$(worker one 1)"
say "a damaged one does" same "$(grep -ac "^bundle" got)" 1
say "and is whole again" cmp -s mine/bot.py "$(echo "$kept"/*/tree/bot.py)"

# --- bots that cannot play there ------------------------------------------------------------------

mkdir poor
printf '#!/usr/bin/interpreter-of-nothing\n' >poor/bot
printf 'while read -r line; do [ "$line" = ugi ] && exit 3; done\n' >poor/ends.sh
printf 'while read -r line; do :; done\n' >poor/slow.sh
chmod +x poor/bot
cat >poor.conf <<'END'
name = poor
game = connect4
rounds = 1
nodes = 40000
concurrency = 1
startup-timeout = 5m
bot house { command = "referee-bot" }
bot mine { command = "python3 bot.py"  dir = "mine" }
bot word { command = "interpreter-of-nothing bot"  dir = "poor" }
bot script { command = "./bot"  dir = "poor" }
bot ends { command = "sh ends.sh"  dir = "poor" }
bot slow { command = "sh slow.sh"  dir = "poor"  startup-timeout = 200ms }
END
referee run poor.conf --db poor.db --quiet --worker "$(worker one 2)" >out 2>err
said=$(grep "cannot play on" err | sed 's/ cannot play on worker.*": /: /' | sort)
say "each bot that cannot be started there is named, and no other" same "$said" "$(printf '%s\n' \
	'referee run: bot ends: ended with exit status 3 before it was ready' \
	'referee run: bot script: the interpreter "/usr/bin/interpreter-of-nothing", which the first line of "bot" names, is not there' \
	'referee run: bot word: interpreter-of-nothing is not installed')"

# --- a machine of another architecture ------------------------------------------------------------

mkdir built
cat >built/bot.sh <<'END'
#!/bin/sh
while read -r word rest; do
	case $word in
	ugi) echo "ugiok" ;;
	isready) echo readyok ;;
	go) echo bestmove d ;;
	quit) exit ;;
	esac
done
END
cat >built.conf <<'END'
name = built
game = connect4
rounds = 15
nodes = 40000
concurrency = 1
bot house { command = "referee-bot" }
bot made { command = "./bot"  build = "cp bot.sh bot; chmod +x bot; uname -m >arch"  dir = "built" }
END
other="XDG_CACHE_HOME=$work/other exec setarch i686 referee worker run --stdin --name other"
referee run built.conf --db built.db --quiet --worker "$other" >out 2>err
say "a built bot plays there" same "$? $(count built.db) $(grep -c "worker other has played [1-9]" err)" "0 30|30 1"
say "after it was built there from its sources" same "$(ls "$work"/other/referee/builds | wc -l) $(ls "$work"/other/referee/workers/*/tree)" "1 bot.sh"
sed -i 's/uname -m >arch/uname -m | grep x/' built.conf
referee run built.conf --db broken.db --rounds 10 --quiet --worker "$other" >out 2>err
say "a build that fails there is said" has "$(cat err)" 'bot made cannot play on worker'
say "with its reason" has "$(cat err)" 'it cannot be built here: `'

# --- a worker that leaves -------------------------------------------------------------------------

mkdir calm # a move of its bot takes 0.1 s, so that the worker has games in play
sed 's/^import sys/import sys, time/; s/send("bestmove/time.sleep(0.1), &/' mine/bot.py >calm/bot.py
cat >leaving.conf <<'END'
name = leaving
game = connect4
rounds = 8
concurrency = 2
bot a { command = "python3 bot.py"  dir = "calm" }
bot b { command = "python3 bot.py"  dir = "calm" }
END
begin_run referee run leaving.conf --db left.db --worker "echo \$\$ >>leavers; $(worker one 2)"
until_event "$game" 5
kill "$(cat leavers)"
stop_run 0
say "a worker is told to leave" same "$? $(count left.db)" "0 16|16"
say "its games are not lost" hasnot "$(cat errors)" "again:"
say "it ends at once when they have ended" has "$(cat errors)" "worker one has played"
say "the end does not wait for its return" same "$(wc -l <leavers)" 1
say "it is gone" test ! -d "/proc/$(cat leavers)"

referee run cup.conf --db late.db --worker "$(worker one 2 | cut -c 6-) | sed -u 's/ 1[0-9]\{12\}/ 1500000000000/g'" >out 2>err
say "a worker whose clock is wrong by years has played" has "$(cat err)" "worker one has played"
say "... and its games have our times" same \
	"$(sql late.db "SELECT count(*) FROM games WHERE started_ms < 1700000000000 OR ended_ms < started_ms")" 0

# --- workers that end -----------------------------------------------------------------------------

: >killed
begin_run referee run cup.conf --rounds 1000000 --db killed.db --worker "echo \$\$ >>killed; $(worker one 2)"
for kills in 1 2 3; do
	until_told "worker one plays" $kills
	until_event "$game" 5
	kill -9 "$(tail -1 killed)"
	until_told "it ended (signal 9)" $kills
done
stop_run TERM
say "a worker is killed three times" same "$? $(wc -l <killed) $(grep -c "it ended (signal 9)" errors)" "143 3 3"
rounds=$(sql killed.db "SELECT max(round) FROM games")
referee run cup.conf --rounds "$rounds" --db killed.db --quiet 2>err
say "no game is lost and none is there twice" same "$? $(count killed.db)" "0 $((6 * rounds))|$((6 * rounds))"
say "and they are right" has "$(referee verify --db killed.db)" ": 0 mismatches"

# --- workers that are none ------------------------------------------------------------------------

ends() { # SENTENCE PART COMMAND: a tournament with this worker goes on until that is told; then it is told to stop
	rm -f none.db
	begin_run referee run cup.conf --rounds 1000000 --nodes 2000 --db none.db --worker "$3"
	until_told "$2" 1 && until_event "$game"
	stop_run TERM
	say "$1: it is told, and the tournament goes on" same "$? $(sql none.db "SELECT count(*) = count(DISTINCT pairing) FROM games")" "143 1"
}
ends "one that is not there" "it ended" "exec ./nothing"
ends "one that says something else" "it said \"hello\" and not \"worker 4 VERSION\"" "echo hello; cat >/dev/null"
VERSION=$(referee --version | sed -n "1s/.* //p")
export VERSION
facts="facts x any x86_64 $VERSION -"
ends "one that has a thousand slots" "its facts are malformed: \"$facts 1000 " \
	"echo worker 4 $VERSION; echo $facts 1000 0 0 0 0 - - -; cat >/dev/null"
ends "one of an earlier version" "with version 1 of a worker's lines, and this is referee $VERSION with version 4" "echo worker 1 2 x; cat >/dev/null"
ends "one of version 0.1" "it is referee 0.1 with version 4 of a worker's lines, and this is referee $VERSION with version 4; install the same version there" \
	"echo worker 4 0.1; cat >/dev/null"
ends "one of before version 4" "it is referee ? with version 3 of a worker's lines" "echo worker 3 name=x slots=1 arch=x86_64 version=1.0; cat >/dev/null"
ends "one that sends lines without end" "a line that is too long" "head -c 3000000 /dev/zero | tr '\\\\0' x; cat >/dev/null"
for line in "{game} nonsense" "taken 1" "$facts 1 0 0 0 0 - - -" "delays 1" "cannot 9 x" "cannot -1 x" "speed -1" \
	"load 1" "leaving now"; do
	ends "one that answers with \"$line\"" "a worker was killed: it sent \"${line#"{game} "}\", which is not valid now" "exec python3 $rogue '$line'"
done
ends "one that answers for a game that it does not play" 'a worker was killed: it sent "7 game ' "exec python3 $rogue '7 game {pairing}'"
ends "one that calls a game void, with what it says" "a game is played again: -1" "exec python3 $rogue '{game} void {pairing} -1'"
mkdir private
cp mine/bot.py private
said=$(referee run cup.conf --fresh --db none.db --worker "$(worker one 1)" --bot "out=python3 $work/private/bot.py" 2>&1)
say "a bot whose files are elsewhere cannot travel" has "$said" "bot out: its command names \"$work/private/bot.py\", which is not in its folder"
printf 'game = connect4\nnodes = 9\nworker = "x"\nbot a { command = "referee-bot" }\nbot out { command = "python3 %s" }\n' \
	"$work/private/bot.py" >far.conf
for command in run check; do
	said=$(referee $command far.conf 2>&1)
	say "... and $command names the line of its file" has "$? $said" "3 referee $command: far.conf:5: bot out: its command names"
done

# --- the command ----------------------------------------------------------------------------------

said=$(referee worker run 2>&1)
say "without a connection it says which there are" has "$? $said" "2 referee worker run: say how the referee is reached: --broker"
refused() { # TEXT MESSAGE: what the referee sends, and what the worker says of it
	said=$(printf '%s\n' "$1" | timeout 60 referee worker run --stdin --sandbox none 2>&1 >/dev/null)
	say "\"$(echo "$1" | tr '\n' ' ')\" from the referee is refused" same "$? $said" "70 referee worker run: $2"
}
for text in "" "config" "config -1" "config 99999999999" "folder 3"; do
	refused "$text" 'the referee sent a line that is not "config NUMBER"'
done
refused "config 5
gam" "the referee closed the connection"
wrong="the configuration that the referee sent:"
refused "config 10
game chess" "$wrong \"game chess\" is not known here"
refused "config 25
settings
db = /etc/passwd" "$wrong \"db\" is no setting of games on other machines"
cat >config.txt <<END
arbiter x86_64 1 0 0 0
folder 0 0
settings
game = connect4
players = 2
$(printf '%s = none\n' movetime tc depth nodes margin max-plies repetition resign draw memory processes files scratch \
	sandbox strikes connect-timeout quit-timeout)
$(printf '%s = no\n' adjudicate-exact build-network keep-info ponder isready-every-move reconnect)
$(printf '%s = 64K\n' output stderr)
$(printf '%s = 9s\n' startup-timeout newgame-timeout build-timeout)
line = 4K
build-memory = 2G
restart = auto
clock = wall
bot a command = ./x
END
said=$({ echo "config $(wc -c <config.txt)" && cat config.txt && printf 'folder %064d 9\nbundle %064d 9\n123456789' 1 1; } | timeout 60 referee worker run --stdin --sandbox none 2>&1 >/dev/null)
say "a bundle that has another digest is refused" has "$? $said" "70 referee worker run: a bot's folder did not arrive whole"
say "... and nothing of it stays" same "$(ls "$kept" | grep -c new-)" 0
said=$(referee worker run --stdin --slots 200 </dev/null 2>&1)
say "more slots than cores are refused" has "$? $said" "2 referee worker run: --slots 200: this machine has"
said=$(referee worker run --stdin --slots 200 --crowded </dev/null 2>/dev/null)
say "unless that is wished, and said" has "$said" " 200 $(echo "$said" | sed -n 's/^facts .* 200 \([0-9]*\) .*/\1/p') 1 "
said=$(referee worker run --stdin --cache /proc/none </dev/null 2>&1)
say "a cache that cannot be written is refused" has "$? $said" "70 referee worker run: /proc/none: the folder for bots cannot be used"
say "nothing stays there either" same "$(ls "$TMPDIR")" ""
exit $bad
