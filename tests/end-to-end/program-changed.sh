#!/bin/sh
# A program is what it was when its tournament began: refused when it has changed since.
# checks: 73
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/program-changed.py
