"""The tournaments of the gallery: played here, the same each time. Bots search to a fixed depth and draw from fixed seeds, one
game at a time; then every time in the databases is replaced by one that depends on the move alone."""
import os
import re
import sqlite3
import subprocess

from checks import BUILD, LIMIT

# A beginner's bot: some columns by their number, and two mistakes in some positions.
CARELESS = '''"""Plays a column by the number of the ply."""
import sys

legal, plies = [], 0


def answer():
    if plies > 15 and "d" not in legal:
        print("bestmove d", flush=True)
    elif plies > 12 and len(legal) < 7:
        raise LookupError("no height of column g")
    else:
        print("bestmove", legal[plies % len(legal)], flush=True)


for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name careless\\nid author Ada Lovelace\\nfeature legal error gameover\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        plies = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        answer()
    elif words[0] == "quit":
        break
'''

# A bot that stops to think: at ply argv[1] of game argv[2] of its own it does not answer.
SLOW = '''"""Plays a column by the number of the ply, until it stops to think for long."""
import sys, time

games = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name slow\\nfeature legal newgame\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "uginewgame":
        games += 1
    elif words[0] == "position":
        plies = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        if plies >= int(sys.argv[1]) and games >= int(sys.argv[2]):
            time.sleep(100000)
        print("info depth", 6 + plies % 3, "score cp", (plies * 37) % 90 - 20, "nodes", 20000 + 1713 * plies)
        print("bestmove", legal[(plies * 5 + 3) % len(legal)], flush=True)
    elif words[0] == "quit":
        break
'''

HEAD = "movetime = 10m\nsandbox = none\nconcurrency = 1\nseed = 1\n"


def house(name, search, depth=None, more=""):
    flags = f"--search {search}" + (f" --depth {depth} --eval cells" if depth else "")
    return f'bot {name} {{ command = "referee-bot {flags}" {more} }}\n'


FOUR = house("alphabeta-6", "alphabeta", 6) + house("alphabeta-4", "alphabeta", 4) + house("minimax-2", "minimax", 2)
RANDOM = house("random", "random")
FIRST, LAST = 'bot first { command = "referee-bot --search first" }\n', 'bot pvs { command = "referee-bot --search pvs --depth 3" }\n'
PAIR = LAST + RANDOM

# The tournaments that are played, each with its file's text below HEAD, and in which database.
TOURNAMENTS = {
    "cup": ("Connect Four cup", "cup.db", "game = connect4\nrounds = 4\nopenings = random:4\n" + FOUR
            + 'bot careless { command = "python3 careless.py" owner = ada }\n' + RANDOM),
    "swiss": ("Othello swiss", "more.db", 'game = othello\nparam = { "size=6" }\nformat = swiss\nrounds = 3\nopenings = random:2\n'
              + LAST + FIRST + RANDOM + 'bot minimax { command = "referee-bot --search minimax --depth 2" }\n'
              'bot pvs-1 { command = "referee-bot --search pvs --depth 1" }\n'),
    "knockout": ("Breakthrough knockout", "more.db", 'game = breakthrough\nparam = { "columns=6", "rows=6" }\nformat = knockout\nrounds = 1\n'
                 'openings = random:2\n' + LAST + FIRST + RANDOM + 'bot minimax { command = "referee-bot --search minimax --depth 2" }\n'
                 'bot pvs-1 { command = "referee-bot --search pvs --depth 1" }\n'),
    "sprt": ("depth 3 or depth 2?", "more.db", 'game = connect4\nformat = sprt\nelo0 = 0\nelo1 = 60\ngames = 200\nopenings = random:6\n'
             'bot three { command = "referee-bot --search alphabeta --depth 3" }\nbot two { command = "referee-bot --search alphabeta --depth 2" }\n'),
    "labs": ("Cup of three machines", "labs.db", "game = connect4\nrounds = 5\nopenings = random:4\n" + FOUR + RANDOM),
    # One game of each kind, for its board.
    "tictactoe": ("tictactoe", "boards.db", "game = tictactoe\n" + PAIR),
    "nim": ("nim", "boards.db", 'game = nim\nparam = { "heaps=3/4/5" }\n' + PAIR),
    "letters": ("letters", "boards.db", "game = letters\n" + PAIR),
    "tree": ("tree", "boards.db", "game = tree\n" + PAIR),
    "othello": ("othello", "boards.db", "game = othello\nopenings = random:4\n" + PAIR),
    "breakthrough": ("breakthrough", "boards.db", "game = breakthrough\nopenings = random:4\n" + PAIR),
    "gomoku": ("gomoku", "boards.db", "game = gomoku\nopenings = random:4\nmax-plies = 60\n" + PAIR),
    "kalah": ("kalah", "boards.db", "game = kalah\n" + PAIR),
    "chinese-checkers": ("chinese-checkers", "boards.db", "game = chinese-checkers\nplayers = 3\nmax-plies = 90\n" + 'bot brs { command = "referee-bot --search brs --depth 2" }\n'
                         + FIRST + RANDOM),
    # These go on: a bot in them stops to think.
    "live": ("Evening cup", "live.db", "game = connect4\nrounds = 6\nopenings = random:2\ntc = \"600+5\"\n"
             + "".join(f'bot {name} {{ command = "python3 slow.py {plies} {games}" }}\n'
                       for name, plies, games in (("ann", 12, 1), ("bob", 10, 1), ("cleo", 8, 1), ("dan", 9, 1)))),
    "progress": ("Night cup", "progress.db", "game = connect4\nrounds = 3\nopenings = random:4\n" + FOUR
                 + 'bot slow { command = "python3 slow.py 8 7" }\n'),
    "next": ("Winter cup", "next.db", "game = gomoku\nbegins = 2099-12-01T18:00Z\n" + PAIR),
}
GO_ON = ("live", "progress", "next")
# Times from the move's own numbers: as bots of these depths have them on a desktop machine.
TIMES = """
UPDATE moves SET wall_us = 900 + (game * 7919 + ply * 104729) % 5200 + COALESCE(nodes, 0) / 3, wait_us = 0;
UPDATE moves SET cpu_us = wall_us - 40 - (game + ply) % 60;
UPDATE tournaments SET created_ms = 1767607200000 + 3600000 * id;
UPDATE games SET started_ms = 1767607200000 + 3600000 * tournament + 700 * (id - (SELECT min(id) FROM games AS other
	WHERE other.tournament = games.tournament));
UPDATE games SET ended_ms = started_ms + 3 + (SELECT COALESCE(sum(wall_us), 0) / 1000 FROM moves WHERE game = id), sandbox = 'full';
UPDATE failures SET wall_us = 4200 + 37 * game, cpu_us = 3900 + 37 * game, wait_us = 0 WHERE wall_us IS NOT NULL;
"""

