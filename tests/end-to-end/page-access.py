"""Where the pages of `referee serve` are, and for whom: permanent addresses, a proxy's names and paths, tokens."""
import html, http.client, json, os, re, sys
from signal import SIGHUP

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon
from checks import folder, left, referee, same, say, statuses, until

work = folder()
os.chmod(work, 0o755)


def conf(name, file=None, db=None, more="rounds = 2"):
    file = file or name
    with open(os.path.join(work, file + ".conf"), "w") as f:
        f.write(f'name = "{name}"\ngame = tictactoe\n{more}\ndb = "{db or os.path.join(work, file + ".db")}"\n'
            + "".join(f'bot {bot} {{ command = "referee-bot" }}\n' for bot in "ab"))
    return os.path.join(work, file + ".conf")


def get(d, path, source="127.0.0.1", **headers):
    host, port = d.pages.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=left(), source_address=(source, 0))
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    answer.text = answer.read().decode()
    connection.close()
    return answer


def ids(d, **headers):
    return {t["name"]: t["id"] for t in json.loads(get(d, "/.json", **headers).text)}


def done(d, count):
    return until("all is played", lambda: [t["state"] for t in json.loads(get(d, "/.json").text)] == ["done"] * count)


# --- addresses --------------------------------------------------------------------------------------

one, two = conf("Spring cup"), conf("die Grüße!")
endless = conf("endless", more="format = ladder")
d = Daemon(work, "--http-listen", "127.0.0.1:0")
d.start(endless, one)
waits = ids(d)["Spring cup"]
say("one that waits has an address", get(d, f"/t/{waits}").status == 200)
d.end()
d.start(one, two)
done(d, 2)
first = ids(d)


def lasting():
    assert re.fullmatch(r"spring-cup-[0-9a-f]{10}", first["Spring cup"]) and re.fullmatch(r"die-gr-e-[0-9a-f]{10}", first["die Grüße!"]), first
    for number in (0, 1, 2, 12):
        same(get(d, f"/t/{number}").status, 404)
    d.signal(SIGHUP)
    d.line("reads the files again")
    same(ids(d), first)
    assert f'href="/t/{first["Spring cup"]}/ratings"' in get(d, f"/t/{first['Spring cup']}").text
    same(get(d, f"/t/{first['Spring cup']}/game/1.json").status, 200)


def moved():
    answer = get(d, f"/t/{waits}/games.json?bot=a")
    same((answer.status, answer.getheader("Location")), (302, f"/t/{first['Spring cup']}/games.json?bot=a"))
    answer = get(d, f"/t/{waits}/events")
    same((answer.status, answer.getheader("Location")), (302, f"/t/{first['Spring cup']}/events"))


say("an address says which tournament it is, and no number does", lasting)
say("the address that it had while it waited leads there", moved)
d.end()
d.start(endless, two, one)


def restarted():
    same({name: address for name, address in ids(d).items() if name in first}, first)
    for name, address in first.items():  # also of those that wait in the queue
        got = json.loads(get(d, f"/t/{address}.json").text)
        same((got["tournament"]["name"], sum(r["games"] for r in got["standings"])), (name, 8))


say("it is the same after a restart, in another order, and while it waits", restarted)
d.end()

# --- a proxy, names, tokens -------------------------------------------------------------------------

for name, text in (("token", "sesame-sesame-sesame"), ("figures", "figures-figures-figures")):
    with open(os.path.join(work, name), "w") as f:
        f.write(text + "\n")
    os.chmod(os.path.join(work, name), 0o600)
p = Daemon(work, "--http-listen", "127.0.0.1:0", "--public-name", "referee.example.org", "--public-name", "other.example", "--prefix", "/referee",
    "--behind-proxy", "--web-token", "@token", "--metrics-token", "@figures")
p.start(one)
bearer = {"Authorization": "Bearer sesame-sesame-sesame"}
done_id = until("it is known", lambda: ids(p, **bearer).get("Spring cup"))


def names():
    for host, status in (("referee.example.org", 200), ("Referee.Example.ORG:443", 200), ("other.example", 200), ("localhost", 200),
            ("192.0.2.7", 200), ("evil.example", 403), ("referee.example.org.evil.example", 403)):
        same((host, get(p, "/", Host=host, **bearer).status), (host, status))


