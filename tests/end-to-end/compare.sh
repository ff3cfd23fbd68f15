#!/bin/sh
# Is one bot stronger than another: referee compare on counts and on real games, and format = sprt,
# stopped in the middle and gone on with.
# checks: 91
set -u
. "$(dirname "$0")/../lib/checks.sh"

# --- counts ---
first() { # the first number with six decimals
	grep -oE -- '-?[0-9]+\.[0-9]{6}' | head -1
}
tail -n +2 tests/referee/rating/sprt.tsv >"$work/rows"
while IFS='	' read -r model counts elo0 elo1 llr; do
	for format in "" --json --csv; do
		got=$(referee compare --counts "$counts" --sprt "$elo0,$elo1" --model "$model" $format | first)
		awk -v a="${got:-none}" -v b="$llr" 'BEGIN { exit !(a - b < 1e-5 && b - a < 1e-5 && a + 0 == a) }' ||
			echo "$model $counts $elo0,$elo1 $format: $got, not $llr"
	done
done <"$work/rows" >"$work/wrong"
say "the first number is the log-likelihood ratio that other programs find" same "$(cat "$work/wrong")" ""
say "it is the first thing of all" same \
	"$(referee compare --counts "W40 L30 D50" --sprt 0,10 | head -1)" "LLR 0.408723"
json=$(referee compare --counts "P10,20,60,25,12" --sprt 0,10 --model normalized --json | python3 -c '
import json, sys
o = json.load(sys.stdin)[0]
print(o["llr"], o["accepted"], o["pairs"], o["games"], o["wins"], o["bot"], round(o["elo"], 3), o["finding"])')
say "JSON is one object" same "$json" "0.252529 undecided 127 254 None None 12.316 undecided"
say "an interval that holds 0 is not decided" has \
	"$(referee compare --counts "W40 L30 D50" | tail -1)" "Not decided: The first may be anything from 18.3 Elo weaker"
say "one game is one game" has "$(referee compare --counts "W1 L0 D0" --sprt 0,5)" "From 1 game:"
say "five of five are not enough" has "$(referee compare --counts "W5 L0 D0" | tail -1)" "Not decided: 5 uneven games"
say "where it is decided it says by how much" same "$(referee compare --counts "W90 L30 D0" | tail -1)" \
	"The first is stronger than the second: 190.8 Elo, 125.0 to 272.4 (95%), likelihood of it 99.9%."
say "a test that is over says which hypothesis holds" has "$(referee compare --counts "W900 L30 D0" --sprt 0,5 | tail -1)" \
	"The first is stronger than the second: H1 (5) accepted, H0 (0) rejected after 930 games"
say "below 0 it says no more than it knows" has "$(referee compare --counts "W1000 L1000 D2000" --sprt -20,0 | tail -1)" \
	"The first is not 20 Elo weaker than the second: H1 (0) accepted"

wrong() { # SENTENCE PART-OF-THE-LINE ARGUMENTS...
	sentence=$1 part=$2
	shift 2
	said=$(referee compare "$@" 2>&1 >"$work/stdout")
	status=$?
	say "$sentence" has "$said" "$part"
	say "... in one line, with status 2" same "$status $(echo "$said" | wc -l) $(wc -c <"$work/stdout")" "2 1 0"
}
wrong "counts that cannot be read" 'write "W40 L30 D50"' --counts "40-30-50" --sprt 0,10
wrong "hypotheses the wrong way round" "the first Elo must be below the second" --counts "W1 L1 D1" --sprt 10,0
wrong "one hypothesis" "two Elo in one word are needed, ELO0,ELO1" --counts "W1 L1 D1" --sprt 10
wrong "hypotheses beyond all reason" "a number from -800 to 800" --counts "W1 L1 D1" --sprt 0,1e9
wrong "an alpha that is none" "a number above 0 and below 0.5" --counts "W1 L1 D1" --sprt 0,10 --alpha 0.7
wrong "a model that is none" "logistic or normalized" --counts "W1 L1 D1" --sprt 0,10 --model bayes
wrong "an alpha without a test" "--alpha goes with --sprt" --counts "W1 L1 D1" --alpha 0.1
wrong "a bot beside counts" "--counts and bot \"a\" exclude each other" a --counts "W1 L1 D1"

# --- games of a database ---
cat >"$work/cup.conf" <<END
name     = "cup"
game     = tictactoe
rounds   = 30
openings = random:1
depth    = 9
db       = "$work/cup.db"
bot good { command = "referee-bot --search alphabeta" }
bot luck { command = "referee-bot --search random" }
bot one  { command = "referee-bot --search first" }
END
referee run "$work/cup.conf" --quiet
compare() {
	referee compare --db "$work/cup.db" "$@"
}
# Points of the first bot in each pair of games, counted by another query.
pairs="WITH r AS (SELECT g.round, g.opening, s.seat, CASE WHEN s.rank < o.rank THEN 2 WHEN s.rank = o.rank
		THEN 1 ELSE 0 END AS halves FROM games g JOIN seats s ON s.game = g.id JOIN seats o ON o.game = g.id
		JOIN bots b ON b.id = s.bot JOIN bots c ON c.id = o.bot WHERE b.name = 'NAME' AND c.name = 'OTHER')
	SELECT sum(h = 0), sum(h = 1), sum(h = 2), sum(h = 3), sum(h = 4) FROM (SELECT a.halves + b.halves AS h
		FROM r a JOIN r b ON a.round = b.round AND a.opening = b.opening WHERE a.seat = 1 AND b.seat = 2)"
