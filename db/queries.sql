-- queries.sql - what the reading commands and pages ask, by name.
--
-- A query begins with its name. Then comes what it is asked for, arguments in capitals before a
-- colon, in the order in which they are bound; the first is mostly the tournament's id. Columns
-- come in the order that people see. A part is text that several queries have: it stands before
-- them, and they name it in braces. Each ends with a semicolon at the end of a line; queries.c
-- reads them.

-- part no-fault
(SELECT name FROM verdicts WHERE fault = 0);

-- part away
(SELECT name FROM verdicts WHERE away = 1);

-- part no-part
-- The program did not take part.
(SELECT name FROM verdicts WHERE took_part = 0);

-- query tournaments
-- every tournament, newest first
SELECT id, name, game, format, seats,
	(SELECT coalesce(sum(s.games), 0)
		FROM seat_totals s
		WHERE s.tournament = t.id AND s.seat = 1) AS games,
	strftime('%Y-%m-%d %H:%M:%S', created_ms / 1000, 'unixepoch') AS created,
	(SELECT note FROM notes WHERE tournament = t.id) AS note
FROM tournaments t
ORDER BY id DESC;

-- query tournament-names
-- every tournament, newest first, without counting
SELECT id, name, game, format, seats FROM tournaments ORDER BY id DESC;

-- query bots
-- TOURNAMENT: the name of each bot that has played, one of its numbers, and how many
SELECT min(b.id) AS bot, b.name, count(DISTINCT b.id) AS programs
FROM seat_totals t JOIN bots b ON b.id = t.bot
WHERE t.tournament = ?
GROUP BY b.name;

-- query tournament
-- TOURNAMENT: its row
SELECT id, name, game, format, seats, seed, definition, created_ms,
	(SELECT note FROM notes WHERE tournament = id) AS note,
	(SELECT description FROM rules_programs WHERE tournament = id) AS rules
FROM tournaments
WHERE id = ?;

-- query round-seats
-- TOURNAMENT: every seat of every game with its points, round by round
SELECT g.round, g.id AS game, b.name AS bot, s.points
FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot
WHERE g.tournament = ?
ORDER BY g.round, g.id, s.seat;

-- query tournament-facts
-- TOURNAMENT: the name of its game for people, its format, when it began, and how many bots it has
SELECT
	-- The name that a rules program gives its game, which its description begins with.
	coalesce((SELECT substr(description, 9, instr(description, char(10)) - 9)
		FROM rules_programs WHERE tournament = t.id AND description LIKE 'id name %'), game)
		AS game,
	format, created_ms,
	(SELECT count(DISTINCT b.name) FROM bots b
		WHERE EXISTS (SELECT 1 FROM participants e WHERE e.tournament = t.id AND e.bot = b.id)
		OR EXISTS (SELECT 1 FROM seat_totals s WHERE s.tournament = t.id AND s.bot = b.id))
		AS bots
FROM tournaments t
WHERE id = ?;

-- query workers-of
-- TOURNAMENT: its workers, of which one is enough
SELECT name FROM workers WHERE tournament = ? LIMIT 1;

-- query leaders
-- TOURNAMENT: the bots in the first place, and how many they are
SELECT bot, games, count(*) OVER () AS leaders
FROM standings
WHERE tournament = ? AND rank = 1
ORDER BY points DESC, wins DESC, bot;

-- query tournament-bots
-- TOURNAMENT: every bot that took part, as it was run
SELECT b.id, b.name, b.command, b.digest, o.settings, b.remote
FROM bots b LEFT JOIN bot_settings o ON o.bot = b.id
WHERE EXISTS (SELECT 1 FROM participants e WHERE e.tournament = ?1 AND e.bot = b.id)
	OR EXISTS (SELECT 1
		FROM seats s JOIN games g ON g.id = s.game
		WHERE s.bot = b.id AND g.tournament = ?1)
	OR EXISTS (SELECT 1
		FROM replaced_seats s JOIN replaced_games g ON g.id = s.game
		WHERE s.bot = b.id AND g.tournament = ?1)
ORDER BY b.id;

-- query replaced
-- TOURNAMENT: one line for each game that was played again
SELECT game, round, players, result, reason, started, replaced, replay, counts
FROM replaced_list
WHERE tournament = ?
ORDER BY game;

