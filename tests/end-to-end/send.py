#!/usr/bin/env python3
"""Bots that are handed in by `referee send` to a running ladder: fit ones play and are taken back, others change
nothing; hostile files and clients are refused in a sentence while the ladder plays on; and all that was called fit is
there after kill -9."""
import bz2
import glob
import hashlib
import io
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tarfile
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from handshake import connect, enter  # noqa: E402
from checks import BUILD, folder, left, referee, say, start  # noqa: E402

LADDER = """
game        = connect4
format      = ladder
movetime    = 1s
startup-timeout = 5m
openings    = random:4
pace        = 1200/m
build-timeout = 2s
submissions = "sent"
bot random { command = "referee-bot --search random" }
bot two    { command = "referee-bot --search alphabeta --depth 2" }
"""
with open("bots/starters/python/bot.py") as file:
    BOT = file.read()

work = folder()
daemon = Daemon(work, "ladder.conf", "--concurrency", "1", doors=("unix", "tls", "plain"))
with open(daemon.path("ladder.conf"), "w") as file:
    file.write(LADDER)
daemon.token("ann", "bob", "cat", "dan", "two", ".dot")
daemon.start("--send-hourly", "10000", "--send-max", "1000")


def put(name, data):
    path = daemon.path(name)
    with open(path, "wb" if isinstance(data, bytes) else "w") as to:
        to.write(data)
    return path


def words_of(name, door="unix", token=None):
    where = {"unix": [daemon.unix], "plain": [daemon.plain.removeprefix("plain:"), "--insecure"],
             "tls": [daemon.tls, "--fingerprint", getattr(daemon, "fingerprint", "")]}[door]
    return [*where, "--name", name, "--token-file", daemon.path((token or name) + ".token")]


def send(name, *words, door="unix", token=None):
    """Exit status, stdout, stderr."""
    done = referee("send", *words_of(name, door, token), *words, cwd=work)
    return done.returncode, done.stdout, done.stderr


def begin(name, path):
    """One that goes on by itself."""
    return start([BUILD + "/referee", "send", *words_of(name), path], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                 text=True)


def version_of(answer):
    return re.search(r"version (\w{12})", answer[1] + answer[2])[1]


def listed():
    try:
        with open(daemon.path("sent/.bots")) as list_of_bots:
            return list_of_bots.read()
    except FileNotFoundError:
        return ""


def standings():
    """{(bot, version): games}"""
    done = referee("standings", "--versions", "--csv", "--db", daemon.path("ladder.db"))
    rows = [line.split(",") for line in done.stdout.splitlines()]
    at = {name: i for i, name in enumerate(rows[0])} if rows else {}
    return {(row[at["bot"]], int(row[at["version"]])): int(row[at["games"]]) for row in rows[1:]}


# --- a fit bot, its second version, and back ---------------------------------------------------------

os.mkdir(daemon.path("ann"))
put("ann/bot.py", BOT)
os.symlink("/etc/passwd", daemon.path("ann/link"))
first = send("ann", "ann", door="tls")
one = version_of(first)
say("a fit bot is taken, with what its check says", first[0] == 0 and
    re.search(r"^  start +ok .*\n(.*\n)*  it can play.*\n", first[1], re.M), first)
say("the end says from which block on it plays", re.search(rf"ann: version {one} is fit; it takes part in ladder from block \d+ on(; .*)?\n$",
                                                          first[1]), first)
say("no line has a path of the server", work not in first[1] + first[2], first)
daemon.until("it has played", lambda: standings().get(("ann", 1), 0) > 3)
say("the log has who sent it, and that it is fit", daemon.line(rf"intake: ann from 127\.0\.0\.1:\d+: ann: version {one} is fit"))
again = send("ann", "ann")
say("the same once more changes nothing and says so", again[0] == 1 and "plays already" in again[2], again)

put("ann/bot.py", BOT + "# two\n")
second = send("ann", "ann/bot.py", door="plain")
two = version_of(second)
say("a source file alone is a second version", second[0] == 0 and two != one and
    "it takes part in ladder after the games in play" in second[1], second)
