#!/usr/bin/env python3
"""Puts mistakes into the code on purpose, one at a time, and looks whether the named test of each notices it.

table.txt has the mistakes. Each begins with a line

    ID FILE TEST [CASE]

TEST is a program of tests/ (CASE: one test of it alone) or a script; with san: before it, the sanitized one. Lines that
begin with - are the text as it is, those with + the text that takes its place; any white
space counts as one blank. The text must be in the file exactly once, so that the table follows the code.

Nothing of the tree is changed (building.py).

    run.py             all; ends with "N caught, N missed", and fails where fewer than 95 of a hundred are caught
    run.py ID...       these alone
    run.py --check     only looks whether table.txt is right
    -j N               as many at once; as many as there are processors where nothing is said
"""
import argparse
import os
import re
import shutil
import sys

from building import LONGEST, SCRATCH, Building, at_once, emptied, passes, test_command

HERE = os.path.dirname(os.path.abspath(__file__))


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


def test_passes(m, folder, limit=LONGEST):
    return passes(*test_command(m.test, folder, m.case), limit)


def judge(building, m, folder, limit):
    """caught, missed, or why it is neither. The folder becomes a build with the mutant in it."""
    mutant, said = building.compile(m.variant, m.file, m.text(), emptied(folder))
    if mutant is None:
        print(said, file=sys.stderr)
        return "does not compile"
    building.copy_programs(m.variant, folder)
    if m.script():
        building.link_programs(m.variant, m.file, mutant, folder)
    else:
        building.link_test(m.variant, m.test, m.file, m.text(), mutant, folder)
    return "missed" if test_passes(m, folder, limit) else "caught"


def untouched(building, m):
    """Does its test pass without a mistake? Else it would catch everything."""
    return test_passes(m, building.folder(m.variant))


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
