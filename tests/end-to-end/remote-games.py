#!/usr/bin/env python3
"""Games of remote bots, played by a daemon whose gate is a Unix socket. The bots are threads of this
program, which play a random legal move. Counts are read from the databases by this
program itself; whatever is waited for is asked for until it is there, and patience has an end."""
import os
import random
import re
import signal
import sys
import threading
from collections import Counter

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot as Guest  # noqa: E402
from checks import LIMIT, folder, say  # noqa: E402

work = folder()
daemon = Daemon(work, "--concurrency", "2", doors=("unix",))
ask, errors, of, referee = daemon.ask, daemon.said, daemon.of, daemon.referee
sql, until = daemon.rows, daemon.until
bots = []


# --- bots that come in --------------------------------------------------------------------------


class Bot(Guest):
    """Plays at random until it is told to leave. before: called before each answer."""

    def __init__(self, name, before=lambda: None):
        self.before, self.random = before, random.Random(name)
        super().__init__(daemon, name, "unix", self.draw)
        bots.append(self)

    def draw(self, *_):
        self.before()
        return self.random.choice(self.legal)

    def leave(self):
        self.cut()
        self.join(LIMIT)


class Wanderer:
    """A bot that leaves when it was asked so often, in the middle of its games, and comes again."""

    def __init__(self, name, every):
        self.name, self.every, self.stays, self.times = name, every, True, 0
        self.thread = threading.Thread(target=self.wander, daemon=True)
        self.thread.start()
        bots.append(self)

    def wander(self):
        while self.stays:
            bot = Bot(self.name, self.count)
            bots.remove(bot)
            self.bot, self.asked = bot, 0
            bot.join(LIMIT)
            self.times += 1

    def count(self):
        self.asked += 1
        if self.asked >= self.every:
            raise OSError("it leaves")

    def leave(self):
        self.stays = False
        self.bot.leave()
        self.thread.join(LIMIT)


# --- tournaments ---------------------------------------------------------------------------------


def tournament(name, remote=(), local=(), game="tictactoe", rounds=None, more=""):
    file = f"{work}/{name}.conf"
    with open(file, "w") as out:
        out.write(f'name = "{name}"\ngame = {game}\nmovetime = 1h\n'
                  f'db = "{work}/{name}.db"\n{more}\n')
        if rounds is not None:
            out.write(f"rounds = {rounds}\n")
        for bot in remote:
            out.write(f"bot {bot} {{ remote = yes }}\n")
        for bot in local:
            out.write(f'bot {bot} {{ command = "referee-bot --search random" }}\n')
    return file


def played(name, state="done"):
    until(f"{name} is {state}", lambda: of(name)["state"] in (state, "failed"))
    return sql(name, "SELECT count(*), count(DISTINCT pairing) FROM games")[0]


def verdicts(name):
    return dict(sql(name, "SELECT verdict, count(*) FROM seats GROUP BY verdict"))


def sound(name):
    done = referee("verify", "--db", f"{work}/{name}.db")
    return done.returncode == 0, done.stdout + done.stderr


names = [f"r{i}" for i in range(8)]
daemon.token(*names, "nobody", "late", "w0", "w1", "w2")
daemon.start()

# --- where they are not taken ---
elsewhere = tournament("elsewhere", names[:1], ["luck"])
done = referee("run", elsewhere)
say("run takes no remote bots, and says who does", done.returncode == 3 and done.stderr == f"referee run: {elsewhere}:6: "
    "bot r0 is remote: only `referee serve` takes bots in over the network\n", done.stderr)
done = referee("run", "--dry-run", elsewhere)
say("it shows what would be played", done.returncode == 0 and "r0 - luck" in done.stdout, done)
done = referee("check", elsewhere, "--startup-timeout", "30s")
say("check examines the others", done.returncode == 0 and "r0: remote\n  it connects over the network" in done.stdout
    and "it can play" in done.stdout, done)

# --- several games at a time ---
class Together:
    """Holds answers back until this many bots were asked at one time."""

    def __init__(self, count):
        self.count, self.asked, self.condition = count, 0, threading.Condition()

    def __call__(self):
        with self.condition:
            self.asked += 1
            self.condition.notify_all()
            self.condition.wait_for(lambda: self.asked >= self.count, 50)


together = Together(4)
for name in names:
    Bot(name, together)
