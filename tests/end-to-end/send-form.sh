#!/bin/sh
# The form that hands in a bot, without scripts; tests/browser/send.mjs opens it in a browser.
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/send-form.py
