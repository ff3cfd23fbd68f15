"""The rules of a game as a program: this file speaks docs/rules-protocol.md for your game.

Copy it beside your game, write a class with the methods below, and call run(YourGame()). A position
is any object of yours; the referee sees its text only. Raise ValueError with a sentence for a setup
or a text that cannot be. Print nothing yourself: standard output belongs to the protocol.
"""

import functools
import sys


class Game:
    name = "my-game"
    version = "1"
    seats = [2]
    params = {}  # name: (default, help), for example {"size": ("8", "even, 4 to 10")}
    features = []  # of: board evaluate forfeit scored zero-sum

    # Needed. After start() the numbers and params of the game are self.players and self.values.
    def start(self): ...            # the first position
    def read(self, text): ...       # the position of a text
    def write(self, position): ...  # its text: two positions are the same when their texts are
    def turn(self, position): ...   # the seat to move, 1 for the first; 0: the game is over
    def legal(self, position): ...  # the moves, as texts without blanks
    def play(self, position, move): ...  # the position after it; position itself stays as it is
    def ranks(self, position): ...  # of a game that is over: 1 is best, as in [1, 2, 2, 4]

    # Wanted by some features, or optional.
    def scores(self, position): ...         # feature scored, in place of ranks: more is better
    def forfeit(self, position, seat): ...  # feature forfeit: the position after seat gave up
    def playing(self, position): return []  # the seats that still have turns; []: all
    def key(self, position): return ""      # a text that is equal for positions that are
    def board(self, position): ...          # feature board: the lines of a drawing
    def evaluate(self, position): ...       # feature evaluate: a number a seat, sum 0


def run(game):
    """Answers questions until the input ends."""
    # The same positions are asked again and again.
    look = functools.lru_cache(5000)(lambda text: facts(game, game.read(text)))
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        try:
            lines = answer(game, look, word, rest)
            if word == "setup":
                look.cache_clear()
            print(*lines, "ok", sep="\n", flush=True)
        except ValueError as why:
            print("error", " ".join(str(why).split()) or "no", flush=True)


def facts(game, position):
    """The position, its text, its moves, and the lines of its block."""
    text, seat = game.write(position), game.turn(position)
    moves = game.legal(position) if seat else []
    lines = [f"position {text}", f"turn {seat}" if seat else "over"]
    if seat:
        lines += ["legal " + " ".join(moves)]
        lines += ["in " + words(game.playing(position))] if game.playing(position) else []
    if "scored" in game.features:
        lines += ["scores " + words(game.scores(position))]
    elif not seat:
        lines += ["rank " + words(game.ranks(position))]
    key = game.key(position)
    return position, moves, lines + ([f"key {key}"] if key else [])


def words(numbers):
    return " ".join(map(str, numbers))


def answer(game, look, word, rest):
    """The lines that answer a question."""
    if word == "rules":
        return ([f"id name {game.name}", f"id version {game.version}", "seats " + words(game.seats)]
                + [f"param {name} {default} {help}" for name, (default, help) in game.params.items()]
                + [f"feature {feature}" for feature in game.features])
    if word == "setup":  # setup seats 2 param size 8
        given = rest.split()
        game.players = int(given[1])
        game.values = dict(zip(given[3::3], given[4::3]))
        return facts(game, game.start())[2]
    if word in ("play", "forfeit"):
        what, _, rest = rest.partition(" ")
        position, moves, _ = look(rest)
        if word == "forfeit":
            return facts(game, game.forfeit(position, int(what)))[2]
        if what not in moves:
            raise ValueError(f"{what} is not legal")
        return facts(game, game.play(position, what))[2]
    position, _, lines = look(rest)
    if word == "board":
        return [f"board {line}" for line in game.board(position)]
    if word == "evaluate":
        return ["value " + words(game.evaluate(position))]
    if word == "position":
        return lines
    raise ValueError(f"{word} is no question")
