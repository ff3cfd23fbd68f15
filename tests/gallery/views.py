"""The rows of the gallery: views of the terminal, and pages."""

# Terminal views: name, section, command as a person types it, one sentence; rows, columns, keys and words that are only
# run (`run`) where it needs more than its default. keys: pairs of a text that is waited for and the keys that are sent then;
# the picture is what the screen shows when the last text is there.
VIEWS = [
    {"name": "help", "command": "referee", "text": "Every command, by what it is for."},
    {"name": "help-command", "command": "referee help games", "text": "One command: its options, their defaults, and examples."},
    {"name": "check-good", "command": "referee check --game connect4 -- referee-bot --depth 2", "columns": 172, "mask": "check",
     "text": "A bot that is fit to play: each step of the conversation, with its time."},
    {"name": "check-bad", "command": "referee check cup.conf careless", "columns": 172, "mask": "check",
     "text": "A bot that is not: the step that failed, its last words, and the position."},
    {"name": "check-file", "command": "referee check wrong.conf", "text": "A tournament's file with mistakes: all of them, each with its line and with what would be right."},
    {"name": "play", "command": "referee play connect4 2=\"referee-bot --depth 4\"", "rows": 24,
     "keys": ((r"seat 1 .*> *$", ("d", "Enter")), (r"seat 2 .* plays[^$]*seat 1 .*> *$", ())),
     "text": "A game against a bot."},
    {"name": "run", "command": "referee run progress.conf", "mask": "run", "rows": 8, "keys": ((r"1[34]/36", ()),),
     "text": "A tournament while it is played: what is done, how fast, and what remains."},
    {"name": "standings", "command": "referee standings --db cup.db", "columns": 100, "text": "The standings, with the error of each rating."},
    {"name": "ratings", "command": "referee ratings --db cup.db", "columns": 90, "text": "Ratings, and which order is certain."},
    {"name": "crosstable", "command": "referee crosstable --db cup.db", "text": "Every bot against every other."},
    {"name": "compare", "command": "referee compare alphabeta-6 alphabeta-4 --db cup.db", "text": "Is one of two bots stronger, or may it be luck?"},
    {"name": "seat-stats", "command": "referee seat-stats --db cup.db", "columns": 110, "text": "The value of the first move."},
    {"name": "workers", "command": "referee worker list --db labs.db", "columns": 130, "text": "The machines that played, and whether their results agree."},
    {"name": "games", "command": "referee games --db cup.db --bot careless --last 8", "columns": 90, "text": "Games, one line each."},
    {"name": "show", "command": "referee show 2 --db cup.db", "rows": 16, "keys": ((r"ply \d+/7", ("Home",)), (r"ply 0/7", ("Right",) * 5), (r"ply 5/7", ())),
     "text": "A game, gone through with the keys."},
    {"name": "show-why", "command": "referee show 14 --why --db cup.db", "columns": 100, "text": "Why a bot lost: the question, its answer, its last words, and the command that asks it again."},
    {"name": "analyse", "command": "referee analyse --db cup.db --nodes 20000", "columns": 90, "text": "How well each bot kept what its position was worth, by the exact solver."},
    {"name": "class-check", "command": "referee class check", "text": "The submissions of a class, built and checked."},
    {"name": "status", "command": "referee ctl status", "run": "referee ctl status --socket socket", "columns": 100, "text": "The tournaments of a daemon."},
    {"name": "watch", "command": "referee watch", "run": "referee watch --socket socket", "mask": "live", "rows": 16, "keys": ((r"ply \d+/\d+", ()),),
     "text": "A game of the daemon while it is played."},
]

# Commands without a picture of their own: they do one thing, and say so in a line or two, do not end, or depend on the machine (doctor).
LINES = """archive backup class-feedback class-init class-take connect doctor export import send serve
    token-invite token-join token-list token-login-link token-new token-revoke verify worker-key worker-run""".split()
