#!/usr/bin/env python3
"""Bots that misbehave over the network: one function and one way each.

network.py KIND ADDRESS [NAME] [--source IP] [--other ADDRESS] [--count N] [--life SECONDS]

ADDRESS is unix:PATH, plain:HOST:PORT, or HOST:PORT with TLS. Strangers have no seat and want none; the
others come in as NAME, with the token that tests/bench/crowd.c gives it, and play tic-tac-toe or any game
until they misbehave. --other: another door of the same referee. --life: it goes when that is over, if
no other process has ended it before; each is run alone, since one does nothing but wait.
"""
import argparse
import os
import random
import signal
import socket
import ssl
import struct
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from handshake import binding_of, connect, crowd_token, hello, line_of, over_tls, proof, rest  # noqa: E402

KINDS = {}
GONE = OSError  # of which errors of TLS are kinds too


def rogue(kind):
    KINDS[kind.__name__.replace("_", "-")] = kind
    return kind


def come(a, name=None, token=None):
    """Knows a token and comes in: the connection and its lines."""
    name = name or a.name
    connection = connect(a.address, a.source)
    lines = hello(connection, name, token or crowd_token(name), binding_of(connection))
    said = line_of(lines)
    return connection, lines, said.startswith(b"welcome ")


def reset(connection):
    """Ends it without a word: what was under way is lost, and TCP says RST."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    os.close(connection.detach())


def again():
    """Without end, but not so often that only the processor is tried."""
    time.sleep(0.01)
    return True


def wait_for_ever(connection):
    """Holds it open and reads nothing."""
    while True:
        signal.pause()


def play(lines, turn):
    """Answers as a bot does; a move is turn(N, MOVE)'s, from 1, which writes it or does not."""
    legal, turns = b"", 0
    while line := line_of(lines):
        words = line.split()
        if words[:1] == [b"ugi"]:
            lines.write(b"id name rogue\nfeature legal players\nugiok\n")
        elif words[:1] == [b"isready"]:
            lines.write(b"readyok\n")
        elif words[:1] == [b"legal"]:
            legal = words[1]
        elif words[:1] == [b"go"]:
            turns += 1
            turn(turns, b"bestmove " + legal + b"\n")


# --- strangers ----------------------------------------------------------------------------------------

@rogue
def says_nothing(a):
    """Connects and never says hello, again and again."""
    while again():
        rest(connect(a.address, a.source))


@rogue
def slow_hello(a):
    """A byte a second."""
    while again():
        connection = connect(a.address, a.source)
        for byte in b"hello 1 somebody " + b"0" * 64:
            connection.sendall(bytes([byte]))
            time.sleep(1)


@rogue
def long_hello(a):
    while again():
        connection = connect(a.address, a.source)
        connection.sendall(b"hello 1 " + b"a" * 100000)
        rest(connection)


@rogue
def wrong_token(a):
    while again():
        connection, lines, welcome = come(a, a.name, os.urandom(32))
        if welcome:
            sys.exit("it was let in with a wrong token")
        connection.close()


@rogue
def replayed(a):
    """Sends word for word what has opened the door once. No tournament waits for NAME."""
    nonce = os.urandom(32).hex()
    connection = connect(a.address, a.source)
    binding = binding_of(connection)
    lines = connection.makefile("rwb", buffering=0)
    lines.write(f"hello 1 {a.name} {nonce}\n".encode())
    challenge = line_of(lines).decode().split()
    if len(challenge) != 2:
        raise ConnectionError
    heard = proof(crowd_token(a.name), a.name, nonce, challenge[1], binding)
    lines.write(f"proof {heard}\n".encode())
    if not line_of(lines).startswith(b"welcome "):
        sys.exit("it was not let in the first time")
    lines.close()
    connection.close()
    while again():
        connection = connect(a.address, a.source)
        connection.sendall(f"hello 1 {a.name} {nonce}\n".encode())
        connection.sendall(f"proof {heard}\n".encode())
        if b"welcome" in rest(connection):
            sys.exit("it was let in by what it had heard")


@rogue
def plaintext(a):
    """Speaks no TLS where TLS is spoken, and TLS where it is not (--other)."""
    while again():
        connection = connect("plain:" + a.address, a.source)
        connection.sendall(f"hello 1 {a.name} {'0' * 64}\n".encode())
        rest(connection)
        connection.close()
        if a.other:
            raw = connect(a.other, a.source if a.other.startswith("plain:") else None)
            try:
                over_tls(raw)
            except GONE:
                pass
            raw.close()


