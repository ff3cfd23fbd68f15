#!/usr/bin/env python3
"""`referee watch`: what is shown of games is what the database holds afterwards, move by move, also
with spectators that misbehave. Bots that are told each of their moves through a FIFO make it known where
a game stands; whatever is waited for is asked for until it is there, and no wait has a limit of its own."""
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "lib"))
from daemon import Daemon  # noqa: E402
from checks import BUILD, folder, left, say, start  # noqa: E402

work = folder()
daemon = Daemon(work, "--concurrency", "2")
ask, of, rows, serve = daemon.ask, daemon.of, daemon.rows, daemon.start


def watch(*words):
    """Its exit status, stdout and stderr."""
    done = daemon.referee("watch", *words, "--socket", daemon.socket)
    return done.returncode, done.stdout, done.stderr


status, until = daemon.status, daemon.until
path, fifo = daemon.socket, work + "/fifo"


def submit(name, body, bots):
    with open(f"{work}/{name}.conf", "w") as file:
        file.write(f'name = "{name}"\nconcurrency = 1\ndb = "{work}/{name}.db"\n{body}\n')
        for bot, command in bots.items():
            file.write(f'bot {bot} {{ command = "{command}" }}\n')
    daemon.submit(f"{work}/{name}.conf")


class Reader:
    """Lines of a watcher, as they come."""

    def __init__(self, *words):
        self.process = start([BUILD + "/referee", "watch", *words, "--socket", path],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.text = ""

    def expect(self, pattern):
        while not re.search(pattern, self.text, re.M):
            ready = select.select([self.process.stdout], [], [], left())[0]
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not data:
                return False
            self.text += data.decode()
        return True

    def end(self):
        out, errors = self.process.communicate(timeout=left())
        self.text += out.decode()
        return self.process.returncode, errors.decode()


serve()
refused = watch()
say("where nothing is played that is said", refused[0] == 1 and "no game is played now" in refused[2],
    refused)

# --- every game of the referee: what was seen is what is kept -------------------------------------

QUICK = {"mini": "referee-bot --search maxn --depth 1", "luck": "referee-bot --search random"}
SEATED = {
    "tictactoe": ("game = tictactoe\nrounds = 3", QUICK),
    "connect4": ("game = connect4\nrounds = 2\nopenings = random:3\ntc = \"5+0.1\"", QUICK),
    "nim": ("game = nim\nplayers = 3\nrounds = 1", {**QUICK, "third": QUICK["luck"]}),
    "letters": ("game = letters\nrounds = 2", QUICK),
    "tree": ("game = tree\nparam = { \"depth=3\" }\nrounds = 2", QUICK),
    "star": ("game = chinese-checkers\nplayers = 6\nseat-orders = rotation\nrounds = 1\nmax-plies = 90",
             {f"{bot}{i}": command for i in range(3) for bot, command in QUICK.items()}),
}
for name, (body, bots) in SEATED.items():
    ask("pause")
    submit(name, body, bots)
    reader = Reader("--follow", "--json", list(bots)[0])
    until("it waits", lambda: of(name)["state"] != "none")
    until("a spectator is connected", lambda: status()["watching"] == 1)
    ask("resume")
    until("all is played", lambda: of(name)["state"] == "done")
    games = rows(name, "SELECT id, reason, final, plies FROM games ORDER BY id")
    kept = [([m for m, in rows(name, f"SELECT move FROM moves WHERE game = {i} ORDER BY ply")],
             [r for r, in rows(name, f"SELECT rank FROM seats WHERE game = {i} ORDER BY seat")],
             reason, final, plies) for i, reason, final, plies in games]
    while reader.text.count('"event":"end"') < len(kept):
        if not reader.expect("(?s)" + '.*"event":"end"' * (reader.text.count('"event":"end"') + 1)):
            break
    seen, moves = [], []
    for event in map(json.loads, reader.text.splitlines()):
        if event["event"] == "game":
            moves = []
        elif event["event"] == "move":
            moves.append(event["move"])
        elif event["event"] == "end":
            seen.append((moves, [s["rank"] for s in event["seats"]], event["reason"], event["final"],
                         event["plies"]))
    say(f"{name}: all that was seen of {len(kept)} games is what is kept of them", seen == kept and kept,
        f"seen {seen}\nkept {kept}")
    reader.expect("(?s)" + '.*"event":"kept"' * len(kept))
    told = [(e["game"], e["db"]) for e in map(json.loads, reader.text.splitlines()) if e["event"] == "kept"]
    say(f"{name}: of each it is told where it is kept", told == [(g[0], f"{work}/{name}.db") for g in games],
        told)
    reader.process.kill()
    reader.end()
    until("it is gone", lambda: status()["watching"] == 0)

# --- a game that stands where it is told to --------------------------------------------------------

os.mkfifo(fifo)
orders = os.open(fifo, os.O_RDWR)
TOLD = f"python3 {here}/../lib/scripted-bot.py {fifo}"


def move(moves):
    os.write(orders, moves.encode())


os.chdir(work)  # bots and databases are found from the tournament's folder
submit("told", "game = tictactoe\nrounds = 2\nsandbox = none\nmovetime = 1h",
       {"ann": TOLD, "bob": TOLD})
until("a game has its number", lambda: of("told")["numbers"] == [1])
shown = ask("status")[1]
say("status shows the game's number and who plays", re.search(r"^ +1  (ann - bob|bob - ann)$", shown, re.M),
    shown)
early = Reader("1")
early.expect("seat 2")
move("m")
early.expect("^   1 ")
late = Reader("bob")
say("who comes in mid-game sees the moves so far", late.expect(r"^   1  seat 1 \(x\) \w+  a1 in .*depth 5, score -0\.12"),
    late.text)
move("m")
say("a move is shown as soon as it is made", late.expect(r"^   2  seat 2 \(o\) \w+  b1 ") and
    early.expect(r"^   2  "), late.text)
number = of("told")["numbers"][0]
say("a number that there is no game of is refused", watch("77")[0] == 1 and number == 1)
say("so is an unknown bot", 'bot "nobody": no waiting or running tournament has it' in watch("nobody")[2])
say("so are words that mean nothing", [watch(*words)[0] for words in
    (["ann", "bob"], ["--follow", "3"], ["--fast"])] == [2, 2, 2])

steps = f"""expect Game 1 of "told"
expect ply 2/2
lacks ply 3
write {fifo} m
expect ply 3/3
expect s left
send h
expect ply 2/3
write {fifo} m
expect ply 2/4
send G
expect ply 4/4
size 40x12
expect ply 4/4
signal INT
end 130
"""


def terminal(sentence, steps, *words, **variables):
    open("steps", "w").write(steps)
    done = subprocess.run([sys.executable, here + "/../lib/terminal.py", "80x24", "steps", "referee", "watch",
                           "--socket", path, *words], capture_output=True, text=True,
                          env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **variables})
    say(sentence, done.returncode == 0, done.stdout + done.stderr)


