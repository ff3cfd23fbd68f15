-- schema.sql - the results database as a new file gets it: the source of db/README.md's tables.
--
-- Times are UTC milliseconds since 1970 (_ms), spans are microseconds (_us). Seats, rounds and
-- plies count from 1. A change here raises user_version and adds a row to migrations.c; views
-- stand last, each ending in a semicolon at the end of a line, since older files get them anew.

PRAGMA application_id = 0x52666572; -- "Rfer": the file is one of ours
PRAGMA user_version = 8;

-- A tournament as it was defined. Its games follow from this row.
CREATE TABLE tournaments (
	id         INTEGER PRIMARY KEY, -- the higher the newer
	name       TEXT NOT NULL,       -- as its file or --name says; several may share one
	game       TEXT NOT NULL,       -- which rules: connect4
	format     TEXT NOT NULL,       -- who plays whom: round-robin
	seats      INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 6), -- players of a game
	seed       INTEGER NOT NULL,    -- what every random choice was drawn from
	definition TEXT NOT NULL,       -- the settings that make its games what they are, one a line
	created_ms INTEGER NOT NULL,    -- when it began
	logs       TEXT NOT NULL DEFAULT '' -- the setting logs; empty: owner where a bot is remote, else public
) STRICT;

-- What the operator noted of a tournament: a row only where there is such a thing.
CREATE TABLE notes (
	tournament INTEGER PRIMARY KEY REFERENCES tournaments ON DELETE CASCADE,
	note       TEXT NOT NULL -- one line, as its file or --note said last
) STRICT;

-- A bot as it was run. The same name with another command or program is another row.
CREATE TABLE bots (
	id      INTEGER PRIMARY KEY,
	name    TEXT NOT NULL, -- standings go by this name
	command TEXT NOT NULL, -- what was started; empty: it is remote, without limits of its own
	digest  TEXT NOT NULL, -- hexadecimal, of the command and the program; empty: it is remote
	remote  INTEGER NOT NULL DEFAULT 0, -- 1: it came in over the network, and ran elsewhere
	UNIQUE (name, command, digest)
) STRICT;

-- What a bot is given beside its command: a row only where there is such a thing.
CREATE TABLE bot_settings (
	bot      INTEGER PRIMARY KEY REFERENCES bots ON DELETE CASCADE,
	settings TEXT NOT NULL -- KEY = VALUE a line, as in the tournament's file: dir = students/mine
) STRICT;

-- Who takes part in a tournament, and since when; none for tournaments that began before version 3.
CREATE TABLE participants (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	bot        INTEGER NOT NULL REFERENCES bots,
	round      INTEGER NOT NULL CHECK (round >= 1), -- the first that it could be paired in
	PRIMARY KEY (tournament, bot)
) STRICT, WITHOUT ROWID;

-- What somebody asked the daemon for and no game tells: it holds whenever the tournament goes on.
CREATE TABLE admin_actions (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	action     TEXT NOT NULL CHECK (action IN ('add', 'bench')), -- a bot takes part, or is not asked any more
	bot        TEXT NOT NULL, -- of one that was added NAME=COMMAND, of one that was benched its name
	PRIMARY KEY (tournament, action, bot)
) STRICT, WITHOUT ROWID;

-- A round that a bot sat out, since nobody was left for it to play with, or games of it that were not
-- played, since somebody in them was benched.
CREATE TABLE byes (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	round      INTEGER NOT NULL CHECK (round >= 1),
	bot        INTEGER NOT NULL REFERENCES bots,
	points     REAL NOT NULL, -- what it is given for the games that it would have played
	PRIMARY KEY (tournament, round, bot)
) STRICT, WITHOUT ROWID;

