#!/usr/bin/env python3
"""referee analyse: values of stored games against a count of its own, kills, and what is refused.

Prints a line for each sentence: "ok ..." or "not ok ...".
"""
import fcntl
import functools
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from processes import children  # noqa: E402
from checks import BUILD, LIMIT, check, folder, referee, rows, say, start, until  # noqa: E402

WORK = folder()


def play(name, *flags):
    path = "%s/%s.db" % (WORK, name)
    done = referee("run", "--quiet", "--name", name, "--db", path, *flags)
    assert done.returncode == 0, done
    return path


def analyse(path, *flags):
    return referee("analyse", "--db", path, *flags)


BOT = BUILD + "/referee-bot --search "

# --- tictactoe, counted again ---------------------------------------------------------------------

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@functools.lru_cache(maxsize=None)
def value(cells):
    if any(cells[a] != "." and cells[a] == cells[b] == cells[c] for a, b, c in LINES):
        return -1
    if "." not in cells:
        return 0
    side = "xo"[(9 - cells.count(".")) % 2]
    return max(-value(cells[:i] + side + cells[i + 1:]) for i in range(9) if cells[i] == ".")


path = play("cup", "--game", "tictactoe", "--rounds", "20", "--nodes", "1000000", "--openings",
            "random:1", "--bot", "perfect=" + BOT + "pvs", "--bot", "random=" + BOT + "random",
            "--bot", "first=" + BOT + "first")
done = analyse(path, "--json")
check("analyse ends well", 0, done.returncode)
counted, wrong = {}, []
for game, opening in rows(path, "SELECT id, opening FROM games"):
    cells = "." * 9
    moves = [(0, None, m, 0, 0) for m in opening.split()] + rows(
        path, "SELECT m.ply, b.name, m.move, a.before, a.after FROM moves m JOIN seats s ON"
        " s.game = m.game AND s.seat = m.seat JOIN bots b ON b.id = s.bot LEFT JOIN analysis a"
        " ON a.game = m.game AND a.ply = m.ply WHERE m.game = ? ORDER BY m.ply", game)
    for ply, bot, move, before, after in moves:
        at = "abc".index(move[0]) + 3 * (int(move[1]) - 1)
        was = value(cells)
        cells = cells[:at] + "xo"[(9 - cells.count(".")) % 2] + cells[at + 1:]
        if bot is None:
            continue
        if (before, after) != (was, -value(cells)):
            wrong.append((game, ply, before, after, was, -value(cells)))
        sums = counted.setdefault(bot, [0] * 5)
        sums[0] += 1
        sums[1] += was == -value(cells)
        sums[2] += (was, -value(cells)) == (1, 0)
        sums[3] += (was, -value(cells)) == (1, -1)
        sums[4] += (was, -value(cells)) == (0, -1)
check("each move's values are those of plain minimax", [], wrong)
blunder = rows(path, "SELECT game, ply, before, after FROM blunders ORDER BY game DESC")[0]
fresh = WORK + "/one.db"
shutil.copy(path, fresh)
sqlite3.connect(fresh, isolation_level=None).execute("DELETE FROM analysis")
sqlite3.connect(fresh, isolation_level=None).execute("DELETE FROM analysed")
alone = analyse(fresh, str(blunder[0]))
say("a game is analysed alone and shown with its blunder", rows(fresh, "SELECT game, count(*) FROM analysed") == [(blunder[0], 1)]
    and f"Ply {blunder[1]}," in alone.stdout and f"({blunder[2]} to {blunder[3]})" in alone.stdout, alone)
say("an unknown game is named", "there is no game 999999;" in analyse(fresh, "999999").stderr)
told = {row["bot"]: [row["moves"], row["value_kept"], row["win_to_draw"], row["win_to_loss"],
                     row["draw_to_loss"]] for row in json.loads(done.stdout)}
check("accuracy says how many moves of each bot kept the value", counted, told)
check("a bot that plays perfectly kept all", [(100.0, 1)], rows(
    path, "SELECT percent, exact = moves FROM accuracy WHERE bot = 'perfect'"))
check("one that plays at random did not", True, rows(
    path, "SELECT percent FROM accuracy WHERE bot = 'random'")[0][0] < 90)
check("there are as many blunders as moves that are not kept",
      [(bot, c[0] - c[1]) for bot, c in sorted(counted.items()) if c[0] != c[1]],
      rows(path, "SELECT bot, count(*) FROM blunders GROUP BY bot ORDER BY bot"))
