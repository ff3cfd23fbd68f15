#!/usr/bin/env python3
"""What can go wrong with workers that come through a NATS server: each fault in a tournament of its own, with a real
server, real workers and real games. No game may be lost, none counted twice, and each must be what it is alone.

Usage: machines.py [--times N] [--silence SECONDS] [--cut SECONDS] [--crowd N] [--jobs N] [FAULT...]
Prints a table. Without arguments it takes half a minute.
"""
import argparse
import concurrent.futures
import os
import select
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from broker import Server, Tournament, Worker, skip_without  # noqa: E402
from checks import BUILD, check, folder, referee, rows, say, until  # noqa: E402
from nats_fakes import Client, FakeWorker, Proxy, serve  # noqa: E402
from processes import children, is_called, lives  # noqa: E402

MOVES = 24  # of a game, about
SLOTS = 5   # one here and two on each of two workers

BOT = '''import sys, time, zlib
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
rounds = %d
nodes = 1
startup-timeout = 5m
newgame-timeout = 5m
openings = random:4
concurrency = %d
bot a { command = "python3 bot.py a"  dir = "%s" }
bot b { command = "python3 bot.py b"  dir = "%s" }
"""


def cup(rounds, concurrency, delay):
    """Games whose moves depend on nothing but their opening; delay: seconds a move."""
    place = folder()
    with open(f"{place}/bot.py", "w") as file:
        file.write(BOT % delay)
    return CUP % (rounds, concurrency, place, place)


class Terms:
    """The command line."""


class Scene:
    """A server, two workers and a tournament that they play, which takes about some seconds."""

    def __init__(self, terms, seconds, workers=("lab01", "lab02"), proxy=False, watchdog=None, games=None,
                 silence=None):
        self.silence = silence or terms.silence
        self.terms = terms
        self.server = Server()
        self.environment = {} if watchdog is None else {"REFEREE_WATCHDOG_SEC": str(watchdog)}
        self.url = None
        self.proxy = Proxy(self.server) if proxy else None
        self.workers = [self.worker(name, self.proxy.url if proxy and i == 0 else None)
                        for i, name in enumerate(workers)]
        self.tournament = self.cup(seconds, games)
        self.tournament.start(self.environment)
        for name in workers:
            self.until_said(f"worker {name} plays")
        self.until_all_play()

    def worker(self, name, url=None):
        return Worker(self.server, name, silence=f"{self.silence}s", url=url, environment=self.environment)

    def cup(self, seconds, games=None):
        games = games or self.terms.games
        delay = seconds * SLOTS / games / MOVES
        cup_of = Tournament(self.server, cup(games // 2, 1, round(delay, 4)), silence=f"{self.silence}s")
        cup_of.wanted = games
        return cup_of

    def until_said(self, text, times=1):
        def is_said():
            time.sleep(0.02)
            return self.tournament.said().count(text) >= times or self.tournament.process.poll() is not None
        until(text, is_said)

    def again(self):
        return self.tournament.said().count("played again")

    def until_all_play(self, workers=None):
        """Until each of these workers has stored a game that began after now."""
        began = time.time() * 1000
        names = {worker.name for worker in workers or self.workers}

        def played():
            if self.tournament.process.poll() is not None:
                raise AssertionError("the tournament is over before all is well: " + self.tournament.said())
            time.sleep(0.05)
            found = rows(self.tournament.db, "SELECT DISTINCT w.name FROM games g JOIN workers w ON w.id = g.worker "
                         "WHERE g.started_ms >= ?", began) if os.path.exists(self.tournament.db) else []
            return names <= {name for name, in found}
        until(f"{names} play", played)

    def broker_of_main(self):
        return next(pid for pid in children(self.tournament.process.pid) if is_called(pid, "referee-broker"))


def since(begin):
    return time.monotonic() - begin


# --- workers ------------------------------------------------------------------------------------------

def killed_worker(terms):
    """kill -9 of a worker's machine"""
    scene = Scene(terms, 4 + terms.times * (terms.silence + 5))
    took = []
    for time_number in range(terms.times):
        begin = time.monotonic()
        scene.workers[0].kill()
        scene.until_said("a worker has gone", time_number + 1)
        took.append(since(begin))
        scene.workers[0] = scene.worker("lab01")
        scene.until_all_play()
    return scene, took


def hung_machine(terms):
    """a worker's machine sleeps (SIGSTOP) and wakes after its session"""
    scene = Scene(terms, 10 + terms.silence * 2)
    begin = time.monotonic()
    scene.workers[0].stop(True)
    scene.until_said("a worker has gone")
    took = since(begin)
    scene.workers[0].stop(False)
    scene.until_all_play()
    return scene, [took]


def hung_core(terms):
    """a worker's core hangs (SIGSTOP); its link lives"""
    scene = Scene(terms, 16 + terms.silence * 2, watchdog=terms.silence)
    begin = time.monotonic()
    core = scene.workers[0].core()
    os.kill(core, signal.SIGSTOP)
    scene.until_said("a worker has gone")
    until("the core is killed", lambda: not lives(core))
    scene.until_all_play()
    return scene, [since(begin)]


def hung_arbiter(terms):
    """a worker's arbiter hangs (SIGSTOP)"""
    scene = Scene(terms, 10 + terms.silence * 2, watchdog=terms.silence)
    begin = time.monotonic()
    os.kill(scene.workers[0].arbiter(), signal.SIGSTOP)
    scene.until_said("a worker has gone")
    scene.until_all_play()
    return scene, [since(begin)]


# --- the server ---------------------------------------------------------------------------------------

def killed_server(terms):
    """kill -9 of nats-server, three times; it comes back empty"""
    scene = Scene(terms, 14, silence=10 + terms.silence)  # it takes up to 2 s to connect again
    took = []
    for _ in range(3):
        begin = time.monotonic()
        scene.server.kill()
        scene.server.start()
        scene.until_all_play()
        took.append(since(begin))
    assert scene.again() == 0, scene.tournament.said()
    return scene, took


def absent_server(terms):
    """nats-server is away until all sessions have ended"""
    scene = Scene(terms, 12 + terms.silence * 2)
    begin = time.monotonic()
    scene.server.kill()
    scene.until_said("a worker has gone", 2)
    until("workers have given up", lambda: all("the referee is silent" in w.said() for w in scene.workers))
    scene.server.start()
    scene.until_all_play()
    return scene, [since(begin)]


def short_cut(terms):
    """a network that is cut for less than the silence"""
    scene = Scene(terms, 10 + terms.silence, proxy=True)
    begin = time.monotonic()
    scene.proxy.cut(True)
    time.sleep(terms.silence / 2)
    scene.proxy.cut(False)
    scene.until_all_play()
    assert scene.again() == 0, scene.tournament.said()
    return scene, [since(begin)]


def long_cut(terms):
    """a network that is cut for longer: sessions end"""
    scene = Scene(terms, 10 + terms.cut, proxy=True)
    begin = time.monotonic()
    scene.proxy.cut(True)
    scene.until_said("a worker has gone")
    played = scene.tournament.played()[0]
    until("the cut lasts", lambda: since(begin) > terms.cut)
    assert scene.tournament.played()[0] > played, "nothing was played meanwhile"
    scene.proxy.cut(False)
    scene.until_all_play()
    return scene, [since(begin)]


def repeated_packets(terms):
    """each packet comes three times, once late"""
    scene = Scene(terms, 10)
    late, heard, counts = [], {}, [0]

    def hear(subject, data):
        # What we publish comes back to us as well.
        if heard.pop((subject, data), 0) > 0:
            return
        heard[subject, data] = 1
        echo.publish(subject, data)
        late.append((subject, data))
        counts[0] += 1
        if len(late) > 20:
            heard[late[0]] = heard.get(late[0], 0) + 1
            echo.publish(*late.pop(0))
    echo = Client(scene.server.url, hear).subscribe("w.>", "r.>")
    echo.connect()
    begin = time.monotonic()
    while since(begin) < 4:
        if select.select([echo.socket], [], [], 0.2)[0]:
            echo.pump()
    assert counts[0] > 20, counts
    assert scene.again() == 0, scene.tournament.said()
    scene.until_all_play()
    return scene, []


# --- main ---------------------------------------------------------------------------------------------

def killed_main(terms, moment):
    scene = Scene(terms, 6 + 4 * terms.times, games=terms.games)
    scene.tournament.process.kill()
    scene.tournament.process.wait()
    took = []
    for number in range(2 * terms.times):
        begin = time.monotonic()
        scene.tournament.start({"LD_PRELOAD": BUILD + "/tests/crash/faulty-disk.so", "FAULTY_PATH": scene.tournament.db,
                                "FAULTY_KILL": moment, "FAULTY_FROM": str(5 + number), **scene.environment})
        check("main is killed " + moment, -signal.SIGKILL, scene.tournament.finish())
    begin = time.monotonic()
    scene.tournament.start()
    scene.until_all_play()
    took.append(since(begin))
    return scene, took


def killed_before(terms):
    """kill -9 of main before its commit"""
    return killed_main(terms, "before")


def killed_after(terms):
    """kill -9 of main after its commit"""
    return killed_main(terms, "after")


def stopped_main(terms):
    """main stops (SIGSTOP) for longer than the silence and goes on"""
    scene = Scene(terms, 8 + terms.silence * 2)
    main = scene.tournament.process.pid
    begin = time.monotonic()
    os.kill(main, signal.SIGSTOP)
    time.sleep(terms.silence * 1.5)
    os.kill(main, signal.SIGCONT)
    scene.until_all_play()
    assert scene.again() == 0, scene.tournament.said()
    return scene, [since(begin)]


def hung_link(terms):
    """main's referee-broker hangs (SIGSTOP)"""
    scene = Scene(terms, 14 + terms.silence * 2, watchdog=terms.silence)
    begin = time.monotonic()
    os.kill(scene.broker_of_main(), signal.SIGSTOP)
    scene.until_said("it is started again")
    scene.until_all_play()
    return scene, [since(begin)]


def killed_link(terms):
    """kill -9 of main's referee-broker"""
    scene = Scene(terms, 12 + terms.silence * 2)
    begin = time.monotonic()
    os.kill(scene.broker_of_main(), signal.SIGKILL)
    scene.until_said("it is started again")
    scene.until_all_play()
    return scene, [since(begin)]


def full_disk(terms):
    """main's disk is full"""
    scene = Scene(terms, 8)
    scene.tournament.process.kill()
    scene.tournament.process.wait()
    scene.tournament.start({"LD_PRELOAD": BUILD + "/tests/crash/faulty-disk.so", "FAULTY_PATH": scene.tournament.db,
                            "FAULTY_FROM": "40", "FAULTY_COUNT": str(1 << 40), "FAULTY_ERRNO": "28"})
    check("a full disk ends the run", 5, scene.tournament.finish())
    begin = time.monotonic()
    scene.tournament.start()
    scene.until_all_play()
    return scene, [since(begin)]


# --- many ---------------------------------------------------------------------------------------------

def crowd(terms):
    """many workers come back at once"""
    scene = Scene(terms, 15 + terms.crowd / 40, silence=10 + terms.silence)
    fakes = [FakeWorker(scene.server.url, f"fake{i:04}", ready=False) for i in range(terms.crowd)]
    assert serve(fakes, lambda: all(fake.state == "ready" and not fake.unsent for fake in fakes)), "they do not come"
    begin = time.monotonic()
    scene.server.kill()
    scene.server.start()
    assert serve(fakes, lambda: all(fake.heard > 1 for fake in fakes)), "they do not come back"
    took = since(begin)
    check("no session of them has ended", [], [fake.ended for fake in fakes if fake.ended])
    scene.until_all_play()
    for fake in fakes:
        fake.client.close()
    return scene, [took]


def two_mains(terms):
    """two mains share the workers of one server"""
    scene = Scene(terms, 14, workers=("lab01", "lab02"))
    other = scene.cup(8)
    begin = time.monotonic()
    other.start()
    until("the other has a worker", lambda: " plays 2 games" in other.said() or scene.tournament.process.poll() is not None)
    took = since(begin)
    check("the first goes on", 0, scene.tournament.finish())
    check("the other is played", 0, other.finish())
    check("the other is whole", (other.wanted, other.wanted), other.played())
    return scene, [took]


FAULTS = (killed_worker, hung_machine, hung_core, hung_arbiter, killed_server, absent_server, short_cut, long_cut,
          repeated_packets, killed_before, killed_after, stopped_main, hung_link, killed_link, full_disk, crowd, two_mains)


# --- the table ----------------------------------------------------------------------------------------

class Model:
    """The games as they are alone."""

    def __init__(self, terms):
        self.tournament = Tournament(None, cup(terms.games // 2, 4, 0)).start()
        check("alone", 0, self.tournament.finish())
        self.games = self.tournament.games()


def play(fault, terms, model):
    """A fault in its tournament; its row of the table."""
    scene, took = fault(terms)
    t = scene.tournament
    check(f"{fault.__doc__}: the tournament ends", 0, t.finish())
    stored, pairings = t.played()
    check("... no game is lost and none is there twice", (t.wanted, t.wanted), (stored, pairings))
    games = t.games()
    say("... each is what it is alone", games == model.games[:len(games)],
        [(a, b) for a, b in zip(games, model.games) if a != b][:2])
    said = referee("verify", "--db", t.db).stdout
    say("... and right", ": 0 mismatches" in said, said)
    again = replayed(t.said())
    for worker in scene.workers:
        worker.kill()
    scene.server.kill()
    return fault.__doc__, t.wanted, t.wanted - pairings, stored - pairings, again, max(took, default=None)


def replayed(said):
    """How many games were given up and played again."""
    count = 0
    for line in said.splitlines():
        if "game is played again" in line:
            count += 1
        elif "games are played again" in line:
            count += int(line.split(" games are")[0].split()[-1])
    return count


def tried(fault, terms, model):
    try:
        return play(fault, terms, model)
    except Exception as error:  # whatever went wrong is a row
        say(fault.__doc__, False, f"{type(error).__name__}: {error}"[:3000])
        return fault.__doc__, 0, 0, 0, 0, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--silence", type=int, default=2)
    parser.add_argument("--cut", type=int, default=5)
    parser.add_argument("--crowd", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=9)
    parser.add_argument("faults", nargs="*")
    terms = parser.parse_args(namespace=Terms())
    skip_without()
    wanted = [fault for fault in FAULTS if not terms.faults or fault.__name__ in terms.faults]
    model = Model(terms)
    with concurrent.futures.ThreadPoolExecutor(terms.jobs) as pool:
        table = list(pool.map(lambda fault: tried(fault, terms, model), wanted))
    print(f"{'fault':64} {'games':>6} {'lost':>5} {'twice':>6} {'again':>6} {'well after':>11}")
    for name, games, lost, twice, again, took in table:
        print(f"{name:64} {games:6} {lost:5} {twice:6} {again:6} " + ("" if took is None else f"{took:9.1f} s"))
    say.end()


if __name__ == "__main__":
    main()