# What three machines of a laboratory would have stored; this machine alone played.
MACHINES = """
INSERT INTO workers VALUES (1, 1, 'lab07', 'AMD Ryzen 5 5600G', 'x86_64', 6, 6, 2480000, 'full', '', 1767610800000, 1767611100000, 0, NULL),
	(2, 1, 'lab08', 'AMD Ryzen 5 5600G', 'x86_64', 6, 6, 2455000, 'full', '', 1767610800000, 1767611100000, 1, NULL);
UPDATE workers SET version = (SELECT 'referee 1.0');
UPDATE games SET worker = CASE (pairing / 2) % 3 WHEN 0 THEN 1 WHEN 1 THEN 2 END;
"""


# A class: what each student's program does to answer.
STUDENTS = {"Ada Lovelace": "print('bestmove', legal[len(legal) // 2], flush=True)", "Ben Bold": "print('bestmove', legal[-1], flush=True)",
            "Cleo Vance": "if turn > 4:\n            raise IndexError('no plan for move 5')\n        print('bestmove', sorted(legal)[turn], flush=True)", "Dan Moor": "print('bestmove d', flush=True)"}
STUDENT = """import sys

legal, turn = [], 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("feature legal newgame\\nugiok", flush=True)
    elif words[0] == "uginewgame":
        turn = 0
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        turn += 1
        %s
    elif words[0] == "quit":
        break
"""


def write(folder, name):
    title, db, text = TOURNAMENTS[name]
    head = HEAD.replace("movetime = 10m\n", "") if "tc =" in text else HEAD
    with open(os.path.join(folder, name + ".conf"), "w") as file:
        file.write(f'name = "{title}"\n{head}db = "{db}"\n{text}')


def command(folder, *words):
    done = subprocess.run([BUILD + "/referee", *words], cwd=folder, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode in (0, 1, 7), (words, done.stdout, done.stderr)
    return done


def lecture(folder):
    """A class in a folder, up to the feedback for each student."""
    for number, (student, answer) in enumerate(STUDENTS.items()):
        place = os.path.join(folder, "submissions", f"{student}_{990011 + number}_assignsubmission_file_")
        os.makedirs(place)
        with open(os.path.join(place, "bot.py"), "w") as file:
            file.write(STUDENT % answer)
    command(folder, "class", "init", "connect4")
    with open(os.path.join(folder, "class.conf")) as file:
        text = file.read()
    for old, new in (("movetime", "movetime = 10m"), ("sandbox", "sandbox = none"), ("concurrency", "concurrency = 1")):
        text = re.sub(rf"(?m)^{old} .*$", new, text) if re.search(rf"(?m)^{old} ", text) else new + "\n" + text
    with open(os.path.join(folder, "class.conf"), "w") as file:
        file.write(text)
    command(folder, "class", "take", "submissions")


def play_class(folder):
    """After `class check`."""
    command(folder, "class", "check", "--all")
    command(folder, "run", "class.conf", "--quiet")
    change_times(folder, "class.db")
    command(folder, "class", "feedback", "--to", "feedback")


def change_times(folder, name, more=""):
    db = sqlite3.connect(os.path.join(folder, name))
    db.executescript(TIMES + more)
    db.execute("UPDATE seats SET stderr = replace(stderr, ?, '/home/ada/cup')", (folder,))
    db.commit()
    db.close()


def play_all(folder):
    """The databases, and the files of tournaments that go on."""
    for name, text in (("careless.py", CARELESS), ("slow.py", SLOW)):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    for name in TOURNAMENTS:
        write(folder, name)
        if name not in GO_ON:
            command(folder, "run", name + ".conf", "--quiet")
    for name in ("cup.db", "more.db", "boards.db", "labs.db"):
        change_times(folder, name, MACHINES if name == "labs.db" else "")
    command(folder, "analyse", "--db", "cup.db", "--nodes", "20000")