counted() { # NAME OTHER
	sql "$work/cup.db" "$(echo "$pairs" | sed "s/NAME/$1/; s/OTHER/$2/")" | tr '|' ,
}
for two in "good luck" "luck good" "one luck"; do
	set -- $two
	say "the pairs of $two are those of another count" same "$(compare "$@" --csv | cut -d, -f12-16 | tail -1)" \
		"$(counted "$@")"
	say "and the ratio is that of these counts" same "$(compare "$@" --sprt 0,30 --model normalized | head -1)" \
		"$(referee compare --counts "P$(counted "$@")" --sprt 0,30 --model normalized | head -1)"
	say "only games of these two are in it" same "$(compare "$@" --csv | cut -d, -f7-10 | tail -1)" \
		"$(sql "$work/cup.db" "SELECT games, wins, draws, losses FROM crosstable
			WHERE bot = '$1' AND opponent = '$2'" | tr '|' ,)"
done
wrong "one bot of three" "two bots are needed" good --db "$work/cup.db"
wrong "no bot of three" "this tournament has 3 bots" --db "$work/cup.db"
wrong "a bot and itself" "cannot be compared with itself" good good --db "$work/cup.db"
say "good is stronger than luck" has "$(compare good luck | tail -1)" "good is stronger than luck"
say "luck is weaker than good" has "$(compare luck good | tail -1)" "luck is weaker than good"
say "a wrong name is told with the nearest" same "$(compare god luck 2>&1)" \
	'referee compare: there is no bot "god" in this tournament; did you mean "good"?'
sqlite3 "$work/cup.db" "PRAGMA foreign_keys = ON; DELETE FROM games WHERE id = (SELECT max(g.id) FROM games g JOIN seats s ON s.game = g.id
	JOIN bots b ON b.id = s.bot WHERE b.name = 'luck' AND EXISTS (SELECT 1 FROM seats o JOIN bots c ON c.id = o.bot
		WHERE o.game = g.id AND c.name = 'good'))"
say "a game without a partner is said" has "$(compare good luck)" \
	"Note: 1 game has no partner with the same opening and swapped seats, and"
say "and counted" same "$(compare good luck --csv | cut -d, -f7,11,18 | tail -1)" "59,29,1"
sed 's/search random/search random --seed 5/' "$work/cup.conf" >"$work/other.conf"
referee run "$work/other.conf" --quiet --rounds 31 --mixed 2>"$work/err"
say "another program of the same name is said" has "$(compare luck one)" \
	"Note: luck had another program or command in some games; all 2 versions are counted as one"
referee run "$work/cup.conf" --quiet --rounds 31 --bot late="$build/tests/rogues/crashes" 2>"$work/err"
say "faults are said" has "$(compare good late)" "Note: late lost"
sqlite3 "$work/cup.db" "PRAGMA foreign_keys = ON; DELETE FROM games WHERE id IN (SELECT game FROM seats JOIN bots ON id = bot WHERE name = 'late')"
say "two that have not met are not compared" same "$(compare good late | tail -1)" \
	"Not decided: they have not met; ratings compare them through other opponents (referee ratings)."
sqlite3 "$work/cup.db" "UPDATE games SET moves_hash = 7"
say "the same games over and over decide nothing" has "$(compare good one --json)" \
	'"finding":"undecided","conclusion":"Not decided: the same 2 games were played again and again'
say "and that they are the same is said" has "$(compare good one)" "of 62 games repeat another game, move for move"
referee run --game connect4 --openings random:6 --games 3 --quiet --name few --db "$work/few.db" \
	--bot a='referee-bot --search random' --bot b="$build/tests/rogues/crashes" 2>"$work/err"
