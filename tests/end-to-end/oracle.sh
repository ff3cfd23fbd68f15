#!/bin/sh
# The oracle: exact values of positions, games that end by them, openings that are weighed by them.
# checks: 51
set -u
. "$(dirname "$0")/../lib/checks.sh"

python3 tests/end-to-end/oracle.py || bad=1

# --- games end where their value is known ----------------------------------------------------------

# play CUP FLAGS...: a cup of two that play perfectly and one that does not care.
play() {
	played=$1
	shift
	referee run --quiet --name "$played" --db "$work/$played.db" --nodes 1000000 --rounds 6 \
		--bot "a=referee-bot --search pvs" --bot "b=referee-bot --search alphabeta" "$@"
}
ranks() { # NAME: who came where in which game
	sql "$work/$1.db" "SELECT pairing, seat, rank, verdict FROM games JOIN seats ON game = id
		ORDER BY pairing, seat"
}
same_winners() { # NAME FLAGS...
	cup=$1
	shift
	play "$cup-whole" "$@" && play "$cup-short" --adjudicate-exact "$@" || return 1
	same "$(ranks "$cup-short")" "$(ranks "$cup-whole")" &&
		same "$(sql "$work/$cup-short.db" "SELECT DISTINCT reason FROM games")" oracle &&
		same "$(sql "$work/$cup-short.db" "SELECT min(plies) FROM games")" 2
}
fewer() { # NAME
	whole=$(sql "$work/$1-whole.db" "SELECT sum(plies) FROM games")
	short=$(sql "$work/$1-short.db" "SELECT sum(plies) FROM games")
	[ "$short" -lt "$whole" ] || echo "$short plies, and $whole without the oracle"
	[ "$short" -lt "$whole" ]
}
say "tictactoe: perfect bots come to the same ranks when the oracle ends their games" \
	same_winners tictactoe --game tictactoe --openings random:3
say "... after fewer plies, and never before both have moved" fewer tictactoe
say "nim: the same" same_winners nim --game nim --param heaps=5/6 --openings random:1
say "... after fewer plies" fewer nim
say "letters: the same" same_winners letters --game letters
say "... after fewer plies" fewer letters
say "connect4 on a small board: the same" \
	same_winners small --game connect4 --param columns=4 --param rows=4 --openings random:2
say "... after fewer plies" fewer small

connect4_judged() {
	referee run --quiet --game connect4 --name judged --db "$work/judged.db" --adjudicate-exact --depth 2 \
		--rounds 3 --openings random:6 --bot "a=referee-bot" --bot "b=referee-bot --search random" ||
		return 1
	python3 - "$work/judged.db" "$build/referee-solve" <<'CHECK'
import sqlite3, subprocess, sys
db = sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True)
judged = 0
for game, opening, reason in db.execute("SELECT id, opening, reason FROM games").fetchall():
    if reason != "oracle":
        continue
    moves = opening + "".join(" " + m for m, in db.execute(
        "SELECT move FROM moves WHERE game = ? ORDER BY ply", (game,)))
    columns = "".join(str("abcdefg".index(m) + 1) for m in moves.split())
    value = int(subprocess.run([sys.argv[2], "connect4", columns], capture_output=True,
                               text=True).stdout.split()[0])
    mover = len(columns) % 2 + 1
    ranks = dict(db.execute("SELECT seat, rank FROM seats WHERE game = ?", (game,)))
    wanted = {mover: 1 + (value < 0), 3 - mover: 1 + (value > 0)}
    if ranks != wanted:
        sys.exit("game %d: value %d for seat %d, ranks %r" % (game, value, mover, ranks))
    judged += 1
sys.exit(None if judged else "no game was ended by the oracle")
CHECK
}
say "connect4: the ranks are those of the solver, asked without any budget" connect4_judged

# --- and are verified ------------------------------------------------------------------------------

