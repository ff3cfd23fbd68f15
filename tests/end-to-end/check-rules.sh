#!/bin/sh
# `referee check-rules` on the starters of rules, and on every row of tests/rogues/rules.txt.
exec python3 tests/end-to-end/check-rules.py "$@"
