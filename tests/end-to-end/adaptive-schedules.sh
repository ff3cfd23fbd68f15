#!/bin/sh
# Formats whose games follow from results: killed in the middle, they go on to what they would have
# come to; bots join a ladder while it runs.
# checks: 62
set -u
. "$(dirname "$0")/../lib/checks.sh"

# bots FROM TO: weak and strong ones in turn, that play the same whenever they are asked the same.
bots() {
	for i in $(seq "$1" "$2"); do
		case $((i % 4)) in
		0) command="referee-bot --search alphabeta --eval cells" ;;
		1) command="$build/tests/bench/instant" ;;
		2) command="referee-bot --search random --seed $i" ;;
		3) command="referee-bot --search alphabeta --eval zero" ;;
		esac
		echo "bot b$i { command = \"$command\" }"
	done
}

# define NAME BOTS LINE...: a file of its own
define() {
	name=$1
	many=$2
	shift 2
	{
		printf '%s\n' 'game = connect4' 'openings = random:4' 'depth = 3' 'sandbox = none' "db = \"$work/$name.db\"" "$@"
		bots 1 "$many"
	} >"$work/$name.conf"
}

# All that it came to, whenever its games were finished.
outcome() {
	sql "$1" "SELECT g.pairing, g.round, g.opening, group_concat(b.name || s.rank, ' ') FROM games g
		JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot GROUP BY g.id ORDER BY g.pairing;
	SELECT rank, bot, games, points, wins, draws, losses FROM standings ORDER BY 1, 2;
	SELECT b.name, y.round, y.points FROM byes y JOIN bots b ON b.id = y.bot ORDER BY 2, 1;
	SELECT b.name, e.round FROM participants e JOIN bots b ON b.id = e.bot ORDER BY 2, 1"
}

# killed NAME GAMES FLAGS...: a run that is killed at its GAMES-th game. Its pace leaves few games to a commit.
killed() {
	name=$1
	many=$2
	shift 2
	begin_run referee run "$work/$name.conf" --pace 600/m "$@"
	until_event '"event":"game"' "$many"
	stop_run KILL
	say "a $name was killed in its middle, at game $many" \
		same "$? $(grep -c '"event":"done"' "$work/events")" "137 0"
}

# interrupted NAME: begun four times, killed three times.
interrupted() {
	killed "$1" 1 --concurrency 1
	killed "$1" 17 --concurrency 3
	killed "$1" 9 --concurrency 2
	referee run "$work/$1.conf" >"$work/$1.tables" 2>"$work/$1.errors"
	referee run "$work/$1.conf" --db "$work/$1-whole.db" --concurrency 4 --quiet
	outcome "$work/$1.db" >"$work/$1.outcome"
	outcome "$work/$1-whole.db" >"$work/$1-whole.outcome"
	say "a $1 that was killed three times comes to the same as one that was not" \
		cmp "$work/$1.outcome" "$work/$1-whole.outcome"
}

# --- gauntlet: 2 x 10 pairs, both orders, 5 rounds ---
define gauntlet 12 'format = gauntlet' 'seeds = 2' 'rounds = 5'
interrupted gauntlet
say "two seeds play ten others twice a round" same "$(sql "$work/gauntlet.db" 'SELECT count(*) FROM games')" 200
say "and no other bots meet" same "$(sql "$work/gauntlet.db" "SELECT count(*), sum((a IN ('b1', 'b2')) + (b IN ('b1', 'b2')) = 1)
	FROM head_to_head")" "20|20"

# --- swiss ---
define swiss 33 'format = swiss'
interrupted swiss
say "33 bots play 6 rounds, 16 pairs in each, both orders" same "$(sql "$work/swiss.db" \
	'SELECT max(round), count(*) FROM games')" "6|192"
say "no two of them meet in two rounds" same "$(sql "$work/swiss.db" 'SELECT max(games) FROM head_to_head')" 2
say "six of them sit out once, for two points" same "$(sql "$work/swiss.db" \
	'SELECT count(DISTINCT bot), sum(points) FROM byes')" "6|12.0"