-- query replaced-game
-- GAME: the line of one that was played again
SELECT tournament, replaced, replay, counts FROM replaced_list WHERE game = ?;

-- query participants
-- TOURNAMENT: the bots that take part, and their first round
SELECT bot, round FROM participants WHERE tournament = ? ORDER BY round, bot;

-- query byes
-- TOURNAMENT: who sat out which round
SELECT round, bot, points, (SELECT name FROM bots b WHERE b.id = y.bot) AS name
FROM byes y
WHERE tournament = ?
ORDER BY round, bot;

-- part head-of-tournament
SELECT t.name, t.game, t.format, t.seats, t.seed, t.definition,
	coalesce((SELECT note FROM notes WHERE tournament = t.id), '') AS note, t.logs,
	EXISTS (SELECT 1 FROM bots b WHERE b.remote = 1 AND
		(EXISTS (SELECT 1 FROM participants e WHERE e.tournament = t.id AND e.bot = b.id)
		OR EXISTS (SELECT 1 FROM seat_totals s WHERE s.tournament = t.id AND s.bot = b.id)))
		AS remote;

-- query tournament-sums
-- TOURNAMENT: its row, and what its games come to
{head-of-tournament},
	count(g.id) AS games, total(g.plies) AS plies,
	strftime('%Y-%m-%d %H:%M', min(g.started_ms) / 1000, 'unixepoch') AS started,
	strftime('%Y-%m-%d %H:%M', max(g.ended_ms) / 1000, 'unixepoch') AS ended,
	group_concat(DISTINCT g.sandbox) AS sandbox
FROM tournaments t LEFT JOIN games g ON g.tournament = t.id
WHERE t.id = ?;

-- query tournament-glance
-- TOURNAMENT: the same as far as it is known without looking at every game: plies 0, sandbox of the
-- last
{head-of-tournament},
	(SELECT total(games) / t.seats FROM seat_totals WHERE tournament = t.id) AS games,
	0 AS plies,
	(SELECT strftime('%Y-%m-%d %H:%M', started_ms / 1000, 'unixepoch')
		FROM games WHERE +tournament = t.id ORDER BY id LIMIT 1) AS started,
	(SELECT strftime('%Y-%m-%d %H:%M', ended_ms / 1000, 'unixepoch')
		FROM games WHERE +tournament = t.id ORDER BY id DESC LIMIT 1) AS ended,
	(SELECT sandbox FROM games WHERE +tournament = t.id ORDER BY id DESC LIMIT 1) AS sandbox
FROM tournaments t
WHERE t.id = ?;

-- query definitions
-- every tournament with what it follows from, oldest first
SELECT id, name, game, seats, definition, seed,
	(SELECT count(*) FROM games g WHERE g.tournament = t.id) AS games,
	EXISTS (SELECT 1
		FROM failures e CROSS JOIN games g ON g.id = e.game
		WHERE g.tournament = t.id) AS failures
FROM tournaments t
ORDER BY id;

-- query integrity
-- what is broken in the file: ok, or a line for each
SELECT integrity_check FROM pragma_integrity_check;

-- query foreign-keys
-- rows that belong to rows which are not there
SELECT "table", rowid, parent FROM pragma_foreign_key_check;

-- query seat-totals
-- TOURNAMENT: the table, each row with its bot's name
SELECT t.bot, t.seat, (SELECT name FROM bots b WHERE b.id = t.bot) AS name, t.games, t.points,
	t.squares, t.wins, t.draws, t.losses, t.ranks, t.faults, t.last, t.played
FROM seat_totals t
WHERE t.tournament = ?
ORDER BY t.bot, t.seat;

-- query pair-totals
-- TOURNAMENT: the table, each row with its bots' names
SELECT p.bot, p.opponent,
	(SELECT name FROM bots b WHERE b.id = p.bot) || ' - '
		|| (SELECT name FROM bots b WHERE b.id = p.opponent) AS names,
	p.games, p.points, p.wins, p.draws, p.losses
FROM pair_totals p
WHERE p.tournament = ?
ORDER BY p.bot, p.opponent;

