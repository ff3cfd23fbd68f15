#!/bin/sh
# TAB in bash, zsh and fish, and what `referee complete` prints for them.
# checks: 33
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/completion.py
