#!/bin/sh
# A file beside a program is part of it: an sprt never mixes two versions of it.
# checks: 36
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/program-files.py
