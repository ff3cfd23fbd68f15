#!/usr/bin/env python3
"""Workers through a NATS server, each of which dies twice while it plays: the games, standings and ratings are those of a
tournament that one machine plays alone. tests/crash/machines.py has what else can go wrong."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from broker import Model, Server, Tournament, Worker, skip_without  # noqa: E402
from checks import check, folder, referee, say, until  # noqa: E402
from processes import is_called  # noqa: E402

skip_without()
NAMES = ("lab01", "lab02", "lab03")
CUP = """
name = cup
game = connect4
rounds = 1000000
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
server = Server()
workers = {name: Worker(server, name) for name in NAMES}
shared = Tournament(server, CUP % (1, place)).start()
for kill in range(6):  # each comes to its second session
    name = NAMES[kill % 3]
    until(f"{name} plays", lambda: shared.said().count(f"worker {name} plays") > kill // 3 or shared.process.poll() is not None)
    shared.until_played(shared.played()[0] + 5)
    workers[name].kill()
    workers[name] = Worker(server, name)
    until("it has gone", lambda: shared.said().count("a worker has gone") > kill or shared.process.poll() is not None)
until("the process of each session is named", lambda: all(is_called(worker.core(), "referee-worker") for worker in workers.values()))
check("the tournament goes on until it is told to stop, and then ends", (143, 0), shared.end())
check("no game is lost and none is there twice", (6 * shared.rounds(),) * 2, shared.played())
say("games were played again", "played again: a worker has gone" in shared.said(), shared.said())
alone = Model(CUP % (4, place))
say("the games are the same as alone", shared.games() == alone.of(shared.rounds()))
check("standings and ratings are the same", standings(alone.tournament), standings(shared))
said = referee("verify", "--db", shared.db).stdout
say("... and the games are right", ": 0 mismatches" in said, said)

until("all workers are connected", lambda: all("connected" in worker.said() for worker in workers.values()))
for worker in workers.values():
    check("a worker ends when it is asked to", 0, worker.end())
say.end()
