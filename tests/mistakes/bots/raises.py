"""Does what its argument says as soon as it starts; the rest is a bot that plays."""
import random, sys

exec(sys.argv[1].replace("\\n", "\n"))
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name Raises\nfeature legal\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        if len(sys.argv) > 2:
            exec(sys.argv[2].replace("\\n", "\n"))
        print("bestmove", random.choice(legal), flush=True)
    elif words[0] == "quit":
        break
