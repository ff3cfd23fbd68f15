#!/bin/sh
# referee analyse: exact values of the moves of stored games, and where bots went wrong.
set -u
. "$(dirname "$0")/tournament.inc"
python3 tests/end-to-end/analyse.py "$build" "$work"
