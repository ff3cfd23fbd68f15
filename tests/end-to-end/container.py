#!/usr/bin/env python3
"""make container-test: the image of packaging/Containerfile, on a clean Debian, with Podman: tournaments with both levels of the
sandbox, and the table of docs/container.md. It needs root, packages from Debian, and some minutes."""
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import checks
import machine

BASE = "docker.io/library/debian:bookworm"
NAMES = ("unshare", "setns", "mount", "umount2", "pivot_root", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount",
         "mount_setattr")
CUP = """game = connect4
rounds = 10
movetime = 10s
db = "cup.db"
bot a { command = "referee-bot --search alphabeta --depth 4" }
bot b { command = "referee-bot --search random" }
"""
# A machine with version 1 of cgroups looks to Podman as one with version 2 alone.
INSIDE = ["unshare", "--mount", "sh", "-c", "mount --make-rprivate / && umount -R /sys/fs/cgroup && "
          "mount -t cgroup2 cgroup2 /sys/fs/cgroup; exec \"$@\"", "sh"]
FILTERED = "a system call filter forbids it"
FREE = ["--security-opt", "unmask=ALL"]


def docker_filter(path):
    """The part of Docker's filter that concerns namespaces."""
    rules = [{"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38},
             {"names": NAMES, "action": "SCMP_ACT_ERRNO", "errnoRet": 1}]
    rules += [{"names": ["clone"], "action": "SCMP_ACT_ERRNO", "errnoRet": 1,
               "args": [{"index": 0, "value": 1 << bit, "valueTwo": 1 << bit, "op": "SCMP_CMP_MASKED_EQ"}]}
              for bit in (17, 25, 26, 27, 28, 29, 30)]
    with open(path, "w") as file:
        json.dump({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": rules}, file)
    return path


class Engine:
    """Podman with a store of its own."""

    def __init__(self, folder):
        self.store = ["--root", folder + "/store", "--runroot", folder + "/run", "--storage-driver", "vfs"]
        self.folder = folder

    def call(self, program, *words):
        return subprocess.run([*INSIDE, program, *self.store, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def build(self):
        """The image. The apt of the build is that of this machine."""
        made = self.call("podman", "import", machine.base("bookworm"), BASE)
        if made.returncode != 0:
            return made
        apt = [f"--volume=/etc/apt/{name}:/etc/apt/{name}:ro" for name in ("apt.conf.d", "sources.list.d") if os.path.isdir("/etc/apt/" + name)]
        return self.call("buildah", "build", "--isolation", "chroot", "--network", "host", "--pull-never", *apt, "-t", "referee", ".")

    def run(self, options, *words):
        return self.call("podman", "--runtime", "crun", "run", "--rm", "--network", "host", "--cgroups", "disabled",
                         "--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096", *options, "referee", *words)

    def end(self):
        self.call("podman", "system", "reset", "--force")
        shutil.rmtree(self.folder, ignore_errors=True)


def rows(engine, options, level):
    """The rows of `referee doctor` by name, and its exit status."""
    done = engine.run(options, "doctor", "--json", "--sandbox", level)
    try:
        return {row["name"]: row for row in json.loads(done.stdout)["rows"]}, done.returncode
    except ValueError:
        print(done.stdout, done.stderr)
        return {}, done.returncode


def say_level(engine, name, options, level, holds, row="sandbox", finding="", remedy=""):
    """A line of the table: does the level hold, and what does the row say?"""
    found, status = rows(engine, options, level)
    row = found.get(row, {"finding": "", "remedy": ""})
    text = f"{row['finding']} -> {row['remedy']}"
    checks.say(f"{name}: {level} {'holds' if holds else 'does not hold'}{': ' + finding if finding else ''}",
               status == (0 if holds else 1) and finding in row["finding"] and remedy in (row["remedy"] or ""), text)
    return found


def say_opened(found, name, wanted):
    """Exactly these ways are open, and docs/container.md names them."""
    names = re.findall(r"(?:: |, )([\w-]+) \(", found["sandbox"]["finding"]) if found else []
    with open("docs/container.md") as file:
        told = file.read()
    checks.say(f"{name}: open are {', '.join(wanted)}, as the document says",
               sorted(names) == sorted(wanted) and all(f"`{way}`" in told for way in wanted), found.get("sandbox", ""))


def say_run(engine, level, options):
    """A tournament, and its standings from a second container with the same volume."""
    place = os.path.join(engine.folder, level)
    os.makedirs(place)
    os.chown(place, 1000, 1000)
    volume = ["--volume", place + ":/var/lib/referee", "--volume", engine.folder + "/cup.conf:/etc/cup.conf:ro", *options]
    done = engine.run(volume, "run", "--quiet", "--sandbox", level, "/etc/cup.conf")
    checks.say(f"a tournament with sandbox = {level} ends", done.returncode == 0, done.stdout + done.stderr)
    done = engine.run(volume, "standings", "--db", "cup.db", "--json")
    games = [row["played"] for row in json.loads(done.stdout)] if done.returncode == 0 else []
    checks.say("the next container has its results", games == [20, 20], done.stdout + done.stderr)
    return volume


def levels(engine, folder):
    docker = ["--security-opt", "seccomp=" + docker_filter(folder + "/docker.json")]
    no_options = say_level(engine, "Podman", [], "full", False, "mounts", "parts of /proc are covered here",
                           "--security-opt unmask=ALL")
    say_opened(no_options, "Podman, reduced", ["list", "proc-sys", "proc-machine"])
    say_level(engine, "Podman, nothing covered", FREE, "full", True, "sandbox", "none is open")
    say_level(engine, "Podman, a user in group 0", [*FREE, "--user", "1234"], "full", False, "users",
              "the group of root", "--user 1000:1000")
    say_level(engine, "Docker's filter", docker, "full", False, "user-namespaces", FILTERED, "seccomp=unconfined")
    say_level(engine, "Docker's filter", docker, "reduced", False, "sandbox", "bounding (")
    say_opened(say_level(engine, "Docker's filter, no capabilities", [*docker, "--cap-drop", "ALL"], "reduced", True),
               "Docker's filter, no capabilities", ["list", "proc-sys", "proc-machine"])
    say_level(engine, "no filter, nothing covered", [*FREE, "--security-opt", "seccomp=unconfined"], "full", True)
    say_run(engine, "full", FREE)
    say_run(engine, "reduced", [])


def main():
    missing = [program for program in ("podman", "buildah", "crun") if shutil.which(program) is None]
    reason = machine.cannot() or (missing and " ".join(missing) + " is missing")
    if reason:
        print(f"skip 15: {reason}; make container-test")
        sys.exit(0)
    folder = checks.folder()
    os.chmod(folder, 0o755)
    with open(folder + "/cup.conf", "w") as file:
        file.write(CUP)
    engine = Engine(folder)
    try:
        made = engine.build()
        checks.say("the image is made", made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:])
        if made.returncode == 0:
            levels(engine, folder)
    finally:
        engine.end()


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
main()
checks.say.end()