ask("submit", tournament("many", names))
say("8 remote bots play all their games", played("many") == (56, 56), errors())
say("four of them are asked at a time, in a tournament of two games at a time",
    together.asked >= 4 and verdicts("many") == {"ok": 112}, verdicts("many"))
say("what they did is right", *sound("many"))
say("they are marked as remote, without a program", sql(
    "many", "SELECT DISTINCT remote, command, digest FROM bots") == [(1, "", "")])
say("nothing is known of their processor", sql(
    "many", "SELECT count(*), count(cpu_us), count(wall_us) > 0 FROM moves")[0][1:] == (0, 1))
say("each game says how many of them sat in it",
    sql("many", "SELECT DISTINCT remote FROM game_list") == [(2,)])

# --- with and beside local bots ---
ask("submit", tournament("mixed", names[:2], ["luck", "chance", "fate"], rounds=3))
say("games with remote bots, with both, and without are all played", played("mixed") == (60, 60), errors())
kinds = dict(sql("mixed", "SELECT remote, count(*) FROM game_list GROUP BY remote"))
say("each kind as often as there are pairs of it", kinds == {0: 18, 1: 36, 2: 6}, kinds)
say("they take turns, as the schedule has them", sql(
    "mixed", "SELECT min(m.game) < max(l.game) AND min(l.game) < max(m.game) FROM game_list m, game_list l"
    " WHERE m.remote > 0 AND l.remote = 0") == [(1,)])
say("the processor's time is known of the local ones alone", sql(
    "mixed", "SELECT DISTINCT b.remote, m.cpu_us IS NULL FROM moves m JOIN seats s USING (game, seat)"
    " JOIN bots b ON b.id = s.bot ORDER BY 1") == [(0, 0), (1, 1)])
say("and no bot has failed", verdicts("mixed") == {"ok": 120}, verdicts("mixed"))

# --- how many at a time ---
local = {"luck", "chance", "fate"}
held = threading.Event()
for bot in bots:
    bot.before = held.wait
ask("submit", tournament("places", names[:5], sorted(local), rounds=4, more="concurrency = 1"))
stands = until("all places are taken by bots that think", lambda: [
    t for t in [of("places")] if len(t["running"]) == 3 and not any(local >= set(g) for g in t["running"])])[0]
say("a game with bots of this machine takes the one place, those of remote bots alone need none",
    sorted(len(local & set(game)) for game in stands["running"]) == [0, 0, 1], stands["running"])
say("nothing else is played meanwhile",
    all(sorted(of("places")["running"]) == sorted(stands["running"]) for _ in range(20)))
held.set()
say("and all is played in the end", played("places") == (224, 224) and verdicts("places") == {"ok": 448}, errors())

# --- written out and read back ---

def moves(name):
    return sql(name, "SELECT g.pairing, m.ply, m.seat, m.move, m.wall_us, m.cpu_us, m.wait_us, m.depth, m.score,"
               " m.nodes, b.name, b.command, b.digest, b.remote FROM moves m JOIN games g ON g.id = m.game"
               " JOIN seats s ON s.game = m.game AND s.seat = m.seat JOIN bots b ON b.id = s.bot"
               " ORDER BY g.pairing, m.ply")


written = referee("export", "jsonl", "--db", "mixed.db", "-o", "mixed.jsonl")
read = referee("import", "mixed.jsonl", "--db", "read.db")
say("what is exported with remote bots is the same when it is imported",
    read.returncode == 0 and moves("read") == moves("mixed"), (written, read))
merged = referee("merge", "mixed.db", "many.db", "--db", "merged.db")
say("and when it is merged", merged.returncode == 0 and Counter(moves("merged")) == Counter(moves("mixed") + moves("many")), merged)
record = referee("export", "record", "--db", "many.db")
lines = [line.split() for line in record.stdout.splitlines() if line.startswith("move ")]
say("a record says - for an unknown value", lines and {line[4] for line in lines} == {"-"}, record.stdout[:500])
with open(work + "/many.record", "w") as out:
    out.write(record.stdout)
again = referee("replay", work + "/many.record")
say("such records are judged again, with the same results", again.returncode == 0 and
    len(re.findall(r"^\S+many\.record: tictactoe, r\d - r\d: \S+, normal, \d plies$", again.stdout, re.M)) == 56, again)
for form, game in (("text", r"^\[Result "), ("csv", r"^\d+,1,r\d,"), ("places", r"^\d+,1,r\d,"), ("html", "")):
    done = referee("export", form, "--db", "many.db", "-o", "out." + form)
    with open(f"{work}/out.{form}") as out:
        text = out.read()
    say(f"export {form} has all games and bots", done.returncode == 0 and all(name in text for name in names) and
        (form == "html" or len(re.findall(game, text, re.M)) == 56), done, text[:3000])
