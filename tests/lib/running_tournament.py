"""The shared part of the crash tests: a tournament of instant bots, a run of it and its processes, and what
must hold of its database however a run ended.

This process takes in whatever is orphaned below it, so that everything a run ever started is among its
descendants and nothing is looked for by name.
"""
import json
import os
import signal
import sys
import time

from processes import PATIENCE, children, descendants, leftovers, libc, stat, wait_for_end  # noqa: F401
from checks import BUILD, folder, rows, say  # noqa: F401

BOTS = ("ada", "bob", "cyd", "dan")
INSTANT = os.path.join(BUILD, "tests/bench/instant")


class Wrong(Exception):
    """Something that must hold does not."""


# --- processes ------------------------------------------------------------------------------------

def lives_since(pid, start):
    now = stat(pid)
    return now is not None and now[1] == start and now[0] not in "ZX"


def gone(processes):
    """Waits until none of these {pid: start time} lives; returns those that still do."""
    end, left = time.monotonic() + PATIENCE, processes
    while (left := {pid: start for pid, start in left.items() if lives_since(pid, start)}) and time.monotonic() < end:
        wait_for_end(left, end - time.monotonic())
    return left


# --- a tournament and its runs --------------------------------------------------------------------

class Tournament:
    """A definition, its folder, and what was announced of its games so far."""

    def __init__(self, folder, name, rounds, settings):
        self.folder = folder
        self.db = os.path.join(folder, name + ".db")
        self.conf = os.path.join(folder, name + ".conf")
        self.announced = {}
        self.runs = 0
        with open(self.conf, "w") as file:
            file.write(f'name = "{name}"\ngame = connect4\nopenings = random:2\nrounds = {rounds}\n')
            file.write("movetime = 5m\nstartup-timeout = 5m\nnewgame-timeout = 5m\n")  # however busy the machine
            file.write(settings + "\n")
            for bot in BOTS[:-1]:
                file.write(f'bot {bot} {{ command = "{INSTANT}" }}\n')
            file.write(f'bot {BOTS[-1]} {{ command = "{INSTANT} leaving somebody behind" }}\n')

    def run(self, environment=None):
        self.runs += 1
        return Run(self, environment or {})

    def rows(self, sql):
        return rows(self.db, sql)

    def begun(self):
        """Are its tables there? A run may have ended before or while it made them: then SQLite's
        own journal lies beside, which only a writer can undo."""
        return os.path.exists(self.db) and not os.path.exists(self.db + "-journal") and self.rows(
            "SELECT count(*) FROM sqlite_master WHERE name = 'games'") == [(1,)]

    def check_kept(self):
        """Everything that was announced is there, once, as it was announced."""
        if not self.announced and not self.begun():
            return
        seats = {}
        for game, plies, bot, rank in self.rows(
                "SELECT g.id, g.plies, b.name, s.rank FROM games g JOIN seats s ON s.game = g.id"
                " JOIN bots b ON b.id = s.bot ORDER BY g.id, s.seat"):
            seats.setdefault(game, [plies]).append((bot, rank))
        for game, said in self.announced.items():
            kept = seats.get(game)
            if kept is None:
                raise Wrong(f"game {game} was announced and is lost")
            if kept != [said["plies"]] + [(s["bot"], s["rank"]) for s in said["seats"]]:
                raise Wrong(f"game {game} was announced as {said} and is {kept}")

    def check_database(self):
        if not self.begun():
            return
        whole = self.rows("PRAGMA integrity_check") + self.rows("PRAGMA foreign_key_check")
        if whole != [("ok",)]:
            raise Wrong(f"the database is not whole: {whole}")
        twice = self.rows("SELECT pairing FROM games GROUP BY tournament, pairing HAVING count(*) > 1")
        if twice:
            raise Wrong(f"played twice: {twice}")
        torn = self.rows(
            "SELECT id FROM games g WHERE plies <> (SELECT count(*) FROM moves WHERE game = g.id)"
            " OR 2 <> (SELECT count(*) FROM seats WHERE game = g.id)"
            " OR 2 <> (SELECT count(*) FROM ratings WHERE game = g.id)")
        if torn:
            raise Wrong(f"games without all their rows: {torn}")
        self.check_totals()

    def check_totals(self):
        """The sums that are kept are those of the games that are there."""
        seats, pairs, games = {}, {}, {}
        for tournament, game, *seat in self.rows(
                "SELECT g.tournament, g.id, s.seat, s.bot, s.rank, s.points, s.verdict"
                " FROM games g JOIN seats s ON s.game = g.id ORDER BY g.id, s.seat"):
            games.setdefault((tournament, game), []).append(seat)
        for (tournament, game), both in games.items():
            together = both[0][2] == both[1][2] and all(
                verdict not in ("ok", "resign", "void") for *_, verdict in both)
            for (seat, bot, rank, points, verdict), (_, other, than, _, _) in (both, both[::-1]):
                row = seats.setdefault((tournament, bot, seat), [0] * 10)
                for i, more in enumerate((
                        1, points, points * points, points == 1, rank == 1 and points < 1 and not together,
                        rank > 1 or together, 2 if together else rank, verdict not in ("ok", "resign", "void"))):
                    row[i] += more
                row[8] = game
                row[9] += verdict not in ("build", "startup", "absent", "benched")
                row = pairs.setdefault((tournament, bot, other), [0] * 5)
                for i, more in enumerate((1, points, rank < than, rank == than and not together,
                                          rank > than or together)):
                    row[i] += more
        for table, counted in (("seat_totals", seats), ("pair_totals", pairs)):
            kept = {tuple(row[:3]): list(row[3:]) for row in self.rows(f"SELECT * FROM {table}")}
            if kept != counted:
                raise Wrong(f"{table} are {kept}, counted are {counted}")

    def check_standings(self):
        """The standings are what their games add up to, and each rating goes on from the last."""
        points, games, elo = {}, {}, {}
        for bot, rank, seats_below, ties, before, after in self.rows(
                "SELECT b.name, s.rank,"
                " (SELECT count(*) FROM seats o WHERE o.game = s.game AND o.rank > s.rank),"
                " (SELECT count(*) FROM seats o WHERE o.game = s.game AND o.rank = s.rank),"
                " r.before, r.after FROM seats s JOIN bots b ON b.id = s.bot"
                " JOIN ratings r ON r.game = s.game AND r.seat = s.seat ORDER BY s.game"):
            if abs(elo.get(bot, before) - before) > 1e-9:
                raise Wrong(f"{bot} was rated {elo[bot]} and went on with {before}")
            elo[bot] = after
            points[bot] = points.get(bot, 0) + seats_below + (ties - 1) / 2
            games[bot] = games.get(bot, 0) + 1
        counted = sorted((bot, games[bot], points[bot], round(elo[bot], 1)) for bot in points)
        shown = sorted(self.rows("SELECT bot, games, points, running_elo FROM standings"))
        if [row[:3] for row in counted] != [row[:3] for row in shown] or any(
                abs(a[3] - b[3]) > 0.11 for a, b in zip(counted, shown)):
            raise Wrong(f"the standings are {shown}, counted are {counted}")

    def games(self):
        """Each game by its pairing: what it was, and whether a bot lost it by a fault."""
        found = {}
        for pairing, *rest in self.rows(
                "SELECT g.pairing, g.round, g.seed, g.opening, g.final,"
                " (SELECT group_concat(name, ' ') FROM (SELECT b.name FROM seats s JOIN bots b"
                "  ON b.id = s.bot WHERE s.game = g.id ORDER BY s.seat)),"
                " (SELECT group_concat(move, ' ') FROM (SELECT move FROM moves WHERE game = g.id"
                "  ORDER BY ply)),"
                " EXISTS (SELECT 1 FROM seats WHERE game = g.id AND verdict <> 'ok') FROM games g"):
            found[pairing] = rest
        return found

    def check_whole(self, model, faults):
        """All games of a run that nothing happened to are there, and are the same, but for at most
        `faults` that were lost by a fault. Returns how many those are."""
        mine, theirs = self.games(), model.games()
        if mine.keys() != theirs.keys():
            raise Wrong(f"missing: {theirs.keys() - mine.keys()}, "
                        f"too many: {mine.keys() - theirs.keys()}")
        faulty = [pairing for pairing in mine if mine[pairing][-1]]
        if len(faulty) > faults:
            why = self.rows("SELECT count(*), verdict, detail FROM faults GROUP BY 2, 3 LIMIT 5")
            raise Wrong(f"{len(faulty)} games were lost by a fault, {faults} bots were killed: {why}")
        for pairing in mine:
            if pairing not in faulty and mine[pairing] != theirs[pairing]:
                raise Wrong(f"game {pairing} was {mine[pairing]}, not {theirs[pairing]}")
        return len(faulty)


