#!/usr/bin/env python3
"""A bot that is told each of its turns by a byte of a file, or of a FIFO: scripted-bot.py ORDERS

m: it plays the first legal move. Anything else, and the end: it ends with status 3, and with words that no terminal
and no page may obey.
"""
import os
import sys

orders = os.open(sys.argv[1], os.O_RDONLY)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature legal players\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1]
    elif words[0] == "go":
        if os.read(orders, 1) != b"m":
            sys.stderr.buffer.write(b"</script><script>hacked = 1</script>\xff\xfe\x00\x1b[31m")
            sys.exit(3)
        print("info depth 5 score cp -12\nbestmove", legal, flush=True)
