"""Screens of a terminal: commands run in tmux, which knows what is on a screen, and each screen is drawn as SVG, the same text as
the same bytes."""
import html
import os
import re
import subprocess

from checks import LIMIT, until

ROWS = 120  # of a screen whose text is as long as it is
CONFIGURATION = "set -s exit-empty off\nset -g status off\nset -g escape-time 0\nset -g history-limit 0\nset -g default-terminal screen-256color\n"
WIDTH, HEIGHT, MARGIN = 8, 18, 12  # of a cell in pixels, and around all of them
NORMAL, DIM, BEHIND = "#d8dee9", "#8b94a5", "#20242c"
COLOURS = ("#4c566a", "#ff8f88", "#a3d18c", "#ebcb8b", "#8ab4f8", "#d7a6e0", "#88d0d8", "#e5e9f0")


class Terminals:
    """One tmux server, with a session for each screen."""

    def __init__(self, folder, environment):
        self.socket = os.path.join(folder, "tmux")
        self.folder, self.environment, self.count = folder, environment, 0
        with open(self.socket + ".conf", "w") as file:
            file.write(CONFIGURATION)

    def tmux(self, *words):
        return subprocess.run(["tmux", "-u", "-S", self.socket, "-f", self.socket + ".conf", *words], cwd=self.folder,
                              env=self.environment, check=True, capture_output=True, text=True, timeout=LIMIT).stdout

    def end(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)

    def screen(self, command, columns, rows, keys=()):
        """The lines of a screen with their escapes: after the command's end, or as soon as it shows the last text of keys
        (pairs of a text that is waited for and the keys that are sent then)."""
        self.count += 1
        name, done = f"s{self.count}", os.path.join(self.folder, f"done-{self.count}")
        self.tmux("new-session", "-d", "-s", name, "-x", str(columns), "-y", str(rows or ROWS),
                  f"{command}\ntouch {done}\nexec sleep 10000")

        def shown(*flags):
            return self.tmux("capture-pane", "-p", *flags, "-t", name).rstrip("\n").split("\n")
        for text, press in keys:
            until(f"{command} shows {text}", lambda: re.search(text, "\n".join(shown())))
            if press:
                self.tmux("send-keys", "-t", name, *press)
        if not keys:
            until(f"{command} ends", lambda: os.path.exists(done))
        lines = shown("-e")
        self.tmux("kill-session", "-t", name)
        return lines


def colour_of(number):
    """One of the 256 colours of a terminal."""
    if number < 16:
        return COLOURS[number % 8]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    red, rest = divmod(number - 16, 36)
    return "#" + "".join(f"{steps[step]:02x}" for step in (red, *divmod(rest, 6)))


def spans(line):
    """A line's parts: (text, colour, bold, reversed), from its escapes."""
    found, colour, bold, reverse = [], None, False, False
    for text, codes in re.findall(r"([^\x1b]+)|\x1b\[([\d;]*)m", line):
        if text:
            found.append((text, colour, bold, reverse))
            continue
        words = [int(code or 0) for code in codes.split(";")]
        while words:
            word = words.pop(0)
            if word == 0:
                colour, bold, reverse = None, False, False
            elif word in (1, 22):
                bold = word == 1
            elif word == 2:
                colour = DIM
            elif word in (7, 27):
                reverse = word == 7
            elif word in (38, 48) and len(words) > 1:
                chosen, words = words[1], words[2:]
                colour = colour_of(chosen) if word == 38 else colour
            elif 30 <= word <= 37 or 90 <= word <= 97:
                colour = COLOURS[word % 10]
            elif word == 39:
                colour = None
    return found


def plain(line):
    return re.sub(r"\x1b\[[\d;]*m|\x0e|\x0f", "", line)


def drawn(row, column, text, colour, bold, reverse):
    """Words at their place; several spaces in a text would be drawn as one."""
    for part in re.finditer(r"\S+(?: \S+)*", text):
        x, y, width = MARGIN + (column + part.start()) * WIDTH, MARGIN + row * HEIGHT, len(part[0]) * WIDTH
        if reverse:
            yield f'<rect x="{x}" y="{y}" width="{width}" height="{HEIGHT}" fill="{colour or NORMAL}"/>\n'
            colour = BEHIND
        yield (f'<text x="{x}" y="{y + 13}" textLength="{width}"' + (f' fill="{colour}"' if colour else "")
               + (' font-weight="bold"' if bold else "") + f">{html.escape(part[0], quote=False)}</text>\n")


def svg(title, lines, columns):
    """A picture of the lines; the first one is the command, at a prompt."""
    width, height, parts = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN, []
    for row, line in enumerate(lines):
        column = 0
        for text, *style in spans(line):
            parts += drawn(row, column, text, *style)
            column += len(text)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">\n'
            f'<title>{html.escape(title)}</title>\n<rect width="{width}" height="{height}" rx="6" fill="{BEHIND}"/>\n'
            f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" fill="{NORMAL}">\n'
            + "".join(parts) + "</g>\n</svg>\n")
