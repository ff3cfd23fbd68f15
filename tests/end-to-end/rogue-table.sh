#!/bin/sh
# Every row of tests/rogues/table.txt as a tournament of its own.
# checks: 173
exec python3 "$(dirname "$0")/rogues.py"
