#!/bin/sh
# The process that prepares bots: it is interrupted, killed, stopped, and works beside other tournaments.
# checks: 17
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/preparation.py
