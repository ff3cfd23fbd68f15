#!/usr/bin/env python3
"""Every row of tests/rogues/table.txt as a tournament of its own: the rogue and two honest bots.

It must end, with the rogue's verdicts and words as in the table; the honest bots' games
must be what they are without a rogue, and quick; no process and no file may be left, and the
referee must not have grown.

rogues.py                        each row once, "ok ..." or "not ok ..." for each
rogues.py PART...                only rows whose rogue holds one of these words
rogues.py --torture N [SEED]     N tournaments of rows drawn at random, settings varied
"""
import glob
import json
import os
import random
import re
import select
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

JOBS = 3  # at a time: most of a rogue's tournament is waiting
LIMIT_S = 300  # for a tournament: then something hangs, or a rogue was waited for that the referee must end
GROWTH_KB = 8192  # that main or an arbiter may grow beyond what it is without a rogue
MEDIAN_MS = 50  # of an honest bot's moves, less what they waited for a processor
HONEST_GAME_S = 60.0  # for a game without a rogue in it
PLACES = ("/tmp", "/var/tmp", "/dev/shm")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
sys.path.insert(0, os.path.join(ROOT, "tests", "lib"))
from processes import adopt, children, descendants, leftovers, libc  # noqa: E402
SETTINGS = {"game": "tictactoe", "nodes": "1000", "startup-timeout": "5m", "newgame-timeout": "5m", "concurrency": "2"}
CLOCK = {"nodes": "none", "movetime": "100ms", "margin": "900ms"}  # of a rogue that the clock is for; the honest have none
ON_TIME = "12"  # the kind of those that answer at their deadline
HONEST = {"honest-1": f"{BUILD}/tests/bench/instant",
          "honest-2": f"{BUILD}/referee-bot --search first"}
FILES = {"cup.conf", "cup.db", "honest/secret", "rogue/database", "rogue/folder", "rogue/shadow",
         "rogue/text", "rogue/no-interpreter", "said"}


class Row:
    def __init__(self, fields):
        self.kind, self.rogue, settings, verdicts, self.words = fields
        self.settings = dict(word.split("=", 1) for word in settings.split())
        self.verdicts = set(re.split("[ /]", verdicts))
        self.either = "/" in verdicts
        self.slow_ms = float(self.settings.get("honest.work", self.settings.get("honest.wait", 0)))
        self.name = " ".join(f"{self.kind} {self.rogue} {settings}".split())


def read_table():
    with open(os.path.join(ROOT, "tests/rogues/table.txt")) as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    return [Row([field.strip() for field in line.split("|")]) for line in lines]


def own_places():
    """The folders that all may write to are empty, and those of this script alone. Only root can do that."""
    new_namespace, private = 0x20000, 0x44000  # CLONE_NEWNS, MS_REC | MS_PRIVATE
    if libc.unshare(new_namespace) != 0 or libc.mount(b"none", b"/", None, private, None) != 0:
        print("   not root: other programs may leave files in", *PLACES)
        return
    for place in PLACES:
        if not (ROOT + "/").startswith(place + "/") and not (BUILD + "/").startswith(place + "/"):
            assert libc.mount(b"tmpfs", place.encode(), b"tmpfs", 0, b"mode=1777") == 0, place


# --- a tournament's folder ------------------------------------------------------------------------

def command_of(row, cup):
    rogue = row.rogue.replace("{cup}", cup).replace("{home}", os.path.expanduser("~"))
    if rogue.startswith("adapt "):
        return f"{BUILD}/referee-adapt line --turn go --answer 'bestmove (.*)' -- {BUILD}/tests/rogues/{rogue[6:]}".replace("\\", "\\\\")
    path = rogue if rogue.startswith("/") else f"{BUILD}/tests/rogues/{rogue}"
    return path.replace("\\", "\\\\")


def honest_commands(row):
    commands = dict(HONEST)
    for key, program in (("honest.wait", "rogues/late"), ("honest.work", "bench/work cpu")):
        if row is not None and key in row.settings:
            commands["honest-2"] = f"{BUILD}/tests/{program} {row.settings[key]}"
    return commands


