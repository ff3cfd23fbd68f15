#!/usr/bin/env python3
"""Work of an operator on a running daemon: backups, announcements, remote bots that are kicked, a drain that loses no
game, and the form of the log."""
import http.client
import json
import os
import re
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from remote_bots import Bot  # noqa: E402
from checks import BUILD, LIMIT, check, folder, left, rows, say, start, until  # noqa: E402

work = folder()
TEXT = "Maintenance at 18:00 <b>UTC</b> & \"all\" games stay"
ESCAPED = "Maintenance at 18:00 &lt;b&gt;UTC&lt;/b&gt; &amp; "


def tournament(name, bots, more=""):
    with open(f"{work}/{name}.conf", "w") as out:
        out.write(f'name = {name}\ngame = tictactoe\nmovetime = 1h\ndb = "{work}/{name}.db"\n{more}\n' + "".join(
            f"bot {bot} {{ {what} }}\n" for bot, what in bots.items()))
    return f"{work}/{name}.conf"


house = {name: f'command = "{BUILD}/tests/bench/sleeper 1000"' for name in ("mini", "luck")}
daemon = Daemon(work, "--http-listen", "127.0.0.1:0", "--parallel-tournaments", "2", "--concurrency", "2", doors=("unix",))
daemon.token("ann", "bob")
daemon.start()

# --- backup ---
daemon.submit(tournament("ladder", house, "format = ladder"))
daemon.until("games are played", lambda: daemon.of("ladder")["done"] > 20)


def backed_up():
    for number in range(3):
        before = daemon.of("ladder")["done"]
        made = daemon.referee("backup", f"{work}/copy{number}", "--db", f"{work}/ladder.db")
        assert made.returncode == 0, made
        (games, whole), = rows(f"{work}/copy{number}", "SELECT count(*), sum(plies = (SELECT count(*) FROM moves m WHERE m.game = g.id)) "
                               "FROM games g")
        assert before <= games == whole, (before, games, whole)


say("a backup beside a tournament that is played has all games that were finished, each whole", backed_up)
checked = daemon.referee("verify", "--db", f"{work}/copy2")
say("its games are right, and it is a database like others", checked.returncode == 0 and re.search(
    r"\d+ games of 1 tournament verified: 0 mismatches", checked.stdout), checked)
again = daemon.referee("backup", f"{work}/copy2", "--db", f"{work}/ladder.db")
check("a file that exists is not replaced", (5, "", f"referee backup: {work}/ladder.db: its copy {work}/copy2: there is a "
      "file of this name; it is not replaced\n"), (again.returncode, again.stdout, again.stderr))
say("no part of a copy is left", not [name for name in os.listdir(work) if name.endswith(".part")], os.listdir(work))
done = daemon.of("ladder")["done"]
say("the tournament goes on", daemon.until("further games", lambda: daemon.of("ladder")["done"] > done))

# --- announce ---
daemon.ask("pause", "ladder")
daemon.until("it rests", lambda: daemon.of("ladder")["state"] == "paused")
daemon.until("pages say so", lambda: json.loads(daemon.page("/.json")[1])[0]["state"] == "paused")
address = json.loads(daemon.page("/.json")[1])[0]["id"]
connection = http.client.HTTPConnection(daemon.pages, timeout=left())
connection.request("GET", f"/t/{address}/events?games=none")
stream = connection.getresponse()
check("an announcement is answered", (0, "all pages show it\n", ""), daemon.ask("announce", TEXT))
daemon.until("it is shown", lambda: ESCAPED in daemon.page("/")[1])
shown = {path: daemon.page(path)[1] for path in ("/", f"/t/{address}", f"/t/{address}/games", f"/t/{address}/live")}
say("every page shows it, escaped", all(ESCAPED in text and "<b>UTC" not in text for text in shown.values()), shown)
lines = iter(stream.readline, b"")  # until the stream ends, which is no news
say("readers of events are told that there is news", any(b"event: standings" in line for line in lines))
connection.close()
shown = daemon.ask("status")[1]
say("status shows it", f"announced: {TEXT}\n" in shown and daemon.status()["announcement"] == TEXT, shown)
for text, why in (("x" * 1001, "it may have 1000 bytes"),):
    answer = daemon.ask("announce", text)
    say(f"an announcement that is wrong is refused: {why}", answer[0] == 1 and why in answer[2], answer)
