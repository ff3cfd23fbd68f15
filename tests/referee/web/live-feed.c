/*
 * The lines to the web process: what is written is what is read, and nothing else is.
 */
#include "referee/web/live-feed.h"

#include <errno.h>
#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	struct live_feed feed;
	const char *line;
} feeds[] = {
	{{.kind = LIVE_FEED_TOURNAMENT,
		 .tournament = 2,
		 .number = {1, 10, LIVE_FEED_UNSAID},
		 .text = {"running", "the spring cup", "/srv/a b.db", "", "cup-1f2e3d4c5b", ""}},
		"tournament 2 1 10 - running the\\x20spring\\x20cup /srv/a\\x20b.db - cup-1f2e3d4c5b -\n"},
	{{.kind = LIVE_FEED_TOURNAMENT,
		 .tournament = 3,
		 .number = {1, 10, 12},
		 .text = {"failed", "cup", "/srv/a.db", "the disk is full", "", "cup-0"}},
		"tournament 3 1 10 12 failed cup /srv/a.db the\\x20disk\\x20is\\x20full - cup-0\n"},
	{{.kind = LIVE_FEED_GONE, .tournament = 7}, "gone 7\n"},
	{{.kind = LIVE_FEED_FIGURE, .number = {4}, .text = {"arbiters"}}, "figure arbiters 4\n"},
	{{.kind = LIVE_FEED_DELAYS, .number = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}},
		"delays 1 2 3 4 5 6 7 8 9 10 11 12 13\n"},
	{{.kind = LIVE_FEED_PROCESS, .number = {2, LIVE_FEED_UNSAID, 4096}, .text = {"arbiter"}},
		"process arbiter 2 - 4096\n"},
	{{.kind = LIVE_FEED_GAME,
		 .tournament = 1,
		 .pairing = UINT64_MAX,
		 .number = {1700000000000, 2, -9},
		 .text = {"connect4", "", "d d e"}},
		"game 1 18446744073709551615 1700000000000 2 -9 connect4 - d\\x20d\\x20e\n"},
	{{.kind = LIVE_FEED_PARAM, .tournament = 1, .pairing = 3, .text = {"rows", "-"}},
		"param 1 3 rows \\x2d\n"},
	{{.kind = LIVE_FEED_PLAYER,
		 .tournament = 1,
		 .pairing = 3,
		 .seat = 6,
		 .number = {1},
		 .text = {"a\nmove 1\\"}},
		"player 1 3 6 a\\x0amove\\x201\\x5c 1\n"},
	{{.kind = LIVE_FEED_BEGUN, .tournament = 1, .pairing = 3}, "begun 1 3\n"},
	{{.kind = LIVE_FEED_MOVE,
		 .tournament = 1,
		 .pairing = 3,
		 .seat = 1,
		 .number = {100, 90, LIVE_FEED_UNSAID, 6, -12, LIVE_FEED_UNSAID},
		 .text = {"d"}},
		"move 1 3 1 d 100 90 - 6 -12 -\n"},
	{{.kind = LIVE_FEED_LEAVE,
		 .tournament = 1,
		 .pairing = 3,
		 .seat = 2,
		 .text = {"crash", "é"}},
		"leave 1 3 2 crash é\n"},
	{{.kind = LIVE_FEED_END,
		 .tournament = 1,
		 .pairing = 3,
		 .number = {9},
		 .text = {"1-0", "normal"}},
		"end 1 3 9 1-0 normal\n"},
	{{.kind = LIVE_FEED_STRENGTH,
		 .tournament = 1,
		 .number = {6, 5, 4, 1, 2, 3, 4, 5, 2, LIVE_FEED_UNSAID},
		 .text = {"v2", "v1", "logistic 0 10 0.05 0.05"}},
		"strength 1 6 5 4 1 2 3 4 5 2 - v2 v1 logistic\\x200\\x2010\\x200.05\\x200.05\n"},
};

