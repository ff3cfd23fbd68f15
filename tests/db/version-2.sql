-- schema.sql - the results database as a new file gets it: the source of db/README.md's tables.
--
-- Times are UTC milliseconds since 1970 (_ms), spans are microseconds (_us). Seats, rounds and
-- plies count from 1. A change here raises user_version and adds a row to migrations.c; views
-- stand last, each ending in a semicolon at the end of a line, since older files get them anew.

PRAGMA application_id = 0x52666572; -- "Rfer": the file is one of ours
PRAGMA user_version = 2;

-- A tournament as it was defined. Its games follow from this row.
CREATE TABLE tournaments (
	id         INTEGER PRIMARY KEY, -- the higher the newer
	name       TEXT NOT NULL,       -- as its file or --name says; several may share one
	game       TEXT NOT NULL,       -- which rules: connect4
	format     TEXT NOT NULL,       -- who plays whom: round-robin
	seats      INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 6), -- players of a game
	seed       INTEGER NOT NULL,    -- what every random choice was drawn from
	definition TEXT NOT NULL,       -- the settings that make its games what they are, one a line
	created_ms INTEGER NOT NULL     -- when it began
) STRICT;

-- A bot as it was run. The same name with another command or program is another row.
CREATE TABLE bots (
	id      INTEGER PRIMARY KEY,
	name    TEXT NOT NULL, -- standings go by this name
	command TEXT NOT NULL, -- what was started
	digest  TEXT NOT NULL, -- hexadecimal, of the command and the program
	UNIQUE (name, command, digest)
) STRICT;

-- What a bot is given beside its command: a row only where there is such a thing.
CREATE TABLE bot_settings (
	bot      INTEGER PRIMARY KEY REFERENCES bots ON DELETE CASCADE,
	settings TEXT NOT NULL -- KEY = VALUE a line, as in the tournament's file: dir = students/mine
) STRICT;

-- One finished game.
CREATE TABLE games (
	id         INTEGER PRIMARY KEY, -- in the order they were finished and rated
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	pairing    INTEGER NOT NULL, -- which game of the schedule
	round      INTEGER NOT NULL CHECK (round >= 1), -- of the schedule
	seed       INTEGER NOT NULL, -- what the game and its bots drew from
	opening    TEXT NOT NULL,    -- moves parted by blanks, or a position; empty: none
	final      TEXT NOT NULL,    -- the position at the end
	reason     TEXT NOT NULL,    -- how it ended: normal, max-plies, or the verdict that ended it
	sandbox    TEXT NOT NULL,    -- what the bots were locked into: full, reduced, none
	plies      INTEGER NOT NULL CHECK (plies >= 0), -- moves made by the players
	started_ms INTEGER NOT NULL, -- when the first bot was asked
	ended_ms   INTEGER NOT NULL, -- when it was decided
	UNIQUE (tournament, pairing)
) STRICT;

