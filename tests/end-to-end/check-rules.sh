#!/bin/sh
# `referee check-rules` on the starters of rules, and on every row of tests/rogues/rules.txt.
# checks: 89
exec python3 tests/end-to-end/check-rules.py "$@"
