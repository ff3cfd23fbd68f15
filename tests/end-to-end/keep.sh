#!/bin/sh
# Games whose moves go: by the setting keep while they are played, and by referee archive, also when it is killed.
# checks: 52
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/keep.py
