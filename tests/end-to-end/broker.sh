#!/bin/sh
# Workers through a NATS server: real servers, workers and games, and what can go wrong with each.
# checks: 10
exec python3 "$(dirname "$0")/broker.py"