-- Who played in a game, and how it ended for them.
CREATE TABLE seats (
	game    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat    INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 6), -- 1 moves first
	bot     INTEGER NOT NULL REFERENCES bots, -- who sat there
	rank    INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 6), -- 1 is best, ties share the better place
	points  REAL NOT NULL CHECK (points BETWEEN 0 AND 1), -- (beaten + half of tied) / (seats - 1)
	verdict TEXT NOT NULL CHECK (verdict = 'ok' OR verdict IN ('resign', 'illegal', 'time', 'crash',
		'flood', 'memory', 'startup', 'absent', 'benched', 'void')), -- how it ended for this seat
	detail  TEXT, -- why, in words, or that it used the processor while others moved; NULL when there is nothing to say
	stderr  TEXT, -- the last that the bot wrote there; NULL: nothing
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- How a bot failed: a row only for a seat that lost by a fault of its own.
CREATE TABLE evidence (
	game        INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat        INTEGER NOT NULL, -- whose bot
	phase       TEXT NOT NULL CHECK (phase IN ('start', 'newgame', 'move')), -- in which it failed
	asked       TEXT,    -- the last lines that it was sent; NULL: none
	said        BLOB,    -- the last bytes that it wrote to stdout since; NULL: none
	limit_us    INTEGER, -- the time that it had; this and the next NULL: it was not asked
	wall_us     INTEGER, -- the time until it failed
	cpu_us      INTEGER, -- processor time that it used meanwhile
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
	cpu_us  INTEGER NOT NULL, -- processor time that the bot used for it
	wait_us INTEGER,          -- time it could run but had no processor; NULL: not known
	depth   INTEGER,          -- as the bot said: how deep it looked; NULL: it did not say
	score   INTEGER,          -- as the bot said: hundredths, good for itself; NULL: it did not say
	nodes   INTEGER,          -- as the bot said: positions it looked at; NULL: it did not say
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- What a game did to the Elo rating of who sat in it.
CREATE TABLE ratings (
	game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat   INTEGER NOT NULL, -- whose bot
	before REAL NOT NULL,    -- rating of the bot's name in this tournament before the game
	after  REAL NOT NULL,    -- and after it
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- One line for each bot name of a tournament, best first. A bot that had several seats of one game
-- counts each of them as a game.
CREATE VIEW standings AS
SELECT tournament,
	rank() OVER (PARTITION BY tournament ORDER BY points DESC) AS rank, -- equal points share it
	bot,
	games,
	points,                                        -- for two seats 1 a win, 1/2 a draw
	round(100.0 * points / games, 1) AS percent,   -- of the points that could be had
	wins,                                          -- games it won alone
	draws,                                         -- games it shared the first place of
	losses,                                        -- all others
	round(elo, 1) AS elo,                          -- after its last game
	faults,                                        -- games it lost by a fault of its own
	round(ranks, 3) AS mean_rank                   -- mean of its ranks, 1 is best
FROM (
	SELECT g.tournament AS tournament, b.name AS bot, count(*) AS games,
		round(sum(s.points), 6) AS points, -- fifths that add up to the same are the same
		sum(s.points = 1) AS wins, sum(s.rank = 1 AND s.points < 1) AS draws,
		sum(s.rank > 1) AS losses,
		r.after AS elo, max(g.id), -- SQLite: r.after is of the row that max() found
		sum(s.verdict NOT IN ('ok', 'resign', 'void')) AS faults, avg(s.rank) AS ranks
	FROM games g
	JOIN seats s ON s.game = g.id
	JOIN bots b ON b.id = s.bot
	LEFT JOIN ratings r ON r.game = s.game AND r.seat = s.seat
	GROUP BY g.tournament, b.name
)
ORDER BY tournament, points DESC, wins DESC, bot;

-- What each bot made of the games with each opponent: two lines for a pair. Wins, draws and losses
-- are by the ranks of the two alone, a pair of seats each; a bot's own seats are no pair.
CREATE VIEW crosstable AS
SELECT g.tournament AS tournament,
	b.name AS bot,
	c.name AS opponent,
	sum(f.seat = o.seat) AS games,               -- that both sat in, each seat of the bot counted
	round(sum((f.seat = o.seat) * s.points), 6) AS points, -- of the bot in them, from all opponents
	sum(s.rank < o.rank) AS wins,                -- ranked better than the opponent
	sum(s.rank = o.rank) AS draws,               -- ranked the same
	sum(s.rank > o.rank) AS losses,              -- ranked worse
	round(sum((f.seat = o.seat) * s.points) / sum(f.seat = o.seat), 4) AS mean -- of the points
FROM games g
CROSS JOIN seats o ON o.game = g.id -- CROSS keeps this order, so that f is looked for once for o
CROSS JOIN seats f ON f.game = g.id AND f.seat = ( -- the opponent's first: points count with it
	SELECT min(e.seat) FROM seats e WHERE e.game = g.id AND e.bot = o.bot)
CROSS JOIN seats s ON s.game = g.id AND s.seat <> o.seat
JOIN bots b ON b.id = s.bot
JOIN bots c ON c.id = o.bot
WHERE b.name <> c.name
GROUP BY g.tournament, b.name, c.name;

-- The two of each pair as if nobody else had played: a comes before b in the alphabet.
CREATE VIEW head_to_head AS
SELECT tournament,
	bot AS a,
	opponent AS b,
	wins + draws + losses AS games,  -- pairs of their seats
	wins + 0.5 * draws AS points_a,  -- 1 for the better rank of the two, 1/2 for the same
	losses + 0.5 * draws AS points_b,
	wins AS wins_a,
	draws,
	losses AS wins_b
FROM crosstable
WHERE bot < opponent;

-- What each bot made of each seat.
CREATE VIEW seat_results AS
SELECT g.tournament AS tournament,
	s.seat AS seat,
	b.name AS bot,
	count(*) AS games,
	round(sum(s.points), 6) AS points,
	round(avg(s.points), 4) AS mean,                -- of the points
	CASE WHEN count(*) > 1 THEN round(max(0, sum(s.points * s.points) - sum(s.points) * avg(s.points))
		/ (count(*) - 1), 6) END AS variance,   -- of the points; NULL for one game
	sum(s.points = 1) AS wins,                      -- games it won alone
	round(avg(s.rank), 3) AS mean_rank
FROM games g
JOIN seats s ON s.game = g.id
JOIN bots b ON b.id = s.bot
GROUP BY g.tournament, s.seat, b.name;

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
	(SELECT CASE count(*)
		WHEN 2 THEN CASE group_concat(rank, ' ')
			WHEN '1 2' THEN '1-0' WHEN '2 1' THEN '0-1' ELSE '1/2-1/2' END
		ELSE group_concat(rank, ' ') END
	FROM (SELECT rank FROM seats s WHERE s.game = g.id ORDER BY s.seat)) AS result, -- 1-0, or ranks
	g.reason AS reason,
	strftime('%Y-%m-%d %H:%M:%S', g.started_ms / 1000, 'unixepoch') AS started, -- UTC
	(g.ended_ms - g.started_ms) / 1000.0 AS seconds
FROM games g;

-- Every seat that lost by a fault of its own: any verdict but ok, resign and void.
CREATE VIEW faults AS
SELECT g.tournament AS tournament,
	g.id AS game,
	b.name AS bot,
	s.seat AS seat,
	s.verdict AS verdict,
	s.detail AS detail
FROM games g
JOIN seats s ON s.game = g.id
JOIN bots b ON b.id = s.bot
WHERE s.verdict NOT IN ('ok', 'resign', 'void');

-- How long each bot took for its moves.
CREATE VIEW move_times AS
SELECT g.tournament AS tournament,
	b.name AS bot,
	count(*) AS moves,
	round(avg(m.wall_us) / 1000, 3) AS mean_ms,
	max(m.wall_us) / 1000.0 AS max_ms,
	round(avg(m.cpu_us) / 1000, 3) AS cpu_ms,  -- mean processor time of a move
	round(100.0 * sum(m.wait_us) / sum(m.wall_us) FILTER (WHERE m.wait_us IS NOT NULL), 1)
		AS waiting_percent                     -- of the wall time, without a processor
FROM games g
JOIN moves m ON m.game = g.id
JOIN seats s ON s.game = m.game AND s.seat = m.seat
JOIN bots b ON b.id = s.bot
GROUP BY g.tournament, b.name;
