#!/usr/bin/env python3
"""Completion in real shells: each runs at a terminal of its own, TAB is pressed, and the line is read. Then what the
programs print for the shells: names of a database that nobody may change, and of a running daemon."""
import os
import pty
import select
import shlex
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from checks import BUILD, LIMIT, check, folder, referee, say, until  # noqa: E402

SCRIPTS = os.path.abspath("packaging/completion")
WORK = folder()
# The words of an interactive shell, and its first lines: keys Ctrl-X q write the line to a file.
SHELLS = {
    "bash": (["bash", "--norc", "-i"], f"""source {SCRIPTS}/referee.bash
show() {{ printf %s "$READLINE_LINE" >shown.new; mv shown.new shown; }}
bind -x '"\\C-xq": show'
bind 'set page-completions off'
bind 'set completion-query-items 0'
"""),
    "zsh": (["zsh", "-f", "-i"], f"""fpath=({WORK}/functions $fpath)
autoload -U compinit; compinit -u -D
bindkey -e
LISTMAX=1000
show() {{ print -rn -- "$BUFFER" >shown.new; mv shown.new shown; }}
zle -N show; bindkey '^Xq' show
"""),
    "fish": (["fish", "--no-config", "-i"], f"""source {SCRIPTS}/referee.fish
function show; commandline | string join \\n >shown.new; mv shown.new shown; end
bind \\cxq show
set -g fish_autosuggestion_enabled 0
"""),
}


class Shell:
    """A shell at a terminal."""

    def __init__(self, name):
        words, setup = SHELLS[name]
        self.screen = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(WORK)
            os.environ.update(HOME=WORK, TERM="xterm", PS1="> ", LC_ALL="C.UTF-8", PATH=BUILD + ":" + os.environ["PATH"])
            os.execvp(words[0], words)
        for line in setup.splitlines() + ["touch ready"]:
            self.send(line + "\n")
        self.wait(name + " has read its setup", lambda: self.took("ready") is not None)

    def send(self, text):
        os.write(self.fd, text.encode())

    def took(self, file):
        """The content of a file that the shell has written, which is removed."""
        if select.select([self.fd], [], [], 0.002)[0]:
            self.screen += os.read(self.fd, 65536)
        path = os.path.join(WORK, file)
        if not os.path.exists(path):
            return None
        with open(path) as opened:
            text = opened.read()
        os.remove(path)
        return [text]

    def wait(self, what, holds):
        try:
            return until(what, holds)
        except (TimeoutError, OSError):
            print(self.screen.decode(errors="replace"))
            raise

    def press(self, text):
        """The line after these keys; then the line is empty again."""
        self.screen = b""
        self.send(text + "\x18q")
        line = self.wait(f"the line after {text!r}", lambda: self.took("shown"))[0]
        self.send("\x05\x15")
        return line.rstrip("\n")

    def end(self):
        os.kill(self.pid, 9)
        os.close(self.fd)
        os.waitpid(self.pid, 0)


# --- the shells -------------------------------------------------------------------------------------

# What is typed, and the line after it, in all shells.
TYPED = [
    ("referee standi\t", "referee standings "),
    ("referee class ta\t", "referee class take "),
    ("referee run --movet\t", "referee run --movetime "),
    ("referee run --game con\t", "referee run --game connect4 "),
    ("referee run --game=con\t", "referee run --game=connect4 "),
    ("referee run --game=process:referee-bo\t", "referee run --game=process:referee-bot "),
    ("referee run --game nim --param ta\t", "referee run --game nim --param take="),
    ("referee run --openings ra\t", "referee run --openings random:"),
    ("referee standings --tournament \t", "referee standings --tournament my\\ cup "),
    ("referee standings --tournament=my\\ \t", "referee standings --tournament=my\\ cup "),
    ("referee standings --tournament \"m\t", "referee standings --tournament \"my cup\" "),
    ("referee games --db ~/cup.db --bot an\t", "referee games --db ~/cup.db --bot ann "),
    ("referee compare an\tb\t", "referee compare ann bob "),
    ("referee run the\\ fi\t", "referee run the\\ file.conf "),
    ("referee run --log-wire=the\t", "referee run --log-wire=the\\ folder/"),
    ("referee check --game nim -- referee-bo\t--sea\tal\t", "referee check --game nim -- referee-bot --search alphabeta "),
    ("referee check --game nim -- python3 the\\ fi\t", "referee check --game nim -- python3 the\\ file.conf "),
    ("referee run --bot x=\"referee-bot --search alp\t", "referee run --bot 'x=referee-bot --search alphabeta' "),
    ("referee-bot --eval cel\t", "referee-bot --eval cells "),
    ("referee-solve perf\tkal\t", "referee-solve perft kalah "),
    ("referee-adapt uci --fallb\tmi\t", "referee-adapt uci --fallback middle "),
    ("referee show 1 > the\\ fi\t", "referee show 1 > the\\ file.conf "),
]


def words(line):
    """The words of a line, which each shell quotes in its own way, and whether a new word may begin."""
    try:
        return shlex.split(line), line[-1:] == " "
    except ValueError:  # a quote is still open
        return line