say "byes are in the points and not in the games" same "$(sql "$work/swiss.db" \
	'SELECT sum(points), sum(games), min(games), max(games) FROM standings')" "204.0|384|10|12"
say "who stands first is said" has "$(cat "$work/swiss.errors")" " the swiss of 6 rounds with "
say "the first round is all that is known of it" same "$(referee run "$work/swiss.conf" --dry-run | cut -f 2 |
	sed -n '1p; 32,33p')" "1
1
# all further games follow from the results of these"
say "how long all rounds take is said" has "$(referee run "$work/swiss.conf" --dry-run --movetime 1s | tail -1)" "# all 192 games take at most about "
say "or, where their number is open, how long these do" has "$(referee run "$work/swiss.conf" --dry-run --movetime 1s \
	--format knockout --name ko | tail -1)" "# these games take at most about "
referee run "$work/swiss.conf" --quiet --rounds 7
say "a round can be added" same "$(sql "$work/swiss.db" 'SELECT max(round), count(*) FROM games')" "7|224"
say "and a bot cannot" has "$(referee run "$work/swiss.conf" --bot more=referee-bot 2>&1)" \
	'holds another tournament "swiss": its bots may not change once it has begun, since format = swiss; more not there then'

# --- knockout ---
define knockout 13 'format = knockout' 'rounds = 5'
interrupted knockout
say "a knockout of 13 has 12 matches" same "$(sql "$work/knockout.db" 'SELECT count(*) FROM head_to_head')" 12
say "the first three of the file sit out once" same "$(sql "$work/knockout.db" \
	"SELECT group_concat(b.name, ' ') FROM byes y JOIN bots b ON b.id = y.bot WHERE round = 1")" "b1 b2 b3"
say "who wins the final stands first" same "$(sql "$work/knockout.db" \
	"SELECT group_concat(rank, ' ') FROM (SELECT rank FROM standings ORDER BY rank)")" "1 2 3 3 5 5 5 5 9 9 9 9 9"
champion=$(sql "$work/knockout.db" 'SELECT bot FROM standings WHERE rank = 1')
say "and is named" has "$(cat "$work/knockout.errors")" "$champion wins the knockout of 13: the final against"

# --- benched and skipped: no bot waits for a game that is not played ---
define skip 5 'format = swiss' 'rounds = 5' 'strikes = 1' 'on-benched = skip'
echo 'bot broken { command = "false" }' >>"$work/skip.conf"
referee run "$work/skip.conf" --concurrency 3 >"$work/tables" 2>"$work/errors"
say "a swiss ends though the games of a benched bot are skipped" same "$?" 0
say "they count as lost" same "$(sql "$work/skip.db" \
	"SELECT count(*) < 30, max(round) FROM games")" "1|5"
said=$(sed -n 's/.* wins the swiss of 5 rounds with \(.*\) of 10 points$/\1/p' "$work/errors")
say "and give the others what winning them is worth: the standings have the points that are said" same \
	"$(sql "$work/skip.db" "SELECT CAST(max(points) AS INTEGER) FROM standings")" "$said"
say "in all rounds as many points are given as it has games, less those of benched bots" same \
	"$(sql "$work/skip.db" "SELECT sum(points) FROM standings")" 30.0
{
	sed '/^bot/d; s/skip.db/sure.db/' "$work/skip.conf" | sed 's/swiss/sprt/; /rounds/d'
	bots 1 1
	echo 'bot broken { command = "false" }'
} >"$work/sure.conf"
referee run "$work/sure.conf" >"$work/tables" 2>"$work/errors"
say "an sprt ends with status 4 when a bot cannot be started" same $? 4
say "and proves nothing" has "$(cat "$work/errors")" "undecided: bot broken cannot be started, and these games do not count"
{
	sed '/^bot/d; s/skip.db/through.db/' "$work/skip.conf" | sed 's/swiss/knockout/; s/rounds = 5/rounds = 1/'
	for i in 1 2 4 5; do echo "bot broken-$i { command = \"false\" }"; done
	bots 3 3
} >"$work/through.conf"
referee run "$work/through.conf" >"$work/tables" 2>"$work/errors"
say "in a knockout who came further stands before, whatever was not played" same "$(sql "$work/through.db" \
	"SELECT group_concat(rank, ' ') FROM (SELECT rank FROM standings ORDER BY rank)")" "1 2 3 3 5"