daemon.until("the second version has played, too", lambda: standings().get(("ann", 2), 0) > 3)
say("both versions have their own results", standings()[("ann", 1)] > 3, standings())

broken = put("bot.py", "print(")
wrong = send("ann", broken)
say("an unfit version is told what is wrong, once", wrong[0] == 1 and "FAILED" in wrong[1] and "SyntaxError: " in wrong[1] and
    wrong[2].endswith(f": ann: version {version_of(wrong)} is not fit, so your version before plays on: {two}; "
                      "mend what the step \"start\" says\n"), wrong)
say("the log has the reason", daemon.line("startup: SyntaxError"))
say("it changes nothing", two in listed() and version_of(wrong) not in listed() and
    not os.path.exists(daemon.path("sent/ann/" + version_of(wrong))), listed())
say("what its check said is kept", "SyntaxError" in open(daemon.path("sent/ann/unfit.check")).read())

kept = send("ann", "--versions")
say("the kept versions are listed", kept[0] == 0 and re.search(rf"^{two}  .*plays now$", kept[1], re.M) and
    re.search(rf"^{one}  ann.tar.gz, started by .*; fit since [-0-9T:.]+Z$", kept[1], re.M) and
    re.search(rf"^{two}  bot.py, started by python3 bot.py; ", kept[1], re.M), kept)
back = send("ann", "--back")
say("its author takes the one before back", back[0] == 0 and one in listed() and two not in listed(), back)
mark = len(daemon.now())
asked = daemon.ask("revert", "ladder", "ann", two)
say("the operator takes a version back by its name, and hears how it went", asked[0] == 0 and two in listed() and
    re.fullmatch(rf"ann: version {two} is fit; it takes part .*\n", asked[1]), asked)
daemon.line(f"intake: ann: version {two} is fit", since=mark)
for version, why in (("000000000000", "never fit"), (two, "plays now"), ("../../x", "never fit")):
    asked = daemon.ask("revert", "ladder", "ann", version)
    say(f"revert to {version} is refused: {why}", asked[0] == 1 and asked[1] == "" and why in asked[2] and two in listed(), asked)
names = [os.path.join(top, name) for top, _, files in os.walk(daemon.path("sent/ann")) for name in files]
say("sources that were sent are for the operator alone", names and not [name for name in names if os.stat(name).st_mode & 0o007],
    names)
for words, name, why in ((("--back", "--version", "0123456789ab"), "ann", "never fit"),
                         (("--back", "--version", two), "ann", "plays now"), (("--back",), "bob", "no version was sent"),
                         (("--versions",), "bob", "no version was sent")):
    answer = send(name, *words)
    say(f"{name}: {' '.join(words[:2])} is refused: {why}", answer[0] == 1 and why in answer[2], answer)
crash = send("ann", put("bot.py", BOT.replace('elif command == "uginewgame":', 'elif command == "uginewgame":\n            if moves_so_far: [][0]')))
say("a bot that crashes between games is taken, and told what to mend", crash[0] == 0 and
    "no game is lost by that, but mend it; it wrote on stderr: IndexError" in crash[1] and
    re.search(r" is fit; it takes part in .*; its check has a warning: mend what the step \"again\" says\n$", crash[1]), crash)
daemon.until("it plays", lambda: version_of(crash) in listed())
daemon.ask("revert", "ladder", "ann", two)
daemon.until("the earlier one plays", lambda: two in listed())
asked = daemon.ask("revert", "cup", "ann")
say("revert names the tournament that is not there", asked[0] == 1 and "not found" in asked[2], asked)
daemon.until("it plays on", lambda: daemon.of("ladder")["state"] == "running")

# --- names -------------------------------------------------------------------------------------------

