#!/usr/bin/env python3
"""Tournaments whose bots come over a Unix socket, TCP and TLS, by `referee connect` and by themselves, beside
bots of this machine: bots that are late, away, cut off, replaced, shut out; processes that are killed and started
again. This program, which knows tic-tac-toe itself, counts again the games of the databases."""
import itertools
import json
import os
import re
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot  # noqa: E402
from processes import lives  # noqa: E402
from checks import BUILD, LIMIT, folder, say, start  # noqa: E402

daemon = Daemon(folder(), "--concurrency", "2", "--parallel-tournaments", "8", doors=("unix", "tls", "plain"))
rows = daemon.rows
HOUSE = "referee-bot --search alphabeta"
LINES = [line for i in range(3) for line in ({(i, j) for j in range(3)}, {(j, i) for j in range(3)})]
LINES += [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]


def tournament(name, *bots, own=None, **settings):
    """bots: names of remote ones, or NAME=COMMAND; own: what some of the remote ones have of their own. Returns its
    file."""
    settings = {"game": "tictactoe", "rounds": 1, "movetime": "20s", "margin": "1s", "connect_timeout": "1m", **settings}
    with open(daemon.path(name + ".conf"), "w") as out:
        out.write(f'name = {name}\ndb = "{daemon.path(name)}.db"\n')
        for key, value in settings.items():
            out.write(f"{key.replace('_', '-')} = {value}\n" if value is not None else "")
        for bot in bots:
            word, _, command = bot.partition("=")
            out.write(f'bot {word} {{ command = "{command}" }}\n' if command else f"bot {word} {{ remote = yes {(own or {}).get(word, '')} }}\n")
    return daemon.path(name + ".conf")


def submit(name, *bots, **settings):
    done = daemon.ask("submit", tournament(name, *bots, **settings))
    if done[0] != 0:
        say(f"{name} is taken", False, done)
    return name


def finish(name):
    daemon.until(name + " is played", lambda: daemon.of(name)["state"] in ("done", "failed"))
    return daemon.of(name)


def undisturbed(name, play):
    """play(NAME) of a tournament until no process of the referee stood still in one, as it may on a busy machine: then
    nobody is charged for a silence, and the game is played again. Returns its name, and the bot that play() returned."""
    for number in itertools.count():
        one = f"{name}{number or ''}"
        bot = play(one)
        finish(one)
        if f"{one}: a game is played again: the way to its bots was closed" not in daemon.now():
            return one, bot
        bot.cut()
        daemon.until("it has gone", lambda: bot.name not in daemon.here())


def verdicts(name, bot):
    """Of its games, in the order they were finished."""
    return [row[0] for row in rows(name, "SELECT verdict FROM seats JOIN bots ON bots.id = bot WHERE name = ? "
                                         "ORDER BY game", bot)]


def details(name, bot):
    return " ".join(row[0] or "" for row in rows(
        name, "SELECT detail FROM seats JOIN bots ON bots.id = bot WHERE name = ? ORDER BY game", bot))


def ranks_of(seats, moves):
    """Of a game, from its moves alone, and what is wrong with them."""
    cells, wrong = [set(), set()], []
    for ply, (seat, move) in enumerate(moves):
        cell = ("abc".index(move[0]), int(move[1]) - 1)
        if seat != ply % 2 + 1 or cell in cells[0] | cells[1]:
            wrong.append(("move", ply))
        cells[seat - 1].add(cell)
    won = [any(line <= mine for line in LINES) for mine in cells]
    fault = [verdict != "ok" for *_, verdict in seats]
    if any(fault):
        return [2 if f else 1 for f in fault], wrong
    if any(won):
        return [1 if w else 2 for w in won], wrong
    return [1, 1], wrong + ["not over"] * (len(moves) != 9)


