"""The web process from outside: answers, headers, who may ask, readers that leave or do not read.

web.py FEEDER DATABASE SHORT prints a line for each thing that must hold.
"""
import hashlib, http.client, json, os, re, resource, socket, sqlite3, subprocess, sys, time, xml.dom.minidom

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from processes import descriptors
from checks import left, referee, same, say, start, statuses, until as wait_until

feeder, database, short = sys.argv[1:4]


def word(text):
    return "".join(c if c > " " and c != "\\" else f"\\x{ord(c):02x}" for c in text)


def begin(number, tournament, pairing, *players, rules="connect4", seed=1, opening=""):
    """The lines of a game that begins under this number of the live stream."""
    lines = [f"live {tournament} {pairing} {seed} 1 cup", f"rules {rules} 2"]
    lines += [f"player {seat} {name}" for seat, name in enumerate(players, 1)]
    lines += [f"opening {opening}"] if opening else []
    return "\n".join(f"{number} {line}" for line in lines + [f"game {pairing} 1700000000000"])


class Web:
    """A feeder and its web process."""

    def __init__(self, *arguments, **environment):
        self.process = start([feeder, "0", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **environment})
        self.port = int(self.process.stdout.readline().split()[2])
        self.pid = int(self.process.stdout.readline().split()[1])
        self.tell(f"tournament 1 1 60 60 done cup {word(database)} - - -")
        key = {"Authorization": f"Bearer {arguments[0]}"} if arguments and arguments[0] else {}
        wait_until("it knows the tournament", lambda: self.ask("/t/1", **key).status != 404)

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, path, method="GET", **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=left())
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        connection.close()
        return answer

    def figure(self, name):
        return float(re.search(rf"^{name}(?:{{.*}})? (\S+)$", self.ask("/metrics").text, re.M)[1])

    def wait(self, name, holds):
        """Asks until a figure is there and as it should be."""
        def found():
            try:
                value = self.figure(name)
                return [value] if holds(value) else None
            except TypeError:
                return None
        return wait_until(f"{name} is as it should be", found)[0]

    def stream(self, choice="", source="127.0.0.1"):
        s = socket.create_connection(("127.0.0.1", self.port), timeout=left(), source_address=(source, 0))
        s.sendall(f"GET /t/1/events{choice} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return s

    def descriptors(self):
        return descriptors(self.pid)

    def end(self):
        self.process.stdin.close()
        same(self.process.wait(), 0)


def until(s, part):
    """What comes with this part. Signs of life come as long as a stream is open, so this has an end of its own."""
    got, end = b"", time.monotonic() + left()
    while part not in got:
        assert time.monotonic() < end, f"in vain: {part} after {got[-200:]!r}"
        more = s.recv(65536)
        assert more, f"it ended after {got[-200:]!r}"
        got += more
    return got


# More than most systems give: there is to be room for all readers, here and there.
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
web = Web()


def there(path):
    """The process reads what it is told in its own time."""
    wait_until(path + " is there", lambda: web.ask(path).status == 200)


rows = sqlite3.connect(database)


def standings():
    wanted = rows.execute("SELECT bot, games, points FROM standings WHERE tournament = 1").fetchall()
    got = json.loads(web.ask("/t/1.json").text)
    same([(r["bot"].encode(), r["games"], r["points"]) for r in got["standings"]],
        [(b.encode(), g, p) for b, g, p in wanted])


def rows_of_home():
    """The first page: what the database says of each tournament, those that run first, and a search of these words."""
    home = lambda query="": json.loads(web.ask("/.json" + query).text)
    facts = ("game", "format", "bots", "leaders")
    leaders = [b for b, in rows.execute("SELECT bot FROM standings WHERE tournament = 1 AND rank = 1 ORDER BY points DESC, wins DESC, bot LIMIT 3")]
    begun, = rows.execute("SELECT strftime('%Y-%m-%dT%H:%M:%S', created_ms / 1000, 'unixepoch') FROM tournaments").fetchone()
    bots, = rows.execute("SELECT count(*) FROM standings WHERE tournament = 1").fetchone()
    same([home()[0][name] for name in facts], ["connect4", "round-robin", bots, leaders])
    same(home()[0]["begun"][:19], begun)
    web.tell(f"tournament 60 1 3 9 running later {word(database)} - - -\ntournament 61 - 0 - waiting soon - - - -")
    wait_until("all are known", lambda: [t["name"] for t in home()] == ["later", "soon", "cup"])
    same([home()[1][name] for name in facts + ("begun",)], [None, None, None, [], None])
    same([[t["name"] for t in home(f"?search={text}")] for text in ("LATE", "waiting", leaders[0].replace(" ", "%20"), "%25", "nothing")],
        [["later"], ["soon"], ["later", "cup"], [], []])
    page = web.ask("/?search=%22%3E%3Cb%3E").text
    assert 'value="&quot;&gt;&lt;b&gt;"' in page and "No tournament has this text" in page, page
    web.tell("gone 60\ngone 61")


def titled():
    """The site's name and the organiser's text, as text and nothing else."""
    named = Web(FEEDER_TITLE="<i>Spring</i> & co", FEEDER_ABOUT="First line\n<script>x</script>")
    title = "&lt;i&gt;Spring&lt;/i&gt; &amp; co"
    home, page, wrong = named.ask("/").text, named.ask("/t/1").text, named.ask("/nothing").text
    assert f"<title>{title}</title>" in home and f"<h1><bdi>{title}</bdi></h1>" in home, home
    assert '<p class="about">First line\n&lt;script&gt;x&lt;/script&gt;</p>' in home, home
    for text in (page, wrong):
        assert f" - {title}</title>" in text and "<bdi>" + title + "</bdi></a>" in text, text
    named.end()


def filtered():
    for result, wanted in [("fault", "s.verdict NOT IN ('ok', 'resign', 'void')"), ("won", "s.points = 1"),
            ("lost", "s.rank > 1"), ("drawn", "s.rank = 1 AND s.points < 1")]:
        ids = [i for i, in rows.execute(f"SELECT game FROM seats s JOIN bots b ON b.id = s.bot"
            f" WHERE b.name = 'random' AND {wanted} ORDER BY game DESC")]
        got = json.loads(web.ask(f"/t/1/games.json?bot=random&result={result}").text)
        same([g["game"] for g in got["games"]], ids)


def against():
    """The games against a bot, also without the name of the other."""
    ids = [i for i, in rows.execute("SELECT game FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = 'random' ORDER BY game DESC")]
    assert len(ids) < rows.execute("SELECT count(*) FROM games").fetchone()[0]
    same([g["game"] for g in json.loads(web.ask("/t/1/games.json?against=random").text)["games"]], ids)


def unplayed():
    """Games that a bot did not play, as it was benched, are in the list only when they are asked for."""
    number, page, _ = short_page("benched", "/games")
    games = lambda query="": {g["game"]: [s["verdict"] for s in g["seats"]] for g in json.loads(web.ask(f"/t/{10 + number}/games.json{query}").text)["games"]}
    shown, every = games(), games("?absent=yes")
    assert not any("benched" in verdicts for verdicts in shown.values()) and any("illegal" in verdicts for verdicts in shown.values()), shown
    same({g for g in every if "benched" in every[g]}, set(every) - set(shown))
    assert len(every) > len(shown), every
    same(len(re.findall("<tr data-bots", page)), len(shown))
    same([web.ask(f"/t/{10 + number}/games?absent={value}").status for value in ("no", "1")], [400, 400])


def bot_page():
    """A bot's page has its row of the standings, its line of the plot, and each version with its results."""
    bot = json.loads(web.ask("/t/1/bot/pvs.json").text)
    row, = [r for r in json.loads(web.ask("/t/1.json").text)["standings"] if r["bot"] == "pvs"]
    line, = [h for h in json.loads(web.ask("/t/1/ratings.json").text)["history"] if h["bot"] == "pvs"]
    same((bot["standing"], {**bot["history"], "bot": "pvs"}), (row, line))
    same([[v[k] for k in ("version", "games", "points", "faults")] for v in bot["versions"]], [[1, row["games"], row["points"], row["faults"]]])
    page = web.ask("/t/1/bot/pvs").text
    elo = f"{round(row['elo']):+d}".replace("-", "−")
    assert f"<b>{elo}</b>" in page.replace("at least ", "").replace("at most ", "").replace("about ", ""), (elo, page)
    same(page.count('class="band'), 1)


def side_by_side():
    """Two bots side by side have the numbers of `referee compare`, and what each made of the others."""
    wanted = json.loads(referee("compare", "pvs", "random", "--db", database, "--json", check=True).stdout)
    same(json.loads(web.ask("/t/1/compare.json?a=pvs&b=random").text), wanted)
    page = web.ask("/t/1/compare?a=pvs&b=random").text
    assert f'<p class="strong"><bdi>{wanted[0]["conclusion"]}</bdi></p>' in page, page
    same(re.findall(r"<b>(\d+)</b>&nbsp;× ([\d½]+)", page),
        [(str(wanted[0]["pairs_" + key]), text) for key, text in (("0", "0"), ("half", "½"), ("1", "1"), ("3_halves", "1½"), ("2", "2"))])
    # The games by the seat of the first bot, as the database has them.
    stored = rows.execute("SELECT s.seat, sum(s.rank < o.rank), sum(s.rank = o.rank), sum(s.rank > o.rank) FROM seats s JOIN seats o ON o.game = s.game"
        " AND o.seat <> s.seat JOIN bots a ON a.id = s.bot JOIN bots b ON b.id = o.bot WHERE a.name = 'pvs' AND b.name = 'random' GROUP BY s.seat").fetchall()
    same(re.findall(r'<tr><th scope="row" class="n">(\d)</th>' + 3 * r'<td class="n">(\d+)</td>' + "</tr>", page), [tuple(map(str, row)) for row in stored])
    others = {(bot, other): (points, games) for bot, other, games, points in rows.execute("SELECT bot, opponent, wins + draws + losses,"
        " wins + 0.5 * draws FROM crosstable WHERE tournament = 1")}
    text = lambda points, games: f'>{points:g}<span class="of">/{games}</span></a>'
    third, = {other for bot, other in others if bot == "pvs" and re.fullmatch("W+", other)}
    line = re.search(f"<bdi>{third}</bdi></th>(.*?)</tr>", page)[1]
    assert text(*others["pvs", third]) in line and text(*others["random", third]) in line, (line, others["pvs", third])
    same(re.findall(r"<option selected>(\w+)<", page), ["pvs", "random"])
    same([web.ask(f"/t/1/compare{query}").status for query in ("", "?a=pvs", "?a=pvs&b=pvs", "?a=pvs&b=nobody", "?a=pvs&b=random&c=1")],
        [200, 400, 400, 400, 400])
    same(json.loads(web.ask("/t/1/compare.json").text), [])
    for path in ("/t/1/crosstable", "/t/1/bot/pvs"):
        assert '<form class="filter" action="/t/1/compare">' in web.ask(path).text, path


def stored_rounds(name):
    """The matches of each round, and byes, by the database."""
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        number, = db.execute("SELECT id FROM tournaments WHERE name = ?", [name]).fetchone()
        found = {}
        for n, bots, points, games in db.execute("SELECT x.round, x.bots, x.points, count(*) FROM (SELECT g.round, g.id, group_concat(b.name, ' ')"
                " OVER w AS bots, group_concat(s.points, ' ') OVER w AS points, row_number() OVER (PARTITION BY g.id ORDER BY b.name) AS n FROM games g"
                " JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot WHERE g.tournament = ? WINDOW w AS (PARTITION BY g.id ORDER BY b.name"
                " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) x WHERE x.n = 1 GROUP BY x.id", [number]):
            pair = found.setdefault(n, {}).setdefault(tuple(bots.split()), [0, 0, 0])
            for i, p in enumerate(points.split()):
                pair[i] += float(p)
            pair[2] += games
        byes = db.execute("SELECT round, b.name, points FROM byes y JOIN bots b ON b.id = y.bot WHERE y.tournament = ?", [number]).fetchall()
        table = db.execute("SELECT rank, bot, points FROM standings WHERE tournament = ? ORDER BY rank, bot", [number]).fetchall()
    wait_until("it is known", lambda: web.ask(f"/t/{10 + number}").status == 200)
    got = json.loads(web.ask(f"/t/{10 + number}/rounds.json").text)
    played = lambda matches: {tuple(b for b, _ in sorted(zip(m["bots"], m["points"]))): [p for _, p in sorted(zip(m["bots"], m["points"]))] + [m["games"]]
        for m in matches if m["games"]}
    same({r["round"]: played(r["matches"]) for r in got if played(r["matches"])}, found)
    return number, got, byes, table


def knockout():
    """The bracket of a knockout: seeds in their places, and each winner one round further."""
    number, got, byes, table = stored_rounds("cup")
    same([[m["bots"] for m in got[0]["matches"]]], [[["pvs", None], ["e", "d"], ["c", None], [None, "b"]]])
    same([len(r["matches"]) for r in got], [4, 2, 1])
    for before, after in zip(got, got[1:]):
        same([m["winner"] for m in before["matches"]], [bot for m in after["matches"] for bot in m["bots"]])
    same(got[-1]["matches"][0]["winner"], table[0][1])
    web.tell(f"details {10 + number} knockout -")
    wait_until("the menu has it", lambda: f'href="/t/{10 + number}/rounds"' in web.ask(f"/t/{10 + number}/live").text)
    page = web.ask(f"/t/{10 + number}/rounds").text
    same(re.findall(r"<h3>([^<]*)</h3>", page), ["Round 1", "Semi-finals", "Final"])
    same((page.count("no opponent"), page.count(" goes on</span>")), (3, 7))


def swiss():
    """The rounds of a swiss: pairings, byes, and the standing after the last, which is the standings."""
    number, got, byes, table = stored_rounds("bye")
    same([(r["round"], b["bot"], b["points"]) for r in got for b in r["byes"]], byes)
    same(sorted((s["rank"], s["bot"], s["points"]) for s in got[-1]["standing"]), sorted(table))
    page = web.ask(f"/t/{10 + number}/rounds").text
    same(re.findall(r">Round (\d)</h3>", page), ["3", "2", "1"])
    same([web.ask("/t/1/rounds").status, json.loads(web.ask("/t/1/rounds.json").text)], [404, []])
    assert "/rounds" not in web.ask("/t/1").text


def badges():
    """A benched bot has a badge in the tables, and why games are not played stands below the progress."""
    web.tell(f"tournament 62 1 44 60 running cup {word(database)} - - -\ndetails 62 round-robin pvs\\x20random")
    wait_until("it is known", lambda: "pvs random are benched" in web.ask("/t/62").text)
    badge = lambda page: re.findall(r'<bdi>(\w+)</bdi>(?:</a>)? <span class="badge"', web.ask("/t/62" + page).text)
    same([sorted(set(badge(page))) for page in ("", "/crosstable", "/ratings", "/bot/pvs", "/bot/first")], 3 * [["pvs", "random"]] + [["pvs"], []])
    same({r["bot"] for r in json.loads(web.ask("/t/62.json").text)["standings"] if r["benched"]}, {"pvs", "random"})
    web.tell(f"tournament 62 1 44 60 done cup {word(database)} 16\\x20games\\x20not\\x20played:\\x20pvs\\x20is\\x20benched - -\ndetails 62 round-robin -")
    wait_until("nothing is benched", lambda: '<span class="why">16 games not played: pvs is benched</span>' in web.ask("/t/62").text)
    same(badge(""), [])
    web.tell("gone 62")


def form():
    """The filter is a form that needs no script, and shows what was asked."""
    page = web.ask("/t/1/games?bot=pvs&against=random&result=won&round=2&absent=yes").text
    chosen = re.findall(r"<option(?: value=\"(\w*)\")? selected>([^<]*)<", page)
    same(chosen, [("", "pvs"), ("", "random"), ("won", "won")])
    assert '<form class="filter" action="/t/1/games">' in page and 'name="round" min="1" value="2"' in page and 'value="yes" checked' in page, page


def beyond():
    """Numbers that no game and no round has."""
    games = lambda query: json.loads(web.ask(f"/t/1/games.json?{query}").text)["games"]
    same(web.ask("/t/1/game/9223372036854775809").status, 404)
    same((games("round=9223372036854775809"), games("before=9223372036854775808")), ([], games("")))


def another():
    """The database of a tournament, replaced by one that has it not."""
    odd = Web()
    odd.tell(f"tournament 2 99 60 60 done cup {word(database)} - - -")
    answer = wait_until("it knows the tournament", lambda: (a := odd.ask("/t/2")) and "database" in a.text and a)
    same((answer.status, odd.ask("/t/2.json").status, odd.ask("/t/1").status), (404, 404, 200))
    odd.end()


def paged():
    ids, before = [], ""
    while before is not None:
        got = json.loads(web.ask(f"/t/1/games.json{before and f'?before={before}'}").text)
        ids += [g["game"] for g in got["games"]]
        before = got["before"]
    same(ids, [i for i, in rows.execute("SELECT id FROM games ORDER BY id DESC")])
    # And back: from the oldest page to the newest, which is not full.
    back, after = [], "0"
    while after is not None:
        got = json.loads(web.ask(f"/t/1/games.json?after={after}").text)
        back = [g["game"] for g in got["games"]] + back
        after = got["after"]
    same(back[:len(ids)], ids)
    of = lambda query: [g["game"] for g in json.loads(web.ask(f"/t/1/games.json?{query}").text)["games"]]
    same(of(f"bot=pvs&after={ids[20]}"), [i for i in of("bot=pvs") if i > ids[20]])


say("the standings as JSON are the database's", standings)
say("the first page says of each tournament what it is and who leads, and searches that", rows_of_home)
say("the site's name is on every page, and the organiser's text on the first", titled)
say("the list of games holds those that its filter says", filtered)
say("page by page it has every game once", paged)
say("a bot's page has its rating, the line of its ratings and its versions", bot_page)
say("two bots are compared by the numbers of the command", side_by_side)
say("a benched bot has a badge", badges)
def course():
    """The ratio of an sprt over its pairs: each as `referee compare --counts` has it, the last as the test."""
    number, _, _ = short_page("test")
    got = json.loads(web.ask(f"/t/{10 + number}.json").text)["test"]
    whole, = json.loads(referee("compare", "three", "two", "--db", short, "--tournament", "test", "--json", check=True).stdout)
    same((round(got["llr"][-1], 5), got["pairs"][-1]), (round(whole["llr"], 5), whole["pairs"]))
    same((round(got["lower"], 5), round(got["upper"], 5)), (round(whole["llr_lower"], 5), round(whole["llr_upper"], 5)))
    same(got["pairs"], [float(n) for n in range(1, whole["pairs"] + 1)])
    # The first pairs by hand: rounds in their order, the points of the first bot.
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        points = [p for p, in db.execute("SELECT sum(s.points) FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot"
            " WHERE g.tournament = ? AND b.name = 'three' GROUP BY g.round ORDER BY g.round", [number])]
    counts = [0] * 5
    for n, p in enumerate(points[:8]):
        counts[int(2 * p)] += 1
        one, = json.loads(referee("compare", "--counts", "P" + ",".join(map(str, counts)), "--sprt", "0,60", "--json", check=True).stdout)
        same((n, round(got["llr"][n], 5)), (n, round(one["llr"], 5)))
    web.tell(f"strength {10 + number} 1 0 0 0 0 0 0 1 0 60 three two logistic\\x200\\x2060\\x200.05\\x200.05")
    wait_until("the chart is there", lambda: 'class="chart"' in web.ask(f"/t/{10 + number}").text)
    same(json.loads(web.ask("/t/1.json").text)["test"], None)


later = [("the ratio of a test is drawn pair by pair", course), ("a knockout is drawn as its bracket", knockout), ("a swiss is shown round by round", swiss)]
say("the filter of games is a form", form)
say("games against a bot are those that it sat in", against)
say("numbers that are too large find no page", beyond)
say("a database that is another is told as that", another)

refused = {
    ("/nothing", "GET"): 404, ("/t/9", "GET"): 404, ("/t/x", "GET"): 404, ("/t/1/game/99999", "GET"): 404,
    ("/t/1/game/18446744073709551615", "GET"): 404, ("/t/1/bot/nobody", "GET"): 404, ("/t/1/live/5", "GET"): 404,
    ("/t/1.record", "GET"): 404, ("/t/1/games?result=x", "GET"): 400, ("/t/1/games?before=x", "GET"): 400,
    ("/t/1/games?bot=nobody", "GET"): 400, ("/t/1?x=1", "GET"): 400, ("/?bot=a", "GET"): 400, ("/t/1/games?round=1&round=1", "GET"): 400,
    ("/t/1/events?x=1", "GET"): 400, ("/%00", "GET"): 400, ("/%zz", "GET"): 400, ("/" + "x" * 3000, "GET"): 400,
    ("/", "POST"): 405, ("/", "PUT"): 405, ("/t/1", "DELETE"): 405, ("/", "OPTIONS"): 405,
}
for (path, method), status in refused.items():
    say(f"{method} {path[:40]} is answered {status}", lambda: same(web.ask(path, method).status, status))


def head():
    answer = web.ask("/t/1", "HEAD")
    same((answer.status, answer.text), (200, ""))


def headers():
    for path in ["/", "/t/1", "/t/1.json", "/style.css", "/pages.js", "/metrics", "/nothing"]:
        answer = web.ask(path)
        policy = answer.getheader("Content-Security-Policy")
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy and "unsafe" not in policy, policy
        same((answer.getheader("X-Content-Type-Options"), answer.getheader("Referrer-Policy")), ("nosniff", "no-referrer"))
        same(len(answer.headers.get_all("Content-Security-Policy")), 1)
        assert answer.getheader("Cache-Control")


def framed():
    """Pages of other servers may frame the board of a game, and nothing else of this one."""
    frames = lambda path: (lambda a: (re.search(r"frame-ancestors (\S+)", a.getheader("Content-Security-Policy"))[1], a.getheader("X-Frame-Options"),
        a.getheader("Cross-Origin-Resource-Policy")))(web.ask(path))
    same(frames("/t/1/game/1/embed?ply=2"), ("*", None, "cross-origin"))
    for path in ("/t/1/game/1", "/t/1/game/1?ply=2", "/t/1/game/99999/embed", "/t/1/game/1/embed?x=1", "/t/1/game/1.json", "/", "/style.css"):
        same((path, frames(path)), (path, ("'none'", "DENY", "same-origin")))
    page = web.ask("/t/1/game/1/embed?ply=2&flip=1").text
    assert 'data-flip="mirrored"' in page and 'class="board flipped"' in page and "Ply 2 of " in page and "<nav class=\"menu\"" not in page, page
    with socket.create_connection(("127.0.0.1", web.port), timeout=left()) as s:  # what comes after it on its connection is strict again
        s.sendall(b"GET /t/1/game/1/embed HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(s, b"</html>")
        s.sendall(b"nonsense\r\n\r\n")
        assert b"X-Frame-Options: DENY" in until(s, b"X-Frame-Options: DENY")


def in_a_row():
    """The answers on a connection, read by the letter: what HEAD is answered has no body, and an error is the last answer."""
    good = [("GET", "/t/1", 200), ("GET", "/style.css", 200), ("HEAD", "/t/1.json", 200), ("HEAD", "/board.js", 200), ("GET", "/", 200)]
    counted = lambda: sum(map(float, re.findall(r"^referee_web_answers_total\S* (\S+)$", web.ask("/metrics").text, re.M)))
    for bad in ("HEAD", "/nothing", 404), ("GET", "/%zz", 400), ("GET", "/t/1/game/99999", 404):
        before = counted()
        with socket.create_connection(("127.0.0.1", web.port), timeout=left()) as s, s.makefile("rb") as answers:
            for method, path, status in [*good, bad]:
                s.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".encode())
                first, named = answers.readline().split(), []
                same((path, first[:2]), (path, [b"HTTP/1.1", str(status).encode()]))
                while (line := answers.readline()).strip():
                    named.append(line.lower().split(b": ", 1))
                same((path, sum(name == b"content-security-policy" for name, _ in named)), (path, 1))
                length = int(dict(named)[b"content-length"])
                assert length > 0
                if method != "HEAD":
                    assert len(answers.read(length)) == length
            same(answers.read(), b"")
        same(counted() - before, len(good) + 2)  # and the figures' own page


def kept():
    etag = web.ask("/board.js").getheader("ETag")
    answer = web.ask("/board.js", If_None_Match=etag)
    same((answer.status, answer.text), (304, ""))


def plot():
    page = web.ask("/t/1/ratings").text
    chart = xml.dom.minidom.parseString(re.search(r'<svg class="chart".*?</svg>', page, re.S)[0])
    history = json.loads(web.ask("/t/1/ratings.json").text)["history"]
    lines = [g for g in chart.getElementsByTagName("g") if g.getAttribute("class") == "series"]
    # A symbol for each point that is not too near to the one before; the last point always has one.
    for line, bot in zip(lines, history, strict=True):
        last = line.getElementsByTagName("title")[-1].firstChild.data
        elo, error = round(bot["elo"][-1]), round(1.959964 * bot["error"][-1])
        same(last.rpartition(", ")[2], f"{bot['games'][-1]} games: {elo} ± {error}".replace("-", "−"))


def made_once():
    web.ask("/t/1/ratings")
    before = web.figure("referee_web_pages_made_total")
    for _ in range(5):
        web.ask("/t/1/ratings")
    same(web.figure("referee_web_pages_made_total"), before + 1)  # the figures' own page
    web.tell(f"tournament 1 1 60 60 done cup {word(database)} - - -")
    web.ask("/t/1/ratings")
    web.wait("referee_web_pages_made_total", lambda made: made >= before + 3)


def keys():
    """A page is made once, in whatever order its keys stand; an unknown one is named, and makes none."""
    ask = lambda query: web.ask("/t/1/games" + query)
    ask("?bot=pvs&result=won")
    before = web.figure("referee_web_pages_made_total")
    for query in ("?result=won&bot=pvs", "?bot=%70vs&result=won", "?before=&bot=pvs&result=won&token=x"):
        same(ask(query).status, 200)
    text = ask("?bots=pvs").text
    assert "bots" in text and "bot against round result absent before after" in text, text
    same(web.ask("/t/1/game/1?ply=3&flip=1").text, web.ask("/t/1/game/1?flip=1&ply=3&token=x").text)
    same(web.figure("referee_web_pages_made_total"), before + 2)  # the game, and the figures' own page


def hosts():
    for host, status in [("localhost", 200), (f"127.0.0.1:{web.port}", 200), ("[::1]:80", 200), ("LOCALHOST:1", 200),
            ("evil.example", 403), ("localhost.evil.example", 403), ("127.0.0.1.evil.example", 403), ("localhost:x", 403),
            ("", 403), ("localhost@evil.example", 403), ("192.0.2.1:8080", 200), ("[2001:db8::1]", 200), ("[2001:db8::1", 403),
            ("[evil]", 403), ("127.1", 403)]:
        same((host, web.ask("/", Host=host).status), (host, status))


def families(text):
    """Prometheus's text format 0.0.4, read strictly: {name: (type, {(part, labels): value})}."""
    found, samples, name = {}, None, None
    assert text.endswith("\n")
    for line in text[:-1].split("\n"):
        help = re.fullmatch(r"# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ([^\\]|\\\\|\\n)+", line)
        kind = re.fullmatch(r"# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)", line)
        sample = re.fullmatch(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (\S+)', line)
        if help:
            assert help[1] not in found, f"{help[1]} is there twice"
            name, samples = help[1], None
            found[name] = None
        elif kind:
            same((kind[1], samples), (name, None))
            assert (kind[2] == "counter") == name.endswith("_total"), line
            samples = {}
            found[name] = (kind[2], samples)
        else:
            assert sample and samples is not None, line
            ends = ("_bucket", "_count", "_sum") if found[name][0] == "histogram" else ("",)
            assert sample[1] in [name + end for end in ends], f"{line} stands under {name}"
            assert (sample[1], sample[3]) not in samples, line
            samples[sample[1], sample[3]] = float(sample[4])
    for name, (kind, samples) in found.items():
        if kind == "histogram":
            buckets = [(float(re.search('le="(.*)"', labels)[1].replace("+Inf", "inf")), value)
                for (part, labels), value in samples.items() if part == name + "_bucket"]
            same(buckets, sorted(buckets))
            same([v for _, v in buckets], sorted(v for _, v in buckets))
            same(buckets[-1], (float("inf"), samples[name + "_count", None]))
    return found


def metrics():
    web.tell("metric commits 12")
    web.tell("delays 5 0 0 3 0 0 0 0 0 0 0 0 1")
    web.tell("process arbiter 2 17 4096")
    web.tell("process listener 1 - 8192")
    web.wait('referee_processes{process="listener"}', lambda n: n == 1)
    found = families(web.ask("/metrics").text)
    same(found["referee_commits_total"][1], {("referee_commits_total", None): 12})
    same(found["referee_process_open_fds"][1], {("referee_process_open_fds", 'process="arbiter"'): 17})
    delays = found["referee_move_delay_seconds"][1]
    same([delays["referee_move_delay_seconds_bucket", f'le="{end}"'] for end in ("1e-05", "0.0001", "0.05", "+Inf")], [5, 8, 8, 9])
    same(sum(found["referee_processes"][1].values()), 3)
    same(found["referee_web_answers_total"][1]["referee_web_answers_total", 'code="405"'], 4)
    faults = rows.execute("SELECT count(*) FROM seats WHERE verdict = 'crash'").fetchone()[0]
    text = web.ask("/metrics").text
    assert f'verdict="crash"}} {faults}\n' in text, text


def records():
    """Each tournament of the second database, as `referee export record` has it."""
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        same({r for r, in db.execute("SELECT DISTINCT reason FROM games")} >= {"max-plies", "draw-rule", "crash"}, True)
        for number, name in db.execute("SELECT id, name FROM tournaments"):
            web.tell(f"tournament {10 + number} {number} 1 1 done {name} {word(short)} - - -")
            wanted = referee("export", "record", "--db", short, "--tournament", name, check=True).stdout
            games = [g for g, in db.execute("SELECT id FROM games WHERE tournament = ? ORDER BY id", [number])]
            web.wait("referee_games_planned", lambda _: web.ask(f"/t/{10 + number}").status == 200)
            got = "".join(web.ask(f"/t/{10 + number}/game/{g}.record").text for g in games)
            same(got.count("\nend "), len(games))
            same(got, wanted)


def short_page(name, path=""):
    """A page of one of the second database's tournaments, of which records() has told."""
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        number, = db.execute("SELECT id FROM tournaments WHERE name = ?", [name]).fetchone()
        return number, web.ask(f"/t/{10 + number}{path}").text, db.execute("SELECT b.name, count(*), sum(s.points), coalesce((SELECT"
            " sum(y.points) FROM byes y JOIN bots c ON c.id = y.bot WHERE y.tournament = g.tournament AND c.name = b.name), 0) FROM games g"
            " JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot WHERE g.tournament = ? GROUP BY b.name", [number]).fetchall()


def failed():
    """A page names what a failed bot was asked and answered with the words of `referee show --why`."""
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        number, game = db.execute("SELECT g.tournament, g.id FROM failures e JOIN games g ON g.id = e.game"
            " WHERE e.asked IS NOT NULL LIMIT 1").fetchone()
    shown = referee("show", str(game), "--why", "--db", short, check=True).stdout
    page = web.ask(f"/t/{10 + number}/game/{game}").text
    titles = re.findall(r'<details class="stderr"><summary>([^<]*)</summary>', page)
    same(titles[0], "The last question to it")
    for title in titles:
        assert f"\n  {title}:" in shown or f"\n  {title}, the end of it:" in shown, (title, shown)


def given():
    """The points of a bye count as if it had been won, on the page as in the JSON."""
    number, page, sums = short_page("bye")
    assert any(bye > 0 for _, _, _, bye in sums), sums
    wanted = {name: (points + bye, round(100 * (points + bye) / (games + bye), 1)) for name, games, points, bye in sums}
    same({r["bot"]: (r["points"], r["percent"]) for r in json.loads(web.ask(f"/t/{10 + number}.json").text)["standings"]}, wanted)
    cells = re.findall(r"<bdi>(\w+)</bdi></a></th><td[^>]*>([\d.]+)</td><td[^>]*>([\d.]+)</td>", page)
    same({name: (float(points), float(percent)) for name, points, percent in cells}, wanted)


def apart():
    """Where games join all bots the standings say which places are open; where they do not, that it is not known."""
    said = "Elo and which places are open are not known yet: no games join all bots."
    same([(said in page, "Rank (95" in page) for page in (short_page("apart")[1], short_page("bye")[1])], [(True, False), (False, True)])


def columns():
    """Of a few games the table of earlier ratings has a column for each count of games, none of none."""
    number, page, _ = short_page("apart", "/ratings")
    same(re.findall(r'<th scope="col" class="n">(\d+)</th>', page), ["1", "2"])


def undecided():
    """A game that is played has neither a result nor ranks."""
    web.tell("tournament 31 - 0 1 running cup - - - -")
    web.tell(begin(1, 31, 5, "a", "b") + "\n1 move 1 d 1 1 - - - -")
    web.wait("referee_games_planned", lambda _: '"to_move":2' in web.ask("/t/31/live/5.json").text)
    game = json.loads(web.ask("/t/31/live/5.json").text)
    same((game["result"], [player["rank"] for player in game["players"]]), (None, [None, None]))
    web.tell("gone 31")


def clocks():
    """What each seat has for its next move, and since when it is asked, in the game and in the list."""
    web.tell("tournament 33 - 0 1 running cup - - - -")
    lines = begin(1, 33, 5, "a", "b").split("\n")
    limits = ["1 limits 1 0 60000000 40 1000000 0 wall 0", "1 limits 2 1500000 0 0 0 0 wall 0"]
    before = int(time.time() * 1000)
    web.tell("\n".join(lines[:1] + limits + lines[1:] + ["1 move 1 d 2500000 1 - - 31 -"]))
    ask = lambda path: json.loads(web.ask(f"/t/33/live{path}.json").text)
    there("/t/33/live/5.json")
    wait_until("the move is there", lambda: ask("/5")["moves"] == "d")
    game, listed = ask("/5"), ask("")[0]
    wanted = [{"limit": "40/60+1", "left": 58500000, "kept": True}, {"limit": "1.5 s a move", "left": 1500000, "kept": False}]
    same(([p["clock"] for p in game["players"]], game["to_move"]), (wanted, 2))
    same([listed[key] for key in ("clocks", "scores", "to_move", "plies", "last", "players")], [wanted, [31, None], 2, 1, "d", ["a", "b"]])
    same((listed["board"][3 * 2:3 * 2 + 2], game["moved_ms"]), ([3, "1"], listed["moved_ms"]))
    assert before <= game["moved_ms"] <= time.time() * 1000, game
    page = web.ask("/t/33/live/5").text
    assert "<bdi>a</bdi>: clock 40/60+1" in page and "<bdi>b</bdi>: 1.5 s a move" in page, page
    card = re.search(r'<li class="card" data-pairing="5">.*?</p>\n</li>', web.ask("/t/33/live").text, re.S)[0]
    same(re.findall(r'role="timer">([^<]*)<', card), ["0:58", "1.5 s"])
    same(len(re.findall(r'<use data-cell="d1" href="#p-1"', card)), 1)
    web.tell("1 ago 60000000")
    wait_until("it was a minute ago", lambda: abs(ask("/5")["moved_ms"] + 60000 - time.time() * 1000) < 30000)
    web.tell("gone 33")


def followed():
    """The page of a bot is that of the game which it began last."""
    web.tell("tournament 34 - 0 1 running cup - - - -")
    ask = lambda bot: json.loads(web.ask(f"/t/34/follow/{bot}.json").text)
    there("/t/34/follow/a.json")
    same(web.ask("/t/34/follow/a.json").text, "null\n")
    assert "plays no game now" in web.ask("/t/34/follow/a").text
    web.tell("\n".join(begin(number, 34, 4 + number, *names) for number, names in enumerate([("a", "b"), ("b", "c")], 1)))
    wait_until("both have begun", lambda: ask("c"))
    same([re.search(r'data-pairing="(\d+)" data-follow', web.ask(f"/t/34/follow/{bot}").text)[1] for bot in "abc"], ["5", "6", "6"])
    same(re.findall(r'href="/t/34/follow/(\w+)"', web.ask("/t/34/live").text), ["a", "b", "c"])
    same(re.findall(r'href="/t/34/follow/(\w+)"', web.ask("/t/34/live/6").text), ["b", "c"])
    web.tell("gone 34")


def many_games():
    """Of many games the list has the first boards; the others are rows."""
    web.tell("tournament 35 - 0 1 running cup - - - -")
    web.tell("\n".join(begin(number, 35, number, "a", "b") for number in range(1, 41)))
    there("/t/35/live.json")
    wait_until("all have begun", lambda: len(json.loads(web.ask("/t/35/live.json").text)) == 40)
    page = web.ask("/t/35/live").text
    same((page.count('<svg class="board"'), page.count("<tr data-pairing")), (24, 16))
    same([("board" in game) for game in json.loads(web.ask("/t/35/live.json").text)], [True] * 24 + [False] * 16)
    web.tell("gone 35")


def later_plies():
    """A reader that has the first plies gets the later ones, which joined to the first are all of them."""
    web.tell("tournament 32 - 0 1 running cup - - - -")
    web.tell(begin(1, 32, 5, "a", "b") + "\n" + "\n".join(f"1 move {i % 2 + 1} {move} {i} 1 - - - -" for i, move in enumerate("dedef")))
    there("/t/32/live/5.json")
    web.wait("referee_games_planned", lambda _: len(json.loads(web.ask("/t/32/live/5.json").text)["seats"]) == 5)
    ask = lambda query: json.loads(web.ask(f"/t/32/live/5.json{query}").text)
    whole = ask("")
    for plies in range(1, 6):
        later = ask(f"?from={plies}")
        same((later["boards"], later["seats"], later["moves"].split(), later.get("wall", []), later["started"], later["to_move"]),
            (whole["boards"][plies + 1:], whole["seats"][plies:], whole["moves"].split()[plies:], whole["wall"][plies:], whole["started"], whole["to_move"]))
    same([ask(query) == whole for query in ("?from=", "?from=0", "?from=x")], [True, True, True])
    same([ask(query)["moves"] for query in ("?from=6", "?from=18446744073709551615")], ["", ""])
    web.tell("gone 32")


def drawn():
    """A live game of letters lies on the table as it was kept: its pile is drawn from its seed."""
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        game, seed, opening, final = db.execute("SELECT g.id, g.seed, opening, final FROM games g JOIN tournaments t"
            " ON t.id = g.tournament WHERE t.game = 'letters' LIMIT 1").fetchone()
        moves = db.execute("SELECT seat, move FROM moves WHERE game = ? ORDER BY ply", [game]).fetchall()
    web.tell(f"tournament 30 - 0 1 running letters {word(short)} - - -")
    web.tell(begin(1, 30, 5, "a", "b", rules="letters", seed=seed % 2**64, opening=opening))
    for seat, move in moves:
        web.tell(f"1 move {seat} {move} 1 1 - - - -")
    web.wait("referee_games_planned", lambda _: final in web.ask("/t/30/live/5.json").text)
    web.tell("gone 30")


def copies():
    """The id of two copies is the address of the one with the lesser path, whichever came first; the other's has a digest behind."""
    found = []
    for order in ((database, database + "2"), (database + "2", database)):
        for number, path in enumerate(order, 50):
            web.tell(f"tournament {number} 1 60 60 done both {word(path)} - both-1 both-0")
        # The second one is not there, so nothing is known of its game.
        rows = lambda: {database + ("2" if t["game"] is None else ""): t["id"] for t in json.loads(web.ask("/.json").text) if t["name"] == "both"}
        wait_until("both are known", lambda: len(rows()) == 2)
        found.append(rows())
        web.tell("gone 50\ngone 51")
        wait_until("both are gone", lambda: not rows())
    same(found[0], found[1])
    same(found[0][database], "both-1")
    assert re.fullmatch("both-1-[0-9a-f]{6}", found[0][database + "2"]), found
    web.tell(f"tournament 50 1 60 60 done both {word(database)} - both-1 both-0\ntournament 51 1 1 1 done odd {word(database)} - ../x -")
    wait_until("it is known", lambda: web.ask("/t/both-1").status == 200)
    answer = web.ask("/t/both-0/games?bot=a")
    same((answer.status, answer.getheader("Location"), web.ask("/t/50").status), (302, "/t/both-1/games?bot=a", 404))
    wait_until("an id that is no address is none", lambda: web.ask("/t/51").status == 200)
    web.tell("gone 50\ngone 51")


say("two copies of a tournament have an address each", copies)
say("a live game is shown as its seed has it", drawn)
say("records are those that are exported, also of games that the rules did not end", records)
say("a failure is described with the same words as in the terminal", failed)
say("games that were not played are hidden, and shown when asked", unplayed)
for sentence, holds in later:  # records() has told of their tournaments
    say(sentence, holds)
say("points of byes are counted in all places alike", given)
say("places that are open are not shown as decided", apart)
say("ratings over the games are those after one game or more, once each", columns)
say("a game that is played is not shown as decided", undecided)
say("clocks have what is left, and the time when it began to run", clocks)
say("a bot can be followed from game to game", followed)
say("of many games in play not all have a board", many_games)
say("a reader of a game in play gets the later plies alone", later_plies)


def remote():
    """A bot from elsewhere is said to be one, and has no processor figures, not zeroes."""
    game, seat, plies = rows.execute("SELECT g.id, s.seat, g.plies FROM games g JOIN seats s ON s.game = g.id JOIN bots b"
        " ON b.id = s.bot WHERE b.remote AND g.plies > 6 AND s.verdict = 'ok' LIMIT 1").fetchone()
    mine = {p for p, in rows.execute("SELECT ply FROM moves WHERE game = ? AND seat = ?", [game, seat])}
    page = web.ask(f"/t/1/game/{game}").text
    assert "Played over the network; the processor time is not known of <bdi>random</bdi>" in page
    lines = re.findall(r'<tr><td class="n"><a href="\?ply=(\d+)".*?</tr>', page)
    same(len(lines), plies)
    dashes = {int(p) for p, cpu in re.findall(r'ply=(\d+)">\d+</a></td><td class="n">\d</td><td>\w+</td><td class="n">[\d.]+</td><td class="n">(.*?)</td>', page) if cpu == "–"}
    same(dashes, mine)
    got = json.loads(web.ask(f"/t/1/game/{game}.json").text)
    same({i + 1 for i, cpu in enumerate(got["cpu"]) if cpu is None}, mine)
    same([bool(p.get("remote")) for p in got["players"]], [i + 1 == seat for i in range(2)])
    assert "This bot plays over the network" in web.ask("/t/1/bot/random").text
    assert "\\x0a" not in web.ask("/t/1/bot/random").text  # its settings are lines
    assert "over the network" not in web.ask("/t/1/bot/pvs").text
    plain = rows.execute("SELECT game FROM seats s JOIN bots b ON b.id = s.bot GROUP BY game HAVING sum(remote) = 0").fetchone()[0]
    assert "over the network" not in web.ask(f"/t/1/game/{plain}").text


def documented():
    """Every address in the tables of docs/server.md answers, those of JSON with all keys that its row names."""
    here = os.path.dirname(os.path.abspath(__file__))
    text = open(os.path.join(here, "../../docs/server.md")).read().split("## JSON, events, metrics")[1].split("\n## ")[0]
    table = re.findall(r"^\| `(/\S*)` \| (.*) \|$", text, re.M)
    assert len(table) >= 16, table
    paths = re.findall(r"`(/\S*)`", text)
    web.tell(f"tournament 40 1 0 1 running cup {word(database)} - - -")
    web.tell(begin(1, 40, 6, "pvs", "random"))
    web.wait("referee_games_planned", lambda _: web.ask("/t/40/live/6.json").status == 200)
    code = "1" * 64  # of an owner, who reads the own page
    web.tell(f"account 0 1 ann ann {hashlib.sha256(bytes.fromhex(code)).hexdigest()}")
    wait_until("the code is known", lambda: web.ask("/me.json", Authorization="Bearer " + code).status == 200)
    # Of a test, an analysed game, rounds, and an owner with bots: other checks have them. A row of the standings is `standing`.
    elsewhere = {"/t/T.json": {"llr", "pairs"}, "/t/T/bot/B.json": {"standings"}, "/me.json": {"bots"}, "/t/T/rounds.json": {"byes", "matches", "standing"},
        "/t/T/game/N.json": {"blunders", "ply", "seat", "move", "better", "before", "after", "lost_value"}}

    def keys_of(value):
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return set(value if isinstance(value, dict) else ()).union(*map(keys_of, inner))
    for path in paths:
        asked = re.sub(r"/T\b", "/40", path).replace("/N.", "/1.").replace("/B.", "/random.").replace("/P.", "/6.")
        answer = web.ask(asked, method="HEAD" if path.endswith("/events") else "GET", Authorization="Bearer " + code)
        same((path, answer.status), (path, 200))
        if path.endswith(".json"):
            row = re.sub(r"`(?:run --json|referee [\w -]*)`|`\?[^`]*`|\(`won`.*?\)|`(?:before|after|against|round|result|absent|b)=[^`]*`", "", dict(table)[path])
            named = {word for word in re.findall(r"`(\w+)`", row) if word not in ("T", "P", "null")}
            same((path, named - keys_of(json.loads(answer.text))), (path, elsewhere.get(path, set())))
    web.tell("gone 40")
    web.tell("account 0 0 - - -")


def neighbours():
    """Each game leads to the one before and the one after in its tournament, as its JSON does."""
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        number, = db.execute("SELECT id FROM tournaments WHERE name = 'star'").fetchone()
        games = [g for g, in db.execute("SELECT id FROM games WHERE tournament = ? ORDER BY id", [number])]
    for before, game, after in zip([None] + games, games, games[1:] + [None]):
        path = f"/t/{10 + number}/game/"
        got = json.loads(web.ask(f"{path}{game}.json").text)
        same((got["prev"], got["next"]), (before, after))
        page = web.ask(f"{path}{game}?flip=1").text
        same(re.findall(r'<a rel="(\w+)" href="([^"]*)"', page), [(rel, f"{path}{to}?flip=1") for rel, to in (("prev", before), ("next", after)) if to])


def stepped():
    """Without a script a page shows the position after the ply that its address says, and leads to the next."""
    moves = [m for m, in rows.execute("SELECT move FROM moves WHERE game = 1 ORDER BY ply")]
    opening, = rows.execute("SELECT opening FROM games WHERE id = 1").fetchone()
    stones = lambda page: len(re.findall(r'<use data-cell="\w+" href="#p-[12]w?"', page))
    last = len(moves)
    for query, ply in [("", last), ("?ply=0", 0), ("?ply=3", 3), ("?ply=x", last), ("?ply=18446744073709551615", last), (f"?ply={last + 1}", last)]:
        page = web.ask(f"/t/1/game/1{query}").text
        same((query, stones(page), f"Ply {ply} of {last}" in page), (query, len(opening.split()) + ply, True))
        links = re.findall(r'<a href="\?ply=(\d+)">([^<]*)</a>', re.search(r'<nav class="steps".*?</nav>', page, re.S)[0])
        same(links, [(str(to), name) for to, name, there in ((0, "Start", ply > 0), (ply - 1, "One ply back", ply > 0), (ply + 1, "One ply on", ply < last),
            (last, "End", ply < last)) if there])
        assert f"/game/1?ply={ply}\"" in page and f"/game/1/embed?ply={ply}\"" in page, "the texts to share name another ply"


def analysed():
    """What the solver found of a game is beside its board and in its JSON; of another game nothing is said."""
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        number, = db.execute("SELECT id FROM tournaments WHERE name = 'even'").fetchone()
        games = [g for g, in db.execute("SELECT id FROM games WHERE tournament = ? ORDER BY id", [number])]
    path = f"/t/{10 + number}/game/{games[0]}"
    page = web.ask(path).text
    assert "</b>, win to" not in page and "No move is known" not in page and "blunders" not in web.ask(f"{path}.json").text, page
    with sqlite3.connect(short) as db:
        bad, good = db.execute("SELECT ply, seat, move FROM moves WHERE game = ? ORDER BY ply LIMIT 2", [games[0]]).fetchall()
        db.execute("INSERT INTO analysed VALUES (?, 1000, 3), (?, 1000, 7)", games[:2])
        db.executemany("INSERT INTO analysis VALUES (?, ?, ?, ?)", [(games[0], bad[0], 3, 0), (games[0], good[0], 0, 0)])
        bot, = db.execute("SELECT name FROM bots WHERE id = (SELECT bot FROM seats WHERE game = ? AND seat = ?)", [games[0], bad[1]]).fetchone()
    web.tell(f"tournament {10 + number} {number} 1 1 done even {word(short)} - - -")
    wait_until("the page is made anew", lambda: "blunders" in web.ask(f"{path}.json").text)
    same(json.loads(web.ask(f"{path}.json").text)["blunders"],
        [{"ply": bad[0], "seat": bad[1], "bot": bot, "move": bad[2], "better": None, "before": 3, "after": 0, "lost_value": "win to draw"}])
    page = web.ask(f"{path}?flip=1").text
    same(re.findall(r'<li><a href="(.*?)">Ply (\d+)</a>: <bdi>(\w+)</bdi> played <b>(\w+)</b>, ([\w ]+)</li>', page),
        [(f"?ply={bad[0]}&amp;flip=1", str(bad[0]), bot, bad[2], "win to draw")])
    other = f"/t/{10 + number}/game/{games[1]}"
    assert "No move is known to have lost a win or a draw; the solver found 7 values." in web.ask(other).text
    same(json.loads(web.ask(f"{other}.json").text)["blunders"], [])


def better():
    """In tic-tac-toe each blunder has a better move, which by all games that can follow keeps what the bot had."""
    lines = [{a + b for a, b in zip(*line)} for line in [("abc", n * 3) for n in "123"] + [(a * 3, "123") for a in "abc"] + [("abc", "123"), ("abc", "321")]]
    cells = [a + b for a in "abc" for b in "123"]

    def value(mine, theirs):
        """For the side that is to move and has the cells mine: 1 wins, 0 draws, -1 loses."""
        if any(line <= theirs for line in lines):
            return -1
        return max((-value(theirs, mine | {cell}) for cell in cells if cell not in mine | theirs), default=0)
    referee("analyse", "--db", short, "--tournament", "bye", check=True)
    with sqlite3.connect(f"file:{short}?mode=ro", uri=True) as db:
        number, = db.execute("SELECT id FROM tournaments WHERE name = 'bye'").fetchone()
        games = db.execute("SELECT id, opening FROM games WHERE tournament = ?", [number]).fetchall()
    web.tell(f"tournament {10 + number} {number} 1 1 done bye {word(short)} - - -")
    wait_until("the pages are made anew", lambda: "blunders" in web.ask(f"/t/{10 + number}/game/{games[0][0]}.json").text)
    found = 0
    for game, opening in games:
        got = json.loads(web.ask(f"/t/{10 + number}/game/{game}.json").text)
        played = opening.split() + got["moves"].split()
        for b in got["blunders"]:
            before = played[:len(opening.split()) + b["ply"] - 1]
            theirs, mine = set(before[-1::-2]), set(before[-2::-2])
            same(played[len(before)], b["move"])
            had, kept, lost = value(mine, theirs), -value(theirs, mine | {b["better"]}), -value(theirs, mine | {b["move"]})
            assert b["better"] in cells and b["better"] not in before and kept == had > lost, (game, b)
            assert f"; <b>{b['better']}</b> {'wins' if had > 0 else 'draws'}</li>" in web.ask(f"/t/{10 + number}/game/{game}").text
            found += 1
    assert found > 0


def scores():
    """The chart has a point for each score that a bot gave, and a line at the shown ply."""
    game, = rows.execute("SELECT game FROM moves WHERE score IS NOT NULL GROUP BY game HAVING count(*) BETWEEN 4 AND 30 LIMIT 1").fetchone()
    page = web.ask(f"/t/1/game/{game}?ply=1").text
    chart = xml.dom.minidom.parseString(re.search(r'<svg class="chart".*?</svg>', page, re.S)[0])
    titles = [one.firstChild.data for one in chart.getElementsByTagName("title")]
    said = rows.execute("SELECT b.name, ply, score FROM moves m JOIN seats s USING (game, seat) JOIN bots b ON b.id = s.bot"
        " WHERE game = ? AND score IS NOT NULL ORDER BY m.seat, ply", [game]).fetchall()
    same([title.rpartition(": ")[0].rpartition(", ")[2] for title in titles], [f"{ply} ply" for _, ply, _ in said])
    small = [(title.rpartition(": ")[2], f"{score / 100:.2f}".replace("-", "−")) for title, (_, _, score) in zip(titles, said) if abs(score) < 900]
    same([one for one, _ in small], [one for _, one in small])
    left, right, most = map(float, chart.documentElement.getAttribute("data-plot").split())
    cursor, = [one.getAttribute("d") for one in chart.getElementsByTagName("path") if one.getAttribute("class") == "cursor"]
    same(cursor.split(" ")[0], f"M{left + (right - left) / most:.1f}")


def rights():
    status = dict(line.split(":\t", 1) for line in open(f"/proc/{web.pid}/status").read().splitlines())
    same((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))


say("every address in docs/server.md answers", documented)
say("a bot that plays over the network is marked, and nothing is said of its processor", remote)
say("the web process has given up its rights", rights)
say("HEAD has no body", head)
say("every answer has strict headers", headers)
say("other pages may frame the board of a game alone", framed)
say("games lead to their neighbours", neighbours)
say("moves that lost a win are beside the board of an analysed game", analysed)
say("with a better move, where one is found", better)
say("the scores of a game are a chart, without a script", scores)
say("a position has an address, also without scripts", stepped)
say("each of those on one connection has them, and HEAD is answered by them alone", in_a_row)
say("ratings are drawn with the numbers of the JSON, without a script", plot)
say("what is known by its ETag is not sent again", kept)
say("a page is made again only after something happened", made_once)
say("keys of the query make no more pages than there are", keys)
say("on loopback a foreign name of this machine is refused", hosts)
say("figures are in Prometheus's format, and true", metrics)


def request_limits():
    for sent, status in [(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20000 + b"\r\n\r\n", None),
            (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n0123456789", b"413"),
            (b"nonsense\r\n\r\n", b"400")]:
        s = socket.create_connection(("127.0.0.1", web.port), timeout=left())
        s.sendall(sent)
        got = b""
        try:
            while more := s.recv(65536):
                got += more
                if b"\r\n\r\n" in got:
                    break
        except ConnectionResetError:
            pass
        s.close()
        assert b" 200 " not in got[:20] and (status is None or status in got[:40]), got[:100]
        strict = [got.lower().count(name) for name in (b"content-security-policy: default-src 'none'", b"nosniff")]
        assert status is None or strict == [1, 1], got
    same(web.ask("/").status, 200)


say("long headers, bodies and nonsense are refused, and others are served", request_limits)

# --- streams ----------------------------------------------------------------------------------------

progress = f"tournament 1 1 %d 60 running {word('a cup')} {word(database)} - - -"


def events():
    s = web.stream()
    until(s, b"retry: 1000")
    web.tell(begin(1, 1, 7))
    web.tell("1 move 1 d 1 1 - - - -")
    web.tell(f"1 end normal 1700000001000 7/7/7/7/7/3r3 y 2\n1 stored 3 {database}")
    got = until(s, b"event: standings").decode()
    same([name for name in re.findall(r"event: (\w+)", got) if name != "time"], ["begun", "move", "ended", "standings"])
    ids = [int(i) for i in re.findall(r"id: (\d+)", got)]
    same(ids, sorted(set(ids)))
    same(json.loads(re.search(r"event: move\r?\ndata: (.*)", got)[1]), {"pairing": "7", "ply": 1, "seat": 1, "move": "d"})
    s.close()


def chosen():
    """Each reader gets what it asked for of 300 moves in two games, and all get the results at the end."""
    streams = {choice: web.stream(choice) for choice in ("?games=all", "?games=few", "?games=none", "?game=21")}
    for s in streams.values():
        until(s, b"retry: 1000")
    began = time.monotonic()
    for game in (20, 21):
        web.tell(begin(game, 1, game))
    for i in range(150):
        web.tell("20 move 1 d 1 1 - - - -\n21 move 2 e 1 1 - - - -")
    web.tell(f"20 stored 3 {database}")
    got = {choice: until(s, b"event: standings").decode() for choice, s in streams.items()}
    seconds = time.monotonic() - began
    web.tell(f"21 stored 4 {database}")
    moves = {choice: len(re.findall("event: move", text)) for choice, text in got.items()}
    same((moves["?games=all"], moves["?games=none"], moves["?game=21"]), (300, 0, 150))
    assert 1 <= moves["?games=few"] <= min(299, 10 * (seconds + 1)), (moves, seconds)
    assert '"pairing":"20"' not in got["?game=21"] and "event: ended" in got["?games=few"], got
    for s in streams.values():
        s.close()
    for wrong in ("?games=some", "?game=x", "?game=1&games=all"):
        same(web.ask("/t/1/events" + wrong).status, 400)


def settles(descriptors):
    """No more are open than these, once all that ended is closed."""
    wait_until("they are closed", lambda: web.descriptors() <= descriptors)


def come_and_go(times):
    for _ in range(times):
        streams = [web.stream() for _ in range(50)]
        for s in streams:
            until(s, b": here")
        web.tell(progress % 50)
        for s in streams:
            s.close()
    web.wait("referee_web_streams", lambda n: n == 0)


def leave():
    come_and_go(10)  # what is allocated once is allocated by then
    descriptors, memory = web.descriptors(), web.figure("process_resident_memory_bytes")
    come_and_go(30)
    settles(descriptors)
    grown = web.figure("process_resident_memory_bytes") - memory
    assert grown < 300_000, f"{grown} bytes for 1500 readers that left"


def leave_early():
    """Readers that ask for a page and do not wait for it."""
    descriptors = web.descriptors()
    for i in range(200):
        s = socket.create_connection(("127.0.0.1", web.port))
        s.sendall(b"GET /t/1/games?before=%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % (100000 + i))
        s.close()
    same(web.ask("/t/1").status, 200)
    web.wait("referee_web_streams", lambda n: n == 0)
    settles(descriptors)


def stalled():
    deaf, other = web.stream(), web.stream()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    until(other, b": here")
    web.tell(begin(1, 1, 8))
    before, told = web.figure("referee_web_streams_dropped_total"), 0
    while web.figure("referee_web_streams_dropped_total") == before:
        for _ in range(1000):
            web.tell("1 seat 1 2 crash x")
        web.tell("1 seat 2 2 crash x")
        until(other, b'"seat":2')
        told += 1000
        assert told < 100000, "it is still there"
    same(web.figure("referee_web_streams"), 1)
    web.tell(f"1 stored 3 {database}")
    until(other, b"event: ended")
    deaf.close()
    other.close()


def too_many():
    """An address has a quarter of all streams at most; where there are no more, one with many leaves one to one with few."""
    most, streams = 1024, []
    for last in range(1, 5):
        streams += [web.stream(source=f"127.0.0.{last}") for _ in range(most // 4)]
        for s in streams[-most // 4:]:
            until(s, b": here")
        with web.stream(source=f"127.0.0.{last}") as more:
            assert b" 503 " in until(more, b"\r\n\r\n")
    same(web.ask("/t/1").status, 200)
    with web.stream(source="127.0.0.9") as other:
        until(other, b": here")
        same(web.figure("referee_web_streams"), most)
        for s in streams:
            s.close()
    web.wait("referee_web_streams", lambda n: n == 0)


say("events come as they happen, with numbers that go up", events)
say("a reader gets the events that it asks for", chosen)
say("readers that leave take their memory and descriptors with them", leave)
say("so do those that do not wait for their page", leave_early)
say("a reader that never reads is dropped, and another goes on", stalled)
say("there is a limit to readers, and pages are served beyond it", too_many)
say("it ends well when the main process closes its pipe", web.end)

# --- time ---

hasty = Web("", "127.0.0.1", "1")


def silent():
    """A client that asks for nothing is closed after a second here; one that follows events may be silent."""
    follows, asks, begins = hasty.stream(), socket.create_connection(("127.0.0.1", hasty.port), timeout=left()), \
        socket.create_connection(("127.0.0.1", hasty.port), timeout=left())
    until(follows, b": here")
    begins.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    same((asks.recv(1), begins.recv(1)), (b"", b""))
    again = socket.create_connection(("127.0.0.1", hasty.port), timeout=left())
    same(again.recv(1), b"")  # as long once more
    hasty.tell(begin(1, 1, 7))
    until(follows, b"event: begun")
    follows.close()


def drip(sockets):
    """A byte at a time of a request without end on each of these connections, until all are closed."""
    to_send = {s: b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " for s in sockets}
    for s in sockets:
        s.setblocking(False)

    def all_closed():
        for s, text in list(to_send.items()):
            try:
                s.send(text)
                to_send[s] = b"x"
                if s.recv(1) == b"":
                    del to_send[s]
            except BlockingIOError:
                pass
            except ConnectionError:
                del to_send[s]
        return not to_send
    wait_until("all are closed", all_closed)
    for s in sockets:
        s.close()


def slow():
    """A request a byte at a time is closed after a second here too; one after the other may take longer together."""
    drip([socket.create_connection(("127.0.0.1", hasty.port))])
    while not patient():
        pass


def slow_many():
    """None of many is forgotten."""
    drip([socket.create_connection(("127.0.0.1", hasty.port)) for _ in range(300)])


def takes_little():
    """A reader that takes too little of its answers is closed as well: only the client that asks is left."""
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect(("127.0.0.1", hasty.port))
        s.sendall(b"GET /t/1/ratings HTTP/1.1\r\nHost: localhost\r\n\r\n" * 60)
        s.setblocking(False)
        took, began = 0, time.monotonic()

        def closed():
            nonlocal took
            if took < 3000 * (time.monotonic() - began):  # bytes a second
                try:
                    took += len(s.recv(1500))
                except BlockingIOError:
                    pass
                except ConnectionError:
                    return True
            return hasty.figure("referee_web_connections") == 1
        wait_until("it is closed", closed)
        assert took < 300_000, took


def patient():
    """Whole requests for longer than one may take. False: we were ourselves too slow for a verdict."""
    connection = http.client.HTTPConnection("127.0.0.1", hasty.port, timeout=left())
    connection.connect()
    begun = last = time.monotonic()
    while last < begun + 2.5:
        try:
            connection.sock.sendall(b"GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = http.client.HTTPResponse(connection.sock, method="GET")
            answer.begin()
            answer.read()
        except (ConnectionError, http.client.HTTPException):
            assert time.monotonic() > last + 0.8, "it was closed though it is fast enough"
            return False
        last = time.monotonic()
    return True


say("who is silent is closed in time, and who follows events is not", silent)
say("so is who asks a byte at a time, and who asks again and again is not", slow)
say("of many who ask a byte at a time none stays", slow_many)
say("nor does who takes next to nothing of an answer", takes_little)
say("this one ends well as well", hasty.end)

# --- the token --------------------------------------------------------------------------------------

guarded = Web("open sesame")


def token():
    for path in ["/", "/t/1", "/t/1.json", "/metrics", "/t/1/events", "/?token=wrong", "/?token="]:
        same((path, guarded.ask(path).status), (path, 401))
    same(guarded.ask("/style.css").status, 200)  # of the page that asks for the token
    assert '/style.css' in guarded.ask("/").text and '<input type="password" name="token"' in guarded.ask("/").text
    same(guarded.ask("/t/1", Authorization="Bearer wrong").status, 401)
    same(guarded.ask("/t/1", Authorization="Bearer open sesame").status, 200)
    same(guarded.ask("/t/1", Cookie="referee=" + "0" * 64).status, 401)


def cookie():
    answer = guarded.ask("/t/1?token=open%20sesame")
    same((answer.status, answer.getheader("Location")), (303, "/t/1"))
    given = answer.getheader("Set-Cookie")
    assert "HttpOnly" in given and "SameSite=Lax" in given and "Secure" not in given and "sesame" not in given, given
    same(guarded.ask("/t/1", Cookie="a=b; " + given.split(";")[0]).status, 200)
    brings = "?token=open%20sesame"
    for asked, wanted in [("//evil.example/" + brings, "/"), ("/\\evil.example/" + brings, "/%5Cevil%2Eexample/"), ("/\t/evil" + brings, "/%09/evil"),
            ("/.json" + brings, "/.json"), ("/t/1/game/3" + brings + "&ply=7", "/t/1/game/3?ply=7"),
            ("/t/1/games.json?bot=a%26b&token=open%20sesame&round=2", "/t/1/games.json?bot=a%26b&round=2")]:
        with socket.create_connection(("127.0.0.1", guarded.port), timeout=left()) as s:
            s.sendall(f"GET {asked} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            same(re.search(r"\r\nLocation: (.*)\r\n", until(s, b"\r\n\r\n").decode())[1], wanted)
    same(guarded.ask("/t/1", Cookie=given.split(";")[0]).getheader("Cache-Control"), "no-store")
    known = guarded.ask("/t/1?token=open%20sesame", Cookie=given.split(";")[0])
    same((known.status, known.getheader("Location"), known.getheader("Referrer-Policy")), (303, "/t/1", "no-referrer"))


def guesses():
    """Wrong tokens of an address make it wait, but not those of it who were let in before, and no other address."""
    guess = lambda source, *asked: statuses(f"127.0.0.1:{guarded.port}", source, [("/t/1", header) for header in asked])
    let_in = guarded.ask("/?token=open%20sesame").getheader("Set-Cookie").split(";")[0]
    right = "Authorization: Bearer open sesame"
    same(guess("127.0.0.8", *(f"Authorization: Bearer wrong{i}" for i in range(20)), right), [401] * 6 + [429] * 15)
    same((guess("127.0.0.8", "Cookie: " + let_in), guess("127.0.0.9", right)), ([200], [200]))
    same(guess("127.0.0.8", "Accept: text/html"), [401])


def logout():
    answer = guarded.ask("/logout")
    same(answer.status, 200)
    assert "referee=;" in answer.getheader("Set-Cookie") and "Max-Age=0" in answer.getheader("Set-Cookie")
    assert 'href="/logout"' in guarded.ask("/", Authorization="Bearer open sesame").text


say("wrong tokens make their address wait, and it alone", guesses)
say("a browser can forget the token", logout)
say("with a token no client reads anything without it", token)
say("who brings it once gets a cookie, and the address loses it", cookie)
say("that one ends well too", guarded.end)
taken = socket.socket()
taken.bind(("127.0.0.1", 0))
taken.listen()
failed = subprocess.run([feeder, str(taken.getsockname()[1])], stdin=subprocess.DEVNULL, capture_output=True, text=True)
say("a port that is taken is told", lambda: same(failed.stdout.split("\n")[0],
    f"failed cannot listen on 127.0.0.1 port {taken.getsockname()[1]}: Address already in use"))
say.end()
