#!/bin/sh
# `referee export html`: the page in a browser (tests/browser/report.mjs), and what of it can be said
# without one.
# checks: 131
set -u
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/browser.sh

# play NAME [FLAGS]: a tournament in NAME.db and its page NAME.html.
play() {
	name=$1
	shift
	referee run --db "$name.db" --name "the $name cup" --depth 2 --quiet "$@" 2>run.log
	referee export html --db "$name.db" -o "$name.html"
}

two='--bot pvs=referee-bot --bot random=referee-bot\ --search\ random --bot first=referee-bot\ --search\ first'
eval "play tictactoe --game tictactoe --rounds 2 $two"
eval "play connect4 --game connect4 --rounds 4 --openings random:3 $two"
eval "play wide --game connect4 --param columns=9 --param rows=5 --param connect=3 $two"
eval "play nim --game nim --players 3 --param heaps=3/4/5 $two"
eval "play letters --game letters $two"
eval "play tree --game tree --param depth=3 --param branching=3 $two"
eval "play path --game tree --param depth=6 --param branching=4 $two"
for players in 2 3 4 6; do
	bots=$(seq "$players" | sed 's/.*/--bot b&=referee-bot/')
	# shellcheck disable=SC2086
	play "star$players" --game chinese-checkers --players "$players" --seat-orders rotation \
		--max-plies 60 $bots
done
play hostile --game connect4 --bot "bad=$crashes" --bot 'good=referee-bot --search first'

hostile hostile.db bad good
sqlite3 hostile.db "UPDATE seats SET detail = '</script><script>hacked = 1</script><!-- <script>' || char(8238)
	WHERE detail IS NOT NULL"
referee export html --db hostile.db -o hostile.html
sqlite3 connect4.db "INSERT INTO analysed VALUES (7, 1000, 6);
	INSERT INTO analysis VALUES (7, 1, 2, 0), (7, 2, 0, 0), (7, 3, 3, 1), (7, 4, NULL, 1)"
referee export html --db connect4.db -o connect4.html

# checks FILE: it is one file, of UTF-8 and ASCII marks, that asks for nothing.
checks() {
	python3 - "$1" <<'END'
import html.parser, json, re, sys

VOID = {"meta", "br", "hr", "img", "input", "link"}

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.scripts, self.names = [], [], 0, set()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names.add(tag)
        for name, value in attributes:
            assert not name.startswith("on") and name != "style", (tag, name)
            if name in ("src", "href", "action"):
                assert name == "href" and value.startswith("#"), value
        if "id" in given:
            self.ids.append(given["id"])
        self.scripts += tag == "script" and given.get("type") != "application/json"
        if tag not in VOID:
            self.open.append(tag)
        self.data = tag == "script" and given.get("type") == "application/json"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
        self.data = False

    def handle_data(self, text):
        if self.open and self.open[-1] == "script" and self.data:
            json.loads(text)

text = open(sys.argv[1], "rb").read().decode("utf-8")
assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", text)
page = Page()
page.feed(text)
page.close()
assert page.open == [], page.open
assert page.scripts == 1, page.scripts
assert len(page.ids) == len(set(page.ids))
assert not page.names & {"img", "link", "iframe", "object", "base", "form"}, page.names
assert "default-src 'none'" in text
END
}

for name in tictactoe connect4 wide nim letters tree path star2 star3 star4 star6 hostile; do
	say "the page of $name is whole, and asks for nothing" checks $name.html
done
referee export html --db connect4.db --games 3 -o few.html
say "games that are left out are told" has "$(cat few.html)" \
	'This list has the newest 3 of 24 games; the other 21 are left out of the file'
say "and only those are" same "$(grep -c 'id="g[0-9]*"' few.html)" 3
referee export html --db connect4.db --games 0 -o none.html
say "there may be none" same "$(grep -c 'id="g[0-9]*"' none.html) $(grep -c 'the other 24 are' none.html)" '0 1'
wrong=$(referee export html --db connect4.db --games some 2>&1)
say "a number of games that is none is told" has "$wrong" '--games "some": a whole number'
wrong=$(referee export csv --db connect4.db --games 3 2>&1)
say "other formats know no such number" same "$?: $wrong" \
	'2: referee export: --games: only the format html has it; --game selects games'
sqlite3 connect4.db "DELETE FROM moves WHERE game = 2 AND ply = 1"
referee export html --db connect4.db -o broken.html
say "a game that cannot be played again is told, and the others are there" same \
	"$(grep -c '"why":' broken.html) $(grep -c '"boards":' broken.html)" '1 23'

for name in tictactoe connect4 wide nim letters tree path star2 star3 star4 star6 hostile; do
	sqlite3 -json $name.db "SELECT g.id, g.final, g.plies, group_concat(b.name, '|') AS bots
		FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot
		GROUP BY g.id" >$name.json
done
in_browser report.mjs "$work"
