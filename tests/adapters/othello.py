# Othello in the way of a course: reads the other's "COLUMN ROW" from 0, or "-1 -1" for a pass and before the first move,
# and answers so. Plays the first move from the top left.
import sys
board = {(3, 3): "o", (4, 4): "o", (4, 3): "x", (3, 4): "x"}


def turned(cell, own):
    """The discs that turn over."""
    found = []
    for dx, dy in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
        line, (x, y) = [], (cell[0] + dx, cell[1] + dy)
        while board.get((x, y), own) != own:
            line.append((x, y))
            x, y = x + dx, y + dy
        if (x, y) in board:
            found += line
    return found if cell not in board else []


def play(cell, own):
    for other in turned(cell, own) + [cell]:
        board[other] = own


me = None
for line in sys.stdin:
    cell = tuple(map(int, line.split()))
    if me is None:
        me = "x" if cell == (-1, -1) else "o"
    if cell != (-1, -1):
        play(cell, "o" if me == "x" else "x")
    mine = [(x, y) for y in range(8) for x in range(8) if turned((x, y), me)]
    if mine:
        play(mine[0], me)
    print(*(mine[0] if mine else (-1, -1)))
