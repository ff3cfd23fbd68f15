"""pick.py HOW: plays the first, the last or the middle legal move; "wrong": an illegal one as its fourth."""
import sys
import time

how, legal, moves = sys.argv[1], [], 0
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "ugi":
        print(f"id name {how}\nfeature legal\nugiok", flush=True)
    elif words[0] == "uginewgame":
        moves = 0
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        moves += 1
        time.sleep(0.02)
        at = {"first": 0, "last": -1}.get(how, len(legal) // 2)
        print("bestmove", "nonsense" if how == "wrong" and moves == 4 else legal[at], flush=True)
    elif words[0] == "quit":
        break
