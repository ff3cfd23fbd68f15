#!/usr/bin/env python3
"""The values in the tests of estimate and sprt: Elo, its error, normalized Elo and LOS by the formulas that fastchess
prints (app/src/matchmaking/elo/elo_pentanomial.cpp, elo_wdl.cpp), and the mean time until a test of
elo0 against elo1 ends: the drift and variance of its ratio from a root finder of its own, and the
backward equation variance/2 u'' + drift u' = -1 solved on a grid."""
import math

CASES = ["10 3 57 13 28", "10 20 60 25 12", "1 4 20 40 35", "30 50 40", "10 90 400"]
TESTS = [("10 3 57 13 28", 0, 10), ("10 20 60 25 12", 0, 5), ("12 25 60 20 10", 0, 5), ("20 40 80 41 19", 0, 5)]


def elo(score):
    return -400 * math.log10(1 / score - 1)


def moments(counts):
    n, top = sum(counts), len(counts) - 1
    mean = sum(c * i / top for i, c in enumerate(counts)) / n
    variance = sum(c * (i / top - mean) ** 2 for i, c in enumerate(counts)) / n
    return n, mean, variance


def shares(counts, mean):
    """The likeliest shares with this mean: p_i (1 + t (a_i - mean)) = q_i, by bisection."""
    n, top = sum(counts), len(counts) - 1
    q = [max(c, 1e-3) / sum(max(c, 1e-3) for c in counts) for c in counts]
    a = [i / top - mean for i in range(top + 1)]
    low, high = -1 / max(a), -1 / min(a)
    for _ in range(200):
        t = (low + high) / 2
        if sum(qi * ai / (1 + t * ai) for qi, ai in zip(q, a)) > 0:
            low = t
        else:
            high = t
    return [qi / (1 + t * ai) for qi, ai in zip(q, a)]


def ratio(counts, elo0, elo1):
    """The log-likelihood ratio, and what each kind of result adds to it."""
    under = [shares(counts, 1 / (1 + 10 ** (-e / 400))) for e in (elo0, elo1)]
    step = [math.log(b / a) for a, b in zip(*under)]
    return sum(c * s for c, s in zip(counts, step)), step


def left(counts, elo0, elo1, cells=20000):
    n = sum(counts)
    llr, step = ratio(counts, elo0, elo1)
    drift = llr / n
    variance = sum(c * (s - drift) ** 2 for c, s in zip(counts, step)) / n
    low, high = math.log(0.05 / 0.95), math.log(0.95 / 0.05)
    h = (high - low) / cells
    # Thomas's algorithm for variance/2 u'' + drift u' = -1, u = 0 at both ends.
    under_, over, main = variance / 2 / h ** 2 - drift / 2 / h, variance / 2 / h ** 2 + drift / 2 / h, -variance / h ** 2
    c, d = [0.0], [0.0]
    for _ in range(1, cells):
        m = main - under_ * c[-1]
        c.append(over / m)
        d.append((-1 - under_ * d[-1]) / m)
    u = [0.0] * (cells + 1)
    for i in range(cells - 1, 0, -1):
        u[i] = d[i] - c[i] * u[i + 1]
    at = (llr - low) / h
    i = int(at)
    return llr, u[i] + (u[i + 1] - u[i]) * (at - i)


def estimate(counts):
    """Elo, half of its interval, normalized Elo, LOS."""
    n, mean, variance = moments(counts)
    margin = 1.959963984540054 * math.sqrt(variance / n)
    nelo = (mean - 0.5) / math.sqrt(variance * (2 if len(counts) == 5 else 1)) * 800 / math.log(10)
    los = (1 - math.erf(-(mean - 0.5) / math.sqrt(2 * variance / n))) / 2
    return elo(mean), (elo(mean + margin) - elo(mean - margin)) / 2, nelo, los


def main():
    print("counts\telo\terror\tnelo\tlos")
    for case in CASES:
        print(case, *("%.*f" % (8 if i == 3 else 6, value) for i, value in enumerate(estimate([int(c) for c in case.split()]))), sep="\t")
    print("counts\telo0\telo1\tllr\tleft")
    for case, elo0, elo1 in TESTS:
        llr, u = left([int(c) for c in case.split()], elo0, elo1)
        print(f"{case}\t{elo0}\t{elo1}\t{llr:.6f}\t{u:.4f}")


if __name__ == "__main__":
    main()
