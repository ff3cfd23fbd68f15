#!/usr/bin/env python3
"""docs/gallery: a picture of each page and of each terminal view.

gallery.py make   makes all pictures anew, and docs/gallery.md
gallery.py check  makes them in a folder of its own, and compares

A terminal view is an SVG, which is compared as it is. Beside the picture of a page, NAME.png, NAME.txt has the text and the
structure of the page, without what differs from run to run; the picture has the digest of that text in it. So a page may
differ by fonts or by the browser's version, but not by what it says."""
import difflib
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import zlib

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, "..", "lib")]
from checks import BUILD, LIMIT, folder, rows, say, until  # noqa: E402
from daemon import Daemon  # noqa: E402
import played  # noqa: E402
from screens import Terminals, plain, svg  # noqa: E402
from views import ALIKE, LINES, PAGES, VIEWS  # noqa: E402

ROOT = os.path.abspath(os.path.join(here, "..", ".."))
STORED = os.path.join(ROOT, "docs", "gallery")
MENDED = "run make gallery and look at it"
WRONG = 'game = conect4\nrounds = 0\nmovetime = 100\nbot mine { command = "python3 mybot.py" memroy = 1G }\nbot mine { command = "./bot" }\n'
FOUR = ('game = connect4\nmovetime = 60s\nbot strong { command = "referee-bot --search alphabeta --depth 6" }\n'
        'bot easy   { command = "referee-bot --search random" }\n')
ABOUT = "The tournaments of this autumn.\nAsk for a token in room 1.07."

# --- what differs from run to run -------------------------------------------------------------------

NUMBER, ESCAPE = r"\d+(?:\.\d+)?", r"\x1b\[[\d;]*m"
STEP = {"start": 13.1, "handshake": 13.2, "options": 0.1, "new game": 0.2, "play": 18.3, "again": 0.4, "itself": 7.2, "speed": 1.5, "stop": 0.1,
        "quit": 2.8}  # ms of a step of a check


def step_time(match):
    """The time of a step, in the same columns."""
    time, escapes = STEP.get(match[2].strip()), "".join(re.findall(ESCAPE, match[3]))
    return match[1] + escapes + (f"{time} ms  " if time else "").rjust(len(plain(match[3])))


SCREEN = {  # of terminal views, where it must look real
    "check": [(rf"(?m)^((?:{ESCAPE})*  (\w[\w ]{{9}}) (?:{ESCAPE})*(?:ok|FAILED))((?: |{ESCAPE})+(?:{NUMBER} ms(?: |{ESCAPE})+)?)", step_time),
              (rf"{NUMBER} ms at least, {NUMBER} ms on average, {NUMBER} ms at most", "0.016 ms at least, 0.140 ms on average, 0.904 ms at most"),
              (rf"processor: {NUMBER} ms on average, {NUMBER} ms at most", "processor: 0.132 ms on average, 0.871 ms at most")],
    "run": [(r"ETA [\d:]+", "ETA 0:41"), (rf"{NUMBER}/s", "38/s"), (r"\[[#.]+\] 1\d/", "[########................] 13/")],
    "live": [(rf"{NUMBER} (?:us|ms|s)(?! left)\b", "1.912 s"), (rf"{NUMBER} s left", "598.21 s left"),
             (r"cpu 1.912 s, waited 1.912 s", "cpu 1.907 s, waited 0 us")],
}
PAGE = [  # of pages, whose text is only compared
    (r"https?://127\.0\.0\.1:\d+", "http://HOST"), (r"/t/([a-z0-9-]+)-[0-9a-f]{10,16}", r"/t/\1-ID"), (r"/play/[\w-]{16,}", "/play/ID"),
    (r"\b[0-9a-f]{12,64}\b", "DIGEST"), (r"about \d+ \w+ left", "about TIME left"), (r"20[2-8]\d-(?!01-05)\d\d-\d\d(?:[ T][\d:]+)?", "DATE"),
]
LIVE_PAGE = [(rf"\b\d+:\d\d(?:\.\d+)?\b", "CLOCK"), (rf"{NUMBER} (?:ms|s|us|µs)\b", "TIME")]


