#!/usr/bin/env python3
"""The daemon: tournaments that come, wait, run side by side, are paused and stopped, and what it
keeps when it or one of its processes is killed. Counts are read from the databases by this program
itself; whatever is waited for is asked for until it is there. Bots of a tournament that only has to be
there take their time, so that its games cost little."""
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from processes import lives, visible  # noqa: E402
from checks import BUILD, folder, left, referee, say, start  # noqa: E402

work = folder()
daemon = Daemon(work)
ask, errors, of, serve, status, until = daemon.ask, daemon.said, daemon.of, daemon.start, daemon.status, daemon.until
path = daemon.socket
ENDLESS = 1000000  # rounds
SLOW = f"{BUILD}/tests/bench/sleeper 2000"  # microseconds a move
QUIT = 60  # seconds that a bot may take to end, the most that there are
HANGS = f"sh {os.path.dirname(os.path.abspath(__file__))}/../lib/hanging-bot.sh"


def tournament(name, rounds=ENDLESS, more="", db=None, file=None):
    file = file or f"{work}/{name}.conf"
    with open(file, "w") as out:
        out.write(f'name = "{name}"\ngame = connect4\nrounds = {rounds}\nopenings = random:4\n'
                  f'depth = 2\ndb = "{db or work + "/" + name + ".db"}"\n{more}\n'
                  + "".join(f'bot {bot} {{ command = "{SLOW if rounds == ENDLESS else "referee-bot --search " + search}" }}\n'
                            for bot, search in (("mini", "minimax"), ("luck", "random"), ("first", "first"))))
    return file


def hanging(name):
    """A tournament whose bots never begin their game, and do not end when they are told to; and the file that is there
    as soon as one of them is waited for."""
    os.mkdir(f"{work}/{name}")
    with open(f"{work}/{name}.conf", "w") as out:
        out.write(f'name = "{name}"\ngame = tictactoe\nformat = ladder\nstartup-timeout = 1h\nquit-timeout = {QUIT}s\nsandbox = none\n'
                  f'db = "{work}/{name}.db"\n' + "".join(f'bot {b} {{ command = "{HANGS} {work}/{name} {b}" }}\n' for b in "ab"))
    return f"{work}/{name}.conf", f"{work}/{name}/begun"


def later_games(name, since, bot):
    """The games behind this one, and how many of them a bot played in."""
    return sql(name, "SELECT count(DISTINCT s.game), count(DISTINCT iif(b.name = '%s', s.game, NULL)) FROM seats s JOIN bots b"
               " ON b.id = s.bot WHERE s.game > %d" % (bot, since))


def last_game(name):
    return sql(name, "SELECT coalesce(max(id), 0) FROM games")[0]


def sql(name, query):
    return daemon.rows(name, query)[0]


# --- one after another ---
one, two = tournament("one", 3), tournament("two", 3)
serve(one, two, "--concurrency", "2")
until("both are played", lambda: of("two")["state"] == "done")
say("two files are played in turn",
    [t["state"] for t in status()["tournaments"]] == ["done", "done"] and
    sql("one", "SELECT max(ended_ms) FROM games") <= sql("two", "SELECT min(started_ms) FROM games"),
    errors())
say("every game of both is there once",
    [sql(n, "SELECT count(*), count(DISTINCT pairing) FROM games") for n in ("one", "two")] ==
    [(18, 18), (18, 18)])
say("what is played already is not played again", ask("submit", one)[0] == 0 and
    until("it has ended", lambda: of("one")["state"] == "done") and
    sql("one", "SELECT count(*) FROM games") == (18,))

# --- submit, what is refused ---
status_before = ask("submit", work + "/nowhere.conf")
say("a file that is not there is refused", status_before[0] == 3, status_before)
open(work + "/bad.conf", "w").write("game = connect4\nrouns = 3\n")
refused = ask("submit", work + "/bad.conf")
say("a file that is wrong is refused with its line", refused[0] == 1 and "bad.conf:" in refused[2],
    refused)
open(work + "/worse.conf", "w").write("game = connect4\nrouns = 3\nrounds = -1\nbot a { comand = x }\n")
refused = ask("submit", work + "/worse.conf")
say("who submits a file hears all that is wrong with it", refused[0] == 1 and refused[1] == "" and
    all(f"worse.conf:{line}: " in refused[2] for line in (2, 3, 4)) and "worse.conf is wrong" in refused[2], refused)
say("who names no tournament of ours is told", ask("pause", "nobody")[0] == 1)
answer = ask("concurrency", "2")
say("a new number of games at a time is answered with it",
    answer == (0, "2 games at a time from now on\n", ""), answer)
say("a number of games that is none is refused", ask("concurrency", "0")[0] == 1 and
    ask("concurrency", "x")[0] == 1 and status()["concurrency"] == 2)
