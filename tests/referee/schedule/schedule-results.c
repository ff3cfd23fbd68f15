/*
 * Results by keys: each is found as it was added, whatever was added beside it.
 */
#include "referee/schedule/schedule-results.h"

#include "tests/lib/suite.h"

enum { KEYS = 1000 };

/* Keys that have their low bits in common. */
static uint64_t key_of(int i)
{
	return (uint64_t)i << 6 | 63;
}

static struct score score_of(int i)
{
	struct score score = {.halves = {i % 11, 10 - i % 11},
		.away = (unsigned)(i % 4),
		.skipped = i % 3 == 0,
		.fault = {[4] = VERDICT_ILLEGAL + i % 8},
		.line = i < 100 ? 0 : INT64_MIN + i};
	score.away |= score.fault[4] >= VERDICT_BUILD ? 1u << 4 : 0;
	return score;
}

static void assert_score(const struct score *score, const struct score *wanted)
{
	for (int seat = 0; seat < SEATS_MAX; seat++) {
		ck_assert_int_eq(score->halves[seat], wanted->halves[seat]);
		ck_assert_int_eq(score->fault[seat], wanted->fault[seat]);
	}
	ck_assert_int_eq(score->line, wanted->line);
	ck_assert_uint_eq(score->away, wanted->away);
	ck_assert_int_eq(score->skipped, wanted->skipped);
}

START_TEST(each_result_is_found_as_it_was_added)
	{
		struct schedule_results r;
		struct score found;
		schedule_results_init(&r);
		ck_assert(!schedule_results_find(&r, key_of(0), &found));
		for (int i = 0; i < KEYS; i++) {
			const struct score added = score_of(i);
			schedule_results_add(&r, key_of(i), &added);
			ck_assert(!schedule_results_find(&r, key_of(i + 1), &found));
		}
		for (int i = 0; i < KEYS; i++) {
			const struct score wanted = score_of(i);
			ck_assert(schedule_results_find(&r, key_of(i), &found));
			assert_score(&found, &wanted);
		}
		schedule_results_clear(&r);
	}
END_TEST

START_TEST(a_result_that_is_there_stays)
	{
		struct schedule_results r;
		struct score found;
		const struct score first = {.halves = {2, 0}, .away = 2},
				   second = {.halves = {0, 2}, .skipped = true};
		schedule_results_init(&r);
		schedule_results_add(&r, 7, &first);
		schedule_results_add(&r, 7, &second);
		ck_assert_uint_eq(r.games.count, 1);
		ck_assert(schedule_results_find(&r, 7, &found));
		assert_score(&found, &first);
		schedule_results_clear(&r);
	}
END_TEST

START_TEST(the_last_seat_keeps_its_points_and_its_absence)
	{
		struct schedule_results r;
		struct score found, added = {.away = 1u << (SEATS_MAX - 1)};
		schedule_results_init(&r);
		added.halves[SEATS_MAX - 1] = 2 * (SEATS_MAX - 1);
		schedule_results_add(&r, 0, &added);
		ck_assert(schedule_results_find(&r, 0, &found));
		assert_score(&found, &added);
		schedule_results_clear(&r);
	}
END_TEST

/* A game's result is 1, it was 2 when round 3 was paired, and 3 when round 5 was. */
START_TEST(each_round_follows_from_the_results_of_its_time)
	{
		static const int wanted[] = {0, 2, 2, 2, 3, 3, 1, 1};
		struct schedule_results r;
		struct score found;
		schedule_results_init(&r);
		schedule_results_add(&r, 9, &(struct score){.halves = {1}});
		schedule_results_add_replaced(&r, 9, 3, &(struct score){.halves = {2}});
		schedule_results_add_replaced(&r, 8, 9, &(struct score){.halves = {4}});
		schedule_results_add_replaced(&r, 9, 5, &(struct score){.halves = {3}});
		for (int round = 1; round <= 7; round++) {
			ck_assert(schedule_results_find_for(&r, 9, round, &found));
			ck_assert_int_eq(found.halves[0], wanted[round]);
		}
		ck_assert(!schedule_results_find_for(&r, 10, 1, &found));
		schedule_results_clear(&r);
	}
END_TEST

/* Points are the share of the other seats that one beat, and half of those that it tied with. */
static const struct {
	int seats;
	double points[3];
	int halves[3];
} scores[] = {
	{2, {1, 0}, {2, 0}},
	{2, {0.5, 0.5}, {1, 1}},
	{2, {0, 0}, {0, 0}},
	{3, {1, 0.5, 0}, {4, 2, 0}},
	{3, {0.75, 0.75, 0}, {3, 3, 0}},
	{3, {1, 0.25, 0.25}, {4, 1, 1}},
	{2, {7, -3}, {2, 0}},
};

START_TEST(points_are_counted_in_halves_of_a_seat_that_was_beaten)
	{
		const struct score score =
			schedule_results_score(scores[_i].points, 5, scores[_i].seats);
		for (int seat = 0; seat < 3; seat++)
			ck_assert_int_eq(score.halves[seat], scores[_i].halves[seat]);
		ck_assert_uint_eq(score.away, 5);
		ck_assert(!score.skipped);
	}
END_TEST

/* A seat's verdict, its fault, and whether the seat was away. */
static const struct {
	const char *verdict;
	enum verdict fault;
	bool away;
} verdicts[] = {
	{"ok", VERDICT_OK, false},
	{"resign", VERDICT_OK, false},
	{"illegal", VERDICT_ILLEGAL, false},
	{"time", VERDICT_TIME, false},
	{"crash", VERDICT_CRASH, false},
	{"build", VERDICT_BUILD, true},
};

START_TEST(a_verdict_says_the_fault_of_its_seat_alone)
	{
		for (int seat = 1; seat <= 3; seat++) {
			struct score score = {.away = 0};
			schedule_results_verdict(&score, seat, verdicts[_i].verdict);
			ck_assert_uint_eq(score.away, verdicts[_i].away ? 1u << (seat - 1) : 0);
			for (int i = 0; i < SEATS_MAX; i++)
				ck_assert_int_eq(score.fault[i],
					i == seat - 1 ? verdicts[_i].fault : VERDICT_OK);
		}
	}
END_TEST

START_TEST(an_outcome_has_points_verdicts_and_moves)
	{
		const struct db_outcome o = {.seats = 3,
			.points = {0.5, 0, 1},
			.verdict = {"ok", "build", "time"},
			.moves_hash = -77};
		const struct score wanted = {.halves = {2, 0, 4},
			.away = 2,
			.fault = {0, VERDICT_BUILD, VERDICT_TIME},
			.line = -77};
		const struct score score = schedule_results_outcome(&o);
		assert_score(&score, &wanted);
	}
END_TEST

SUITE("referee/schedule/schedule-results",
	LOOP(a_verdict_says_the_fault_of_its_seat_alone, sizeof verdicts / sizeof *verdicts),
	CASE(an_outcome_has_points_verdicts_and_moves), CASE(each_result_is_found_as_it_was_added),
	CASE(a_result_that_is_there_stays), CASE(the_last_seat_keeps_its_points_and_its_absence),
	CASE(each_round_follows_from_the_results_of_its_time),
	LOOP(points_are_counted_in_halves_of_a_seat_that_was_beaten,
		sizeof scores / sizeof *scores))
