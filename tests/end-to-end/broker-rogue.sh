#!/bin/sh
# A worker that was taken over, and what it gets.
# checks: 31
exec python3 "$(dirname "$0")/broker-rogue.py"
