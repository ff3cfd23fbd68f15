#!/bin/sh
# The daemon's doors: who is let in, who is shut out again, and what it says of it.
# checks: 49
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/bot-listen.py
