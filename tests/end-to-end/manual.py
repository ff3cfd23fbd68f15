"""The text of each manual page, compared with what the programs and the sources say."""
import glob
import os
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from checks import say  # noqa: E402

MANUALS, EMPTY = sys.argv[1:]


def output(*words):
    return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout


def folded(text):
    """In one line, without the marks of code."""
    return " ".join(text.replace("`", "").split())


def page(name, section):
    path = f"{MANUALS}/man{section}/{name}.{section}"
    if not os.path.exists(path):
        return ""
    return folded(re.sub(".\b", "", output("mandoc", "-T", "utf8", path)))


def units(text):
    """The parts of a help: paragraphs, and rows with the name before their text."""
    found = []
    for line in text.split("\n"):
        wraps = line.startswith(" " * 24) or (found and found[-1] and line and line[0] != " " and found[-1][0] != " ")
        if wraps and found:
            found[-1] += " " + line.strip()
        else:
            found.append(line)
    return [unit for unit in found if unit.strip()]


def lacking(help_text, text):
    """The parts that a page does not have."""
    missing = []
    for unit in units(help_text):
        wanted = re.sub(r"^usage: |^ *# ", "", folded(unit))
        if re.fullmatch(r"[A-Z][^.]*:", wanted):
            wanted = wanted[:-1]  # a title
        if wanted.lower() not in text.lower() and not wanted.startswith("man referee"):
            missing.append(wanted)
    return missing


def check_help(what, help_text, text):
    missing = lacking(help_text, text)
    say(f"the page of {what} says what its help says", bool(help_text) and not missing, missing)


def check_examples(help_text):
    """Each is a command line that its program understands, in a folder without any of its files."""
    for line in re.findall(r"^  (referee .*)", help_text.split("\nExamples:")[-1], re.M):
        if re.match(r"referee (serve|worker run|connect|token join|send|backup) |.*--broker|.*Ada-Lovelace", line):
            continue  # which wait for another machine, or name what is not there
        if "--socket PATH" in help_text:
            line += " --socket ./none"  # no daemon of this machine may hear it
        done = subprocess.run(["sh", "-c", line], cwd=EMPTY, env={**os.environ, "HOME": EMPTY}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)
        say(f"an example is understood: {line}", done.returncode != 2, done.stderr)


