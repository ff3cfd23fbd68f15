#!/bin/sh
# `referee check` examines bots side by side.
exec python3 "$(dirname "$0")/check-parallel.py"