def shell(name):
    s = Shell(name)
    try:
        wrong = [(typed, line) for typed, wanted in TYPED if words(line := s.press(typed)) != words(wanted)]
        check(f"{name}: TAB completes each of {len(TYPED)} lines", [], wrong)
        s.press("referee export \t\t")
        say(f"{name}: TAB lists the candidates{', with their help' if name != 'bash' else ''}",
            b"jsonl" in s.screen and (name == "bash" or b"standings, crosstable" in s.screen), s.screen)
        check(f"{name}: a flag that was given is not offered again", "referee run --quiet --quit-timeout ",
              s.press("referee run --quiet --qui\t"))
        check(f"{name}: a word without candidates stays, without a message", "referee standings --db=nowhere --tournament m",
              s.press("referee standings --db=nowhere --tournament m\t"))
        say(f"{name}: and no program writes to the terminal", b"referee:" not in s.screen, s.screen)
    finally:
        s.end()


def complete(*words, program=None, cwd=WORK):
    """The candidates, and what they cost: the output and the processor time."""
    ask = [f"{BUILD}/{program}", "--complete"] if program else [f"{BUILD}/referee", "complete", "--"]
    done = subprocess.run([*ask, *words], capture_output=True, text=True, timeout=LIMIT, cwd=cwd)
    assert done.returncode == 0 and done.stderr == "", done
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


def files():
    """All that a reader must not change: names, times and contents."""
    return {name: (os.stat(os.path.join(WORK, name)).st_mtime_ns, os.stat(os.path.join(WORK, name)).st_size)
            for name in os.listdir(WORK)}


# --- a place to complete in -------------------------------------------------------------------------

os.makedirs(f"{WORK}/functions")
shutil.copy(f"{SCRIPTS}/referee.zsh", f"{WORK}/functions/_referee")
os.makedirs(f"{WORK}/the folder")
with open(f"{WORK}/the file.conf", "w") as file:
    file.write('game = nim\nbot eve { command = "referee-bot" }\nbot eva { command = "referee-bot" }\n')
played = referee("run", "--game", "nim", "--name", "my cup", "--db", "cup.db", "--quiet", "--bot", "ann=referee-bot",
                 "--bot", "bob=referee-bot --search first", cwd=WORK)
say("a tournament is played", played.returncode == 0, played)

for name in SHELLS:
    if shutil.which(name):
        shell(name)
    else:
        print(f"skip {6 if name == 'zsh' else 5}: no {name} here: TAB is not pressed in it")

if shutil.which("zsh"):
    read = "autoload -U compinit; compinit -u -D; source $0/referee.zsh; print $_comps[referee-solve]"
    check("zsh: the script may also be read by source", "_referee\n",
          subprocess.run(["zsh", "-fc", read, SCRIPTS], capture_output=True, text=True, timeout=LIMIT).stdout)

# --- what the programs print ------------------------------------------------------------------------

before = files()
check("the games of the only database are offered", ["1", "2"], complete("show", ""))
check("so are its bots", ["ann", "bob"], complete("games", "--bot", ""))
check("and those of a file", ["eve", "eva"], complete("run", "the file.conf", "--replay", "ev"))
check("and behind a comma", ["eve,eva"], complete("run", "the file.conf", "--only-bots", "eve,eva"))
check("a reader changes no file and leaves none", before, files())

with open(f"{WORK}/broken.db", "w") as file:
    file.write("SQLite format 3\0 and nothing more")
check("a broken database has no names", [], complete("games", "--db", "broken.db", "--bot", "a"))
check("two databases and none named: no names", [], complete("games", "--bot", "a"))
locked = sqlite3.connect(f"{WORK}/cup.db", isolation_level=None)
locked.execute("PRAGMA locking_mode = EXCLUSIVE")
locked.execute("BEGIN EXCLUSIVE")
try:
    sqlite3.connect(f"file:{WORK}/cup.db?mode=ro", uri=True, timeout=0).execute("SELECT * FROM bots")
    say("a database is locked against its readers", False)
except sqlite3.OperationalError as error:
    say("a database is locked against its readers", "locked" in str(error), error)
check("its bots are offered, as the lock is not waited for", ["ann"], complete("games", "--db", "cup.db", "--bot", "a"))
locked.close()


def flags(text):
    """The flags that a help lists."""
    lines = [line.split() for line in text.splitlines() if line.startswith("  -")]
    return {word.split("=")[0].split("[")[0] for words in lines for word in words[:2] if word.startswith("--")}


for program, commands in (("referee-bot", [[]]), ("referee-solve", [[c] for c in complete("", program="referee-solve")]),
                          ("referee-adapt", [[k] for k in complete("", program="referee-adapt")])):
    missing = []
    for command in commands:
        text = subprocess.run([f"{BUILD}/{program}", *command, "--help"], capture_output=True, text=True, timeout=LIMIT).stdout
        listed, offered = flags(text) | {"--help"}, set(complete(*command, "--", program=program)) | {"--help"}
        missing += [(command, listed ^ offered)] if listed != offered else []
    check(f"{program}: the flags that its help lists are offered, and no others", [], missing)

# --- a daemon ---------------------------------------------------------------------------------------

with open(f"{WORK}/long.conf", "w") as file:
    file.write('name = "long one"\ngame = nim\nrounds = 100000\ndb = "long.db"\n'
               'bot ida { command = "referee-bot" }\nbot ivo { command = "referee-bot" }\n')
daemon = Daemon(WORK, "long.conf").start()
until("the daemon has played", lambda: complete("bench-bot", "--socket", daemon.socket, "--tournament", "long one", "i") == ["ida", "ivo"])
print("ok the bots of a daemon's tournament are offered")
until("its tournaments", lambda: complete("pause", "--socket", daemon.socket, "--tournament", "l") == ["long one"])
print("ok so are its tournaments")
check("and the bots of all of them to watch", ["ida", "ivo"], complete("watch", "--socket", daemon.socket, "i"))
daemon.end()
say.end()
