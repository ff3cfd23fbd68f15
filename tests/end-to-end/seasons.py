#!/usr/bin/env python3
"""Seasons of a ladder: one ends and the next begins, in one database; restarts in the same season and in a later one.
The daemon reads the present moment from a file (REFEREE_SEASON_CLOCK), so that nothing waits for a calendar."""
import calendar
import json
import os
import re
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot  # noqa: E402
from checks import BUILD, LIMIT, check, folder, referee, say  # noqa: E402

work = folder()
CLOCK = {"REFEREE_SEASON_CLOCK": f"{work}/clock"}


def now(text):
    """Sets the moment, as a whole."""
    with open(f"{work}/clock.new", "w") as out:
        out.write(str(calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%S")) * 1000))
    os.rename(f"{work}/clock.new", f"{work}/clock")


def ladder(name, season="monthly", more="", bots=None):
    bots = bots or {name: f'command = "{BUILD}/tests/bench/sleeper 1000"' for name in ("ada", "bob")}
    with open(f"{work}/{name}.conf", "w") as out:
        out.write(f'name = {name}\ngame = tictactoe\nformat = ladder\nmovetime = 1h\nseason = {season}\nconcurrency = 1\n{more}\n'
                  + "".join(f"bot {bot} {{ {what} }}\n" for bot, what in bots.items()))
    return f"{work}/{name}.conf"


def pages():
    return {t["name"]: t for t in json.loads(daemon.page("/.json")[1] or "[]")}


def names():
    return [(t["name"], t["state"]) for t in daemon.status()["tournaments"]]


def games():
    return dict(daemon.rows("Ladder", "SELECT name, (SELECT count(*) FROM games g WHERE g.tournament = t.id) FROM tournaments t"))


# --- what is refused ---
for text, why in (("season = daily", "it is none, weekly, monthly or yearly"), ("season = monthly\nformat = swiss", "only a ladder has seasons")):
    with open(f"{work}/wrong.conf", "w") as out:
        out.write(f'game = tictactoe\n{text}\nbot a {{ command = "referee-bot" }}\nbot b {{ command = "referee-bot" }}\n')
    done = referee("check", f"{work}/wrong.conf")
    say(f"refused: {why}", done.returncode == 3 and why in done.stdout + done.stderr, done)

# --- a season ends ---
now("2026-11-30T23:59:58")
daemon = Daemon(work, "--http-listen", "127.0.0.1:0", "--parallel-tournaments", "3", "--concurrency", "2", doors=("unix",))
daemon.token("ann")
daemon.start(env=CLOCK)
held, go = threading.Event(), threading.Event()


def slow(bot, line):
    held.set()
    go.wait(LIMIT)
    return bot.legal[0]


daemon.submit(ladder("Ladder"))
daemon.until("games are played", lambda: daemon.of("Ladder 2026-11")["done"] > 20)
say("its tournament has the season in its name", names() == [("Ladder 2026-11", "running")], names())
address = daemon.until("its page has its address", lambda: re.search(
    r"^ladder-2026-11-[0-9a-f]{10}$", pages().get("Ladder 2026-11", {}).get("id", "")))[0]
now("2026-12-01T00:00:00")
daemon.until("the next season is played", lambda: daemon.of("Ladder 2026-12")["done"] > 20)
say("in the next month the next one is played", names() == [("Ladder 2026-11", "done"), ("Ladder 2026-12", "running")], names())
say("the log says so", daemon.line("Ladder 2026-11: its season is over: ") and daemon.line("the next season: Ladder 2026-12: accepted"))
november = games()["Ladder 2026-11"]
say("both are in one database, and the old one has all its games", november >= 20 and not os.path.exists(f"{work}/Ladder 2026-12.db") and
    daemon.of("Ladder 2026-11")["done"] == november, games())
listed = daemon.until("pages list both", lambda: {"Ladder 2026-11", "Ladder 2026-12"} <= set(pages()) and pages())
say("pages list both, and the old one keeps its address", listed["Ladder 2026-11"]["id"] == address and
    listed["Ladder 2026-11"]["state"] == "done" and daemon.page(f"/t/{address}")[0] == 200, listed)

last = dict(daemon.rows("Ladder", "SELECT b.name, r.after FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot JOIN ratings"
                        " r ON r.game = g.id AND r.seat = s.seat JOIN tournaments t ON t.id = g.tournament WHERE t.name = 'Ladder 2026-11'"
                        " ORDER BY g.id"))


def prior(name):
    definition = daemon.rows("Ladder", "SELECT definition FROM tournaments WHERE name = ?", name)[0][0]
    found = re.search(r"^prior = (.*)$", definition, re.M)
    return found and dict((word.split(":")[0], float(word.split(":")[1])) for word in found[1].split(" "))


say("it begins with the ratings of the last one", prior("Ladder 2026-11") is None and prior("Ladder 2026-12") ==
    {name: round(elo - 1500, 1) for name, elo in last.items()}, prior("Ladder 2026-12"), last)
done = referee("run", f"{work}/Ladder.conf")
say("run has no seasons", done.returncode == 3 and "season: only `referee serve` has seasons" in done.stderr, done)

# --- restarts ---
daemon.end()
daemon.start(env=CLOCK)
december = games()["Ladder 2026-12"]
daemon.until("it goes on", lambda: daemon.of("Ladder 2026-12")["done"] > december)
say("a restart in the season goes on with it, and lists the one before", names() == [("Ladder 2026-11", "done"), ("Ladder 2026-12", "running")] and
    daemon.of("Ladder 2026-11")["done"] == november, names())
daemon.until("its page is there", lambda: daemon.page(f"/t/{address}")[0] == 200)
say("whose address is the same", pages()["Ladder 2026-11"]["id"] == address)
daemon.end()
december = games()["Ladder 2026-12"]
now("2027-02-10T12:00:00")
daemon.start(env=CLOCK)
daemon.until("the season is played", lambda: daemon.of("Ladder 2027-02")["done"] > 5)
say("a restart in a later season begins that one", names() == [("Ladder 2026-11", "done"), ("Ladder 2026-12", "done"),
                                                               ("Ladder 2027-02", "running")], names())
check("the earlier ones stay as they were", (november, december), (games()["Ladder 2026-11"], games()["Ladder 2026-12"]))
daemon.signal(1)
daemon.line("reads the files again")
daemon.until("it goes on", lambda: daemon.of("Ladder 2027-02")["done"] > 30)
say("SIGHUP changes nothing", names()[-1] == ("Ladder 2027-02", "running") and len(names()) == 3, names())
check("a tournament that an operator stopped has no heir", 0, daemon.ask("stop", "Ladder 2027-02")[0])
daemon.until("it is stopped", lambda: daemon.of("Ladder 2027-02")["state"] == "stopped")

# --- a game in play at the end; weeks; a ladder with a number of games ---
daemon.submit(ladder("Slow", bots={"ann": "remote = yes", "house": 'command = "referee-bot --search random"'}, more="begins = now"))
daemon.submit(ladder("Weeks", season="weekly", more="games = 10"))
ann = Bot(daemon, "ann", answer=slow)
held.wait(LIMIT)
daemon.until("the other is over", lambda: daemon.of("Weeks 2027-W06")["state"] == "done")
now("2027-03-01T00:00:00")
daemon.until("the next week is played", lambda: daemon.of("Weeks 2027-W09")["state"] == "done")
say("a ladder whose games are played waits for the next season", daemon.of("Weeks 2027-W09")["done"] == 10, names())
say("one with a game in play waits for it", daemon.of("Slow 2027-02")["state"] == "running" and
    daemon.of("Slow 2027-03")["state"] == "none", names())
before = daemon.of("Slow 2027-02")
say("its game counts as one in play", before["running_remote"] >= 1, before)
go.set()
daemon.until("the next season is there", lambda: daemon.of("Slow 2027-03")["state"] == "running")
check("which counts in its season", before["done"] + before["running_remote"], daemon.of("Slow 2027-02")["done"])
say("no season follows one that was stopped", not [name for name, _ in names() if name == "Ladder 2027-03"], names())
daemon.end()
done = referee("verify", "--db", f"{work}/Ladder.db")
say("all seasons are right", done.returncode == 0 and "of 3 tournaments verified: 0 mismatches" in done.stdout, done)
say.end()
