#!/bin/sh
# The alert rules for Prometheus, docs/referee-alerts.yml: promtool accepts them, each fires when it should and not before, and the
# daemon has every figure that they ask for.
# checks: 13
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/alerts.py
