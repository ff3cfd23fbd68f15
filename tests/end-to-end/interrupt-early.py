#!/usr/bin/env python3
"""Ctrl-C in the first moments of `referee run`: it ends with status 130 and says, once, how to go on.

interrupt-early.py FOLDER ROGUES: works in FOLDER; programs of ROGUES are bots. Says a sentence for each moment.
"""
import os
import signal
import subprocess
import sys

folder, rogues = sys.argv[1:]
os.chdir(folder)
bad = 0


def say(sentence, good, seen):
    global bad
    bad |= not good
    print("ok" if good else f"{seen}\nnot ok", sentence)


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def command(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def descends(pid, word):
    return any(command(child).split(b"\0")[0].endswith(word) or descends(child, word) for child in children(pid))


def stopped(moment, *words):
    """The run is in a process group of its own, as a shell's foreground job is."""
    run = subprocess.Popen(["referee", "run", "--db", "early.db", *words], start_new_session=True,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not moment(run.pid) and run.poll() is None:
        pass
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=120)
    return run.returncode, err


words = ["--game", "tictactoe", "--bot", "a=referee-bot --search random", "--bot", f"b={rogues}/silent", "--name", "it's"]
line = "referee run --db early.db --game tictactoe --bot 'a=referee-bot --search random' --bot "
for sentence, moment in (("the box is tested", children), ("a bot starts", lambda pid: descends(pid, b"/silent"))):
    for _ in range(3):
        status, err = stopped(moment, *words)
        if status != 130 or err.count("To go on") != 1 or err.count(line) != 1 or "it'\\''s" not in err:
            break
    say(f"Ctrl-C while {sentence} says how to go on", status == 130 and err.count("To go on") == 1 and
        err.count(line) == 1, (status, err))
sys.exit(bad)
