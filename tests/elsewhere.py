"""Bots that come in over the network, for tests: a daemon with its doors, tokens, and bots that speak the
protocol on a socket of their own. What is waited for is asked for until it is there; LIMIT ends the test."""
import atexit
import json
import os
import re
import resource
import socket
import ssl
import subprocess
import sys
import threading
import time

from hello import proof, sign
from processes import children

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LIMIT = 60  # seconds after which something hangs


started = []


@atexit.register
def clear():
    """Whatever becomes of the test, nothing that it has started outlives it."""
    for process in started:
        if process.poll() is None:
            process.kill()


def start(words, **more):
    started.append(subprocess.Popen(words, **more))
    return started[-1]


class Daemon:
    """`referee serve` in a folder, with a door of each kind. It can be ended and started again."""

    def __init__(self, folder, *words):
        self.folder, self.words, self.tokens = folder, words, {}
        self.process, self.starts = None, 0
        self.unix, self.control = folder + "/gate", folder + "/control"
        open(self.path("tokens"), "w").close()
        os.chmod(self.path("tokens"), 0o600)

    def path(self, name):
        return self.folder + "/" + name

    def referee(self, *words):
        return subprocess.run([BUILD + "/referee", *words], capture_output=True, text=True, timeout=LIMIT,
                              cwd=self.folder)

    def token(self, *names):
        """New tokens; the daemon hears of them with the next SIGHUP."""
        for name in names:
            made = self.referee("token", name, "--file", self.path("tokens"))
            self.tokens[name] = bytes.fromhex(made.stdout.strip())
            with open(os.open(self.path(name + ".token"), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600),
                      "w") as file:
                file.write(made.stdout)

    def start(self, *more, doors=("127.0.0.1:0", "plain:127.0.0.1:0"), files=None):
        """The kernel chooses the ports, unless they are given. files: descriptors that it may have."""
        limit = files and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)))
        self.starts = len(self.said())
        with open(self.path("errors"), "a") as errors:
            flags = [word for door in (*doors, "unix:" + self.unix) for word in ("--gate", door)]
            self.process = start(
                [BUILD + "/referee", "serve", "--socket", self.control, "--tokens", self.path("tokens"),
                 *flags, *self.words, *more], stderr=errors, cwd=self.folder, preexec_fn=limit,
                env={**os.environ, "PATH": BUILD + ":" + os.environ["PATH"]})
        self.until("it is ready", lambda: "serve: ready\n" in self.now() or self.process.poll() is not None)
        if self.process.poll() is None:
            where = re.search(r"gate: tls 127.0.0.1:(\d+), fingerprint (\w+)\n", self.now())
            self.tls, self.fingerprint = int(where[1]), where[2]
            self.plain = int(re.search(r"gate: plain 127.0.0.1:(\d+), without TLS\n", self.now())[1])
        return self

    def said(self):
        try:
            with open(self.path("errors")) as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def now(self):
        """What it has said since it was started last."""
        return self.said()[self.starts:]

    def until(self, what, holds):
        """Asks again and again; returns what made it hold, or ends the test."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            found = holds()
            if found:
                return found
        print(self.said()[-6000:])
        print("not ok in a minute:", what, flush=True)
        clear()
        os._exit(1)

    def ask(self, *words):
        done = self.referee(*words, "--socket", self.control)
        return done.returncode, done.stdout, done.stderr

    def status(self):
        return json.loads(self.ask("status", "--json", "--bots")[1])

    def of(self, name):
        found = [t for t in self.status()["tournaments"] if t["name"] == name]
        return found[0] if found else {"state": "none", "done": 0, "running": [], "remote": {}}

    def here(self):
        return sorted(c["name"] for c in self.status()["connections"])

    def signal(self, number):
        self.process.send_signal(number)

    def end(self, number=15):
        self.process.send_signal(number)
        return self.process.wait(LIMIT)

    def children(self, name):
        """The processes of this name that it has started."""
        return children(self.process.pid, name)

    # --- ways in ---

    def open(self, kind):
        if kind == "unix":
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(LIMIT)
            connection.connect(self.unix)
            return connection, "-"
        port = self.tls if kind == "tls" else self.plain
        connection = socket.create_connection(("127.0.0.1", port), LIMIT)
        if kind == "plain":
            return connection, "-"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(connection), self.fingerprint

    def enter(self, name, kind, token=None):
        """A connection that is welcome, and its lines; ConnectionError: it is not."""
        connection, binding = self.open(kind)
        lines = connection.makefile("rw", newline="\n")
        nonce, token = os.urandom(32).hex(), token or self.tokens[name]
        print("hello 1", name, nonce, file=lines, flush=True)
        challenge = lines.readline().split()
        if challenge[:1] != ["challenge"]:
            raise ConnectionError(challenge)
        words = f"referee-hello 1 {name} {nonce} {challenge[1]} {binding}"
        print("proof", proof(token, name, nonce, challenge[1], binding), file=lines, flush=True)
        if lines.readline().split() != ["welcome", sign(sign(token, "Server Key"), words).hex()]:
            raise ConnectionError("not welcome")
        return connection, lines

    def connect(self, name, kind, *command, more=()):
        """`referee connect`, for a bot that knows pipes alone."""
        where = {"unix": ["unix:" + self.unix], "plain": [f"127.0.0.1:{self.plain}", "--insecure"],
                 "tls": [f"127.0.0.1:{self.tls}", "--fingerprint", self.fingerprint]}[kind]
        return start(
            [BUILD + "/referee", "connect", *where, "--name", name, "--token-file",
             self.path(name + ".token"), *more, "--", *command], stderr=subprocess.PIPE, text=True,
            cwd=self.folder, env={**os.environ, "PATH": BUILD + ":" + os.environ["PATH"]})


class Bot(threading.Thread):
    """A bot on a socket. answer(bot, line) is asked for each move: it returns one of bot.legal, or None
    to say nothing; it may call cut(). What it heard is kept, and where it came to its end."""

    def __init__(self, daemon, name, kind="unix", answer=None):
        super().__init__(daemon=True)
        self.referee, self.name_there, self.answer = daemon, name, answer
        self.heard, self.legal, self.asked, self.over = [], [], 0, threading.Event()
        self.connection, self.lines = daemon.enter(name, kind)
        self.connection.settimeout(None)  # a bot may hear nothing for long
        self.start()

    def say(self, text):
        print(text, file=self.lines, flush=True)

    def cut(self):
        """As a cable that is pulled: no word, and what was not read is lost."""
        self.connection.shutdown(socket.SHUT_RDWR)

    def take(self, line):
        word, *rest = line.split()
        if word == "ugi":
            self.say("id name elsewhere\nfeature legal\nugiok")
        elif word == "isready":
            self.say("readyok")
        elif word == "legal":
            self.legal = rest
        elif word == "go":
            self.asked += 1
            move = self.answer(self, line) if self.answer else self.legal[0]
            if move is not None:
                self.say("bestmove " + move)

    def run(self):
        try:
            for line in self.lines:
                self.heard.append(line.rstrip("\n"))
                self.take(line)
        except (OSError, ValueError):
            pass
        self.over.set()
        self.connection.close()

    def words(self, word):
        """The lines that it heard with this word."""
        return [line for line in self.heard if line.split()[:1] == [word]]


class Report:
    """Sentences that hold or do not."""
    bad = 0

    def __call__(self, sentence, holds, *shown):
        if not holds:
            print("   ", *shown)
            self.bad = 1
        print("ok" if holds else "not ok", sentence, flush=True)

    def end(self):
        sys.exit(self.bad)
