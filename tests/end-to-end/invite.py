"""Invitations: each makes as many tokens as it says, and no more: also when used twice, by several at the same time, after
a restart, and when it has expired; names; what the file and the log have of it; what hostile clients get."""
import json, os, re, socket, subprocess, sys
from signal import SIGHUP, SIGKILL

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon
from handshake import connect, enter
from checks import BUILD, LIMIT, folder, same, say, start, until

d = Daemon(folder(), "--http-listen", "127.0.0.1:0", doors=("unix", "tls"))
with open(d.path("cup.conf"), "w") as file:
    file.write('game = tictactoe\nmovetime = 5s\nconnect-timeout = 100s\nbegins = when-here\nbot ann { remote = yes }\n'
               'bot house { command = "referee-bot" }\n')


def write(name, text):
    with open(os.open(d.path(name), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)


def reread():
    mark = len(d.now())
    d.signal(SIGHUP)
    d.until("it has read again", lambda: re.search(r"reads the files again\n(.*\n)*.*(a token|nothing has changed)", d.now()[mark:]))


def invite(name, owner, *more):
    made = d.referee("token", "invite", "--owner", owner, "--file", d.path("tokens"), *more)
    assert made.returncode == 0 and re.fullmatch(r"[0-9a-f]{64}\n", made.stdout), made
    write(name + ".invitation", made.stdout)
    return made.stdout.strip()


def words(invitation, name, door="unix", *more):
    where = [d.unix] if door == "unix" else [d.tls, "--fingerprint", d.fingerprint]
    return ["token", "join", *where, "--invitation", d.path(invitation + ".invitation"), "--name", name,
            "--token-file", d.path(name + ".token"), *more]


def join(*args):
    done = d.referee(*words(*args))
    return done.returncode, done.stdout, done.stderr


def names():
    return [line.split()[0] for line in d.referee("token", "list", "--file", d.path("tokens")).stdout.splitlines()]


def tokens():
    with open(d.path("tokens")) as file:
        return file.read()


code = invite("one", "ann")
invite("three", "bob", "--bots", "3")
d.start(d.path("cup.conf"))
say("the log says that invitations are open where no bot has a token yet",
    "listener: no bot has a token yet; 2 invitations are open, with which `referee token join` makes tokens\n" in d.now(), d.now())

# --- once -------------------------------------------------------------------------------------------


def listed():
    shown = d.referee("token", "list", "--file", d.path("tokens")).stdout
    assert re.search(r"^![0-9a-f]{16} ann invitation for 1, until 20\d\d-\d\d-\d\dT", shown, re.M), shown
    assert code not in tokens() and code not in d.said()


def first():
    same(join("one", "ann", "tls"), (0, d.path("ann.token") + "\n", f"The token of ann is in this file. "
                                     f"`referee send` and `referee connect` use it: --name ann --token-file {d.path('ann.token')}\n"))
    same(os.stat(d.path("ann.token")).st_mode & 0o777, 0o600)
    with open(d.path("ann.token")) as file:
        token = file.read().strip()
    assert re.fullmatch("[0-9a-f]{64}", token) and token not in tokens() and token not in d.said()
    assert "listener: ann has a token by invitation !" in d.now(), d.now()
    d.tokens["ann"] = bytes.fromhex(token)
    connection, _ = d.enter("ann", "tls")  # at once, without SIGHUP
    connection.close()


def signs_in():
    link = d.referee("token", "login-link", f"http://{d.pages}/", "--token-file", d.path("ann.token")).stdout.strip()
    path = link.removeprefix(f"http://{d.pages}")
    until("the pages know the token", lambda: d.page(path)[0] == 303)
    until("the pages know her bot", lambda: [t["bots"] for t in json.loads(d.page("/me.json", Authorization="Bearer " + link[-64:])[1])["tournaments"]]
          == [["ann"]])


def again():
    status, out, why = join("one", "ann-2")
    same((status, out), (6, ""))
    assert "refused: the name or the token is wrong" in why and "; an invitation is for one server, makes as many tokens as it says" in why, why
    same((os.path.exists(d.path("ann-2.token")), names().count("ann"), "ann-2" in names()), (False, 1, False))


say("the file and the log have no invitation, only what checks it", listed)
say("an invitation makes a token, with which the bot comes in at once", first)
say("the owner signs in with it, and owns the bot", signs_in)
say("an invitation that is used up is refused as any wrong token", again)

# --- names ------------------------------------------------------------------------------------------


def wrong_names():
    for name, why in (("eve", "it is bob, or begins with bob-"), ("bobby", "it is bob, or begins with bob-"), ("ann", "it is bob, or begins")):
        write(name + ".token", "") if name == "ann" else None
        os.path.exists(d.path(name + ".token")) and os.rename(d.path(name + ".token"), d.path("kept.token"))
        status, out, told = join("three", name)
        same((name, status, out, os.path.exists(d.path(name + ".token"))), (name, 1, "", False))
        assert why in told, told
    same(join("three", "b/b")[0], 2)


def several():
    same([join("three", "bob")[0], join("three", "bob-2")[0]], [0, 0])
    status, _, why = join("three", "bob-2")
    assert status == 3 and "cannot be made: File exists" in why, why  # its token is kept
    os.rename(d.path("bob-2.token"), d.path("bob-2.kept"))
    status, _, why = join("three", "bob-2")
    assert status == 1 and "has a token already" in why, why
    same([name for name in names() if name[0] != "!"], ["ann", "bob", "bob-2"])
    assert re.search("^![0-9a-f]{16} bob invitation for 1, until", d.referee("token", "list", "--file", d.path("tokens")).stdout, re.M)


say("its tokens are for the owner's names alone, and a wrong name uses nothing up", wrong_names)
say("one for three bots makes three, and no name twice", several)

# --- at the same time, after restarts, expired -------------------------------------------------------


def together():
    """Ten clients for the one right that is left, while the operator changes the file too."""
    crowd = [start([BUILD + "/referee", *words("three", f"bob-{i}", "unix" if i % 2 else "tls")], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                   text=True, cwd=d.folder) for i in range(10, 20)]
    for i in range(10):
        assert d.referee("token", "new", f"op-{i}", "--file", d.path("tokens")).returncode == 0
    ends = [(client.communicate(timeout=LIMIT), client.returncode) for client in crowd]
    same(sorted(status for _, status in ends)[0], 0)
    same([status for _, status in ends].count(0), 1)
    assert all(status in (0, 1, 6) for _, status in ends), ends
    assert all("used up" in out[1] for out, status in ends if status == 1), ends
    same(len([name for name in names() if name.startswith("bob-1")]), 1)
    same([name for name in names() if name.startswith("op-")], [f"op-{i}" for i in range(10)])


def later():
    invite("kept", "cat")
    d.end(SIGKILL)
    d.start(d.path("cup.conf"))
    same(join("kept", "cat")[0], 0)
    d.end(SIGKILL)
    d.start(d.path("cup.conf"))
    status, _, why = join("kept", "cat-2")
    assert status == 6 and "refused" in why, (status, why)
    same([name for name in names() if name.startswith("cat")], ["cat"])


def expired():
    invite("late", "dan", "--expires", "1h")
    with open(d.path("tokens")) as file:
        text, count = re.subn(r"^(!\w+ \w+ \w+ dan 1) (\d+)$", lambda m: f"{m[1]} {int(m[2]) - 3600}", file.read(), flags=re.M)
    same(count, 1)
    write("tokens", text)
    reread()
    status, _, why = join("late", "dan")
    assert status == 1 and "the invitation has expired" in why, (status, why)
    assert "dan" not in names()


def revoked():
    invite("back", "eve")
    reread()
    name = next(line.split()[0] for line in d.referee("token", "list", "--file", d.path("tokens")).stdout.splitlines() if " eve " in line)
    same(d.referee("token", "revoke", name, "--file", d.path("tokens")).returncode, 0)
    status, _, why = join("back", "eve")  # the server still knows it, the file does not
    assert status == 1 and "used up" in why, (status, why)
    assert "eve" not in names()


say("of several clients at the same time one gets the last token", together)
say("it holds across restarts, and so does its end", later)
say("an expired invitation makes no token", expired)
say("nor one that was revoked", revoked)

# --- hostile clients --------------------------------------------------------------------------------


def proved(invitation):
    """A connection that has proved the invitation."""
    with open(d.path(invitation + ".invitation")) as file:
        secret = bytes.fromhex(file.read().strip())
    name = next(line.split()[0] for line in d.referee("token", "list", "--file", d.path("tokens")).stdout.splitlines() if " fay " in line)
    connection = connect(d.unix, limit=LIMIT)
    return connection, enter(connection, name, secret, sends=" send")


def hostile():
    invite("hostile", "fay")
    reread()
    key = "0" * 64
    for text in ("\n", "join\n", "join fay\n", f"join fay {key} {key}\n", f"join fay {key} {key} {key[1:]}\n", f"join fay {key} {key} {key} x\n",
                 f"join ../fay {key} {key} {key}\n", f"take fay {key} {key} {key}\n", "join !0123456789abcdef {key} {key} {key}\n", "x" * 600, "\0" * 512,
                 f"join {'f' * 80} {key} {key} {key}\n"):
        connection, lines = proved("hostile")
        connection.sendall(text.encode())
        answer = lines.readline()
        assert answer.startswith("end 1 "), (text, answer)
        connection.close()
    waiting = [proved("hostile") for _ in range(40)]  # and say nothing: the oldest are closed
    same(join("hostile", "fay")[0], 0)
    for connection, _ in waiting:
        connection.close()
    assert "ready" in d.now() and d.process.poll() is None


say("malformed and silent clients use nothing up and hinder no other", hostile)


def unlocked():
    """Another writer holds the lock: the client waits for it."""
    invite("slow", "gus")
    reread()
    holder = start(["flock", d.path("tokens.lock"), "cat"], stdin=subprocess.PIPE)
    client = start([BUILD + "/referee", *words("slow", "gus")], cwd=d.folder)
    same(d.ask("status")[0], 0)  # the daemon does not wait
    holder.stdin.close()
    same(client.wait(LIMIT), 0)


say("the daemon never waits for another writer of the file", unlocked)
d.end()

# --- the first bot of a ladder ------------------------------------------------------------------------


def begins_empty():
    os.unlink(d.path("tokens"))
    d.start(d.path("cup.conf"))
    same(os.stat(d.path("tokens")).st_mode & 0o777, 0o600)
    said = d.line(r"no bot has a token yet; `referee (token invite --owner )NAME( --file \S+)` invites the first one, then send SIGHUP\n")
    made = d.referee(*(said[1] + "hal" + said[2]).split())
    write("first.invitation", made.stdout)
    reread()
    same(join("first", "hal")[0], 0)
    d.end()


def wrong_folder():
    empty = os.path.join(d.folder, "empty")
    os.mkdir(empty)
    done = subprocess.run([BUILD + "/referee", "token", "invite", "--owner", "ann"], cwd=empty, capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "--file names the file of the server" in done.stderr, done
    same(os.listdir(empty), [])


say("a server starts without tokens, and says which command invites the first bot", begins_empty)
say("outside the server's folder no invitation is made that no server reads", wrong_folder)
say.end()
