#!/usr/bin/env python3
"""The process that prepares bots, while it does: a bot of these tournaments hangs in its handshake until the test lets
it go on, or forever. The process is killed or stopped, the run is interrupted or killed, and in a daemon another
tournament plays meanwhile."""
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from processes import children  # noqa: E402
from checks import BUILD, folder, left, rows, say, start, until  # noqa: E402

work = folder()
unusual = BUILD + "/tests/bench/unusual"


def program(name, text):
    with open(f"{work}/{name}", "w") as out:
        out.write(f"#!/bin/sh\n{text}\n")
    os.chmod(f"{work}/{name}", 0o755)
    return f"{work}/{name}"


# Each start adds a line to a file; a bot that hangs is found by its time.
mark = f"3600.{os.getpid()}"
hangs = program("hangs", f"echo >>starts; exec sleep {mark}")
# It hangs in its first start, then plays.
later = program("later", f'echo >>starts; [ "$(wc -l <starts)" -gt 1 ] || exec sleep {mark}\n'
                f'exec {unusual} "feature seats 1"')


def tournament(name, *bots, more="", openings="none"):
    with open(f"{work}/{name}.conf", "w") as out:
        out.write(f'name = "{name}"\ngame = tictactoe\ndb = {name}.db\nsandbox = none\nstartup-timeout = 1h\n'
                  f'openings = {openings}\n{more}\n'
                  'bot house { command = "referee-bot --search random" }\n' +
                  "".join(f'bot bot{i} {{ {bot} }}\n' for i, bot in enumerate(bots)))
    return f"{work}/{name}.conf"


def run(path, **environment):
    """A run that prepares a bot, which hangs."""
    if os.path.exists(work + "/starts"):
        os.remove(work + "/starts")
    process = start([BUILD + "/referee", "run", path, "--quiet"], cwd=work, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})
    return process, preparer(process.pid)


def starts():
    """How often bots were started."""
    try:
        with open(work + "/starts") as file:
            return len(file.read())
    except OSError:
        return 0


def hanging():
    """The processes of bots that hang."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if mark.encode() in file.read().split(b"\0"):
                    found.append(pid)
        except OSError:
            pass
    return found


def preparer(pid, count=1):
    """The process that prepares, when it has started this many bots."""
    until("a bot is started", lambda: starts() >= count)
    return until("a process prepares", lambda: children(pid, "referee-prepare"))[0]


def end(process):
    """Its exit status, and what it said."""
    said = process.communicate(timeout=left())[1]
    return process.returncode, said


def gone():
    return until("the bots are gone", lambda: not hanging())


# --- a run ---
path = tournament("hangs", f'command = "{hangs}"')
process, _ = run(path)
process.send_signal(signal.SIGINT)
status, said = end(process)
say("Ctrl-C while bots are prepared says how to go on", status == 130 and said.count("To go on") == 1, status, said)
say("and no bot is left", gone())
process, _ = run(path)
process.kill()
end(process)
say("no bot is left of a run that was killed", gone())

path = tournament("later", f'command = "{later}"')
process, pid = run(path)
os.kill(pid, signal.SIGKILL)
status, said = end(process)
say("a process that dies is started again", status == 0 and
    "the process that prepares the bots ended (signal 9); it is started again" in said, status, said)
say("and knows what the bot says then", rows(work + "/later.db", "SELECT count(*), sum(verdict = 'ok') FROM seats") ==
    [(2, 2)])

process, pid = run(tournament("dies", f'command = "{hangs}"'))
for i in range(3):
    os.kill(pid, signal.SIGKILL)
    pid = preparer(process.pid, i + 2) if i < 2 else 0
status, said = end(process)
say("not without end", status == 70 and "the process that prepares the bots ended 3 times (signal 9)" in said, status, said)
say("and nothing was stored", not os.path.exists(work + "/dies.db"))

process, pid = run(tournament("stops", f'command = "{later}"'), REFEREE_WATCHDOG_SEC="5")
os.kill(pid, signal.SIGSTOP)
status, said = end(process)
say("a process that hangs is killed and started again", status == 0 and "no sign of life for 5 s" in said, status, said)

# --- a daemon ---
os.remove(work + "/starts")
daemon = Daemon(work, "--parallel-tournaments", "2", "--concurrency", "2")
daemon.start(tournament("wait", f'command = "{hangs}"'))
until("its bot is started", starts)
say("a tournament whose bots are prepared says so",
    "wait: waiting" in daemon.ask("status")[1] and "its bots are being prepared" in daemon.ask("status")[1])
house = 'command = "referee-bot --search first"'


def plays_beside(name, waits):
    """Does a tournament begin and end while the other is prepared?"""
    daemon.submit(tournament(name, house))
    return until("it is done", lambda: daemon.of(name)["state"] == "done") and daemon.of(waits)["state"] == "waiting"


say("another one begins and ends meanwhile", plays_beside("beside", "wait"))
daemon.submit(tournament("unfit", f'command = "{unusual} \'feature startpos-only\'"', openings="random:2"))
until("it has failed", lambda: daemon.of("unfit")["state"] == "failed")
say("one with a bot that cannot play its games fails, with the place of the bot", daemon.line(
    r"unfit\.conf:9: bot bot0: it plays from the usual start alone \(feature startpos-only\), and with openings = random:2"))
say("before there is a database", not os.path.exists(work + "/unfit.db"))

old = until("it hangs", hanging)
with open(work + "/wait.conf", "a") as out:
    out.write(f'bot more {{ command = "{hangs}" }}\n')
daemon.signal(signal.SIGHUP)
say("with a file that changes its bots are prepared again",
    until("they hang", lambda: len(hanging()) == 2 and not set(old) & set(hanging())))
daemon.ask("stop", "wait")
say("a tournament is stopped while its bots are prepared", daemon.of("wait")["state"] == "stopped" and gone())
os.mkdir(work + "/source")
daemon.submit(tournament("build", f'dir = source  build = "sleep {mark}"  command = ./bot'))
until("it is built", hanging)
say("another one begins and ends while a bot is built", plays_beside("too", "build"))
daemon.end()
say("no build is left of a daemon that ends", gone())
say.end()
