#!/bin/sh
# Games of remote bots: many at a time, beside and with local ones, and what becomes of them when a bot stays
# away, the arbiter is killed, or the tournament is paused.
# checks: 56
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/remote-games.py
