#!/bin/sh
# Schedules for several seats: what --dry-run says, samples, mixes, and that they go on.
# checks: 31
set -u
. "$(dirname "$0")/../lib/checks.sh"

bots() { # N: this many bots, that play at once
	i=0
	while [ $i -lt "$1" ]; do
		i=$((i + 1))
		echo "bot b$i { command = \"referee-bot --search random --seed $i\" }"
	done
}
nim() { # FILE BOTS SEATS
	{
		echo "game = nim"
		echo "players = $3"
		echo "depth = 1"
		bots "$2"
	} >"$1"
}
nim "$work/four.conf" 4 3
nim "$work/nine.conf" 9 3

# --- what --dry-run says ---
referee run "$work/four.conf" --dry-run >"$work/all"
referee run "$work/four.conf" --dry-run --seat-orders rotation >"$work/rotation"
say "all orders of three seats are six games a set" same "$(grep -vc '^#' "$work/all")" 24
say "rotation is three" same "$(grep -vc '^#' "$work/rotation")" 12
say "the balance stands behind the games" same "$(grep '^#' "$work/rotation")" \
	"# 12 games of 4 bots, 3 seats each
# games of a bot                   9..9
# meetings of a pair               6..6
# games of a bot in a seat         3..3"
say "in JSON too" same "$(referee run "$work/four.conf" --dry-run --seat-orders rotation --json | tail -1)" \
	'{"event":"balance","games":12,"bots":4,"seats":3,"games_of_a_bot":[9,9],"meetings_of_a_pair":[6,6],"games_in_a_seat":[3,3]}'
say "a sample of nine bots is the affine plane of order three" has \
	"$(referee run "$work/nine.conf" --dry-run --games 12)" "meetings of a pair               1..1"
say "what cannot be within one is said" has "$(referee run "$work/four.conf" --dry-run --games 2)" \
	"meetings of a pair               0..2  (not within one)"
say "of a gauntlet with the reason" has "$(referee run "$work/four.conf" --dry-run --format gauntlet --rounds 2)" \
	"(seeds of a gauntlet play more games)"
say "a mix of four bots at three seats has six ways for six pairs" same \
	"$(referee run "$work/four.conf" --dry-run --format mix | grep -vc '^#')" 36
referee run "$work/nine.conf" --dry-run --games 200000 >"$work/large"
say "a large sample has as many games as was said" same "$(grep -vc '^#' "$work/large")" 200000
say "and its seats are within one by another count" same "$(grep -v '^#' "$work/large" | cut -f 3 |
	awk '{ n[$1 " 1"]++; n[$3 " 2"]++; n[$5 " 3"]++ }
		END { for (i in n) { if (!least || n[i] < least) least = n[i]; if (n[i] > most) most = n[i] }
		print length(n), least, most }')" "27 22222 22223"

# --- what is wrong is told in one line ---
say "mix with one bot" same "$(referee run --game nim --format mix --bot a=x 2>&1 | head -1)" \
	"referee run: the tournament needs at least 2 bots, and has 1; add bot NAME { command = \"...\" }, or --bot NAME=COMMAND"
say "games with rounds" has "$(referee run "$work/four.conf" --games 4 --rounds 2 2>&1)" \
	"games and rounds exclude each other"

# --- killed and gone on with ---
game_rows="SELECT g.pairing, s.seat, b.name, m.ply, m.move FROM games g JOIN seats s ON s.game = g.id
	JOIN bots b ON b.id = s.bot LEFT JOIN moves m ON m.game = g.id AND m.seat = s.seat ORDER BY 1, 2, 4"
referee run "$work/nine.conf" --quiet --games 300 --db "$work/whole.db"
say "a sample that is played has the games that were said before" same \
	"$(sql "$work/whole.db" "SELECT group_concat(name, ' - ') FROM (SELECT s.game, b.name FROM seats s
		JOIN games g ON g.id = s.game JOIN bots b ON b.id = s.bot ORDER BY g.round, s.game, s.seat) GROUP BY game" | sort)" \
	"$(referee run "$work/nine.conf" --dry-run --games 300 | grep -v '^#' | cut -f 3 | sort)"
for signal in KILL INT KILL; do
	begin_run referee run "$work/nine.conf" --games 300 --db "$work/cut.db" --pace 600/m
	until_event '"event":"game"' 5
	stop_run $signal
	say "a sample is ended in its middle by SIG$signal" same "$(kill -l $?)" $signal
done
referee run "$work/nine.conf" --quiet --games 300 --db "$work/cut.db"
say "a sample that was killed plays the games of one that was not" \
	same "$(sql "$work/cut.db" "$game_rows" | cksum)" "$(sql "$work/whole.db" "$game_rows" | cksum)"
say "each of its games once" same \
	"$(sql "$work/cut.db" 'SELECT count(*), count(DISTINCT pairing) FROM games')" "300|300"
more=$(referee run "$work/nine.conf" --games 340 --db "$work/cut.db" 2>&1 >/dev/null)
say "with more games it goes on" has "$more" "300 of 340 games are stored"
say "and plays those that are missing" same \
	"$(sql "$work/cut.db" 'SELECT count(*), count(DISTINCT pairing) FROM games')" "340|340"
referee run "$work/nine.conf" --quiet --games 361 --db "$work/cut.db"
say "again and again" same \
	"$(sql "$work/cut.db" 'SELECT count(*), count(DISTINCT pairing) FROM games')" "361|361"
say "every bot sat in every seat equally often within one" same "$(sql "$work/cut.db" \
	"SELECT count(*), min(n), max(n) FROM (SELECT count(*) n FROM seats GROUP BY bot, seat)")" "27|40|41"
other=$(referee run "$work/nine.conf" --games 340 --db "$work/cut.db" --bot late=x 2>&1)
say "with another bot a sample is another tournament" same "$?" 2
say "and says so" has "$other" "now it is 340 dealt to late b1 b2 b3 b4 b5 b6 b7 b8 b9"

# --- one bot in several seats ---
tag=end-to-end-mix-$$
referee run --game nim --players 4 --format mix --rounds 2 --depth 1 --quiet --name mixed --db "$work/mix.db" \
	--concurrency 2 --bot a="referee-bot --search random --name $tag" --bot b="referee-bot --search first" \
	--bot c="$build/tests/rogues/crashes" --param heaps=9/9/9
say "a mix plays every way of every pair" same "$(sql "$work/mix.db" \
	"SELECT count(*), count(DISTINCT pairing) FROM games")" "84|84"
say "every game has four seats of two bots" same "$(sql "$work/mix.db" \
	"SELECT DISTINCT n, bots FROM (SELECT count(*) n, count(DISTINCT bot) bots FROM seats GROUP BY game)")" "4|2"
say "all ways of a pair and a round share seed and opening" same "$(sql "$work/mix.db" \
	"SELECT count(DISTINCT seed), count(*) FROM games")" "6|84"
say "only the bot that crashes has faults" same "$(sql "$work/mix.db" \
	"SELECT DISTINCT b.name, s.verdict FROM seats s JOIN bots b ON b.id = s.bot WHERE s.verdict <> 'ok'")" "c|crash"
say "the ranks of every game are those of its seats" same "$(sql "$work/mix.db" \
	"SELECT count(*) FROM (SELECT sum(points) p FROM seats GROUP BY game) WHERE abs(p - 2) > 1e-9")" 0
say "standings count a bot's seats" same "$(sql "$work/mix.db" \
	"SELECT sum(games) FROM standings")" $((84 * 4))
say "no bot is left" gone "$tag"
exit $bad
