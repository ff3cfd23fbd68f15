/*
 * schedule-iterator.c - going along a schedule of either kind.
 */
#include "referee/schedule/schedule-iterator.h"

#include <assert.h>

void schedule_iterator_init(struct schedule_iterator *w, const struct tournament *t)
{
	*w = (struct schedule_iterator){.t = t, .schedule = schedule_find(t->format)};
	assert(w->schedule != NULL);
	schedule_results_init(&w->results);
}

void schedule_iterator_clear(struct schedule_iterator *w)
{
	if (w->memory != NULL && w->schedule->end != NULL)
		w->schedule->end(w);
	schedule_results_clear(&w->results);
}

bool schedule_iterator_needs_results(const struct schedule_iterator *w)
{
	return w->schedule->step != NULL;
}

void schedule_iterator_result(struct schedule_iterator *w, uint64_t key, const struct score *score)
{
	struct score kept = *score;
	if (!w->schedule->compares)
		kept.line = 0; /* it would only take room */
	if (schedule_iterator_needs_results(w))
		schedule_results_add(&w->results, key, &kept);
}

void schedule_iterator_replaced(
	struct schedule_iterator *w, uint64_t key, int paired, const struct score *score)
{
	if (schedule_iterator_needs_results(w))
		schedule_results_add_replaced(&w->results, key, paired, score);
}

bool schedule_iterator_game(struct schedule_iterator *w, int64_t at, struct pairing *p)
{
	assert(!schedule_iterator_needs_results(w));
	return w->schedule->next(w, at, p);
}

static void schedule_iterator_begin(struct schedule_iterator *w)
{
	if (!w->begun && w->schedule->begin != NULL)
		w->schedule->begin(w);
	w->begun = true;
}

enum schedule_step schedule_iterator_next(struct schedule_iterator *w, struct pairing *p)
{
	enum schedule_step step;
	schedule_iterator_begin(w);
	if (schedule_iterator_needs_results(w))
		step = w->schedule->step(w, w->at, p);
	else
		step = schedule_iterator_game(w, w->at, p) ? SCHEDULE_GAME : SCHEDULE_END;
	if (step == SCHEDULE_GAME)
		w->at++;
	return step;
}

void schedule_iterator_bye(struct schedule_iterator *w, int round, int bot, double points)
{
	if (w->on_bye != NULL)
		w->on_bye(w->arg, round, bot, points);
}

void schedule_iterator_say(struct schedule_iterator *w, const char *text)
{
	if (w->on_say != NULL)
		w->on_say(w->arg, text);
}

bool schedule_iterator_score(
	const struct schedule_iterator *w, const struct pairing *p, struct score *score)
{
	return schedule_results_find(&w->results, p->key, score);
}

bool schedule_iterator_score_for(
	const struct schedule_iterator *w, const struct pairing *p, int round, struct score *score)
{
	return schedule_results_find_for(&w->results, p->key, round, score);
}

bool schedule_iterator_changed(const struct schedule_iterator *w)
{
	return w->results.replaced_count > 0;
}

int schedule_iterator_joins(const struct schedule_iterator *w)
{
	assert(w->schedule->joins != NULL);
	return w->schedule->joins(w);
}

enum schedule_use schedule_iterator_use(struct schedule_iterator *w, int round)
{
	schedule_iterator_begin(w);
	return w->schedule->use != NULL ? w->schedule->use(w, round) : SCHEDULE_COUNTS;
}

bool schedule_iterator_tests(const struct schedule_iterator *w)
{
	return w->schedule->counts != NULL;
}

const struct result_counts *schedule_iterator_counts(struct schedule_iterator *w)
{
	schedule_iterator_begin(w);
	return w->schedule->counts != NULL ? w->schedule->counts(w) : NULL;
}

bool schedule_iterator_undecided(struct schedule_iterator *w)
{
	schedule_iterator_begin(w);
	return w->schedule->undecided != NULL && w->schedule->undecided(w);
}

void schedule_iterator_describe(const struct schedule_iterator *w, char *text, size_t room)
{
	*text = '\0';
	if (w->begun && w->schedule->describe != NULL)
		w->schedule->describe(w, text, room);
}

void schedule_iterator_describe_json(const struct schedule_iterator *w, FILE *out)
{
	if (w->begun && w->schedule->describe_json != NULL)
		w->schedule->describe_json(w, out);
}

void schedule_iterator_conclude(const struct schedule_iterator *w, char *text, size_t room)
{
	*text = '\0';
	if (w->begun && w->schedule->conclude != NULL)
		w->schedule->conclude(w, text, room);
}