for words, told in ((("concurrency", "2", "--tournament", "long"), "concurrency: it takes no --tournament"),
                    (("bench-bot", "luck"), "bench-bot: wrong number of words; give NAME and --tournament NAME"),
                    (("pause", "long", "--tournament", "long"), "pause: wrong number of words; give [--tournament NAME]")):
    say("words that do not fit are refused: " + " ".join(words), ask(*words) == (2, "", f"referee ctl: {told}\n"), ask(*words))

# --- pause, concurrency, bench ---
long = tournament("long")
taken = ask("submit", long)
say("a tournament is submitted, which is answered with a line",
    taken == (0, "long: accepted; 0 tournaments are before it\n", ""), taken)
until("games are played", lambda: of("long")["done"] > 5)
refused = ask("submit", long)
say("a tournament that is here is not taken twice", refused[0] == 1 and "already" in refused[2],
    refused)
running = until("two play at a time", lambda: [r for r in [of("long")["running"]] if len(r) == 2])[0]
say("status says who plays", all(set(g) <= {"mini", "luck", "first"} for g in running), running)
say("and about how long it will take", re.search(r"^long: .* in play: \d on this machine \(at most \d+\), ETA about \d+:\d\d", ask("status")[1], re.M),
    ask("status"))
answer = ask("pause", "--tournament", "long")
say("who pauses hears what is still played",
    re.fullmatch(r"long: no further game begins; (1 game|[02] games) in play will finish\n", answer[1]), answer)
until("the last games have come back", lambda: of("long")["state"] == "paused")
paused = of("long")["done"]
say("its arbiters go meanwhile", until("they have gone", lambda: not daemon.children("referee-arbiter")))
seen = [of("long")["done"] for _ in range(30)]
say("while it is paused no game is played", set(seen) == {paused} and not daemon.children("referee-arbiter"), (paused, seen))
say("what it has played is kept", sql("long", "SELECT count(*) FROM games") == (paused,))
answer = ask("resume", "--tournament=long")
say("who resumes hears that", answer == (0, "long: games begin again\n", ""), answer)
say("afterwards games are played again",
    until("games", lambda: of("long")["done"] > paused + 5))
ask("concurrency", "1")
until("one plays at a time", lambda: len(daemon.children("referee-arbiter")) == 1)
say("concurrency is changed while it runs", status()["concurrency"] == 1)
ask("concurrency", "3")
until("three play", lambda: len(of("long")["running"]) == 3)
say("also upwards", of("long")["concurrency"] == 3)
answer = ask("bench-bot", "luck", "--tournament", "long")
say("a bot is benched by hand, which is answered", of("long")["benched"] == ["luck"] and answer ==
    (0, "long: luck is BENCHED by hand: its games are not played while this lasts\n", ""), answer)
ask("pause", "long")
until("what was ordered before has come back", lambda: of("long")["state"] == "paused")
last = last_game("long")
ask("resume", "long")
until("games are played again", lambda: later_games("long", last, "luck")[0] > 10)
say("its games are not played then", later_games("long", last, "luck")[1] == 0, later_games("long", last, "luck"))
ask("unbench-bot", "long", "luck")
say("taken off the bench it plays again", of("long")["benched"] == [] and
    until("it plays", lambda: any("luck" in g for g in of("long")["running"])))
refused = ask("add-bot", "long", "new=referee-bot --search first")
say("a format that takes no bots says so", refused[0] == 1 and "round-robin" in refused[2], refused)

# --- an arbiter dies ---
victim = daemon.children("referee-arbiter")[0]
mark = len(daemon.now())
os.kill(victim, signal.SIGKILL)
daemon.line(r"long: (a game is|\d+ games are) played again: an arbiter ended|long: an arbiter ended .*; it had no game in play", mark)
before = of("long")["done"]
until("games go on", lambda: of("long")["done"] > before + 10)
say("an arbiter that is killed costs its games, which are played again, and another is in its place",
    until("it is there", lambda: len(daemon.children("referee-arbiter")) == min(3, len(os.sched_getaffinity(0)))))

# --- stop, then the next ---
answer = ask("stop", "long")
say("who stops it hears what is kept", answer[0] == 0 and answer[1].startswith("long: ") and
    "finished games are kept" in answer[1] and answer[1].count("\n") == 1, answer)
until("it has stopped", lambda: of("long")["state"] == "stopped")
kept = sql("long", "SELECT count(*) FROM games")[0]
say("what is stopped keeps its games", kept == of("long")["done"] and kept > paused)
resumed = ask("resume", "long")
say("who resumes it is told to submit it again", resumed[0] == 1 and
    f"`referee ctl submit` with its file resumes it: {long}" in resumed[2], resumed)
say("a tournament that was stopped goes on when it is submitted again",
    ask("submit", long)[0] == 0 and until("more games", lambda: of("long")["done"] > kept + 5))

