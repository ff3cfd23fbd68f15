#!/usr/bin/env python3
"""`referee worker key`: its folder after every change and every kill, and its users at a NATS server."""
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from broker import Server, skip_without  # noqa: E402
from checks import BUILD, check, folder, referee, same, say, until  # noqa: E402

place = folder() + "/broker"
USERS = place + "/broker-users.conf"


def worker_key(*words, at=place):
    return referee("worker", "key", *words, "--folder", at)


def users(at=place):
    return worker_key("--list", at=at).stdout.split("\n")[:-1]


def text(path):
    with open(path) as file:
        return file.read()


# --- the folder -------------------------------------------------------------------------------------

made = worker_key("--main", "--host", "127.0.0.1", "--port", "-1")
check("the folder is made", (0, ""), (made.returncode, made.stderr))
check("with all that the broker needs", ["broker-users.conf", "broker.conf", "broker.key", "broker.pem", "main.nk"],
      sorted(os.listdir(place)))
for name in ("broker.key", "main.nk"):
    check(f"{name} is for its owner alone", 0o600, os.stat(f"{place}/{name}").st_mode & 0o777)
kept = {name: text(f"{place}/{name}") for name in os.listdir(place)}
worker_key("--main", "--host", "127.0.0.1", "--port", "-1")
check("made again, it is the same", kept, {name: text(f"{place}/{name}") for name in os.listdir(place)})

worker_key("lab07")
worker_key("guest", "--pool", "guests", "--pool", "cup")
check("workers are listed with their pools", ["main", "lab07 any", "guest guests cup"], users())
first = text(place + "/lab07.nk")
check("a worker that is there gets a new key", (0, ["main", "guest guests cup", "lab07 any"]),
      (worker_key("lab07").returncode, users()))
say("which is another", text(place + "/lab07.nk") != first)
worker_key("short-lived")
check("a worker is removed", (0, ["main", "guest guests cup", "lab07 any"]),
      (worker_key("--remove", "short-lived").returncode, users()))
say("with its key", not os.path.exists(place + "/short-lived.nk"))

for words, status, said in (
        ((), 2, "one of NAME, --main, --remove NAME and --list is needed"),
        (("lab08", "--list"), 2, "one of NAME, --main, --remove NAME and --list is needed"),
        (("--main",), 2, "--main needs --host"),
        (("main",), 2, '"main" is the referee\'s own name'),
        (("--remove", "main"), 2, '"main" is the referee\'s own name'),
        (("a.b",), 2, '"a.b" is not a name of letters, digits, - and _'),
        (("*",), 2, '"*" is not a name'),
        ((">",), 2, '">" is not a name'),
        (("../x",), 2, '"../x" is not a name'),
        (("",), 2, '"" is not a name'),
        (("x" * 64,), 2, "with at most 63 bytes"),
        (("lab08", "--pool", "a b"), 2, '--pool: "a b" is not a name'),
        (("lab08", "--pool", "*"), 2, '--pool: "*" is not a name'),
        (("--remove", "lab99"), 3, 'there is no user "lab99"')):
    wrong = worker_key(*words)
    say(f"worker-key {' '.join(words)[:20]} is refused", wrong.returncode == status and said in wrong.stderr, wrong)
wrong = worker_key("lab08", at="/nonexistent")
say("without a folder it says how to make one", wrong.returncode == 3 and "--main --host HOST` makes it" in wrong.stderr,
    wrong)
check("nothing of that was entered", ["main", "guest guests cup", "lab07 any"], users())

# --- kills ------------------------------------------------------------------------------------------

killed = folder() + "/broker"
worker_key("--main", "--host", "127.0.0.1", at=killed)
for name in ("k0", "k1"):
    worker_key(name, at=killed)


def killed_after(sync, name):
    """Kills the command after this of its syncs. False: it has fewer."""
    faulty = {"LD_PRELOAD": BUILD + "/tests/crash/faulty-disk.so", "FAULTY_PATH": killed, "FAULTY_KILL": "after",
              "FAULTY_FROM": str(sync)}
    return subprocess.run([BUILD + "/referee", "worker", "key", name, "--folder", killed], stdout=subprocess.DEVNULL,
                          env={**os.environ, **faulty}).returncode == -signal.SIGKILL


sync = 1
while killed_after(sync, "k0"):  # who has a key, and who is new
    say(f"a kill after sync {sync} loses no user, and adds none without a key", killed_after(sync, f"n{sync}") and
        {"main", "k0", "k1"} <= {line.split()[0] for line in users(killed)} and
        all(os.path.exists(f"{killed}/{line.split()[0]}.nk") for line in users(killed)) and
        len(users(killed)) == len({line.split()[0] for line in users(killed)}), users(killed), os.listdir(killed))
    sync += 1
say("the key and the list of users are synced each", sync > 2, sync)
crowd = [subprocess.Popen([BUILD + "/referee", "worker", "key", f"c{number}", "--folder", killed],
                          stdout=subprocess.DEVNULL) for number in range(8)]
check("eight at the same time all end", [0] * 8, [process.wait(60) for process in crowd])
check("and none is lost", [f"c{number}" for number in range(8)],
      sorted(line.split()[0] for line in users(killed) if line[0] == "c"))
check("no half-written file is left", [], [name for name in os.listdir(killed) if ".new." in name])
seed = text(killed + "/main.nk")
with_main = text(killed + "/broker-users.conf")
with open(killed + "/broker-users.conf", "w") as file:
    file.write(re.sub(r".*# main\n", "", with_main))
