"""The Debian packages in a clean Debian: built, installed, playing as a daemon of its own user, upgraded under a
tournament, removed, purged.

packages.py                  the release of this machine; the packages are made here, of the programs in $BUILD
packages.py RELEASE...       these releases; the packages are built in a clean system with their build dependencies alone
DEBS=FOLDER: these packages are tried, and none is built.
"""
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from checks import BUILD, check, folder, rows, say, until  # noqa: E402
from machine import Machine, base, cannot  # noqa: E402

CUP = """name = {0}
game = tictactoe
rounds = {1}
openings = random:3
db = "{0}.db"
concurrency = 2
sandbox = full
bot one {{ command = "referee-bot --search random" }}
bot two {{ command = "referee-bot --search alphabeta --depth 2" }}
"""
LADDER = """name = ladder
game = tictactoe
format = ladder
openings = random:3
pace = 60/m
db = "ladder.db"
submissions = "/var/lib/referee/sent"
sandbox = full
bot one { command = "referee-bot --search random" }
bot two { command = "referee-bot --search first" }
"""
# A bot that plays the first legal move.
FIRST = """while read -r word rest; do
	case $word in
	ugi) printf 'id name first\\nfeature legal\\nugiok\\n' ;;
	isready) echo readyok ;;
	legal) set -- $rest; first=$1 ;;
	go) echo "bestmove $first" ;;
	quit) exit ;;
	esac
done
"""
DATABASES = "/var/lib/referee/"
MADE = ("o", "text", "manual", "man")  # of a build, beside the programs and libraries
EXPOSURE = 4.0  # the most that `systemd-analyze security` may say


# --- the packages -----------------------------------------------------------------------------------

def packaging(act, deb, **more):
    done = subprocess.run(["packaging/deb", act, deb], capture_output=True, text=True, env={**os.environ, **more})
    if done.returncode != 0:
        raise ChildProcessError(f"packaging/deb {act}: {done.stdout[-3000:]}{done.stderr[-3000:]}")


def found(deb):
    """The packages in a folder, without those of debug symbols."""
    return sorted(os.path.join(deb, name) for name in os.listdir(deb) if name.endswith(".deb") and "dbgsym" not in name)


