/*
 * test-course.c - reads the ratios of an sprt by going along its schedule once more.
 */
#include "referee/results/test-course.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/director/stored-schedule.h"
#include "referee/results/tournament-row.h"

void test_course_add(struct test_course *c, int64_t pairs, double llr)
{
	if (!isfinite(llr))
		return;
	/* The last point is no multiple of the stride, unless it happens to be one. */
	if (c->count > 0 && (int64_t)c->pairs[c->count - 1] % c->stride != 0)
		c->count--;
	if (c->count == TEST_COURSE_POINTS) {
		c->stride *= 2;
		c->count = 0;
		for (int i = 0; i < TEST_COURSE_POINTS; i++)
			if ((int64_t)c->pairs[i] % c->stride == 0) {
				c->pairs[c->count] = c->pairs[i];
				c->llr[c->count++] = c->llr[i];
			}
	}
	c->pairs[c->count] = (double)pairs;
	c->llr[c->count++] = llr;
}

static void test_course_on_pair(void *arg, int64_t pairs, double llr)
{
	test_course_add(arg, pairs, llr);
}

/* Goes along the schedule of a stored sprt. */
static int test_course_follow(struct test_course *c, struct db *db, const struct db_tournament *t)
{
	struct stored_schedule plan = {.recomputed = false};
	const struct stored_schedule_of of = {.id = t->id,
		.seed = t->seed,
		.game = t->game,
		.definition = t->definition,
		.seats = t->seats};
	bool known = false;
	int error = stored_schedule_open(&plan, db, &of, &known);
	c->known = error == DB_OK && plan.recomputed;
	if (c->known) {
		plan.iterator.on_pair = test_course_on_pair;
		plan.iterator.arg = c;
		schedule_iterator_counts(&plan.iterator);
		c->sprt = plan.t.sprt;
		c->bot = memory_copy(plan.t.bots[0].name);
		c->opponent = memory_copy(plan.t.bots[1].name);
	}
	stored_schedule_clear(&plan);
	return error;
}

int test_course_read(struct test_course *c, struct db *db, int64_t tournament)
{
	struct db_tournament t;
	*c = (struct test_course){.stride = 1};
	int error = tournament_row_read(db, tournament, &t);
	if (error == DB_OK && strcmp(t.format, "sprt") == 0)
		error = test_course_follow(c, db, &t);
	tournament_row_clear(&t);
	return error;
}

void test_course_clear(struct test_course *c)
{
	free(c->bot);
	free(c->opponent);
}
