#!/bin/sh
# The pictures of docs/gallery show what the programs show now. With the word make: makes them anew.
# checks: 153
set -u
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/browser.sh
browser
cd "$here" || exit 1
MODULES=$modules python3 tests/gallery/gallery.py "${1:-check}" || bad=1
exit $bad
