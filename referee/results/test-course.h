/*
 * test-course.h - how the log-likelihood ratio of an sprt went, pair by pair in the order in which
 * the test counts them. The schedule computes it, as it does while the test runs.
 */
#ifndef REFEREE_RESULTS_TEST_COURSE_H
#define REFEREE_RESULTS_TEST_COURSE_H

#include "db/db.h"
#include "referee/rating/sprt.h"

enum { TEST_COURSE_POINTS = 512 };

/* Of many pairs it keeps every second, fourth ... point, and always the last. */
struct test_course {
	bool known; /* false: the tournament is no sprt, or this program cannot repeat it */
	struct sprt sprt;
	char *bot, *opponent; /* owned */
	int count;
	double pairs[TEST_COURSE_POINTS + 1], llr[TEST_COURSE_POINTS + 1];
	int64_t stride; /* pairs from a point to the next */
};

/* Reads the course of a tournament. Clear c in every case. A DB_ error. */
int test_course_read(struct test_course *c, struct db *db, int64_t tournament);
void test_course_clear(struct test_course *c);

/* Adds the ratio after this number of counted pairs. */
void test_course_add(struct test_course *c, int64_t pairs, double llr);

#endif
