#!/usr/bin/env python3
"""A program is what it was when its tournament began. The bots here play by the first or by the last legal
move, so that each game in the database says which version played it."""
import json
import os
import shutil
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from processes import children, descendants  # noqa: E402
from checks import BUILD, LIMIT, folder, referee, rows, say, start, until  # noqa: E402

work = folder()
os.chmod(work, 0o755)  # a bot of sandbox = reduced may have a user of its own

# Not one of a home, which a bot of sandbox = reduced with a user of its own may not read.
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else shutil.which("python3")

BOT = f"#!{PYTHON}" + """
import sys
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
        print("bestmove", legal[PLACE], flush=True)
    elif words[0] == "quit":
        break
"""
FIRST, LAST = BOT.replace("PLACE", "0"), BOT.replace("PLACE", "-1")


def write(path, text, mode=0o755):
    """In place: the file stays the same one."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(text)
    os.chmod(path, mode)


def tournament(name, more="", rounds=2, bot='command = "./bot.py" dir = "{}/mine"'):
    path = f"{work}/{name}.conf"
    write(path, f'name = "{name}"\ngame = connect4\nformat = round-robin\nrounds = {rounds}\ndb = "{work}/{name}.db"\n'
          f'{more}\nbot mine {{ {bot.replace("{}", work).replace("PYTHON", PYTHON)} }}\n'
          'bot other { command = "referee-bot --search random" }\n', 0o644)
    return path


# --- the daemon: one whose bot has changed has failed, the others go on ---
write(work + "/mine/bot.py", FIRST)
changed, same = tournament("changed"), tournament("same", bot='command = "referee-bot --search first"')
say("a tournament is played", referee("run", changed, "--quiet").returncode == 0)
write(work + "/mine/bot.py", LAST)
daemon = Daemon(work)
daemon.start(changed, same, "--http-listen", "127.0.0.1:0")
daemon.until("the other is played", lambda: daemon.of("same")["state"] == "done")
sentence = ("bot mine has changed: 4 of the games that count were played by an older version; "
            f'"referee run {changed} --replay mine" plays them again')
state = daemon.of("changed")
say("a tournament whose bot has changed has failed, and its status says why",
    state["state"] == "failed" and sentence in state["why"], state)
say("which the daemon says", "changed: " in daemon.now() and sentence in daemon.now(), daemon.now())
say("the other goes on", daemon.of("same")["done"] == 4)
pages = daemon.page("/.json")[1]
say("and its page says so", "has changed: 4 of the games" in pages, pages)
say("nothing was played of it", daemon.rows("changed", "SELECT count(*) FROM games") == [(4,)])
say("it is played again by hand", referee("run", changed, "--quiet", "--replay", "mine").returncode == 0)
daemon.submit(changed)
daemon.until("it is taken up", lambda: daemon.of("changed")["state"] == "done")
daemon.end()

# --- what is overwritten while it runs -------------------------------------------------------------
# The other bot waits for a byte in a file of its folder, which it is shown as it is: so all of this happens in the middle.
GATE = BOT.replace("import sys", "import os, sys, time").replace(
    "legal[PLACE]", "[time.sleep(0.002) for _ in iter(lambda: os.path.getsize(%r) > 0, True)] and 0 or legal[0]")
CRASHING = FIRST.replace('    elif words[0] == "go":\n', '    elif words[0] == "go" and len(legal) < 7:\n        sys.exit(1)\n'
                         '    elif words[0] == "go" and line and seen:\n        sys.exit(1)\n'
                         '    elif words[0] == "go":\n        seen = 1\n').replace("legal = []", "legal = []\nseen = 0", 1)
MODULE = BOT.replace("import sys", "import sys\nimport choice").replace("PLACE", "choice.PLACE")


def overwritten(path, text):
    write(path, text)


def renamed_over(path, text):
    write(path + ".new", text)
    os.replace(path + ".new", path)


def built(path, text):
    """As a linker does, and slow about it: for most of the run it is not there."""
    os.unlink(path)


def linked(path, text):
    write(path + ".v2", text)
    os.unlink(path)
    os.symlink(path + ".v2", path)


def folder_renamed(path, text):
    os.rename(os.path.dirname(path), os.path.dirname(path) + ".old")
    write(path, text)


def sleeps(pid, word):
    """Does this process, with the word in its command, sleep by itself?"""
    try:
        with open(f"/proc/{pid}/cmdline") as command, open(f"/proc/{pid}/wchan") as where:
            return word in command.read() and "nanosleep" in where.read()
    except OSError:
        return False


KINDS = {  # files, command and dir, what is overwritten
    "its program": ({"bot.py": FIRST}, 'command = "./bot.py" dir = "{}"', "bot.py"),
    "a module": ({"bot.py": MODULE, "choice.py": "PLACE = 0\n"}, 'command = "PYTHON bot.py" dir = "{}"', "choice.py"),
    "a program without a dir": ({"bot.py": FIRST}, 'command = "{}/bot.py"', "bot.py"),
    "a script that an interpreter reads": ({"bot.py": FIRST}, 'command = "PYTHON {}/bot.py"', "bot.py"),
    "a program in a folder that is not its own": ({"bot.py": FIRST, "x.conf": ""}, 'command = "./bot.py" dir = "{}"',
                                                  "bot.py"),
    "a program that a link leads to": ({"v1.py": FIRST}, 'command = "./bot.py" dir = "{}"', "v1.py"),
}
count = 0


def play(kind, way, more="restart = yes", before=None, folder="own", build=BUILD):
    """A run in the middle of which a file is another: its exit status, what it said, the first moves of mine, what is
    left in TMPDIR, and its tournament's file."""
    global count
    count += 1
    files, bot, file = kind
    own, gate, temporary = f"{work}/{folder}{count}", f"{work}/gate{count}", f"{work}/tmp{count}"
    os.makedirs(temporary)
    for name, content in files.items():
        write(f"{own}/{name}", content)
    if "v1.py" in files:
        os.symlink("v1.py", own + "/bot.py")
    if "sub/data" in files:
        os.symlink("sub/data", own + "/link")
        os.utime(own + "/sub/data", (1e9, 1e9))
    write(gate + "/gate.py", GATE % (gate + "/open"))
    write(gate + "/open", "")
    name = f"over{count}"
    conf = tournament(name, f"{more}\nstrikes = 0\nconcurrency = 1\nmovetime = 15m\nstartup-timeout = 15m", 3,
                      bot.replace("{}", own))
    with open(conf) as got:
        lines = got.read().replace("referee-bot --search random", f"{PYTHON} {gate}/gate.py")
    write(conf, lines, 0o644)
    with open(f"{work}/{name}.err", "w") as err:
        run = start([build + "/referee", "run", conf, "--quiet"], stderr=err, env={**os.environ, "TMPDIR": temporary})
    if "sandbox = " in more:
        # Then mine has made its first move. Where there are no copies, an interpreter that has not opened its file yet reads the new one.
        until("the other is asked for a move",
              lambda: any(sleeps(pid, gate) for pid in descendants(run.pid)) or run.poll() is not None)
    else:
        until("it has begun", lambda: children(run.pid, "referee-arbiter") or run.poll() is not None)
    if before:
        before(run, temporary)
    if way:
        way(f"{own}/{file}", "PLACE = -1\n" if file == "choice.py" else LAST)
    write(gate + "/open", "open")
    status = run.wait(LIMIT)
    assert os.path.exists(f"{work}/{name}.db"), open(f"{work}/{name}.err").read()
    moves = rows(f"{work}/{name}.db", "SELECT m.move FROM moves m JOIN seats s ON s.game = m.game AND s.seat = m.seat "
                 "JOIN bots b ON b.id = s.bot WHERE b.name = 'mine' AND m.ply = m.seat")
    with open(f"{work}/{name}.err") as got:
        return status, got.read(), "".join(sorted(m[0] for m in moves)), os.listdir(temporary), conf