# falsified CUP: the ranks of a game that the oracle ended, turned round or no longer a draw's.
falsified() {
	db=$work/$1-false.db
	cp "$work/$1.db" "$db"
	game=$(sql "$db" "SELECT min(id) FROM games WHERE reason = 'oracle'")
	first=$(sql "$db" "SELECT rank FROM seats WHERE game = $game AND seat = 1")
	second=$(sql "$db" "SELECT rank FROM seats WHERE game = $game AND seat = 2")
	case $first$second in
	12) wrong=21 ;;
	*) wrong=12 ;;
	esac
	sqlite3 "$db" "UPDATE seats SET rank = CASE seat WHEN 1 THEN ${wrong%?} ELSE ${wrong#?} END,
		points = CASE seat WHEN 1 THEN 2 - ${wrong%?} ELSE 2 - ${wrong#?} END WHERE game = $game"
	told=$(referee verify --db "$db")
	for seat in 1 2; do
		right=$first
		stored=${wrong%?}
		[ $seat = 1 ] || right=$second stored=${wrong#?}
		[ "$right" = "$stored" ] ||
			has "$told" "game $game, seat $seat: rank is $stored, should be $right" || return 1
	done
}
for cup in tictactoe-short nim-short letters-short small-short judged; do
	say "$cup: verify asks the oracle again, and there is nothing to tell" \
		has "$(referee verify --db "$work/$cup.db" 2>&1)" "tournament verified: 0 mismatches"
	say "$cup: it tells ranks that are not those of the value" falsified "$cup"
done
unanswered() {
	mkdir -p "$work/alone" && cp "$build/referee" "$work/alone" &&
		told=$(PATH=/usr/bin:/bin "$work/alone/referee" verify --db "$work/small-short-false.db" 2>&1)
	same "$(echo "$told" | grep -c ': rank is')" 0 &&
		has "$told" "ended by the oracle, and the value of the last position is not known now"
}
say "without referee-solve no rank is told to be wrong, and that they were taken as stored is said" unanswered
too_early() {
	cp "$work/nim-short.db" "$work/early.db"
	game=$(sql "$work/early.db" "SELECT min(id) FROM games WHERE plies = 2")
	sqlite3 "$work/early.db" "DELETE FROM moves WHERE game = $game AND ply = 2;
		UPDATE games SET plies = 1, moves_hash = NULL WHERE id = $game"
	has "$(referee verify --db "$work/early.db")" "game $game: reason is oracle, should be none yet, since seat"
}
say "a game that the oracle ended before both had moved is told" too_early

refused() { # TEXT FLAGS...
	text=$1
	shift
	told=$(referee run --dry-run --bot a=x --bot b=x --bot c=x "$@" 2>&1)
	same $? 2 && has "$told" "$text"
}
say "where no solver knows the game, the oracle is refused" \
	refused 'no solver for chinese-checkers with 2 seats' --adjudicate-exact --game chinese-checkers
say "nim with three at it has none either" \
	refused 'no solver for nim with 3 seats' --adjudicate-exact --game nim --players 3
say "a game that is cut off by its plies has no exact value" \
	refused 'adjudicate-exact and max-plies exclude each other' --adjudicate-exact --game nim --max-plies 5
without_solver() {
	mkdir -p "$work/alone" && cp "$build/referee" "$work/alone" &&
		told=$(PATH=/usr/bin:/bin "$work/alone/referee" run --dry-run --adjudicate-exact --game nim \
			--bot a=x --bot b=x 2>&1)
	has "$told" "referee-solve: does not answer; install it in the folder of referee"
}
say "without referee-solve that is told before anything is played" without_solver
in_file() {
	printf 'game = chinese-checkers\nadjudicate-exact = yes\nbot a { command = x }\nbot b { command = x }\n' \
		>"$work/wrong.conf"
	told=$(referee run --dry-run "$work/wrong.conf" 2>&1)
	same $? 3 && has "$told" "wrong.conf:2: adjudicate-exact = \"yes\": no solver for"
}
say "in a file the line is named" in_file

# --- openings -------------------------------------------------------------------------------------

drawn() { # FLAGS...: the openings of a schedule, in its order
	referee run --dry-run --rounds 40 --bot a=x --bot b=x "$@" 2>/dev/null | grep -v '^#' | cut -f4
}
# all_even NEWGAME FLAGS...: every opening is worth 0 to the solver.
all_even() {
	newgame=$1
	shift
	drawn "$@" >"$work/drawn"
	[ "$(wc -l <"$work/drawn")" = 80 ] || return 1
	{ echo "$newgame"; sed 's/^/position startpos moves /' "$work/drawn"; } |
		referee-solve oracle --nodes 100000000 | sort | uniq -c >"$work/values"
	same "$(tr -s ' ' <"$work/values")" " 80 value 0"
}
# not_all_even NEWGAME FLAGS...: every opening has a value, and some are worth more or less than 0.
not_all_even() {
	all_even "$@" >/dev/null
	same "$(wc -l <"$work/drawn") $(awk '$2 == "value" && $3 ~ /^-?[0-9]+$/ { n += $1 } END { print n }' "$work/values")" "80 80" &&
		grep -v ' value 0$' "$work/values"
}
say "tictactoe's balanced openings are all drawn" all_even \
	"uginewgame game tictactoe players 2 seat 1 seed 1" --game tictactoe --openings random:3 --balanced-openings
say "... which those that are not balanced are not" not_all_even \
	"uginewgame game tictactoe players 2 seat 1 seed 1" --game tictactoe --openings random:3
small="--game connect4 --param columns=4 --param rows=4 --openings random:5"
small_game="uginewgame game connect4 players 2 seat 1 seed 1 param columns 4 param rows 4"
say "so are those of connect4 on a small board" all_even \
	"$small_game" \
	$small --balanced-openings
say "... which those that are not balanced are not" not_all_even \
	"$small_game" \
	$small
again() {
	drawn "$@" >"$work/one" && drawn "$@" >"$work/two" && cmp "$work/one" "$work/two" &&
		drawn "$@" --seed 2 >"$work/other" && same "$(cmp -s "$work/one" "$work/other"; echo $?) $(wc -l <"$work/other")" "1 80"
}
say "the same seed draws the same balanced openings, another seed others" \
	again --game connect4 --openings random:4 --balanced-openings
played() {
	bots="referee-bot --search first"
	# shellcheck disable=SC2086
	set -- $small --balanced-openings --rounds 40 --nodes 1 \
		--db "$work/played.db" --name played --quiet
	begin_run referee run "$@" --bot "a=$bots" --bot "b=$bots" --pace 600/m
	until_event '"event":"game"' 6
	stop_run KILL
	same "$? $(sql "$work/played.db" "SELECT count(*) < 80 FROM games")" "137 1" || return 1
	referee run "$@" --bot "a=$bots" --bot "b=$bots" || return 1
	# shellcheck disable=SC2086
	same "$(sql "$work/played.db" "SELECT opening FROM games" | sort)" "$(drawn $small --balanced-openings | sort)" || return 1
	{ echo "$small_game"; sql "$work/played.db" "SELECT 'position startpos moves ' || opening FROM games"; } |
		referee-solve oracle --nodes 100000000 | sort | uniq -c >"$work/values"
	same "$(tr -s ' ' <"$work/values")" " 80 value 0"
}
say "killed and gone on with, a run plays the openings that it would have, which are even" played
say "of nim nothing is balanced, which is told" \
	refused 'one seat always wins nim' --game nim --openings random:2 --balanced-openings
say "nor for more than two" refused 'only openings for two seats can be balanced' \
	--game chinese-checkers --players 3 --openings random:2 --balanced-openings
say "balanced-openings needs openings that are drawn" refused 'openings = random:PLIES' --game tictactoe --balanced-openings
uneven() {
	told=$(referee run --dry-run --game letters --param pile=AB --param words=A:1 --openings random:1 --decided-openings \
		--balanced-openings --bot a=x --bot b=x 2>&1 >/dev/null)
	same "$told" "referee run: balanced-openings: no even opening was found for 2 games; they began from the nearest to it"
}
say "where none is even the nearest is taken, and told once" uneven

in_all_orders() {
	printf 'moves d\nmoves e\nmoves c\n' >"$work/openings"
	referee run --dry-run --game connect4 --openings "$work/openings" --rounds 3 \
		--bot a=x --bot b=x --bot c=x | grep -v '^#' | cut -f3,4 | sort | uniq -c | tr -s ' ' \
		>"$work/orders"
	for pair in "a - b" "b - a" "a - c" "c - a" "b - c" "c - b"; do
		for opening in c d e; do
			grep -qx " 1 $pair	$opening" "$work/orders" || return 1
		done
	done
	same "$(wc -l <"$work/orders" | tr -d ' ')" 18
}
say "each opening of a file is played by each pair in both orders of seats" in_all_orders
exit $bad
