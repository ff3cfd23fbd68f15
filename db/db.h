/*
 * db.h - the results database: the only code that knows SQLite.
 *
 * One process opens it for writing and is the only one to checkpoint; all other processes open
 * it read-only. WAL, synchronous=FULL: when db_commit() has returned, its rows are on the disk.
 *
 * Functions that return int return 0, or a DB_ error with a line for people in db_error_text().
 * Texts that are passed in are borrowed for the call; those of a cursor are valid until its next
 * step.
 */
#ifndef DB_DB_H
#define DB_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/unknown.h"

enum db_error {
	DB_OK,
	DB_MISSING,	/* no such file (reading) or folder */
	DB_NOT_ONE,	/* it is not a SQLite database, or not one of ours */
	DB_NEWER,	/* its user_version is above what this program knows */
	DB_LOCKED,	/* another process writes it, or keeps it locked */
	DB_FULL,	/* the disk is full */
	DB_UNAVAILABLE, /* the machine cannot do it now: input or output, a read-only disk, no
			   memory, no descriptor */
	DB_BROKEN,	/* damaged, or anything else SQLite said */
	DB_NONE		/* no such row */
};

enum db_mode { DB_READ, DB_WRITE, DB_READ_CONFINED };

enum { DB_SEATS = 6 };

struct db;

/*
 * A definition (or the settings of a bot) that any version wrote, in the words of today: keys and
 * forms of values that changed since are translated. The caller frees it.
 */
char *db_definition_today(const char *definition);

/*
 * Opens path; DB_WRITE makes it when missing, brings an older one up to date (migrations) and
 * takes the writer's lock until db_close(). *db is set whenever there was memory for it, so that
 * db_error_text() can be asked; free it with db_close() in every case.
 *
 * DB_READ of a finished database (no log) also works where nothing may be written. There SQLite
 * has no locks: when another process writes the file all the same, db_end() returns DB_BROKEN.
 *
 * DB_READ_CONFINED is DB_READ in a process that has given up its right to write files, which
 * access(2) does not know of; what SQLite would put into temporary files stays in memory.
 */
int db_open(struct db **db, const char *path, enum db_mode mode);

/* Does the file begin as a database does? */
bool db_is_file(const char *path);
void db_close(struct db *db); /* NULL may be closed */

/* For a writer that is done and has read its results: removes the empty log that the reader left.
 * The log stays while another process has the database open. */
void db_remove_log(const char *path);

/* The version (PRAGMA user_version) that this program writes, and the oldest that it reads. */
int db_version_written(void);
int db_version_oldest(void);

/* The version of SQLite. */
const char *db_library(void);

/* The last failure, in one line that names the file. */
const char *db_error_text(const struct db *db);
enum db_error db_error(const struct db *db);

/* Is it a failure that can pass by itself: DB_LOCKED, DB_FULL or DB_UNAVAILABLE? Then what was
 * rolled back may be written again. */
bool db_may_pass(int error);

/* The process that keeps the database locked, as the last failure named it; 0: none, or not known.
 */
long db_holder(const struct db *db);

/* How long calls of this process wait for the locks of others, in milliseconds; 5000 at first. */
void db_set_patience(int ms);

/* The file, as it was named. */
const char *db_path(const struct db *db);

/* A group of writes; what is not committed is undone by db_rollback() or db_close(). */
int db_begin(struct db *db);
int db_commit(struct db *db);
int db_rollback(struct db *db);

/* A reader's: all that is read from here on is as it was at one moment, until db_close(). */
int db_snapshot(struct db *db);

/* A reader's: copies the whole database, as it is at one moment, into a new file at path, which no
 * file may have. The writer goes on meanwhile. The copy is whole, checked and on the disk when this
 * returns DB_OK; else there is none. */
int db_backup(struct db *db, const char *path);

/* A tournament's definition, as it stands in its row. */
struct db_tournament {
	int64_t id; /* given by db_tournament_add() */
	const char *name;
	const char *game;
	const char *format;
	const char *definition; /* the settings that make its games what they are, one a line */
	int seats;
	int64_t seed;
	int64_t created_ms; /* UTC */
	const char *note;   /* what db_tournament_add() notes of it; NULL: nothing */
	/* The description of its rules program, which db_tournament_add() keeps; NULL: its game is
	 * no program. db_tournament_find() does not read this, nor the note. */
	const char *rules_description;
};

