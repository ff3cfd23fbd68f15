#!/bin/sh
# A tournament of rogues and two honest bots: it ends, each bot gets its verdict, nothing is left.
# checks: 14
set -u
. "$(dirname "$0")/../lib/checks.sh"

tag=rogues-$$
cat >"$work/rogues.conf" <<CUP
name        = "rogues"
game        = tictactoe
nodes       = 1000
startup-timeout     = 5m
newgame-timeout     = 5m
concurrency = 8
db          = "$work/rogues.db"
bot honest-1 { command = "$build/tests/bench/instant $tag" }
bot honest-2 { command = "$build/referee-bot --search first --name $tag" }
bot silent   { command = "$build/tests/rogues/silent $tag" movetime = 100ms margin = 0 }
bot crashes  { command = "$build/tests/rogues/crashes 11 $tag" }
bot exits    { command = "$build/tests/rogues/exits 0 $tag" }
bot illegal  { command = "$build/tests/rogues/says 'bestmove z9\\\\n' $tag" }
bot garbage  { command = "$build/tests/rogues/garbage $tag" }
bot floods   { command = "$build/tests/rogues/flood-stdout $tag" }
bot noisy    { command = "$build/tests/rogues/flood-stderr 1 $tag" }
bot nobody   { command = "$build/tests/rogues/nobody $tag" }
bot resigns  { command = "$build/tests/rogues/resigns $tag" }
bot runaway  { command = "$build/tests/rogues/runaway $tag" }
bot stubborn { command = "$build/tests/rogues/ignores-quit $tag" }
CUP
games=156 # 13 bots, both seat orders

referee run "$work/rogues.conf" --strict >"$work/out" 2>"$work/err"
status=$?
say "with --strict a tournament with faults ends with status 1" same $status 1
say "nothing of it is left" gone "$tag"
say "every game was played" same "$(sql "$work/rogues.db" 'SELECT count(*) FROM games')" $games
say "every rogue has its own kind of fault and honest bots have none" same \
	"$(sql "$work/rogues.db" 'SELECT DISTINCT bot, verdict FROM faults ORDER BY bot')" \
	"crashes|crash
exits|crash
floods|flood
garbage|illegal
illegal|illegal
nobody|startup
silent|time"
say "who resigns is told so and has no fault" same "$(sql "$work/rogues.db" \
	"SELECT DISTINCT b.name FROM seats s JOIN bots b ON b.id = s.bot WHERE verdict = 'resign'")" resigns
say "who fails has the lower rank in every game against who does not" same "$(sql "$work/rogues.db" \
	"SELECT count(*) FROM seats a JOIN seats b ON a.game = b.game AND a.seat <> b.seat
	WHERE a.verdict NOT IN ('ok', 'resign') AND b.verdict = 'ok' AND a.rank <= b.rank")" 0
say "every bot has played all its games" same "$(sql "$work/rogues.db" \
	'SELECT DISTINCT games FROM standings')" 24
say "the points of all are one for each game" same "$(sql "$work/rogues.db" \
	'SELECT CAST(sum(points) AS INTEGER) FROM standings')" $games
say "nothing that a bot wrote reaches the terminal raw" \
	[ -z "$(tr -d '[:print:]\n' <"$work/err")" ]
say "a run with nothing left to play prints what the seats add up to" same \
	"$(referee run "$work/rogues.conf" 2>"$work/err" | awk '$1 ~ /^[0-9]+$/ && NF > 8 { print $2, $3, $5 + 0, $NF }' | sort)" \
	"$(sql "$work/rogues.db" "SELECT b.name || printf(' %d %g %d', count(*), sum(s.points), sum(s.verdict NOT IN ('ok', 'resign')))
		FROM seats s JOIN bots b ON b.id = s.bot GROUP BY b.name ORDER BY b.name")"

# --- a disk that is full ---
(
	trap '' XFSZ
	ulimit -f 400
	exec referee run --game tictactoe --rounds 5000 --db "$work/full.db" --quiet \
		--bot a="$build/tests/bench/instant $tag" --bot b="$build/tests/bench/instant $tag"
) >"$work/out" 2>"$work/err"
status=$?
say "a full disk ends a tournament with status 5" same $status 5
say "it is told in one line" same "$(wc -l <"$work/err")" 1
say "what is kept is whole" same "$(sql "$work/full.db" 'PRAGMA integrity_check')" ok
say "nothing is left of it either" gone "$tag"
exit $bad
