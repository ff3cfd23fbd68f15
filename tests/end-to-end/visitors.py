"""People who play against bots over HTTP, and requests that are hostile: each is refused, and the server goes on."""
import http.client, json, os, re, sys, urllib.parse
from signal import SIGKILL

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon
from checks import folder, left, referee, same, say, until

work = folder()
FORM = "application/x-www-form-urlencoded"
# A bot that says that it is ready and never moves.
HANGS = """import sys
for line in sys.stdin:
    if line.startswith("ugi") and "newgame" not in line: print("id name hangs\\nugiok", flush=True)
    if line.startswith("isready"): print("readyok", flush=True)
"""
with open(os.path.join(work, "hangs.py"), "w") as f:
    f.write(HANGS)


def conf(name, game, *bots, more=""):
    """bots: a name, a command, and settings of its own. Nobody's time is measured but that of one that hangs."""
    with open(os.path.join(work, name), "w") as f:
        f.write(f"game = {game}\nmovetime = 1m\n{more}\n" + "".join(
            f'bot {bot} {{ command = "{command}" {" ".join(own)} }}\n' for bot, command, *own in bots))
    return ["--play", os.path.join(work, name)]


plays = [*conf("four.conf", "connect4", ("easy", "referee-bot --search random"), ("hangs", f"python3 {work}/hangs.py", "movetime = 500ms")),
         *conf("star.conf", "chinese-checkers", ("stroll", "referee-bot --search random"),
               more="players = 3\nmax-plies = 15")]
server = Daemon(work, "--http-listen", "127.0.0.1:0", "--visitor-listen", "127.0.0.1:0", *plays)


def begin(*more):
    server.start(*more)
    server.play = server.line(r"visitors: play at http://(127\.0\.0\.1:\d+)/\n")[1]
    until("all tables are ready", lambda: get("/").text.count("<form") == 2)


def ask(method, path, body=None, source="127.0.0.1", at=None, **headers):
    host, port = (at or server.play).split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=left(), source_address=(source, 0))
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    answer.text = answer.read().decode()
    connection.close()
    return answer


def get(path, **more):
    return ask("GET", path, **more)


def post(path, source="127.0.0.1", **fields):
    """A form from our own page."""
    return ask("POST", path, urllib.parse.urlencode(fields), source, Sec_Fetch_Site="same-origin", Content_Type=FORM)


def new(bot="0.0", seat=1, source="127.0.0.1"):
    answer = post("/play", source, bot=bot, seat=seat)
    assert answer.status == 303, (answer.status, answer.text)
    return answer.headers["Location"]


def game(path):
    return json.loads(get(path + ".json").text)


def turn(path):
    """Waits for the person's turn, or the end."""
    return until("it is the person's turn", lambda: (g := game(path)) and (g["turn"] or g["state"] == "over") and g)


def over(path):
    return until("the game is over", lambda: (g := game(path)) and g["state"] == "over" and g)


def move(path, source="127.0.0.1"):
    g = turn(path)
    answer = post(path, source, do="move", move=g["legal"][0][0], ply=g["ply"])
    assert answer.status == 303, (answer.status, answer.text)


def replay(path):
    file = os.path.join(work, "one.record")
    with open(file, "w") as f:
        f.write(get(path + ".record").text)
    return referee("replay", file)


begin()

# --- people who are silent while others wait for a table (the end of this test sees who gave way) -----

idle = Daemon(folder(), "--http-listen", "127.0.0.1:0", "--visitor-listen", "127.0.0.1:0", *plays)
idle.start("--visitor-silence", "3600")
tables = idle.line(r"visitors: play at http://(127\.0\.0\.1:\d+)/\n")[1]
until("the other tables are ready", lambda: get("/", at=tables).text.count("<form") == 2)


def sit(source):
    return ask("POST", "/play", "bot=0.0&seat=1", source, tables, Sec_Fetch_Site="same-origin", Content_Type=FORM)


seated = [sit(f"127.0.0.{i}").headers["Location"] for i in range(2, 6)]
say("who has just sat down keeps the table", sit("127.0.0.6").status == 503)

# --- what the process may do ------------------------------------------------------------------------


