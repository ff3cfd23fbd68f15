#!/usr/bin/env python3
"""A worker that was taken over: it has a key, speaks to the server directly and tries what it can, while an honest worker
and main play. Nothing false is stored, others play on, and main's referee-broker stays as small as it was. Prints what
was tried and what came of it.
"""
import os
import random
import select
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from broker import Model, Server, Tournament, Worker, endless_cup, skip_without  # noqa: E402
from checks import check, referee, rows, say, until  # noqa: E402
from nats_fakes import Client, FakeWorker, facts_of, serve  # noqa: E402
from processes import children, is_called, memory  # noqa: E402

SILENCE = 15  # seconds: an honest worker is not silent for so long on the busiest machine
MEMORY = 160 << 10  # KiB
table = []


class Scene:
    def __init__(self):
        self.server = Server()
        self.worker = Worker(self.server, "lab01")
        self.cup = Tournament(self.server, endless_cup(), silence=f"{SILENCE}s").start()
        until("the worker plays", lambda: "worker lab01 plays" in self.cup.said())
        self.broker = next(pid for pid in children(self.cup.process.pid) if is_called(pid, "referee-broker"))
        self.most = 0

    def rogue(self, kind=FakeWorker, **more):
        self.count = getattr(self, "count", 0) + 1
        return kind(self.server.url, f"rogue{self.count}", **more)

    def joined(self, rogue):
        """Until it has a session and is asked for a game."""
        assert serve([rogue], lambda: rogue.games or rogue.ended), "it is not asked for a game"
        assert rogue.games, rogue.ended
        return rogue

    def run(self, rogues, holds):
        """Serves them until it holds. False: it does not, for as long as a test may take."""
        rogues = rogues if isinstance(rogues, list) else [rogues]
        serve(rogues, lambda: holds() or self.cup.process.poll() is not None)
        self.most = max(self.most, memory(self.broker))
        return holds()

    def settle(self, rogue):
        """Until all that it has sent so far was read: an honest line behind it is acknowledged. False: its session
        has ended."""
        rogue.say("beat\n")
        self.run(rogue, lambda: rogue.ended or not rogue.unsent)
        return not rogue.ended

    def said(self, text):
        return text in self.cup.said()

    def reason(self, name):
        """What main says of it, shortened."""
        lines = [line for line in self.cup.said().splitlines()
                 if "worker was killed" in line or f"worker {name}: " in line]
        return lines[-1].split("killed: ")[-1].split(f"{name}: ")[-1][:80] if lines else "nothing"


def tell(tried, got):
    table.append((tried, got))


def outcome(rogue):
    """What its sessions came to, as it was told."""
    return "; ".join(f"its session ended: {why}" for why in dict.fromkeys(rogue.ended)) or "its session goes on"


# --- packets ------------------------------------------------------------------------------------------

def foreign_names(scene, stolen):
    """Packets with names that are not its own."""
    rogue = scene.joined(scene.rogue())
    life, session = rogue.life, rogue.session
    for _ in range(50):
        rogue.packet("b", 1, b"1 void 1 false\n", life=os.urandom(8).hex())
        rogue.packet("e", 0, b"no", session=stolen["session"])
        rogue.packet("b", random.randrange(1, 200), b"1 void 1 false\n", session=stolen["session"])
        rogue.packet("b", 1, b"1 void 1 false\n", session=os.urandom(8).hex())
    settled = scene.settle(rogue)
    say("a wrong life, and the session of another worker, do nothing", settled and not scene.said("lab01 has played")
        and (rogue.life, rogue.session) == (life, session), scene.cup.said(), rogue.ended)
    tell("a wrong life; a session that is none; the session of lab01, read at the server", outcome(rogue))
    rogue.packet("e", 0, b"it ended")
    rogue.client.close()


