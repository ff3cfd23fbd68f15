"""Every command in the documents is run and prints what they show, every file in them is read, every flag in them exists.

A document's fences say what they are:

    ```sh            each line is a command; it must end with status 0, or with N where it ends in "# exit N".
                     A line that ends in & runs until the document ends
    ```conf NAME     a tournament's file, or one that others include; `referee run --dry-run` must accept it
    ```python NAME   a program, saved under this name
    ```output        what the commands of the fence before it print: each line is there, its numbers and digests apart.
                     "..." stands for any text
    ```output exact  the same, with its numbers and digests
    ```              other output, or a conversation. If it has commands, `<!-- not run: REASON -->` stands before it

Commands that are not run are read: each `referee COMMAND --flag` in them must exist, also behind the name of the image of
packaging/Containerfile, in the `args` of a container and inside quotes. A setting in a fence of settings must exist as well.
A comment `<!-- test: COMMAND -->` prepares what the reader already has, and `<!-- prints: LINE -->` is a line of output
that is not shown. Each document has a folder of its own; $DOCS is
a folder with the files of README.md, $ROOT the folder of the sources.
"""
import glob
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.getcwd()
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LIMIT = 300  # seconds for a command
DOCUMENTS = ["README.md", "CHANGELOG.md", *sorted(glob.glob("docs/*.md")), "bots/starters/README.md", "protocol/PROTOCOL.md"]
# Flags in the documents that belong to other programs.
FOREIGN = {"--array", "--build-arg", "--cap-add", "--cap-drop", "--clear-groups", "--cpus", "--cpuset-cpus",
           "--directory", "--exclusive", "--exhibit", "--flag", "--memory", "--next", "--now", "--offline", "--pipe",
           "--privileged", "--regid", "--release", "--rm", "--scope", "--security-opt", "--signal", "--stop-timeout",
           "--table", "--time", "--ulimit", "--user", "--wait", "--wrap", "--yes"}
# A line that begins with one of these words is a command.
PROGRAMS = {"apt", "chmod", "cp", "docker", "git", "install", "journalctl", "make", "mapfile", "nats-server", "podman", "python3",
            "referee", "referee-adapt", "referee-bot", "referee-solve", "rm", "sbatch", "srun", "ssh", "sudo", "systemctl",
            "systemd-run", "(umask"}
bad = 0


def say(sentence, good, output=""):
    global bad
    print(("ok " if good else "not ok ") + sentence, flush=True)
    if not good:
        bad = 1
        print("\n".join("    " + line for line in output.splitlines()[-20:]), flush=True)


def pieces(text):
    """The checks that a document asks for, in its order: (kind, argument, text)."""
    for match in re.finditer(r"^```(\w*) ?(\S*)\n(.*?)^```$|<!-- (test|prints): (.*?) -->", text, re.M | re.S):
        if match.group(4):
            yield match.group(4), "", match.group(5)
        else:
            yield match.group(1), match.group(2), match.group(3)


def run(command, folder, environment):
    return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT, check=False)


def wait_for_socket(command, folder):
    """A daemon in the background is ready when its socket is there."""
    match = re.search(r"--socket \$PWD/(\S+)", command)
    until = time.monotonic() + LIMIT
    while match and not os.path.exists(os.path.join(folder, match.group(1))) and time.monotonic() < until:
        time.sleep(0.05)


def is_printed(line, output, exact):
    """Does the output have this line?"""
    def form(text):
        if not exact:
            text = re.sub(r"\b[0-9a-f]{12}\b", "DIGEST", text)
            text = re.sub(r"(?<![\w.])([<>]=|[-+])?\d[\d.]*(e[-+]\d+)?", "N", text)
        return " ".join(text.split())

    wanted = re.compile(".*".join(map(re.escape, form(line).split("..."))))
    return any(wanted.fullmatch(form(one)) for one in output.splitlines())


def try_output(path, body, output, exact):
    missing = [line for line in body.splitlines() if line.strip() and not is_printed(line, output, exact)]
    say(f"{path}: it prints {body.strip().splitlines()[0][:60]}", not missing,
        "\n".join([*output.splitlines()[-12:], "without", *missing[:6]]))


def try_line(path, line, folder, environment, behind):
    """What it prints."""
    command = re.sub(r"\s+# .*$", "", line)
    wanted = re.search(r"# exit (\d+)$", line)
    if command.endswith("&"):
        behind.append(subprocess.Popen(["sh", "-c", "exec " + command[:-1]], cwd=folder, env=environment,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True))
        wait_for_socket(command, folder)
        return ""
    done = run(command, folder, environment)
    say(f"{path}: {command}", done.returncode == (int(wanted.group(1)) if wanted else 0),
        f"status {done.returncode}\n{done.stdout}")
    return done.stdout


