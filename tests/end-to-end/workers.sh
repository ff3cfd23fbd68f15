#!/bin/sh
# On which machine a game was played: it is stored, shown, exported, compared, and can be left out. The workers are
# processes on this machine.
# checks: 35
set -u
. "$(dirname "$0")/../lib/checks.sh"
cd "$work" || exit 1

worker() { # NAME SLOTS
	echo "exec referee worker run --stdin --name $1 --slots $2 --sandbox none"
}
column() { # NAME OF A COLUMN, below a table in CSV: its values in a line
	awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
		NR > 1 { printf "%s%s", (NR > 2 ? " " : ""), $at }'
}

# --- a tournament on three machines -----------------------------------------------------------------

referee run --game connect4 --name cup --rounds 15 --nodes 3000 --openings random:4 --concurrency 1 --sandbox none \
	--bot a="referee-bot --search alphabeta" --bot b="referee-bot --search minimax" --bot c="referee-bot --search random" \
	--worker "$(worker lab07 2)" --worker "$(worker lab-8 1)" --db cup.db --quiet >out 2>err
say "three machines play" same "$?" 0
by_sql=$(sql cup.db "SELECT count(*) FROM games g LEFT JOIN workers w ON w.id = g.worker GROUP BY coalesce(w.name, 'here')
	ORDER BY coalesce(w.name, 'here') <> 'here', w.name" | tr '\n' ' ' | sed 's/ $//')
referee worker list --db cup.db --csv >workers.csv
say "each is a row, this one first" same "$(column worker <workers.csv)" "here lab-8 lab07"
say "with its games" same "$(column games <workers.csv)" "$by_sql"
say "which are all games" same "$(echo "$by_sql" | awk '{ print $1 + $2 + $3 }')" 90
say "with its slots" same "$(column slots <workers.csv)" " 1 2"
say "the words of version 1.0 work" same "$(referee worker list cup.db cup --json)" "$(referee worker list --db cup.db --tournament cup --json)"
game=$(sql cup.db "SELECT min(g.id) FROM games g JOIN workers w ON w.id = g.worker WHERE w.name = 'lab07'")
local=$(sql cup.db "SELECT min(id) FROM games WHERE worker IS NULL")
say "show says where a game was played" has "$(referee show "$game" --db cup.db)" "Played on worker lab07 ("
say "and nothing of a game of this machine" same "$(referee show "$local" --db cup.db | grep -c "worker")" 0
say "as JSON too" has "$(referee show "$game" --db cup.db --json)" '"worker":"lab07"'

# --- games of a machine are left out ----------------------------------------------------------------

rest=$(sql cup.db "SELECT count(*) FROM games WHERE worker IS NULL OR worker <> (SELECT id FROM workers WHERE name = 'lab07')")
sum() { # OPTIONS: games of all bots in the standings
	referee standings --db cup.db --csv "$@" | column games | tr ' ' '\n' | awk '{ sum += $1 } END { print sum / 2 }'
}
say "standings leave games out" same "$(sum --without-worker lab07)" "$rest"
say "of several machines" same "$(sum --without-worker lab07 --without-worker lab-8)" "$(echo "$by_sql" | cut -d' ' -f1)"
say "of this machine" same "$(sum --without-worker here)" "$(echo "$by_sql" | awk '{ print $2 + $3 }')"
say "nothing is deleted" same "$(sum)" 90
say "ratings leave them out" same "$(referee ratings --db cup.db --csv --without-worker lab07 | column games |
	tr ' ' '\n' | awk '{ sum += $1 } END { print sum / 2 }')" "$rest"
say "the list of games too" same "$(referee games --db cup.db --csv --without-worker lab07 | tail -n +2 | wc -l)" "$rest"
say "a crosstable" same "$(referee crosstable --db cup.db --csv --without-worker lab07 | column games |
	tr ' ' '\n' | awk '{ sum += $1 } END { print sum / 2 }')" "$rest"
between=$(sql cup.db "SELECT count(*) FROM games g WHERE (g.worker IS NULL OR g.worker <> (SELECT id FROM workers
	WHERE name = 'lab07')) AND 2 = (SELECT count(*) FROM seats s JOIN bots b ON b.id = s.bot WHERE s.game = g.id
	AND b.name IN ('a', 'b'))")
say "a comparison" has "$(referee compare a b --db cup.db --without-worker lab07)" " all     $between "
referee export html --db cup.db --without-worker lab07 -o page.html
say "and a page" same "$(grep -o '"worker":"lab07"' page.html | head -1)$(grep -o '"worker":"lab-8"' page.html | head -1)" '"worker":"lab-8"'
said=$(referee standings --db cup.db --without-worker lab70 2>&1)
say "a name that is not there has a near one" has "$? $said" '2 referee standings: --without-worker: there is no worker "lab70"; did you mean "lab07"?'

# --- export, import, merge --------------------------------------------------------------------------

