#!/bin/sh
# Seasons of a ladder: one ends and the next begins, in one database; restarts in the same season and in a later one.
# checks: 22
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/seasons.py
