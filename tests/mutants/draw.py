#!/usr/bin/env python3
"""Draws mistakes from a seed, one line each, puts them into the code one at a time, and lists those that no test notices.

A line is drawn from the C files of the product, or from its lines that changed since a commit; then one of the kinds of
changes.py that the line allows; then one such change. What does not compile without a warning, or compiles into the same
object file, is replaced by the next draw. Of the tests those of choice.py run, until one fails: unit tests, then
scripts, within limits, so that forty mistakes take minutes.

    draw.py COUNT [--since COMMIT] [--seed N] [-j N]
    draw.py --check    only looks whether unnoticeable.txt is right
    draw.py --list     prints what would run

A test runs with folders of processes and files of its own (namespaces), in which the tree is a copy: a mistake in a
line that ends processes or removes files reaches nothing outside, and one that removes control groups none of others
(where the kernel has their version 1; with version 2 a referee looks for groups above its own). A test that also fails
without the mistake is named and does not count.

unnoticeable.txt has the mistakes that no user could notice, marked by hand, as this program prints survivors:

    ID FILE FUNCTION
    - LINE AS IT IS
    + LINE WITH THE MISTAKE
      REASON

They are drawn and not counted. ID belongs to the four, so that lines may move.
"""
import argparse
import contextlib
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

from building import LONGEST, MAINS, SCRATCH, Building, at_once, emptied, passes, test_command
import changes
from choice import Choice, read

HERE = os.path.dirname(os.path.abspath(__file__))
PRODUCT = ("base", "bots", "db", "packaging", "protocol", "referee", "rules")
UNITS, UNIT_SECONDS = 12, 30  # for each mistake at most, by what they usually take
SCRIPTS, SCRIPT_SECONDS = 6, 90
SHORTEST = 20  # seconds that a test has at least
# Seconds that a script takes, and a unit test, where no run has measured it.
SCRIPT_TAKES, UNIT_TAKES = 15, 1
LONG = {"bot-mistakes": 90, "broker-faults": 80, "broker-rogue": 60, "chinese-checkers-six": 50, "class-feedback": 40,
        "export-html": 40, "rules-run": 30, "send": 60, "send-form": 40, "serve": 60, "verify": 30, "visitors": 30,
        "web": 60}
FEWEST, FEWEST_SINCE = 0.75, 0.9  # how many must be noticed
TIMES = "build/mutants-times.json"
# What a build with warnings as errors refuses is noticed; but these come of how a line is changed here.
WARNINGS = ["-g0", "-Werror", "-Wno-unused", "-Wno-parentheses", "-Wno-empty-body", "-Wno-misleading-indentation",
            "-Wno-dangling-else", "-Wno-int-in-bool-context"]
# Nothing that a test does stays: its files are in memory, and its processes end with it.
CAGE = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
        *(["-r"] if os.getuid() else []),
        "sh", "-c", """set -e
mount -t tmpfs -o size=2g,mode=1777 tmpfs /tmp
mount -t tmpfs -o size=2g,mode=1777 tmpfs /var/tmp
for folder in "$HOME" "$PWD"; do
	own=$(mktemp -d)
	mkdir "$own/upper" "$own/work"
	mount -t overlay -o lowerdir="$folder",upperdir="$own/upper",workdir="$own/work" overlay "$folder"
done
mount -o remount,bind,ro /
cd "$PWD"
ulimit -v 12582912
"$@"
exit $?""", "cage"]


# --- drawing --------------------------------------------------------------------------------------


def product_files():
    listed = subprocess.run(["git", "ls-files", *(f"{folder}/*.c" for folder in PRODUCT)], capture_output=True,
                            text=True, check=True).stdout.split()
    return [file for file in listed if not file.startswith("bots/starters/")]


def changed_lines(commit):
    """{file: numbers of lines}"""
    diff = subprocess.run(["git", "diff", "-U0", "--no-color", "--no-ext-diff", commit, "--", *product_files()],
                          capture_output=True, text=True, check=True).stdout
    found, file = {}, None
    for line in diff.splitlines():
        if line.startswith("+++ "):
            file = line[6:] if line.startswith("+++ b/") else None
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        if hunk and file:
            begin, count = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(file, []).extend(range(begin, begin + count))
    return {file: lines for file, lines in found.items() if lines}


