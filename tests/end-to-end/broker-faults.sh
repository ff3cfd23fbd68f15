#!/bin/sh
# Faults of workers that come through a NATS server, in short: tests/crash/machines.py.
# checks: 77
cd "$(dirname "$0")/../.." || exit 1
exec tests/crash/machines.py