PLAYED = "a" * 6
for what, kind in KINDS.items():
    for way in (overwritten, renamed_over, built):
        got = play(kind, way)
        say(f"{what}, {way.__name__} in the middle of a run, plays on as it was", got[:4] == (0, "", PLAYED, []), got)
got = play(KINDS["its program"], folder_renamed)
say("a folder that is renamed, too", got[:4] == (0, "", PLAYED, []), got)
got = play(KINDS["its program"], linked)
say("or a program whose place a link takes", got[:4] == (0, "", PLAYED, []), got)
got = play(({"bot.py": CRASHING}, *KINDS["its program"][1:]), overwritten, "restart = auto")
say("one that is started again since it crashed, too", got[:4] == (0, "", PLAYED, []), got)
faults = rows(got[4].replace(".conf", ".db"), "SELECT count(*), count(DISTINCT digest) FROM seats s JOIN bots b ON b.id = s.bot "
              "WHERE b.name = 'mine' AND s.verdict = 'crash'")
say("by one program", faults == [(6, 1)], faults)
again = referee("run", got[4], "--quiet")
say("the next run knows that it is another", again.returncode == 3 and "bot mine has changed: 6 of" in again.stderr,
    again.stderr)

# --- where there are no copies, it is looked at whenever it is started -------------------------------
for level in ("reduced", "none"):
    for what in ("its program", "a module", "a program without a dir", "a program that a link leads to"):
        for way in (overwritten, renamed_over, built):
            got = play(KINDS[what], way, f"restart = yes\nsandbox = {level}")
            file = KINDS[what][2]
            say(f"sandbox = {level}: of {what}, {way.__name__}, the run ends and says so",
                got[0] == 3 and f"/{file} has changed since the run began; restore it to continue, or begin a new "
                "tournament with --fresh\n" in got[1] and set(got[2]) <= {"a"} and got[3] == [], got)
    got = play(KINDS["its program"], None, f"restart = yes\nsandbox = {level}")
    say(f"sandbox = {level}: one that does not change plays to the end", got[:4] == (0, "", PLAYED, []), got)