# --- SIGTERM in the middle, kill -9 in the middle ---
say("SIGTERM ends it with status 0", daemon.end() == 0, errors())
count, pairings = sql("long", "SELECT count(*), count(DISTINCT pairing) FROM games")
say("and no game is there twice", count == pairings)
say("its socket is gone", not os.path.exists(path))
serve(long, "--concurrency", "2")
until("it goes on", lambda: of("long")["done"] > count + 5)
say("started again it goes on with what was there", daemon.line(f"long: begins: {count} of 6000000 games are played already"))
arbiters = daemon.children("referee-arbiter")
daemon.end(signal.SIGKILL)
until("its arbiters have ended with it", lambda: not any(map(lives, arbiters)))
say("kill -9 leaves its socket behind", os.path.exists(path))
kept = sql("long", "SELECT count(*), count(DISTINCT pairing) FROM games")
serve(long, "--concurrency", "2")
until("it goes on", lambda: of("long")["done"] > kept[0] + 5)
after = sql("long", "SELECT count(*), count(DISTINCT pairing) FROM games")
say("after kill -9 it goes on behind a stale socket, nothing lost and nothing twice",
    kept[0] == kept[1] and after[0] == after[1] and after[0] > kept[0], (kept, after))

# --- the socket ---
second = referee("serve", "--socket", path)
say("a second daemon on the same socket is refused in a line",
    second.returncode == 2 and second.stderr.count("\n") == 1 and "another" in second.stderr, second)
say("only its owner may open it", os.stat(path).st_mode & 0o777 == 0o600)
say("a request in pieces is one", daemon.talk(b"sta", b"tus --js", b"on\n").endswith(b"end 0 \n"))
garbage = [b"\n", b"'\n", b"\0\0\0\n", bytes(range(1, 256)) + b"\n", b"pause a b c d\n", b"x" * 40000,
           b"submit relative.conf\n", b"concurrency 99999999999999999999\n", b"status --yaml\n"]
answers = [daemon.talk(g) for g in garbage]
say("garbage is answered with one line and changes nothing",
    all(re.fullmatch(rb"end [12] [^\n]+\n", a) for a in answers) and status()["concurrency"] == 2,
    answers)
silent = [socket.socket(socket.AF_UNIX) for _ in range(20)]
for s in silent:
    s.connect(path)
before = of("long")["done"]
say("clients that send nothing keep no other client from asking, and no game from being played",
    until("games", lambda: of("long")["done"] > before + 5))
many = [socket.socket(socket.AF_UNIX) for _ in range(100)]
for s in many:  # each asks at once: one that is silent for a second makes room
    s.settimeout(left())
    s.connect(path)
    s.sendall(b"status --json\n")
answers = [s.makefile("rb").read() for s in many]
say("a hundred clients at once are all answered",
    all(a.endswith(b"end 0 \n") and b'"concurrency":2' in a for a in answers), answers)
for s in many:
    s.close()
say("a client that is silent is dropped", all(s.recv(1) == b"" for s in silent))
for s in silent:
    s.close()
if os.geteuid() == 0:
    os.chmod(work, 0o755)
    foreign = subprocess.run([shutil.copy(BUILD + "/referee", work), "status", "--socket", path], user=65534,
                             capture_output=True, text=True)
    say("another user is told who is heard", foreign.returncode == 1 and "own user, root and the group of its socket only" in foreign.stderr,
        foreign)
ask("stop", "long")  # what was submitted would come back with the next daemon
daemon.end()
gone = ask("status")
say("a daemon that is not there is one clear line", gone[0] == 1 and gone[2].count("\n") == 1 and
    "no daemon answers" in gone[2], gone)
open(path, "w").write("mine")
other = referee("serve", "--socket", path)
say("a file that is no socket is left alone", other.returncode == 2 and open(path).read() == "mine")
os.unlink(path)

# --- side by side ---
twin = tournament("twin", db=work + "/left.db")
serve(tournament("left"), twin, tournament("right"), "--concurrency", "2", "--parallel-tournaments", "3")
until("both play", lambda: of("left")["done"] > 5 and of("right")["done"] > 5)
say("two tournaments run side by side, and share the games at a time",
    of("left")["concurrency"] == 1 and of("right")["concurrency"] == 1)
say("one that shares a database waits", of("twin")["state"] == "waiting", of("twin"))
ask("pause", "left")
until("the other gets its share", lambda: of("right")["concurrency"] == 2)
say("the share of one that is paused goes to the other", of("left")["concurrency"] == 0)
ask("stop", "left")
until("the one that waited begins", lambda: of("twin")["state"] == "running")
say("when the first ends, the one that shares its database begins", of("left")["state"] == "stopped")
daemon.end()

# --- the folder, SIGHUP, bots that join ---
drop = work + "/drop"
os.mkdir(drop)
first = tournament("first", 2, file=drop + "/a.conf", db=work + "/first.db")
serve("--watch-dir", drop, "--concurrency", "2")
until("it is played", lambda: of("first")["state"] == "done")
say("a file that is in the folder is played", sql("first", "SELECT count(*) FROM games") == (12,))
with open(drop + "/.half", "w") as out:
    out.write(open(tournament("moved", 2)).read())
