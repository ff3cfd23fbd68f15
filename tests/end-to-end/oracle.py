#!/usr/bin/env python3
"""referee-solve oracle against values that are counted here, by other means, and against vectors.

Prints a line for each sentence: "ok ..." or "not ok ...".
"""
import functools
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from checks import BUILD, LIMIT, check, say  # noqa: E402


def ask(lines, *flags):
    """The answers to these lines, in order."""
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run([BUILD + "/referee-solve", "oracle", *flags], input=text, capture_output=True, text=True,
                          timeout=LIMIT)
    assert done.returncode == 0, done
    return done.stdout.splitlines()


def newgame(game, players=2, **params):
    return "uginewgame game %s players %d seat 1 seed 1" % (game, players) + "".join(
        " param %s %s" % p for p in params.items())


def values(texts):
    return ["value %d" % v for v in texts]


# --- tictactoe: every position, by plain minimax over tuples of nine ------------------------------

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@functools.lru_cache(maxsize=None)
def ttt(cells):
    """The value for who is to move, or would be."""
    if any(cells[a] != "." and cells[a] == cells[b] == cells[c] for a, b, c in LINES):
        return -1
    if "." not in cells:
        return 0
    side = "x" if cells.count("x") == cells.count("o") else "o"
    return max(-ttt(cells[:i] + side + cells[i + 1:]) for i in range(9) if cells[i] == ".")


