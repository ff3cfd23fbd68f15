#!/usr/bin/env python3
"""declared.py BUILD: which headers declare a function that another folder's objects define.

A header that declares what a folder above it defines hides a call upward from the check of includes.
"""
import collections
import glob
import os
import re
import subprocess
import sys

build = sys.argv[1]
home = collections.defaultdict(set)  # function: the folders that define it
objects = [path for path in glob.glob("**/*.o", root_dir=f"{build}/o", recursive=True) if not path.startswith("tests/")]
for line in subprocess.run(["nm", "-gA", "--defined-only", *objects], cwd=f"{build}/o", capture_output=True,
                           text=True).stdout.split("\n"):
    path, _, symbol = line.partition(":")
    words = symbol.split()
    if len(words) == 3 and words[1] in "TDRB":
        home[words[2]].add(os.path.dirname(path))
wrong = 0
for header in glob.glob("referee/**/*.h", recursive=True) + glob.glob("bots/**/*.h", recursive=True):
    folder = os.path.dirname(header)
    with open(header) as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    for name in re.findall(r"^(?!static )[a-z].*?\b(\w+)\(", text, re.M):
        if name in home and folder not in home[name]:
            print(f"{header}: {name}() is defined in {', '.join(sorted(home[name]))}")
            wrong = 1
sys.exit(wrong)
