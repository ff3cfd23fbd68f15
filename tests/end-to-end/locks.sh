#!/bin/sh
# Locks of others on a database that the daemon writes: nothing is lost, and it goes on by itself.
# checks: 23
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/locks.py
