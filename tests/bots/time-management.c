/*
 * Shares of a clock: what a move may cost under each kind of `go`.
 */
#include "bots/time-management.h"

#include <string.h>

#include "base/error.h"
#include "tests/lib/suite.h"

enum { MS = 1000 };

static const struct {
	const char *go;
	int64_t own_depth, own_nodes, own_time;
	int depth;
	int64_t nodes;
	search_usec hard_least, hard_most;
	bool deepen;
} rows[] = {
	{"go", 0, 0, 0, 0, 0, 0, 0, true},
	{"go infinite", 0, 0, 0, 0, 0, 0, 0, true},
	{"go depth 6", 0, 0, 0, 6, 0, 0, 0, false},
	{"go depth 6", 4, 0, 0, 4, 0, 0, 0, false},
	{"go depth 4", 6, 0, 0, 4, 0, 0, 0, false},
	{"go depth 9000000000", 0, 0, 0, SEARCH_PLIES, 0, 0, 0, false},
	{"go", 3, 0, 0, 3, 0, 0, 0, false},
	{"go nodes 500", 0, 100, 0, 0, 100, 0, 0, false},
	{"go nodes 50", 0, 100, 0, 0, 50, 0, 0, false},
	/* Nearly all of a fixed time, but never all. */
	{"go movetime 100", 0, 0, 0, 0, 0, 90 * MS, 95 * MS, false},
	{"go movetime 1000", 0, 0, 0, 0, 0, 900 * MS, 950 * MS, false},
	{"go movetime 60000", 0, 0, 0, 0, 0, 59000 * MS, 59950 * MS, false},
	{"go movetime 1", 0, 0, 0, 0, 0, 1, 500, false},
	{"go movetime 0", 0, 0, 0, 0, 0, 1, 1, false},
	/* One's own limit is for thinking alone. */
	{"go", 0, 0, 100, 0, 0, 100 * MS, 100 * MS, false},
	{"go movetime 1000", 0, 0, 100, 0, 0, 100 * MS, 100 * MS, false},
	{"go movetime 50", 0, 0, 100, 0, 0, 40 * MS, 45 * MS, false},
	/* A clock: some of it; more with an increment or when time is added soon; seat 2's. */
	{"go p1time 60000 p2time 1000", 0, 0, 0, 0, 0, 60 * MS, 334 * MS, false},
	{"go p1time 1 p2time 60000 p1inc 0 p2inc 600", 0, 0, 0, 0, 0, 3000 * MS, 20300 * MS, false},
	{"go p1time 60000 p2time 60000 movestogo 1", 0, 0, 0, 0, 0, 59000 * MS, 59950 * MS, false},
	{"go p1time 60000 p2time 60000 movestogo 2", 0, 0, 0, 0, 0, 15000 * MS, 30000 * MS, false},
	{"go p1time 60000 p2time 0", 0, 0, 0, 0, 0, 1, 1, false},
	{"go p1time 60000 p2time 60000 movetime 10", 0, 0, 0, 0, 0, 1, 5 * MS, false},
};

START_TEST(a_move_may_cost_what_go_and_the_settings_allow)
	{
		struct error err;
		char line[128];
		struct message m;
		struct settings s;

		settings_init(&s);
		s.depth = rows[_i].own_depth;
		s.nodes = rows[_i].own_nodes;
		s.time = rows[_i].own_time;
		strcpy(line, rows[_i].go);
		ck_assert_msg(message_read(&m, FROM_REFEREE, line, &err), "%s", err.text);
		struct search_limits l = time_management_limits(&s, &m.go, 2);
		ck_assert_int_eq(l.depth, rows[_i].depth);
		ck_assert_int_eq(l.nodes, rows[_i].nodes);
		ck_assert_int_ge(l.hard, rows[_i].hard_least);
		ck_assert_int_le(l.hard, rows[_i].hard_most);
		ck_assert_int_eq(l.deepen, rows[_i].deepen);
	}
END_TEST

/* Whatever the clock, using the hard limit each move never makes the flag fall. */
START_TEST(a_clock_lasts_for_ever)
	{
		struct settings s;
		struct message m = message_make(MESSAGE_GO);

		settings_init(&s);
		m.go.time[0] = 1 << (2 * _i);
		m.go.inc[0] = _i % 3 * 50;
		for (int i = 0; i < 300; i++) {
			struct search_limits l = time_management_limits(&s, &m.go, 1);
			ck_assert_int_gt(l.hard, 0);
			ck_assert_int_gt(l.soft, 0);
			/* Told in whole milliseconds, rounded down. */
			int64_t left = m.go.time[0] * MS - l.hard;
			ck_assert_int_gt(left, 0);
			m.go.time[0] = left / MS + m.go.inc[0];
			if (m.go.time[0] == 0)
				break;
		}
	}
END_TEST

SUITE("bots/time-management",
	LOOP(a_move_may_cost_what_go_and_the_settings_allow, sizeof rows / sizeof *rows),
	LOOP(a_clock_lasts_for_ever, 11))
