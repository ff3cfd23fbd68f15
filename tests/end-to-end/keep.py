#!/usr/bin/env python3
"""Games whose moves go: by the setting keep while they are played, and by `referee archive`, also when it is killed.
What is counted is read from the databases by this program itself."""
import json
import os
import re
import shutil
import signal
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from checks import BUILD, check, folder, referee, rows, same, say  # noqa: E402

work = folder()


def path(name):
    return f"{work}/{name}"


def tournament(name, rounds, more=""):
    with open(path(name + ".conf"), "w") as out:
        out.write(f'name = {name}\ngame = connect4\nmovetime = 1h\nrounds = {rounds}\nkeep-info = yes\nconcurrency = 2\n'
                  f'db = "{path(name)}.db"\n{more}\n')
        out.write("".join(f'bot {bot} {{ command = "referee-bot --search {search}" }}\n'
                          for bot, search in (("mini", "minimax --depth 1"), ("luck", "random"))))
    return path(name + ".conf")


def moves(db):
    """Games with all their moves, with none, with some."""
    counts = rows(path(db), "SELECT plies, (SELECT count(*) FROM moves m WHERE m.game = g.id) FROM games g")
    return (sum(all == there for all, there in counts), sum(there == 0 for _, there in counts),
            sum(0 < there < all for all, there in counts))


def results(db):
    return rows(path(db), "SELECT g.pairing, g.round, g.plies, g.reason, g.final, g.moves_hash, s.seat, b.name, s.rank, s.points,"
                " s.verdict, s.detail, r.after FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot JOIN ratings r"
                " ON r.game = g.id AND r.seat = s.seat ORDER BY g.pairing, s.seat")


def everything(db, where=""):
    """All that an archive must have of the games."""
    game = "SELECT g.pairing"
    return [rows(path(db), f"{game}, x.* FROM games g JOIN {table} x ON x.game = g.id {where} ORDER BY g.pairing, x.{key}")
            for table, key in (("moves", "ply"), ("move_info", "ply"), ("failures", "seat"))]


def without_ids(tables):
    return [[(row[0], *row[2:]) for row in table] for table in tables]


def verify(db):
    done = referee("verify", "--db", path(db))
    return done.returncode == 0 and ": 0 mismatches" in done.stdout, done


# --- keep ---
daemon = Daemon(work, "--http-listen", "127.0.0.1:0", "--concurrency", "2")
daemon.start()
daemon.submit(tournament("cup", 60, "keep-moves = 30"))
daemon.until("it is over", lambda: daemon.of("cup")["state"] == "done")
check("the newest games keep their moves, older ones have none", (30, 90, 0), moves("cup.db"))
say("these are the oldest", rows(path("cup.db"), "SELECT max(r.game) < min(m.game) FROM removed_moves r, moves m") == [(1,)])
check("the reason is the setting", [("keep-moves = 30", 90)],
      rows(path("cup.db"), "SELECT reason, count(*) FROM removed_moves GROUP BY reason"))
check("nothing else of them is left", [(0, 0)], rows(path("cup.db"), "SELECT (SELECT count(*) FROM move_info i JOIN removed_moves "
      "USING (game)), (SELECT count(*) FROM failures JOIN removed_moves USING (game))"))
say("results, ratings and totals are right", *verify("cup.db"))
address = json.loads(daemon.page("/.json")[1])[0]["id"]
status, text = daemon.page(f"/t/{address}/game/1")
say("the page of such a game says so", status == 200 and "The moves of this game were removed to save room: keep-moves = 30." in text, text[:3000])
status, text = daemon.page(f"/t/{address}/game/1.json")
say("its JSON too", status == 200 and json.loads(text)["why"] == "its moves were removed: keep-moves = 30", text[:400])
listed = json.loads(daemon.page(f"/t/{address}/games.json?before=60")[1])["games"]
say("the list too", all(game["removed"] == "keep-moves = 30" for game in listed) and listed, listed[:1])
status, text = daemon.page(f"/t/{address}/game/1.record")
say("it has no record, which is said", status != 200 and "its moves were removed: keep-moves = 30" in text, status, text[:2000])
say("all pages are there", all(daemon.page(f"/t/{address}{end}")[0] == 200 for end in ("", "/crosstable", "/ratings", "/games", "/bot/luck")))
daemon.end()
shown = referee("show", "1", "--db", path("cup.db"))
say("so does show", shown.returncode == 0 and "Its moves were removed: keep-moves = 30\n" in shown.stdout, shown)
for form in ("jsonl", "text", "record", "positions"):
    done = referee("export", form, "--db", path("cup.db"))
    say(f"an export as {form} leaves such games out, and says so", done.returncode == 0 and
        "90 games are left out: their moves were removed" in done.stderr, done)
done = referee("export", "csv", "--db", path("cup.db"))
check("an export of results has all", (0, 241, ""), (done.returncode, len(done.stdout.splitlines()), done.stderr))
done = referee("merge", path("cup.db"), "--db", path("again.db"))
say("merge copies such games", done.returncode == 0 and moves("again.db") == (30, 90, 0) and results("again.db") == results("cup.db"), done)
say("and what it wrote is right", *verify("again.db"))
for wrong in ("0", "30h", "-1", "d", "1e3", "99999999999999999999", "40000d"):
    done = referee("check", tournament("wrong", 1, f"keep-moves = {wrong}"))
    say(f"keep-moves = {wrong} is refused: it is no number of games or days", done.returncode == 3 and
        f'keep-moves = "{wrong}": ' in done.stderr + done.stdout, done)

