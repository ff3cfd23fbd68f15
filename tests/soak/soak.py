#!/usr/bin/env python3
"""A daemon under the address sanitizer with all that it does at once, for minutes: tournaments that come,
end and come again, readers of pages and of live events, requests, SIGHUP. Its processes' descriptors
and memory are sampled; it is told to end, and then it says what holds.

soak.py [--minutes N] [--seed N] [--keep FOLDER] [--only LOAD,LOAD]. BUILD: the sanitized build, by default build/san.

Flat is this. Memory: the first quarter of the time is warming up; of the samples after it the median
of the last third is compared with that of the first, a kind of process at a time, and may not be more
by FLAT_PART of it or FLAT_LEAST bytes, whichever is more. Of kinds that come and go each process
counts. Under the sanitizer SPREAD_PART counts instead: it keeps what was freed from being used at once
(a little, by its options) and reuses it in an order of its own, so that the same work goes on taking
new pages for long; so memory is looked at in a second run, of a plain build.

What grows by its nature is bounded here. A tournament remembers its games while it runs: to tell which
were the same 16 to 32 bytes of each, a ladder 34 to 68 more, results and what its ratings are fitted
from; so a ladder, which has no end, is stopped after LADDER_GAMES, and then all of it is given back. A
database that is written to keeps up to 2 MB of its pages (SQLite's own limit), of which short
tournaments fill less. The main process keeps 64 tournaments that have ended, 7 kB each and 600 bytes a
bot; here the next of a name takes the place of the last. Arbiters are forked from the
main process and share its pages until one of both writes to them; what they share does not count as
theirs.

Descriptors: how many there are in between follows from what is asked for, so at the end, when all
tournaments have been stopped and all clients have left, each process that is still there has those that
it had before any client came, but for the databases that the pages keep open and the user namespace of
the boxes.
FOLDER/samples has all that was sampled.
"""
import argparse
import collections
import os
import random
import re
import select
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(TESTS, "lib"))
os.environ.setdefault("BUILD", "build/san")
from daemon import Daemon  # noqa: E402
from remote_bots import crowd_text, write_tokens  # noqa: E402
from handshake import connect  # noqa: E402
from processes import children, descriptors as count_descriptors  # noqa: E402
from checks import BUILD, LIMIT, folder, referee, say, start  # noqa: E402

FLAT_PART = 0.03
FLAT_LEAST = 1 << 20
SPREAD_PART = 0.25
SAMPLE = 2  # seconds between two samples
LADDER_GAMES = 200  # that it may remember; few, so that each third sees it begin and end

SANITIZERS = {"ASAN_OPTIONS": "quarantine_size_mb=1:detect_leaks=1:malloc_context_size=8",
              "UBSAN_OPTIONS": "print_stacktrace=1"}

BOTS = """
bot mini { command = "referee-bot --search minimax" }
bot luck { command = "referee-bot --search random" }
bot first { command = "referee-bot --search first" }
"""
# By name: a file's body. Short ones, so that they end often.
TOURNAMENTS = {
    "cup": "game = connect4\nrounds = 60\nopenings = random:4\ndepth = 2\n" + BOTS,
    "star": "game = chinese-checkers\nplayers = 3\nseat-orders = rotation\nrounds = 10\nmax-plies = 60\n"
            "depth = 1\n" + BOTS,
    "heap": "game = nim\nplayers = 3\nrounds = 40\nrestart = yes\n" + BOTS,
    "crash": "game = connect4\nrounds = 8\ndepth = 2\n" + BOTS +
             f'bot bad {{ command = "{BUILD}/tests/rogues/exits 3 3" }}\n',
    "far": "game = connect4\nmovetime = 2s\nmargin = 2s\nstartup-timeout = 4s\nstrikes = 6\nconnect-timeout = 5s\n"
           "remote-concurrency = 30\n" + BOTS,
    "climb": "game = connect4\nformat = ladder\nopenings = random:4\ndepth = 1\n" + BOTS,
}

# Bots from elsewhere, as tests/bench/crowd.c has them; those that misbehave have a seat each, and a way.
FAR = ("far-unix:20", "far-tls:20")
ROGUES = ("garbage", "half-closes-before", "half-closes-after", "vanishes", "falls-silent", "late", "doubles",
          "floods", "comes-back", "never-reads")
