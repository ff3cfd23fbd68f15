#!/usr/bin/env python3
"""`referee check` examines bots side by side: bots that hang hold up no other bot, what is printed of one
bot stands together, as many run at a time as were asked for, and Ctrl-C leaves no process."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.realpath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
sys.path.insert(0, os.path.join(ROOT, "tests", "lib"))
from processes import adopt, children, descendants, leftovers  # noqa: E402

BOT = '''
import sys, time
name, hangs = sys.argv[1], len(sys.argv) > 2
if hangs:
    time.sleep(1000)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print(f"id name {name}\\nfeature legal\\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "legal":
        legal = line.split()[1:]
    elif word == "go":
        print("bestmove " + legal[0], flush=True)
    elif word == "quit":
        break
'''
bad = False


def say(sentence, holds, shown=""):
    global bad
    if not holds:
        print(shown)
    print("ok" if holds else "not ok", sentence)
    bad |= not holds


def make(folder, names, hanging, startup):
    os.chmod(folder, 0o755)
    with open(f"{folder}/bot.py", "w") as file:
        file.write(BOT)
    with open(f"{folder}/cup.conf", "w") as file:
        file.write(f"game = connect4\nmovetime = 10s\nstartup-timeout = {startup}s\nquit-timeout = 10s\n")
        for name in names:
            hangs = " hangs" if name in hanging else ""
            file.write(f'bot {name} {{ command = "python3 {folder}/bot.py {name}{hangs}" }}\n')


def start(folder, *flags):
    return subprocess.Popen([f"{BUILD}/referee", "check", *flags, f"{folder}/cup.conf"],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            start_new_session=True)


def await_children(pid, enough):
    end = time.monotonic() + 60
    while not enough(children(pid, "referee-check")) and time.monotonic() < end:
        time.sleep(0.01)
    return children(pid, "referee-check")


def test_hanging(folder):
    hanging = [f"hangs-{i}" for i in range(5)]
    make(folder, hanging + ["good-1", "good-2"], hanging, 600)
    check = start(folder, "--jobs", "2")
    seen, now = set(), []
    end = time.monotonic() + 120
    while (len(seen) < 7 or len(now) > 5) and time.monotonic() < end:
        now = children(check.pid, "referee-check")
        seen.update(now)
        time.sleep(0.01)
    os.kill(check.pid, signal.SIGTERM)
    said, errors = check.communicate(timeout=60)
    say("five bots that hang do not hold up those behind them",
        "2 of 7 bots were checked" in errors, said + errors)
    heads = re.findall(r"^(\S+): python3", said, re.M)
    say("what is known when it is ended is told", heads == ["good-1", "good-2"], said)
    rows = [line.split() for line in said.splitlines()[-7:]]
    say("the table has all of them in the order of the file",
        [row[:2] for row in rows] == [[name, "-"] for name in hanging] +
        [["good-1", "yes"], ["good-2", "yes"]], said)


def test_together(folder):
    names = [f"bot-{i}" for i in range(6)]
    make(folder, names, [], 30)
    said, _ = start(folder, "--jobs", "3").communicate()
    blocks = re.split(r"^(\S+): python3 .*\n", said, flags=re.M)[1:]
    found = dict(zip(blocks[::2], blocks[1::2]))
    good = blocks[::2] == names
    for name, block in found.items():
        steps = re.findall(r"^  (\S+(?: game)?) +(?:ok|warning) ", block, re.M)
        good &= f'"{name}" by' in block and block.count("handshake") == 1
        good &= steps[0] == "start" and steps[-1] == "quit" and len(steps) == 12
    say("what is said of one bot stands together, in the order of the file", good, said)


def test_jobs(folder):
    hanging = [f"hangs-{i}" for i in range(3)]
    make(folder, hanging + ["good"], hanging, 600)
    check = start(folder, "--jobs", "3")
    adopt()
    running = await_children(check.pid, lambda found: len(found) == 3)
    say("as many bots are examined at a time as was asked for", len(running) == 3, running)
    end = time.monotonic() + 60
    while len(descendants(check.pid)) < 9 and time.monotonic() < end:
        time.sleep(0.01)  # each with a box and a bot in it
    below = len(descendants(check.pid))
    os.killpg(check.pid, signal.SIGINT)
    said, errors = check.communicate(timeout=60)
    say("Ctrl-C ends it, by that signal", check.returncode == -signal.SIGINT, check.returncode)
    say("with the number of those that were checked", "of 4 bots were checked" in errors, errors)
    left = leftovers()
    say("and leaves no process", below >= 9 and left == [], f"{below} {left}")


for test in (test_hanging, test_together, test_jobs):
    with tempfile.TemporaryDirectory() as made:
        test(made)
sys.exit(bad)