class Members:
    """The structs and enums that a file may use."""

    def __init__(self):
        self.known = {}

    def of(self, file):
        structs, enums = {}, {}
        for path in self.read_by(file, set()):
            if path not in self.known:
                self.known[path] = changes.members_of(read(path))
            for all_, some in zip((structs, enums), self.known[path]):
                for name, others in some.items():
                    all_.setdefault(name, set()).update(others)
        return structs, enums

    def read_by(self, file, seen):
        if file not in seen and os.path.exists(file):
            seen.add(file)
            for header in re.findall(r'^#include "([^"]+\.h)"', read(file), re.M):
                self.read_by(header, seen)
        return sorted(seen)


class Drawn:
    """A mistake in a file."""

    def __init__(self, file, change):
        self.file, self.change = file, change
        self.id = changes.identity(file, change.function, change.old_line, change.new_line)

    def head(self):
        return f"{self.id} {self.file} {self.change.function}"

    def diff(self):
        return f"- {self.change.old_line.strip()}\n+ {self.change.new_line.strip()}"


def draws(places, seed):
    """Without end but for what was drawn already: each line is as likely, then each kind, then each change."""
    rng = random.Random(seed)
    members, known, drawn = Members(), {}, set()
    lines = [(file, line) for file in sorted(places) for line in places[file]]
    while lines:
        at = rng.randrange(len(lines))
        file, line = lines[at]
        if file not in known:
            known[file] = {}
            for change in changes.changes_of(read(file), *members.of(file)):
                known[file].setdefault(change.line, {}).setdefault(change.kind, []).append(change)
        kinds = known[file].get(line)
        if not kinds:
            lines[at] = lines[-1]
            lines.pop()
            continue
        kind = rng.choice([kind for kind in changes.KINDS if kind in kinds])
        change = kinds[kind].pop(rng.randrange(len(kinds[kind])))
        if not kinds[kind]:
            del kinds[kind]
        mistake = Drawn(file, change)
        if mistake.id not in drawn:
            drawn.add(mistake.id)
            yield mistake


# --- what no user could notice ----------------------------------------------------------------------


class Mark:
    def __init__(self, words, where):
        self.words, self.where, self.old, self.new, self.reason = words, where, None, None, ""

    def wrong(self):
        if len(self.words) != 3 or self.old is None or self.new is None:
            return "must be ID FILE FUNCTION, a line with -, a line with +, and a reason"
        id_, file, function = self.words
        if not self.reason:
            return "has no reason"
        if not os.path.exists(file):
            return f"there is no file {file}"
        right = changes.identity(file, function, self.old, self.new)
        if id_ != right:
            return f"its text belongs to {right}"
        text = changes.Text(read(file))
        if not any(token.function == function and text.line_text(text.line(token.start)).split() == self.old.split()
                   for token in text.tokens):
            return f"its line is no longer in {function} of {file}"
        return None


def read_marks(path):
    marks = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if line.startswith(("- ", "+ ")) and marks:
                setattr(marks[-1], "old" if line[0] == "-" else "new", line[2:].strip())
            elif line.startswith(" ") and marks:
                marks[-1].reason += line.strip()
            elif line.strip() and not line.startswith("#"):
                marks.append(Mark(line.split(), f"{path}:{number}"))
    return marks


# --- what tests took and whether they are right -----------------------------------------------------


