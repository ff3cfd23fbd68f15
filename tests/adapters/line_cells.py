"""Tic-tac-toe with cells from 1 to 9, row by row from the top: the other's cell in, its own out."""
import sys

free = list(range(1, 10))
for line in sys.stdin:
    if line.strip() != "begin":
        free.remove(int(line))
    print(free.pop(0))
