"""The web process from outside: answers, headers, who may ask, readers that leave or do not read.

web.py FEEDER DATABASE SHORT prints a line for each thing that must hold.
"""
import hashlib, http.client, json, os, re, resource, socket, sqlite3, subprocess, sys, time, xml.dom.minidom

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from processes import descriptors
from checks import referee, same, say, start, until as wait_until

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

    def __init__(self, *arguments):
        self.process = start([feeder, "0", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
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
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
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
        s = socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(source, 0))
        s.sendall(f"GET /t/1/events{choice} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return s

    def descriptors(self):
        return descriptors(self.pid)

    def end(self):
        self.process.stdin.close()
        same(self.process.wait(), 0)


def until(s, part):
    got = b""
    while part not in got:
        more = s.recv(65536)
        assert more, f"it ended after {got[-200:]!r}"
        got += more
    return got


# More than most systems give: there is to be room for all readers, here and there.
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
web = Web()
rows = sqlite3.connect(database)


def standings():
    wanted = rows.execute("SELECT bot, games, points FROM standings WHERE tournament = 1").fetchall()
    got = json.loads(web.ask("/t/1.json").text)
    same([(r["bot"].encode(), r["games"], r["points"]) for r in got["standings"]],
        [(b.encode(), g, p) for b, g, p in wanted])


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


say("the standings as JSON are the database's", standings)
say("the list of games holds those that its filter says", filtered)
say("page by page it has every game once", paged)
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


def in_a_row():
    """The answers on a connection that is kept, read by the letter: what HEAD is answered has no body."""
    asked = [("GET", "/t/1", 200), ("GET", "/style.css", 200), ("HEAD", "/t/1.json", 200), ("HEAD", "/nothing", 404), ("HEAD", "/board.js", 200),
        ("GET", "/%zz", 400), ("GET", "/t/1/game/99999", 404), ("GET", "/", 200)]
    counted = lambda: sum(map(float, re.findall(r"^referee_web_answers_total\S* (\S+)$", web.ask("/metrics").text, re.M)))
    before = counted()
    with socket.create_connection(("127.0.0.1", web.port), timeout=20) as s, s.makefile("rb") as answers:
        for method, path, status in asked:
            s.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".encode())
            first, named = answers.readline().split(), [line.lower().split(b": ", 1) for line in iter(answers.readline, b"\r\n")]
            same((path, first[:2]), (path, [b"HTTP/1.1", str(status).encode()]))
            same((path, sum(name == b"content-security-policy" for name, _ in named)), (path, 1))
            length = int(dict(named)[b"content-length"])
            assert length > 0
            if method != "HEAD":
                assert len(answers.read(length)) == length
    same(counted() - before, len(asked) + 1)  # and the figures' own page


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
    assert "bots" in text and "bot against round result before" in text, text
    same(web.ask("/t/1/game/1?ply=3").text, web.ask("/t/1/game/1").text)
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
    web.wait("referee_processes", lambda n: n == 2)
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
    web.wait("referee_games_planned", lambda _: '"next":2' in web.ask("/t/31/live/5.json").text)
    game = json.loads(web.ask("/t/31/live/5.json").text)
    same((game["result"], [player["rank"] for player in game["players"]]), (None, [None, None]))
    web.tell("gone 31")


def later_plies():
    """A reader that has the first plies gets the later ones, which joined to the first are all of them."""
    web.tell("tournament 32 - 0 1 running cup - - - -")
    web.tell(begin(1, 32, 5, "a", "b") + "\n" + "\n".join(f"1 move {i % 2 + 1} {move} {i} 1 - - - -" for i, move in enumerate("dedef")))
    web.wait("referee_games_planned", lambda _: len(json.loads(web.ask("/t/32/live/5.json").text)["seats"]) == 5)
    ask = lambda query: json.loads(web.ask(f"/t/32/live/5.json{query}").text)
    whole = ask("")
    for plies in range(1, 6):
        later = ask(f"?from={plies}")
        same((later["boards"], later["seats"], later["moves"].split(), later.get("wall", []), later["started"], later["next"]),
            (whole["boards"][plies + 1:], whole["seats"][plies:], whole["moves"].split()[plies:], whole["wall"][plies:], whole["started"], whole["next"]))
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
        rows = lambda: [t["id"] for t in json.loads(web.ask("/.json").text) if t["name"] == "both"]
        wait_until("both are known", lambda: len(rows()) == 2)
        found.append(dict(zip(order, rows())))
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
say("points of byes are counted in all places alike", given)
say("places that are open are not shown as decided", apart)
say("ratings over the games are those after one game or more, once each", columns)
say("a game that is played is not shown as decided", undecided)
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
    """Every address in the tables of docs/server.md answers, those of JSON with JSON."""
    here = os.path.dirname(os.path.abspath(__file__))
    text = open(os.path.join(here, "../../docs/server.md")).read().split("## JSON, events, metrics")[1].split("\n## ")[0]
    paths = re.findall(r"`(/\S*)`", text)
    assert len(paths) >= 13, paths
    web.tell(f"tournament 40 1 0 1 running cup {word(database)} - - -")
    web.tell(begin(1, 40, 6, "pvs", "random"))
    web.wait("referee_games_planned", lambda _: web.ask("/t/40/live/6.json").status == 200)
    code = "1" * 64  # of an owner, who reads the own page
    web.tell(f"account 0 1 ann ann {hashlib.sha256(bytes.fromhex(code)).hexdigest()}")
    wait_until("the code is known", lambda: web.ask("/me.json", Authorization="Bearer " + code).status == 200)
    for path in paths:
        asked = re.sub(r"/T\b", "/40", path).replace("/N.", "/1.").replace("/B.", "/random.").replace("/P.", "/6.")
        answer = web.ask(asked, method="HEAD" if path.endswith("/events") else "GET", Authorization="Bearer " + code)
        same((path, answer.status), (path, 200))
        if path.endswith(".json"):
            json.loads(answer.text)
    web.tell("gone 40")
    web.tell("account 0 0 - - -")


def rights():
    status = dict(line.split(":\t", 1) for line in open(f"/proc/{web.pid}/status").read().splitlines())
    same((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))


say("every address in docs/server.md answers", documented)
say("a bot that plays over the network is marked, and nothing is said of its processor", remote)
say("the web process has given up its rights", rights)
say("HEAD has no body", head)
say("every answer has strict headers", headers)
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
        s = socket.create_connection(("127.0.0.1", web.port), timeout=20)
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
    same(re.findall(r"event: (\w+)", got), ["begun", "move", "ended", "standings"])
    ids = [int(i) for i in re.findall(r"id: (\d+)", got)]
    same(ids, sorted(set(ids)))
    same(json.loads(re.search(r"event: move\r?\ndata: (.*)", got)[1]), {"pairing": "7", "ply": 1, "seat": 1, "move": "d"})
    s.close()


def chosen():
    """Each reader gets what it asked for of 300 moves in two games, and all get the results at the end."""
    streams = {choice: web.stream(choice) for choice in ("?games=all", "?games=few", "?games=none", "?game=21")}
    for s in streams.values():
        until(s, b"retry: 1000")
    for game in (20, 21):
        web.tell(begin(game, 1, game))
    for i in range(150):
        web.tell("20 move 1 d 1 1 - - - -\n21 move 2 e 1 1 - - - -")
    web.tell(f"20 stored 3 {database}")
    got = {choice: until(s, b"event: standings").decode() for choice, s in streams.items()}
    web.tell(f"21 stored 4 {database}")
    moves = {choice: len(re.findall("event: move", text)) for choice, text in got.items()}
    same((moves["?games=all"], moves["?games=none"], moves["?game=21"]), (300, 0, 150))
    assert 1 <= moves["?games=few"] <= 100, moves  # ten a second, and ten seconds are long
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
    follows, asks, begins = hasty.stream(), socket.create_connection(("127.0.0.1", hasty.port), timeout=20), \
        socket.create_connection(("127.0.0.1", hasty.port), timeout=20)
    until(follows, b": here")
    begins.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    same((asks.recv(1), begins.recv(1)), (b"", b""))
    again = socket.create_connection(("127.0.0.1", hasty.port), timeout=20)
    same(again.recv(1), b"")  # as long once more
    hasty.tell(begin(1, 1, 7))
    until(follows, b"event: begun")
    follows.close()


def slow():
    """A request a byte at a time is closed after a second here too; one after the other may take longer together."""
    with socket.create_connection(("127.0.0.1", hasty.port)) as s:
        s.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        s.settimeout(0.25)
        for sent in range(80):
            try:
                same(s.recv(1), b"")
                break
            except socket.timeout:
                s.sendall(b"x")
            except ConnectionError:
                break
        assert 1 < sent < 40, sent
    while not patient():
        pass


def slow_many():
    """None of many is forgotten."""
    many = [socket.create_connection(("127.0.0.1", hasty.port)) for _ in range(300)]
    open_, end = set(many), time.monotonic() + 60
    for s in many:
        s.setblocking(False)
    while open_ and time.monotonic() < end:
        for s in list(open_):
            try:
                s.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " if time.monotonic() < end - 59.5 else b"x")
                if s.recv(1) == b"":
                    open_.remove(s)
            except BlockingIOError:
                pass
            except OSError:
                open_.remove(s)
        time.sleep(0.1)
    same(len(open_), 0)
    for s in many:
        s.close()


def takes_little():
    """A reader that takes too little of its answers is closed as well: only the client that asks is left."""
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect(("127.0.0.1", hasty.port))
        s.sendall(b"GET /t/1/ratings HTTP/1.1\r\nHost: localhost\r\n\r\n" * 60)
        s.setblocking(False)
        took = 0
        for look in range(150):
            try:
                took += len(s.recv(1500))
            except BlockingIOError:
                pass
            except ConnectionError:
                break
            time.sleep(0.4)
            if look % 5 == 0 and hasty.figure("referee_web_connections") == 1:
                break
        assert took < 300_000 and look < 149, (took, look)


def patient():
    """Whole requests for longer than one may take. False: we were ourselves too slow for a verdict."""
    connection = http.client.HTTPConnection("127.0.0.1", hasty.port, timeout=20)
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
        with socket.create_connection(("127.0.0.1", guarded.port), timeout=20) as s:
            s.sendall(f"GET {asked} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            same(re.search(r"\r\nLocation: (.*)\r\n", until(s, b"\r\n\r\n").decode())[1], wanted)
    same(guarded.ask("/t/1", Cookie=given.split(";")[0]).getheader("Cache-Control"), "no-store")
    known = guarded.ask("/t/1?token=open%20sesame", Cookie=given.split(";")[0])
    same((known.status, known.getheader("Location"), known.getheader("Referrer-Policy")), (303, "/t/1", "no-referrer"))


def guesses():
    """Wrong tokens of an address make it wait, but not those of it who were let in before, and no other address."""
    def guess(token, source, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", guarded.port, timeout=20, source_address=(source, 0))
        connection.request("GET", "/t/1", headers={"Authorization": "Bearer " + token} if token else headers)
        answer = connection.getresponse()
        connection.close()
        return answer.status
    let_in = guarded.ask("/?token=open%20sesame").getheader("Set-Cookie").split(";")[0]
    tried = [guess(f"wrong{i}", "127.0.0.8") for i in range(20)]
    same((tried[:6], set(tried[6:])), ([401] * 6, {429}))
    same((guess("open sesame", "127.0.0.8"), guess(None, "127.0.0.8", Cookie=let_in), guess("open sesame", "127.0.0.9")), (429, 200, 200))
    same(guess(None, "127.0.0.8"), 401)


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
