"""A NATS server, workers that come to it and tournaments that call them, each as processes of the test."""
import json
import os
import signal
import subprocess
import sys

from checks import BUILD, folder, referee, rows, start, until
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
    """A server with the configuration of `referee worker-key`: TLS, and a key for each of these workers."""

    def __init__(self, *names, conf=None):
        self.keys = folder() + "/broker"
        self.ca = self.keys + "/broker.pem"
        self.make("--main", "--host", "127.0.0.1")
        for name in names:
            self.make(name)
        super().__init__("-c", conf or self.keys + "/broker.conf")
        self.url = self.url.replace("nats:", "tls:")  # so is one named that talks without TLS, too

    def make(self, *words):
        done = referee("worker-key", *words, "--folder", self.keys)
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


class Worker:
    """referee worker --broker, in a process group of its own, so that kill() is the end of a machine."""

    def __init__(self, server, name, *words, slots=2, silence="2s", url=None, environment=None):
        """url: of a proxy to the server."""
        self.name, self.log = name, open(f"{folder()}/log", "w+")
        self.process = start(["referee", "worker", "--broker", url or server.url, "--name", name, "--slots", str(slots),
                              "--silence", silence, *server.worker_key(name), *crowded(slots), *words],
                             stderr=self.log, start_new_session=True,
                             env={**os.environ, **(environment or {})})

    def said(self):
        self.log.seek(0)
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
        return next((pid for pid in children(core) if lives(pid)), None) if core else None

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
        self.log = open(f"{self.folder}/log", "w+")

    def start(self, environment=None):
        self.process = start(["referee", "run", self.conf, "--db", self.db, *self.words], stderr=self.log,
                             stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
        return self

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def played(self):
        """The number of games, and of pairings."""
        return rows(self.db, "SELECT count(*), count(DISTINCT pairing) FROM games")[0] if os.path.exists(self.db) \
            else (0, 0)

    def games(self):
        """Every game by its pairing: its end and its moves."""
        return rows(self.db, "SELECT pairing, reason, (SELECT group_concat(move, ' ') FROM (SELECT move FROM moves "
                    "WHERE game = games.id ORDER BY ply)) FROM games ORDER BY pairing")

    def until_played(self, count):
        until(f"{count} games are played", lambda: self.played()[0] >= count or self.process.poll() is not None)

    def finish(self, limit=120):
        return self.process.wait(timeout=limit)


def skip_without():
    if MISSING:
        print("skipped: nats-server or libnats is not here")
        sys.exit(0)
