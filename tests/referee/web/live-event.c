/*
 * The lines of the live stream: what is written is what is read, and nothing else is.
 */
#include "referee/web/live-event.h"

#include <errno.h>
#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	struct live_event event;
	const char *line;
} events[] = {
	{{.kind = LIVE_EVENT_TOURNAMENT,
		 .tournament = {.id = 2,
			 .row = 1,
			 .done = 10,
			 .all = UNKNOWN,
			 .state = "running",
			 .name = "the spring cup",
			 .path = "/srv/a b.db",
			 .why = "",
			 .page = "cup-1f2e3d4c5b"}},
		"tournament 2 1 10 - running the\\x20spring\\x20cup /srv/a\\x20b.db - cup-1f2e3d4c5b -\n"},
	{{.kind = LIVE_EVENT_TOURNAMENT,
		 .tournament = {.id = 3,
			 .row = 1,
			 .done = 10,
			 .all = 12,
			 .state = "failed",
			 .name = "-",
			 .path = "/srv/a.db",
			 .why = "the disk is full",
			 .waited = "cup-0"}},
		"tournament 3 1 10 12 failed \\x2d /srv/a.db the\\x20disk\\x20is\\x20full - cup-0\n"},
	{{.kind = LIVE_EVENT_GONE, .gone = 7}, "gone 7\n"},
	{{.kind = LIVE_EVENT_STRENGTH,
		 .strength = {.tournament = 1,
			 .won = 6,
			 .drawn = 5,
			 .lost = 4,
			 .pairs = {1, 2, 3, 4, 5},
			 .by_opening = 2,
			 .games = UNKNOWN,
			 .bot = "v2",
			 .opponent = "v1",
			 .test = "logistic 0 10 0.05 0.05"}},
		"strength 1 6 5 4 1 2 3 4 5 2 - v2 v1 logistic\\x200\\x2010\\x200.05\\x200.05\n"},
	{{.kind = LIVE_EVENT_WORKER,
		 .worker = {1, 2, 3, 4, 5, 6, 7, 8, 9, "lab07", "drained: a b"}},
		"worker 1 2 3 4 5 6 7 8 9 lab07 drained:\\x20a\\x20b\n"},
	{{.kind = LIVE_EVENT_DETAILS, .details = {1, "swiss", "hang gone"}},
		"details 1 swiss hang\\x20gone\n"},
	{{.kind = LIVE_EVENT_METRIC, .metric = {"arbiters", 4}}, "metric arbiters 4\n"},
	{{.kind = LIVE_EVENT_DELAYS,
		 .delays = {.count = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}}},
		"delays 1 2 3 4 5 6 7 8 9 10 11 12 13\n"},
	{{.kind = LIVE_EVENT_PROCESS, .process = {"arbiter", 2, UNKNOWN, 4096}},
		"process arbiter 2 - 4096\n"},
	{{.kind = LIVE_EVENT_WAIT}, "wait\n"},
	{{.kind = LIVE_EVENT_HEADER,
		 .game = 3,
		 .header = {.tournament = 1,
			 .public = 1,
			 .pairing = UINT64_MAX,
			 .seed = 9,
			 .name = "a\nmove 1\\"}},
		"3 live 1 18446744073709551615 9 1 a\\x0amove\\x201\\x5c\n"},
	{{.kind = LIVE_EVENT_LIMITS,
		 .game = 3,
		 .limits = {.seat = 2,
			 .movetime = 1,
			 .time = 2,
			 .moves = 3,
			 .increment = 4,
			 .bank = 5,
			 .remote = 1,
			 .clock = "fair"}},
		"3 limits 2 1 2 3 4 5 fair 1\n"},
	{{.kind = LIVE_EVENT_OPENING, .game = 3, .opening = "d d e"}, "3 opening d d e\n"},
	{{.kind = LIVE_EVENT_AGO, .game = 3, .ago = 1200}, "3 ago 1200\n"},
	{{.kind = LIVE_EVENT_STORED, .game = 3, .stored = {9, "/srv/a b.db"}},
		"3 stored 9 /srv/a b.db\n"},
	{{.kind = LIVE_EVENT_ABORTED, .game = 3}, "3 aborted\n"},
	{{.kind = LIVE_EVENT_RECORD,
		 .game = INT32_MAX,
		 .record = {.kind = RECORD_MOVE,
			 .seat = 1,
			 .move = {"d", {100, 90, UNKNOWN, 6, -12, UNKNOWN}}}},
		"2147483647 move 1 d 100 90 - 6 -12 -\n"},
};