os.rename(drop + "/.half", drop + "/b.conf")
until("it is played", lambda: of("moved")["state"] == "done")
say("a file that is moved there is played", sql("moved", "SELECT count(*) FROM games") == (12,))
slow = open(drop + "/c.conf", "w")
slow.write("name = half\ngame = conn")
slow.flush()
open(drop + "/wrong.conf", "w").write("game = connect4\nrounds = -1\n")
until("the wrong one is told", lambda: "wrong.conf is left out" in errors())
say("a file that is wrong is told once, and left out", errors().count("wrong.conf:2:") == 1, errors())
say("a file that is being written is not read", "c.conf" not in errors(), errors())
ladder = ('name = half\ngame = connect4\nformat = ladder\nopenings = random:4\n'
          f'db = "{work}/half.db"\nbot mini {{ command = "{SLOW}" }}\nbot luck {{ command = "{SLOW}" }}\n')
slow.seek(0)
slow.write(ladder)
slow.truncate()
slow.close()
until("it is taken when it is whole", lambda: of("half")["done"] > 5)
say("it is taken once it is whole", of("half")["state"] == "running")
open(work + "/plain.py", "w").write("#!/usr/bin/env python3\n")
with open(drop + "/c.conf", "a") as out:
    out.write(f'bot late {{ command = "{SLOW}" }}\n')
    out.write('bot astray { command = "./no-such-bot" }\n')
    out.write(f'bot plain {{ command = "./plain.py" dir = "{work}" }}\n')
    out.write(f'bot adrift {{ command = "python3 bot.py" dir = "{work}/no-such-folder" }}\n')
daemon.line("bot late takes part")
say("one that is written into it without its program is told to lose, and why it cannot be started",
    until("it is told", lambda: all(told in errors() for told in (
        'bot astray: there is no file "./no-such-bot"; the bot loses its games',
        f'bot plain: "{work}/plain.py" is not executable: chmod +x',
        f'bot adrift: its folder "{work}/no-such-folder" is not there'))), errors())
say("a bot that is written into its file joins a ladder",
    until("it plays", lambda: any("late" in g for g in of("half")["running"])))
added = ask("add-bot", "half", f"added={SLOW}")
say("a bot is added by hand, once it has said what it can play", added[0] == 0 and
    added[1] == "half: bot added takes part when its features are known\n" and
    until("it plays", lambda: any("added" in g for g in of("half")["running"])), added)
gone = ask("add-bot", "half", "nowhere=./no-such-bot --fast")
say("one whose program is not there is refused, and where it was looked for is said",
    gone[0] == 1 and '"./no-such-bot"' in gone[2] and "daemon's folder" in gone[2], gone)
again = ask("add-bot", "half", "added=referee-bot --search random")
say("a second one of its name is refused", again[0] == 1 and "added" in again[2], again)
mark = len(daemon.now())
daemon.signal(signal.SIGHUP)
daemon.line("nothing has changed", mark)
say("SIGHUP reads the files again, and tournaments go on", of("half")["state"] == "running")
daemon.end()

# --- one signal waits for bots that do not end, two do not ---
twice, begun = hanging("twice")
serve(twice)
until("its bots are waited for", lambda: os.path.exists(begun))
before = time.monotonic()
daemon.ended = True
daemon.signal(signal.SIGTERM)
daemon.line("serve: stops; every finished game is kept")
say("after one signal it waits for its bots to end", [t["state"] for t in status()["tournaments"]] == ["stopping"], status())
say("a second one ends it at once", daemon.end() == 0 and time.monotonic() - before < QUIT, time.monotonic() - before)

# --- SIGHUP begins what is new or changed, and tells what changed ---
over, live, rung = tournament("over", 1), tournament("live"), work + "/rung.conf"
with open(rung, "w") as out:
    out.write(ladder.replace("half", "rung"))
serve(over, live, rung, "--concurrency", "2", "--parallel-tournaments", "3")
until("the first is over", lambda: of("over")["state"] == "done" and of("rung")["state"] == "running")
ask("concurrency", "4")


def reread():
    """The lines that it logs at SIGHUP."""
    mark = len(daemon.now())
    daemon.signal(signal.SIGHUP)
    daemon.line(r"(?s)reads the files again\n.*nothing has changed\n|new in the file|takes part", mark)
    return daemon.now()[mark:]


told = reread()
say("SIGHUP begins nothing again that is over, and says nothing of files that are as they were",
    re.findall(r"(over|live|rung): (?!game)", told) == [] and of("over")["state"] == "done" and
    len([t for t in status()["tournaments"] if t["name"] == "over"]) == 1, told)
with open(live, "a") as out:
    out.write('bot new { command = "referee-bot --search first" }\n')
told = reread()
say("of a format that takes no bots it says so when there is one",
    "live: bot new is new in the file and does not take part; format = round-robin takes no new bots" in told, told)
with open(rung, "a") as out:
    out.write('bot new { command = "referee-bot --search first" }\n')
told = reread()
say("what was not set in a file is not told as changed",
    "rung: bot new takes part" in told and "concurrency" not in told, told)