def changed(text, rules):
    for pattern, replacement in rules:
        text = re.sub(pattern, replacement, text)
    return text


# --- making them ------------------------------------------------------------------------------------

class Gallery:
    """All that is shown, made in a folder."""

    def __init__(self, to):
        self.to, self.work = to, folder("/tmp")  # lines break by the length of this path
        os.chmod(self.work, 0o755)
        played.play_all(self.work)
        self.school = os.path.join(self.work, "class1")
        os.mkdir(self.school)
        played.lecture(self.school)
        for name, text in (("wrong.conf", WRONG), ("four.conf", FOUR)):
            with open(os.path.join(self.work, name), "w") as file:
                file.write(text)
        self.serve()

    def serve(self):
        """A daemon that has every tournament, and goes on with those that go on."""
        self.daemon = Daemon(self.work, "--concurrency", "2", "--parallel-tournaments", "2", "--http-listen", "127.0.0.1:0", "--title",
                             "Games at school", "--about", ABOUT, "--visitor-listen", "127.0.0.1:0", "--play", "four.conf", doors=("unix",))
        self.daemon.token("ada")
        self.daemon.start(*[name + ".conf" for name in played.TOURNAMENTS if name != "progress"])
        self.visitors = self.daemon.line(r"visitors: play at (http://[\d.:]+)/")[1]
        until("all are played that end", lambda: sum(t["state"] == "done" for t in self.listed()) == len(played.TOURNAMENTS) - 3)
        until("a game goes on", lambda: len(self.in_play()) == 1)

    def in_play(self):
        """The pairings of the games that go on."""
        return [game["pairing"] for game in json.loads(self.daemon.page(f"/t/{self.id('live')}/live.json")[1])]

    def listed(self):
        return json.loads(self.daemon.page("/.json")[1] or "[]")

    def id(self, name):
        return next((t["id"] for t in self.listed() if t["name"] == played.TOURNAMENTS[name][0]), None)

    def terminal_views(self):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        terminals = Terminals(self.work, environment)
        try:
            for view in VIEWS:
                command, columns = view.get("run", view["command"]), view.get("columns", 80)
                if command.startswith("referee class"):
                    command = f"cd class1 && {command}"
                lines = terminals.screen(command, columns, view.get("rows"), view.get("keys", ()))
                text = changed("\n".join(lines), SCREEN.get(view.get("mask"), [])).replace(self.work, "/home/ada/cup").split("\n")
                with open(os.path.join(self.to, view["name"] + ".svg"), "w") as file:
                    file.write(svg(view["command"], ["\x1b[36m$\x1b[39m " + view["command"], *text], columns))
        finally:
            terminals.end()

    def numbers(self):
        """Games that pages are about: one that was analysed, one lost by a fault, the last of each board."""
        fault, = rows(os.path.join(self.work, "cup.db"), "SELECT min(game) FROM seats WHERE verdict = 'crash'")
        shown, = rows(os.path.join(self.work, "cup.db"), """SELECT min(game) FROM analysis JOIN games ON games.id = game
            WHERE before > 0 AND after < 0 AND plies > 24""")
        boards = rows(os.path.join(self.work, "boards.db"), "SELECT name || '-game', max(games.id) FROM games, tournaments AS t WHERE t.id = tournament GROUP BY t.id")
        return {"fault": fault[0], "cup-game": shown[0], "live-game": self.in_play()[0], **dict(boards)}

    def address(self, page):
        """Of a page, with what stands in braces."""
        kind, _, rest = page["at"].partition(":")
        if kind == "file":
            return "file://" + os.path.join(self.work, rest)
        known = {name: self.id(name) for name in re.findall(r"\{([\w-]+)\}", page["at"]) if name in played.TOURNAMENTS}
        path = (rest if kind == "visit" else page["at"]).format_map({**known, **self.numbers()})
        return (self.visitors if kind == "visit" else "http://" + self.daemon.pages) + path

    def pages(self, pictures):
        played.command(self.work, "export", "html", "--db", "cup.db", "-o", "cup.html")
        played.play_class(self.school)
        os.rename(os.path.join(self.school, "feedback"), os.path.join(self.work, "feedback"))
        link = self.daemon.referee("token", "login-link", "http://" + self.daemon.pages, "--token-file", self.daemon.path("ada.token")).stdout
        signed = {"ada": {"Authorization": "Bearer " + re.search(r"code=(\w+)", link)[1]}}
        job = [{"name": page["name"], "url": self.address(page), "width": page.get("width", 1200), "height": page.get("height", 1500),
                "theme": page.get("theme", "light"), "headers": signed.get(page.get("as"), {}), "steps": page.get("steps")} for page in PAGES]
        done = subprocess.run(["node", os.path.join(here, "pages.mjs")], input=json.dumps({"folder": self.to, "pictures": pictures, "pages": job}),
                              text=True, timeout=600, check=True, stdout=subprocess.PIPE)
        say("no page of the gallery complains", done.stdout == "", done.stdout)
        for page in PAGES:
            self.finish(page, pictures)

    def finish(self, page, pictures):
        """The text without what differs from run to run; its digest in the picture."""
        path = os.path.join(self.to, page["name"])
        with open(path + ".txt") as file:
            text = file.read().replace(self.work, "/home/ada/cup")
        live = any(word in page["at"] for word in ("{live}", "visit:", "feedback/")) or page["at"] == "/"
        text = changed(text, PAGE + (LIVE_PAGE if live else []))
        if page["name"] == "page-metrics":
            text = "\n".join(sorted(set(re.findall(r"# HELP (\w+)", text)))) + "\n"
        with open(path + ".txt", "w") as file:
            file.write(text)
        if pictures:
            subprocess.run(["pngquant", "--force", "--strip", "--speed", "1", "--nofs", "--output", path + ".png", "64", path + ".png"], check=True,
                           timeout=LIMIT)
            mark(path + ".png", digest(text))


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def mark(path, text):
    """Puts a text into a PNG, behind its header."""
    with open(path, "rb") as file:
        data = file.read()
    chunk = b"tEXtSnapshot\0" + text.encode()
    chunk = (len(chunk) - 4).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    with open(path, "wb") as file:
        file.write(data[:33] + chunk + data[33:])


