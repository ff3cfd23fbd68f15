#!/bin/sh
# referee export positions: every position of every game, as another program finds them that plays
# the games again; what filters leave of them; random samples.
# checks: 31
set -u
. "$(dirname "$0")/../lib/checks.sh"

db=$work/cup.db
wanted() {
	python3 tests/end-to-end/export-positions.py "$db" "$@"
}
positions() { # TOURNAMENT FLAG...
	name=$1
	shift
	referee export positions --db "$db" --tournament "$name" "$@" 2>"$work/err"
}
both() { # TOURNAMENT FLAGS FILTERS: the same lines, and some
	# shellcheck disable=SC2086
	positions "$1" $2 >"$work/got"
	# shellcheck disable=SC2086
	wanted "$1" $3 >"$work/wanted"
	[ "$(wc -l <"$work/got")" -gt 1 ] && cmp "$work/got" "$work/wanted"
}
field() { # N: that column, of all lines but the first
	tail -n +2 "$work/got" | cut -d, -f"$1"
}

# A quoted name; scores from one bot alone; one that fails in the middle of a game.
printf 'moves d d e\nmoves c\n7/7/7/7/3y3/3r3 r 2\n' >"$work/book"
cat >"$work/cup.conf" <<CUP
game     = connect4
name     = cup
depth    = 2
rounds   = 3
openings = "$work/book"
db       = "$db"
bot 'a,"b"' { command = "$build/referee-bot --search alphabeta" }
bot lot        { command = "$build/tests/bench/instant" }
bot fails      { command = "$build/tests/rogues/says 'bestmove z9\\\\n' 3" }
CUP
referee run "$work/cup.conf" --quiet 2>"$work/err" || cat "$work/err"
referee run --game connect4 --name drawn --db "$db" --quiet --openings random:6 --rounds 20 --depth 1 \
	--bot x="$build/referee-bot --search random" --bot y="$build/referee-bot --search random --seed 7" 2>"$work/err"
referee run --game connect4 --param columns=3 --name narrow --db "$db" --quiet --rounds 5 --depth 1 \
	--bot x="$build/referee-bot --search random" --bot y="$build/referee-bot --search random --seed 7" 2>"$work/err"

say "every position of every game is there" both cup "" ""
say "games that failed are among them" test "$(sql "$db" "SELECT count(*) FROM seats WHERE verdict = 'illegal'")" -gt 0
say "and those of openings that were drawn" both drawn "" ""
say "without openings" both cup --no-openings no-openings
say "without what was forced" both narrow --no-forced no-forced
say "of which there was some" test "$(positions narrow | wc -l)" -gt "$(positions narrow --no-forced | wc -l)"
say "those with a score alone" both cup --only-scored only-scored
say "without games that ended by a fault" both cup --no-faults no-faults
say "between two plies" both drawn "--from-ply 5 --to-ply 9" "from=5 to=9"
say "several filters at once" both cup "--no-openings --no-faults --only-scored --from-ply 4" \
	"no-openings no-faults only-scored from=4"

# The same as JSON lines.
positions cup >"$work/got"
positions cup --json | python3 -c '
import json, sys
keys = "position seat score points ranks move ply game bot".split()
print(",".join(keys))
import csv
out = csv.writer(sys.stdout, lineterminator="\n")
for line in sys.stdin:
    row = json.loads(line)
    assert set(row) <= set(keys)
    out.writerow([" ".join(map(str, row[k])) if k == "ranks" else row.get(k, "") for k in keys])
' >"$work/json"
say "JSON lines say the same" cmp "$work/got" "$work/json"

# --- at random ---
positions drawn --no-openings >"$work/all"
positions drawn --no-openings --sample 3 >"$work/got"
say "a sample has three of each game" same "$(field 8 | sort | uniq -c | awk '{print $1}' | sort -u)" 3
tail -n +2 "$work/got" >"$work/lines"
say "of those that are asked for, each once" same \
	"$(grep -cxFf "$work/all" "$work/lines") $(sort -u "$work/lines" | wc -l)" "120 120"
say "in their order" sort -t, -k8,8n -k7,7n -c "$work/lines"
say "another seed draws others" test "$(positions drawn --no-openings --sample 3 --seed 2 | cksum)" != "$(cksum <"$work/got")"
say "the same seed the same" same "$(positions drawn --no-openings --sample 3 --seed 1 | cksum)" "$(cksum <"$work/got")"
say "of one game alone what it has among all" same \
	"$(positions drawn --no-openings --sample 3 --game "$(field 8 | sed -n 7p)" | tail -n +2)" \
	"$(sed -n 8,10p "$work/got")"
