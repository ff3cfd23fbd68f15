#!/bin/sh
# Fair across machines: pairs on one machine, bots and clocks where they may be, games that end workers, spot checks.
set -u
. "$(dirname "$0")/../lib/checks.sh"
proxy=$PWD/tests/end-to-end/worker-proxy.py
mkdir "$work/mine" "$work/cache"
# A bot that is slow and takes no processor, so that games last until a worker is ready.
sed 's/^import sys/import sys\nimport time/; s/send("bestmove "/time.sleep(0.01)\n            &/' bots/starters/python/bot.py >"$work/mine/bot.py"
cd "$work" || exit 1
export TMPDIR="$work/tmp"
mkdir "$TMPDIR"

cat >cup.conf <<'END'
name = cup
game = connect4
rounds = 8
nodes = 2000
openings = random:4
worker-check = 0%
bot a { command = "referee-bot --search alphabeta" }
bot b { command = "referee-bot --search minimax" }
bot c { command = "referee-bot --search pvs" }
END
sed 's/^nodes.*/movetime = 4ms/; s/^rounds.*/rounds = 2/' cup.conf >clocks.conf
worker() { # NAME SLOTS
	echo "exec referee worker --stdin --name $1 --slots $2"
}
fault() { # FAULT NAME SLOTS
	echo "exec python3 $proxy $1 referee worker --stdin --name $2 --slots $3"
}
play() { # DB FLAGS...
	db=$1
	shift
	rm -f "$db"
	referee run "$@" --db "$db" >out 2>err
}
count() {
	sql "$1" "SELECT count(*), count(DISTINCT pairing) FROM games"
}
parted() { # DB: pairs that were played on two machines
	sql "$1" "SELECT count(*) FROM (SELECT count(DISTINCT coalesce(worker, 0)) AS machines FROM games GROUP BY seed)
		WHERE machines > 1"
}
by() { # DB NAME: games of that worker
	sql "$1" "SELECT count(*) FROM games JOIN workers ON workers.id = games.worker WHERE workers.name = '$2'"
}

# --- pairs ----------------------------------------------------------------------------------------

for format in round-robin gauntlet swiss knockout; do
	play pairs.db cup.conf --format $format --worker "$(worker one 2)" --worker "$(worker two 2)"
	say "$format is played" same "$?" 0
	say "... both games of each pair on one machine" same "$(parted pairs.db)" 0
done
printf 'name = test\nformat = sprt\ngame = connect4\nnodes = 500\nopenings = random:6\ngames = 60\nelo1 = 200\n' >sprt.conf
printf 'bot %s { command = "referee-bot --search %s" }\n' a alphabeta b random >>sprt.conf
play pairs.db sprt.conf --worker "$(worker one 2)"
say "so is sprt" same "$? $(parted pairs.db)" "0 0"
play apart.db cup.conf --rounds 30 --worker-pairs no --worker "$(worker one 2)" --worker "$(worker two 2)"
say "worker-pairs = no parts them" test "$(parted apart.db)" -gt 0

# --- bots and clocks ------------------------------------------------------------------------------

play cannot.db cup.conf --worker "$(fault cannot=2 lame 2)"
say "a bot that cannot play on a worker" same "$? $(count cannot.db)" "0 48|48"
say "... is named" has "$(cat err)" "bot c cannot play on worker"
say "... and never played there" same "$(sql cannot.db "SELECT count(*) FROM seats JOIN games ON games.id = seats.game
	JOIN bots ON bots.id = seats.bot WHERE bots.name = 'c' AND worker IS NOT NULL")" 0
say "... but the others are" test "$(by cannot.db lame)" -gt 0

clocks() { # SENTENCE FAULT LINE: a worker that plays no games with clocks, but others
	play clocks.db clocks.conf --rounds 6 --worker-speed "$5" --worker "$(fault "$2" odd 2)"
	say "$1 worker is said" same "$? $(count clocks.db) $(grep -c "worker odd: $3" err)" "0 36|36 1"
	say "... and plays no games with clocks" test "$(by clocks.db odd)" -le "$4"
}
clocks "a slow" speed=1000 "slow: plays no games with clocks" 0 10%
clocks "a crowded" crowded "crowded: plays no games with clocks; it has more slots than cores" 0 10000%
# games that were requested before its first delays are played
clocks "a late" delays "drained: plays no games with clocks; 100.0 % of its moves were delayed by more than half the margin" 4 10000%
play slow.db cup.conf --worker "$(fault speed=1000 odd 2)"
say "with nodes a slow worker plays" same "$? $(grep -c "worker odd: " err)" "0 0"
say "... its games" test "$(by slow.db odd)" -gt 0

# --- a game that ends workers ---------------------------------------------------------------------

# This machine is the slow one and leaves the games to the workers. One of these plays nothing; the others are never all
# gone.
frail() {
	fault "kills=$work/killer,speed=1000" "$1" 2
}
play kills.db clocks.conf --rounds 4 --worker "$(frail x)" --worker "$(frail y)" --worker "$(frail z)" \
	--worker "$(frail v)" --worker "$(fault speed=1000,cannot=0:1:2 idle 1)"
say "a game that ends workers ends no tournament" same "$? $(count kills.db)" "0 24|24"
say "... is played here after six of them" same "$(wc -l <killer.deaths) $(sql kills.db "SELECT count(*) FROM games
	WHERE worker IS NULL AND printf('%u', pairing) = '$(cat killer)'")" "6 1"
say "... the last three times alone" same "$(grep "again: a worker" err | tail -3 | grep -c ": a game is played again")" 3
say "a machine that is slow beside its workers says so" has "$(cat err)" "this machine leaves games with clocks to workers"

# --- a worker that starts no bot ------------------------------------------------------------------

printf 'name = broken\ngame = connect4\nrounds = 2\nnodes = 1000\nopenings = random:4\n' >broken.conf
for bot in a b c d; do
	echo "bot $bot { command = \"python3 bot.py\"  dir = \"mine\" }"
done >>broken.conf
play broken.db broken.conf --worker "$(fault "breaks=$work/cache" broken 1) --cache $work/cache"
say "a worker that can no longer start bots costs no game" same "$? $(count broken.db)" "0 24|24"
say "... no bot loses by it" same "$(sql broken.db "SELECT count(*) FROM seats WHERE verdict = 'startup'")" 0
say "... it is drained" has "$(cat err)" "worker broken: drained: plays no games; 3 games in a row with different bots failed there"
say "... and played nothing" same "$(by broken.db broken)" 0

# --- spot checks ----------------------------------------------------------------------------------

play checks.db cup.conf --worker-check 100% --worker "$(worker one 2)" --worker "$(worker two 1)"
say "each game of a worker is checked" same "$? $(sql checks.db "SELECT count(*), sum(same) = count(*) FROM spot_checks")" \
	"0 $(sql checks.db "SELECT count(*) FROM games WHERE worker IS NOT NULL")|1"
say "... and a check is no game" same "$(count checks.db)" "48|48"
play checks.db cup.conf --worker-check 100% --worker "$(fault nodes cheat 2)"
say "a worker that plays otherwise is found" test "$(sql checks.db "SELECT count(*) FROM spot_checks WHERE same = 0")" -gt 0
say "... and named" has "$(cat err)" "of worker cheat (bot "
say "... and its games stay" same "$(count checks.db)" "48|48"
say "... and count against it" has "$(referee workers --db checks.db)" "spot checks differ"
exit $bad
