"""Works at first and then has a mistake of its own."""


def evaluate(board):
    return {"x": 1}["y"]


def agent(obs, config):
    if obs.step < 4:
        return 3
    return evaluate(obs.board)
