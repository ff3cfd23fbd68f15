#!/usr/bin/env python3
"""A second opinion on ratings, slow and plain: shares nothing with the project.

ratings.py two FILE.csv PRIOR fit|0     Bradley-Terry by gradient ascent; prints bot,elo as --csv does
ratings.py slope FILE.csv PRIOR fit|0 RATINGS.csv
    Plackett-Luce of the file's games at these ratings, every order of bots that tie written out:
    prints how steep the log-likelihood is in the steepest direction. At its top that is 0.
"""
import csv
import itertools
import math
import sys

UNIT = 400 / math.log(10)


def ascend(path, prior, fit):
    games = [(r["first"], r["second"], float(r["score_first"])) for r in csv.DictReader(open(path))]
    bots = sorted({b for g in games for b in g[:2]})
    count = {b: sum(b in g[:2] for g in games) for b in bots}
    results = [(a, b, s, 1.0) for a, b, s in games]
    for a, b in itertools.combinations(bots, 2):
        k = sum({a, b} == set(g[:2]) for g in games)
        w = prior / 4 * k * (1 / count[a] + 1 / count[b])
        if w > 0:
            results += [(a, b, 0.5, w), (b, a, 0.5, w)]
    x = {b: 0.0 for b in bots}
    first = 0.0
    step = 2 / max(sum(w for a, b, s, w in results if c in (a, b)) for c in bots)
    for _ in range(20000):
        slope, up = {b: 0.0 for b in bots}, 0.0
        for a, b, s, w in results:
            d = w * (s - 1 / (1 + math.exp(x[b] - x[a] - first)))
            slope[a] += d
            slope[b] -= d
            up += d
        for b in bots:
            x[b] += step * slope[b]
        if fit:
            first += 2 / len(results) * up
        if max(map(abs, slope.values())) < 1e-10 and (not fit or abs(up) < 1e-10):
            break
    mean = sum(x.values()) / len(x)
    for b in sorted(bots, key=lambda b: -x[b]):
        print("%s,%.8f" % (b, (x[b] - mean) * UNIT))
    if fit:
        print("(first seat),%.8f" % (first * UNIT))


def likelihood(games, pairs, seats, x, effect):
    """Mean over all orders in which bots that tie could have come."""
    total = 0.0
    for game in games:
        worth = [math.exp(x[bot] + effect[seat]) for seat, (bot, _) in enumerate(game)]
        tied = [[s for s, (_, place) in enumerate(game) if place == p]
                for p in sorted({place for _, place in game})]
        orders = [sum(parts, ()) for parts in
                  itertools.product(*(itertools.permutations(t) for t in tied))]
        for order in orders:
            for i in range(len(order)):
                total += math.log(worth[order[i]] / sum(worth[s] for s in order[i:])) / len(orders)
    for (a, b), w in pairs.items():
        for u, v in itertools.permutations(range(seats), 2):
            d = x[a] + effect[u] - x[b] - effect[v]
            total -= w / seats / (seats - 1) / 2 * (math.log1p(math.exp(-d)) + math.log1p(math.exp(d)))
    return total


def slope(path, prior, fit, ratings):
    games, met, among = {}, {}, {}
    for r in csv.DictReader(open(path)):
        games.setdefault(r["game"], []).append((int(r["seat"]), r["player"], int(r["place"])))
    games = [[s[1:] for s in sorted(g)] for g in games.values()]
    for g in games:
        for (a, _), (b, _) in itertools.permutations(g, 2):
            met[a] = met.get(a, 0) + 1
            among[tuple(sorted((a, b)))] = among.get(tuple(sorted((a, b))), 0) + 0.5
    pairs = {p: prior / 2 * k * (1 / met[p[0]] + 1 / met[p[1]]) for p, k in among.items()}
    seats = max(map(len, games))
    elo = {r["bot"]: float(r["elo"]) / UNIT for r in csv.DictReader(open(ratings))}
    names = [b for b in elo if not b.startswith("(seat")]
    point = [elo[b] for b in names] + [elo.get("(seat %d)" % (s + 1), 0.0) for s in range(seats)]

    def at(p):
        return likelihood(games, pairs, seats, dict(zip(names, p)), p[len(names):])
    steepest = 0.0
    for i in range(len(point) if fit else len(names)):
        up, down = point[:], point[:]
        up[i] += 1e-4
        down[i] -= 1e-4
        steepest = max(steepest, abs(at(up) - at(down)) / 2e-4)
    assert abs(sum(point[:len(names)])) < 1e-6 and abs(sum(point[len(names):])) < 1e-6
    print("flat" if steepest < 1e-5 else "steep: %g" % steepest)


if __name__ == "__main__":
    if sys.argv[1] == "two":
        ascend(sys.argv[2], float(sys.argv[3]), sys.argv[4] == "fit")
    else:
        slope(sys.argv[2], float(sys.argv[3]), sys.argv[4] == "fit", sys.argv[5])
