#!/usr/bin/env python3
"""A bot that says always the same of its moves: score-bot.py SCORE [MOVE ...]

It plays the first of the MOVES that is legal, or else the first legal move. SCORE stands after
"info score"; - says nothing, a list separated by commas is gone through move by move.
"""
import sys

scores, wanted, turn, legal = sys.argv[1].split(","), sys.argv[2:], 0, []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name scores\nfeature legal players newgame\nugiok", flush=True)
    elif words[0] == "uginewgame":
        turn = 0
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        score = scores[min(turn, len(scores) - 1)]
        turn += 1
        if score != "-":
            print("info depth 1 score", score.replace("_", " "))
        move = next((m for m in wanted if m in legal), legal[0])
        print("bestmove", move, flush=True)
    elif words[0] == "quit":
        break
