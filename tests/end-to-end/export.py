#!/usr/bin/env python3
"""The checks of exports for export.sh, by other means than the program's: Python's readers of JSON, CSV
and SQLite, and a reader of tags and moves that knows nothing but the format's description.

export.py jsonl|csv|text DATABASE FILE      the file says what the database holds
export.py wrong JSONL FOLDER                copies of it with a mistake each, and what is told of it
export.py locked DATABASE COMMAND...        the command, while another process writes the database
export.py whole DATABASE BEFORE SOURCE...   it is BEFORE with the first sources, none or more, each whole
"""
import csv
import fcntl
import json
import os
import re
import sqlite3
import subprocess
import sys


def rows(path, query, *arguments):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    db.text_factory = bytes
    found = [{key: value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value
              for key, value in zip(row.keys(), row)} for row in db.execute(query, arguments)]
    db.close()
    return found


def known(row, *names):
    return {name: row[name] for name in names if row[name] is not None}


# --- JSON lines -----------------------------------------------------------------------------------

def plain(value):
    """A text: as it is, or as bytes."""
    if not isinstance(value, dict):
        return value
    assert list(value) == ["bytes"], value
    data = re.sub(rb"\\(\\|x..)", lambda m: b"\\" if m[1] == b"\\" else bytes([int(m[1][1:], 16)]),
                  value["bytes"].encode())
    return data.decode("utf-8", "surrogateescape")


def game_of_database(path, game, bots):
    out = {name: game[name] for name in ("round", "opening", "final", "reason", "sandbox",
                                         "started_ms", "ended_ms")}
    out.update(type="game", pairing=str(game["pairing"]), seed=str(game["seed"]), seats=[])
    for seat in rows(path, "SELECT s.*, r.before, r.after FROM seats s JOIN ratings r USING (game, seat)"
                           " WHERE game = ? ORDER BY seat", game["id"]):
        one = known(seat, "rank", "points", "verdict", "detail", "stderr")
        one.update(bot=bots[seat["bot"]], elo_before=seat["before"], elo_after=seat["after"])
        for failure in rows(path, "SELECT * FROM failures WHERE game = ? AND seat = ?", game["id"],
                             seat["seat"]):
            one["failure"] = known(failure, "phase", "asked", "said", "limit_us", "wall_us", "cpu_us",
                                    "wait_us", "exit_status", "signal")
        out["seats"].append(one)
    out["moves"] = [known(move, "seat", "move", "wall_us", "cpu_us", "wait_us", "depth", "score", "nodes")
                    for move in rows(path, "SELECT * FROM moves WHERE game = ? ORDER BY ply", game["id"])]
    return out


def check_jsonl(path, file):
    lines = [json.loads(line) for line in open(file, encoding="utf-8")]
    tournament, = rows(path, "SELECT * FROM tournaments")
    wanted = {"type": "tournament", "version": 2, "seed": str(tournament["seed"])}
    wanted.update({name: tournament[name] for name in ("name", "game", "format", "seats", "created_ms",
                                                       "definition")})
    assert lines[0] == wanted, (lines[0], wanted)
    bots = {}
    for bot in rows(path, "SELECT b.*, o.settings FROM bots b LEFT JOIN bot_settings o ON o.bot = b.id"
                          " ORDER BY b.id"):
        bots[bot["id"]] = len(bots) + 1
        wanted = {"type": "bot", "bot": len(bots)}
        wanted.update(known(bot, "name", "command", "digest", "settings"))
        assert lines[len(bots)] == wanted, (lines[len(bots)], wanted)
    games = [line for line in lines if line["type"] == "game"]
    stored = rows(path, "SELECT * FROM games ORDER BY id")
    assert len(games) == len(stored)
    for line, game in zip(games, stored):
        for seat in line["seats"]:
            for part, name in ((seat, "stderr"), (seat.get("failure", {}), "said"),
                               (seat.get("failure", {}), "asked"), (seat, "detail")):
                if name in part:
                    part[name] = plain(part[name])
        wanted = game_of_database(path, game, bots)
        assert line == wanted, (line, wanted)
    participants = [(line["bot"], line["round"]) for line in lines if line["type"] == "participant"]
    assert sorted(participants) == sorted((bots[e["bot"]], e["round"]) for e in rows(path, "SELECT * FROM participants"))
    byes = [(line["round"], line["bot"], line["points"]) for line in lines if line["type"] == "bye"]
    assert byes == [(b["round"], bots[b["bot"]], b["points"]) for b in rows(path, "SELECT * FROM byes")]
    assert len(lines) == 1 + len(bots) + len(participants) + len(byes) + len(games)


# --- CSV ------------------------------------------------------------------------------------------

