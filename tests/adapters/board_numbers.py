"""Reads its number and the board as numbers with blanks between them, as programs in C++ do with cin; shows the board it has
read; writes a column from 0.
"""
import sys


def numbers():
    for line in sys.stdin:
        yield from map(int, line.split())


numbers = numbers()
for me in numbers:
    board = [[next(numbers) for _ in range(7)] for _ in range(6)]
    stones = [sum(row.count(player) for row in board) for player in (0, 1, 2)]
    assert stones[1] - stones[2] == me - 1
    for row in board:
        print(row)
    print(max(column for column in range(7) if board[0][column] == 0))
