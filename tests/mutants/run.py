#!/usr/bin/env python3
"""Puts mistakes into the code on purpose, one at a time, and looks whether the named test of each notices it.

table.txt has the mistakes. Each begins with a line

    ID FILE TEST [CASE]

TEST is a program of tests/ (CASE: one test of it alone) or a script; with san: before it, the sanitized one. Lines that
begin with - are the text as it is, those with + the text that takes its place; any white
space counts as one blank. The text must be in the file exactly once, so that the table follows the code.

Nothing of the tree is changed: the mutant of a file is compiled in a folder of its own and linked in front of the
libraries, in which the right one then is not looked for.

    run.py             all; ends with "N caught, N missed", and fails where fewer than 95 of a hundred are caught
    run.py ID...       these alone
    run.py --check     only looks whether table.txt is right
    -j N               as many at once; as many as there are processors where nothing is said
"""
import argparse
import concurrent.futures
import glob
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SCRATCH = os.path.join("build", f"mutants-{os.getpid()}")
LONGEST = 600  # seconds; what a test takes without a mistake says how long it may with one
MAINS = {"referee": "referee/commands/main.c", "referee-bot": "bots/main.c", "referee-solve": "bots/solve/main.c"}
BROKER = "referee-broker"
SMALL = ("bots", "rules-process", "rules", "protocol", "error", "version")
LARGE = ("referee", "db", *SMALL[1:])


class Mutant:
    def __init__(self, words, where):
        self.id, self.file, self.test = words[:3]
        self.case = words[3] if len(words) > 3 else None
        self.where, self.old, self.new = where, [], []
        self.variant = "san" if self.test.startswith("san:") else ""
        self.test = self.test.removeprefix("san:")

    def named(self):
        return f"{self.variant + ':' if self.variant else ''}{self.test}{' ' + self.case if self.case else ''}"

    def script(self):
        return self.test.endswith(".sh")

    def text(self):
        """The file with the mistake in it; None where its text is not there once."""
        with open(self.file) as file:
            right = file.read()
        pattern = r"\s+".join(re.escape(word) for line in self.old for word in line.split())
        found = list(re.finditer(pattern, right))
        if len(found) != 1:
            return None
        return right[:found[0].start()] + "\n".join(self.new) + right[found[0].end():]

    def wrong(self):
        """The mistake of this row of the table."""
        if not os.path.exists(self.file):
            return f"there is no file {self.file}"
        if not self.old or self.old == self.new:
            return "its text is not changed"
        if self.text() is None:
            return f"its text is not exactly once in {self.file}"
        source = self.test if self.script() else self.test + ".c"
        if not os.path.exists(source):
            return f"there is no test {source}"
        if self.case:
            with open(source) as file:
                if f"START_TEST({self.case})" not in file.read():
                    return f"{source} has no test {self.case}"
        return None


def read_table(path):
    mutants = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("- "):
                mutants[-1].old.append(line[2:].lstrip())
            elif line.startswith("+"):
                mutants[-1].new.append(line[2:].lstrip())
            elif line.strip() and not line.startswith("#"):
                mutants.append(Mutant(line.split(), f"{path}:{number}"))
    return mutants


def mistakes_of(mutants):
    wrong = [f"{m.where}: {m.id}: {m.wrong()}" for m in mutants if m.wrong()]
    seen = set()
    for m in mutants:
        if m.id in seen:
            wrong.append(f"{m.where}: {m.id}: stands in the table twice")
        seen.add(m.id)
    return wrong


