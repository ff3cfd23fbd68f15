#!/usr/bin/env python3
"""A program is what it was when its tournament began. The bots here play by the first or by the last legal
move, so that each game in the database says which version played it."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from daemon import Daemon  # noqa: E402
from saying import folder, referee, say  # noqa: E402

work = folder()

BOT = """#!/usr/bin/env python3
import sys
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name mine\\nfeature legal\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        print("bestmove", legal[PLACE], flush=True)
    elif words[0] == "quit":
        break
"""
FIRST, LAST = BOT.replace("PLACE", "0"), BOT.replace("PLACE", "-1")


def write(path, text, mode=0o755):
    """In place: the file stays the same one."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(text)
    os.chmod(path, mode)


def tournament(name, more="", rounds=2, bot='command = "./bot.py" dir = "{}/mine"'):
    path = f"{work}/{name}.conf"
    write(path, f'name = "{name}"\ngame = connect4\nformat = round-robin\nrounds = {rounds}\ndb = "{work}/{name}.db"\n'
          f'{more}\nbot mine {{ {bot.format(work)} }}\n'
          'bot other { command = "referee-bot --search random" }\n', 0o644)
    return path


# --- the daemon: one whose bot has changed has failed, the others go on ---
write(work + "/mine/bot.py", FIRST)
changed, same = tournament("changed"), tournament("same", bot='command = "referee-bot --search first"')
say("a tournament is played", referee("run", changed, "--quiet").returncode == 0)
write(work + "/mine/bot.py", LAST)
daemon = Daemon(work)
daemon.start(changed, same, "--listen", "127.0.0.1:0")
daemon.until("the other is played", lambda: daemon.of("same")["state"] == "done")
sentence = ("bot mine has changed: 4 of the games that count were played by an older version; "
            f'"referee run {changed} --replay mine" plays them again')
state = daemon.of("changed")
say("a tournament whose bot has changed has failed, and its status says why",
    state["state"] == "failed" and sentence in state["why"], state)
say("which the daemon says", "changed: " in daemon.now() and sentence in daemon.now(), daemon.now())
say("the other goes on", daemon.of("same")["done"] == 4)
pages = daemon.page("/.json")[1]
say("and its page says so", "has changed: 4 of the games" in pages, pages)
say("nothing was played of it", daemon.rows("changed", "SELECT count(*) FROM games") == [(4,)])
say("it is played again by hand", referee("run", changed, "--quiet", "--replay", "mine").returncode == 0)
daemon.submit(changed)
daemon.until("it is taken up", lambda: daemon.of("changed")["state"] == "done")
daemon.end()
say.end()
