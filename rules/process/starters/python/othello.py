"""Othello. A position is (rows, seat, number): `8/8/8/3ox3/3xo3/8/8/8 x 1` as text."""

import re

from rules import Game, run

AROUND = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


class Othello(Game):
    name = "py-othello"
    params = {"size": ("8", "rows and columns: even, 4 to 10")}
    features = ["board", "evaluate"]

    def start(self):
        self.size = int(self.values["size"])
        if self.size % 2 or not 4 <= self.size <= 10:
            raise ValueError("the size is an even number from 4 to 10")
        half = self.size // 2 - 1
        rows = ["." * self.size] * self.size
        rows[half] = "." * half + "ox" + "." * half
        rows[half + 1] = "." * half + "xo" + "." * half
        return rows, 1, 1

    def write(self, position):
        rows, seat, number = position
        short = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows]
        return f"{'/'.join(short)} {'xo'[seat - 1]} {number}"

    def read(self, text):
        match = re.fullmatch(r"([xo0-9/]+) ([xo]) ([1-9][0-9]{0,5})", text)
        rows = [re.sub("[0-9]+", lambda run: "." * min(int(run[0]), 11), row)
                for row in match[1].split("/")] if match else []
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise ValueError(f"a position is {self.size} rows, x or o, and a number")
        return rows, "xo".index(match[2]) + 1, int(match[3])

    def flips(self, rows, seat, row, column):
        mine, flips = "xo"[seat - 1], []
        for down, right in AROUND if rows[row][column] == "." else []:
            r, c, line = row + down, column + right, []
            while 0 <= r < self.size and 0 <= c < self.size and rows[r][c] not in (mine, "."):
                line.append((r, c))
                r, c = r + down, c + right
            if 0 <= r < self.size and 0 <= c < self.size and rows[r][c] == mine:
                flips += line
        return flips

    def cells(self, rows, seat):
        return ["abcdefghij"[c] + str(self.size - r) for r in range(self.size)
                for c in range(self.size) if self.flips(rows, seat, r, c)]

    def legal(self, position):
        rows, seat, _ = position
        return self.cells(rows, seat) or (["pass"] if self.cells(rows, 3 - seat) else [])

    def turn(self, position):
        return position[1] if self.legal(position) else 0

    def play(self, position, move):
        rows, seat, number = position
        board = [list(row) for row in rows]
        if move != "pass":
            row, column = self.size - int(move[1:]), "abcdefghij".index(move[0])
            for r, c in self.flips(rows, seat, row, column) + [(row, column)]:
                board[r][c] = "xo"[seat - 1]
        return ["".join(row) for row in board], 3 - seat, number + seat - 1

    def evaluate(self, position):
        discs = "".join(position[0]).count("x") - "".join(position[0]).count("o")
        return [discs, -discs]

    def ranks(self, position):
        discs = self.evaluate(position)[0]
        return [1, 1] if discs == 0 else [1, 2] if discs > 0 else [2, 1]

    def key(self, position):
        return "".join(position[0]) + str(position[1])

    def board(self, position):
        return [" ".join(row) for row in position[0]]


run(Othello())
