#!/bin/sh
# Invitations: each makes as many tokens as it says, once: invite.py.
# checks: 16
cd "$(dirname "$0")/../.." || exit 1
exec python3 tests/end-to-end/invite.py
