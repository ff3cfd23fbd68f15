"""How a bot says hello over the network, written down once more from PROTOCOL.md alone."""
import hashlib
import hmac
import os
import socket
import ssl

ERROR = b"error refused: the name or the token is wrong, or the login took too long\n"


def crowd_token(name):
    """The token of a bot of tests/bench/crowd.c."""
    return hashlib.sha256(b"crowd " + name.encode()).digest()


def sign(key, text):
    return hmac.digest(key, text.encode(), "sha256")


def proof(token, name, mine, theirs, binding, sends=""):
    client = sign(token, "Client Key")
    words = f"referee-hello 1 {name} {mine} {theirs} {binding}{sends}"
    signature = sign(hashlib.sha256(client).digest(), words)
    return bytes(a ^ b for a, b in zip(client, signature)).hex()


def over_tls(raw, version=ssl.TLSVersion.TLSv1_3):
    """Speaks TLS on a socket that is connected, with any peer."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version = context.maximum_version = version
    return context.wrap_socket(raw)


def binding_of(connection):
    """The binding of a proof over this connection."""
    if not isinstance(connection, ssl.SSLSocket):
        return "-"
    return hashlib.sha256(connection.getpeercert(True)).hexdigest()


def connect(address, source=None, limit=60):
    """address: unix:PATH, plain:HOST:PORT, or HOST:PORT with TLS."""
    if address.startswith("unix:"):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(limit)
        connection.connect(address[5:])
        return connection
    host, port = address.removeprefix("plain:").rsplit(":", 1)
    raw = socket.create_connection((host, int(port)), limit, (source, 0) if source else None)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return raw if address.startswith("plain:") else over_tls(raw)


def line_of(lines):
    line = b""
    while not line.endswith(b"\n"):
        byte = lines.read(1)
        if not byte:
            break
        line += byte
    return line


def hello(connection, name, token, binding="-", nonce=None):
    """Says hello and returns the lines after the challenge, as a file."""
    nonce = nonce or os.urandom(32).hex()
    lines = connection.makefile("rwb", buffering=0)
    lines.write(f"hello 1 {name} {nonce}\n".encode())
    challenge = line_of(lines).decode().split()
    if len(challenge) == 2:
        text = proof(token, name, nonce, challenge[1], binding)
        lines.write(f"proof {text}\n".encode())
    return lines


def enter(connection, name, token, binding="-", sends=""):
    """Comes in: the lines, as text, once the referee has shown that it knows the token too. ConnectionError: it
    was not let in, or not by the referee. sends: " send" of a client that hands in a bot."""
    mine, lines = os.urandom(32).hex(), connection.makefile("rw", newline="\n")
    print(f"hello 1 {name} {mine}{sends}", file=lines, flush=True)
    word, *theirs = lines.readline().split()[:2] or [""]
    if word != "challenge":
        raise ConnectionError(word)
    print("proof", proof(token, name, mine, theirs[0], binding, sends), file=lines, flush=True)
    words = f"referee-hello 1 {name} {mine} {theirs[0]} {binding}{sends}"
    if lines.readline().split() != ["welcome", sign(sign(token, "Server Key"), words).hex()]:
        raise ConnectionError("not welcome")
    return lines


def rest(connection):
    """All that comes until the end, which must come."""
    got = b""
    try:
        while chunk := connection.recv(65536):
            got += chunk
    except (ConnectionResetError, ssl.SSLError):
        pass
    return got
