#!/usr/bin/env python3
"""The alert rules for Prometheus, docs/referee-alerts.yml: promtool accepts them, each fires when it should and not
before, and the daemon has every figure that they ask for. PROMTOOL: the program, else that of the PATH."""
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon  # noqa: E402
from checks import folder, left, rows, say  # noqa: E402
from processes import small_disk  # noqa: E402

work = folder()
own_disk = small_disk(work, "64m")  # no other process writes to it
rules = shutil.copy("docs/referee-alerts.yml", work)
with open(rules) as file:
    text = file.read()

# --- the figures ---
with open(f"{work}/cup.conf", "w") as out:
    out.write(f'name = cup\ngame = tictactoe\nmovetime = 20s\nrounds = 5\ndb = "{work}/cup.db"\n'
              'bot mini { command = "referee-bot --search minimax" }\nbot luck { command = "sh -c \'exit 3\'" }\n')
daemon = Daemon(work, "--http-listen", "127.0.0.1:0", doors=("unix",))
daemon.start()
refused = daemon.ask("pause", "nothing")[0], daemon.ask("drain", "now")[0], daemon.talk(b"nonsense\n")[:5]
daemon.submit(f"{work}/cup.conf")
daemon.until("it is over", lambda: daemon.of("cup")["state"] in ("done", "failed"))


def figures(of=daemon):
    page = of.page("/metrics")[1]
    return {(found[1], found[2] or ""): float(found[3]) for found in re.finditer(r"^(\w+)(\{.*\})? (\S+)$", page, re.M)}


# A worker has figures while its tournament runs.
os.mkdir(f"{work}/ladder")
with open(f"{work}/ladder/ladder.conf", "w") as out:
    out.write('game = tictactoe\nformat = ladder\nmovetime = 20s\nworker = "exec referee worker run --stdin --name lab07"\n'
              'bot mini { command = "referee-bot --search minimax" }\nbot luck { command = "referee-bot --search random" }\n')
ladder = Daemon(f"{work}/ladder", "ladder.conf", "--http-listen", "127.0.0.1:0")
ladder.start()
worker = ladder.until("the worker plays", lambda: {name: value for (name, labels), value in figures(ladder).items()
                                                   if 'worker="lab07"' in labels})
ladder.end()

asked = set(re.findall(r"referee_\w+", re.sub(r"(?m)^ *summary:.*$|^#.*$", "", text)))
say("the rules ask for figures", len(asked) > 10, asked)
say("the daemon has each of them", daemon.until("all are there", lambda: asked <= {name for name, _ in figures()} | set(worker)
    and figures()["referee_web_starts_total", ""] >= 1
    and any(name == "referee_tournament_state" and 'state="done"' in labels and value == 1
            for (name, labels), value in figures().items())))
found = figures()
last = [value for (name, _), value in found.items() if name == "referee_last_game_timestamp_seconds"]
ended = rows(f"{work}/cup.db", "SELECT max(ended_ms) FROM games")[0][0]
say("the time of the last game is right", last == [ended / 1000], last, ended)
label = '{database="%s/cup.db"}' % work
size = sum(os.path.getsize(f"{work}/cup.db{end}") for end in ("", "-wal") if os.path.exists(f"{work}/cup.db{end}"))
say("the size of the database is right", found["referee_database_bytes", label] == size, found["referee_database_bytes", label], size)
if own_disk:
    def free():
        disk = os.statvfs(work)
        return disk.f_bavail * disk.f_frsize

    say("the room that is left is right", daemon.until("it is", lambda: figures()["referee_database_free_bytes", label] == free()))
else:
    print("skip: only root has a disk of its own here; the room that is left is not compared")
say("the states add up to one tournament", sum(value for (name, _), value in found.items() if name == "referee_tournament_state") == 1)
say("refused requests are counted", refused == (1, 2, b"end 2") and found["referee_control_refused_total", ""] == 2, refused,
    found["referee_control_refused_total", ""])
say("starts of processes are counted", found["referee_web_starts_total", ""] >= 1 and found["referee_listener_starts_total", ""] == 1,
    [item for item in found.items() if "starts" in item[0][0]])
daemon.end()

# --- the rules ---
promtool = os.environ.get("PROMTOOL") or shutil.which("promtool")
if promtool is None:
    print("skip: there is no promtool (Debian: prometheus); the rules are not tested")
    say.end()


def run(*words):
    return subprocess.run([promtool, *words], cwd=work, capture_output=True, text=True, timeout=left())


shutil.copy("tests/end-to-end/alerts.yml", work)
done = run("check", "rules", "referee-alerts.yml")
say("promtool accepts the rules", done.returncode == 0 and "SUCCESS" in done.stdout + done.stderr, done)
done = run("test", "rules", "alerts.yml")
say("each alert fires when it should, and not before", done.returncode == 0, done.stdout, done.stderr)
alerts = re.findall(r"alert: (\w+)", text)
with open("tests/end-to-end/alerts.yml") as file:
    cases = file.read()
say("each has a case in which it fires", all(re.search(rf"alertname: {alert}\n *exp_alerts:\n", cases) for alert in alerts), alerts)
with open(rules, "w") as file:
    file.write(text.replace("> 3600", "> 36000").replace("< 500e6", "< 5e6"))
done = run("test", "rules", "alerts.yml")
say("a fault in the rules is found", done.returncode != 0 and "RefereeNoGames" in done.stdout + done.stderr and
    "RefereeDiskFull" in done.stdout + done.stderr, done)
say.end()
