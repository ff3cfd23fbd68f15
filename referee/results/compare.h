/*
 * compare.h - compares two bots by their games: reads the counts, and prints them for `referee
 * compare`.
 */
#ifndef REFEREE_RESULTS_COMPARE_H
#define REFEREE_RESULTS_COMPARE_H

#include "db/db.h"
#include "base/time.h"
#include "base/hash-table.h"
#include "base/text-table.h"
#include "referee/rating/strength.h"
#include "referee/rating/game-pairs.h"
#include "referee/tournament/tournament.h"
#include "rules/rules.h"

enum { COMPARE_TEXT = 512 };

struct compare {
	const char *bot, *opponent; /* borrowed */
	bool counts;		    /* from the command line, for no bots in particular */
	int seats;		    /* of a game */
	int64_t by_seat[SEATS_MAX][RESULT_COUNTS_GAMES]; /* by the bot's seat - 1 */
	struct result_counts games, pairs;
	int64_t alone;	   /* games without a partner that has the seats swapped */
	int64_t late;	   /* games of an sprt after the pairs that it counts */
	int64_t repeated;  /* games of its pairs that repeat an earlier game, move for move */
	int64_t left;	   /* games of its pairs that not both bots played */
	int64_t together;  /* games left out, since both bots failed */
	int64_t faults[2]; /* of bot, of opponent */
	int64_t nodes[2];  /* that they told of their moves in this tournament, ... */
	usec thought[2];   /* ... and the time of these moves less waits; 0: told none */
	/* Of their moves with a known wait for a processor: the number, the wall time, the wait. */
	struct compare_waits {
		int64_t moves;
		usec wall, wait;
	} waits[2];
	int64_t known;		   /* games whose moves are known */
	struct hash_table lines;   /* their lines of moves, each once */
	struct hash_table rows[2]; /* bots of one name, by their row ids */
	const struct sprt *sprt;   /* NULL: no test */

	/* Set by compare_conclude(). */
	struct strength_estimate estimate;
	char conclusion[COMPARE_TEXT]; /* a sentence */
};

/* The results of the only two bots of a tournament. */
struct compare_pair {
	char *name[2]; /* owned */
	struct strength_estimate estimate;
	char conclusion[2 * ERROR_TEXT]; /* of an sprt; "": it is none */
	char *notes; /* owned: lines on nodes per second, and on games that are left out; or "" */
};

/* The games of a tournament in a database; all have this number of seats. */
struct compare_source {
	struct db *db; /* borrowed */
	int64_t tournament;
	int seats;
};

/* Begins without games; frees what it holds. */
void compare_begin(struct compare *c);
void compare_clear(struct compare *c);

/* Reads all games of two bots, by their numbers. *own is room for the test of an sprt
 * tournament: c->sprt then points to it, unless c has another test. A DB_ error. */
int compare_read(const struct compare_source *from, struct compare *c, const int64_t number[2],
	struct sprt *own);

/* *there is false if the tournament has other bots or no results. The caller clears the pair in
 * every case. A DB_ error. */
int compare_only_two(const struct compare_source *from, struct compare_pair *two, bool *there);
void compare_pair_clear(struct compare_pair *two);

/* Sets estimate and conclusion from the counts. */
void compare_conclude(struct compare *c);

/* The number of games that repeat another game, move for move. */
int64_t compare_repeated(const struct compare *c);

/* Are there too few different games for a conclusion, however many games were played? */
bool compare_is_echo(const struct compare *c);

/* compare-print.c: prints the nodes per second of both, if one of them tells its nodes. Prints a
 * note if one of them waited much for a processor. */
void compare_print_speed(const struct compare *c, FILE *out);

/* Prints a line for each kind of games that the figures leave out. */
void compare_print_left_out(const struct compare *c, FILE *out);

/* Prints a comparison with its conclusion. */
void compare_print(const struct compare *c, enum text_table_format format, FILE *out);

#endif
