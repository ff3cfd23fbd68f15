#!/bin/sh
# Holds a conversation with each starter: it introduces itself, answers only what is asked, moves
# legally, plays the same with the same seed, and ends at quit as well as at the end of its input.
# Then they play tournaments. Languages that are not installed are skipped, and named.
# checks: 13
set -u
. "$(dirname "$0")/../lib/checks.sh"

# The lines that the bot gets. The last legal move is the only one: a bot that kept the old ones shows.
tell() {
	printf 'ugi\nisready\n'
	printf 'uginewgame game connect4 players 2 seat 1 seed 7 param rows 6\r\nisready\n\n'
	printf 'mumble mumble\nposition startpos\nlegal a b c d e f g\ngo movetime 100\n'
	printf 'position fen 7/7/7/7/7/7 r 1 moves d d\nlegal a b c\ngo p1time 100 p2time 100\n'
	printf 'uginewgame\nisready\nposition startpos\nlegal \t z9\ngo depth 3\n'
	printf 'gameover rank 1 2 reason normal\n'
}

expected='^id name [A-Za-z+ ]+;id author you;feature legal newgame players;ugiok;readyok;readyok;'
expected="$expected"'bestmove [a-g];bestmove [a-c];readyok;bestmove z9;$'

# talks COMMAND...: it answers as it should, with the same seed the same, and ends.
talks() {
	{ tell && printf 'quit\nisready\n'; } | "$@" >"$work/quit" &&
		tell | "$@" >"$work/end" &&
		tr '\n' ';' <"$work/quit" | grep -Eq "$expected" &&
		cmp "$work/quit" "$work/end" && return 0
	cat "$work/quit"
	return 1
}

converse() { # NAME COMMAND...
	name=$1
	shift
	say "the $name starter holds a conversation" talks "$@"
	words=$(echo "$*" | sed "s,bots/starters,$PWD/bots/starters,")
	echo "bot $name { command = |$words| }" >>"$work/played"
}

# lacks LANGUAGE COMMAND [CHECKS]: it is not installed here, so the language is not tested. With STARTERS=all that is a failure.
lacks() {
	command -v "$2" >/dev/null && return 1
	if [ "${STARTERS:-}" = all ]; then
		say "the $1 starter is tested: $2 is installed" false
	else
		echo "skip ${3:-1}: no $2 here: the $1 starter is not tested; make starters-test installs it"
	fi
}

lacks Python python3 || converse Python python3 bots/starters/python/bot.py
${CC:-cc} -O2 -Wall -Wextra -Werror -o "$work/bot" bots/starters/c/bot.c || exit 1
converse C "$work/bot"
lacks Node node || converse Node node bots/starters/node/bot.js
if ! lacks Java javac; then
	javac -Xlint:all -Werror -d "$work" bots/starters/java/Bot.java || exit 1
	converse Java java -cp "$work" Bot
fi
if ! lacks C++ g++; then
	g++ -O2 -std=c++17 -Wall -Wextra -Werror -o "$work/bot-cpp" bots/starters/cpp/bot.cpp || exit 1
	converse C++ "$work/bot-cpp"
fi
if ! lacks Rust rustc; then
	rustc -O -D warnings -o "$work/bot-rust" bots/starters/rust/bot.rs || exit 1
	converse Rust "$work/bot-rust"
fi
if ! lacks Go go; then
	GOCACHE="$work/go" go build -o "$work/bot-go" bots/starters/go/bot.go || exit 1
	converse Go "$work/bot-go"
fi

# They play, two at a board and three.
plays() { # NAME SETTINGS
	{
		printf 'name = "%s"\ndb = "%s"\nmovetime = 1s\nmargin = 60s\nconcurrency = 2\n%s\n' "$1" "$work/$1.db" "$2"
		tr '|' '"' <"$work/played"
	} >"$work/$1.conf"
	referee run --quiet "$work/$1.conf" >"$work/out" 2>&1 || cat "$work/out"
	say "all of them play $1 to the end" same "$(sql "$work/$1.db" "SELECT group_concat(DISTINCT verdict), count(DISTINCT bot) FROM seats")" \
		"ok|$(wc -l <"$work/played")"
}

plays connect4 'game = connect4
format = gauntlet'
plays chinese-checkers 'game = chinese-checkers
players = 3
param = "max-plies=30"
format = gauntlet
seat-orders = one'

# Those of the first assignment know connect4: they take a win, from moves and from a position string,
# and beat a random bot.
wins() { # COMMAND...
	printf 'ugi\nisready\nposition startpos moves d d a d b d\ngo movetime 400\nposition fen 7/7/7/3y3/3y3/rr1ry2 r 4\ngo movetime 400\nquit\n' |
		"$@" >"$work/said" && same "$(grep -c '^bestmove c$' "$work/said")" 2
}

assignment() { # NAME COMMAND
	say "the $1 assignment takes a win" wins $2
	referee run --quiet --db "$work/$1.db" --game connect4 --rounds 2 --movetime 200ms --margin 60s \
		--bot "first=$2" --bot "random=referee-bot --search random" >/dev/null 2>&1
	say "and beats a random bot in each of four games" same "$(sql "$work/$1.db" "SELECT group_concat(points) FROM standings")" "4.0,0.0"
}

lacks "assignment in Python" python3 2 || assignment Python "python3 bots/starters/connect4/bot.py"
if ! lacks "assignment in Java" javac 2; then
	javac -Xlint:all -Werror -d "$work/assignment" bots/starters/connect4/Bot.java || exit 1
	assignment Java "java -cp $work/assignment Bot"
fi
exit $bad
