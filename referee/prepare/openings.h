/*
 * openings.h - the start positions of a tournament's games.
 *
 * `none`: the game's own start. `random:PLIES`: legal moves drawn from the pairing's seed, until
 * the position is not decided within two plies (decided-position.h). With decided-openings = yes it
 * may be decided.
 *
 * A file has one opening per line: `moves d d e`, `startpos moves d d e`, or a position string. #
 * begins a comment. openings-plies limits how many moves of each line are read. Of lines that then
 * lead to the same position only the first counts. The pairing's opening_number selects a line:
 *
 * - openings-order = random: through a permutation drawn from the pairing's opening_key. Each
 *   opening is used once before any is used again.
 * - sequential: line after line.
 * - The first is at openings-start in that order, for all bots. In a tournament older than this
 *   setting the first is drawn from the opening_key, and the order is sequential.
 *
 * With a judge, random openings are drawn until one is even, at most OPENINGS_JUDGED. Then the one
 * nearest to even is used.
 *
 * All seat orders of the same bots in the same round start from the same opening.
 */
#ifndef REFEREE_PREPARE_OPENINGS_H
#define REFEREE_PREPARE_OPENINGS_H

#include "base/error.h"
#include "referee/schedule/schedule.h"

enum { OPENING_TEXT = 4096, OPENINGS_PLIES_MAX = 200, OPENINGS_JUDGED = 64 };

struct opening {
	struct position position;
	bool uneven;	  /* a judge found no even opening */
	bool is_position; /* text is a position string; otherwise moves separated by blanks */
	char text[OPENING_TEXT]; /* "" for the game's own start */
};

/* The distance of a drawn opening from even: 0 is even enough, otherwise less is better. Always the
 * same for the same opening. */
struct openings_judge {
	int64_t (*weigh)(
		void *arg, const struct setup *s, uint64_t seed, const struct opening *opening);
	void *arg;
};

struct openings {
	const struct tournament *t;	    /* borrowed */
	const struct openings_judge *judge; /* borrowed; NULL: any opening is accepted */
	int plies;			    /* of random openings */
	char **lines;			    /* of a file, owned */
	int count;
	int twice; /* dropped lines: openings-plies made them equal to another line */
	int same, same_line, same_as; /* kept lines with the position of an earlier line; the
					 line numbers of the first of them and of that one */
	int decided;		      /* remaining lines that are decided within two plies */
	int decided_line;	      /* line number of the first of them in the file */
	char digest[65];	      /* of the file, in hexadecimal; "" without one */
};

/*
 * Reads t->openings and checks each opening against the setup. False: each mistake was reported
 * with file and line. Clear o only after true.
 */
bool openings_load(struct openings *o, const struct tournament *t, const struct setup *s,
	struct diagnostics *mistakes);
void openings_clear(struct openings *o);

/* Can random openings that must not be decided be found easily? It tries some seeds, so that no
 * game searches in vain later. False: err has a sentence. */
bool openings_are_found(const struct openings *o, const struct setup *s, struct error *err);

/* Notes about a file's openings for the operator, as lines, before the first game; "" for none. */
void openings_describe(const struct openings *o, char *text, size_t room);

/* Opening number at of a file, from 0. False: as openings_pick(). */
bool openings_line(const struct openings *o, const struct setup *s, int at, struct opening *opening,
	struct error *err);

/* The opening of a pairing, never a finished game. False: the file's line is invalid with this
 * setup, whose parameters may differ from the checked ones. */
bool openings_pick(const struct openings *o, const struct setup *s, const struct pairing *p,
	struct opening *opening, struct error *err);

/* The number of different openings, counted up to max. For random ones it is an upper bound: some
 * may be decided or uneven, and so are never drawn. */
int64_t openings_count(const struct openings *o, const struct setup *s, int64_t max);

/* A warning before the first game of a test that has fewer openings than the game pairs that it
 * will need. Bots without randomness repeat a pair from the same opening, and the repetition does
 * not count. "": there are enough openings, or it is no test. */
void openings_describe_shortage(
	const struct openings *o, const struct setup *s, char *text, size_t room);

#endif