def make_folder(cup, row):
    """row: None for the honest bots alone."""
    os.chmod(cup, 0o755)
    for folder in ("honest", "rogue", "tmp"):
        os.mkdir(f"{cup}/{folder}")
    with open(f"{cup}/honest/secret", "w") as file:
        file.write("secret\n")
    for name, text in (("text", "no program\n"), ("no-interpreter", "#!/no-such-interpreter\n")):
        with open(f"{cup}/rogue/{name}", "w") as file:
            file.write(text)
    os.chmod(f"{cup}/rogue/no-interpreter", 0o755)
    os.symlink("../cup.db", f"{cup}/rogue/database")
    os.symlink("../honest", f"{cup}/rogue/folder")
    os.symlink("/etc/shadow", f"{cup}/rogue/shadow")
    settings = dict(SETTINGS, db=f'"{cup}/cup.db"')
    if row is not None:
        settings.update({k: v for k, v in row.settings.items() if "." not in k})
    with open(f"{cup}/cup.conf", "w") as file:
        for key, value in settings.items():
            file.write(f"{key} = {value}\n")
        for name, command in honest_commands(row).items():
            file.write(f'bot {name} {{ command = "{command}" dir = "{cup}/honest" }}\n')
        if row is not None:
            clock = CLOCK if "time" in row.verdicts or row.kind == ON_TIME else {}
            own = clock | {key[4:]: value for key, value in row.settings.items() if key.startswith("bot.")}
            own = "".join(f" {key} = {value}" for key, value in own.items())
            command = command_of(row, cup)
            file.write(f'bot rogue {{ command = "{command}" dir = "{cup}/rogue"{own} }}\n')


# --- processes ------------------------------------------------------------------------------------

def status_of(pid):
    """Its name, and its largest size in KB."""
    try:
        with open(f"/proc/{pid}/status") as file:
            text = file.read()
    except OSError:
        return "", 0
    size = re.search(r"VmHWM:\s+(\d+)", text)
    return re.search(r"Name:\s+(.*)", text)[1], int(size[1]) if size else 0


class Watch:
    """The referee's processes while they run."""

    def __init__(self):
        self.sizes = {}

    def look(self, main):
        for pid in [main] + children(main):
            name, size = status_of(pid)
            if name == "referee" and size:
                self.sizes[pid] = max(size, self.sizes.get(pid, 0))


def groups():
    """All that referees made, dead ones too: their numbers may be given again."""
    return {group for depth in range(1, 6) for group in glob.glob("/sys/fs/cgroup/" + "*/" * depth + "referee-*-*")}


def groups_left(pids, before):
    return sorted(group for group in groups() - before if int(group.split("-")[-2]) in pids)


# --- judging --------------------------------------------------------------------------------------

QUERY_SEATS = """SELECT g.id, s.seat, b.name, s.rank, s.verdict, coalesce(s.detail, ''),
    (g.ended_ms - g.started_ms) / 1000.0, (SELECT group_concat(move, ' ') FROM
        (SELECT move FROM moves WHERE game = g.id ORDER BY ply))
    FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot ORDER BY g.id, s.seat"""
QUERY_MOVES = """SELECT (m.wall_us - coalesce(m.wait_us, 0)) / 1000.0 FROM moves m JOIN seats s USING (game, seat)
    JOIN bots b ON b.id = s.bot WHERE b.name <> 'rogue'"""


def games_of(cup):
    """Lists of seats, one a game, and the honest bots' times."""
    with sqlite3.connect(f"file:{cup}/cup.db?mode=ro", uri=True) as db:
        rows, times = db.execute(QUERY_SEATS).fetchall(), [t for t, in db.execute(QUERY_MOVES)]
        for table in ("seats", "failures", "bots", "games"):
            db.execute(f"SELECT * FROM {table}").fetchall()  # all text is text
    games = {}
    for row in rows:
        games.setdefault(row[0], []).append(row)
    return list(games.values()), times


def judge_honest_game(seats, usual):
    for _, _, bot, _, verdict, detail, seconds, _ in seats:
        if verdict != "ok":
            yield f"{bot} got {verdict} against its like: {detail}"
        if seconds > HONEST_GAME_S:
            yield f"a game of honest bots took {seconds:.1f} s"
    if seats[0][7] != usual:
        yield f"a game of honest bots was {seats[0][7]}, without a rogue it is {usual}"


