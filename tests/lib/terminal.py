"""
terminal.py COLUMNSxROWS STEPS COMMAND...: a program at a terminal of its own, and the keys that it gets.

Steps, one a line: `send TEXT` (Python's escapes), `expect TEXT` (waits until it was shown since the last
step that makes something happen), `lacks TEXT` (it was not), `signal NAME` (to the program), `size
COLUMNSxROWS`, `stopped` (waits until the program is stopped, and wants the terminal restored; `stopped any`:
or not), `continue`, `write PATH TEXT` (to a file or a FIFO that others read), `end STATUS` (waits for the
program's end; -N: by signal N; wants the terminal restored). Nothing is timed but a failure.

A shell's part, job control, is played by a process between the terminal and the program.
"""
import fcntl, os, pty, select, signal, struct, sys, termios, time

PATIENCE = 60  # seconds for a step, however much comes meanwhile


def set_size(fd, text):
    columns, rows = map(int, text.split("x"))
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def shell(command, orders, news):
    """Runs the command in the foreground; tells on news what becomes of it, continues it when told to."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    before = termios.tcgetattr(0)
    program = os.fork()
    if program == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execvp(command[0], command)
    os.write(news, b"pid %d\n" % program)
    while True:
        _, status = os.waitpid(program, os.WUNTRACED)
        os.tcsetpgrp(0, os.getpid())
        restored = b"restored" if termios.tcgetattr(0) == before else b"spoilt"
        if os.WIFSTOPPED(status):
            os.write(news, b"stopped %s\n" % restored)
            os.read(orders, 1)
            os.tcsetpgrp(0, program)
            os.kill(program, signal.SIGCONT)
            continue
        os.write(news, b"end %d %s\n" % (os.waitstatus_to_exitcode(status), restored))
        os._exit(0)


class Terminal:
    def __init__(self, size, command):
        orders_out, self.orders = os.pipe()
        self.news, news_in = os.pipe()
        self.shown, self.told = b"", b""
        self.leader, self.fd = pty.fork()
        if self.leader == 0:
            set_size(0, size)
            shell(command, orders_out, news_in)
        os.close(news_in)
        self.open = [self.fd, self.news]
        self.end = time.monotonic() + PATIENCE
        self.program = int(self.hear(b"pid").split()[1])

    def wait(self, what):
        ready, _, _ = select.select(self.open, [], [], max(0, self.end - time.monotonic()))
        if not ready or time.monotonic() > self.end:
            sys.exit("%r did not come in time; shown was %r" % (what, self.shown))
        for fd in ready:
            try:
                data = os.read(fd, 65536)
            except OSError:
                data = b""
            if not data:
                self.open.remove(fd)
            elif fd == self.fd:
                self.shown += data
            else:
                self.told += data

    def hear(self, what):
        while b"\n" not in self.told:
            self.wait(what)
        line, self.told = self.told.split(b"\n", 1)
        if not line.startswith(what):
            sys.exit("waited for %r, but %r; shown was %r" % (what, line, self.shown))
        return line

    def expect(self, text):
        while text not in self.shown:
            if self.fd not in self.open:
                sys.exit("%r never came; shown was %r" % (text, self.shown))
            self.wait(text)

    def step(self, word, rest):
        self.end = time.monotonic() + PATIENCE
        text = rest.encode().decode("unicode_escape").encode("latin-1")
        if word == "send":
            self.shown = b""
            os.write(self.fd, text)
        elif word == "expect":
            self.expect(text)
        elif word == "lacks":
            if text in self.shown:
                sys.exit("%r came: %r" % (text, self.shown))
        elif word == "signal":
            self.shown = b""
            os.kill(self.program, getattr(signal, "SIG" + rest))
        elif word == "size":
            self.shown = b""
            set_size(self.fd, rest)
        elif word == "write":
            path, text = rest.split()
            self.shown = b""
            with open(path, "w") as file:
                file.write(text)
        elif word == "continue":
            self.shown = b""
            os.write(self.orders, b"c")
        elif word in ("stopped", "end"):
            line = self.hear(word.encode())
            wanted = [word.encode(), text] if word == "end" else [word.encode()]
            if line.split()[: len(wanted)] != wanted or not (line.endswith(b"restored") or rest == "any"):
                sys.exit("wanted %s %s, but %r" % (word, rest, line))
        else:
            sys.exit("no step: " + word)


def main():
    terminal = Terminal(sys.argv[1], sys.argv[3:])
    try:
        for line in open(sys.argv[2]):
            word, _, rest = line.rstrip("\n").partition(" ")
            terminal.step(word, rest)
    finally:
        try:
            os.kill(terminal.program, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.close(terminal.fd)  # a process that is left loses its terminal, and ends
        os.waitpid(terminal.leader, 0)


main()
