/*
 * The games of a worker, counted from lines in pieces of any size; and when its speed may be
 * measured beside them.
 */
#include "referee/machines/worker-games.h"

#include <string.h>

#include "tests/lib/suite.h"

enum { PIECES = 70, CORES = 2 };

static struct worker_games games;

static void requested(const char *text)
{
	worker_games_requested(&games, text, strlen(text));
}

static void recorded(const char *text)
{
	worker_games_recorded(&games, text, strlen(text));
}

/* Lines of the referee and of the arbiter. Four games are requested and three have ended;
 * words of bots that look like an end are none. */
static const char requests[] = "1 play 7 0 1\n2 play 8 1 0\n1 stop\n1 seat 3\nplay\n play\n"
			       "12 play 9 0 1\n1 replay 5\n1 play 10 0 1\n1 playing\n";
static const char records[] =
	"1 game 7 2\n1 move d\n1 end normal\n2 void 8 lost\n2 ends\nend \n1 info end of it\n"
	"1 stderr 2 end end end end end end end end end end end end end end\n"
	"1234567890123456789012345 end far\n12 end time\n1 ended x\n1 voided\n1 ending";

START_TEST(games_are_counted_in_pieces_of_any_size)
	{
		size_t piece = (size_t)_i + 1;
		memset(&games, 0, sizeof games);
		for (size_t at = 0, left = strlen(requests); left > 0;) {
			size_t part = left < piece ? left : piece;
			worker_games_requested(&games, requests + at, part);
			at += part;
			left -= part;
		}
		ck_assert_int_eq(worker_games_count(&games), 4);
		for (size_t at = 0, left = strlen(records); left > 0;) {
			size_t part = left < piece ? left : piece;
			worker_games_recorded(&games, records + at, part);
			at += part;
			left -= part;
			ck_assert_int_eq(worker_games_in_line(&games), records[at - 1] != '\n');
		}
		ck_assert_int_eq(worker_games_count(&games), 1);
	}
END_TEST

/* A game counts from its request on, until its end is whole. */
START_TEST(a_game_is_in_play_from_its_request_to_its_end)
	{
		memset(&games, 0, sizeof games);
		ck_assert_int_eq(worker_games_count(&games), 0);
		ck_assert(!worker_games_in_line(&games));
		requested("1 play 7 0 1");
		ck_assert_int_eq(worker_games_count(&games), 0);
		requested("\n2 play 8 0 1\n");
		ck_assert_int_eq(worker_games_count(&games), 2);
		recorded("2 end normal");
		ck_assert(worker_games_in_line(&games));
		ck_assert_int_eq(worker_games_count(&games), 2);
		recorded("\n");
		ck_assert(!worker_games_in_line(&games));
		ck_assert_int_eq(worker_games_count(&games), 1);
		recorded("1 void 7 x\n");
		ck_assert_int_eq(worker_games_count(&games), 0);
	}
END_TEST

/* Of two bots the second may have limits of its own. */
static const struct {
	struct limits all, own;
	int most; /* games beside which it may be measured; -1: any number */
} limits[] = {
	{{.nodes = 1000}, {.depth = 5}, -1},
	{{.movetime = 1}, {.nodes = 1}, CORES - 1},
	{{.tc_time = 1}, {.nodes = 1}, CORES - 1},
	{{.tc_increment = 1}, {.nodes = 1}, CORES - 1},
	{{.tc_bank = 1}, {.nodes = 1}, CORES - 1},
	{{.nodes = 1}, {.movetime = 1}, CORES - 1},
	{{.tc_inf = true}, {.tc_inf = true}, -1},
};

START_TEST(the_speed_is_measured_only_while_a_core_is_free_of_games_with_clocks)
	{
		const struct bot_config bots[2] = {
			{.name = "a"}, {.name = "b", .has_limits = true, .limits = limits[_i].own}};
		const struct arbiter_config config = {
			.terms.limits = limits[_i].all, .bots = bots, .bots_count = 2};
		memset(&games, 0, sizeof games);
		for (int count = 0; count < 2 * CORES; count++) {
			ck_assert_int_eq(worker_games_count(&games), count);
			ck_assert_int_eq(worker_games_may_measure(&games, &config, CORES),
				limits[_i].most < 0 || count <= limits[_i].most);
			requested("1 play 7 0 1\n");
		}
	}
END_TEST

SUITE("referee/machines/worker-games", LOOP(games_are_counted_in_pieces_of_any_size, PIECES),
	CASE(a_game_is_in_play_from_its_request_to_its_end),
	LOOP(the_speed_is_measured_only_while_a_core_is_free_of_games_with_clocks,
		sizeof limits / sizeof *limits))
