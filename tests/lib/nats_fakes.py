"""A NATS client by the text protocol, a proxy before a server that cuts connections, and workers that are none."""
import os
import select
import socket
import threading
import time

from checks import left, referee


def connect(url):
    host, port = url.split("//")[1].rsplit(":", 1)
    return socket.create_connection((host, int(port)))


class Proxy:
    """Passes TCP connections on to a server, until it is told not to."""

    def __init__(self, server):
        self.server, self.flows = server, threading.Event()
        self.flows.set()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"nats://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.socket.accept()
            try:
                server = connect(self.server.url)
            except OSError:
                client.close()
                continue
            for ends in ((client, server), (server, client)):
                threading.Thread(target=self.pass_on, args=ends, daemon=True).start()

    def pass_on(self, one, other):
        try:
            while data := one.recv(65536):
                self.flows.wait()
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self, cut):
        (self.flows.clear if cut else self.flows.set)()


class Client:
    """A client of a NATS server. pump() hears what has come; it connects again by itself."""

    def __init__(self, url, hear, name="fake"):
        self.url, self.hear, self.name, self.subjects = url, hear, name, []
        self.socket, self.connects = None, 0

    def connect(self):
        try:
            self.socket = connect(self.url)
        except OSError:
            return False
        self.data = b""
        self.connects += 1
        self.send(b'CONNECT {"verbose":false,"pedantic":false,"name":"%s"}\r\n' % self.name.encode())
        for number, subject in enumerate(self.subjects):
            self.send(b"SUB %s %d\r\n" % (subject.encode(), number + 1))
        return True

    def subscribe(self, *subjects):
        for subject in subjects:
            self.subjects.append(subject)
            if self.socket is not None:
                self.send(b"SUB %s %d\r\n" % (subject.encode(), len(self.subjects)))
        return self

    def send(self, data):
        if self.socket is None:
            return
        try:
            self.socket.sendall(data)
        except OSError:
            self.close()

    def publish(self, subject, body):
        self.send(b"PUB %s %d\r\n%s\r\n" % (subject.encode(), len(body), body))

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None

    def pump(self):
        """Call it when there is something to read."""
        try:
            data = self.socket.recv(1 << 20)
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        self.data += data
        while (end := self.data.find(b"\r\n")) >= 0:
            words = self.data[:end].split()
            if words[:1] == [b"MSG"]:
                size = int(words[-1])
                if len(self.data) < end + size + 4:
                    return
                body, self.data = self.data[end + 2:end + 2 + size], self.data[end + size + 4:]
                self.hear(words[1].decode(), body)
                if self.socket is None:
                    return
            else:
                self.data = self.data[end + 2:]
                if words[:1] == [b"PING"]:
                    self.send(b"PONG\r\n")


def facts_of(name, version, slots=1, arch="x86_64", pool="any", speed=0):
    return f"{name} {pool} {arch} {version} - {slots} 0 0 0 {speed} - - -"