say "of two who are benched the lot decides, and no games are spoken of that were not played" has \
	"$(cat "$work/errors")" "are tied and benched in round"
say "all of that can be verified" has "$(referee verify --db "$work/through.db")" ": 0 mismatches"

# --- ladder ---
# endless NAME: a ladder without an end, in the background, until its first game is announced.
endless() {
	in_background "$work/events" "$work/errors" referee run "$work/$1.conf" --concurrency 2 --pace 6000/m --json
	until_line "$work/events" '"event":"game"'
}
kill_ladder() {
	kill -KILL $pid
	wait $pid
}
# some_more NAME: an even number of games, 300 more than it has or one less.
some_more() {
	echo $(($(sql "$work/$1.db" 'SELECT count(*) FROM games') / 2 * 2 + 300))
}
define ladder 7 'format = ladder'
endless ladder
echo 'bot wrong { comand = "x" }' >>"$work/ladder.conf"
kill -HUP $pid
say "a file that becomes wrong changes nothing" until_line "$work/errors" "continues unchanged"
say "and is told with its line" has "$(cat "$work/errors")" "ladder.conf:14: unknown key comand"
sed -i '/wrong/d; s/depth = 3/depth = 4/' "$work/ladder.conf"
bots 8 8 >>"$work/ladder.conf"
kill -HUP $pid
say "a bot that is new in the file joins" until_line "$work/errors" "bot b8 takes part"
say "another depth is told, and not taken over" has "$(cat "$work/errors")" "depth stays 3"
say "it plays" until_line "$work/events" '"bot":"b8"'
kill_ladder
sed -i 's/depth = 4/depth = 3/' "$work/ladder.conf"
sqlite3 "$work/ladder.db" ".backup '$work/ladder-whole.db'"
games=$(some_more ladder)
echo "games = $games" >>"$work/ladder.conf"
killed ladder 9 --concurrency 3
killed ladder 17 --concurrency 1
referee run "$work/ladder.conf" --quiet
# The same entries, and none of the games.
sqlite3 "$work/ladder-whole.db" "PRAGMA foreign_keys = ON; DELETE FROM games; DELETE FROM seat_totals; DELETE FROM pair_totals"
referee run "$work/ladder.conf" --db "$work/ladder-whole.db" --concurrency 4 --quiet
outcome "$work/ladder.db" >"$work/ladder.outcome"
outcome "$work/ladder-whole.db" >"$work/ladder-whole.outcome"
say "a ladder that was killed three times comes to the same as one that was not" \
	cmp "$work/ladder.outcome" "$work/ladder-whole.outcome"
say "all of its games are there" same "$(sql "$work/ladder.db" 'SELECT count(*) FROM games')" "$games"
entered=$(sql "$work/ladder.db" "SELECT round FROM participants e JOIN bots b ON b.id = e.bot WHERE name = 'b8'")
say "who came in the middle plays from the block on that it entered in" same "$(sql "$work/ladder.db" "SELECT min(g.round)
	FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot WHERE b.name = 'b8'")" "$entered"
say "and that was not the first" [ "$entered" -gt 1 ]
say "every pair of a block plays both orders, and no pair twice in a block" same "$(sql "$work/ladder.db" \
	"SELECT count(*) FROM (SELECT g.round FROM games g JOIN seats a ON a.game = g.id JOIN seats b ON b.game = g.id
	 WHERE a.bot < b.bot GROUP BY g.round, a.bot, b.bot HAVING count(*) <> 2 OR count(DISTINCT opening) <> 1)")" 0

