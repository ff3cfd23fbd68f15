#!/bin/sh
# `referee worker key`: its folder after every change and every kill, and its users at a NATS server.
# checks: 52
exec python3 "$(dirname "$0")/worker-key.py"
