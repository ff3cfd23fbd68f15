#!/usr/bin/env python3
"""Workers through a NATS server, one of which dies each second: the games, standings and ratings are those of a
tournament that one machine plays alone. tests/crash/machines.py has what else can go wrong."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from broker import Server, Tournament, Worker, skip_without  # noqa: E402
from checks import check, folder, referee, say, until  # noqa: E402

skip_without()
NAMES = ("lab01", "lab02", "lab03")
CUP = """
name = cup
game = connect4
rounds = 25
nodes = 3000
openings = random:4
concurrency = %d
bot a { command = "referee-bot --search alphabeta" }
bot b { command = "referee-bot --search minimax" }
bot c { command = "python3 bot.py"  dir = "%s" }
"""


def slow_bot():
    """The Python starter, which takes its time, so that games are in play when a machine dies."""
    place = folder()
    with open("bots/starters/python/bot.py") as file:
        text = file.read()
    with open(f"{place}/bot.py", "w") as file:
        file.write(text.replace("import random\n", "import random\nimport time\n")
                   .replace("    return random.choice", "    time.sleep(0.03)\n    return random.choice"))
    return place


def standings(tournament):
    """Places, points and ratings, as the program prints them."""
    return referee("standings", "--db", tournament.db, "--json").stdout


place = slow_bot()
alone = Tournament(None, CUP % (4, place)).start()
server = Server()
workers = {name: Worker(server, name) for name in NAMES}
check("alone", 0, alone.finish())
shared = Tournament(server, CUP % (1, place)).start()
kills, playing = 0, dict.fromkeys(NAMES, 0)
next_kill = time.monotonic()
while shared.process.poll() is None:
    said = shared.said()
    victims = [name for name in NAMES if said.count(f"worker {name} plays") > playing[name]]
    if victims and time.monotonic() >= next_kill:
        playing[victims[0]] = said.count(f"worker {victims[0]} plays")
        workers[victims[0]].kill()
        workers[victims[0]] = Worker(server, victims[0])
        kills += 1
        next_kill = time.monotonic() + 1
    time.sleep(0.05)
check("the tournament ends", 0, shared.finish())
say(f"workers were killed: {kills} times", kills >= 3, kills)
check("no game is lost and none is there twice", (150, 150), shared.played())
say("the games are the same as alone", shared.games() == alone.games())
say("games were played again", "played again: a worker has gone" in shared.said(), shared.said())
check("standings and ratings are the same", standings(alone), standings(shared))
said = referee("verify", "--db", shared.db).stdout
say("... and the games are right", ": 0 mismatches" in said, said)

until("all workers are connected", lambda: all("connected" in worker.said() for worker in workers.values()))
for worker in workers.values():
    check("a worker ends when it is asked to", 0, worker.end())
say.end()
