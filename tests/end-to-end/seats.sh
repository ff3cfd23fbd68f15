#!/bin/sh
# Tournaments with three and four at the board, some of whom fail in the middle of their games:
# verdicts are each seat's own, the others play on, and every sum is what the seats say.
set -u
. "$(dirname "$0")/tournament.inc"

tag=seats-$$
rogues=$build/tests/rogues

# Seats whose ranks are not those of a competition: 1 more than the seats that are better.
ranks="SELECT count(*) FROM seats a WHERE rank <> 1 + (SELECT count(*) FROM seats b
	WHERE b.game = a.game AND b.rank < a.rank)"

# Seats whose points are not (beaten + half of tied) / (seats - 1).
points="SELECT count(*) FROM seats a WHERE abs(points - (SELECT
	sum((b.rank > a.rank) + 0.5 * (b.rank = a.rank)) / count(*)
	FROM seats b WHERE b.game = a.game AND b.seat <> a.seat)) > 1e-9"

# Pairs of a seat that stayed and one that left, the latter not ranked below.
stayed="SELECT count(*) FROM seats a JOIN seats b ON a.game = b.game
	WHERE a.verdict = 'ok' AND b.verdict <> 'ok' AND a.rank >= b.rank"

# Pairs of seats that left, of which the first did not rank below the other. All move in turns, so
# the one with fewer moves left before, of equals the one that moves first.
left="WITH gone AS (SELECT *, (SELECT count(*) FROM moves m
		WHERE m.game = s.game AND m.seat = s.seat) AS moved
		FROM seats s WHERE verdict NOT IN ('ok', 'startup'))
	SELECT count(*) FROM gone a JOIN gone b ON a.game = b.game
	WHERE (a.moved, a.seat) < (b.moved, b.seat) AND a.rank <= b.rank"

# Games where somebody left, at least two stayed, and no move was made after.
halted="SELECT count(*) FROM games g
	WHERE (SELECT count(*) FROM seats s WHERE s.game = g.id AND s.verdict = 'ok') > 1
	AND EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND s.verdict NOT IN ('ok', 'startup')
		AND (SELECT coalesce(max(m.ply), 0) FROM moves m
			WHERE m.game = g.id AND m.seat = s.seat) + 2 >= g.plies)"

# Standings as the seats say, without the views.
recount="SELECT b.name, count(*), round(sum(s.points), 6), sum(s.points = 1),
	sum(s.verdict NOT IN ('ok', 'resign')), round(avg(s.rank), 3)
	FROM seats s JOIN bots b ON b.id = s.bot GROUP BY b.name ORDER BY b.name"
standings="SELECT bot, games, round(points, 6), wins, faults, mean_rank FROM standings ORDER BY bot"

# What each made of the games with each other, without the views; a bot has one seat of a game here.
recross="SELECT a.bot, b.bot, count(*), round(sum(a.points), 6), round(avg(a.points), 4),
	sum(a.rank < b.rank)
	FROM (SELECT game, name AS bot, points, rank FROM seats JOIN bots ON id = bot) a
	JOIN (SELECT game, name AS bot, rank FROM seats JOIN bots ON id = bot) b
	ON a.game = b.game AND a.bot <> b.bot GROUP BY a.bot, b.bot ORDER BY a.bot, b.bot"
crosstable="SELECT bot, opponent, games, round(points, 6), mean, wins FROM crosstable
	ORDER BY bot, opponent"

# What holds of every tournament: judged TITLE FILE.
judged() {
	say "$1: ranks are those of a competition" same "$(sql "$2" "$ranks")" 0
	say "$1: points are what the ranks say" same "$(sql "$2" "$points")" 0
	say "$1: who leaves ranks below all who stay" same "$(sql "$2" "$stayed")" 0
	say "$1: the first to leave is the last" same "$(sql "$2" "$left")" 0
	say "$1: the standings are what the seats say" same "$(sql "$2" "$standings")" \
		"$(sql "$2" "$recount")"
	say "$1: the crosstable is what the seats say" same "$(sql "$2" "$crosstable")" \
		"$(sql "$2" "$recross")"
	say "$1: what ratings win others lose" same \
		"$(sql "$2" 'SELECT count(*) FROM (SELECT sum(after - before) AS change
			FROM ratings GROUP BY game) WHERE abs(change) > 1e-6')" 0
	say "$1: the faults are the seats with a fault" same \
		"$(sql "$2" 'SELECT game, seat, verdict FROM faults ORDER BY game, seat')" \
		"$(sql "$2" "SELECT game, seat, verdict FROM seats
			WHERE verdict NOT IN ('ok', 'resign') ORDER BY game, seat")"
	say "$1: nothing of it is left" [ -z "$(pgrep -f "$tag")" ]
}

bots() { # NAME...: their lines of a tournament's file
	for bot; do
		case $bot in
		steady) command="$build/referee-bot --search first --name $tag" ;;
		wild) command="$build/referee-bot --search random --name $tag" ;;
		crashes) command="$rogues/crashes 11 2 $tag" ;;
		illegal) command="$rogues/says 'bestmove z9\\\\n' 1 $tag" ;;
		silent) command="$rogues/silent 3 $tag" ;;
		*) command="$rogues/$bot $tag" ;;
		esac
		printf 'bot %s { command = "%s" }\n' "$bot" "$command"
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
per-move    = 100ms
margin      = 200ms
startup     = 5s
concurrency = 2
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
say "the seats are reported" same "$(referee seats --db "$db" --csv | cut -d, -f1-3 | tail -n +2)" \
	"$(sql "$db" "SELECT seat || ',60,' || rtrim(rtrim(printf('%.6f', sum(points)), '0'), '.')
		FROM seats GROUP BY seat")"
say "and those of a bot" same "$(referee seats --db "$db" --bot wild --csv | cut -d, -f1-3)" \
	"$(echo seat,games,points; sql "$db" "SELECT seat || ',' || count(*) || ',' || sum(points)
		FROM seats JOIN bots ON id = bot WHERE name = 'wild' GROUP BY seat")"
nim 4 360 "crashes|crash
illegal|illegal
nobody|startup
resigns|resign" steady wild crashes illegal nobody resigns # 4 of 6
exit $bad
