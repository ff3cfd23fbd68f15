#!/bin/sh
# The note of a tournament: kept, shown, changed, and no part of what defines it.
# checks: 13
set -u
. "$(dirname "$0")/../lib/checks.sh"

db=$work/cup.db
cup() { # FLAG...
	referee run --game tictactoe --name cup --depth 1 --quiet --db "$db" --bot a=referee-bot --bot b=referee-bot "$@" 2>"$work/err"
}
kept() { # FILE
	sql "$1" "SELECT tournament, note FROM notes"
}

cup --note 'tried <b>LMR</b> 0.8 "half"'
say "a note is kept" same "$(kept "$db")" '1|tried <b>LMR</b> 0.8 "half"'
cup --rounds 2
say "a run without one leaves it" same "$(kept "$db")" '1|tried <b>LMR</b> 0.8 "half"'
cup --rounds 3 --note "again, 0.9"
say "another one takes its place, and the tournament goes on" same "$? $(kept "$db") $(sql "$db" 'SELECT count(*) FROM games')" \
	"0 1|again, 0.9 6"
cup --note "$(printf 'two\nlines')"
say "it is one line" has "$(cat "$work/err")" "the value contains a line end"
cup --note 'tried <b>LMR</b> 0.8 "half"'

referee export html --db "$db" --output "$work/page.html"
say "the page shows it, escaped" has "$(cat "$work/page.html")" 'tried &lt;b&gt;LMR&lt;/b&gt; 0.8'
referee export jsonl --db "$db" --output "$work/cup.jsonl" >/dev/null
referee import "$work/cup.jsonl" --db "$work/back.db" >/dev/null
say "an export as jsonl brings it along" same "$(kept "$work/back.db")" "$(kept "$db")"
referee import "$db" --db "$work/merged.db" >/dev/null
say "so does a merge" same "$(kept "$work/merged.db")" "$(kept "$db")"
say "all is judged the same once more" has "$(referee verify --db "$db")" "0 mismatches"

python3 - "$work" <<'ASK' || bad=1
import json, sys, urllib.request
sys.path.insert(0, "tests/lib")
from daemon import Daemon
from checks import say
work = sys.argv[1]
daemon = Daemon(work)
with open(f"{work}/over.conf", "w") as out:
    out.write(f'name = "over"\ngame = tictactoe\ndepth = 1\ndb = "{work}/over.db"\nnote = "tried LMR"\n'
              'bot a { command = "referee-bot" }\nbot b { command = "referee-bot" }\n')
daemon.start(f"{work}/over.conf", "--http-listen", "127.0.0.1:0")
daemon.until("it is over", lambda: daemon.of("over")["state"] == "done")
say("status has it for programs", daemon.of("over")["note"] == "tried LMR", daemon.of("over"))
say("and for people", "\n  note: tried LMR\n" in daemon.ask("status")[1], daemon.ask("status"))
page = daemon.line(r"http://[0-9.:]*").group(0)
def read(path):
    with urllib.request.urlopen(page + path) as answer:
        return answer.read().decode()
home = json.loads(read("/.json"))
say("the page has it", "tried LMR" in read(f"/t/{home[0]['id']}"), home)
say("and its JSON", json.loads(read(f"/t/{home[0]['id']}.json"))["note"] == "tried LMR", home)
daemon.end()
say.end()
ASK
exit $bad