# A bot that is taken from the file retires, and comes back with it.
define rest 5 'format = ladder'
endless rest
own=$(grep '^bot b2 ' "$work/rest.conf")
sed -i '/^bot b2 /d' "$work/rest.conf"
kill -HUP $pid
block() { # TEXT: the number behind it in what the run said
	sed -n "s/.*$1 block \([0-9]*\).*/\1/p" "$work/errors"
}
gone="is not in the file any more: it ends its games, is not paired from"
say "a bot that is not in the file any more retires" until_line "$work/errors" "bot b2 $gone block"
left=$(block "bot b2 $gone")
until_line "$work/events" "\"round\":$((left + 6)),"
echo "$own" >>"$work/rest.conf"
kill -HUP $pid
say "and comes back with it" until_line "$work/errors" "bot b2 is back from block"
back=$(block "bot b2 is back from")
until_line "$work/events" "\"round\":$((back + 6)),"
kill_ladder
say "both are kept" same "$(sql "$work/rest.db" "SELECT round, back FROM retirements WHERE bot = 'b2'")" "$left|$back"
sed -i '/^bot b3 /d' "$work/rest.conf"
endless rest
kill_ladder
say "one that is gone when a ladder goes on retires too" has "$(cat "$work/errors")" "bot b3 $gone block"
games=$(some_more rest)
echo "games = $games" >>"$work/rest.conf"
referee run "$work/rest.conf" --quiet 2>"$work/errors"
say "which is said once" same "$(cat "$work/errors")" ""
third=$(sql "$work/rest.db" "SELECT round FROM retirements WHERE bot = 'b3'")
rounds() { # BOT CONDITION: how many games it has there
	sql "$work/rest.db" "SELECT count(*) > 0 FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot WHERE name = '$1' AND $2"
}
say "who has retired ends its games, is not paired, and plays again when it is back" same \
	"$(rounds b2 "round < $left") $(rounds b2 "round BETWEEN $left AND $back - 1") $(rounds b2 "round >= $back") \
$(rounds b3 "round < $third") $(rounds b3 "round >= $third")" "1 0 1 1 0"
say "it keeps its standing" same "$(sql "$work/rest.db" 'SELECT count(*), sum(games) FROM standings')" "5|$((2 * games))"
say "and verify knows it" has "$(referee verify --db "$work/rest.db")" "$games games of 1 tournament verified: 0 mismatches"
referee export jsonl --db "$work/rest.db" >"$work/rest.jsonl"
referee import "$work/rest.jsonl" --db "$work/rest-in.db" >"$work/tables"
referee import "$work/rest.db" --db "$work/rest-all.db" >"$work/tables"
for copy in in all; do
	say "retirements come along: $copy" same "$(sql "$work/rest-$copy.db" 'SELECT bot, round, back FROM retirements ORDER BY 1')" \
		"$(sql "$work/rest.db" 'SELECT bot, round, back FROM retirements ORDER BY 1')"
done
define broken 1 'format = ladder' 'strikes = 2'
echo 'bot broken { command = "false" }' >>"$work/broken.conf"
referee run "$work/broken.conf" --quiet 2>"$work/errors"
say "a ladder without end ends when all but one are benched" same "$?" 0

# --- what does not go together ---
say "a knockout of three seats is refused" has "$(referee run --game nim --players 3 --format knockout --dry-run \
	--bot a=x --bot b=x --bot c=x 2>&1)" "--format: format = knockout: its games have 2 seats, and these have"
say "seeds are of no use elsewhere" same "$(referee run --game nim --format swiss --seeds 2 --dry-run \
	--bot a=x --bot b=x 2>&1)" "referee run: --seeds: seeds: format = swiss does not use it; remove it"
exit $bad
