"""Processes as the kernel knows them: who descends from whom, and what one has."""
import ctypes
import os
import re
import signal
import time

PATIENCE = 2.0  # seconds for processes to be gone; a busy machine may need some
PR_SET_CHILD_SUBREAPER = 36
libc = ctypes.CDLL(None, use_errno=True)


# --- descent ----------------------------------------------------------------------------------------

def children(pid, name=None):
    """Those that pid has started: all, also who has ended and was not waited for; of a name, who is alive."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            found = [int(word) for word in file.read().split()]
    except OSError:
        return []
    return found if name is None else [child for child in found if is_called(child, name)]


def sockets(pid):
    """How many sockets it has open."""
    count = 0
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            count += os.readlink(f"/proc/{pid}/fd/{fd}").startswith("socket:")
        except OSError:
            pass  # it was closed meanwhile
    return count


def stat(pid):
    """(state, start time, name) of a process, None when there is none."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return None
    name, rest = text.rsplit(")", 1)
    words = rest.split()
    return words[0], words[19], name.split("(", 1)[1]


def lives(pid):
    return (stat(pid) or "Z")[0] not in "ZX"


def is_called(pid, name):
    found = stat(pid)
    return found is not None and found[2] == name and found[0] != "Z"


def descendants(pid):
    """Children, their children, and so on, each before its own."""
    found = []
    for child in children(pid):
        found.append(child)
        found += descendants(child)
    return found


def adopt():
    """From now on this process takes in whatever is orphaned below it."""
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap():
    """False: no process is below us any more."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        return False
    return True


def leftovers():
    """Waits for the end of all that is still below us, then ends it; (pid, name) of each that did not end itself."""
    end, left = time.monotonic() + PATIENCE, []
    while reap():
        left = [(pid, (stat(pid) or "ZZ?")[2]) for pid in descendants(os.getpid()) if lives(pid)]
        if not left or time.monotonic() > end:
            break
        time.sleep(0.001)
    else:
        left = []
    for pid, _ in left:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return left


# --- what one has -----------------------------------------------------------------------------------

def visible(look):
    """The result of look(); 0 where only root may look: at a process that has made itself private, as the gate does."""
    try:
        return look()
    except PermissionError:
        return 0


def descriptors(pid):
    return visible(lambda: len(os.listdir(f"/proc/{pid}/fd")))


def watched(pid):
    """Entries of the epoll sets of a process: what wakes it, whether it knows of it or not."""
    def look():
        entries = 0
        for fd in os.listdir(f"/proc/{pid}/fd"):
            try:
                with open(f"/proc/{pid}/fdinfo/{fd}") as file:
                    entries += sum(line.startswith("tfd:") for line in file)
            except FileNotFoundError:
                pass  # closed meanwhile
        return entries
    return visible(look)


def memory(pid):
    """KiB that are this process's own: what it shares with those it was forked from is not counted."""
    def look():
        with open(f"/proc/{pid}/smaps_rollup") as file:
            return sum(int(kb) for kb in re.findall(r"^Private_\w+:\s+(\d+)", file.read(), re.M))
    return visible(look)


def processor(pid):
    """Seconds that it has used of a processor."""
    with open(f"/proc/{pid}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


def threads_processor(pid):
    """The same of all its threads."""
    used = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
            used += int(file.read().split()[0])
    return used / 1e9
