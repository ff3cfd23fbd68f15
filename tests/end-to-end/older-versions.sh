#!/bin/sh
# Databases that programs of version 0.1 wrote, from the first one with tournaments: tests/older has the rows of each, the
# bots of its unfinished tournament, and records. They are read and left as they are, judged again, and played to their end.
# checks: 66
set -u
. "$(dirname "$0")/../lib/checks.sh"

older=$PWD/tests/older
schemas=$PWD/tests/db
today=$(sed -n 's/^PRAGMA user_version = \(.*\);/\1/p' db/schema.sql)
cd "$work" || exit 1
cp "$older/pick.py" .
load() { # VERSION ROWS
	cat "$schemas/version-$1.sql" "$older/$2.sql" | sqlite3 "$2.db"
}
places() { # DATABASE TOURNAMENT
	referee standings --db "$1" --tournament "$2" --csv | cut -d, -f1-3,5
}
half() { # NAME FORMAT ROUNDS GAME
	printf '%s\n' "name = $1" "format = $2" "game = tictactoe" "rounds = $3" "openings = random:1" "movetime = 5s" "seed = 7" \
		'bot first { command = "python3 pick.py first" }' 'bot last { command = "python3 pick.py last" }' \
		'bot middle { command = "python3 pick.py middle" }'
}
half half round-robin 4 >half.conf
half swiss swiss 3 >swiss.conf
echo 'bot four { command = "python3 pick.py first" }' >>swiss.conf

# A digest covers the program python3, which is another one on each machine.
referee run swiss.conf --db today.db --quiet
python_is_of_then() { # DATABASE
	for bot in first last middle four; do
		digest=$(sql today.db "SELECT digest FROM bots WHERE name = '$bot'")
		sqlite3 "$1" "UPDATE bots SET digest = '$digest' WHERE name = '$bot'"
	done
}

# What the programs of that time printed, of the unfinished tournament when it was not interrupted.
finished="rank,bot,games,points
1,minimax,4,3.5
2,alphabeta,4,2.5
3,wrong,4,0.0"
whole="rank,bot,games,points
1,first,16,10.0
2,last,16,9.0
3,middle,16,5.0"

for version in 1 3 6 9; do
	db=version-$version.db
	load "$version" "version-$version"
	python_is_of_then "$db"
	before=$(sha256sum <"$db")
	say "version $version: standings are those of then" same "$(places "$db" finished)" "$finished"
	say "a game is shown" has "$(referee show 1 --why --db "$db")" "illegal"
	say "games are listed" same "$(referee games --db "$db" --tournament finished --csv | sed 1d | wc -l)" 6
	say "all are judged as then" has "$(referee verify --db "$db")" \
		"$(sql "$db" "SELECT count(*) FROM games") games of 2 tournaments verified: 0 mismatches"
	say "records are exported" referee export record --db "$db" --tournament finished -o "$version.record"
	say "and judged" referee verify "$version.record"
	say "JSON lines are exported" referee export jsonl --db "$db" --tournament finished -o "$version.jsonl"
	say "reading leaves the file as it is" same "$(sha256sum <"$db")" "$before"

	stored=$(sql "$db" "SELECT count(*) FROM games WHERE tournament = 2")
	referee run half.conf --concurrency 4 --db "$db" >out 2>&1
	echo "status $?" >>out
	say "an unfinished tournament goes on" has "$(tr '\n' ' ' <out)" "status 0"
	say "from the games that are stored" has "$(cat out)" "referee: resuming \"half\" in $db: $stored of 24 games are stored"
	say "and ends as it did then" same "$(places "$db" half)" "$whole"
	say "the file is one of today" same "$(sql "$db" "PRAGMA user_version")" "$today"
	say "with the same standings" same "$(places "$db" finished)" "$finished"
	say "and no mismatch" has "$(referee verify --db "$db")" "30 games of 2 tournaments verified: 0 mismatches"
	referee import "$version.jsonl" --db again.db >out
	say "its export has the same standings" same "$(places again.db 1)" "$finished"
	rm again.db
done

load 6 version-6-swiss
python_is_of_then version-6-swiss.db
referee run swiss.conf --db version-6-swiss.db >out 2>&1
say "a swiss goes on from its pairings" has "$? $(cat out)" '0 referee: resuming "swiss" in version-6-swiss.db: 5 of 12 games'
say "and has no mismatch" has "$(referee verify --db version-6-swiss.db)" "12 games of 1 tournament verified: 0 mismatches"

say "the oldest records are judged" same "$(referee verify "$older/version-1.record" | sed 's/.*record: //')" \
	"connect4, a person - a person: 1-0, normal, 7 plies
nim, a person - a person - a person: 1 3 2, resign, 3 plies"
referee import "$older/version-3.jsonl" --db import.db >out
say "JSON lines of the first version are imported" same "$(places import.db finished)" "$finished"
say "and judged" has "$(referee verify --db import.db)" "6 games of 1 tournament verified: 0 mismatches"

sed 's/movetime/per-move/' half.conf >old.conf
said=$(referee run old.conf --db version-1.db 2>&1)
say "an old name of a setting is told with the new one" has "$? $said" \
	"3 referee run: old.conf:6: per-move is now called movetime; write movetime = ..."
exit $bad
