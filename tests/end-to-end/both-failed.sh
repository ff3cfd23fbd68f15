#!/bin/sh
# Bots that never start beside bots that play: two that fail together score 0 - 0, everywhere that a
# result is read; a tournament that began before there was such a rule keeps its own.
# checks: 26
set -u
. "$(dirname "$0")/../lib/checks.sh"

# cup NAME FORMAT...: 12 bots play, and 8 never start; every third of the file is one of them.
cup() {
	name=$1
	shift
	{
		printf '%s\n' 'game = tictactoe' 'depth = 2' 'sandbox = none' 'rounds = 6' 'openings = random:2' \
			"name = \"$name\"" "db = \"$work/$name.db\"" "$@"
		for i in $(seq 20); do
			if [ $((i % 3)) = 0 ] || [ $i -gt 18 ]; then
				echo "bot dead-$i { command = \"false\" }"
			else
				echo "bot b-$i { command = \"referee-bot --search random --seed $i\" }"
			fi
		done
	} >"$work/$name.conf"
}

none="SELECT game FROM seats GROUP BY game HAVING sum(verdict IN ('startup', 'benched')) = 2"

cup swiss 'format = swiss' 'strikes = 3'
referee run "$work/swiss.conf" >"$work/tables" 2>"$work/errors"
say "a swiss of 20 of which 8 never start is played" same "$(sql "$work/swiss.db" 'SELECT count(*) FROM games')" 120
say "the 8 share the last places with no points" same "$(sql "$work/swiss.db" \
	"SELECT group_concat(DISTINCT rank), sum(points), count(*), sum(played) FROM standings WHERE bot LIKE 'dead%'")" \
	"13|0.0|8|0"
say "they did meet each other" [ "$(sql "$work/swiss.db" "SELECT count(*) FROM ($none)")" -ge 20 ]
say "each game of two of them is 0-0" same "$(sql "$work/swiss.db" \
	"SELECT group_concat(DISTINCT result) FROM game_list WHERE game IN ($none)")" 0-0
say "and a loss for both" same "$(sql "$work/swiss.db" \
	"SELECT sum(wins), sum(draws), sum(losses) = sum(games) FROM standings WHERE bot LIKE 'dead%'")" "0|0|1"
say "it moves no rating" same "$(sql "$work/swiss.db" \
	"SELECT count(*), sum(after <> before) FROM ratings WHERE game IN ($none)")" \
	"$(sql "$work/swiss.db" "SELECT 2 * count(*), 0 FROM ($none)")"
say "the standings say games and games played" has "$(sed -n 1p "$work/tables")" "games  played  points"
say "the crosstable has no points for it" same "$(sql "$work/swiss.db" \
	"SELECT sum(points) FROM crosstable WHERE bot LIKE 'dead%' AND opponent LIKE 'dead%'")" 0.0
say "of two alone neither has any" same "$(sql "$work/swiss.db" "SELECT sum(points_a), sum(points_b),
	sum(neither) = sum(games) FROM head_to_head WHERE a LIKE 'dead%' AND b LIKE 'dead%'")" "0.0|0.0|1"
say "all of it can be verified" has "$(referee verify --db "$work/swiss.db")" ": 0 mismatches"

# --- who reads results ---
game=$(sql "$work/swiss.db" "SELECT min(game) FROM ($none)")
met=$(sql "$work/swiss.db" "SELECT group_concat(b.name, ' ') FROM seats s JOIN bots b ON b.id = s.bot WHERE game = $game")
say "games say 0-0" same "$(referee games --db "$work/swiss.db" --csv | grep "^$game," | cut -d, -f6)" 0-0
say "so does show" has "$(referee show $game --db "$work/swiss.db" --plain)" 0-0
say "compare leaves their games out" has "$(referee compare $met --db "$work/swiss.db")" "left out: both bots failed together"
say "and counts none" same "$(referee compare $met --db "$work/swiss.db" --json |
	python3 -c 'import json, sys; r = json.load(sys.stdin); r = r[0] if isinstance(r, list) else r; print(r["games"], r["pairs"])')" "0 0"
rated() {
	referee ratings "$@" --csv | python3 -c 'import csv, sys
print(sum(int(r["games"]) for r in csv.DictReader(sys.stdin) if not r["bot"].startswith("(")))'
}
say "ratings are fitted without them" same "$(rated --db "$work/swiss.db")" "$(sql "$work/swiss.db" \
	"SELECT 2 * (120 - count(*)) FROM ($none)")"
referee export places --db "$work/swiss.db" --output "$work/places.csv"
say "so they are from a file of places" same "$(rated --from "$work/places.csv")" "$(rated --db "$work/swiss.db")"
say "seats are fitted without them" same "$(referee seat-stats --db "$work/swiss.db" --csv | sed -n 2p | cut -d, -f2)" \
	"$(sql "$work/swiss.db" "SELECT 120 - count(*) FROM ($none)")"
referee export html --db "$work/swiss.db" --output "$work/report.html"
say "a page says 0-0 and knows no draw of theirs" same "$(grep -c '"result":"0-0"' "$work/report.html")" \
	"$(sql "$work/swiss.db" "SELECT count(*) FROM ($none)")"
referee export text --db "$work/swiss.db" --output "$work/all.text"
referee export jsonl --db "$work/swiss.db" --output "$work/all.jsonl"
referee import "$work/all.jsonl" --db "$work/back.db" >/dev/null
say "an import brings the same standings back" same \
	"$(referee standings --db "$work/back.db" --csv)" "$(referee standings --db "$work/swiss.db" --csv)"
say "and what is verified" has "$(referee verify --db "$work/back.db")" ": 0 mismatches"
say "text says 0-0" has "$(cat "$work/all.text")" '[Result "0-0"]'

# --- a bye, and a tournament that is older ---
sed '/^bot b-1 /d; s/swiss.db/odd.db/' "$work/swiss.conf" >"$work/odd.conf"
referee run "$work/odd.conf" >"$work/tables" 2>"$work/errors"
say "byes of bots that did not take part are worth nothing" same "$(sql "$work/odd.db" \
	"SELECT sum(y.points), count(*) > 0 FROM byes y JOIN bots b ON b.id = y.bot
	WHERE b.name LIKE 'dead%' AND y.round > 1")" "0.0|1"
say "which can be verified" has "$(referee verify --db "$work/odd.db")" ": 0 mismatches"

cp "$work/swiss.db" "$work/old.db"
sqlite3 "$work/old.db" "PRAGMA foreign_keys = ON; DELETE FROM games; DELETE FROM seat_totals; DELETE FROM pair_totals;
	UPDATE tournaments SET definition = replace(definition, 'failed-together = 0-0' || char(10), '')"
sed 's/swiss.db/old.db/' "$work/swiss.conf" >"$work/old.conf"
referee run "$work/old.conf" >"$work/tables" 2>"$work/errors"
say "a tournament that began before keeps its rule: they draw" same "$(sql "$work/old.db" \
	"SELECT count(*), count(DISTINCT result), max(result) FROM game_list
	WHERE reason IN ('startup', 'benched') AND result NOT IN ('1-0', '0-1')" | cut -d'|' -f2-)" "1|1/2-1/2"
say "and verify knows" has "$(referee verify --db "$work/old.db")" ": 0 mismatches"
sqlite3 "$work/old.db" "UPDATE tournaments SET definition = definition || 'failed-together = 0-0' || char(10)"
say "of the other rule it would be wrong" has "$(referee verify --db "$work/old.db")" "points is 0.500000, should be 0.000000"
exit $bad
