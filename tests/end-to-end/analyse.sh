#!/bin/sh
# referee analyse: exact values of the moves of stored games, and where bots went wrong.
# checks: 38
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/analyse.py
