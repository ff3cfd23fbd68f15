#!/usr/bin/env python3
"""A worker with a fault: runs COMMAND, which is a worker, and changes what it says or hears.

worker-proxy.py FAULT[,FAULT] COMMAND...

speed=N     it says that this is its speed
cannot=BOT  it says that it cannot play this bot, or several: 0:1:2
delays      it says that its moves are late
crowded     it says that it has more slots than cores
nodes       it plays with half as many nodes, where that is 2000
breaks=DIR  when it has tried the bots, it removes each bot.py under this folder
kills=FILE  it dies 1 s after it got the game whose number is in FILE; the first worker puts its first game there
"""
import glob
import os
import re
import subprocess
import sys
import threading
import time

faults = dict(fault.partition("=")[::2] for fault in sys.argv[1].split(","))
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
out = sys.stdout.buffer


def kills(pairing):
    name = faults["kills"]
    try:
        with open(name, "xb") as file:
            file.write(pairing)
    except FileExistsError:
        pass
    with open(name, "rb") as file:
        return file.read() == pairing


def hear():
    while True:
        data = os.read(0, 1 << 20)
        if not data:
            break
        if "nodes" in faults:
            data = data.replace(b" 2000\n", b" 1000\n")
        for request in re.findall(rb"^\d+ play (\d+) ", data, re.M) if "kills" in faults else []:
            if kills(request):
                with open(faults["kills"] + ".deaths", "a") as file:
                    file.write("died\n")
                time.sleep(1)
                child.kill()
                os._exit(1)
        child.stdin.write(data)
        child.stdin.flush()
    child.stdin.close()


threading.Thread(target=hear, daemon=True).start()
for line in child.stdout:
    if line.startswith(b"worker ") and "speed" in faults:
        line = re.sub(rb" speed=\d+", b" speed=" + faults["speed"].encode(), line)
    if line.startswith(b"worker ") and "crowded" in faults:
        line = re.sub(rb" crowded=\d", b"", line).replace(b"\n", b" crowded=1\n")
    if line == b"ready\n" and "cannot" in faults:
        for bot in faults["cannot"].split(":"):
            line = b"cannot " + bot.encode() + b" it has no such thing\n" + line
    if line == b"ready\n" and "breaks" in faults:
        for path in glob.glob(faults["breaks"] + "/**/bot.py", recursive=True):
            os.chmod(os.path.dirname(path), 0o755)
            os.remove(path)
    if line == b"ready\n" and "delays" in faults:
        line += b"delays 0 0 0 0 0 0 0 0 0 0 0 0 9\n"
    out.write(line)
    out.flush()