def built_here():
    """Nothing is compiled again: what a package holds and does is the same however its programs were compiled."""
    deb = folder()
    packaging("source", deb)
    tree, = [os.path.join(deb, name) for name in os.listdir(deb)]
    os.mkdir(tree + "/build")
    made = [name for name in os.listdir(BUILD) if name in MADE or name.startswith("referee") or name.endswith(".a")]
    subprocess.run(["cp", "-a", *[os.path.join(BUILD, name) for name in made], tree + "/build"], check=True)
    done = subprocess.run(["dpkg-buildpackage", "-b", "-nc", "-us", "-uc"], cwd=tree, capture_output=True, text=True,
                          env={**os.environ, "DEB_BUILD_OPTIONS": "noautodbgsym"})
    if done.returncode != 0:
        raise ChildProcessError(f"dpkg-buildpackage: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    compiled = re.findall(r"-c -o \S+ (\S+\.c)", done.stdout)
    check("the packages are made of the programs of the build", {"build/text/commit.c"}, set(compiled))
    return found(deb)


def built_in(release):
    """In a clean system, with what packaging/debian/control names and nothing else."""
    deb = folder()
    packaging("source", deb)
    machine = Machine(release)
    shutil.copytree(deb, machine.path("/root/deb"))
    machine.must("apt-get -qq update && cd deb/referee-* && apt-get -qq -y build-dep --no-install-recommends . && "
                 "dpkg-buildpackage -b -us -uc")
    for path in found(machine.path("/root/deb")):
        shutil.copy(path, deb)
    say(f"{release}: the packages are built with their build dependencies alone", len(found(deb)) == 3, found(deb))
    machine.end()
    return found(deb)


def newer(deb):
    """The package with a higher version number, and nothing else that is new."""
    tree, to = folder(), os.path.join(folder(), "newer.deb")
    subprocess.run(["dpkg-deb", "-R", deb, tree], check=True)
    with open(tree + "/DEBIAN/control") as file:
        text = file.read()
    with open(tree + "/DEBIAN/control", "w") as file:
        file.write(re.sub(r"^Version: (.*)$", r"Version: \1+newer", text, flags=re.M))
    subprocess.run(["dpkg-deb", "-b", "--root-owner-group", tree, to], check=True, stdout=subprocess.DEVNULL)
    return to


# --- the daemon in the machine ----------------------------------------------------------------------

def status(m, name):
    """What `referee ctl status` says of a tournament."""
    lines = [line for line in m.out("referee ctl status").split("\n") if line.startswith(name + ":")]
    return lines[0] if lines else ""


def done(m, name):
    """How many games are finished."""
    found_out = re.search(r" (\d+) of \d+ games", status(m, name))
    return int(found_out[1]) if found_out else 0


def games(m, name):
    """The finished games with their moves."""
    return rows(m.path(f"{DATABASES}{name}.db"), "SELECT id, pairing, moves_hash, started_ms, ended_ms FROM games ORDER BY id")


def play(m, name, rounds):
    m.put(f"/etc/referee/{name}.conf", CUP.format(name, rounds))


def installed(m, debs):
    for path in debs:
        shutil.copy(path, m.path("/root"))
    m.must("apt-get -qq update && apt-get -qq -y install " + " ".join("./" + os.path.basename(path) for path in debs))
    until("the daemon is ready", lambda: m.out("systemctl is-active referee") == "active")
    pid = m.out("systemctl show -P MainPID referee")
    check("the daemon runs as its own user", "referee", m.out(f"stat -c %U /proc/{pid}"))
    check("without a capability", {"0" * 16}, set(re.findall(r"^Cap(?:Prm|Eff|Bnd):\t(\w+)", m.out(f"cat /proc/{pid}/status"), re.M)))
    check("its places have their owners and modes", ["750 referee referee", "750 referee referee", "660 referee referee", "755 root root", "644 root root"],
          m.out("stat -c '%a %U %G' /var/lib/referee /var/lib/referee-keys /run/referee/referee.sock /etc/referee /etc/referee/flags").split("\n"))
    inodes = set(re.findall(r"socket:\[(\d+)\]", m.out("ls -l " + " ".join(f"/proc/{p}/fd" for p in m.out("pgrep -u referee").split()))))
    heard = {line.split()[9] for line in m.out("cat /proc/net/tcp /proc/net/tcp6").split("\n") if len(line.split()) > 9 and line.split()[3] == "0A"}
    check("it listens to no port", set(), inodes & heard)
    with open("base/version.h") as file:
        version = re.search(r'define VERSION "(.*)"', file.read())[1]
    say("referee --version has the version of the package", m.out("referee --version").startswith("referee " + version + "\n")
        and m.out("dpkg-query -W -f '${Version}' referee") == version, m.out("referee --version"))
    for path in ("/usr/share/doc/referee/README.md", "/usr/share/doc/referee/docs/server.md",
                 "/usr/share/man/man1/referee.1.gz", "/usr/share/man/man5/referee.conf.5.gz", "/usr/share/man/man1/referee-bot.1.gz",
                 "/usr/share/bash-completion/completions/referee", "/usr/share/zsh/vendor-completions/_referee",
                 "/usr/share/fish/vendor_completions.d/referee.fish",
                 "/usr/share/referee/bots/starters/python/bot.py", "/usr/share/doc/referee/bots/starters/python/bot.py"):
        say(path + " is there", os.path.exists(m.path(path)) or m.sh("test -e " + path).returncode == 0)


def tournament(m):
    play(m, "cup", 10)
    until("the tournament is over", lambda: "done" in status(m, "cup"))
    check("a file in /etc/referee is played, each game once", 20, len({row[0] for row in games(m, "cup")}))
    check("in the whole sandbox", [("full",)], rows(m.path(DATABASES + "cup.db"), "SELECT DISTINCT sandbox FROM games"))
    standings = m.out(f"referee standings --db {DATABASES}cup.db")
    say("referee standings has both bots", "one" in standings and "two" in standings, standings)
    with open(m.path("/lib/systemd/system/referee.service")) as file:
        unit = file.read()
    unit = re.sub(r"(?m)^(Type|Watchdog|Restart|RuntimeDirectory|ExecReload).*\n", "", unit)
    m.put("/etc/systemd/system/tries.service", re.sub(r"(?m)^ExecStart=.*", "Type=oneshot\nStandardOutput=file:/run/tries\n"
                                                      "ExecStart=/usr/bin/referee check --sandbox", unit))
    m.sh("systemctl daemon-reload; systemctl start tries; rm /etc/systemd/system/tries.service")
    tried = m.out("tail -1 /run/tries")
    found_out = re.search(r"full: (\d+) ways out tried, (\d+) refused, 0 open", tried)
    say("as a service every way out of the sandbox is refused", found_out and found_out[1] == found_out[2], tried)
    for name in ("referee", "referee-worker"):
        exposure = re.search(r"exposure level for \S+ (\d+\.\d+)", m.out(f"systemd-analyze security --no-pager {name}"))
        say(f"{name}.service: systemd-analyze security says {exposure and exposure[1]}", exposure and float(exposure[1]) < EXPOSURE)


def handed_in(m):
    """A bot by `referee send`: unpacked, checked and played by the daemon as its user under its unit."""
    with open(m.path("/etc/referee/flags"), "a") as file:
        file.write('REFEREE_FLAGS="--bot-listen unix:/run/referee/bots.sock"\n')
    m.put("/etc/referee/ladder.conf", LADDER)
    m.must("runuser -u referee -- referee token new ann --file /var/lib/referee-keys/referee.tokens >ann.token && "
           "chmod 600 ann.token && systemctl restart referee && mkdir ann")
    m.put("/root/ann/bot.sh", FIRST)
    m.put("/root/ann/referee.txt", 'command = "sh bot.sh"\n')
    until("bots may come", lambda: "running" in status(m, "ladder") and m.sh("test -S /run/referee/bots.sock").returncode == 0)
    sent = m.sh("referee send unix:/run/referee/bots.sock ann --name ann --token-file ann.token")
    say("a bot that is handed in is fit", sent.returncode == 0 and "is fit" in sent.stdout, sent)
    until("it has played", lambda: rows(m.path(DATABASES + "ladder.db"), "SELECT bot FROM standings WHERE bot = 'ann' AND games > 1") == [("ann",)])
    m.must("rm -r /etc/referee/ladder.conf ann ann.token; referee ctl stop --tournament ladder")


def operators(m):
    m.must("useradd -m -G referee ann && useradd -m bob")
    check("a member of the group controls the daemon without --socket", 0, m.sh("su ann -c 'referee ctl status'").returncode)
    check("and reads the results", 0, m.sh(f"su ann -c 'referee standings --db {DATABASES}cup.db'").returncode)
    refused = m.sh("su bob -c 'referee ctl status'")
    say("another user does not", refused.returncode == 1 and "group of its socket" in refused.stderr, refused)
    m.put("/home/bob/cup.conf", CUP.format("own", 3))
    played = m.sh("cd ~bob && su bob -c 'referee run cup.conf && referee verify --db own.db'")
    check("an ordinary user plays a tournament in the whole sandbox", (0, 6, [("full",)]),
          (played.returncode, rows(m.path("/home/bob/own.db"), "SELECT count(*) FROM games")[0][0],
           rows(m.path("/home/bob/own.db"), "SELECT DISTINCT sandbox FROM games")))


def upgrade(m, debs):
    with open(m.path("/etc/referee/flags"), "a") as file:
        file.write('REFEREE_FLAGS="--verbose"\n')
    play(m, "long", 1000000)
    until("the long tournament has games", lambda: done(m, "long") > 20)
    pid = m.out("systemctl show -P MainPID referee")
    for path in debs:
        if "doc" not in os.path.basename(path):
            shutil.copy(newer(path), m.path("/root/newer-" + os.path.basename(path)))
    before = games(m, "long")
    m.must("apt-get -qq -y install ./newer-*.deb")
    check("the upgrade asks nothing and is complete", "ii +newer",
          m.out("dpkg-query -W -f '${db:Status-Abbrev}${Version}' referee | sed 's/ .*+/ +/'"))
    say("it has started the daemon again", m.out("systemctl show -P MainPID referee") not in (pid, "0"))
    until("the tournament goes on", lambda: done(m, "long") > len(before) + 20)
    m.must("referee ctl stop --tournament long")
    until("it has ended its games", lambda: "stopped" in status(m, "long"))
    after = games(m, "long")
    check("no finished game was lost or changed", before, after[:len(before)])
    check("and each pairing is there once", len(after), len({row[1] for row in after}))
    check("and none was played again", [(0,)], rows(m.path(DATABASES + "long.db"), "SELECT count(*) FROM replaced_games"))
    verified = m.sh(f"referee verify --db {DATABASES}long.db")
    say("referee verify finds them right", verified.returncode == 0, verified)
    say("the configuration was kept", "--verbose" in m.out("cat /etc/referee/flags") and
        "--verbose" in m.out("tr '\\0' ' ' </proc/$(systemctl show -P MainPID referee)/cmdline"))


def removed(m, debs):
    m.must("apt-get -qq -y remove referee referee-bots referee-doc")
    say("after remove configuration and results are there", all(os.path.exists(m.path(path)) for path in
        ("/etc/referee/cup.conf", "/etc/referee/flags", DATABASES + "cup.db")))
    check("and no process", "", m.out("pgrep -u referee"))
    m.must("apt-get -qq -y install " + " ".join("./" + os.path.basename(path) for path in debs))
    until("installed again, the daemon has its tournaments", lambda: "done, 20 of 20" in status(m, "cup") and done(m, "long") > 0)
    say("installed again, the daemon goes on", "running" in status(m, "long"), status(m, "long"))
    m.must(f"mkdir {DATABASES}disk && mount -t tmpfs tmpfs {DATABASES}disk && touch {DATABASES}disk/file")
    m.must("apt-get -qq -y purge referee referee-bots referee-doc")
    check("a folder with a file system in it is all that purge leaves", DATABASES + "disk", m.out(f"find {DATABASES} -mindepth 1"))
    m.must(f"umount {DATABASES}disk && rm -r {DATABASES}")
    check("after purge no file is left", "", m.out("rm -f /root/*.deb; find / -xdev -not -path '/proc/*' \\( -name '*referee*' -o -nouser \\)"))
    check("and no user", "", m.out("getent passwd referee; getent group referee"))


def tests(release, debs):
    m = Machine(release)
    print(f"# {release}", flush=True)
    installed(m, debs)
    tournament(m)
    handed_in(m)
    operators(m)
    upgrade(m, debs)
    removed(m, debs)
    m.end()


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
if cannot():
    print("skip 40:", cannot())
    sys.exit(0)
own = re.search(r"^VERSION_CODENAME=(\w+)", open("/etc/os-release").read(), re.M)[1]
try:
    for one in sys.argv[1:] or [own]:
        base(one)
except OSError as error:
    print("skip 40:", str(error).replace("\n", " ")[:300])
    sys.exit(0)
for one in sys.argv[1:] or [own]:
    tests(one, found(os.environ["DEBS"]) if "DEBS" in os.environ else built_in(one) if sys.argv[1:] else built_here())
say.end()