def large(kind):
    files, bot, file = kind
    return {**files, "net.bin": "x" * (65 << 20)}, bot, file


got = play(large(KINDS["a module"]), overwritten)
note = "is not copied ({}/net.bin: there is too much of it: over 64 MiB); a change of it ends this run\n"
own = got[4].replace("over", "own").replace(".conf", "")
say("a folder that is too large to be copied is told, ...",
    got[1].startswith(f"referee run: bot mine: {own} " + note.format(own)), got)
say("... and a change of it ends the run", got[0] == 3 and f"bot mine: {own}/choice.py has changed" in got[1] and
    set(got[2]) <= {"a"}, got)
got = play(large(KINDS["a module"]), None)
say("one that does not change plays to the end", got[0] == 0 and got[2] == PLAYED, got)

# --- what a copy is --------------------------------------------------------------------------------
# Mine plays its first move only where it finds its folder as it was, and can neither write there nor elsewhere.
CAREFUL = FIRST.replace("import sys", """import os, sys
def careful():
    for path in ("bot.py", "new", "sub/data"):
        try:
            open(path, "w")
            return False
        except OSError:
            pass
    return (os.getcwd() == HERE and os.path.abspath(sys.argv[0]) == HERE + "/bot.py" and open("sub/data").read() == "data" and
            open("link").read() == "data" and os.stat("sub/data").st_mtime == 1e9 and os.path.exists(".hidden") and
            not os.path.exists(".git") and not os.access(TEMPORARY, os.R_OK) and os.access("bot.py", os.X_OK))
""").replace("legal[0]", "legal[0 if careful() else -1]").replace("HERE", f'"{work}/careful%d"').replace(
    "TEMPORARY", f'"{work}/tmp%d"')

careful = CAREFUL % ((count + 1,) * CAREFUL.count("%d"))
got = play(({"sub/data": "data", ".hidden": "", ".git/config": "", "bot.py": careful}, 'command = "./bot.py" dir = "{}"',
            "bot.py"), overwritten, folder="careful")
say("a bot sees its folder where it was, as it was, and cannot write there", got[:4] == (0, "", PLAYED, []), got)

# --- the house bot, while the referee is built anew ---------------------------------------------------
beside = work + "/beside"
os.makedirs(beside)
for name in ("referee", "referee-bot"):
    shutil.copy(f"{BUILD}/{name}", beside)


def rebuilt(path, text):
    os.unlink(beside + "/referee-bot")
    if level == "full, with another in its place":
        write(beside + "/referee-bot", text)


for level in ("full", "full, with another in its place"):
    shutil.copy(BUILD + "/referee-bot", beside)
    got = play(({"bot.py": ""}, 'command = "referee-bot --search first"', "bot.py"), rebuilt, build=beside)
    say(f"a house bot plays on while the referee is built anew ({level})", got[:4] == (0, "", PLAYED, []), got)

# --- where the copies are --------------------------------------------------------------------------
copies = []


def look(run, temporary):
    root = f"{temporary}/{os.listdir(temporary)[0]}"
    copies[:] = [oct(os.stat(root).st_mode), sorted(os.listdir(root))]