STRANGERS = ("says-nothing", "slow-hello", "long-hello", "wrong-token", "replayed", "plaintext", "half-hello",
             "storm")
DOORS = ("unix", "tls")


class Soak:
    """The daemon and what is known of it. random: a load takes its own, of a seed drawn from it."""

    def __init__(self, work, seed, doors):
        self.daemon = Daemon(work, "--http-listen", "127.0.0.1:0", "--concurrency", "2", "--parallel-tournaments", "2",
                             doors=doors)
        self.path = self.daemon.path
        self.random = random.Random(seed)
        self.over = threading.Event()
        self.counts = collections.Counter()
        self.wrong = []
        self.samples = []
        self.begun = collections.Counter()
        self.rest_before = self.rest_after = None

    def start(self):
        known = (*FAR, *(f"{kind}:1" for kind in ROGUES))
        write_tokens(self.daemon.folder, *known, "nobody:1")
        TOURNAMENTS["far"] += crowd_text("bots", *known)
        self.daemon.start(env=SANITIZERS)

    def write(self, name):
        """A tournament's file, with a database that was not there before."""
        self.begun[name] += 1
        with open(self.path(name + ".conf"), "w") as file:
            file.write(f'name = {name}\ndb = "{name}-{self.begun[name]}.db"\n{TOURNAMENTS[name]}')
        # The pages may still be reading the last one.
        for ending in ("", "-wal", "-shm"):
            old = self.path(f"{name}-{self.begun[name] - 3}.db{ending}")
            if os.path.exists(old):
                os.unlink(old)

    def while_it_lasts(self, words, seconds):
        """Lets a program run for so long, or until it ends by itself; what it said."""
        process = start(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                        env={**os.environ, **SANITIZERS})
        end = time.monotonic() + seconds
        while time.monotonic() < end and process.poll() is None and self.rest(0.1):
            pass
        if process.poll() is None:
            process.terminate()
        said = process.communicate(timeout=LIMIT)[0]
        if process.returncode not in (0, -signal.SIGTERM) and not self.over.is_set():
            raise AssertionError(f"{words[:3]} ended with {process.returncode}: {said}")
        return said

    def ask(self, line):
        """A request over the socket; its answer's lines."""
        answer = self.daemon.talk(line.encode() + b"\n")
        lines = answer.decode().split("\n")
        return [one[1:] for one in lines if one.startswith("-")], lines[-2] if len(lines) > 1 else ""

    def tournaments(self):
        return {t["name"]: t for t in self.daemon.status()["tournaments"]}

    def get(self, path):
        """A page, which the daemon must answer."""
        status, text = self.daemon.page(path)
        if status == 0:
            raise ConnectionError(path)
        return status, text

    def stream(self):
        return connect("plain:" + self.daemon.pages, limit=LIMIT)

    def rest(self, seconds):
        """Waits; true: it goes on."""
        return not self.over.wait(seconds)


# --- what it has to bear: each is called again and again, with lots of its own ---------------------


def tournaments(soak, lots):
    """A tournament that has ended begins anew with an empty database; the endless one is stopped now and then."""
    now = soak.tournaments()
    for name in TOURNAMENTS:
        if name in now and now[name]["state"] in ("waiting", "running", "stopping", "pausing", "paused"):
            if name == "climb" and now[name]["done"] > LADDER_GAMES:
                soak.ask("stop climb")
            continue
        soak.write(name)
        soak.counts["tournaments"] += soak.ask(f"submit {soak.path(name + '.conf')}")[1].startswith("end 0")
    soak.rest(0.3)


def readers(soak, lots):
    """Pages, in any order; also those that there are none of."""
    leaves = ["", "/crosstable", "/games", "/ratings", "/faults", "/live", ".json", "/games.json",
              "/live.json", "/bot/mini", "/bot/bad", "/bot/nobody", "/games?result=fault&bot=luck"]
    numbers = re.findall(r'href="/t/([a-z0-9-]+)"', soak.get("/")[1]) or ["none"]
    for _ in range(20):
        page = f"/t/{lots.choice(numbers)}{lots.choice(leaves)}"
        if lots.random() < 0.3:
            page = lots.choice(["/", "/metrics", "/style.css", "/nothing", "/board.js",
                                f"/t/{lots.choice(numbers)}/game/{lots.randint(1, 300)}"])
        soak.counts[f"pages answered {soak.get(page)[0]}"] += 1
        if not soak.rest(0.05):
            return


