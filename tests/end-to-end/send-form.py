#!/usr/bin/env python3
"""The form that hands in a bot: what it refuses, a fit and an unfit bot with pages that follow the check, without
scripts; with WAIT, it then prints its address and waits for a browser's tests, which end its stdin."""
import http.client
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from checks import folder, left, say, until  # noqa: E402

with open("bots/starters/python/bot.py") as file:
    BOT = file.read().encode()
daemon = Daemon(folder(), "ladder.conf", "--concurrency", "1", "--visitor-listen", "127.0.0.1:0", "--http-listen", "127.0.0.1:0",
                "--send-max", "1000", "--send-hourly", "1000", doors=("unix",))
with open(daemon.path("ladder.conf"), "w") as file:
    file.write("""
game = connect4
format = ladder
movetime = 10s
openings = random:4
pace = 1200/m
submissions = "sent"
bot random { command = "referee-bot --search random" }
bot two    { command = "referee-bot --search alphabeta --depth 2" }
""")
daemon.token("ann", "bob")
daemon.start()
place = daemon.line(r"play at http://(127\.0\.0\.1:\d+)/")[1]
say("without --play the log says that no game is offered", bool(daemon.line(r"no bot to play against; --play FILE offers")))


def ask(method, path, body=None, at=None, **headers):
    """Status, headers and text."""
    connection = http.client.HTTPConnection(at or place, timeout=left())
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        connection.close()


def form(fields, data=None, name="bot.py", site="same-origin"):
    parts = [f'--B\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'.encode()
             for field, value in fields.items()]
    if data is not None:
        parts.append(f'--B\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                     "Content-Type: application/octet-stream\r\n\r\n".encode() + data + b"\r\n")
    return ask("POST", "/send", b"".join(parts) + b"--B--\r\n", Content_Type="multipart/form-data; boundary=B",
               Sec_Fetch_Site=site)


def right(name="ann"):
    return {"name": name, "token": daemon.tokens[name].hex(), "tournament": ""}


def followed(answer):
    """The page of a bot that was handed in, when its check is over, and whether it followed before."""
    to = answer[1]["Location"]
    pages = []

    def over():
        pages.append(ask("GET", to))
        return "Refresh" not in pages[-1][1]
    until("the check is over", over)
    return pages[-1], all(page[1]["Refresh"] == "1" for page in pages[:-1])


status, _, page = ask("GET", "/send")
say("there is a form for a name, a token and a file", status == 200 and all(
    f'name="{field}"' in page for field in ("name", "token", "tournament", "file")), page)
for sentence, answer, wanted, why in (
        ("without a file it is refused", form(right()), 400, "The file is missing"),
        ("a name with a slash is none", form({**right(), "name": "../ann"}, BOT), 400, "The name is not valid"),
        ("a token of 63 digits is none", form({**right(), "token": "a" * 63}, BOT), 400, "The token is not valid"),
        ("a hidden file is none", form(right(), BOT, ".bots"), 400, "its name is not valid"),
        ("a large file is refused", form(right(), bytes(1_000_001)), 400, "The file is too large"),
        ("another site cannot send it", form(right(), BOT, site="cross-site"), 403, "does not come from a page")):
    say(sentence, answer[0] == wanted and why in answer[2], answer)
answer = form(right(), bytes(3 << 20))
say("more than the server takes is refused", answer[0] == 413, answer)
page, _ = followed(form({**right(), "token": daemon.tokens["bob"].hex()}, BOT))
say("the token of another is refused", "<strong>Not taken.</strong> the name or the token is wrong" in page[2], page)

answer = form(right(), BOT)
say("a form leads to a page of its own", answer[0] == 303 and re.fullmatch(r"/send/[0-9a-f]{32}", answer[1]["Location"]),
    answer)
page, follows = followed(answer)
say("it follows the check without scripts, and ends with it", follows and
    re.search(r"<strong>Fit\.</strong> ann: version \w{12} is fit; it takes part in ladder from block \d+ on", page[2]) and
    "\n  it can play" in page[2], page)
say("the bot plays", daemon.until("it plays", lambda: daemon.rows(
    "ladder", "SELECT count(*) FROM seats JOIN bots ON bots.id = bot WHERE name = 'ann'")[0][0] > 0))
second = followed(form(right(), BOT + b"# two\n"))[0][2]
page, _ = followed(form({**right(), "do": "back"}))
first = re.search(r"version (\w{12})", page[2])[1]
say("a button takes the version before back", "<strong>Fit.</strong>" in page[2] and first not in second and
    first in open(daemon.path("sent/.bots")).read(), page)
page, _ = followed(form(right(), b"print(", "bot<script>.py"))
say("an unfit one is told why", re.search(r"<strong>Not taken.</strong> ann: version \w+ is not fit, so .*; mend what the step &quot;start&quot; says", page[2]) and
    "SyntaxError: " in page[2], page)
say("nothing of it is markup", "<script>" not in re.sub(r'<script src="[^"]*" defer></script>', "", page[2]), page)
say("a page that is not there is a sentence", ask("GET", "/send/" + "0" * 32)[0] == 404)

link = daemon.referee("token", "login-link", f"http://{daemon.pages}/", "--token-file", daemon.path("ann.token")).stdout.strip()
page = until("her games are counted", lambda: (text := daemon.page("/me", Authorization="Bearer " + link[-64:])[1]) and
             re.search(r">ann</bdi></a>: <b>rank \d</b> of 3, [0-9.]+ points? in \d+ games?, [12] versions? so far\. <a ", text) and text)
say("her page says how her bot stands, and leads to the form", '<a href="/send">Hand in a bot</a>' in page, page)
answer = ask("GET", "/send", at=daemon.pages)
say("and no link leads to games that are not offered", '>Play</a>' not in ask("GET", "/", at=daemon.pages)[2])
say("the address of the form leads from the pages to it", (answer[0], answer[1]["Location"]) == (302, f"http://{place}/send"), answer)

if "WAIT" in sys.argv:
    print(f"ready {place} {daemon.tokens['bob'].hex()} {daemon.path('ann.token')}", flush=True)
    sys.stdin.read()
say("the daemon ends cleanly", daemon.end() == 0)
say.end()
