/*
 * schedule-iterator.h - going along a schedule, game by game, with the results that it asks for.
 *
 * Results may come in any order and before the schedule needs them: when a tournament goes on, the
 * caller adds all stored results first. The same results give the same games.
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
	bool begun; /* set by the first schedule_iterator_next(): until then bots may be added to t
		     */

	/* on_bye: a bot sits a round out, or games of it, and gets points for it. on_say: a line
	 * for people. Each is called once for an event, as the iterator passes it. NULL: ignored.
	 */
	void (*on_bye)(void *arg, int round, int bot, double points);
	void (*on_say)(void *arg, const char *text);
	void *arg;
};

void schedule_iterator_init(struct schedule_iterator *w, const struct tournament *t);
void schedule_iterator_clear(struct schedule_iterator *w);

/* Do its games follow from results? */
bool schedule_iterator_needs_results(const struct schedule_iterator *w);

/* Adds the score of a game, or the score that a game counts as which is not played. */
void schedule_iterator_result(struct schedule_iterator *w, uint64_t key, const struct score *score);

/* Adds a score that another one has replaced since, because the game was played again: rounds up to
 * paired follow from this score, later ones from the newer. */
void schedule_iterator_replaced(
	struct schedule_iterator *w, uint64_t key, int paired, const struct score *score);

/* Where all games are known: number at, from 0, without going there. False: there is none. */
bool schedule_iterator_game(struct schedule_iterator *w, int64_t at, struct pairing *p);

/* The next game. */
enum schedule_step schedule_iterator_next(struct schedule_iterator *w, struct pairing *p);

/* For schedules: reports a bye; reports a line for people; finds the score of a game that counts
 * (false: there is none yet). */
void schedule_iterator_bye(struct schedule_iterator *w, int round, int bot, double points);
void schedule_iterator_say(struct schedule_iterator *w, const char *text);
bool schedule_iterator_score(
	const struct schedule_iterator *w, const struct pairing *p, struct score *score);

/* Finds the score by which this round is paired. Was any score replaced? */
bool schedule_iterator_score_for(
	const struct schedule_iterator *w, const struct pairing *p, int round, struct score *score);
bool schedule_iterator_changed(const struct schedule_iterator *w);

/* The first round that a bot which comes now can be paired in. */
int schedule_iterator_joins(const struct schedule_iterator *w);

/* Does this round count for the outcome, as far as there are results? */
enum schedule_use schedule_iterator_use(struct schedule_iterator *w, int round);

/* Does it decide from the pairs of its first bot? */
bool schedule_iterator_tests(const struct schedule_iterator *w);

/* The results that decide it so far, of the tournament's first bot; NULL: it is no test. */
const struct result_counts *schedule_iterator_counts(struct schedule_iterator *w);

/* After SCHEDULE_END: has a test ended without a decision? */
bool schedule_iterator_undecided(struct schedule_iterator *w);

/* Its state, and, after SCHEDULE_END, its outcome; "" for none. */
void schedule_iterator_describe(const struct schedule_iterator *w, char *text, size_t room);
void schedule_iterator_describe_json(const struct schedule_iterator *w, FILE *out);
void schedule_iterator_conclude(const struct schedule_iterator *w, char *text, size_t room);

#endif