worker_key("--main", "--host", "127.0.0.1", at=killed)
check("a kill between the referee's key and its user is mended by the same command",
      (seed, sorted(with_main.split("\n"))), (text(killed + "/main.nk"), sorted(text(killed + "/broker-users.conf").split("\n"))))

os.remove(killed + "/broker.pem")
os.remove(killed + "/broker.key")
before = users(killed), text(killed + "/main.nk")
worker_key("--main", "--host", "127.0.0.1", at=killed)
say("a new certificate is made where the old one was removed", text(killed + "/broker.pem") != text(place + "/broker.pem"))
check("with the same keys", before, (users(killed), text(killed + "/main.nk")))

# --- a server ---------------------------------------------------------------------------------------

skip_without()
# As a service: the commands of docs/machines.md, in folders of this test and with a user that has nothing else.
service = folder()
os.chmod(service, 0o755)
os.makedirs(service + "/etc/referee")
lines = re.search(r"^```\n(referee worker key --main .*?)^```", text("docs/machines.md"), re.M | re.S)[1].split("\n")
if os.geteuid() == 0:
    lines = [line.replace("/etc/", service + "/etc/").replace("chgrp nats", "chgrp 65534") for line in lines
             if re.match("referee|chgrp|echo", line)]
    script = "\n".join(line.split(" && systemctl")[0] for line in lines)
    done = subprocess.run(["sh", "-ec", script], capture_output=True, text=True, env={**os.environ, "PATH": BUILD + ":" + os.environ["PATH"]})
    check("the commands for a service work", (0, 4), (done.returncode, len(lines)))
    read = subprocess.run(["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "nats-server", "-t", "-c",
                           service + "/etc/nats-server.conf"], capture_output=True, text=True)
    say("its user can read all files of the server", read.returncode == 0 and "is valid" in read.stderr + read.stdout, read)
else:
    print("skip 2: only root can be another user; the files of a service are not read by one")
from nats import Key, Nats, Refused  # noqa: E402
server = Server("-c", place + "/broker.conf")
CA = place + "/broker.pem"


def enters(**credentials):
    try:
        Nats(server.url, CA, **credentials).close()
        return True
    except Refused:
        return False


keys = {name: Key(f"{place}/{name}.nk") for name in ("main", "lab07", "guest")}
for name, key in keys.items():
    say(f"{name}'s key is let in", enters(key=key))
stolen = Key(place + "/lab07.nk")
stolen.public = keys["guest"].public
for sentence, credentials in (("a client without a key is refused", {}),
                              ("an empty user is refused", {"user": "", "pass": ""}),
                              ("a token is refused", {"auth_token": "x"}),
                              ("a signature by another key is refused", {"key": stolen})):
    say(sentence, not enters(**credentials))

GUEST = {"w.guest.x": "publish", "r.guest.x": "subscribe", "r.guest.*": "subscribe", "hello.guests": "subscribe",
         "hello.cup": "subscribe"}
MAIN = {**dict.fromkeys(("hello.any", "hello.cup", "hello.guests", "r.guest.x", "r.lab07.x"), "publish"),
        **dict.fromkeys(("w.*.*", "w.guest.*", "w.guest.x", "w.lab07.*", "w.lab07.x"), "subscribe")}
SUBJECTS = ["w.guest.x", "w.guest", "w.guest.x.y", "w.guest.*", "w.lab07.x", "w.lab07.*", "w.*.*", "w.>", "w.*", "r.guest.x",
            "r.guest.*", "r.lab07.x", "r.lab07.*", "r.*.x", "r.>", "hello.guests", "hello.cup", "hello.any", "hello.*",
            "hello.>", "hello", ">", "*", "*.*", "*.*.*", "$SYS.>", "$SYS.REQ.SERVER.PING", "_INBOX.>", "_INBOX.guest",
            "_INBOX.guest.>", "$JS.API.>", "$JS.API.INFO", "$KV.x", "guest", "main"]


def table(client, wanted):
    """Tries each subject. The rows that are not as wanted."""
    wrong = []
    for subject in SUBJECTS:
        for does, tries in (("publish", client.may_publish), ("subscribe", client.may_subscribe)):
            if does == "publish" and re.search(r"[*>]", subject):
                continue  # a subject to publish to has no wildcards
            if tries(subject) != (wanted.get(subject) == does):
                wrong.append((does, subject))
    return wrong


with Nats(server.url, CA, key=keys["guest"]) as guest, Nats(server.url, CA, key=keys["main"]) as main, \
        Nats(server.url, CA, key=keys["lab07"]) as lab07:
    check(f"a worker may use its own of {len(SUBJECTS)} subjects alone", [], table(guest, GUEST))
    check("nor more with a queue", [], [s for s in SUBJECTS if guest.may_subscribe(s, "queue") !=
                                        (GUEST.get(s) == "subscribe")])
    check("main may greet, answer and hear workers, and no more", [], table(main, MAIN))
    lab07.may_subscribe("r.lab07.*")
    main.may_publish("r.lab07.x", b"for lab07")
    check("what main sends to a worker reaches it", ("r.lab07.x", b"for lab07"), lab07.next())
    guest.flush()
    check("and no other", [], [message for message in guest.messages if b"lab07" in message[1]])

worker_key("--remove", "guest")
os.kill(server.process.pid, signal.SIGHUP)
say("a worker that was removed is refused after a reload, and no other", lambda: (
    until("the server reads its users again", lambda: not enters(key=keys["guest"])), same(enters(key=keys["lab07"]), True)))
worker_key("lab08")
os.kill(server.process.pid, signal.SIGHUP)
say("a new worker is let in after a reload", lambda: until("the server reads its users again",
                                                           lambda: enters(key=Key(place + "/lab08.nk"))))
say.end()
