#!/bin/sh
# The web process: what it answers and to whom (web.py), and its pages in a browser
# (tests/browser/pages.mjs). The feeder plays the main process's part (tests/browser/feeder.c).
set -u
. "$(dirname "$0")/tournament.inc"
. tests/end-to-end/browser.inc
feeder=$build/tests/browser/feeder
cd "$work" || exit 1

crashing_bot
referee run --game connect4 --rounds 5 --openings random:3 --depth 2 --db cup.db --quiet \
	--bot pvs=referee-bot --bot 'random=referee-bot --search random' \
	--bot 'first=referee-bot --search first' --bot 'bad=python3 crash.py' 2>run.log
hostile cup.db bad first

python3 "$here/tests/end-to-end/web.py" "$feeder" "$work/cup.db" || bad=1
if ! browser; then
	echo "skip: no chromium, node or playwright-core here: the pages are not tested in a browser"
	exit $bad
fi
mkdir -p "$shots"
MODULES=$modules SHOTS=$shots node "$here/tests/browser/pages.mjs" "$feeder" "$work/cup.db" || bad=1
exit $bad