for sentence, answer, status, why in (
        ("the token of another opens nothing", send("ann", broken, token="bob"), 6, "refused"),
        ("a house bot keeps its name", send("two", broken), 1, "a bot of this name itself"),
        ("a name with a dot at its begin is no folder", send(".dot", broken), 1, "not allowed as a bot name"),
        ("a tournament that is not there is named", send("bob", broken, "--tournament", "cup"), 1,
         'tournament "cup": it takes no bots; those that do: ladder')):
    say(sentence, answer[0] == status and why in answer[2], answer)

# --- hostile files -----------------------------------------------------------------------------------


def zipped(files, compress=zipfile.ZIP_DEFLATED):
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", compress) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return to.getvalue()


def tarred(*entries):
    """entries: (name, type, data or target)"""
    to = io.BytesIO()
    with tarfile.open(fileobj=to, mode="w") as archive:
        for name, kind, data in entries:
            info = tarfile.TarInfo(name)
            info.type = kind
            if kind == tarfile.REGTYPE:
                info.size = len(data)
            else:
                info.linkname = data
            archive.addfile(info, io.BytesIO(data if kind == tarfile.REGTYPE else b""))
    return to.getvalue()


def million():
    """A tar of 10^6 files: the same part many times, each a stream of bzip2."""
    part = tarred(*[("f", tarfile.REGTYPE, b"")] * 2000)[:2000 * 512]
    return bz2.compress(part) * 500


def encrypted():
    data = bytearray(zipped({"bot.py": BOT}, zipfile.ZIP_STORED))
    for sign, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        struct.pack_into("<H", data, data.index(sign) + at, 1)
    return bytes(data)


def nested(data, times):
    for i in range(times):
        data = zipped({f"{i}.zip": data})
    return data


bomb = zipped({"zeros": bytes(66 << 20)})
rows = (
    ("a zip bomb", "bomb.zip", bomb, "it is too large"),
    ("a zip bomb in a zip", "bomb.zip", zipped({"inner.zip": bomb}), "it is too large"),
    ("a bomb of bzip2", "bomb.tar.bz2", bz2.compress(tarred(("z", tarfile.REGTYPE, bytes(66 << 20)))), "it is too large"),
    ("a million files", "many.tar.bz2", million(), "it is too large"),
    ("archives in each other", "a.zip", nested(zipped({"bot.py": BOT}), 3), "an archive in an archive"),
    ("an archive that is cut short", "bot.zip", zipped({"bot.py": BOT})[:500], "the archive is damaged"),
    ("an archive with a password", "bot.zip", encrypted(), "password"),
    ("what is no archive", "bot.tar.gz", os.urandom(2000), "cannot be read as an archive"),
    ("links and devices alone", "bot.tar", tarred(("bot.py", tarfile.SYMTYPE, "/etc/passwd"),
                                                  ("main.py", tarfile.LNKTYPE, "/etc/passwd"),
                                                  ("sda", tarfile.BLKTYPE, ""), ("p", tarfile.FIFOTYPE, "")),
     "nothing"),
    ("an empty file", "bot.py", b"", "the file is empty"),
    ("a file that is too large", "bot.py", bytes(1_000_001), "at most 1000000 are taken"),
    ("no program", "essay.txt", b"I could not do it.", "essay.txt"),
    ("a command outside its folder", "bot.zip", zipped({"referee.txt": 'command = "python3 /etc/passwd"'}), "/etc/passwd"),
    ("a command above its folder", "bot.zip", zipped({"referee.txt": 'command = "python3 ../../ann/bot.py"'}), ".."),
    ("a house bot", "bot.zip", zipped({"referee.txt": 'command = "referee-bot"', "a.py": ""}), "referee-bot"),
    ("an unknown adapter", "bot.zip", zipped({"referee.txt": 'command = "python3 a.py"\nadapter = "wrong"', "a.py": ""}),
     "adapter"),
    ("a build that never ends", "bot.zip", zipped({"referee.txt": 'command = "./a"\nbuild = "sleep 1000"', "a.c": ""}),
     "build"),
    ("a build that forks without end", "bot.zip",
     zipped({"referee.txt": "command = \"./a\"\nbuild = \"sh b.sh\"", "b.sh": "while :; do sh b.sh & done"}), "build"),
    ("a bot that hangs in its first move", "bot.py", BOT.replace('elif command == "go":', 'elif command == "go":\n            while True: pass\n'),
     "time"),
    ("a bot that prints without end", "bot.py", "while True:\n    print('info', 'x' * 1000)\n", "flood"),
)
before = daemon.of("ladder")["done"], listed()
for sentence, name, data, why in rows:
    answer = send("bob", put(name, data))
    say(f"refused in a sentence: {sentence}", answer[0] == 1 and why in answer[1] + answer[2] and "\n" not in answer[2][:-1], answer)
