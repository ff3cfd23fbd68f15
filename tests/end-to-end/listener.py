"""The gate among honest bots and rogues. Usage: listener.py [--storm N]

tests/bench/listener.c plays the main process: it sends each line of a bot back, and ends the connection after
"bye". An answer that may never come is waited for with a limit, which fails the test; nothing sleeps.
"""
import hashlib
import os
import re
import selectors
import signal
import socket
import ssl
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from handshake import ERROR, connect, hello, line_of, over_tls, proof, rest, sign  # noqa: E402
from processes import descriptors as descriptors_of, watched  # noqa: E402
from checks import BUILD, LIMIT, folder, referee, say, start  # noqa: E402

STORM = int(sys.argv[sys.argv.index("--storm") + 1]) if "--storm" in sys.argv else 2000
work = folder()


def path(name):
    return os.path.join(work, name)


class Gate:
    """A gate and the double of its main process."""

    def __init__(self, identity="identity.pem", files=None):
        self.main = start(
            [BUILD + "/tests/bench/listener", path("tokens"), path(identity), "tls=127.0.0.1:0",
             "plain=127.0.0.1:0", "unix=unix:" + path("socket")],
            files, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.told = []
        self.pid = int(self.wait("pid ").split()[1])
        self.fingerprint = self.wait("ready certificate ").split()[2]
        self.wait("ready tokens ")
        self.tls = int(self.wait("ready listen tls ").rsplit(":", 1)[1])
        self.plain = int(self.wait("ready listen plain ").rsplit(":", 1)[1])
        self.wait("ready listen unix ")

    def wait(self, beginning):
        """The next line with this beginning; what came before it is passed over, and kept in told."""
        signal.alarm(LIMIT)
        for line in self.main.stdout:
            self.told.append(line.rstrip())
            if line.startswith(beginning):
                signal.alarm(0)
                return line.rstrip()
        raise EOFError("the gate ended before it said " + beginning)

    def order(self, text, answer):
        self.main.stdin.write(text + "\n")
        self.main.stdin.flush()
        return self.wait(answer)

    def reload(self):
        return self.order("tokens", "ready tokens ")

    def descriptors(self):
        return descriptors_of(self.pid)

    def memory(self):
        with open(f"/proc/{self.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def end(self):
        self.main.stdin.close()
        self.main.stdout.read()
        return self.main.wait(LIMIT)


def plain(gate, source=None):
    return connect(f"plain:127.0.0.1:{gate.plain}", source, LIMIT)


def secure(gate, source=None, version=ssl.TLSVersion.TLSv1_3):
    return over_tls(socket.create_connection(("127.0.0.1", gate.tls), LIMIT, source and (source, 0)), version)


def local(gate):
    return connect("unix:" + path("socket"), limit=LIMIT)


def echo(lines, text):
    lines.write(text + b"\n")
    return line_of(lines) == text + b"\n"


def settle(gate, descriptors):
    """Waits, by coming and going once more each time, until the gate has as many open as before."""
    for _ in range(10000):
        if gate.descriptors() <= descriptors:
            return True
        lines = hello(local(gate), "ann", tokens["ann"])
        line_of(lines), line_of(lines)
        lines.close()
        gate.wait("gone ann")
    return False


tokens = {}
for name in ("ann", "bob", "deaf"):
    made = referee("token", "new", name, "--file", path("tokens"))
    tokens[name] = bytes.fromhex(made.stdout.strip())
    with open(os.open(path(name), os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
        file.write(made.stdout)

# --- tokens ------------------------------------------------------------------------------------------

with open(path("tokens")) as file:
    stored = file.read()
say("the file of tokens is its owner's alone", os.stat(path("tokens")).st_mode & 0o777 == 0o600)
say("it holds no token", not any(token.hex() in stored for token in tokens.values()))
say("it holds what SCRAM keeps of a token",
    f"ann {hashlib.sha256(sign(tokens['ann'], 'Client Key')).hexdigest()} "
    f"{sign(tokens['ann'], 'Server Key').hex()} " in stored, stored)
say("the names are listed", referee("token", "list", "--file", path("tokens")).stdout == "ann\nbob\ndeaf\n")

# --- honest bots ---------------------------------------------------------------------------------------

gate = Gate()
idle = gate.descriptors()
with open(path("identity.pem")) as file:
    certificate = ssl.PEM_cert_to_DER_cert(file.read().split("-----END PRIVATE KEY-----\n")[1])
say("the fingerprint told is the self-made certificate's",
    hashlib.sha256(certificate).hexdigest() == gate.fingerprint, gate.fingerprint)
say("the key is its owner's alone", os.stat(path("identity.pem")).st_mode & 0o777 == 0o600)

for kind, way, binding in (("a Unix socket", local, "-"), ("TCP on loopback", plain, "-"),
                           ("TLS", secure, gate.fingerprint)):
    connection = way(gate)
    nonce = os.urandom(32).hex()
    lines = hello(connection, "ann", tokens["ann"], binding, nonce)
    told = line_of(lines).decode().split()
    say(f"who knows the token is welcome over {kind}", told[0] == "welcome" and len(told[1]) == 64, told)
    say(f"the first line over {kind} is the referee's", line_of(lines) == b"ugi\n")
    say(f"lines come back over {kind}", all(echo(lines, b"x" * n) for n in (1, 100, 4000)))
    lines.write(b"bye\n")
    say(f"the referee's last line arrives over {kind} before the end", rest(connection) == b"bye\n")
    told = gate.wait("bot ann ")
    say(f"the main process hears from where over {kind}",
        told.startswith("bot ann unix:uid=" if kind[0] == "a" else "bot ann 127.0.0.1:"), told)
    gate.wait("gone ann")
    lines.close()
    connection.close()

# Of a connection without TLS that is handed over nothing is left behind which would wake the gate.
say("the gate forgets a TLS connection when the bot has closed it too", settle(gate, idle))
before, handed = watched(gate.pid), []
for way in (plain, local):
    for _ in range(10):
        handed.append((way(gate), way.__name__))
        lines = hello(handed[-1][0], "ann", tokens["ann"])
        line_of(lines), line_of(lines)
        gate.wait("bot ann ")
        say(f"one over {handed[-1][1]} is nothing to the gate any more", watched(gate.pid) == before and
            echo(lines, b"x"), (before, watched(gate.pid)))
        lines.close()
for connection, _ in handed:
    connection.close()
    gate.wait("gone ann")

with open("protocol/PROTOCOL.md") as file:
    example = [part.split("```")[0] for part in file.read().split("```python\n") if "def enter" in part]
scope = {}
exec(example[0], scope)
lines = scope["enter"]("127.0.0.1", gate.tls, "ann", tokens["ann"], gate.fingerprint)
first = lines.readline()
print("readyok", file=lines, flush=True)
say("the example of PROTOCOL.md comes in and talks", (first, lines.readline()) == ("ugi\n", "readyok\n"))
print("bye", file=lines, flush=True)
gate.wait("gone ann")
try:
    scope["enter"]("127.0.0.1", gate.tls, "ann", tokens["bob"], gate.fingerprint)
    say("the example is refused with another's token", False)
except ConnectionError as error:
    say("the example is refused with another's token", "not welcome" in str(error))
try:
    scope["enter"]("127.0.0.1", gate.tls, "ann", tokens["ann"], "00" * 32)
    say("the example says no word to another certificate", False)
except ConnectionError as error:
    say("the example says no word to another certificate", gate.fingerprint in str(error))

# Two honest bots are in and stay in while the rogues come, from other addresses.
honest = []
for way, binding in ((plain, "-"), (secure, gate.fingerprint)):
    connection = way(gate)
    lines = hello(connection, "bob", tokens["bob"], binding)
    line_of(lines), line_of(lines)
    honest.append((connection, lines))
trips = 0


def unharmed():
    global trips
    for _, lines in honest:
        if not echo(lines, b"info string %d" % trips):
            return False
        trips += 1
    return True


unharmed()
descriptors = gate.descriptors()

# --- rogues ----------------------------------------------------------------------------------------------

ones = "11" * 32


def refused(sentence, way, said, source="127.0.0.2"):
    connection = way(gate, source)
    try:
        connection.sendall(said)
    except OSError:
        pass
    got = rest(connection)
    connection.close()
    say(sentence, got == ERROR and unharmed(), got)


refused("what is no hello gets the one error", plain, b"GET / HTTP/1.1\r\n\r\n")
refused("so does a hello that is too long", plain, b"hello 1 " + b"a" * 400)
refused("so does a proof before the hello, over TLS", secure, b"proof " + ones.encode() + b"\n", "127.0.0.3")
refused("so does TLS on the port without", plain, b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00", "127.0.0.4")

for name, token, what in (("ann", "bob", "a wrong token"), ("eve", "ann", "an unknown name")):
    connection = plain(gate, "127.0.0.5")
    lines = hello(connection, name, tokens[token])
    got = rest(connection)
    say(f"so does {what}, after a challenge like any other", got == ERROR and unharmed(), got)

# A line that was heard once is said again, word for word.
connection = plain(gate, "127.0.0.6")
nonce = os.urandom(32).hex()
lines = connection.makefile("rwb", buffering=0)
lines.write(f"hello 1 ann {nonce}\n".encode())
heard = proof(tokens["ann"], "ann", nonce, line_of(lines).decode().split()[1], "-")
lines.write(f"proof {heard}\n".encode())
say("the first time it is welcome", line_of(lines).startswith(b"welcome "))
connection.shutdown(socket.SHUT_RDWR)
gate.wait("gone ann")
replay = plain(gate, "127.0.0.6")
lines = replay.makefile("rwb", buffering=0)
lines.write(f"hello 1 ann {nonce}\n".encode())
line_of(lines)
lines.write(f"proof {heard}\n".encode())
got = rest(replay)
say("replayed it is refused", got == ERROR and unharmed(), got)

# A man in the middle has another certificate: what a bot proves to it is worth nothing here.
middle = secure(gate, "127.0.0.7")
hello(middle, "ann", tokens["ann"], "ab" * 32)
got = rest(middle)
say("a proof made for another certificate is refused", got == ERROR, got)
middle = secure(gate, "127.0.0.7")
hello(middle, "ann", tokens["ann"], "-")
got = rest(middle)
say("a proof made without TLS is refused with it", got == ERROR, got)

got = b""
connection = socket.create_connection(("127.0.0.1", gate.tls), LIMIT, ("127.0.0.8", 0))
connection.sendall(f"hello 1 ann {ones}\n".encode())
got = rest(connection)
say("plain text on the port with TLS is told so", b"this port speaks TLS 1.3" in got and unharmed(), got)
try:
    secure(gate, "127.0.0.8", ssl.TLSVersion.TLSv1_2)
    say("TLS 1.2 is refused", False)
except (ssl.SSLError, OSError):
    say("TLS 1.2 is refused", unharmed())

# A client that closes its half of the connection is a bot whose output has ended; it may still read.
connection = plain(gate, "127.0.0.9")
lines = hello(connection, "ann", tokens["ann"])
line_of(lines), line_of(lines)
lines.write(b"last words\n")
connection.shutdown(socket.SHUT_WR)
got = rest(connection)
say("what a half-closed connection said last has arrived", got == b"last words\n", got)
gate.wait("gone ann")
connection = secure(gate, "127.0.0.9")
lines = hello(connection, "ann", tokens["ann"], gate.fingerprint)
line_of(lines), line_of(lines)
connection.close()
lines.close()
say("the main process hears of a TLS connection that vanished", gate.wait("gone ann") and unharmed())
connection = plain(gate, "127.0.0.9")
connection.sendall(b"hello 1 a")
connection.shutdown(socket.SHUT_WR)
got = rest(connection)
say("a half hello and a half close end at once", got == b"" and unharmed(), got)

# A referee that does not read is not written to without end.
connection = secure(gate, "127.0.0.10")
lines = hello(connection, "deaf", tokens["deaf"], gate.fingerprint)
line_of(lines), line_of(lines)
connection.setblocking(False)
sent, before = 0, gate.memory()
wait = selectors.DefaultSelector()
wait.register(connection, selectors.EVENT_WRITE)
chunk = b"x" * 16000 + b"\n"
while sent < 64 << 20:
    try:
        sent += connection.send(chunk)
    except (ssl.SSLWantWriteError, BlockingIOError):
        # The honest bots' lines go both ways through the gate meanwhile: it had its turn to read.
        if not (all(unharmed() for _ in range(20)) and not wait.select(0)):
            continue
        break
say("a flood over TLS stops when no process reads it", sent < 64 << 20 and unharmed(), sent)
say("and the gate holds little of it", gate.memory() - before < 2048, gate.memory() - before)
connection.close()
gate.order("drop", "gone deaf")

# --- penalties and storms ------------------------------------------------------------------------------



def fail(address, *hellos):
    """Connections that fail together, as far as they are let in."""
    crowd = [plain(gate, address) for _ in hellos]
    for connection, hello_of in zip(crowd, hellos):
        try:
            connection.sendall(hello_of)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it is shut
    for connection in crowd:
        rest(connection)


fail("127.0.0.20", *[b"\n"] * 6)
say("after six failures the source is closed on", gate.wait("penalty 127.0.0.20:").endswith(" 1"))
connection = plain(gate, "127.0.0.20")
got = rest(connection)
say("without a word", got == b"", got)
lines = hello(plain(gate, "127.0.0.21"), "ann", tokens["ann"])
say("while its neighbour comes in", line_of(lines).startswith(b"welcome "))
lines.write(b"bye\n")
gate.wait("gone ann")

# --- many behind one address ---------------------------------------------------------------------------

at = "127.0.0.22"


def comes_in(name):
    lines = hello(plain(gate, at), name, tokens[name])
    welcome = line_of(lines).startswith(b"welcome ")
    lines.write(b"bye\n")
    gate.wait("gone " + name)
    return welcome


for _ in range(6):
    connection = plain(gate, at)
    hello(connection, "bob", bytes(32))
    rest(connection)
say("after six wrong tokens it is told who fails, and from where", gate.wait(f"failing bob {at}"))
say("the right token of that name is heard from there all the same", comes_in("bob"))
say("and another name's", comes_in("ann"))
fail(at, *[b"\n"] * 8)
say("where a bot came in, a few wrong clients shut no bot out", comes_in("ann"))
fail(at, *[b"hello 1 name%d %s\n" % (i, b"cd" * 32) for i in range(80)])
say("but a crowd of names does", gate.wait(f"penalty {at}:").endswith(" 1") and rest(plain(gate, at)) == b"")

# Slow hellos, more than there is room for: the last sixteen from one source are honest and come in.
silent = socket.create_connection(("127.0.0.1", gate.tls), LIMIT, ("127.0.2.1", 0))
slow = []
for i in range(320):
    connection = plain(gate, f"127.0.1.{i % 40}")
    connection.sendall(b"h")
    slow.append(connection)
lines = hello(plain(gate, "127.0.0.21"), "ann", tokens["ann"])
say("320 slow hellos keep no bot out", line_of(lines).startswith(b"welcome ") and unharmed())
say("and no more than 256 of them are held", gate.descriptors() <= descriptors + 256 + 1, gate.descriptors())
lines.write(b"bye\n")
gate.wait("gone ann")
slow[-1].settimeout(LIMIT)
late = rest(slow[-1])
say("a slow hello is refused when its time is up", late == ERROR, late)
say("and so is one that never comes, where TLS is spoken", rest(silent) == b"")
silent.close()
for connection in slow:
    connection.close()

say("all descriptors are given back", settle(gate, descriptors), gate.descriptors(), descriptors)
before = gate.memory()
came = 0
for i in range(STORM):
    # Every third says a wrong hello, every third comes in, every third leaves at once.
    source = f"127.0.{2 + i % 3}.{i % 250}"
    connection = (secure if i % 30 == 1 else plain)(gate, source)
    if i % 3 == 0:
        connection.sendall(b"hello\n")
        rest(connection)
    elif i % 3 == 1:
        lines = hello(connection, "ann", tokens["ann"], gate.fingerprint if i % 30 == 1 else "-")
        welcome = line_of(lines).startswith(b"welcome ")
        came += welcome
        lines.close()
    connection.close()
    if i % 3 == 1 and welcome:
        gate.wait("gone ann")  # or what is told would fill the pipe, and the main process wait
    if i % 100 == 0 and not unharmed():
        break
say(f"in a storm of {STORM} each client that knows the token comes in", came == len(range(1, STORM, 3)), came)
say("honest bots are unharmed by it", unharmed())
say("descriptors are flat after it", settle(gate, descriptors), gate.descriptors(), descriptors)
say("memory is flat after it", gate.memory() - before < 1024, gate.memory() - before)

# --- tokens that change ----------------------------------------------------------------------------------

referee("token", "new", "ann", "--file", path("tokens"))
referee("token", "revoke", "deaf", "--file", path("tokens"))
say("what is read again holds what is left", gate.reload() == "ready tokens 2")
connection = plain(gate, "127.0.0.30")
hello(connection, "ann", tokens["ann"])
say("a token that was replaced is worth nothing", rest(connection) == ERROR)
connection = plain(gate, "127.0.0.30")
hello(connection, "deaf", tokens["deaf"])
say("nor is one that was taken back", rest(connection) == ERROR)
say("who is in stays in", unharmed())

# --- the gate's rights -----------------------------------------------------------------------------------

with open(f"/proc/{gate.pid}/status") as file:
    status = file.read()
say("the gate has given up its rights",
    re.search(r"NoNewPrivs:\s+1", status) and re.search(r"Seccomp:\s+2", status) and
    re.search(r"CapEff:\s+0+\n", status) and not re.search(r"Uid:\s+0", status), status)

# --- referee connect -------------------------------------------------------------------------------------

referee("token", "new", "ann", "--file", path("tokens"))
made = referee("token", "new", "ann", "--file", path("tokens"))
with open(os.open(path("ann"), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
    file.write(made.stdout)
gate.reload()
with open(path("bot.sh"), "w") as file:
    file.write('read -r line; echo "heard $line" >&2; echo yes; read -r line; echo "heard $line" >&2\n'
               'echo bye; read -r line; echo "heard $line" >&2\nread -r line || echo end >&2\n')
TLS = f"127.0.0.1:{gate.tls}"
ANN = ("--name", "ann", "--token-file", path("ann"))
BOT = ("--", "sh", path("bot.sh"))
HEARD = "heard ugi\nheard yes\nheard bye\nend\n"


def connects(sentence, status, part, *words):
    done = referee("connect", *words)
    heard = "".join(line + "\n" for line in done.stderr.splitlines() if not line.startswith("referee "))
    say(sentence, done.returncode == status and part in done.stderr and
        (status != 0 or heard == HEARD), done.returncode, done.stderr)


connects("a bot that knows pipes plays over TLS", 0, gate.fingerprint, TLS, *ANN, "--fingerprint",
         gate.fingerprint.upper(), *BOT)
connects("and over a Unix socket", 0, "ann is connected", "unix:" + path("socket"), *ANN, *BOT)
connects("and without TLS on loopback", 0, "without TLS", f"127.0.0.1:{gate.plain}", *ANN, "--insecure", *BOT)
connects("without a fingerprint it refuses, and says which it saw", 6, "--fingerprint " + gate.fingerprint,
         TLS, *ANN, *BOT)
connects("another fingerprint is not the referee's", 6, "another fingerprint", TLS, *ANN, "--fingerprint",
         "00" * 32, *BOT)
for wrong in (gate.fingerprint[:-1], gate.fingerprint + "0", gate.fingerprint[:-1] + "g", ""):
    connects(f"a fingerprint of {len(wrong)} digits, {wrong[-1:]} the last, is refused as none", 2,
             "64 hexadecimal digits", TLS, *ANN, "--fingerprint", wrong, *BOT)
for place in (0, 31, 63):
    other = gate.fingerprint[:place] + "0123456789abcdef0"["0123456789abcdef".index(gate.fingerprint[place]) + 1] + \
        gate.fingerprint[place + 1:]
    connects(f"nor is one that differs in digit {place + 1} alone", 6, "another fingerprint", TLS, *ANN,
             "--fingerprint", other, *BOT)
connects("a wrong token is told", 6, "the token is wrong", TLS, "--name", "bob",
         "--token-file", path("ann"), "--fingerprint", gate.fingerprint, *BOT)
connects("TLS with a port that has none is told", 6, "no TLS 1.3 connection", f"127.0.0.1:{gate.plain}", *ANN, *BOT)
connects("no TLS with a port that has is told", 6, "speaks TLS", TLS, *ANN, "--insecure", *BOT)
done = referee("connect", "unix:" + path("socket"), *ANN, "--", "sh", "-c", "exit 0")
say("a bot that ends by itself has not failed", done.returncode == 0 and "exit status 0" in done.stderr,
    done.returncode, done.stderr)
connects("a bot that fails is told with its status", 1, "exit status 3", "unix:" + path("socket"), *ANN,
         "--", "sh", "-c", "exit 3")
connects("a bot that cannot be started is told", 4, "there is no file", "unix:" + path("socket"), *ANN, "--",
         path("nothing"))
with open(os.open(path("windows.sh"), os.O_CREAT | os.O_WRONLY, 0o755), "w") as file:
    file.write("#!/usr/bin/env sh\r\n")
connects("a script with Windows line ends is told", 1, "carriage return", "unix:" + path("socket"), *ANN, "--",
         path("windows.sh"))
os.chmod(path("windows.sh"), 0o644)
connects("a script that is not executable is told how to become it", 4, "chmod +x", "unix:" + path("socket"), *ANN,
         "--", path("windows.sh"))
connects("a gate's plain: is told to be --insecure", 2, "--insecure", f"plain:127.0.0.1:{gate.plain}", *ANN, *BOT)
connects("an absent listener is told", 6, "No such file", "unix:" + path("nowhere"), *ANN, *BOT)
connects("a file that is no token is told", 3, "is no token", TLS, "--name", "ann", "--token-file",
         path("bot.sh"), *BOT)
with open(path("empty"), "w"):
    pass
connects("a token file that is empty is told so", 3, "empty: the file is empty; a token is 64", TLS, "--name",
         "ann", "--token-file", path("empty"), *BOT)
connects("an address that is none is told", 2, "HOST:PORT", "nowhere", *ANN, *BOT)
connects("a connection without a bot is told", 2, "behind --", TLS, *ANN)

for connection, _ in honest:
    connection.close()
say("the gate ends when the main process lets it go", gate.end() == 0)
fingerprint = gate.fingerprint
os.unlink(path("socket"))
waits = start([BUILD + "/referee", "connect", "unix:" + path("socket"), *ANN, "--retry", *BOT],
              stderr=subprocess.PIPE, text=True)
signal.alarm(LIMIT)
tried = [waits.stderr.readline(), waits.stderr.readline()]
again = Gate()
came = again.wait("bot ann ")
again.wait("gone ann")
say("with --retry a bot waits for its referee", "No such file" in tried[0] and "reconnecting in 1 s" in tried[1] and
    came.startswith("bot ann unix:"), tried)
signal.alarm(LIMIT)
while "ended the connection" not in (line := waits.stderr.readline()) and line:
    pass
say("and comes again when it was sent away", "reconnecting" in waits.stderr.readline())
signal.alarm(0)
waits.kill()
waits.wait()
waits.stderr.close()
with open(path("mine"), "w") as file:
    file.write(f"#!/bin/sh\nexec sh {path('bot.sh')}\n")
os.chmod(path("mine"), 0o755)
builds = start([BUILD + "/referee", "connect", "unix:" + path("socket"), *ANN, "--retry", "--", path("mine")],
               stderr=subprocess.PIPE, text=True)
signal.alarm(LIMIT)
while "reconnecting" not in builds.stderr.readline():
    pass
os.rename(path("mine"), path("elsewhere"))
while "the bot cannot be started" not in builds.stderr.readline():
    pass
tried = builds.stderr.readline()
os.rename(path("elsewhere"), path("mine"))
while "ann is connected" not in (line := builds.stderr.readline()) and line:
    pass
say("a bot that is not there for a while, since it is built, is waited for", "reconnecting" in tried and line, tried)
signal.alarm(0)
builds.kill()
builds.wait()
builds.stderr.close()
say("the certificate stays when it comes again", again.fingerprint == fingerprint)
again.end()

# --- few descriptors -------------------------------------------------------------------------------------

few = Gate(files=32)
lines = hello(secure(few), "bob", tokens["bob"], few.fingerprint)
line_of(lines), line_of(lines)
crowd = [plain(few, f"127.0.3.{i}") for i in range(60)]
say("with descriptors for a few who is in hears nothing of a crowd", all(echo(lines, b"info") for _ in range(20)))
for connection in crowd:
    connection.sendall(b"\n")
answers = [rest(connection) for connection in crowd]
say("and all of them get their answer one after the other", answers == [ERROR] * 60, answers)
say("the gate ends as it should then too", few.end() == 0)
say.end()
