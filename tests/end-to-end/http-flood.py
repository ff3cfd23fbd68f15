"""One address floods the pages: an honest reader of another address gets his all the same.

http-flood.py FEEDER DATABASE prints, for each flood, how many of the honest reader's requests were answered
as they should be, and a line for each that must hold.
"""
import asyncio, os, random, resource, subprocess, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from checks import say, start, until as wait_until

feeder, database = sys.argv[1:3]
HONEST, ROUNDS, PATIENCE = "127.0.0.1", 10, 60
FLOODERS = [f"127.0.0.{last}" for last in range(2, 8)]
files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, files),) * 2)


class Web:
    """A feeder and its web process. files: descriptors that it may have. under_way: it has been asked so many times."""

    def __init__(self, files, under_way):
        self.connections, self.wanted, self.under_way = 0, under_way, asyncio.Event()
        self.process = start([feeder, "0"], files=files, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().split()[2])
        self.process.stdin.write(f"tournament 1 1 60 60 done cup {database} - - -\n")
        self.process.stdin.flush()

    def end(self):
        self.process.stdin.close()
        self.process.wait()

    async def connect(self, source):
        try:
            return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0), limit=1 << 20)
        finally:
            self.connections += 1
            if self.connections >= self.wanted:
                self.under_way.set()

    async def ask(self, source, path, writer=None):
        """The status of an answer, read whole; 0: none."""
        try:
            reader, writer = await self.connect(source)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            got = await reader.read()
            return int(got.split()[1]) if got else 0
        except (OSError, ValueError, IndexError):
            return 0
        finally:
            if writer is not None:
                writer.close()


async def honest(web, base):
    """Asks for pages that no client has asked for before, one after the other."""
    good = 0
    for i in range(ROUNDS):
        try:
            path = f"{base}/games?before={1000000 + random.getrandbits(30)}"
            good += await asyncio.wait_for(web.ask(HONEST, path), PATIENCE) == 200
        except asyncio.TimeoutError:
            pass
    return good


async def follows(web, base):
    """Asks for events, each time anew."""
    good = 0
    for i in range(ROUNDS):
        try:
            reader, writer = await web.connect(HONEST)
            writer.write(f"GET {base}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            good += b" 200 " in await asyncio.wait_for(reader.readline(), PATIENCE)
            writer.close()
        except (OSError, asyncio.TimeoutError):
            pass
    return good


# --- floods: each a task, one of many ---------------------------------------------------------------

async def asks(web, source, base, query):
    while True:
        status = await web.ask(source, f"{base}/{query}{random.getrandbits(40)}")
        await asyncio.sleep(0 if status else 0.05)


async def drips(web, source, base, query):
    while True:
        try:
            reader, writer = await web.connect(source)
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            while not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(1)
        except OSError:
            pass
        await asyncio.sleep(0.05)


async def hoards(web, source, base, query):
    while True:
        try:
            reader, writer = await web.connect(source)
            writer.write(f"GET {base}/events?games=all HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            while await reader.read(65536):
                pass
            writer.close()
        except OSError:
            pass
        await asyncio.sleep(0.2)


async def stalls(web, source, base, query):
    """Asks for much, again and again on one connection, and takes a few bytes of it now and then."""
    while True:
        try:
            reader, writer = await web.connect(source)
            writer.transport.pause_reading()
            writer.write(f"GET {base}{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20)
            while not reader.at_eof():
                await asyncio.sleep(1)
                writer.transport.resume_reading()
                await asyncio.wait_for(reader.read(1000), 1)
                writer.transport.pause_reading()
        except (OSError, asyncio.TimeoutError, RuntimeError):
            pass
        await asyncio.sleep(0.05)


async def flood(web, base, act, count, query, reader):
    tasks = [asyncio.create_task(act(web, FLOODERS[i % len(FLOODERS)], base, query)) for i in range(count)]
    await web.under_way.wait()
    good = await reader(web, base)
    while tasks:  # again and again: wait_for() can lose a cancellation
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=1)
    return good


FLOODS = [
    ("of questions with a key that no page knows", asks, 300, "ratings?x=", honest, None),
    ("of questions for other pages each time", asks, 300, "games?round=", honest, None),
    ("of half requests, a byte a second", drips, 400, "", honest, 256),
    ("of readers of events", hoards, 1600, "", follows, None),
    ("of readers that hardly read", stalls, 400, "/ratings", honest, 256),
]


def one(sentence, act, count, query, reader, files):
    web = Web(files, count // 2)
    base = "/t/1"
    wait_until("it knows the tournament", lambda: asyncio.run(web.ask(HONEST, base)) == 200)
    good = asyncio.run(flood(web, base, act, count, query, reader))
    web.end()
    print(f"    flood of {count} {sentence}: {good} of {ROUNDS}", flush=True)
    say(f"an honest reader is answered in a flood {sentence}", good == ROUNDS, good)


for row in FLOODS:
    one(*row)
say.end()
