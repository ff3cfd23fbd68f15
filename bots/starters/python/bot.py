#!/usr/bin/env python3
"""A first bot: plays any game, knows no rules, picks a random legal move.

The referee starts this program and talks to it in lines of text: it reads them from standard input
and answers on standard output. Make it yours by changing choose(). To see what it does, start it
yourself, type `ugi`, and go on as in protocol/PROTOCOL.md.
"""

import random
import sys


def send(line):
    # flush=True matters: without it the line waits in a buffer and the referee waits for the line.
    print(line, flush=True)


def choose(moves_so_far, legal_moves):
    """The thinking. Both are lists of words; return one of legal_moves."""
    return random.choice(legal_moves)


def main():
    moves_so_far = []
    legal_moves = []
    for line in sys.stdin:  # ends when the referee closes our input
        words = line.split()
        if not words:
            continue
        command = words[0]
        if command == "ugi":  # who are you?
            send("id name Python starter")
            send("id author you")
            send("feature legal newgame players")  # we want the legal moves, the game, any seats
            send("ugiok")
        elif command == "isready":
            send("readyok")
        elif command == "uginewgame":  # uginewgame game connect4 players 2 seat 1 seed 7 ...
            if "seed" in words:  # the same seed gives the same game again
                random.seed(int(words[words.index("seed") + 1]))
        elif command == "position":  # position startpos moves d d e
            moves_so_far = words[words.index("moves") + 1:] if "moves" in words else []
        elif command == "legal":  # legal a b c d e f g
            legal_moves = words[1:]
        elif command == "go":  # your clock is running
            send("bestmove " + choose(moves_so_far, legal_moves))
        elif command == "quit":
            break
        # Any other line is ignored, so that this bot still works when the referee learns more.


if __name__ == "__main__":
    main()
