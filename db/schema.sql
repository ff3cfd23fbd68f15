-- schema.sql - the tables and views of the results database. db/README.md documents each of them.
--
-- Columns named _ms are UTC milliseconds since 1970; columns named _us are durations in
-- microseconds. Seats, rounds and plies count from 1. A change here raises user_version and adds a
-- row to migrations.c. Views stand last, and each ends with a semicolon at the end of a line,
-- because migrations.c creates them again in older files.

PRAGMA application_id = 0x52666572; -- "Rfer": marks a file of referee
PRAGMA user_version = 14;

-- A tournament as it was defined. Pairings, seeds and openings are computed from this row.
CREATE TABLE tournaments (
	id         INTEGER PRIMARY KEY, -- a newer tournament has a higher id
	name       TEXT NOT NULL,       -- from its file or --name; not unique
	game       TEXT NOT NULL,       -- the game's rules: connect4
	format     TEXT NOT NULL,       -- the schedule: round-robin
	seats      INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 6), -- number of players in each game
	seed       INTEGER NOT NULL,    -- seed of every random choice
	definition TEXT NOT NULL,       -- the settings that affect its games, KEY = VALUE lines
	created_ms INTEGER NOT NULL,    -- the start of its first run
	logs       TEXT NOT NULL DEFAULT '' -- the setting logs; empty: owner if a bot is remote, else public
) STRICT;

-- The operator's note on a tournament, if there is one.
CREATE TABLE notes (
	tournament INTEGER PRIMARY KEY REFERENCES tournaments ON DELETE CASCADE,
	note       TEXT NOT NULL -- one line, the last one given by the file or --note
) STRICT;

-- A bot program. The same name with another command or program is another row.
CREATE TABLE bots (
	id      INTEGER PRIMARY KEY,
	name    TEXT NOT NULL, -- standings add up all rows of one name
	command TEXT NOT NULL, -- the command that starts it; empty for a remote bot
	digest  TEXT NOT NULL, -- hexadecimal digest of command, program and own limits; empty for a remote bot without own limits
	remote  INTEGER NOT NULL DEFAULT 0, -- 1: it connected over the network and ran on another machine
	UNIQUE (name, command, digest)
) STRICT;

-- Settings of one bot besides its command, if it has any.
CREATE TABLE bot_settings (
	bot      INTEGER PRIMARY KEY REFERENCES bots ON DELETE CASCADE,
	settings TEXT NOT NULL -- KEY = VALUE lines as in the tournament file: dir = students/mine
) STRICT;

-- The description of a tournament's rules program, if its game is a program (process:COMMAND).
CREATE TABLE rules_programs (
	tournament  INTEGER PRIMARY KEY REFERENCES tournaments ON DELETE CASCADE,
	description TEXT NOT NULL -- its answer to the question rules, a line each
) STRICT;

-- The bots of a tournament. Tournaments that began before version 3 have no rows.
CREATE TABLE participants (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	bot        INTEGER NOT NULL REFERENCES bots,
	round      INTEGER NOT NULL CHECK (round >= 1), -- the first round that the bot could be paired in
	PRIMARY KEY (tournament, bot)
) STRICT, WITHOUT ROWID;

-- Operator actions on a daemon's tournament that apply again whenever it continues.
CREATE TABLE admin_actions (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	action     TEXT NOT NULL CHECK (action IN ('add', 'bench')), -- add: the bot takes part; bench: it plays no more
	bot        TEXT NOT NULL, -- add: NAME=COMMAND; bench: NAME
	PRIMARY KEY (tournament, action, bot)
) STRICT, WITHOUT ROWID;

-- A round that a bot sat out for lack of an opponent, or points for games that were skipped because
-- another bot was benched.
CREATE TABLE byes (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	round      INTEGER NOT NULL CHECK (round >= 1),
	bot        INTEGER NOT NULL REFERENCES bots,
	points     REAL NOT NULL, -- points given for the games that were not played
	PRIMARY KEY (tournament, round, bot)
) STRICT, WITHOUT ROWID;

