#!/usr/bin/env python3
"""Other programs keep a database locked that the daemon writes: its tournament pauses, says who it is, keeps its games in
play and all finished ones, and goes on by itself when the lock goes."""
import fcntl
import os
import re
import signal
import sqlite3
import stat
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from checks import BUILD, check, folder, left, referee, say, until  # noqa: E402

work = folder()
WRITE_LOCK = 120  # the byte of a writer in the index of the log, https://www.sqlite.org/walformat.html


def tournament(name, micros, more=""):
    with open(f"{work}/{name}.conf", "w") as out:
        out.write(f'name = {name}\ngame = tictactoe\nformat = ladder\nmovetime = 1h\ndb = "{work}/{name}.db"\n{more}\n' + "".join(
            f'bot {bot} {{ command = "{BUILD}/tests/bench/sleeper {micros}" }}\n' for bot in ("ada", "bob", "eve")))
    return f"{work}/{name}.conf"


class Other:
    """A process that does this and then waits."""

    def __init__(self, does):
        read, self.end = os.pipe()
        ready, told = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.end)
            try:
                kept = does()  # a lock goes with its file
                os.write(told, b"1" if kept else b"0")
            except OSError:
                os.write(told, b"0")
            os.read(read, 1)
            os._exit(0)
        os.close(read)
        os.close(told)
        self.did = os.read(ready, 1) == b"1"
        os.close(ready)

    def go(self):
        os.close(self.end)
        os.waitpid(self.pid, 0)


def transaction(name):
    def begin():
        db = sqlite3.connect(f"{work}/{name}.db", isolation_level=None, timeout=60)
        db.execute("begin immediate")
        return db
    return begin


def lock(file, start, user=None):
    def take():
        if user is not None:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
        opened = open(file, "rb")
        for _ in range(1000000):
            try:
                fcntl.lockf(opened, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, start)
                return opened
            except BlockingIOError:
                pass
        return None
    return take


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def games(name):
    return daemon.rows(name, "SELECT count(*), count(DISTINCT pairing) FROM games")[0]


def right(name, least):
    """No game is lost, none is there twice, and each is one that was played."""
    count, pairings = games(name)
    checked = referee("verify", "--db", f"{work}/{name}.db")
    return count == pairings and count >= least and checked.returncode == 0, (count, pairings, least, checked)


def paused(name, who, what="nothing can be written"):
    """It pauses, and says that this process is the reason."""
    daemon.until("it pauses", lambda: daemon.of(name)["state"] == "paused")
    why = daemon.of(name)["why"]
    return re.fullmatch(rf"{work}/{name}\.db: {what}: process {who} \(\S+\) keeps it locked; it is tried again in \d+ s", why), why


os.umask(0o022)
os.chmod(work, 0o755)  # others may look at what is there
daemon = Daemon(work, "--http-listen", "127.0.0.1:0", "--parallel-tournaments", "3", "--concurrency", "4")
daemon.start(tournament("quick", 1000), tournament("slow", 200000, "concurrency = 1"), tournament("beside", 1000, "concurrency = 1"))
for name in ("quick", "slow", "beside"):
    daemon.until("it plays", lambda: daemon.of(name)["done"] > (5 if name != "slow" else 0))
check("a new database and its log are its owner's and its group's, and the lock its owner's alone", [0o640, 0o640, 0o640, 0o600],
      [mode(f"{work}/quick.db{end}") for end in ("", "-wal", "-shm", "-lock")])

# --- an open transaction ---
arbiters = sorted(daemon.children("referee-arbiter"))
other = Other(transaction("slow"))
daemon.until("a game is over", lambda: daemon.of("slow")["state"] == "paused")
before = daemon.of("slow")["done"]
say("an open transaction of another program pauses a tournament, which names it", *paused("slow", other.pid))
say("the log names it", daemon.line(rf"warning serve: slow: PAUSED: {work}/slow\.db: nothing can be written: process {other.pid} "
                                    r"\(python3\) keeps it locked; all finished games are kept, those in play go on"))
say("the operator is told that nothing can be changed now", (done := daemon.ask("bench-bot", "slow", "ada"))[0] == 1 and
    f"process {other.pid} (python3) keeps it locked" in done[2], done)
