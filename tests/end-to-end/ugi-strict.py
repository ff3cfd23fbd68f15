#!/usr/bin/env python3
"""UGI to the letter. tests/ugi/strict.py knows the text of UGI 1.0 (kz04px/ugi, ugi.md) and ends at the first
line that is not in it. It plays through every kind of limit, openings and all formats of two seats, through pipes
and through `referee connect`; the shapes of the lines that it got are compared with the text's."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ugi"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot  # noqa: E402
from checks import LIMIT, check, folder, referee, rows, say  # noqa: E402
from strict import Board  # noqa: E402

HERE = folder()
STRICT = os.path.abspath("tests/ugi/strict.py")
CLOCKS = "go p1time N p2time N p1inc N p2inc N"
# The case | settings | the one kind of limit that goes out
LIMITS = [
    ("a time for each move", {"movetime": "20m"}, "go movetime N"),
    ("a time below a millisecond's multiple", {"movetime": "1200000500us"}, "go movetime N"),
    ("a clock for the game", {"tc": "600"}, CLOCKS),
    ("a clock for a number of moves", {"tc": "4/600"}, CLOCKS),
    ("a clock with an increment", {"tc": "600+0.5"}, CLOCKS),
    ("a clock that starts with almost nothing", {"tc": "0.0005+1200"}, CLOCKS),
    ("a bank", {"tc": "0+1200 bank 600"}, CLOCKS),
    ("depth", {"depth": 3}, "go depth N"),
    ("nodes", {"nodes": 100}, "go nodes N"),
    ("nodes and a time", {"nodes": 100, "movetime": "20m"}, "go nodes N"),
    ("depth and a time", {"depth": 3, "movetime": "20m"}, "go depth N"),
    ("a clock without an end", {"tc": "inf"}, "go movetime N"),
    ("nodes and a clock", {"nodes": 100, "tc": "600+1"}, "go nodes N"),
]
FORMATS = [
    ("round-robin", {"rounds": 2}, 4), ("gauntlet", {"seeds": 1}, 4), ("swiss", {"rounds": 2}, 4),
    ("knockout", {"rounds": 1}, 4), ("ladder", {"games": 12}, 4), ("mix", {"rounds": 1}, 3),
    ("sprt", {"games": 8, "elo1": 100}, 2),
]
# The lines that the text allows to a referee that knows the rules itself and ends every search.
MEETING = {"ugi", "isready", "uginewgame", "quit"}
POSITIONS = {"position startpos", "position startpos moves MOVES", "position fen FEN", "position fen FEN moves MOVES"}
TEXT = MEETING | POSITIONS | {"setoption name NAME value VALUE", "go movetime N", "go depth N", "go nodes N", CLOCKS}
with open("protocol/PROTOCOL.md") as file:
    PROTOCOL = file.read()
OPENINGS = "startpos\nmoves d d\n7/7/7/7/7/r6 y 1\n7/7/7/7/3y3/3r3 r 2\n"


def strict(shapes, *more):
    return f"python3 {STRICT} --shapes={HERE}/{shapes} " + " ".join(more)


def shapes(*names):
    found = set()
    for name in names:
        with open(f"{HERE}/{name}") as file:
            found |= set(file.read().splitlines())
    return found


def faults(name):
    return rows(f"{HERE}/{name}.db", "SELECT bots.name, verdict, detail FROM seats JOIN bots ON bots.id = bot "
                                     "WHERE verdict <> 'ok'")


def play(name, bots, **settings):
    """bots: by name, their commands or NAME=... flags. Returns what the referee said."""
    settings = {"game": "connect4", "seed": 3, "margin": "1m", "startup-timeout": "5m", "newgame-timeout": "5m", "sandbox": "none", **settings}
    flags = [word for key, value in settings.items() for word in ("--" + key, str(value))]
    flags += [word for bot, command in bots.items() for word in ("--bot", f"{bot}={command}")]
    done = referee("run", "--quiet", "--name", name, "--db", f"{HERE}/{name}.db", *flags, cwd=HERE)
    return done


def sent(name):
    """The lines that went out, in the order of each conversation."""
    wire = f"{HERE}/{name}.wire"
    return [line[2:].rstrip("\n") for file in sorted(os.listdir(wire)) for line in open(f"{wire}/{file}") if line[0] == ">"]


with open(f"{HERE}/openings.txt", "w") as file:
    file.write(OPENINGS)

# --- through pipes ---
made = []
for number, (what, limit, wanted) in enumerate(LIMITS):
    name = f"limit-{number}"
    done = play(name, {"a": strict(name), "b": strict(name, "--seed", "2")}, **limit)
    goes = {shape for shape in shapes(name) if shape.startswith("go ")}
    say(f"{what}: {wanted}", done.returncode == 0 and goes == {wanted} and not faults(name), done, goes, faults(name))
    made.append(name)
for name, openings in (("drawn", "random:4"), ("filed", f"{HERE}/openings.txt")):
    done = play(name, {"a": strict(name), "b": strict(name, "--seed", "2")}, openings=openings, nodes=9, rounds=8)
    say(f"openings that are {name}", done.returncode == 0 and not faults(name) and
        rows(f"{HERE}/{name}.db", "SELECT count(*) FROM games") == [(16,)], done, faults(name))
    made.append(name)
for form, settings, count in FORMATS:
    bots = {f"b{i}": strict(form, "--seed", str(i)) for i in range(count)}
    done = play(form, bots, format=form, nodes=9, openings="random:2", **settings)
    say(f"format = {form}", rows(f"{HERE}/{form}.db", "SELECT count(*) > 3 FROM games") == [(1,)] and not faults(form),
        done, rows(f"{HERE}/{form}.db", "SELECT count(*) FROM games"), faults(form))
    made.append(form)
with open(f"{HERE}/set.conf", "w") as file:
    for bot in "ab":
        file.write(f'bot {bot} {{ command = "{strict("set", "--option")}" option = {{ "Hash size=32", "Clear Hash" }} }}\n')
with open(f"{HERE}/odds.conf", "w") as file:
    for bot, limit in (("a", 'tc = "600+1"'), ("b", 'movetime = 20m'), ("c", "nodes = 9")):
        file.write(f'bot {bot} {{ command = "{strict("odds-" + bot)}" {limit} }}\n')
done = referee("run", "odds.conf", "--quiet", "--game", "connect4", "--sandbox", "none", cwd=HERE)
goes = [{shape for shape in shapes("odds-" + bot) if shape.startswith("go ")} for bot in "abc"]
say("each bot is told the limits of its own", done.returncode == 0 and not faults("odds") and
    goes == [{CLOCKS}, {"go movetime N"}, {"go nodes N"}], done, goes, faults("odds"))
done = referee("run", "set.conf", "--quiet", "--game", "connect4", "--depth", "1", "--sandbox", "none", cwd=HERE)
say("options are set, and a button without a value", done.returncode == 0 and "setoption name NAME" in shapes("set") and
    not faults("set"), done, shapes("set"))
got = shapes(*made, "set") - {"setoption name NAME"}
print("   through pipes it got:", *sorted(got), sep="\n      ")
check("through pipes it gets the lines of the text, each of them and no others", TEXT, got)

listed = PROTOCOL.split("## What a bot without features reads")[1].split("```")[1].split("\n")
check("PROTOCOL.md lists these lines", TEXT, set(listed) - {""})
say("and says of each message which text it is from", all(
    re.match(r"[^\n]*\n`[^\n]*`\n\nFrom: (UGI|Referee)\b", message) for message in PROTOCOL.split("\n#### ")[1:]))

# --- what it is told when it fails ---
done = referee("check", "--game", "connect4", "--depth", "1", "--sandbox", "none", "--", *strict("checked").split())
say("check plays it the same way", done.returncode == 0 and "plain UGI" in done.stdout, done)
got = shapes("checked")
say("in lines of the text alone", got - {"stop"} <= TEXT, got)
done = referee("check", "--game", "connect4", "--depth", "1", "--sandbox", "none", "--isready-every-move", "no", "--",
               *strict("unasked").split())
HINT = 'if it expects that, as UGI requires, set isready-every-move = yes; on stderr: strict: "go depth 1" where'
say("without isready after a position it ends, and check says what to set", done.returncode == 1 and HINT in done.stdout,
    done)
done = play("unasked", {"a": strict("unasked"), "b": "referee-bot --search first"}, depth=1, **{"isready-every-move": "no"})
say("so does the verdict", [fault[:2] for fault in faults("unasked")] == [("a", "crash")] * 2 and
    HINT in faults("unasked")[0][2], done, faults("unasked"))
play("dies", {"a": strict("dies", "--flaw", "dies"), "b": "referee-bot --search first"}, depth=1)
say("one that ends at a position is told what it was asked then", [fault[:2] for fault in faults("dies")] ==
    [("a", "crash")] * 2 and 'it got "isready" after a position' in faults("dies")[0][2], faults("dies"))
with open(f"{HERE}/mute.conf", "w") as file:
    file.write(f'bot a {{ command = "{strict("mute", "--flaw", "mute")}" movetime = 300ms margin = 0 }}\n'
               'bot b { command = "referee-bot --search first" nodes = 9 }\n')
referee("run", "mute.conf", "--quiet", "--game", "connect4", "--sandbox", "none", "--startup-timeout", "5m", cwd=HERE)
say("one that never says readyok loses by time, and is told why", [fault[:2] for fault in faults("mute")] ==
    [("a", "time")] * 2 and all(re.match(r'did not answer "isready" after the position; no answer after [\d.]+ ms of '
                                         r'300\.0 ms .*set isready-every-move = no', fault[2]) for fault in faults("mute")),
    faults("mute"))
done = play("slow", {"a": strict("slow", "--flaw", "slow"), "b": strict("slow", "--seed", "2")}, movetime="20m",
            clock="wall", **{"log-wire": f"{HERE}/slow.wire"})
told = [[int(line[5:].split()[1]) for line in open(f"{HERE}/slow.wire/game-{game}-seat-{seat}.txt")
         if line.startswith("> go movetime ")] for game, seat in rows(
             f"{HERE}/slow.db", "SELECT game, seat FROM seats JOIN bots ON bots.id = bot WHERE name = 'a'")]
say("one that needs 300 ms for a position is told what is left", not faults("slow") and len(told) == 2 and
    all(times and max(times) <= 1200000 - 300 for times in told), told, faults("slow"))

# --- games that are not the usual ---
done = play("board", {"a": strict("board"), "b": strict("board", "--seed", "2")}, nodes=9, param="columns=8", rounds=2)
say("on a board of another size it is told every position", done.returncode == 0 and not faults("board") and
    shapes("board") & POSITIONS == {"position fen FEN", "position fen FEN moves MOVES"}, done, shapes("board"),
    faults("board"))
done = referee("run", "--db", "five.db", "--game", "connect4", "--param", "connect=5", "--sandbox", "none", "--nodes", "9",
               "--rounds", "2", "--bot", "a=" + strict("five"), "--bot", "b=referee-bot --search first", cwd=HERE)
say("where a rule stands in no position it is not seated, and that is said at its first game",
    "lost by startup: did not send \"feature newgame\", so it cannot know that connect is 5" in done.stderr and
    {fault[:2] for fault in faults("five")} == {("a", "startup")} and faults("five")[0][2].endswith("play with connect=4"), done, faults("five"))
done = referee("check", "--game", "connect4", "--param", "connect=5", "--depth", "1", "--sandbox", "none", "--",
               *strict("five").split())
say("check says so too", done.returncode == 1 and "it must send that or \"feature legal\", or play with connect=4" in
    done.stdout, done)

# --- at the board ---
done = referee("play", "connect4", "2=" + strict("board-2"), "--sandbox", "none", input="d\nd\nc\nquit\n", cwd=HERE)
say("play asks it the same way", done.stdout.count(" plays ") == 3 and {"isready", "position startpos moves MOVES"} <=
    shapes("board-2") <= TEXT, done, shapes("board-2"))

# --- the others ---
HOUSE = "referee-bot --search random"
play("auto", {"a": HOUSE, "b": HOUSE + " --seed 2"}, depth=1, **{"log-wire": f"{HERE}/auto.wire"})
lines = sent("auto")
say("a bot with features is not asked after a position", lines.count("isready") ==
    lines.count("ugi") + sum(line.startswith("uginewgame") for line in lines), lines)
play("all", {"a": HOUSE, "b": HOUSE + " --seed 2"}, depth=1, **{"isready-every-move": "yes", "log-wire": f"{HERE}/all.wire"})
lines = sent("all")
asked = [word.split()[0] for word in lines]
say("unless the setting says so, and then before each go", asked.count("go") > 10 and all(
    before == "isready" for before, word in zip(asked, asked[1:]) if word == "go") and not faults("all"), lines)

# --- from elsewhere ---
daemon = Daemon(HERE, "--concurrency", "2", doors=("unix", "plain"))
daemon.token("ann", "bob", "cat")
daemon.start()
away = [daemon.connect(bot, door, *strict("away", "--seed", seed).split())
        for bot, door, seed in (("ann", "unix", "1"), ("bob", "plain", "2"))]
for number, (what, limit, wanted) in enumerate(LIMITS):
    name = f"away-{number}"
    opened = ("none", "random:2", f'"{HERE}/openings.txt"')[number % 3]
    settings = {"game": "connect4", "rounds": 4, "margin": "1s", "openings": opened, "connect-timeout": "20m", **limit}
    with open(f"{HERE}/{name}.conf", "w") as file:
        for key, value in settings.items():
            file.write(f'{key} = "{value}"\n' if key == "tc" else f"{key} = {value}\n")
        file.write(f'db = "{HERE}/{name}.db"\nbot ann {{ remote = yes }}\nbot bob {{ remote = yes }}\n')
    done = daemon.ask("submit", f"{HERE}/{name}.conf")
    say(f"{what}, from elsewhere, is taken", done[0] == 0, done)
    daemon.until(name + " is played", lambda: daemon.of(name)["state"] in ("done", "failed"))
    say("and played", not faults(name) and rows(f"{HERE}/{name}.db", "SELECT count(*) FROM games") == [(8,)],
        faults(name), [bot.poll() for bot in away])
got = shapes("away")
print("   from elsewhere it got:", *sorted(got), sep="\n      ")
check("from elsewhere too, but for what ends it", TEXT - {"setoption name NAME value VALUE", "quit"}, got - {"quit"})


class Plain(Bot):
    """Without features. cuts: its connection breaks when it is asked after its second position."""
    cuts, board, positions = False, None, 0

    def take(self, line):
        word, *rest = line.split()
        if word == "ugi":
            self.say("id name plain\nugiok")
        elif word == "position":
            self.board, self.positions = Board(), self.positions + 1
            for move in rest[2:]:
                self.board.play(move)
        elif word == "isready" and self.cuts and self.positions == 2:
            self.cut()
        elif word == "isready":
            self.say("readyok")
        elif word == "go":
            self.say("bestmove " + self.board.legal()[0])


with open(f"{HERE}/back.conf", "w") as file:
    file.write(f'game = connect4\nmovetime = 20m\nmargin = 1s\ndb = "{HERE}/back.db"\nbot cat {{ remote = yes }}\n'
               'bot house { command = "referee-bot --search first" }\n')
first = Plain(daemon, "cat", "unix")
first.cuts = True
say("a tournament of a bot whose connection breaks is taken", daemon.ask("submit", f"{HERE}/back.conf")[0] == 0)
first.over.wait(LIMIT)
second = Plain(daemon, "cat", "plain")
daemon.until("back is played", lambda: daemon.of("back")["state"] in ("done", "failed"))
heard = second.heard[:7]
say("it is asked isready again after the position, and then to go with what is left", not faults("back") and
    [line.split()[0] for line in heard] == ["ugi", "isready", "uginewgame", "isready", "position", "isready", "go"] and
    heard[4] == first.words("position")[1] and 0 < int(heard[6].split()[2]) <= 1200000, heard, faults("back"))
say("its connections were never broken", [bot.poll() for bot in away] == [None, None])
say("the daemon ends cleanly", daemon.end() == 0, daemon.now()[-2000:])
say.end()