def recount(name):
    """The differences from the database, and the points by name."""
    wrong, points, games, moves = [], {}, {}, {}
    for game, *seat in rows(name, "SELECT game, name, rank, points, verdict FROM seats JOIN bots ON bots.id = bot "
                                  "ORDER BY game, seat"):
        games.setdefault(game, []).append(seat)
    for game, *move in rows(name, "SELECT game, seat, move FROM moves ORDER BY game, ply"):
        moves.setdefault(game, []).append(move)
    for game, seats in games.items():
        ranks, bad = ranks_of(seats, moves.get(game, []))
        wrong += [(game, what) for what in bad]
        for (who, rank, got, _), right in zip(seats, ranks):
            points[who] = points.get(who, 0) + got
            if rank != right or got != (0.5 if ranks == [1, 1] else float(right == 1)):
                wrong.append((game, who, rank, got, "not", right))
    return wrong, points


def once(name, count):
    """As many games, each pairing and order in a round once."""
    return rows(name, "SELECT count(*), count(DISTINCT pairing) FROM games") == [(count, count)] and not rows(
        name, "SELECT 1 FROM games g JOIN seats a ON a.game = g.id AND a.seat = 1 JOIN seats b ON b.game = g.id "
              "AND b.seat = 2 GROUP BY g.round, a.bot, b.bot HAVING count(*) > 1")


def once_each(name):
    """Every order of every three of four bots."""
    orders = rows(name, "SELECT group_concat(bot) FROM (SELECT game, bot FROM seats ORDER BY game, seat) GROUP BY game")
    return len(orders) == len(set(orders)) == 24


def verified(name):
    done = daemon.referee("verify", "--db", daemon.path(name) + ".db")
    return done.returncode == 0 or print(done.stdout, done.stderr)


many = tuple(f"many-{i}" for i in range(12))
names = ("ann", "bob", "cat", "dan", "eve", "nil", "zed", "off", "cut", "twin", "yak", "dot", "gil", "una", "late")
daemon.token(*names, *many)
daemon.start()

# --- all doors, mixed with bots of this machine ---
with open("protocol/PROTOCOL.md") as file:
    parts = [part.split("```")[0] for part in file.read().split("```python\n")[1:]]
enter, whole = (next(part for part in parts if mark in part) for mark in ("def enter", "= enter("))
with open(daemon.path("dan.py"), "w") as file:
    file.write(f'{enter}\nhost, port, token = "127.0.0.1", {daemon.tls.split(":")[1]}, "{daemon.tokens["dan"].hex()}"\n'
               f'fingerprint = "{daemon.fingerprint}"\n' + whole.replace('"ann"', '"dan"'))
