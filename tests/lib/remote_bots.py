"""Bots that come in over the network, for tests and figures: one in a thread of the test's own, and crowds of
them in a program (tests/bench/crowd.c)."""
import os
import socket
import subprocess
import threading

from checks import BUILD, start


class Bot(threading.Thread):
    """A bot on a socket. answer(bot, line) is asked for each move: it returns one of bot.legal, or None
    to say nothing; it may call cut(). The lines that it heard are kept, and where it came to its end."""

    def __init__(self, daemon, name, door="unix", answer=lambda bot, line: bot.legal[0]):
        super().__init__(daemon=True, name=name)
        self.answer = answer
        self.heard, self.legal, self.asked, self.over = [], [], 0, threading.Event()
        self.connection, self.lines = daemon.enter(name, door)
        self.connection.settimeout(None)  # a bot may hear nothing for long
        self.start()

    def say(self, text):
        print(text, file=self.lines, flush=True)

    def cut(self):
        """As a cable that is pulled: no word, and what was not read is lost."""
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it had ended already

    def take(self, line):
        word, *rest = line.split()
        if word == "ugi":
            self.say("id name elsewhere\nfeature legal newgame players\nugiok")
        elif word == "isready":
            self.say("readyok")
        elif word == "legal":
            self.legal = rest
        elif word == "go":
            self.asked += 1
            move = self.answer(self, line)
            if move is not None:
                self.say("bestmove " + move)

    def run(self):
        try:
            for line in self.lines:
                self.heard.append(line.rstrip("\n"))
                self.take(line)
        except (OSError, ValueError):
            pass
        self.cut()
        self.over.set()
        self.connection.close()

    def words(self, word):
        """The lines that it heard with this word."""
        return [line for line in self.heard if line.split()[:1] == [word]]


class Crowd:
    """groups: NAME:COUNT@ADDRESS, as tests/bench/crowd.c has them."""

    def __init__(self, *groups, flags=()):
        self.main = start([BUILD + "/tests/bench/crowd", "play", *groups, *map(str, flags)],
                          stdout=subprocess.PIPE, text=True)

    def here(self):
        """Waits until all are welcome."""
        return self.main.stdout.readline()

    def figures(self, number):
        """Asks with a signal; what was since the last time."""
        self.main.send_signal(number)
        words = self.main.stdout.readline().split()
        return {key: float(value) for key, value in (word.split("=") for word in words)}


def write_tokens(folder, *groups):
    """The file of tokens of a Daemon in this folder."""
    with open(os.open(folder + "/tokens", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
        file.write(crowd_text("tokens", *groups))


def crowd_text(what, *groups):
    """what: tokens or bots."""
    return subprocess.run([BUILD + "/tests/bench/crowd", what, *groups], check=True, capture_output=True,
                          text=True).stdout
