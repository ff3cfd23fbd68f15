#!/bin/sh
# Elo, LOS, pairs and LLR of two bots: the same numbers at all places: strength.py.
# checks: 34
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/strength.py