# ... and what shows the same as another.
ALIKE = {"test": "run", "check-rules": "check"}

BOARDS = ("othello", "breakthrough", "gomoku", "kalah", "tictactoe", "nim", "letters", "tree", "chinese-checkers")

# Pages: name, address, one sentence. In an address {cup} is the tournament of that file; "visit:" is of the visitors' server,
# "file:" a file. as: who is signed in. steps: see pages.mjs.
PAGES = [
    {"name": "page-home", "at": "/", "text": "The first page of a daemon: every tournament, those that run first."},
    {"name": "page-standings", "at": "/t/{cup}", "text": "The standings, and how much is certain."},
    {"name": "page-standings-phone", "at": "/t/{cup}", "width": 390, "text": "The same on a phone."},
    {"name": "page-standings-dark", "at": "/t/{cup}", "theme": "dark", "text": "The same for a reader who prefers a dark page."},
    {"name": "page-sprt", "at": "/t/{sprt}", "text": "The standings of a sequential test, and its course."},
    {"name": "page-waiting", "at": "/t/{next}", "text": "A tournament that has not begun."},
    {"name": "page-crosstable", "at": "/t/{cup}/crosstable", "text": "Every bot against every other; each cell leads to its games."},
    {"name": "page-ratings", "at": "/t/{cup}/ratings", "text": "Ratings and their course."},
    {"name": "page-games", "at": "/t/{cup}/games", "text": "The games, with a filter."},
    {"name": "page-game", "at": "/t/{cup}/game/{cup-game}", "text": "A game: the board at each move, the bots' scores, and the exact analysis."},
    {"name": "page-game-fault", "at": "/t/{cup}/game/{fault}", "text": "A game that a bot lost by a fault, with the explanation."},
    {"name": "page-bot", "at": "/t/{cup}/bot/careless", "text": "A bot: its results, its faults, its rating, its times."},
    {"name": "page-compare", "at": "/t/{cup}/compare?a=alphabeta-6&b=alphabeta-4", "text": "Two bots beside each other."},
    {"name": "page-rounds", "at": "/t/{swiss}/rounds", "text": "The rounds of a swiss tournament."},
    {"name": "page-bracket", "at": "/t/{knockout}/rounds", "text": "The bracket of a knockout."},
    {"name": "page-faults", "at": "/t/{cup}/faults", "text": "Every game that was lost by a fault, with the reason."},
    {"name": "page-workers", "at": "/t/{labs}/workers", "text": "The machines that played."},
    {"name": "page-live", "at": "/t/{live}/live", "text": "The games in play."},
    {"name": "page-live-game", "at": "/t/{live}/live/{live-game}", "text": "A game while it is played, with its clocks."},
    {"name": "page-follow", "at": "/t/{live}/follow/ann", "text": "The games of one bot, one after another."},
    {"name": "page-sign-in", "at": "/login", "text": "Where an owner signs in."},
    {"name": "page-me", "at": "/me", "as": "ada", "text": "An owner's bots."},
    {"name": "page-metrics", "at": "/metrics", "height": 900, "text": "The metrics of the daemon, for Prometheus."},
    *({"name": f"board-{game}", "at": f"/t/{{{of}}}/game/{{{of}-game}}/embed", "width": 600, "text": f"The board of {game}, as another site frames it."}
      for game, of in [("connect4", "cup"), *((game, game) for game in BOARDS)]),
    {"name": "page-play", "at": "visit:/", "text": "Where people choose a game against a bot."},
    {"name": "page-playing", "at": "visit:/", "steps": "play", "text": "A game against a bot, in the browser."},
    {"name": "report", "at": "file:cup.html", "text": "The report of a tournament: one file, for any browser (`referee export html`)."},
    {"name": "feedback", "at": "file:feedback/Cleo-Vance.html", "text": "The page for a student of a class (`referee class feedback`)."},
]