-- query standings
-- TOURNAMENT: one line for each bot, best first
SELECT rank, bot, games, played, points, percent, wins, draws, losses, faults, mean_rank
FROM standings
WHERE tournament = ?
ORDER BY rank, points DESC, wins DESC, bot;

-- part tied
FROM seats x WHERE x.game = s.game AND x.rank = s.rank AND x.seat <> s.seat;

-- part failed-together
-- Has the seat s points for the seats below it alone? See db_failed_together().
(s.verdict <> 'ok' AND EXISTS (SELECT 1 {tied}) AND abs(s.points
	* ((SELECT count(*) FROM seats x WHERE x.game = s.game) - 1)
	- (SELECT count(*) FROM seats x WHERE x.game = s.game AND x.rank > s.rank)) < 0.01);

-- part totals-of-seats
-- The rows of seat_totals, counted from the games g; before {each-seat} a condition may stand.
SELECT g.tournament AS tournament, s.bot AS bot, s.seat AS seat, count(*) AS games,
	sum(s.points) AS points, sum(s.points * s.points) AS squares, sum(s.points = 1) AS wins,
	sum(s.rank = 1 AND s.points > 0 AND s.points < 1) AS draws,
	sum(s.rank > 1 OR s.points = 0) AS losses,
	sum(s.rank + CASE WHEN {failed-together} THEN (SELECT count(*) {tied}) ELSE 0 END) AS ranks,
	sum(s.verdict NOT IN {no-fault}) AS faults, max(g.id) AS last,
	sum(s.verdict NOT IN {no-part}) AS played
FROM games g CROSS JOIN seats s ON s.game = g.id;

-- part each-seat
GROUP BY g.tournament, s.bot, s.seat;

-- query versions
-- TOURNAMENT: one line for each version of a bot, oldest first; games that were replaced are
-- included, byes are not
WITH programs AS (
	SELECT b.id, b.name, b.digest,
		row_number() OVER (PARTITION BY b.name ORDER BY b.id) AS version
	FROM bots b
	WHERE EXISTS (SELECT 1 FROM participants e WHERE e.tournament = ?1 AND e.bot = b.id)
		OR EXISTS (SELECT 1 FROM seat_totals s WHERE s.tournament = ?1 AND s.bot = b.id)
		OR EXISTS (SELECT 1 FROM replaced_seats s JOIN replaced_games g ON g.id = s.game
			WHERE s.bot = b.id AND g.tournament = ?1)
), past AS (
	WITH games AS (SELECT * FROM replaced_games), seats AS (SELECT * FROM replaced_seats)
	{totals-of-seats} WHERE g.tournament = ?1 {each-seat}
), sums AS (
	SELECT bot, games, 0 AS replaced, played, points, wins, draws, losses, faults
	FROM seat_totals WHERE tournament = ?1
	UNION ALL SELECT bot, games, games, played, points, wins, draws, losses, faults FROM past
)
SELECT p.name AS bot, p.version AS version, substr(p.digest, 1, 12) AS digest,
	CAST(total(s.games) AS INTEGER) AS games, CAST(total(s.replaced) AS INTEGER) AS replaced,
	CAST(total(s.played) AS INTEGER) AS played, round(total(s.points), 6) AS points,
	round(100.0 * sum(s.points) / sum(s.games), 1) AS percent,
	CAST(total(s.wins) AS INTEGER) AS wins, CAST(total(s.draws) AS INTEGER) AS draws,
	CAST(total(s.losses) AS INTEGER) AS losses, CAST(total(s.faults) AS INTEGER) AS faults
FROM programs p LEFT JOIN sums s ON s.bot = p.id
GROUP BY p.id
ORDER BY p.name, p.version;

-- query limits
-- TOURNAMENT: the bots that have limits of their own, as their last programs had
WITH programs AS (
	SELECT b.name AS bot, max(b.id),
		char(10) || o.settings || char(10) AS settings -- of the row that max() found
	FROM (SELECT bot FROM participants WHERE tournament = ?1
		UNION SELECT bot FROM seat_totals WHERE tournament = ?1) t
	JOIN bots b ON b.id = t.bot
	LEFT JOIN bot_settings o ON o.bot = b.id
	GROUP BY b.name
), keys(place, key) AS (
	VALUES (1, 'movetime'), (2, 'tc'), (3, 'depth'), (4, 'nodes'), (5, 'margin')
), texts AS (
	SELECT p.bot, k.key, substr(p.settings,
		instr(p.settings, char(10) || k.key || ' = ') + length(k.key) + 4) AS text
	FROM programs p
	JOIN keys k ON instr(p.settings, char(10) || k.key || ' = ') > 0
	ORDER BY p.bot, k.place
)
SELECT bot, group_concat(key || ' ' || substr(text, 1, instr(text, char(10)) - 1), ', ') AS limits
FROM texts
GROUP BY bot
ORDER BY bot;

