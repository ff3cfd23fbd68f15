#!/usr/bin/env python3
"""Remote bots that play honestly, over all doors, and all rogues of the network, each as
tests/rogues/network.py does it, at one `referee serve`. Usage: remote-rogues.py [--storm N]

A tournament is played twice: once with honest bots alone, in the rogues' seats too, and once with the
rogues. The games among honest bots must be the same, move for move, and nothing of the rogues may stay:
no descriptor, no memory. The time of their answers is told and not judged: the machine may be busy.
"""
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon, percentile  # noqa: E402
from remote_bots import Crowd, crowd_text, write_tokens  # noqa: E402
from processes import descriptors, memory  # noqa: E402
from checks import BUILD, LIMIT, folder, say, start, until  # noqa: E402

STORM = int(sys.argv[sys.argv.index("--storm") + 1]) if "--storm" in sys.argv else 300
SANITIZED = "/san" in BUILD  # memory that was freed is kept for a while then, to find what uses it
GROWTH_KB = 4096 * (8 if SANITIZED else 1)  # that the main process or the gate may grow in the second tournament
HONEST = ("unix-bot:3", "tls-bot:3", "plain-bot:1")

# Rogues with a seat: the door, the verdicts that each may get, more of its section.
SEATED = {
    "never-reads": ("unix", "startup absent", "startup-timeout = 1s"),
    "garbage": ("tls", "startup flood absent", ""),
    "half-closes-before": ("plain", "time crash absent", ""),
    "half-closes-after": ("unix", "time crash absent", ""),
    "vanishes": ("tls", "time absent", ""),
    "falls-silent": ("tls", "time startup absent", "startup-timeout = 1s"),
    "late": ("plain", "ok time", ""),
    "doubles": ("unix", "ok", ""),
    "floods": ("tls", "flood time absent", ""),
    "comes-back": ("plain", "ok", ""),
}
# Rogues without a seat, and where each goes.
STRANGERS = {
    "says-nothing": "tls", "slow-hello": "plain", "long-hello": "tls", "wrong-token": "plain",
    "replayed": "tls", "plaintext": "tls", "half-hello": "plain",
}
ROGUES = tuple(f"{kind}:1" for kind in SEATED)


def tournament(name):
    with open(f"{work}/{name}.conf", "w") as file:
        file.write(f'name = "{name}"\ngame = tictactoe\nmovetime = 1m\nmargin = 1s\nstrikes = 2\n'
                   f'connect-timeout = 20s\nrounds = 2\nopenings = random:1\ndb = "{work}/{name}.db"\n')
        file.write(crowd_text("bots", *HONEST, "robbed:1"))
        for kind, (_, verdicts, more) in SEATED.items():
            hurry = "movetime = 2s" if "time" in verdicts.split() else ""
            hurry = hurry + "\n" + more if name == "rogues" else ""  # honest bots have time, also in a seat of these
            file.write(f"bot {kind}-1 {{ remote = yes\n{hurry} }}\n")
    return f"{work}/{name}.conf"


def games(name):
    """Of honest bots alone: how each went."""
    found, seats, moves = {}, {}, {}
    for game, *seat in serve.rows(name, """SELECT s.game, b.name, s.rank, s.verdict FROM seats s
            JOIN bots b ON b.id = s.bot ORDER BY s.game, s.seat"""):
        seats.setdefault(game, []).append(seat)
    for game, move in serve.rows(name, "SELECT game, move FROM moves ORDER BY game, ply"):
        moves.setdefault(game, []).append(move)
    for game, *facts in serve.rows(name, "SELECT id, round, opening, final, reason FROM games"):
        if all("-bot-" in seat[0] for seat in seats[game]):
            found[seats[game][0][0], seats[game][1][0], facts[0]] = facts, seats[game], moves.get(game)
    return found


def played(name):
    state = serve.of(name)["state"]
    assert state != "failed", serve.said()
    return state == "done"


def crowd(*more):
    where = {"unix": serve.unix, "tls": serve.tls, "plain": serve.plain}
    groups = [f"{group}@{where[group.split('-')[0]]}" for group in HONEST]
    return Crowd(*groups, *(f"{group}@{serve.unix}" for group in more))


def rogue(kind, door, name, *words):
    """source: each has an address of its own, so that no penalty for one is another's."""
    global sources
    sources += 1
    address = getattr(serve, door)
    source = () if door == "unix" else ("--source", f"127.0.1.{sources}")
    command = [sys.executable, "tests/rogues/network.py", kind, address, name, *source, *words,
               "--life", str(LIMIT)]
    return start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def flat(what, before):
    """Waits until what is measured is not more than it was."""
    try:
        return until("it is as before", lambda: what() <= before)
    except TimeoutError:
        return False


