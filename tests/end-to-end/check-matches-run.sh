#!/bin/sh
# `referee check FILE` says of a bot exactly what `referee run FILE` does with it.
# checks: 18
exec python3 "$(dirname "$0")/check-matches-run.py" "$@"
