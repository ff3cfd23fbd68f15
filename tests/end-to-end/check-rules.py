"""`referee check-rules` on the starters of rules, and on every row of tests/rogues/rules.txt.

Usage: check-rules.py [FLAW...]; without any: all rows.
"""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from checks import BUILD, folder as new_folder, say  # noqa: E402
from processes import leftovers  # noqa: E402

ROOT = os.getcwd()
LIMIT = 300  # seconds for a command on a busy machine


def run(*words, **more):
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=LIMIT, check=False, **more)


def check(options, command):
    """The exit status, and the steps by name."""
    done = run(f"{BUILD}/referee", "check-rules", "--json", *options, "--", *command)
    steps = {}
    for line in done.stdout.splitlines():
        step = json.loads(line)
        steps[step["step"]] = step
    return done.returncode, steps, done.stdout + done.stderr


# --- starters ---------------------------------------------------------------------------------


def talk(command, lines):
    """What a house bot answers to the lines, and what it says on stderr."""
    return subprocess.run([f"{BUILD}/referee-bot", "--game", f"process:{command}", "--search", "alphabeta",
                           "--depth", "2"], input="".join(line + "\n" for line in lines), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=LIMIT, check=False)


def drawn(lines):
    """The board at the end of the lines, without its blanks."""
    return [line.replace(" ", "") for line in lines.splitlines()[-8:]]


def spread(position):
    """The rows of a position of Othello."""
    rows = position.split(" ")[0].split("/")
    return ["".join("." * int(c) if c.isdigit() else c for c in row) for row in rows]


def house_bots(folder):
    done = talk(f"python3 {folder}/othello.py", ["ugi", "uginewgame game py-othello players 2 seat 2 seed 1 param size 6",
                                      "position startpos moves d2", "go", "isready"])
    best = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("bestmove")]
    # After d2, white may take one of three corners of the square in the middle.
    say("a house bot plays rules that are a program", best and best[0] in ("c2", "e2", "e4"), done.stdout + done.stderr)
    left = leftovers()
    say("its rules end with it", left == [], left)
    done = talk(f"python3 {ROOT}/tests/rogues/rules.py crashes",
                ["uginewgame game rogue players 2 seat 1 seed 1", "position startpos moves 3 1", "go", "isready"])
    say("a house bot whose rules crash leaves with the reason", done.returncode != 0
        and 'it ended (signal 11) before it answered "play' in done.stderr and "bestmove" not in done.stdout,
        done.stdout + done.stderr)


def starters(scratch):
    folder = f"{ROOT}/rules/process/starters/python"
    status, steps, output = check(["--games", "20", "--limit", "120s", "--dir", folder], ["python3", "othello.py"])
    say("Othello in Python passes", status == 0 and steps["speed"]["verdict"] != "failed", output)
    say("its games have about sixty moves", "of 60 moves" in steps.get("games", {}).get("text", "")
        or "of 61 moves" in steps.get("games", {}).get("text", ""), output)
    example = steps.get("example", {"lines": "", "text": "", "position": ""})
    say("it shows a game: moves, the last position, its board and the ranks", example["lines"].startswith("1:")
        and " 2:" in example["lines"] and "ends with ranks " in example["text"]
        and drawn(example["lines"]) == spread(example["position"]), output)
    status, steps, output = check(["--param", "size=7", "--dir", folder], ["python3", "othello.py"])
    say("a size that it refuses is said in its words",
        status == 1 and "an even number from 4 to 10" in steps["setup"]["text"], output)
    # Published counts of move sequences of Othello.
    counts = [run(f"{BUILD}/referee-solve", "perft", f"process:python3 {folder}/othello.py", str(depth)).stdout.strip()
              for depth in range(1, 6)]
    say("its counts are those that are published", counts == ["4", "12", "56", "244", "1396"], str(counts))
    house_bots(folder)
    if not shutil.which("javac"):
        print("skip 3: no javac here: the rules in Java are not tested; make starters-test installs it")
        return
    java = f"{ROOT}/rules/process/starters/java"
    done = run("javac", "-Xlint:all", "-Werror", "-d", scratch, f"{java}/Rules.java", f"{java}/Orchard.java")
    say("the rules in Java compile without a warning", done.returncode == 0, done.stderr)
    status, steps, output = check(["--games", "60", "--limit", "120s", "--memory", "2G", "--dir", scratch],
                                  ["java", "-cp", ".", "Orchard"])
    say("Orchard in Java passes", status == 0, output)
    say("seats of Orchard give up, and the others go on", "games in which seats gave up"
        in steps.get("forfeits", {}).get("text", ""), output)


# --- rogues -----------------------------------------------------------------------------------


def table():
    with open(f"{ROOT}/tests/rogues/rules.txt", encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                flaw, options, step, words = [part.strip() for part in line.split("|")]
                yield flaw, options.split(), step, [word for word in words.split(" / ") if word]


def try_row(row):
    flaw, options, step, words = row
    options = ["--games", "20"] + ([] if "--limit" in options else ["--limit", "120s"]) + options
    status, steps, output = check(options + ["--dir", f"{ROOT}/tests/rogues"], ["python3", "rules.py", flaw])
    failed = [s for s in steps.values() if s["verdict"] == "failed"]
    if not step and not words:
        # A busy machine is slow.
        good = all(s["verdict"] in ("ok", "skipped") for s in steps.values() if s["step"] != "speed")
        return row, status == 0 and good, output
    verdict, _, name = step.rpartition(" ")
    if verdict:
        found = steps.get(name, {"verdict": "", "text": ""})
        good = found["verdict"] == verdict and all(word in found["text"] for word in words)
        return row, status == 0 and not failed and good, output
    good = status == 1 and len(failed) == 1 and failed[0] == list(steps.values())[-1]
    good = good and (not step or failed[0]["step"] == step) and all(word in failed[0]["text"] for word in words)
    return row, good, output


def rogues(flaws):
    rows = [row for row in table() if not flaws or row[0] in flaws]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for (flaw, _, _, words), good, output in pool.map(try_row, rows):
            say(f"rules that are {flaw or 'good'}: {words[0] if words else 'all steps pass'}", good, output)


def flaws_are_rows():
    with open(f"{ROOT}/tests/rogues/rules.py", encoding="utf-8") as file:
        text = file.read()
    rows = {row[0] for row in table()}
    named = set(part.split('"')[1] for part in text.split("flaw(")[1:] if part.startswith('"'))
    say("every flaw has a row, and every row a flaw", named == rows - {""}, str(named ^ (rows - {""})))


if not sys.argv[1:]:
    work = new_folder()
    os.chmod(work, 0o755)
    starters(work)
    flaws_are_rows()
rogues(sys.argv[1:])
say.end()
