#!/bin/sh
# A bot that has changed since it played is refused, unless its games are played again or the operator insists.
# The old games then count nowhere, or both do.
# checks: 59
set -u
. "$(dirname "$0")/../lib/checks.sh"

mkdir "$work/ada"
cat >"$work/ada/bot.py" <<'END'
import sys
import choice
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name ada\nfeature legal players\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        print("bestmove", choice.choose(legal), flush=True)
    elif words[0] == "quit":
        break
END
choose() { # EXPRESSION: how ada chooses from now on
	echo "choose = lambda legal: $1" >"$work/ada/choice.py"
}
conf() { # NAME FORMAT LINES: a tournament's file
	cat >"$work/$1.conf" <<END
name = "$1"
game = connect4
format = $2
openings = random:4
movetime = 5s
db = "$work/$1.db"
$3
bot ada { command = "python3 bot.py" dir = "$work/ada" }
bot ben { command = "referee-bot --search alphabeta --depth 2" }
END
}
two='bot cleo { command = "referee-bot --search random" }'
referee_run() { # NAME FLAGS...: what it says stands in err
	file=$work/$1.conf
	shift
	referee run "$file" --quiet "$@" >"$work/out" 2>"$work/err"
}
clean() { # NAME
	referee verify --db "$work/$1.db" >"$work/verified" && grep -q ": 0 mismatches" "$work/verified"
}
games() { # NAME [CONDITION]
	sql "$work/$1.db" "SELECT count(*) FROM games g WHERE ${2:-1}"
}
of_ada="EXISTS (SELECT 1 FROM seats s JOIN bots b ON b.id = s.bot WHERE s.game = g.id AND b.name = 'ada')"

# --- a round-robin -------------------------------------------------------------------------------

conf cup round-robin "rounds = 2
$two"
choose 'legal[0]'
referee_run cup
say "nothing has changed: nothing is said" same "$(cat "$work/err")" ""
referee export jsonl --db "$work/cup.db" --bot ada >"$work/old.jsonl"
choose 'legal[-1]'
refused() { # NAME FLAGS...: refused, and nothing is written
	before=$(sql "$work/$1.db" "SELECT count(*), (SELECT count(*) FROM games), (SELECT count(*) FROM participants) FROM bots")
	referee_run "$@"
	same "$? $(sql "$work/$1.db" "SELECT count(*), (SELECT count(*) FROM games), (SELECT count(*) FROM participants) FROM bots")" "3 $before"
}
say "a bot of which a module has changed is refused, also when no game is left to play" refused cup
ways="a new tournament, --name NAME one beside it, --mixed lets both count"
say "with the number of games and all ways to go on" \
	same "$(cat "$work/err")" "referee run: $work/cup.db: bot ada has changed: 8 of the games that count were played by an older version; \"referee run $work/cup.conf --replay ada\" plays them again, --fresh begins $ways"
say "no table is printed" same "$(cat "$work/out")" ""
referee run "$work/cup.conf" >"$work/out" 2>/dev/null
say "nor without --quiet" same "$? $(cat "$work/out")" "3 "
say "it is refused with games left to play, too" refused cup --rounds 3
say "and with other bots played again" refused cup --replay ben
sed "s/command = \"python3 bot.py\"/& option = \"Skill=1\"/" "$work/cup.conf" >"$work/option.conf"
sed -i 's/"option"/"cup"/' "$work/option.conf"
choose 'legal[0]'
referee run "$work/option.conf" --quiet 2>"$work/err"
say "another option makes it another version" has "$? $(cat "$work/err")" "3 referee run: $work/cup.db: bot ada has changed (it has option = Skill=1): 8 of"
referee_run cup
say "what is put back as it was goes on" same "$? $(cat "$work/err")" "0 "
choose 'legal[-1]'
referee_run cup --rounds 3 --mixed
say "an operator may insist" same $? 0
both="bot ada has changed: 8 of the games that count were played by an older version, and both count; \"referee run $work/cup.conf --replay ada\" plays them again"
say "which is said" same "$(cat "$work/err")" "referee run: $both"
referee_run cup --rounds 3
say "the same command goes on with what is mixed, and says so as long as the old games count" same "$? $(cat "$work/err")" "0 referee run: $both"
choose 'legal[len(legal) // 2]'
say "a third version is refused" refused cup --rounds 3
choose 'legal[-1]'
others=$(sql "$work/cup.db" "SELECT id FROM games g WHERE NOT $of_ada")
referee_run cup --rounds 3 --replay ada
say "its games are played again, which is said" \
	grep -q "12 games of ada are played again; \"referee games --replaced\" lists the old ones" "$work/err"
