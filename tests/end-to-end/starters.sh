#!/bin/sh
# Holds a conversation with each starter: it introduces itself, answers only what is asked, moves
# legally, plays the same with the same seed, and ends at quit as well as at the end of its input.
# Languages that are not installed are passed over, and named.
set -u
. "$(dirname "$0")/../lib/checks.sh"

# What the bot is told. The last legal move is the only one: a bot that kept the old ones shows.
tell() {
	printf 'ugi\nisready\n'
	printf 'uginewgame game connect4 players 2 seat 1 seed 7 param rows 6\r\nisready\n\n'
	printf 'mumble mumble\nposition startpos\nlegal a b c d e f g\ngo movetime 100\n'
	printf 'position fen 7/7/7/7/7/7 r 1 moves d d\nlegal a b c\ngo p1time 100 p2time 100\n'
	printf 'uginewgame\nisready\nposition startpos\nlegal \t z9\ngo depth 3\n'
	printf 'gameover rank 1 2 reason normal\n'
}

expected='^id name [A-Za-z ]+;id author you;feature legal newgame players;ugiok;readyok;readyok;'
expected="$expected"'bestmove [a-g];bestmove [a-c];readyok;bestmove z9;$'

# talks COMMAND...: it answers as it should, with the same seed the same, and ends.
talks() {
	{ tell && printf 'quit\nisready\n'; } | timeout 20 "$@" >"$work/quit" &&
		tell | timeout 20 "$@" >"$work/end" &&
		tr '\n' ';' <"$work/quit" | grep -Eq "$expected" &&
		cmp "$work/quit" "$work/end" && return 0
	cat "$work/quit"
	return 1
}

converse() { # NAME COMMAND...
	name=$1
	shift
	say "the $name starter holds a conversation" talks "$@"
}

if command -v python3 >/dev/null; then
	converse Python python3 bots/starters/python/bot.py
else
	echo "no python3 here: the Python starter is not tested"
fi
${CC:-cc} -O2 -Wall -Wextra -Werror -o "$work/bot" bots/starters/c/bot.c || exit 1
converse C "$work/bot"
if command -v node >/dev/null; then
	converse Node node bots/starters/node/bot.js
else
	echo "no node here: the Node starter is not tested"
fi
if command -v javac >/dev/null; then
	javac -Xlint:all -Werror -d "$work" bots/starters/java/Bot.java || exit 1
	converse Java java -cp "$work" Bot
else
	echo "no javac here: the Java starter is not tested"
fi
exit $bad
