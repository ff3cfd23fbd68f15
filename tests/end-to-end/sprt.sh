#!/bin/sh
# A test that must not be fooled: what it says of bots that cannot be started, that fail, that play
# the same games again, and when its openings are few.
# checks: 42
set -u
. "$(dirname "$0")/../lib/checks.sh"

# define NAME COMMAND-OF-V2 LINE...: a test of v2 against v1
define() {
	name=$1 command=$2
	shift 2
	printf '%s\n' 'name = "test"' 'game = connect4' 'format = sprt' 'elo1 = 20' 'openings = random:4' 'depth = 2' \
		'sandbox = none' "db = \"$work/$name.db\"" "$@" "bot v2 { command = \"$command\" }" \
		'bot v1 { command = "referee-bot --search alphabeta" }' >"$work/$name.conf"
}

# run NAME FLAGS...: plays it; $said is its end, $status its exit status
run() {
	name=$1
	shift
	referee run "$work/$name.conf" "$@" >"$work/$name.out" 2>"$work/$name.err"
	status=$?
	said=$(grep -E '^referee( run)?: (undecided: |v[12] is )' "$work/$name.err")
}

# --- the same program twice ---
define twins "$work/twin --search alphabeta" "games = 2"
cp "$(command -v referee-bot)" "$work/twin"
run twins
say "a program against its copy is told before the first game" has "$(head -3 "$work/twins.err")" \
	"v2 and v1 are the same program, with the same options and limits"
mkdir "$work/d1" "$work/d2"
cp "$work/twin" "$work/d1/engine"
cp "$work/twin" "$work/d2/engine"
echo note >"$work/d1/notes.txt"
for one in "" "dir = \"$work/d2\""; do
	printf '%s\n' 'name = "test"' 'game = connect4' 'format = sprt' 'elo1 = 20' 'openings = random:4' 'depth = 2' \
		'sandbox = none' 'games = 2' "db = \"$work/dirs.db\"" \
		"bot v2 {" "dir = \"$work/d1\"" 'command = "./engine"' } "bot v1 {" "$one" "command = \"$work/d2/engine\"" } \
		>"$work/dirs.conf"
	rm -f "$work/dirs.db"
	run dirs
	say "so is one with another file beside it" has "$(head -3 "$work/dirs.err")" \
		"v2 and v1 start the same program, byte for byte, with the same options and limits; only their folders differ"
done
define other "$work/twin --search random" "games = 2"
run other
say "with other words it is not the same" same "$(grep -c "same program" "$work/other.err")" 0
say "a run that has printed its results leaves one file" same "$(ls "$work/other.db"*)" "$work/other.db"

# --- a bot that is not there ---
define path ./no-such-bot "concurrency = 3" "games = 400"
run path
say "a path that is wrong ends it with status 4" same $status 4
say "and decides nothing" has "$said" "undecided: bot v2 cannot be started, and these games do not count"
say "at once" [ "$(sql "$work/path.db" "SELECT count(*) FROM games")" -le 6 ]
run path --json
say "again it ends the same way" same $status 4
say "and so says the last event" has "$(tail -1 "$work/path.out")" '"event":"no-bot"'
say "with the reason" has "$(tail -1 "$work/path.out")" '"result":"undecided: bot v2 cannot be started'
lost=$(sql "$work/path.db" "SELECT count(DISTINCT g.round) FROM games g JOIN seats s ON s.game = g.id WHERE s.verdict = 'startup'")
failed=$(sql "$work/path.db" "SELECT max(id) FROM games")
define path "referee-bot --search random" "concurrency = 3" "games = 400"
run path
say "mended, the same command goes on" same $status 0
say "and decides" has "$said" "v2 is not 20 Elo stronger than v1: H0 (0) accepted"
counted=$(echo "$said" | sed -n 's/.* after \([0-9]*\) pairs.*/\1/p')
say "from games of the mended bot alone" same "$(referee compare v2 v1 --db "$work/path.db" --csv | tail -1 | cut -d, -f7,11)" \
	"$((2 * counted)),$counted"
late=$(sql "$work/path.db" "SELECT count(*) FROM games WHERE round > $((counted + lost))")
say "of pairs behind those that failed" same "$(referee compare v2 v1 --db "$work/path.db" --json |
	python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["games_not_counted"])')" "$((2 * lost + late))"
say "which stay in the database" same "$(sql "$work/path.db" "SELECT count(*) > 0 FROM seats WHERE game <= $failed AND verdict = 'startup'")" 1
say "all of it can be verified" has "$(referee verify --db "$work/path.db")" ": 0 mismatches"

