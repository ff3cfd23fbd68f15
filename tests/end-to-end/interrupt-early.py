#!/usr/bin/env python3
"""Ctrl-C in the first moments of `referee run`: it ends with status 130 and says, once, how to go on.

interrupt-early.py FOLDER: works in FOLDER.
"""
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from processes import children, descendants  # noqa: E402
from checks import BUILD, left, say, start, until  # noqa: E402

os.chdir(sys.argv[1])


def command(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().split(b"\0")[0]
    except OSError:
        return b""


def stopped(moment, *words):
    """The run is in a process group of its own, as a shell's foreground job is."""
    run = start(["referee", "run", "--db", "early.db", *words], start_new_session=True, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True)
    until("the moment is there", lambda: moment(run.pid) or run.poll() is not None)
    os.killpg(run.pid, signal.SIGINT)
    err = run.communicate(timeout=left())[1]
    return run.returncode, err


words = ["--game", "tictactoe", "--bot", "a=referee-bot --search random", "--bot", f"b={BUILD}/tests/rogues/silent", "--name", "it's", "--movetime", "1h"]
line = "referee run --db early.db --game tictactoe --bot 'a=referee-bot --search random' --bot "
for sentence, moment in (("the box is tested", children),
                         ("a bot starts", lambda pid: any(command(child).endswith(b"/silent") for child in descendants(pid)))):
    for time in ("the first", "the second", "the third"):
        status, err = stopped(moment, *words)
        say(f"Ctrl-C while {sentence} says how to go on, {time} time", status == 130 and err.count("To go on") == 1 and
            err.count(line) == 1 and "it'\\''s" in err, status, err)
say.end()
