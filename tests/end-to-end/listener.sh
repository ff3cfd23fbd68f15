#!/bin/sh
# The listener: a bot that knows a token comes in over a Unix socket, TCP and TLS; other clients harm no bot.
# checks: 119
set -u
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/listener.py