def marked(path):
    """That text; None: the picture is not there, or has none."""
    try:
        with open(path, "rb") as file:
            found = re.search(rb"tEXtSnapshot\0(\w{64})", file.read(300))
    except OSError:
        return None
    return found and found[1].decode()


# --- docs/gallery.md --------------------------------------------------------------------------------

DOCUMENT = """# Gallery

Each view of the terminal and each page. `make gallery` makes all pictures anew, from tournaments that it plays. A test compares
them with what the programs show now. Times, folders and machines in them are made up, so that nothing changes without a cause.

- [In the terminal](#in-the-terminal)
- [Pages](#pages)

## In the terminal
{views}
## Pages

`referee serve --http-listen 127.0.0.1:8080` shows them; `T` stands for a tournament.
{pages}"""


def shown_address(page):
    kind, _, rest = page["at"].partition(":")
    return {"file": "", "visit": "`/` of `--visitor-listen`"}.get(kind, "`" + re.sub(r"\{[\w]+-game\}|\{fault\}", "N", re.sub(r"^/t/\{[\w-]+\}", "/t/T", page["at"])) + "`")


def document():
    views = "".join(f"\n`{view['command']}`: {view['text']}\n\n![{view['text']}](gallery/{view['name']}.svg)\n" for view in VIEWS)
    pages = "".join(f"\n{page['text']} {shown_address(page)}".rstrip() + f"\n\n![{page['text']}](gallery/{page['name']}.png)\n" for page in PAGES)
    return DOCUMENT.format(views=views, pages=pages)


