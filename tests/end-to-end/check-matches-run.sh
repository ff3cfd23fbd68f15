#!/bin/sh
# What `referee check FILE` says of a bot is what `referee run FILE` does with it.
exec python3 "$(dirname "$0")/check-matches-run.py" "$@"
