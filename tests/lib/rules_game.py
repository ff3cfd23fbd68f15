#!/usr/bin/python3
"""Three games as programs of rules, for tests: "othello" (6x6), "race" (2 or 3 seats, with passes,
a parameter drawn from the seed, and forfeits), and "walk", in which nobody is forced to move on.

rules_game.py GAME [ROGUE N]: from the Nth question to play on, misbehave: hang, crash, flood, lie
(illegal syntax), turncoat (another answer than before), or wait until the file N appears."""
import os
import sys
import time

SIDE = 6
STEPS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


class Othello:
    DESCRIPTION = ["id name othello", "id version 1", "seats 2", "feature board"]

    def setup(self, seats, params):
        c = SIDE // 2
        cells = ["."] * SIDE * SIDE
        cells[(c - 1) * SIDE + c - 1] = cells[c * SIDE + c] = "o"
        cells[(c - 1) * SIDE + c] = cells[c * SIDE + c - 1] = "x"
        return "".join(cells) + " 1"

    def flips(self, cells, at, mine):
        if cells[at] != ".":
            return []
        found = []
        for down, right in STEPS:
            row, column, line = at // SIDE + down, at % SIDE + right, []
            while 0 <= row < SIDE and 0 <= column < SIDE and cells[row * SIDE + column] not in (".", mine):
                line.append(row * SIDE + column)
                row, column = row + down, column + right
            if 0 <= row < SIDE and 0 <= column < SIDE and cells[row * SIDE + column] == mine:
                found += line
        return found

    def legal(self, cells, seat):
        return [at for at in range(SIDE * SIDE) if self.flips(cells, at, "xo"[seat - 1])]

    def read(self, text):
        cells, seat = text.split()
        if len(cells) != SIDE * SIDE or set(cells) - set(".xo") or seat not in ("1", "2"):
            raise ValueError("a position is 36 cells and the seat to move")
        return list(cells), int(seat)

    def name(self, at):
        return "abcdef"[at % SIDE] + str(at // SIDE + 1)

    def block(self, text):
        cells, seat = self.read(text)
        legal = [self.name(at) for at in self.legal(cells, seat)]
        if not legal and self.legal(cells, 3 - seat):
            legal = ["pass"]
        if legal:
            return ["position " + text, "turn %d" % seat, "legal " + " ".join(legal)]
        lead = cells.count("x") - cells.count("o")
        return ["position " + text, "over",
                "rank " + ("1 2" if lead > 0 else "2 1" if lead < 0 else "1 1")]

    def play(self, move, text):
        cells, seat = self.read(text)
        if move != "pass":
            at = (int(move[1:]) - 1) * SIDE + "abcdef".index(move[0])
            for flip in self.flips(cells, at, "xo"[seat - 1]) + [at]:
                cells[flip] = "xo"[seat - 1]
        return "".join(cells) + " %d" % (3 - seat)

    def board(self, text):
        cells, _ = self.read(text)
        return ["".join(cells[row * SIDE:row * SIDE + SIDE]) for row in range(SIDE)]


class Race:
    """Seats step 1 or 2 towards a goal that the seed draws; a seat on a multiple of 3 must pass."""
    DESCRIPTION = ["id name race", "seats 2 3", "param goal random where it ends",
                   "feature forfeit"]

    def setup(self, seats, params):
        goal = 7 + int(params.get("goal", "0")) % 5
        return "%d/%s/1" % (goal, ",".join(["1"] * seats))

    def read(self, text):
        goal, places, seat = text.split("/")
        return int(goal), [None if p == "-" else int(p) for p in places.split(",")], int(seat)

    def write(self, goal, places, seat):
        return "%d/%s/%d" % (goal, ",".join("-" if p is None else str(p) for p in places), seat)

    def block(self, text):
        goal, places, seat = self.read(text)
        there = [p for p in places if p is not None]
        if len(there) < 2 or max(there) >= goal:
            order = [-1 if p is None else p for p in places]
            rank = [1 + sum(q > p for q in order) for p in order]
            return ["position " + text, "over", "rank " + " ".join(map(str, rank))]
        moves = "pass" if places[seat - 1] % 3 == 0 and text.count("+") == 0 and False else "1 2"
        if places[seat - 1] % 5 == 0:
            moves = "pass 1"
        stay = [str(i + 1) for i, p in enumerate(places) if p is not None]
        return ["position " + text, "turn %d" % seat, "legal " + moves, "in " + " ".join(stay)]

    def next(self, places, seat):
        for i in range(1, len(places) + 1):
            other = (seat - 1 + i) % len(places) + 1
            if places[other - 1] is not None:
                return other
        return seat

    def play(self, move, text):
        goal, places, seat = self.read(text)
        places[seat - 1] += 0 if move == "pass" else int(move)
        return self.write(goal, places, self.next(places, seat))

    def forfeit(self, seat, text):
        goal, places, turn = self.read(text)
        places[seat - 1] = None
        return self.write(goal, places, self.next(places, turn) if turn == seat else turn)


class Walk:
    """A king on a line of nine cells, which both seats may leave where it is."""
    DESCRIPTION = ["id name walk", "seats 2"]

    def setup(self, seats, params):
        return "at4 1"

    def read(self, text):
        place, seat = text.split()
        return int(place[2:]), int(seat)

    def block(self, text):
        place, seat = self.read(text)
        if place in (0, 8):
            return ["position " + text, "over", "rank " + ("1 2" if place == 8 else "2 1")]
        return ["position " + text, "turn %d" % seat, "legal stay right left"]

    def play(self, move, text):
        place, seat = self.read(text)
        return "at%d %d" % (place + {"stay": 0, "right": 1, "left": -1}[move], 3 - seat)


def misbehave(rogue, answer):
    if rogue == "hang":
        time.sleep(1000)
    elif rogue == "crash":
        raise RuntimeError("the rules have a bug")
    elif rogue == "flood":
        while True:
            print("x" * 1000)
    elif rogue == "lie":
        return ["position lie", "turn 7", "legal"]
    elif rogue == "turncoat":
        return [line + (" z9" if line.startswith("legal") else "") for line in answer]
    return answer


def main():
    game = {"othello": Othello, "race": Race, "walk": Walk}[sys.argv[1]]()
    rogue = sys.argv[2] if len(sys.argv) > 2 else None
    after = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    plays = 0
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        try:
            if word == "rules":
                answer = game.DESCRIPTION
            elif word == "setup":
                words = rest.split()
                params = {words[i + 1]: words[i + 2] for i in range(2, len(words), 3)}
                answer = game.block(game.setup(int(words[1]), params))
            elif word == "position":
                game.read(rest)
                answer = game.block(rest)
            elif word == "play":
                move, _, text = rest.partition(" ")
                answer = game.block(game.play(move, text))
                plays += 1
                if rogue and plays >= after:
                    answer = misbehave(rogue, answer)
            elif word == "forfeit":
                seat, _, text = rest.partition(" ")
                answer = game.block(game.forfeit(int(seat), text))
            else:
                answer = ["board " + row for row in game.board(rest)]
        except ValueError as why:
            answer = None
            print("error", why)
        if answer is not None:
            print("\n".join(answer + ["ok"]))
        sys.stdout.flush()


main()
