#!/bin/sh
# Openings of tournaments: drawn ones that are open, those of a file in their order, and both as they
# were in a tournament that began before there was a choice. Games in one order of seats alone.
# checks: 29
set -u
. "$(dirname "$0")/../lib/checks.sh"

db=$work/cup.db
bots="--bot bot-0=$build/tests/bench/instant --bot bot-1=$build/tests/bench/instant"

play() { # NAME FLAG...: a tournament of both bots, or more of it
	name=$1
	shift
	# shellcheck disable=SC2086
	referee run --game connect4 --db "$db" --name "$name" --quiet $bots "$@" 2>"$work/err"
}
began() { # NAME: the openings of its rounds, in their order
	sql "$db" "SELECT group_concat(opening, ', ') FROM (SELECT DISTINCT g.round, g.opening
		FROM games g JOIN tournaments t ON t.id = g.tournament WHERE t.name = '$1' ORDER BY g.round)"
}
forget() { # NAME SQL: its games are gone, and its definition becomes what SQL makes of it
	sqlite3 "$db" "PRAGMA foreign_keys = ON;
		DELETE FROM games WHERE tournament = (SELECT id FROM tournaments WHERE name = '$1');
		DELETE FROM seat_totals WHERE tournament = (SELECT id FROM tournaments WHERE name = '$1');
		DELETE FROM pair_totals WHERE tournament = (SELECT id FROM tournaments WHERE name = '$1');
		UPDATE tournaments SET definition = $2 WHERE name = '$1'"
}
verified() {
	referee verify --db "$db" | tail -1
}

# --- drawn openings ---
play drawn --openings random:14 --rounds 2
say "a tournament says by which rule its openings are drawn" has \
	"$(sql "$db" "SELECT definition FROM tournaments")" "decided-openings = no"
play drawn --openings random:14 --rounds 4
drawn=$(began drawn)
say "it goes on with those that it would have had" same "$drawn" \
	"$(referee run --dry-run --game connect4 --openings random:14 --rounds 4 $bots | grep -v '^#' |
		cut -f4 | uniq | paste -sd, | sed 's/,/, /g')"
cat >"$work/decided.py" <<'DECIDED'
"""Reads openings of connect4, separated by ", ". Prints for each whether it is decided within two plies, as
docs/tournaments.md says it: counted from the text of the moves alone."""
import sys


def won(stones, x, y):
    for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = [(x + i * step[0], y + i * step[1]) in stones for i in range(-3, 4)]
        if any(all(line[i:i + 4]) for i in range(4)):
            return True
    return False


def moves(board):
    """(place, whether it wins) of each move of the seat to move."""
    side = len(board) % 2
    own = {at for i, at in enumerate(board) if i % 2 == side}
    places = [(x, sum(at[0] == x for at in board)) for x in range(7)]
    return [(at, won(own | {at}, *at)) for at in places if at[1] < 6]


def decided(opening):
    board = []
    for move in opening.split():
        at = next(m for m in moves(board) if m[0][0] == "abcdefg".index(move))
        if at[1]:
            return True  # it is over
        board.append(at[0])
    mine = moves(board)
    if not mine or any(win for _, win in mine):
        return True
    replies = [moves(board + [at]) for at, _ in mine]
    # A move is lost when a reply wins at once, and wins when each reply lets it win at once.
    if all(any(win for _, win in r) for r in replies):
        return True
    return any(r and all(any(win for _, win in moves(board + [at, reply])) for reply, win in r) and not any(win for _, win in r)
               for (at, _), r in zip(mine, replies))


print(*[int(decided(opening)) for opening in sys.stdin.read().strip().split(", ")])
DECIDED
say "none of which is decided, as another program counts" same "$(echo "$drawn" | python3 "$work/decided.py")" "0 0 0 0"
# The openings that this drew, before decided openings were left out.
old="c c d c g d a d a f d a e c, a f e e b g a e b b a f f d, g d c e g c c f g a d e a c"
old="$old, a g f e d b a a f d a c d f"
forget drawn "replace(definition, 'decided-openings = no' || char(10), '')"
play drawn --openings random:14 --rounds 2
play drawn --openings random:14 --rounds 4
say "one that began before draws as it did" same "$(began drawn)" "$old"
say "of which some are decided" has "$(echo "$old" | python3 "$work/decided.py")" 1
say "what it drew is verified" has "$(verified)" "8 games of 1 tournament verified: 0 mismatches"
sqlite3 "$db" "UPDATE tournaments SET definition = definition || 'decided-openings = no' || char(10)"
say "by the other rule it would be wrong" has "$(verified)" "mismatch"
say "that some were decided, by which they differ" test "$drawn" != "$old"
forget drawn definition
play drawn --openings random:14 --rounds 4
say "and it draws the others then" same "$(began drawn)" "$drawn"
play asked --openings random:14 --rounds 4 --decided-openings
say "decided openings can be asked for" same "$(began asked)" "$old"