def judge_rogue_game(row, seats, usual):
    rogue, = [seat for seat in seats if seat[2] == "rogue"]
    honest, = [seat for seat in seats if seat[2] != "rogue"]
    verdict, detail = rogue[4], rogue[5]
    if verdict not in row.verdicts:
        yield f"rogue got {verdict}: {detail}"
    if honest[4] != "ok":
        yield f"{honest[2]} got {honest[4]} against it: {honest[5]}"
    if verdict == "ok":
        if seats[0][7] != usual:
            yield f"its game was {seats[0][7]}, it should be {usual}"
    elif honest[3] != 1 or rogue[3] != 2:
        yield f"it failed and ranks {rogue[3]}, {honest[2]} {honest[3]}"
    if verdict not in ("ok", "benched") and row.words not in detail:
        yield f'no "{row.words}" in: {detail}'


def judge_words(row, cup, games):
    said = "".join(seat[5] for seats in games for seat in seats if seat[2] == "rogue")
    said += "".join(open(path, errors="replace").read() for path in glob.glob(f"{cup}/wire/*"))
    if row.words not in said:
        yield f'it never said "{row.words}"'


def judge_files(row, cup):
    found = {os.path.relpath(os.path.join(path, name), cup)
             for path, _, names in os.walk(cup) for name in names}
    left = [name for name in found - FILES if not name.startswith(("wire/", "cup.db-"))]
    if row.settings.get("sandbox") == "none":
        left = [name for name in left if not name.startswith("tmp/")]
    else:
        left += [name for place in PLACES for name in glob.glob(f"{place}/rogue-left*")]
    if left:
        yield f"files left: {' '.join(left[:5])}"


def judge(row, cup, usual):
    games, times = games_of(cup)
    rounds = int(row.settings.get("rounds", 1))
    fewest = 2 if row.settings.get("on-benched") == "skip" else 6
    if not fewest * rounds <= len(games) <= 6 * rounds:
        yield f"{len(games)} games, not {6 * rounds}"
    verdicts = set()
    for seats in games:
        if any(seat[2] == "rogue" for seat in seats):
            verdicts |= {seat[4] for seat in seats if seat[2] == "rogue"}
            yield from judge_rogue_game(row, seats, usual)
        else:
            yield from judge_honest_game(seats, usual)
    if verdicts != row.verdicts and not row.either:
        yield f"verdicts {' '.join(sorted(verdicts))}, not {' '.join(sorted(row.verdicts))}"
    if times and statistics.median(times) > MEDIAN_MS + row.slow_ms:
        yield f"honest bots' moves took {statistics.median(times):.0f} ms"
    if row.words and row.verdicts == {"ok"}:
        yield from judge_words(row, cup, games)
    yield from judge_files(row, cup)


# --- a tournament ---------------------------------------------------------------------------------

def play(cup, row):
    """Returns seconds, exit status (None: it had to be killed) and the watch."""
    watch, began = Watch(), time.monotonic()
    flags = ["--log-wire", f"{cup}/wire"] if row is not None and row.words else []
    environment = dict(os.environ, ROGUE_SECRET="secret", TMPDIR=f"{cup}/tmp")
    with open(f"{cup}/said", "w") as said:
        main = subprocess.Popen([f"{BUILD}/referee", "run", f"{cup}/cup.conf", "--quiet"] + flags,
                                cwd=cup, env=environment, stdout=said, stderr=said)
        end = os.pidfd_open(main.pid)
        while main.poll() is None and time.monotonic() - began < LIMIT_S:
            watch.look(main.pid)
            select.select([end], [], [], 0.02)
        os.close(end)
        seconds, status = time.monotonic() - began, main.returncode
        if status is None:
            for pid in [main.pid] + descendants(main.pid):
                os.kill(pid, 9)
            main.wait()
    return seconds, status, watch


def tournament(row, usual, most_kb):
    """All that is wrong with it, and how long it took."""
    cup, before = tempfile.mkdtemp(prefix="rogues-"), groups()
    try:
        make_folder(cup, row)
        seconds, status, watch = play(cup, row)
        left, size = leftovers(), max(watch.sizes.values(), default=0)
        wrong = [f"left running: {left}"] if left else []
        if status is None:
            wrong.append(f"not over after {LIMIT_S} s")
        elif status != 0:
            wrong.append(f"exit status {status}: {open(f'{cup}/said').read()[:500]}")
        else:
            wrong += judge(row, cup, usual)
        found = groups_left(watch.sizes, before)
        wrong += [f"control groups left: {found[:3]}"] if found else []
        if size > most_kb:
            wrong.append(f"the referee grew to {size} KB, more than {most_kb}")
        return seconds, size, wrong
    finally:
        shutil.rmtree(cup, ignore_errors=True)


