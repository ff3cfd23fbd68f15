"""In the style of a program for CodinGame's Connect 4, which has seven rows; it takes the number of columns from a row."""
my_id, other_id = [int(word) for word in input().split()]
while True:
    turn = int(input())
    board = [input() for _ in range(7)]
    actions = [int(input()) for _ in range(int(input()))]
    other = int(input())
    assert (turn == 0) == (other == -1) and sum(c != "." for row in board for c in row) == turn
    assert turn % 2 == my_id == 1 - other_id and all(len(row) == len(board[0]) for row in board)
    print(actions[turn % len(actions)])
