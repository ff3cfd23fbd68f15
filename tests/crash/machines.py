#!/usr/bin/env python3
"""What can go wrong with workers that come through a NATS server: each fault in a tournament of its own, with a real
server, real workers and real games. No game may be lost, none counted twice, and each must be what it is alone.

A tournament has more rounds than are ever played. When all is well again after the fault, it is told to stop, and the
rounds that have begun are played to their end.

Usage: machines.py [--times N] [--silence SECONDS] [--crowd N] [--jobs N] [FAULT...]
Prints a table. Without arguments it takes a minute.
"""
import argparse
import concurrent.futures
import os
import select
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from broker import Model, Server, Tournament, Worker, endless_cup, skip_without  # noqa: E402
from checks import BUILD, check, referee, rows, say, until  # noqa: E402
from nats_fakes import Client, FakeWorker, Proxy, serve  # noqa: E402
from processes import children, is_called, lives  # noqa: E402

WATCHED = 10  # seconds without a beat until a process is killed; the others must not wait that long for a processor
PATIENT = 60  # seconds of silence, where a session must not end


class Terms:
    """The command line."""


class Scene:
    """A server, two workers and a tournament that they play."""

    def __init__(self, terms, proxy=False, watchdog=None, silence=None):
        workers = ("lab01", "lab02")
        self.silence = silence or terms.silence
        self.terms = terms
        self.server = Server()
        self.environment = {} if watchdog is None else {"REFEREE_WATCHDOG_SEC": str(watchdog)}
        self.url = None
        self.proxy = Proxy(self.server) if proxy else None
        self.workers = [self.worker(name, self.proxy.url if proxy and i == 0 else None)
                        for i, name in enumerate(workers)]
        self.tournament = self.cup()
        self.tournament.start(self.environment)
        for name in workers:
            self.until_said(f"worker {name} plays")
        self.until_all_play()

    def worker(self, name, url=None):
        return Worker(self.server, name, silence=f"{self.silence}s", url=url, environment=self.environment)

    def cup(self):
        return Tournament(self.server, endless_cup(), silence=f"{self.silence}s")

    def until_said(self, text, times=1):
        def is_said():
            time.sleep(0.02)
            self.must_last()
            return self.tournament.said().count(text) >= times
        until(text, is_said)

    def must_last(self):
        assert self.tournament.process.poll() is None, "the tournament is over: " + self.tournament.said()

    def again(self):
        return self.tournament.said().count("played again")

    def until_all_play(self, workers=None):
        """Until each of these workers has stored a game that began after now."""
        began = time.time() * 1000
        names = {worker.name for worker in workers or self.workers}

        def played():
            self.must_last()
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
    scene = Scene(terms)
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
    scene = Scene(terms)
    begin = time.monotonic()
    scene.workers[0].stop(True)
    scene.until_said("a worker has gone")
    took = since(begin)
    scene.workers[0].stop(False)
    scene.until_all_play()
    return scene, [took]


def hung_core(terms):
    """a worker's core hangs (SIGSTOP); its link lives"""
    scene = Scene(terms, watchdog=WATCHED)
    begin = time.monotonic()
    core = scene.workers[0].core()
    os.kill(core, signal.SIGSTOP)
    scene.until_said("a worker has gone")
    until("the core is killed", lambda: not lives(core))
    scene.until_all_play()
    return scene, [since(begin)]


def hung_arbiter(terms):
    """a worker's arbiter hangs (SIGSTOP)"""
    scene = Scene(terms, watchdog=WATCHED)
    begin = time.monotonic()
    os.kill(scene.workers[0].arbiter(), signal.SIGSTOP)
    scene.until_said("a worker has gone")
    scene.until_all_play()
    return scene, [since(begin)]


# --- the server ---------------------------------------------------------------------------------------

def killed_server(terms):
    """kill -9 of nats-server, three times; it comes back empty"""
    scene = Scene(terms, silence=PATIENT)
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
    scene = Scene(terms)
    begin = time.monotonic()
    scene.server.kill()
    scene.until_said("a worker has gone", 2)
    until("workers have given up", lambda: all("the referee is silent" in w.said() for w in scene.workers))
    scene.server.start()
    scene.until_all_play()
    return scene, [since(begin)]


def play_meanwhile(scene, games=3):
    """Until the others have played some games."""
    scene.tournament.until_played(scene.tournament.played()[0] + games)


def short_cut(terms):
    """a network that is cut for less than the silence"""
    scene = Scene(terms, proxy=True, silence=PATIENT)
    begin = time.monotonic()
    scene.proxy.cut(True)
    play_meanwhile(scene)
    scene.proxy.cut(False)
    scene.until_all_play()
    assert scene.again() == 0, scene.tournament.said()
    return scene, [since(begin)]


