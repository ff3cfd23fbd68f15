#!/bin/sh
# Processes of ours that hang are killed, and their work is done again; no other process is killed.
# alone: its processes must give a sign of life every fifteenth of a second
# checks: 14
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/watchdog.py
