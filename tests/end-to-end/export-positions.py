"""The output that `referee export positions` must have for games of connect4 and nim: played again here.

export-positions.py FILE TOURNAMENT FILTER... prints the CSV that is wanted. Filters are those of the
command that leave nothing to chance: no-openings, no-forced, only-scored, no-faults, from=N, to=N.
"""
import csv
import re
import sqlite3
import sys

ROWS = 6
FAULTS = {"illegal", "time", "crash", "flood", "memory", "build", "startup", "absent", "benched"}


class Connect4:
    def __init__(self, columns):
        self.columns = columns
        self.cells = {}
        self.plies = 0

    def load(self, text):
        board, mover, number = text.split()
        for down, row in enumerate(board.split("/")):
            column = 0
            for letter in row:
                if letter.isdigit():
                    column += int(letter)
                else:
                    self.cells[column, ROWS - 1 - down] = letter
                    column += 1
        self.plies = 2 * (int(number) - 1) + "ry".index(mover)

    def seat(self):
        return self.plies % 2 + 1

    def height(self, column):
        return sum((column, row) in self.cells for row in range(ROWS))

    def legal(self):
        return ["abcdefg"[c] for c in range(self.columns) if self.height(c) < ROWS]

    def play(self, move):
        column = "abcdefg".index(move)
        self.cells[column, self.height(column)] = "ry"[self.plies % 2]
        self.plies += 1

    def text(self):
        rows = []
        for row in reversed(range(ROWS)):
            text, free = "", 0
            for column in range(self.columns):
                stone = self.cells.get((column, row))
                if stone is None:
                    free += 1
                    continue
                text += (str(free) if free else "") + stone
                free = 0
            rows.append(text + (str(free) if free else ""))
        return "%s %s %d" % ("/".join(rows), "ry"[self.plies % 2], self.plies // 2 + 1)


def openings(game, text):
    """The opening's moves; a position is loaded."""
    if "/" in text:
        game.load(text)
        return []
    return text.split()


def positions(db, tournament):
    """Rows of the export, each with how many moves were legal and whether it is an opening's."""
    of, definition = db.execute(
        "SELECT id, definition FROM tournaments WHERE name = ?", (tournament,)).fetchone()
    columns = re.search(r"^param = columns=(\d)", definition, re.M)
    for game, opening in db.execute(
        "SELECT id, opening FROM games WHERE tournament = ? ORDER BY id", (of,)
    ).fetchall():
        seats = db.execute(
            "SELECT b.name, s.rank, s.points, s.verdict FROM seats s JOIN bots b ON b.id = s.bot"
            " WHERE s.game = ? ORDER BY s.seat", (game,)).fetchall()
        state = Connect4(int(columns[1]) if columns else 7)
        line = [(move, None, True) for move in openings(state, opening)]
        line += [(move, score, False) for move, score in db.execute(
            "SELECT move, score FROM moves WHERE game = ? ORDER BY ply", (game,))]
        ranks = " ".join(str(seat[1]) for seat in seats)
        for ply, (move, score, opens) in enumerate(line, 1):
            legal = state.legal()
            assert move in legal, (game, ply, move)
            name, _, points, _ = seats[state.seat() - 1]
            row = [state.text(), state.seat(), "" if score is None else score,
                   "%g" % points, ranks, move, ply, game, "" if opens else name]
            yield row, len(legal), opens, any(seat[3] in FAULTS for seat in seats)
            state.play(move)


def main():
    path, tournament, *filters = sys.argv[1:]
    wanted = dict(word.partition("=")[::2] for word in filters)
    db = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow("position seat score points ranks move ply game bot".split())
    for row, legal, opens, faulty in positions(db, tournament):
        if "no-openings" in wanted and opens or "no-forced" in wanted and legal == 1:
            continue
        if "only-scored" in wanted and row[2] == "" or "no-faults" in wanted and faulty:
            continue
        if not int(wanted.get("from", 1)) <= row[6] <= int(wanted.get("to", 10**9)):
            continue
        out.writerow(row)


main()
