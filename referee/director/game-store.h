/*
 * game-store.h - finished games into the database, in groups; ratings as they change.
 *
 * One commit with a full sync takes milliseconds, so several games share one. Nothing is announced
 * before the commit that holds it has returned.
 */
#ifndef REFEREE_DIRECTOR_GAME_STORE_H
#define REFEREE_DIRECTOR_GAME_STORE_H

#include "db/db.h"
#include "referee/game/game.h"
#include "referee/director/duplicate-games.h"
#include "referee/director/bot-programs.h"
#include "referee/director/benching.h"
#include "referee/definition/tournament.h"

enum { GAME_STORE_GROUP = 1024 }; /* games that a commit holds at most */

/* A game as it is announced. */
struct result {
	int64_t game; /* its number in the database */
	uint64_t pairing;
	int round, seats, plies;
	int bot[SEATS_MAX]; /* by their place in the tournament */
	int rank[SEATS_MAX];
	unsigned failed; /* the seats that failed together, a bit each; see game_points() */
	const char *verdict[SEATS_MAX];
	double elo[SEATS_MAX]; /* the running ones, after it */
	char *opening;	       /* owned, as in struct db_game */
	uint64_t opening_key;  /* game_pairs_key() */
	char reason[16];
	int fault;		  /* the first seat that lost by a fault of its own; 0: none */
	char detail[GAME_DETAIL]; /* of that seat */
	unsigned benched;	  /* the seats whose bots this game has benched, a bit each */
};

struct game_store {
	struct db *db;	     /* borrowed */
	const char *sandbox; /* the level of its bots */
	int64_t tournament;
	bool failed_tie;     /* as in struct tournament */
	bool repeats_count;  /* there as well */
	int64_t games_began; /* how many a sample was to have then; 0: it is none */
	int bots;
	int64_t *bot_ids; /* owned, as the next two: by place in the tournament, with room for all
			     that may join */
	double *elo;
	int *enters;		      /* the first round that it takes part in */
	struct bot_programs programs; /* of its bots */
	struct benching strikes;
	struct duplicate_games duplicates;
	bool open;		/* something is written and not committed */
	int waiting;		/* results of games among it */
	struct result *results; /* owned */
	int results_room;
	void (*announce)(void *arg, const struct result *r);
	void *arg;
	bool changed; /* game_store_open() refused since bots have changed */
	char *notes;  /* owned: what was found that people should know, lines; NULL: nothing */
};

/* What a run asks for beside going on. */
struct game_store_wish {
	bool fresh;		   /* a new tournament */
	const char *const *replay; /* names of bots of t whose games are played again */
	int replay_count;
	bool mixed; /* bots that have changed go on: games of both versions count */
};

/*
 * Finds the tournament t in the database, or begins it, its bots' ratings and since when they take
 * part: where bots may join, those who are new do from the round after the last. The games of bots
 * that are to be played again count no more.
 * Returns a DB_ error, with db_why(); DB_NONE and a line in why when the database holds a
 * tournament of this name that was defined differently, or with bots that may not leave; or, then
 * s->changed is set, when a bot has changed since it played games that count.
 */
int game_store_open(struct game_store *s, struct db *db, const struct tournament *t,
	const struct game_store_wish *wish, char *why, size_t room);
void game_store_close(struct game_store *s);

/* Notes that the two bots of a test are the same program, where they are. */
void game_store_note_same(struct game_store *s, const struct tournament *t);

/* Adds a line to what was found, or several. */
void game_store_note(struct game_store *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Says what game_store_open() found that people should know, a line at a time. */
void game_store_say_notes(
	struct game_store *s, void (*say)(void *arg, const char *line), void *arg);

/* Bots have joined: those of t from this place on. DB_ errors. */
int game_store_join(struct game_store *s, const struct tournament *t, int first);

/* What bots of t have retired or are back, lasts when this has returned. DB_ errors. */
int game_store_retirements(struct game_store *s, const struct tournament *t);

/* Fills in since when bots of t have retired; those that are not in the file retire, those that are
 * there come back, which is noted. After game_store_open(). DB_ errors. */
int game_store_recall_retirements(struct game_store *s, struct tournament *t);

/* Somebody asked for this (db_admin_action_set()), and it lasts when this has returned. DB_ errors.
 */
int game_store_by_hand(struct game_store *s, const char *what, const char *bot, bool holds);

/* Writes one game of these bots; sets their seats' bots, points and ratings. DB_ errors. */
int game_store_game(struct game_store *s, struct db_game *g, const int *bots);

/* A bot sat a round out, and is given points for it; it may be there already. DB_ errors. */
int game_store_bye(struct game_store *s, int round, int bot, double points);

/* Makes all written games last, then announces them. DB_ errors: nothing was announced. */
int game_store_commit(struct game_store *s);

/* How many groups of games this process has committed, of all stores. */
uint64_t game_store_commits(void);

#endif