say("the ladder has played meanwhile, and its list is as before",
    daemon.of("ladder")["done"] > before[0] and listed() == before[1], before)
say("no file of these is left", os.listdir(daemon.path("sent/bob")) in ([], ["unfit.check"]) and
    not glob.glob(daemon.path("sent/.[sn]*-*")), os.listdir(daemon.path("sent")), os.listdir(daemon.path("sent/bob")))
odd = tarred(("../up.py", tarfile.REGTYPE, b"1"), ("/abs.py", tarfile.REGTYPE, b"1"), ("l", tarfile.SYMTYPE, "/etc"),
             ("l/x.py", tarfile.REGTYPE, b"1"), ("a/" * 100 + "deep.py", tarfile.REGTYPE, b"1"),
             ("n\x1b[2J\n.txt", tarfile.REGTYPE, b"1"), ("sda", tarfile.BLKTYPE, ""), ("bot.py", tarfile.REGTYPE, BOT.encode()))
answer = send("bob", put("odd.tar", odd))
say("links, devices and bad paths are left out, and the rest plays", answer[0] == 0 and
    "left out: 2 links or devices (l, sda), 3 files with a bad path" in answer[1], answer)
inside = sorted(os.path.relpath(os.path.join(at, name), daemon.path("sent/bob")) for at, _, names in
                os.walk(daemon.path("sent/bob/" + version_of(answer))) for name in names)
say("only what may be is in its folder", [name.split("/", 1)[1] for name in inside] == ["bot.py", "l/x.py", "n_[2J_.txt"], inside)

# --- hostile clients ---------------------------------------------------------------------------------


def talk(request, *data, name="bob", door="plain", end=True):
    """The answer to a request, and to these bytes, which are sent when the referee is ready. end: then the client
    closes its half."""
    connection = connect(getattr(daemon, door), limit=left())
    lines = enter(connection, name, daemon.tokens[name], daemon.fingerprint if door == "tls" else "-", " send")
    answer = b""
    try:
        connection.sendall(request)
        for chunk in data:
            answer += connection.recv(len(b"ready\n"))
            connection.sendall(chunk)
        if end and door != "tls":
            connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(65536):
            answer += part
    except OSError:
        pass
    lines.close()
    connection.close()
    return answer.decode(errors="replace")


def head(length, file="bot.py", data=b"x"):
    return f"send {length} {hashlib.sha256(data).hexdigest()} {file}\n".encode()