say "a sample larger than a game is all of it" same "$(positions drawn --no-openings --sample 99 | cksum)" "$(cksum <"$work/all")"
# Each of n with 1/2: 6 standard deviations are 3 sqrt(n).
all=$(($(wc -l <"$work/all") - 1))
half=$(($(positions drawn --no-openings --share 0.5 | wc -l) - 1))
say "a share is a share" test "$(((2 * half - all) * (2 * half - all)))" -lt "$((36 * all))"
say "all is all" same "$(positions drawn --no-openings --share 1 | cksum)" "$(cksum <"$work/all")"
positions cup --unique >"$work/got"
say "each position once: none is there again" same "$(field 1 | sort | uniq -d | wc -l)" 0
say "and none is missing" same "$(field 1 | sort)" "$(positions cup | tail -n +2 | cut -d, -f1 | sort -u)"

# --- of more than two ---
referee run --game nim --players 3 --param heaps=30 --seat-orders rotation --name trio --db "$db" --quiet --depth 1 \
	--bot p="$build/referee-bot --search random" --bot q="$build/referee-bot --search random --seed 3" \
	--bot gone="$build/tests/rogues/says 'bestmove z9\\n' 2" --bot never="$build/tests/rogues/nobody" 2>"$work/err"
positions trio >"$work/got"
python3 - "$db" "$work/got" >"$work/nim" <<'NIM'
import csv, sqlite3, sys
db, games = sqlite3.connect(sys.argv[1]), {}
for row in csv.DictReader(open(sys.argv[2])):
    games.setdefault(int(row["game"]), []).append(row)
lines = alone = 0
for game, rows in games.items():
    left, out = 30, ""
    seats = dict(db.execute("SELECT seat, b.name FROM seats s JOIN bots b ON b.id = s.bot WHERE game = ?", (game,)))
    gone = {s for s, v in db.execute("SELECT seat, verdict FROM seats WHERE game = ?", (game,)) if v != "ok"}
    points = dict(db.execute("SELECT seat, points FROM seats WHERE game = ?", (game,)))
    ranks = " ".join(str(r) for (r,) in db.execute("SELECT rank FROM seats WHERE game = ? ORDER BY seat", (game,)))
    moves = list(db.execute("SELECT seat, move FROM moves WHERE game = ? ORDER BY ply", (game,)))
    assert len(moves) == len(rows)
    for (seat, move), row in zip(moves, rows):
        heap, mover, _, *out = row["position"].split()
        assert (int(heap), mover, row["move"]) == (left, "p%d" % seat, move), row
        assert row["bot"] == seats[seat] and int(row["seat"]) == seat
        assert float(row["points"]) == points[seat] and row["ranks"] == ranks
        away = {int(c) for word in out for c in word if c.isdigit()}
        assert away <= gone and seat not in away
        assert all(seats[s] != "never" or s in away for s in gone)
        alone += bool(away)
        left -= int(move[1:])
        lines += 1
print(lines > 50 and alone > 10)
NIM
say "games of three, whose seats leave, are there with ranks" same "$(cat "$work/nim")" True

# --- what is wrong ---
game=$(sql "$db" "SELECT min(id) FROM games WHERE tournament = 2")
positions drawn >"$work/all"
sqlite3 "$db" "UPDATE moves SET move = 'z' WHERE game = $game AND ply = 3"
positions drawn >"$work/got"
say "a game whose moves are not legal is left out, the others are not" same "$(cat "$work/got")" \
	"$(awk -F, -v game="$game" '$8 != game' "$work/all")"
say "and told" same "$(cat "$work/err")" "referee export: game $game is left out: the move of ply 3 \"z\" is not legal there"
wrong() { # FLAGS WORDS
	# shellcheck disable=SC2086
	referee export positions --db "$db" $1 >"$work/got" 2>"$work/err"
	same "$? $(cat "$work/got" "$work/err")" "2 referee export: $2"
}
say "a sample and a share exclude each other" wrong "--sample 3 --share 0.1" \
	"--sample and --share exclude each other; give one of them"
say "a share is no more than all" wrong "--share 1.5" '--share "1.5": it must be a number above 0 and up to 1, such as 0.1'
say "a ply is a number" wrong "--from-ply x" '--from-ply "x": a whole number from 1 on is needed'
say "plies rise" wrong "--from-ply 9 --to-ply 3" "--from-ply 9: it must not come after --to-ply 3"
say "a seed needs a lot" wrong "--seed 3" "--seed goes with --sample or --share"
say "another format has none of it" has "$(referee export csv --unique --db "$db" 2>&1)" "only the format positions has them"
exit $bad
