#!/usr/bin/env python3
"""Processes of a daemon that are stopped, as if they hung: the daemon misses their beats, which come every
fifteenth of a second here, kills them, and goes on. It takes no process for dead since it was stopped itself. And
one that has no descriptors left."""
import os
import re
import resource
import signal
import sqlite3
import sys
import threading
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot  # noqa: E402
from processes import children, lives, stat  # noqa: E402
from checks import folder, left, say  # noqa: E402

PATIENCE = 10  # seconds
LOOKS = 30  # in that time
REMOTE, LOCAL, ROUNDS = ["ann", "bob", "cat", "dan"], ["luck", "chance"], 30
BOTS = len(REMOTE) + len(LOCAL)
SILENCE = f"no sign of life for {PATIENCE} s"

os.environ["REFEREE_WATCHDOG_SEC"] = str(PATIENCE)
daemon = Daemon(folder(), "--concurrency", "2", "--http-listen", "127.0.0.1:0", doors=("unix", "tls", "plain"))
daemon.token(*REMOTE, "eve")
daemon.start()
go_on = threading.Event()


def answer(bot, line):
    """dan waits, so that the tournament does not end before all was tried."""
    if bot.name == "dan":
        go_on.wait()
    return bot.legal[0]


bots = {name: Bot(daemon, name, "tls" if name == "bob" else "unix", answer) for name in REMOTE[:3]}
pages = daemon.until("there are pages", lambda: re.search(r"web: pages at (http://\S+)", daemon.now()))[1]
bots["dan"] = Bot(daemon, "dan", "unix", answer)


def one(kind):
    """One of them. That of the pages is alone when the one that it replaced has ended."""
    def found():
        all_of_it = daemon.children(kind)
        return all_of_it if kind != "referee-web" or len(all_of_it) == 1 else []
    return daemon.until(kind + " runs", found)[0]


def one_remote():
    return daemon.remote_arbiters()[0]


def one_local():
    return daemon.until("another arbiter runs", lambda: [
        pid for pid in daemon.children("referee-arbiter") if pid not in daemon.remote_arbiters()])[0]


def conf(name, remote, local, rounds):
    with open(daemon.path(name + ".conf"), "w") as file:
        file.write(f'name = {name}\ngame = tictactoe\nmovetime = 1h\nstartup-timeout = 1h\nconnect-timeout = 1h\ndb = "{name}.db"\nrounds = {rounds}\n')
        file.writelines(f"bot {bot} {{ remote = yes }}\n" for bot in remote)
        file.writelines(f'bot {bot} {{ command = "referee-bot --search random" }}\n' for bot in local)
    return file.name


def games(name):
    """How many are kept, and whether they are right and each another one."""
    with sqlite3.connect(f"file:{daemon.path(name + '.db')}?mode=ro", uri=True) as db:
        count, pairings = db.execute("SELECT count(*), count(DISTINCT pairing) FROM games").fetchone()
    done = daemon.referee("verify", "--db", daemon.path(name + ".db"))
    return count, count == pairings and done.returncode == 0, done.stdout


def faults(name):
    with sqlite3.connect(f"file:{daemon.path(name + '.db')}?mode=ro", uri=True) as db:
        return db.execute("SELECT count(*) FROM seats WHERE verdict != 'ok'").fetchone()[0]


def hangs(kind, text, find=None):
    """Stops one, until it is another and it was said why."""
    find = find or (lambda: one(kind))
    before, mark = find(), len(daemon.now())
    os.kill(before, signal.SIGSTOP)
    daemon.until("it is said", lambda: re.search(text, daemon.now()[mark:]))
    daemon.until("it is another", lambda: find() != before)


def unheard():
    """The most beats of a process that the daemon has not taken yet."""
    counts, where = [0], f"/proc/{daemon.process.pid}/fdinfo"
    for fd in os.listdir(where):
        try:
            with open(f"{where}/{fd}") as info:
                counts += [int(count, 16) for count in re.findall(r"^eventfd-count:\s*(\w+)", info.read(), re.M)]
        except OSError:
            pass  # it was closed meanwhile
    return max(counts)


def ask_until_refused(address):
    """Asks for a page again and again, until it is not given."""
    while not answers or answers[-1] == 200:
        try:
            with urllib.request.urlopen(address, timeout=left()) as page:
                answers.append(page.status)
        except urllib.error.HTTPError as refused:
            answers.append(refused.code)


def stop_one(parent, name):
    """A child of this name, as soon as one is stopped in time."""
    for pid in children(parent, name):
        os.kill(pid, signal.SIGSTOP)
        if (stat(pid) or "Z")[0] in "Tt":
            return pid
    return None


# --- the daemon itself is stopped, an arbiter with it, as on a machine that sleeps ---
daemon.ask("submit", conf("cup", REMOTE, LOCAL, ROUNDS))
daemon.until("dan is asked", lambda: bots["dan"].asked > 0)
def all_of_them():
    return one_remote(), one("referee-listen"), one("referee-web")


there = all_of_them()
os.kill(there[0], signal.SIGSTOP)
daemon.signal(signal.SIGSTOP)
daemon.until("too many looks were missed", lambda: unheard() > 2 * LOOKS)
daemon.signal(signal.SIGCONT)
daemon.until("it looks again", lambda: unheard() <= 2)
os.kill(there[0], signal.SIGCONT)
before = daemon.of("cup")["done"]
daemon.until("games go on", lambda: daemon.of("cup")["done"] > before)
say("a daemon that was stopped itself for longer takes no process for dead",
    there == all_of_them() and SILENCE not in daemon.now(), daemon.now())

