"""Returns a column that the board does not have."""


def agent(obs, config):
    return config.columns
