#!/usr/bin/env python3
"""A plain UGI engine that plays Connect Four and knows nothing but the text of UGI 1.0 (kz04px/ugi, ugi.md): at
the first line, word or moment that is not in it, it says so on stderr and ends.

    strict.py [--shapes FILE] [--seed N] [--option] [--flaw NAME]

Each shape of line that it reads is added to FILE once: numbers are N, moves MOVES, a position string FEN, an option
NAME and VALUE. The rules of the game are its own. --option: it offers options, and a button, which the text does not
have. --flaw: it fails as FLAWS says, for tests of what it is told then."""
import argparse
import os
import random
import re
import select
import sys

# Each line that the text lets a player send, as the text writes it.
SHAPES = [
    ("ugi", r"ugi"),
    ("setoption name NAME value VALUE", r"setoption name (.+?) value (.+)"),
    ("isready", r"isready"),
    ("uginewgame", r"uginewgame"),
    ("position startpos", r"position startpos"),
    ("position startpos moves MOVES", r"position startpos moves (\S+(?: \S+)*)"),
    ("position fen FEN", r"position fen (?!.* moves)(.+)"),
    ("position fen FEN moves MOVES", r"position fen (.+) moves (\S+(?: \S+)*)"),
    ("go movetime N", r"go movetime (\d+)"),
    ("go depth N", r"go depth (\d+)"),
    ("go nodes N", r"go nodes (\d+)"),
    ("go infinite", r"go infinite"),
    ("go p1time N p2time N p1inc N p2inc N", r"go p1time (\d+) p2time (\d+) p1inc (\d+) p2inc (\d+)"),
    ("query p1turn|gameover|result", r"query (?:p1turn|gameover|result)"),
    ("stop", r"stop"),
    ("quit", r"quit"),
]
BUTTON = ("setoption name NAME", r"setoption name (\S+(?: \S+)*)")
FLAWS = ("mute", "slow", "dies")  # after a position: no readyok, a late one, or it ends


class Wrong(Exception):
    """The deviations from the text."""


def need(holds, what):
    if not holds:
        raise Wrong(what)


class Board:
    """Connect Four on any board: stones by column, from the bottom."""

    def __init__(self, fen="7/7/7/7/7/7 r 1"):
        rows, mover, number = fen.split(" ")
        need(mover in ("r", "y") and number.isdigit() and int(number) > 0, "a position that is none: " + fen)
        lines = [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in rows.split("/")]
        need(len({len(line) for line in lines}) == 1 and set("".join(lines)) <= set("ry."), "a board that is none: " + fen)
        self.height, self.mover, self.last = len(lines), mover, None
        self.columns = ["".join(line[i] for line in reversed(lines)).rstrip(".") for i in range(len(lines[0]))]
        need(not any("." in column for column in self.columns), "a stone in the air: " + fen)

    def stone(self, column, row):
        inside = 0 <= column < len(self.columns) and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else None

    def won(self):
        """The last stone is part of four in a row."""
        if self.last is None:
            return False
        column, row = self.last, len(self.columns[self.last]) - 1
        stone = self.stone(column, row)

        def run(right, up):
            count = 0
            while self.stone(column + (count + 1) * right, row + (count + 1) * up) == stone:
                count += 1
            return count
        return any(run(x, y) + run(-x, -y) >= 3 for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)))

    def legal(self):
        full = [len(column) == self.height for column in self.columns]
        return [] if self.won() else [chr(97 + i) for i, is_full in enumerate(full) if not is_full]

    def play(self, move):
        need(move in self.legal(), f'the move "{move}" is not legal')
        self.last = ord(move) - 97
        self.columns[self.last] += self.mover
        self.mover = "y" if self.mover == "r" else "r"