done = analyse(path)
check("what was analysed is not analysed again", True, "0 of 0 games analysed" in done.stderr)
done = analyse(path, "--nodes", "1000001", "--bot", "perfect")
check("with a larger budget it is, and --bot takes the games of one bot alone", True,
      "80 of 80 games analysed" in done.stderr)

# --- one game by hand -----------------------------------------------------------------------------

with open(WORK + "/corner", "w") as out:
    out.write("moves a1\n")
path = play("corner", "--game", "tictactoe", "--openings", WORK + "/corner", "--bot",
            "x=" + BOT + "first", "--bot", "y=" + BOT + "first")
analyse(path)
check("after a corner the edge beside it throws the draw away",
      [(1, 2, "b1", 0, -1, "draw to loss")] * 2,
      rows(path, "SELECT ply, seat, move, before, after, lost_value FROM blunders WHERE ply = 1"))
shown = referee("show", "1", "--plain", "--db", path).stdout
say("show marks it, with the only move that draws: the one in the middle",
    "Ply 1, seat 2, y: b1 was a blunder, draw to loss (0 to -1); b2 draws\n" in shown, shown)
say("the rows of blunders have a mark", [line.split()[2] for line in shown.splitlines() if " ?? " in line] == ["b1", "c1", "a2"],
    shown)
say("the numbers have a meaning, and none is missing", "above 0 wins, 0 draws, below 0 loses" in shown and
    "unknown" not in shown, shown)

# --- values that are not found ---------------------------------------------------------------------

path = play("far", "--game", "connect4", "--rounds", "1", "--bot", "x=" + BOT + "random",
            "--bot", "y=" + BOT + "first")
analyse(path, "--nodes", "1000")
for game, ply, after, unknown, seat, move in rows(
        path, "SELECT a.game, min(a.ply), a.after, (SELECT sum(b.before IS NULL OR b.after IS NULL) FROM analysis b"
        " WHERE b.game = a.game), m.seat, m.move FROM analysis a JOIN moves m ON m.game = a.game AND m.ply = a.ply"
        " WHERE a.after IS NOT NULL GROUP BY a.game"):
    shown = referee("show", str(game), "--plain", "--db", path).stdout
    ending = "won for it.\n" if after > 0 else "a draw.\n" if after == 0 else "lost for it. This move or an earlier one lost it.\n"
    say(f"show says from where on the values of game {game} are known", unknown > 0 and re.search(
        rf"^The first known value is that after ply {ply}, {move} by seat {seat}, [xy]: the game is then {ending}"
        rf"{unknown} moves have a value that is unknown; more work may find it:\n"
        rf"  referee analyse {game} --nodes 10000 --db {re.escape(path)}$", shown, re.M), shown)
    say("and which moves are blunders, if any", ("No move is known to have thrown away a win or a draw." in shown) ==
        (rows(path, "SELECT count(*) FROM blunders WHERE game = ?", game) == [(0,)]), shown)

# --- killed in the middle -------------------------------------------------------------------------

flags = ("--nodes", "100000")
path = play("killed", "--game", "connect4", "--rounds", "10", "--bot", "x=" + BOT + "random",
            "--bot", "y=" + BOT + "first")
