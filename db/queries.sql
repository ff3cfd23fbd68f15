-- queries.sql - what the database is asked, and what is written to it, by name.
--
-- A query begins with its name. Then comes what it is asked for, arguments in capitals before a
-- colon, in the order in which they are bound; the first is mostly the tournament's id. Columns
-- come in the order that people see. A statement changes the database, or how it is read, and only
-- the files of db/ know it; it may be several. A part is text that several of them have: it stands
-- before them, and they name it in braces. Each ends with a semicolon before an empty line;
-- queries.c reads them.

-- part no-fault
(SELECT name FROM verdicts WHERE fault = 0);

-- part away
(SELECT name FROM verdicts WHERE away = 1);

-- part no-part
-- The program did not take part.
(SELECT name FROM verdicts WHERE took_part = 0);

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

-- part totals-of-pairs
-- The rows of pair_totals, likewise, before {each-pair}. o is a seat of the opponent, and counts as
-- a game when it is its first there.
SELECT g.tournament AS tournament, s.bot AS bot, o.bot AS opponent,
	sum(f.seat = o.seat) AS games, sum((f.seat = o.seat) * s.points) AS points,
	sum(s.rank < o.rank) AS wins,
	sum(s.rank = o.rank AND NOT {failed-together}) AS draws,
	sum(s.rank > o.rank OR (s.rank = o.rank AND {failed-together})) AS losses
FROM games g CROSS JOIN seats o ON o.game = g.id
CROSS JOIN seats f ON f.game = g.id
	AND f.seat = (SELECT min(e.seat) FROM seats e WHERE e.game = g.id AND e.bot = o.bot)
CROSS JOIN seats s ON s.game = g.id AND s.bot <> o.bot;

-- part each-pair
GROUP BY g.tournament, s.bot, o.bot;

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
-- TOURNAMENT: one of its workers, if any
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

-- query tournament-of-name
-- NAME: the newest of this name; of those whose names differ in form or in capitals, the one that
-- is written like this first; NULL: the newest of all
SELECT id, name, game, format, definition, seats, seed, created_ms
FROM tournaments
WHERE ?1 IS NULL OR name = ?1 OR name_fold(name) = name_fold(?1)
ORDER BY name = ?1 DESC, id DESC
LIMIT 1;

-- query tournament-same
-- NAME GAME FORMAT SEATS SEED DEFINITION CREATED: the tournament of this very row
SELECT id
FROM tournaments
WHERE name = ? AND game = ? AND format = ? AND seats = ? AND seed = ? AND definition = ?
	AND created_ms = ?;

-- query rules-program
-- TOURNAMENT: the description of its rules program
SELECT description FROM rules_programs WHERE tournament = ?;

-- query bot-program
-- NAME COMMAND DIGEST: its row
SELECT id, remote FROM bots WHERE name = ? AND command = ? AND digest = ?;

-- query bot-numbers
-- every row of a bot, in the order of the names
SELECT id, name, max(id) OVER () AS highest, min(id) OVER () AS lowest FROM bots ORDER BY name;

-- query bot-ratings
-- TOURNAMENT: each bot, with the rating after its last game and its games
SELECT b.name AS bot, r.after AS elo, sum(t.games) AS games,
	max(t.last) AS last -- of whose row r.after is
FROM seat_totals t
JOIN bots b ON b.id = t.bot
JOIN ratings r ON r.game = t.last AND r.seat = t.seat
WHERE t.tournament = ?
GROUP BY b.name;

-- query programs
-- TOURNAMENT: every program that played in games that count, and how many they are
SELECT b.name AS bot, b.digest, sum(t.games) AS games
FROM seat_totals t JOIN bots b ON b.id = t.bot
WHERE t.tournament = ?
GROUP BY b.name, b.digest;

-- query programs-started
-- TOURNAMENT: the same, of games in which the program took part: it was there, and could be started
SELECT b.name AS bot, b.digest, count(*) AS games
FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot
WHERE g.tournament = ? AND s.verdict NOT IN {no-part}
GROUP BY b.name, b.digest;

-- query first-rounds
-- TOURNAMENT: each bot name that takes part, with the first round that it does from
SELECT b.name AS bot, min(e.round) AS round
FROM participants e JOIN bots b ON b.id = e.bot
WHERE e.tournament = ?
GROUP BY b.name;

-- query admin-actions
-- TOURNAMENT: all that was asked by hand and holds
SELECT action, bot FROM admin_actions WHERE tournament = ? ORDER BY action, bot;

