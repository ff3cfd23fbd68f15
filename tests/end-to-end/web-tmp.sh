#!/bin/sh
# The web process: what it answers and to whom (web.py), and its pages in a browser
# (tests/browser/pages.mjs). The feeder plays the main process's part (tests/browser/feeder.c).
set -u
. "$(dirname "$0")/tournament.inc"
. tests/end-to-end/browser.inc
feeder=$build/tests/browser/feeder
cd "$work" || exit 1

cat >crash.py <<'END_OF_BOT'
import sys
left = 2
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature legal\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1]
    elif words[0] == "go":
        if left == 0:
            sys.stderr.buffer.write(b"</script><script>hacked = 1</script>\xff\xfe\x00\x1b[31m")
            sys.exit(3)
        left -= 1
        print("bestmove", legal, flush=True)
END_OF_BOT
referee run --game connect4 --rounds 5 --openings random:3 --depth 2 --db cup.db --quiet \
	--bot pvs=referee-bot --bot 'random=referee-bot --search random' \
	--bot 'first=referee-bot --search first' --bot 'bad=python3 crash.py' 2>run.log
# What a run does not let in, a file may hold.
sqlite3 cup.db "UPDATE bots SET name = '\"><img src=x onerror=hacked=1>' || char(8238) || '/..?#</script>'
	WHERE name = 'bad'; UPDATE bots SET name = printf('%.63c', 'W') WHERE name = 'first';
	UPDATE moves SET cpu_us = NULL, wait_us = NULL WHERE (game, seat) IN (SELECT game, seat FROM seats
		WHERE bot = (SELECT id FROM bots WHERE name = 'random'));
	UPDATE bots SET remote = 1, command = '', digest = '' WHERE name = 'random';
	UPDATE tournaments SET name = '</title><script>hacked = 1</script>'"

# Games that end in other ways than the rules': adjudicated, cut short, and with a seat that leaves.
short() { # NAME FLAGS...
	name=$1
	shift
	referee run --name "$name" --db short.db --quiet --depth 2 --openings random:2 "$@" 2>>run.log
}
short short --game connect4 --max-plies 9 --bot pvs=referee-bot --bot 'bad=python3 crash.py'
short even --game connect4 --draw 2:2000:6 --bot pvs=referee-bot --bot 'second=referee-bot --search alphabeta'
short star --game chinese-checkers --players 3 --max-plies 12 --bot 'brs=referee-bot --search brs' \
	--bot 'random=referee-bot --search random' --bot 'bad=python3 crash.py'

if ! browser; then
	echo "skip: no chromium, node or playwright-core here: the pages are not tested in a browser"
	exit $bad
fi
mkdir -p "$shots"
MODULES=$modules SHOTS=$shots node "$here/tests/browser/pages.mjs" "$feeder" "$work/cup.db" || bad=1
exit $bad
