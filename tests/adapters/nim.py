"""Nim by moves, as `a3`, or with `board` by positions, as `21 p1 1`. One heap, at most three tokens; the last one loses."""
import sys

heap = 21
for line in sys.stdin:
    if sys.argv[1:] == ["board"]:
        heap = int(line.split()[0])
    elif line.strip() != "go":
        heap -= int(line.strip()[1:])
    take = (heap - 1) % 4 or 1
    heap -= take
    print("a%d" % take)
