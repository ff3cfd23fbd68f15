#!/usr/bin/env python3
"""Workers through a NATS server: real servers, workers and games, and what can go wrong with each."""
import os
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from broker import Server, Tournament, Worker, skip_without  # noqa: E402
from checks import check, referee, say, until  # noqa: E402

skip_without()
CUP = """
name = cup
game = connect4
rounds = %d
nodes = %d
openings = random:4
concurrency = 1
bot a { command = "referee-bot --search alphabeta" }
bot b { command = "referee-bot --search minimax" }
bot c { command = "python3 bot.py"  dir = "%s" }
"""
LONG = CUP % (30, 20000, os.path.abspath("bots/starters/python"))


def links(word, tournament):
    return tournament.said().count(word)


def verified(tournament):
    said = referee("verify", "--db", tournament.db).stdout
    say("... and they are right", ": 0 mismatches" in said, said)


server = Server()
alone = Tournament(None, LONG).start()
check("alone", 0, alone.finish())

# Two workers, one of which is killed; then the server; then the server comes back with nothing, twice.
workers = [Worker(server, name) for name in ("lab01", "lab02")]
shared = Tournament(server, LONG).start()
until("two workers play", lambda: links("plays 2 games at a time", shared) >= 2 or shared.process.poll() is not None)
shared.until_played(10)
workers[0].kill()
server.kill()
server.start()
shared.until_played(30)
server.kill()
server.start()
check("a worker and the server are killed, twice", 0, shared.finish())
check("no game is lost and none is there twice", (180, 180), shared.played())
say("the games are the same as alone", shared.games() == alone.games())
say("the other worker has played", "worker lab02 has played" in shared.said(), shared.said())
say("the server's end is told", "it is tried again" in shared.said(), shared.said())
verified(shared)

# Main is killed; the next one goes on with the same workers.
workers.append(Worker(server, "lab03"))
killed = Tournament(server, LONG).start()
until("two workers play", lambda: links("plays 2 games at a time", killed) >= 2 or killed.process.poll() is not None)
killed.until_played(20)
killed.process.kill()
killed.process.wait()
killed.start()
check("main is killed and started again", 0, killed.finish())
check("no game is lost and none is there twice", (180, 180), killed.played())
say("the games are the same as alone", killed.games() == alone.games())

for worker in workers[1:]:
    check("a worker ends when it is asked to", 0, worker.end())
say.end()
