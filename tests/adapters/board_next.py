"""In the style of a command: the board on standard input, --next says which stone moves, the board after the move comes out. One
process a move.
"""
import sys

board = [list(line.strip()) for line in sys.stdin]
stone = sys.argv[sys.argv.index("--next") + 1]
assert sum(row.count("o") for row in board) - sum(row.count("x") for row in board) == (stone == "x")
column = max(range(7), key=lambda c: (board[0][c] == ".", -abs(c - 2)))
[row for row in board if row[column] == "."][-1][column] = stone
for row in board:
    print("".join(row))
