#!/usr/bin/env python3
"""A file beside a program is part of it. The bots here play by the first or by the last legal move, as a file
beside them says, so that each game says which version played it."""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from processes import children  # noqa: E402
from checks import BUILD, LIMIT, folder, referee, rows, say, start, until  # noqa: E402

work = folder()
os.chmod(work, 0o755)  # a bot of sandbox = reduced may have a user of its own
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else shutil.which("python3")
BOT = f"#!{PYTHON}" + """
import os, sys, time
HERE = os.path.dirname(os.path.abspath(sys.argv[0]))
GATE
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name mine\\nfeature legal\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        wait()
        print("bestmove", legal[PLACE], flush=True)
    elif words[0] == "quit":
        break
"""
PLAIN = BOT.replace("GATE", "wait = lambda: 0")
MODULE = PLAIN.replace("legal = []", "import choice\nlegal = []", 1).replace("PLACE", "choice.PLACE")
NET = PLAIN.replace("legal = []", "place = int(open(HERE + '/net.bin').read())\nlegal = []", 1).replace("PLACE", "place")
WRAPPER = '#!/bin/sh\nexec "$(dirname "$0")/real"\n'
FIRST, LAST = PLAIN.replace("PLACE", "0"), PLAIN.replace("PLACE", "-1")
count = 0
ENDED = 7  # an sprt that has played all its games and has not decided


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(text)
    os.chmod(path, 0o755)


class Cup:
    """A tournament that is started in a folder of its own, whose other bot waits until a file of its folder has a byte."""
    def __init__(self, files, bot, more="", form="sprt"):
        global count
        count += 1
        self.here, self.gate, self.name = f"{work}/here{count}", f"{work}/gate{count}", f"cup{count}"
        for name, text in files.items():
            write(f"{self.here}/{name}", text)
        write(self.gate + "/gate.py", BOT.replace("GATE", "def wait():\n    while not os.path.getsize(HERE + '/.open'):\n"
                                                  "        time.sleep(0.002)\n").replace("PLACE", "0"))
        write(self.gate + "/.open", "")
        bot = bot.replace("PYTHON", PYTHON).replace("HERE", self.here)
        games = "games = 4\nopenings = random:2\n" if form == "sprt" else "rounds = 2\n"
        write(f"{self.here}/cup.conf", f'name = "cup"\ngame = connect4\nformat = {form}\n{games}restart = yes\n'
              f'concurrency = 1\nmovetime = 60s\nstartup-timeout = 60s\ndb = "cup.db"\n{more}\n'
              f'bot p {{ {bot} }}\nbot other {{ command = "{PYTHON} {self.gate}/gate.py" }}\n')

    def run(self, *flags):
        return referee("run", "cup.conf", "--quiet", *flags, cwd=self.here)

    def overwritten(self, file, text):
        """Plays, and a file is another in the middle: exit status, what was said, whether both versions played."""
        with open(self.here + ".err", "w") as err:
            run = start([BUILD + "/referee", "run", "cup.conf", "--quiet"], stderr=err, cwd=self.here)
        until("it has begun", lambda: children(run.pid, "referee-arbiter") or run.poll() is not None)
        write(f"{self.here}/{file}", text)
        write(self.gate + "/.open", "open")
        status = run.wait(LIMIT)
        with open(self.here + ".err") as err:
            return status, err.read(), self.mixed()

    def mixed(self):
        """At the beginning of a game, where the first legal move is not the last one."""
        return rows(self.here + "/cup.db", "SELECT count(*) FROM moves m JOIN seats s ON s.game = m.game AND s.seat = m.seat "
                    "JOIN bots b ON b.id = s.bot WHERE b.name = 'p' AND m.move = 'g' AND m.ply < 10") != [(0,)]