-- One finished game.
CREATE TABLE games (
	id         INTEGER PRIMARY KEY, -- in the order they were finished and rated
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	pairing    INTEGER NOT NULL, -- which game of the schedule
	round      INTEGER NOT NULL CHECK (round >= 1), -- of the schedule
	seed       INTEGER NOT NULL, -- what the game and its bots drew from
	opening    TEXT NOT NULL,    -- moves parted by blanks, or a position; empty: none
	final      TEXT NOT NULL,    -- the position at the end
	reason     TEXT NOT NULL,    -- how it ended: normal, what ended it early, or the verdict that ended it
	sandbox    TEXT NOT NULL,    -- what the bots were locked into: full, reduced, none
	plies      INTEGER NOT NULL CHECK (plies >= 0), -- moves made by the players
	started_ms INTEGER NOT NULL, -- when the first bot was asked
	ended_ms   INTEGER NOT NULL, -- when it was decided
	moves_hash INTEGER, -- hash of the opening and the moves, equal for equal games; NULL: not known
	UNIQUE (tournament, pairing)
) STRICT;

-- Who played in a game, and how it ended for them.
CREATE TABLE seats (
	game    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat    INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 6), -- 1 moves first
	bot     INTEGER NOT NULL REFERENCES bots, -- who sat there
	rank    INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 6), -- 1 is best, ties share the better place
	points  REAL NOT NULL CHECK (points BETWEEN 0 AND 1), -- (beaten + half of tied) / (seats - 1); seats that fail together do not tie
	verdict TEXT NOT NULL CHECK (verdict = 'ok' OR verdict IN ('resign', 'illegal', 'time', 'crash',
		'flood', 'memory', 'startup', 'absent', 'benched', 'void')), -- how it ended for this seat
	detail  TEXT, -- why, in words, or that it used the processor while others moved; NULL when there is nothing to say
	stderr  TEXT, -- the last that the bot wrote there; NULL: nothing
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- How a bot failed: a row only for a seat that lost by a fault of its own.
CREATE TABLE failures (
	game        INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat        INTEGER NOT NULL, -- whose bot
	phase       TEXT NOT NULL CHECK (phase IN ('start', 'newgame', 'move')), -- in which it failed
	asked       TEXT,    -- the last lines that it was sent; NULL: none
	said        BLOB,    -- the last bytes that it wrote to stdout since; NULL: none
	limit_us    INTEGER, -- the time that it had; this and the next NULL: it was not asked
	wall_us     INTEGER, -- the time until it failed
	cpu_us      INTEGER, -- processor time that it used meanwhile; NULL: not known, as of a remote bot
	wait_us     INTEGER, -- time it could run but had no processor; NULL: not known
	exit_status INTEGER, -- how it ended by itself; NULL: it did not, or by a signal
	signal      INTEGER, -- the signal that ended it; NULL: none, or the referee's own
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Every move of a player; the opening's moves are not among them.
CREATE TABLE moves (
	game    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	ply     INTEGER NOT NULL, -- from 1
	seat    INTEGER NOT NULL, -- who moved
	move    TEXT NOT NULL,    -- as the game writes it
	wall_us INTEGER NOT NULL, -- time from the question to the answer
	cpu_us  INTEGER,          -- processor time that the bot used for it; NULL: not known, as of a remote bot
	wait_us INTEGER,          -- time it could run but had no processor; NULL: not known
	depth   INTEGER,          -- as the bot said: how deep it looked; NULL: it did not say
	score   INTEGER,          -- as the bot said: hundredths, good for itself; NULL: it did not say
	nodes   INTEGER,          -- as the bot said: positions it looked at; NULL: it did not say
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- What else a bot said of a move, where the tournament keeps that: a row only where it said anything.
CREATE TABLE move_info (
	game     INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	ply      INTEGER NOT NULL, -- as in moves
	seldepth INTEGER, -- how deep it looked at most; NULL: it did not say
	nps      INTEGER, -- positions a second; NULL: it did not say
	pv       TEXT,    -- the moves that it expects, in its own words; NULL: it did not say
	text     TEXT,    -- its last info string; NULL: none
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- What a game did to the running Elo of who sat in it.
CREATE TABLE ratings (
	game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat   INTEGER NOT NULL, -- whose bot
	before REAL NOT NULL,    -- rating of the bot's name in this tournament before the game
	after  REAL NOT NULL,    -- and after it
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- What the exact solver says of a move. Values are for who moved, with best play from there on, in
-- the game's own terms: above 0 it wins, 0 is a draw, and of what counts more is better.
CREATE TABLE analysis (
	game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	ply    INTEGER NOT NULL, -- of the move, from 1
	before INTEGER,          -- value of the position it was made in; NULL: not found within the budget
	after  INTEGER,          -- value that was left after it; NULL as well
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- Which games were analysed, and with how much work.
CREATE TABLE analysed (
	game  INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
	nodes INTEGER NOT NULL, -- the budget: positions that the solver looked at, at most, for each value
	known INTEGER NOT NULL  -- values that it found
) STRICT;

-- What each bot has made of each seat so far: sums over its games, kept with every game.
CREATE TABLE seat_totals (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	bot        INTEGER NOT NULL REFERENCES bots,
	seat       INTEGER NOT NULL,
	games      INTEGER NOT NULL,
	points     REAL NOT NULL,
	squares    REAL NOT NULL,    -- of the points
	wins       INTEGER NOT NULL, -- won alone
	draws      INTEGER NOT NULL, -- first place shared, other than by failing together
	losses     INTEGER NOT NULL, -- all others
	ranks      INTEGER NOT NULL, -- sum of its ranks; who fails together shares the worst of their places
	faults     INTEGER NOT NULL, -- lost by a fault of its own
	last       INTEGER NOT NULL, -- the last of these games
	played     INTEGER NOT NULL DEFAULT 0, -- games that its program took part in
	PRIMARY KEY (tournament, bot, seat)
) STRICT, WITHOUT ROWID;

-- What each bot has made of the games with each other so far, as in the view crosstable.
CREATE TABLE pair_totals (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	bot        INTEGER NOT NULL REFERENCES bots,
	opponent   INTEGER NOT NULL REFERENCES bots,
	games      INTEGER NOT NULL, -- that both sat in, each seat of the bot counted
	points     REAL NOT NULL,    -- of the bot in them, from all opponents
	wins       INTEGER NOT NULL, -- pairs of their seats: ranked better than the opponent
	draws      INTEGER NOT NULL, -- ranked the same
	losses     INTEGER NOT NULL, -- ranked worse, or both failed together
	PRIMARY KEY (tournament, bot, opponent)
) STRICT, WITHOUT ROWID;

-- A bot of a ladder that is not paired from this block on, until it comes back.
CREATE TABLE retirements (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	bot        TEXT NOT NULL, -- its name
	round      INTEGER NOT NULL CHECK (round >= 1), -- the first that it is not paired in
	back       INTEGER CHECK (back >= round), -- the first that it is paired in again; NULL: none yet
	PRIMARY KEY (tournament, bot, round)
) STRICT, WITHOUT ROWID;

-- A game that was played again (referee run --replay), and counts no more: as it stood in games.
CREATE TABLE replaced_games (
	id          INTEGER PRIMARY KEY, -- its number in games: no other game gets it
	tournament  INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	pairing     INTEGER NOT NULL, -- the game of games that has the same took its place
	round       INTEGER NOT NULL CHECK (round >= 1),
	seed        INTEGER NOT NULL,
	opening     TEXT NOT NULL,
	final       TEXT NOT NULL,
	reason      TEXT NOT NULL,
	sandbox     TEXT NOT NULL,
	plies       INTEGER NOT NULL CHECK (plies >= 0),
	started_ms  INTEGER NOT NULL,
	ended_ms    INTEGER NOT NULL,
	moves_hash  INTEGER,
	replaced_ms INTEGER NOT NULL, -- when the replay was asked for; the same for all its games
	bot         TEXT NOT NULL,    -- whose games were to be played again: its name
	paired      INTEGER NOT NULL  -- the last round that had been paired by then: it followed from this result
) STRICT;

-- Who played in a replaced game, as in seats.
CREATE TABLE replaced_seats (
	game    INTEGER NOT NULL REFERENCES replaced_games ON DELETE CASCADE,
	seat    INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 6),
	bot     INTEGER NOT NULL REFERENCES bots,
	rank    INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 6),
	points  REAL NOT NULL CHECK (points BETWEEN 0 AND 1),
	verdict TEXT NOT NULL,
	detail  TEXT,
	stderr  TEXT,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- How a bot failed in a replaced game, as in failures.
CREATE TABLE replaced_failures (
	game        INTEGER NOT NULL REFERENCES replaced_games ON DELETE CASCADE,
	seat        INTEGER NOT NULL,
	phase       TEXT NOT NULL,
	asked       TEXT,
	said        BLOB,
	limit_us    INTEGER,
	wall_us     INTEGER,
	cpu_us      INTEGER,
	wait_us     INTEGER,
	exit_status INTEGER,
	signal      INTEGER,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Every move of a player in a replaced game, as in moves.
CREATE TABLE replaced_moves (
	game    INTEGER NOT NULL REFERENCES replaced_games ON DELETE CASCADE,
	ply     INTEGER NOT NULL,
	seat    INTEGER NOT NULL,
	move    TEXT NOT NULL,
	wall_us INTEGER NOT NULL,
	cpu_us  INTEGER,
	wait_us INTEGER,
	depth   INTEGER,
	score   INTEGER,
	nodes   INTEGER,
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- A bot's games are found without looking at all others.
CREATE INDEX seats_by_bot ON seats (bot, game);

-- And so are those that somebody lost by a fault. A list of verdicts here, of which SQLite makes a
-- table for each row, would cost 5 us a game.
CREATE INDEX seats_not_ok ON seats (game) WHERE verdict <> 'ok';

-- Those that were replaced of a tournament, and of a pairing.
CREATE INDEX replaced_by_pairing ON replaced_games (tournament, pairing);

-- What each bot was given for rounds that it sat out, and for games that were not played.
CREATE VIEW bye_points AS
SELECT y.tournament AS tournament,
	b.name AS bot,
	count(*) AS byes,
	sum(y.points) AS points
FROM byes y
JOIN bots b ON b.id = y.bot
GROUP BY y.tournament, b.name;

-- How far each bot of a knockout came: who wins the final, one further than who loses it.
CREATE VIEW knockout_rounds AS
SELECT tournament,
	bot,
	max(round) AS reached -- the last round that it was in
FROM (
	SELECT g.tournament AS tournament, b.name AS bot, g.round AS round
	FROM tournaments t
	CROSS JOIN games g ON g.tournament = t.id -- CROSS keeps this order: few are knockouts
	CROSS JOIN seats s ON s.game = g.id
	JOIN bots b ON b.id = s.bot
	WHERE t.format = 'knockout'
	UNION ALL
	SELECT y.tournament, b.name, y.round
	FROM byes y
	JOIN tournaments t ON t.id = y.tournament AND t.format = 'knockout'
	JOIN bots b ON b.id = y.bot
)
GROUP BY tournament, bot;

-- One line for each bot name of a tournament, best first; of a knockout, those first who came
-- furthest. A bot that had several seats of one game counts each of them as a game.
CREATE VIEW standings AS
SELECT sums.tournament AS tournament,
	rank() OVER (PARTITION BY sums.tournament ORDER BY k.reached DESC, CASE WHEN k.reached IS NULL
		THEN sums.points + coalesce(y.points, 0) END DESC) AS rank, -- equal points share it
	sums.bot AS bot,
	games,
	played,                                        -- games that its program took part in
	sums.points + coalesce(y.points, 0) AS points,    -- for two seats 1 a win, 1/2 a draw; and of byes
	round(100.0 * (sums.points + coalesce(y.points, 0)) / (games + coalesce(y.points, 0)), 1)
		AS percent,                            -- of the points that could be had
	wins,                                          -- games it won alone
	draws,                                         -- games it shared the first place of, other than by failing together
	losses,                                        -- all others
	round(elo, 1) AS running_elo,                  -- after its last game; it depends on their order
	faults,                                        -- games it lost by a fault of its own
	round(ranks, 3) AS mean_rank                   -- mean of its ranks, 1 is best
FROM (
	SELECT t.tournament AS tournament, b.name AS bot, sum(t.games) AS games,
		sum(t.played) AS played,
		round(sum(t.points), 6) AS points, -- fifths that add up to the same are the same
		sum(t.wins) AS wins, sum(t.draws) AS draws, sum(t.losses) AS losses,
		r.after AS elo, max(t.last), -- SQLite: r.after is of the row that max() found
		sum(t.faults) AS faults, 1.0 * sum(t.ranks) / sum(t.games) AS ranks
	FROM seat_totals t
	JOIN bots b ON b.id = t.bot
	LEFT JOIN ratings r ON r.game = t.last AND r.seat = t.seat
	GROUP BY t.tournament, b.name
) sums
LEFT JOIN bye_points y ON y.tournament = sums.tournament AND y.bot = sums.bot
LEFT JOIN knockout_rounds k ON k.tournament = sums.tournament AND k.bot = sums.bot
ORDER BY tournament, rank, points DESC, wins DESC, bot;

-- What each bot made of the games with each opponent: two lines for a pair. Wins, draws and losses
-- are by the ranks of the two alone, a pair of seats each; a bot's own seats are no pair.
CREATE VIEW crosstable AS
SELECT p.tournament AS tournament,
	b.name AS bot,
	c.name AS opponent,
	sum(p.games) AS games,               -- that both sat in, each seat of the bot counted
	round(sum(p.points), 6) AS points,   -- of the bot in them, from all opponents
	sum(p.wins) AS wins,                 -- ranked better than the opponent
	sum(p.draws) AS draws,               -- ranked the same
	sum(p.losses) AS losses,             -- ranked worse, or both failed together
	round(sum(p.points) / sum(p.games), 4) AS mean -- of the points
FROM pair_totals p
JOIN bots b ON b.id = p.bot
JOIN bots c ON c.id = p.opponent
WHERE b.name <> c.name
GROUP BY p.tournament, b.name, c.name;

-- The two of each pair as if nobody else had played: a comes before b in the alphabet.
CREATE VIEW head_to_head AS
SELECT tournament,
	a,
	b,
	wins_a + draws + losses_a AS games, -- pairs of their seats
	wins_a + 0.5 * draws AS points_a,   -- 1 for the better rank of the two, 1/2 for the same
	wins_b + 0.5 * draws AS points_b,
	wins_a,
	draws,
	wins_b,
	losses_a - wins_b AS neither        -- both failed together
FROM (
	SELECT p.tournament AS tournament,
		min(b.name, c.name) AS a,
		max(b.name, c.name) AS b,
		sum(p.wins) FILTER (WHERE b.name < c.name) AS wins_a,
		sum(p.draws) FILTER (WHERE b.name < c.name) AS draws,
		sum(p.losses) FILTER (WHERE b.name < c.name) AS losses_a,
		sum(p.wins) FILTER (WHERE b.name > c.name) AS wins_b
	FROM pair_totals p
	JOIN bots b ON b.id = p.bot
	JOIN bots c ON c.id = p.opponent
	WHERE b.name <> c.name
	GROUP BY p.tournament, min(b.name, c.name), max(b.name, c.name)
);

-- What each bot made of each seat.
CREATE VIEW seat_results AS
SELECT t.tournament AS tournament,
	t.seat AS seat,
	b.name AS bot,
	sum(t.games) AS games,
	round(sum(t.points), 6) AS points,
	round(sum(t.points) / sum(t.games), 4) AS mean, -- of the points
	CASE WHEN sum(t.games) > 1 THEN round(max(0, sum(t.squares)
		- sum(t.points) * sum(t.points) / sum(t.games)) / (sum(t.games) - 1), 6)
		END AS variance,                        -- of the points; NULL for one game
	sum(t.wins) AS wins,                            -- games it won alone
	round(1.0 * sum(t.ranks) / sum(t.games), 3) AS mean_rank
FROM seat_totals t
JOIN bots b ON b.id = t.bot
GROUP BY t.tournament, t.seat, b.name;

-- One line for each game.
CREATE VIEW game_list AS
SELECT g.tournament AS tournament,
	g.id AS game,
	g.round AS round,
	(SELECT group_concat(name, ' - ') FROM (
		SELECT b.name AS name FROM seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = g.id ORDER BY s.seat)) AS players, -- in the order of their seats
	g.opening AS opening,
	g.plies AS plies,
	(SELECT CASE
		WHEN count(*) <> 2 THEN group_concat(CASE WHEN whole > 0 THEN rank ELSE 0 END, ' ')
		WHEN max(whole) = 0 THEN '0-0' -- all failed together
		ELSE CASE group_concat(rank, ' ')
			WHEN '1 2' THEN '1-0' WHEN '2 1' THEN '0-1' ELSE '1/2-1/2' END END
	FROM (SELECT rank, sum(points) OVER () AS whole FROM seats s WHERE s.game = g.id
		ORDER BY s.seat)) AS result, -- 1-0, or ranks: 0 for each where all failed together
	g.reason AS reason,
	(SELECT count(*) FROM seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = g.id AND b.remote = 1) AS remote, -- how many of its seats
	strftime('%Y-%m-%d %H:%M:%S', g.started_ms / 1000, 'unixepoch') AS started, -- UTC
	(g.ended_ms - g.started_ms) / 1000.0 AS seconds
FROM games g;

-- One line for each game that was played again.
CREATE VIEW replaced_list AS
SELECT r.tournament AS tournament,
	r.id AS game,
	r.round AS round,
	(SELECT group_concat(name, ' - ') FROM (
		SELECT b.name AS name FROM replaced_seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = r.id ORDER BY s.seat)) AS players, -- in the order of their seats
	(SELECT CASE count(*)
		WHEN 2 THEN group_concat(CASE points WHEN 0.5 THEN '1/2' ELSE CAST(points AS INTEGER) END, '-')
		ELSE group_concat(rank, ' ') END
	FROM (SELECT rank, points FROM replaced_seats s WHERE s.game = r.id ORDER BY s.seat)) AS result,
	r.reason AS reason,
	strftime('%Y-%m-%d %H:%M:%S', r.started_ms / 1000, 'unixepoch') AS started,   -- UTC
	strftime('%Y-%m-%d %H:%M:%S', r.replaced_ms / 1000, 'unixepoch') AS replaced, -- UTC
	r.bot AS replay, -- the bot whose games were played again
	(SELECT g.id FROM games g WHERE g.tournament = r.tournament AND g.pairing = r.pairing)
		AS counts -- the game that counts instead; NULL: it is not played yet
FROM replaced_games r;

-- Games that were played more than once: the same bots in the same seats, opening and moves.
CREATE VIEW duplicates AS
SELECT tournament,
	players,             -- in the order of their seats
	moves_hash,           -- of these games
	count(*) AS games,   -- how many are the same
	min(game) AS first   -- the first of them
FROM (
	SELECT g.tournament AS tournament, g.moves_hash AS moves_hash, g.id AS game,
		(SELECT group_concat(name, ' - ') FROM (
			SELECT b.name AS name FROM seats s JOIN bots b ON b.id = s.bot
			WHERE s.game = g.id ORDER BY s.seat)) AS players
	FROM games g WHERE (g.tournament, g.moves_hash) IN (
		SELECT tournament, moves_hash FROM games WHERE moves_hash IS NOT NULL
		GROUP BY tournament, moves_hash HAVING count(*) > 1)
)
GROUP BY tournament, moves_hash, players HAVING count(*) > 1;

-- Every seat that lost by a fault of its own: any verdict but ok, resign and void.
CREATE VIEW faults AS
SELECT g.tournament AS tournament,
	g.id AS game,
	b.name AS bot,
	s.seat AS seat,
	s.verdict AS verdict,
	s.detail AS detail
FROM seats s
CROSS JOIN games g ON g.id = s.game -- CROSS keeps this order: there are more games than faults
JOIN bots b ON b.id = s.bot
WHERE s.verdict <> 'ok' AND s.verdict NOT IN ('resign', 'void');

-- How often each bot failed in which way.
CREATE VIEW fault_kinds AS
SELECT tournament,
	bot,
	verdict,
	count(*) AS times,
	max(game) AS last -- the last game of them
FROM faults
GROUP BY tournament, bot, verdict;

-- How a bot's rating went: one line for each of its games.
CREATE VIEW rating_history AS
SELECT t.tournament AS tournament,
	b.name AS bot,
	s.game AS game,
	g.round AS round,
	round(r.after, 1) AS running_elo,       -- after the game
	round(r.after - r.before, 1) AS change  -- by the game
FROM (SELECT DISTINCT tournament, bot FROM seat_totals) t
CROSS JOIN bots b ON b.id = t.bot -- CROSS keeps this order: from a bot to its games
CROSS JOIN seats s ON s.bot = t.bot
CROSS JOIN games g ON g.id = s.game AND g.tournament = t.tournament
CROSS JOIN ratings r ON r.game = s.game AND r.seat = s.seat
WHERE NOT EXISTS ( -- of several seats in a game, which all say the same, the first
	SELECT 1 FROM seats e WHERE e.game = s.game AND e.bot = s.bot AND e.seat < s.seat);

-- What each seat made of each opening.
CREATE VIEW openings AS
SELECT g.tournament AS tournament,
	g.opening AS opening,             -- empty: none
	s.seat AS seat,
	count(*) AS games,
	round(sum(s.points), 6) AS points,
	round(avg(s.points), 4) AS mean,  -- of the points
	sum(s.points = 1) AS wins,        -- games it won alone
	sum(s.rank = 1 AND s.points > 0 AND s.points < 1) AS draws -- games it shared the first place of
FROM games g
JOIN seats s ON s.game = g.id
GROUP BY g.tournament, g.opening, s.seat;

-- One line for each move of a player.
CREATE VIEW move_list AS
SELECT g.tournament AS tournament,
	g.id AS game,
	m.ply AS ply,
	m.seat AS seat,
	b.name AS bot,
	m.move AS move,
	m.wall_us / 1000.0 AS wall_ms,
	m.cpu_us / 1000.0 AS cpu_ms,
	m.wait_us / 1000.0 AS wait_ms,
	m.depth AS depth,
	m.score AS score,
	m.nodes AS nodes
FROM games g
JOIN moves m ON m.game = g.id
JOIN seats s ON s.game = m.game AND s.seat = m.seat
JOIN bots b ON b.id = s.bot;

-- How long each bot took for its moves.
CREATE VIEW move_times AS
SELECT g.tournament AS tournament,
	b.name AS bot,
	count(*) AS moves,
	round(avg(m.wall_us) / 1000, 3) AS mean_ms,
	max(m.wall_us) / 1000.0 AS max_ms,
	round(avg(m.cpu_us) / 1000, 3) AS cpu_ms,  -- mean processor time of a move; NULL: not known
	round(100.0 * sum(m.wait_us) / sum(m.wall_us) FILTER (WHERE m.wait_us IS NOT NULL), 1)
		AS waiting_percent                     -- of the wall time, without a processor
FROM games g
JOIN moves m ON m.game = g.id
JOIN seats s ON s.game = m.game AND s.seat = m.seat
JOIN bots b ON b.id = s.bot
GROUP BY g.tournament, b.name;

-- How near each bot came to the end of its time, and how often beyond.
CREATE VIEW time_trouble AS
WITH texts AS ( -- of a tournament, or of a bot that has its own
	SELECT id AS tournament, NULL AS bot, char(10) || definition || char(10) AS text
	FROM tournaments
	UNION ALL SELECT NULL, bot, char(10) || settings || char(10) FROM bot_settings
), spans AS (
	SELECT tournament, bot, CASE WHEN instr(text, char(10) || 'movetime = ') > 0
		THEN substr(text, instr(text, char(10) || 'movetime = ') + length('movetime = ') + 1)
		END AS span
	FROM texts
	WHERE instr(text, char(10) || 'movetime = ') > 0
		OR (bot IS NOT NULL AND instr(text, char(10) || 'tc = ') > 0)
), limits AS MATERIALIZED (
	SELECT tournament, bot, CAST(span AS INTEGER) *
		CASE ltrim(substr(span, 1, instr(span, char(10)) - 1), '0123456789')
		WHEN 'us' THEN 1 WHEN 'ms' THEN 1000 WHEN 's' THEN 1000000 WHEN 'm' THEN 60000000
		WHEN 'h' THEN 3600000000 END AS limit_us
	FROM spans
), used AS ( -- a row for each move that was made, and for each that was not in time
	SELECT g.tournament AS tournament, s.bot AS bot, 1 AS made, m.wall_us AS made_us,
		NULL AS late_us, NULL AS late_wait_us
	FROM games g
	JOIN moves m ON m.game = g.id
	JOIN seats s ON s.game = m.game AND s.seat = m.seat
	UNION ALL
	SELECT g.tournament, s.bot, 0, NULL, e.wall_us, e.wait_us
	FROM seats s
	CROSS JOIN games g ON g.id = s.game
	LEFT JOIN failures e ON e.game = s.game AND e.seat = s.seat
	WHERE s.verdict = 'time' AND s.verdict <> 'ok'
), held AS (
	SELECT u.*, CASE WHEN o.bot IS NULL THEN l.limit_us ELSE o.limit_us END AS limit_us
	FROM used u
	LEFT JOIN limits l ON l.tournament = u.tournament
	LEFT JOIN limits o ON o.bot = u.bot
)
SELECT u.tournament AS tournament,
	b.name AS bot,
	sum(u.made) AS moves,                          -- made in time
	u.limit_us / 1000.0 AS limit_ms,               -- for a move; NULL: it had another clock
	max(u.made_us) / 1000.0 AS slowest_ms,         -- of these moves
	sum(u.made_us > 0.8 * u.limit_us) AS over_80,  -- moves that took more than 80% of the limit
	sum(u.made_us > 0.95 * u.limit_us) AS over_95, -- more than 95%
	sum(1 - u.made) AS late,                       -- games lost by the clock
	round(100.0 * sum(u.late_wait_us) / sum(u.late_us) FILTER (WHERE u.late_wait_us IS NOT NULL),
		1) AS waiting_percent                  -- of the time of these, without a processor
FROM held u
JOIN bots b ON b.id = u.bot
GROUP BY u.tournament, b.name;

-- How well each bot moved, of the moves that were analysed (referee analyse). A win, a draw and a
-- loss are outcomes; within one a value may still be better or worse.
CREATE VIEW accuracy AS
SELECT tournament,
	bot,
	sum(known) AS moves,                            -- of which both values are known
	sum(known AND was = is_now) AS value_kept,      -- that kept the outcome
	round(100.0 * sum(known AND was = is_now) / sum(known), 2) AS percent, -- kept; NULL: none known
	sum(known AND before = after) AS exact,         -- that kept the value
	sum(known AND was = 1 AND is_now = 0) AS win_to_draw,
	sum(known AND was = 1 AND is_now = -1) AS win_to_loss,
	sum(known AND was = 0 AND is_now = -1) AS draw_to_loss,
	sum(NOT known) AS unknown                       -- analysed, but a value was not found
FROM (
	SELECT g.tournament AS tournament, b.name AS bot, a.before AS before, a.after AS after,
		a.before IS NOT NULL AND a.after IS NOT NULL AS known,
		(a.before > 0) - (a.before < 0) AS was, (a.after > 0) - (a.after < 0) AS is_now
	FROM games g
	JOIN analysis a ON a.game = g.id
	JOIN moves m ON m.game = a.game AND m.ply = a.ply
	JOIN seats s ON s.game = m.game AND s.seat = m.seat
	JOIN bots b ON b.id = s.bot
)
GROUP BY tournament, bot;

-- Every move that is known to have thrown something away.
CREATE VIEW blunders AS
SELECT g.tournament AS tournament,
	g.id AS game,
	m.ply AS ply,
	m.seat AS seat,
	b.name AS bot,       -- who moved
	m.move AS move,
	a.before AS before,  -- the value that it had
	a.after AS after,    -- and that it left
	CASE WHEN a.before = 0 THEN 'draw to loss' WHEN a.after = 0 THEN 'win to draw'
		ELSE 'win to loss' END AS lost_value
FROM games g
JOIN analysis a ON a.game = g.id
JOIN moves m ON m.game = a.game AND m.ply = a.ply
JOIN seats s ON s.game = m.game AND s.seat = m.seat
JOIN bots b ON b.id = s.bot
WHERE (a.before > 0) - (a.before < 0) > (a.after > 0) - (a.after < 0);