-- query crosstable
-- TOURNAMENT: what each bot made of each other
SELECT bot, opponent, games, points, wins, draws, losses, mean
FROM crosstable
WHERE tournament = ?
ORDER BY bot, opponent;

-- query head-to-head
-- TOURNAMENT: what each bot made of each other alone, from both sides
SELECT bot, opponent, wins + draws + losses AS games, wins + 0.5 * draws AS points, wins, draws,
	losses
FROM crosstable
WHERE tournament = ?
ORDER BY bot, opponent;

-- query bot-head-to-head
-- TOURNAMENT BOT OPPONENT: the same of one bot, and one opponent (0: all)
SELECT b.name AS bot, c.name AS opponent, sum(p.wins + p.draws + p.losses) AS games,
	sum(p.wins) + 0.5 * sum(p.draws) AS points, sum(p.wins) AS wins, sum(p.draws) AS draws,
	sum(p.losses) AS losses
FROM bots n CROSS JOIN bots b CROSS JOIN pair_totals p CROSS JOIN bots c
WHERE n.id = ?2
	AND b.name = n.name
	AND p.tournament = ?1
	AND p.bot = b.id
	AND c.id = p.opponent
	AND c.name <> b.name
	AND (?3 = 0 OR c.name = (SELECT name FROM bots WHERE id = ?3))
GROUP BY c.name
ORDER BY c.name;

-- query seat-results
-- TOURNAMENT: what each bot made of each seat
SELECT seat, bot, games, points, mean, variance, wins, mean_rank
FROM seat_results
WHERE tournament = ?
ORDER BY seat, bot;

-- query seat-points
-- TOURNAMENT: every seat of every game in which no seats failed together; bots of one name have one
-- number
SELECT s.game, s.seat, (SELECT min(n.id) FROM bots n WHERE n.name = b.name) AS bot, s.rank, s.points
FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot
WHERE g.tournament = ? AND (SELECT sum(points) - 0.5 * count(*) FROM seats WHERE game = g.id) > -0.1
ORDER BY s.game, s.seat;

-- query entrants
-- TOURNAMENT: every bot that is in it; those of one name have one number
SELECT b.name AS bot, min(b.id) AS number
FROM bots b
WHERE EXISTS (SELECT 1 FROM seats s JOIN games g ON g.id = s.game
		WHERE s.bot = b.id AND g.tournament = ?1)
	OR EXISTS (SELECT 1 FROM participants e WHERE e.tournament = ?1 AND e.bot = b.id)
GROUP BY b.name
ORDER BY b.name;

-- query last-start
-- TOURNAMENT: when its last game began, in ms since 1970
SELECT started_ms FROM games WHERE +tournament = ? ORDER BY id DESC LIMIT 1;

-- query present
-- TOURNAMENT: the bots that sat in a game of it and were not absent
SELECT DISTINCT b.name AS bot
FROM participants e JOIN bots b ON b.id = e.bot
WHERE e.tournament = ?1
	AND EXISTS (SELECT 1
		FROM seats s JOIN games g ON g.id = s.game
		WHERE s.bot = b.id AND g.tournament = ?1 AND s.verdict NOT IN {away})
ORDER BY b.name;

-- query meetings
-- TOURNAMENT, BOT, OPPONENT: every two seats of a game that these names had
SELECT g.round, g.seed, g.opening, g.id AS game, s.seat, o.seat AS opponent_seat, s.rank,
	o.rank AS opponent_rank, s.bot, o.bot AS opponent, s.verdict, o.verdict AS opponent_verdict,
	g.moves_hash,
	s.rank = o.rank AND abs(s.points * (t.seats - 1) - (SELECT count(*) FROM seats w
		WHERE w.game = g.id AND w.rank > s.rank)) < 0.01 AS failed_together