class Building:
    """How things are compiled and linked, as the Makefile says."""

    def __init__(self):
        self.cc = shlex.split(os.environ.get("CC", "cc"))
        self.options = shlex.split(os.environ["OPTIONS"])
        self.san = shlex.split(os.environ["SANITIZE"])
        self.libs = shlex.split(os.environ["LIBS"])

    def compiler(self, variant):
        return self.cc + self.options + (self.san if variant else [])

    def folder(self, variant):
        return os.path.join("build", variant) if variant else "build"

    def compile(self, m, folder):
        """Returns the object file, or None where the mutant is no C."""
        text, source = m.text(), os.path.join(folder, os.path.basename(m.file))
        if m.file == "db/schema.sql":
            lines = (re.sub(r'[\\"]', r"\\\g<0>", line) for line in text.splitlines())
            text = '#include "db/schema.h"\nconst char db_schema[] =\n'
            text, source = text + "".join(f'"{line}\\n"\n' for line in lines) + ";\n", source + ".c"
        with open(source, "w") as file:
            file.write(text)
        done = subprocess.run(self.compiler(m.variant) + ["-w", "-c", "-o", source + ".o", source],
                              stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            print(done.stderr, file=sys.stderr)
        return source + ".o" if done.returncode == 0 else None

    def link(self, variant, out, objects, libraries, more=()):
        libraries = [os.path.join(self.folder(variant), f"lib{name}.a") for name in libraries]
        subprocess.run(self.compiler(variant) + ["-o", out] + objects + libraries + self.libs + list(more), check=True)

    def object(self, variant, source):
        return os.path.join(self.folder(variant), "o", source.removesuffix(".c") + ".o")

    def link_test(self, m, mutant, out):
        os.unlink(out)
        self.link(m.variant, out, [self.object(m.variant, m.test + ".c"), mutant],
                  ("referee", "db", *SMALL))

    def link_programs(self, m, mutant, folder):
        """Into a folder that has all else that the scripts need."""
        part = m.file.split("/")[0]
        shared = part in ("error", "rules", "protocol")
        for program, main in MAINS.items():
            small = program != "referee"
            if part != "broker" and (shared or (part == "bots") == small):
                if m.file in MAINS.values() and m.file != main:
                    continue
                objects = [mutant] if m.file == main else [self.object(m.variant, main), mutant]
                os.unlink(os.path.join(folder, program))
                self.link(m.variant, os.path.join(folder, program), objects, SMALL if small else LARGE)
        if part in ("error", "protocol", "referee", "broker") and os.path.exists(os.path.join(folder, BROKER)):
            sources = sorted(glob.glob("broker/*.c"))
            objects = [mutant] + [self.object(m.variant, source) for source in sources if source != m.file]
            os.unlink(os.path.join(folder, BROKER))
            self.link(m.variant, os.path.join(folder, BROKER), objects, LARGE, ("-lnats", "-lpthread"))

    def copy_programs(self, variant, folder):
        """Hard links: what is linked anew is unlinked first."""
        source = self.folder(variant)
        for program in (*MAINS, BROKER):
            if program == BROKER and not os.path.exists(os.path.join(source, program)):
                continue  # this build has none, and the scripts that need it skip
            os.link(os.path.join(source, program), os.path.join(folder, program))
        shutil.copytree(os.path.join(source, "tests"), os.path.join(folder, "tests"), copy_function=os.link,
                        ignore=shutil.ignore_patterns("*.log", "*.status"))


def passes(command, limit, **environment):
    """Runs it, ends all that it has started, and returns whether it succeeded."""
    process = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env={**os.environ, **environment})
    try:
        return process.wait(limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def test_passes(m, folder, limit=LONGEST):
    """folder: a build; programs look for others beside themselves."""
    if m.script():
        return passes(["sh", m.test], limit, BUILD=os.path.abspath(folder), BROWSER="no")
    case = {"CK_RUN_CASE": m.case} if m.case else {}
    return passes([os.path.join(folder, m.test)], limit, TEST_SECONDS=str(LONGEST), **case)


def emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder


def judge(building, m, folder, limit):
    """caught, missed, or why it is neither. The folder becomes a build with the mutant in it."""
    mutant = building.compile(m, emptied(folder))
    if mutant is None:
        return "does not compile"
    building.copy_programs(m.variant, folder)
    if m.script():
        building.link_programs(m, mutant, folder)
    else:
        building.link_test(m, mutant, os.path.join(folder, m.test))
    return "missed" if test_passes(m, folder, limit) else "caught"


def untouched(building, m):
    """Does its test pass without a mistake? Else it would catch everything."""
    return test_passes(m, building.folder(m.variant))


def at_once(jobs, work, items):
    """Yields (item, result, seconds) as they come; work gets a folder of its own."""
    folders = queue.SimpleQueue()
    for i in range(jobs):
        folders.put(os.path.join(SCRATCH, str(i)))

    def one(item):
        folder, began = folders.get(), time.monotonic()
        try:
            return item, work(item, folder), time.monotonic() - began
        finally:
            folders.put(folder)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(one, item) for item in items]):
            yield future.result()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--check", action="store_true", help="look whether the table is right")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="this many at once")
    parser.add_argument("--table", default=os.path.join(HERE, "table.txt"))
    arguments = parser.parse_args()
    arguments.table = os.path.relpath(arguments.table, os.path.join(HERE, "../.."))
    os.chdir(os.path.join(HERE, "../.."))
    mutants = read_table(arguments.table)
    wrong = mistakes_of(mutants)
    wrong += [f"{arguments.table}: there is no mutant {name}" for name in
              set(arguments.ids) - {m.id for m in mutants}]
    print("\n".join(wrong), end="\n" * bool(wrong))
    if arguments.check or wrong:
        if not wrong:
            print(f"{len(mutants)} mutants: each text is there once, and each test")
        return bool(wrong)
    mutants = [m for m in mutants if not arguments.ids or m.id in arguments.ids]
    mutants.sort(key=lambda m: not m.script())  # The long ones first, so that none of them ends alone.
    building = Building()

    controls = list({m.named(): m for m in mutants}.values())
    broken, limits = set(), {}
    for m, good, seconds in at_once(arguments.j, lambda m, _: untouched(building, m), controls):
        limits[m.named()] = min(20 + 8 * seconds, LONGEST)
        if not good:
            print(f"{m.named()} fails without any mistake", flush=True)
            broken.add(m.named())
    count = dict.fromkeys(("caught", "missed"), 0)
    for m, result, seconds in at_once(
            arguments.j, lambda m, folder: judge(building, m, folder, limits[m.named()]), mutants):
        if m.named() in broken:
            result = "missed"
        print(f"{result:6} {m.id:32} {seconds:6.1f} s  {m.named()}", flush=True)
        count["caught" if result == "caught" else "missed"] += 1
    shutil.rmtree(SCRATCH, ignore_errors=True)
    print(f"{count['caught']} caught, {count['missed']} missed")
    return count["caught"] < 0.95 * len(mutants)


if __name__ == "__main__":
    sys.exit(main())