whole = WORK + "/whole.db"
shutil.copy(path, whole)
analyse(whole, *flags)
everything = "SELECT game, ply, before, after FROM analysis ORDER BY game, ply"
count = rows(path, "SELECT count(*) FROM games")[0][0]
committed = 0
for kill in range(3):
    process = start([BUILD + "/referee", "analyse", "--db", path, *flags],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until("more is committed, or all", lambda: process.poll() is not None or rows(
        path, "SELECT count(*) FROM analysed")[0][0] != committed)
    process.kill()
    process.wait()
    before, committed = committed, rows(path, "SELECT count(*) FROM analysed")[0][0]
before = rows(path, "SELECT * FROM analysed ORDER BY game")
check("each killed run has left whole games behind", rows(
    path, "SELECT count(*) FROM moves WHERE game IN (SELECT game FROM analysed)"), rows(
    path, "SELECT count(*) FROM analysis"))
done = analyse(path, *flags)
check("the next goes on with the others alone", True,
      "%d of %d games analysed" % (count - committed, count - committed) in done.stderr)
check("... and all is as if nothing had been killed", rows(whole, everything),
      rows(path, everything))
check("a small budget does not find the values of the first moves", [(None,)], rows(
    path, "SELECT DISTINCT before FROM analysis WHERE ply = 1"))

process = start([BUILD + "/referee", "analyse", "--db", path, "--nodes", "1000000000000"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
until("it has a solver", lambda: process.poll() is not None or children(process.pid))
process.send_signal(signal.SIGINT)
told = process.communicate(timeout=LIMIT)[1]
check("Ctrl-C ends it in the middle of a game, keeps what is done and says how to go on",
      (130, True, rows(whole, everything)), (process.returncode, "every analysed game is kept" in told and
      "--nodes 1000000000000" in told, rows(path, everything)))

# --- what is refused ------------------------------------------------------------------------------

with open(path + "-lock", "w") as lock:
    fcntl.lockf(lock, fcntl.LOCK_EX)
    done = analyse(path)
    check("a database that another process writes is left alone, and who it is told",
          (5, "referee analyse: %s: process %d is writing it already; analyse a copy: `referee backup FILE` makes one\n"
           % (path, os.getpid())),
          (done.returncode, done.stderr))
cup = WORK + "/cup.db"
bad = str(rows(cup, "SELECT min(game) FROM blunders")[0][0])
with open(WORK + "/bad.record", "w") as out:
    out.write(referee("export", "record", "--db", cup, "--game", bad).stdout)
done = referee("analyse", WORK + "/bad.record")
check("a record is analysed as its game in the database is", (0, True, True),
      (done.returncode, "was a blunder" in done.stdout,
       done.stdout in referee("show", "--plain", "--db", cup, bad).stdout))
done = referee("analyse", WORK + "/bad.record", "--bot", "first")
check("a record takes no flags of a database", (2, True), (done.returncode, "leave out --db" in done.stderr))
with open(WORK + "/bad.record", "w") as out:
    out.write("nothing\n")
done = referee("analyse", WORK + "/bad.record")
check("a file that is no record is told", (3, True), (done.returncode, "bad.record: line 1: " in done.stderr))
done = referee("analyse", "--db", path, "cup")
check("an argument that is neither a game nor a file is told",
      (3, "referee analyse: there is neither a game nor a file \"cup\"; `referee games` lists the games\n"),
      (done.returncode, done.stderr))
star = play("star", "--game", "chinese-checkers", "--param", "max-plies=4", "--bot",
            "x=" + BOT + "first", "--bot", "y=" + BOT + "first")
done = analyse(star)
check("games that no solver knows are told",
      (2, "referee analyse: no solver for chinese-checkers with 2 seats\n"),
      (done.returncode, done.stderr))
for flags, text in ((("--nodes", "0"), '--nodes "0": a whole number from 1 to 1000000000000000 is needed'),
                    (("--nodes", "many"), '--nodes "many": a whole number'),
                    (("--bot", "nobody"), "no bot \"nobody\" has played"),
                    (("1", "2"), "\"2\": one word too many"), (("--noodes", "1"), "did you mean --nodes?")):
    done = analyse(path, *flags)
    check("wrong: " + " ".join(flags), (2, True), (done.returncode, text in done.stderr))
done = referee("analyse", "--db", WORK + "/none.db")
check("a database that is not there is not made", (5, False),
      (done.returncode, os.path.exists(WORK + "/none.db")))
os.mkdir(WORK + "/alone")
shutil.copy(BUILD + "/referee", WORK + "/alone")
done = subprocess.run([WORK + "/alone/referee", "analyse", "--db", path, "--nodes", "300001"],
                      capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
check("without referee-solve nothing is noted as analysed", (True, True, []),
      (done.returncode != 0, "referee-solve" in done.stderr,
       rows(path, "SELECT game FROM analysed WHERE nodes = 300001")))

with open(WORK + "/alone/referee-solve", "w") as out:
    out.write("#!/bin/sh\nwhile read line; do case $line in isready) echo readyok ;;\n"
              "query*) echo response some ;; position*) exit ;; esac; done\n")
os.chmod(WORK + "/alone/referee-solve", 0o755)
done = subprocess.run([WORK + "/alone/referee", "analyse", "--db", path, "--nodes", "300001"],
                      capture_output=True, text=True)
check("a solver that dies at every question ends it, and nothing is noted as analysed",
      (70, True, []), (done.returncode, "game 1: the solver crashed twice" in done.stderr,
                       rows(path, "SELECT game FROM analysed WHERE nodes = 300001")))
say.end()
