/*
 * Orders: what is written is what is read.
 */
#include "referee/arbiter/arbiter-messages.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

static const struct {
	struct game_request order;
	const char *line;
} orders[] = {
	{{.pairing = 7, .seed = 9, .seats = 2, .bot = {0, 12}, .fen = "", .moves = "d d e"},
		"play 7 9 0,12 moves d d e\n"},
	{{.pairing = UINT64_MAX,
		 .seed = 0,
		 .seats = 2,
		 .bot = {1, 0},
		 .fen = "3/3/3 x 1",
		 .moves = ""},
		"play 18446744073709551615 0 1,0 fen 3/3/3 x 1\n"},
	{{.pairing = 1, .seed = 1, .seats = 2, .bot = {3, 4}, .benched = 1, .fen = "", .moves = ""},
		"play 1 1 3!,4 moves \n"},
	{{.pairing = 1,
		 .seed = 1,
		 .seats = 3,
		 .bot = {3, 4, 999},
		 .benched = 1,
		 .absent = 6,
		 .fen = "",
		 .moves = "a1"},
		"play 1 1 3!,4?,999? moves a1\n"},
	{{.pairing = 1,
		 .seed = 1,
		 .seats = 3,
		 .bot = {3, 4, 999},
		 .benched = 6,
		 .fen = "",
		 .moves = "a1"},
		"play 1 1 3,4!,999! moves a1\n"},
	{{.pairing = 1,
		 .seed = 1,
		 .seats = 2,
		 .bot = {3, 4},
		 .benched = 3,
		 .failed = {0, INT64_MAX},
		 .fen = "",
		 .moves = "a1"},
		"play 1 1 3!,4!9223372036854775807 moves a1\n"},
};

START_TEST(an_order_is_read_as_it_was_written)
	{
		const struct game_request *request = &orders[_i].order;
		struct game_request read;
		char line[128];
		size_t length = game_request_write(request, line, sizeof line);
		ck_assert_str_eq(line, orders[_i].line);
		ck_assert_uint_eq(length, strlen(line));
		line[length - 1] = '\0';
		ck_assert(game_request_read(&read, line));
		ck_assert_uint_eq(read.pairing, request->pairing);
		ck_assert_uint_eq(read.seed, request->seed);
		ck_assert_int_eq(read.seats, request->seats);
		ck_assert_mem_eq(
			read.bot, request->bot, sizeof *request->bot * (size_t)request->seats);
		ck_assert_uint_eq(read.benched, request->benched);
		ck_assert_mem_eq(read.failed, request->failed, sizeof request->failed);
		ck_assert_uint_eq(read.absent, request->absent);
		ck_assert_str_eq(read.fen, request->fen);
		ck_assert_str_eq(read.moves, request->moves);
	}
END_TEST

static const char *const wrong[] = {"", "play", "play 1 1", "play 1 1 ", "play 1 1 a moves ",
	"play 1 1 1,-1 moves ", "play 1 1 1,2", "play 1 1 1!!,2 moves ", "play 1 1 1,! moves ",
	"play 1 1 1?!,2 moves ", "play 1 1 1!?,2 moves ", "play 1 1 ?1,2 moves ",
	"play 1 1 1,2 move d", "play 1 1 1!0,2 moves ", "play 1 1 1!9223372036854775808,2 moves ",
	"play 1 1 1?5,2 moves "};

START_TEST(what_is_no_order_is_not_read)
	{
		struct game_request request;
		char line[64];
		strcpy(line, wrong[_i]);
		ck_assert(!game_request_read(&request, line));
	}
END_TEST

static const struct {
	const char *line;
	bool good;
	uint64_t first, last, sum;
} delays[] = {
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0 2", true, 1, 2, 3},
	{"delays 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0", true, UINT64_MAX, 0, UINT64_MAX},
	{"delays 18446744073709551616 0 0 0 0 0 0 0 0 0 0 0 0", false, 0, 0, 0},
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0", false, 0, 0, 0},
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0 2 3", false, 0, 0, 0},
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0 -2", false, 0, 0, 0},
	{"delays", false, 0, 0, 0},
	{"move 1 d 0 0 0 0 0 0", false, 0, 0, 0},
};

START_TEST(a_line_of_delays_is_read_as_it_is_written_or_not_at_all)
	{
		struct arbiter_answer answer;
		char line[ARBITER_ANSWER_LINE], again[ARBITER_ANSWER_LINE];
		strcpy(line, delays[_i].line);
		bool good = arbiter_answer_read(&answer, line);
		ck_assert(good == delays[_i].good);
		if (!good)
			return;
		ck_assert_uint_eq(answer.delays.count[0], delays[_i].first);
		ck_assert_uint_eq(
			answer.delays.count[LATENCY_HISTOGRAM_BUCKETS - 1], delays[_i].last);
		ck_assert_uint_eq(answer.delays.sum, delays[_i].sum);
		size_t length = arbiter_answer_write(&answer, again);
		ck_assert_uint_eq(length, strlen(delays[_i].line) + 1);
		ck_assert_int_eq(strncmp(again, delays[_i].line, length - 1), 0);
	}
END_TEST

START_TEST(the_longest_delays_fit)
	{
		struct arbiter_answer answer = {.kind = ARBITER_DELAYS};
		char line[ARBITER_ANSWER_LINE];
		memset(answer.delays.count, 0xff, sizeof answer.delays.count);
		ck_assert_uint_lt(arbiter_answer_write(&answer, line), sizeof line);
	}
END_TEST

SUITE("referee/arbiter/arbiter-messages",
	LOOP(an_order_is_read_as_it_was_written, sizeof orders / sizeof *orders),
	LOOP(what_is_no_order_is_not_read, sizeof wrong / sizeof *wrong),
	LOOP(a_line_of_delays_is_read_as_it_is_written_or_not_at_all,
		sizeof delays / sizeof *delays),
	CASE(the_longest_delays_fit))