shown = referee("show", "1", "--db", "many.db", "--json")
say("a game is shown with null for it", shown.returncode == 0 and '"cpu_us":null' in shown.stdout, shown)
say("and for people", referee("show", "1", "--db", "many.db").returncode == 0)

# --- a bot that is away holds up no other ---
ask("submit", tournament("late", [*names[:5], "late"], ["luck"], more="connect-timeout = 1h"))
until("all others have played", lambda: of("late")["done"] == 30)
late = Bot("late")
say("games of a bot that is away are put off until it comes", played("late") == (42, 42))
first = sql("late", "SELECT min(g.id) FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot"
            " WHERE b.name = 'late'")[0][0]
say("its games are the last, and it loses none by it", first == 31 and verdicts("late") == {"ok": 84},
    (first, verdicts("late")))

# --- who stays away ---
ask("submit", tournament("forfeit", [*names[:3], "nobody"], more="connect-timeout = 100ms"))
say("a bot that stays away forfeits", played("forfeit") == (12, 12) and
    verdicts("forfeit") == {"ok": 18, "absent": 6}, errors())
say("its seat says how long it was waited for", sql(
    "forfeit", "SELECT DISTINCT detail FROM seats WHERE verdict = 'absent'") ==
    [("was not connected; waited 0.1 s for it",)],
    sql("forfeit", "SELECT DISTINCT detail FROM seats WHERE verdict = 'absent'"))
say("such games are right too", *sound("forfeit"))
ask("submit", tournament("skip", [*names[:3], "nobody"], more="connect-timeout = 100ms\non-absent = skip"))
say("or its games are not played", played("skip") == (6, 6) and verdicts("skip") == {"ok": 12}, errors())
say("which is said", "6 games with absent bots were not played" in errors())

# --- the arbiter dies ---
held = threading.Event()
bots[0].before = held.wait  # so that it does not end before
ask("submit", tournament("killed", names, ["luck", "chance"], rounds=6))
for kills in range(1, 3):
    before = of("killed")["done"]
    until("games are played", lambda: of("killed")["done"] >= before + 30)
    for arbiter in daemon.remote_arbiters():
        os.kill(arbiter, signal.SIGKILL)
    until("it is said", lambda: errors().count("an arbiter ended (signal 9)") >= kills)
held.set()
say("an arbiter that is killed loses no game and plays none twice", played("killed") == (540, 540), errors())
say("and no bot fails by it", set(verdicts("killed")) == {"ok"}, verdicts("killed"))
say("what is kept is right", *sound("killed"))

held = threading.Event()
for bot in bots:
    bot.before = held.wait
ask("submit", tournament("dying", names))
for kills in range(3, 8):
    until("all sit in games", lambda: len(of("dying")["running"]) == 4)
    for arbiter in daemon.remote_arbiters():
        os.kill(arbiter, signal.SIGKILL)
    until("it is said", lambda: errors().count("an arbiter ended (signal 9)") >= kills)
until("it has failed", lambda: of("dying")["state"] == "failed")
say("games whose arbiter dies again and again end the tournament",
    "dying: failed: an arbiter ended (signal 9)" in errors(),
    errors())
held.set()
ask("submit", f"{work}/dying.conf")
say("which goes on when it is submitted again", played("dying") == (56, 56) and
    verdicts("dying") == {"ok": 112}, errors())

# --- bots that come and go ---
wanderers = [Wanderer(f"w{i}", 20 + 5 * i) for i in range(3)]
ask("submit", tournament("wander", [w.name for w in wanderers] + names[:3], ["luck"], rounds=4,
                         more="connect-timeout = 1h"))
say("bots that leave in their games and come again lose nothing by it", played("wander") == (168, 168) and
    verdicts("wander") == {"ok": 336}, (verdicts("wander"), errors()))
say("though they did so again and again", min(w.times for w in wanderers) >= 3, [w.times for w in wanderers])
say("what is kept of such games is right", *sound("wander"))
for wanderer in wanderers:
    wanderer.leave()
    bots.remove(wanderer)

# --- formats that follow from results ---
ask("submit", tournament("swiss", names[:7], rounds=3, more="format = swiss\nseed = 7"))
say("a swiss of remote bots is played, round by round", played("swiss")[0] > 0 and
    verdicts("swiss") == {"ok": 2 * played("swiss")[0]}, errors())
