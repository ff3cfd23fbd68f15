#!/bin/sh
# Ctrl-C in the first moments of a run.
# checks: 7
set -u
. "$(dirname "$0")/../lib/checks.sh"

python3 tests/end-to-end/interrupt-early.py "$work"
