/*
 * schedule-iterator.c - going along a schedule of either kind.
 */
#include "referee/schedule/schedule-iterator.h"

#include <assert.h>

void walk_init(struct walk *w, const struct tournament *t)
{
	*w = (struct walk){.t = t, .schedule = schedule_find(t->format)};
	assert(w->schedule != NULL);
	results_init(&w->results);
}

void walk_clear(struct walk *w)
{
	if (w->memory != NULL && w->schedule->end != NULL)
		w->schedule->end(w);
	results_clear(&w->results);
}

bool walk_asks(const struct walk *w)
{
	return w->schedule->step != NULL;
}

void walk_result(struct walk *w, uint64_t key, const struct score *score)
{
	struct score kept = *score;
	if (!w->schedule->compares)
		kept.line = 0; /* it would only take room */
	if (walk_asks(w))
		results_add(&w->results, key, &kept);
}

void walk_replaced(struct walk *w, uint64_t key, int paired, const struct score *score)
{
	if (walk_asks(w))
		results_add_replaced(&w->results, key, paired, score);
}

bool walk_game(struct walk *w, int64_t at, struct pairing *p)
{
	assert(!walk_asks(w));
	return w->schedule->next(w, at, p);
}

static void walk_begin(struct walk *w)
{
	if (!w->begun && w->schedule->begin != NULL)
		w->schedule->begin(w);
	w->begun = true;
}

enum schedule_step walk_next(struct walk *w, struct pairing *p)
{
	enum schedule_step step;
	walk_begin(w);
	if (walk_asks(w))
		step = w->schedule->step(w, w->at, p);
	else
		step = walk_game(w, w->at, p) ? SCHEDULE_GAME : SCHEDULE_END;
	if (step == SCHEDULE_GAME)
		w->at++;
	return step;
}

void walk_bye(struct walk *w, int round, int bot, double points)
{
	if (w->on_bye != NULL)
		w->on_bye(w->arg, round, bot, points);
}

void walk_word(struct walk *w, const char *text)
{
	if (w->on_word != NULL)
		w->on_word(w->arg, text);
}

bool walk_score(const struct walk *w, const struct pairing *p, struct score *score)
{
	return results_find(&w->results, p->key, score);
}

bool walk_score_for(const struct walk *w, const struct pairing *p, int round, struct score *score)
{
	return results_find_for(&w->results, p->key, round, score);
}

bool walk_changed(const struct walk *w)
{
	return w->results.replaced_count > 0;
}

int walk_joins(const struct walk *w)
{
	assert(w->schedule->joins != NULL);
	return w->schedule->joins(w);
}

enum schedule_use walk_use(struct walk *w, int round)
{
	walk_begin(w);
	return w->schedule->use != NULL ? w->schedule->use(w, round) : SCHEDULE_COUNTS;
}

bool walk_tests(const struct walk *w)
{
	return w->schedule->tally != NULL;
}

const struct tally *walk_tally(struct walk *w)
{
	walk_begin(w);
	return w->schedule->tally != NULL ? w->schedule->tally(w) : NULL;
}

bool walk_undecided(struct walk *w)
{
	walk_begin(w);
	return w->schedule->undecided != NULL && w->schedule->undecided(w);
}

void walk_describe(const struct walk *w, char *text, size_t room)
{
	*text = '\0';
	if (w->begun && w->schedule->describe != NULL)
		w->schedule->describe(w, text, room);
}

void walk_describe_json(const struct walk *w, FILE *out)
{
	if (w->begun && w->schedule->describe_json != NULL)
		w->schedule->describe_json(w, out);
}

void walk_conclude(const struct walk *w, char *text, size_t room)
{
	*text = '\0';
	if (w->begun && w->schedule->conclude != NULL)
		w->schedule->conclude(w, text, room);
}
