#!/usr/bin/env python3
"""`referee check FILE` says of a bot exactly what `referee run FILE` does with it.

Each row of FILES is a tournament's settings and the bots that play in it, each a program of this
file that has one flaw. Both commands are asked; for each bot it has to hold: check calls it fit if
and only if none of its games was lost by a fault, and then by this verdict, in the same words.
"""
import concurrent.futures
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.realpath(os.environ.get("BUILD", os.path.join(ROOT, "build")))

BOT = '''
import os, socket, sys, time
flaw = sys.argv[1]
games = moves = 0
seat = 1
def say(text):
    print(text, flush=True)
if flaw == "slow-start":
    time.sleep(1000)
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "ugi":
        say("feature legal newgame" + ("" if flaw == "for-two" else " players") + "\\nugiok")
    elif words[0] == "isready":
        if flaw == "one-isready" and moves + games > 1:
            continue
        if flaw == "slow-newgame" and games > 1:
            time.sleep(1000)
        say("readyok")
    elif words[0] == "uginewgame":
        games += 1
        moves = 0
        if "seat" in words:
            seat = int(words[words.index("seat") + 1])
        if flaw == "one-game" and games == 2:
            sys.exit(0)
    elif words[0] == "position":
        given = words[1:]
        if flaw == "startpos-only" and given[0] == "fen":
            raise ValueError("a position string")
        if flaw == "not-a-b" and given[2:4] == ["a", "b"]:
            raise ValueError("an opening that it does not know")
        if flaw == "own-board":
            # It knows the moves that it has seen, and the opponent's last.
            count = len(given) - 2 if "moves" in given else 0
            if count > 2 * moves + 1:
                raise IndexError("lost track of the board")
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        moves += 1
        if flaw == "tired" and games == 2 and moves == 2:
            sys.exit("I have played enough")
        if flaw == "memory":
            room = bytearray(300 << 20)
        if flaw == "hangs":
            time.sleep(1000)
        if flaw == "steady":
            time.sleep(0.3)
        if flaw == "second" and seat == 2:
            raise KeyError(seat)
        if flaw == "seven" and "g" not in legal and moves == 1:
            legal = ["g"]
        if flaw == "digits":
            legal = ["5"]
        if flaw == "empty":
            legal = [""]
        if flaw == "long" and moves > 5:
            raise OverflowError("never played as long")
        if flaw == "chatters":
            say("debug " * 2000)
        if flaw == "writes":
            open("notes.txt", "w")
        if flaw == "network":
            socket.create_connection(("192.0.2.1", 80))
        if flaw == "forks":
            os.fork() or os._exit(0)
        if flaw == "resigns":
            legal = ["resign"]
        say("bestmove " + legal[0])
    elif words[0] == "quit":
        break
'''

AT_ONCE = 3  # rows; most of a row is waiting
POSITIONS = "7/7/7/7/7/r6 y 1"

# The case | settings, those of all bots and those of one with its flaw before the key | bots, by their flaw, with the
# verdicts that they get. Only a bot that must be late has little time.
FILES = [
    ("the empty board", {},
     {"none": "", "own-board": "", "second": "crash", "digits": "illegal", "empty": "illegal",
      "resigns": "", "startpos-only": "", "network": "crash"}),
    ("openings that are drawn", {"openings": "random:4"},
     {"none": "", "own-board": "crash", "startpos-only": ""}),
    ("openings of a file", {"openings": "openings.txt", "rounds": 4},
     {"none": "", "startpos-only": "crash"}),
    ("one opening of a file", {"openings": "first.txt"}, {"none": "", "startpos-only": ""}),
    ("many games from a file", {"openings": "openings.txt", "rounds": 20, "format": "gauntlet"},
     {"none": "", "startpos-only": "crash", "not-a-b": "crash"}),
    ("parameters", {"param": "columns=5"}, {"none": "", "seven": "illegal"}),
    ("three players", {"game": "nim", "players": 3, "param": "heaps=3/4/5"},
     {"none": "", "for-two": "startup", "second": "crash"}),
    ("a limit of memory", {"memory": "128M"}, {"none": "", "memory": "memory"}),
    ("limits of output and processes", {"output": "8K", "processes": 1},
     {"none": "", "chatters": "flood", "forks": "crash", "writes": "crash"}),
    ("a clock for the game", {"tc": "600", "margin": "100ms", "steady.tc": "0.9"}, {"none": "", "steady": "time"}),
    ("a time for each move", {"hangs.movetime": "1s"}, {"steady": "", "hangs": "time"}),
    ("one process for all games", {}, {"none": "", "one-game": "", "tired": "crash"}),
    ("a process for each game", {"restart": "yes"}, {"none": "", "one-game": "", "tired": ""}),
    ("isready after each position", {"bot.isready-every-move": "yes", "one-isready.movetime": "1s"},
     {"none": "", "one-isready": "time"}),
    ("a short start", {"startup-timeout": "10s"},
     {"house": "", "slow-start": "startup"}),
    ("getting ready for a game", {"newgame-timeout": "10s"}, {"none": "", "slow-newgame": "time"}),
    ("long games", {}, {"none": "", "long": "crash"}),
    ("games that end early", {"max-plies": 10}, {"none": "", "long": ""}),
]


