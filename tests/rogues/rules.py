"""A rules program that misbehaves in one way: rules.py FLAW. Without a flaw it is good.

The game: seats take one to three of nine tokens in turn, and the last token wins. A position is the
number of tokens, the seat to move, and the seats that gave up, each as a digit: `9 1 -`.
"""

import os
import sys
import time

FLAW = sys.argv[1] if len(sys.argv) > 1 else ""
STARTED = time.monotonic_ns()
SEATS = 2
asked = 0
plays = 0


def flaw(name):
    return FLAW == name


def say(*lines):
    text = "".join(line + "\n" for line in lines)
    if flaw("latin"):
        sys.stdout.buffer.write(text.replace("legal 1", "legal \u00e91").encode("latin-1"))
    else:
        sys.stdout.write(text)
    if not flaw("unflushed"):
        sys.stdout.flush()


def raw(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def following(seat, out):
    for step in range(1, SEATS + 1):
        other = (seat - 1 + step) % SEATS + 1
        if str(other) not in out:
            return other
    return seat


def before(seat, out):
    for step in range(1, SEATS + 1):
        other = (seat - 1 - step) % SEATS + 1
        if str(other) not in out:
            return other
    return seat


def block(tokens, seat, out):
    text = f"{tokens} {seat} {out}"
    left = [s for s in range(1, SEATS + 1) if str(s) not in out]
    late = tokens < 6
    if flaw("control") and late:
        text = f"{tokens}\x1b[2J {seat} {out}"
    if flaw("long-position") and late:
        text += " " + "x" * 1100
    if flaw("word-moves") and late:
        text += " moves"
    if flaw("restart-differs"):
        text += f" {STARTED}"
    if flaw("endless"):
        text = f"9 {seat} {out}"
    lines = [f"position {text}"]
    if flaw("key-later") and tokens > 0:  # that of all positions with three moves or more
        lines.append(f"key {min(tokens, 3)} {seat}")
    if flaw("key") or (flaw("key-of-ends") and tokens == 0):  # two ends are never in one game
        lines.append("key same")
    if (tokens == 0 or len(left) < 2) and not flaw("endless"):
        winner = before(seat, out)
        if flaw("gone-first") and out != "-":
            winner = int(out[0])
        ranks = ["1" if s == winner else "2" for s in range(1, SEATS + 1)]
        if flaw("rank-none"):
            return lines + ["over"]
        if flaw("rank-nonsense"):
            ranks = ["1", "3"]
        if flaw("rank-short"):
            ranks = ["1"]
        if flaw("over-with-legal"):
            lines.append("legal 1")
        if flaw("over-and-turn"):
            lines.append("turn 1")
        if flaw("scores-unsaid"):
            return lines + ["over", "scores 1 -1"]
        return lines + ["over", "rank " + " ".join(ranks)]
    moves = [str(n) for n in range(1, 4) if n <= tokens or flaw("endless")] + (["0"] if flaw("stays") else [])
    if late:
        if flaw("twice"):
            moves.append("1")
        if flaw("no-moves"):
            moves = []
        if flaw("long-move"):
            moves.append("m" * 40)
        if flaw("resign"):
            moves.append("resign")
        if flaw("comma"):
            moves.append("1,2")
        if flaw("many-moves"):
            moves = [f"m{n}" for n in range(3000)]
        if flaw("changes") and asked % 2:
            moves = moves[:1]
        if flaw("shuffles") and asked % 2:
            moves.reverse()
        if flaw("turn-changes") and asked % 2:
            seat = 3 - seat
        if flaw("no-such-seat"):
            seat = 3
        if flaw("no-position"):
            lines = []
        if flaw("other-line"):
            lines.append("hello there")
        if flaw("in-without-turn"):
            lines.append(f"in {3 - seat}")
    lines += [f"turn {seat}", "legal " + " ".join(moves)]
    if out != "-":
        lines.append("in " + " ".join(map(str, left)))
    return lines


def read(text):
    words = text.split(" ")
    if flaw("reads-anything") and not words[0].isdigit():
        return 9, 1, "-"
    if flaw("restart-differs"):
        words = words[:3]
    if len(words) != 3 or not words[0].isdigit() or words[1] not in "123456" or int(words[0]) > 9:
        raise ValueError("a position is like 9 1 -")
    return int(words[0]), int(words[1]), words[2]


def trouble(tokens):
    """What it does in place of an answer."""
    if flaw("hangs"):
        time.sleep(10000)
    if flaw("dribbles"):
        while True:
            raw("x")
            time.sleep(0.01)
    if flaw("no-ok"):
        say(*block(tokens, 1, "-"))
        time.sleep(10000)
    if flaw("crashes"):
        os.kill(os.getpid(), 11)
    if flaw("raises"):
        raise KeyError("no such cell")
    if flaw("complains"):
        sys.exit("can't open " + "a/long/path/" * 40 + "dots.py: the cause of it all")
    if flaw("exits"):
        sys.exit(0)
    if flaw("closes"):
        os.close(1)
        time.sleep(10000)
    if flaw("endless-line"):
        while True:
            raw("x" * 65536)
    if flaw("flood"):
        while True:
            raw("hello\n" * 1000)
    if flaw("blank-lines"):
        raw("\n" * 1000)
    if flaw("memory"):
        hold = []
        while True:
            hold.append(bytearray(1 << 24))
    if flaw("forks"):
        while True:
            try:
                if os.fork() == 0:
                    time.sleep(10000)
            except OSError:
                time.sleep(10000)


def answer(line):
    global SEATS, plays
    word, _, rest = line.partition(" ")
    if word == "rules":
        if flaw("other-protocol"):
            return ["id name rogue", "ugiok"]
        if flaw("unnamed"):
            return ["seats 2"]
        if flaw("bad-name"):
            return ["id name Rogue <b>", "seats 2"]
        if flaw("two-names"):
            return ["id name rogue", "seats 2", "id name other"]
        if flaw("two-blanks"):
            return ["id name rogue", "seats 2", "param size  none"]
        if flaw("bad-default"):
            return ["id name rogue", "seats 2", "param tokens 0 of them"]
        if flaw("bad-feature"):
            return ["id name rogue", "seats 2", "feature flying"]
        if flaw("no-forfeit"):
            return ["id name rogue", "seats 3"]
        if flaw("returns") or flaw("alone"):
            return ["id name rogue", "seats 3", "feature forfeit"]
        if flaw("other-start"):
            return ["id name rogue", "seats 2", f"id version {STARTED}"]
        if flaw("plain"):
            return ["id name rogue", "seats 2"]
        if flaw("board-only"):
            return ["id name rogue", "seats 2", "feature board"]
        return ["id name rogue", "seats 2 3", "feature forfeit board evaluate"]
    if word == "setup":
        SEATS = int(rest.split()[1])
        if flaw("bad-default"):
            raise ValueError("there are no tokens")
        if flaw("no-setup"):
            raise ValueError("there is no setup like that")
        if flaw("no-start"):
            return block(0, 1, "-")
        return block(9, 1, "-")
    if word in ("play", "forfeit"):
        what, _, rest = rest.partition(" ")
        tokens, seat, out = read(rest)
        if word == "forfeit":
            out = what if out == "-" else out + what
            if flaw("returns"):
                return block(tokens, int(what), "-")
            if flaw("alone") and len(out) >= 2:
                return [f"position {tokens} {seat} {out}", f"turn {following(seat, out)}", "legal 1"]
            return block(tokens, following(seat, out) if int(what) == seat else seat, out)
        if tokens < 6:
            trouble(tokens)
        if flaw("stays") and what == "0" and tokens > 0:
            return block(tokens, following(seat, out), out)
        if what not in ("1", "2", "3") or int(what) > tokens:
            if not flaw("plays-anything") and not flaw("endless"):
                raise ValueError(f"{what} is not legal")
            what = "1"
        plays += 1
        if flaw("counts") and plays % 11 == 0:
            return block(max(0, tokens - int(what)), 1, out)
        return block(max(0, tokens - int(what)), following(seat, out), out)
    tokens, seat, out = read(rest)
    if word == "position":
        if flaw("not-itself") and tokens < 6:
            tokens -= 1
        return block(tokens, seat, out)
    if word == "board":
        return ["board \x1b[31mred"] if flaw("board-control") else ["board " + "o" * tokens]
    if word == "evaluate":
        return ["value 5 5" if flaw("value-sum") else "value " + "0 " * SEATS]
    raise ValueError("no question")


if flaw("reads-outside"):
    open("/etc/shadow", encoding="utf-8").close()
if flaw("writes"):
    open("log.txt", "a", encoding="utf-8").close()
if flaw("exits-at-start"):
    print("cannot open the opening book", file=sys.stderr, flush=True)
    sys.exit(3)
if flaw("silent"):
    time.sleep(10000)
if flaw("slow-start"):
    time.sleep(1)
if flaw("greets"):
    say("Welcome to my game!")
for question in sys.stdin:
    asked += 1
    if flaw("deaf") and asked > 3:
        time.sleep(10000)
    if flaw("stderr"):
        sys.stderr.write("noise\n" * 20000)
    try:
        more = ["position 9 1 -"] if flaw("more") else ["ok"] if flaw("twice-ok") else []
        say(*answer(question.rstrip("\n")), "ok", *more)
    except ValueError as why:
        say(f"error {why}")