KINDS = {  # files, command, what is overwritten, its two versions
    "a module": ({"py/bot.py": MODULE, "py/choice.py": "PLACE = 0\n"}, 'command = "PYTHON py/bot.py"', "py/choice.py",
                 "PLACE = -1\n"),
    "a net": ({"nn/nnc": NET, "nn/net.bin": "0"}, 'command = "./nn/nnc"', "nn/net.bin", "-1"),
    "what a wrapper starts": ({"w/wrap": WRAPPER, "w/real": FIRST}, 'command = "./w/wrap"', "w/real", LAST),
    "what is in a dir with the database": ({"bot.py": MODULE, "choice.py": "PLACE = 0\n"},
                                           'command = "PYTHON bot.py" dir = "."', "choice.py", "PLACE = -1\n"),
    "what is in a dir that is the start folder by its whole name": (
        {"bot.py": MODULE, "choice.py": "PLACE = 0\n"}, 'command = "PYTHON bot.py" dir = "HERE"', "choice.py",
        "PLACE = -1\n"),
    "a folder of data": ({"py/bot.py": NET.replace("HERE + '/net.bin'", "sys.argv[1] + '/net'"), "nets/net": "0"},
                         'command = "PYTHON py/bot.py nets"', "nets/net", "-1"),
}
for what, (files, bot, file, later) in KINDS.items():
    cup = Cup(files, bot)
    got = cup.overwritten(file, later)
    say(f"an sprt plays {what} as it was, when it changes meanwhile", got == (ENDED, "", False), got)
    again = cup.run("--games", "8")
    say(f"and does not go on with another: {what}", again.returncode == 3 and "bot p has changed" in again.stderr and
        not cup.mixed(), again)
    write(f"{cup.here}/{file}", files[file])
    again = cup.run("--games", "8")
    say(f"but when it is put back: {what}", again.returncode == ENDED and again.stderr == "" and not cup.mixed(), again)
    cup = Cup(files, bot, "sandbox = none")
    got = cup.overwritten(file, later)
    say(f"without a sandbox a change of {what} ends the run", got[0] == 3 and f"/{file} has changed since the run" in got[1]
        and not got[2], got)

# --- what the referee and people put there is none of it ---------------------------------------------
files, bot, file, later = KINDS["what is in a dir with the database"]
cup = Cup(files, bot, "sandbox = none")
write(cup.gate + "/.open", "open")
say("in a folder that people use, too, ...", cup.run().returncode == ENDED)
for name in ("results.csv", "page.html", "games.jsonl", "other.conf", "other.db", ".hidden", "__pycache__/x.pyc"):
    write(f"{cup.here}/{name}", name)
again = cup.run("--games", "8")
say("... results and settings are no part of a bot, but what may be its own is told",
    again.returncode == ENDED and again.stderr == f"referee run: bot p: files beside its program, such as {cup.here}/games.jsonl, "
    "are not watched; give the bot a dir of its own\n", again)

# --- what is not watched is told -----------------------------------------------------------------------
cup = Cup({"nnc": NET, "net.bin": "0"}, 'command = "./nnc"')
write(cup.gate + "/.open", "open")
note = f"referee run: bot p: files beside its program, such as {cup.here}/net.bin, are not watched; give the bot a dir of its own\n"
again = cup.run()
say("of a program in the folder where the referee is started an sprt says so", again.returncode == ENDED and
    again.stderr == note, again)

# --- other formats -------------------------------------------------------------------------------------
files, bot, file, later = KINDS["a module"]
cup = Cup(files, bot, form="round-robin")
got = cup.overwritten(file, later)
say("a round robin plays a module as it was", got == (0, "", False), got)
again = cup.run("--rounds", "4")
say("and does not go on with another", again.returncode == 3 and "bot p has changed" in again.stderr, again)
write(f"{cup.here}/{file}", files[file])
write(cup.here + "/py/late.py", FIRST)
again = cup.run("--rounds", "4", "--bot", f"late={PYTHON} py/late.py")
say("a bot that comes into its folder does not change it", again.returncode == 0 and again.stderr == "", again)
write(cup.here + "/py/late.py", FIRST + "#\n")
again = cup.run("--rounds", "4", "--bot", f"late={PYTHON} py/late.py")
say("nor does another version of that", again.returncode == 3 and "bot late has" in again.stderr and
    "bot p " not in again.stderr, again)

# --- which setting is another ----------------------------------------------------------------------------
cup = Cup({}, 'command = "referee-bot --search first" depth = 6', form="round-robin")
write(cup.gate + "/.open", "open")
say("a bot with a limit of its own plays", cup.run().returncode == 0)
for later, told in (('command = "referee-bot --search first" depth = 8', " (it has depth = 8; it had depth = 6)"),
                    ('command = "referee-bot --search first"', " (it had depth = 6)"),
                    ('command = "referee-bot --search random" depth = 6', " (another command)")):
    with open(cup.here + "/cup.conf") as got:
        conf = got.read()
    write(cup.here + "/cup.conf", conf.replace('command = "referee-bot --search first" depth = 6', later))
    again = cup.run()
    say(f"a bot that has changed is told with its settings:{told}",
        again.returncode == 3 and f"bot p has changed{told}: 4 of the games" in again.stderr, again)
    write(cup.here + "/cup.conf", conf)
say.end()
