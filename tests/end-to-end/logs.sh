#!/bin/sh
# The setting logs: what bots wrote, their commands and folders, on pages and in the exported page.
# checks: 13
set -u
. "$(dirname "$0")/../lib/checks.sh"
feeder=$build/tests/browser/feeder

# It says who it is, is asked for a move, writes a secret everywhere, and ends.
cat >"$work/leaky.py" <<'BOT'
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("info string SECRET-SAID", flush=True)
        sys.stderr.write("ValueError: SECRET-STDERR\n")
        sys.exit(3)
BOT

cup() {
	referee run --name cup --game tictactoe --sandbox none --depth 2 --db "$work/cup.db" --quiet "$@" \
		--bot leaky="python3 $work/leaky.py --SECRET-COMMAND" --bot 'good=referee-bot' >/dev/null 2>"$work/errors"
}

# The text of all pages of the tournament, in one text.
pages() {
	FEEDER_DATABASES="$work/cup.db" python3 - "$feeder" "$work/cup.db" <<'ASK'
import http.client, subprocess, sys
sys.path.insert(0, "tests/lib")
from checks import left, start, until
process = start([sys.argv[1], "0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
port = int(process.stdout.readline().split()[2])
process.stdout.readline()
process.stdin.write(f"tournament 1 1 2 2 done cup {sys.argv[2]} - - -\n")
process.stdin.flush()
def ask(path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=left())
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()
until("it knows the tournament", lambda: ask("/t/1")[0] != 404)
for path in ("", "/games", "/faults", "/game/1", "/bot/leaky"):
    for end in ("", ".json") + ((".record",) if path == "/game/1" else ()):
        status, text = ask("/t/1" + path + end)
        assert status == 200, (path + end, status, text)
        print(text)
process.stdin.close()
process.wait()
ASK
}

found() {
	for secret in SECRET-STDERR SECRET-SAID SECRET-COMMAND; do
		grep -q "$secret" "$1" && printf '%s ' "$secret"
	done
	grep -q 'class="verdict">crash\|"verdict":"crash"' "$1" && echo crash
}

cup
pages >"$work/pages"
say "without remote bots all is public" same "$(found "$work/pages")" "SECRET-STDERR SECRET-SAID SECRET-COMMAND crash"
for logs in owner nobody; do
	cup --logs $logs
	pages >"$work/pages"
	say "logs = $logs: pages tell the verdict alone, in words of ours" same "$(found "$work/pages")" "crash"
	say "logs = $logs: with a reason" has "$(grep -o "ended or closed its output in the middle of the game" "$work/pages" | head -1)" "ended or closed"
	referee export html --db "$work/cup.db" --output "$work/page.html"
	say "logs = $logs: so does the page in one file" same "$(found "$work/page.html")" "crash"
	say "logs = $logs: the operator reads all" has "$(referee show 1 --why --db "$work/cup.db")" SECRET-STDERR
done
say "that changed no game" same "$(sql "$work/cup.db" 'SELECT count(*) FROM games')" 2
cup --logs public
pages >"$work/pages"
say "it can be made public again" has "$(found "$work/pages")" SECRET-STDERR
cup
sqlite3 "$work/cup.db" "UPDATE bots SET remote = 1 WHERE name = 'good'"
pages >"$work/pages"
say "with a remote bot it is the owners' alone" same "$(found "$work/pages")" "crash"
cup --logs everyone
say "another word is refused" has "$(cat "$work/errors")" "public, owner or nobody"
exit $bad
