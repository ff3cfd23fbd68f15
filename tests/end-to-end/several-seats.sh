#!/bin/sh
# Tournaments with three and four at the board, some of whom fail in the middle of their games:
# verdicts are each seat's own, the others play on, and every sum is what the seats say.
# checks: 37
set -u
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/result-queries.sh

tag=seats-$$
rogues=$build/tests/rogues

bots() { # NAME...: their lines of a tournament's file
	for bot; do
		own=
		case $bot in
		steady) command="$build/referee-bot --search first --name $tag" ;;
		wild) command="$build/referee-bot --search random --name $tag" ;;
		crashes) command="$rogues/crashes 11 2 $tag" ;;
		illegal) command="$rogues/says 'bestmove z9\\\\n' 1 $tag" ;;
		silent) command="$rogues/silent 3 $tag" own="movetime = 1s margin = 0" ;;
		*) command="$rogues/$bot $tag" ;;
		esac
		printf 'bot %s { command = "%s" %s }\n' "$bot" "$command" "$own"
	done
}

nim() { # SEATS GAMES VERDICTS BOT...
	seats=$1 games=$2 verdicts=$3
	shift 3
	db=$work/nim-$seats.db
	mkdir "$work/wire"
	{
		cat <<CUP
name        = "nim $seats"
game        = nim
players     = $seats
param       = { "heaps=60", "take=3" }
nodes       = 1000
startup-timeout     = 5m
newgame-timeout     = 5m
concurrency = 8
db          = "$db"
CUP
		bots "$@"
	} >"$work/nim.conf"
	referee run "$work/nim.conf" --log-wire "$work/wire" --quiet >"$work/out" 2>"$work/err"
	status=$?
	say "$seats seats: a tournament with faults ends well" same $status 0
	say "$seats seats: every game was played" same "$(sql "$db" 'SELECT count(*) FROM games')" "$games"
	judged "$seats seats" "$db"
	say "$seats seats: every seat has the verdict of its bot" same "$(sql "$db" \
		"SELECT DISTINCT b.name, s.verdict FROM seats s JOIN bots b ON b.id = s.bot
		WHERE verdict <> 'ok' ORDER BY b.name")" \
		"$verdicts"
	say "$seats seats: where two stay they play on" same "$(sql "$db" "$halted")" 0
	say "$seats seats: a game that all but one left ends by the last verdict" same "$(sql "$db" \
		"SELECT count(*) FROM games g WHERE (reason = 'normal') <> ((SELECT count(*)
		FROM seats s WHERE s.game = g.id AND s.verdict = 'ok') > 1)")" 0
	say "$seats seats: who leaves is asked nothing more" same "$(for file in "$work"/wire/*; do
		sed -n '/^< bestmove \(z9\|resign\)/,$p' "$file"; done | grep -c '^> \(position\|go\)')" 0
	say "$seats seats: who made an illegal move has to quit while the others play on" same \
		"$(for file in "$work"/wire/*; do sed -n '/^< bestmove z9/,$p' "$file"; done |
			grep -c '^> quit')" \
		"$(sql "$db" "SELECT count(*) FROM seats JOIN games ON id = game
			WHERE verdict = 'illegal' AND reason <> 'illegal'")"
	rm -r "$work/wire"
}

nim 3 60 "crashes|crash
illegal|illegal
silent|time" steady wild crashes illegal silent # 3 of 5 in every order
game=$(sql "$db" "SELECT game FROM seats JOIN bots ON id = bot WHERE name IN ('steady', 'illegal', 'wild')
	GROUP BY game HAVING count(*) = 3 LIMIT 1")
shown=$(referee show --db "$db" "$game")
say "a game with three is shown with the fault of its seat" has "$shown" "illegal: illegal, \"z9\""
say "and with its ranks" has "$shown" "Result: $(sql "$db" \
	"SELECT group_concat(rank, ' ') FROM (SELECT rank FROM seats WHERE game = $game ORDER BY seat)")"
say "the seats are reported" same "$(referee seat-stats --db "$db" --csv | cut -d, -f1-3 | tail -n +2)" \
	"$(sql "$db" "SELECT seat || ',60,' || rtrim(rtrim(printf('%.6f', sum(points)), '0'), '.')
		FROM seats GROUP BY seat")"
say "and those of a bot" same "$(referee seat-stats --db "$db" --bot wild --csv | cut -d, -f1-3)" \
	"$(echo seat,games,points; sql "$db" "SELECT seat || ',' || count(*) || ',' || sum(points)
		FROM seats JOIN bots ON id = bot WHERE name = 'wild' GROUP BY seat")"
sqlite3 "$db" "WITH better AS (SELECT a.game AS game, a.seat AS seat, count(b.game) AS count FROM seats a
		LEFT JOIN seats b ON b.game = a.game AND b.bot < a.bot GROUP BY a.game, a.seat)
	UPDATE seats SET (rank, points) = (SELECT count + 1, 1 - count / 2.0 FROM better
		WHERE better.game = seats.game AND better.seat = seats.seat)"
say "where bots decide all, seats are worth nothing, without a sign" same "$(referee seat-stats --db "$db" |
	awk 'NR > 1 { print $8, $10 }' | sort -u)" "0.0000 0.0"
nim 4 360 "crashes|crash
illegal|illegal
nobody|startup
resigns|resign" steady wild crashes illegal nobody resigns # 4 of 6
exit $bad
