"""A `referee serve` with doors for remote bots, for the tests and figures of them."""
import atexit
import json
import os
import re
import subprocess
import time
import urllib.request

from processes import children

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LIMIT = 120  # seconds after which something hangs


def until(what, holds, limit=LIMIT):
    """Asks again and again; returns what made it hold."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.01)  # not to wait for anything, but so as not to take the processor
    raise TimeoutError(what)


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def memory(pid):
    """KiB that are this process's own: what it shares with those it was forked from is not counted."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return sum(int(kb) for kb in re.findall(r"^Private_\w+:\s+(\d+)", file.read(), re.M))


def processor(pid):
    """Seconds that it has used of a processor."""
    with open(f"/proc/{pid}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


class Serve:
    """unix, tls and plain are the addresses of its doors, as crowd and network.py want them."""

    def __init__(self, folder, *words, plain=False, **options):
        self.folder, self.errors = folder, folder + "/errors"
        self.socket, self.unix = folder + "/control", f"unix:{folder}/door"
        doors = [self.unix, "127.0.0.1:0"] + ["plain:127.0.0.1:0"] * plain
        with open(self.errors, "a") as errors:
            self.main = subprocess.Popen(
                [BUILD + "/referee", "serve", "--socket", self.socket, "--listen", "127.0.0.1:0",
                 "--tokens", folder + "/tokens", *(w for door in doors for w in ("--gate", door)), *words],
                stderr=errors, **options)
        atexit.register(self.main.kill)
        self.pid = self.main.pid
        self.tls = self.said(r"gate: tls (127\.0\.0\.1:\d+)")
        self.plain = "plain:" + self.said(r"gate: plain (127\.0\.0\.1:\d+)") if plain else None
        self.pages = self.said(r"(http://[^ \n]*)").rstrip("/")
        until("it listens", lambda: os.path.exists(self.socket))

    def text(self):
        with open(self.errors) as file:
            return file.read()

    def said(self, pattern):
        def found():
            if self.main.poll() is not None:
                raise ChildProcessError(self.text())
            return re.search(pattern, self.text())
        return until("it says " + pattern, found)[1]

    def ask(self, *words):
        done = subprocess.run([BUILD + "/referee", *words, "--socket", self.socket], capture_output=True,
                              text=True, timeout=LIMIT)
        if done.returncode != 0:
            raise ChildProcessError(done.stderr)
        return done.stdout

    def status(self, name):
        found = [t for t in json.loads(self.ask("status", "--json"))["tournaments"] if t["name"] == name]
        return found[0] if found else {"state": "none", "done": 0}

    def metrics(self):
        """The histogram of our own delays: {upper bound in us: moves at most so late}, the last inf."""
        with urllib.request.urlopen(self.pages + "/metrics", timeout=LIMIT) as answer:
            text = answer.read().decode()
        counts = {}
        for bound, count in re.findall(r'^referee_move_delay_seconds_bucket\{.*?le="([^"]+)"\} (\d+)', text,
                                       re.M):
            bound = float(bound.replace("+Inf", "inf")) * 1e6
            counts[bound] = counts.get(bound, 0) + int(count)
        return counts

    def gate(self):
        return children(self.pid, "referee-gate")[0]

    def end(self):
        self.main.terminate()
        return self.main.wait(LIMIT)


def percentile(before, after, percent):
    """The bound in us that so many of a hundred moves between two readings were not later than; beyond the
    last one, twice that."""
    counts = {bound: count - before.get(bound, 0) for bound, count in after.items()}
    total = max(counts.values(), default=0)
    found = [bound for bound, count in sorted(counts.items()) if count >= total * percent / 100]
    last = max((bound for bound in counts if bound != float("inf")), default=0)
    return min(found[0], 2 * last) if total else 0


class Crowd:
    """groups: NAME:COUNT@ADDRESS, as tests/bench/crowd.c has them."""

    def __init__(self, *groups, flags=()):
        self.main = subprocess.Popen([BUILD + "/tests/bench/crowd", "play", *groups, *map(str, flags)],
                                     stdout=subprocess.PIPE, text=True)
        atexit.register(self.main.kill)

    def here(self):
        """Waits until all are welcome."""
        return self.main.stdout.readline()

    def figures(self, number):
        """Asks with a signal; what was since the last time."""
        self.main.send_signal(number)
        words = self.main.stdout.readline().split()
        return {key: float(value) for key, value in (word.split("=") for word in words)}


def write_tokens(folder, *groups):
    """The file of tokens of a Serve in this folder."""
    with open(os.open(folder + "/tokens", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
        file.write(crowd_text("tokens", *groups))


def crowd_text(what, *groups):
    """what: tokens or bots."""
    return subprocess.run([BUILD + "/tests/bench/crowd", what, *groups], check=True, capture_output=True,
                          text=True).stdout
