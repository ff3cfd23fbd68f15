/*
 * walk.c - going along a schedule of either kind.
 */
#include "referee/tournament/walk.h"

#include <assert.h>

void walk_init(struct walk *w, const struct tournament *t)
{
	*w = (struct walk){.t = t, .schedule = schedule_find(t->format)};
	assert(w->schedule != NULL);
	results_init(&w->results);
}

void walk_clear(struct walk *w)
{
	if (w->begun && w->schedule->end != NULL)
		w->schedule->end(w);
	results_clear(&w->results);
}

bool walk_asks(const struct walk *w)
{
	return w->schedule->step != NULL;
}

void walk_result(struct walk *w, uint64_t key, const int *rank, int seats)
{
	if (walk_asks(w))
		results_add(&w->results, key, rank, seats);
}

void walk_skip(struct walk *w, uint64_t key, const int *rank, int seats)
{
	if (walk_asks(w))
		results_add_skipped(&w->results, key, rank, seats);
}

enum schedule_step walk_next(struct walk *w, struct pairing *p)
{
	enum schedule_step step;
	if (!w->begun && w->schedule->begin != NULL)
		w->schedule->begin(w);
	w->begun = true;
	if (walk_asks(w))
		step = w->schedule->step(w, w->at, p);
	else
		step = w->schedule->next(w->t, w->at, p) ? SCHEDULE_GAME : SCHEDULE_END;
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

bool walk_ranks(const struct walk *w, const struct pairing *p, int rank[SEATS_MAX])
{
	return results_find(&w->results, p->key, rank);
}

bool walk_skipped(const struct walk *w, const struct pairing *p)
{
	return results_skipped(&w->results, p->key);
}

int walk_joins(const struct walk *w)
{
	assert(w->schedule->joins != NULL);
	return w->schedule->joins(w);
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
