#!/usr/bin/env python3
"""Conditions of the start of a tournament: a moment, its remote bots, room on the disk, its pace. And which
tournaments come back when the daemon is started again. Counts are read from the databases by this program itself."""
import calendar
import os
import re
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot  # noqa: E402
from processes import small_disk  # noqa: E402
from checks import LIMIT, folder, referee, say, until  # noqa: E402

work = folder()
EPOLL_WAIT, EPOLL_PWAIT = 232, 281  # on x86-64
NEVER = "3000-01-01T00:00Z"


def tournament(name, remote=(), local=("mini", "luck"), more="", rounds=1, db=None):
    file = f"{work}/{name}.conf"
    with open(file, "w") as out:
        out.write(f'name = {name}\ngame = tictactoe\nmovetime = 20s\n{f"rounds = {rounds}" if rounds else ""}\n'
                  f'db = "{db or f"{work}/{name}.db"}"\n{more}\n')
        out.write("".join(f"bot {bot} {{ remote = yes }}\n" for bot in remote))
        out.write("".join(f'bot {bot} {{ command = "referee-bot --search random" }}\n' for bot in local))
    return file


def games(name):
    return daemon.rows(name, "SELECT count(*), count(DISTINCT pairing) FROM games")[0]


def over(name, state="done"):
    return daemon.until(f"{name} is {state}", lambda: daemon.of(name)["state"] == state and daemon.of(name))


def waits(name):
    return daemon.until(f"{name} waits", lambda: daemon.of(name)["state"] == "waiting" and daemon.of(name)["why"])


# --- remote bots that were never here ---
crew = ["ann", "bob", "cat", "dan"]
daemon = Daemon(work, "--concurrency", "5", "--parallel-tournaments", "9", doors=("unix",))
daemon.token(*crew, "eve", "zoe")
daemon.start()
daemon.submit(tournament("cup", crew, more="connect-timeout = 100ms"))
say("a tournament whose remote bots were never here waits", waits("cup") == "4 of its 4 remote bots have NEVER CONNECTED",
    daemon.of("cup"))
say("and says in capitals which these are, and how it begins", daemon.line("cup: WAITS: 4 of its 4 remote bots have NEVER CONNECTED: "
    "ann, bob, cat, dan; it begins when half of them have connected, by `referee ctl resume`, or with `start-at = now`\n"))
say("its status is a line that ends with the reason", re.search(
    r"^cup: waiting, from \S+/cup\.conf: 4 of its 4 remote bots have NEVER CONNECTED$", daemon.ask("status")[1], re.M),
    daemon.ask("status")[1])
ann = Bot(daemon, "ann")
daemon.until("it is seen", lambda: daemon.of("cup")["why"] == "3 of its 4 remote bots have NEVER CONNECTED")
say("programs read how many are connected", daemon.of("cup")["remote"] == {"bots": 4, "connected": 1}, daemon.of("cup"))
daemon.submit(tournament("forced", ["eve"], ["mini"], "start-at = now\nconnect-timeout = 100ms"))
over("forced")
say("with start-at = now it begins, and a bot that stays away forfeits", daemon.rows(
    "forced", "SELECT verdict, count(*) FROM seats GROUP BY verdict ORDER BY verdict") == [("absent", 2), ("ok", 2)])
say("meanwhile the other has waited, and said so once",
    daemon.of("cup")["state"] == "waiting" and daemon.now().count("WAITS") == 1, daemon.now())
bob = Bot(daemon, "bob")
over("cup")
say("it begins when half of them have been here", games("cup") == (30, 30), games("cup"))
daemon.submit(tournament("here", crew[:3], [], "start-at = when-here\nconnect-timeout = 100ms"))
say("start-at = when-here waits for all", waits("here") == "it begins when all its remote bots are connected: 2 of 3")
cat = Bot(daemon, "cat")
over("here")
say("and none of them is absent then", games("here") == (6, 6) and daemon.rows(
    "here", "SELECT DISTINCT verdict FROM seats") == [("ok",)])
daemon.submit(tournament("alone", ["eve", "dan"], ["mini"], "connect-timeout = 100ms"))
waits("alone")
answer = daemon.ask("resume", "alone")
say("an operator begins what waits for bots", answer[0] == 0 and over("alone")["done"] == 6, answer)
daemon.submit(tournament("still", ["eve"], ["mini"], "start-at = now\nconnect-timeout = 100s"))
daemon.until("the status says which bot a tournament that stands still waits for",
             lambda: "  no game in play; waits for: eve\n" in daemon.ask("status")[1])
