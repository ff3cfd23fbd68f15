import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name One\nfeature legal\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        print("bestmove", legal[0], flush=True)
        break