FROM bots b
JOIN seats s ON s.bot = b.id
JOIN games g ON g.id = s.game
JOIN seats o ON o.game = g.id
JOIN bots c ON c.id = o.bot
JOIN tournaments t ON t.id = g.tournament
WHERE g.tournament = ?1
	AND b.name = (SELECT name FROM bots WHERE id = ?2)
	AND c.name = (SELECT name FROM bots WHERE id = ?3)
ORDER BY g.round, g.seed, g.opening, g.id, s.seat, o.seat;

-- query seat-ratings
-- TOURNAMENT: every seat in the order that it was rated; bots as above
SELECT s.game, s.seat, (SELECT min(n.id) FROM bots n WHERE n.name = b.name) AS bot, s.rank,
	r.before, r.after, s.points
FROM games g
JOIN seats s ON s.game = g.id
JOIN bots b ON b.id = s.bot
LEFT JOIN ratings r ON r.game = s.game AND r.seat = s.seat
WHERE g.tournament = ?
ORDER BY s.game, s.seat;

-- query games
-- TOURNAMENT: one line for each game
SELECT game, round, players, opening, plies, result, reason, started, seconds
FROM game_list
WHERE tournament = ?
ORDER BY game;

-- part lines-of-games
-- Lines of games, of the numbers that the subquery k behind it finds.
SELECT l.game, l.round, l.players, l.opening, l.plies, l.result, l.reason, l.started, l.seconds
FROM;

-- part in-their-order
k
JOIN game_list l ON l.game = k.game
ORDER BY k.game;

-- part bot-won
-- Did the seat s win (?5 is 1), draw (2), lose (3), or lose by a fault (4)? 0: any.
CASE ?5 WHEN 0 THEN 1 WHEN 1 THEN s.points = 1
	WHEN 2 THEN s.rank = 1 AND s.points > 0 AND s.points < 1
	WHEN 3 THEN s.rank > 1 OR s.points = 0
	ELSE s.verdict NOT IN {no-fault} END;

-- query some-games
-- TOURNAMENT ROUND COUNT RESULT: the newest games, of a round (0: any); RESULT 4: in which a bot
-- failed (0: all)
{lines-of-games} (
	SELECT g.id AS game
	FROM games g
	WHERE +g.tournament = ?1
		AND g.id <= (SELECT max(last) FROM seat_totals WHERE tournament = ?1)
		AND (?2 = 0 OR g.round = ?2)
		AND (?4 = 0 OR EXISTS (SELECT 1 FROM seats s
			WHERE s.game = g.id AND s.verdict NOT IN {no-fault}))
	ORDER BY g.id DESC
	LIMIT ?3
) {in-their-order};

-- part newest-of-a-bot
-- The games of the seats s that the query before says, newest first: ?1 the tournament, ?3 the
-- opponent, ?4 the round, ?5 how it ended for the bot, ?6 how many.
	AND g.tournament = ?1
	AND (?4 = 0 OR g.round = ?4)
	AND (?3 = 0 OR EXISTS (SELECT 1 FROM seats o JOIN bots c ON c.id = o.bot
		WHERE o.game = s.game AND o.seat <> s.seat
		AND c.name = (SELECT name FROM bots WHERE id = ?3)))
	AND (?5 = 0 OR EXISTS (SELECT 1 FROM seats e WHERE e.game = s.game AND e.seat = s.seat
		AND CASE ?5 WHEN 1 THEN e.points = 1
			WHEN 2 THEN e.rank = 1 AND e.points > 0 AND e.points < 1
			WHEN 3 THEN e.rank > 1 OR e.points = 0
			ELSE e.verdict NOT IN {no-fault} END))
ORDER BY s.game DESC
LIMIT ?6;

-- query bot-games
-- TOURNAMENT BOT OPPONENT ROUND RESULT COUNT: the newest games of a bot that was always the same
-- program; of OPPONENT, ROUND and RESULT 0 is any, else 1 is won, 2 drawn, 3 lost, 4 lost by a
-- fault
{lines-of-games} (
	SELECT DISTINCT s.game AS game
	FROM seats s CROSS JOIN games g ON g.id = s.game
	WHERE s.bot = ?2
		AND s.game <= (SELECT max(last) FROM seat_totals WHERE tournament = ?1 AND bot = ?2)
	{newest-of-a-bot}
) {in-their-order};