class Tests:
    """How long each takes, and whether it passes without a mistake; remembered from run to run."""

    def __init__(self):
        self.known = json.loads(read(TIMES)) if os.path.exists(TIMES) else {}
        self.lock, self.locks, self.broken = threading.Lock(), {}, set()

    def seconds(self, test):
        usual = LONG.get(short(test).removesuffix(".sh"), SCRIPT_TAKES) if test.endswith(".sh") else UNIT_TAKES
        return self.known.get(test, {}).get("seconds", usual)

    def limit(self, test):
        known = self.known.get(test)
        return min(max(SHORTEST, 8 * known["seconds"]), LONGEST) if known else LONGEST / 2

    def key(self, test):
        """Another one when the test or a program of its has changed."""
        paths = [test, test.removesuffix(".sh") + ".py", "build/referee", "build/referee-bot"] \
            if test.endswith(".sh") else [os.path.join("build", test)]
        stats = [os.stat(path) for path in paths if os.path.exists(path)]
        return " ".join(f"{s.st_mtime_ns}:{s.st_size}" for s in stats)

    def passes(self, test, folder, limit):
        command, environment = test_command(test, folder)
        began = time.monotonic()
        with control_group() as enter:
            good = passes(enter + CAGE + command, environment, limit)
        if good:
            with self.lock:
                self.known.setdefault(test, {})["seconds"] = round(time.monotonic() - began, 2)
        return good

    def is_right(self, test):
        """Does it pass without a mistake?"""
        with self.lock:
            lock = self.locks.setdefault(test, threading.Lock())
        with lock:
            known, key = self.known.setdefault(test, {"seconds": self.seconds(test)}), self.key(test)
            if known.get("key") != key:
                good = self.passes(test, "build", LONGEST)
                known.update(key=key, passes=good)
            if not known["passes"]:
                self.broken.add(test)
            return known["passes"]

    def save(self):
        with open(TIMES, "w") as file:
            json.dump(self.known, file, indent=0, sort_keys=True)


def some_of(tests, times, count, seconds):
    """The likeliest that fit, at least one; those that are likely and quick run first."""
    chosen = []
    for test in tests[:3 * count]:
        took = times.seconds(test)
        if len(chosen) < count and (took <= seconds or not chosen):
            chosen.append(test)
            seconds -= took
    return sorted(chosen, key=lambda test: (chosen.index(test) + 1) * times.seconds(test))


@contextlib.contextmanager
def control_group():
    """The words that enter a control group, below which a test makes its own; none: there is no such group."""
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        ours = [line.strip().split(":", 2) for line in file]
    at = ["/sys/fs/cgroup/memory" + path for _, names, path in ours if "memory" in names.split(",")]
    folder = tempfile.mkdtemp(prefix="mutants-", dir=at[0]) if at and os.access(at[0], os.W_OK) else None
    try:
        yield ["sh", "-c", 'echo 0 >"$0/cgroup.procs" && exec "$@"', folder] if folder else []
    finally:
        for below, _, _ in os.walk(folder or "", topdown=False):
            with contextlib.suppress(OSError):  # of a process that is not gone yet
                os.rmdir(below)


# --- a run ------------------------------------------------------------------------------------------


class Run:
    def __init__(self, mistakes, marked):
        self.building, self.tests = Building(), Tests()
        listed = subprocess.run(["make", "-s", "list-tests"], check=True, capture_output=True, text=True).stdout
        self.choice = Choice([test for test in listed.split() if os.path.exists(os.path.join("build", test))])
        self.mistakes, self.marked = mistakes, marked
        self.lock, self.objects = threading.Lock(), {}
        self.drawn = self.refused = self.same = self.skipped = 0

    def object_of(self, file, text, folder):
        """(the path of its object, its digest) or None."""
        path, _ = self.building.compile("", file, text, folder, WARNINGS)
        if path is None:
            return None
        with open(path, "rb") as content:
            return path, hashlib.sha256(content.read()).hexdigest()

    def next(self, folder):
        """(a mistake, its object); None where there is no more."""
        while True:
            with self.lock:
                mistake = next(self.mistakes, None)
                self.drawn += mistake is not None
            if mistake is None:
                return None
            if mistake.id in self.marked:
                self.skipped += 1
                continue
            text = read(mistake.file)
            if mistake.file not in self.objects:
                self.objects[mistake.file] = self.object_of(mistake.file, text, emptied(folder))
            made = self.object_of(mistake.file, mistake.change.text(text), emptied(folder))
            if made is None:
                self.refused += 1
            elif self.objects[mistake.file] is None or made[1] == self.objects[mistake.file][1]:
                self.same += 1
            else:
                return mistake, made[0]

    def judge(self, folder):
        """(mistake, the test that noticed it or None, the tests that ran)"""
        found = self.next(folder)
        if found is None:
            return None
        mistake, made = found
        file = mistake.file
        self.building.copy_programs("", folder)
        ran = []
        if file not in MAINS:
            text = mistake.change.text(read(file))
            for test in some_of(self.choice.units_for(file), self.tests, UNITS, UNIT_SECONDS):
                self.building.link_test("", test, file, text, made, folder)
                ran.append(test)
                if self.fails(test, folder):
                    return mistake, test, ran
        scripts = self.choice.scripts_for(file, mistake.change.line, mistake.change.function)
        self.building.link_programs("", file, made, folder)
        for test in some_of(scripts, self.tests, SCRIPTS, SCRIPT_SECONDS):
            ran.append(test)
            if self.fails(test, folder):
                return mistake, test, ran
        return mistake, None, ran

    def fails(self, test, folder):
        """A script fails twice, since one may be unsteady."""
        return all(not self.tests.passes(test, folder, self.tests.limit(test)) for _ in range(1 + test.endswith(".sh"))) \
            and self.tests.is_right(test)


