"""The estimate of two bots' strengths is the same wherever it stands: in the events and tables of `run`, in `compare`,
the daemon's status, its pages, their JSON, its figures, and the exported page."""
import html, json, os, re, signal, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon
from checks import folder, referee, rows, same, say, until
sys.path.insert(0, os.path.abspath("tests/vectors"))
import estimate

work = folder()
os.chmod(work, 0o755)
RANGES = [name + end for name in ("elo", "normalized") for end in ("", "_low", "_high")]
TEST = ["llr", "llr_lower", "llr_upper", "accepted"]


def conf(name, more):
    path = os.path.join(work, name + ".conf")
    with open(path, "w") as f:
        f.write(f'name = "{name}"\ngame = tictactoe\nopenings = random:3\ndepth = 9\n{more}\n'
                f'db = "{work}/{name}.db"\n'
                'bot new { command = "referee-bot --search alphabeta" }\n'
                'bot old { command = "referee-bot --search random" }\n')
    return path


def events(path):
    done = referee("run", path, "--json")
    same((done.returncode, done.stderr), (0, ""))
    return [json.loads(line) for line in done.stdout.splitlines()]


def compared(name):
    return json.loads(referee("compare", "new", "old", "--db", f"{work}/{name}.db", "--json").stdout)[0]


def pairs(name):
    """By another query: the halves of each round's two games."""
    counts = [0] * 5
    for halves, in rows(f"{work}/{name}.db", "SELECT sum(s.points * 2) FROM games g JOIN seats s ON s.game = g.id"
            " JOIN bots b ON b.id = s.bot WHERE b.name = 'new' GROUP BY g.round"):
        counts[int(halves)] += 1
    return counts


def as_compare(name, strength):
    c = compared(name)
    wanted = {key: c[key] for key in RANGES + ["los", "computed_from"] + (TEST if name == "test" else [])}
    same({key: strength[key] for key in wanted}, wanted)
    same(strength["pairs"], [c["pairs_" + kind] for kind in ("0", "half", "1", "3_halves", "2")])
    same(strength["games"], [c[kind] for kind in ("losses", "draws", "wins")])
    same((strength["bot"], strength["opponent"]), ("new", "old"))
    same(set(strength) - set(wanted), {"bot", "opponent", "games", "pairs", "pairs_by_opening"})


def half(s, name="elo"):
    return (s[name + "_high"] - s[name + "_low"]) / 2


def line(s):
    """As people read it; errors here are above 10."""
    return f"Elo {s['elo']:+.0f} +/- {half(s):.0f}, nElo {s['normalized']:+.0f} +/- {half(s, 'normalized'):.0f}, " \
        f"LOS {min(100 * s['los'], 99.9):.1f} %, penta {' '.join(map(str, s['pairs']))}"


NOTE = "Note: elo in the first table is relative to the mean of the bots, and from all games\n"


def four_lines(s):
    return f"new against old, from {sum(s['pairs'])} pairs:\n" + "".join(
        f"{title:26}{s[name]:+8.1f}  (95%: {s[name + '_low']:+.1f} to {s[name + '_high']:+.1f})\n"
        for title, name in (("Elo difference", "elo"), ("normalized Elo difference", "normalized"))) + \
        f"{'likelihood of superiority':26}{min(100 * s['los'], 99.9):8.1f}%\n" \
        f"{'pairs of 0 1/2 1 3/2 2':26}  {' '.join(map(str, s['pairs']))}\n" + opening(s)


def opening(s):
    n = s["pairs_by_opening"]
    return f"{n} of {sum(s['pairs'])} pairs {'was' if n == 1 else 'were'} decided by the opening\n" if n else ""


