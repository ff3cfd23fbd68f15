#!/bin/sh
# A bot that fails so often in a row is benched: said loudly, its games are lost or left out, and
# no kill frees it.
# checks: 19
set -u
. "$(dirname "$0")/../lib/checks.sh"

cat >"$work/cup.conf" <<END
name        = "cup"
game        = tictactoe
rounds      = 20
strikes     = 3
nodes       = 1000
concurrency = 2
db          = "$work/cup.db"
bot honest { command = "$build/tests/bench/instant" }
bot first  { command = "referee-bot --search first" }
bot wrong  { command = "$build/tests/rogues/says 'bestmove z9\\\\n'" }
END
games=120 # 3 bots, 20 rounds
failures="SELECT count(*) FROM faults WHERE bot = 'wrong' AND verdict = 'illegal'"

referee run "$work/cup.conf" >"$work/out" 2>"$work/err"
say "a tournament with a bot on the bench ends" same $? 0
say "it is said once, in one line" same "$(grep -c 'BENCHED: wrong failed 3 games in a row' "$work/err")" 1
say "every game of the schedule is there" same "$(sql "$work/cup.db" 'SELECT count(*) FROM games')" $games
failed=$(sql "$work/cup.db" "$failures")
# Besides the three, only games that were on their way in the other arbiter.
say "it has failed three times and hardly more" [ "$failed" -ge 3 -a "$failed" -le 5 ]
say "it lost all others on the bench, and each is a fault in the standings" same \
	"$(sql "$work/cup.db" "SELECT faults, points FROM standings WHERE bot = 'wrong'")" "80|0.0"
say "the others got the points" same "$(sql "$work/cup.db" \
	"SELECT DISTINCT points, rank FROM seats s JOIN games g ON g.id = s.game
	WHERE g.reason = 'benched' AND s.verdict = 'ok'")" "1.0|1"
say "they play on against each other" same "$(sql "$work/cup.db" \
	"SELECT count(*) FROM games WHERE reason = 'normal'")" 40
referee run "$work/cup.conf" --rounds 22 --quiet >"$work/out" 2>"$work/err"
say "going on finds it on the bench" same "$(sql "$work/cup.db" "$failures")" "$failed"
say "and says so" has "$(cat "$work/err")" "wrong is BENCHED"
referee run "$work/cup.conf" --rounds 23 --strikes 1000 --quiet >"$work/out" 2>"$work/err"
say "a higher setting lets it play again" same "$(sql "$work/cup.db" "$failures")" $((failed + 4))

# --- killed at the moment it is benched, and soon after ---
for moment in '"event":"benched"' '"verdict":"benched"'; do
	rm -f "$work/cup.db"*
	begin_run referee run "$work/cup.conf" --pace 600/m
	until_event "$moment"
	stop_run KILL
	say "it is killed in the middle, after $moment" same \
		"$? $(sql "$work/cup.db" "SELECT count(*) < $games FROM games")" "137 1"
	# Not read-only: only a writer recovers a commit that was in the log and not yet in its index.
	before=$(sqlite3 "$work/cup.db" "$failures")
	referee run "$work/cup.conf" --quiet >"$work/out" 2>"$work/err"
	say "killed after $moment it stays there" same "$(sql "$work/cup.db" "$failures")" "$before"
	say "and every game is there once" same "$(sql "$work/cup.db" \
		'SELECT count(*), count(DISTINCT pairing) FROM games')" "$games|$games"
done

# --- left out ---
rm -f "$work/cup.db"*
referee run "$work/cup.conf" --on-benched skip --quiet >"$work/out" 2>"$work/err"
say "its games can be left out instead" same "$(sql "$work/cup.db" \
	"SELECT count(*) FROM faults WHERE verdict = 'benched'")" 0
say "then it is said how many were" has "$(cat "$work/err")" \
	"$((games - $(sql "$work/cup.db" 'SELECT count(*) FROM games'))) games with benched bots were not played"
say "the others have played all of theirs" same "$(sql "$work/cup.db" \
	"SELECT games FROM crosstable WHERE bot = 'first' AND opponent = 'honest'")" 40
exit $bad