daemon.ask("stop", "still")
over("still", "stopped")

# --- a moment ---
daemon.submit(tournament("later", more=f"start-at = {NEVER}"))
say("a tournament waits for its moment", waits("later") == "it begins at 3000-01-01T00:00:00Z")
soon = time.time() + 2
daemon.submit(tournament("soon", more=time.strftime("start-at = %Y-%m-%dT%H:%M:%SZ", time.gmtime(soon))))
over("soon")
first = daemon.rows("soon", "SELECT min(started_ms) FROM games")[0][0]
say("and begins then", int(soon) * 1000 <= first, (soon, first))
daemon.ask("resume", "later")
say("or when the operator wants it", over("later")["done"] == 2)
daemon.submit(tournament("never", more=f"start-at = {NEVER}"))
waits("never")
daemon.ask("stop", "never")
say("one that waits is stopped without a game", over("never", "stopped")["done"] == 0 and
    daemon.line("never: stopped before it began\n"), daemon.now())
wrong = daemon.ask("submit", tournament("wrong", more="start-at = tomorrow"))
say("what is no moment is told with what would be", wrong[0] == 1 and 'start-at = "tomorrow": it is now, when-here, or a '
    "moment with its zone, such as 2026-12-01T18:00Z" in wrong[2], wrong)

# --- what a restart brings back ---
daemon.submit(tournament("long", rounds=1000000))
daemon.submit(tournament("remote", ["ann"], ["mini"], rounds=1000000))
daemon.submit(tournament("ended", rounds=1000000))
daemon.submit(tournament("lost", rounds=1000000))
for name in ("long", "remote", "ended", "lost"):
    daemon.until(name + " plays", lambda: daemon.of(name)["done"] > 0)
answer = daemon.ask("stop", "ended")
say("a submitted tournament that is stopped does not come back, so nothing is said of that",
    answer[0] == 0 and "next start" not in answer[1], answer)
over("ended", "stopped")
daemon.end(signal.SIGKILL)
ann.join(LIMIT)
os.unlink(work + "/lost.conf")
daemon.start()
back = {t["name"]: t["state"] for t in daemon.status()["tournaments"]}
say("after kill -9 those come back that were submitted and are not over, and go on",
    set(back) == {"long", "remote"} and daemon.line(r"long: begins: [1-9]\d* of") and
    not re.search("long: begins: 0 of", daemon.now()), (back, daemon.now()))
say("one whose file is gone is told", daemon.line(re.escape(
    f"{work}/lost.conf: the submitted file no longer exists; it is removed from the queue\n")))
say("one with remote bots that have played before does not wait for them to have been here",
    daemon.line("remote: begins: ") and "WAITS" not in daemon.now(), daemon.now())
daemon.ask("stop", "remote")
daemon.end()
daemon.start()
say("after SIGTERM too; what was stopped by then does not",
    [t["name"] for t in daemon.status()["tournaments"]] == ["long"] and "lost" not in daemon.now(), daemon.now())
daemon.ask("stop", "long")
over("long", "stopped")
say("no game of it is there twice", games("long")[0] == games("long")[1])
daemon.end()
os.unlink(work + "/socket.queue")
os.mkdir(work + "/socket.queue.part")
daemon.start()
answer = daemon.ask("submit", tournament("unkept"))
say("who submits hears when it cannot be kept for a restart", answer[0] == 0 and
    "unkept: accepted; 0 tournaments are before it; a restarted daemon will not resume it, unless its queue file can be written before: " in answer[1], answer)
over("unkept")
with open(work + "/unread.db", "w") as out:
    out.write("this is no database\n" * 100)
daemon.submit(tournament("unread", ["zoe"], ["mini"]))
say("with a database that cannot be read it does not wait: it fails, with the file and the reason",
    over("unread", "failed")["why"].startswith(f"{work}/unread.db: "), daemon.of("unread"))
daemon.end()
os.rmdir(work + "/socket.queue.part")
with open(work + "/queue", "wb") as out:
    out.write(b"\0\1\2")
refused = referee("serve", "--socket", work + "/other", "--queue", work + "/queue")
say("a queue that cannot be read is refused in a line, rather than forgotten", refused.returncode == 3 and
    refused.stderr.count("\n") == 1 and f"--queue: {work}/queue: " in refused.stderr, refused)

