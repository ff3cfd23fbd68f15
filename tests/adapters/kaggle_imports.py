"""Imports a library that is not installed."""
import library_that_is_not_there as np


def agent(obs, config):
    return int(np.argmax(obs.board))