clients = (
    ("another digest", (head(3), b"abc"), "digest is not that"),
    ("fewer bytes than it said", (head(30), b"abc"), "closed before all was sent"),
    ("64 MB", (head(64 << 20),), "at most 1000000 are taken"),
    ("a length below 0", (head(-1),), "the length is wrong"),
    ("a length without end", (head(10 ** 18),), "the length is wrong"),
    ("a length of letters", (head("x"),), "request: it is wrong"),
    ("a length of 0", (head(0),), "the file is empty"),
    ("a wrong digest", (b"send 3 abc bot.py\n",), "the digest is wrong"),
    ("a name with a folder", (head(1, "../../x.py"),), "the file's name is wrong"),
    ("a hidden name", (head(1, ".bots"),), "the file's name is wrong"),
    ("no name", (head(1, "-"),), "the file's name is wrong"),
    ("a name with a control character", (head(1, "a\x1b[2J.py"),), "the file's name is wrong"),
    ("bytes before it is asked for them", (head(3) + b"abc",), "before the referee is ready"),
    ("an unknown request", (b"fetch /etc/passwd\n",), "it is unknown"),
    ("no words", (b"\n",), "request"),
    ("a name in quotes with a folder", (head(1, "'../a.py'"),), "the file's name is wrong"),
    ("a NUL", (b"send\0 1 2 3\n",), "NUL"),
    ("a line of 10 KB", (b"s" * 10000,), "too long"),
    ("a version with a path", (b"back ../ann\n",), "the version is wrong"),
    ("nothing", (b"",), "closed before all was sent"),
)
for sentence, words, why in clients:
    answer = talk(*words)
    say(f"a client that sends {sentence} is refused", re.search(r"(^|\n)end 1 .*" + re.escape(why), answer), answer)
for door in ("unix", "tls"):
    answer = talk(head(3), b"abc", door=door)
    say(f"so is another digest over {door}", "ready\nend 1 the file's digest is not that" in answer, answer)
answer = talk(head(1), b"x" * 3000, end=False)
say("bytes behind the file are not read", "end 1 " in answer and "too slowly" not in answer, answer)
say("no connection is left of them", daemon.until("the processes are gone", lambda: not daemon.children("referee-intake")))

# --- one at a time, and kills ------------------------------------------------------------------------

hang = put("hang.py", "import time\nwhile True:\n    time.sleep(1)\n")


def checking(name):
    """A client whose bot is being checked, which takes a while."""
    client = begin(name, hang)
    daemon.until("its check has begun", lambda: glob.glob(daemon.path(f"sent/{name}/*/hang.py")))
    return client


client = checking("cat")
second = send("cat", hang)
say("an owner hands in one at a time", second[0] == 1 and "already" in second[2], second)
listing = begin("dan", put("dan.py", BOT))
say("one that waits is told so", listing.stdout.readline() == "1 before it is checked first\n")
os.kill(daemon.children("referee-intake")[0], signal.SIGKILL)
out = client.communicate(timeout=left())
say("the log names a process that was killed", daemon.line(r"warning serve: intake: cat: its process ended \(signal 9\)\n"))
daemon.until("its leftovers are gone", lambda: len(glob.glob(daemon.path("sent/.sent-*"))) <= 1)
say("a process that is killed in a check costs its client the answer alone",
    client.returncode == 6 and "without an answer" in out[1] and "cat" not in listed(), out)
out = listing.communicate(timeout=left())
say("the one behind it is checked then", listing.returncode == 0 and '"dan"' in listed(), out)

client = checking("cat")
daemon.end(signal.SIGKILL)
out = client.communicate(timeout=left())
say("kill -9 of the daemon in a check ends the client", client.returncode == 6, out)
os.makedirs(daemon.path("sent/.sent-999999/half"))  # of another daemon's
before = listed()
with open(daemon.path("sent/.bots"), "w") as file:  # as if it was killed just before it wrote the list
    file.write(re.sub(r'bot "dan" \{[^}]*\}\n', "", before))
daemon.start("--send-hourly", "2")
daemon.until("the list is written again", lambda: listed() == before)
daemon.until("the leftovers are gone", lambda: not glob.glob(daemon.path("sent/.sent-*")))
daemon.until("all fit versions play", lambda: daemon.of("ladder")["state"] == "running" and
             {"ann", "bob", "dan"} <= {bot for bot, _ in standings()})
say("what was fit before plays on", two in before and "cat" not in before, before)

# --- limits, and more than one tournament ------------------------------------------------------------

shutil.copy(daemon.path("ladder.conf"), daemon.path("cup.conf"))
with open(daemon.path("cup.conf"), "a") as file:
    file.write("")