def streams(soak, lots):
    """A reader of live events that leaves after a while, in the middle of whatever comes."""
    numbers = re.findall(r'href="/t/([a-z0-9-]+)"', soak.get("/")[1]) or ["none"]
    with soak.stream() as s:
        s.sendall(f"GET /t/{lots.choice(numbers)}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        end = time.monotonic() + 5 * lots.random()
        while time.monotonic() < end and not soak.over.is_set():
            if select.select([s], [], [], 0.1)[0] and not s.recv(65536):
                break
    soak.counts["streams"] += 1


def deaf(soak, lots):
    """A reader that asks and never reads."""
    with soak.stream() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        s.sendall(b"GET /t/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n" * lots.randint(1, 20))
        soak.rest(4 * lots.random())
    soak.counts["readers that read nothing"] += 1


def requests(soak, lots):
    """Whatever can be asked for over the socket, and what cannot."""
    name = lots.choice(list(TOURNAMENTS))
    lines = ["status", "status --json", f"pause {name}", f"resume {name}", "pause", "resume",
             f"concurrency {lots.randint(1, 3)}", f"bench-bot {name} first", "bench-bot nobody nobody",
             f"add-bot climb new-{lots.randint(1, 40)}='referee-bot --search random'",
             "nothing", "'", "", "x" * 5000, "submit /nowhere"]
    line = lots.choice(lines)
    soak.counts[f"requests answered {soak.ask(line)[1][:5]}"] += 1
    if line.startswith("pause"):
        soak.rest(0.3)
        soak.ask(line.replace("pause", "resume"))
    soak.rest(0.3 * lots.random())


def commands(soak, lots):
    """The program itself asks, under the sanitizer too."""
    done = referee("status", "--socket", soak.daemon.socket, env={**os.environ, **SANITIZERS})
    if done.returncode != 0 and not soak.over.is_set():
        soak.wrong.append(f"referee ctl status ended with {done.returncode}: {done.stderr}")
    soak.counts["commands"] += 1
    soak.rest(1)


def hangups(soak, lots):
    """SIGHUP: all files are read again."""
    soak.daemon.signal(signal.SIGHUP)
    soak.counts["SIGHUPs"] += 1
    soak.rest(3 * lots.random())


def lookers(soak, lots):
    """Spectators follow games, and leave in the middle; some do not read."""
    with connect("unix:" + soak.daemon.socket, limit=LIMIT) as s:
        s.sendall(lots.choice([b"watch --follow", b"watch luck", b"watch --follow mini", b"watch 1"]) + b"\n")
        end, reads = time.monotonic() + 3 * lots.random(), lots.random() < 0.8
        while time.monotonic() < end and not soak.over.is_set():
            if not reads:
                soak.rest(0.1)
            elif select.select([s], [], [], 0.1)[0] and not s.recv(65536):
                break
    soak.counts["lookers"] += 1
    soak.rest(0.1)


def far_bots(soak, lots):
    """Bots from elsewhere, that lose their connections and come again, and leave all at once."""
    doors = (soak.daemon.unix, soak.daemon.tls)
    groups = [f"{group}@{door}" for group, door in zip(FAR, doors)]
    said = soak.while_it_lasts([BUILD + "/tests/bench/crowd", "play", *groups, "--think", "20",
                                "--reconnect", str(lots.choice([0, 1000, 4000]))], 20 + 40 * lots.random())
    for what in ("moves", "came"):
        soak.counts[f"{what} of far bots"] += int(re.findall(rf"\b{what}=(\d+)", said)[-1])


def far_rogues(soak, lots):
    """A client that misbehaves over the network, with a seat or without."""
    kind = lots.choice(ROGUES + STRANGERS)
    name = kind + "-1" if kind in ROGUES else "nobody-1"
    address, source = soak.daemon.tls, ["--source", f"127.0.7.{lots.randint(1, 250)}"]
    if kind in ROGUES and lots.random() < 0.5:
        address, source = soak.daemon.unix, []
    soak.while_it_lasts([sys.executable, TESTS + "/rogues/network.py", kind, address, name, *source, "--life", "60"],
                        10 * lots.random())
    soak.counts["far rogues"] += 1


# A load is a row: what is called again and again, in how many threads, and through which doors.
LOADS = [
    (tournaments, 1, ()),
    (readers, 4, ()),
    (streams, 8, ()),
    (deaf, 2, ()),
    (requests, 2, ()),
    (commands, 1, ()),
    (hangups, 1, ()),
    (lookers, 3, ()),
    (far_bots, 1, DOORS),
    (far_rogues, 3, ()),
]


def carry(soak, load, seed):
    """A load's thread. An error while the daemon lives is told."""
    lots = random.Random(seed)
    while not soak.over.is_set():
        try:
            load(soak, lots)
        except Exception as error:
            if soak.over.is_set() or soak.daemon.process.poll() is not None:
                return
            soak.wrong.append(f"{load.__name__}: {type(error).__name__}: {error}")
            soak.rest(1)


# --- what is looked at ----------------------------------------------------------------------------


def fields_of(pid, name):
    """The values of a file of /proc/PID, by word; sizes are `N kB`."""
    with open(f"/proc/{pid}/{name}") as file:
        return {word: rest.strip() for word, _, rest in (line.partition(":") for line in file)}


def look(pid, forked):
    """A process's kind, descriptors and bytes in memory, of one that was forked those that are its own;
    None: it has gone."""
    try:
        fields, sizes = fields_of(pid, "status"), ["VmRSS"]
        if forked:
            try:
                fields, sizes = fields | fields_of(pid, "smaps_rollup"), ["Private_Clean", "Private_Dirty"]
            except PermissionError:
                pass  # the gate lets only root look into it
        return (fields["Name"], count_descriptors(pid),
                sum(int(fields[size].split()[0]) for size in sizes) * 1024)
    except (OSError, KeyError):
        return None


def sample(soak):
    """By kind of our processes: [(descriptors, bytes), ...]. The bots are not ours."""
    kinds = collections.defaultdict(list)
    for pid in [soak.daemon.pid, *children(soak.daemon.pid)]:
        seen = look(pid, pid != soak.daemon.pid)
        if seen is not None and (seen[0] == "referee" or seen[0].startswith("referee-")):
            kind = "referee" if pid == soak.daemon.pid else seen[0]
            if kind == "referee" and pid != soak.daemon.pid:
                continue  # it has just been forked
            kinds[kind].append(seen[1:])
    soak.samples.append((time.monotonic(), kinds))


def descriptors(soak):
    """The files that each process holds open at rest, by kind, without databases."""
    found = {}
    for pid in [soak.daemon.pid, *children(soak.daemon.pid)]:
        kind, links = (look(pid, False) or ["?"])[0], []
        for fd in os.listdir(f"/proc/{pid}/fd"):
            try:
                links.append(os.readlink(f"/proc/{pid}/fd/{fd}"))
            except OSError:
                pass  # it was closed meanwhile
        found[kind] = sorted(re.sub(r":\[\d+\]", "", link) for link in links if not re.search(r"\.db|^user", link))
    return found


def began(soak):
    """Its gate has taken its doors, which it may still be doing when the daemon is ready."""
    doors = len(soak.daemon.doors)

    def taken():
        soak.rest_before = descriptors(soak)
        # Besides the doors it has one socket, of its orders, twice.
        return not doors or soak.rest_before.get("referee-listen", []).count("socket") == 2 + doors

    soak.daemon.until("its gate has its doors", taken)


def rested(soak):
    """Everything is stopped, and all clients have left."""
    for line in ("resume", "stop"):
        soak.ask(line)
    soak.daemon.until("all has been stopped", lambda: not {t["state"] for t in soak.tournaments().values()} &
               {"running", "waiting", "stopping", "pausing"})
    end = time.monotonic() + LIMIT / 2
    while time.monotonic() < end and descriptors(soak) != soak.rest_before:
        time.sleep(0.1)
    soak.rest_after = descriptors(soak)


def soaked(soak, minutes):
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end and soak.daemon.process.poll() is None:
        sample(soak)
        soak.over.wait(SAMPLE)


# --- what holds -----------------------------------------------------------------------------------


def values(samples, kind, which):
    """All of a kind's descriptors (0) or bytes (1), a process."""
    return [process[which] for _, kinds in samples for process in kinds.get(kind, [])]


def judge_flat(soak):
    with open(soak.path("samples"), "w") as file:
        for moment, kinds in soak.samples:
            for kind, processes in sorted(kinds.items()):
                for files, bytes_ in processes:
                    print(f"{moment - soak.samples[0][0]:.0f}\t{kind}\t{files}\t{bytes_}", file=file)
    with open(BUILD + "/referee", "rb") as file:
        part = SPREAD_PART if b"__asan_init" in file.read() else FLAT_PART
    warm = soak.samples[len(soak.samples) // 4:]
    third = len(warm) // 3
    first, last = warm[:third], warm[len(warm) - third:]
    print(f"{'process':16} {'memory, MB':>21}   {'a minute':>9} {'descriptors':>13}")
    minutes = (last[len(last) // 2][0] - first[len(first) // 2][0]) / 60 if third > 0 else 0
    judged = []
    for kind in sorted({kind for _, kinds in warm for kind in kinds}):
        if not values(first, kind, 0) or not values(last, kind, 0):
            continue  # it was not there in both
        files = statistics.median(values(warm, kind, 0))
        bytes_ = [statistics.median(values(part, kind, 1)) for part in (first, last)]
        grown = bytes_[1] - bytes_[0]
        print(f"{kind:16} {bytes_[0] / 1e6:9.2f} -> {bytes_[1] / 1e6:<9.2f}"
              f" {grown / 1000 / minutes:+7.1f} kB {files:11g}")
        judged.append((kind, grown, max(FLAT_LEAST, part * bytes_[0])))
    say("the main process and the pages were there all the time",
        {"referee", "referee-web"} <= {kind for kind, *_ in judged}, judged)
    for kind, grown, most in judged:
        say(f"{kind}: its memory is flat", grown <= most, f"{grown} of {most:.0f} bytes")


def judge(soak, status):
    told = soak.daemon.said()
    strange = [line for line in told.split("\n") if line and not re.match(r"\S+Z \w+ serve: ", line)]
    print("borne: " + ", ".join(f"{count} {what}" for what, count in sorted(soak.counts.items())))
    say("no sanitizer says anything", not re.search("Sanitizer|runtime error", told), told[-6000:])
    say("it says nothing but its own lines", not strange, "\n".join(strange[:20]))
    say("no process of it has ended before its time", not re.search(
        "it restarts in|played again|ended too often", told), told[-6000:])
    say("SIGTERM ends it with status 0", status == 0, status)
    say("all clients were answered", not soak.wrong, "\n".join(soak.wrong[:10]))
    say("tournaments ended and began again", soak.counts["tournaments"] > len(TOURNAMENTS),
        soak.counts)
    judge_flat(soak)
    say("at rest each process has as many descriptors as before any client came",
        soak.rest_after == soak.rest_before and soak.rest_after,
        f"before {soak.rest_before}\nafter {soak.rest_after}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder to leave its files in")
    parser.add_argument("--only", help="of the loads these alone, to find out which one it is")
    words = parser.parse_args()
    loads = [load for load in LOADS if words.only is None or load[0].__name__ in words.only.split(",")]
    if words.keep:
        os.makedirs(words.keep, exist_ok=True)
    soak = Soak(words.keep or folder(), words.seed, [door for *_, doors in loads for door in doors])
    soak.start()
    began(soak)
    threads = [threading.Thread(target=carry, args=(soak, load, soak.random.random()), daemon=True)
               for load, count, _ in loads for _ in range(count)]
    for thread in threads:
        thread.start()
    soaked(soak, words.minutes)
    soak.over.set()
    for thread in threads:
        thread.join()
    if soak.daemon.process.poll() is None:
        rested(soak)
    try:
        status = soak.daemon.end()
    except subprocess.TimeoutExpired:
        status = None
    judge(soak, status)
    say.end()


main()
