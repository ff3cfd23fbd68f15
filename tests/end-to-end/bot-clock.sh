#!/bin/sh
# House bots take no more processor time than a move has.
# checks: 23
exec python3 "$(dirname "$0")/bot-clock.py"
