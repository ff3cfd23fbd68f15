/*
 * openings.h - the positions that a tournament's games start from.
 *
 * `none`: the game's own start. `random:PLIES`: legal moves drawn by the pairing's seed. A
 * file: one opening a line, as `moves d d e`, `startpos moves d d e`, or a position string; #
 * begins a comment; the pairing's opening_index counts through them.
 *
 * With a judge random openings are drawn until one is even, but not more than OPENINGS_JUDGED; then
 * the one that is nearest to it is taken.
 *
 * All seat orders of the same bots in the same round start from the same opening.
 */
#ifndef REFEREE_TOURNAMENT_OPENINGS_H
#define REFEREE_TOURNAMENT_OPENINGS_H

#include "referee/tournament/schedule.h"

enum { OPENING_TEXT = 4096, OPENINGS_PLIES_MOST = 200, OPENINGS_JUDGED = 64 };

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
	const struct openings_judge *judge; /* borrowed; NULL: every opening will do */
	int plies;			    /* of random openings */
	char **lines;			    /* of a file, owned */
	int count;
	char digest[65]; /* of the file, in hexadecimal; "" without one */
};

/*
 * Reads t->openings and checks each of them against the setup. False: told with file and line.
 * o is to be cleared only after true.
 */
bool openings_load(struct openings *o, const struct tournament *t, const struct setup *s,
	struct mistakes *mistakes);
void openings_clear(struct openings *o);

/* The opening of a pairing, never a game that is over. False: the file's line is none with this
 * setup (which may hold other parameters than the one it was checked with). */
bool openings_pick(const struct openings *o, const struct setup *s, const struct pairing *p,
	struct opening *opening, char *why, size_t room);

#endif
