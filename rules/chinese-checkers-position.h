/*
 * chinese-checkers-position.h - what a setup and a position of chinese checkers hold, for the files
 * that tell its rules and its texts.
 */
#ifndef RULES_CHINESE_CHECKERS_POSITION_H
#define RULES_CHINESE_CHECKERS_POSITION_H

#include "base/error.h"
#include "rules/chinese-checkers.h"
#include "rules/turn.h"

enum { CHECKERS_PASS = 0 };

struct checkers_setup {
	int unblock;
	int max_plies;		      /* as set; 0: by the number of seats */
	uint32_t plies;		      /* the same, never 0 */
	uint8_t points[SEATS_MAX];    /* where each seat starts */
	uint64_t goals[SEATS_MAX][2]; /* the cells of the point it goes to */
	struct star star;
	uint64_t keys[SEATS_MAX][STAR_CELLS];
};

struct checkers_position {
	uint64_t pegs[SEATS_MAX][2];
	uint64_t taken[STAR_WORDS];
	uint64_t key; /* of the pegs */
	struct turn turn;
	uint16_t steps[SEATS_MAX];
	uint8_t home; /* bit seat - 1 is set: came home */
	uint8_t homes;
	uint8_t order[SEATS_MAX]; /* the seats that came home */
};

_Static_assert(sizeof(struct checkers_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct checkers_position) <= POSITION_BYTES, "room");

/* The game's own struct in a setup. */
static inline const struct checkers_setup *checkers_of(const struct setup *s)
{
	return (const struct checkers_setup *)s->bytes;
}

/* The game's own struct in a position. */
static inline const struct checkers_position *checkers_at(const struct position *p)
{
	return (const struct checkers_position *)p->bytes;
}

/* The game's own struct in a position, to be changed. */
static inline struct checkers_position *checkers_in(struct position *p)
{
	return (struct checkers_position *)p->bytes;
}

/* The point that a seat goes to. */
static inline int checkers_goal(const struct checkers_setup *c, int seat)
{
	return (c->points[seat - 1] + STAR_POINTS / 2) % STAR_POINTS;
}

/* The seat came home. */
static inline void checkers_add_home(struct checkers_position *at, int seat)
{
	at->home |= (uint8_t)(1u << (seat - 1));
	at->order[at->homes++] = (uint8_t)seat;
}

/* Puts a peg of seat on a free cell. */
void checkers_put(const struct checkers_setup *c, struct checkers_position *at, int seat, int cell);

/* Counts a seat's steps from home. */
int checkers_steps(const struct checkers_setup *c, const struct checkers_position *at, int seat);

/* chinese-checkers-text.c: rows of the contract. */
int checkers_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT]);
void checkers_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT]);
bool checkers_read(const struct setup *s, struct position *p, const char *text, struct error *err);

#endif