with open(over, "a") as out:
    out.write("strict = yes\n")
mark = len(daemon.now())
daemon.signal(signal.SIGHUP)
say("one that is over begins again when its file is another", daemon.line(r"over: begins: 6 of 6 games", mark))
twice = referee("serve", "--queue", "q", "--queue", "q")
say("a flag that takes one value is not given twice", twice.returncode == 2 and twice.stderr.count("\n") == 1 and
    '--queue "q": it is given twice' in twice.stderr, twice)
daemon.end(signal.SIGKILL)

# --- what was asked by hand holds when the daemon is started again ---
daemon = serve(drop + "/c.conf", "--concurrency", "2", "--parallel-tournaments", "2")
say("a bot that was added by hand and is in no file plays on after a restart",
    until("it plays", lambda: of("half")["state"] == "failed" or
          any("added" in g for g in of("half")["running"])) and of("half")["state"] == "running", errors())
until("a game of it is kept", lambda: daemon.rows(
    "half", "SELECT 1 FROM seat_totals t JOIN bots b ON b.id = t.bot WHERE b.name = 'added'"))
again = ask("add-bot", "half", "added=referee-bot --search random")
say("a second one of its name is refused still", again[0] == 1 and "added already" in again[2], again)
wrong = ask("add-bot", "half", "worse=")
say("and so is one that is none", wrong[0] == 1 and "empty" in wrong[2], wrong)
ending, begun = hanging("ending")
daemon.submit(ending)
until("its bots are waited for", lambda: os.path.exists(begun))
ask("stop", "ending")
refused = ask("add-bot", "ending", "late=referee-bot --search first")
say("a tournament that waits for its last games takes no bot, and says so",
    refused[0] == 1 and "ending is ending" in refused[2], refused)
ask("bench-bot", "half", "luck")
twice = ask("bench-bot", "half", "luck")
say("who is benched by hand cannot be so again", twice[0] == 1 and "already" in twice[2], twice)
daemon.end(signal.SIGKILL)
last = last_game("half")
with open(drop + "/c.conf", "a") as out:
    out.write(f'bot added {{ command = "{BUILD}/tests/bench/sleeper 3000" }}\n')
daemon = serve(drop + "/c.conf", "--concurrency", "2")
until("games of it are played", lambda: later_games("half", last, "luck")[0] > 10)
say("a bot that was benched by hand stays so when the daemon was killed, which is said",
    of("half")["benched"] == ["luck"] and daemon.line("luck is BENCHED by hand"))
say("its games are not played", later_games("half", last, "luck")[1] == 0, later_games("half", last, "luck"))
say("who was added by hand and is in the file meanwhile plays on as that says, and who was refused is forgotten",
    until("it plays", lambda: any("added" in g for g in of("half")["running"])) and
    daemon.line(r"bot added has changed \(another command\): ") and "worse" not in daemon.now(), daemon.now())
say("what was not benched by hand is not freed so", ask("unbench-bot", "half", "mini")[0] == 1)
say("who is taken off the bench is on none", ask("unbench-bot", "half", "luck")[0] == 0 and
    of("half")["benched"] == [])
daemon.end()
daemon = serve(drop + "/c.conf", "--concurrency", "2")
say("and plays when the daemon is started again",
    until("it plays", lambda: any("luck" in g for g in of("half")["running"])))
daemon.end()

# --- pages ---
serve(long, "--concurrency", "3", "--parallel-tournaments", "2", "--http-listen", "127.0.0.1:0")


def page(name):
    return daemon.page("/" + name)[1]


say("--http-listen with port 0 says which port it got, and there are pages",
    until("its name is there", lambda: "long" in page("")))
finished = r'finished_total{tournament="long-[0-9a-f]+",name="long"} (\d+)'
first = int(until("figures", lambda: re.search(finished, page("metrics"))).group(1))
say("its figures follow the games",
    until("more", lambda: int(re.search(finished, page("metrics")).group(1)) > first + 5))


# Bots that make a move for each byte of a pipe.
os.mkfifo(work + "/orders")
orders = os.open(work + "/orders", os.O_RDWR)
with open(work + "/told.conf", "w") as out:
    out.write(f'name = told\ngame = tictactoe\nrounds = 1\nsandbox = none\nmovetime = 1h\ndb = "{work}/told.db"\n' + "".join(
        f'bot {bot} {{ command = "python3 {os.path.dirname(HANGS.split()[1])}/scripted-bot.py {work}/orders" }}\n' for bot in ("ann", "bob")))
daemon.submit(work + "/told.conf")
os.write(orders, b"mm")
live = f"t/{until('it has a page', lambda: [t['id'] for t in json.loads(page('.json')) if (t['name'], t['state']) == ('told', 'running')])[0]}/live.json"
shown = until("its moves are shown", lambda: [g for g in json.loads(page(live) or "[]") if g["plies"] >= 2])
say("moves are shown before their game has ended", len(shown) == 1 and set(shown[0]["players"]) == {"ann", "bob"} and
    (shown[0]["plies"], shown[0]["last"], of("told")["done"]) == (2, "b1", 0), shown)
