"""Defines no function: its last callable is an object of a class that answers calls."""


class Player:
    def __call__(self, obs, config):
        assert obs.mark in (1, 2) and config["rows"] == 6
        return max(column for column in range(config.columns) if obs.board[column] == 0)


play = Player()