def make_file(folder, settings, bots):
    limit = {} if "tc" in settings else {"movetime": "60s"}
    settings = {"game": "connect4", "startup-timeout": "60s", "margin": "500ms", **limit, **settings}
    with open(f"{folder}/cup.conf", "w") as file:
        file.write(f'name = "cup"\ndb = "{folder}/cup.db"\n')
        for key, value in settings.items():
            if key == "param":
                file.write(f'param = {{ "{value}" }}\n')
            elif key == "openings" and not value.startswith("random"):
                file.write(f'openings = "{folder}/{value}"\n')
            elif "." not in key:
                file.write(f'{key} = {json.dumps(value)}\n')
        for bot in bots:
            command = f"{BUILD}/referee-bot --search first" if bot == "house" else \
                f"python3 {folder}/bot.py {bot}"
            own = " ".join(f"{key.split('.')[1]} = {value}" for key, value in settings.items()
                           if key.startswith(("bot.", bot + ".")))
            file.write(f'bot {bot} {{ command = "{command}" {own} }}\n')
    with open(f"{folder}/openings.txt", "w") as file:
        file.write("moves d d\nmoves a b\nstartpos\n" + POSITIONS + "\n")
    with open(f"{folder}/first.txt", "w") as file:
        file.write("moves d d\n")
    with open(f"{folder}/bot.py", "w") as file:
        file.write(BOT)


def plain(verdict, detail):
    """Without numbers, and without the moves that are legal in this game and not in another. Why a
    bot was silent, check asks the bot itself, and may know better. Whether the machine let a bot
    wait for a processor is no word about the bot."""
    end = "; legal:" if verdict not in ("time", "startup") else ";"
    detail = re.sub(r", and \S+ s more while it waited for a processor", "", detail.split(end)[0])
    return re.sub(r"\d+(\.\d+)?", "N", re.sub(r"/tmp/\w+", "FOLDER", detail))


def asked(folder):
    """Of each bot: is it fit, by which verdict is it not, and in which words?"""
    done = subprocess.run([f"{BUILD}/referee", "check", "--json", f"{folder}/cup.conf"],
                          capture_output=True, text=True)
    said = {}
    for line in done.stdout.splitlines():
        step = json.loads(line)
        bot = said.setdefault(step["bot"], {"detail": None, "text": ""})
        if step["step"] == "result":
            bot.update(fit=step["fit"], fault=step["fault"] or "", text=step["text"])
        elif bot["detail"] is None:
            bot["detail"] = step["detail"]
    return done.returncode, said, done.stderr


def played(folder):
    done = subprocess.run([f"{BUILD}/referee", "run", f"{folder}/cup.conf"], capture_output=True,
                          text=True)
    found = {}
    query = """SELECT b.name, s.verdict, coalesce(s.detail, '') FROM seats s
        JOIN bots b ON b.id = s.bot"""
    if os.path.exists(f"{folder}/cup.db"):
        with sqlite3.connect(f"file:{folder}/cup.db?mode=ro", uri=True) as db:
            for bot, verdict, detail in db.execute(query):
                faults = found.setdefault(bot, {})
                if verdict not in ("ok", "resign", "benched"):
                    faults.setdefault(verdict, set()).add(plain(verdict, detail))
    return found, done.stderr


def judged(title, settings, bots):
    """The mistake of a row."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        make_file(folder, settings, bots)
        status, said, errors = asked(folder)
        found, stopped = played(folder)
    wrong = []
    if set(said) != set(bots) or set(found) != set(bots):
        wrong.append(f"check knows {sorted(said)}, run {sorted(found)}: {errors}{stopped}")
    if status != (1 if any(bots.values()) else 0):
        wrong.append(f"exit status {status}")
    for bot, verdict in bots.items() if not wrong else []:
        told, faults = said[bot], found[bot]
        if sorted(faults) != ([verdict] if verdict else []):
            wrong.append(f"{bot}: run has {faults}, not {verdict or 'no fault'}")
        elif told["fit"] != (verdict == "") or told["fault"] != verdict:
            wrong.append(f"{bot}: check says {told}, run {faults}")
        elif verdict and plain(verdict, told["detail"]) not in faults[verdict]:
            wrong.append(f"{bot}: check's words {told['detail']}, run's {faults[verdict]}")
    return wrong


def main():
    bad = False
    chosen = [row for row in FILES if not sys.argv[1:] or any(w in row[0] for w in sys.argv[1:])]
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for (title, _, bots), wrong in zip(chosen, pool.map(lambda row: judged(*row), chosen)):
            for line in wrong:
                print("   ", line)
            print("not ok" if wrong else "ok", f"{title}: check says what run does, of", *bots, flush=True)
            bad |= bool(wrong)
    return bad


sys.exit(main())