def jumping_numbers(scene):
    rogue = scene.joined(scene.rogue())
    for number in (0, 99, 2**31, 2**32 - 1):
        rogue.packet("b", number, b"garbage\n", taken=2**32 - 1)
    for line in (b"", b"\n", b"x" * 200, b"%s %s b -1 0\n" % (rogue.life.encode(), rogue.session.encode()),
                 b"%s %s b 99999999999 0\n" % (rogue.life.encode(), rogue.session.encode())):
        rogue.client.publish(f"w.{rogue.name}.{rogue.instance}", line)
    say("numbers that jump and packets that are none are dropped", scene.settle(rogue), rogue.ended)
    tell("numbers that jump, packets that are none", outcome(rogue))
    rogue.packet("e", 0, b"it ended")
    rogue.client.close()


def huge_packets(scene):
    rogue = scene.joined(scene.rogue())
    for _ in range(50):
        rogue.packet("b", rogue.number + 1, b"x" * 1000000)
        rogue.packet("b", rogue.number + 1, b"x" * (128 << 10))
    rogue.say(b"x" * 100000)
    rogue.say(b"x" * 100000)
    say("a line without end ends the session", scene.run(rogue, lambda: rogue.ended), rogue.ended)
    tell("packets of 1 MB; a line of 200 KB", outcome(rogue))
    rogue.client.close()


def flood(scene):
    """As many packets as the server passes on."""
    rogue = scene.joined(scene.rogue())
    small = b"PUB w.%s.%s 57\r\n%s %s b 999999999 0\nxxxxx\r\n" % (
        rogue.name.encode(), rogue.instance.encode(), rogue.life.encode(), rogue.session.encode())
    head, _, body = small.partition(b"\r\n")
    small = b"PUB w.%s.%s %d\r\n%s" % (rogue.name.encode(), rogue.instance.encode(), len(body) - 2, body)
    alien = small.replace(rogue.session.encode(), os.urandom(8).hex().encode())
    before, sent = scene.cup.played()[0], 0

    def flooded():
        nonlocal sent
        rogue.client.send((small + alien) * 1000)
        sent += 2000
        scene.most = max(scene.most, memory(scene.broker))
        return sent >= 200000 and scene.cup.played()[0] > before + 5
    say("games go on under a flood", lambda: until("they do", flooded))
    rogue.client.close()
    tell(f"{sent} packets", f"{scene.cup.played()[0] - before} games meanwhile; main's referee-broker has at most "
         f"{scene.most >> 10} MB")


# --- records ------------------------------------------------------------------------------------------

class Liar(FakeWorker):
    """Answers its first game with lines; {game} and {pairing} are those of the request."""
    lines = ()

    def request(self, line):
        self.games.append(line)
        if len(self.games) == 1:
            words = line.split()
            self.say("".join(text + "\n" for text in self.lines).replace("{game}", words[0]).replace("{pairing}", words[2]))


LIES = (
    ("a record for a game that was not asked for", ("200 game 1 1",)),
    ("a record of another pairing", ("{game} game 77777 1", "{game} move 1 d 1 - - - - -")),
    ("an illegal game", ("{game} game {pairing} 1", "{game} move 1 zz 1 - - - - -", "{game} seat 1 1 ok ",
                         "{game} seat 2 2 ok ", "{game} end four-in-a-row 1 x")),
    ("a game that ends too early", ("{game} game {pairing} 1", "{game} seat 1 1 ok ", "{game} seat 2 2 ok ",
                                    "{game} end four-in-a-row 1 x")),
    ("lines that are none", ("\x01\x02 <script>",)),
    ("answers for connections of other bots", ("taken 0", "taken 99999999999999999999")),
)


def lies(scene):
    rogues = []
    for tried, lines in LIES:
        rogues.append(scene.rogue(Liar))
        rogues[-1].lines = lines
    wrong = "this worker broke the rules; it may come back later"  # told at the end of its session, and at its return
    scene.run(rogues, lambda: all(rogue.ended.count(wrong) > 1 or "it has no games" in rogue.ended for rogue in rogues))
    for (tried, _), rogue in zip(LIES, rogues):
        say(f"{tried}: its session ends since it broke the rules, and it may not come back soon",
            rogue.ended.count(wrong) > 1 and "it has no games" not in rogue.ended, rogue.ended, scene.cup.said())
        tell(tried, outcome(rogue))
        rogue.client.close()


