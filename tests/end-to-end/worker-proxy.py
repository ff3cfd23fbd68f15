#!/usr/bin/env python3
"""A worker with a fault: runs COMMAND, which is a worker, and changes what it says or hears.

worker-proxy.py FAULT[,FAULT] COMMAND...

speed=N     it says that this is its speed
cannot=BOT  it says that it cannot play this bot, or several: 0:1:2
delays      it says that its moves are late
crowded     it says that it has more slots than cores
nodes       it plays with half as many nodes, where that is 2000
rules       it leaves out the last legal move of each answer of a rules program
breaks=DIR  when it has tried the bots, it removes each bot.py under this folder
kills=FILE  it dies when it is to begin the game whose number is in FILE; the first worker puts its first game there. It
            waits until the referee's log says that the worker "idle" plays, and another that dies so too
"""
import collections
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
asked, ended = collections.Counter(), collections.Counter()  # games by their runner


def kills(pairing):
    name = faults["kills"]
    try:
        with open(name, "xb") as file:
            file.write(pairing)
    except FileExistsError:
        pass
    with open(name, "rb") as file:
        return file.read() == pairing


def deaths():
    try:
        with open(faults["kills"] + ".deaths") as file:
            return file.read().split()
    except FileNotFoundError:
        return []


def another_plays():
    """Does another worker play that has not died since, and is there one that does not die?"""
    with open(os.path.dirname(faults["kills"]) + "/errors") as file:
        plays = re.findall(r"worker (\w+) plays", file.read())
    dead, name = deaths(), sys.argv[sys.argv.index("--name") + 1]
    return "idle" in plays and any(plays.count(other) > dead.count(other) for other in "xyzv" if other != name)


def hear():
    while True:
        data = os.read(0, 1 << 20)
        if not data:
            break
        if "nodes" in faults:
            data = data.replace(b" 2000\n", b" 1000\n")
        for game in re.finditer(rb"^(\d+) play (\d+) ", data, re.M) if "kills" in faults else []:
            if kills(game[2]):
                pass_on(data[:game.start()])
                die(game[1])
            asked[game[1]] += 1
        pass_on(data)
    child.stdin.close()


def pass_on(data):
    child.stdin.write(data)
    child.stdin.flush()


def die(runner):
    """When this one has ended its games, and others can take over."""
    while asked[runner] > ended[runner] or not another_plays():
        time.sleep(0.01)
    with open(faults["kills"] + ".deaths", "a") as file:
        file.write(sys.argv[sys.argv.index("--name") + 1] + "\n")
    child.kill()
    os._exit(1)


threading.Thread(target=hear, daemon=True).start()
for line in child.stdout:
    for word, field, fault in (b"facts", 10, "speed"), (b"speed", 1, "speed"), (b"facts", 8, "crowded"):
        words = line.split(b" ")
        if words[0] == word and fault in faults:
            end = b"\n" if field + 1 == len(words) else b""
            words[field] = (b"1" if fault == "crowded" else faults[fault].encode()) + end
            line = b" ".join(words)
    if line == b"ready\n" and "cannot" in faults:
        for bot in faults["cannot"].split(":"):
            line = b"cannot " + bot.encode() + b" it has no such thing\n" + line
    if line == b"ready\n" and "breaks" in faults:
        for path in glob.glob(faults["breaks"] + "/**/bot.py", recursive=True):
            os.chmod(os.path.dirname(path), 0o755)
            os.remove(path)
    if "rules" in faults and re.match(rb"\d+ answer ", line):
        line = re.sub(rb"(legal \S+(?: \S+)*?) [^\s\\]+(\\n|$)", rb"\1\2", line)
    if line == b"ready\n" and "delays" in faults:
        line += b"delays 0 0 0 0 0 0 0 0 0 0 0 0 9\n"
    out.write(line)
    out.flush()
    if re.match(rb"\d+ end ", line):
        ended[line.split()[0]] += 1
