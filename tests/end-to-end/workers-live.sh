#!/bin/sh
# A worker of a running tournament, on all that shows it: see workers-live.py.
# checks: 13
set -u
. "$(dirname "$0")/../lib/checks.sh"
python3 tests/end-to-end/workers-live.py || bad=1
exit $bad