-- A worker of a tournament: another machine that played games of it, as it described itself. The
-- same name with another description is another row. This machine has no row.
CREATE TABLE workers (
	id         INTEGER PRIMARY KEY,
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	name       TEXT NOT NULL,
	cpu        TEXT NOT NULL,    -- model of its processor; empty: unknown
	arch       TEXT NOT NULL,    -- its architecture: x86_64
	cores      INTEGER NOT NULL, -- physical cores; 0: unknown
	slots      INTEGER NOT NULL, -- games at a time
	speed      INTEGER NOT NULL, -- of a house bot, in nodes per second, as last measured; 0: unknown
	sandbox    TEXT NOT NULL,    -- least level of its sandboxes
	version    TEXT NOT NULL,    -- of its program
	first_ms   INTEGER NOT NULL, -- when it was first connected
	last_ms    INTEGER NOT NULL, -- when it was last connected or disconnected
	lost       INTEGER NOT NULL DEFAULT 0, -- games that it began and did not return; they were played again
	distrusted TEXT, -- why its games do not count, and it plays no more; NULL: it is trusted
	UNIQUE (tournament, name, cpu, arch, cores, slots, sandbox, version)
) STRICT;

-- One finished game.
CREATE TABLE games (
	id         INTEGER PRIMARY KEY, -- in the order in which games finished and were rated
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	pairing    INTEGER NOT NULL, -- identifies the game in the schedule
	round      INTEGER NOT NULL CHECK (round >= 1), -- round of the schedule
	seed       INTEGER NOT NULL, -- seed of the game and of its bots
	opening    TEXT NOT NULL,    -- moves separated by blanks, or a position; empty: none
	final      TEXT NOT NULL,    -- the final position
	reason     TEXT NOT NULL,    -- why it ended: normal, an adjudication rule, or a verdict
	sandbox    TEXT NOT NULL,    -- sandbox level of the bots: full, reduced, none
	plies      INTEGER NOT NULL CHECK (plies >= 0), -- number of moves, without the opening
	started_ms INTEGER NOT NULL, -- when the first bot was asked for a move
	ended_ms   INTEGER NOT NULL, -- when it ended
	moves_hash INTEGER, -- hash of opening and moves: equal for identical games; NULL: unknown
	worker     INTEGER REFERENCES workers, -- the worker that played it; NULL: this machine
	UNIQUE (tournament, pairing)
) STRICT;

-- How a seat's game can end. A referee that opens the file for writing adds those that are missing.
CREATE TABLE verdicts (
	name      TEXT PRIMARY KEY,
	fault     INTEGER NOT NULL, -- 1: the seat lost by a fault of its bot
	away      INTEGER NOT NULL, -- 1: the bot was not there, or not asked any more
	took_part INTEGER NOT NULL  -- 1: its program took part: it was built, present and started
) STRICT, WITHOUT ROWID;

