"""Who sees what bots wrote when logs = owner: each page and its JSON, as nobody, as each owner, in every order; and who
signs in: links, cookies, tokens that change."""
import html, http.client, json, os, re, subprocess, sys
from signal import SIGHUP

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
from daemon import Daemon
from checks import folder, left, same, say, statuses, until

work = folder()
os.chmod(work, 0o755)

# --- bots that fail, each with texts that no other reader may see -----------------------------------

SECRETS = {"ann": ["ANN-STDERR-71", "ANN-WIRE-72", "ANN-COMMAND-73"],
           "bob": ["BOB-STDERR-81", "BOB-WIRE-82", "BOB-COMMAND-83", "BOB-REMOTE-84"],
           "house": ["HOUSE-STDERR-91", "HOUSE-WIRE-92", "HOUSE-COMMAND-93"]}
with open(os.path.join(work, "bad.py"), "w") as file:
    file.write("""import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("id name bad\\nid author Eve <i>\\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print(sys.argv[1], file=sys.stderr, flush=True)
        print("bestmove", sys.argv[2], flush=True)
    elif word == "quit":
        break
""")


def bad(owner, name, more=""):
    stderr, wire, command = SECRETS[owner][:3]
    return f'bot {name} {{ command = "python3 {work}/bad.py {stderr} {wire} {command}" {more} }}\n'


def conf(bobs="bob"):
    with open(os.path.join(work, "cup.conf"), "w") as file:
        file.write('name = cup\ngame = tictactoe\nmovetime = 1h\nrounds = 1\nseat-orders = one\nlogs = owner\nconnect-timeout = 1h\nsandbox = none\n'
                   + bad("ann", "ann-1", 'owner = ann author = "Ann Other"') + bad("bob", "beta", f"owner = {bobs}") + bad("house", "house")
                   + 'bot far { remote = yes }\nbot calm { command = "referee-bot --search random" owner = ann }\n')


conf()
d = Daemon(work, "--http-listen", "127.0.0.1:0", doors=("unix",))


