#!/usr/bin/env python3
"""The doors of the daemon without any tournament: what it says of them, who comes in and waits, what becomes
of that when tokens change, when the gate dies, and when the daemon ends; and what is refused in a line."""
import os
import re
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot  # noqa: E402
from handshake import connect, rest  # noqa: E402
from processes import descriptors  # noqa: E402
from checks import BUILD, LIMIT, folder, say  # noqa: E402

work = folder() + "/its doors"  # a path may have blanks
os.mkdir(work)
daemon = Daemon(work, doors=("unix", "tls", "plain"))
daemon.token("ann", "bob", "cat")
daemon.start()

say("each door is told, with the port that the kernel chose", ":0" not in (daemon.tls[-2:], daemon.plain[-2:]) and
    daemon.line(f"serve: listener: {daemon.unix}\n"), daemon.now())
say("how many have a token is told", lambda: daemon.line("serve: listener: 3 bots have a token\n"))
say("the certificate is made and kept beside the tokens, for its owner alone",
    os.stat(daemon.path("tokens.pem")).st_mode & 0o777 == 0o600)

# --- who comes ---
bots = {name: Bot(daemon, name, kind) for name, kind in
        (("ann", "unix"), ("bob", "plain"), ("cat", "tls"))}
daemon.until("all are here", lambda: daemon.here() == ["ann", "bob", "cat"])
shown = daemon.ask("status", "--bots")[1]
say("status says who is here, from where, and that no tournament has them",
    re.search(r"3 connections of remote bots:\n  ann .*unix:uid=\d+ .*waits.*\n  bob .*127\.0\.0\.1:\d+ .*waits.*\n"
              r"  cat ", shown), shown)
say("who comes is told with where from", lambda: daemon.line(r"listener: bob connected from 127\.0\.0\.1:\d+\n"))
more = [Bot(daemon, "ann", "unix") for _ in range(4)]
bots["ann"].over.wait(60)
say("of five connections of a name the oldest is closed",
    bots["ann"].over.is_set() and not any(bot.over.is_set() for bot in more))
daemon.until("four are left", lambda: daemon.here() == ["ann"] * 4 + ["bob", "cat"])
say("no bot that waits has heard a word", not any(bot.heard for bot in [bots["bob"], bots["cat"], *more]))
say("who was closed has heard why", bots["ann"].heard == ["error replaced another connection came in under this name"],
    bots["ann"].heard)
for bot in more[1:]:
    bot.cut()
daemon.until("one is left", lambda: daemon.here() == ["ann", "bob", "cat"])
say("the log has each bot that disconnects", lambda: daemon.until(
    "each is told", lambda: daemon.now().count("listener: ann disconnected") == 3))
bots["ann"] = more[0]

# --- tokens that change ---


def reread():
    mark = len(daemon.now())
    daemon.signal(signal.SIGHUP)
    return daemon.until("it has read again", lambda: re.search(
        r"listener: .*(token|line|certificate).*\n|nothing has changed\n", daemon.now()[mark:])) and daemon.now()[mark:]


with open(daemon.path("tokens"), "a") as file:
    file.write("nonsense\n")
told = reread()
say("tokens that are wrong are told with their line, and change nothing",
    re.search(r"tokens: line \d+: .*; the old tokens stay valid\n", told) and
    daemon.here() == ["ann", "bob", "cat"], told)
Bot(daemon, "bob", "plain").cut()
with open(daemon.path("tokens")) as file:
    lines = file.readlines()
with open(daemon.path("tokens"), "w") as file:
    file.writelines(lines[:-1])
before = daemon.tokens["bob"]
daemon.token("bob", "dan")
daemon.referee("token", "revoke", "cat", "--file", daemon.path("tokens"))
told = reread()
bots["bob"].over.wait(60)
bots["cat"].over.wait(60)
daemon.until("they are gone", lambda: daemon.here() == ["ann"])
say("a bot with a new token or none any more is shut out, and no other",
    bots["bob"].over.is_set() and bots["cat"].over.is_set() and not bots["ann"].over.is_set())
say("and why is told", lambda: (daemon.line("bob: its token was replaced"), daemon.line("cat: its token was revoked")))
for name, token in (("bob", before), ("cat", daemon.tokens["cat"])):
    try:
        daemon.enter(name, "unix", token)
        say(f"the token of {name} from before is worth nothing", False)
    except ConnectionError:
        say(f"the token of {name} from before is worth nothing", True)
bots["dan"] = Bot(daemon, "dan", "tls")
bots["bob"] = Bot(daemon, "bob", "plain")
say("who has a token now comes in", lambda: daemon.until("they are here", lambda: daemon.here() == ["ann", "bob", "dan"]))

