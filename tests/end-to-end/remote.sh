#!/bin/sh
# Tournaments with bots that come in over the network, whatever becomes of them and of us meanwhile.
# checks: 54
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/remote.py