# --- a bot that fails ---
define crash "$build/tests/rogues/crashes 11"
run crash
say "a bot that crashes ends it with a status of its own" same $status 7
say "and the reason" has "$said" "undecided: v2 failed in 6 of 6 games (crash); after 2 pairs the LLR is -0."
faults=$(sql "$work/crash.db" "SELECT count(*) FROM faults")
run crash --json
say "a second start says the same" same $status 7
say "and counts all faults, not only its own" same "$(tail -1 "$work/crash.out" | python3 -c '
import json, sys
o = json.load(sys.stdin)
print(o["faults"], o["verdict"], o["failed_games"], o["result"].split(";")[0])')" \
	"$faults undecided [6, 0] undecided: v2 failed in 6 of 6 games (crash)"
say "compare decides nothing either" has "$(referee compare v2 v1 --db "$work/crash.db" | tail -1)" "Not decided after 2 pairs"
say "and so does the page" has "$(referee export html --db "$work/crash.db")" \
	"undecided: v2 failed in 6 of 6 games (crash); after 2 pairs the LLR is"
define crash-strikes "$build/tests/rogues/crashes 11" "strikes = 3"
run crash-strikes
say "strikes decide nothing" same "$status $(echo "$said" | cut -d' ' -f1-2)" "7 referee: undecided:"

# --- the same games again and again ---
printf 'moves a b c %s\n' d e f g >"$work/four.txt"
define four "referee-bot --search alphabeta --eval zero" "openings = \"$work/four.txt\""
sed -i '/random:4/d' "$work/four.conf"
run four
say "with four openings nothing new is played soon" same $status 7
say "which is said" has "$said" \
	"undecided: nothing new is played: 50 of 54 pairs were repeats; more openings help; after 4 pairs the LLR is"
say "and was said before the first game" has "$(head -1 "$work/four.err")" "openings: only 4 openings for up to "
say "each pair counts once in compare too" same "$(referee compare v2 v1 --db "$work/four.db" --csv | tail -1 | cut -d, -f7,11)" "8,4"
say "and all others are told of" has "$(referee compare v2 v1 --db "$work/four.db")" \
	"Note: 100 games do not count: both games of their pairs were played before, move for move"
say "the games are those of the schedule" has "$(referee verify --db "$work/four.db")" ": 0 mismatches"
sqlite3 "$work/four.db" "UPDATE tournaments SET definition = replace(definition, 'pairs = new' || char(10), '')"
run four
say "a test that began when they counted goes on as it began" has "$said" "v2 is not 20 Elo stronger than v1: H0 (0) accepted"
say "and compare counts them there" same "$(referee compare v2 v1 --db "$work/four.db" --csv | tail -1 | cut -d, -f11)" \
	"$(echo "$said" | sed -n 's/.* after \([0-9]*\) pairs.*/\1/p')"

# --- stopped, and begun anew ---
# Equal bots whose games follow from their openings, of which there are 256: many pairs are repeated.
{
	leaves=$(seq 256 | sed 's/.*/0,1,-1,0/' | paste -sd,)
	printf '%s\n' 'name = "coins"' 'game = tree' "param = { \"depth=10\", \"branching=2\", \"leaves=$leaves\" }" 'format = sprt' 'elo1 = 35' \
		'openings = random:8' 'decided-openings = yes' 'depth = 1' 'sandbox = none' 'concurrency = 3'
	for bot in 1 2; do echo "bot v$bot { command = \"$build/tests/bench/coin 300000 $bot 8\" }"; done
} >"$work/coins.conf"
run coins --db "$work/whole.db"
whole=$said
say "a test with many repeated pairs is decided" same "$status $(echo "$whole" | grep -c accepted)" "0 1"
repeated=$(referee compare v1 v2 --db "$work/whole.db" | sed -n 's/^Note: \([0-9]*\) games do not count: both.*/\1/p')
say "some of its pairs are repeated" [ "${repeated:-0}" -ge 10 ]
run coins --db "$work/restart.db" --restart
say "with fresh processes for each game it says the same" same "$said" "$whole"
for many in 1 2 3 40; do
	begin_run referee run "$work/coins.conf" --db "$work/cut.db" --pace 600/m
	until_event '"event":"game"' $many
	stop_run KILL
	say "it is killed in its middle, at game $many" same $? 137
done
run coins --db "$work/cut.db"
say "killed in the middle, it decides as one that was not" same "$status $said" "0 $whole"
say "no game of it was played twice" same "$(sql "$work/cut.db" 'SELECT count(*) - count(DISTINCT pairing) FROM games')" 0
run coins --db "$work/cut.db" --fresh
say "begun anew, it plays all of it again" same "$status $said $(sql "$work/cut.db" \
	"SELECT count(*) FROM (SELECT round FROM games GROUP BY round HAVING count(DISTINCT tournament) = 2)")" \
	"0 $whole $(sql "$work/whole.db" 'SELECT count(DISTINCT round) FROM games')"
exit $bad
