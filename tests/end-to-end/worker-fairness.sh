#!/bin/sh
# Fair across machines: pairs on one machine, bots and clocks where they may be, games that end workers, spot checks.
# checks: 43
set -u
. "$(dirname "$0")/../lib/checks.sh"
proxy=$PWD/tests/end-to-end/worker-proxy.py
mkdir "$work/mine" "$work/cache"
cp bots/starters/python/bot.py "$work/mine"
cd "$work" || exit 1
export TMPDIR="$work/tmp"
mkdir "$TMPDIR"

cat >cup.conf <<'END'
name = cup
game = connect4
rounds = 1000000
nodes = 2000
openings = random:4
worker-check = 0%
bot a { command = "referee-bot --search alphabeta" }
bot b { command = "referee-bot --search minimax" }
bot c { command = "referee-bot --search pvs" }
END
sed 's/^nodes.*/movetime = 4ms/' cup.conf >clocks.conf
worker() { # NAME SLOTS
	echo "exec referee worker run --stdin --name $1 --slots $2"
}
fault() { # FAULT NAME SLOTS
	echo "exec python3 $proxy $1 referee worker run --stdin --name $2 --slots $3"
}
play_until() { # CONDITION DB FLAGS...: plays until the condition holds, which is asked each four games; then it is told to stop
	condition=$1
	db=$2
	shift 2
	rm -f "$db"
	begin_run referee run "$@" --db "$db"
	until $condition; do
		until_event '"event":"game"' 4 || {
			echo "the run is over and it does not hold: $condition"
			break
		}
	done
	stop_run TERM
}
stopped() { # DB: the run went on until it was told to stop, and no game is there twice
	[ $? = 143 ] && sql "$1" "SELECT count(*) = count(DISTINCT pairing) FROM games"
}
parted() { # DB: pairs that were played on two machines
	sql "$1" "SELECT count(*) FROM (SELECT count(DISTINCT coalesce(worker, 0)) AS machines FROM games GROUP BY seed)
		WHERE machines > 1"
}
by() { # DB NAME: games of that worker
	sql "$1" "SELECT count(*) FROM games JOIN workers ON workers.id = games.worker WHERE workers.name = '$2'"
}

# --- pairs ----------------------------------------------------------------------------------------

all_played() { # each worker, some
	[ "$(by pairs.db one)" -gt 4 ] && [ "$(by pairs.db two)" -gt 4 ]
}
for format in round-robin gauntlet; do
	play_until all_played pairs.db cup.conf --format $format --worker "$(worker one 2)" --worker "$(worker two 2)"
	say "$format goes on until all machines have played" same "$(stopped pairs.db)" 1
	say "... both games of each pair on one machine" same "$(parted pairs.db)" 0
done
both_played() { # this machine and the worker, some
	[ "$(sql pairs.db "SELECT count(*) FROM games WHERE worker IS NULL")" -gt 4 ] && [ "$(by pairs.db one)" -gt 4 ]
}
# So many bots that a round has more pairs than this machine takes.
sed '/^bot/d' cup.conf >many.conf
for bot in a b c d e f g h; do
	echo "bot $bot { command = \"referee-bot --search alphabeta\" }"
done >>many.conf
for format in swiss knockout; do
	play_until both_played pairs.db many.conf --concurrency 1 --format $format --worker "$(worker one 1)"
	say "$format goes on until both machines have played" same "$(stopped pairs.db)" 1
	say "... both games of each pair on one machine" same "$(parted pairs.db)" 0
done
# Equal bots: it takes many ten thousand games to tell them apart by a tenth of a point of Elo.
printf 'name = test\nformat = sprt\ngame = connect4\nnodes = 500\nopenings = random:6\ngames = 1000000\nelo1 = 0.1\n' >sprt.conf
printf 'bot %s { command = "referee-bot --search alphabeta" }\n' a b >>sprt.conf
play_until both_played pairs.db sprt.conf --concurrency 1 --worker "$(worker one 2)"
say "so does sprt" same "$(stopped pairs.db) $(parted pairs.db)" "1 0"
are_parted() {
	[ "$(parted apart.db)" -gt 0 ]
}
play_until are_parted apart.db cup.conf --worker-pairs no --worker "$(worker one 2)" --worker "$(worker two 2)"
say "worker-pairs = no parts them" same "$(stopped apart.db)" 1

