"""A search in a class, an object that is no function under the name `agent`, the function under `my_agent`, and a helper
behind it. It thinks for a part of the time that Kaggle's configuration allows, and prints in several ways.
"""
import os
import sys
import time


class Search:
    def __init__(self, depth):
        self.depth = depth

    def choose(self, observation, until):
        board = observation["board"]
        while time.time() < until:
            pass
        free = [column for column in range(7) if board[column] == 0]
        board[0] = 9  # its own copy
        return min(free, key=lambda column: abs(column - 3) + len(free) % 2)


agent = Search(depth=5)


def my_agent(observation, configuration):
    assert configuration.actTimeout == configuration["timeout"] == 2 and observation.remainingOverageTime == 0
    assert observation.step == sum(cell != 0 for cell in observation.board)
    assert observation.step % 2 == observation.mark - 1 and hasattr(configuration, "inarow") and not hasattr(configuration, "agent")
    sys.stdout.write("Statistics: %d\n" % agent.depth)
    os.write(1, b"bestmove e\n")
    return helper(agent.choose(observation, time.time() + 0.01 * configuration.actTimeout))


def helper(column):
    return float(column)
