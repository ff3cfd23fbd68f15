#!/bin/sh
# People play against bots: over HTTP with hostile requests (visitors.py), and in a browser
# (tests/browser/play.mjs).
# checks: 161
set -u
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/browser.sh

python3 "$here/tests/end-to-end/visitors.py" || bad=1
[ "${BROWSER-}" = no ] && exit $bad

play= # the options of the server for the browser
offer() { # GAME BOT SEARCH [PARAMETERS]
	printf 'game = %s\nmovetime = 10s\n%s\nbot %s { command = "referee-bot --search %s" }\n' "$1" "${4+param = { $4 \}}" "$2" "$3" >"$1.conf"
	play="$play --play $1.conf"
}
offer connect4 first random
offer chinese-checkers stroll random
offer tictactoe minimax minimax
offer nim taker random
offer letters speller random
offer tree climber random
offer othello first first '"size=6"'
offer breakthrough first first
offer gomoku first first
offer kalah first first '"pits=4", "seeds=3"'
# shellcheck disable=SC2086
in_background out serve.log referee serve --socket "$work/socket" --http-listen 127.0.0.1:0 --visitor-listen 127.0.0.1:0 $play
trap 'kill $pid 2>/dev/null; wait $pid; rm -rf "$work"' EXIT
until_line serve.log 'visitors: play at ' || { cat serve.log; echo "not ok the server starts"; exit 1; }
in_browser play.mjs "$(sed -n 's|.*visitors: play at \(.*\)/$|\1|p' serve.log)"