-- query name-games
-- the same of all bots of BOT's name
{lines-of-games} (
	SELECT DISTINCT s.game AS game
	FROM bots n CROSS JOIN bots b CROSS JOIN seats s CROSS JOIN games g ON g.id = s.game
	WHERE n.id = ?2 AND b.name = n.name AND s.bot = b.id
	{newest-of-a-bot}
) {in-their-order};

-- part page
-- The games g of a page: ?4 the round, ?6 and ?8 before and after which, ?9 also those not played.
	AND (?6 = 0 OR g.id < ?6)
	AND g.id > ?8
	AND (?4 = 0 OR g.round = ?4)
	AND (?9 <> 0 OR NOT EXISTS (SELECT 1 FROM seats x
		WHERE x.game = g.id AND x.verdict IN {away}));

-- part page-of-games
SELECT g.id AS game
FROM games g
WHERE +g.tournament = ?1
	{page}
	AND ((?2 = 0 AND ?3 = 0 AND ?5 = 0) OR EXISTS (SELECT 1
		FROM seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = g.id
		AND (?2 = 0 OR b.name = (SELECT name FROM bots WHERE id = ?2))
		AND {bot-won}
		AND (?3 = 0 OR EXISTS (SELECT 1 FROM seats o JOIN bots c ON c.id = o.bot
			WHERE o.game = g.id AND o.seat <> s.seat
			AND c.name = (SELECT name FROM bots WHERE id = ?3)))))
ORDER BY g.id;

-- query games-page
-- TOURNAMENT BOT OPPONENT ROUND RESULT BEFORE COUNT AFTER ALL: the numbers of the newest games of
-- BOT's name (0: any), as bot-games has the rest, of those before BEFORE (0: all) and after AFTER;
-- ALL 0: without those that a seat's bot did not play, since it was absent or benched
{page-of-games} DESC LIMIT ?7;

-- query games-page-after
-- the same, oldest first
{page-of-games} LIMIT ?7;

-- part page-of-a-bot
SELECT DISTINCT s.game AS game
FROM seats s CROSS JOIN games g ON g.id = s.game
WHERE s.bot IN (SELECT id FROM bots WHERE name = (SELECT name FROM bots WHERE id = ?2))
	AND g.tournament = ?1
	{page}
	AND {bot-won}
	AND (?3 = 0 OR EXISTS (SELECT 1 FROM seats o JOIN bots c ON c.id = o.bot
		WHERE o.game = s.game AND o.seat <> s.seat
		AND c.name = (SELECT name FROM bots WHERE id = ?3)))
ORDER BY s.game;

-- query bot-games-page
-- the same for a BOT that is not 0, along its own games
{page-of-a-bot} DESC LIMIT ?7;

-- query bot-games-page-after
-- the same, oldest first
{page-of-a-bot} LIMIT ?7;

-- query moved-games
-- TOURNAMENT BOT COUNT: games in which BOT's name moved, those of its newest program first, the
-- worst results first, then the newest
SELECT s.game, s.seat
FROM bots n CROSS JOIN bots b CROSS JOIN seats s CROSS JOIN games g ON g.id = s.game
WHERE n.id = ?2
	AND b.name = n.name
	AND s.bot = b.id
	AND g.tournament = ?1
	AND EXISTS (SELECT 1 FROM moves m WHERE m.game = s.game AND m.seat = s.seat)
ORDER BY b.id DESC, s.points, s.game DESC
LIMIT ?3;

-- query workers
-- TOURNAMENT: one line for each machine, this one first
SELECT r.worker, r.games, r.seconds, r.late, r.faults, r.lost, r.checks, r.different, w.slots,
	w.cores, w.speed, w.arch, w.cpu, w.sandbox, w.version, w.first_ms, w.last_ms, r.distrusted
FROM worker_results r
LEFT JOIN workers w
	ON w.id = (SELECT id
		FROM workers n
		WHERE n.tournament = r.tournament AND n.name = r.worker
		ORDER BY n.last_ms DESC, n.id DESC
		LIMIT 1)
