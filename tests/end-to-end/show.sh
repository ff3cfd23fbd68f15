#!/bin/sh
# `referee show`: pictures that any reader of XML takes, games that a bot left, and replays at a
# terminal.
# checks: 45
set -u
. "$(dirname "$0")/../lib/checks.sh"
here=$PWD/tests/end-to-end
cd "$work" || exit 1

# xml FILE: it is well-formed, in SVG's name space, needs nothing else, and can be heard.
xml() {
	python3 -c '
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
ns = "{http://www.w3.org/2000/svg}"
assert root.tag == ns + "svg", root.tag
box = [float(n) for n in root.get("viewBox").split()]
assert box[:2] == [0, 0] and 200 < box[2] < 2100 and box[3] > 200, box
assert root.find(ns + "title").text and root.find(ns + "desc").text
ids = {e.get("id") for e in root.iter()}
for e in root.iter():
    assert e.tag not in (ns + "script", ns + "image", ns + "a", ns + "foreignObject"), e.tag
    for name, value in e.attrib.items():
        assert "href" not in name or value[1:] in ids, value
        assert not name.startswith("on"), name
        assert "nan" not in value and "inf" not in value, value
' "$1"
}

# texts FILE: all that is written in a picture, in one line.
texts() {
	python3 -c '
import sys, xml.etree.ElementTree as tree
print(" ".join(t for t in tree.parse(sys.argv[1]).getroot().itertext() if t.strip()).replace("\n", " "))' "$1"
}

for game in tictactoe connect4 letters tree nim; do
	referee run --game $game --db $game.db --name 'a <b> & "c"' --depth 3 --quiet \
		--bot 'x<&"y>=referee-bot --search pvs' --bot 'b=referee-bot --search first'
	referee show --db $game.db 1 --svg $game.svg
	say "the picture of a game of $game is XML" xml $game.svg
	say "hostile names in it are texts" has "$(texts $game.svg)" 'a <b> & "c"'
	referee show --game $game --svg start.svg
	say "the picture of a position of $game is XML" xml start.svg
done
for players in 2 3 4 6; do
	referee show --game chinese-checkers --players $players --svg - >star.svg
	say "the picture of the star for $players is XML" xml star.svg
done
say "its pegs are all there" same "$(grep -c '<use data-cell="[a-q][0-9]*" href="#p-[1-6]"' star.svg)" 60
referee show --game nim --param heaps=3/9999 --position '0/9999 p2 1' --svg n.svg
say "a heap too large to draw is still told" has "$(texts n.svg)" '9999'
wrong=$(referee show --game chinese-checker --svg - 2>&1)
say "a game that is not there is told which was meant" has "$wrong" 'did you mean "chinese-checkers"?'
wrong=$(referee show --game xyz 2>&1)
say "or where games are listed" has "$wrong" 'there is no game "xyz"; `referee-bot --list` shows them'
wrong=$(referee show --game nim --position nonsense --svg - 2>&1)
say "a wrong position is told" has "$wrong" '--position: '
wrong=$(referee show --db connect4.db 1 --svg no/where.svg 2>&1)
say "a picture that cannot be written is told" same "$?: $wrong" \
	'2: referee show: no/where.svg cannot be written: No such file or directory'
printf 'd\nd\ne\nresign\n' | referee play connect4 --record saved.rec >/dev/null
referee show --record saved.rec --svg rec.svg
say "a saved record has its picture" xml rec.svg
say "with the move that was last" has "$(texts rec.svg)" 'After ply 3 seat 2 (y) left, resign'

# --- three at the board, and one leaves ---
referee run --game nim --players 3 --param heaps=6/6 --param take=2 --db three.db --quiet --depth 2 \
	--bot a='referee-bot --search first' --bot b="$build/tests/rogues/exits 3 1" --bot c='referee-bot --search first'
# Seats a, b, c: b leaves in its second turn, which is after ply 4.
game=$(sql three.db "SELECT g.id FROM games g WHERE (SELECT group_concat(name, '') FROM (SELECT b.name FROM seats s
	JOIN bots b ON b.id = s.bot WHERE s.game = g.id ORDER BY seat)) = 'abc'")
out=$(referee show --db three.db "$game")
say "who left is last, and it is said when" has "$out" 'Place 3: seat 2, b, left after ply 4: crash'
say "every other seat has its place" has "$out" 'Place 2: seat '
plies=$(sql three.db "SELECT count(*) FROM moves WHERE game = $game")
final=$(sql three.db "SELECT final FROM games WHERE id = $game")
referee show --db three.db "$game" --svg three.svg
say "played again it ends where it ended" has "$(texts three.svg)" "$final"
say "the picture says who left" has "$(texts three.svg)" 'place 3, crash'
out=$(referee show --db three.db "$game" --ply 4)
say "before it left its turn is to come" has "$out" "After ply 4 of $plies: 2/6 p2 2"
out=$(referee show --db three.db "$game" --ply 5)
say "and then it was passed over" has "$out" "After ply 5 of $plies: 1/6 p1 3 out2"
out=$(referee show --db three.db "$game" --ply 99 2>&1)
say "a ply that was not played is refused" has "$out" "the game has plies 0 to $plies"

# --- with the keys ---
# at SENTENCE STEPS COMMAND...: does the steps at a terminal.
at() {
	sentence=$1
	printf '%s\n' "$2" >steps
	shift 2
	say "$sentence" env TERM=xterm NO_COLOR= python3 "$here/../lib/terminal.py" 80x24 steps "$@"
}
show="referee show --db three.db $game"
at "a replay opens at the end, and q leaves it" "expect ply $plies/$plies
expect seat 2
send q
end 0" $show
at "the keys go through the game" "expect ply $plies/$plies
send g
expect The game begins.
expect ply 0/$plies
send \\x1b[C
expect ply 1/$plies
send nl
expect ply 3/$plies
send \\x7f
expect ply 2/$plies
send \\x1bOH
expect ply 0/$plies
send 4\\r
expect ply 4/$plies
send \\x1b[C
expect left: crash
send \\x1b[1;5D\\x1b[D
expect ply 3/$plies
send G
expect place 3
send ?
expect digits and Enter
send ?q
end 0" $show
at "Ctrl-C leaves the terminal as it was" 'expect q quit
send \x03
end 130' $show
at "so does a signal to end" 'expect q quit
signal TERM
end 143' $show
at "and a fault of the program's own" 'expect q quit
signal SEGV
end -11' $show
at "stopped by Ctrl-Z the terminal is restored; continued the game is shown again" "expect ply $plies
send \\x1a
stopped
continue
expect ply $plies/$plies
send g
expect ply 0/$plies
send q
end 0" $show
at "continued after an unseen stop it is shown again" "expect ply $plies
signal STOP
stopped any
continue
expect ply $plies/$plies
send q
end 0" $show
at "another size is drawn anew" "expect ply $plies
size 60x12
expect ply $plies/$plies
send q
end 0" $show
at "--plain is text at a terminal too" 'expect Place 3
lacks \x1b[?1049h
end 0' $show --plain
say "a dumb terminal gets text" env TERM=dumb python3 "$here/../lib/terminal.py" 80x24 /dev/stdin $show <<END
expect Place 3
lacks \\x1b
end 0
END
say "without colours nothing is coloured" env TERM=xterm NO_COLOR=1 python3 "$here/../lib/terminal.py" 80x24 /dev/stdin $show <<END
expect q quit
lacks \\x1b[0;1
send q
end 0
END
exit $bad
