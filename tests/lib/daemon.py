"""A running `referee serve`: its doors and its pages, what it says, what it is asked, and its processes."""
import http.client
import json
import os
import re
import shlex
import subprocess
import time
from signal import SIGTERM

from handshake import connect, enter
from processes import children, sockets
from checks import BUILD, left, referee, rows, start, until


class Daemon:
    """`referee serve` in a folder, where its socket, tokens and doors are too; it can be ended and started
    again. words: what it is started with each time. doors: of unix, tls and plain; each then is the
    address of one, as hello.py has them. pages: HOST:PORT, when it has --http-listen."""

    def __init__(self, folder, *words, doors=()):
        self.folder, self.words, self.doors, self.tokens = folder, words, doors, {}
        self.process, self.ended, self.begins = None, False, 0
        self.socket = self.path("socket")
        self.close_doors()
        if doors:
            os.close(os.open(self.path("tokens"), os.O_CREAT | os.O_WRONLY, 0o600))

    def close_doors(self):
        self.unix, self.tls, self.plain = "unix:" + self.path("door"), "127.0.0.1:0", "plain:127.0.0.1:0"

    def path(self, name):
        return os.path.join(self.folder, name)

    # --- its beginning and end ---

    def start(self, *more, same_doors=False, env=None, **options):
        """Returns when it is ready. The kernel chooses the ports, unless they are to be the same again."""
        if not same_doors:
            self.close_doors()
        gates = [word for door in self.doors for word in ("--bot-listen", getattr(self, door))]
        tokens = ["--tokens", self.path("tokens")] if self.doors else []
        self.begins, self.ended = len(self.said()), False
        with open(self.path("errors"), "a") as errors:
            self.process = start([BUILD + "/referee", "serve", "--socket", self.socket, *tokens, *gates, *self.words,
                                  *more], stderr=errors, cwd=self.folder, env={**os.environ, **(env or {})}, **options)
        self.line("serve: ready\n")
        if "tls" in self.doors:
            told = self.line(r"listener: tls (127\.0\.0\.1:\d+), fingerprint (\w+)\n")
            self.tls, self.fingerprint = told[1], told[2]
        if "plain" in self.doors:
            self.plain = "plain:" + self.line(r"listener: plain (127\.0\.0\.1:\d+), without TLS\n")[1]
        if "--http-listen" in (*self.words, *more):
            self.pages = self.line(r"pages at http://((?:127\.0\.0\.1|localhost):\d+)/")[1]
        return self

    @property
    def pid(self):
        return self.process.pid

    def children(self, name):
        """The processes of this name that it has started."""
        return children(self.pid, name)

    def remote_arbiters(self):
        """The arbiters that have the sockets of remote bots, beside two of their own; waits until there is one, since a
        game is said to run before its arbiter has them."""
        return self.until("an arbiter has the sockets of remote bots", lambda: [
            pid for pid in self.children("referee-arbiter") if sockets(pid) > 2])

    def signal(self, number):
        self.process.send_signal(number)

    def end(self, number=SIGTERM):
        """Its exit status."""
        self.ended = True
        self.signal(number)
        return self.process.wait(left())

    # --- what it says ---

    def said(self):
        try:
            with open(self.path("errors"), errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def now(self):
        """The log since it was started last."""
        return self.said()[self.begins:]

    def until(self, what, holds):
        """As checks.until(); that it has ended too early, or its last lines, are told."""
        def held():
            gone = not self.ended and self.process.poll() is not None
            found = holds()
            if gone and not found:
                raise ChildProcessError(f"serve has ended with {self.process.returncode}, in vain: {what}\n"
                                        + self.now()[-3000:])
            return found
        try:
            return until(what, held)
        except TimeoutError as error:
            raise TimeoutError(f"{error}\n{self.now()[-3000:]}") from None

    def line(self, pattern, since=0):
        """Waits until it says this; since: so far into now()."""
        return self.until("it says " + pattern, lambda: re.search(pattern, self.now()[since:]))

    # --- what it is asked ---

    def referee(self, *words):
        return referee(*words, cwd=self.folder)

    def ask(self, *words):
        """A verb of `referee ctl` over its socket: exit status, stdout, stderr."""
        done = self.referee("ctl", *words, "--socket", self.socket)
        return done.returncode, done.stdout, done.stderr

    def submit(self, file):
        """A tournament, which is to be taken."""
        done = self.ask("submit", file)
        assert done[0] == 0, done

    def request(self, *words):
        """The same without a process for it: exit status, its lines, the reason of a refusal (control.h)."""
        *lines, last = self.talk(shlex.join(words).encode() + b"\n").decode().splitlines() or [""]
        if not last.startswith("end "):
            raise ConnectionError(f"no answer to {words}: {lines} {last!r}")
        _, status, why = last.split(" ", 2)
        return int(status), [line[1:] for line in lines], why

    def status(self):
        return json.loads("\n".join(self.request("status", "--json", "--bots")[1]))

    def of(self, name):
        found = [t for t in self.status()["tournaments"] if t["name"] == name]
        return found[0] if found else {"state": "none", "done": 0, "running": [], "remote": {}}

    def here(self):
        return sorted(c["name"] for c in self.status()["connections"])

    def rows(self, name, query, *values):
        """The rows of a tournament's database."""
        return rows(self.path(name + ".db"), query, *values)

    def talk(self, *chunks):
        """The answer to these bytes on its socket."""
        answer = b""
        with connect("unix:" + self.socket, limit=left()) as s:
            try:
                for chunk in chunks:
                    s.sendall(chunk)
                while part := s.recv(65536):
                    answer += part
            except (BrokenPipeError, ConnectionResetError):
                pass
        return answer

    def page(self, path, **headers):
        """Status and text of a page; 0: no process answers, and the daemon has ended."""
        running = self.process.poll() is None
        connection = http.client.HTTPConnection(self.pages, timeout=left())
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            if running:
                raise
            return 0, ""
        finally:
            connection.close()

    def delays(self):
        """The histogram of our own delays: {upper bound in us: moves at most so late}, the last inf."""
        counts = {}
        for bound, count in re.findall(r'^referee_move_delay_seconds_bucket\{.*?le="([^"]+)"\} (\d+)',
                                       self.page("/metrics")[1], re.M):
            bound = float(bound.replace("+Inf", "inf")) * 1e6
            counts[bound] = counts.get(bound, 0) + int(count)
        return counts

    # --- ways in ---

    def token(self, *names):
        """New tokens; it hears of them with the next SIGHUP."""
        for name in names:
            made = self.referee("token", "new", name, "--file", self.path("tokens"))
            self.tokens[name] = bytes.fromhex(made.stdout.strip())
            with open(os.open(self.path(name + ".token"), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600),
                      "w") as file:
                file.write(made.stdout)

    def enter(self, name, door, token=None):
        """A connection that is welcome, and its lines; ConnectionError: it is not."""
        connection = connect(getattr(self, door), limit=left())
        return connection, enter(connection, name, token or self.tokens[name],
                                 self.fingerprint if door == "tls" else "-")

    def connect(self, name, door, *command, more=()):
        """`referee connect`, for a bot that knows pipes alone."""
        where = {"unix": [self.unix], "plain": [self.plain.removeprefix("plain:"), "--insecure"],
                 "tls": [self.tls, "--fingerprint", self.fingerprint] if door == "tls" else []}[door]
        return start([BUILD + "/referee", "connect", *where, "--name", name, "--token-file",
                      self.path(name + ".token"), *more, "--", *command], stderr=subprocess.PIPE, text=True,
                     cwd=self.folder)


def percentile(before, after, percent):
    """Of two of Daemon.delays(): the bound in us that `percent` of a hundred moves between them were not later
    than; beyond the last one, twice that."""
    counts = {bound: count - before.get(bound, 0) for bound, count in after.items()}
    total = max(counts.values(), default=0)
    found = [bound for bound, count in sorted(counts.items()) if count >= total * percent / 100]
    last = max((bound for bound in counts if bound != float("inf")), default=0)
    return min(found[0], 2 * last) if total else 0