-- The players of a game and their results.
CREATE TABLE seats (
	game    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat    INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 6), -- seat 1 moves first
	bot     INTEGER NOT NULL REFERENCES bots, -- the player
	rank    INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 6), -- 1 is best; ties share the better rank: 1 2 2 4
	points  REAL NOT NULL CHECK (points BETWEEN 0 AND 1), -- (seats beaten + half of seats tied) / (seats - 1); seats that fail together do not tie
	verdict TEXT NOT NULL REFERENCES verdicts, -- ok, or how this seat lost
	detail  TEXT, -- explanation for people; NULL: none
	stderr  TEXT, -- the end of the bot's standard error; NULL: empty
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Details of a seat's loss by a fault of its own bot.
CREATE TABLE failures (
	game        INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat        INTEGER NOT NULL, -- the seat whose bot failed
	phase       TEXT NOT NULL CHECK (phase IN ('start', 'newgame', 'move')), -- when it failed
	asked       TEXT,    -- the last lines that the referee sent; NULL: none
	said        BLOB,    -- the bytes that the bot wrote to stdout after them; NULL: none
	limit_us    INTEGER, -- its time limit; limit_us and wall_us are NULL if it was not asked
	wall_us     INTEGER, -- time until it failed
	cpu_us      INTEGER, -- processor time used; NULL: unknown, as for a remote bot
	wait_us     INTEGER, -- time spent waiting for a processor; NULL: unknown
	exit_status INTEGER, -- its exit status; NULL: it did not exit by itself
	signal      INTEGER, -- the signal that killed it; NULL: none, or sent by the referee
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Every move of a player. Moves of the opening are not included.
CREATE TABLE moves (
	game    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	ply     INTEGER NOT NULL, -- from 1
	seat    INTEGER NOT NULL, -- the seat that moved
	move    TEXT NOT NULL,    -- in the game's notation
	wall_us INTEGER NOT NULL, -- time from the request to the answer
	cpu_us  INTEGER,          -- processor time used; NULL: unknown, as for a remote bot
	wait_us INTEGER,          -- time spent waiting for a processor; NULL: unknown
	depth   INTEGER,          -- search depth reported by the bot; NULL: not reported
	score   INTEGER,          -- score reported by the bot: hundredths, positive is good for it; NULL: not reported
	nodes   INTEGER,          -- positions searched, reported by the bot; NULL: not reported
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- Further output of a bot about a move, stored if keep-info = yes.
CREATE TABLE move_info (
	game     INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	ply      INTEGER NOT NULL, -- as in moves
	seldepth INTEGER, -- greatest depth of the search; NULL: not reported
	nps      INTEGER, -- positions per second; NULL: not reported
	pv       TEXT,    -- the expected moves, as the bot wrote them; NULL: not reported
	text     TEXT,    -- the last info string; NULL: none
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- The answers of a rules program about the positions of a game, so that they are read without it. Only
-- games of such programs have rows.
CREATE TABLE positions (
	game     INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	number   INTEGER NOT NULL, -- from 0; the moves of an opening count
	question TEXT NOT NULL,    -- start, read (the opening), play MOVE or forfeit SEAT, in the position before
	answer   TEXT NOT NULL,    -- the position block, a line each: position TEXT, turn SEAT, legal MOVES
	PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- A game whose moves were removed, to save room: it has no rows in moves, positions, move_info, failures,
-- analysis and analysed, and its seats have no stderr. Its result counts as before.
CREATE TABLE removed_moves (
	game       INTEGER PRIMARY KEY, -- its id in games, or in replaced_games
	removed_ms INTEGER NOT NULL,
	reason     TEXT NOT NULL -- the setting, as "keep-moves = 30d", or the archive that has them
) STRICT;

-- The running Elo rating of each seat before and after a game.
CREATE TABLE ratings (
	game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	seat   INTEGER NOT NULL, -- the seat of the rated bot
	before REAL NOT NULL,    -- rating of the bot's name in this tournament before the game
	after  REAL NOT NULL,    -- the same after the game
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Values from the exact solver for each move. A value is exact, with best play of all seats, from
-- the view of the seat that moved: above 0 wins, 0 draws, below 0 loses. Higher is better.
CREATE TABLE analysis (
	game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
	ply    INTEGER NOT NULL, -- ply of the move
	before INTEGER,          -- value before the move; NULL: not found within the node limit
	after  INTEGER,          -- value after the move; NULL: not found within the node limit
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- The games that were analysed, and the node limit.
CREATE TABLE analysed (
	game  INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
	nodes INTEGER NOT NULL, -- node limit of the solver for each value
	known INTEGER NOT NULL  -- number of values that it found
) STRICT;

-- A game that was played a second time on another machine, to compare the two. It should have the
-- same moves; the second game does not count.
CREATE TABLE spot_checks (
	game       INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
	worker     INTEGER REFERENCES workers, -- the worker of the second game; NULL: this machine
	same       INTEGER NOT NULL CHECK (same IN (0, 1)), -- 1: it had the same moves and result
	checked_ms INTEGER NOT NULL
) STRICT;

-- The standings cache: sums over the games of each bot in each seat, updated with every game.
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
	ranks      INTEGER NOT NULL, -- sum of ranks; seats that fail together count as the worst of their places
	faults     INTEGER NOT NULL, -- losses by a fault of its own
	last       INTEGER NOT NULL, -- the last game of them
	played     INTEGER NOT NULL DEFAULT 0, -- games that its program took part in
	PRIMARY KEY (tournament, bot, seat)
) STRICT, WITHOUT ROWID;

-- The standings cache of each pair of bots: sums for the view crosstable.
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

-- A bot of a ladder that is not paired from one round until another.
CREATE TABLE retirements (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	bot        TEXT NOT NULL, -- the bot's name
	round      INTEGER NOT NULL CHECK (round >= 1), -- the first round without it
	back       INTEGER CHECK (back >= round), -- the first round with it again; NULL: not back yet
	PRIMARY KEY (tournament, bot, round)
) STRICT, WITHOUT ROWID;

-- A game that was played again (referee run --replay) and counts no more. Columns as in games.
CREATE TABLE replaced_games (
	id          INTEGER PRIMARY KEY, -- its former id in games; no other game gets it
	tournament  INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	pairing     INTEGER NOT NULL, -- the row of games with this pairing replaces it
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
	replaced_ms INTEGER NOT NULL, -- when the replay was requested; equal for all games of one request
	bot         TEXT NOT NULL,    -- name of the bot whose games are played again, or "worker NAME"
	paired      INTEGER NOT NULL, -- the last round that was paired with this result
	worker      INTEGER REFERENCES workers -- as in games
) STRICT;

-- The players of a replaced game, as in seats.
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

-- The answers of a rules program about the positions of a replaced game, as in positions.
CREATE TABLE replaced_positions (
	game     INTEGER NOT NULL REFERENCES replaced_games ON DELETE CASCADE,
	number   INTEGER NOT NULL,
	question TEXT NOT NULL,
	answer   TEXT NOT NULL,
	PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- Finds the games of a bot without reading all games.
CREATE INDEX seats_by_bot ON seats (bot, game);

-- Finds the games with a fault. Its condition stands beside that of verdicts, which no index has.
CREATE INDEX seats_not_ok ON seats (game) WHERE verdict <> 'ok';

-- Finds the games of workers without reading all games.
CREATE INDEX games_by_worker ON games (worker) WHERE worker IS NOT NULL;

-- Finds the replaced games of a tournament or of a pairing.
CREATE INDEX replaced_by_pairing ON replaced_games (tournament, pairing);

-- Points of each bot for rounds that it sat out and for games that were not played.
CREATE VIEW bye_points AS
SELECT y.tournament AS tournament,
	b.name AS bot,
	count(*) AS byes,
	sum(y.points) AS points
FROM byes y
JOIN bots b ON b.id = y.bot
GROUP BY y.tournament, b.name;

-- The last round that each bot of a knockout reached. The winner of the final gets one more.
CREATE VIEW knockout_rounds AS
SELECT tournament,
	bot,
	max(round) AS reached -- the last round it was in
FROM (
	SELECT g.tournament AS tournament, b.name AS bot, g.round AS round
	FROM tournaments t
	CROSS JOIN games g ON g.tournament = t.id -- CROSS fixes the join order: few tournaments are knockouts
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

-- One row for each bot name of a tournament, best first. In a knockout the bot that came furthest is
-- first. A bot with several seats in a game counts each of them as a game.
CREATE VIEW standings AS
SELECT sums.tournament AS tournament,
	rank() OVER (PARTITION BY sums.tournament ORDER BY k.reached DESC, CASE WHEN k.reached IS NULL
		THEN sums.points + coalesce(y.points, 0) END DESC) AS rank, -- equal points share it
	sums.bot AS bot,
	games,
	played,                                        -- games that its program took part in
	sums.points + coalesce(y.points, 0) AS points,    -- two seats: a win 1, a draw 1/2; with byes
	round(100.0 * (sums.points + coalesce(y.points, 0)) / (games + coalesce(y.points, 0)), 1)
		AS percent,                            -- of the possible points
	wins,                                          -- games it won alone
	draws,                                         -- games with a shared first place, unless by failing together
	losses,                                        -- all others
	round(elo, 1) AS running_elo,                  -- after its last game; depends on the order of games
	faults,                                        -- games it lost by a fault of its own
	round(ranks, 3) AS mean_rank                   -- mean of its ranks, 1 is best
FROM (
	SELECT t.tournament AS tournament, b.name AS bot, sum(t.games) AS games,
		sum(t.played) AS played,
		round(sum(t.points), 6) AS points, -- equal sums of fifths compare as equal
		sum(t.wins) AS wins, sum(t.draws) AS draws, sum(t.losses) AS losses,
		r.after AS elo, max(t.last), -- SQLite takes r.after from the row of max()
		sum(t.faults) AS faults, 1.0 * sum(t.ranks) / sum(t.games) AS ranks
	FROM seat_totals t
	JOIN bots b ON b.id = t.bot
	LEFT JOIN ratings r ON r.game = t.last AND r.seat = t.seat
	GROUP BY t.tournament, b.name
) sums
LEFT JOIN bye_points y ON y.tournament = sums.tournament AND y.bot = sums.bot
LEFT JOIN knockout_rounds k ON k.tournament = sums.tournament AND k.bot = sums.bot
ORDER BY tournament, rank, points DESC, wins DESC, bot;

-- Results of each bot against each opponent: two rows for a pair. Wins, draws and losses compare the
-- ranks of the two only, for each pair of their seats. Seats of one bot are no pair.
CREATE VIEW crosstable AS
SELECT p.tournament AS tournament,
	b.name AS bot,
	c.name AS opponent,
	sum(p.games) AS games,               -- games of both; each seat of the bot counts
	round(sum(p.points), 6) AS points,   -- the bot's points in them, from all opponents
	sum(p.wins) AS wins,                 -- ranked better than the opponent
	sum(p.draws) AS draws,               -- ranked the same
	sum(p.losses) AS losses,             -- ranked worse, or both failed together
	round(sum(p.points) / sum(p.games), 4) AS mean -- of the points
FROM pair_totals p
JOIN bots b ON b.id = p.bot
JOIN bots c ON c.id = p.opponent
WHERE b.name <> c.name
GROUP BY p.tournament, b.name, c.name;

-- Each pair of bots as if no other bot had played. Name a comes before b in the alphabet.
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

-- Results of each bot in each seat.
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

-- One row for each game.
CREATE VIEW game_list AS
SELECT g.tournament AS tournament,
	g.id AS game,
	g.round AS round,
	(SELECT group_concat(name, ' - ') FROM (
		SELECT b.name AS name FROM seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = g.id ORDER BY s.seat)) AS players, -- in seat order
	g.opening AS opening,
	g.plies AS plies,
	(SELECT CASE
		WHEN count(*) <> 2 THEN group_concat(CASE WHEN whole > 0 THEN rank ELSE 0 END, ' ')
		WHEN max(whole) = 0 THEN '0-0' -- all failed together
		ELSE CASE group_concat(rank, ' ')
			WHEN '1 2' THEN '1-0' WHEN '2 1' THEN '0-1' ELSE '1/2-1/2' END END
	FROM (SELECT rank, sum(points) OVER () AS whole FROM seats s WHERE s.game = g.id
		ORDER BY s.seat)) AS result, -- 1-0, or ranks; all 0 if all failed together
	g.reason AS reason,
	(SELECT count(*) FROM seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = g.id AND b.remote = 1) AS remote, -- number of seats of remote bots
	strftime('%Y-%m-%d %H:%M:%S', g.started_ms / 1000, 'unixepoch') AS started, -- UTC
	(g.ended_ms - g.started_ms) / 1000.0 AS seconds
FROM games g;

-- Results of each machine of a tournament: one row for each name of a worker, and one for this
-- machine, which is called here.
CREATE VIEW worker_results AS
WITH names AS (
	SELECT tournament, name, CAST(total(lost) AS INTEGER) AS lost, max(distrusted) AS distrusted
	FROM workers GROUP BY tournament, name
	UNION ALL SELECT id, 'here', 0, NULL FROM tournaments
), played AS (
	SELECT g.tournament AS tournament, coalesce(w.name, 'here') AS name, count(*) AS games,
		sum((SELECT count(*) FROM seats s WHERE s.game = g.id AND s.verdict <> 'ok'
			AND s.verdict = 'time')) AS late,
		sum((SELECT count(*) FROM seats s WHERE s.game = g.id AND s.verdict <> 'ok'
			AND s.verdict NOT IN (SELECT name FROM verdicts WHERE fault = 0))) AS faults,
		avg(g.ended_ms - g.started_ms) AS ms
	FROM games g
	LEFT JOIN workers w ON w.id = g.worker
	GROUP BY g.tournament, coalesce(w.name, 'here')
), compared AS ( -- both machines of each spot check
	SELECT g.tournament AS tournament, coalesce(w.name, 'here') AS name, c.same AS same
	FROM spot_checks c
	JOIN games g ON g.id = c.game
	LEFT JOIN workers w ON w.id = g.worker
	UNION ALL SELECT g.tournament, coalesce(w.name, 'here'), c.same
	FROM spot_checks c
	JOIN games g ON g.id = c.game
	LEFT JOIN workers w ON w.id = c.worker
)
SELECT n.tournament AS tournament,
	n.name AS worker,
	coalesce(p.games, 0) AS games,
	round(p.ms / 1000.0, 3) AS seconds, -- mean duration of a game
	coalesce(p.late, 0) AS late,        -- seats that lost on time
	coalesce(p.faults, 0) AS faults,    -- seats that lost by a fault of their bot, these included
	n.lost AS lost,                     -- games that it began and did not return
	(SELECT count(*) FROM compared c WHERE c.tournament = n.tournament AND c.name = n.name)
		AS checks,                  -- spot checks that it took part in
	(SELECT count(*) FROM compared c WHERE c.tournament = n.tournament AND c.name = n.name
		AND c.same = 0) AS different, -- of these: those whose two games differ
	n.distrusted AS distrusted          -- why its games do not count; NULL: they do
FROM names n
LEFT JOIN played p ON p.tournament = n.tournament AND p.name = n.name
WHERE n.name <> 'here' OR p.games > 0;

-- One row for each game that was played again.
CREATE VIEW replaced_list AS
SELECT r.tournament AS tournament,
	r.id AS game,
	r.round AS round,
	(SELECT group_concat(name, ' - ') FROM (
		SELECT b.name AS name FROM replaced_seats s JOIN bots b ON b.id = s.bot
		WHERE s.game = r.id ORDER BY s.seat)) AS players, -- in seat order
	(SELECT CASE count(*)
		WHEN 2 THEN group_concat(CASE points WHEN 0.5 THEN '1/2' ELSE CAST(points AS INTEGER) END, '-')
		ELSE group_concat(rank, ' ') END
	FROM (SELECT rank, points FROM replaced_seats s WHERE s.game = r.id ORDER BY s.seat)) AS result,
	r.reason AS reason,
	strftime('%Y-%m-%d %H:%M:%S', r.started_ms / 1000, 'unixepoch') AS started,   -- UTC
	strftime('%Y-%m-%d %H:%M:%S', r.replaced_ms / 1000, 'unixepoch') AS replaced, -- UTC
	r.bot AS replay, -- the bot whose games were played again
	(SELECT g.id FROM games g WHERE g.tournament = r.tournament AND g.pairing = r.pairing)
		AS counts -- the game that counts instead; NULL: not played yet
FROM replaced_games r;

-- Identical games: the same bots in the same seats, the same opening and moves.
CREATE VIEW duplicates AS
SELECT tournament,
	players,             -- in seat order
	moves_hash,           -- of these games
	count(*) AS games,   -- number of identical games
	min(game) AS first   -- the first game of them
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

-- Every seat that lost by a fault of its bot: verdicts says which.
CREATE VIEW faults AS
SELECT g.tournament AS tournament,
	g.id AS game,
	b.name AS bot,
	s.seat AS seat,
	s.verdict AS verdict,
	s.detail AS detail
FROM seats s
CROSS JOIN games g ON g.id = s.game -- CROSS fixes the join order: faults are fewer than games
JOIN bots b ON b.id = s.bot
WHERE s.verdict <> 'ok' AND s.verdict NOT IN (SELECT name FROM verdicts WHERE fault = 0);

-- Number of faults of each bot by verdict.
CREATE VIEW fault_kinds AS
SELECT tournament,
	bot,
	verdict,
	count(*) AS times,
	max(game) AS last -- the last game of them
FROM faults
GROUP BY tournament, bot, verdict;

-- The running Elo of each bot: one row for each of its games.
CREATE VIEW rating_history AS
SELECT t.tournament AS tournament,
	b.name AS bot,
	s.game AS game,
	g.round AS round,
	round(r.after, 1) AS running_elo,       -- after the game
	round(r.after - r.before, 1) AS change  -- change by the game
FROM (SELECT DISTINCT tournament, bot FROM seat_totals) t
CROSS JOIN bots b ON b.id = t.bot -- CROSS fixes the join order: from a bot to its games
CROSS JOIN seats s ON s.bot = t.bot
CROSS JOIN games g ON g.id = s.game AND g.tournament = t.tournament
CROSS JOIN ratings r ON r.game = s.game AND r.seat = s.seat
WHERE NOT EXISTS ( -- several seats of a game have equal ratings: take the first
	SELECT 1 FROM seats e WHERE e.game = s.game AND e.bot = s.bot AND e.seat < s.seat);

-- Results of each seat from each opening.
CREATE VIEW openings AS
SELECT g.tournament AS tournament,
	g.opening AS opening,             -- empty: none
	s.seat AS seat,
	count(*) AS games,
	round(sum(s.points), 6) AS points,
	round(avg(s.points), 4) AS mean,  -- of the points
	sum(s.points = 1) AS wins,        -- games it won alone
	sum(s.rank = 1 AND s.points > 0 AND s.points < 1) AS draws -- games with a shared first place
FROM games g
JOIN seats s ON s.game = g.id
GROUP BY g.tournament, g.opening, s.seat;

-- One row for each move of a player.
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

-- One row for each position of a game whose rules are a program.
CREATE VIEW position_list AS
SELECT g.tournament AS tournament,
	p.game AS game,
	p.number AS number,
	p.question AS question,
	substr(p.answer, 10, instr(p.answer, char(10)) - 10) AS position,
	substr(p.answer, instr(p.answer, char(10)) + 1) AS facts -- the other lines of the answer
FROM games g
JOIN positions p ON p.game = g.id;

-- Thinking times of each bot.
CREATE VIEW move_times AS
SELECT g.tournament AS tournament,
	b.name AS bot,
	count(*) AS moves,
	round(avg(m.wall_us) / 1000, 3) AS mean_ms,
	max(m.wall_us) / 1000.0 AS max_ms,
	round(avg(m.cpu_us) / 1000, 3) AS cpu_ms,  -- mean processor time of a move; NULL: not known
	round(100.0 * total(m.wait_us) / total(m.wall_us) FILTER (WHERE m.wait_us IS NOT NULL), 1)
		AS waiting_percent                     -- percent of wall time spent waiting for a processor
FROM games g
JOIN moves m ON m.game = g.id
JOIN seats s ON s.game = m.game AND s.seat = m.seat
JOIN bots b ON b.id = s.bot
GROUP BY g.tournament, b.name;

-- How close each bot came to its time limit, and how often it lost on time.
CREATE VIEW time_trouble AS
WITH texts AS ( -- definition of a tournament, or settings of a bot with own limits
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
), used AS ( -- a row for each move, and for each loss on time
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
	u.limit_us / 1000.0 AS limit_ms,               -- for a move; NULL: another kind of clock
	max(u.made_us) / 1000.0 AS slowest_ms,         -- slowest of these moves
	sum(u.made_us > 0.8 * u.limit_us) AS over_80,  -- moves that took more than 80% of the limit
	sum(u.made_us > 0.95 * u.limit_us) AS over_95, -- more than 95%
	sum(1 - u.made) AS late,                       -- games lost on time
	round(100.0 * total(u.late_wait_us) / total(u.late_us) FILTER (WHERE u.late_wait_us IS NOT NULL),
		1) AS waiting_percent                  -- percent of their time spent waiting for a processor
FROM held u
JOIN bots b ON b.id = u.bot
GROUP BY u.tournament, b.name;

-- How well each bot moved, over the moves that referee analyse has seen. A move keeps the value if
-- the position stays won, or stays drawn; it is exact if the solver's number stays the same too.
CREATE VIEW accuracy AS
SELECT tournament,
	bot,
	sum(known) AS moves,                            -- moves with both values known
	sum(known AND was = is_now) AS value_kept,      -- moves that kept the win or the draw
	round(100.0 * sum(known AND was = is_now) / sum(known), 2) AS percent, -- value_kept of moves; NULL: none known
	sum(known AND before = after) AS exact,         -- moves that kept the solver's number
	sum(known AND was = 1 AND is_now = 0) AS win_to_draw,
	sum(known AND was = 1 AND is_now = -1) AS win_to_loss,
	sum(known AND was = 0 AND is_now = -1) AS draw_to_loss,
	sum(NOT known) AS unknown                       -- moves with a value that was not found
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

-- Every move known to have lost value: a win or a draw.
CREATE VIEW blunders AS
SELECT g.tournament AS tournament,
	g.id AS game,
	m.ply AS ply,
	m.seat AS seat,
	b.name AS bot,       -- of the seat that moved
	m.move AS move,
	a.before AS before,  -- value before the move
	a.after AS after,    -- value after the move
	CASE WHEN a.before = 0 THEN 'draw to loss' WHEN a.after = 0 THEN 'win to draw'
		ELSE 'win to loss' END AS lost_value
FROM games g
JOIN analysis a ON a.game = g.id
JOIN moves m ON m.game = a.game AND m.ply = a.ply
JOIN seats s ON s.game = m.game AND s.seat = m.seat
JOIN bots b ON b.id = s.bot
WHERE (a.before > 0) - (a.before < 0) > (a.after > 0) - (a.after < 0);
