#!/usr/bin/env python3
"""`referee check --broker` on NATS servers that are right and wrong, and who refuses to use a wrong one."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from broker import KeyedServer, Log, Server, Tournament, Worker, skip_without  # noqa: E402
from checks import BUILD, check, folder, referee, say, start, until  # noqa: E402
from nats import Key, Nats  # noqa: E402

skip_without()
CUP = """
name = cup
game = tictactoe
rounds = 1000000
bot a { command = "referee-bot --search random" }
bot b { command = "referee-bot --search random" }
"""


server = KeyedServer("lab01", "lab02")


# --- referee check --broker -------------------------------------------------------------------------

def examine(url, *words, ca=server.ca):
    """The status, and the findings of each verdict as {step: text}."""
    done = referee("check", "--json", "--broker", url, "--broker-ca", ca, *words)
    found = {"ok": {}, "warning": {}, "failed": {}}
    for line in done.stdout.splitlines():
        step = json.loads(line)
        found[step["verdict"]].setdefault(step["step"], "")
        found[step["verdict"]][step["step"]] += step["text"] + "\n"
    return done.returncode, found


def finds(sentence, url, step, part, *words, ca=server.ca):
    status, found = examine(url, *words, ca=ca)
    say(sentence, status == 1 and part in found["failed"].get(step, ""), status, json.dumps(found, indent=1))


MAIN = server.main_key()[2:]
LAB01 = ["--broker-nkey", server.file("lab01"), "--as-worker", "lab01"]
for name, words in (("main", MAIN), ("lab01", LAB01)):
    status, found = examine(server.url, *words)
    check(f"it finds nothing wrong with worker-key's server, by the key of {name}", (0, {}), (status, found["failed"]))
    say("... and has tried its permissions", "no others" in found["ok"].get("permissions", ""), found)
old = tuple(map(int, Nats(server.url, server.ca, Key(server.file("lab01"))).info["version"].split(".")[:3])) < (2, 9, 23)
say("it names the holes of an old version", not old or "CVE-2023-47090" in found["warning"]["version"], found)
finds("main's key is too much for a worker", server.url, "permissions", "hello.referee-check: it could call workers",
      "--broker-nkey", server.file("main"), "--as-worker", "lab01")
finds("a worker's key is too little for main", server.url, "permissions", "may not subscribe to w.*.*",
      "--broker-nkey", server.file("lab01"))
finds("the key of another worker is none", server.url, "permissions", "may not subscribe to r.lab02.*",
      "--broker-nkey", server.file("lab01"), "--as-worker", "lab02")
finds("another pool is none of the worker's", server.url, "permissions", "may not subscribe to hello.guests",
      *LAB01, "--worker-pool", "guests")
stranger = KeyedServer("lab01")
finds("a key that the server does not know", server.url, "key", "it refuses the key U",
      "--broker-nkey", stranger.file("lab01"))
finds("a server with another certificate", server.url, "certificate", "certificate: ", ca=stranger.ca)
finds("a server that is reached by another name", server.url.replace("127.0.0.1", "localhost"), "certificate",
      "mismatch")
finds("TLS is not asked for", server.url.replace("tls:", "nats:"), "tls", "write tls://")
stranger.kill()
finds("a server that is not there", stranger.url, "connection", "refused")
done = referee("check", "--broker", "nats://192.0.2.1:4222")
say("nats:// is for this machine alone", done.returncode == 2 and "tls://" in done.stderr, done)
alone = folder() + "/referee"
shutil.copy(f"{BUILD}/referee", alone)
done = subprocess.run([alone, "check", "--broker", server.url], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
say("without the program that has the library it says what is missing",
    done.returncode == 70 and "built without libnats" in done.stderr and not done.stdout, done)


def read(name):
    with open(f"{server.keys}/{name}") as file:
        return file.read()


USERS = read("broker-users.conf")


def variant(old, new):
    """A server with the keys of the first and a configuration that is a little different."""
    text = read("broker.conf").replace('include "broker-users.conf"', USERS)
    assert old in text
    path = f"{folder()}/broker.conf"
    with open(path, "w") as file:
        file.write(text.replace(old, new))
    return KeyedServer(conf=path).url


LET_IN = "it lets a client in"
ANY = USERS.replace("[", "[ {user: any, password: any},", 1)
url = variant("accounts {\n  REFEREE {\n    " + USERS, "no_auth_user: any\naccounts {\n  REFEREE {\n    " + ANY)
finds("no_auth_user lets every client in", url, "no credentials", LET_IN)
url = variant("accounts {\n  REFEREE {\n    %s\n  }\n}" % USERS, "authorization { %s }\naccounts { $SYS { users: "
              "[{user: s, password: s}] } }" % USERS)
if old:
    finds("an authorization block beside $SYS lets every client in", url, "no credentials", LET_IN)
url = variant('"w.lab01.*"', '"w.lab01.*", "r.>"')
finds("a worker that may publish to others", url, "permissions", "r.referee-check.x: it could send programs", *LAB01)
url = variant('"r.lab01.*"', '">"')
finds("a worker that may hear all", url, "permissions", "may subscribe to >: all that main", *LAB01)
url = variant("accounts {", "allow_non_tls: true\naccounts {")
finds("a server that talks without TLS, too", url, "tls", "does not demand TLS")
url = variant("max_payload: 262144", "max_payload: 4096")
finds("messages that are too short", url, "max_payload", "messages of 4096 bytes")


# --- games by TLS and keys ----------------------------------------------------------------------------

cup, worker = Tournament(server, CUP).start(), Worker(server, "lab01")
until("a worker with a key plays", lambda: "worker lab01 plays 2" in cup.said() or cup.process.poll() is not None)
say("a worker with a key plays, by TLS", "worker lab01 plays 2" in cup.said(), cup.said(), worker.said())
server.make("--remove", "lab01")
server.process.send_signal(signal.SIGHUP)
until("no session of it is left", lambda: cup.process.poll() is not None or "the connection was lost" in worker.said() and
      cup.said().count("worker lab01 plays") == cup.said().count("worker lab01 has played"))
say("when its key is removed, it is lost", cup.process.poll() is None, cup.said(), worker.said())
say("... and does not come back", "connected to" not in worker.said().split("was lost", 1)[-1], worker.said())
for process in (cup.process, worker.process):
    process.terminate()
    process.wait()


# --- main and workers refuse such a server -----------------------------------------------------------

server.url = variant("accounts {\n  REFEREE {\n    " + USERS, "no_auth_user: any\naccounts {\n  REFEREE {\n    " + ANY)
cup, worker = Tournament(server, CUP).start(), Worker(server, "lab02")
for sentence, process in (("main does not use a server that lets every client in", cup), ("nor does a worker", worker)):
    until(sentence, lambda: "is not used: it lets a client in" in process.said() or process.process.poll() is not None)
    say(sentence, "is not used: it lets a client in" in process.said(), process.said())
say("main plays on this machine instead", until("games", lambda: cup.played()[0]) > 0 and "plays 2 games" not in cup.said(),
    cup.said())
say("neither goes on with it", "can come through" not in cup.said() and "connected to" not in worker.said(),
    cup.said(), worker.said())


# --- servers of this machine alone -------------------------------------------------------------------

local = Server()
status, found = examine(local.url)
say("an open server that listens on this machine alone is doubtful", status == 0 and
    "every program of this machine" in found["warning"]["no credentials"], found)
cup = Tournament(local, CUP).start()
until("it is used, with a warning", lambda: "workers can come" in cup.said() or cup.process.poll() is not None)
say("it is used, with a warning", "every program of this machine" in cup.said(), cup.said())
local = Server("-a", "0.0.0.0")
local.url = "nats://127.0.0.1:" + local.port
finds("an open server that other machines reach is wrong", local.url, "no credentials", LET_IN)

# --- a server that falls silent ---------------------------------------------------------------------


class Silent:
    """It lets the first client in and answers it; later ones hear its greeting and no more."""

    def __init__(self):
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"nats://127.0.0.1:{self.door.getsockname()[1]}"
        self.logins = 0
        self.worker_key = lambda name: []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            threading.Thread(target=self.serve, args=(self.door.accept()[0],), daemon=True).start()

    def serve(self, client):
        client.sendall(b'INFO {"server_id":"S","version":"2.9.0","proto":1,"host":"127.0.0.1","port":1,"headers":true,'
                       b'"max_payload":1048576}\r\n')
        for line in client.makefile("rb"):
            self.logins += line.startswith(b"CONNECT")
            if line.startswith(b"PING") and self.logins == 1:
                client.sendall(b"PONG\r\n")


silent = Silent()
worker = Worker(silent, "lab01")
until("the worker goes on", lambda: "connected to nats" in worker.said() or worker.process.poll() is not None)
say("a server that is silent when it is asked without credentials ends no worker",
    "connected to nats" in worker.said() and worker.process.poll() is None and silent.logins == 2, silent.logins, worker.said())
worker.process.terminate()
worker.process.wait()

# --- why a connection cannot be made ---------------------------------------------------------------

server = KeyedServer("lab01", "lab02")
stranger = KeyedServer("lab01")


def is_told(sentence, part, times=1, url=server.url, ca=server.ca, nkey=server.file("lab01")):
    log = Log()
    process = start(["referee", "worker", "run", "--broker", url, "--ca", ca, "--nkey", nkey, "--name", "lab01", "--slots", "1"],
                    stderr=log.file)
    until(sentence, lambda: log.read().count("it is tried again") >= times or process.poll() is not None)
    process.terminate()
    process.wait()
    tries = [line for line in log.read().splitlines() if "it is tried again" in line]
    say(sentence, tries and all(part in line for line in tries), log.read())


is_told("a port on which nothing listens", "it cannot be reached: Connection refused",
        url="tls://127.0.0.1:1")
is_told("a server with the certificate of another", "its certificate is not that of --ca or broker-ca", ca=stranger.ca)
is_told("a name that is not in the certificate", "its certificate is for another host than localhost",
        url=server.url.replace("127.0.0.1", "localhost"))
is_told("no TLS at a server that demands it", "it demands TLS; write tls://", url=server.url.replace("tls:", "nats:"))
is_told("a key that the server does not know", "it does not know the key", 3, nkey=stranger.file("lab01"))
cup = Tournament(server, CUP, "--broker-nkey", stranger.file("main")).start()
until("main is told", lambda: "it is tried again" in cup.said() or cup.process.poll() is not None)
say("main is told of its key", "it does not know the key; it is tried again" in cup.said(), cup.said())
cup.process.terminate()
cup.process.wait()
bad = folder() + "/bad.nk"
with open(bad, "w") as file:
    file.write("not a seed\n")
done = referee("worker", "run", "--broker", server.url, "--ca", server.ca, "--nkey", bad)
say("a file without a key is a mistake", done.returncode == 2 and "it has no seed of a key" in done.stderr, done)
cup = Tournament(server, CUP, "--broker-nkey", bad).start()
say("... of a tournament, too", cup.finish() != 0 and "it has no seed of a key" in cup.said(), cup.said())
os.chmod(server.file("lab02"), 0o644)
worker = Worker(server, "lab02")
until("it is connected", lambda: "connected to" in worker.said() or worker.process.poll() is not None)
say("a key that others may read is told", "lab02.nk: other users may open the file; `chmod 600`" in worker.said(),
    worker.said())
worker.end()
say.end()
