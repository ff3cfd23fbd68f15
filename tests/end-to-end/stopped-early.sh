#!/bin/sh
# Ctrl-C in the first moments of a run.
set -u
. "$(dirname "$0")/tournament.inc"

python3 tests/end-to-end/stopped-early.py "$work" "$build/tests/rogues"