/* Adds a tournament, and sets its id. */
int db_tournament_add(struct db *db, struct db_tournament *t);

/* Finds the newest tournament of this name; its texts are valid until the next call of this function.
 * If none is written like this, one whose name differs in form or in capitals alone (base/name.h).
 * DB_NONE: there is none. name NULL: the newest of all. */
int db_tournament_find(struct db *db, const char *name, struct db_tournament *t);

/* Looks for a row that is equal but for its id. Sets *known, and t->id if there is one. */
int db_tournament_same(struct db *db, struct db_tournament *t, bool *known);

/* Sets who reads what its bots wrote, as the column logs has it. */
int db_tournament_logs(struct db *db, int64_t tournament, const char *logs);

/* Sets what is noted of it, in the place of what was. */
int db_note_set(struct db *db, int64_t tournament, const char *note);

/* The description of a tournament's rules program: the caller frees it. NULL: its game is no
 * program. */
int db_rules_of(struct db *db, int64_t tournament, char **description);

struct db_bot {
	int64_t id;
	const char *name, *command;
	const char *digest;   /* hexadecimal: what its command and program were */
	const char *settings; /* all else that it is given, "KEY = VALUE" a line; NULL: nothing */
	bool remote;	      /* it runs elsewhere: command and digest are "" */
};

/* The row of this name, command and digest, made when missing; sets id. */
int db_bot_add(struct db *db, struct db_bot *b);

/* A worker of a tournament, as it described itself. */
struct db_worker {
	int64_t id;
	const char *name;
	const char *cpu; /* "": not known, as 0 of cores and speed */
	const char *arch;
	int cores, slots;
	int64_t speed; /* nodes per second */
	const char *sandbox, *version;
	int64_t first_ms, last_ms; /* UTC: when it was seen */
	int64_t lost;		   /* games that it began and did not return */
};

/* The row of this description, made when missing; sets id. Its times and its newest speed are
 * noted; lost rises to at least this. */
int db_worker_add(struct db *db, int64_t tournament, struct db_worker *w);

/* The worker ended at this time (ms, UTC), with this many games that it had begun. */
int db_worker_lost(struct db *db, int64_t worker, int games, int64_t ms);

/* A game was played a second time to compare two machines. */
struct db_spot_check {
	int64_t worker; /* of the second game; 0: this machine */
	bool same;	/* the same moves and result */
	int64_t ms;	/* UTC */
};

/* Keeps the check of a game, in the place of an earlier one. */
int db_spot_check_add(struct db *db, int64_t game, const struct db_spot_check *check);

/* The check of a game. DB_NONE: there is none. */
int db_spot_check_find(struct db *db, int64_t game, struct db_spot_check *check);

/* The bot takes part from this round on; what is there already stays. */
int db_participant_add(struct db *db, int64_t tournament, int64_t bot, int round);

/* An operator's action ("add" or "bench"; bot: as admin_actions has it) is in force from now on, or
 * no longer. */
int db_admin_action_set(
	struct db *db, int64_t tournament, const char *what, const char *bot, bool holds);

/* The bot of this name is not paired from this round on, until back; 0: it is not back yet. */
int db_retirement_set(struct db *db, int64_t tournament, const char *bot, int round, int back);

/* The bot sat this round out, for this many points; an existing row stays. */
int db_bye_add(struct db *db, int64_t tournament, int round, int64_t bot, double points);

/* How a seat's bot failed; a number that is not known is UNKNOWN. */
struct db_failure {
	const char *phase; /* "start", "newgame" or "move"; NULL: there is no evidence */
	const char *asked; /* the last that it was sent; NULL: nothing */
	const char
		*said; /* the last that it wrote to stdout since, bytes as they came; NULL: none */
	size_t said_length;
	int64_t limit_us, wall_us, cpu_us, wait_us; /* of the phase */
	int64_t exit_status, signal;		    /* how it ended by itself */
};

struct db_seat {
	int64_t bot; /* read: 0 where the seat has no row */
	int rank;
	double points;
	const char *verdict;
	const char *detail;	      /* why, in words; NULL when there is nothing to say */
	const char *stderr_tail;      /* the last it wrote there; NULL: none */
	double elo_before, elo_after; /* read: NaN where there is no rating */
	size_t stderr_length;	      /* of stderr_tail, which may hold NULs; 0: up to its first */
	struct db_failure failure;
	const char *name; /* of the bot: read, never written */
	bool remote;	  /* it runs elsewhere: read, never written */
};

