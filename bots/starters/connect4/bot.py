#!/usr/bin/env python3
"""A first assignment: Connect Four with a board, a simple search, and an evaluation to be made better.

It keeps the board, looks DEPTH moves ahead by minimax with alpha-beta, and takes the better half of its
time at most. Change evaluate() first; then look further, or order the moves better. For a first bot that plays any game,
see ../python/bot.py; for the words of the conversation, protocol/PROTOCOL.md.
"""

import sys
import time

COLUMNS, ROWS, CONNECT = 7, 6, 4
FOUR = 100000  # the value of a won game


class Board:
    """cells[column] is the column's stones from the bottom, each 1 or 2."""

    def __init__(self):
        self.cells = [[] for _ in range(COLUMNS)]
        self.player = 1

    @staticmethod
    def read(text):
        """Reads a position string such as 7/7/7/7/3y3/3r3 r 2: rows from the top, numbers for free cells."""
        board = Board()
        rows, player = text.split()[:2]
        for row in reversed(rows.split("/")):
            column = 0
            for letter in row:
                if letter.isdigit():
                    column += int(letter)
                else:
                    board.cells[column].append("ry".index(letter) + 1)
                    column += 1
        board.player = "ry".index(player) + 1
        return board

    def legal(self):
        # The middle first: good moves early make the search faster.
        return [c for c in sorted(range(COLUMNS), key=lambda c: abs(c - COLUMNS // 2)) if len(self.cells[c]) < ROWS]

    def play(self, column):
        self.cells[column].append(self.player)
        self.player = 3 - self.player

    def undo(self, column):
        self.cells[column].pop()
        self.player = 3 - self.player

    def at(self, column, row):
        if 0 <= column < COLUMNS and 0 <= row < len(self.cells[column]):
            return self.cells[column][row]
        return 0

    def won(self, column):
        """Has the last move, in this column, made a line of four?"""
        row = len(self.cells[column]) - 1
        stone = self.at(column, row)
        for step_column, step_row in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                c, r = column + sign * step_column, row + sign * step_row
                while self.at(c, r) == stone:
                    count += 1
                    c, r = c + sign * step_column, r + sign * step_row
            if count >= CONNECT:
                return True
        return False


def evaluate(board):
    """How good is the position for the player to move? Here: stones near the middle count."""
    value = 0
    for column in range(COLUMNS):
        for stone in board.cells[column]:
            weight = COLUMNS // 2 - abs(column - COLUMNS // 2)
            value += weight if stone == board.player else -weight
    return value


class TimeIsUp(Exception):
    pass


def search(board, depth, alpha, beta, deadline):
    """The value for the player to move, by minimax with alpha-beta."""
    if time.monotonic() > deadline:
        raise TimeIsUp
    moves = board.legal()
    if not moves:
        return 0
    if depth == 0:
        return evaluate(board)
    for column in moves:
        board.play(column)
        value = FOUR + depth if board.won(column) else -search(board, depth - 1, -beta, -alpha, deadline)
        board.undo(column)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def choose(board, seconds):
    """The best column: looks one move further each time, until the time is up."""
    deadline = time.monotonic() + seconds
    best = board.legal()[0]
    cells = [list(column) for column in board.cells]
    player = board.player
    try:
        for depth in range(1, COLUMNS * ROWS + 1):
            values = {}
            for column in board.legal():
                board.play(column)
                values[column] = FOUR + depth if board.won(column) else -search(board, depth - 1, -10 * FOUR, 10 * FOUR, deadline)
                board.undo(column)
            best = max(board.legal(), key=lambda column: values[column])
            if abs(values[best]) >= FOUR:
                break
    except TimeIsUp:
        board.cells, board.player = cells, player
    return best


def seconds_for(words, player):
    """Half of this move's time; of a clock, a thirtieth."""
    numbers = dict(zip(words[1::2], words[2::2]))
    if "movetime" in numbers:
        return int(numbers["movetime"]) / 2000
    if f"p{player}time" in numbers:
        return int(numbers[f"p{player}time"]) / 30000
    return 0.5


def send(line):
    print(line, flush=True)  # unflushed, the line waits in a buffer and the referee waits for it


def main():
    board = Board()
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            send("id name Connect Four starter")
            send("id author you")
            send("ugiok")
        elif words[0] == "isready":
            send("readyok")
        elif words[0] == "position":  # position startpos moves d d e, or position fen 7/7/... r 1 moves d d e
            board = Board.read(" ".join(words[2:4])) if words[1] == "fen" else Board()
            for move in words[words.index("moves") + 1:] if "moves" in words else []:
                board.play("abcdefg".index(move))
        elif words[0] == "go":
            send("bestmove " + "abcdefg"[choose(board, seconds_for(words, board.player))])
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    main()
