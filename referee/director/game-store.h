/*
 * game-store.h - writes finished games to the database, in groups, and updates the ratings.
 *
 * A commit with a full sync takes milliseconds, so several games share one. A game is announced
 * only after its commit has returned.
 *
 * A database that cannot be written for a reason that can pass (db_may_pass()) is HELD: all rows of
 * the group stay here in their order, with copies of their games, and further rows are added to
 * them. The next game_store_commit() writes them all; they get the numbers that they would have
 * had. Errors that are returned are those that do not pass.
 */
#ifndef REFEREE_DIRECTOR_GAME_STORE_H
#define REFEREE_DIRECTOR_GAME_STORE_H

#include "db/db.h"
#include "base/error.h"
#include "referee/game/game.h"
#include "referee/prepare/bot-programs.h"
#include "referee/director/benching.h"
#include "referee/director/duplicate-games.h"
#include "referee/director/moves-retention.h"
#include "referee/director/running-ratings.h"
#include "referee/machines/store-workers.h"
#include "referee/tournament/tournament.h"
#include "referee/machines/worker-facts.h"

enum { GAME_STORE_GROUP = 1024 }; /* most games in one commit, unless it is held */

struct game_store_row;

/* An announced game. */
struct result {
	int64_t game; /* its database number */
	uint64_t pairing;
	int round, seats, plies;
	int bot[SEATS_MAX]; /* by index in the tournament */
	int rank[SEATS_MAX];
	unsigned failed; /* the seats that failed together, one bit each; see game_points() */
	const char *verdict[SEATS_MAX];
	double elo[SEATS_MAX]; /* running ratings after this game */
	char *opening;	       /* owned, as in struct db_game */
	uint64_t opening_key;  /* game_pairs_key() */
	char reason[16];
	int fault;		  /* the first seat that lost by its own fault; 0: none */
	char detail[GAME_DETAIL]; /* of that seat */
	unsigned benched;	  /* the seats whose bots this game benched, one bit each */
};

struct game_store {
	struct db *db; /* borrowed, as the next */
	struct tournament *t;
	const char *sandbox; /* the level of its bots */
	int64_t tournament;
	bool failed_tie;     /* as in struct tournament */
	bool repeats_count;  /* as in struct tournament */
	int64_t games_began; /* with balanced-games: games set at its start; 0: without */
	int64_t *bot_ids; /* owned, as the next: by index in the tournament, with room for all bots
			     that may join */
	int *enters;	  /* the first round in which the bot takes part */
	struct running_ratings ratings; /* of a bot: by its index plus 1 */
	struct bot_programs programs;	/* of its bots */
	struct benching benching;
	bool seeded; /* a game's hash covers its seed (game-hash.h) */
	struct duplicate_games repeats;
	struct moves_retention retention;   /* the games that keep their moves */
	struct game_store_row *rows;	    /* owned: the group, in order */
	int rows_count, rows_room, written; /* written: in the open transaction */
	bool open;			    /* a transaction is open */
	bool held;			    /* nothing can be written now: why */
	int failed;			    /* DB_ error of that, as the next */
	struct error why;
	long holder;  /* the process that keeps the database locked; 0: none, or not known */
	int64_t last; /* the number of the last game, written or not */
	struct store_workers workers;
	int waiting;		/* results of the group's games */
	struct result *results; /* owned */
	int results_room;
	void (*announce)(void *arg, const struct result *r);
	void *arg;
	uint64_t *commits; /* borrowed: counts commits of games; NULL: not counted */
	bool changed;	   /* game_store_open() refused because bots have changed */
	char *notes;	   /* owned: findings for the operator, in lines; NULL: none */
};

/* Requests of the operator for a run. */
struct game_store_options {
	bool fresh;		   /* start a new tournament */
	const char *const *replay; /* names of bots of t whose games are played again */
	int replay_count;
	bool mixed;		       /* changed bots may continue: games of both versions count */
	struct bot_programs *programs; /* held before, if any: the store takes them over; NULL: none
					*/
};

/*
 * Finds the tournament t in the database or creates it. Reads its bots' ratings and first rounds. A
 * bot that joins takes part from the round after the last one. Games of the bots in replay no
 * longer count.
 *
 * Returns a DB_ error, with db_error_text(). DB_NONE, with a line in err, has three causes:
 *
 * - the database holds a tournament of this name with another definition;
 * - a bot of the stored tournament is missing and may not leave;
 * - a bot has changed since it played games that count. Then s->changed is set.
 */
int game_store_open(struct game_store *s, struct db *db, struct tournament *t,
	const struct game_store_options *options, struct error *err);
void game_store_close(struct game_store *s);

/* Adds one or more lines to the notes. */
void game_store_note(struct game_store *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Passes the notes of game_store_open() to report(), one line at a time. */
void game_store_report_notes(
	struct game_store *s, void (*report)(void *arg, const char *line), void *arg);

/* Stores the bots from index first, which have joined. DB_ errors. */
int game_store_join(struct game_store *s, int first);

/* Stores which bots have retired or returned; durable when this returns. DB_ errors. */
int game_store_retirements(struct game_store *s);

/* Sets the rounds in which bots retired. Stored bots that are missing in the file retire;
 * retired bots in the file return. Both are noted. Call it after game_store_open(). DB_ errors. */
int game_store_recall_retirements(struct game_store *s);

/* Stores a worker as it describes itself, or its newest speed, and sets its number, which is the
 * same for the same description. DB_ errors. */
int game_store_worker(struct game_store *s, const struct worker_facts *facts, int64_t *number);

/* Stores that a worker has ended, and the number of games that it had begun. DB_ errors. */
int game_store_worker_lost(struct game_store *s, int64_t number, int games);

/* Stores the spot check of a stored game: the number of the worker of the second game (0: this
 * machine), and whether both were the same. DB_ errors. */
int game_store_spot_check(struct game_store *s, uint64_t pairing, int64_t worker, bool same);

/* The games of this worker count no more; *games: how many there were. Their results are still in
 * the queue and in the standings of this run: begin again. Durable when this returns and the store
 * is not held. DB_ errors. */
int game_store_void(struct game_store *s, struct distrusted_worker *w, int64_t *games);

/* Stores an operator's action (db_admin_action_set()); durable when this returns. While nothing can
 * be written it is not taken: s->failed, with s->why. DB_ errors, also those that pass. */
int game_store_set_admin_action(
	struct game_store *s, const char *what, const char *bot, bool holds);

/* Writes one game of these bots; its worker is a number of game_store_worker(). Sets its number,
 * and the bots, points and ratings of its seats. DB_ errors. */
int game_store_game(struct game_store *s, struct db_game *g, const int *bots);

/* Stores the points of a bot that sat a round out. The row may exist already. DB_ errors. */
int game_store_bye(struct game_store *s, int round, int bot, double points);

/* Commits all written games, then announces them. While the store is held this is the next try.
 * DB_ errors: no game was announced. */
int game_store_commit(struct game_store *s);

/* Is everything committed? */
bool game_store_is_settled(const struct game_store *s);

#endif