terminal("at a terminal the board is drawn at each move, keys lead back, and Ctrl-C restores it", steps)
terminal("q leaves it", "expect ply 4/4\nexpect \\x1b[0;1;38;5;\nsend q\nend 0\n", "ann")
terminal("NO_COLOR is honoured", "expect ply 4/4\nlacks 38;5;\nsend q\nend 0\n", NO_COLOR="1")
terminal("a dumb terminal gets lines", "expect   4  seat 2\nlacks \\x1b[\nsignal INT\nend -2\n", TERM="dumb")
terminal("it ends with the game, whose last board and result stay",
         f"expect ply 4/4\nwrite {fifo} mmm\nexpect Over: normal\r\nexpect    1. \n"
         "expect Game 1 is stored as game 1 of its database: referee show 1\nend 0\n")
say("in lines it ends with the game too", early.end()[0] == 0 and "Over: normal" in early.text, early.text)
kept, = rows("told", "SELECT id FROM games")[-1]
command = f"referee show {kept} --db {work}/told.db"
say("and says how the database shows it", early.text.endswith(
    f"Game 1 is stored as game {kept} of its database: {command}\n"), early.text)
shown = subprocess.run(command.split(), capture_output=True, text=True)
say("which it does, as soon as that is said", shown.returncode == 0 and "b1" in shown.stdout, shown)
terminal("--follow goes on to the next game",
         f"expect ply 0/0\nwrite {fifo} mmmmmmm\nexpect ply 0/0\nwrite {fifo} m\nexpect ply 1/1\nsend q\nend 0\n",
         "--follow", "bob")
late.end()
ask("stop", "told")
move("m" * 20)
until("it has stopped", lambda: of("told")["state"] == "stopped")
kept, = rows("told", "SELECT max(id) FROM games")[0]
refused = [watch(number) for number in "12"]
say("of a number that a game had it is told where that is kept", [r[0] for r in refused] == [1, 1] and any(
    f"kept as game {kept} of {work}/told.db: `referee show {kept} --db" in r[2] for r in refused), refused)