@rogue
def half_hello(a):
    """Half a hello, and half a close."""
    while again():
        connection = connect(a.address, a.source)
        connection.sendall(b"hello 1 some")
        if isinstance(connection, ssl.SSLSocket):
            reset(connection)
            continue
        connection.shutdown(socket.SHUT_WR)
        rest(connection)
        connection.close()


@rogue
def storm(a):
    """--count connections one after another, from a hundred addresses: a third goes at once, a third
    says rubbish, a third comes in as NAME, for which no tournament waits, and is gone."""
    told = {"gone": 0, "refused": 0, "welcome": 0}
    for i in range(a.count):
        a.source = None if a.address.startswith("unix:") else f"127.0.{100 + i % 3}.{1 + i % 100}"
        try:
            if i % 3 == 0:
                reset(connect(a.address, a.source))
                told["gone"] += 1
            elif i % 3 == 1:
                connection = connect(a.address, a.source)
                connection.sendall(b"rubbish\n")
                rest(connection)
                told["refused"] += 1
            else:
                told["welcome"] += come(a)[2]
        except GONE:
            pass
    print("storm:", *(f"{count} {what}" for what, count in told.items()), flush=True)


# --- with a token -------------------------------------------------------------------------------------

@rogue
def never_reads(a):
    """Comes in, and never reads anything."""
    wait_for_ever(come(a))


@rogue
def garbage(a):
    """Comes in and talks what no protocol knows."""
    luck = random.Random(1)
    connection, lines, _ = come(a)
    while True:
        lines.write(luck.randbytes(40).replace(b"\n", b"") + b"\n")


@rogue
def half_closes_before(a):
    """Its half is closed instead of its second move; then it is gone."""
    connection, lines, _ = come(a)

    def turn(number, move):
        if number == 1:
            lines.write(move)
        else:
            connection.shutdown(socket.SHUT_WR)
    play(lines, turn)


@rogue
def half_closes_after(a):
    """Its half is closed right behind its first move, which counts."""
    connection, lines, _ = come(a)

    def turn(number, move):
        lines.write(move)
        connection.shutdown(socket.SHUT_WR)
    play(lines, turn)


@rogue
def vanishes(a):
    """In its second turn it is gone without a word."""
    connection, lines, _ = come(a)

    def turn(number, move):
        if number < 2:
            lines.write(move)
        else:
            reset(connection)
    play(lines, turn)


@rogue
def falls_silent(a):
    """From its second turn on it neither speaks nor listens, and stays."""
    connection, lines, _ = come(a)

    def turn(number, move):
        if number > 1:
            wait_for_ever(connection)
        lines.write(move)
    play(lines, turn)


@rogue
def late(a):
    """Its second move comes when the time is up and the next game has begun."""
    connection, lines, _ = come(a)

    def turn(number, move):
        if number == 2:
            while not line_of(lines).startswith(b"ugi"):
                pass
            lines.write(b"bestmove a1\n" + move + b"id name rogue\nfeature legal players\nugiok\n")
        else:
            lines.write(move)
    play(lines, turn)


@rogue
def doubles(a):
    """Says each move three times, so that two of them come without a question."""
    connection, lines, _ = come(a)
    play(lines, lambda number, move: lines.write(move * 3))


@rogue
def floods(a):
    """Its second move is behind it, and it talks on while the other thinks."""
    connection, lines, _ = come(a)

    def turn(number, move):
        lines.write(move)
        while number == 2:
            lines.write(b"info string " + b"x" * 1000 + b"\n")
    play(lines, turn)


@rogue
def comes_back(a):
    """Drops its connection in each of its turns and comes again: it is told all anew and asked again."""
    turns = 0

    def turn(_, move):
        nonlocal turns
        turns += 1
        if turns % 2 == 0:
            lines.write(move)
        else:
            raise ConnectionError
    while True:
        connection, lines, _ = come(a)
        try:
            play(lines, turn)
        except GONE:
            pass
        reset(connection)


@rogue
def steals(a):
    """Has the token of another bot, takes its place when it plays, and makes impossible moves there."""
    while True:
        connection, lines, _ = come(a)
        play(lines, lambda number, move: lines.write(b"bestmove nonsense\n"))
        connection.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("address")
    parser.add_argument("name", nargs="?", default="nobody")
    parser.add_argument("--source")
    parser.add_argument("--other")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--life", type=int, default=60)
    a = parser.parse_args()
    signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
    signal.alarm(a.life)
    while True:
        try:
            KINDS[a.kind](a)
        except GONE:
            time.sleep(0.05)  # it was sent away, or the address is not listened to for a while
            if a.kind in STAYS:
                continue
        return


STAYS = {"says-nothing", "slow-hello", "long-hello", "wrong-token", "replayed", "plaintext", "half-hello",
         "comes-back", "steals"}

if __name__ == "__main__":
    main()