say("a round begins when the one before is over", sql(
    "swiss", "SELECT count(*) FROM games a JOIN games b ON a.round < b.round AND a.id > b.id") == [(0,)])
ask("submit", tournament("cup", [*names[:3], "nobody"], more="format = knockout\nconnect-timeout = 0\n"
                         "openings = random:2"))
say("a knockout goes on without who never came", played("cup")[0] > 0 and
    of("cup")["state"] == "done", errors())

ask("submit", tournament("sprt", names[:2], more="format = sprt\ngames = 40\nopenings = random:2"))
say("a sprt of two remote bots has the games that it asks for", played("sprt")[0] in range(2, 41, 2) and
    verdicts("sprt") == {"ok": 2 * played("sprt")[0]}, errors())

# --- bots that join ---
ladder = tournament("ladder", names[:4], more="format = ladder")
ask("submit", ladder)
until("games are played", lambda: of("ladder")["done"] >= 20)
with open(ladder, "a") as out:
    out.write("bot late { remote = yes }\n")
daemon.signal(signal.SIGHUP)
joined = until("the new bot plays", lambda: sql(
    "ladder", "SELECT count(*) FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = 'late'")[0][0] >= 10)
ask("stop", "ladder")
kept = played("ladder", "stopped")
say("a remote bot joins a ladder, and plays with the connection that it had",
    joined and kept[0] == kept[1] and set(verdicts("ladder")) == {"ok"}, errors())

# --- the time that counts ---
ask("submit", tournament("charged", names[:2], ["luck"], more="clock = cpu"))
say("where the processor's time counts, a remote bot's is the wall's", played("charged") == (6, 6) and
    verdicts("charged") == {"ok": 12} and sound("charged")[0], (verdicts("charged"), sound("charged")))

# --- a bot that is waited for is benched by hand ---
ask("submit", tournament("benched", [*names[:2], "nobody"], more="connect-timeout = 1h"))
until("all others are done", lambda: of("benched")["done"] == 2)
ask("bench-bot", "benched", "nobody")
say("who is benched by hand is waited for no longer", played("benched") == (2, 2), errors())

# --- two that are never here at the same time ---
ask("submit", tournament("turns", ["w0", "w1"], more="connect-timeout = 1s\nrounds = 1"))
until("it runs", lambda: of("turns")["state"] == "running")
while of("turns")["state"] == "running":
    for name in ["w0", "w1"]:
        bot = Bot(name)
        # A bot that comes too often is sent away.
        until("it is here, or was sent away", lambda: name in daemon.here() or bot.over.is_set())
        bot.leave()
        until("it has left", lambda: name not in daemon.here())
say("who is never here together with the other is not waited for without end",
    of("turns")["state"] == "done" and verdicts("turns").get("absent", 0) >= 2, errors())

# --- pause ---
ask("submit", tournament("pause", names, rounds=1000))
until("games are played", lambda: of("pause")["done"] > 20)
ask("pause", "pause")
until("all have come back", lambda: of("pause")["state"] == "paused")
paused = of("pause")["done"]
seen = {of("pause")["done"] for _ in range(20)}
say("while it is paused no game is played, and its arbiters have gone",
    seen == {paused} and not daemon.children("referee-arbiter"), seen)
ask("resume", "pause")
until("games are played again", lambda: of("pause")["done"] > paused + 100)
ask("stop", "pause")
kept = played("pause", "stopped")
say("the same connections play afterwards", kept[0] == kept[1] > paused + 100 and
    set(verdicts("pause")) == {"ok"}, (kept, verdicts("pause")))

# --- the end ---
ask("submit", tournament("end", names, rounds=1000))
until("games are played", lambda: of("end")["done"] > 10)
say("it stops in the middle of it all, cleanly", daemon.end() == 0, errors())
kept = sql("end", "SELECT count(*), count(DISTINCT pairing) FROM games")[0]
say("what was played is kept, each game once", kept[0] == kept[1] > 10 and sound("end")[0], kept)
Daemon(work).start(f"{work}/end.conf")
until("it has been refused", lambda: "no address is open for them" in errors())
say("without a door such a tournament fails, and says what opens one",
    "end: failed: the tournament has remote bots, and no address is open for them; open one with `referee serve --bot-listen ADDRESS`" in
    errors(), errors())
for bot in bots:
    bot.leave()
say.end()
