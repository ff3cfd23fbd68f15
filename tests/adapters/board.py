"""Reads a board in rows, writes the board after its move. `x` is seat 1, whichever bot has it."""
import sys

rows = [list(line.rstrip("\n")) for line in sys.stdin] if len(sys.argv) > 1 else None


def answer(board):
    stones = sum(cell != "." for row in board for cell in row)
    for column in (3, 2, 4, 1, 5, 0, 6):
        free = [row for row in board if row[column] == "."]
        if free:
            free[-1][column] = "xo"[stones % 2]
            return column
    return 0


if rows is not None:  # a process a move
    print(answer(rows) + 1)
else:
    while True:
        board = [list(sys.stdin.readline().rstrip("\n")) for _ in range(6)]
        if not board[0]:
            break
        answer(board)
        for row in board:
            print(" ".join(row))
