#!/usr/bin/env python3
"""Processor time of house bots for each move: the best search of every game, and mcts with a tree that is full at once.

The bot counts its own processor time (--clock cpu), so that other processes hardly matter; but its memory is slower
beside them, and what it does after it has looked at the clock then takes some tenths of a millisecond more. So most
moves must keep to their time, and all but a few to a margin, a small part of what a referee gives. Prints a line for
each game and search: "ok ..." or "not ok ..." with the moves that took longer than they have.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from checks import BUILD, say  # noqa: E402

GAMES = [("tictactoe", 2), ("connect4", 2), ("nim", 2), ("letters", 2), ("tree", 2), ("chinese-checkers", 2),
         ("chinese-checkers", 3), ("othello", 2), ("breakthrough", 2), ("gomoku", 2), ("kalah", 2)]
BOTS = [("best",), ("mcts", "--hash", "2")]
TIMES = {5: 20, 20: 20, 50: 12}  # milliseconds a move, and moves of each
FILLS = {50: 40}  # and of a bot whose 64 megabytes are full every five moves
MARGIN = 1  # millisecond; a referee gives 20
FEW = 10  # one in this many may be later than that, and one at all


class Bot:
    def __init__(self, game, seats, search, *more):
        self.process = subprocess.Popen([BUILD + "/referee-bot", "--search", search, "--clock", "cpu", *more],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.moves = []
        self.ask("ugi", "ugiok")
        self.ask(f"uginewgame game {game} players {seats} seat 1 seed 1\nisready", "readyok")

    def ask(self, line, answer):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        for got in self.process.stdout:
            if got.startswith(answer):
                return got.split()
        return None

    def used(self):
        """Milliseconds of a processor so far."""
        with open(f"/proc/{self.process.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e6

    def move(self, ms):
        """The milliseconds that a move took; None where the game is over."""
        position = "position startpos" + (" moves " + " ".join(self.moves) if self.moves else "")
        before = self.used()
        move = self.ask(f"{position}\ngo movetime {ms}", "bestmove")
        if move is None or move[1] == "resign":
            return None
        self.moves.append(move[1])
        return self.used() - before

    def end(self):
        self.process.kill()
        self.process.wait()


def late_moves(game, seats, search):
    """The moves that took longer than they have, the number of those that are beyond the margin, and of all moves."""
    late, beyond, moves = [], 0, 0
    fills = search == ("best",) and (game, seats) == ("chinese-checkers", 2)
    for ms, count in (FILLS if fills else TIMES).items():
        bot = Bot(game, seats, *search)
        for ply in range(count):
            took = bot.move(ms)
            if took is None:
                break
            moves += 1
            if took > ms:
                late.append(f"{took:.2f} of {ms} ms at ply {ply}")
                beyond += took > ms + MARGIN
        bot.end()
    return late, beyond, moves


for game, seats in GAMES:
    for search in BOTS:
        late, beyond, moves = late_moves(game, seats, search)
        say(f"{game} for {seats}: {' '.join(search)} keeps to its time",
            2 * len(late) < moves and beyond <= max(1, moves // FEW), late, moves)
say.end()
