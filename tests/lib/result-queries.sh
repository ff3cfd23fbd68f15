# Queries of the results of any tournament in which a bot has one seat of a game at most, by
# queries that use none of the views. $tag marks the bots' processes.

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

# Games where a bot left, at least two stayed, and no move was made after.
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

# The points of each in the games with each other, without the views; a bot has one seat of a game here.
recross="SELECT a.bot, b.bot, count(*), round(sum(a.points), 6), round(avg(a.points), 4),
	sum(a.rank < b.rank)
	FROM (SELECT game, name AS bot, points, rank FROM seats JOIN bots ON id = bot) a
	JOIN (SELECT game, name AS bot, rank FROM seats JOIN bots ON id = bot) b
	ON a.game = b.game AND a.bot <> b.bot GROUP BY a.bot, b.bot ORDER BY a.bot, b.bot"
crosstable="SELECT bot, opponent, games, round(points, 6), mean, wins FROM crosstable
	ORDER BY bot, opponent"

# The checks of every tournament: judged TITLE FILE.
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
	say "$1: nothing of it is left" gone "$tag"
}
