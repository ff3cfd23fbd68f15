"""A homework game for a person at the keyboard. It asks who begins, draws the board, and prompts."""
import random

board = [["."] * 7 for _ in range(6)]


def drop(column, stone):
    for row in reversed(board):
        if row[column] == ".":
            row[column] = stone
            return True
    return False


def show():
    print("  1   2   3   4   5   6   7")
    for row in board:
        print("| " + " | ".join(" " if cell == "." else cell for cell in row) + " |")


print("Welcome to Connect Four!")
turn = input("Shall I begin (y/n)? ") == "y"
input("Your name? ")
while True:
    if turn:
        while not drop(random.randrange(7), "X"):
            pass
        print("My move:")
        show()
    else:
        drop(int(input("Your column: ")) - 1, "O")
        show()
    turn = not turn