def long_cut(terms):
    """a network that is cut for longer: sessions end"""
    scene = Scene(terms, proxy=True)
    begin = time.monotonic()
    scene.proxy.cut(True)
    scene.until_said("a worker has gone")
    play_meanwhile(scene)
    scene.proxy.cut(False)
    scene.until_all_play()
    return scene, [since(begin)]


def repeated_packets(terms):
    """each packet comes three times, once late"""
    scene = Scene(terms, silence=PATIENT)
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

    def repeated():
        if select.select([echo.socket], [], [], 0.2)[0]:
            echo.pump()
        return counts[0] > 60
    until("packets are repeated", repeated)
    assert scene.again() == 0, scene.tournament.said()
    scene.until_all_play()
    echo.close()
    return scene, []


# --- main ---------------------------------------------------------------------------------------------

def killed_main(terms, moment):
    scene = Scene(terms)
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
    scene = Scene(terms, silence=3 * terms.silence)  # which a busy machine does not exceed by itself
    main = scene.tournament.process.pid
    begin = time.monotonic()
    os.kill(main, signal.SIGSTOP)
    until("the silence is over", lambda: since(begin) > 1.3 * scene.silence)
    os.kill(main, signal.SIGCONT)
    scene.until_all_play()
    assert scene.again() == 0, scene.tournament.said()
    return scene, [since(begin)]


def hung_link(terms):
    """main's referee-broker hangs (SIGSTOP)"""
    scene = Scene(terms, watchdog=WATCHED)
    begin = time.monotonic()
    os.kill(scene.broker_of_main(), signal.SIGSTOP)
    scene.until_said("it is started again")
    scene.until_all_play()
    return scene, [since(begin)]


def killed_link(terms):
    """kill -9 of main's referee-broker"""
    scene = Scene(terms)
    begin = time.monotonic()
    os.kill(scene.broker_of_main(), signal.SIGKILL)
    scene.until_said("it is started again")
    scene.until_all_play()
    return scene, [since(begin)]


def full_disk(terms):
    """main's disk is full"""
    scene = Scene(terms)
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
    scene = Scene(terms, silence=PATIENT)
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
    scene = Scene(terms)
    other = scene.cup()
    begin = time.monotonic()
    other.start()
    until("the other has a worker", lambda: " plays 2 games" in other.said() or other.process.poll() is not None)
    other.until_played(10)
    took = since(begin)
    scene.must_last()
    check("the other ends", (143, 0), other.end())
    check("the other is whole", (2 * other.rounds(),) * 2, other.played())
    return scene, [took]


FAULTS = (two_mains, killed_worker, hung_machine, hung_core, hung_arbiter, killed_server, absent_server, short_cut, long_cut,
          repeated_packets, killed_before, killed_after, stopped_main, hung_link, killed_link, full_disk, crowd)


# --- the table ----------------------------------------------------------------------------------------

def play(fault, terms, model):
    """A fault in its tournament; its row of the table."""
    scene, took = fault(terms)
    t = scene.tournament
    again = replayed(t.said())
    check(f"{fault.__doc__}: the tournament ends", (143, 0), t.end())
    stored, pairings = t.played()
    wanted = 2 * t.rounds()
    check("... no game is lost and none is there twice", (wanted, wanted), (stored, pairings))
    games, alone = t.games(), model.of(t.rounds())
    say("... each is what it is alone", games == alone, [(a, b) for a, b in zip(games, alone) if a != b][:2])
    said = referee("verify", "--db", t.db).stdout
    say("... and right", ": 0 mismatches" in said, said)
    for worker in scene.workers:
        worker.kill()
    scene.server.kill()
    return fault.__doc__, wanted, wanted - pairings, stored - pairings, again, max(took, default=None)


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
    parser.add_argument("--silence", type=int, default=2)
    parser.add_argument("--crowd", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=9)
    parser.add_argument("faults", nargs="*")
    terms = parser.parse_args(namespace=Terms())
    skip_without()
    wanted = [fault for fault in FAULTS if not terms.faults or fault.__name__ in terms.faults]
    model = Model(endless_cup(concurrency=4, delay=0))
    with concurrent.futures.ThreadPoolExecutor(terms.jobs) as pool:
        table = list(pool.map(lambda fault: tried(fault, terms, model), wanted))
    print(f"{'fault':64} {'games':>6} {'lost':>5} {'twice':>6} {'again':>6} {'well after':>11}")
    for name, games, lost, twice, again, took in table:
        print(f"{name:64} {games:6} {lost:5} {twice:6} {again:6} " + ("" if took is None else f"{took:9.1f} s"))
    say.end()


if __name__ == "__main__":
    main()