def rights():
    ours_too = {os.path.realpath(f"/proc/self/fd/{fd}") for fd in (0, 1, 2)}  # what the test itself was given
    pid, = server.children("referee-visit")
    with open(f"/proc/{pid}/status") as f:
        status = dict(line.split(":\t", 1) for line in f.read().splitlines() if ":\t" in line)
    if os.geteuid() == 0:
        same(status["Uid"].split(), ["65534"] * 4)
    same([int(status[key], 16) for key in ("CapPrm", "CapEff", "CapBnd")][:2], [0, 0])
    same([status["NoNewPrivs"], status["Seccomp"]], ["1", "2"])
    open_files = {os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")}
    files = {path for path in open_files if path.startswith("/") and not path.startswith(("/dev/", work)) and path not in ours_too}
    same(files, set())


say("the process is nobody, without capabilities, with a filter, and has no file but its log", rights)

# --- requests ---------------------------------------------------------------------------------------

ours, form = {"Sec_Fetch_Site": "same-origin"}, "bot=0.0&seat=1"
ID = "/play/" + "0" * 32
REQUESTS = [  # what, method, path, body, headers, status
    ("no sign of its origin", "POST", "/play", form, {"Content_Type": FORM}, 403),
    ("a foreign site", "POST", "/play", form, {"Sec_Fetch_Site": "cross-site", "Content_Type": FORM}, 403),
    ("a neighbouring site", "POST", "/play", form, {"Sec_Fetch_Site": "same-site", "Content_Type": FORM}, 403),
    ("no page at all", "POST", "/play", form, {"Sec_Fetch_Site": "none", "Content_Type": FORM}, 403),
    ("a foreign origin", "POST", "/play", form, {"Origin": "http://evil.example", "Content_Type": FORM}, 403),
    ("an origin with another port", "POST", "/play", form, {"Origin": "http://127.0.0.1:1", "Content_Type": FORM}, 403),
    ("an origin that is no address", "POST", "/play", form, {"Origin": "null", "Content_Type": FORM}, 403),
    ("our origin, but a foreign site", "POST", "/play", form,
     {"Origin": "OURS", "Sec_Fetch_Site": "cross-site", "Content_Type": FORM}, 403),
    ("a foreign host", "POST", "/play", form, {"Host": "evil.example", **ours, "Content_Type": FORM}, 403),
    ("a body of 513 bytes", "POST", "/play", "a" * 513, {**ours, "Content_Type": FORM}, 413),
    ("a body of a gigabyte, as it says", "POST", "/play", "", {**ours, "Content_Type": FORM, "Content_Length": "1000000000"}, 413),
    ("JSON", "POST", "/play", '{"bot": "0.0"}', {**ours, "Content_Type": "application/json"}, 415),
    ("deep JSON", "POST", "/play", "[" * 500, {**ours, "Content_Type": "application/json"}, 415),
    ("no type", "POST", "/play", form, ours, 415),
    ("a malformed form", "POST", "/play", "bot=%zz", {**ours, "Content_Type": FORM}, 400),
    ("a field twice", "POST", "/play", form + "&seat=2", {**ours, "Content_Type": FORM}, 400),
    ("too many fields", "POST", "/play", "&".join("abcdefghijklmnopqrst"), {**ours, "Content_Type": FORM}, 400),
    ("no field", "POST", "/play", "", {**ours, "Content_Type": FORM}, 400),
    ("a bot that is not offered", "POST", "/play", "bot=0.9&seat=1", {**ours, "Content_Type": FORM}, 400),
    ("a table that is not offered", "POST", "/play", "bot=9.0&seat=1", {**ours, "Content_Type": FORM}, 400),
    ("half a bot", "POST", "/play", "bot=0&seat=1", {**ours, "Content_Type": FORM}, 400),
    ("a bot by a huge number", "POST", "/play", "bot=0.99999999999999999999&seat=1", {**ours, "Content_Type": FORM}, 400),
    ("a bot below the first", "POST", "/play", "bot=0.-1&seat=1", {**ours, "Content_Type": FORM}, 400),
    ("a seat that the game has not", "POST", "/play", "bot=0.0&seat=3", {**ours, "Content_Type": FORM}, 400),
    ("a query", "POST", "/play?x=1", form, {**ours, "Content_Type": FORM}, 400),
    ("a wrong id", "POST", ID, "do=move&move=a&ply=0", {**ours, "Content_Type": FORM}, 404),
    ("an id that is a path", "POST", "/play/..%2f..%2fetc%2fpasswd", "do=hint", {**ours, "Content_Type": FORM}, 404),
    ("a form for another page", "POST", "/", form, {**ours, "Content_Type": FORM}, 404),
    ("a form for a style", "POST", "/style.css", form, {**ours, "Content_Type": FORM}, 404),
    ("a form for the data", "POST", ID + ".json", "do=hint", {**ours, "Content_Type": FORM}, 404),
    ("the page of a wrong id", "GET", ID, None, {}, 404),
    ("its data", "GET", ID + ".json", None, {}, 404),
    ("its events", "GET", ID + "/events", None, {}, 404),
    ("a game without an id", "GET", "/play", None, {}, 404),
    ("another method", "PUT", "/play", form, {**ours, "Content_Type": FORM}, 405),
    ("deletion", "DELETE", ID, None, ours, 405),
]
for what, method, path, body, headers, status in REQUESTS:
    headers = {name: "http://" + server.play if value == "OURS" else value for name, value in headers.items()}
    answer = ask(method, path, body, **headers)
    say(f"refused: {what}", answer.status == status, answer.status, answer.text[:200])
say("no game has begun", "0 of 4 tables" in get("/").text)
say("the read-only pages still refuse every form", [ask("POST", "/play", body, at=server.pages, **ours, Content_Type=FORM).status
                                                    for body in ("", form)] == [405, 413])
say("the pages lead to the other server", get("/play", at=server.pages).headers["Location"] == f"http://{server.play}/")
say("and back", get("/watch").headers["Location"] == f"http://{server.pages}/")

# --- a game -----------------------------------------------------------------------------------------

answer = ask("POST", "/play", form, Origin="http://" + server.play, Content_Type=FORM)
mine = answer.headers["Location"]
say("an old browser's form is accepted by its origin", answer.status == 303 and re.fullmatch(r"/play/[0-9a-f]{32}", mine), mine)
g = turn(mine)
MOVES = [  # what, the form, its status
    ("an illegal move", {"do": "move", "move": "z", "ply": 0}, 400),
    ("a move of 65 bytes", {"do": "move", "move": "a" * 65, "ply": 0}, 400),
    ("a move with a line end", {"do": "move", "move": "a\nbestmove b", "ply": 0}, 400),
    ("resign as a move", {"do": "move", "move": "resign", "ply": 0}, 400),
    ("a move without its ply", {"do": "move", "move": "a"}, 400),
    ("a later ply", {"do": "move", "move": "a", "ply": 1}, 409),
    ("a ply out of range", {"do": "move", "move": "a", "ply": 99999999999}, 400),
    ("nothing to take back", {"do": "back", "ply": 0}, 409),
    ("nothing to do", {"move": "a", "ply": 0}, 400),
    ("something unknown to do", {"do": "win"}, 400),
]
for what, fields, status in MOVES:
    answer = post(mine, **fields)
    say(f"refused in a game: {what}", answer.status == status, answer.status)
say("a refused move changes nothing", game(mine)["ply"] == 0 and turn(mine)["turn"])
move(mine)
say("a form that is sent again changes nothing", post(mine, do="move", move="a", ply=0).status == 303)
say("another move at that ply is refused", post(mine, do="move", move="b", ply=0).status == 409)
g = turn(mine)
say("the bot has answered", g["ply"] == 2, g["words"])
kept = {"Cookie": "other=1; referee-game=" + mine.split("/")[-1], "Sec_Fetch_Site": "same-origin", "Content_Type": FORM}
say("the first page has a link to a browser's own game", f'href="{mine}"' in get("/", Cookie=kept["Cookie"]).text)
say("and to nobody else's", f'href="{mine}"' not in get("/", Cookie="referee-game=" + "0" * 32).text + get("/").text)
say("one browser has one game", ask("POST", "/play", form, **kept).status == 409)
class_ = [new(), new()]
say("one address has three of the four tables", post("/play", bot="0.0", seat=1).status == 429)
say("the last table is another address's", post(new(source="127.0.0.8"), "127.0.0.8", do="resign").status == 303)
for path in class_:
    post(path, do="resign")
    over(path)
post(mine, do="hint")
say("a hint comes from the bot", until("a hint", lambda: (h := game(mine)) and (h["hint"] or h["no_hint"])) in "abcdefg")
say("moves are taken back", post(mine, do="back", ply=2).status == 303 and turn(mine)["ply"] == 0)
say("only once", post(mine, do="back", ply=2).status == 409)
while turn(mine)["state"] != "over":
    move(mine)
say("the game ends with a result", re.search(r"(won|lost|drawn)\.$", game(mine)["words"]), game(mine)["words"])
say("its record can be judged again, also after moves were taken back", lambda: same(replay(mine).returncode, 0))
say("a move after the end is refused", post(mine, do="move", move="a", ply=game(mine)["ply"]).status == 409)

# --- bots that hang, people that leave ---------------------------------------------------------------



def undisturbed(begins):
    """The game that begins() begins, when it is over, in which no process of the referee stood still: on a busy machine
    one may, and then nobody is blamed for the silence."""
    while True:
        path = begins()
        words = over(path)["words"]
        if not words.endswith("the server could not continue it."):
            return words


def hangs():
    stuck = new("0.1")
    move(stuck)
    say("out of turn", post(stuck, do="move", move="a", ply=1).status == 409)
    return stuck


words = undisturbed(hangs)
say("against a bot that hangs the person wins", words.endswith("You have won: the bot took too long."), words)
quit_ = new(seat=2)
post(quit_, do="resign")
say("a resignation out of turn counts at the next turn", over(quit_)["words"].endswith("You have lost: you resigned."), game(quit_)["words"])

three = new("1.0", seat=2)
move(three)
say("three play: both others have answered", turn(three)["ply"] == 4, game(three)["words"])
post(three, do="resign")
say("when a person resigns the others play on, to a place", "place 3 of 3" in over(three)["words"], game(three)["words"])
say("its record can be judged again, too", lambda: same(replay(three).returncode, 0))

# --- too many -----------------------------------------------------------------------------------------

four = [new(source=f"127.0.0.{i}") for i in range(2, 6)]
answer = post("/play", "127.0.0.6", bot="0.0", seat=1)
say("the fifth game has no table", answer.status == 503 and answer.headers["Retry-After"] == "60", answer.status)


def crowd():
    host, port = server.play.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=left())
    for _ in range(300):
        connection.request("POST", "/play", form, {"Sec-Fetch-Site": "same-origin", "Content-Type": FORM})
        answer = connection.getresponse()
        answer.read()
        same(answer.status, 503)
    same(game(four[0])["state"] in ("begins", "runs"), True)