def check_csv(path, file):
    lines = list(csv.DictReader(open(file, encoding="utf-8", newline="")))
    stored = rows(path, "SELECT g.*, s.*, b.name, t.name AS tournament_name, t.game AS rules FROM games g"
                        " JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot"
                        " JOIN tournaments t ON t.id = g.tournament ORDER BY g.id, s.seat")
    assert len(lines) == len(stored) > 0
    for line, row in zip(lines, stored):
        for column, value in (("game", row["id"]), ("seat", row["seat"]), ("player", row["name"]),
                              ("place", row["rank"]), ("verdict", row["verdict"]),
                              ("tournament", row["tournament_name"]), ("rules", row["rules"]),
                              ("pairing", row["pairing"]), ("seed", row["seed"]),
                              ("opening", row["opening"]), ("reason", row["reason"])):
            assert line[column] == str(value), (column, line, value)
        assert float(line["points"]) == row["points"]


# --- text -----------------------------------------------------------------------------------------

def unquote(text):
    names = {'"': '"', "\\": "\\", "n": "\n"}
    data = re.sub(r"\\(x..|.)", lambda m: names[m[1]] if m[1] in names else
                  bytes([int(m[1][1:], 16)]).decode("latin-1"), text)
    return data


def read_text(file):
    """Games as (tags, [(seat, move, seconds)])."""
    for block in re.findall(r"((?:\[.*\]\n)+)\n((?:[^\[%\n].*\n)+)", open(file, encoding="utf-8").read()):
        tags = {name: unquote(value) for name, value in re.findall(r'\[(\w+) "((?:\\.|[^"\\])*)"\]', block[0])}
        seats = sum(re.fullmatch(r"Seat\d", name) is not None for name in tags)
        moves, seat = [], 0
        words = re.findall(r"{[^}]*}|\S+", block[1])
        assert words[-1] == tags["Result"], words
        for word in words[:-1]:
            if re.fullmatch(r"\d+\.", word):
                seat = 0
            elif word.startswith("{"):
                moves[-1] += (float(re.search(r"([\d.]+)s}", word)[1]),)
            else:
                seat += 1
                if word != "--":
                    moves.append((seat, word))
        yield tags, moves


def check_text(path, file):
    games = list(read_text(file))
    stored = rows(path, "SELECT l.*, g.pairing, g.final FROM game_list l JOIN games g ON g.id = l.game ORDER BY game")
    assert len(games) == len(stored) > 0
    for (tags, moves), game in zip(games, stored):
        assert tags["Pairing"] == str(game["pairing"]) and tags["Reason"] == game["reason"]
        assert tags["Result"] == game["result"].replace(" ", "-"), (tags, game)
        assert tags["Final"] == game["final"] and tags.get("Opening", "") == game["opening"]
        wanted = [(m["seat"], m["move"], m["wall_us"] / 1000000)
                  for m in rows(path, "SELECT * FROM moves WHERE game = ? ORDER BY ply", game["game"])]
        assert moves == wanted, (tags, moves, wanted)
        for seat in rows(path, "SELECT s.*, b.name FROM seats s JOIN bots b ON b.id = s.bot WHERE game = ?",
                         game["game"]):
            number = seat["seat"]
            assert tags[f"Seat{number}"] == seat["name"] and tags[f"Rank{number}"] == str(seat["rank"])
            assert tags[f"Verdict{number}"] == seat["verdict"]
            assert tags.get(f"Detail{number}") == seat["detail"]


# --- mistakes -------------------------------------------------------------------------------------

