"""Names its agent as it likes: Kaggle takes the last function of the file. It takes one argument alone."""


def first_free(board):
    return next(column for column in range(7) if board[column] == 0)


def play_connect_x(obs):
    return first_free(obs["board"])


MODEL = {"weights": [1, 2, 3]}
