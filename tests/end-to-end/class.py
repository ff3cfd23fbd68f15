#!/usr/bin/env python3
"""Writes the submissions of a class, as Moodle packs them: class.py FILE.zip [STUDENT...]

They are good programs in seven languages and seven ways of talking, and the mistakes that students make.
Prints for each what `class check` must say of it: BOT VERDICT, and a part of its sentence.
"""
import io
import os
import shutil
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
STARTERS, ADAPTERS = os.path.join(HERE, "../../bots/starters"), os.path.join(HERE, "../adapters")


def starter(path):
    with open(os.path.join(STARTERS, path)) as file:
        return file.read()


def program(name):
    with open(os.path.join(ADAPTERS, name)) as file:
        return file.read()


def ugi(choice="legal[0]", head="", before="pass", answer='print("bestmove", move, flush=True)', ready='print("readyok", flush=True)'):
    """A bot in Python: what it does first, before each answer, and how it chooses and answers."""
    return f"""import os, sys, time
{head}
played = []
for line in sys.stdin:
    words = line.split()
    if line.startswith("ugi\\n"):
        print("feature legal newgame")
        print("ugiok", flush=True)
    elif words[0] == "isready":
        {ready}
    elif words[0] == "position":
        played = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        {before}
        move = {choice}
        {answer}
    elif words[0] == "quit":
        break
"""


def entry(**keys):
    return "".join(f'{key} = "{value}"\n' for key, value in keys.items())


CARGO = '[package]\nname = "four"\nversion = "0.1.0"\nedition = "2021"\n'
CMAKE = "cmake_minimum_required(VERSION 3.10)\nproject(four CXX)\nadd_executable(four bot.cpp)\n"
MAKEFILE = "CFLAGS = -O2 -Wall\nbot: bot.c\n\t$(CC) $(CFLAGS) -o $@ bot.c\n"
# It looks for other students' programs, and only builds if it has found one: then the check would call it fit.
EVIL = "bot: bot.c\n\tcat ../*/*.py ../../*/*/*.py /*/*/class/*/*/*.py | grep ugiok >loot.txt || true\n\ttest -s loot.txt\n\tcc -o bot bot.c\n"
HUMAN = "human --first y,Ada --second n,Ada --ask 'Your column:' --row '^[|]' --cells .XO --mine X"
NOISY = "print('loading weights ...')\n" + program("kaggle_agent.py").replace(
    "def agent(observation, configuration):\n", "def agent(observation, configuration):\n    print('bestmove', observation)\n")
PERSON = 'print("Welcome to Connect Four!")\nwhile True:\n    column = int(input("Your column: "))\n    print("I play", 8 - column)\n'
FORKS = "for _ in range(5000):\n    if os.fork() == 0:\n        time.sleep(30)\n"