# --- a gate that dies ---
gate = daemon.children("referee-listen")
say("one gate runs, with its rights dropped", len(gate) == 1 and re.search(
    r"Seccomp:\s+2", open(f"/proc/{gate[0]}/status").read()), gate)
os.kill(gate[0], signal.SIGKILL)
bots["dan"].over.wait(60)
daemon.until("another is there", lambda: "listener: the process runs again" in daemon.now())
say("connections with TLS end with their gate, the others stay", bots["dan"].over.is_set() and
    daemon.here() == ["ann", "bob"], daemon.now())
bots["dan"] = Bot(daemon, "dan", "tls")
Bot(daemon, "bob", "plain").cut()
daemon.until("they are here", lambda: "dan" in daemon.here())
say("it is started again at the same doors, with the same certificate and tokens",
    daemon.until("it has its name", lambda: daemon.children("referee-listen")) != gate)
mark = len(daemon.now())
os.kill(daemon.until("it has its name", lambda: daemon.children("referee-listen"))[0], signal.SIGKILL)
daemon.line("listener: the process runs again", mark)
pauses = [float(text) for text in re.findall(r"it restarts in ([\d.]+) s", daemon.now())]
say("one that dies again waits longer", pauses == [0.5, 1], pauses)

# --- penalties and noise ---
def fail(count, address="127.0.0.1"):
    """Connections that fail together."""
    crowd = [connect(daemon.plain, address) for _ in range(count)]
    for connection in crowd:
        try:
            connection.sendall(b"nonsense\n")
        except ConnectionError:
            pass
    for connection in crowd:
        rest(connection)
        connection.close()


def told_of_penalty():
    """Honest bots came from there: a few failures are not enough, nor are many within a long time."""
    fail(60)
    return re.search(r"listener: 127\.0\.0\.1: too many failed logins; .* for (\d+) s", daemon.now())


told = daemon.until("a penalty is told", told_of_penalty)
say("an address that fails again and again is told with how long it waits", int(told[1]) >= 1, told[0])
began = time.monotonic()
fail(8, "127.0.0.22")
quick = time.monotonic() - began < 1  # else a penalty may be over before the last one


def counted():
    """Five failures are forgiven."""
    penalties = daemon.now().count("listener: 127.0.0.22: too many failed logins")
    more = re.findall(r"listener: 127\.0\.0\.22 failed (\d+) more times? in the following \d+ s\n", daemon.now())
    return penalties + sum(map(int, more)) == 8 - 5


daemon.until("the others are counted", counted)
say("many failures of one address are a line when it is shut out, and one with their number afterwards",
    daemon.now().count("listener: 127.0.0.22") == 2 or not quick, daemon.now())
mark, crowd, began = len(daemon.now()), [], time.monotonic()


def told_of_dropped():
    """A hundred more each five seconds, which is more than may be said."""
    if len(crowd) < 20 * (time.monotonic() - began) + 100:
        crowd.extend(daemon.enter("ann", "unix")[0] for _ in range(100))
    return re.search(r"listener: (\d+) more lines of this kind were dropped", daemon.now()[mark:])


daemon.until("what is left out is counted", told_of_dropped)
say("a crowd does not fill the log", daemon.now()[mark:].count("\n") < 30 + 5 * (time.monotonic() - began),
    daemon.now()[mark:])
for connection in crowd:
    connection.close()

# --- the end, and another beginning ---
fingerprint = daemon.fingerprint
held = descriptors(daemon.pid)
say("it ends with 0 and takes its socket along", daemon.end() == 0 and not os.path.exists(daemon.path("door")))
bots["dan"].over.wait(60)
say("and all connections end", bots["dan"].over.is_set() and bots["ann"].over.is_set())
say("no descriptor had been lost", held < 40, held)
daemon.start(files=256)
say("the certificate is the same when it comes again", daemon.fingerprint == fingerprint)
told = daemon.line(r"may have 256 descriptors, but this many bots may need (\d+)")
say("descriptors that are too few are told", int(told[1]) > 256, daemon.now())
second = daemon.referee("serve", "--socket", daemon.socket + "2", "--tokens", "tokens", "--bot-listen", daemon.unix)
say("a door that another daemon has is refused in a line", second.returncode == 2 and
    "Address already in use" in second.stderr and os.path.exists(daemon.path("door")), second)
daemon.end()

# --- a certificate that is given ---
for name in ("one", "two"):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-subj", "/CN=referee.example", "-days", "30", "-keyout", daemon.path(name + ".key"),
                    "-out", daemon.path(name + ".crt")], capture_output=True, check=True)