say("300 games at once are refused", crowd)
for _ in range(1000):  # four a second are allowed beside forty at once
    answer = post(four[0], "127.0.0.2", do="hint")
    if answer.status == 429:
        break
say("a person's requests are limited", answer.status == 429, answer.status)

# --- processes that die -------------------------------------------------------------------------------

before = len(server.now())
arbiters = server.children("referee-arbiter")
for pid in arbiters:
    os.kill(pid, SIGKILL)
say("an arbiter that dies ends its games, with a sentence", over(four[1])["words"].endswith("the server could not continue it."))
until("the arbiters run again", lambda: len(server.children("referee-arbiter")) == len(arbiters))
again = new(source="127.0.0.9")
say("then people play on", turn(again)["turn"])
visit, = server.children("referee-visit")
os.kill(visit, SIGKILL)
server.line(r"visitors: the process ended .*it restarts", before)
until("the process runs again", lambda: [pid for pid in server.children("referee-visit") if pid != visit])


def comes_back():
    try:
        return get("/").text.count("<form") == 2
    except OSError:
        return False


until("it answers again", comes_back)
say("its games are gone", get(again).status == 404)
say("new ones begin at the same address", turn(new(source="127.0.0.9"))["turn"])
say("no database was made", not [name for name in os.listdir(work) if name.endswith(".db")], os.listdir(work))
server.end()
begin("--visitor-silence", "1", "--title", "Club & Cup")
say("the site's name is in the title", "<title>Play against a bot - Club &amp; Cup</title>" in get("/").text, get("/").text[:500])
words = undisturbed(new)
say("silence ends a game", words == "You have lost: you made no move for too long.", words)
server.end()
far = conf("far.conf", "connect4", ("easy", "referee-bot --search random"), more="bot ann { remote = yes }")
for arguments, means in ((far, r"far\.conf:3: bot \"ann\" has remote = yes; .* needs a command"), (["--play", "ann"], "ann: cannot be read")):
    wrong = referee("serve", "--socket", os.path.join(work, "other"), "--visitor-listen", "127.0.0.1:0", *arguments)
    say(f"--play {os.path.basename(arguments[1])} is an error that names the option, and that the daemon does not start",
        wrong.returncode == 3 and re.search(rf" error serve: --play \S*{means}", wrong.stderr) and
        " error serve: --play: the daemon does not start; " in wrong.stderr, wrong)
until("a table is free for the fifth person after a minute", lambda: sit("127.0.0.6").status == 303)
left_ = [path for path in seated if json.loads(get(path + ".json", at=tables).text)["state"] == "over"]
say("of the silent people the first gives way", left_ == seated[:1], left_)
say("... and reads why", "all tables were taken, and you had not moved for a minute" in get(seated[0], at=tables).text)
idle.end()
say("nothing of ours is malformed", "invalid message" not in server.said(), server.said()[-2000:])
say("no sanitizer complains", not re.search("Sanitizer|runtime error", server.said()), server.said()[-3000:])
say.end()