referee run --game nim --openings random:13 --db "$work/none.db" --name none $bots >"$work/out" 2>&1
say "a game that has none is refused" same "$?|$(cat "$work/out")" "2|referee run: openings = random:13: few games of \
nim are undecided two plies after 13 random plies; set fewer plies, or decided-openings = yes"
say "before anything of it is stored" same "$(sql "$work/none.db" 'SELECT count(*) FROM tournaments')" 0
referee run --game nim --openings random:13 --db "$work/none.db" --name none --quiet --decided-openings $bots 2>"$work/err"
say "unless they may be decided" same "$(sql "$work/none.db" 'SELECT count(*) FROM games')" 2

# --- those of a file ---
printf 'moves a\nmoves b\nmoves c\nmoves d\nmoves e\n' >"$work/book.txt"
play line --openings "$work/book.txt" --openings-order sequential --openings-start 4 --rounds 2
play line --openings "$work/book.txt" --openings-order sequential --openings-start 4 --rounds 4
say "openings of a file come line after line, from one of them on" same "$(began line)" "d, e, a, b"
play mixed --openings "$work/book.txt" --rounds 3
play mixed --openings "$work/book.txt" --rounds 10
say "or in a drawn order, each once before any comes again" same \
	"$(began mixed | tr -d ', ' | sed 's/\(.....\)/\1 /' | xargs -n1 | while read -r five; do
		echo "$five" | fold -w1 | sort | tr -d '\n'; done)" abcdeabcde
say "which is no file's order" test "$(began mixed)" != "a, b, c, d, e, a, b, c, d, e"
play mixed --openings "$work/book.txt" --rounds 10 --openings-start 2
say "another start is another tournament" has "$(cat "$work/err")" "openings-start was 1 when the tournament began, now it is 2"
# This and bots of these names began at e, one after the other.
forget mixed "replace(replace(definition, 'openings-order = random' || char(10), ''), 'openings-start = 1' || char(10), '')"
play mixed --openings "$work/book.txt" --rounds 2
play mixed --openings "$work/book.txt" --rounds 4
say "one that began before there was an order goes on as it did" same "$(began mixed)" "e, a, b, c"

printf 'moves a b c d\nmoves a b e\nmoves d d d\nmoves a b a b a b\n' >"$work/long.txt"
play long --openings "$work/long.txt" --rounds 4 --openings-order sequential
say "openings of a file that are decided are told" has "$(cat "$work/err")" \
	"openings: 1 of the 4 in $work/long.txt is decided within two plies, the first in line 4; the tournament plays them too"
play cut --openings "$work/long.txt" --rounds 2 --openings-order sequential --openings-plies 2
say "only the first moves of a line, and lines that are then the same once" same "$(began cut)" "a b, d d"
say "which is told" has "$(cat "$work/err")" "openings-plies = 2: 2 of the 4 lines of $work/long.txt have the same position"
say "all of it is verified" has "$(verified)" ": 0 mismatches"

# --- one order of seats ---
play one --openings random:4 --rounds 3 --seat-orders one
play one --openings random:4 --rounds 5 --seat-orders one
say "with one order of seats each pairing is played once" same "$(sql "$db" \
	"SELECT count(*), min(players), max(players) FROM game_list WHERE tournament = (SELECT max(id) FROM tournaments)")" \
	"5|bot-0 - bot-1|bot-0 - bot-1"
say "which is verified" has "$(verified)" ": 0 mismatches"

# --- pairs that the opening decided ---
random="$build/referee-bot --search random"
referee run --game connect4 --db "$work/pairs.db" --name pairs --rounds 40 --openings random:6 --depth 1 \
	--bot x="$random" --bot y="$random --seed 9" >"$work/out" 2>"$work/err"
won=$(sql "$work/pairs.db" "SELECT count(*) FROM (SELECT g.round FROM games g JOIN seats s ON s.game = g.id
	WHERE s.seat = 1 GROUP BY g.round HAVING count(*) = 2 AND (min(s.points) = 1 OR max(s.points) = 0))")
say "there are pairs in which the same seat won both games" test "$won" -gt 3
say "which is told at the end of a run" has "$(cat "$work/out")" \
	"
$won of 40 pairs were decided by the opening"
say "by compare" has "$(referee compare --db "$work/pairs.db" x y)" \
	"Note: $won of 40 pairs were decided by the opening: the same seat won both games"
say "in JSON" has "$(referee compare --db "$work/pairs.db" x y --json)" "\"pairs_by_opening\":$won,"
say "and on the page" has "$(referee export html --db "$work/pairs.db")" "$won of 40 pairs were decided by the opening"
exit $bad