say "each pairing is there once" same "$(games cup)" 18
say "games of others stay" same "$(sql "$work/cup.db" "SELECT id FROM games g WHERE NOT $of_ada")" "$others"
say "all of its games are by its new program" \
	same "$(sql "$work/cup.db" "SELECT count(DISTINCT s.bot), count(*) FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot WHERE b.name = 'ada'")" "1|12"
say "points of all are those of the games that count" \
	same "$(sql "$work/cup.db" "SELECT sum(games), sum(points) FROM standings")" "36|18.0"
say "no view but one has an old game" same "$(sql "$work/cup.db" "SELECT
	(SELECT count(*) FROM game_list) || ' ' || (SELECT sum(games) / 2 FROM crosstable) || ' ' ||
	(SELECT sum(games) FROM seat_results) || ' ' || (SELECT count(*) FROM rating_history) || ' ' ||
	(SELECT sum(games) / 2 FROM openings) || ' ' || (SELECT sum(moves) FROM move_times) || ' ' ||
	(SELECT count(*) FROM move_list) = sum(plies) || ' ' || sum(plies) || ' ' || count(*) FROM games")" \
	"$(sql "$work/cup.db" "SELECT '18 18 36 36 18 ' || sum(plies) || ' ' || sum(plies) = sum(plies) || ' ' || sum(plies) || ' 18' FROM games")"
say "verify finds nothing" clean cup
say "and has looked at the old ones" grep -q "^18 games of 1 tournament and 12 that count no more verified" "$work/verified"
referee_run cup --rounds 3
say "then it has not changed" same "$(cat "$work/err")" ""
say "the old ones are listed" same "$(referee games --replaced --csv --db "$work/cup.db" | wc -l)" 13
first=$(sql "$work/cup.db" "SELECT min(id) FROM replaced_games")
say "and can be looked at" has "$(referee show "$first" --plain --db "$work/cup.db")" "Replaced: it has not counted since"
referee export jsonl --db "$work/cup.db" >"$work/cup.jsonl"
referee import "$work/cup.jsonl" --db "$work/back.db" >/dev/null
referee export jsonl --db "$work/back.db" >"$work/back.jsonl"
say "JSON lines have them, and nothing is lost on the way back" cmp "$work/cup.jsonl" "$work/back.jsonl"
referee import "$work/cup.db" --db "$work/all.db" >/dev/null
referee import "$work/cup.db" --db "$work/all.db" >/dev/null
referee export jsonl --db "$work/all.db" >"$work/all.jsonl"
say "nor in a merge, however often" cmp "$work/cup.jsonl" "$work/all.jsonl"
say "a copy of before brings none of them back" same "$(referee import "$work/old.jsonl" --db "$work/all.db")" "$work/old.jsonl: 0 games added, 8 were there already"
say "no other export has them" same "$(referee export places --db "$work/cup.db" | wc -l)" 37
sqlite3 "$work/cup.db" "UPDATE replaced_moves SET move = 'z9' WHERE game = $first AND ply = 3"
referee verify --db "$work/cup.db" >"$work/verified"
say "a wrong move in one that counts no more is found" grep -q "game $first, ply 3, .* move is z9" "$work/verified"

# --- killed in the middle ------------------------------------------------------------------------

conf long round-robin "rounds = 100
$two"
referee_run long
choose '__import__("time").sleep(0.01) or legal[-1]' # so that 400 games take seconds: a run does not wait for its reader
before=$(sql "$work/long.db" "SELECT max(id) FROM games")
file=$work/long.conf
begin_run referee run "$file" --quiet --replay ada
until_event '"event":"game"' 40
stop_run KILL
say "it was killed in the middle" same $? 137
kept=$(games long "id > $before")
say "with the games that it had told" [ "$kept" -ge 40 -a "$kept" -lt 400 ]
say "no old game is lost, and none counts" same "$(sql "$work/long.db" "SELECT count(*), (SELECT count(*) FROM games g WHERE id <= $before AND $of_ada) FROM replaced_games")" "400|0"
new=$(sql "$work/long.db" "SELECT max(id) FROM games")
referee_run long --replay ada
say "the same command goes on" grep -qw "$((400 - kept)) games of ada are played again" "$work/err"
say "what was played before the kill is not played a third time" \
	same "$(sql "$work/long.db" "SELECT count(*), (SELECT count(*) FROM games WHERE id BETWEEN $before + 1 AND $new) FROM replaced_games")" "400|$kept"
