#!/bin/sh
# The Debian packages of this release: built here, installed into a clean system, upgraded, removed. `make deb-test` does it
# for Debian 12 and 13, and builds them in clean systems too.
# checks: 40
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/packages.py
