#!/bin/sh
# An engine that knows the text of UGI and nothing else plays through all limits, openings and formats.
# checks: 72
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/ugi-strict.py
