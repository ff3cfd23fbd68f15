#!/usr/bin/env python3
"""kill -9 at any moment, of any of our processes, while a tournament runs: nothing that was announced
is lost, nothing is played twice, no process is left, and the next run goes on exactly.

Usage: kills.py [--kills N] [--seed N]. Prints a table, then a sentence for each thing that must hold.
"""
import argparse
import os
import random
import re
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from running_tournament import (KINDS, Tournament, Wrong, descendants, folder, gone, leftovers, progress, say,
                                stat)  # noqa: E402

# The bots that play in turn: bots that stay, and bots that are started for every game.
SETTINGS = (
    (40, "concurrency = 2"),
    (4, "concurrency = 2\nrestart = yes"),
    (20, "concurrency = 1"),
)
AGAIN = re.compile(r"(?:a game is|\d+ games are) played again: (an arbiter ended \(signal 9\)|the sandbox of a bot was killed: \w+"
                   r"|a bot could not be started: the sandbox: its first process ended before the start)$")


class Tally:
    """The counts of a kind of process."""

    def __init__(self):
        self.kills = self.idle = self.orphans = self.again = 0


class Crash:
    def __init__(self, folder, kills, seed):
        self.folder = folder
        self.random = random.Random(seed)
        self.plan = [KINDS[i % len(KINDS)] for i in range(kills)]
        self.done = 0
        self.tallies = {kind: Tally() for kind in KINDS}
        self.tournaments = self.games = self.runs = self.announced = self.faulty = 0
        self.models = []

    def model(self, number):
        """The same tournament, to which nothing happens."""
        while len(self.models) <= number:
            rounds, settings = SETTINGS[len(self.models)]
            model = Tournament(self.folder, f"model{len(self.models)}", rounds, settings)
            run = model.run()
            if run.finish() > 0 or run.status != 0:
                raise Wrong(f"an undisturbed run ended with {run.status}: {run.told()}")
            self.models.append(model)
        return self.models[number]

    def kill(self, run, kind):
        """Kills one of a kind when a few more games were announced, as many as is drawn. False: the run was over
        before."""
        wanted = len(run.tournament.announced) + self.random.randrange(4)
        while len(run.tournament.announced) < wanted and not run.ended():
            run.take_events()
            time.sleep(0.0005)  # not to wait for anything, but so as not to take the processor
        while not run.ended() and not (victims := run.victims(kind)):
            time.sleep(0.0005)  # one comes, as long as it runs
        if run.ended():
            return False
        victim = self.random.choice(victims)
        tree = {pid: (stat(pid) or ("", "0"))[1] for pid in [victim] + descendants(victim)}
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            return True  # it ended just now, and was not hurt
        tally = self.tallies[kind]
        tally.kills += 1
        self.done += 1
        if kind == "main":
            tally.orphans += run.finish()
        else:
            tally.orphans += len(gone(tree))
        run.take_events()
        run.tournament.check_kept()
        return True

    def play(self, tournament):
        """One run, with kills as planned until one hits main or it is over; what must hold then."""
        run = tournament.run()
        self.runs += 1
        killed = []
        while self.done < len(self.plan) and not run.ended():
            kind = self.plan[self.done]
            before = self.done
            if not self.kill(run, kind):
                break
            killed += [kind] * (self.done - before)
            if run.ended():
                break
        left = run.finish()
        if killed:
            self.tallies[killed[-1]].orphans += left
        elif left:
            raise Wrong(f"{left} processes are left of a run that ended by itself")
        self.read_errors(run, killed)
        if run.status not in (0, -signal.SIGKILL) or (run.status != 0 and "main" not in killed):
            raise Wrong(f"a run ended with {run.status} after kills of {killed}: {run.told()}")
        tournament.check_kept()
        tournament.check_database()
        return run.status == 0, killed.count("bot")

    def read_errors(self, run, killed):
        for line in run.told():
            if "arbiter" in killed and line.endswith("an arbiter ended (signal 9); it had no game in play"):
                continue  # it was killed between two games
            found = AGAIN.search(line)
            if found is None:
                raise Wrong(f"the referee said, after kills of {killed}: {line}")
            self.tallies["arbiter" if "arbiter" in found.group(1) else "keeper"].again += 1

    def tournament(self, number):
        """A tournament from its first run to the one that ends it."""
        model = self.model(number % len(SETTINGS))
        rounds, settings = SETTINGS[number % len(SETTINGS)]
        t = Tournament(self.folder, f"model{number % len(SETTINGS)}", rounds, settings)
        t.db = os.path.join(self.folder, f"cup{number}.db")
        whole, bots = False, 0
        while not whole:
            whole, hit = self.play(t)
            bots += hit
            progress(f"{self.done} of {len(self.plan)} kills")
        t.check_standings()
        self.faulty += t.check_whole(model, bots)
        self.tournaments += 1
        self.games += len(t.games())
        self.announced += len(t.announced)

    def run(self):
        number = 0
        while self.done < len(self.plan):
            self.tournament(number)
            number += 1

    def table(self):
        print(f"{'process':10} {'kills':>6} {'orphans':>8} {'played again':>13}")
        for kind in KINDS:
            tally = self.tallies[kind]
            print(f"{kind:10} {tally.kills:6} {tally.orphans:8} {tally.again:13}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    crash = Crash(folder(), arguments.kills, arguments.seed)
    say(f"{arguments.kills} kills lose no game that was announced, play none twice and miss none", crash.run)
    left = leftovers()
    progress("")
    crash.table()
    print(f"{crash.done} kills in {crash.runs} runs of {crash.tournaments} tournaments: "
          f"{crash.games} games, {crash.faulty} lost by bots that were killed")
    orphans = sum(tally.orphans for tally in crash.tallies.values())
    say(f"{crash.done} kills leave no process behind", not left and orphans == 0, left, orphans)
    say("a game whose arbiter was killed is played again, and so told", crash.tallies["arbiter"].again > 0)
    say.end()


if __name__ == "__main__":
    main()
