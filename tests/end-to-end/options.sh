#!/bin/sh
# Options that a bot does not take: told by run in the words of check, once a bot; an sprt ends before its
# first game.
# checks: 32
set -u
. "$(dirname "$0")/../lib/checks.sh"

cat >"$work/offers.py" <<'BOT'
import sys
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("option name Hash type spin default 16 min 1 max 1024")
        print("option name Style type combo default Calm var Calm var Bold")
        print("feature legal\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        print("bestmove", legal[0], flush=True)
BOT

cup() { # FORMAT OPTIONS
	cat >"$work/cup.conf" <<CUP
game = tictactoe
format = $1
openings = random:2
depth = 1
startup-timeout = 60s
db = "$work/$1.db"
bot plain { command = "referee-bot" }
bot set {
	command = "python3 $work/offers.py"
	option = { $2 }
}
CUP
	rm -f "$work/$1.db"
}

told() { # what was said of options, in words
	sed -n 's/^referee run: //p' "$work/err" | grep ': option = '
}

wrong='"Hash=99999", "hash=4", "Undeclared=3", "Style=Wild", "Style=Bold"'
cup round-robin "$wrong"
referee run "$work/cup.conf" --rounds 20 --concurrency 2 --quiet --restart 2>"$work/err"
status=$?
say "a tournament is played with options that a bot does not take" same \
	"$status $(sql "$work/round-robin.db" 'SELECT count(*) FROM games')" "0 40"
say "they are told once, with the bot's line in the file" same "$(told)" \
	"$work/cup.conf:8: bot set: option = \"Hash=99999\": Hash is at most 1024, not 99999
$work/cup.conf:8: bot set: option = \"hash=4\": it has no option \"hash\"; did you mean \"Hash\"?
$work/cup.conf:8: bot set: option = \"Undeclared=3\": it has no option \"Undeclared\"; its first is \"Hash\"
$work/cup.conf:8: bot set: option = \"Style=Wild\": Style has no choice \"Wild\"; it has: Calm, Bold"
referee check "$work/cup.conf" set >"$work/checked"
told | sed 's/^[^:]*:[0-9]*: bot set: option = "[^"]*": //' >"$work/sentences"
while read -r sentence; do
	say "check says the same: $sentence" grep -qF "$sentence" "$work/checked"
done <"$work/sentences"
say "all four of them" same "$(grep -c . "$work/sentences")" 4

cup sprt "$wrong"
referee run "$work/cup.conf" --quiet 2>"$work/err"
status=$?
say "an sprt ends before its first game" same "$status $(sql "$work/sprt.db" 'SELECT count(*) FROM games')" "3 0"
say "with the same lines" same "$(told | wc -l)" 4
say "and what it is about" has "$(cat "$work/err")" "sprt: a bot does not take an option that is set for it"
referee run "$work/cup.conf" --json 2>/dev/null >"$work/events"
say "its last event says so" has "$(tail -1 "$work/events")" '"options"'

cup round-robin '"Hash=1024", "Style=Calm"'
referee run "$work/cup.conf" --quiet 2>"$work/err"
say "what a bot takes is not told" same "$? $(cat "$work/err")" "0 "
cup sprt '"Hash=1", "Style=Bold"'
referee run "$work/cup.conf" --games 4 --quiet 2>"$work/err"
say "and an sprt is played" same "$(sql "$work/sprt.db" 'SELECT count(*) FROM games')" 4

# --- options of all bots ----------------------------------------------------------------------------

shared() { # FORMAT OPTIONS-OF-ALL OPTIONS-OF-ONE
	cup "$1" "$3"
	sed -i "s|^depth = 1|depth = 1\noption = { $2 }|" "$work/cup.conf"
}

shared round-robin '"Hash=512", "Style=Bold"' '"Style=Calm"'
referee run "$work/cup.conf" --rounds 3 --restart --quiet --log-wire "$work/wire" 2>"$work/err"
say "options of all bots are set where a bot has them, and its own go before" same \
	"$(cat "$work/wire"/*seat* | grep '^> setoption' | sort -u)" "> setoption name Hash value 512
> setoption name Style value Calm"
say "that a bot has none of that name is told once" same "$(sed -n 's/^referee run: [^:]*:[0-9]*: //p' "$work/err")" \
	'bot plain: left out: option = "Style=Bold": it has no option "Style"; did you mean "Scale"?'
say "what was meant for a bot stands beside its row" same \
	"$(sql "$work/round-robin.db" "SELECT settings FROM bots b JOIN bot_settings s ON s.bot = b.id WHERE name = 'set'")" \
	"option = Style=Calm
option = Hash=512"
referee run "$work/cup.conf" --option Hash=256 --fresh --quiet --log-wire "$work/flag" 2>"$work/err"
say "a flag takes the place of the file's" same \
	"$(cat "$work/flag"/*seat* | grep '^> setoption' | sort -u | tr '\n' ' ')" \
	"> setoption name Hash value 256 > setoption name Style value Calm "
say "check sets and tells the same" has "$(referee check "$work/cup.conf" --quick)" \
	'left out: option = "Style=Bold", which is for all bots: this bot has no such option'

shared sprt '"Hash=512", "Nothing=1"' '"Style=Bold"'
referee run "$work/cup.conf" --games 4 --quiet 2>"$work/err"
say "an sprt is played with options of all bots that one has not" same \
	"$(sql "$work/sprt.db" 'SELECT count(*) FROM games')" 4
shared sprt '"Hash=99999"' '"Style=Bold"'
referee run "$work/cup.conf" --games 4 --quiet 2>"$work/err"
say "but not with a value that one does not take" same \
	"$? $(sql "$work/sprt.db" 'SELECT count(*) FROM games')" "3 0"

for word in match sprt elo pgn log; do
	said=$(referee "$word" 2>&1)
	say "$word is no command, but leads to one" has "$? $said" "2 referee: there is no command \"$word\"; \`referee "
	say "which exists" referee help "$(echo "$said" | sed 's/.*; `referee \([a-z-]*\).*/\1/')"
done
say "a result as a flag leads to its option" same "$(referee games --lost 2>&1)" \
	"referee games: unknown flag --lost; write --bot NAME --result lost"
say "a format of chess leads to those there are" has "$(referee export pgn --db "$work/round-robin.db" 2>&1)" \
	"there is no format \"pgn\"; it is for chess alone; text has the moves for people"
exit $bad