few=$(referee compare a b --db "$work/few.db")
say "a few games that all differ are not said to be the same" same "$(echo "$few" | grep -c 'again and again')" 0
say "one is spoken of as one" has "$few" "From 1 pair:"
say "and so is one that has no partner" has "$few" \
	"1 game has no partner with the same opening and swapped seats, and does not count in the figures from pairs"
referee run --game nim --players 3 --depth 3 --rounds 5 --quiet --name three --db "$work/nim.db" \
	--bot a='referee-bot' --bot b='referee-bot --search random' --bot c='referee-bot --search first'
say "with three at the board the better rank counts" same \
	"$(referee compare a b --db "$work/nim.db" --csv | cut -d, -f7-11 | tail -1)" \
	"$(sql "$work/nim.db" "SELECT games, wins_a, draws, wins_b FROM head_to_head WHERE a = 'a' AND b = 'b'" | tr '|' ,),0"
say "and that is said" has "$(referee compare a b --db "$work/nim.db")" "games of 3 seats"

# --- format = sprt ---
cat >"$work/sprt.conf" <<END
name     = "test"
game     = tictactoe
format   = sprt
elo0     = 0
elo1     = 60
openings = random:2
depth    = 9
db       = "$work/sprt.db"
bot new { command = "referee-bot --search alphabeta" }
bot old { command = "referee-bot --search random" }
END
said=$(referee run "$work/sprt.conf" 2>&1 >"$work/tables")
say "a clear difference is decided" has "$said" "new is stronger than old: H1 (60) accepted, H0 (0) rejected after"
say "with the ratio on the way" has "$said" "LLR"
decided=$(echo "$said" | sed -n 's/.* after \([0-9]*\) pairs.*/\1/p')
say "all games are pairs, and one more than decides was begun" same "$(sql "$work/sprt.db" \
	"SELECT count(*), count(DISTINCT round), count(DISTINCT pairing) FROM games")" \
	"$((2 * decided + 2))|$((decided + 1))|$((2 * decided + 2))"
say "the pairs that decide are the first that are beyond the bound" same "$(for n in $((decided - 1)) $decided; do
	referee compare --sprt 0,60 --csv --counts "P$(sql "$work/sprt.db" "$(echo "$pairs" | sed \
		"s/NAME/new/; s/OTHER/old/; s/WHERE a.seat/WHERE a.round <= $n AND a.seat/")" | tr '|' ,)" |
		tail -1 | cut -d, -f4; done | tr '\n' ' ')" "undecided H1 "
before=$(sql "$work/sprt.db" 'SELECT max(id) FROM games')
again=$(referee run "$work/sprt.conf" 2>&1 >/dev/null)
say "what is decided plays nothing more" same "$(sql "$work/sprt.db" 'SELECT max(id) FROM games')" "$before"
say "and says the same" same "$(echo "$again" | tail -1)" "$(echo "$said" | tail -1)"
compare=$(referee compare new old --db "$work/sprt.db")
say "compare says the same as the decision" same "referee: $(echo "$compare" | tail -1)" "$(echo "$said" | tail -1)"
say "of two bots neither need be named" same "$(referee compare --db "$work/sprt.db")" "$compare"
say "or only the first" same "$(referee compare new --db "$work/sprt.db")" "$compare"
say "and the first may be the other" same "$(referee compare old --db "$work/sprt.db")" \
	"$(referee compare old new --db "$work/sprt.db")"
say "one bot is named as too few" has "$(referee run --game tictactoe --format sprt --bot a=referee-bot 2>&1)" \
	"the tournament needs at least 2 bots, and has 1"
say "from the pairs that it used" has "$compare" "From $decided pairs:"
say "and names the games that do not count" has "$compare" "2 more games do not count"
referee run "$work/sprt.conf" --concurrency 6 --quiet 2>"$work/errors"
say "with more games at a time some more are begun, and count no more than those" same \
	"$(referee compare new old --db "$work/sprt.db" | grep -v '^Note: .* more games do not count\|^Note: the machine was busy\|^Nodes per second')" \
	"$(echo "$compare" | grep -v '^Note: .* more games do not count\|^Note: the machine was busy\|^Nodes per second')"
say "programs are told how many" same "$(referee compare old new --db "$work/sprt.db" --json |
	python3 -c 'import json, sys; row, = json.load(sys.stdin); print(row["games"], row["games_not_counted"], row["llr"])')" \
	"$((2 * decided)) $(sql "$work/sprt.db" "SELECT count(*) FROM games WHERE round > $decided") None"
referee run --game tictactoe --format sprt --elo1 60 --alpha 0.02 --beta 0.1 --games 4 --openings random:2 --depth 9 --quiet \
	--name errors --db "$work/errors.db" --bot a=referee-bot --bot b='referee-bot --search random' 2>"$work/err"
