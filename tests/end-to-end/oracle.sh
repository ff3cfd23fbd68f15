#!/bin/sh
# The oracle: exact values of positions, and what the referee makes of them.
set -u
cd "$(dirname "$0")/../.." || exit 1
python3 tests/end-to-end/oracle.py build/referee-solve