class Run:
    """One `referee run`; events and errors go to files."""

    def __init__(self, tournament, environment):
        self.tournament = tournament
        self.events = os.path.join(tournament.folder, "events")
        self.errors = os.path.join(tournament.folder, "errors")
        out = os.open(self.events, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        err = os.open(self.errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        program = os.path.join(BUILD, "referee")
        self.pid = os.posix_spawn(
            program, [program, "run", tournament.conf, "--db", tournament.db, "--json", "--quiet"],
            {**os.environ, **environment}, setsigdef=(signal.SIGPIPE, signal.SIGXFSZ),
            file_actions=[(os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, err, 2)])
        os.close(out)
        os.close(err)
        self.status = None
        self.taken = 0

    def ended(self, wait=False):
        """Has it ended? Then status is its exit status, or a signal's number below 0."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, 0 if wait else os.WNOHANG)
            if pid != 0:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def take_events(self):
        """Notes the games that it has announced by now."""
        with open(self.events, "rb") as file:
            file.seek(self.taken)
            lines = file.read()
        whole = lines[:lines.rfind(b"\n") + 1]
        self.taken += len(whole)
        for line in whole.splitlines():
            event = json.loads(line)
            if event["event"] == "game":
                if event["game"] in self.tournament.announced:
                    raise Wrong(f"announced twice: {event}")
                self.tournament.announced[event["game"]] = event

    def told(self):
        with open(self.errors) as file:
            return file.read().splitlines()

    def victims(self, kind):
        """The processes of a kind that live now."""
        if kind == "main":
            return [self.pid]
        arbiters = [pid for pid in children(self.pid)
                    if (stat(pid) or ("", "", ""))[2] == "referee-arbiter"]
        if kind == "arbiter":
            return arbiters
        keepers = [pid for arbiter in arbiters for pid in children(arbiter)]
        # By their place: a bot has its keeper's name until it is executed.
        return keepers if kind == "keeper" else [p for keeper in keepers for p in descendants(keeper)]

    def finish(self):
        """Waits for its end, and for that of all it started; returns the orphans."""
        self.ended(wait=True)
        self.take_events()
        return len(leftovers())


KINDS = ("main", "arbiter", "keeper", "bot")


def progress(text):
    if sys.stderr.isatty():
        sys.stderr.write("\r" + text + "\033[K")
        sys.stderr.flush()
