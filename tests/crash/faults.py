#!/usr/bin/env python3
"""A disk that fails while a tournament runs: the run stops with exit status 5 and one line, everything
that was announced is kept, and once the disk is well the next run goes on exactly.

Usage: faults.py [--faults N] [--seed N]. Writes and syncs fail from a call on that is drawn at random,
once or for good, with each of a disk's errors; a disk of 120 kilobytes becomes full, and one is
mounted read-only, where this machine lets us mount.
"""
import argparse
import ctypes
import errno
import os
import random
import resource
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from running_tournament import BUILD, Tournament, Wrong, folder, libc, progress, say  # noqa: E402

EXIT_DATABASE = 5
ERRORS = (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EROFS)
FOR_GOOD = 1 << 40
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_RDONLY, MS_REMOUNT, MS_REC, MS_PRIVATE = 1, 32, 1 << 14, 1 << 18
ROUNDS, SETTINGS = 12, "concurrency = 2\nrestart = yes"


class Faults:
    def __init__(self, folder, seed):
        self.folder = folder
        self.random = random.Random(seed)
        self.mounted = set()
        self.stopped = self.unhurt = self.announced = 0
        self.model = self.tournament("model")
        self.calls = self.count_calls()

    def tournament(self, db):
        t = Tournament(self.folder, "model", ROUNDS, SETTINGS)
        t.db = os.path.join(self.folder, db + ".db")
        return t

    def environment(self, t, first, count, error):
        return {"LD_PRELOAD": os.path.join(BUILD, "tests/crash/faulty-disk.so"),
                "FAULTY_PATH": t.db, "FAULTY_FROM": str(first), "FAULTY_COUNT": str(count),
                "FAULTY_ERRNO": str(error), "FAULTY_TELL": os.path.join(self.folder, "calls")}

    def count_calls(self):
        """How often a run that nothing happens to writes and syncs."""
        run = self.model.run(self.environment(self.model, 0, 0, 0))
        if run.finish() > 0 or run.status != 0:
            raise Wrong(f"a run of a good disk ended with {run.status}: {run.told()}")
        with open(os.path.join(self.folder, "calls")) as file:
            calls = int(file.read())
        if calls < 10:
            raise Wrong(f"only {calls} writes and syncs were seen")
        return calls

    def check_stopped(self, t, run):
        """It has stopped, cleanly, or was not hurt."""
        left, told = run.finish(), run.told()
        if left > 0:
            raise Wrong(f"{left} processes are left")
        if run.status == EXIT_DATABASE:
            self.stopped += 1
            if len(told) != 1 or not told[0].startswith("referee run: " + t.db):
                raise Wrong(f"it should say one line about {t.db}, not {told}")
        elif run.status == 0:
            self.unhurt += 1
            if told:
                raise Wrong(f"it was not hurt and says {told}")
        else:
            raise Wrong(f"it ended with {run.status}: {told}")
        self.announced += len(t.announced)

    def check_well(self, t):
        """The disk is well again: nothing announced is lost, and the tournament goes on to its end."""
        t.check_kept()
        t.check_database()
        run = t.run()
        if run.finish() > 0 or run.status != 0:
            raise Wrong(f"the next run ended with {run.status}: {run.told()}")
        t.check_kept()
        t.check_database()
        t.check_standings()
        t.check_whole(self.model, 0)

    def sweep(self, faults):
        """Half of them once, half of them for good, spread over all calls of a run."""
        for i in range(faults):
            # The last third is what is written when the database is closed.
            at = ((i + self.random.random()) / faults) ** 2
            first = 1 + int(at * self.calls)
            count, error = (1, FOR_GOOD)[i % 2], ERRORS[i // 2 % len(ERRORS)]
            what = f"fault {i} of {faults}: {errno.errorcode[error]} from call {first} for {count}"
            t = self.tournament(f"faulty{i}")
            progress(what)
            try:
                self.check_stopped(t, t.run(self.environment(t, first, count, error)))
                self.check_well(t)
            except Wrong as wrong:
                raise Wrong(f"{what}: {wrong}") from wrong
        if faults >= 8 and self.stopped == 0:
            raise Wrong("no fault stopped a run")

    def file_limit(self):
        """Files may not grow beyond what the shell allows (ulimit -f)."""
        t = self.tournament("limited")
        before = self.stopped
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (80000, limits[1]))
        run = t.run()
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        self.check_stopped(t, run)
        if self.stopped == before:
            raise Wrong("it should have reached the limit")
        self.check_well(t)

    def moved(self, delete):
        """The database is moved or deleted while it is written."""
        t = Tournament(self.folder, "long", 400, "concurrency = 2")
        run = t.run()
        while not t.announced and not run.ended():
            run.take_events()
        kept = t.db + ".moved"
        os.rename(t.db, kept)
        if delete:
            os.unlink(kept)
        left, told = run.finish(), run.told()
        if left > 0 or run.status != EXIT_DATABASE or len(told) != 1 or "moved or deleted" not in told[0]:
            raise Wrong(f"it ended with {run.status}: {told}")
        if not delete:
            t.db = kept
            t.check_kept()
            t.check_database()
            os.unlink(kept)

    # --- disks that are mounted -------------------------------------------------------------------

    def mount(self, disk, flags, data):
        """A disk in memory; it is unmounted at the end."""
        if libc.mount(b"tmpfs", disk.encode(), b"tmpfs", ctypes.c_ulong(flags), data) != 0:
            raise Wrong(f"{disk}: {os.strerror(ctypes.get_errno())}")
        self.mounted.add(disk)

    def small_disk(self):
        disk = os.path.join(self.folder, "small")
        os.mkdir(disk)
        self.mount(disk, 0, b"size=120k")
        t = self.tournament("small/cup")
        before = self.stopped
        self.check_stopped(t, t.run())
        if self.stopped == before:
            raise Wrong("it should have become full")
        self.mount(disk, MS_REMOUNT, b"size=64m")
        self.check_well(t)

    def read_only_disk(self):
        disk = os.path.join(self.folder, "read-only")
        os.mkdir(disk)
        self.mount(disk, MS_RDONLY, None)
        t = self.tournament("read-only/cup")
        before = self.stopped
        self.check_stopped(t, t.run())
        if self.stopped == before:
            raise Wrong("nothing can be kept there, and the run did not stop")
        self.mount(disk, MS_REMOUNT, None)
        self.check_well(t)
        self.mount(disk, MS_REMOUNT | MS_RDONLY, None)
        more = self.tournament("read-only/cup")
        self.check_stopped(more, more.run())


