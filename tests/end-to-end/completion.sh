#!/bin/sh
# TAB in bash, zsh and fish, and what `referee complete` prints for them.
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/completion.py
