#!/bin/sh
# Where the pages of the daemon are, and who may read them: page-access.py.
# checks: 19
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/page-access.py