def try_document(path, scratch, environment):
    folder = os.path.join(scratch, re.sub(r"\W", "-", path))
    os.makedirs(folder)
    behind, output = [], ""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        for kind, name, body in pieces(text):
            if kind == "test":
                done = run(body, folder, environment)
                if done.returncode != 0:
                    say(f"{path}: {body}", False, done.stdout)
            elif kind in ("output", "prints"):
                try_output(path, body, output, kind == "prints" or name == "exact")
            elif name:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(body)
                if kind == "conf" and "game" in body:
                    done = run(f"referee run {name} --dry-run", folder, environment)
                    say(f"{path}: {name} is a tournament", done.returncode == 0, done.stdout)
            elif kind == "sh":
                output = "".join(try_line(path, line, folder, environment, behind) for line in body.splitlines() if line.strip())
    finally:
        for process in behind:
            os.kill(process.pid, signal.SIGTERM)
            process.wait(LIMIT)


def all_commands(environment):
    return re.findall(r"^  ([a-z-]+(?: [a-z-]+)?) +[A-Z]", run("referee help --all", ROOT, environment).stdout, re.M)


def known_flags(environment):
    """The flags in the help of all commands."""
    text = ""
    for command in all_commands(environment):
        text += run(f"referee {command} --help", ROOT, environment).stdout
    text += run("referee-bot --help; referee-solve --help; referee-solve", ROOT, environment).stdout
    for kind in re.findall(r"^  ([a-z]+) ", run("referee-adapt --help", ROOT, environment).stdout, re.M):
        text += run(f"referee-adapt {kind} --help", ROOT, environment).stdout
    for solver in ("tree", "letters", "nim", "tictactoe", "connect4", "perft", "repertoire", "oracle"):
        text += run(f"referee-solve {solver} --help", ROOT, environment).stdout
    return set(re.findall(r"--[a-z0-9][a-z0-9-]*", text))


def check_flags(environment):
    known = known_flags(environment) | FOREIGN
    for path in DOCUMENTS:
        with open(path, encoding="utf-8") as file:
            code = " ".join(re.findall(r"`[^`\n]+`|^.*referee.*$", file.read(), re.M))
        unknown = sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", code)) - known)
        say(f"{path}: every flag in it exists", not unknown, " ".join(unknown))


def check_links():
    for path in DOCUMENTS + ["db/README.md", "tests/rogues/README.md"]:
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"^```.*?^```$", "", file.read(), flags=re.M | re.S)
        broken = []
        for target in re.findall(r"\]\(([^)#]*#?[^)]*)\)", text):
            name, _, anchor = target.partition("#")
            if "://" in name:
                continue
            there = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
            if not os.path.exists(there):
                broken.append(target)
            elif anchor and there.endswith(".md"):
                with open(there, encoding="utf-8") as file:
                    heads = re.findall(r"^#+ (.*)$", file.read(), re.M)
                if anchor not in [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads]:
                    broken.append(target)
        say(f"{path}: every link leads somewhere", not broken, "\n".join(broken))


def check_guide():
    """The files, functions, tables and constants that the guide for maintainers names are in the sources."""
    sources = {path: open(path, encoding="utf-8", errors="replace").read() for folder in ("*", "*/*", "*/*/*", "*/*/*/*")
               for path in glob.glob(folder) if re.search(r"\.([chm]d?|sql|py|sh|dict|txt)$", path) and not path.startswith("build")}
    with open("docs/architecture.md", encoding="utf-8") as file:
        text = re.sub(r"^```.*?^```$", "", file.read(), flags=re.M | re.S)
    named = set(re.findall(r"`([^`\n]+)`", text))
    files = {name for name in named if re.fullmatch(r"[\w/.-]+/[\w.-]+\.(c|h|sql|py|sh|md|dict|txt)", name) and "NAME" not in name and "-N." not in name}
    there = {name for name in files if any(("/" + path).endswith("/" + name) for path in sources)}
    say("docs/architecture.md: its files exist", len(files) > 40 and files == there, "\n".join(files - there))
    words = {name.removesuffix("()") for name in named if re.fullmatch(r"\w*_\w*(\(\))?", name) and "NAME" not in name}
    code = "\n".join(text for path, text in sources.items() if not path.startswith("docs/"))
    lost = [word for word in words if not re.search(rf"\b{word}\b", code)]
    say("docs/architecture.md: its functions, tables and constants exist", len(words) > 10 and not lost, "\n".join(lost))
    with open("docs/server.md", encoding="utf-8") as file:
        metrics = set(re.findall(r"`(referee_\w+)`", file.read()))
    lost = [name for name in metrics if f'"{name}"' not in sources["referee/web/web-metrics.c"]]
    say("docs/server.md: its metrics exist", len(metrics) > 15 and not lost, "\n".join(lost))


