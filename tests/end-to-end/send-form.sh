#!/bin/sh
# The form that hands in a bot: without scripts (send-form.py), and in a browser (tests/browser/send.mjs).
# checks: 38
set -u
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/browser.sh
(cd "$here" && python3 tests/end-to-end/send-form.py) || bad=1
in_browser send.mjs "$here"
