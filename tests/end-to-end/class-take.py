#!/usr/bin/env python3
"""Writes submissions into a folder, and prints for each its bot and a part of its line in class.bots.

--mutated: archives with some bytes changed, without output.
"""
import io
import os
import random
import sys
import tarfile
import zipfile

TO = sys.argv[-1]
UGI = 'print("ugiok")\n'
KAGGLE = "def agent(observation, configuration):\n\treturn 3\n"
os.makedirs(TO)


def submission(student, number, kind="file", rest="bot.zip"):
    return f"{TO}/{student}_{number}_assignsubmission_{kind}_{rest}"


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(text if isinstance(text, bytes) else text.encode())
    os.chmod(path, mode)


def packed(files, compression=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as z:
        for name, text in files.items():
            z.writestr(name, text)
    return out.getvalue()


def tarred(files, links=(), form="w:gz"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=form) as t:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            t.addfile(entry, io.BytesIO(text.encode()))
        for name, kind, target in links:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, target
            t.addfile(entry)
    return out.getvalue()


def encrypted():
    """A zip whose only entry has the flag of a password."""
    data = bytearray(packed({"bot.py": UGI}, zipfile.ZIP_STORED))
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    return bytes(data)


if sys.argv[1] == "--mutated":
    chance = random.Random(7)
    kinds = [packed({"bot.py": UGI * 50, "a/b.py": UGI, "../../evil.py": UGI}),
        packed({"bot.py": UGI * 50}, zipfile.ZIP_STORED), packed({"bot.py": UGI}, zipfile.ZIP_LZMA),
        tarred({"bot.py": UGI * 50, "/tmp/evil.py": UGI}, [("l", tarfile.SYMTYPE, "..")]),
        tarred({"bot.py": UGI * 50, "../evil.py": UGI}, form="w"), tarred({"bot.py": UGI}, form="w:xz")]
    names = ["zip", "zip", "zip", "tar.gz", "tar", "tar.xz"]
    for i in range(120):
        data = bytearray(kinds[i % 6])
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            data = data[:chance.randrange(len(data))]
        write(f"{TO}/s{i}.{names[i % 6]}", bytes(data))
    write(f"{TO}/broken.zip", b"not a zip")
    sys.exit()

MAKEFILE = "TARGET = player\nall: $(TARGET)\n$(TARGET): a.c\n\tgcc -o $(TARGET) a.c\n"
JAVA = "package a.b;\nclass Main { public static void main(String[] a) {} }\n"
DEVICE = [("l", tarfile.SYMTYPE, "/etc/passwd"), ("h", tarfile.LNKTYPE, "bot.sh"), ("d", tarfile.CHRTYPE, "")]

for path, text in {
        submission("Ada Lovelace", 1234567): packed({"bot.py": UGI}),
        submission("Ada Lovelace", 77): packed({"bot.js": UGI}),
        submission("Björn Ångström", 2): packed({"x/src/Main.java": JAVA, "__MACOSX/._x": "1"}),
        submission("Carl", 3): packed({"proj/Makefile": MAKEFILE, "proj/a.c": "int main(){}"}),
        submission("Slip", 4): packed({"../../evil.py": UGI, "/evil2.py": UGI, "..\\evil3.py": UGI, "bot.py": KAGGLE}),
        submission("Empty", 5): packed({}),
        submission("Eve", 6, rest="bot.py"): UGI,
        submission("Eve", 6, rest="util.py"): "x = 1\n",
        submission("Fay", 7, rest="t.tar.gz"): tarred({"f/bot.sh": "#!/bin/sh\n"}, DEVICE),
        submission("Gus", 8): packed({"referee.txt": 'command = "python3 my.py"\nadpter = kaggle\n'}),
        submission("Hal", 9): packed({"referee.txt": 'command = "my.py"\nadapter = "kaggle"\n', "my.py": UGI}),
        submission("Bad", 10): b"not a zip",
        submission("Bomb", 11): packed({"bot.py": b"\0" * (100 << 20)}),
        submission("Many", 12): packed({f"{i}/x.py": "" for i in range(6000)}),
        submission("Deep", 13): packed({"d/" * 400 + "bot.py": UGI}),
        submission("Locked", 14): encrypted(),
        submission("Nested", 15): packed({"hw.zip": packed({"in/bot.py": UGI})}),
        submission("Same", 16): packed({"bot.py": UGI, "./bot.py": KAGGLE}),
        submission("odd\n\x1b[31m'name", 17, rest="bot.py"): UGI,
        submission("Dora Dean", 18, rest="") + "/main.c": "int main(void) { return 0; }\n",
        submission("Unix", 19, rest="") + "/all.tar": tarred({"Cargo.toml": '[package]\nname = "four"\n'}, form="w"),
        f"{TO}/marks.csv": "a\n"}.items():
    write(path, text)

print("""Ada-Lovelace command = 'python3 bot.py'
Ada-Lovelace-2 command = 'node bot.js'
Björn-Ångström command = 'java -cp . a.b.Main'
Carl command = './player'
Slip adapter = 'kaggle'
Empty there is nothing to run
Eve command = 'python3 bot.py'
Fay command = './bot.sh'
Gus referee.txt:2: there is no key "adpter"
Hal command = 'my.py'
Bad it cannot be read as an archive
Bomb it is too large: a submission has at most 64 MB and 5000 files
Many it is too large
Deep there is nothing to run
Locked the archive has a password
Nested command = 'python3 bot.py'
Same command = 'bot.py'
odd-31m-name command = 'python3 bot.py'
Dora-Dean build = 'cc -O2 -o bot *.c -lm'
Unix command = './target/release/four'""")
