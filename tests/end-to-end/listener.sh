#!/bin/sh
# The listener: who knows a token comes in over a Unix socket, TCP and TLS; whoever else comes harms nobody.
set -u
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/listener.py
