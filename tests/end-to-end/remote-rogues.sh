#!/bin/sh
# Remote bots that play honestly, and all rogues of the network, at one daemon.
# checks: 28
set -u
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/remote-rogues.py