# --- archive ---
referee("run", tournament("league", 40), "--quiet")
whole = everything("league.db")
say("there is something to archive", moves("league.db") == (80, 0, 0) and len(whole[0]) > 500 and len(whole[1]) > 20)
before = results("league.db")
os.chmod(path("league.db"), 0o600)
done = referee("archive", "--db", path("league.db"), "--before", "31", "--to", path("old.db"))
check("no other user may read the archive of a private database", 0o600, os.stat(path("old.db")).st_mode & 0o777)
check("archive says what it did", (0, f"{path('league.db')}: 30 games with their moves are in {path('old.db')}; their results stay here\n", ""),
      (done.returncode, done.stdout, done.stderr))
check("the moves of older games are gone here", (50, 30, 0), moves("league.db"))
check("and are there", (30, 0, 0), moves("old.db"))
older = [[row for row in table if row[1] < 31] for table in whole]
check("each with all that it had", without_ids(older), without_ids(everything("old.db")))
check("results stay as they were", before, results("league.db"))
say("both databases are right", verify("league.db")[0] and verify("old.db")[0], verify("league.db")[1], verify("old.db")[1])
check("the reason names the archive", [("archived in old.db",)], rows(path("league.db"), "SELECT DISTINCT reason FROM removed_moves"))
done = referee("archive", "--db", path("league.db"), "--before", "2999-01-01", "--to", path("old.db"))
say("an archive takes further games", done.returncode == 0 and moves("league.db") == (0, 80, 0) and moves("old.db") == (80, 0, 0) and
    without_ids(whole) == without_ids(everything("old.db")), done)

# --- what is refused ---
referee("run", tournament("held", 20), "--quiet")
kept = everything("held.db")
shutil.copy(path("held.db"), path("pruned.db"))
rows_before = moves("held.db")
db = sqlite3.connect(path("pruned.db"))
with db:
    db.execute("DELETE FROM moves WHERE game = 3")
    db.execute("INSERT INTO removed_moves VALUES (3, 0, 'elsewhere')")
db.close()
done = referee("archive", "--db", path("held.db"), "--before", "2999-01-01", "--to", path("pruned.db"))
say("an archive that lacks the moves of a game is no copy of it: nothing is removed", done.returncode != 0 and
    moves("held.db") == rows_before and everything("held.db") == kept, done)
for words, why in ((("--before", "x", "--to", path("z.db")), 'it is a day, such as 2026-12-01, or a game\'s number'),
                   (("--before", "2026-02-30", "--to", path("z.db")), "it is a day"),
                   (("--to", path("z.db")), "--before DAY|GAME is missing"), (("--before", "3"), "--to FILE is missing"),
                   (("--before", "3", "--to", path("held.db")), "it is the database itself"),
                   (("--before", "3", "--to", "/nowhere/z.db"), "/nowhere/z.db")):
    done = referee("archive", "--db", path("held.db"), *words)
    say(f"what is wrong is said, and nothing is removed: {why.replace(work, '')}", 0 < done.returncode < 126 and
        why in done.stderr and moves("held.db") == rows_before, done)
daemon = Daemon(work, "--concurrency", "1")
daemon.start()
daemon.submit(tournament("ladder", 100000))
daemon.until("it runs", lambda: daemon.of("ladder")["done"] > 5)
done = referee("archive", "--db", path("ladder.db"), "--before", "3", "--to", path("z.db"))
say("a database that is being written is refused", done.returncode == 5 and re.search(
    r"process \d+ is writing it already; a running tournament removes moves by its setting keep-moves", done.stderr), done)
daemon.end()

# --- kill -9 ---
say("a longer tournament is there", referee("run", tournament("long", 300), "--quiet").returncode == 0)
whole, before = everything("long.db"), results("long.db")
WORDS = "archive", "--db", path("one.db"), "--before", "2999-01-01", "--to", path("two.db")


def archived(moment, number):
    """Is archive killed before or after this sync of a database, counted from 1? Then every game is whole in one of the two."""
    for name in os.listdir(work):
        if name.startswith(("one.db", "two.db")):
            os.unlink(path(name))
    shutil.copy(path("long.db"), path("one.db"))
    done = referee(*WORDS, env={**os.environ, "LD_PRELOAD": BUILD + "/tests/crash/faulty-disk.so", "FAULTY_PATH": work + "/",
                                "FAULTY_KILL": moment, "FAULTY_FROM": str(number)})
    if done.returncode == 0:
        return False
    same(done.returncode, -signal.SIGKILL)
    there, gone, part = moves("one.db")
    same((part, results("one.db") == before), (0, True))
    states.add((there > 0, gone > 0))
    missing = {row[0] for row in rows(path("one.db"), "SELECT g.pairing FROM games g JOIN removed_moves r ON r.game = g.id")}
    same(len(missing), gone)
    for mine, copy in zip(without_ids(whole), without_ids(everything("two.db")) if missing else whole):
        same([row for row in mine if row[0] in missing], [row for row in copy if row[0] in missing])
    return True


def killed(moment):
    number = 1
    while archived(moment, number):
        number += 1
    assert number > 4, number  # 600 games are removed in three transactions, behind those of the archive


states = set()
for moment in ("before", "after"):
    say(f"archive is killed {moment} each sync of a file: every game is whole in one of the two", lambda: killed(moment))
    archived(moment, 4)
    done = referee(*WORDS)
    say("the same command goes on with it, and in the end all are in the archive", done.returncode == 0 and
        moves("one.db") == (0, 600, 0) and without_ids(whole) == without_ids(everything("two.db")), done, moves("one.db"))
    say("both databases are right", verify("one.db")[0] and verify("two.db")[0])
check("among these were states before, amid and after the removal", {(True, False), (True, True), (False, True)}, states)
say.end()