# Name, its files, the program that it needs on this machine, the verdict of the check, a part of its sentence.
GOOD = [
    ("Ada Lovelace", {"bot.py": starter("python/bot.py")}, "", ""),
    ("Björn Ångström", {"Bot.java": starter("java/Bot.java")}, "javac", ""),
    ("Carl Gauß", {"homework 3/Makefile": MAKEFILE, "homework 3/bot.c": starter("c/bot.c"), "__MACOSX/._bot.c": "x"}, "make", ""),
    ("Dora Dean", {"bot.cpp": starter("cpp/bot.cpp")}, "c++", ""),
    ("Emmy Noether", {"Cargo.toml": CARGO, "src/main.rs": starter("rust/bot.rs")}, "cargo", ""),
    ("Fay Gopher", {"go.mod": "module four\n\ngo 1.18\n", "main.go": starter("go/bot.go")}, "go", ""),
    ("Gus Knot", {"bot.js": starter("node/bot.js")}, "node", ""),
    ("Hal Negamax", {"main.py": starter("connect4/bot.py")}, "", ""),
    ("Ida Search", {"assignment/Bot.java": starter("connect4/Bot.java")}, "javac", ""),
    ("Jan Kaggle", {"submission.py": program("kaggle_agent.py")}, "", ""),
    ("Kim Last", {"my_bot.py": program("kaggle_last.py")}, "", ""),
    ("Lea Named", {"agents.py": program("kaggle_named.py"), "referee.txt": entry(adapter="kaggle --function negamax_agent", command="agents.py")}, "", ""),
    ("Max Columns", {"solve.py": program("columns.py"), "referee.txt": entry(adapter="columns", command="python3 solve.py")}, "", ""),
    ("Nora Line", {"line.py": program("line.py"), "referee.txt": entry(adapter="line --first go! --base 0", command="python3 line.py")}, "", ""),
    ("Otto Line", {"line.c": program("line.c"), "referee.txt": entry(build="cc -O2 -o four line.c", adapter="line --first 0", command="./four")}, "cc", ""),
    ("Pia Board", {"board.py": program("board.py"), "referee.txt": entry(adapter="board", command="python3 board.py")}, "", ""),
    ("Quin Once", {"board.py": program("board.py"), "referee.txt": entry(adapter="board --restart move", command="python3 board.py once")}, "", ""),
    ("Rosa Riddle", {"aigames.py": program("aigames.py"), "referee.txt": entry(adapter="aigames", command="python3 aigames.py")}, "", ""),
    ("Sam Coding", {"game.py": program("codingame.py").replace("range(7)", "range(6)"), "referee.txt": entry(adapter="codingame", command="python3 game.py")}, "", ""),
    ("Tom Engine", {"uci.py": program("uci.py"), "referee.txt": entry(adapter="uci --set UCI_Variant=cfour --move 'P@{c}{r}'", command="python3 uci.py")}, "", ""),
    ("Uma Person", {"human.py": program("human.py"), "referee.txt": entry(adapter=HUMAN, command="python3 human.py")}, "", ""),
    ("Vera Cmake", {"CMakeLists.txt": CMAKE, "bot.cpp": starter("cpp/bot.cpp")}, "cmake", ""),
    ("Wim Noisy", {"main.py": NOISY}, "", ""),
    ("Xena Pool", {"bot.py": ugi(head="import multiprocessing\npool = multiprocessing.Pool(2)", choice="pool.map(str, legal)[-1]")}, "", ""),
    ("Yann Notes", {"bot.py": ugi(head="import tempfile\nnotes = tempfile.TemporaryFile('w')", before="notes.write(line)")}, "", ""),
    ("Zoe Resign", {"bot.py": ugi(choice='"resign"')}, "", "it resigned"),
]
BAD = [
    ("Abel Colon", {"bot.py": ugi().replace("for line in sys.stdin:", "for line in sys.stdin")}, "", "STARTUP", "SyntaxError: expected ':' (bot.py, line 4)"),
    ("Bea Key", {"bot.py": ugi(choice="{0: 'a', 1: 'b', 2: 'c', 3: 'd'}[len(played)]")}, "", "CRASH", "KeyError"),
    ("Cleo Slow", {"bot.py": ugi(before="time.sleep(5)")}, "", "TIME", "too late"),
    ("Dirk Loop", {"bot.py": ugi(before="while len(played) > 3: pass")}, "", "TIME", "processor"),
    ("Elsa Buffer", {"bot.py": ugi().replace(", flush=True", "")}, "", "STARTUP", "Flush stdout"),
    ("Finn Upper", {"bot.py": ugi(choice="legal[-1].upper()")}, "", "ILLEGAL", 'it must be "g"'),
    ("Gina Full", {"bot.py": ugi(choice='"a"')}, "", "ILLEGAL", '"a"'),
    ("Hugo Digit", {"bot.py": ugi(choice='"4"')}, "", "ILLEGAL", "columns are letters"),
    ("Ines Large", {"bot.py": ugi(head="table = bytearray(3 << 30)")}, "", "MEMORY", "memory = 512M"),
    ("Jack Cache", {"bot.py": ugi(head='cache = open("cache.txt", "w")')}, "", "STARTUP", "cache.txt"),
    ("Kira Wired", {"bot.py": ugi(head='import socket\nsocket.create_connection(("1.1.1.1", 80))')}, "", "STARTUP", "network"),
    ("Leon Input", {"bot.py": PERSON}, "", "STARTUP", "it does not speak the protocol"),
    ("Mona Module", {"bot.py": ugi(head="import a_module_of_mine")}, "", "STARTUP", 'no module "a_module_of_mine"'),
    ("Nils Strict", {"bot.c": starter("c/bot.c").replace(";", "", 1)}, "cc", "BUILD", "bot.c:"),
    ("Olga Curious", {"Makefile": EVIL, "bot.c": starter("c/bot.c")}, "make", "BUILD", "make"),
    ("Paul Caffeine", {"Bot.java": starter("java/Bot.java").replace("class Bot", "klass Bot")}, "javac", "BUILD", "Bot.java:"),
    ("Rita Empty", {}, "", "NO BOT", "there is nothing to run"),
    ("Sven Torn", None, "", "NO BOT", "the archive is damaged"),
    ("Tina Fork", {"bot.py": ugi(head=FORKS)}, "", "STARTUP", "it starts too many processes"),
    ("Udo Flood", {"bot.py": 'import os\nwhile True: os.write(1, b"x" * 65536)\n'}, "", "FLOOD", "print your own messages to stderr"),
    ("Vito Windows", {"bot.sh": "#!/bin/sh\r\necho ugiok\r\n"}, "", "STARTUP", 'the first line of "bot.sh" ends with a carriage return'),
    ("Walt Punkt", {"bot.py": ugi(answer='print("bestmove:", move, flush=True)')}, "", "TIME", 'write a line such as "bestmove '),
    ("Yuri Report", {"report.docx": "PK"}, "", "NO BOT", "there is nothing to run"),
    ("Zeno Once", {"bot.py": ugi(answer='print("bestmove", move, flush=True); len(legal) < 7 and sys.exit()')}, "", "CRASH", 'it ended by itself before it sent "bestmove"'),
]


def submission(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, text in files.items():
            packed.writestr(path, text)
    return out.getvalue()


def bot(name):
    return name.replace(" ", "-")


def main(path, *names):
    rows = [(name, files, needs, "fit", part) for name, files, needs, part in GOOD] + BAD
    numbers = {row[0]: 4100001 + 17 * i for i, row in enumerate(rows)}
    rows = [row for row in rows if not names or row[0] in names]
    with zipfile.ZipFile(path, "w") as moodle:
        for name, files, needs, verdict, part in rows:
            if needs and shutil.which(needs) is None:
                print(f"skip 1: there is no {needs} here: the bot of {bot(name)} is not handed in", file=sys.stderr)
                continue
            path = f"{name}_{numbers[name]}_assignsubmission_file_"
            if files is not None and len(files) == 1 and numbers[name] % 2 == 0:
                moodle.writestr(f"{path}/{next(iter(files))}", next(iter(files.values())))  # not packed by its student
            else:
                moodle.writestr(path + "homework.zip", submission(files) if files is not None else b"PK\3\4 torn")
            print(bot(name), verdict.replace(" ", "_") or "-", part)


main(*sys.argv[1:])