answer = daemon.talk(b"announce 'two\x1b[2Jlines'\n")
say("also one that would change a terminal", answer.startswith(b"end 1 announce: the text has control characters"), answer)
daemon.end()
daemon.start()
daemon.until("it is shown again", lambda: ESCAPED in daemon.page("/")[1])
say("it stays after a restart", daemon.status()["announcement"] == TEXT)
check("an empty one removes it", (0, "no announcement is shown\n", ""), daemon.ask("announce", ""))
daemon.until("it is gone", lambda: ESCAPED not in daemon.page("/")[1])
say("and then no page shows it", daemon.status()["announcement"] is None)
daemon.ask("stop", "ladder")

# --- kick ---
held, go = threading.Event(), threading.Event()


def slow(bot, line):
    held.set()
    go.wait(LIMIT)
    return bot.legal[0]


ann, bob = Bot(daemon, "ann", answer=slow), Bot(daemon, "bob")
refused = daemon.ask("kick", "eve")
say("only a bot that is connected is kicked", refused[0] == 1 and 'bot "eve": no connection has this name' in refused[2], refused)
check("a kick is answered", (0, "bob: 1 connection closed; it may connect again\n", ""), daemon.ask("kick", "bob"))
say("the bot hears why its connection ended", bob.over.wait(LIMIT) and bob.heard[-1].startswith("error kicked "), bob.heard)
daemon.line(r"bob: kicked by the operator: its connection from \S+ is closed\n")
bob = Bot(daemon, "bob")
daemon.until("it is back", lambda: daemon.here() == ["ann", "bob"])
say("it may come back, and others stay", not ann.over.is_set())

# --- drain ---
remote = {"ann": "remote = yes", "bob": "remote = yes"}
daemon.submit(tournament("cup", remote, "rounds = 20\nconcurrency = 1"))
daemon.submit(tournament("later", house, "rounds = 2\nbegins = 3000-01-01T00:00Z"))
held.wait(LIMIT)
before = daemon.of("cup")["done"]
answer = daemon.ask("drain")
say("a drain is answered with the games that are awaited", answer[0] == 0 and re.fullmatch(
    r"no further game begins; the daemon ends after the \d+ games? in play\n", answer[1]), answer)
say("status says so", daemon.status()["draining"] and daemon.of("cup")["state"] == "draining" and
    "; draining: no further game begins, then the daemon ends\n" in daemon.ask("status")[1], daemon.ask("status"))
say("pages say so", daemon.until("they say it", lambda: '<span class="state">draining</span>' in daemon.page("/")[1]))
say("the metrics too", daemon.until("they say it", lambda: re.search(
    r'referee_tournament_state\{[^}]*name="cup",state="draining"\} 1', daemon.page("/metrics")[1])))
for words in (("submit", f"{work}/ladder.conf"), ("resume",)):
    answer = daemon.ask(*words)
    say(f"{words[0]} is refused meanwhile", answer[0] == 1 and "daemon is" in answer[2], answer)
playing = daemon.of("cup")["running_remote"]
daemon.ended = True
go.set()
check("when its games are over the daemon ends by itself", 0, daemon.process.wait(left()))
say("and says so", "serve: drained: every game is over and stored; stops\n" in daemon.now(), daemon.now()[-800:])
after = daemon.rows("cup", "SELECT count(*) FROM games")[0][0]
check("the games in play were stored, and no other began", before + playing, after)
daemon.start()
names = sorted(t["name"] for t in daemon.status()["tournaments"])
check("a daemon that starts again resumes what was submitted", ["cup", "later"], names)
daemon.end()

# --- the form of the log ---
with open(daemon.path("errors"), "w"):
    pass
daemon.begins, daemon.ended = 0, False
with open(daemon.path("errors"), "a") as errors:
    daemon.process = start([f"{BUILD}/referee", "serve", "--socket", daemon.socket, "--log", "json", "--queue",
                            daemon.path("empty"), "--concurrency", "2", tournament("quick", house, "rounds = 2")], stderr=errors, cwd=work)
daemon.line('"line":"serve: quick: done: 4 games')
daemon.end()
lines = [json.loads(line) for line in daemon.now().splitlines()]
say("each line of the log is an object", all(set(line) == {"time", "level", "tournament", "line"} for line in lines), lines)
say("with its time and level", all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]) and
                                   line["level"] in ("info", "notice", "warning", "error") for line in lines), lines)
say("and with the tournament that it is about", {line["tournament"] for line in lines if "quick: " in line["line"]} ==
    {"quick"} and {line["tournament"] for line in lines if "quick: " not in line["line"]} == {None}, lines)
say.end()
