#!/bin/sh
# One address floods the pages; what becomes of the readers of others (http-flood.py).
# alone: its floods take all processors
# checks: 6
set -u
. "$(dirname "$0")/../lib/checks.sh"

referee run --game connect4 --rounds 5 --openings random:3 --depth 2 --db "$work/cup.db" --quiet \
	--bot pvs=referee-bot --bot 'random=referee-bot --search random' \
	--bot 'first=referee-bot --search first' 2>/dev/null
FEEDER_DATABASES=$work/cup.db python3 "tests/end-to-end/http-flood.py" "$build/tests/browser/feeder" "$work/cup.db"
