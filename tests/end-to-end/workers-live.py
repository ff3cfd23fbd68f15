#!/usr/bin/env python3
"""A worker of a running tournament: `referee ctl status`, the pages, the metrics and `watch` show it and its games, and its
end. Bots wait for a byte of a FIFO at each move, so that games stand where they are to."""
import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import sys
import termios

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "lib"))
from daemon import Daemon  # noqa: E402
from checks import BUILD, LIMIT, folder, say, start  # noqa: E402

work = folder()
fifo = work + "/fifo"
os.mkfifo(fifo)
orders = os.open(fifo, os.O_RDWR)
os.mkdir(work + "/mine")
with open(work + "/mine/bot.py", "w") as file:
    file.write(f"""
import os, sys
orders = os.open({fifo!r}, os.O_RDONLY)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature legal players\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1]
    elif words[0] == "go":
        os.read(orders, 1)
        print("bestmove", legal, flush=True)
""")
with open(work + "/cup.conf", "w") as file:
    file.write(f"""name = cup
game = tictactoe
rounds = 12
nodes = 1
concurrency = 1
sandbox = none
db = "{work}/cup.db"
worker = "echo $$ >>{work}/pids; exec referee worker run --stdin --name lab07 --slots 1 --sandbox none"
bot a {{ command = "python3 bot.py"  dir = "mine" }}
bot b {{ command = "python3 bot.py"  dir = "mine" }}
""")
daemon = Daemon(work, "--concurrency", "1", "--http-listen", "127.0.0.1:0")
of, until = daemon.of, daemon.until
daemon.start()
daemon.submit(work + "/cup.conf")


def worker():
    return (of("cup").get("workers") or [{}])[0]


def numbers():
    return [n for n in of("cup").get("numbers", []) if n]


def metric(name):
    found = re.search(r'^' + name + r'\{.*worker="lab07"\} (\S+)$', daemon.page("/metrics")[1], re.M)
    return float(found[1]) if found else None


until("both machines play", lambda: worker().get("running") == 1 and len(numbers()) == 2)
status = of("cup")
say("status says what the worker does", {k: worker()[k] for k in ("name", "state", "slots", "running", "played")} ==
    {"name": "lab07", "state": "plays", "slots": 1, "running": 1, "played": 0}, worker())
say("and which games are played where", (status["running_own"], status["running_workers"]) == (1, 1), status)
told = daemon.ask("status")[1]
say("for people too", "worker lab07: plays, 1 of 1 slots in use" in told and "in play: 1 on this machine (at most 1), 1 on workers" in told,
    told)

watchers = [start([BUILD + "/referee", "watch", str(n), "--json", "--socket", daemon.socket], stdout=subprocess.PIPE,
                  text=True) for n in numbers()]
until("both watch", lambda: daemon.status()["watching"] == 2)
until("the page of live games has both", lambda: len(json.loads(
    daemon.page(re.search(r"/t/cup-\w+", daemon.page("/")[1])[0] + "/live.json")[1])) == 2)
base = re.search(r"/t/cup-\w+", daemon.page("/")[1])[0]
until("the metrics have the worker", lambda: metric("referee_worker_slots") == 1)
say("and its games", (metric("referee_worker_games_running"), metric("referee_worker_plays")) == (1, 1), daemon.page("/metrics")[1])
say("the menu has its page", f'href="{base}/workers"' in daemon.page(base + "/live")[1])



def moves(count):
    return os.write(orders, b"m" * count) == count


until("both are over", lambda: moves(1) and all(watcher.poll() is not None for watcher in watchers))
outs = [watcher.communicate(timeout=LIMIT)[0] for watcher in watchers]
ends = [re.findall(r'"event":"(move|end)"', out) for out in outs]
say("watch shows the games of both machines to their ends", [e.count("end") for e in ends] == [1, 1] and
    min(len(e) for e in ends) >= 6, outs)

until("its page has the results", lambda: [w["games"] for w in json.loads(
    daemon.page(base + "/workers.json")[1] or "null")["results"] if w["worker"] == "lab07"][0] >= 1)
page = daemon.page(base + "/workers")[1]
say("the page has what it does, and its results", "Workers now" in page and "Results by machine" in page and
    page.count("<bdi>lab07</bdi>") == 2, page)

until("no move is left", lambda: struct.unpack("i", fcntl.ioctl(orders, termios.FIONREAD, b"    "))[0] == 0)
until("it plays again", lambda: worker().get("running") == 1)
os.kill(int(open(work + "/pids").read().split()[-1]), signal.SIGKILL)
until("its end is seen", lambda: worker().get("state") == "gone" or len(open(work + "/pids").read().split()) == 2)
until("it is there again", lambda: worker().get("state") == "plays" and worker().get("running") == 1)
until("all is played", lambda: moves(20) and of("cup")["state"] == "done")
said = json.loads(subprocess.run([BUILD + "/referee", "worker", "list", "--db", work + "/cup.db", "--json"], capture_output=True,
                                 text=True, check=True).stdout)
say("the game that it lost is counted", [w["lost"] for w in said if w["worker"] == "lab07"] == [1], said)
say("and no game is missing", sum(w["games"] for w in said) == 24, said)
say("the daemon ends", daemon.end() == 0)
with open(work + "/cup.conf") as file:
    text = re.sub("worker = .*\n", "", file.read())
with open(work + "/cup.conf", "w") as file:
    file.write(text)
daemon.start(work + "/cup.conf")
until("it is over again", lambda: of("cup")["state"] == "done")
say("the menu has the page of workers also when none is left", "/workers\">Workers</a>" in daemon.page(base)[1])
say("the daemon ends again", daemon.end() == 0)
say.end()
