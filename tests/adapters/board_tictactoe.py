"""Tic-tac-toe: the board in three rows in, with `-` for a free cell, its row and column out, from 1 at the top left."""
import sys

while True:
    rows = [sys.stdin.readline().strip() for _ in range(3)]
    if not rows[0]:
        break
    print("Move: %d %d" % next((y + 1, x + 1) for y in range(3) for x in range(3) if rows[y][x] == "-"))
