/*
 * verify-parts.h - what the files of verify share.
 */
#ifndef REFEREE_VERIFY_VERIFY_PARTS_H
#define REFEREE_VERIFY_VERIFY_PARTS_H

#include "referee/base/number-set.h"
#include "referee/game/game.h"
#include "referee/director/openings.h"
#include "referee/director/stored-schedule.h"
#include "referee/definition/tournament.h"
#include "referee/verify/verify.h"

enum { VERIFY_TEXT = 768 };

/* A row of totals or pair_totals, or what a bot played in a round. */
struct verify_row {
	int64_t bot, with; /* with: the seat, the opponent, or the round; bot 0: a free place */
	int64_t games, played, wins, draws, losses, ranks, faults, last;
	double points, squares;
	bool found; /* the database has it */
};

/* Rows by their keys: open addressing. */
struct verify_table {
	struct verify_row *rows; /* owned */
	size_t size, count;
};

/* The limits of a bot's moves, where they are its own. */
struct verify_limits {
	int64_t bot;
	struct limits limits;
};

/* What is known of a bot's name. */
struct verify_name {
	char *name; /* owned */
	double elo; /* after its last game; NaN: that is not known */
};

struct verify {
	const struct verify_calls *calls;
	const struct verify_of *of;
	struct tournament t; /* as far as games follow from it */
	bool seeded;	     /* setups are drawn from the games' seeds */
	bool ruled;	     /* there are rules for it */
	bool untimed;	     /* the times of moves are not looked at */
	struct setup setup;
	struct adjudication adjudication;
	struct verify_limits *limits; /* owned */
	int limits_count;
	struct game game;
	struct oracle *oracle; /* owned; NULL: no game has asked for it yet */

	/* The game in hand. */
	const struct db_game *g;
	enum verdict verdict[SEATS_MAX];
	bool judged; /* to its end: ranks are what they should be, else as they are stored */
	int ranks[SEATS_MAX];
	unsigned failed; /* the seats that failed together, a bit each; see game_points() */
	double points[SEATS_MAX];

	struct verify_name *names; /* owned */
	int names_count;
	int *name_of; /* by the bot's number: the place of its name and 1; owned */
	size_t name_of_size;
	bool lost; /* what a game did to the ratings is not known: the next of each bot says it */
	struct verify_table seats, pairs;

	/* The schedule, as far as it can be found again. */
	struct stored_schedule plan;
	bool planned;		    /* it is known */
	struct number_set pairings; /* of plan.walks: all up to known_rounds */
	int known_rounds;	    /* of these each pairing is known, */
	int whole_rounds;	    /* of these all results too */
	bool ended;		    /* and nothing follows any more */
	struct verify_due *dues;    /* owned: byes that it gives */
	int dues_count, dues_room;
	bool opens; /* openings can be drawn again */
	struct openings openings;
	struct opening opening;
	bool sits_out; /* bots of its format may */
	struct verify_table rounds;
	bool counted; /* all games so far: totals can be compared */
};

/* Mistakes of a stored tournament that are told in other words. */
void verify_not_told(void *arg, const char *line);

/* Tells a mismatch of the game in hand. */
void verify_say(const struct verify *v, int ply, int seat, const char *what, const char *stored,
	const char *right);
void verify_say_number(
	const struct verify *v, int seat, const char *what, int64_t stored, int64_t right);
void verify_say_real(
	const struct verify *v, int seat, const char *what, double stored, double right);

/* verify-limits.c: finds the bots that have limits of their own; a DB_ error. The game in hand,
 * which begins, is played with them. */
int verify_limits_begin(struct verify *v, struct db *db);
void verify_limits_set(struct verify *v);
void verify_limits_clear(struct verify *v);

/* verify-play.c: plays the game in hand to its end; false: it cannot be, and why is told. */
bool verify_play(struct verify *v);

/* verify-oracle.c: the game in hand, which runs, ended by the oracle; false: what it is worth is
 * not known now. */
bool verify_oracle(struct verify *v);
void verify_oracle_clear(struct verify *v);

/* verify-ratings.c: follows the ratings; all seats of the game in hand are there. Or it cannot be
 * followed: what the next games go on from is taken as it stands. */
void verify_ratings(struct verify *v);
void verify_ratings_lose(struct verify *v);
void verify_ratings_clear(struct verify *v);

/* verify-totals.c: adds the game in hand; compares all with the database. A DB_ error. */
void verify_totals_add(struct verify *v);
int verify_totals(struct verify *v, struct db *db);
void verify_totals_clear(struct verify *v);

/* The row of that key, which is made when there is none; good until the next is. */
struct verify_row *verify_row(struct verify_table *t, int64_t bot, int64_t with);

/* verify-schedule.c: finds the schedule again; a DB_ error. Compares the game in hand with it
 * (set_up: its setup is made). Is this stored bye one that it gives? If not *right is what it
 * gives, NaN: none. Tells those that were not asked for. */
int verify_schedule_begin(struct verify *v, struct db *db);
void verify_schedule(struct verify *v, bool set_up);
bool verify_due(struct verify *v, int64_t round, const char *name, double points, double *right);
void verify_dues_missing(struct verify *v);
void verify_schedule_clear(struct verify *v);

/* verify-byes.c: what a format gives for sitting out; the game in hand; all, compared. A DB_ error.
 */
void verify_byes_begin(struct verify *v);
void verify_byes_add(struct verify *v);
int verify_byes(struct verify *v, struct db *db);
void verify_byes_clear(struct verify *v);

#endif
