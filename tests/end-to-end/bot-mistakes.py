"""Every row of tests/mistakes/table.txt: what `check` says of the bot, and what `run` and
`show --why` say of the game that it loses. With arguments: the rows whose names hold one."""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
REFEREE = f"{BUILD}/referee"
HERE = "tests/mistakes"
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
SETTINGS = {"game": "connect4", "startup-timeout": "20s"}
LATE, PATIENT = "1s", "60s"  # for a move of a bot that must be late, and of any other
PATIENCE = 120
AT_ONCE = 4

# Files that no editor should touch: by name, with their modes.
MADE = {
    "crlf.py": (b"#!/usr/bin/env python3\r\nprint()\r\n", 0o755),
    "bom.py": (b"\xef\xbb\xbf#!/usr/bin/env python3\nprint()\n", 0o755),
    "latin1.py": (b"# caf\xe9\nprint('ugiok')\n", 0o644),
    "no-shebang.py": (b"import sys\n", 0o755),
    "wrong-shebang.py": (b"#!/usr/bin/pyhton3\nprint()\n", 0o755),
    "wrong-env.py": (b"#!/usr/bin/env pyhton3\nprint()\n", 0o755),
    "not-executable.py": (b"#!/usr/bin/env python3\nprint()\n", 0o644),
    "aarch64": (b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\x00\xb7\x00" + bytes(200), 0o755),
    "windows.exe": (b"MZ\x90\x00" + bytes(200), 0o755),
    "mac": (b"\xcf\xfa\xed\xfe" + bytes(200), 0o755),
    "unbuilt/Makefile": (b"bot:\n\tcc -o bot bot.c\n", 0o644),
    "unbuilt-c/bot.c": (b"int main(void) { return 0; }\n", 0o644),
}


class Row:
    def __init__(self, line):
        fields = [field.strip() for field in re.split(r"\s\|(?=\s)", line)]
        self.name, self.command, settings, self.verdict, self.check, self.why = fields
        self.settings = dict(SETTINGS, **dict(s.split("=", 1) for s in settings.split()))
        self.movetime = LATE if self.verdict == "time" else PATIENT
        self.why = self.check if self.why == "=" else self.why


def read_table():
    with open(f"{HERE}/table.txt", encoding="utf-8") as file:
        return [Row(line) for line in file if line.strip() and not line.startswith("#")]


def make_bots(folder):
    """All bots, built where they have to be and can be."""
    shutil.copytree(f"{HERE}/bots", folder)
    for name, (content, mode) in MADE.items():
        path = f"{folder}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)
    os.makedirs(f"{folder}/venv/bin")
    os.symlink(PYTHON, f"{folder}/venv/bin/python3")
    for name in os.listdir(folder):
        base, dot, kind = name.partition(".")
        if kind == "c":
            subprocess.run(["cc", "-O1", "-w", "-o", f"{base}-c", name], cwd=folder, check=True)
        elif kind == "java" and shutil.which("javac"):
            subprocess.run(["javac", name], cwd=folder, check=True)
    with open(f"{folder}/libnowhere.c", "w") as file:
        file.write("int nowhere(void) { return 0; }\n")
    with open(f"{folder}/libless.c", "w") as file:
        file.write("int nowhere(void); int main(void) { return nowhere(); }\n")
    subprocess.run("cc -shared -o libnowhere.so libnowhere.c && "
                   "cc -o libless-c libless.c -L. -lnowhere && rm libnowhere.so",
                   shell=True, cwd=folder, check=True)


def referee(*arguments):
    done = subprocess.run([REFEREE, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=PATIENCE)
    return done.returncode, done.stdout.decode(errors="replace") + done.stderr.decode(
        errors="replace")


def lost(row, work, bots, command):
    """The first game that the bot lost: verdict, detail, and the same by a line."""
    name = row.name.replace(" ", "-").replace(",", "").replace("'", "")
    conf, db = f"{work}/{name}.conf", f"{work}/{name}.db"
    with open(conf, "w", encoding="utf-8") as file:
        for key, value in row.settings.items():
            file.write(f"{key} = {value}\n")
        quoted = command.replace("\\", "\\\\").replace('"', '\\"')
        file.write(f'name = "mistake"\ndb = "{db}"\nmovetime = {PATIENT}\n'
                   f'bot mistake {{ command = "{quoted}" dir = "{bots}" movetime = {row.movetime} }}\n'
                   f'bot other {{ command = "referee-bot --search first" }}\n')
    status, said = referee("run", conf, "--quiet")
    if status not in (0, 1):
        return None, f"run ended with {status}: {said}", ""
    for game in "12":
        status, why = referee("show", game, "--db", db, "--why", "--json")
        losses = json.loads(why)["losses"] if status == 0 else []
        for loss in losses:
            if loss["bot"] == "mistake":
                text = referee("show", game, "--db", db, "--why")[1]
                return loss["verdict"], loss["detail"], text
    return "ok", "it lost no game by a fault", ""


def squeeze(text):
    return " ".join(text.split())


def play(row, work, bots):
    """One row. Returns the lines that say what is wrong, or None: it is passed over."""
    def filled(text):
        return text.replace("{python}", PYTHON).replace("{dir}", bots)
    command = filled(row.command)
    first = command.split()[0]
    if first.endswith("-c"):
        command = "./" + command
    elif "/" not in first and shutil.which(first) is None:
        return None
    flags = ["--movetime", row.movetime, *(word for key, value in row.settings.items() for word in (f"--{key}", value))]
    words = shlex.split(command)
    said = referee("check", *flags, "--dir", bots, "--", *words)[1]
    wrong = []
    if squeeze(filled(row.check)) not in squeeze(said):
        wrong.append(f"check, wanted: {filled(row.check)}\n{said}")
    verdict, detail, text = lost(row, work, bots, command)
    if verdict != row.verdict:
        wrong.append(f"verdict {verdict}, wanted {row.verdict}: {detail}")
    if squeeze(filled(row.why)) not in squeeze(detail or ""):
        wrong.append(f"run, wanted: {filled(row.why)}\n    got: {detail}")
    elif squeeze(filled(row.why)) not in squeeze(text):
        wrong.append(f"show --why, wanted: {filled(row.why)}\n{text}")
    return wrong


def main(arguments):
    rows = [r for r in read_table() if not arguments or any(a in r.name for a in arguments)]
    work = tempfile.mkdtemp(dir=os.environ.get("TMPDIR", "/tmp"))
    bots = f"{work}/bots"
    bad = 0
    try:
        os.chmod(work, 0o755)
        make_bots(bots)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for row, wrong in zip(rows, pool.map(lambda row: play(row, work, bots), rows)):
                if wrong is None:
                    print(f"skip 1: no {row.command.split()[0]} here: {row.name} is not tested")
                    continue
                for line in wrong:
                    print(line)
                print(f"{'not ok' if wrong else 'ok'} {row.name}", flush=True)
                bad += bool(wrong)
    finally:
        shutil.rmtree(work)
    return bad == 0


sys.exit(0 if main(sys.argv[1:]) else 1)
