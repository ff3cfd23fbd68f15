"""Which tests may notice a mistake in a file, the likeliest first.

Unit tests: that of the file's own name, then those that include its header, then those of the files that do, then those
of its folder, then those of the folders of its users; only programs that have the file in them. Scripts: those whose words are the file's words, rare words more
than frequent ones, those of a script's name most.
"""
import collections
import glob
import math
import os
import re
import subprocess

WORD = re.compile(r"[a-z][a-z0-9]+")


def read(path):
    with open(path, errors="replace") as file:
        return file.read()


def words_of(text):
    """Each as often as it is there; names are taken apart."""
    return collections.Counter(WORD.findall(text.lower().replace("_", " ")))


def included_by(path):
    return set(re.findall(r'^#include "([^"]+)"', read(path), re.M)) if os.path.exists(path) else set()


class Choice:
    def __init__(self, unit_tests):
        self.units = {test: included_by(test + ".c") for test in unit_tests}
        self.tested = {test: included_by(test.removeprefix("tests/") + ".c") for test in unit_tests}
        self.sources = {path: included_by(path) for path in glob.glob("**/*.c", recursive=True)
                        if not path.startswith(("build/", "tests/"))}
        self.scripts, self.alone = {}, set()
        for script in sorted(glob.glob("tests/end-to-end/*.sh")):
            texts = [read(path) for path in (script, script.removesuffix(".sh") + ".py") if os.path.exists(path)]
            if any(re.search(r"^# alone:", text, re.M) for text in texts):
                continue  # It measures time, and here others run beside it.
            self.scripts[script] = words_of("\n".join(texts))
        in_scripts = collections.Counter(word for words in self.scripts.values() for word in words)
        self.rarity = {word: math.log(len(self.scripts) / count) for word, count in in_scripts.items()}
        self.lengths = {script: math.sqrt(sum(self.weight(word, count) ** 2 for word, count in words.items())) or 1
                        for script, words in self.scripts.items()}
        self.symbols = {}

    def weight(self, word, count):
        return (1 + math.log(count)) * self.rarity.get(word, 0)

    def has(self, test, file):
        """Is the file in the program of a test? A test may include it, or have a double of its own."""
        if file in self.units[test]:
            return True
        if file.startswith("referee/machines/nats/"):
            return False  # The tests' programs have no other files of the broker.
        own = self.defined(os.path.join("build/o", file.removesuffix(".c") + ".o"))
        doubles = self.defined(os.path.join("build/o", test + ".o"))
        return not own or bool(own & self.defined(os.path.join("build", test)) - doubles)

    def defined(self, path):
        """The functions and tables that others may use."""
        if path not in self.symbols:
            done = subprocess.run(["nm", "--defined-only", "--extern-only", path], capture_output=True, text=True)
            self.symbols[path] = {line.split()[-1] for line in done.stdout.splitlines() if line} - {"main"}
        return self.symbols[path]

    def header_of(self, file):
        """Its own comes first."""
        first = re.search(r'^#include "([^"]+)"', read(file), re.M)
        return first[1] if first else ""

    def units_for(self, file):
        """In the order in which they run; (test, is it the file's own, or of its users)."""
        base, header = file.removesuffix(".c"), self.header_of(file)
        users = {"tests/" + os.path.dirname(user) for user, included in self.sources.items() if header in included}
        mine = set(re.split(r"[-/]", os.path.basename(base)))

        def nearness(test):
            alike = len(mine & set(re.split(r"[-/]", os.path.basename(test))))
            return (test != "tests/" + base, header not in self.units[test], header not in self.tested[test],
                    os.path.dirname(test) != "tests/" + os.path.dirname(base), -alike, test)

        near = [test for test, included in self.units.items()
                if header in included or header in self.tested[test] or os.path.dirname(test) in users or
                (test + "/").startswith(f"tests/{os.path.dirname(base)}/")]
        return [test for test in sorted(near, key=nearness) if self.has(test, file)]

    def scripts_for(self, file, line, function):
        """By likelihood."""
        text = read(file)
        lines = text.splitlines()
        near = words_of("\n".join(lines[max(0, line - 15):line + 15]) + " " + function)
        name = words_of(file.removesuffix(".c"))
        names = dict.fromkeys(words_of(function), 1.0) | dict.fromkeys(name, 0.5)
        counts = words_of(text)

        def likelihood(script):
            known = self.scripts[script]
            sum_ = 0.0
            for word in known:
                mine = self.weight(word, counts[word]) if counts[word] else 0
                mine += 2 * self.weight(word, near[word]) if near[word] else 0
                mine += 4 * self.weight(word, name[word]) if name[word] else 0
                sum_ += mine * self.weight(word, known[word])
            called = words_of(os.path.basename(script).removesuffix(".sh"))
            return sum_ / self.lengths[script] * (1 + sum(names.get(word, 0) for word in called))

        return sorted(self.scripts, key=lambda script: (-likelihood(script), script))
