"""Processes as the kernel knows them: who descends from whom, and what one has."""
import atexit
import ctypes
import os
import re
import select
import signal
import time

PATIENCE = 60.0  # seconds after which a process that should end by itself is one that was left
PR_SET_CHILD_SUBREAPER = 36
CLONE_NEWNS, MS_REC, MS_PRIVATE, MNT_DETACH = 0x20000, 1 << 14, 1 << 18, 2
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
    """How many sockets it has open; 0 when it has ended."""
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return 0
    count = 0
    for fd in names:
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


def wait_for_end(pids, seconds):
    """Waits until one of these processes has ended, at most for so many seconds."""
    poll, fds = select.poll(), []
    try:
        for pid in pids:
            fds.append(os.pidfd_open(pid))
            poll.register(fds[-1], select.POLLIN)
        poll.poll(max(0, seconds) * 1000)
    except ProcessLookupError:
        pass  # this one has
    finally:
        for fd in fds:
            os.close(fd)


def leftovers(patience=PATIENCE):
    """Waits for the end of all that is still below us, then ends it; (pid, name) of each that did not end itself."""
    end, left = time.monotonic() + patience, []
    while reap():
        living = [pid for pid in descendants(os.getpid()) if lives(pid)]
        if not living:
            break
        if time.monotonic() < end:
            wait_for_end(living, end - time.monotonic())
            continue
        left = left or [(pid, (stat(pid) or "ZZ?")[2]) for pid in living]
        for pid in living:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        wait_for_end(living, PATIENCE)
    return left


# --- a disk of its own ------------------------------------------------------------------------------

def small_disk(folder, size):
    """From now on this process, and what it starts, have a disk of this size at the folder. False: they may not."""
    if libc.unshare(CLONE_NEWNS) != 0 or libc.mount(b"none", b"/", None, ctypes.c_ulong(MS_PRIVATE | MS_REC), None) != 0:
        return False
    if libc.mount(b"tmpfs", folder.encode(), b"tmpfs", ctypes.c_ulong(0), b"size=" + size.encode()) != 0:
        raise OSError(ctypes.get_errno(), folder)
    atexit.register(libc.umount2, folder.encode(), MNT_DETACH)
    return True


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
