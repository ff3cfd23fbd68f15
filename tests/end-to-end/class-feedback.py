"""For class-feedback.sh: `make DIR` writes the submissions of a small class, `page FILE` checks that a page stands
alone and is valid, `private DIR` that no file of a student has what is another's, `gradescope FILE` and `csv FILE` that
other programs read these. `late DIR` writes another class and its openings, late positions of connect4 whose values are
known; `values DIR DATABASE` compares the worst moves of its pages with a solver of its own."""
import csv
import html.parser
import json
import os
import re
import sqlite3
import sys

PROGRAM = '''# {secret}
import sys, time
legal, turn, played = [], 0, False
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature legal")
        print("feature newgame")
        print("ugiok", flush=True)
    elif words[0] == "uginewgame":
        turn = 0
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        played = "moves" in words
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        turn += 1
        move = legal[0]
        {body}
        print("bestmove", move, flush=True)
    elif words[0] == "quit":
        break
'''

# By the student: what the program does at each move. No other student may be told the secret of a program.
STUDENTS = {
    "Ada Lovelace_990011": "pass",
    "Ben <b>Bold_990012": "move = legal[-1]",
    "Cleo_990013": "print('SECRET-Cleo-stderr <script>', file=sys.stderr, flush=True)\n"
                "        if turn == 3: raise KeyError('SECRET-Cleo-said')",
    "Ivo_990014": "if played: move = 'SECRET-Ivo-`move`'",
    "Tim_990015": "if turn == 2: time.sleep(1000)",
    "=1+cmd|' _C'!A1_990016": "move = legal[len(legal) // 2]",
}


def make(folder):
    for student, body in STUDENTS.items():
        path = os.path.join(folder, student + "_assignsubmission_file_")
        os.makedirs(path)
        name = student.split("_")[0].split()[0]
        with open(os.path.join(path, "bot.py"), "w") as out:
            out.write(PROGRAM.format(secret=f"SECRET-{name}-source", body=body))
    for student, file, text in (("Uma_990017", "bot.c", "int main(void) { return SECRET_Uma_source }\n"),
                                ("Nora_990018", "notes.txt", "nothing to run\n")):
        path = os.path.join(folder, student + "_assignsubmission_file_")
        os.makedirs(path)
        with open(os.path.join(path, file), "w") as out:
            out.write(text)


# --- a page -------------------------------------------------------------------------------------------

