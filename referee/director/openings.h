/*
 * openings.h - the positions that a tournament's games start from.
 *
 * `none`: the game's own start. `random:PLIES`: legal moves drawn by the pairing's seed, until the
 * position is not decided within two plies (decided-position.h), unless decided-openings = yes.
 *
 * A file: one opening a line, as `moves d d e`, `startpos moves d d e`, or a position string; #
 * begins a comment. With openings-plies only so many of the moves are read, and of lines that then
 * have the same position the first stays. The pairing's opening_number counts through them:
 *
 * - openings-order = random: through a permutation drawn from the pairing's opening_key, so each
 *   comes once before any comes again.
 * - sequential: line after line.
 * - The first is the one at openings-start of that order, for all bots alike. In a tournament that
 *   began before there was this setting, it is drawn from the opening_key, and they are sequential.
 *
 * With a judge random openings are drawn until one is even, but not more than OPENINGS_JUDGED; then
 * the one that is nearest to it is taken.
 *
 * All seat orders of the same bots in the same round start from the same opening.
 */
#ifndef REFEREE_DIRECTOR_OPENINGS_H
#define REFEREE_DIRECTOR_OPENINGS_H

#include "referee/schedule/schedule.h"

enum { OPENING_TEXT = 4096, OPENINGS_PLIES_MAX = 200, OPENINGS_JUDGED = 64 };

struct opening {
	struct position position;
	bool uneven;		 /* a judge was asked, and knew of none that is even */
	bool is_position;	 /* text is a position string; otherwise moves parted by blanks */
	char text[OPENING_TEXT]; /* "" for the game's own start */
};

/* How far from even a drawn opening is: 0 is even enough, of others the least is best. Always the
 * same for the same opening. */
struct openings_judge {
	int64_t (*weigh)(
		void *arg, const struct setup *s, uint64_t seed, const struct opening *opening);
	void *arg;
};

struct openings {
	const struct tournament *t;	    /* borrowed */
	const struct openings_judge *judge; /* borrowed; NULL: every opening will do */
	int plies;			    /* of random openings */
	char **lines;			    /* of a file, owned */
	int count;
	int twice;	  /* lines left out, since openings-plies made them the same as another */
	int decided;	  /* of those that are there, how many are decided within two plies */
	int decided_line; /* the first of them, by its number in the file */
	char digest[65];  /* of the file, in hexadecimal; "" without one */
};

/*
 * Reads t->openings and checks each of them against the setup. False: told with file and line.
 * o is to be cleared only after true.
 */
bool openings_load(struct openings *o, const struct tournament *t, const struct setup *s,
	struct diagnostics *mistakes);
void openings_clear(struct openings *o);

/* Drawn openings that are not decided, if these are asked for: do some seeds find them easily, so
 * that none has to try in vain later? False: a sentence in why. */
bool openings_are_found(const struct openings *o, const struct setup *s, char *why, size_t room);

/* What is to be known of a file's openings before the first game, as lines; "" for nothing. */
void openings_describe(const struct openings *o, char *text, size_t room);

/* Opening number at of a file, from 0. False as openings_pick(). */
bool openings_line(const struct openings *o, const struct setup *s, int at, struct opening *opening,
	char *why, size_t room);

/* The opening of a pairing, never a game that is over. False: the file's line is none with this
 * setup (which may hold other parameters than the one it was checked with). */
bool openings_pick(const struct openings *o, const struct setup *s, const struct pairing *p,
	struct opening *opening, char *why, size_t room);

#endif
