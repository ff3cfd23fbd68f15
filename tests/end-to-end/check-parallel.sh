#!/bin/sh
# `referee check` examines bots side by side.
# checks: 8
exec python3 "$(dirname "$0")/check-parallel.py"
