#!/bin/sh
# Bots that are handed in to a running `referee serve`: fit, unfit, hostile, and taken back.
# checks: 101
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/send.py
