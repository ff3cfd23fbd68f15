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

struct schedule_iterator {
	const struct tournament *t; /* borrowed */
	const struct schedule *schedule;
	struct schedule_results results; /* none where the schedule does not ask for them */
	void *memory;			 /* the schedule's own */
	int64_t at;
	bool begun; /* at the first game that is asked for: until then t may be completed */

	/* A bot sits a round out, or games of it, and is given so many points for it; something
	 * happened that is to be said. Told once on each walk. NULL: nobody wants to know. */
	void (*on_bye)(void *arg, int round, int bot, double points);
	void (*on_word)(void *arg, const char *text);
	void *arg;
};

void schedule_iterator_init(struct schedule_iterator *w, const struct tournament *t);
void schedule_iterator_clear(struct schedule_iterator *w);

/* Do its games follow from results? */
bool schedule_iterator_asks(const struct schedule_iterator *w);

/* What came of a game, or what it counts as since it is not played. */
void schedule_iterator_result(struct schedule_iterator *w, uint64_t key, const struct score *score);

/* It was played again: rounds up to paired follow from this, later ones from what came of it after
 * that. */
void schedule_iterator_replaced(
	struct schedule_iterator *w, uint64_t key, int paired, const struct score *score);

/* Where all games are known: number at, from 0, without going there. False: there is none. */
bool schedule_iterator_game(struct schedule_iterator *w, int64_t at, struct pairing *p);

/* The next game. */
enum schedule_step schedule_iterator_next(struct schedule_iterator *w, struct pairing *p);

/* For schedules: a bye, a line for people, what came of a game of theirs that counts (false: it has
 * no result yet). */
void schedule_iterator_bye(struct schedule_iterator *w, int round, int bot, double points);
void schedule_iterator_word(struct schedule_iterator *w, const char *text);
bool schedule_iterator_score(
	const struct schedule_iterator *w, const struct pairing *p, struct score *score);

/* What this round is paired by; did a game's result change since some round was? */
bool schedule_iterator_score_for(
	const struct schedule_iterator *w, const struct pairing *p, int round, struct score *score);
bool schedule_iterator_changed(const struct schedule_iterator *w);

/* The first round that a bot which comes now can be paired in. */
int schedule_iterator_joins(const struct schedule_iterator *w);

/* Does this round count for what comes of it, as far as there are results? */
enum schedule_use schedule_iterator_use(struct schedule_iterator *w, int round);

/* Does it decide from the pairs of its first bot? */
bool schedule_iterator_tests(const struct schedule_iterator *w);

/* What it decides from so far, of the tournament's first bot; NULL: it has no such thing. */
const struct result_counts *schedule_iterator_tally(struct schedule_iterator *w);

/* After SCHEDULE_END: has it ended without the decision that it was for? */
bool schedule_iterator_undecided(struct schedule_iterator *w);

/* How it stands, and, after SCHEDULE_END, what came of it; "" where there is nothing to say. */
void schedule_iterator_describe(const struct schedule_iterator *w, char *text, size_t room);
void schedule_iterator_describe_json(const struct schedule_iterator *w, FILE *out);
void schedule_iterator_conclude(const struct schedule_iterator *w, char *text, size_t room);

#endif
