#!/bin/sh
# Workers: games are played by `referee worker --stdin`, here on the same machine, and are the same games.
set -u
. "$(dirname "$0")/../lib/checks.sh"
rogue=$PWD/tests/end-to-end/worker.py
mkdir "$work/mine"
cp bots/starters/python/bot.py "$work/mine"
cd "$work" || exit 1
export TMPDIR="$work/tmp"
mkdir "$TMPDIR"

cat >cup.conf <<'END'
name = cup
game = connect4
rounds = 10
nodes = 2000
openings = random:4
concurrency = 1
bot a { command = "referee-bot --search alphabeta" }
bot b { command = "referee-bot --search minimax" }
bot mine { command = "python3 bot.py"  dir = "mine" }
END
worker() { # NAME SLOTS
	echo "exec referee worker --stdin --name $1 --slots $2"
}
games() { # DB: the games, by pairing
	sql "$1" "SELECT pairing, reason, (SELECT group_concat(move, ' ') FROM
		(SELECT move FROM moves WHERE game = games.id ORDER BY ply)) FROM games ORDER BY pairing"
}
count() {
	sql "$1" "SELECT count(*), count(DISTINCT pairing) FROM games"
}

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
say "nothing stays on the worker's machine" same "$(ls "$TMPDIR")" ""

referee run cup.conf --db late.db --worker "$(worker one 2 | cut -c 6-) | sed -u 's/20[2-9][0-9]-/2019-/'" >out 2>err
say "a worker whose clock is wrong by years has played" has "$(cat err)" "worker one has played"
say "... and its games have our times" same \
	"$(sql late.db "SELECT count(*) FROM games WHERE started_ms < 1700000000000 OR ended_ms < started_ms")" 0

# --- workers that end -----------------------------------------------------------------------------

sed 's/^nodes.*/nodes = 40000/' cup.conf >slow.conf
: >events
: >pids
referee run slow.conf --db killed.db --worker "echo \$\$ >>pids; $(worker one 2)" --json >events 2>err &
pid=$!
killed=0
while kill -0 $pid 2>/dev/null; do
	games=$(grep -c '"event":"game"' events)
	if [ "$games" -ge $((5 * (killed + 1))) ] && [ $killed -lt 3 ] && [ "$(wc -l <pids)" -gt $killed ]; then
		kill -9 "$(tail -1 pids)" 2>/dev/null
		killed=$((killed + 1))
	fi
done
wait $pid
say "a worker is killed three times" same "$? $killed" "0 3"
say "no game is lost and none is there twice" same "$(count killed.db)" "60|60"
say "a later worker removes what they left" test "$(ls "$TMPDIR" | grep -c '^referee-worker-')" -le 1
say "it is said" has "$(cat err)" "a worker ended"
rm -rf "$TMPDIR"/referee-selftest-* # of a worker that was killed while it began
say "and they are right" has "$(referee verify --db killed.db)" ": 0 mismatches"

# --- workers that are none ------------------------------------------------------------------------

ends() { # SENTENCE PART COMMAND: the tournament is played in spite of this worker
	rm -f none.db
	referee run cup.conf --rounds 1 --db none.db --worker "$3" >out 2>err
	say "$1" same "$? $(count none.db)" "0 6|6"
	say "... and is told" has "$(cat err)" "$2"
}
ends "one that is not there" "it ended" "exec ./nothing"
ends "one that says something else" "it said \"hello\" and not \"worker 2 FACTS\"" "echo hello; cat >/dev/null"
facts="slots=1 arch=x86_64 version=0.1"
ends "one that has a thousand slots" "its facts are malformed: \"slots=1000\"" "echo worker 2 name=x slots=1000; cat >/dev/null"
ends "one of an earlier version" "with version 1 of a worker's lines, and this is referee 0.1 with version 2" "echo worker 1 2 x; cat >/dev/null"
ends "one of another program" "it is referee 9.9 with version 2" "echo worker 2 name=x ${facts%=*}=9.9; cat >/dev/null"
ends "one that sends lines without end" "a line that is too long" "head -c 3000000 /dev/zero | tr '\\\\0' x; cat >/dev/null"
for line in "{game} nonsense" "7 game {pairing}" "taken 1" "worker name=x $facts" "{game} void {pairing} -1" "delays 1"; do
	rm -f none.db
	referee run cup.conf --rounds 1 --db none.db --worker "exec python3 $rogue '$line'" >out 2>err
	say "one that answers with \"$line\" changes nothing" same "$? $(count none.db)" "0 6|6"
done
mkdir private
cp mine/bot.py private
said=$(referee run cup.conf --fresh --db none.db --worker "$(worker one 1)" --bot "out=python3 $work/private/bot.py" 2>&1)
say "a bot whose files are elsewhere cannot travel" has "$said" "bot out: its command names \"$work/private/bot.py\", which is not in its folder"

# --- the command ----------------------------------------------------------------------------------

said=$(referee worker 2>&1)
say "without a connection it says which there are" has "$? $said" "2 referee worker: say how the referee is reached: --broker tls://HOST:PORT, or --stdin"
for text in "" "config" "config -1" "config 99999999999" "config 5
gam" "config 10
game chess" "config 14
game connect4
" "folder 3"; do
	said=$(printf '%s\n' "$text" | timeout 60 referee worker --stdin --sandbox none 2>&1)
	say "\"$(echo "$text" | tr '\n' ' ')\" from the referee is refused" has "$? $said" "referee worker: "
done
say "nothing stays there either" same "$(ls "$TMPDIR")" ""
exit $bad