def prefixed():
    """All addresses of a page begin with the prefix, with which and without which it is asked."""
    for base in ("", "/referee"):
        for path in ("/", f"/t/{done_id}", f"/t/{done_id}/ratings", f"/t/{done_id}/games", f"/t/{done_id}/game/1", f"/t/{done_id}/bot/a"):
            answer = get(p, base + path, **bearer)
            same((base + path, answer.status), (base + path, 200))
            links = [html.unescape(link) for link in re.findall(r'(?:href|src|data-base|action)="([^"]*)"', answer.text)]
            wrong = [link for link in links if link and link[0] not in "?#" and not link.startswith(("/referee/", "data:", "https:"))]
            same(wrong, [])
            for link in links:
                if link.startswith("/referee/") and not link.endswith("logout"):
                    same((link, get(p, link, **bearer).status), (link, 200))
    same((get(p, "/referee", **bearer).status, get(p, "/refereex", **bearer).status), (200, 404))
    answer = get(p, "/referee/t/x?token=sesame-sesame-sesame")
    same((answer.status, answer.getheader("Location")), (303, "/referee/t/x"))
    assert "Path=/referee/;" in answer.getheader("Set-Cookie"), answer.getheader("Set-Cookie")


def secure():
    cookie = lambda **headers: get(p, "/?token=sesame-sesame-sesame", **headers).getheader("Set-Cookie")
    same(["Secure" in cookie(X_Forwarded_Proto="https"), "Secure" in cookie(X_Forwarded_Proto="http"), "Secure" in cookie()], [True, False, False])


def forwarded():
    """Wrong tokens of one reader behind the proxy hold up that one alone; what it says of itself counts for nothing."""
    def guess(token, *readers):
        return "/", "Authorization: Bearer " + token, *("X-Forwarded-For: " + reader for reader in readers)
    good = "sesame-sesame-sesame"
    same(statuses(p.pages, "127.0.0.1", [*(guess(f"wrong-{i}", f"192.0.2.{i}, 198.51.100.1") for i in range(10)), guess(good, "198.51.100.1"),
                                         guess(good, "198.51.100.1, 198.51.100.2"), guess(good)]), [401] * 6 + [429] * 5 + [200] * 2)
    tried = statuses(p.pages, "127.0.0.1", [guess(f"wrong-{i}", f"2001:db8::{i}") for i in range(10)])  # one source: the first 64 bits
    same(tried, [401] * 6 + [429] * 4)


def metered():
    figures = {"Authorization": "Bearer figures-figures-figures"}
    same((get(p, "/metrics", **figures).status, get(p, "/", **figures).status, get(p, "/metrics", **bearer).status, get(p, "/metrics").status),
        (200, 401, 200, 401))


def changed():
    """A token that changes at SIGHUP lets no client in that knew the old one, by cookie or otherwise."""
    cookie = {"Cookie": get(p, "/?token=sesame-sesame-sesame").getheader("Set-Cookie").split(";")[0]}
    same(get(p, "/", **cookie).status, 200)
    p.signal(SIGHUP)
    p.line("nothing has changed")
    same(get(p, "/", **cookie).status, 200)
    with open(os.path.join(work, "token"), "w") as f:
        f.write("another-another-another\n")
    p.signal(SIGHUP)
    p.line("the process restarts because a token has changed")
    def status(**headers):
        try:
            return get(p, "/", **headers).status
        except OSError:
            return 0
    until("the new one is good", lambda: status(Authorization="Bearer another-another-another") == 200)
    same((status(**cookie), status(**bearer)), (401, 401))


say("names that it was told and addresses are its own, others are refused", names)
say("behind a prefix all links have it", prefixed)
say("a cookie that came by https is Secure", secure)
say("behind a proxy each reader has limits of his own", forwarded)
say("figures have a token of their own, for them alone", metered)
say("a token that changes ends what the old one was good for", changed)
p.end()
for words in (["--public-name", "a/b"], ["--public-name", "a:80"], ["--prefix", "referee"], ["--prefix", "/a/"], ["--prefix", "/"],
        ["--prefix", "/a b"], ["--web-token", "fifteen-letters"]):
    failed = referee("serve", "--socket", os.path.join(work, "s2"), "--http-listen", "127.0.0.1:0", *words)
    say(f"{' '.join(words)} is refused", failed.returncode == 2 and failed.stderr.startswith("referee serve: " + words[0]), failed.stderr)
alone = referee("serve", "--socket", os.path.join(work, "s2"), "--behind-proxy")
say("what is about pages goes with --http-listen", alone.returncode == 2 and "--http-listen" in alone.stderr, alone.stderr)
say.end()
