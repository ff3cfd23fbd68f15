"""The shared part of all tests in Python: sentences that hold or do not, patience that has an end, and processes and
folders that go with the test, however it ends."""
import atexit
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

from processes import adopt, leftovers

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LIMIT = max(1, int(os.environ.get("SCRIPT_SECONDS", "900")) - 30)  # seconds of the script; the rest is to say why it ends
END = time.monotonic() + LIMIT
os.environ["PATH"] = BUILD + ":" + os.environ["PATH"]
started, folders = [], []
adopt()
signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started hears it, also where a shell ignores it
signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # clear() is called then


# --- sentences --------------------------------------------------------------------------------------

class Report:
    """Sentences that hold or do not, and whether any did not."""
    bad = 0

    def __call__(self, sentence, holds, *shown):
        """holds: a value; or a function, which says what is wrong by an exception."""
        if callable(holds):
            holds, *shown = tried(holds)
        text = f"ok {sentence}\n"
        if not holds:
            text = " ".join(["   ", *map(str, shown)]) + f"\nnot {text}"
            self.bad = 1
        sys.stdout.write(text)  # at once, since several threads say something
        sys.stdout.flush()

    def end(self):
        """The end of the test: what it has started is ended, and nothing may be left of that."""
        end_started()
        found = leftovers()
        self("nothing is left running", not found, found)
        sys.exit(self.bad)


say = Report()


def tried(act):
    try:
        act()
        return True, ""
    except Exception as error:  # whatever went wrong is what is wrong with the sentence
        return False, f"{type(error).__name__}: {error}"[:6000]


def same(got, wanted):
    assert got == wanted, f"got {got!r}\nwanted {wanted!r}"


def check(sentence, wanted, got):
    say(sentence, wanted == got, "wanted: %.400r\n    got:    %.400r" % (wanted, got))


def fall(kind, error, trace):
    """A test that falls over says so by a sentence of its own."""
    print(f"not ok {kind.__name__}: {error}", flush=True)
    sys.__excepthook__(kind, error, trace)


sys.excepthook = fall


def left():
    """Seconds that the script has: a wait has no other limit."""
    return max(1.0, END - time.monotonic())


def until(what, holds):
    """Asks again and again, less often as time goes on; returns what made it hold. TimeoutError: nothing has."""
    pause = 0.002
    while not (found := holds()):
        if time.monotonic() > END:
            raise TimeoutError(f"the time of the script is over, in vain: {what}")
        time.sleep(pause)  # not to wait for anything, but so as not to take the processor
        pause = min(pause * 1.3, 0.05)
    return found


def statuses(address, source, requests):
    """The statuses of requests of pages, (path, header lines...), sent at once from that address of this machine: between
    them no time passes."""
    host, port = address.rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=left(), source_address=(source, 0)) as s:
        lines = ["\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *headers]) for path, *headers in requests]
        s.sendall(("\r\n\r\n".join([*lines, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close"]) + "\r\n\r\n").encode())
        with s.makefile("rb") as file:
            return [int(status) for status in re.findall(rb"^HTTP/1.1 (\d+)", file.read(), re.M)][:-1]


def rows(path, query, *values):
    """The rows of a database, which others may be writing."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=left())
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.close()


# --- what goes with the test ------------------------------------------------------------------------

def folder(below=None):
    """below: in this folder, in place of that of the test."""
    folders.append(tempfile.mkdtemp(prefix="referee-test-", dir=below))
    return folders[-1]


def start(words, files=None, **more):
    """A process. files: descriptors that it may have."""
    if files is not None:
        words = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(files), *words]
    started.append(subprocess.Popen(words, **more))
    return started[-1]


def referee(*words, **more):
    """A command, to its end."""
    return subprocess.run([BUILD + "/referee", *words], capture_output=True, text=True, timeout=left(), **more)


def end_started():
    for process in started:
        if process.poll() is None:
            process.kill()
    for process in started:
        process.wait()


@atexit.register
def clear():
    end_started()
    leftovers(0)
    for path in folders:
        if "KEEP_FOLDERS" not in os.environ:  # tests/run keeps those of a failure
            shutil.rmtree(path, ignore_errors=True)