say "an export as text has all of its test" same "$(referee export text --db "$work/errors.db" |
	sed -n 's/^%set "\(.*\)"$/\1/p' | grep -E '^(elo[01]|alpha|beta|model) ' | sort | paste -sd,)" \
	"alpha = 0.02,beta = 0.1,elo0 = 0,elo1 = 60,model = logistic"
say "its own errors hold for other hypotheses too" has "$(referee compare --db "$work/errors.db" --sprt 0,30)" "alpha 0.02, beta 0.1, "
say "unless others are named" has "$(referee compare --db "$work/errors.db" --sprt 0,30 --beta 0.2)" "alpha 0.02, beta 0.2, "
other=$(referee run "$work/sprt.conf" --elo1 30 --alpha 0.1 --model normalized 2>&1)
say "other hypotheses are another tournament" has "$other" "elo1 was 60"
say "for which compare is named" has "$other" "; \`referee compare new old --sprt 0,30 --alpha 0.1 --model normalized \
--db $work/sprt.db --tournament test\` answers on the same games; --fresh begins a new one"
answer=$(echo "$other" | sed -n 's/.*`\(referee compare [^`]*\)`.*/\1/p')
say "and answers" has "$($answer | tail -1)" "and 2.25 (H1: 30)"
say "but not where the games are others too" same \
	"$(referee run "$work/sprt.conf" --elo1 30 --openings random:3 2>&1 | grep -c "referee compare")" 0
dry=$(referee run "$work/sprt.conf" --dry-run 2>&1)
say "--dry-run says why it shows no more" has "$dry" "all further games follow from the results of these"
say "without openings and a limit it is refused" has "$(referee run "$work/sprt.conf" --openings none 2>&1)" \
	"without openings two bots may play the same pair of games without end"
referee run "$work/sprt.conf" --openings none --games 4 --quiet --db "$work/limit.db" --json >"$work/limit"
say "games ends it undecided" has "$(tail -1 "$work/limit")" "undecided: games = 4 are played, more would go on; after 2 pairs"
more=$(referee run "$work/sprt.conf" --openings none --games 8 --db "$work/limit.db" 2>&1 >/dev/null)
say "with more of them it goes on" has "$more" "undecided: games = 8 are played, more would go on; after 4 pairs"

# --- killed and gone on with ---
cat >"$work/even.conf" <<END
name        = "even"
game        = tictactoe
format      = sprt
elo0        = -40
elo1        = 40
model       = normalized
openings    = random:3
depth       = 1
concurrency = 3
bot luck { command = "referee-bot --search random" }
bot fate { command = "referee-bot --search random --seed 77" }
END
whole=$(referee run "$work/even.conf" --db "$work/whole.db" 2>&1 >/dev/null | tail -1)
say "two alike are decided too" has "$whole" " pairs, LLR"
rows="SELECT g.round, s.seat, b.name, m.ply, m.move FROM games g JOIN seats s ON s.game = g.id
	JOIN bots b ON b.id = s.bot LEFT JOIN moves m ON m.game = g.id AND m.seat = s.seat ORDER BY 1, g.pairing, 2, 4"
for signal in KILL KILL INT KILL; do
	begin_run referee run "$work/even.conf" --db "$work/cut.db" --pace 600/m
	until_event '"event":"game"' 5
	stop_run $signal
	say "a test is ended in its middle by SIG$signal" same "$(kill -l $?)" $signal
done
cut=$(referee run "$work/even.conf" --db "$work/cut.db" 2>&1 >/dev/null | tail -1)
say "a test that was killed decides as one that was not, after the same pairs" same "$cut" "$whole"
say "and plays the same games" same "$(sql "$work/cut.db" "$rows" | cksum)" "$(sql "$work/whole.db" "$rows" | cksum)"
say "each of them once" same "$(sql "$work/cut.db" 'SELECT count(*) - count(DISTINCT pairing) FROM games')" 0
one=$(referee run "$work/even.conf" --db "$work/one.db" --concurrency 1 2>&1 >/dev/null | tail -1)
say "and so does one with a game at a time" same "$one" "$whole"
say "how it stands is an event" same "$(referee run "$work/even.conf" --db "$work/events.db" --json |
	python3 -c '
import json, sys
events = [json.loads(line) for line in sys.stdin]
states = [e for e in events if e["event"] == "state"]
print(len(states) > 0, all(e["lower"] < 0 < e["upper"] and len(e["pairs"]) == 5 for e in states),
	states[-1]["llr"] <= states[-1]["lower"] or states[-1]["llr"] >= states[-1]["upper"])')" \
	"True True True"
exit $bad