while select.select([orders], [], [], 0)[0]:
    os.read(orders, 100)

# --- a seat that leaves while others play on ------------------------------------------------------

submit("left", "game = nim\nplayers = 3\nparam = { \"heaps=9\" }\nrounds = 1\nsandbox = none\n"
       "movetime = 1h\nrestart = yes", {"ann": TOLD, "bob": TOLD, "cid": TOLD})
until("a game has its number", lambda: of("left")["numbers"] == [1])
reader = Reader()
objects = Reader("--json")
objects.expect('"event":"game"')
move("mxm")
say("that a seat has left is seen by who moves next", reader.expect(r"^ +seat 2 \w+  has left\n +2  seat 3"),
    reader.text)
move("m" * 7)
reader.end()
say("why it did is said at the end", re.search(r"^   3\. seat 2 \w+: crash, .*3", reader.text, re.M),
    reader.text)
objects.end()
last = [json.loads(line) for line in objects.text.splitlines() if '"end"' in line][-1]
say("also as JSON", [s["verdict"] for s in last["seats"]] == ["ok", "crash", "ok"] and
    '{"event":"left","seat":2}' in objects.text, objects.text)
ask("stop", "left")
move("m" * 20)
until("it has stopped", lambda: of("left")["state"] == "stopped")

# --- spectators that misbehave -----------------------------------------------------------------------

submit("fast", "game = connect4\nrounds = 1000000\nopenings = random:4\ndepth = 1", QUICK)
until("games are played", lambda: of("fast")["done"] > 10)
deaf = [socket.socket(socket.AF_UNIX) for _ in range(3)]
for s in deaf:
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    s.connect(path)
    s.sendall(b"watch --follow\n")
before = of("fast")["done"]
say("games go on while a spectator does not read", until(
    "games", lambda: of("fast")["done"] > before + 2000))


def ended(s):
    """Is the other end closed, without reading what waits?"""
    poll = select.poll()
    poll.register(s, select.POLLRDHUP)
    return any(events & (select.POLLRDHUP | select.POLLHUP) for _, events in poll.poll(0))


say("who does not read is dropped", until("they are dropped", lambda: all(map(ended, deaf))))
for s in deaf:
    s.close()
many = [socket.socket(socket.AF_UNIX) for _ in range(16)]
for s in many:
    s.connect(path)
    s.sendall(b"watch --follow nobody\n" if s is many[0] else b"watch --follow luck\n")
    s.setblocking(False)
answers = [socket.socket(socket.AF_UNIX) for _ in range(2)]
for s in answers:
    s.connect(path)
    s.sendall(b"watch --follow luck\n")
say("no more spectators than the limit look on, and others still ask", until("it is refused", lambda: b"end 1" in
    answers[1].recv(100)) and ask("status")[0] == 0)
for s in many + answers:
    s.close()
until("they are gone", lambda: status()["watching"] == 0)
for words in (["--follow"], ["--follow", "--json", "luck"]):
    begun = Reader(*words)
    say(f"a spectator sees games: {' '.join(words)}", begun.expect("luck"), begun.text)
    begun.process.kill()
    begun.end()
    before = of("fast")["done"]
    say("killed in the middle it leaves the daemon as it was", until("it is gone", lambda: status()["watching"] == 0) and
        until("games go on", lambda: of("fast")["done"] > before) and daemon.process.poll() is None)

# --- the daemon's end -----------------------------------------------------------------------------

follower = Reader("--follow", "mini")
follower.expect("Over")
daemon.signal(signal.SIGTERM)
out = follower.process.communicate(timeout=left())
say("when the daemon ends, who follows is told so", follower.process.returncode == 1 and
    out[1] == b"referee: the daemon has ended\n", out)
say("and it ends with status 0", daemon.process.wait(left()) == 0, daemon.said())
say("a daemon that is not there is one clear line", watch()[0] == 1 and "no daemon answers" in watch()[2])
serve()
until("what was submitted goes on", lambda: of("fast")["running"])
follower = Reader("--follow", "mini")
follower.expect("Over")
daemon.end(signal.SIGKILL)
out = follower.process.communicate(timeout=left())
say("when it is killed, too", follower.process.returncode == 1 and b"the daemon closed the connection" in out[1],
    out)
say.end()
