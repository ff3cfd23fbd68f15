"""Its child thinks, and for too long."""
import subprocess, sys

for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name Child\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        subprocess.run([sys.executable, "-c", "while True: pass"])
    elif words[0] == "quit":
        break