WHERE r.tournament = ?
ORDER BY r.worker <> 'here', r.worker;

-- query worker-rows
-- TOURNAMENT: every worker as it described itself
SELECT id, name, cpu, arch, cores, slots, speed, sandbox, version, first_ms, last_ms, lost
FROM workers
WHERE tournament = ?
ORDER BY id;

-- query worker-names
-- the names of all workers
SELECT DISTINCT name FROM workers ORDER BY name;

-- query worker-pairs
-- TOURNAMENT: every game of two bots with its machine and both ranks
SELECT coalesce(w.name, 'here') AS worker, g.round, g.seed, g.opening, b.name AS bot,
	c.name AS opponent, s.rank, o.rank AS opponent_rank
FROM games g
JOIN seats s ON s.game = g.id AND s.seat = 1
JOIN seats o ON o.game = g.id AND o.seat = 2
JOIN bots b ON b.id = s.bot
JOIN bots c ON c.id = o.bot
LEFT JOIN workers w ON w.id = g.worker
WHERE g.tournament = ? AND b.name <> c.name
ORDER BY g.id;

-- query spot-checks
-- TOURNAMENT: every game that was checked on a second machine
SELECT c.game, c.worker, c.same, c.checked_ms
FROM spot_checks c JOIN games g ON g.id = c.game
WHERE g.tournament = ?
ORDER BY c.game;

-- query game-sizes
-- TOURNAMENT: its games and their plies, newest first
SELECT id, plies FROM games WHERE tournament = ? ORDER BY id DESC;

-- query last-game
-- TOURNAMENT: when its last game ended
SELECT ended_ms FROM games WHERE tournament = ? ORDER BY id DESC LIMIT 1;

-- query archivable
-- GAME, MS: the games before both that have their moves
SELECT id
FROM games
WHERE id < ? AND ended_ms < ? AND NOT EXISTS (SELECT 1 FROM removed_moves r WHERE r.game = games.id)
ORDER BY id
LIMIT 256;

-- query game
-- GAME: its line, and what it was played with
SELECT l.*, g.pairing, g.seed, g.final, g.sandbox,
	(SELECT name FROM workers w WHERE w.id = g.worker) AS worker,
	(SELECT w.arch || ', ' || iif(w.cpu = '', 'processor unknown', w.cpu)
		FROM workers w
		WHERE w.id = g.worker) AS machine,
	t.name AS tournament_name, t.game AS rules, t.seats, t.definition,
	t.seed AS tournament_seed,
	(SELECT reason FROM removed_moves r WHERE r.game = g.id) AS removed
FROM game_list l JOIN games g ON g.id = l.game JOIN tournaments t ON t.id = g.tournament
WHERE l.game = ?;

-- query game-seats
-- GAME: who sat where and how it ended for them
SELECT s.seat, b.name AS bot, s.rank, s.points, s.verdict, round(r.before, 1) AS elo_before,
	round(r.after, 1) AS elo_after, b.command, s.detail, s.stderr, o.settings
FROM seats s
JOIN bots b ON b.id = s.bot
LEFT JOIN bot_settings o ON o.bot = s.bot
LEFT JOIN ratings r ON r.game = s.game AND r.seat = s.seat
WHERE s.game = ?
ORDER BY s.seat;

-- query game-failures
-- GAME: who lost by a fault of its own, and all that is known of it
SELECT s.seat, b.name AS bot, s.verdict, s.detail, e.phase, e.asked, e.said, e.limit_us, e.wall_us,
	e.cpu_us, e.wait_us, e.exit_status, e.signal, s.stderr, b.command, o.settings, b.remote
FROM seats s
JOIN bots b ON b.id = s.bot
LEFT JOIN failures e ON e.game = s.game AND e.seat = s.seat
LEFT JOIN bot_settings o ON o.bot = s.bot
WHERE s.game = ? AND s.verdict NOT IN {no-fault}
ORDER BY s.seat;

-- query game-moves
-- GAME: every move
SELECT ply, seat, move, wall_us, cpu_us, wait_us, depth, score, nodes
FROM moves
WHERE game = ?
ORDER BY ply;

-- query game-positions
-- GAME: what a rules program answered about its positions
SELECT number, question, answer FROM positions WHERE game = ? ORDER BY number;