say "all is there" same "$(games long)" 600
say "and right" clean long

# --- a swiss keeps its pairings ------------------------------------------------------------------

three="$two
bot dan { command = \"referee-bot --search random --seed 4\" }
bot eve { command = \"referee-bot --search first\" }"
conf swiss swiss "rounds = 2
$three"
choose 'legal[0]'
referee_run swiss
pairings="SELECT round, group_concat(DISTINCT pairing) FROM games GROUP BY round ORDER BY round, pairing"
byes="SELECT * FROM bye_points"
before=$(sql "$work/swiss.db" "SELECT pairing FROM games ORDER BY pairing; $byes")
choose 'legal[len(legal) // 2]'
referee_run swiss --replay ada
say "a swiss that is played again has the same pairings and byes" \
	same "$(sql "$work/swiss.db" "SELECT pairing FROM games ORDER BY pairing; $byes")" "$before"
say "and is right" clean swiss
referee_run swiss --rounds 4 --replay ada
say "later rounds are paired by what counts" same "$(games swiss)" 16
say "each round as it should be" clean swiss
referee_run swiss --rounds 4
say "going on with it finds nothing to play" same "$(games swiss)" 16

# --- what cannot be played again -----------------------------------------------------------------

conf knock knockout "$two"
referee_run knock
choose 'legal[0]'
say "a knockout that has changed is refused" refused knock
say "and says how to go on" same "$(cat "$work/err")" "referee run: $work/knock.db: bot ada has changed: 2 of the games that count were played by an older version; \"referee run $work/knock.conf --fresh\" begins $ways"
referee_run knock --replay ada
say "a knockout is not played again" same $? 2
say "which says why" grep -q "^referee run: --replay: a knockout plays no game again, since its later matches followed from the results; --fresh begins a new tournament$" "$work/err"
referee_run cup --replay adda
say "a bot that is none" same $? 2
say "is told with the one that is meant" grep -q 'adda: tournament "cup" has no such bot; did you mean ada?' "$work/err"
referee_run cup --replay ada --fresh
say "a new tournament plays nothing again" same $? 2
referee_run cup --replay
say "a bot has a name" grep -q "^referee run: --replay needs a value: --replay NAME" "$work/err"
referee_run cup --fresh --mixed
say "nor does it mix" same $? 2

# --- a test of strength ---------------------------------------------------------------------------

conf test sprt "games = 4"
referee_run test
choose 'legal[-1]'
say "a test whose program has changed is refused" refused test
say "and names what to type for a new one" same "$(cat "$work/err")" "referee run: $work/test.db: bot ada has changed: 4 of the games that count were played by an older version; \"referee run $work/test.conf --fresh\" begins a new tournament, --name NAME one beside it"
referee_run test --mixed
say "--mixed is refused for a test" same "$? $(cat "$work/err")" "2 referee run: --mixed: an sprt is about the programs that began it; --fresh begins a new one"
referee_run test --fresh
say "a new one is by the new program" same "$? $(sql "$work/test.db" "SELECT count(DISTINCT tournament), count(*) FROM games")" "7 2|8"
choose 'legal[0]'
referee_run test --name second
say "and so is one with another name" same "$? $(sql "$work/test.db" "SELECT count(DISTINCT tournament), count(*) FROM games")" "7 3|12"

# --- a ladder is made for versions ----------------------------------------------------------------

conf rungs ladder "games = 4"
referee_run rungs
choose 'legal[-1]'
referee_run rungs --games 8
say "a ladder goes on with a new version, and says so" has "$? $(cat "$work/err")" "0 referee run: bot ada has changed: "
say "and plays" same "$(games rungs)" 8

# --- digests of before version 6 are of the command alone -------------------------------------------

conf old round-robin "rounds = 1"
choose 'legal[0]'
referee_run old
digest=$({
	printf 'python3 bot.py\0%s\0' "$work/ada"
	cat "$(command -v python3)"
	printf 'bot.py\0'
	cat "$work/ada/bot.py"
} | sha256sum)
sqlite3 "$work/old.db" "UPDATE bots SET digest = '${digest%% *}' WHERE name = 'ada'"
choose 'legal[-1]'
referee_run old --rounds 2
say "a tournament with such digests goes on with them" same "$? $(cat "$work/err") $(games old)" "0  4"
echo >>"$work/ada/bot.py"
say "and they are of the command" refused old --rounds 2
exit $bad