work = folder()
sources = 0
write_tokens(work, *HONEST, "robbed:1", "nobody:1", *ROGUES)
serve = Daemon(work, "--parallel-tournaments", "2", "--http-listen", "127.0.0.1:0", doors=("unix", "tls", "plain")).start()
gate, = serve.children("referee-listen")

# --- without rogues -----------------------------------------------------------------------------------

people = crowd("robbed:1", *ROGUES)
people.here()
serve.submit(tournament("alone"))
serve.until("it is played", lambda: played("alone"))
quiet = people.figures(signal.SIGTERM)
people.main.wait(LIMIT)
delays = serve.delays()
serve.until("all clients have left", lambda: serve.of("alone")["remote"].get("connected", 0) == 0)
before = {pid: (descriptors(pid), memory(pid)) for pid in (serve.pid, gate)}
say("without rogues no bot has a fault", serve.rows("alone", "SELECT count(*) FROM faults") == [(0,)],
    serve.rows("alone", "SELECT bot, verdict, detail FROM faults"))

# --- with them ----------------------------------------------------------------------------------------

people = crowd("robbed:1")
people.here()
strangers = [rogue(kind, door, "nobody-1", "--other", serve.plain) for kind, door in STRANGERS.items()]
strangers.append(rogue("steals", "unix", "robbed-1"))
seated = [rogue(kind, door, kind + "-1") for kind, (door, _, _) in SEATED.items()]
storm = rogue("storm", "tls", "nobody-1", "--count", str(STORM))
serve.until("those that play are here", lambda: {"late-1", "doubles-1", "comes-back-1"} <= set(serve.here()))
serve.submit(tournament("rogues"))
serve.until("it is played", lambda: played("rogues"))
busy = people.figures(signal.SIGUSR1)
said = storm.communicate(timeout=LIMIT)[0]
say(f"a storm of {STORM} connections ends", storm.returncode == 0 and "storm:" in said, said)
alive = [process for process in strangers if process.poll() is None]
say("who has no seat gets none, however it tries", len(alive) == len(strangers),
    [process.args[2:5] + [process.stdout.read()] for process in strangers if process not in alive])

rows, wanted = games("rogues"), games("alone")
say("all games of honest bots are played", len(rows) == 7 * 6 * 2, len(rows))
say("and each is what it was without rogues, move for move", rows == wanted,
    [(row, rows[row]) for row in rows if rows[row] != wanted.get(row)][:3])
faults = serve.rows("rogues", "SELECT DISTINCT bot FROM faults")
say("no honest bot has a fault in any game, against any opponent",
    not any("-bot-" in name for name, in faults), faults)
for kind, (_, wanted, _) in SEATED.items():
    got = {verdict for verdict, in serve.rows("rogues", """SELECT DISTINCT s.verdict FROM seats s
        JOIN bots b ON b.id = s.bot WHERE b.name = ?""", kind + "-1")}
    say(f"{kind} gets {wanted}", got - {"benched", "ok"} <= set(wanted.split()) and
        (wanted == "ok" or got & (set(wanted.split()) - {"ok"})), got)
words = "SELECT count(*) FROM moves m JOIN games g ON g.id = m.game WHERE m.move = 'nonsense'"
say("no game has a move that no bot may make", serve.rows("rogues", words) == [(0,)])
done = serve.referee("verify", "--db", f"{work}/rogues.db")
say("what is kept is right in itself", done.returncode == 0 and ": 0 mismatches" in done.stdout,
    done.stdout + done.stderr)

# --- what stays ---------------------------------------------------------------------------------------

say("honest bots are still there", people.figures(signal.SIGUSR1)["here"] >= 7)
for process in strangers + seated:
    process.kill()
    process.wait()
people.main.terminate()
people.main.wait(LIMIT)
say("no process ended", serve.children("referee-listen") == [gate] and serve.process.poll() is None, serve.said())
for pid, (files, size) in before.items():
    name = "the main process" if pid == serve.pid else "the gate"
    say(f"{name} has all descriptors back", flat(lambda: descriptors(pid), files),
        descriptors(pid), files)
    say(f"{name} has grown by no more than it may", memory(pid) < size + GROWTH_KB, memory(pid), size)
    print("   it has grown by", memory(pid) - size, "KB")
say("no arbiter is left", not serve.children("referee-arbiter"))
after = serve.delays()
print("   moves that the referee passed on: p99 up to", percentile({}, delays, 99), "us without rogues,",
      percentile(delays, after, 99), "us with")
print("   as its bots saw it: p99", quiet["p99_us"], "us without rogues,", busy["p99_us"], "us with")
say("the daemon ends cleanly", serve.end() == 0, serve.said())
sanitizer = re.findall(r".*(?:AddressSanitizer|LeakSanitizer|runtime error).*", serve.said())
say("and complains of nothing", not sanitizer, sanitizer)
say.end()
