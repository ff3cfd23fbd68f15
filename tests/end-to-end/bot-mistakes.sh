#!/bin/sh
# Every row of tests/mistakes/table.txt: is the author told what to mend?
exec python3 "$(dirname "$0")/bot-mistakes.py" "$@"
