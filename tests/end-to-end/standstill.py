#!/usr/bin/env python3
"""Processes of ours are stopped while bots play with little time: the listener, the arbiters, the daemon itself, the
link to a worker. No bot is charged for it; games that were lost by it are played again. A bot that is silent by
itself loses as before."""
import os
import re
import signal
import sqlite3
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot  # noqa: E402
from checks import BUILD, folder, left, say  # noqa: E402

PATIENCE = 24  # seconds, after which the daemon kills a process of its own
LONG = 6.0  # seconds for which they stand still: many times the time of a move
REMOTE, LOCAL = ["ann", "bob", "cat", "dan"], ["luck", "chance"]
AGAIN = "a game is played again: the way to its bots was closed for a time"

os.environ["REFEREE_WATCHDOG_SEC"] = str(PATIENCE)
daemon = Daemon(folder(), "--concurrency", "2", doors=("unix", "tls"))
daemon.token(*REMOTE, "eve")
daemon.start()


def comes(name, answer=lambda bot, line: bot.legal[0]):
    return Bot(daemon, name, "unix" if name == "dan" else "tls", answer)


bots = {name: comes(name) for name in REMOTE}


def conf(name, remote, local, more=""):
    with open(daemon.path(name + ".conf"), "w") as file:
        file.write(f'name = {name}\ngame = tictactoe\nmovetime = 1500ms\ndb = "{name}.db"\nrounds = 1000000\n{more}\n')
        file.writelines(f"bot {bot} {{ remote = yes }}\n" for bot in remote)
        file.writelines(f'bot {bot} {{ command = "referee-bot --search random" }}\n' for bot in local)
    return file.name


def faults(name):
    return daemon.rows(name, "SELECT b.name, s.verdict, s.detail FROM seats s JOIN bots b ON b.id = s.bot"
                             " WHERE s.verdict NOT IN ('ok', 'resign')")


def plays_on(name, more=30):
    before = daemon.of(name)["done"]
    daemon.until("games go on", lambda: daemon.of(name)["done"] >= before + more)


def stands_still(pids, seconds=LONG):
    """As a machine that is too busy, or sleeps: the time passes and nothing else."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


def stop(name):
    daemon.ask("stop", name)
    daemon.until("it is stopped", lambda: daemon.of(name)["state"] == "stopped")


# --- the listener ---
daemon.submit(conf("cup", REMOTE, []))
plays_on("cup")
mark = len(daemon.now())
for span in (LONG, LONG / 4, LONG):
    stands_still(daemon.children("referee-listen"), span)
    plays_on("cup")
say("a listener that stands still costs no bot a game", faults("cup") == [], faults("cup"), daemon.now())
say("games that were lost by it are played again, and the log says why", AGAIN in daemon.now()[mark:], daemon.now())
mark = len(daemon.now())
os.kill(daemon.children("referee-listen")[0], signal.SIGSTOP)
daemon.until("it is killed", lambda: "no sign of life" in daemon.now()[mark:])
for name in REMOTE[:3]:
    bots[name].over.wait(left())
    bots[name] = comes(name)
plays_on("cup")
say("nor does one that is killed for its silence", faults("cup") == [], faults("cup"), daemon.now())
say("the bot that needs no listener has stayed", not bots["dan"].over.is_set())

# --- the arbiter of the remote bots ---
for _ in range(2):
    stands_still(daemon.remote_arbiters())
    plays_on("cup")
say("an arbiter that stands still costs no bot a game", faults("cup") == [], faults("cup"), daemon.now())

# --- the daemon, while a bot comes back ---
stop("cup")
daemon.submit(conf("late", REMOTE, [], "connect-timeout = 500ms"))
plays_on("late")
os.kill(daemon.pid, signal.SIGSTOP)
bots["ann"].cut()
bots["ann"].over.wait(left())
again = threading.Thread(target=lambda: bots.update(ann=comes("ann")), daemon=True)
again.start()
time.sleep(LONG)
os.kill(daemon.pid, signal.SIGCONT)
again.join(left())
plays_on("late")
say("a daemon that stands still while a bot returns does not call it absent", faults("late") == [], faults("late"),
    daemon.now())
everything = [daemon.pid, *daemon.children("referee-listen"), *daemon.children("referee-arbiter")]
stands_still(everything)
plays_on("late")
say("a machine that sleeps costs no bot a game", faults("late") == [], faults("late"), daemon.now())
stop("late")

# --- bots of this machine ---
daemon.submit(conf("home", [], LOCAL))
plays_on("home")
for _ in range(3):
    stands_still(daemon.children("referee-arbiter"), LONG / 2)
    plays_on("home")
say("nor does an arbiter that stands still cost a bot of this machine one", faults("home") == [], faults("home"),
    daemon.now())
stop("home")

# --- the link to a worker ---
# Where all else is busy too, two measurements of one machine's speed differ by more than a tenth.
daemon.submit(conf("away", [], LOCAL, "worker-speed = 10000%\n"
                   f'worker = "{BUILD}/referee worker run --stdin --slots 2 --cache {daemon.path("cache")}"'))


def worker_plays():
    """The worker of now has played games, and plays on."""
    def played():
        return max([w["played"] for w in daemon.of("away").get("workers") or []], default=0)
    before = played()
    daemon.until("the worker plays", lambda: played() > before + 10)


daemon.until("the worker is there", lambda: "worker" in daemon.now() and "plays 2 games at a time" in daemon.now())
worker_plays()
for _ in range(2):
    stands_still(daemon.children("referee-link"))
    worker_plays()
say("a link that stands still costs no bot a game", faults("away") == [], faults("away"), daemon.now())
mark = len(daemon.now())
os.kill(daemon.children("referee-link")[0], signal.SIGSTOP)
daemon.until("it is killed", lambda: "no sign of life" in daemon.now()[mark:])
daemon.until("another one is there", lambda: "games at a time" in daemon.now()[mark:])
worker_plays()
say("nor does one that is killed for its silence", faults("away") == [], faults("away"), daemon.now())
stop("away")

# --- bots that are silent themselves ---
silent = comes("eve", lambda bot, line: None)
daemon.submit(conf("own", ["eve", "dan"], []))
daemon.until("it loses", lambda: daemon.of("own")["done"] >= 2)
say("a bot that is silent itself loses on time as before",
    faults("own") and {row[:2] for row in faults("own")} == {("eve", "time")}, faults("own"))
stop("own")
done = [daemon.referee("verify", "--db", daemon.path(name + ".db")) for name in ("cup", "late", "home", "away", "own")]
say("what is kept is right", all(d.returncode == 0 for d in done), done)
say("each pairing is kept once", all(daemon.rows(name, "SELECT count(*) - count(DISTINCT pairing) FROM games") == [(0,)]
                                     for name in ("cup", "late", "home", "away")))
say("the daemon ends", daemon.end() == 0)
say.end()
