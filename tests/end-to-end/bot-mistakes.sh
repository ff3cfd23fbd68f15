#!/bin/sh
# Every row of tests/mistakes/table.txt: is the author told what to mend?
# checks: 101
exec python3 "$(dirname "$0")/bot-mistakes.py" "$@"
