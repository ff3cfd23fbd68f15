#!/bin/sh
# The web process: what it answers and to whom (web.py), and its pages in a browser
# (tests/browser/pages.mjs). The feeder plays the main process's part (tests/browser/feeder.c).
# checks: 321
set -u
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/browser.sh
feeder=$build/tests/browser/feeder

referee run --game connect4 --rounds 5 --openings random:3 --depth 2 --db cup.db --quiet \
	--bot pvs=referee-bot --bot 'random=referee-bot --search random' \
	--bot 'first=referee-bot --search first' --bot "bad=$crashes" 2>run.log
hostile cup.db bad first
sqlite3 cup.db "UPDATE moves SET cpu_us = NULL, wait_us = NULL WHERE (game, seat) IN (SELECT game, seat FROM seats
	WHERE bot = (SELECT id FROM bots WHERE name = 'random'));
	UPDATE bots SET remote = 1, command = '', digest = '' WHERE name = 'random';
	UPDATE tournaments SET logs = 'public'"

# Games that end in other ways than the rules': adjudicated, cut short, and with a seat that leaves.
short() { # NAME FLAGS...
	name=$1
	shift
	referee run --name "$name" --db short.db --quiet --depth 2 --openings random:2 "$@" 2>>run.log
}
short short --game connect4 --max-plies 9 --bot pvs=referee-bot --bot "bad=$crashes"
short even --game connect4 --draw "moves=2 score=2000 from-ply=6" --bot pvs=referee-bot --bot 'second=referee-bot --search alphabeta'
short pile --game letters --bot first='referee-bot --search first' --bot 'random=referee-bot --search random'
short star --game chinese-checkers --players 3 --max-plies 12 --bot 'brs=referee-bot --search brs' \
	--bot 'random=referee-bot --search random' --bot "bad=$crashes"

# A bot that is benched, with games that are not played.
short benched --game connect4 --rounds 3 --strikes 2 --bot pvs=referee-bot --bot 'random=referee-bot --search random' \
	--bot "bad=$build/tests/rogues/says 'bestmove z9\\n'"

short test --game connect4 --format sprt --elo0 0 --elo1 60 --games 60 --depth 2 --openings random:6 \
	--bot 'three=referee-bot --search alphabeta --depth 3' --bot two=referee-bot

# Points of a bye, and bots that no games join.
small() {
	short "$@" --bot pvs=referee-bot --bot 'first=referee-bot --search first' --bot 'random=referee-bot --search random'
}
small bye --game tictactoe --format swiss --rounds 3
short cup --game connect4 --format knockout --rounds 1 --bot pvs=referee-bot --bot 'b=referee-bot --search first' \
	--bot 'c=referee-bot --search random' --bot 'd=referee-bot --search alphabeta' --bot 'e=referee-bot --search first'
small apart --game tictactoe --games 2 --bot 'other=referee-bot --search random'

export FEEDER_DATABASES="$work/cup.db:$work/short.db"
python3 "$here/tests/end-to-end/web.py" "$feeder" "$work/cup.db" "$work/short.db" || bad=1
in_browser pages.mjs "$feeder" "$work/cup.db" "$work/short.db" "$(sqlite3 "$work/short.db" "SELECT group_concat(id, ' ')
	FROM (SELECT id FROM tournaments WHERE name IN ('bye', 'cup', 'test') ORDER BY name)")"