def text(page):
    """The estimate as a reader sees it."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", " ", page, flags=re.S)))


def of_page(s, page):
    read = text(page)
    for part in [f"Elo {s['elo']:+.1f} ± {half(s):.1f} {s['elo_low']:+.1f} to {s['elo_high']:+.1f}",
                 f"Normalized Elo {s['normalized']:+.1f} ± {half(s, 'normalized'):.1f} ",
                 f"Likelihood of superiority {min(100 * s['los'], 99.9):.1f} %",
                 " · ".join(f"{n} × {points}" for n, points in zip(s["pairs"], ["0", "½", "1", "1½", "2"]))]:
        assert part in read, (part, read[:3000])


def of_test_page(s, page):
    of_page(s, page)
    read = text(page)
    assert f"LLR {s['llr']:.2f} H1 accepted ; H0 (0 Elo) at or below -2.94, H1 (60 Elo) at or above 2.94" in read, read[:2000]
    assert re.search(rf"new is stronger than old: H1 \(60\) accepted, H0 \(0\) rejected after {sum(s['pairs'])} pairs", read)
    bar = re.search(r'<svg class="llr"(.*?)</svg>', page, re.S)[1]
    assert f'aria-label="LLR {s["llr"]:.2f} between -2.94 and 2.94"' in bar, bar


# --- run --------------------------------------------------------------------------------------------

plain, test = conf("plain", "rounds = 40"), conf("test", "format = sprt\nelo0 = 0\nelo1 = 60")
told = {name: events(path) for name, path in (("plain", plain), ("test", test))}
strength = {name: e[-1]["strength"] for name, e in told.items()}
say("the last event has what compare finds", lambda: [as_compare(name, s) for name, s in strength.items()])
say("from the pairs that another query counts", lambda: same(strength["plain"]["pairs"], pairs("plain")))


def as_formulas():
    """The values of another program from the same pairs, of which a test leaves out those that were repeated."""
    for name, s in strength.items():
        elo, error, normalized, los = estimate.estimate(s["pairs"])
        for key, wanted in (("elo", elo), ("normalized", normalized), ("los", los)):
            near(key, s[key], wanted)
        if name == "plain":  # of the few pairs of the test the interval is wider than by the formula
            near("half of the interval", half(s), error)
    s = strength["test"]
    near("llr", s["llr"], estimate.ratio(s["pairs"], 0, 60)[0])


def near(what, got, wanted):
    assert abs(got - wanted) <= 1e-3, (what, got, wanted)


say("with the values of another program: Elo, its interval, normalized Elo, likelihood and ratio", as_formulas)


def games():
    """Each game has its result, its opening, and the pairs so far, of which the last are all."""
    for name, e in told.items():
        of_games = [g for g in e if g["event"] == "game"]
        stored = dict((game, (result, opening)) for game, result, opening in
            rows(f"{work}/{name}.db", "SELECT game, result, opening FROM game_list"))
        same({g["game"]: (g["result"], g["opening"]) for g in of_games}, stored)
        counts = [sum(g["pairs"]) for g in of_games]
        same(counts, sorted(counts))
        same(of_games[-1]["pairs"], strength[name]["pairs"])


say("events of games have result, opening and the pairs so far", games)
say("an sprt's states have the same as compare has in the end",
    lambda: as_compare("test", [e for e in told["test"] if e["event"] == "state"][-1]["strength"]))
for name, path in (("plain", plain), ("test", test)):
    done = referee("run", path)
    say(f"{name}: the tables end with the lines of compare", "\n\n" + four_lines(strength[name]) + NOTE in done.stdout,
        done.stdout, four_lines(strength[name]))
    say(f"{name}: and the nodes per second of both", re.search(r"^Nodes per second, as the bots count them: new \d+, old \S+$", done.stdout, re.M),
        done.stdout)
    lines = "".join(four_lines(strength[name]).splitlines(True)[1:4])
    printed = referee("compare", "new", "old", "--db", f"{work}/{name}.db").stdout
    say("which compare prints too", lines in printed, lines, printed)
done = referee("run", plain, "--fresh", "--rating-interval", "60", "--db", f"{work}/again.db")
say("without a terminal it says how it stands as often as it is told",
    re.fullmatch(r"referee: 60/80 games, Elo [^\n]*\n", done.stderr) is not None, done.stderr)
done = referee("run", plain, "--fresh", "--rating-interval", "80", "--db", f"{work}/again.db")
say("in the same numbers", done.stderr == f"referee: 80/80 games, {line(strength['plain'])}\n", done.stderr)
done = referee("run", plain, "--rating-interval", "often", "--db", f"{work}/again.db")
say("an interval that is none is refused", (done.returncode, done.stderr) == (2,
    'referee run: --rating-interval "often": it is a number of games, 1 to 1000000000, or a time of 1s or more: 30s\n'), done.stderr)

# --- the daemon -------------------------------------------------------------------------------------

daemon = Daemon(work, plain, test, "--http-listen", "127.0.0.1:0")
daemon.start()
daemon.until("all is played", lambda: [t["state"] for t in daemon.status()["tournaments"]] == ["done"] * 2)
status = daemon.ask("status")[1]
say("status has the same as an object", lambda: same({name: daemon.of(name)["strength"] for name in strength}, strength))
say("and as a line", f"  new against old: {line(strength['plain'])}\n" in status and
    f"  new against old: LLR {strength['test']['llr']:.2f} (-2.94, 2.94), {line(strength['test'])}\n" in status, status)
say("games at a time are said to be those of all tournaments", re.match(r"\d+ games? at a time in all\n", status), status)
say("with the verdict of a test", ": new is stronger than old: H1 (60) accepted" in status, status)
ids = until("the pages know", lambda: (lambda ts: {t["name"]: t["id"] for t in ts} if len(ts) == 2 and
    all(t["state"] == "done" and t["strength"] for t in ts) else None)(json.loads(daemon.page("/.json")[1])))
say("so has the list of tournaments", lambda: same(
    {t["name"]: t["strength"] for t in json.loads(daemon.page("/.json")[1])}, strength))
say("and each of them", lambda: same(
    {name: json.loads(daemon.page(f"/t/{i}.json")[1])["tournament"]["strength"] for name, i in ids.items()}, strength))
page_json = {name: json.loads(daemon.page(f"/t/{i}.json")[1]) for name, i in ids.items()}
say("a page shows them", lambda: of_page(strength["plain"], daemon.page(f"/t/{ids['plain']}")[1]))
say("and of a test the ratio between its bounds", lambda: of_test_page(strength["test"], daemon.page(f"/t/{ids['test']}")[1]))


def figures():
    told = {}
    for name, labels, value in re.findall(r"^(referee_\w+)\{([^}]*)\} (\S+)$", daemon.page("/metrics")[1], re.M):
        if of := re.search(r'name="(\w*)"', labels):
            told[name, of[1], (re.search(r'points="([\d.]+)"', labels) or [0, ""])[1]] = float(value)
    for name, s in strength.items():
        for key, figure in [(key, "referee_" + key.replace("normalized", "normalized_elo")) for key in RANGES] + \
                [("los", "referee_los")] + ([(key, "referee_" + key) for key in TEST[:3]] if name == "test" else []):
            same((figure, told[figure, name, ""]), (figure, s[key]))
        same([told["referee_pairs", name, points] for points in ("0", "0.5", "1", "1.5", "2")], s["pairs"])
    assert ("referee_llr", "plain", "") not in told


say("the figures are the same", figures)
web, = daemon.children("referee-web")
os.kill(web, signal.SIGKILL)
daemon.until("there is another", lambda: [w for w in daemon.children("referee-web") if w != web])
daemon.until("it answers", lambda: daemon.page("/.json")[0] == 200)
say("a web process that is started anew is told them too", lambda: same(
    {t["name"]: t["strength"] for t in until("it knows both", lambda: (lambda ts: ts if len(ts) == 2 and all(
        t["strength"] for t in ts) else None)(json.loads(daemon.page("/.json")[1])))}, strength))
daemon.submit(conf("fresh", "rounds = 20"))
daemon.until("it is played", lambda: daemon.of("fresh")["state"] == "done")
say("what the daemon has played itself is known too", lambda: as_compare("fresh", daemon.of("fresh")["strength"]))
say("SIGTERM ends it", daemon.end() == 0)

# --- standings --------------------------------------------------------------------------------------

def standings(name, *more):
    return referee("standings", "--db", f"{work}/{name}.db", *more)


def fitted():
    """Elo with its error, the same as `ratings` has; no rating that began with 1500."""
    by_name = {r["bot"]: r for r in json.loads(referee("ratings", "--db", f"{work}/plain.db", "--json").stdout)["ratings"]}
    for row in json.loads(standings("plain", "--json").stdout):
        r = by_name[row["bot"]]
        same((row["elo"], row["elo_95"], row["elo_bound"]), (round(r["elo"], 1), round(r["elo_95"], 1), r["bound"]))
        line = f"{row['rank']:4}  {row['bot']:3} .* {row['elo_bound']}{row['elo']:.1f} +{row['elo_95']:.1f} +0\n"
        assert re.search(line, standings("plain").stdout), (line, standings("plain").stdout)


say("standings have the Elo of ratings", fitted)
say("and so has the page's JSON", lambda: same([[row[key] for key in ("rank", "bot", "points", "elo", "elo_95", "elo_bound")]
    for row in page_json["plain"]["standings"]], [[row[key] for key in ("rank", "bot", "points", "elo", "elo_95", "elo_bound")]
    for row in json.loads(standings("plain", "--json").stdout)]))
apart = referee("run", "--game", "tictactoe", "--games", "2", "--name", "apart", "--db", f"{work}/apart.db", "--depth", "1",
    *(word for bot in "abcd" for word in ("--bot", f"{bot}=referee-bot")))
say("where no games join all bots the table has no Elo", apart.returncode == 0 and
    len(re.findall(r"^ +\d  [abcd] .* - +- +0$", apart.stdout, re.M)) == 4, apart.stdout)
say("and it is said why", apart.stderr == "referee standings: a bot has no Elo: no games join all bots; "
    '`referee ratings` rates each group separately\n', apart.stderr)
say("programs get null", lambda: same({(row["elo"], row["elo_95"], row["elo_bound"])
    for row in json.loads(standings("apart", "--json").stdout)}, {(None,) * 3}))

# --- export -----------------------------------------------------------------------------------------

for name, read in (("plain", of_page), ("test", of_test_page)):
    page = os.path.join(work, name + ".html")
    done = referee("export", "html", "--db", f"{work}/{name}.db", "-o", page)
    say(f"{name}: the exported page has them", lambda: read(strength[name], open(page).read()))
say.end()