VOID = {"meta", "br", "hr"}
# which elements may hold which, as far as the pages use them
BLOCKS = {"div", "p", "ul", "table", "pre", "h1", "h2", "h3", "section", "details", "header", "main", "footer"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.uses, self.boards = [], [], [], 0

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        assert len(given) == len(attributes), ("an attribute twice", tag, attributes)
        assert tag not in ("script", "img", "link", "iframe", "object"), tag
        for name, value in attributes:
            assert not name.startswith("on") and name != "style", (tag, name)
            if name in ("src", "href", "action"):
                assert value.startswith("#"), value
        if "id" in given:
            self.ids.append(given["id"])
        for name in ("aria-labelledby", "href"):
            if name in given:
                self.uses.append(given[name].lstrip("#"))
        if tag in BLOCKS:
            assert not {"p", "h1", "h2", "h3", "pre"} & set(self.open), (tag, self.open)
        if tag in ("tr", "tbody", "thead", "caption"):
            assert "table" in self.open, tag
        if tag == "li":
            assert self.open[-1] == "ul", self.open
        if tag == "svg" and "class" not in given:
            self.boards += 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        assert "svg" in self.open, ("only SVG has elements that end at once", tag)
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()


def page(file):
    text = open(file, encoding="utf-8").read()
    assert text.startswith("<!DOCTYPE html>\n<html lang=\"en\">")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert "default-src 'none'" in text and "color-scheme" in text
    assert not re.search(r"https?://|url\(|@import", text), "it asks for another file"
    parser = Page()
    parser.feed(text)
    parser.close()
    assert parser.open == [], parser.open
    assert len(set(parser.ids)) == len(parser.ids), parser.ids
    assert set(parser.uses) <= set(parser.ids), (parser.uses, parser.ids)
    assert "<b>Bold" not in text
    print(parser.boards)


def private(folder):
    owned = {"Ada": "Ada-Lovelace", "Ben": "Ben-b-Bold", "Cleo": "Cleo", "Ivo": "Ivo", "Tim": "Tim", "Uma": "Uma"}
    told = set()
    for file in os.listdir(folder):
        if file == "gradebook.csv":  # the lecturer's
            continue
        text = open(os.path.join(folder, file), encoding="utf-8").read()
        student = file.rsplit(".", 1)[0]
        for name, bot in owned.items():
            here = re.search(f"SECRET.{{1,2}}{name}", text) is not None
            assert not here or student == bot, (file, name)
            if here:
                told.add(bot)
            assert student == bot or f"/{bot}/" not in text, (file, "a path of", bot)
        for word in ("99001" + str(n) for n in range(1, 9)):
            assert not re.search(rf"\b{word}\b", text), (file, "an id", word)
    print(*sorted(told))


def gradescope(file):
    result = json.load(open(file))
    assert 0 <= result["score"] <= 100, result["score"]
    for test in result["tests"]:
        assert set(test) <= {"name", "score", "max_score", "status", "visibility", "output"}, test
        assert test.get("status") in (None, "passed", "failed") and test["visibility"] == "visible"
        assert ("score" in test) == ("max_score" in test) and test.get("score", 0) <= test.get("max_score", 0)
    for row in result["leaderboard"]:
        assert isinstance(row["value"], (int, float)), row
    print(result["score"], "|".join(t["name"] for t in result["tests"]))


def table(file):
    rows = list(csv.reader(open(file, newline="")))
    assert rows[0] == "name student id version rank rating error points games percent faults check".split(), rows[0]
    for row in rows[1:]:
        assert len(row) == len(rows[0]), row
        for cell in row:
            assert cell[:1] not in tuple("=+@\t\r") and (cell[:1] != "-" or re.fullmatch(r"-[0-9.]+", cell)), cell
        assert row[8] in ("", "0") or float(row[9]) == round(100 * float(row[7]) / int(row[8]), 1), row
        print(*row[:3], row[4], *row[7:11], row[11][:24], sep=";")


# --- connect4, solved by itself ---------------------------------------------------------------------------

VECTORS = os.path.join(os.path.dirname(__file__), "..", "vectors", "connect4-scores.tsv")
LATE = 28  # stones of the openings


def vectors():
    for line in list(open(VECTORS))[1:]:
        columns, score = line.split()
        if len(columns) == LATE:
            yield "".join(chr(ord("a") + int(c) - 1) for c in columns), int(score)


class Board:
    """A column is 7 bits of a number for each seat, the lowest the bottom."""
    known = {}

    def __init__(self, moves=""):
        self.seats, self.heights = (0, 0), (0,) * 7
        for move in moves:
            self.seats, self.heights = self.after(move)

    def after(self, move):
        column = ord(move) - ord("a")
        stone = 1 << (7 * column + self.heights[column])
        heights = self.heights[:column] + (self.heights[column] + 1,) + self.heights[column + 1:]
        return (self.seats[1], self.seats[0] | stone), heights

    def played(self, move):
        board = Board()
        board.seats, board.heights = self.after(move)
        return board

    def moves(self):
        return [chr(ord("a") + c) for c in range(7) if self.heights[c] < 6]

    def lost(self):
        """The last stone made four."""
        stones = self.seats[1]
        for way in (1, 6, 7, 8):
            pairs = stones & stones >> way
            if pairs & pairs >> 2 * way:
                return True
        return False

    def value(self, low=-1, high=1):
        """1 won, 0 a draw, -1 lost, for the seat to move."""
        if self.lost():
            return -1
        key = self.seats
        if key in Board.known:
            return Board.known[key]
        best = -1 if self.moves() else 0
        for move in self.moves():
            best = max(best, -self.played(move).value())
            if best == 1:
                break
        Board.known[key] = best
        return best


def late(folder):
    """A drawn position and a won one, so that moves of different values are among the three worst of a bot."""
    lines, wanted = [], [True, False]  # drawn?
    for moves, score in vectors():
        if len(lines) < len(wanted) and (score == 0) == wanted[len(lines)]:
            assert Board(moves).value() == (score > 0) - (score < 0), moves
            lines.append("moves " + " ".join(moves) + "\n")
    open("openings.txt", "w").writelines(lines)
    for name, body in (("low", "pass"), ("high", "move = legal[-1]")):
        os.makedirs(os.path.join(folder, name))
        with open(os.path.join(folder, name, "bot.py"), "w") as out:
            out.write(PROGRAM.format(secret=name, body=body))


WORDS = {"won": 1, "a draw": 0, "lost": -1}
BLUNDER = re.compile(r"### (\w), ply (\d+) of game (\d+) against (.*?)\n.*?With best play the position was (.*?) for the "
                     r"program; after \w it was (.*?)\.(.*?)\n\n.*?--position startpos --moves '(.*?)'", re.S)


def lost_value(board, move):
    return board.value() + board.played(move).value()


def values(folder, database):
    shown, various = 0, set()
    games = {}
    for game, opening, bot, seat, move in sqlite3.connect(database).execute(
            "SELECT g.id, g.opening, b.name, m.seat, m.move FROM games g JOIN moves m ON m.game = g.id JOIN seats s "
            "ON s.game = g.id AND s.seat = m.seat JOIN bots b ON b.id = s.bot ORDER BY g.id, m.ply"):
        games.setdefault(game, [opening.replace(" ", "")]).append((bot, move))
    for name in ("low", "high"):
        text = open(os.path.join(folder, name + ".md")).read()
        found = BLUNDER.findall(text)
        assert text.count("\n### ") == len(found) == 3, (name, len(found))
        lost = {}  # by each move that the bot made in a position
        for game in games.values():
            board = Board(game[0])
            for bot, move in game[1:]:
                if bot == name:
                    lost[board.seats, move] = lost_value(board, move)
                board = board.played(move)
        worst = sorted(lost.values(), reverse=True)[:3]
        various.update(worst)
        for at, (move, ply, game, opponent, before, after, rest, moves) in enumerate(found):
            board = Board(moves.replace(" ", ""))
            assert games[int(game)][int(ply)] == (name, move), (game, ply)
            assert games[int(game)][0] + "".join(m for _, m in games[int(game)][1:int(ply)]) == moves.replace(" ", "")
            assert WORDS[before] == board.value(), (before, moves)
            assert WORDS[after] == -board.played(move).value(), (after, moves, move)
            kept = re.search(r"kept the value: (.*?)$", rest.rstrip("."))
            wanted = [m for m in board.moves() if -board.played(m).value() == board.value()]
            assert kept and kept[1].split(", ") == wanted, (rest, wanted)
            assert lost_value(board, move) == worst[at], (worst, found[at])
            shown += 1
    assert various == {1, 2}, various
    print(shown)


globals()[{"csv": "table"}.get(sys.argv[1], sys.argv[1])](*sys.argv[2:])