ask("stop", "told")
until("it is stopped", lambda: of("told")["state"] == "stopped")
web = daemon.children("referee-web")
say("the web process is another program, which has no database of ours open", len(web) == 1 and
    "web-process" in open(f"/proc/{web[0]}/cmdline").read())
before = of("long")["done"]
os.kill(web[0], signal.SIGKILL)
until("another is there", lambda: daemon.children("referee-web") not in ([], web))
again = until("figures", lambda: re.search(finished, page("metrics")))
say("one that is killed is started anew on the same port, and is told what holds",
    int(again.group(1)) >= before and daemon.line("it restarts in"), again)
say("no arbiter has died of it", "played again" not in daemon.now(), daemon.now())
web = daemon.children("referee-web")
os.kill(web[0], signal.SIGSTOP)
before = of("long")["done"]
say("while it stands still games are played",
    until("games", lambda: of("long")["done"] > before + 5))
os.kill(web[0], signal.SIGCONT)
say("and afterwards it goes on", until("figures", lambda: int(
    (re.search(finished, page("metrics")) or again).group(1)) > before + 5))
say("the daemon ends with its pages", daemon.end() == 0 and page("") == "")
serve(long, "--concurrency", "1", "--http-listen", "localhost:0")
say("localhost is loopback: only who asks for this machine by its name is answered",
    "can read the pages" not in daemon.now() and page("") != "" and
    daemon.page("/", Host="elsewhere.example")[0] == 403, daemon.now())
daemon.end()
serve(long, "--concurrency", "1", "--http-listen", "127.0.0.1:0", "--http-listen", "127.0.0.2:0", "--http-listen", "127.0.0.1:0")


def doors(times):
    """The addresses of the pages in the log, when each was logged this many times."""
    found = re.findall(r"web: pages at http://([\d.]+):(\d+)/", daemon.now())
    return len(found) == 3 * times and found[-3:]


def answers(door):
    with contextlib.suppress(OSError):
        return "long" in urllib.request.urlopen("http://%s:%s/" % door, timeout=left()).read().decode()


first = until("three addresses", lambda: doors(1))
say("--http-listen may be repeated: pages are at each address, with a port of its own", [host for host, _ in first] ==
    ["127.0.0.1", "127.0.0.2", "127.0.0.1"] and first[0] != first[2] and all(until("an answer", lambda: answers(door)) for door in first), first)
os.kill(daemon.children("referee-web")[0], signal.SIGKILL)
say("and after a restart of the web process at the same ports", until("again", lambda: doors(2)) == first and
    all(until("an answer", lambda: answers(door)) for door in first), daemon.now())
daemon.end()
with socket.socket() as ours:  # the port stays ours, and as it does not listen, the daemon may listen there
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ours.bind(("127.0.0.1", 0))
    one = "127.0.0.1:%d" % ours.getsockname()[1]
    serve("--http-listen", one)
    daemon.end()
    wrong = referee("serve", "--socket", path, "--http-listen", one, "--http-listen", one)
    say("one address that is given twice is refused in a line, though it is free", daemon.pages == one and
        wrong.returncode == 2 and wrong.stderr.count("\n") == 1 and "already in use" in wrong.stderr, wrong)
wrong = referee("serve", "--socket", path, "--http-listen", "8080")
say("an address that is none is refused in a line",
    wrong.returncode == 2 and wrong.stderr.count("\n") == 1, wrong)

# --- states, and games that were not played ---
with open(work + "/bench.conf", "w") as out:
    out.write(f'name = bench\ngame = tictactoe\nrounds = 4\nstrikes = 1\non-benched = skip\nseed = 2\ndb = "{work}/bench.db"\n'
              + "".join(f'bot {b} {{ command = "referee-bot --search random" }}\n' for b in ("mini", "luck"))
              + "".join(f'bot {b} {{ command = "false" }}\n' for b in ("hang", "gone")))
with open(work + "/broken.db", "w") as out:
    out.write("no database" * 100)
serve(work + "/bench.conf", tournament("broken", db=work + "/broken.db"), tournament("halted"), tournament("behind"),
      tournament("far"), "--concurrency", "1", "--http-listen", "127.0.0.1:0")
until("the third plays", lambda: of("halted")["done"] > 0)
ask("pause", "far")
ask("stop", "halted")
until("the fourth plays", lambda: of("behind")["state"] == "running")
played, faults = sql("bench", "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM faults)")
bench = of("bench")
say("what was not played is said with who is benched", 48 > played == bench["done"] and
    bench["why"] == f"{48 - played} games not played: hang, gone are benched", bench)
say("also to people", f"bench: done, {played} of 48 games, {faults} faults: {48 - played} games not played: hang, gone are "
    "benched\n" in ask("status")[1], ask("status"))