def reference():
    """The honest bots' game, and the referee's size, without a rogue."""
    cup = tempfile.mkdtemp(prefix="rogues-")
    make_folder(cup, None)
    with open(f"{cup}/cup.conf", "a") as file:
        file.write("rounds = 50\n")
    _, status, watch = play(cup, None)
    if status != 0:
        sys.exit(open(f"{cup}/said").read())
    games, _ = games_of(cup)
    shutil.rmtree(cup)
    usual, = {seats[0][7] for seats in games}
    return usual, max(watch.sizes.values())


# --- all of them ----------------------------------------------------------------------------------

def in_child(row, usual, most_kb):
    """Starts a tournament in a child, which takes in what it leaves behind."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        adopt()
        try:
            result = tournament(row, usual, most_kb)
        except Exception as error:  # whatever it is, it is told
            result = 0.0, 0, [f"{type(error).__name__}: {error}"]
        with os.fdopen(writing, "w") as out:
            json.dump(result, out)
        os._exit(0)
    os.close(writing)
    return pid, reading


def next_row(waiting, running):
    """Links to one file of the machine change it for others who look at it, so only one bot makes them at a time."""
    linking = any("links" in row.name for row, _ in running.values())
    for i in reversed(range(len(waiting))):
        if not linking or "links" not in waiting[i].name:
            return waiting.pop(i)
    return None


def run_all(rows, tell):
    """Calls tell(row, seconds, kilobytes, what is wrong) as each ends."""
    usual, size = reference()
    waiting, running = list(reversed(rows)), {}
    while waiting or running:
        while len(running) < JOBS:
            row = next_row(waiting, running)
            if row is None:
                break
            pid, reading = in_child(row, usual, size + GROWTH_KB)
            running[pid] = row, reading
        pid, _ = os.wait()
        row, reading = running.pop(pid)
        with os.fdopen(reading) as told:
            tell(row, *json.load(told))


def table(rows):
    worst = {"seconds": 0.0, "size": 0, "wrong": 0}

    def tell(row, seconds, size, wrong):
        for what in wrong:
            print(f"  {what}")
        verdicts = " ".join(sorted(row.verdicts))
        print(f"{'not ok' if wrong else 'ok'} {row.name}: {verdicts} ({seconds:.1f} s)", flush=True)
        worst["seconds"] = max(worst["seconds"], seconds)
        worst["size"] = max(worst["size"], size)
        worst["wrong"] += bool(wrong)

    began = time.monotonic()
    run_all(rows, tell)
    print(f"{len(rows)} rows in {time.monotonic() - began:.0f} s, "
          f"the longest {worst['seconds']:.1f} s; the referee's largest process {worst['size']} KB")
    return worst["wrong"] == 0


VARIED = {"concurrency": "1 2 3 4", "restart": "auto yes", "clock": "wall fair",
          "affinity": "auto yes no"}


def vary(row, draw):
    """Settings that must not change who gets what, where the row does not say which."""
    for key, values in VARIED.items():
        value = draw.choice(values.split())
        if key not in row.settings:
            row.settings[key] = value
            row.name += f" {key}={value}"


def torture(count, seed):
    print(f"seed {seed}", flush=True)
    draw, rows, wrongs, began = random.Random(seed), [], [], time.monotonic()
    while len(rows) < count:
        more = read_table()
        draw.shuffle(more)
        for row in more:
            vary(row, draw)
        rows += more

    def tell(row, _, __, wrong):
        if wrong:
            wrongs.append(row)
            print(f"WRONG {row.name}: {'; '.join(wrong)}", flush=True)

    run_all(rows[:count], tell)
    print(f"{count} tournaments, {len(wrongs)} wrong verdicts ({time.monotonic() - began:.0f} s)")
    return not wrongs


def main(arguments):
    own_places()
    if arguments[:1] == ["--torture"]:
        seed = int(arguments[2]) if len(arguments) > 2 and arguments[2] else int(time.time())
        return torture(int(arguments[1]), seed)
    rows = [row for row in read_table() if not arguments or any(a in row.name for a in arguments)]
    return table(rows)


sys.exit(0 if main(sys.argv[1:]) else 1)