def check_flags(program, help_text):
    """Its parser takes each flag that its help lists, and the one behind them is refused: help and manual come from the
    table that the parser has too, but the parser may ask for something else. No command line here is a whole one."""
    left = [flag + ("=1" if value else "") for flag, value in
            re.findall(r"^  (?:-\w, )?(--[a-z0-9][a-z0-9-]*)(\[?=| (?=\S))?", help_text, re.M) if flag != "--help"]
    wrong = []
    while True:
        done = subprocess.run([*program, *left, "--no-such-flag"], cwd=EMPTY, env={**os.environ, "HOME": EMPTY},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        unknown = re.search(r"unknown flag (--[\w-]+)|: (--[\w-]+): \w+ has no such option", done.stderr)
        if unknown and "--no-such-flag" in unknown.groups():
            break
        named = [flag for flag in left if (flag.split("=")[0] in unknown.groups() if unknown else
                                           re.search(rf"(?<![\w-])(--)?{flag.split('=')[0][2:]}", done.stderr))]
        if done.returncode != 2 or not named:
            wrong.append(f"status {done.returncode}: {done.stderr}")
            break
        if unknown:
            wrong += named  # else its value is wrong, so the flag is known
        left = [flag for flag in left if flag not in named]
    say(f"{' '.join(program)} takes the flags of its help and no other", not wrong, wrong)


def check_commands():
    text = output("referee", "help", "--all")
    check_help("referee", re.sub(r"^usage.*\n|^referee help COMMAND.*", "", text.split("\n`referee help")[0]), page("referee", 1))
    commands = re.findall(r"^  ((?:class|token|worker) [a-z-]+|[a-z-]+) ", text, re.M)
    say("the list of commands is read", len(commands) > 30, commands)
    for command in commands:
        text = output("referee", "help", *command.split())
        check_help(f"`{command}`", text, page("referee-" + command.replace(" ", "-"), 1))
        check_examples(text)
        check_flags(["referee", *command.split()], text)


def check_programs():
    for name in ("bot", "solve", "adapt"):
        text = output(f"referee-{name}", "--help")
        if name != "bot":  # its page has the subcommands, with their options, in sections of their own
            text = re.sub(r"\n(Commands and|Kinds).*?(?=\nOptions of every)", "", text, flags=re.S)
        check_help(f"referee-{name}", text, page(f"referee-{name}", 1))
        if name == "bot":
            check_flags(["referee-bot"], text)
    names = output("referee-bot", "--list")
    text = page("referee-bot", 1)
    rows = [folded(row) for row in re.findall(r"^ +\S+ .*", names[names.index("searches"):], re.M)]
    say("the page of referee-bot has all searches and evaluations", len(rows) > 20 and all(row in text for row in rows), rows)
    for name, pattern in (("solve", r"^  ([a-z]+\d?)(?: [\[<A-Z].*)"), ("adapt", r"^  ([a-z]+)  ")):
        parts = re.findall(pattern, output(f"referee-{name}", "--help"), re.M)
        say(f"the parts of referee-{name} are read", len(parts) == 8, parts)
        for part in parts:
            text = output(f"referee-{name}", part, "--help")
            check_help(f"referee-{name} about {part}", text, page(f"referee-{name}", 1))
            check_flags([f"referee-{name}", part], text)


def check_settings():
    with open("referee/config/settings.c", encoding="utf-8") as file:
        keys = set(re.findall(r'KEY\("([a-z0-9-]+)"', file.read()))
    text = page("referee.conf", 5)
    missing = [key for key in keys if f" {key} = " not in text]
    say("referee.conf(5) has every setting", len(keys) > 80 and not missing, missing)
    rows = re.findall(r"^  --([a-z0-9-]+)(?:\[=| )[^\n]*", output("referee", "help", "run").split("Settings of the")[1], re.M)
    missing = [key for key in rows if key != "bot" and f" {key} = " not in text]
    say("and every flag of one", len(rows) > 60 and not missing, missing)
    for sentence in ("give a bot this time to start and to send ugiok. From 1ms to 1h. Default: 10s.",
                     "let a bot use this much memory. From 4M to 1024G. Default: 256M.",
                     "give a game this many seats. From 2 to 6."):
        say(f"with its range and its default: {sentence}", sentence in text)
    formats = re.findall(r"&schedule_([a-z_]+)", open("referee/schedule/all-schedules.c", encoding="utf-8").read())
    missing = [name for name in formats if f" {name.replace('_', '-')} " not in text[text.index(" FORMATS "):]]
    say("and every format", len(formats) > 5 and not missing, missing or formats)


def check_protocol():
    text = page("referee-protocol", 7)
    with open("protocol/message.c", encoding="utf-8") as file:
        source = file.read()
    rows = re.findall(r'\] = \{"(\w+)", FROM_(\w+), \w+,\s*"([^"]*)",\s*"([^"]*)"', source)
    missing = [word for word, _, form, meaning in rows if folded(form + " " + meaning) not in text]
    say("referee-protocol(7) has every message, its form and its meaning", len(rows) == 20 and not missing, missing or rows)
    with open("protocol/PROTOCOL.md", encoding="utf-8") as file:
        document = file.read()
    prose = re.sub(r"^(#|\|).*|^ *- ", "\n", re.sub(r"```.*?```", "", document, flags=re.S), flags=re.M)
    prose = re.sub(r"\[([^\]]+)\]\((?!http)[^)]*\)", r"\1", prose).replace("**", "")
    sentences = [part for paragraph in re.split(r"\n\s*\n", prose) if "](http" not in paragraph
                 for part in re.split(r"(?<=[a-z]\.) (?=[A-Z])", folded(paragraph)) if part]
    missing = [part for part in sentences if part not in text]
    say("and every sentence of PROTOCOL.md", len(sentences) > 200 and not missing, missing or len(sentences))
    games = re.findall(r"^  (\S+) ", output("referee-bot", "--list").split("searches")[0], re.M)
    tail = text[text.index("Parameters of the games"):]
    missing = [game for game in games if f" {game} " not in tail]
    say("and every game", len(games) == 10 and not missing, missing or games)


def check_database():
    text = page("referee-db", 5)
    database = sqlite3.connect(":memory:")
    with open("db/schema.sql", encoding="utf-8") as file:
        database.executescript(file.read())
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND sql <> ''")]
    source = open(f"{MANUALS}/man5/referee-db.5", encoding="utf-8").read()
    parts = {part.split("\n")[0].strip('"\\&'): part for part in source.split("\n.Ss ")}
    missing = []
    for name in names:
        for _, column, kind, *_ in database.execute(f"PRAGMA table_info({name})"):
            typed = database.execute("SELECT type FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0] == "table"
            tag = f'.It "\\&\\fB{column}\\fP{" " + kind if typed else ""}"'
            if tag not in parts.get(name, ""):
                missing.append(f"{name}.{column}")
    say("referee-db(5) has every table, view and column, of tables with its type", len(names) > 40 and not missing, missing or len(names))
    say("and the questions with their SQL", "FROM standings WHERE tournament = 1;" in text)


def check_references():
    missing = set()
    for path in glob.glob(f"{MANUALS}/man*/*"):
        with open(path, encoding="utf-8") as file:
            for name, section in re.findall(r"^\.(?:It )?Xr (\S+) (\d)", file.read(), re.M):
                if not os.path.exists(f"{MANUALS}/man{section}/{name}.{section}"):
                    missing.add(f"{name}({section})")
        for name, section in re.findall(r"\b(referee[a-z.-]*)\((\d)\)", page(*os.path.basename(path).rsplit(".", 1))):
            if not os.path.exists(f"{MANUALS}/man{section}/{name}.{section}"):
                missing.add(f"{name}({section}) in {path}")
    say("every page that another one names exists", not missing, sorted(missing))


check_commands()
check_programs()
check_settings()
check_protocol()
check_database()
check_references()
say.end()
