"""An error in its search ends neither the program nor the wait for its answer."""
import sys

for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name Swallows\nfeature legal\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        try:
            print("bestmove", [][0], flush=True)
        except Exception:
            pass
    elif words[0] == "quit":
        break
