#!/bin/sh
# Conditions of a start: moments, remote bots, room on the disk, the pace; and what a restart brings back.
# checks: 38
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/start-conditions.py
