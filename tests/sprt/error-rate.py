#!/usr/bin/env python3
"""How often is a test wrong? Many tests with the whole program, of bots whose strength is known.

error-rate.py BUILD FOLDER TESTS PLIES BLUNDERS-OF-NEW BLUNDERS-OF-OLD ELO1 PAIRS(new|all)

A game of tree is an opening of PLIES plies, one of 2^PLIES, and one choice of each bot: who blunders
alone loses, else it is a draw. A bot blunders in a given number of a million openings, drawn by a hash, and
from one opening always plays the same: so each opening is one more coin, and a pair that is played
again is none. The strengths follow by arithmetic, here and nowhere in the program. Prints one JSON
object: what was decided, how many pairs it took, and how many games did not end as the hash says.

PAIRS = all takes the line from the definition by which a pair counts once: what comes of it then.
"""
import json
import math
import sqlite3
import statistics
import subprocess
import sys

MASK = (1 << 64) - 1


def mix(x):
    x = x + 0x9E3779B97F4A7C15 & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def blunders(salt, opening, seat, share):
    """Does the bot in this seat, from 1, blunder?"""
    x = mix(salt)
    for move in opening:
        x = mix(x ^ ord(move))
    return mix(x ^ (len(opening) + seat - 1) % 2) % 1000000 < share


def elo(new, old):
    """A bot that blunders less often scores more: half of the difference above one half."""
    score = 0.5 + 0.5 * (old - new) / 1e6
    return -400 * math.log10(1 / score - 1) + 0.0


def play(build, db, name, number, plies, new, old, elo1):
    leaves = ",".join("0,1,-1,0" for _ in range(2 ** plies))
    coin = f"{build}/tests/bench/coin"
    run = [f"{build}/referee", "run", "--name", name, "--game", "tree", "--param", f"depth={plies + 2}", "--param",
           "branching=2", "--param", f"leaves={leaves}", "--format", "sprt", "--elo0", "0", "--elo1", str(elo1),
           "--openings", f"random:{plies}", "--decided-openings", "yes", "--depth", "1", "--sandbox", "none",
           "--concurrency", "2", "--seed", str(number), "--db", db, "--json", "--quiet",
           "--bot", f"new={coin} {new} {2 * number} {plies}", "--bot", f"old={coin} {old} {2 * number + 1} {plies}"]
    done = subprocess.run(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    last = json.loads(done.stdout.splitlines()[-1])
    assert last["event"] == "done" and done.returncode == (7 if last["verdict"] == "undecided" else 0), \
        (done.returncode, last, done.stderr)
    return last


def wrong_games(db, number, name, new, old):
    """Games that did not end as the hash says, and different openings."""
    wrong, openings = 0, set()
    query = """SELECT g.opening, n.seat, n.rank - o.rank FROM games g JOIN tournaments t ON t.id = g.tournament
        JOIN seats n ON n.game = g.id JOIN seats o ON o.game = g.id AND o.seat <> n.seat
        JOIN bots b ON b.id = n.bot AND b.name = 'new' WHERE t.name = ?"""
    for opening, seat, rank in db.execute(query, (name,)):
        path = opening.replace(" ", "")
        openings.add(path)
        bad = blunders(2 * number, path, seat, new) - blunders(2 * number + 1, path, 3 - seat, old)
        wrong += (rank > 0) - (rank < 0) != bad
    return wrong, len(openings)


def main():
    build, folder = sys.argv[1:3]
    tests, plies, new, old = (int(word) for word in sys.argv[3:7])
    elo1, rule = float(sys.argv[7]), sys.argv[8]
    path = f"{folder}/errors-{plies}-{new}-{old}-{rule}.db"
    verdicts, pairs, repeated, wrong, openings = [], [], 0, 0, 0
    for number in range(1, tests + 1):
        name = f"test-{number}"
        last = play(build, path, name, number, plies, new, old, elo1)
        if rule == "all" and last["verdict"] == "undecided":
            with sqlite3.connect(path) as db:
                db.execute("UPDATE tournaments SET definition = replace(definition, 'pairs = new\n', '') WHERE name = ?",
                           (name,))
            last = play(build, path, name, number, plies, new, old, elo1)
        verdicts.append(last["verdict"])
        pairs.append(sum(last["pairs"]))
        repeated += last["repeated_pairs"]
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            bad, different = wrong_games(db, number, name, new, old)
        wrong += bad
        openings += different
    json.dump({"true elo": round(elo(new, old), 2), "tests": tests, "H0": verdicts.count("H0"),
               "H1": verdicts.count("H1"), "undecided": verdicts.count("undecided"),
               "pairs": {"mean": round(statistics.mean(pairs), 1), "median": statistics.median(pairs), "least": min(pairs),
                         "most": max(pairs), "repeated": repeated}, "wrong games": wrong}, sys.stdout)
    print()


main()
