#!/bin/sh
# Games that end early: by what bots say, and by a position that stands again; and games that are
# the same move for move, which are counted.
# checks: 23
set -u
. "$(dirname "$0")/../lib/checks.sh"

scores="python3 $PWD/tests/lib/score-bot.py"
ends="SELECT DISTINCT reason, plies FROM games"
db=$work/ends.db

play() { # NAME GAME SCORE SCORE [FLAG...]
	name=$1 game=$2 one=$3 two=$4
	shift 4
	referee run --game "$game" --name "$name" --db "$db" --quiet --movetime 5m --startup-timeout 60s \
		--bot one="$scores $one" --bot two="$scores $two" "$@" 2>"$work/err"
}

ended() { # NAME: reason and plies of its games
	sql "$db" "$ends WHERE tournament = (SELECT id FROM tournaments WHERE name = '$1')"
}

won() { # NAME: who has how many points
	sql "$db" "SELECT bot, points FROM standings JOIN tournaments t ON t.id = tournament
		WHERE t.name = '$1' ORDER BY bot" | tr '\n' ' '
}

# --- by what bots say ---
play resign connect4 cp_-600 cp_700 --resign "moves=2 score=500"
say "a bot that agrees to lose for this many moves loses" same "$(ended resign)" "resign-rule|4"
say "in either seat" same "$(won resign)" "one|0.0 two|2.0 "
say "and has no fault" same "$(sql "$db" "SELECT DISTINCT verdict FROM seats")" ok
play mates connect4 mate_-3 mate_4 --resign "moves=2 score=500"
say "a forced end is a score beyond all others" same "$(ended mates)" "resign-rule|4"
say "and stands with the move as one" same "$(sql "$db" "SELECT DISTINCT score FROM moves m
	JOIN games g ON g.id = m.game WHERE g.tournament = 2 ORDER BY score")" "-999997
999996"
play late connect4 cp_-600,cp_0,cp_-600 cp_700 --resign "moves=2 score=500"
say "hope in between begins the count anew" same "$(ended late)" "resign-rule|7
resign-rule|8"
play one-sided tictactoe cp_-600 - --resign "moves=1 score=500" --draw "moves=1 score=1000"
say "who says nothing agrees to nothing" same "$(ended one-sided | cut -d'|' -f1 | uniq)" normal
play alone connect4 - cp_-600 --resign "moves=2 score=500 sides=1"
say "one's own word is enough where that is asked for" same "$(ended alone)" "resign-rule|4
resign-rule|3"
say "and the other wins" same "$(won alone)" "one|2.0 two|0.0 "
play silent tictactoe - - --resign "moves=1 score=1" --draw "moves=1 score=1"
say "nor do two who say nothing" same "$(ended silent | cut -d'|' -f1 | uniq)" normal
play draw connect4 cp_10 cp_-3 --draw "moves=2 score=10 from-ply=6"
say "a draw is agreed, but not before its ply" same "$(ended draw)" "draw-rule|6"
say "and shared" same "$(won draw)" "one|1.0 two|1.0 "
play no-draw connect4 cp_11 cp_-3 --draw "moves=2 score=10" --max-plies 8
say "a hundredth above is no draw" same "$(ended no-draw)" "max-plies|8"

# --- a position that stands again ---
shuffle="j4i5 i5j4 h14h13 h13h14"
play repeats chinese-checkers "- $shuffle" "- $shuffle" --repetition 3
say "a position that stands for the third time ends the game" same "$(ended repeats)" "repetition|8"

# --- judged again ---
say "a reason can be shown" has "$(referee show 1 --db "$db")" resign-rule
say "all of it is judged the same once more" same "$(referee verify --db "$db" --tournament all)" \
	"$(sql "$db" "SELECT count(*) FROM games") games of 9 tournaments verified: 0 mismatches"
referee run --game connect4 --name resign --db "$db" --quiet --movetime 5m --resign "moves=3 score=500" \
	--bot one="$scores cp_-600" --bot two="$scores cp_700" 2>"$work/err"
status=$?
say "another rule is another tournament" same "$status $(grep -o 'resign was.*now it is moves=3 score=500' \
	"$work/err")" "2 resign was moves=2 score=500 when the tournament began, now it is moves=3 score=500"

# --- the same game again ---
again=$work/again.db
run_again() { # FLAG...
	referee run --game connect4 --db "$again" --movetime 5m --bot one="$build/tests/bench/instant" \
		--bot two="$build/tests/bench/instant x" "$@" 2>&1 >/dev/null | grep 'move for move'
}
same_games="games repeat an earlier game of the same bots in the same seats, move for move, \
and add no information"
say "games that are the same are counted at the end" same "$(run_again --rounds 3)" \
	"referee run: 4 of 6 $same_games; openings = random:4 would make them differ"
say "also those from before" same "$(run_again --rounds 4)" \
	"referee run: 6 of 8 $same_games; openings = random:4 would make them differ"
say "the view names them" same \
	"$(sql "$again" "SELECT players, games, first FROM duplicates ORDER BY first")" \
	"one - two|4|1
two - one|4|2"
say "with --quiet nothing is told" same "$(run_again --rounds 5 --quiet)" ""
referee run --game tree --db "$again" --name tree --rounds 20 --bot one="$build/tests/bench/instant" \
	--bot two="$build/tests/bench/instant x" 2>"$work/err" >"$work/out"
say "the same moves with other parameters are no such games" same "$(grep 'move for move' "$work/err")" ""

python3 - "$again" >"$work/lines" <<'END'
# The lines once more, from db/README.md alone.
import sqlite3, sys
mask = (1 << 64) - 1
def next_of(state):
    z = state = state + 0x9e3779b97f4a7c15 & mask
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & mask
    z = (z ^ z >> 27) * 0x94d049bb133111eb & mask
    return z ^ z >> 31
def mix(hash, value):
    return next_of(hash ^ next_of(value))
db = sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True)
wrong = count = 0
for game, seed, opening, line, rules in db.execute("SELECT g.id, g.seed, opening, moves_hash, t.game"
        " FROM games g JOIN tournaments t ON t.id = tournament"):
    moves = [m for m, in db.execute("SELECT move FROM moves WHERE game = ? ORDER BY ply", (game,))]
    words = ([str(seed & mask)] if rules == "tree" else []) + [opening] + moves
    text = "".join(word + "\n" for word in words).encode()
    hash = 0
    for i in range(0, len(text), 8):
        hash = mix(hash, int.from_bytes(text[i:i + 8].ljust(8, b"\0"), "little"))
    hash = mix(hash, len(text)) or 1
    wrong += hash != line & mask
    count += 1
print(count, wrong)
END
say "a line is what the description says" same "$(cat "$work/lines")" "50 0"
exit $bad
