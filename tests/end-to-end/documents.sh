#!/bin/sh
# Every command in the documents is run; see documents.py.
# checks: 244
exec python3 tests/end-to-end/documents.py "$@"
