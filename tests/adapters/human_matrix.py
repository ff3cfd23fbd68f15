"""A homework game for two, of which the second is the computer: the board is a matrix as numpy prints it; the answer and the next
prompt share a line."""
board = [[0] * 7 for _ in range(6)]


def drop(column, player):
    next(row for row in reversed(board) if row[column] == 0)[column] = player


def show():
    for y, row in enumerate(board):
        print("[" if y else "[[", " ".join("%d." % cell for cell in row), "]" if y < 5 else "]]", sep=" ")


while True:
    drop(int(input("Player 1, enter column (1-7): ")) - 1, 1)
    column = max(column for column in range(7) if board[0][column] == 0)
    drop(column, 2)
    show()
    print("Computer: %d. " % (column + 1), end="")
