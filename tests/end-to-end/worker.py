#!/usr/bin/env python3
"""A worker that is none: it greets, takes what it is sent, says that it is ready, and answers the first game with LINE."""
import os
import sys

read = sys.stdin.buffer
print("worker 4", os.environ["VERSION"])
print("facts rogue any x86_64", os.environ["VERSION"], "- 1 0 0 0 0 - - -", flush=True)
size = int(read.readline().split()[1])
text = read.read(size).decode()
for line in range(len({line for line in text.splitlines() if line.startswith("folder ")})):
    print("have", read.readline().decode().split()[1], flush=True)
print("ready", flush=True)
request = read.readline().decode().split()
if request:
    print(sys.argv[1].replace("{game}", request[0]).replace("{pairing}", request[2]), flush=True)
read.readline()
