"""A NATS server, workers that come to it and tournaments that call them, each as processes of the test."""
import json
import os
import signal
import subprocess
import sys
import threading

from checks import BUILD, folder, left, referee, rows, start, until
from processes import children, descendants, is_called, lives

MISSING = subprocess.run("command -v nats-server", shell=True, capture_output=True).returncode != 0 \
    or not os.access(BUILD + "/referee-broker", os.X_OK)


class Server:
    """nats-server on a port that the kernel chose; after kill() and start() it has the same port and nothing else."""

    def __init__(self, *words):
        self.folder, self.words, self.port = folder(), words, "-1"
        self.start()
        with open(self.ports) as file:
            self.url = json.load(file)["nats"][0]
        self.port = self.url.rsplit(":", 1)[1]

    def start(self):
        self.process = start(["nats-server", "-a", "127.0.0.1", "-p", self.port, "--ports_file_dir", self.folder,
                              *self.words], stderr=subprocess.DEVNULL)
        self.ports = f"{self.folder}/nats-server_{self.process.pid}.ports"
        until("the NATS server listens or has ended", lambda: self.process.poll() is not None or
              os.path.exists(self.ports) and os.path.getsize(self.ports) > 0)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, still):
        os.kill(self.process.pid, signal.SIGSTOP if still else signal.SIGCONT)

    def main_key(self):
        return []

    def worker_key(self, name):
        return []


class KeyedServer(Server):
    """A server with the configuration of `referee worker key`: TLS, and a key for each of these workers."""

    def __init__(self, *names, conf=None):
        self.keys = folder() + "/broker"
        self.ca = self.keys + "/broker.pem"
        self.make("--main", "--host", "127.0.0.1")
        for name in names:
            self.make(name)
        super().__init__("-c", conf or self.keys + "/broker.conf")
        self.url = self.url.replace("nats:", "tls:")  # so is one named that talks without TLS, too

    def make(self, *words):
        done = referee("worker", "key", *words, "--folder", self.keys)
        assert done.returncode == 0, done.stderr

    def file(self, name):
        return f"{self.keys}/{name}.nk"

    def main_key(self):
        return ["--broker-ca", self.ca, "--broker-nkey", self.file("main")]

    def worker_key(self, name):
        return ["--ca", self.ca, "--nkey", self.file(name)]


def crowded(slots):
    """Words for a worker with more slots than this machine has processors."""
    return ["--crowded"] if slots > len(os.sched_getaffinity(0)) else []


class Log:
    """A file that a process writes to. A reader has a descriptor of its own: one that is shared would move the place
    that the process writes to."""

    def __init__(self):
        self.path = f"{folder()}/log"
        self.file = open(self.path, "a")

    def read(self):
        with open(self.path) as file:
            return file.read()


class Worker:
    """referee worker run --broker, in a process group of its own, so that kill() is the end of a machine."""

    def __init__(self, server, name, *words, slots=2, silence="2s", url=None, environment=None):
        """url: of a proxy to the server."""
        self.name, self.log = name, Log()
        self.process = start(["referee", "worker", "run", "--broker", url or server.url, "--name", name, "--slots", str(slots),
                              "--silence", silence, *server.worker_key(name), *crowded(slots), *words],
                             stderr=self.log.file, start_new_session=True,
                             env={**os.environ, **(environment or {})})

    def said(self):
        return self.log.read()

    def kill(self):
        """The whole machine dies: all its processes at the same time, so none can say goodbye."""
        self.stop(True)
        signal_all(machine(self.process.pid), signal.SIGKILL)
        self.process.wait()

    def end(self):
        self.process.terminate()
        return self.process.wait(timeout=60)

    def core(self):
        """The process of the session; None: there is none."""
        return next((pid for pid in children(self.process.pid) if lives(pid) and not is_called(pid, "referee-broker")),
                    None)

    def arbiter(self):
        core = self.core()
        return next((pid for pid in children(core) if lives(pid) and is_called(pid, "referee-arbiter")), None) if core else None

    def stop(self, still):
        """The whole machine sleeps, or wakes."""
        signal_all(machine(self.process.pid), signal.SIGSTOP if still else signal.SIGCONT)