-- query retirements
-- TOURNAMENT: from which round on a bot is not paired, and from which it is again
SELECT bot, round, back FROM retirements WHERE tournament = ? ORDER BY bot, round;

-- query distrusted
-- TOURNAMENT: the workers whose games do not count
SELECT name AS worker, max(distrusted) AS why
FROM workers
WHERE tournament = ? AND distrusted IS NOT NULL
GROUP BY name;

-- query last-round
-- TOURNAMENT: the highest round that a game was kept of; 0: none was
SELECT coalesce(max(round), 0) AS round FROM games WHERE tournament = ?;

-- query pairings
-- TOURNAMENT: the pairing of each game
SELECT pairing FROM games WHERE tournament = ?;

-- query game-of-pairing
-- TOURNAMENT PAIRING: its game
SELECT id FROM games WHERE tournament = ? AND pairing = ?;

-- query outcomes
-- TOURNAMENT: every seat of the games that count, in the order in which these were finished
SELECT g.pairing, g.id AS game, s.seat, s.points, s.verdict, g.moves_hash, 0 AS paired
FROM games g JOIN seats s ON s.game = g.id
WHERE g.tournament = ?
ORDER BY g.id, s.seat;

-- query replaced-outcomes
-- TOURNAMENT: the same of the games that were replaced, in the order in which they were
SELECT r.pairing, r.id AS game, s.seat, s.points, s.verdict, r.moves_hash, r.paired
FROM replaced_games r JOIN replaced_seats s ON s.game = r.id
WHERE r.tournament = ?
ORDER BY r.replaced_ms, r.id, s.seat;

-- query verdicts
-- TOURNAMENT: every seat, in the order of the games, and how the game ended
SELECT g.id AS game, b.name AS bot, s.verdict, g.reason
FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot
WHERE g.tournament = ?
ORDER BY g.id, s.seat;

-- query game-ids
-- TOURNAMENT: the number of each game
SELECT id FROM games WHERE tournament = ?;

-- query game-ids-since
-- TOURNAMENT MS: the same (0: of all) of games that were begun then or later
SELECT id FROM games WHERE (tournament = ?1 OR ?1 = 0) AND started_ms >= ?2;

-- query whole-games
-- TOURNAMENT GAME: the rows of its games, or of the one; 0: all
SELECT id, tournament, pairing, round, seed, opening, final, reason, sandbox, plies, started_ms,
	ended_ms, moves_hash, worker, (SELECT name FROM workers w WHERE w.id = worker) AS worker_name,
	(SELECT reason FROM removed_moves r WHERE r.game = games.id) AS removed
FROM games -- in the order that they lie in: the + keeps the index of pairings out of it
WHERE id BETWEEN
	CASE WHEN ?2 > 0 THEN ?2 WHEN ?1 > 0 THEN (SELECT min(id) FROM games WHERE tournament = ?1)
		ELSE 0 END
	AND CASE WHEN ?2 > 0 THEN ?2 WHEN ?1 > 0 THEN (SELECT max(id) FROM games WHERE tournament = ?1)
		ELSE 9223372036854775807 END
	AND (?1 = 0 OR +tournament = ?1)
ORDER BY id;

-- query whole-seats
-- GAME BARE: its seats; BARE 1: without what they wrote to stderr
SELECT s.seat, s.bot, b.name, s.rank, s.points, s.verdict, s.detail, r.before, r.after,
	CASE WHEN ?2 THEN NULL ELSE s.stderr END AS stderr, b.remote
FROM seats s
LEFT JOIN bots b ON b.id = s.bot
LEFT JOIN ratings r ON r.game = s.game AND r.seat = s.seat
WHERE s.game = ?1
ORDER BY s.seat;

-- query whole-failures
-- GAME: how its seats failed
SELECT seat, phase, asked, said, limit_us, wall_us, cpu_us, wait_us, exit_status, signal
FROM failures
WHERE game = ?;

-- query replacement
-- GAME: how it came to count no more
SELECT replaced_ms, bot, paired FROM replaced_games WHERE id = ?;

-- query replaced-same
-- TOURNAMENT PAIRING STARTED ENDED: the replaced game of this pairing and these times
SELECT id
FROM replaced_games
WHERE tournament = ? AND pairing = ? AND started_ms = ? AND ended_ms = ?;

-- query replay-left
-- TOURNAMENT BOT: how many replaced games of the bot of this name have not been played again
SELECT count(DISTINCT pairing) AS games
FROM replaced_games r
WHERE tournament = ?1 AND bot = ?2
	AND NOT EXISTS (SELECT 1 FROM games g WHERE g.tournament = ?1 AND g.pairing = r.pairing);