START_TEST(a_line_is_read_as_it_was_written)
	{
		const struct live_event *e = &events[_i].event;
		static char line[LIVE_EVENT_LINE], again[LIVE_EVENT_LINE];
		struct live_event read;
		size_t length = live_event_write(e, line);
		ck_assert_str_eq(line, events[_i].line);
		ck_assert_uint_eq(length, strlen(line));
		line[length - 1] = '\0';
		ck_assert(live_event_read(&read, line));
		ck_assert_int_eq(read.kind, e->kind);
		ck_assert_int_eq(read.game, e->game);
		live_event_write(&read, again);
		ck_assert_str_eq(again, events[_i].line);
	}
END_TEST

START_TEST(texts_without_end_leave_a_line_that_is_read)
	{
		static char line[LIVE_EVENT_LINE], endless[2 * LIVE_EVENT_LINE];
		struct live_event e = {.kind = LIVE_EVENT_TOURNAMENT,
			.tournament = {INT64_MAX, INT64_MIN + 1, INT64_MAX, INT64_MAX, endless,
				endless, endless, endless, endless, endless}};
		memset(endless, _i == 0 ? 'x' : ' ', sizeof endless - 1);
		size_t length = live_event_write(&e, line);
		ck_assert_uint_lt(length, sizeof line);
		line[length - 1] = '\0';
		ck_assert(live_event_read(&e, line));
		ck_assert_uint_eq(strlen(e.tournament.waited), 4096);
		e = (struct live_event){.kind = LIVE_EVENT_OPENING, .game = 1, .opening = endless};
		ck_assert_uint_lt(live_event_write(&e, line), sizeof line);
	}
END_TEST

static const char *const wrong[] = {"", " ", "go", "gone", "gone ", "gone 1 ", "gone 1 2", "gone x",
	"gone 9223372036854775808", "1 gone 1", "live 1 1 1 1 x", "1 live 1 -1 1 1 x",
	"1 live 1 - 1 1 x", "1 live 1 18446744073709551616 1 1 x", "1 live 1 1 1 1",
	"1 live 1 1 1 1 ", "1 live 1 1 1 1 \\", "1 live 1 1 1 1 \\x0", "1 live 1 1 1 1 \\x00",
	"1 live 1 1 1 1 \\n", "1 live 1 1 1 1 a b", "1 limits 0 1 1 1 1 1 fair 1",
	"1 limits 65 1 1 1 1 1 fair 1", "1 limits 1 1 1 1 1 1 fair", "1 aborted 1", "1 aborted ",
	"wait 1", "0 aborted", "2147483648 aborted", "1aborted", "1", "1 ", "1  aborted",
	"metric x 9223372036854775808", "metric x --1", "metric x 1x",
	"delays 1 2 3 4 5 6 7 8 9 10 11 12", "delays 1 2 3 4 5 6 7 8 9 10 11 12 -",
	"move 1 d 1 2 3 4 5 6", "1 move 1 d 1 2 3 4 5"};

/* An earlier error is no error of a line; and the edges are numbers and seats too. */
START_TEST(a_line_at_the_edge_is_read_whatever_went_wrong_before)
	{
		static const char *const edges[] = {"1 limits 1 1 1 1 1 1 fair 1",
			"1 limits 64 1 1 1 1 1 fair 1", "metric x -9223372036854775807",
			"1 live 9223372036854775807 18446744073709551615 0 1 x", "gone 1",
			"2147483647 aborted"};
		for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
			struct live_event e;
			char line[128];
			strcpy(line, edges[i]);
			errno = ERANGE;
			ck_assert_msg(live_event_read(&e, line), "%s", edges[i]);
		}
	}
END_TEST

START_TEST(what_is_no_line_is_not_read)
	{
		struct live_event e;
		char line[64];
		strcpy(line, wrong[_i]);
		ck_assert_msg(!live_event_read(&e, line), "%s", wrong[_i]);
	}
END_TEST

SUITE("referee/web/live-event",
	LOOP(a_line_is_read_as_it_was_written, sizeof events / sizeof *events),
	LOOP(texts_without_end_leave_a_line_that_is_read, 2),
	CASE(a_line_at_the_edge_is_read_whatever_went_wrong_before),
	LOOP(what_is_no_line_is_not_read, sizeof wrong / sizeof *wrong))
