#!/bin/sh
# Who sees what bots wrote when logs = owner, and who signs in: page-owners.py.
# checks: 26
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/page-owners.py
