#!/bin/sh
# `referee check --broker` on NATS servers that are right and wrong, and who refuses to use a wrong one.
# checks: 43
exec python3 "$(dirname "$0")/broker-trust.py"
