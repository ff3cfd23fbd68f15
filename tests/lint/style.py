#!/usr/bin/env python3
"""style.py: counts what the style rules forbid, in each top folder, and compares with tests/lint/style.txt.

Read are the comments and string literals of C and JavaScript, the comments of SQL, and Markdown without its code
blocks. A table of messages must stand in the list of all. A count above that of style.txt fails, and its places are
shown. A count below it is reported.
style.py --lower writes the lower counts; it never raises one.
style.py --show [PATH] prints every place, or those in paths that begin so.
"""
import collections
import os
import re
import subprocess
import sys

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "style.txt")
C = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
JS = re.compile(r'/\*.*?\*/|(?<![:\w])//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`', re.S)
MESSAGES = "packaging/man/all-messages.c"
SQL = re.compile(r"--[^\n]*")
SHOWN = 20


def texts(path):
    """(line, text) of each comment, literal or paragraph."""
    with open(path, errors="replace") as file:
        whole = file.read()
    if path.endswith(".md"):
        whole = re.sub(r"```.*?```|`[^`\n]*`", lambda m: re.sub(r"[^\n]", " ", m[0]), whole, flags=re.S)
        for number, line in enumerate(whole.split("\n"), 1):
            yield number, line
        return
    pattern = {".c": C, ".h": C, ".js": JS, ".mjs": JS, ".sql": SQL}[os.path.splitext(path)[1]]
    line, end = 1, 0
    for found in pattern.finditer(whole):
        line, end = line + whole.count("\n", end, found.start()), found.start()
        if found[0][0] != "'" and not whole.startswith("#include", whole.rfind("\n", 0, found.start()) + 1):
            for number, text in enumerate(found[0].split("\n"), line):
                yield number, text.strip(' */"')


def folder_of(path):
    return path.split("/")[0] if "/" in path else "documents"


class Style:
    """The table: forbidden words with what stands for them, literals that may be, forbidden parts of file names, and the
    counts."""

    def __init__(self):
        self.words, self.literals, self.names, self.limits, self.heading = [], set(), [], collections.Counter(), []
        with open(TABLE) as file:
            for line in file:
                kind, _, rest = line.strip().partition(" ")
                if kind == "count":
                    name, _, number = rest.rpartition(" ")
                    self.limits[name] = int(number)
                    continue
                self.heading.append(line)
                if kind == "word":
                    word, _, instead = rest.partition(": ")
                    self.words.append((word, instead))
                elif kind == "literal":
                    self.literals.add(rest)
                elif kind == "file":
                    self.names.append(rest)
        self.word = re.compile(r"\b(" + "|".join(re.escape(word) for word, _ in self.words) + r")\b", re.I)
        self.noun = re.compile(r"(?:^|[.;:] )(Who|What)\b(?![^.]*\?)")
        self.instead = dict(self.words)
        self.messages = ""
        if os.path.exists(MESSAGES):
            with open(MESSAGES) as file:
                self.messages = file.read()

    def save(self, counts):
        with open(TABLE, "w") as file:
            file.writelines(self.heading)
            for name in sorted(counts):
                if min(counts[name], self.limits[name]) > 0:
                    file.write(f"count {name} {min(counts[name], self.limits[name])}\n")

    def places(self, paths):
        """What is forbidden: (count's name, text)."""
        for path in paths:
            name = os.path.basename(path)
            words = set(re.split(r"[-_.]", name))
            for part in self.names:
                if part in words and "/corpus/" not in path:
                    yield "file names", f'{path}: "{part}" is no part of a file name'
            if path == "README.md":
                with open(path) as file:
                    for number, _ in enumerate(file, 1):
                        if number > 150:
                            yield "README.md lines above 150", f"{path}:{number}: is more than 150 lines long"
            if path.endswith(".c") and not path.startswith("tests/"):
                with open(path) as file:
                    for table in re.findall(r"^const struct line_table (\w+) =", file.read(), re.M):
                        if f"&{table}," not in self.messages:
                            yield "tables of messages", f"{path}: {table} does not stand in {MESSAGES}"
            if not path.endswith((".c", ".h", ".js", ".mjs", ".sql", ".md")) or path.startswith("tests/db/version"):
                continue
            for number, text in texts(path):
                if text in self.literals:
                    continue
                for found in self.word.finditer(text):
                    word = found[0].lower()
                    yield "words " + folder_of(path), f'{path}:{number}: "{word}"; write {self.instead[word]}'
                for found in self.noun.finditer(text):
                    yield "words " + folder_of(path), f'{path}:{number}: "{found[1]}" as a noun; name the actor or the thing'


def main(words):
    style, found = Style(), collections.defaultdict(list)
    paths = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.split("\n")
    for name, text in style.places([path for path in paths if path and os.path.exists(path)]):
        found[name].append(text)
    counts = collections.Counter({name: len(list_of) for name, list_of in found.items()})
    if words[:1] == ["--show"]:
        for name in sorted(found):
            for text in found[name]:
                if text.startswith(words[1:2] and words[1] or ""):
                    print(text)
        return 0
    if words == ["--lower"]:
        style.save(counts)
        return 0
    bad = 0
    for name in sorted({*counts, *style.limits}):
        if counts[name] > style.limits[name]:
            print(*found[name][-SHOWN:], sep="\n")
            print(f"{name}: {counts[name]} places, and style.txt has {style.limits[name]}")
            bad = 1
        elif counts[name] < style.limits[name]:
            print(f"{name}: {counts[name]} places, and style.txt has {style.limits[name]}; tests/lint/style.py --lower")
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