# --- bots and clocks ------------------------------------------------------------------------------

lame_plays() {
	[ "$(by cannot.db lame)" -gt 10 ]
}
play_until lame_plays cannot.db cup.conf --worker "$(fault cannot=2 lame 2)"
say "a bot that cannot play on a worker leaves it to others" same "$(stopped cannot.db)" 1
say "... is named" has "$(cat errors)" "bot c cannot play on worker"
say "... and never played there" same "$(sql cannot.db "SELECT count(*) FROM seats JOIN games ON games.id = seats.game
	JOIN bots ON bots.id = seats.bot WHERE bots.name = 'c' AND worker IS NOT NULL")" 0
say "... but the others are" same "$(sql cannot.db "SELECT DISTINCT bots.name FROM seats JOIN games ON games.id = seats.game
	JOIN bots ON bots.id = seats.bot WHERE worker IS NOT NULL ORDER BY 1" | tr '\n' ' ')" "a b "

odd_is_said() { # and some games are played afterwards
	games=$(sql clocks.db "SELECT count(*) FROM games")
	grep -q "worker odd: " errors || { before=$games && return 1; }
	[ "$games" -gt $((before + 20)) ]
}
clocks() { # SENTENCE FAULT LINE MOST SPEED: a worker that plays at most so many games with clocks
	play_until odd_is_said clocks.db clocks.conf --worker-speed "$5" --worker "$(fault "$2" odd 2)"
	say "$1 worker is said" same "$(stopped clocks.db) $(grep -c "worker odd: $3" errors)" "1 1"
	say "... and plays no games with clocks" test "$(by clocks.db odd)" -le "$4"
}
clocks "a slow" speed=1000 "slow: plays no games with clocks" 0 10%
clocks "a crowded" crowded "crowded: plays no games with clocks; it has more slots than cores" 0 10000%
# What was requested before it told of its delays is played: for each of two slots a game, and two that wait for it.
clocks "a late" delays "drained: plays no games with clocks; 100.0 % of its moves were delayed by more than half the margin" 6 10000%
odd_plays() {
	[ "$(by slow.db odd)" -gt 0 ]
}
play_until odd_plays slow.db cup.conf --worker "$(fault speed=1000 odd 2)"
say "with nodes a slow worker plays" same "$(stopped slow.db) $(grep -c "worker odd: " errors)" "1 0"

# --- a game that ends workers ---------------------------------------------------------------------

# This machine is the slow one and leaves the games to the workers. One of these plays nothing; the others are never all
# gone.
sed 's/^movetime.*/&\nclock = cpu\nmargin = 10s/' clocks.conf >kills.conf # or a busy machine is drained
frail() {
	fault "kills=$work/killer,speed=1000" "$1" 2
}
killer_here() { # games with that number that this machine played
	sql kills.db "SELECT count(*) FROM games WHERE worker IS NULL AND printf('%u', pairing) = '$(cat killer)'"
}
killer_is_played() {
	[ "$(killer_here)" = 1 ]
}
play_until killer_is_played kills.db kills.conf --worker "$(frail x)" --worker "$(frail y)" --worker "$(frail z)" \
	--worker "$(frail v)" --worker "$(fault speed=1000,cannot=0:1:2 idle 1)"
say "a game that ends workers ends no tournament" same "$(stopped kills.db)" 1
say "... is played here after six of them" same "$(wc -l <killer.deaths) $(killer_here)" "6 1"
say "... the last three times alone" same "$(grep "it ended (exit status 1)" errors | tail -3 | grep -c ": a game is played again")" 3
say "a machine that is slow beside its workers says so" has "$(cat errors)" "this machine leaves games with clocks to workers"

