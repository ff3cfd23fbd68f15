#!/bin/sh
# A database of version 7 and an export of its time, both written by the program of that time: they
# are read as they are, and written files become files of today.
# checks: 17
set -u
. "$(dirname "$0")/../lib/checks.sh"

old=$work/old.db
now=$(sed -n 's/^PRAGMA user_version = \([0-9]*\);/\1/p' db/schema.sql)
cat tests/db/version-7.sql tests/db/version-7-rows.sql | sqlite3 "$old"
read_old() {
	referee standings --db "$old" --tournament old --csv | cut -d, -f1-5
}
# Objects of the tournament "old" but the first, which has its definition.
objects() { # DATABASE
	referee export jsonl --db "$1" --tournament old --output "$work/objects"
	tail -n +2 "$work/objects"
}
sed -e 's/"type":"entry"/"type":"participant"/; s/"evidence":{/"failure":{/g' tests/db/version-7.jsonl |
	tail -n +2 >"$work/wanted"

# As the program of that time printed them.
say "an older database is read" same "$(read_old)" "rank,bot,games,played,points
1,ann,6,6,4.5
1,bob,6,6,4.5
3,dan,6,6,0.0"
say "the newer names are exported" same "$(objects "$old")" "$(cat "$work/wanted")"
say "a failure is shown" has "$(referee show 8 --why --db "$old")" "no idea"
say "all of it is verified" has "$(referee verify --db "$old")" \
	"10 games of 2 tournaments and 6 that count no more verified: 0 mismatches"
say "reading leaves it as it is" same "$(sql "$old" "PRAGMA user_version")" 7

referee import tests/db/version-7.jsonl --db "$old" >"$work/out"
say "an older export holds the same games" has "$(cat "$work/out")" "0 games added, 6 were there already"
say "writing makes the database one of today" same "$(sql "$old" "PRAGMA user_version")" "$now"
say "which holds the same" same "$(read_old; objects "$old")" "rank,bot,games,played,points
1,ann,6,6,4.5
1,bob,6,6,4.5
3,dan,6,6,0.0
$(cat "$work/wanted")"
say "with the operator's actions" same "$(sql "$old" "SELECT * FROM admin_actions")" "2|bench|ann"
say "and no mismatch" has "$(referee verify --db "$old")" ": 0 mismatches"

referee import tests/db/version-7.jsonl --db "$work/new.db" >"$work/out"
say "an older export becomes a database" has "$(cat "$work/out")" "6 games added"
say "that holds what it says" same "$(objects "$work/new.db")" "$(cat "$work/wanted")"

# A file of version 9, which has no machines: its games are of this one.
sqlite3 "$work/nine.db" <tests/db/version-9.sql
sqlite3 "$work/nine.db" "ATTACH '$work/new.db' AS new; INSERT INTO tournaments SELECT * FROM new.tournaments;
	INSERT INTO bots SELECT * FROM new.bots; INSERT INTO games SELECT id, tournament, pairing, round, seed, opening, final,
	reason, sandbox, plies, started_ms, ended_ms, moves_hash FROM new.games; INSERT INTO seats SELECT * FROM new.seats;
	INSERT INTO moves SELECT * FROM new.moves; INSERT INTO ratings SELECT * FROM new.ratings;
	INSERT INTO seat_totals SELECT * FROM new.seat_totals; INSERT INTO pair_totals SELECT * FROM new.pair_totals"
nine() {
	referee standings --db "$work/nine.db" --csv
	referee worker list "$work/nine.db" --csv | cut -d, -f1-3
}
wanted="$(referee standings --db "$work/new.db" --csv)
worker,games,pairs
here,6,0"
say "a file without machines is read" same "$(nine)" "$wanted"
said=$(referee standings --db "$work/nine.db" --without-worker here 2>&1)
say "none of them can be left out" has "$? $said" "2 referee standings: --without-worker: this machine played all games"
say "reading leaves that as it is too" same "$(sql "$work/nine.db" "PRAGMA user_version")" 9
referee import tests/db/version-7.jsonl --db "$work/nine.db" >"$work/out"
say "writing adds them" same "$(sql "$work/nine.db" "PRAGMA user_version; SELECT count(*), count(worker) FROM games")" "$now
6|0"
say "and changes no result" same "$(nine)" "$wanted"
exit $bad
