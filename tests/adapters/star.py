"""Chinese checkers that only steps: `star.py SEATS` reads the others' moves such as j4i5 and keeps its own board; `star.py board`
reads its seat and the rows of the star before each move.
"""
import sys

LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
FIRST = (4, 4, 4, 4, 0, 1, 2, 3, 4, 4, 4, 4, 4, 9, 10, 11, 12)  # the first column of each row, from the top
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
STARTS = {
    "2": "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A",
    "3": "./../.../..../BBBB.....CCCC/BBB......CCC/BB.......CC/B........C/9/10/11/12/13/AAAA/AAA/AA/A",
}
GOALS = {("2", 1): (4, 17), ("2", 2): (12, 1), ("3", 1): (4, 17), ("3", 2): (16, 5), ("3", 3): (4, 5)}


def read(rows):
    """The cells of rows from the top, by (column, row)."""
    rows = ["." * int(row) if row.isdigit() else row for row in rows]
    return {(FIRST[y] + x, 17 - y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}


def cell(text):
    return "abcdefghijklmnopq".index(text[0]), int(text[1:])


def write(at):
    return "abcdefghijklmnopq"[at[0]] + str(at[1])


def split(text):
    at = next(i for i in range(1, len(text)) if text[i].isalpha())
    return cell(text[:at]), cell(text[at:])


def choose(board, stone, goal):
    """The step that comes nearest to the goal."""
    def far(at):
        x, y = at[0] - goal[0], at[1] - goal[1]
        return max(abs(x), abs(y), abs(x + y))
    steps = [(source, (source[0] + x, source[1] + y)) for source, owner in board.items() if owner == stone for x, y in STEPS]
    return min((step for step in steps if board.get(step[1]) == "."), key=lambda step: (far(step[1]) - far(step[0]), step))


def play(board, source, target):
    board[target], board[source] = board[source], "."


def keeps(seats):
    seat = int(sys.stdin.readline().split()[1])
    board = read(STARTS[seats].split("/"))
    for line in sys.stdin:
        if line.strip() != "your turn":
            play(board, *split(line.strip()))
            continue
        move = choose(board, "ABC"[seat - 1], GOALS[seats, seat])
        play(board, *move)
        print(write(move[0]) + write(move[1]))


def is_shown():
    while True:
        seat = sys.stdin.readline().strip()
        if not seat:
            break
        board = read([sys.stdin.readline().strip() for _ in LENGTHS])
        seats = "3" if "C" in board.values() else "2"
        source, target = choose(board, "ABC"[int(seat) - 1], GOALS[seats, int(seat)])
        print("from", write(source), "to", write(target))


if sys.argv[1] == "board":
    is_shown()
else:
    keeps(sys.argv[1])
