"""The shared part of all tests in Python: sentences that hold or do not, patience that has an end, and processes and
folders that go with the test, however it ends."""
import atexit
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from processes import adopt, leftovers

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LIMIT = 120  # seconds after which something hangs
os.environ["PATH"] = BUILD + ":" + os.environ["PATH"]
started, folders = [], []
adopt()
signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started hears it, also where a shell ignores it


# --- sentences --------------------------------------------------------------------------------------

class Report:
    """Sentences that hold or do not, and whether any did not."""
    bad = 0

    def __call__(self, sentence, holds, *shown):
        """holds: a value; or a function, which says what is wrong by an exception."""
        if callable(holds):
            holds, *shown = tried(holds)
        if not holds:
            print("   ", *shown)
            self.bad = 1
        print("ok" if holds else "not ok", sentence, flush=True)

    def end(self):
        """The end of the test: what it has started is ended, and nothing may be left of that."""
        end_started()
        left = leftovers()
        self("nothing is left running", not left, left)
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


def until(what, holds, limit=LIMIT):
    """Asks again and again; returns what made it hold. TimeoutError: nothing has."""
    end = time.monotonic() + limit
    while not (found := holds()):
        if time.monotonic() > end:
            raise TimeoutError(f"in vain for {limit} s: {what}")
        time.sleep(0.002)  # not to wait for anything, but so as not to take the processor
    return found


def rows(path, query, *values):
    """The rows of a database, which others may be writing."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=LIMIT)
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.close()


# --- what goes with the test ------------------------------------------------------------------------

def folder():
    folders.append(tempfile.mkdtemp(prefix="referee-test-"))
    return folders[-1]


def start(words, files=None, **more):
    """A process. files: descriptors that it may have."""
    if files is not None:
        words = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(files), *words]
    started.append(subprocess.Popen(words, **more))
    return started[-1]


def referee(*words, **more):
    """A command, to its end."""
    return subprocess.run([BUILD + "/referee", *words], capture_output=True, text=True, timeout=LIMIT, **more)


def end_started():
    for process in started:
        if process.poll() is None:
            process.kill()
    for process in started:
        process.wait()


@atexit.register
def clear():
    end_started()
    leftovers()
    for path in folders:
        shutil.rmtree(path, ignore_errors=True)