def may_mount():
    """Mounts of our own, which no other process sees and which end with us."""
    if libc.unshare(CLONE_NEWNS) != 0:
        uid, gid = os.getuid(), os.getgid()
        if libc.unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0:
            return False
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"),
                           ("gid_map", f"{gid} {gid} 1")):
            with open("/proc/self/" + name, "w") as file:
                file.write(text)
    return libc.mount(b"none", b"/", None, ctypes.c_ulong(MS_PRIVATE | MS_REC), None) == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    mounts = may_mount()
    faults = Faults(folder(), arguments.seed)
    say(f"{arguments.faults} failing writes and syncs lose no game that was announced, and "
        "the next run goes on", lambda: faults.sweep(arguments.faults))
    say("a limit on the size of files stops the run, and the next one goes on",
        faults.file_limit)
    say("a database that is moved stops the run, and holds all that was announced",
        lambda: faults.moved(False))
    say("a database that is deleted stops the run", lambda: faults.moved(True))
    if mounts:
        say("a disk that becomes full stops the run, and the next one goes on",
            faults.small_disk)
        say("a disk that is read-only stops the run, and the next one goes on",
            faults.read_only_disk)
    for disk in faults.mounted:
        libc.umount(disk.encode())
    progress("")
    print(f"{faults.calls} writes and syncs in a run; {faults.stopped} runs were stopped, "
          f"{faults.unhurt} were not hurt, {faults.announced} games were announced before")
    say.end()


if __name__ == "__main__":
    main()