text = LADDER.replace('"sent"', '"cup-sent"').replace("ladder\n", "round-robin\non-changed = replay\nbegins = 2099-01-01T00:00Z\n")
put("cup.conf", text.replace("pace        = 1200/m\n", ""))
daemon.submit(daemon.path("cup.conf"))
answer = send("cat", "dan.py")
say("of two tournaments one is to be named", answer[0] == 1 and "--tournament NAME: ladder, cup" in answer[2], answer)
answer = send("cat", "dan.py", "--tournament", "cup")
say("a tournament that waits takes it when it begins", answer[0] == 0 and "it takes part when cup begins" in answer[1],
    answer)
say("its folder and name are the tournament's own", os.path.exists(daemon.path("cup-sent/cat/taken")) and
    "cat" not in listed())
answer = send("cat", "dan.py")
say("a refusal before the file does not count", answer[0] == 1 and "--tournament NAME" in answer[2], answer)
again = send("cat", "dan.py", "--tournament", "cup")
answer = send("cat", "dan.py", "--tournament", "cup")
say("the same once more counts", again[0] == 1 and "plays already" in again[2], again)
say("the third of an hour is refused, and told when the next one is taken", answer[0] == 1 and
    re.search(r"cat has handed in too often; at most 2 bots an hour are taken, and the next one in \d+ min", answer[2]),
    answer)
answer = send("cat", "--versions", "--tournament", "cup")
say("it may still ask for its versions", answer[0] == 0 and "1 version" in answer[1], answer)
answer = send("cat", "--back", "--tournament", "cup")
say("and for the one before", answer[0] == 1 and "no version before" in answer[2], answer)
os.rename(daemon.path("cup-sent"), daemon.path("away"))
os.symlink("/sys/kernel", daemon.path("cup-sent"))
answer = send("bob", "dan.py", "--tournament", "cup")
say("a server that cannot keep a file says that the send does not count", answer[0] == 1 and
    re.search(r"the server cannot keep the file \([^)]*\); this send does not count; tell the operator", answer[2]), answer)
say("and names the folder in a warning", daemon.line(
    r"warning serve: intake: bob from \S+: bob: \S+/cup-sent/\.sent-\d+ cannot be written: "))
os.unlink(daemon.path("cup-sent"))
os.rename(daemon.path("away"), daemon.path("cup-sent"))
counted = [send("bob", "dan.py", "--tournament", "cup") for _ in range(3)]
say("what failed by the server's fault does not count", "handed in too often" not in counted[1][2] and
    "handed in too often" in counted[2][2], counted)
put("nowhere.conf", LADDER.replace('"sent"', '"cup.conf/sent"'))
daemon.submit(daemon.path("nowhere.conf"))
say("the log says where a folder of submissions cannot be made",
    daemon.line(r"warning serve: intake: nowhere takes no bots: \S+/cup.conf/sent/?: the folder cannot be made: Not a directory\n"))
put("ladder.conf", LADDER.replace('"sent"', '"second"'))
daemon.signal(signal.SIGHUP)
daemon.line("ladder: submissions: bots that are handed in go to second from now on, no longer to sent\n")
answer = send("dan", put("other.py", BOT + "# other\n"), "--tournament", "ladder")
say("a running ladder takes bots into the folder that its file has now, as the log says", answer[0] == 0 and
    os.path.exists(daemon.path("second/dan/taken")), answer)
for line, why in (("format = swiss", "takes no bots once it has begun"), ("format = round-robin", "on-changed = replay")):
    checked = referee("check", put("wrong.conf", LADDER.replace("format      = ladder", line).replace("pace        = 1200/m\n", "")))
    say(f"submissions do not go with {line}", checked.returncode == 3 and why in checked.stdout, checked.stdout)

say("the daemon ends cleanly", daemon.end() == 0)
daemon.start(env={"REFEREE_SEND_SEC": "1"})
answer = talk(head(30, "bot.py ladder"), b"abc", end=False)
say("a client that stops in the middle is too slow", "it came too slowly" in answer, answer)
say("the daemon ends cleanly with a client beside it", daemon.end() == 0)
say.end()