/* Numbers of a game are stored up to these bounds, by size, so that sums of them are numbers too:
 * those that a bot said, and microseconds (31 years). */
#define DB_SAID_MAX (INT64_C(1) << 53)
#define DB_SPAN_MAX INT64_C(1000000000000000)

struct db_move {
	int seat; /* from 1 */
	const char *text;
	int64_t wall_us;
	/* UNKNOWN: not measured, or not said by the bot */
	int64_t cpu_us;	 /* of a processor */
	int64_t wait_us; /* runnable without a processor */
	int64_t depth, score, nodes;
	int ply; /* from 1: read; those that are written count by themselves */
};

/* The values that a bot sent about a move. */
struct db_info {
	int ply;
	int64_t seldepth, nps; /* UNKNOWN: it did not say */
	const char *pv, *text; /* NULL: neither */
};

/* The answer of a rules program about the position that a game came to. */
struct db_position {
	const char *question; /* start, read, "play MOVE" or "forfeit SEAT" */
	const char *answer;   /* a position block, as lines */
};

/* How a game came to count no more. */
struct db_replacement {
	int64_t ms;	 /* UTC: when it was to be played again; 0: it counts */
	const char *bot; /* whose games were */
	int paired;	 /* the last round that had been paired, with its result, by then */
};

/* One finished game: everything that is kept of it. */
struct db_game {
	int64_t id; /* given by db_game_add() */
	int64_t tournament;
	int64_t pairing; /* which game of the schedule: unique in a tournament */
	int round;	 /* from 1 */
	int64_t seed;
	const char *opening; /* "" none; else moves separated by blanks, or a position string */
	const char *final;   /* position string at the end */
	const char *reason;  /* how it ended: normal, what ended it early, or the verdict that ended
				it */
	const char *sandbox; /* the level the bots ran at */
	int64_t started_ms, ended_ms; /* UTC */
	int seats;
	struct db_seat seat[DB_SEATS];
	int64_t moves_hash;	 /* of the opening and the moves (game/game-hash.h); 0: not known */
	int64_t worker;		 /* the worker that played it; 0: this machine */
	const char *worker_name; /* read, never written; NULL: this machine */
	int plies;		 /* as its row says; written: moves, unless they are removed */
	const char *removed;	 /* why its moves were removed; NULL: they were not */
	const struct db_move *moves;
	int moves_count; /* how many were read: plies, unless they are removed or something is
			    wrong */
	const struct db_info *infos; /* written, where anything is kept; never read back */
	int infos_count;
	const struct db_position *positions; /* of a rules program; else none */
	int positions_count;
	struct db_replacement replaced;
};

/* The greatest number that a game has had; 0: none. The next game gets the one after it. */
int db_game_last(struct db *db, int64_t *id);

/* A copy of the game and of all that it points to, in one block: free() frees it. */
struct db_game *db_game_copy(const struct db_game *g);

/* Inserts the game, its seats, moves and ratings. Inside db_begin(). A pairing that the
 * tournament has already is DB_BROKEN and nothing of it is written. Standings and all else that
 * comes from totals follow with db_commit(). */
int db_game_add(struct db *db, struct db_game *g);

/* --- games whose moves are removed -------------------------------------------------------------
 */

/* Removes the moves of a game, its failures, its analysis, and what its bots wrote to stderr. Its
 * result stays. reason: "keep-moves = 30d". Inside db_begin(). */
int db_moves_remove(struct db *db, int64_t game, int64_t ms, const char *reason);

/* The tournament's oldest game after this one that has its moves, and its end (ms, UTC). DB_NONE:
 * there is none. */
int db_moves_oldest(
	struct db *db, int64_t tournament, int64_t after, int64_t *game, int64_t *ended_ms);

/* How many of its games have their moves. */
int db_moves_count(struct db *db, int64_t tournament, int64_t *games);

/* Adds a game that counts no more (g->replaced is set) and came from elsewhere; is it there? Inside
 * db_begin(). */
int db_replaced_add(struct db *db, struct db_game *g);
int db_replaced_find(struct db *db, const struct db_game *g, bool *known);

/* --- games that are played again (referee run --replay) ----------------------------------------
 */