# --- a worker that starts no bot ------------------------------------------------------------------

printf 'name = broken\ngame = connect4\nrounds = 1000000\nnodes = 1000\nopenings = random:4\n' >broken.conf
for bot in a b c d; do
	echo "bot $bot { command = \"python3 bot.py\"  dir = \"mine\" }"
done >>broken.conf
is_drained() {
	grep -q "worker broken: drained" errors
}
play_until is_drained broken.db broken.conf --worker "$(fault "breaks=$work/cache" broken 1) --cache $work/cache"
say "a worker that can no longer start bots costs no game" same "$(stopped broken.db)" 1
say "... no bot loses by it" same "$(sql broken.db "SELECT count(*) FROM seats WHERE verdict = 'startup'")" 0
say "... it is drained" has "$(cat errors)" "worker broken: drained: plays no games; 3 games in a row with different bots failed there"
say "... and played nothing" same "$(by broken.db broken)" 0

# --- spot checks ----------------------------------------------------------------------------------

many_are_checked() {
	[ "$(sql checks.db "SELECT count(*) FROM spot_checks")" -ge 60 ]
}
play_until many_are_checked checks.db cup.conf --worker-check 100% --worker "$(worker one 2)" --worker "$(worker two 1)"
say "each game of a worker is checked, and a check is no game" same "$(stopped checks.db) $(sql checks.db "SELECT count(same) FROM
	(SELECT id FROM games WHERE worker IS NOT NULL ORDER BY id LIMIT 20) LEFT JOIN spot_checks ON game = id")" "1 20"
say "... and was the same on the other machine" same "$(sql checks.db "SELECT DISTINCT same FROM spot_checks")" 1
# A tournament that ends, with a worker that plays otherwise: alone, the same games are played here.
# It has enough games to last until the worker is there.
sed 's/^rounds.*/rounds = 80/' cup.conf >few.conf
begun=$(date +%s%3N)
referee run few.conf --db cheat.db --concurrency 1 --worker-check 100% --worker "$(fault nodes cheat 2)" --fresh --quiet 2>errors
say "a worker that plays otherwise is found, and the tournament goes on" same "$?" 0
say "... it is named, with the game and the move" test "$(grep -c "worker cheat is not trusted any more: game [0-9]* (bot [abc] in seat 1) is not the same here: move [0-9]* is [a-g] there and [a-g] elsewhere; [1-9][0-9]* games* of it [a-z]* void and played again" errors)" = 1
say "... no game of it counts" same "$(by cheat.db cheat)" 0
say "... each is kept beside, with its machine" test "$(sql cheat.db "SELECT count(*) FROM replaced_games r JOIN workers w
	ON w.id = r.worker WHERE w.name = 'cheat' AND r.bot = 'worker cheat'")" -gt 0
say "... and was played again: all games are there, each once" same "$(sql cheat.db "SELECT count(*), count(DISTINCT pairing) FROM games")" "480|480"
referee run few.conf --db alone.db --quiet
moves="SELECT pairing, moves_hash FROM games ORDER BY pairing"
say "... as without that worker" same "$(sql cheat.db "$moves")" "$(sql alone.db "$moves")"
say "... also the ratings" same "$(referee ratings --db cheat.db --csv)" "$(referee ratings --db alone.db --csv)"
say "... verify finds nothing" has "$(referee verify --db cheat.db)" " 0 mismatches"
say "... the table of machines says why" has "$(referee worker list --db cheat.db | grep cheat)" "its games do not count: game "
# What was played in this run comes again: it is a new tournament no more.
say "--fresh begins one tournament" same "$(sql cheat.db "SELECT count(*) FROM tournaments WHERE created_ms >= $begun")" 1
referee run few.conf --db cheat.db --concurrency 1 --replay a --worker "$(fault nodes cheat 2)" --quiet 2>errors
say "the worker stays away when the tournament goes on" same "$(by cheat.db cheat)" 0
say "... and the log says why" has "$(cat errors)" "worker cheat: drained: plays no games; game "
exit $bad