# --- the pace ---
daemon = Daemon(work, "--concurrency", "2", "--parallel-tournaments", "9")
daemon.start(tournament("brisk", more="format = ladder\npace = 10/s\ngames = 20", rounds=None), tournament("hourly", more="pace = 1/h"))
over("brisk")
line = daemon.line(r"(\S+)\.(\d{3})Z info serve: brisk: begins")
begun = calendar.timegm(time.strptime(line[1], "%Y-%m-%dT%H:%M:%S")) * 1000 + int(line[2])
started = [at - begun for at, in daemon.rows("brisk", "SELECT started_ms FROM games ORDER BY started_ms")]
say("games begin at the pace of their tournament, none before its time", len(started) == 20 and
    all(at >= 100 * i - 2 for i, at in enumerate(started)), started)
daemon.until("the first of an hour is over", lambda: daemon.of("hourly")["done"] == 1)


def sleeps():
    """Waits the main process for half a second, or for good, unless something happens?"""
    with open(f"/proc/{daemon.pid}/syscall") as file:
        words = file.read().split()
    return words[0] != "running" and int(words[0]) in (EPOLL_WAIT, EPOLL_PWAIT) and not 0 <= int(words[4], 16) < 500


if os.access("/proc/self/syscall", os.R_OK) and os.uname().machine == "x86_64":
    say("while it waits for the next it sleeps", until("it sleeps", sleeps))
else:
    print("skip: what a process waits for cannot be read here")
daemon.end(signal.SIGKILL)
daemon.start(work + "/hourly.conf", tournament("many", rounds=500))
over("many")
say("a restart does not begin the next one sooner", daemon.of("hourly")["done"] == 1 and
    games("hourly") == (1, 1), daemon.of("hourly"))
daemon.end()

# --- a full disk ---
disk = work + "/disk"
os.mkdir(disk)
if small_disk(disk, "3m"):
    with open(disk + "/ballast", "wb") as out:
        out.write(b"x" * 2_200_000)
    full = tournament("full", rounds=1000000, db=disk + "/full.db")
    daemon = Daemon(work, "--concurrency", "2", "--parallel-tournaments", "3", "--http-listen", "127.0.0.1:0")
    daemon.start(full, *(tournament(name, more="format = ladder\npace = 1/s", rounds=None) for name in ("beside", "behind")),
                 env={"REFEREE_AGAIN": "2"})
    place = "it waits for a place: 2 of at most 2 tournaments run (--parallel-tournaments 3, concurrency 2)"
    say("a tournament without a place says so", waits("behind") == place, daemon.of("behind"))
    answer = daemon.ask("resume", "behind")
    say("and so does the answer of resume", answer == (0, f"behind: no longer paused, but {place}\n", ""), answer)
    shown = over("full", "paused")
    say("a full disk pauses a tournament, and the status says why",
        re.fullmatch(r"the disk is full; it is tried again in \d s", shown["why"]), shown)
    say("it is told once", daemon.line(r"full: PAUSED: .*the disk is full") and daemon.now().count("PAUSED") == 1)
    say("the pages show that", until("they are told", lambda: re.search(
        r'referee_tournament_state\{[^}]*name="full",state="paused"\} 1', daemon.page("/metrics")[1])))
    before = daemon.rows("disk/full", "SELECT count(*), count(DISTINCT pairing) FROM games")[0]
    for shown in "212":  # seconds to the next try: there was one before they are two again
        daemon.until("it is tried again", lambda: daemon.of("full")["why"] == f"the disk is full; it is tried again in {shown} s")
    say("while it is full nothing more is said", daemon.now().count("PAUSED") == 1 and
        daemon.now().count("full: begins") == 1, daemon.now())
    say("it keeps its place", daemon.of("behind")["why"] == place and daemon.of("beside")["state"] == "running", daemon.status())
    answer = daemon.ask("stop", "behind")
    say("the answer of stop says that a file of the daemon comes back", answer == (0, "behind: stopped; all finished games are kept; "
        f"the next start of the daemon begins it again, unless its file is removed: {work}/behind.conf\n", ""), answer)
    os.unlink(disk + "/ballast")
    over("full", "running")
    daemon.until("it plays on", lambda: daemon.of("full")["done"] > before[0] + 20)
    daemon.end()
    after = daemon.rows("disk/full", "SELECT count(*), count(DISTINCT pairing) FROM games")[0]
    say("when there is room it goes on by itself, with no game lost and none twice",
        before[0] == before[1] and after[0] == after[1] and after[0] > before[0] + 20, (before, after))
    checked = referee("verify", "--db", disk + "/full.db")
    say("what it holds is right", checked.returncode == 0, checked)
else:
    print("skip: only root has a disk of its own here; none is full")
say.end()