say("the pages show it", until("they are told", lambda: 'name="slow",state="paused"} 1' in daemon.page("/metrics")[1]))
done = daemon.of("beside")["done"]
daemon.until("the other plays on", lambda: daemon.of("beside")["done"] > done + 20)
say("the tournaments beside it play on", daemon.of("quick")["state"] == daemon.of("beside")["state"] == "running")
daemon.until("no game is in play", lambda: not daemon.of("slow")["running"])
say("its games in play end, and no other begins", daemon.of("slow")["done"] == before)
other.go()
say("when the lock goes it goes on by itself", daemon.line(r"notice serve: slow: goes on: the database can be written again, after \d+\.\d s"))
daemon.until("it plays on", lambda: daemon.of("slow")["done"] > before + 1)
check("with the same arbiters", arbiters, sorted(daemon.children("referee-arbiter")))
say("and was never failed", "failed" not in daemon.now(), daemon.now())
say("its games are right", *right("slow", before + 1))

# --- the index of the log ---
if os.getuid() == 0:
    other = Other(lock(f"{work}/quick.db-shm", WRITE_LOCK, 65534))
    say("another user cannot lock the index of a log", not other.did)
    other.go()
    os.chmod(f"{work}/quick.db-shm", 0o644)
    other = Other(lock(f"{work}/quick.db-shm", WRITE_LOCK, 65534))
else:
    print("skip 1: only root can be another user")
    other = Other(lock(f"{work}/quick.db-shm", WRITE_LOCK))
say("a lock of a reader there pauses a tournament, which names it", *paused("quick", other.pid))
done = daemon.of("quick")["done"]
other.go()
daemon.until("it plays on", lambda: daemon.of("quick")["done"] > done + 20)
say("it goes on when that goes, with all games", *right("quick", done))

# --- it is stopped meanwhile ---
other = Other(transaction("quick"))
daemon.until("it pauses", lambda: daemon.of("quick")["state"] == "paused")
check("a daemon that is ended meanwhile ends", 0, daemon.end())
say("and says which games it will play again", re.search(
    r"warning serve: quick: stopped: \d+ games are kept; \d+ finished games? could not be written and will be played again: "
    rf"{work}/quick\.db: nothing can be written: process {other.pid} \(python3\) keeps it locked\n", daemon.now()), daemon.now())
other.go()
say("the others have all of theirs", *right("slow", before))

# --- the lock file ---
os.close(os.open(f"{work}/quick.db-lock", os.O_CREAT | os.O_WRONLY, 0o644))
other = Other(lock(f"{work}/quick.db-lock", 0))
daemon.start(tournament("quick", 1000))
daemon.until("it pauses", lambda: daemon.of("quick")["state"] == "paused")
say("a stranger's lock on the lock file pauses a tournament before it begins", re.fullmatch(
    rf"{work}/quick\.db: process {other.pid} is writing it already; it is tried again in \d+ s", daemon.of("quick")["why"]),
    daemon.of("quick"))
done = games("quick")[0]
other.go()
daemon.until("it plays on", lambda: daemon.of("quick")["done"] > done + 20)
daemon.end(signal.SIGKILL)
say("it begins when that goes", *right("quick", done + 20))

# --- referee run ---
with open(tournament("run", 20000, "rounds = 40\nconcurrency = 1")) as conf:
    text = conf.read().replace("format = ladder", "format = round-robin")
with open(f"{work}/run.conf", "w") as conf:
    conf.write(text)
errors = open(f"{work}/run.errors", "w+")
run = subprocess.Popen([f"{BUILD}/referee", "run", f"{work}/run.conf"], stdout=subprocess.DEVNULL, stderr=errors)


def plays():
    try:
        return games("run")[0] > 3
    except sqlite3.OperationalError:
        return False  # it has no tables yet


until("it plays", plays)
other = Other(transaction("run"))
until("it pauses", lambda: f"PAUSED: {work}/run.db: nothing can be written: process {other.pid} (python3)" in open(errors.name).read())
before = games("run")[0]
other.go()
check("a run waits for the lock of another program as well", 0, run.wait(left()))
say("it says that it goes on", "goes on: the database can be written again" in open(errors.name).read())
say("and has all games", *right("run", before + 1))
say.end()