-- query oldest-with-moves
-- TOURNAMENT GAME: the first game after this one that has its moves
SELECT id, ended_ms
FROM games
WHERE id > ?2 AND +tournament = ?1
	AND NOT EXISTS (SELECT 1 FROM removed_moves r WHERE r.game = games.id)
ORDER BY id
LIMIT 1;

-- query games-with-moves
-- TOURNAMENT: how many games have their moves
SELECT (SELECT count(*) FROM games WHERE tournament = ?1)
	- (SELECT count(*)
		FROM removed_moves r CROSS JOIN games g ON g.id = r.game
		WHERE g.tournament = ?1) AS games;

-- query spot-check
-- GAME: its check on a second machine
SELECT worker, same, checked_ms FROM spot_checks WHERE game = ?;

-- part next-game
-- A number that no game has had.
max(coalesce((SELECT max(id) FROM games), 0), coalesce((SELECT max(id) FROM replaced_games), 0)) + 1;

-- query next-game
-- the number that the next game gets
SELECT {next-game} AS game;

-- statement begin
BEGIN IMMEDIATE;

-- statement commit
COMMIT;

-- statement rollback
ROLLBACK;

-- statement snapshot
-- The moment is that of the first read, which BEGIN is not.
BEGIN;
SELECT count(*) FROM tournaments;

-- statement tournament-add
INSERT INTO tournaments (name, game, format, seats, seed, definition, created_ms)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- statement rules-add
INSERT INTO rules_programs (tournament, description) VALUES (?, ?);

-- statement note-set
INSERT OR REPLACE INTO notes (tournament, note) VALUES (?, ?);

-- statement logs-set
UPDATE tournaments SET logs = ?2 WHERE id = ?1;

-- statement bot-add
INSERT INTO bots (name, command, digest, remote) VALUES (?, ?, ?, ?);

-- statement bot-set-remote
UPDATE bots SET remote = 1 WHERE id = ?;

-- statement bot-settings-add
-- The digest covers all but the features, which a bot may not have sent the first time.
INSERT INTO bot_settings (bot, settings) VALUES (?, ?)
ON CONFLICT (bot) DO UPDATE SET settings = excluded.settings
WHERE instr(char(10) || excluded.settings, char(10) || 'feature = ') > 0
	AND instr(char(10) || settings, char(10) || 'feature = ') = 0;

-- statement worker-add
-- Keeps the earliest and the latest time of all that were added.
INSERT INTO workers (tournament, name, cpu, arch, cores, slots, sandbox, version, speed, first_ms,
	last_ms, lost)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET first_ms = min(first_ms, excluded.first_ms),
	speed = iif(excluded.speed > 0 AND excluded.last_ms >= last_ms, excluded.speed, speed),
	last_ms = max(last_ms, excluded.last_ms), lost = max(lost, excluded.lost)
RETURNING id;

-- statement worker-lost
UPDATE workers SET lost = lost + ?2, last_ms = ?3 WHERE id = ?1;

-- statement worker-distrust
UPDATE workers SET distrusted = ?3 WHERE tournament = ?1 AND name = ?2;

-- statement spot-check-add
INSERT OR REPLACE INTO spot_checks (game, worker, same, checked_ms) VALUES (?, ?, ?, ?);

-- statement participant-add
INSERT OR IGNORE INTO participants (tournament, bot, round) VALUES (?, ?, ?);

-- statement admin-action-add
INSERT OR IGNORE INTO admin_actions (tournament, action, bot) VALUES (?, ?, ?);

-- statement admin-action-drop
DELETE FROM admin_actions WHERE tournament = ? AND action = ? AND bot = ?;

-- statement retirement-set
INSERT INTO retirements (tournament, bot, round, back) VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET back = excluded.back;

-- statement bye-add
-- The bot keeps a bye that another program of its name was given.
INSERT INTO byes (tournament, round, bot, points)
SELECT ?1, ?2, ?3, ?4
WHERE NOT EXISTS (SELECT 1
	FROM byes y JOIN bots b ON b.id = y.bot
	WHERE y.tournament = ?1 AND y.round = ?2 AND b.name = (SELECT name FROM bots WHERE id = ?3));

-- statement game-add
INSERT INTO games (tournament, pairing, round, seed, opening, final, reason, sandbox, plies,
	started_ms, ended_ms, moves_hash, worker, id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {next-game});

-- statement game-drop
DELETE FROM games WHERE id = ?;

-- statement replaced-add
INSERT INTO replaced_games (tournament, pairing, round, seed, opening, final, reason, sandbox,
	plies, started_ms, ended_ms, moves_hash, worker, replaced_ms, bot, paired, id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {next-game});