def machine(pid):
    """A process and all that descend from it."""
    return [pid, *descendants(pid)]


def signal_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


class Tournament:
    """referee run of bots with a limit of nodes, through a server."""

    def __init__(self, server, text, *words, silence="2s"):
        self.folder = folder()
        self.db = f"{self.folder}/cup.db"
        self.conf = f"{self.folder}/cup.conf"
        self.words = [] if server is None else ["--broker", server.url, *server.main_key(), "--worker-silence", silence]
        self.words += words
        with open(self.conf, "w") as file:
            file.write(text)
        self.log = Log()

    def start(self, environment=None):
        self.process = start(["referee", "run", self.conf, "--db", self.db, *self.words], stderr=self.log.file,
                             stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
        return self

    def said(self):
        return self.log.read()

    def played(self):
        """The number of games, and of pairings."""
        return rows(self.db, "SELECT count(*), count(DISTINCT pairing) FROM games")[0] if os.path.exists(self.db) \
            else (0, 0)

    def games(self, rounds=1 << 30):
        """Every game of the first rounds by its pairing: its end and its moves."""
        return rows(self.db, "SELECT pairing, reason, (SELECT group_concat(move, ' ') FROM (SELECT move FROM moves "
                    "WHERE game = games.id ORDER BY ply)) FROM games WHERE round <= ? ORDER BY pairing", rounds)

    def until_played(self, count):
        """Waits for this many games; it goes on then."""
        def holds():
            assert self.process.poll() is None, "it is over: " + self.said()
            return self.played()[0] >= count
        until(f"{count} games are played", holds)

    def finish(self):
        return self.process.wait(timeout=left())

    def rounds(self):
        """That have a game which is over."""
        return rows(self.db, "SELECT max(round) FROM games")[0][0]

    def end(self):
        """It has more rounds than are ever played: it is told to stop, and then plays the rounds that have begun to
        their end. The exit status of both; the first is 128 and the number of SIGTERM."""
        self.process.terminate()
        stopped = self.finish()
        self.words += ["--rounds", str(self.rounds())]
        return stopped, self.start().finish()


SLOW_BOT = '''import sys, time, zlib
for line in sys.stdin:
    word, *words = line.split()
    if word == "ugi":
        print("id name test\\nfeature legal players newgame\\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        position = line
    elif word == "legal":
        legal = words
    elif word == "go":
        time.sleep(%s)
        print("bestmove", legal[zlib.crc32((sys.argv[1] + position).encode()) %% len(legal)], flush=True)
    elif word == "quit":
        break
'''
CUP = """
name = cup
game = connect4
rounds = 1000000
nodes = 1
startup-timeout = 5m
newgame-timeout = 5m
openings = random:4
concurrency = %d
bot a { command = "python3 bot.py a"  dir = "%s" }
bot b { command = "python3 bot.py b"  dir = "%s" }
"""


def endless_cup(concurrency=1, delay=0.05):
    """Games of about 24 moves, which depend on nothing but their opening; delay: seconds a move, so that games are in
    play when something happens to them."""
    place = folder()
    with open(f"{place}/bot.py", "w") as file:
        file.write(SLOW_BOT % delay)
    return CUP % (concurrency, place, place)


class Model:
    """The games of a tournament as they are on one machine to which nothing happens, for as many rounds as are asked
    for."""

    def __init__(self, text):
        self.tournament, self.lock = Tournament(None, text), threading.Lock()

    def of(self, rounds):
        with self.lock:
            self.tournament.words = ["--rounds", str(rounds)]
            status = self.tournament.start().finish()
            assert status == 0, self.tournament.said()
            return self.tournament.games(rounds)


def skip_without():
    if MISSING:
        print("skipped: nats-server or libnats is not here")
        sys.exit(0)