# --- is there a picture of everything? --------------------------------------------------------------

def commands():
    """The names of all commands, from the help."""
    text = subprocess.run([BUILD + "/referee", "help", "--all"], capture_output=True, text=True, check=False).stdout.split("Exit status:")[0]
    return re.findall(r"(?m)^  ([a-z][a-z-]*(?: [a-z-]+)?) +[A-Z]", text)


def paths():
    """The rows of the table of pages."""
    with open(os.path.join(ROOT, "referee", "web", "web-page.c")) as file:
        return re.findall(r'(?m)^\t\{"(/[^"]*)"', file.read().split("web_pages[] = {")[1].split("};")[0])


def complete():
    """Each command and page has a picture, or is known to need none; and no more pictures are stored."""
    has = {re.match(r"referee ?((?:(?:class|worker|token) )?[a-z-]*)", view["command"])[1] for view in VIEWS}
    for name in commands():
        say(f"the command {name} has a picture", name in has or name.replace(" ", "-") in LINES or name in ALIKE,
            f"add a row to VIEWS in tests/gallery/views.py, or its name to LINES there")
    stale = sorted((set(LINES) | set(ALIKE)) - {name.replace(" ", "-") for name in commands()})
    say("the commands without a picture exist", not stale, stale)
    for path in paths():
        pattern = re.sub(r"/([TNB])(?=/|$)", r"/[^/?]+", path) + r"(?:\?.*)?"
        say(f"the page {path} has a picture", any(re.fullmatch(pattern, page["at"]) for page in PAGES), "add a row to PAGES in tests/gallery/views.py")
    wanted = {view["name"] + ".svg" for view in VIEWS} | {page["name"] + end for page in PAGES for end in (".png", ".txt")}
    there = {os.path.basename(path) for path in glob.glob(os.path.join(STORED, "*"))}
    say("docs/gallery has a picture for each row", wanted == there, sorted(wanted ^ there))
    say("docs/gallery.md shows them", content(os.path.join(ROOT, "docs", "gallery.md")) == document(), MENDED)


def content(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def difference(old, new):
    return "\n    ".join(list(difflib.unified_diff(old.split("\n"), new.split("\n"), "stored", "now", lineterm="", n=0))[:20])


# --- one or the other -------------------------------------------------------------------------------

def browser():
    return os.environ.get("BROWSER") != "no" and os.path.isdir(os.environ.get("MODULES", ""))


def check():
    complete()
    made = Gallery(folder())
    made.terminal_views()
    for view in VIEWS:
        name = view["name"] + ".svg"
        old, new = content(os.path.join(STORED, name)), content(os.path.join(made.to, name))
        say(f"docs/gallery/{name}: the view is as its picture", old == new, f"the view differs from its picture; {MENDED}\n    " + difference(old, new))
    if not browser():
        print(f"skip {1 + 2 * len(PAGES)}: no chromium, node or playwright-core here: the pages of the gallery are not compared")
        return
    made.pages(pictures=False)
    for page in PAGES:
        name = os.path.join(STORED, page["name"])
        old, new = content(name + ".txt"), content(os.path.join(made.to, page["name"] + ".txt"))
        say(f"docs/gallery/{page['name']}.png: the page is as its picture", old == new, f"page differs from its picture; {MENDED}\n    " + difference(old, new))
        say(f"docs/gallery/{page['name']}.png: the picture is of this text", marked(name + ".png") == digest(old), MENDED)


def make():
    if not browser():
        sys.exit("gallery: no chromium, node or playwright-core here; make deps installs them")
    os.makedirs(STORED, exist_ok=True)
    for path in glob.glob(os.path.join(STORED, "*")):
        os.unlink(path)
    made = Gallery(STORED)
    made.terminal_views()
    made.pages(pictures=True)
    with open(os.path.join(ROOT, "docs", "gallery.md"), "w") as file:
        file.write(document())


if sys.argv[1:] == ["check"]:
    check()
else:
    make()
say.end()