def token(name, *owner):
    made = d.referee("token", "new", name, *owner, "--file", d.path("tokens"))
    with open(os.open(d.path(name + ".token"), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
        file.write(made.stdout)


def code(name):
    made = d.referee("token", "login-link", "http://" + d.pages, "--token-file", d.path(name + ".token"))
    return re.fullmatch(rf"http://{d.pages}/login\?code=([0-9a-f]{{64}})\n", made.stdout)[1]


token("ann"), token("far", "--owner", "bob"), token("house")  # no bot of this token is the local house
d.start(d.path("cup.conf"))
d.connect("far", "unix", "python3", work + "/bad.py", "its stderr stays there", "BOB-REMOTE-84")
cup = until("it is played", lambda: [t["id"] for t in json.loads(d.page("/.json")[1]) if t["state"] == "done"])[0]


def get(path, source="127.0.0.1", **headers):
    host, port = d.pages.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=left(), source_address=(source, 0))
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    answer.text = answer.read().decode()
    connection.close()
    return answer


def bearer(name):
    return {"Authorization": "Bearer " + code(name)}


def sign_in(name, **more):
    answer = get("/login?code=" + code(name), **more)
    same((answer.status, answer.getheader("Location")), (303, "/me"))
    return {"Cookie": answer.getheader("Set-Cookie").split(";")[0]}


# --- all pages, by each reader ----------------------------------------------------------------------

def crawl(**headers):
    """Each page that a reader finds, with its JSON and its record."""
    found, wait = {}, ["/", "/me"]
    while wait:
        path = wait.pop()
        if path in found or not path.startswith("/") or "ply=" in path or "&" in path or path.endswith(("logout", ".css", ".js")):
            continue
        answer = get(path, **headers)
        found[path] = answer.text
        if answer.status == 200 and "html" in answer.getheader("Content-Type"):
            wait += [html.unescape(link).split("#")[0] for link in re.findall(r'href="([^"]+)"', answer.text)]
            name, _, query = path.partition("?")
            wait.append((name + ".json" if name != "/" else "/.json") + ("?" + query if query else ""))
            if "/game/" in name:
                wait.append(name + ".record")
    return found


def sees(pages):
    text = "\n".join(pages.values())
    return sorted(secret for secrets in SECRETS.values() for secret in secrets if secret in text)


cookies = {"ann": sign_in("ann"), "bob": sign_in("far")}
readers = {"nobody": {}, "ann": cookies["ann"], "bob": cookies["bob"], "ann by a code": bearer("ann"), "bob by a code": bearer("far"),
           "house": bearer("house")}  # the token of this name is no owner of the local bot
wanted = {"nobody": [], "house": [], "ann": sorted(SECRETS["ann"]), "bob": sorted(SECRETS["bob"])}
crawled = {}


def all_see(order):
    for reader in order:
        crawled[reader] = crawl(**readers[reader])
        say(f"{reader} sees the own texts, and no other", sees(crawled[reader]) == wanted[reader.split()[0]], sees(crawled[reader]))


all_see(["nobody", "ann", "bob", "nobody"])
d.signal(SIGHUP)  # answers are made again
all_see(["bob by a code", "nobody", "house", "ann by a code"])


def where():
    """A bot's page, its JSON, the game's page, and the list of faults each have them."""
    game = json.loads(get(f"/t/{cup}/bot/ann-1.json").text)["faults"][0]["game"]
    same(crawled["ann"].keys() - crawled["nobody"].keys(), {"/me.json"})
    for path, found in ((f"/t/{cup}/bot/ann-1", 3), (f"/t/{cup}/bot/ann-1.json", 2 + 1), (f"/t/{cup}/game/{game}", 2),
                        (f"/t/{cup}/faults", 1)):
        for reader in ("nobody", "ann", "bob"):
            text = get(path, **readers[reader]).text
            same((reader, path, sum(secret in text for secret in SECRETS["ann"])), (reader, path, found if reader == "ann" else 0))
        assert "illegal" in get(path).text


say("verdict and reason are for all, the texts for the owner, on each page", where)


def authors():
    """The file's, else the handshake's, as text."""
    for bot, author in (("ann-1", "Ann Other"), ("beta", "Eve <i>"), ("calm", None)):
        same(json.loads(get(f"/t/{cup}/bot/{bot}.json").text)["author"], author)
        same(f"by <bdi>{html.escape(author or '-')}</bdi>" in get(f"/t/{cup}/bot/{bot}").text, author is not None)


say("a bot's author is on its page for all", authors)


def stored():
    """No answer with them is kept by a cache on the way."""
    for path in (f"/t/{cup}/bot/ann-1", f"/t/{cup}/faults.json"):
        answer = get(path, **cookies["ann"])
        same((answer.getheader("Cache-Control"), answer.getheader("Vary")), ("private, no-store", "Cookie, Authorization"))
        same(get(path).getheader("Vary"), "Cookie, Authorization")


say("an owner's answer is stored nowhere on the way", stored)


def mine():
    for name, bots in (("ann", ["ann-1", "calm"]), ("bob", ["beta", "far"])):
        got = json.loads(get("/me.json", **cookies[name]).text)
        same(got, {"owner": name, "tournaments": [{"id": cup, "name": "cup", "state": "done", "bots": bots}]})
        page = get("/me", **cookies[name]).text
        assert f'href="/t/{cup}/bot/{bots[0]}"' in page and "Hand in a bot" not in page
        same(len(re.findall(r"</a>: <b>rank \d</b> of 5, [0-9.]+ points? in \d+ games, 1 version so far\. <a ", page)), 2)
    same([get(path).status for path in ("/me", "/me.json")], [401, 401])
    assert 'name="code"' in get("/me").text and 'name="code"' in get("/login").text
    assert "<h1>Sign in</h1>" in get("/login").text and "<h1>Logged out</h1>" in get("/logout").text
    assert "ask the organiser for an invitation" in get("/").text


say("an owner's page lists the bots, and others are asked to sign in", mine)

# --- a browser --------------------------------------------------------------------------------------

story = f'work=$1 bad=0; shift; . tests/lib/browser.sh; in_browser owners.mjs "$@"'
say("so it goes in a browser", subprocess.run(["sh", "-c", story, "sh", work, "http://" + d.pages, code("ann"), f"/t/{cup}/bot/ann-1",
                                               "ANN-STDERR-71"]).returncode == 0)

# --- what signs nobody in ---------------------------------------------------------------------------


def cookie(text):
    return get("/me", Cookie=text).status


def forged():
    good = cookies["ann"]["Cookie"]
    name, expires, signature = good.split("=")[1].split(":")
    same(cookie(good), 200)
    same(cookie("x=y; " + good + "; z=1"), 200)
    other = cookies["bob"]["Cookie"].split("=")[1].split(":")
    for text in (good[:-1], good + "0", good[:-1] + ("0" if good[-1] != "0" else "1"), good.upper(), good.replace(name, "far", 1),
                 f"referee-owner=far:{expires}:{signature}", f"referee-owner={name}:{int(expires) + 1}:{signature}",
                 f"referee-owner={name}:{expires}:{other[2]}", f"referee-owner={name}:1:{signature}", f"referee-owner={name}",
                 f"referee-owner={name}:{expires}", f"referee-owner={name}:{expires}:", "referee-owner=", "referee-owner=::",
                 f"referee-owner={name}:{expires}:{'0' * 64}", f"referee-owner={name}:{expires}:{code('ann')}", f"xreferee-owner={good[14:]}",
                 f"referee-owner={name}: {expires}:{signature}", "referee-owner=" + "a:" * 900):
        same((text, cookie(text)), (text, 401))


say("a cookie that was changed, cut, mixed or made up is none", forged)


def attributes():
    set_cookie = get("/login?code=" + code("ann")).getheader("Set-Cookie")
    assert re.fullmatch(r"referee-owner=ann:\d+:[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000", set_cookie), set_cookie
    answer = get("/logout", **cookies["ann"])
    gone = answer.headers.get_all("Set-Cookie")
    assert any(re.fullmatch(r"referee-owner=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0", one) for one in gone), gone


say("the cookie is for this server's pages alone, and /logout removes it", attributes)


def foreign():
    """A link on a foreign page may be another one's account: the reader is asked."""
    for site, status in (("cross-site", 200), ("same-site", 200), ("none", 303), ("same-origin", 303)):
        answer = get("/login?code=" + code("ann"), Sec_Fetch_Site=site)
        same((site, answer.status, answer.getheader("Set-Cookie") is None), (site, status, status == 200))
        assert status == 303 or "Sign in as ann" in answer.text


say("a link on a foreign page signs in only who confirms it", foreign)


def guesses():
    """Wrong codes of an address are counted, by link or header; a cookie needs no guess."""
    wrong = "0" * 64
    asked = [("/login?code=" + wrong,)] * 3 + [("/", "Authorization: Bearer " + wrong)] * 3
    same(statuses(d.pages, "127.0.0.2", [*asked, *(("/login?code=" + text,) for text in (wrong, code("ann")))]), [401] * 6 + [429] * 2)
    same((get("/me", "127.0.0.2", **cookies["ann"]).status, get("/", "127.0.0.2").status, get("/login?code=" + code("ann")).status), (200, 200, 303))
    for text in ("x", code("ann")[:-1], code("ann") + "0", code("ann").upper(), "token"):
        same((text, get("/login?code=" + text, "127.0.0.3").status in (401, 429)), (text, True))
    same((get("/login?code=" + wrong + "&x=1").status, get("/login?x=1").status, get("/login.json").status), (400, 400, 404))
    same(get("/", Authorization="Bearer something-else").status, 200)  # of a proxy before us, for example


say("wrong codes are counted and delayed", guesses)

# --- changes ----------------------------------------------------------------------------------------


def reread():
    mark = len(d.now())
    d.signal(SIGHUP)
    d.until("it has read again", lambda: re.search(r"listener: \d+ bots? ha|nothing has changed\n", d.now()[mark:]))


def replaced():
    old, before = bearer("ann"), cookies["ann"]
    token("ann")
    reread()
    until("she is signed out", lambda: get("/me", **before).status == 401)
    same(get(f"/t/{cup}/bot/ann-1", "127.0.0.4", **old).status, 401)
    same(sees(crawl(**before)), [])
    cookies["ann"] = sign_in("ann")
    same(sees(crawl(**cookies["ann"])), wanted["ann"])
    same(get("/me", **cookies["bob"]).status, 200)


def revoked():
    d.referee("token", "revoke", "far", "--file", d.path("tokens"))
    reread()
    until("he is signed out", lambda: get("/me", **cookies["bob"]).status == 401)
    same(sees(crawl(**cookies["bob"])), [])


def given():
    """Another owner of a bot in the file holds after SIGHUP, also for answers that are kept."""
    token("bob-2", "--owner", "bob")
    reread()
    until("the token is known", lambda: get("/login?code=" + code("bob-2"), "127.0.0.5").status == 303)
    bob = sign_in("bob-2", source="127.0.0.5")
    assert "BOB-STDERR-81" in get(f"/t/{cup}/bot/beta", **bob).text
    assert "BOB-REMOTE-84" not in get(f"/t/{cup}/bot/far", **bob).text  # its token is gone, so that nobody owns it


say("a new token signs the browsers of the old one out", replaced)
say("a token that is revoked does so too", revoked)
say("a bot has the owner of its file, or of its token while there is one", given)
d.end()

# --- pages with a token of their own ----------------------------------------------------------------

with open(os.open(d.path("web"), os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
    file.write("sesame-sesame-sesame\n")
bob = None
d.start(d.path("cup.conf"), "--web-token", "@web", "--prefix", "/r", "--behind-proxy")
ann = bearer("ann")


def guarded():
    until("tokens are known", lambda: get("/", **ann).status == 200)
    same((get("/").status, get("/me", **ann).status, get("/metrics", **ann).status), (401, 200, 401))
    same(get("/login").status, 200)
    answer = get("/login?code=" + code("ann"), X_Forwarded_Proto="https")
    same((answer.status, answer.getheader("Location")), (303, "/r/me"))
    given = answer.getheader("Set-Cookie")
    assert "; Path=/r/; " in given and "; Secure" in given, given
    same(get("/", Cookie=given.split(";")[0]).status, 200)
    same(get("/", Authorization="Bearer sesame-sesame-sesame").status, 200)
    same(get("/", Authorization="Bearer " + "0" * 64).status, 401)


say("an owner needs no other token for closed pages, and gets no metrics", guarded)
say("a restart signs all out", cookie(cookies["ann"]["Cookie"]) == 401)
d.end()
say.end()