START_TEST(a_line_is_read_as_it_was_written)
	{
		const struct live_feed *f = &feeds[_i].feed;
		static char line[LIVE_FEED_LINE];
		struct live_feed read;
		size_t length = live_feed_write(f, line, sizeof line);
		ck_assert_str_eq(line, feeds[_i].line);
		ck_assert_uint_eq(length, strlen(line));
		line[length - 1] = '\0';
		ck_assert(live_feed_read(&read, line));
		ck_assert_int_eq(read.kind, f->kind);
		ck_assert_int_eq(read.tournament, f->tournament);
		ck_assert_uint_eq(read.pairing, f->pairing);
		ck_assert_int_eq(read.seat, f->seat);
		ck_assert_mem_eq(read.number, f->number, sizeof f->number);
		for (int i = 0; i < LIVE_FEED_TEXTS; i++)
			ck_assert_str_eq(read.text[i], f->text[i] != NULL ? f->text[i] : "");
	}
END_TEST

START_TEST(texts_without_end_leave_a_line_that_is_read)
	{
		static char line[LIVE_FEED_LINE], endless[LIVE_FEED_LINE];
		struct live_feed f = {.kind = LIVE_FEED_GAME,
			.tournament = INT64_MAX,
			.pairing = UINT64_MAX,
			.number = {INT64_MIN + 1, INT64_MAX, INT64_MIN + 1},
			.text = {endless, endless, endless}};
		memset(endless, _i == 0 ? 'x' : ' ', sizeof endless - 1);
		size_t length = live_feed_write(&f, line, sizeof line);
		ck_assert_uint_lt(length, sizeof line);
		line[length - 1] = '\0';
		ck_assert(live_feed_read(&f, line));
		ck_assert_uint_eq(
			strlen(f.text[2]), _i == 0 ? LIVE_FEED_TEXT - 3 : LIVE_FEED_TEXT / 4);
	}
END_TEST

static const char *const wrong[] = {"", " ", "go", "gone", "gone ", "gone 0", "gone -", "gone 1 ",
	"gone 1 2", "gone x", "gone 9223372036854775808", "begun 1 -1", "begun 1 -",
	"begun 1 18446744073709551616", "player 1 1 0 x", "player 1 1 65 x", "player 1 1 1",
	"player 1 1 1 \\", "player 1 1 1 \\x0", "player 1 1 1 \\x00", "player 1 1 1 \\n",
	"player 1 1 1 a b", "player 1 1 0 x 1", "player 1 1 65 x 1", "player 1 1 1 \\ 1",
	"player 1 1 1 \\x0 1", "player 1 1 1 \\x00 1", "player 1 1 1 \\n 1", "player 1 1 1 x 1 ",
	"player 1 1 1 x 9223372036854775808", "arbiters --1", "arbiters 1x",
	"move 1 1 1 d 1 2 3 4 5"};

/* What went wrong before is nothing of a line's; and the edges are numbers and seats too. */
START_TEST(a_line_at_the_edge_is_read_whatever_went_wrong_before)
	{
		static const char *const edges[] = {"player 1 1 1 x 1", "player 1 1 64 x 1",
			"player 9223372036854775807 18446744073709551615 1 x -9223372036854775807",
			"gone 1", "begun 1 0"};
		for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
			struct live_feed f;
			char line[128];
			strcpy(line, edges[i]);
			errno = ERANGE;
			ck_assert_msg(live_feed_read(&f, line), "%s", edges[i]);
		}
	}
END_TEST

START_TEST(what_is_no_line_is_not_read)
	{
		struct live_feed f;
		char line[64];
		strcpy(line, wrong[_i]);
		ck_assert_msg(!live_feed_read(&f, line), "%s", wrong[_i]);
	}
END_TEST

SUITE("processes/feed", LOOP(a_line_is_read_as_it_was_written, sizeof feeds / sizeof *feeds),
	LOOP(texts_without_end_leave_a_line_that_is_read, 2),
	CASE(a_line_at_the_edge_is_read_whatever_went_wrong_before),
	LOOP(what_is_no_line_is_not_read, sizeof wrong / sizeof *wrong))