printed, wrap, wrapped = {}, ssl.SSLContext.wrap_socket, []
ssl.SSLContext.wrap_socket = lambda context, raw: wrapped.append(wrap(context, raw)) or wrapped[0]
exec(enter, printed)
printed["enter"]("127.0.0.1", int(daemon.tls.split(":")[1]), "dan", daemon.tokens["dan"], daemon.fingerprint)
ssl.SSLContext.wrap_socket = wrap
say("the example of PROTOCOL.md keeps no line back until the one before it has arrived",
    wrapped[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0)
wrapped[0].close()
played = [daemon.connect("ann", "unix", "referee-bot", "--search", "minimax"),
          daemon.connect("bob", "plain", "referee-bot", "--search", "random"),
          daemon.connect("cat", "tls", "referee-bot", "--search", "first"),
          start([sys.executable, daemon.path("dan.py")])]
submit("mixed", "ann", "bob", "cat", "dan", "house=" + HOUSE, "nest=referee-bot --search random", rounds=2)
daemon.until("an arbiter is there", lambda: daemon.children("referee-arbiter") or daemon.of("mixed")["state"] == "done")
finish("mixed")
wrong, points = recount("mixed")
say("bots of three doors and of this machine play every game once", once("mixed", 60), daemon.said())
say("no bot failed", rows("mixed", "SELECT name, verdict, detail FROM seats JOIN bots ON bots.id = bot "
                                   "WHERE verdict <> 'ok'") == [])
say("the ranks and points of all games are those of their moves", wrong == [] and
    sum(points.values()) == 60, wrong, points)
say("a bot that searches loses to no other, wherever it plays", not rows(
    "mixed", "SELECT 1 FROM seats JOIN bots ON bots.id = bot WHERE name IN ('ann', 'house') AND points = 0"))
say("bots from elsewhere are marked, with no command", sorted(
    rows("mixed", "SELECT name, remote, command FROM bots")) ==
    [("ann", 1, ""), ("bob", 1, ""), ("cat", 1, ""), ("dan", 1, ""), ("house", 0, HOUSE),
     ("nest", 0, "referee-bot --search random")], rows("mixed", "SELECT * FROM bots"))
say("so are their games, with how many of them sat there", sorted(rows(
    "mixed", "SELECT remote, count(*) FROM game_list GROUP BY remote")) == [(0, 4), (1, 32), (2, 24)])
say("of their moves there are no processor figures, of the others' there are", sorted(rows(
    "mixed", "SELECT DISTINCT remote, cpu_us IS NULL, wait_us IS NULL AND remote FROM moves "
             "JOIN seats USING (game, seat) JOIN bots ON bots.id = bot")) == [(0, 0, 0), (1, 1, 1)])
say("verify finds nothing", verified("mixed"))
say("between tournaments they stay connected", daemon.here() == ["ann", "bob", "cat", "dan"])

# --- many at once ---
at_once, enough = set(), threading.Event()


def together(bot, line):
    """No bot answers its first question before six are asked: more than the daemon's own two games."""
    at_once.add(bot.name)
    if len(at_once) >= 6:
        enough.set()
    enough.wait(LIMIT)
    return bot.legal[-1]


crowd = [Bot(daemon, name, kind, together) for name, kind in zip(many, ("unix", "plain", "tls") * 4)]
submit("crowd", *many)
finish("crowd")
say("games of remote bots alone are played at once, however few the daemon's own are", enough.is_set() and
    once("crowd", 132) and recount("crowd")[0] == [] and verified("crowd"))
submit("few", *many, remote_concurrency=1)
finish("few")
say("remote-concurrency says how many", not rows("few", "SELECT 1 FROM games a JOIN games b ON a.id < b.id AND "
                                                  "a.started_ms < b.ended_ms - 1 AND b.started_ms < a.ended_ms - 1"))
for bot in crowd:
    bot.cut()
submit("three", "ann", "bob", "cat", "house=" + HOUSE, game="nim", players=3)
finish("three")
say("three sit at one board", once_each("three") and set(verdicts("three", "ann") + verdicts("three", "cat")) == {"ok"}
    and verified("three"), daemon.said())

# --- late, or never ---
submit("later", "ann", "eve", "house=" + HOUSE)
daemon.until("the others have played", lambda: daemon.of("later")["done"] == 2)
shown = daemon.of("later")
say("games of who is here come first, and who is missing is counted", shown["remote"] == {"bots": 2, "connected": 1},
    shown)
told = daemon.ask("status", "--bots")[1]
say("status says so to people, by name", "  remote: 1 of 2 connected\n  not connected: eve\n" in told, told)
Bot(daemon, "eve", "tls")
finish("later")
say("who comes late plays all its games", once("later", 6) and verdicts("later", "eve") == ["ok"] * 4,
    verdicts("later", "eve"))

submit("ladder", "ann", "house=" + HOUSE, format="ladder", rounds=None)
daemon.until("it goes on", lambda: daemon.of("ladder")["done"] > 4)
with open(daemon.path("ladder.conf"), "a") as file:
    file.write("bot bob { remote = yes }\n")
daemon.signal(signal.SIGHUP)
daemon.until("it joins", lambda: len(verdicts("ladder", "bob")) > 4)
daemon.ask("stop", "ladder")
daemon.until("it is stopped", lambda: daemon.of("ladder")["state"] == "stopped")
say("a bot from elsewhere that is written into its file joins a ladder", set(verdicts("ladder", "bob")) == {"ok"} and
    verified("ladder"))

AWAY = {"connect_timeout": "200ms"}
submit("never", "ann", "nil", "house=" + HOUSE, **AWAY)
submit("skipped", "bob", "nil", "house=" + HOUSE, **{"on-absent": "skip"}, **AWAY)
finish("never")
finish("skipped")
say("who never comes loses as absent, after the time that it was waited for", once("never", 6) and
    verdicts("never", "nil") == ["absent"] * 4 and "waited 0.2 s" in details("never", "nil"), details("never", "nil"))
say("and no bot is harmed", recount("never")[0] == [] and verdicts("never", "ann") == ["ok"] * 4)
say("with on-absent = skip these games are not played", once("skipped", 2) and verdicts("skipped", "nil") == [])
say("verify finds nothing in either", verified("never") and verified("skipped"))

# --- connections that break ---


def break_at(number):
    def answer(bot, line):
        if bot.asked != number:
            return bot.legal[0]
        bot.cut()
        return None
    return answer


first = Bot(daemon, "zed", "plain", break_at(2))
submit("back", "zed", "house=" + HOUSE, own={"zed": "movetime = 20s"}, movetime="4s")
first.over.wait(LIMIT)
second = Bot(daemon, "zed", "tls")
finish("back")
asked, again = first.words("go")[1], (second.words("go") or ["go"])[0]
say("a connection that breaks in a game and comes back goes on with it", once("back", 2) and
    verdicts("back", "zed") == ["ok", "ok"] and recount("back")[0] == [], details("back", "zed"))
say("it is greeted, told the game and asked again", [line.split()[0] for line in second.heard[:2]] == ["ugi", "isready"]
    and second.words("position")[:1] == first.words("position")[1:2], first.heard, second.heard[:12])
left = [int((re.search(r"movetime (\d+)", line) or [0, -1])[1]) for line in (asked, again)]
say("with what is left of the time of its own", left[0] == 20000 and 0 < left[1] < 20000, asked, again)

SHORT = {"movetime": "1s", "margin": 0, **AWAY}


def leave(name, bot="off", **settings):
    bot = Bot(daemon, bot, "unix", break_at(1))
    submit(name, bot.name, "house=" + HOUSE, **settings)
    return bot


gone, _ = undisturbed("gone", lambda name: leave(name, **{**SHORT, "movetime": "5s"}))
say("one that does not come back in its time loses by it, and then is absent",
    verdicts(gone, "off") == ["time", "absent"] and "connection" in details(gone, "off"), details(gone, "off"))
game = rows(gone, "SELECT game FROM seats WHERE verdict = 'time'")[0][0]
told = daemon.referee("show", str(game), "--why", "--db", daemon.path(gone) + ".db").stdout
paste = told.rstrip().split("\n")[-1].split(" ", 1)[1]
again = daemon.referee(*shlex.split(paste.replace("COMMAND", HOUSE)))
say("why is told, without limits of a box, and its author can ask it the same once more",
    "memory 256M" not in told and "the referee ended it" not in told and " -- COMMAND\n" in told and
    "which is legal" in again.stdout and again.returncode == 0, told, again)
at_once, _ = undisturbed("at-once", lambda name: leave(name, "cut", reconnect="no", movetime="10m", **AWAY))
say("with reconnect = no it is a crash at once", verdicts(at_once, "cut") == ["crash", "absent"] and
    rows(at_once, "SELECT max(ended_ms - started_ms) < 600000 FROM games") == [(1,)], details(at_once, "cut"))

# --- two of one name ---
first = Bot(daemon, "twin", "unix", lambda bot, line: None)
submit("twins", "twin", "house=" + HOUSE)
daemon.until("the first is asked", lambda: first.asked == 1)
second = Bot(daemon, "twin", "plain")
first.over.wait(LIMIT)
finish("twins")
say("a second connection takes the place of the first, also in a game", verdicts("twins", "twin") == ["ok"] * 2 and
    second.asked > 0 and daemon.line("replaces the one"), details("twins", "twin"))
twins = [Bot(daemon, "twin", "unix"), second]
submit("left", "twin", "house=" + HOUSE, rounds=20)
submit("right", "twin", "house=" + HOUSE, rounds=20)
finish("left")
finish("right")
say("with two connections a bot plays in two tournaments", once("left", 40) and once("right", 40) and
    all(bot.asked > 0 for bot in twins))

# --- answers that come too late ---


class Late(Bot):
    """Says nothing to its first question but when it is greeted again."""

    def take(self, line):
        if line == "ugi\n" and self.asked == 1:
            self.say("bestmove " + self.legal[0])
        super().take(line)


def answer_late(name):
    bot = Late(daemon, "late", "plain", lambda bot, line: None if bot.asked == 1 else bot.legal[-1])
    submit(name, "late", "house=" + HOUSE, **{**SHORT, "movetime": "10s"})
    return bot


late, bot = undisturbed("too-late", answer_late)
say("an answer that comes after its time is none to a later question, and the bot plays on",
    verdicts(late, "late") == ["time", "ok"] and recount(late)[0] == [] and not bot.over.is_set() and
    len(bot.words("ugi")) == 2, details(late, "late"), bot.heard)

# --- a token that is taken back ---

def allow(name):
    daemon.token(name)
    daemon.signal(signal.SIGHUP)
    daemon.until("they know it", lambda: "bots have a token" in daemon.now().split("reads the files again")[-1])


def revoke(name):
    if name != "revoked":
        allow("yak")
    bot = Bot(daemon, "yak", "tls", lambda bot, line: None)
    daemon.referee("token", "revoke", "yak", "--file", daemon.path("tokens"))  # the daemon reads it when it is told to
    submit(name, "yak", "house=" + HOUSE, **{**SHORT, "movetime": "15s"})
    daemon.until("it is asked", lambda: bot.asked == 1)
    bot.watch = start([BUILD + "/referee", "watch", "yak", "--json", "--socket", daemon.socket],
                      stdout=subprocess.PIPE, text=True)
    bot.seen = [bot.watch.stdout.readline()]
    daemon.signal(signal.SIGHUP)
    bot.over.wait(LIMIT)
    return bot


revoked, yak = undisturbed("revoked", revoke)
say("who has no token any more is shut out in the midst of a game", yak.over.is_set() and
    verdicts(revoked, "yak") == ["time", "absent"] and daemon.line("yak: its token was revoked"),
    details(revoked, "yak"))
say("its last line says why", yak.over.is_set() and yak.heard[-1] == "error revoked the token of this name was changed or revoked", yak.heard[-3:])
allow("rex")
parted = [daemon.connect("rex", door, "referee-bot", "--search", "random") for door in ("unix", "plain", "tls")]
daemon.until("all are in", lambda: daemon.here().count("rex") == 3)
daemon.referee("token", "revoke", "rex", "--file", daemon.path("tokens"))
daemon.signal(signal.SIGHUP)
parted = [(bot.communicate(timeout=LIMIT)[1], bot.returncode) for bot in parted]
say("referee connect prints why its connection was ended, over each door", all(
    "the referee ended the connection: revoked the token of this name was changed or revoked\n" in told and status == 0
    for told, status in parted), parted)
waiting = [Bot(daemon, "ann", door) for door in ("unix", "unix", "plain", "unix", "tls")]
daemon.until("one is over", lambda: waiting[0].over.is_set())
say("who is replaced by newer ones hears that too", [bot.heard for bot in waiting] ==
    [["error replaced another connection came in under this name"], [], [], [], []], [bot.heard for bot in waiting])
for bot in waiting:
    bot.cut()
floods = {}
for door in ("unix", "plain", "tls"):
    loud = daemon.connect("ann", door, "sh", "-c", "while :; do echo info string much too much; done")
    floods[door] = [submit("loud-" + door, "ann", "house=" + HOUSE, games=1, rounds=None), loud.communicate(timeout=LIMIT)[1]]
    finish("loud-" + door)
say("and who wrote too much", all("ended the connection: flood the bot wrote more than it may in a turn\n" in told
                                  for _, told in floods.values()), floods)

seen = yak.seen + yak.watch.communicate(timeout=LIMIT)[0].splitlines(keepends=True)
seen = [json.loads(line) for line in seen]
say("who watches its game sees how it ends", seen[0]["bots"] == ["yak", "house"] and
    [seat["verdict"] for event in seen for seat in event.get("seats", [])] == ["time", "ok"], seen)

# --- our own processes die ---
first = Bot(daemon, "dot", "tls", lambda bot, line: None)
submit("cut", "dot", "house=" + HOUSE, movetime="10s", margin=0)
daemon.until("it is asked", lambda: first.asked == 1)
os.kill(daemon.children("referee-listen")[0], signal.SIGKILL)
daemon.until("its time is over", lambda: "cut: a game is played again: the listener died, and its connections with it" in daemon.now())
daemon.until("the gate is back", lambda: "listener: the process runs again" in daemon.now())
second = Bot(daemon, "dot", "tls")
finish("cut")
say("whose time is over because a gate was killed plays that game again", verdicts("cut", "dot") == ["ok"] * 2 and
    once("cut", 2) and verified("cut"), details("cut", "dot"))
gil = daemon.connect("gil", "tls", "referee-bot", "--search", "random", more=("--retry",))
threading.Thread(target=gil.stderr.read, daemon=True).start()
una = Bot(daemon, "una", "unix")
submit("long", "gil", "una", "house=" + HOUSE, "nest=referee-bot --search random", rounds=100000)


def goes_on(games=100):
    before = daemon.of("long")["done"]
    return daemon.until("it goes on", lambda: daemon.of("long")["done"] >= before + games)


goes_on()
os.kill(daemon.children("referee-listen")[0], signal.SIGKILL)
daemon.until("the bot with TLS is back", lambda: daemon.now().count("listener: the process runs again") == 2 and "gil" in daemon.here())
say("a gate that is killed costs no bot a game", goes_on() and not una.over.is_set() and
    set(verdicts("long", "gil") + verdicts("long", "una")) == {"ok"}, details("long", "gil"))
for kind in ("remote", "local"):
    arbiters, remote = daemon.children("referee-arbiter"), daemon.remote_arbiters()
    killed = remote if kind == "remote" else [pid for pid in arbiters if pid not in remote]
    greeted = len(una.words("ugi"))
    os.kill(killed[0], signal.SIGKILL)

    def another():
        now = daemon.children("referee-arbiter")
        return killed[0] not in now and len(now) == len(arbiters) and (kind != "remote" or len(una.words("ugi")) > greeted)

    daemon.until("it is another one", another)
    goes_on()
    say(f"an arbiter of {kind} games that is killed is started again and its games are played again",
        not una.over.is_set() and "gil" in daemon.here(), daemon.now()[-2000:])
daemon.ask("pause", "long")
daemon.until("it rests", lambda: daemon.of("long")["state"] == "paused")
still = daemon.of("long")["done"]
shown = daemon.ask("status")[1]
daemon.ask("resume", "long")
say("it is paused and resumed, and no bot leaves for it", goes_on() and not una.over.is_set() and
    f"long: paused, {still} of" in shown and "remote: 2 of 2 connected" in shown, shown)
daemon.ask("stop", "long")
daemon.until("it is stopped", lambda: daemon.of("long")["state"] == "stopped")
kept = daemon.of("long")["done"]
daemon.ask("submit", daemon.path("long.conf"))
daemon.until("it is taken again", lambda: daemon.of("long")["state"] == "running")
say("stopped and submitted again it finds the same connections", goes_on() and not una.over.is_set() and
    daemon.of("long")["done"] > kept)
count = daemon.of("long")["done"]
idle = daemon.connect("zed", "tls", "referee-bot", "--search", "random")
idle.stderr.readline()
say("a daemon that is stopped ends, and so do the connections", daemon.end() == 0 and una.over.wait(LIMIT))
told = idle.communicate(timeout=LIMIT)[1]
say("with TLS too that is no break on the way", idle.returncode == 0 and "the referee ended the connection: stopped the "
    "referee stops\n" in told, idle.returncode, told)
kept = rows("long", "SELECT count(*) FROM games")[0][0]
daemon.start(daemon.path("long.conf"), same_doors=True)
una = Bot(daemon, "una", "plain")
daemon.until("both are back", lambda: daemon.here() == ["gil", "una"])
say("started again it goes on where it was", kept >= count and goes_on() and daemon.of("long")["done"] > kept)
daemon.end(signal.SIGKILL)
daemon.start(daemon.path("long.conf"), same_doors=True)
una = Bot(daemon, "una", "plain")
daemon.until("both are back", lambda: daemon.here() == ["gil", "una"])
goes_on()
daemon.ask("stop", "long")
daemon.until("it is stopped", lambda: daemon.of("long")["state"] == "stopped")
say("also when it is killed", once("long", daemon.of("long")["done"]) and recount("long")[0] == [] and
    set(verdicts("long", "gil") + verdicts("long", "una")) == {"ok"}, daemon.now())
say("verify finds nothing", verified("long"))
gil.kill()


def with_child(rest):
    """A bot that is a script and starts a program, which does not hear of the end of its input; it does the
    rest when it is welcome."""
    script = "sleep 1000 </dev/null >/dev/null 2>/dev/null & echo $! >&2; read go <go; " + rest
    bot = daemon.connect("zed", "unix", "sh", "-c", script)
    lines = []  # that, and the welcome

    def late(*_):
        raise TimeoutError(f"no welcome and no child in {LIMIT} s: {lines}, {bot.poll()}, {daemon.now()}")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(LIMIT)
    while not (any(line[:1].isdigit() for line in lines) and any("is connected" in line for line in lines)):
        lines.append(bot.stderr.readline())
        assert lines[-1], (lines, bot.poll())
    open(daemon.path("go"), "w").close()
    signal.alarm(0)
    return bot, int(next(line for line in lines if line[:1].isdigit()))


os.mkfifo(daemon.path("go"))
bot, child = with_child("wait")
bot.send_signal(signal.SIGINT)
say("Ctrl-C ends referee connect, the bot and what the bot has started", bot.wait(LIMIT) == -signal.SIGINT and
    daemon.until("it is gone", lambda: not lives(child)))
bot, child = with_child("exit 0")
told = bot.communicate(timeout=LIMIT)[1]
say("so does the bot's own end", bot.returncode == 0 and "exit status 0" in told and
    daemon.until("it is gone", lambda: not lives(child)), told)
bot, child = with_child("exec >&-; wait")
told = bot.communicate(timeout=LIMIT)[1]
say("a bot that closes its output and stays is ended, and that is said", bot.returncode == 1 and
    "closed its output" in told and "killed" not in told and
    daemon.until("it is gone", lambda: not lives(child)), told)
daemon.end()
ends = [process.communicate(timeout=LIMIT)[1] for process in played]
say("who came by referee connect ends with the daemon", all(
    p.returncode == 0 and "the referee ended the connection: " in end for p, end in zip(played[:2], ends)), ends)
say("or, with TLS, with the gate that was killed, and is told that the connection broke", played[2].returncode == 6 and
    "the connection broke: " in ends[2] and "ended the connection" not in ends[2], ends[2])
say("its sockets are gone with it", not os.path.exists(daemon.path("door")) and not os.path.exists(daemon.socket))
say.end()