class Voider(FakeWorker):
    """Says of each game that it cannot be played."""

    def request(self, line):
        self.games.append(line)
        words = line.split()
        self.say(f"{words[0]} void {words[2]} no reason\n")


def voids(scene):
    rogue = scene.rogue(Voider, slots=4)
    scene.run(rogue, lambda: scene.said("drained"))
    say("a machine that fails each game is drained", scene.said(f"worker {rogue.name}: drained"))
    say("games that it calls void are played by others", scene.cup.process.poll() is None, scene.cup.said())
    tell("games that it calls void", f"{len(rogue.games)} games, then it is drained; played again elsewhere")
    rogue.packet("e", 0, b"it ended")
    rogue.client.close()


class Endless(FakeWorker):
    """A game of moves without end."""

    def request(self, line):
        self.games.append(line)
        if len(self.games) > 1:
            return
        self.say(f"{line.split()[0]} game {line.split()[2]} 1\n")

    def tick(self):
        super().tick()
        if self.state == "ready" and self.games:
            text = f"{self.games[0].split()[0]} move 1 d 1 - - - - -\n"
            while len(self.unsent) < 15:
                self.say(text * (100000 // len(text)))


def endless(scene):
    rogue = scene.rogue(Endless)

    def ends():
        if rogue.state == "ready" and not rogue.unsent:
            rogue.tick()
        return rogue.ended
    say("a record without end ends its session", scene.run(rogue, ends), scene.cup.said())
    tell("a record without end", f"{outcome(rogue)}: {scene.reason(rogue.name)}")
    rogue.client.close()


def late_answers(scene):
    """It is silent until its session is over, then it answers."""
    rogue = scene.joined(scene.rogue(beats=False))
    request = rogue.games[0].split()
    life, session, number = rogue.life, rogue.session, rogue.number
    rogue.over = lambda: None

    def ends():  # no tick: it sends nothing
        if select.select([rogue.client.socket], [], [], 0.1)[0]:
            rogue.client.pump()
        return rogue.ended
    until("its session ends", ends)
    check("a silent worker loses its session", ["it is silent"], [why for why in rogue.ended if "silent" in why][:1])
    for i in range(20):
        rogue.packet("b", number + 1, f"{request[0]} void {request[2]} late\n".encode(), life=life, session=session)
    before = len(rogue.ended)
    scene.run(rogue, lambda: len(rogue.ended) > before)
    say("... and is not heard afterwards", "the session is over" in rogue.ended, rogue.ended)
    tell("no answers and no beats; answers after the session", outcome(rogue))
    rogue.client.close()


# --- claims -------------------------------------------------------------------------------------------

def forged_facts(scene):
    rogues = []
    for facts in ({"slots": 1000}, {"slots": -1}, {"speed": 99999999999999999999}, {"arch": "x" * 5000}):
        rogues.append(scene.rogue())
        rogues[-1].facts = facts_of(rogues[-1].name, FakeWorker.version, **facts)
    scene.run(rogues, lambda: all(rogue.ended for rogue in rogues))
    said = [rogue.ended[0] for rogue in rogues if rogue.ended]
    say("facts out of bounds are refused", len(said) == 4 and all("its facts are " in text for text in said), said)
    for rogue in rogues:
        rogue.client.close()
    tell("1000 slots; slots below 0; a speed of 10^20; facts of 5000 bytes", f"refused: {said}")
    rogue = scene.rogue()
    rogue.facts = facts_of("lab01", FakeWorker.version, pool="other", speed=1125899906842624)
    scene.joined(rogue)
    say("the name is that of the key", scene.said(f"worker {rogue.name} plays"), scene.cup.said())
    tell("the name of lab01, another pool", "the name of its key, main's pool")
    for _ in range(2000):
        rogue.say("speed 1\nspeed 1000000000000\n")
    scene.run(rogue, lambda: not rogue.unsent)
    say("the log does not grow", len(scene.cup.said()) < 50000, len(scene.cup.said()))
    tell("4000 speeds that differ", f"a log of {len(scene.cup.said())} bytes")
    rogue.packet("e", 0, b"it ended")
    rogue.client.close()


def many_sessions(scene):
    rogue = scene.rogue()
    serve([rogue], lambda: rogue.session is not None)
    answers = []
    listener = Client(scene.server.url, lambda subject, data: answers.append(data), "listener")
    listener.subscribe(f"r.{rogue.name}.>").connect()
    for i in range(2000):
        rogue.packet("j", 0, b"any", session=os.urandom(8).hex(), instance=f"i{i}")

    def refusals():
        if select.select([listener.socket], [], [], 0.2)[0]:
            listener.pump()
        return sum(b"enough workers" in data for data in answers)
    say("of 2000 sessions most are refused", lambda: until("they are", lambda: refusals() >= 1700))
    refused = refusals()
    other = scene.rogue()
    assert serve([other], lambda: other.games or other.ended)
    check("... and another worker joins meanwhile", [], other.ended)
    scene.most = max(scene.most, memory(scene.broker))
    tell("2000 sessions", f"{2000 - refused} of them, for {SILENCE} s; other workers join")
    for client in (rogue, other):
        client.packet("e", 0, b"it ended")
        client.client.close()
    listener.close()


LASTING_CUP = """
name = lasting
game = connect4
rounds = 30
nodes = 20000
clock = wall
startup-timeout = 5s
newgame-timeout = 2s
openings = random:4
bot a { command = "referee-bot --search alphabeta" }
bot b { command = "referee-bot --search mcts" }
"""


def sits(scene):
    """It has many games, says that it lives, and returns none: for longer than a start of their bots may take."""
    server = Server()
    rogue = FakeWorker(server.url, "sitting", slots=8)
    cup = Tournament(server, LASTING_CUP, silence=f"{SILENCE}s").start()
    say("a worker that keeps its games loses them", serve([rogue], lambda: rogue.ended or cup.process.poll() is not None)
        and rogue.games and rogue.ended, cup.said())
    rogue.client.close()
    check("... and they are played without it", (0, (60, 60)), (cup.finish(), cup.played()))
    say("... for the time that it has had one", " sitting has a game for " in cup.said(), cup.said())
    why = next((line for line in cup.said().splitlines() if "worker was killed" in line), "")
    tell("8 games that it keeps, with all beats", f"{outcome(rogue)}; they are played again: {why.split('killed: ')[-1][:80]}")


def stolen_session(scene):
    """What a client sees that the server lets read everything."""
    seen = {}

    def hear(subject, data):
        life, session = data.split()[:2]
        seen.update(life=life.decode(), session=session.decode())
    spy = Client(scene.server.url, hear).subscribe("w.lab01.>")
    spy.connect()
    while not seen:
        spy.pump()
    spy.close()
    return seen


def main():
    skip_without()
    scene = Scene()
    foreign_names(scene, stolen_session(scene))
    for trial in (jumping_numbers, huge_packets, forged_facts, lies, late_answers, sits, flood, many_sessions, endless,
                  voids):
        if scene.cup.process.poll() is not None:
            say("the tournament lasts", False, scene.cup.said())
            break
        trial(scene)
    say("main's referee-broker is the same process", scene.broker in children(scene.cup.process.pid), scene.cup.said())
    say(f"... and has at most {MEMORY >> 10} MB", scene.most <= MEMORY, scene.most)
    check("the tournament goes on until it is told to stop, and then ends", (143, 0), scene.cup.end())
    check("no game is lost and none is there twice", (2 * scene.cup.rounds(),) * 2, scene.cup.played())
    say("all games are what they are alone", scene.cup.games() == Model(endless_cup(4, 0)).of(scene.cup.rounds()))
    check("no game of a rogue is there", [], rows(scene.cup.db, "SELECT w.name FROM games g JOIN workers w ON "
                                                  "w.id = g.worker WHERE w.name LIKE 'rogue%'"))
    said = referee("verify", "--db", scene.cup.db).stdout
    say("... and right", ": 0 mismatches" in said, said)
    for tried, got in table:
        print(f"| {tried} | {got} |")
    say.end()


if __name__ == "__main__":
    main()