sqlite3 cup.db "DELETE FROM spot_checks; INSERT INTO spot_checks SELECT $game, id, 0, 1800000000000 FROM workers WHERE name = 'lab-8';
	INSERT INTO spot_checks VALUES ($local, NULL, 1, 1800000000000)"
referee export jsonl --db cup.db -o cup.jsonl
referee import cup.jsonl --db imported.db >out
referee import cup.db --db merged.db >out
for db in imported merged; do
	referee export jsonl --db $db.db -o $db.jsonl
	say "$db: the machines are the same" cmp cup.jsonl $db.jsonl
	say "$db: and their results" same "$(referee worker list --db $db.db --csv)" "$(referee worker list --db cup.db --csv)"
	say "$db: and right" has "$(referee verify --db $db.db)" ": 0 mismatches"
done
say "a text has the machine of each game" same "$(referee export --db cup.db | grep -c '^\[Worker "lab07"\]')" \
	"$(echo "$by_sql" | cut -d' ' -f3)"
say "spot checks that differ are remarked" has "$(referee worker list --db cup.db)" "1 of 1 spot checks differ; "
for line in '{"type":"worker","worker":1,"name":"here","cpu":"","arch":"x","cores":1,"slots":1,"speed":0,"sandbox":"full","version":"1","first_ms":1,"last_ms":1}' \
	'{"type":"worker","worker":1,"name":"x","cpu":"","arch":"x","cores":1,"slots":0,"speed":0,"sandbox":"full","version":"1","first_ms":1,"last_ms":1}' \
	'{"type":"worker","worker":2,"name":"x","cpu":"","arch":"x","cores":1,"slots":1,"speed":0,"sandbox":"full","version":"1","first_ms":1,"last_ms":1}'; do
	{
		head -1 cup.jsonl
		echo "$line"
	} >wrong.jsonl
	say "$(echo "$line" | cut -c18-50) is refused" has "$(referee import wrong.jsonl --db wrong.db 2>&1)" "nothing of it was taken"
done
grep -v '"type":"worker"' cup.jsonl >wrong.jsonl
say "a game on a machine that was not named is refused" has "$(referee import wrong.jsonl --db wrong.db 2>&1)" "was not named before"

# --- results that are unlike those of the other machines ----------------------------------------------
# The games of one machine, of which a part is given to others: to lab07 pairs at random, to sick those that bot a lost.

referee run --game tictactoe --name ttt --rounds 1000 --concurrency 2 --sandbox none --db ttt.db --quiet \
	--bot a="referee-bot --search random" --bot b="referee-bot --search alphabeta --depth 1" >out 2>err
sqlite3 ttt.db "INSERT INTO workers SELECT 1, id, 'lab07', '', 'x86_64', 4, 4, 1000, 'full', '0.1', 1, 2, 0, NULL FROM tournaments;
	INSERT INTO workers SELECT 2, id, 'sick', '', 'x86_64', 4, 4, 1000, 'full', '0.1', 1, 2, 0, NULL FROM tournaments;
	CREATE TEMP TABLE points AS SELECT g.id AS game, g.round, s.points FROM games g JOIN seats s ON s.game = g.id
		JOIN bots b ON b.id = s.bot WHERE b.name = 'a';
	CREATE TEMP TABLE lost AS SELECT round FROM points GROUP BY round HAVING sum(points) = 0;
	UPDATE games SET worker = 1 WHERE round % 2 = 0;
	UPDATE games SET worker = 2 WHERE round % 2 = 1 AND (round IN lost OR round % 4 = 1)"
referee worker list --db ttt.db --csv >workers.csv
# The same from the definition: sums of pairs, and the variance of a sample without replacement.
sqlite3 ttt.db "CREATE TEMP TABLE pairs AS SELECT coalesce(w.name, 'here') AS name, sum(s.points) AS points FROM games g
	JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot LEFT JOIN workers w ON w.id = g.worker
	WHERE b.name = 'a' GROUP BY g.round;
	CREATE TEMP TABLE whole AS SELECT 1.0 * count(*) AS n, avg(points) AS mean,
	avg(points * points) - avg(points) * avg(points) AS variance FROM pairs;
	SELECT count(*), printf('%.2f', (sum(points) - count(*) * mean) * (sum(points) - count(*) * mean) /
	(count(*) * (n - count(*)) / (n - 1) * variance)) FROM pairs, whole GROUP BY name ORDER BY name <> 'here', name" >wanted
say "pairs are counted" same "$(column pairs <workers.csv)" "$(cut -d'|' -f1 wanted | tr '\n' ' ' | sed 's/ $//')"
say "chi-square is what its definition says" same "$(column chi_square <workers.csv)" "$(cut -d'|' -f2 wanted | tr '\n' ' ' | sed 's/ $//')"
say "a machine without a fault is like the others" has "$(referee worker list --db ttt.db | grep "^lab07 ")" "like the other machines"
say "a sick one is not" has "$(referee worker list --db ttt.db | grep "^sick ")" "unlike the other machines: "
exit $bad