twice = KINDS["its program"]
got = play((twice[0], twice[1] + " }\nbot again { " + twice[1], twice[2]), None, before=look)
say("they are the run's own, and a folder that two bots have is copied once",
    copies == ["0o40700", ["0", "1"]] and got[3] == [], (copies, got))


def kill(number):
    return lambda run, temporary: run.send_signal(number)


got = play(twice, None, before=kill(signal.SIGINT))
say("a run that is interrupted leaves none behind", got[0] == 130 and got[3] == [], got)
for i in range(20):
    write(f"{work}/many{i}/bot.py", FIRST + "#" * (4 << 20))
many = tournament("many", bot='command = "./bot.py" dir = "{}/many0" }\n' + "".join(
    f'bot many{i} {{ command = "./bot.py" dir = "{work}/many{i}" }}\n' for i in range(1, 20)) +
    'bot last { command = "referee-bot"')
early_folder = work + "/early"
os.makedirs(early_folder)
early = start([BUILD + "/referee", "run", many, "--quiet"], env={**os.environ, "TMPDIR": early_folder})
until("copies are being made", lambda: os.listdir(early_folder) or early.poll() is not None)
early.send_signal(signal.SIGINT)
status = early.wait(LIMIT)
say("nor one that is interrupted while it copies", (status, os.listdir(early_folder)) == (130, []),
    (status, os.listdir(early_folder)))
got = play(twice, None, before=kill(signal.SIGKILL))
left = f"{work}/tmp{count}"
say("one that is killed does", got[0] == -9 and len(got[3]) == 1, got)
os.makedirs(left + "/.referee-programs-other/deep/er")
running = start(["flock", left + "/.referee-programs-other", "sleep", "600"])
until("it is locked", lambda: "sleep" in open(f"/proc/{running.pid}/task/{running.pid}/children").read() or [
    c for c in children(running.pid) if "sleep" in open(f"/proc/{c}/cmdline").read()])
environment = {**os.environ, "TMPDIR": left}
again = referee("run", got[4], "--quiet", env=environment)
say("which the next run removes, but not those of a run that lives",
    again.returncode == 0 and os.listdir(left) == [".referee-programs-other"], (again, os.listdir(left)))
for child in children(running.pid):
    os.kill(child, signal.SIGKILL)
running.wait(LIMIT)
again = referee("run", got[4], "--quiet", "--rounds", "4", env=environment)
say("until that has ended", again.returncode == 0 and os.listdir(left) == [], (again, os.listdir(left)))
write(f"{work}/own{count}/bot.py", LAST)
again = referee("run", got[4], "--quiet", env=environment)
say("a run that is refused leaves none", again.returncode == 3 and os.listdir(left) == [], (again, os.listdir(left)))

# --- the daemon ------------------------------------------------------------------------------------
write(work + "/mine/bot.py", FIRST)
gate = folder()  # not below the one where the daemon is started: that is held
os.chmod(gate, 0o755)
write(gate + "/gate.py", GATE % (gate + "/open"))
write(gate + "/open", "")
os.environ["TMPDIR"] = temporary = work + "/tmp"
os.makedirs(temporary)
confs = [tournament(name, f"restart = yes\nsandbox = {level}\nmovetime = 15m\nstartup-timeout = 15m", 3)
         for name, level in (("copied", "full"), ("watched", "none"))]
for conf in confs:
    with open(conf) as got:
        lines = got.read().replace("referee-bot --search random", f"{PYTHON} {gate}/gate.py")
    write(conf, lines, 0o644)
daemon = Daemon(work)
daemon.start(*confs, "--parallel-tournaments", "2", "--concurrency", "2")
# The one that begins first may have begun two games by then.
daemon.until("both play", lambda: all(daemon.of(name)["running"] for name in ("copied", "watched")))
renamed_over(work + "/mine/bot.py", LAST)
write(gate + "/open", "open")
daemon.until("one is played", lambda: daemon.of("copied")["state"] == "done")
daemon.until("one is over", lambda: daemon.of("watched")["state"] == "failed")
say("a tournament whose program is watched fails when that changes, and says why",
    f"bot mine: {work}/mine/bot.py has changed since the run began" in daemon.of("watched")["why"], daemon.of("watched"))
moves = daemon.rows("copied", "SELECT move FROM moves WHERE ply = 1")
say("one whose program is copied is played by one version", moves == [("a",)] * 6, moves)
say("and no copy is left while the daemon lives", os.listdir(temporary) == [], os.listdir(temporary))
daemon.end()
say.end()