def ttt_text(cells):
    rows = []
    for r in (2, 1, 0):
        row, free = "", 0
        for c in cells[3 * r:3 * r + 3] + "|":
            if c == ".":
                free += 1
                continue
            row += (str(free) if free else "") + c
            free = 0
        rows.append(row.rstrip("|"))
    count = 9 - cells.count(".")
    return "%s %s %d" % ("/".join(rows), "xo"[count % 2], count // 2 + 1)


ttt("." * 9)
seen, todo = set(), ["." * 9]
while todo:
    cells = todo.pop()
    if cells in seen:
        continue
    seen.add(cells)
    won = any(cells[a] != "." and cells[a] == cells[b] == cells[c] for a, b, c in LINES)
    side = "x" if cells.count("x") == cells.count("o") else "o"
    todo += [cells[:i] + side + cells[i + 1:] for i in range(9) if cells[i] == "." and not won]
every = sorted(seen)
check("tictactoe has 5478 positions", 5478, len(every))
got = ask([newgame("tictactoe")] + ["position fen " + ttt_text(c) for c in every])
check("each has the value that plain minimax gives it", values(ttt(c) for c in every), got)
check("2836 are won, 1068 drawn and 1574 lost for who is to move, or would be", [2836, 1068, 1574],
      [got.count("value %d" % v) for v in (1, 0, -1)])

# --- nim: heaps by trying all moves ---------------------------------------------------------------


@functools.lru_cache(maxsize=None)
def nim(heaps, take, misere):
    if not any(heaps):
        return 1 if misere else -1
    best = -1
    for i, n in enumerate(heaps):
        for k in range(1, (min(take, n) if take else n) + 1):
            best = max(best, -nim(tuple(sorted(heaps[:i] + (n - k,) + heaps[i + 1:])), take, misere))
    return best


lines, expected = [], []
for take in (0, 1, 2, 3):
    for misere in (0, 1):
        for heaps in ((21 if take else 9,), (3, 4, 5), (1, 1, 6), (2, 7), (1, 1, 1, 1)):
            lines.append(newgame("nim", heaps="/".join(map(str, heaps)), take=take, misere=misere))
            left = heaps
            moves = ""
            while True:
                lines.append("position startpos" + (" moves" + moves if moves else ""))
                expected.append(nim(tuple(sorted(left)), take, misere))
                i = next((i for i, n in enumerate(left) if n), None)
                if i is None:
                    break
                left = left[:i] + (left[i] - 1,) + left[i + 1:]
                moves += " %s1" % "abcdef"[i]
check("nim has the values that trying all moves gives, to the end of the game", values(expected),
      ask(lines))

# --- letters and trees: drawn ones, whole games, by trying all moves ------------------------------


def letters_value(pile, held, words):
    """By how much who is to move will be ahead of the other; held[0] is its letters."""
    if not pile:
        own, other = (sum(s for w, s in words if set(w) <= h) for h in held)
        return own - other
    return max(-letters_value(rest, (held[1], held[0] | {taken}), words)
               for taken, rest in [(pile[0], pile[1:])] + ([(pile[1], pile[0] + pile[2:])]
                                                            if len(pile) > 1 else []))


rng = random.Random(7)
lines, expected = [], []
for _ in range(40):
    pile = "".join(rng.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", rng.randint(1, 10)))
    words = [("".join(rng.sample(pile, min(len(pile), rng.randint(1, 4)))), rng.randint(-5, 9))
             for _ in range(rng.randint(1, 12))]
    lines.append(newgame("letters", pile=pile, words=",".join("%s:%d" % w for w in words)))
    left, held, moves = pile, (frozenset(), frozenset()), ""
    while True:
        lines.append("position startpos" + (" moves" + moves if moves else ""))
        expected.append(letters_value(left, held, words))
        if not left:
            break
        at = rng.randint(0, min(1, len(left) - 1))
        taken, left = left[at], left[:at] + left[at + 1:]
        held = (held[1], held[0] | {taken})
        moves += " " + taken
check("letters has the values that trying all moves gives, in the middle of games too",
      values(expected), ask(lines))


def tree_value(leaves, branching, sign):
    if len(leaves) == 1:
        return sign * leaves[0]
    size = len(leaves) // branching
    return max(-tree_value(leaves[i:i + size], branching, -sign)
               for i in range(0, len(leaves), size))


lines, expected = [], []
for depth, branching in ((1, 3), (5, 2), (4, 3), (2, 20), (9, 2)) * 3:
    leaves = [rng.randint(-99, 99) for _ in range(branching ** depth)]
    lines.append(newgame("tree", depth=depth, branching=branching,
                         leaves=",".join(map(str, leaves))))
    sign, moves = 1, ""
    while True:
        lines.append("position startpos" + (" moves" + moves if moves else ""))
        expected.append(tree_value(leaves, branching, sign))
        if len(leaves) == 1:
            break
        child, size = rng.randrange(branching), len(leaves) // branching
        leaves, sign = leaves[child * size:(child + 1) * size], -sign
        moves += " %d" % (child + 1)
check("tree has the values that plain minimax gives, down to its leaves", values(expected),
      ask(lines))

# --- connect4: vectors on the board of 7 by 6, small boards by trying all moves -------------------

rows = [line.split() for line in open("tests/vectors/connect4-scores.tsv")][1:]
got = ask([newgame("connect4")] + ["position startpos moves " + " ".join("abcdefg"[int(c) - 1]
          for c in columns) for columns, _ in rows], "--nodes", "1000000000")
check("connect4 has the scores of %d vectors" % len(rows), values(int(s) for _, s in rows), got)


def c4_won(stones, at, columns, height, connect):
    """Whether the stone at this cell is in a line of this length."""
    for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for way in (1, -1):
            x, y = at[0] + way * step[0], at[1] + way * step[1]
            while (x, y) in stones:
                count += 1
                x, y = x + way * step[0], y + way * step[1]
        if count >= connect:
            return True
    return False


def c4_value(shape, own, other, memory):
    columns, height, connect = shape
    key = (own, other)
    if key in memory:
        return memory[key]
    taken, best = own | other, None
    for x in range(columns):
        y = sum((x, i) in taken for i in range(height))
        if y == height:
            continue
        mine = own | {(x, y)}
        if c4_won(mine, (x, y), *shape):
            value = (columns * height + 1) // 2 + 1 - len(mine)
        else:
            value = -c4_value(shape, other, mine, memory)
        best = value if best is None or value > best else best
    memory[key] = 0 if best is None else best
    return memory[key]


lines, expected = [], []
for shape in ((4, 3, 3), (3, 5, 3), (4, 4, 4), (5, 3, 3)):
    memory = {}
    columns, height, connect = shape
    for _ in range(6):
        lines.append(newgame("connect4", columns=columns, rows=height, connect=connect))
        own, other, moves = frozenset(), frozenset(), ""
        while True:
            lines.append("position startpos" + (" moves" + moves if moves else ""))
            expected.append(c4_value(shape, own, other, memory))
            free = [x for x in range(columns) if sum((x, i) in own | other
                                                     for i in range(height)) < height]
            if not free:
                break
            x = rng.choice(free)
            at = (x, sum((x, i) in own | other for i in range(height)))
            own, other = other, own | {at}
            moves += " " + "abcdefg"[x]
            if c4_won(other, at, *shape):
                lines.append("position startpos moves" + moves)
                expected.append(len(other) - (columns * height + 1) // 2 - 1)
                break
check("connect4 on small boards has the scores that trying all moves gives, also when it is over",
      values(expected), ask(lines, "--nodes", "100000000"))

# --- what it cannot know, and what is wrong -------------------------------------------------------

deep = "position startpos moves a g b f b"
answers = ask([newgame("connect4", columns=6), "position startpos", newgame("connect4"),
               "go nodes 1", "position startpos moves a b c d e f g a b",
               "go nodes 1000000000", "position startpos moves a b c d e f g a b c d e f g"])
check("a value that takes more than the budget is unknown, and go nodes N gives another",
      ["value unknown", "value unknown", True],
      [answers[0], answers[1], answers[2].split()[1].lstrip("-").isdigit()])
check("games without a solver, and nim with more than two, are unknown", ["value unknown"] * 3,
      ask([newgame("chinese-checkers"), "position startpos", newgame("nim", 3),
           "position startpos", newgame("nim", 4), "position startpos"]))
answers = ask(["position startpos", "nonsense", "uginewgame", newgame("halma"),
               newgame("connect4", rows=77), newgame("tictactoe"), "position fen no",
               "position startpos moves a1 a1", "position", "go movetime 5", "go nodes 0",
               "x" * 70000, "", "position startpos", "isready", "quit", "position startpos"])
check("every wrong line is answered by an error that says why, and it goes on after them",
      ["error"] * 11 + ["value", "readyok"], [a.split()[0] for a in answers])
check("an error names what is wrong", True, "a1" in answers[6] and "halma" in answers[3])
again = [newgame("connect4"), "go nodes 20000"] + [
    "position startpos moves " + " ".join("abcdefg"[int(c) - 1] for c in columns)
    for columns, _ in rows[:20]]
check("what is known does not depend on the games before", ask(again), ask(again + again)[20:])
say.end()