def wrong_jsonl(lines):
    """NAME, the line that is wrong from 0, what it becomes, what is told of it."""
    def game(at, **changes):
        return json.dumps({**json.loads(lines[at]), **changes})

    games = [i for i, line in enumerate(lines) if '"type":"game"' in line]
    full = next(i for i in games if all(s["verdict"] == "ok" for s in json.loads(lines[i])["seats"]))
    here = json.loads(lines[full])
    seats, moves = here["seats"], here["moves"]
    first = {**moves[0], "move": "z9"}
    yield "move", full, game(full, moves=[first] + moves[1:]), "move of seat 1 at ply 1 is z9, should be one of"
    yield "turn", full, game(full, moves=[{**moves[0], "seat": 2}] + moves[1:]), "seat at ply 1 is 2, should be 1"
    yield "short", full, game(full, moves=moves[:-1]), "reason is normal, should be none yet, since seat"
    yield "long", full, game(full, moves=moves + [moves[-1]]), "should be none, since the game was over after ply"
    yield "ranks", full, game(full, seats=[{**s, "rank": 1, "points": 0.5} for s in seats]), "rank of seat 2 is 1, should be"
    yield "places", full, game(full, seats=[{**s, "rank": 2} for s in seats]), "ties share the better place"
    yield "points", full, game(full, seats=[{**seats[0], "points": 0.25}] + seats[1:]), "points of seat 1 is 0.250000, should be"
    yield "rating", full, game(full, seats=[{**seats[0], "elo_after": 1000.5}] + seats[1:]), "is rated 1000.5"
    yield "final", full, game(full, final="21 p1 1"), "final is 21 p1 1, should be 0"
    yield "reason", full, game(full, reason="crash"), "reason is crash, should be normal"
    yield "verdict", full, game(full, seats=[{**seats[0], "verdict": "bored"}] + seats[1:]), '"bored"'
    yield "seats", full, game(full, seats=seats[:2]), "it has 2 seats"
    yield "stranger", full, game(full, seats=[{**seats[0], "bot": 99}] + seats[1:]), "bot 99 was not named"
    yield "backwards", full, game(full, ended_ms=here["started_ms"] - 1), "before it started"
    yield "text", full, game(full, round="one"), "integer"
    yield "missing", full, json.dumps({k: v for k, v in here.items() if k != "reason"}), "reason"
    yield "too-much", full, game(full, colour="red"), "colour"
    yield "pairing", full, game(full, pairing="99999999999999999999"), "64 bits"
    yield "large", full, lines[full].replace('"round":1', '"round":99999999999999999999', 1), "too big integer"
    yield "nan", full, lines[full].replace('"points":', '"points":NaN,"x":', 1), "no JSON"
    yield "twice", full, lines[full].replace('{"type"', '{"type":"game","type"', 1), "duplicate"
    yield "backslash", full, game(full, seats=[{**seats[0], "stderr": {"bytes": "\\q"}}] + seats[1:]), "backslash"
    yield "cut", full, lines[full][:200], "no JSON"
    yield "deep", full, "[" * 100000, "no JSON"
    yield "array", full, "[]", "no object"
    yield "type", full, '{"type":"joke"}', '"type"'
    yield "endless", full, '{"a":"' + "x" * (17 << 20) + '"}', "a line of more than"
    yield "nul", full, lines[full][:50] + "\0" + lines[full][50:], "NUL"
    yield "rules", 0, lines[0].replace('"game":"nim"', '"game":"chess"'), 'no game "chess"'
    yield "version", 0, lines[0].replace('"version":2', '"version":3'), "version 3"
    yield "headless", 0, lines[1], "before any tournament"
    yield "bot", 1, lines[1].replace('"bot":1', '"bot":7'), "number 7"


def write_wrong(jsonl, folder):
    lines = open(jsonl, encoding="utf-8").read().splitlines()
    for name, at, line, told in wrong_jsonl(lines):
        path = f"{folder}/{name}"
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(lines[:at] + [line] + lines[at + 1:]) + "\n")
        with open(path + ".told", "w", encoding="utf-8") as out:
            out.write(f"wrong/{name}:{at + 1}: ")
        check_told(path, at, told)


def check_told(path, at, told):
    """The words are those that fit the mistake."""
    run = subprocess.run(["referee", "import", path, "--db", "never.db"], capture_output=True, text=True)
    line = next((l for l in run.stderr.splitlines() if l.startswith(f"{path}:{at + 1}: ")), "")
    if told not in line:
        with open(path + ".told", "w", encoding="utf-8") as out:
            out.write(f"{path}:{at + 1}: ... {told}\n")


# --- merging --------------------------------------------------------------------------------------

def locked(path, command):
    with open(path + "-lock", "w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        run = subprocess.run(command, capture_output=True, text=True)
    os.unlink(path + "-lock")
    assert run.returncode == 5 and f"process {os.getpid()} is writing it" in run.stderr, run


def contents(path):
    """Games with all that is of them, whatever their numbers are."""
    games = []
    for game in rows(path, "SELECT g.*, t.name FROM games g JOIN tournaments t ON t.id = g.tournament"):
        parts = [rows(path, f"SELECT * FROM {table} WHERE game = ? ORDER BY 2", game["id"])
                 for table in ("seats", "moves", "failures")]
        for part in parts:
            for row in part:
                row.pop("game"), row.pop("bot", None)
        game.pop("id"), game.pop("tournament")
        games.append(repr((game, parts)))
    return sorted(games)


def whole(path, before, sources):
    found, wanted = contents(path), contents(before)
    for source in [None] + sources:
        if source is not None:
            wanted = sorted(wanted + contents(source))
        if found == wanted:
            return
    raise AssertionError("some source is there in part")


def main():
    what, *rest = sys.argv[1:]
    if what == "wrong":
        write_wrong(*rest)
    elif what == "locked":
        locked(rest[0], rest[1:])
    elif what == "whole":
        whole(rest[0], rest[1], rest[2:])
    else:
        {"jsonl": check_jsonl, "csv": check_csv, "text": check_text}[what](*rest)


main()