class Engine:
    def __init__(self, asked):
        self.asked, self.seen, self.board = asked, set(), None
        self.random = random.Random(asked.seed)
        self.shapes = [(shape, re.compile(pattern)) for shape, pattern in SHAPES + [BUTTON] * asked.option]
        self.owes = ""     # an isready must follow this
        self.wants = "ugi"  # the step that comes next: ugi, options, newgame, position, go
        self.left = b""

    # --- lines ---

    def line(self):
        while b"\n" not in self.left:
            more = os.read(0, 1 << 16)
            if not more:
                need(self.left == b"", "the input ends within a line")
                return None
            self.left += more
        line, self.left = self.left.split(b"\n", 1)
        need(re.fullmatch(rb"[!-~]+( [!-~]+)*", line), f"not words that one blank parts: {line!r}")
        return line.decode()

    def say(self, text):
        os.write(1, (text + "\n").encode())

    def note(self, shape):
        if shape in self.seen or self.asked.shapes is None:
            return
        self.seen.add(shape)
        with open(self.asked.shapes, "a") as file:
            file.write(shape + "\n")

    def match(self, line):
        for shape, pattern in self.shapes:
            found = pattern.fullmatch(line)
            if found:
                self.note(shape)
                return shape, found.groups()
        raise Wrong(f'no line of UGI: "{line}"')

    # --- what it is told ---

    def take(self, line):
        shape, values = self.match(line)
        word = shape.split()[0]
        need(word == "isready" or word == "quit" or not self.owes or (self.owes == "ugi" and word == "setoption"),
             f'"{line}" where isready has to follow {self.owes}')
        getattr(self, "on_" + word)(shape, values)

    def on_ugi(self, shape, values):
        self.say("id name Strict\nid author the text of UGI")
        if self.asked.option:
            self.say("option name Hash size type spin default 16 min 1 max 64\noption name Clear Hash type button")
        self.say("ugiok")
        self.owes, self.wants = "ugi", "newgame"

    def on_setoption(self, shape, values):
        need(self.owes == "ugi", "setoption after isready")
        need(self.asked.option and (values == ("Hash size", "32") or values == ("Clear Hash",)), f"no option: {values}")

    def on_isready(self, shape, values):
        need(self.owes, "isready where nothing has to be made ready")
        if self.owes == "position" and self.asked.flaw == "mute":
            return
        if self.owes == "position" and self.asked.flaw == "slow":
            select.select([], [], [], 0.3)
        self.owes = ""
        self.say("readyok")

    def on_uginewgame(self, shape, values):
        need(self.wants != "ugi", "uginewgame before ugi")
        self.owes, self.wants, self.board = "uginewgame", "position", None

    def on_position(self, shape, values):
        need(self.wants in ("position", "go"), "position before uginewgame")
        self.board = Board(values[0]) if " fen " in shape else Board()
        for move in values[-1].split(" ") if "moves" in shape else []:
            self.board.play(move)
        self.owes, self.wants = "position", "go"
        if self.asked.flaw == "dies":
            sys.exit(1)

    def on_query(self, shape, values):
        raise Wrong("a referee that knows the rules asks nothing")

    def on_stop(self, shape, values):
        pass

    def on_quit(self, shape, values):
        sys.exit(0)

    def on_go(self, shape, values):
        need(self.wants == "go", "go without a position")
        numbers = [int(value) for value in values]
        least = [1] * len(numbers) if "time" in shape or "nodes" in shape else [0] * len(numbers)
        if "p1inc" in shape:
            least = [1, 1, 0, 0]
        need(all(number >= low for number, low in zip(numbers, least)), f"a limit that is too small: {shape} {numbers}")
        legal = self.board.legal()
        need(legal, "go in a position without legal moves")
        self.wants = "position"
        self.search(legal)

    def search(self, legal):
        """Looks once at what has come meanwhile, as it may while it searches, and answers."""
        stopped = False
        while self.left or select.select([0], [], [], 0)[0]:
            line = self.line()
            if line is None:
                sys.exit(0)
            need(line in ("isready", "stop", "quit"), f'"{line}" while it searches')
            self.match(line)
            if line == "isready":
                self.say("readyok")
            elif line == "quit":
                sys.exit(0)
            stopped = stopped or line == "stop"
        self.say("info depth 1 seldepth 1 score mate 1 nodes 1 time 0 nps 1 hashfull 0 pv " + legal[0])
        self.say("bestmove " + self.random.choice(legal))

    def run(self):
        try:
            while (line := self.line()) is not None:
                self.take(line)
        except Wrong as wrong:
            print("strict:", wrong, file=sys.stderr)
            sys.exit(1)


words = argparse.ArgumentParser()
words.add_argument("--shapes")
words.add_argument("--seed", type=int, default=1)
words.add_argument("--option", action="store_true")
words.add_argument("--flaw", choices=FLAWS)
if __name__ == "__main__":
    Engine(words.parse_args()).run()
