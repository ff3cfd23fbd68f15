#!/bin/sh
# Work of an operator on a running daemon: backup, announce, kick, drain, and the form of its log.
# checks: 32
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/operate.py
