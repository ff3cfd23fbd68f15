#!/usr/bin/env python3
"""class-odd.py STARTERS OUT: a folder for each student whose submission is odd, but sound or with one fault of its own.

class-odd.tsv has the words that `class check` must say of each, and those that it must not.
"""
import os
import re
import sys
import zipfile

STARTERS, OUT = sys.argv[1:]
def starter(path):
    return open(f"{STARTERS}/{path}").read()
PY, C, CPP, JAVA, JS, RUST = map(starter, ("python/bot.py", "c/bot.c", "cpp/bot.cpp", "java/Bot.java", "node/bot.js", "rust/bot.rs"))
def choose(body):
    return PY.replace("    return random.choice(legal_moves)", body)
def student(name, files, links=()):
    for path, text in files.items():
        path = f"{OUT}/{name}/{path}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
    for path, target in links:
        os.symlink(target, f"{OUT}/{name}/{path}")
def app(package, extra=""):
    return f"package {package};\n" + re.sub(r"\bBot\b", "App", JAVA).replace("private static Random", extra + "\n\tprivate static Random", 1)
CMAKE = "cmake_minimum_required(VERSION 3.10)\nproject(four CXX)\n"
CARGO = '[package]\nname = "four"\nversion = "0.1.0"\nedition = "2021"\n'
BOOK = choose('    return next(m for m in open("%s").read().split() if m in legal_moves)')
NEEDS = 'static { if (!new java.io.File("book.txt").exists()) throw new RuntimeException("no book.txt here"); }'
RESOURCE = 'static { if (App.class.getResource("/book.txt") == null) throw new RuntimeException("no /book.txt on the class path"); }'
TEST = "import org.junit.jupiter.api.Test;\nclass AppTest { @Test void a() {} }\n"

# files that are lost, programs that are not found
student("maven-files", {"pom.xml": "<project/>", "book.txt": "d", "src/main/java/edu/uni/c4/App.java": app("edu.uni.c4", NEEDS), "src/test/java/edu/uni/c4/AppTest.java": "package edu.uni.c4;\n" + TEST})
student("maven-deep", {"pom.xml": "<project/>", "src/main/java/de/uni/ki/c4/bot/players/App.java": app("de.uni.ki.c4.bot.players"), "src/test/java/de/uni/ki/c4/bot/players/AppTest.java": "package de.uni.ki.c4.bot.players;\n" + TEST})
student("maven-resource", {"pom.xml": "<project/>", "src/main/resources/book.txt": "d", "src/main/java/edu/App.java": app("edu", RESOURCE)})
student("cmake-name", {"CMakeLists.txt": CMAKE + "add_executable(${PROJECT_NAME} bot.cpp)\n", "bot.cpp": CPP})
student("cmake-tests", {"CMakeLists.txt": CMAKE + "add_executable(four_tests tests/t.cpp)\nadd_executable(four bot.cpp)\nenable_testing()\nadd_test(NAME t COMMAND four_tests)\n", "bot.cpp": CPP, "tests/t.cpp": "int main() { return 0; }\n"})
student("cmake-bin", {"CMakeLists.txt": CMAKE + "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)\nadd_executable(four bot.cpp)\n", "bot.cpp": CPP})
student("cargo-bin", {"Cargo.toml": CARGO + '\n[[bin]]\nname = "player"\npath = "src/player.rs"\n', "src/player.rs": RUST})
student("cpp-test", {"bot.cpp": CPP, "test.cpp": "int main() { return 0; }\n"})
with zipfile.ZipFile(f"{OUT}/venv-big.zip", "w") as packed:  # as a folder the same files are taken
    packed.writestr("bot.py", PY)
    packed.writestr("venv/pyvenv.cfg", "home = /usr/bin\n")
    for i in range(5200):
        packed.writestr(f"venv/lib/p/{i}.py", "x = 1\n")
student("venv-used", {"bot.py": PY, ".venv/pyvenv.cfg": "home = /usr/bin\n", "referee.txt": 'command = ".venv/bin/python3 bot.py"\n', ".venv/bin/x": ""}, [(".venv/bin/python3", "/usr/bin/python3")])
# faults whose own words name another cause
student("backslash-data", {"bot.py": BOOK.replace("%s", "data\\\\book.txt"), "data/book.txt": "d c e b f a g"})
student("backslash-own", {"src/my.py": PY, "referee.txt": 'command = "python3 src\\my.py"\n'})
student("bom-java", {"Bot.java": "\ufeff" + JAVA})
student("bom-output", {"bot.py": "import sys\nsys.stdout.buffer.write(b'\\xef\\xbb\\xbf')\nfor line in sys.stdin:\n    w = line.split()\n    for word, answer in ('ugi', 'ugiok'), ('isready', 'readyok'), ('go', 'bestmove d'):\n        if w[0] == word: sys.stdout.buffer.write(answer.encode() + b'\\n')\n    sys.stdout.flush()\n    if w[0] == 'quit': break\n"})
student("colour", {"bot.py": PY.replace("print(line, flush=True)", 'print("\\x1b[32m" + line + "\\x1b[0m", flush=True)')})
student("typescript", {"package.json": '{"main":"dist/bot.js","scripts":{"build":"tsc","start":"node dist/bot.js"}}', "tsconfig.json": '{"compilerOptions":{"outDir":"dist"}}', "src/bot.ts": JS})
student("json-python", {"bot.py": "import json, sys\nfor line in sys.stdin:\n    print(json.dumps({'move': json.loads(line)['turn']}), flush=True)\n"})
student("json-node", {"bot.js": "require('readline').createInterface({input: process.stdin}).on('line', l => console.log(JSON.stringify({move: JSON.parse(l).turn})))\n"})
student("link", {"bot.py": BOOK.replace("%s", "book.txt"), "data/book.txt": "d c e b f a g"}, [("book.txt", "data/book.txt")])
student("cd", {"src/my.py": PY, "referee.txt": 'command = "cd src && python3 my.py"\n'})