say("faults are seats that failed, in the status as among the figures", faults == bench["faults"] == sum(
    int(n) for n in re.findall(r'referee_faults_total\{[^}]*name="bench"[^}]*\} (\d+)', page("metrics"))), bench)
wanted = {"bench": "done", "broken": "failed", "halted": "stopped", "behind": "running", "far": "paused"}


def shown():
    """The states on the page of figures."""
    return {name: state for name, state in
            re.findall(r'referee_tournament_state\{[^}]*name="(\w+)",state="(\w+)"\} 1\n', page("metrics"))}


say("the figures have the state that each is in, as it is", until("they are told", lambda: shown() == wanted), shown())
say("and so has the status", {t["name"]: t["state"] for t in status()["tournaments"]} == wanted, status())
told = {t["name"]: (t["state"], t["why"]) for t in json.loads(page(".json"))}
say("pages say why one has failed", {name: told[name][0] for name in told} == wanted and
    told["broken"][1] == of("broken")["why"] and "broken.db" in told["broken"][1] and told["behind"][1] is None and
    told["broken"][1] in page("") and bench["why"] in page(""), told)
daemon.end()

# --- pages with a token ---
secret, held = "open-sesame-1776", work + "/token"
with open(held, "w") as file:
    file.write(secret + "\n")
os.chmod(held, 0o600)


def asked(name, **headers):
    return daemon.page("/" + name, **headers)[0]


for given in (secret, "@" + held):
    serve(long, "--concurrency", "1", "--http-listen", "127.0.0.1:0", "--web-token", given)
    keys = [asked(""), asked("?token=wrong"), asked("", Authorization="Bearer " + secret),
            asked("metrics", Authorization="Bearer " + secret), asked("metrics")]
    say(f"--web-token {given.split('/')[0]}...: who does not bring it reads nothing", keys == [401, 401, 200, 200, 401],
        keys)
    shown = []
    for pid in [daemon.pid, *daemon.children("referee-web")]:
        for part in ("cmdline", "environ"):
            shown.append(visible(lambda: open(f"/proc/{pid}/{part}", "rb").read()) or b"not for us to see")
    say("it is neither among our arguments, nor in our environment, nor in what is said",
        not any(secret.encode() in text for text in shown) and secret not in daemon.now() and len(shown) == 4)
    daemon.end()
refusals = [referee("serve", "--socket", path, *words) for words in (
    ["--web-token", secret], ["--http-listen", "127.0.0.1:0", "--web-token", "fifteen-letters"],
    ["--http-listen", "127.0.0.1:0", "--web-token", "with a blank in it"],
    ["--http-listen", "127.0.0.1:0", "--web-token", "@" + work + "/nowhere"])]
say("a token that is none is refused in a line, which does not hold it",
    all(r.returncode == 2 and r.stderr.count("\n") == 1 and "--web-token" in r.stderr and "blank in it" not in r.stderr
        for r in refusals), refusals)

# --- no process reads its log ---
reader, writer = os.pipe()
os.set_blocking(reader, False)
os.set_blocking(writer, False)
try:
    while os.write(writer, b"\n" * 4096):
        pass
except BlockingIOError:
    os.set_blocking(writer, True)
still = start([BUILD + "/referee", "serve", "--socket", path, tournament("still", 3)], stderr=writer, cwd=work)
until("it listens", lambda: ask("status")[0] == 0)
say("a full pipe as its log holds up no tournament and no answer",
    until("it has played", lambda: of("still")["state"] == "done"))
heard = b""


def hear():
    global heard
    try:
        heard += os.read(reader, 1 << 20)
    except BlockingIOError:
        pass
    return b"still: done: 18 games" in heard


say("the log of the meantime is there when a process reads again",
    until("it is heard", hear) and heard.lstrip().split(b"\n")[0].endswith(b" info serve: ready"), heard[-400:])
still.send_signal(signal.SIGTERM)
say("and it ends when it is told to", still.wait(left()) == 0)
os.close(reader)
os.close(writer)

# --- what it says, for people, the journal and programs ---
with open(work + "/faulty.conf", "w") as out:
    out.write(f'name = faulty\ngame = tictactoe\nrounds = 2\nstrikes = 2\ndb = "{work}/faulty.db"\n'
              'bot luck { command = "referee-bot --search random" }\nbot bad { command = "false" }\n')
