"""Answers all lines, but not before its input has ended."""
import sys

for line in sys.stdin.read().splitlines():
    words = line.split()
    if words[0] == "ugi":
        print("id name ReadsAll\nfeature legal\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
