/*
 * schedule-iterator.h - going along a schedule, game by game, with the results that it asks for.
 *
 * Results may come in any order and before they are asked for: those of a tournament that goes on
 * are all put in first. Whoever walks again with the same results gets the same games.
 */
#ifndef REFEREE_SCHEDULE_SCHEDULE_ITERATOR_H
#define REFEREE_SCHEDULE_SCHEDULE_ITERATOR_H

#include "referee/schedule/schedule-results.h"
#include "referee/schedule/schedule.h"

struct walk {
	const struct tournament *t; /* borrowed */
	const struct schedule *schedule;
	struct results results; /* none where the schedule does not ask for them */
	void *memory;		/* the schedule's own */
	int64_t at;
	bool begun; /* at the first game that is asked for: until then t may be completed */

	/* A bot sits a round out, or games of it, and is given so many points for it; something
	 * happened that is to be said. Told once on each walk. NULL: nobody wants to know. */
	void (*on_bye)(void *arg, int round, int bot, double points);
	void (*on_word)(void *arg, const char *text);
	void *arg;
};

void walk_init(struct walk *w, const struct tournament *t);
void walk_clear(struct walk *w);

/* Do its games follow from results? */
bool walk_asks(const struct walk *w);

/* What came of a game, or what it counts as since it is not played. */
void walk_result(struct walk *w, uint64_t key, const struct score *score);

/* It was played again: rounds up to paired follow from this, later ones from what came of it after
 * that. */
void walk_replaced(struct walk *w, uint64_t key, int paired, const struct score *score);

/* Where all games are known: number at, from 0, without going there. False: there is none. */
bool walk_game(struct walk *w, int64_t at, struct pairing *p);

/* The next game. */
enum schedule_step walk_next(struct walk *w, struct pairing *p);

/* For schedules: a bye, a line for people, what came of a game of theirs that counts (false: it has
 * no result yet). */
void walk_bye(struct walk *w, int round, int bot, double points);
void walk_word(struct walk *w, const char *text);
bool walk_score(const struct walk *w, const struct pairing *p, struct score *score);

/* What this round is paired by; did a game's result change since some round was? */
bool walk_score_for(const struct walk *w, const struct pairing *p, int round, struct score *score);
bool walk_changed(const struct walk *w);

/* The first round that a bot which comes now can be paired in. */
int walk_joins(const struct walk *w);

/* Does this round count for what comes of it, as far as there are results? */
enum schedule_use walk_use(struct walk *w, int round);

/* Does it decide from the pairs of its first bot? */
bool walk_tests(const struct walk *w);

/* What it decides from so far, of the tournament's first bot; NULL: it has no such thing. */
const struct tally *walk_tally(struct walk *w);

/* After SCHEDULE_END: has it ended without the decision that it was for? */
bool walk_undecided(struct walk *w);

/* How it stands, and, after SCHEDULE_END, what came of it; "" where there is nothing to say. */
void walk_describe(const struct walk *w, char *text, size_t room);
void walk_describe_json(const struct walk *w, FILE *out);
void walk_conclude(const struct walk *w, char *text, size_t room);

#endif
