#!/bin/sh
# The crash tests in short: some kills of each kind of process, some faults of the disk.
# checks: 11
cd "$(dirname "$0")/../.." || exit 1
bad=0
tests/crash/kills.py --kills 24 || bad=1
tests/crash/faults.py --faults 12 || bad=1
exit $bad