def fingerprint_of(name):
    done = subprocess.run(["openssl", "x509", "-in", daemon.path(name), "-noout", "-fingerprint", "-sha256"],
                          capture_output=True, text=True, check=True)
    return done.stdout.strip().split("=")[1].replace(":", "").lower()


daemon.start("--certificate", "one.crt", "--key", "one.key")
say("a certificate that is given is shown", daemon.fingerprint == fingerprint_of("one.crt"), daemon.now())
bots["ann"] = Bot(daemon, "ann", "tls")
for part in ("crt", "key"):
    os.replace(daemon.path("two." + part), daemon.path("one." + part))
reread()
daemon.until("the new one is told", lambda: "new certificate, fingerprint " +
             fingerprint_of("one.crt") in daemon.now())
daemon.fingerprint = fingerprint_of("one.crt")
more = Bot(daemon, "ann", "tls")
daemon.until("both are in", lambda: daemon.here() == ["ann", "ann"])
say("SIGHUP takes a new certificate, and who is in stays in", not bots["ann"].over.is_set())
daemon.end()

# --- a certificate that an authority of the system vouches for ---
for name, names in (("right", "IP:127.0.0.1"), ("wrong", "IP:127.0.0.2,DNS:localhost")):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-subj", "/CN=127.0.0.1", "-addext", f"subjectAltName={names}", "-days", "30", "-keyout",
                    daemon.path(name + ".key"), "-out", daemon.path(name + ".crt")], capture_output=True, check=True)
for name, believed, status, part in (
        ("right", "right", 0, "ann is connected"),
        ("wrong", "wrong", 6, "not signed by a known authority (IP address mismatch)"),
        ("right", "wrong", 6, "not signed by a known authority (self-signed certificate)")):
    daemon.start("--certificate", name + ".crt", "--key", name + ".key")
    done = subprocess.run([BUILD + "/referee", "connect", daemon.tls, "--name", "ann", "--token-file",
                           daemon.path("ann.token"), "--", "sh", "-c", "exit 0"], capture_output=True, text=True,
                          env={**os.environ, "SSL_CERT_FILE": daemon.path(believed + ".crt")}, timeout=LIMIT)
    say(f"the certificate {name} where {believed} is believed: " + ("welcome" if status == 0 else "refused"),
        done.returncode == status and part in done.stderr, done.returncode, done.stderr)
    daemon.end()

# --- what is refused ---
taken = socket.create_server(("127.0.0.1", 0))
TLS, UNIX = ("--bot-listen", "127.0.0.1:0"), ("--bot-listen", daemon.unix)
for sentence, status, part, words in (
        ("an address that is none", 2, "HOST:PORT", ("--bot-listen", "127.0.0.1")),
        ("a port that is none", 2, "0 to 65535", ("--bot-listen", "127.0.0.1:99999")),
        ("a door where a file is", 2, "is not a socket", ("--bot-listen", "unix:tokens")),
        ("a page at an address in use", 2, "already in use", ("--http-listen", f"127.0.0.1:{taken.getsockname()[1]}")),
        ("a flag that is none", 2, "did you mean --tokens", ("--token", "tokens")),
        ("TCP without TLS where others can listen", 2, "--insecure", ("--bot-listen", "plain:0.0.0.0:0")),
        ("a door that cannot be opened", 2, "No such file", ("--bot-listen", "unix:/nowhere/gate")),
        ("nine doors", 2, "more than 8 times", UNIX * 9),
        ("a file of tokens that cannot be made", 3, "cannot be made", (*UNIX, "--tokens", "/nowhere/tokens")),
        ("one that holds something else", 3, "line 1", (*UNIX, "--tokens", "one.crt")),
        ("a certificate that is none", 3, "no certificate", (*TLS, "--certificate", "tokens")),
        ("a certificate that is not there", 3, "No such file", (*TLS, "--certificate", "nothing")),
        ("a key that is none", 3, "no private key", (*TLS, "--certificate", "one.crt", "--key", "tokens")),
        ("the key of another certificate", 3, "does not belong to the certificate",
         (*TLS, "--certificate", "one.crt", "--key", "tokens.pem")),
        ("a key without a certificate", 2, "--certificate", (*TLS, "--key", "one.key"))):
    tokens = () if {"--tokens", "--token", "--http-listen"} & {*words} else ("--tokens", "tokens")
    done = daemon.referee("serve", "--socket", daemon.socket, *tokens, *words)
    say(f"{sentence}: refused in a line", done.returncode == status and done.stderr.count("\n") == 1 and
        part in done.stderr, done.returncode, done.stderr)
say.end()
