#!/bin/sh
# Processes of ours that stand still for a time: no bot is charged for a silence that is not its own.
# alone: its bots have a third of a second for each move
# checks: 14
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/standstill.py