def other_fences(path):
    """The fences whose commands are not run: (the line before it, its lines)."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for match in re.finditer(r"^([^\n]*)\n( *)```([a-z]*)(?: [^\n]*)?\n(.*?)^ *```$", text, re.M | re.S):
        if match.group(3) not in ("sh", "conf", "python", "output", "sql", "text"):
            yield match.group(1).strip(), match.group(4).replace("\\\n", " ").splitlines()


def words_of(line):
    """As a shell reads it, without a comment."""
    try:
        return shlex.split(re.sub(r"(^|\s)#.*", "", line))
    except ValueError:
        return line.split()


def misread(words, commands):
    """The flags behind `referee COMMAND` that the command does not have, and commands that do not exist."""
    wrong, known, of = [], None, ""
    for before, word in zip([""] + words, words):
        if " " in word:
            wrong += misread(words_of(word.split("=", 1)[-1] if "=" in word.split()[0] else word), commands)
        elif before == "referee" and re.fullmatch(r"[a-z][a-z-]*", word):
            of, known = word, commands.get(word)
            if known is None and not any(command.startswith(word + " ") for command in commands):
                wrong.append(f"referee {word}")
        elif known is None and f"{before} {word}" in commands:
            of, known = f"{before} {word}", commands[f"{before} {word}"]
        elif word in ("--", "referee") or word.endswith(";"):
            known = None
        elif known is not None and word.startswith("--") and word.split("=")[0] not in known:
            wrong.append(f"referee {of} {word}")
    return wrong


def check_others(environment):
    """What is not run is marked with the reason, and is a command line of these programs all the same."""
    commands = {}
    for command in all_commands(environment):
        commands[command] = set(re.findall(r"--[a-z0-9][a-z0-9-]*", run(f"referee {command} --help", ROOT, environment).stdout))
    commands["test"] |= commands["run"]
    settings = {flag[2:] for flag in commands["run"]} | {"command", "build", "adapter"}
    entry = re.search(r'^ENTRYPOINT \["(.*)"\]', open("packaging/Containerfile", encoding="utf-8").read(), re.M)[1]
    read = 0
    for path in DOCUMENTS:
        unmarked, wrong = [], []
        for before, lines in other_fences(path):
            code = [re.sub(r"^\s*(\$ )?", "", line) for line in lines if line.strip()]
            given = [line for line in code if line.split()[0] in PROGRAMS and not re.match(r"\S+ [a-z]+: ", line)]
            if given and not re.fullmatch(r"<!-- not run: .{10,} -->", before):
                unmarked.append(lines[0])
            if all(re.match(r"[a-z-]+ *= ", line) for line in code):
                given += code
                wrong += [line for line in code if line.split("=")[0].strip() not in settings]
            given += [" ".join([entry, *re.split(r", *", args.replace('"', ""))])
                      for args in re.findall(r"^args: \[(.*)\]", "\n".join(code), re.M)]
            read += sum("referee " in line for line in given)
            wrong += [one for line in given for one in misread(words_of(line), commands)]
        say(f"{path}: blocks of commands that are not run say why", not unmarked, "\n".join(unmarked))
        say(f"{path}: their commands, flags and settings exist", not wrong, "\n".join(wrong))
    say("such commands are found", read > 25, str(read))


def main():
    scratch = tempfile.mkdtemp(prefix="documents-")
    environment = dict(os.environ, PATH=BUILD + ":" + os.environ["PATH"], ROOT=ROOT, DOCS=os.path.join(scratch, "docs"))
    os.makedirs(environment["DOCS"])
    with open("README.md", encoding="utf-8") as file:
        for kind, name, body in pieces(file.read()):
            if name:
                with open(os.path.join(environment["DOCS"], name), "w", encoding="utf-8") as copy:
                    copy.write(body)
    try:
        for path in sys.argv[1:] or DOCUMENTS:
            try_document(path, scratch, environment)
        if len(sys.argv) == 1:
            check_flags(environment)
            check_links()
            check_others(environment)
            check_guide()
    finally:
        shutil.rmtree(scratch)
    sys.exit(bad)


main()
