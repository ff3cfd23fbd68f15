#!/bin/sh
# Games of the daemon, watched while they are played: in lines, as JSON, and at a terminal.
# checks: 44
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/watch.py