def short(test):
    return test.removeprefix("tests/").removeprefix("end-to-end/")


def check(path):
    marks = read_marks(path)
    wrong = [f"{mark.where}: {mark.words[0]}: {mark.wrong()}" for mark in marks if mark.wrong()]
    print("\n".join(wrong) or f"{len(marks)} marks: the line of each is in its file")
    return bool(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=40)
    parser.add_argument("--since", metavar="COMMIT")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--check", action="store_true", help="look whether unnoticeable.txt is right")
    parser.add_argument("--list", action="store_true", help="print the first draws, without a test")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="this many at once")
    parser.add_argument("--marks", default=os.path.join(HERE, "unnoticeable.txt"))
    arguments = parser.parse_args()
    arguments.marks = os.path.relpath(arguments.marks, os.path.join(HERE, "../.."))
    os.chdir(os.path.join(HERE, "../.."))
    if arguments.check:
        return check(arguments.marks)
    places = changed_lines(arguments.since) if arguments.since else \
        {file: range(1, read(file).count("\n") + 1) for file in product_files()}
    mistakes = draws(places, arguments.seed)
    if arguments.list:
        for mistake, _ in zip(mistakes, range(arguments.count)):
            print(f"{mistake.head()}:{mistake.change.line}: {mistake.change.kind}\n{mistake.diff()}\n")
        return 0
    if subprocess.run(CAGE + ["true"], stderr=subprocess.DEVNULL).returncode != 0:
        sys.exit("make mutants: no namespaces for a tree that is not in /tmp; without them a mistake could end processes "
                 "and remove files that are not the test's")
    began, survivors, count = time.monotonic(), [], 0
    run = Run(mistakes, {mark.words[0] for mark in read_marks(arguments.marks)})
    for _, result, seconds in at_once(arguments.j, lambda _, folder: run.judge(folder), range(arguments.count)):
        if result is None:
            continue
        mistake, noticed, ran = result
        count += 1
        print(f"{'noticed ' if noticed else 'SURVIVED'} {mistake.id} {mistake.file}:{mistake.change.line} "
              f"{mistake.change.kind} {seconds:.1f} s, {short(noticed) if noticed else len(ran)}", flush=True)
        if not noticed:
            print(mistake.diff(), flush=True)
            survivors.append((mistake, ran))
        run.tests.save()
    emptied(SCRATCH)
    os.rmdir(SCRATCH)
    report(run, survivors, count, (time.monotonic() - began) / 60)
    return count == 0 or count - len(survivors) < (FEWEST_SINCE if arguments.since else FEWEST) * count


def report(run, survivors, count, minutes):
    print()
    for mistake, ran in sorted(survivors, key=lambda found: (found[0].file, found[0].change.line)):
        print(f"{mistake.head()}\n{mistake.diff()}\n  line {mistake.change.line}, {mistake.change.kind}: "
              f"{changes.KINDS[mistake.change.kind]}\n  ran: {', '.join(map(short, ran)) or 'nothing'}\n")
    for test in sorted(run.tests.broken):
        print(f"{test} fails without any mistake, and was not counted")
    print(f"{run.drawn} drawn: {run.refused} do not compile, {run.same} compile to the same, "
          f"{run.skipped} are known to be unnoticeable")
    noticed = count - len(survivors)
    print(f"{noticed} noticed, {len(survivors)} survived of {count} ({100 * noticed // max(count, 1)} %), "
          f"{minutes:.1f} minutes")


if __name__ == "__main__":
    sys.exit(main())