-- query game-info
-- GAME: what else bots said of their moves
SELECT ply, seldepth, nps, pv, text FROM move_info WHERE game = ? ORDER BY ply;

-- query game-analysis
-- GAME: what the solver says of each move, and with how much work
SELECT a.ply, a.before, a.after, d.nodes, d.known
FROM analysed d LEFT JOIN analysis a ON a.game = d.game
WHERE d.game = ?
ORDER BY a.ply;

-- query game-neighbours
-- TOURNAMENT GAME: the numbers of the games before and after it
SELECT (SELECT id FROM games WHERE +tournament = ?1 AND id < ?2 ORDER BY id DESC LIMIT 1) AS before,
	(SELECT id FROM games WHERE +tournament = ?1 AND id > ?2 ORDER BY id LIMIT 1) AS after;

-- query moves-hashes
-- TOURNAMENT: every seat of every game whose line is known
SELECT g.id AS game, g.moves_hash, b.name AS bot
FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot
WHERE g.tournament = ? AND g.moves_hash IS NOT NULL
ORDER BY g.id, s.seat;

-- query faults
-- TOURNAMENT: every seat that lost by a fault of its own
SELECT game, bot, seat, verdict, detail FROM faults WHERE tournament = ? ORDER BY game, seat;

-- query move-times
-- TOURNAMENT: how long each bot took for its moves
SELECT bot, moves, mean_ms, max_ms, cpu_ms, waiting_percent
FROM move_times
WHERE tournament = ?
ORDER BY bot;

-- query bot-move-times
-- TOURNAMENT BOT: the same of BOT's name alone
SELECT b.name AS bot, count(*) AS moves, round(avg(m.wall_us) / 1000, 3) AS mean_ms,
	max(m.wall_us) / 1000.0 AS max_ms, round(avg(m.cpu_us) / 1000, 3) AS cpu_ms,
	round(100.0 * total(m.wait_us) / total(m.wall_us) FILTER (WHERE m.wait_us IS NOT NULL), 1)
		AS waiting_percent
FROM bots b
CROSS JOIN seats s ON s.bot = b.id
CROSS JOIN games g ON g.id = s.game AND g.tournament = ?1
CROSS JOIN moves m ON m.game = s.game AND m.seat = s.seat
WHERE b.name = (SELECT name FROM bots WHERE id = ?2)
GROUP BY b.name;

-- query bot-nodes
-- TOURNAMENT BOT: nodes that BOT's name told of its moves, and their time; then of moves with a
-- known wait for a processor: the number, the time, the wait
SELECT CAST(total(m.nodes) AS INTEGER) AS nodes,
	CAST(total(m.wall_us - coalesce(m.wait_us, 0)) FILTER (WHERE m.nodes IS NOT NULL) AS INTEGER)
		AS thought_us,
	count(m.wait_us) AS moves,
	CAST(total(m.wall_us) FILTER (WHERE m.wait_us IS NOT NULL) AS INTEGER) AS made_us,
	CAST(total(m.wait_us) AS INTEGER) AS wait_us
FROM bots b
CROSS JOIN seats s ON s.bot = b.id
CROSS JOIN games g ON g.id = s.game AND g.tournament = ?1
CROSS JOIN moves m ON m.game = s.game AND m.seat = s.seat
WHERE b.name = (SELECT name FROM bots WHERE id = ?2);

-- query to-analyse
-- TOURNAMENT, NODES: games not analysed with this many nodes, and their bots
SELECT g.id,
	(SELECT group_concat(b.name, ' ')
		FROM seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = g.id) AS bots
FROM games g
WHERE g.tournament = ?
	AND NOT EXISTS (SELECT 1 FROM analysed a WHERE a.game = g.id AND a.nodes >= ?)
ORDER BY g.id;

-- query accuracy
-- TOURNAMENT: how well each bot moved, of what is known
SELECT bot, moves, value_kept, percent, exact, win_to_draw, win_to_loss, draw_to_loss, unknown
FROM accuracy
WHERE tournament = ?
ORDER BY percent DESC, exact * 1.0 / moves DESC, bot;

-- query game-blunders
-- GAME: the moves that threw something away
SELECT ply, seat, bot, move, before, after, lost_value FROM blunders WHERE game = ? ORDER BY ply;
