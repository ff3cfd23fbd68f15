"""A small client of a NATS server, written from its protocol, and the keys of its users as text."""
import base64
import json
import re
import socket
import ssl
import subprocess

from checks import LIMIT, folder

PREFIX = bytes.fromhex("302e020100300506032b657004220420")  # of an Ed25519 key in PKCS #8 (RFC 8410)


def seed_of(path):
    """The 32 bytes of the seed in a file."""
    with open(path) as file:
        text = re.search(r"^SU[A-Z2-7]{56}$", file.read(), re.M)[0]
    return base64.b32decode(text + "=" * (-len(text) % 8))[2:34]


class Key:
    """A user's key: its public text, and its signatures, which the program openssl makes."""

    def __init__(self, path):
        self.path = folder() + "/key.pem"
        with open(self.path, "wb") as file:
            file.write(b"-----BEGIN PRIVATE KEY-----\n" + base64.encodebytes(PREFIX + seed_of(path)) +
                       b"-----END PRIVATE KEY-----\n")
        der = subprocess.run(["openssl", "pkey", "-in", self.path, "-pubout", "-outform", "DER"], check=True,
                             capture_output=True).stdout
        self.public = public_text(der[-32:])

    def sign(self, data):
        with open(self.path + ".data", "wb") as file:
            file.write(data)
        return subprocess.run(["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", self.path, "-in",
                               self.path + ".data"], check=True, capture_output=True).stdout


def public_text(bytes32):
    """The public key of a user as text: its kind, the key, and their CRC."""
    data = bytes([20 << 3]) + bytes32
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xffff
    return base64.b32encode(data + crc.to_bytes(2, "little")).decode().rstrip("=")


class Refused(Exception):
    """The server said -ERR, or closed the connection."""


class Nats:
    """A connection. key: a Key, which answers the server's nonce; more: further fields of CONNECT."""

    def __init__(self, url, ca=None, key=None, **more):
        host, port = re.match(r"\w+://(.*):(\d+)$", url).groups()
        self.socket = socket.create_connection((host, int(port)), timeout=LIMIT)
        self.rest, self.messages, self.errors, self.sid = b"", [], [], 0
        self.info = json.loads(self.line()[len("INFO "):])
        if self.info.get("tls_required"):
            context = ssl.create_default_context(cafile=ca)
            self.socket = context.wrap_socket(self.socket, server_hostname=host)
        fields = {"verbose": False, "pedantic": False, "lang": "test", "version": "0", "protocol": 1, **more}
        if key is not None:
            signature = base64.urlsafe_b64encode(key.sign(self.info["nonce"].encode())).decode().rstrip("=")
            fields.update(nkey=key.public, sig=signature)
        self.send(b"CONNECT " + json.dumps(fields).encode() + b"\r\n")
        self.flush()
        if self.errors:
            raise Refused(*self.errors)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            raise Refused(*self.errors, "closed") from None

    def fill(self):
        try:
            data = self.socket.recv(65536)
        except OSError:
            data = b""
        if not data:
            raise Refused(*self.errors, "closed")
        self.rest += data

    def line(self):
        while b"\r\n" not in self.rest:
            self.fill()
        line, self.rest = self.rest.split(b"\r\n", 1)
        return line.decode()

    def take(self):
        """Reads one thing that the server says; returns its first word."""
        words = self.line().split(" ")
        if words[0] == "MSG":
            size = int(words[-1])
            while len(self.rest) < size + 2:
                self.fill()
            self.messages.append((words[1], self.rest[:size]))
            self.rest = self.rest[size + 2:]
        elif words[0] == "-ERR":
            self.errors.append(" ".join(words[1:]))
        elif words[0] == "PING":
            self.send(b"PONG\r\n")
        return words[0]

    def flush(self):
        """Returns when the server has read all that was sent."""
        self.send(b"PING\r\n")
        while self.take() != "PONG":
            pass

    def allowed(self):
        """Did the server refuse nothing since the last time?"""
        self.errors.clear()
        self.flush()
        return not self.errors

    def may_publish(self, subject, data=b""):
        self.send(b"PUB %s %d\r\n%s\r\n" % (subject.encode(), len(data), data))
        return self.allowed()

    def may_subscribe(self, subject, queue=""):
        self.sid += 1
        self.send(f"SUB {subject} {queue} {self.sid}\r\n".encode())
        return self.allowed()

    def next(self):
        """The next message: its subject and data."""
        while not self.messages:
            self.take()
        return self.messages.pop(0)