events = open(work + "/events", "wb")
serve(work + "/faulty.conf", work + "/bad.conf", "--json", stdout=events)
until("it is played", lambda: of("faulty")["state"] == "done")
daemon.end()
lines = daemon.now().splitlines()
say("each line has its time, by RFC 3339, and its level", lines and all(re.fullmatch(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (error|warning|notice|info) serve: .+", line) for line in lines), lines)


def level(text):
    return [line.split()[1] for line in lines if text in line]


say("a mistake is an error, a benched bot a warning, a fault a notice, all else news",
    level("bad.conf:2:") == ["error"] and level("bad is BENCHED") == ["warning"] and level("lost by startup") ==
    ["notice"] * 3 and level("faulty: begins") == level("serve: ready") == ["info"], lines)
events.close()
heard = [json.loads(line) for line in open(work + "/events")]
say("--json says on stdout what happens, an object a line", [e["event"] for e in heard] ==
    ["start", "game", "game", "benched", "game", "game", "done"] and
    all(e["tournament"] == "faulty" and re.fullmatch(r"[\d-]{10}T[\d:.]{12}Z", e["time"]) for e in heard), heard)
say("with the games as `referee run --json` has them", heard[3]["bot"] == "bad" and heard[-1]["played"] == 4 and
    sorted(e["game"] for e in heard if e["event"] == "game") == [1, 2, 3, 4] and all(
        set(e) == {"event", "time", "tournament", "game", "round", "plies", "reason", "result", "opening", "seats", "pairs"} and
        [set(seat) for seat in e["seats"]] == [{"bot", "rank", "verdict", "running_elo"}] * 2 for e in heard
        if e["event"] == "game"), heard)
kept = os.stat(work + "/errors")
serve(env={"JOURNAL_STREAM": f"{kept.st_dev}:{kept.st_ino}"})
say("in the journal, which has times of its own, a line has its level", re.fullmatch(r"(<6>serve: [^\n]*\n)+",
    daemon.now()), daemon.now())
daemon.end()

# --- tests that end undecided ---
def test(name, bot):
    with open(f"{work}/{name}.conf", "w") as out:
        out.write(f'name = "{name}"\ngame = connect4\nformat = sprt\nopenings = random:4\ndepth = 2\nsandbox = none\n'
                  f'db = "{work}/{name}.db"\nbot new {{ command = "{bot}" }}\n'
                  'bot old { command = "referee-bot --search random" }\n')
    return f"{work}/{name}.conf"


daemon = serve(test("fails", f"{BUILD}/tests/rogues/crashes 11"), test("missing", "./nowhere"), "--concurrency", "1")
until("both have ended", lambda: [of(n)["state"] for n in ("fails", "missing")] == ["done", "failed"])
say("the status says that a test ended undecided, and why",
    of("fails")["why"].startswith("undecided: new failed in 6 of 6 games (crash); after 2 pairs the LLR is -"), of("fails"))
say("for people too", "fails: done, 8 games, 8 faults: undecided: new failed" in ask("status")[1] and
    "  faults: new 8\n" in ask("status")[1], ask("status"))
say("one whose bot cannot be started has failed",
    of("missing")["why"].startswith("undecided: bot new cannot be started, and these games do not count"), of("missing"))
test("missing", "referee-bot --search alphabeta")
ask("submit", f"{work}/missing.conf")
until("it goes on when that is mended", lambda: of("missing")["state"] == "done")
say("and is decided", "new is stronger than old: H1 (10) accepted" in of("missing")["why"], of("missing"))
daemon.end()

done = ask("status", "x")
say("a word that is too many is a mistake of the command line", done[0] == 2 and "one word too many" in done[2], done)

# --- a visitor's game ---
with open(work + "/four.conf", "w") as file:
    file.write('game = connect4\nmovetime = 1m\nbot easy { command = "referee-bot --search random" }\n')
serve("--visitor-listen", "127.0.0.1:0", "--play", work + "/four.conf")
host, port = daemon.line(r"visitors: play at http://(127\.0\.0\.1):(\d+)/\n").groups()


def begin_game():
    visitor = http.client.HTTPConnection(host, int(port), timeout=left())
    visitor.request("POST", "/play", "bot=0.0&seat=1", {"Sec-Fetch-Site": "same-origin",
                                                      "Content-Type": "application/x-www-form-urlencoded"})
    return visitor.getresponse().status == 303


daemon.until("a visitor's game begins", begin_game)
say("it ends with a visitor's game in play", daemon.end() == 0, daemon.said()[-2000:])

# --- systemd ---
for name in (work + "/notify", "@referee-" + str(os.getpid())):
    ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ear.bind("\0" + name[1:] if name[0] == "@" else name)
    ear.settimeout(left())
    serve(env={"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "200000"})
    heard = []
    while sum(h == "WATCHDOG=1" for h in heard) < 3:
        heard.append(ear.recv(4096).decode())
    say("it tells systemd that it is ready and, again and again, that it lives" +
        (" (abstract)" if name[0] == "@" else ""),
        heard[0] == "READY=1" and "STATUS=nothing to do" in heard, heard)
    daemon.signal(signal.SIGHUP)
    while not heard[-1].startswith("RELOADING=1"):
        heard.append(ear.recv(4096).decode())
    say("that it reads again, since when, and is ready again",
        re.fullmatch(r"RELOADING=1\nMONOTONIC_USEC=\d+", heard[-1]) is not None, heard)
    while heard[-1] != "READY=1":
        heard.append(ear.recv(4096).decode())
    daemon.end()
    ear.setblocking(False)
    try:
        while True:
            heard.append(ear.recv(4096).decode())
    except BlockingIOError:
        pass
    say("and that it stops", "STOPPING=1" in heard, heard)
say.end()