# --- one of them hangs ---
hangs("referee-arbiter", rf"warning serve: cup: (a game is|\d+ games are) played again: an arbiter ended \({SILENCE}\)\n", one_remote)
say("an arbiter of remote bots that hangs is reported, killed, and its games are played again", daemon.until(
    "dan's game is in play again", lambda: any("dan" in game for game in daemon.of("cup")["running"])))
hangs("referee-listen", rf"listener: the process ended \({SILENCE}\), and its TLS connections with it; it restarts")
bots["bob"].over.wait(left())
bots["bob"] = Bot(daemon, "bob", "tls", answer)
say("a gate that hangs too: those without TLS stay, and who knocked meanwhile comes in",
    not any(bots[name].over.is_set() for name in ("ann", "cat", "dan")))
shown = daemon.now().count(pages)
hangs("referee-web", rf"web: the process ended \({SILENCE}\); it restarts")
with urllib.request.urlopen(daemon.until("pages at the same place", lambda: daemon.now().count(pages) > shown)
                            and pages, timeout=left()) as page:
    say("a web process that hangs too, and its pages are where they were", b"cup" in page.read())
web, answers = one("referee-web"), []
asker = threading.Thread(target=ask_until_refused, args=(pages + "metrics",), daemon=True)
asker.start()
stopped = daemon.until("a page is stopped while it is made", lambda: stop_one(web, "referee-page"))
asker.join(left())
say("a page that hangs while it is made is given up, and the others are made", not lives(stopped) and
    answers[-1] == 500 and daemon.line("/metrics: the page took too long and was killed") and
    one("referee-web") == web and urllib.request.urlopen(pages, timeout=left()).status == 200, daemon.now())
daemon.until("there is nothing to play beside dan's game", lambda: all(
    len(daemon.of("cup")["running"]) == 1 for _ in range(20)))
idle = one_local()
os.kill(idle, signal.SIGSTOP)
daemon.until("it is said", lambda: f"cup: an arbiter ended ({SILENCE}); it had no game in play\n" in daemon.now())
go_on.set()
seen = set()
daemon.until("all is played", lambda: seen.update(daemon.children("referee-arbiter")) or daemon.of("cup")["state"] == "done")
say("an arbiter that hangs while it waits is another when there is something to play", idle not in seen and len(seen) > 0, idle, seen)
say("every pairing is played, and once, and what is kept is right",
    games("cup")[:2] == (BOTS * (BOTS - 1) * ROUNDS, True), games("cup"))
daemon.ask("submit", conf("home", [], LOCAL, 1000000))
hangs("referee-arbiter", rf"home: (a game is|\d+ games are) played again: an arbiter ended \({SILENCE}\)\n")
before = daemon.of("home")["done"]
daemon.until("games go on", lambda: daemon.of("home")["done"] > before)
daemon.ask("stop", "home")
daemon.until("it is stopped", lambda: daemon.of("home")["state"] == "stopped")
say("one that hangs in a game is another at once, and no game is lost or played twice", games("home")[1], games("home"))
say("no other process was taken for dead", daemon.now().count(SILENCE) == 5, daemon.now())

# --- one of them has no descriptors left ---
mark = len(daemon.now())
daemon.ask("submit", conf("scarce", [], LOCAL, 1000000))
daemon.until("games are played", lambda: daemon.of("scarce")["done"] > 0)
limit = resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE)
resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (3, limit[1]))
os.kill(one("referee-arbiter"), signal.SIGKILL)
daemon.until("it is said", lambda: len(re.findall(
    r"scarce: an arbiter could not be started: Too many open files; the next try is in [\d.]+ s\n", daemon.now()[mark:])) > 1)
resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, limit)
before = daemon.until("it can be asked again", lambda: daemon.of("scarce"))["done"]
daemon.until("games go on", lambda: daemon.of("scarce")["done"] > before + 100)
daemon.ask("stop", "scarce")
daemon.until("it is stopped", lambda: daemon.of("scarce")["state"] == "stopped")
say("an arbiter that cannot be started is tried again, and its games are played", games("scarce")[1], games("scarce"))
daemon.ask("submit", conf("full", ["ann", "cat", "dan", "eve"], [], 1))
daemon.until("all games without eve are played", lambda: daemon.of("full")["done"] == 6)
arbiter, few = one_remote(), "full: bot eve: the arbiter has no free descriptor for its connection, so its games wait; "
limit = resource.prlimit(arbiter, resource.RLIMIT_NOFILE)
resource.prlimit(arbiter, resource.RLIMIT_NOFILE, (3, limit[1]))
bots["eve"] = Bot(daemon, "eve", "unix", answer)
daemon.until("it is said", lambda: few in daemon.now())
say("an arbiter that has no descriptor left for a bot says so, and its games wait",
    daemon.of("full")["done"] == 6 and not bots["eve"].over.is_set())
resource.prlimit(arbiter, resource.RLIMIT_NOFILE, limit)
daemon.until("all is played", lambda: daemon.of("full")["state"] == "done")
say("they are played as soon as it has one, and no bot is charged for it",
    games("full")[:2] == (12, True) and faults("full") == 0 and daemon.now().count(few) == 1, daemon.now())
say("the daemon ends", daemon.end() == 0)
say.end()
