/*
 * played-schedule.h - a tournament of any format, played to its end with results that are drawn
 * from a seed.
 */
#ifndef TESTS_LIB_PLAYED_SCHEDULE_H
#define TESTS_LIB_PLAYED_SCHEDULE_H

#include "referee/config/settings.h"
#include "referee/schedule/schedule.h"
#include "tests/lib/test-tournament.h"

enum { PLAYED_BOTS = 40, PLAYED_MAX = 8000 };

/* Sets what the file would. */
static inline void played_set(struct tournament *t, const char *key, const char *value)
{
	struct reported told;
	reported_init(&told);
	settings_set(t, settings_find(settings_of_tournament, key), value,
		(struct origin){"cup.conf", 1}, &told.mistakes);
	ck_assert_msg(told.mistakes.count == 0, "%s", told.text);
}

static struct pairing played[PLAYED_MAX];
static int played_count;

static struct {
	int round, bot;
	double points;
} played_byes[PLAYED_MAX];
static int played_byes_count;

static inline void played_on_bye(void *arg, int round, int bot, double points)
{
	(void)arg;
	ck_assert_int_lt(played_byes_count, PLAYED_MAX);
	played_byes[played_byes_count].round = round;
	played_byes[played_byes_count].bot = bot;
	played_byes[played_byes_count++].points = points;
}

/* Results by strength and luck: many games are drawn, so that knockouts have ties. */
static inline void played_judge(const struct pairing *p, int rank[SEATS_MAX])
{
	int strength[SEATS_MAX];
	for (int i = 0; i < p->seats; i++) {
		uint64_t luck = random_mix(p->key, (uint64_t)i + 1);
		strength[i] = p->bot[i] / 4 + (int)(luck % 6);
	}
	for (int i = 0; i < p->seats; i++) {
		rank[i] = 1;
		for (int other = 0; other < p->seats; other++)
			rank[i] += strength[other] < strength[i];
	}
}

/* Two halves for each seat that one beat, one for each that it tied with. */
static inline struct score played_score(const int *rank, int seats)
{
	struct score score = {.away = 0};
	for (int i = 0; i < seats; i++)
		for (int other = 0; other < seats; other++)
			if (other != i)
				score.halves[i] +=
					rank[i] < rank[other] ? 2 : rank[i] == rank[other];
	return score;
}

static inline void played_ranked(
	struct schedule_iterator *it, const struct pairing *p, const int *rank)
{
	const struct score score = played_score(rank, p->seats);
	schedule_iterator_result(it, p->key, &score);
}

static inline void played_finish(struct schedule_iterator *it, const struct pairing *p)
{
	int rank[SEATS_MAX];
	played_judge(p, rank);
	played_ranked(it, p, rank);
}

/* The game of two is not played, since these seats are benched. */
static inline void played_skip(
	struct schedule_iterator *it, const struct pairing *p, unsigned benched)
{
	struct score score = {.away = benched, .skipped = true};
	for (int i = 0; i < 2; i++)
		score.halves[i] = benched >> i & 1 ? 0 : benched != 0 ? 2 : 1;
	schedule_iterator_result(it, p->key, &score);
}

/* Each game is finished before the next is asked for. */
static inline void played_walk(struct schedule_iterator *it)
{
	struct pairing p;
	enum schedule_step step;
	it->on_bye = played_on_bye;
	played_count = played_byes_count = 0;
	while ((step = schedule_iterator_next(it, &p)) == SCHEDULE_GAME) {
		ck_assert_int_lt(played_count, PLAYED_MAX);
		played[played_count++] = p;
		played_finish(it, &p);
	}
	ck_assert_int_eq(step, SCHEDULE_END);
}

static inline void played_all(const struct tournament *t)
{
	struct schedule_iterator it;
	schedule_iterator_init(&it, t);
	played_walk(&it);
	schedule_iterator_clear(&it);
}

#endif