-- part seat
(game, seat, bot, rank, points, verdict, detail, stderr) VALUES (?, ?, ?, ?, ?, ?, ?, ?);

-- statement seat-add
INSERT INTO seats {seat};

-- statement replaced-seat-add
INSERT INTO replaced_seats {seat};

-- part failure
(game, seat, phase, asked, said, limit_us, wall_us, cpu_us, wait_us, exit_status, signal)
VALUES (?, ?, ?, ?, CAST(? AS BLOB), ?, ?, ?, ?, ?, ?);

-- statement failure-add
INSERT INTO failures {failure};

-- statement replaced-failure-add
INSERT INTO replaced_failures {failure};

-- statement rating-add
INSERT INTO ratings (game, seat, before, after) VALUES (?, ?, ?, ?);

-- statement rating-set
UPDATE ratings SET before = ?3, after = ?4 WHERE game = ?1 AND seat = ?2;

-- part move-columns
(game, ply, seat, move, wall_us, cpu_us, wait_us, depth, score, nodes);

-- part move
(?1, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- statement move-add
INSERT INTO moves {move-columns} VALUES {move};

-- statement moves-add
-- One statement for DB_MOVES_AT_ONCE rows is a third faster than one for each.
INSERT INTO moves {move-columns}
VALUES {move}, {move}, {move}, {move}, {move}, {move}, {move}, {move};

-- statement replaced-move-add
INSERT INTO replaced_moves {move-columns} VALUES {move};

-- statement info-add
INSERT INTO move_info (game, ply, seldepth, nps, pv, text) VALUES (?, ?, ?, ?, ?, ?);

-- statement position-add
INSERT INTO positions (game, number, question, answer) VALUES (?, ?, ?, ?);

-- statement replaced-position-add
INSERT INTO replaced_positions (game, number, question, answer) VALUES (?, ?, ?, ?);

-- statement seat-totals-add
INSERT INTO seat_totals (tournament, bot, seat, games, points, wins, draws, losses, squares, ranks,
	faults, last, played)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET games = games + excluded.games, points = points + excluded.points,
	squares = squares + excluded.squares, wins = wins + excluded.wins,
	draws = draws + excluded.draws, losses = losses + excluded.losses,
	ranks = ranks + excluded.ranks, faults = faults + excluded.faults,
	last = max(last, excluded.last), played = played + excluded.played;

-- statement pair-totals-add
INSERT INTO pair_totals (tournament, bot, opponent, games, points, wins, draws, losses)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET games = games + excluded.games, points = points + excluded.points,
	wins = wins + excluded.wins, draws = draws + excluded.draws,
	losses = losses + excluded.losses;

-- statement removed-add
INSERT OR REPLACE INTO removed_moves (game, removed_ms, reason) VALUES (?, ?, ?);

-- statement remove-moves
DELETE FROM moves WHERE game = ?;

-- statement remove-positions
DELETE FROM positions WHERE game = ?;

-- statement remove-info
DELETE FROM move_info WHERE game = ?;

-- statement remove-failures
DELETE FROM failures WHERE game = ?;

-- statement remove-analysis
DELETE FROM analysis WHERE game = ?;

-- statement remove-analysed
DELETE FROM analysed WHERE game = ?;

-- statement remove-stderr
UPDATE seats SET stderr = NULL WHERE game = ? AND stderr IS NOT NULL;

-- statement analysis-add
INSERT INTO analysis (game, ply, before, after) VALUES (?, ?, ?, ?);

-- statement analysed-set
INSERT OR REPLACE INTO analysed (game, nodes, known) VALUES (?, ?, ?);

-- statement results
-- An aggregate of results.c, which keeps the seats that it steps to.
SELECT referee_results(game, bot, rank, points) FROM seats WHERE game >= ?;

-- statement results-with-verdicts
SELECT referee_results(game, bot, rank, points, verdict) FROM seats WHERE game >= ?;

-- part replaced-columns
-- Which games g, by ?1 the tournament, are replaced at the time ?4, follows.
INSERT INTO replaced_games (id, tournament, pairing, round, seed, opening, final, reason, sandbox,
	plies, started_ms, ended_ms, moves_hash, replaced_ms, worker, paired, bot)
SELECT g.id, g.tournament, g.pairing, g.round, g.seed, g.opening, g.final, g.reason, g.sandbox,
	g.plies, g.started_ms, g.ended_ms, g.moves_hash, ?4, g.worker,
	(SELECT max(coalesce((SELECT max(round) FROM games WHERE tournament = ?1), 0),
		coalesce((SELECT max(paired) FROM replaced_games WHERE tournament = ?1), 0)));

-- statement replace-of-bot
-- TOURNAMENT BOT DIGEST MS
{replaced-columns}, ?2
FROM games g
WHERE g.tournament = ?1
	AND EXISTS (SELECT 1
		FROM seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = g.id AND b.name = ?2 AND (?3 IS NULL OR b.digest <> ?3))
ORDER BY g.id;

-- statement replace-of-worker
-- TOURNAMENT WORKER NULL MS
{replaced-columns}, 'worker ' || ?2
FROM games g
WHERE g.tournament = ?1
	AND g.worker IN (SELECT id FROM workers WHERE tournament = ?1 AND name = ?2)
ORDER BY g.id;

-- part of-new-replaced
WHERE game IN (SELECT r.id
	FROM replaced_games r JOIN games g ON g.id = r.id
	WHERE r.tournament = ?1);

-- statement replace-rest
-- What follows one of the two before. Rows that refer to a game are deleted with the game. Byes of
-- rounds that are not paired yet are no longer known.
INSERT INTO replaced_seats
SELECT game, seat, bot, rank, points, verdict, detail, stderr FROM seats {of-new-replaced};
INSERT INTO replaced_failures
SELECT game, seat, phase, asked, said, limit_us, wall_us, cpu_us, wait_us, exit_status, signal
FROM failures {of-new-replaced};
INSERT INTO replaced_moves
SELECT game, ply, seat, move, wall_us, cpu_us, wait_us, depth, score, nodes
FROM moves {of-new-replaced};
INSERT INTO replaced_positions
SELECT game, number, question, answer FROM positions {of-new-replaced};
DELETE FROM byes
WHERE tournament = ?1 AND round > (SELECT max(paired) FROM replaced_games WHERE tournament = ?1);
DELETE FROM games WHERE id IN (SELECT id FROM replaced_games WHERE tournament = ?1);
DELETE FROM seat_totals WHERE tournament = ?1;
DELETE FROM pair_totals WHERE tournament = ?1;
INSERT INTO seat_totals {totals-of-seats} WHERE g.tournament = ?1 {each-seat};
INSERT INTO pair_totals {totals-of-pairs} WHERE g.tournament = ?1 {each-pair};

-- part totals-in-views
-- Sums are counted anew.
CREATE TEMP VIEW seat_totals AS {totals-of-seats} {each-seat};
CREATE TEMP VIEW pair_totals AS {totals-of-pairs} {each-pair};

-- statement read-replaced
DROP VIEW IF EXISTS temp.games;
DROP VIEW IF EXISTS temp.seat_totals;
DROP VIEW IF EXISTS temp.pair_totals;
DROP VIEW IF EXISTS temp.failures;
DROP VIEW IF EXISTS temp.seats;
CREATE TEMP VIEW games AS
SELECT id, tournament, pairing, round, seed, opening, final, reason, sandbox, plies, started_ms,
	ended_ms, moves_hash, worker
FROM replaced_games;
CREATE TEMP VIEW seats AS SELECT * FROM replaced_seats;
CREATE TEMP VIEW failures AS SELECT * FROM replaced_failures;
CREATE TEMP VIEW moves AS SELECT * FROM replaced_moves;
CREATE TEMP VIEW IF NOT EXISTS positions AS SELECT * FROM replaced_positions;
{totals-in-views};

-- statement left-out-names
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE left_out (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- statement left-out-add
-- NAME: notes it, if a machine of this name played; this machine, which is called here, did if
-- there are others.
INSERT OR IGNORE INTO temp.left_out
SELECT ?1
WHERE EXISTS (SELECT 1 FROM main.workers WHERE name = ?1)
	OR (?1 = 'here' AND EXISTS (SELECT 1 FROM main.workers));

-- part left-out
coalesce((SELECT name FROM main.workers w WHERE w.id = g.worker), 'here')
	IN (SELECT name FROM temp.left_out);

-- statement leave-out
-- The tables below a game are found through it, except seats, which bulk reads take as they lie.
CREATE TEMP VIEW games AS SELECT * FROM main.games g WHERE NOT {left-out};
CREATE TEMP VIEW replaced_games AS SELECT * FROM main.replaced_games g WHERE NOT {left-out};
CREATE TEMP VIEW seats AS
SELECT * FROM main.seats s
WHERE NOT EXISTS (SELECT 1 FROM main.games g WHERE g.id = s.game AND {left-out});
{totals-in-views};