/* The games of the bot of this name count no more, from now (ms, UTC) on: all of them, or, with a
 * digest, those alone that another program of that name played. Says how many. Totals are counted
 * anew; ratings are not. Inside db_begin(), first of all. */
int db_replace(struct db *db, int64_t tournament, const char *bot, const char *digest, int64_t ms,
	int64_t *games);

/* The games of the worker of this name in the tournament count no more, as by db_replace(), and the
 * reason is kept with its rows; the query distrusted has those of all workers. */
int db_distrust(struct db *db, int64_t tournament, const char *worker, const char *why, int64_t ms,
	int64_t *games);

/* How many of the bot's replaced games have not been played again. */
int db_replay_left(struct db *db, int64_t tournament, const char *bot, int64_t *games);

/* A reader's: from here on, until db_close(), it reads the replaced games in the place of those
 * that count. */
int db_read_replaced(struct db *db);

/* --- games that are left out -------------------------------------------------------------------
 */

/* The name of the machine that writes the database, which no worker has. */
#define DB_HERE "here"

/* A reader's: from here on, until db_close(), it reads the database as if the games of workers of
 * these names were not there. DB_NONE, with a line in db_error_text(): no worker of a name played. */
int db_leave_out_workers(struct db *db, const char *const *names, int count);

/* --- games read back ----------------------------------------------------------------------------
 */

/* Which games are read; 0 in a number: all. */
struct db_filter {
	int64_t tournament;
	int64_t game; /* this one alone */
	bool bare;    /* without evidence and without what bots wrote to stderr */
};

/*
 * Every game that the filter lets through, in the order of their numbers, each whole: seats with
 * their bots' names, ratings, evidence and moves. A game and its texts last until the next step.
 * Meanwhile db may be asked for anything. A broken game is given as it stands: a seat without a
 * row, more or fewer moves than plies.
 *
 *	struct db_games *games = db_games(db, &filter);
 *	while ((g = db_games_next(games)) != NULL)
 *		...
 *	error = db_games_end(games);
 */
struct db_games *db_games(struct db *db, const struct db_filter *filter);
const struct db_game *db_games_next(struct db_games *games); /* NULL: no more, or it failed */
int db_games_end(struct db_games *games) __attribute__((warn_unused_result));

/* The seats that failed together and earned nothing from each other, a bit each: they share a rank,
 * and have points for the seats below it alone. Arrays are by seat - 1. */
unsigned db_failed_together(const int *rank, const double *points, int seats);

/* The same of a game, and its ranks. */
unsigned db_game_failed(const struct db_game *g, int rank[DB_SEATS]);

/* The number of the tournament's game of this pairing; 0: it has none. */
int db_pairing_find(struct db *db, int64_t tournament, int64_t pairing, int64_t *game);

/* Changes what a game did to a seat's rating. */
int db_rating_set(struct db *db, int64_t game, int seat, double before, double after);

/* The outcome of a game: by seat - 1 the points and the verdict's name. All zero before the first. */
struct db_outcome {
	int64_t pairing, moves_hash; /* moves_hash 0: not known */
	int paired; /* of a replaced game: the last round that followed from its result */
	int seats;
	double points[DB_SEATS];
	char verdict[DB_SEATS][12];
	bool ahead; /* the query is on the first row of the next game */
};

struct db_query;

/* The next game of the query outcomes or replaced-outcomes, which the caller begins and ends; false:
 * there are no more, or it failed. */
bool db_outcome_next(struct db_query *q, struct db_outcome *outcome);

/* The highest round that a game was kept of; 0: none was. */
int db_last_round(struct db *db, int64_t tournament, int *round);

/* The solver's values before and after a move, for the player that moved. */
struct db_analysis {
	bool before_known, after_known;
	int64_t before, after;
};

/* Writes the analysis of a game's plies and removes an older one. nodes: the limit for each value;
 * known: the number of positions that have one. Inside db_begin(). */
int db_analysis_set(struct db *db, int64_t game, int64_t nodes, int64_t known, int plies,
	const struct db_analysis *moves);

/* --- reading, for the commands and pages ------------------------------------------------------ */

enum db_type { DB_NULL, DB_INTEGER, DB_REAL, DB_TEXT };

struct db_value {
	enum db_type type;
	int64_t integer;
	double real;
	const char *text; /* for every type but NULL: its text, ... */
	size_t length;	  /* ... which may hold NULs */
};