class FakeWorker:
    """Speaks as a worker does. It plays nothing: games has the requests. ready: it says that it can play.
    heard: the number of the connection on which the session was last heard."""
    version = referee("--version").stdout.split()[1]

    def __init__(self, url, name, slots=1, pool="any", facts=None, ready=True, beats=True):
        self.name, self.pool, self.ready, self.beats = name, pool, ready, beats
        self.facts = facts or facts_of(name, self.version, slots)
        self.instance = os.urandom(8).hex()
        self.client = Client(url, self.hear, name).subscribe(f"r.{name}.{self.instance}", f"hello.{pool}")
        self.lives, self.ended, self.games, self.sessions = {}, [], [], 0
        self.forget()

    def forget(self):
        self.life = self.session = None
        self.unsent, self.number, self.received, self.stream, self.state = {}, 0, 0, b"", "joining"
        self.folders = self.heard = 0

    # --- packets ---

    def packet(self, kind, number=0, body=b"", taken=None, life=None, session=None, instance=None):
        head = f"{life or self.life} {session or self.session} {kind} {number} " \
               f"{self.received if taken is None else taken}\n"
        self.client.publish(f"w.{self.name}.{instance or self.instance}", head.encode() + body)

    def join(self, life):
        self.forget()
        self.life, self.session = life, os.urandom(8).hex()
        self.packet("j", body=self.pool.encode())
        self.joined = time.monotonic()

    def say(self, text):
        body = text if isinstance(text, bytes) else text.encode()
        self.number += 1
        self.unsent[self.number] = body
        self.packet("b", self.number, body)

    def hear(self, subject, data):
        if subject.startswith("hello."):
            life = data.split()[0].decode()
            self.lives[life] = time.monotonic()
            if self.session is None and self.wants(life):
                self.join(life)
            return
        line, body = data.split(b"\n", 1)
        life, session, kind, number, taken = line.decode().split()
        if session != self.session:
            return
        self.heard = self.client.connects
        for number_sent in [n for n in self.unsent if n <= int(taken)]:
            del self.unsent[number_sent]
        if kind == "e":
            self.ended.append(body.decode())
            self.over()
            return
        if self.state == "joining":
            self.state = "config"
            self.sessions += 1
            self.greet()
        if kind == "b" and int(number) == self.received + 1:
            self.received += 1
            self.stream += body
            self.read()

    def wants(self, life):
        return True

    def over(self):
        """The session has ended."""
        self.forget()

    def tick(self):
        """Call it about each second."""
        if self.client.socket is None and not self.client.connect():
            return
        if self.session is None:
            return
        if self.state == "joining":
            if time.monotonic() - self.joined > 2:
                self.packet("j", body=self.pool.encode())
            return
        for number, body in list(self.unsent.items()):
            self.packet("b", number, body)
        self.packet("a")
        if self.beats and self.state != "config" and not self.unsent:
            self.say("beat\n")

    # --- the dialogue ---

    def greet(self):
        self.say(f"worker 4 {self.version}\nfacts {self.facts}\n")

    def read(self):
        if self.state == "config":
            line, _, rest = self.stream.partition(b"\n")
            size = int(line.split()[1])
            if len(rest) < size:
                return
            text = rest[:size].decode()
            self.stream = rest[size:]
            self.folders = len({line.split()[-1] for line in text.splitlines() if line.startswith("folder ")})
            self.state = "folders"
        while self.state == "folders" and (self.folders == 0 or b"\n" in self.stream):
            if self.folders > 0:
                line, self.stream = self.stream.split(b"\n", 1)
                self.say(b"have " + line.split()[1] + b"\n")
                self.folders -= 1
                continue
            self.state = "ready"
            if self.ready:
                self.say("ready\n")
        while self.state == "ready" and b"\n" in self.stream:
            line, self.stream = self.stream.split(b"\n", 1)
            self.request(line.decode())

    def request(self, line):
        self.games.append(line)


def serve(fakes, until, second=None):
    """Runs fakes until a condition holds; False: the script's time is over. second: called each second."""
    end, next_tick = time.monotonic() + left(), 0
    poller = select.poll()
    known = {}
    while not until():
        now = time.monotonic()
        if now > end:
            return False
        if now >= next_tick:
            next_tick = now + 1
            for fake in fakes:
                fake.tick()
            if second is not None:
                second()
            for fd in known:
                try:
                    poller.unregister(fd)
                except (KeyError, OSError):
                    pass
            known = {fake.client.socket.fileno(): fake for fake in fakes if fake.client.socket is not None}
            for fd in known:
                poller.register(fd, select.POLLIN)
        for fd, _ in poller.poll(100):
            client = known[fd].client
            if client.socket is None or client.socket.fileno() != fd:
                continue
            client.pump()
            if client.socket is None:
                poller.unregister(fd)
    return True


