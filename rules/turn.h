/*
 * turn.h - whose turn it is: the end of every position string, `p1 1` or `x 1`.
 *
 * First the seat to move, then the number of the full move, which rises when play comes round to
 * the first seat again. When seats gave up, a word names them: `p1 7 out24` goes on without seats
 * 2 and 4. At the end of a game the seat to move is the one whose turn it would be.
 */
#ifndef RULES_TURN_H
#define RULES_TURN_H

#include "base/error.h"
#include "rules/rules.h"
#include "rules/text.h"

enum { TURN_NUMBER_MAX = 1000000 };

struct turn {
	uint8_t seat;
	uint8_t out; /* bit seat - 1 is set: this seat gave up */
	uint32_t number;
};

/* Passes the turn to the next seat that did not give up. */
void turn_pass(struct turn *turn, int seats);

/* The same, over the seats whose bits seat - 1 are set in skipped too. */
void turn_pass_over(struct turn *turn, int seats, unsigned skipped);

/* The seat that moved last, among the seats that are still in. */
int turn_before(const struct turn *turn, int seats);

/* Seat gives up; the turn passes if it was to move. */
void turn_forfeit(struct turn *turn, int seats, int seat);

/* Passes the turn to seat, which did not give up, over those between. */
void turn_to(struct turn *turn, int seat);

/* Fewer than two seats are left. */
bool turn_alone(unsigned out, int seats);

/* Appends " p1 1"; with letters such as "xo", one a seat, " x 1". */
void turn_write(const struct turn *turn, const char *letters, struct text *t);

/* Reads what turn_write() wrote, up to the end of the text. */
bool turn_read(
	struct turn *turn, const char *letters, int seats, const char *at, struct error *err);

/* The same for games that write more: moves *text on to what comes behind the seats that gave up,
 * which is nothing or not understood. */
bool turn_take(
	struct turn *turn, const char *letters, int seats, const char **text, struct error *err);

/* Takes a blank, word and seats, each once, in any order: ` home31`. Returns how many, 0 when it is
 * not there, and moves *at on. */
int turn_take_word(const char **at, const char *word, int seats, uint8_t order[SEATS_MAX]);

/* Refuses a turn that does not follow from the number of moves made by two seats in turn. */
bool turn_follows(const struct turn *turn, int plies, const char *letters, struct error *err);

#endif