/* A query of queries.sql. Its arguments are bound in order: mostly the tournament's id first, then
 * what the help says. */
struct db_query_text {
	const char *name;
	const char *help; /* one line */
	const char *sql;
};

/* All of them, in the order of the file; ends with a NULL name. */
const struct db_query_text *db_queries(void);

/* The query of this name, which there must be. */
const struct db_query_text *db_query_find(const char *name);

/*
 * A query that runs, a row at a time:
 *
 *	struct db_query q;
 *	db_query(&q, db, "standings", tournament);
 *	while (db_next(&q))
 *		printf("%s %lld\n", db_text(&q, "bot"), (long long)db_int(&q, "games"));
 *	error = db_end(&q);
 *
 * A query that fails has no rows, or no more of them: db_end() alone tells that from its end. Each
 * db_query() has its db_end(), also where the loop is left early, before db_close(). Inside of the
 * loop db may be asked and written as anywhere else; the same query may run in itself.
 */
enum { DB_COLUMNS = 32 };

struct db_query {
	struct db *db;			/* borrowed */
	struct sqlite3_stmt *statement; /* NULL: it could not be prepared, or has ended */
	int number;			/* among db_queries() */
	int error;			/* DB_OK, or what db_end() will return */
	bool has_ended;			/* there are no more rows */
	int columns, expected;		/* expected: the next column that is asked for, mostly */
	struct db_prepared *prepared;	/* owned; of the statement */
};

/* Begins the query of this name; the numbers are its arguments, all that it has. */
#define db_query(q, db, name, ...)                                                                 \
	db_query_numbers(q, db, name, (const int64_t[]){0, __VA_ARGS__} + 1,                       \
		(int)(sizeof((const int64_t[]){0, __VA_ARGS__}) / sizeof(int64_t)) - 1)
void db_query_numbers(
	struct db_query *q, struct db *db, const char *name, const int64_t *numbers, int count);

/* Steps to the first row, or to the next; false: there is none, or it failed. */
bool db_next(struct db_query *q);

/* Ends the query: DB_OK, or the error that ended its rows early. */
int db_end(struct db_query *q) __attribute__((warn_unused_result));

/* The value of a column, which the query must have, in the row that db_next() came to; its name is a
 * constant, whose address is kept. NULL as text is NULL, as a number 0. A text is valid until the
 * next step; numbers are given as text as well. */
const char *db_text(struct db_query *q, const char *column);
int64_t db_int(struct db_query *q, const char *column);
int64_t db_maybe(struct db_query *q, const char *column); /* NULL is UNKNOWN */
double db_real(struct db_query *q, const char *column);
bool db_is_null(struct db_query *q, const char *column);
struct db_value db_value(struct db_query *q, const char *column);

/* Columns by number, from 0, for what prints any query. The names are there before the first row. */
int db_column_count(const struct db_query *q);
const char *db_column_name(const struct db_query *q, int column);
struct db_value db_value_at(struct db_query *q, int column);

/* --- results in bulk: who ranked where in each game, for ratings -------------------------------
 */

/* One game's seats in their order. */
struct db_result {
	int64_t game;
	int seats;
	int bot[DB_SEATS];  /* numbers of names */
	int rank[DB_SEATS]; /* 1 is best */
	bool scored;  /* some seat earned points; false: all failed together, which rates no one */
	bool forfeit; /* a seat's verdict is neither ok nor resign; only where it is asked for */
};

/* Which games. */
struct db_results_of {
	const int64_t *tournaments;
	int count;	  /* 0: all of the database */
	int64_t since_ms; /* UTC: games that were begun then or later; INT64_MIN: all */
	bool forfeits;	  /* report in which games a bot forfeited */
};

/*
 * The results, game by game in the order of their ids, as db_games() gives games. Millions of games
 * a second: the table is read as it lies there, many games at once, and nothing is joined.
 */
struct db_results *db_results(struct db *db, const struct db_results_of *of);
const struct db_result *db_results_next(struct db_results *results);
int db_results_end(struct db_results *results) __attribute__((warn_unused_result));

/* How many names bots have, however many rows each has, and the name of this number: from 0, in the
 * order of the names. */
int db_results_names(const struct db_results *results);
const char *db_results_name(const struct db_results *results, int number);

#endif
