#!/bin/sh
# The daemon: what it runs, what it can be asked, what it keeps.
# checks: 124
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/serve.py
