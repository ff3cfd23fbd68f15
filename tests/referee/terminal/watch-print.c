/*
 * The lines that `referee watch` prints of a game, for people and as JSON. The game is put together
 * from lines of the live stream.
 */
#include "referee/terminal/watch-print.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/command-output.h"

static const char *const two_seats[] = {
	"3 live 1 7 17 1 the\\x20cup",
	"3 limits 1 100000 0 0 0 0 0 0",
	"3 limits 2 0 60000000 0 1000000 0 0 0",
	"3 opening d",
	"3 rules connect4 2",
	"3 param columns 7",
	"3 player 1 ann",
	"3 player 2 bob\\x1b[31m",
	"3 game 77 1700000000000",
	"3 move 2 d 1200 800 - 12 -5 1000",
	"3 move 1 e 50000 - - - - -",
	"3 seat 1 1 ok ",
	"3 seat 2 2 crash ended with exit status 1",
	"3 end crash 1700000001000 7/7/7/7/7/7 r 1",
	"3 stored 9 /tmp/a\\x20b.db",
	NULL,
};

/* Seat 2 leaves instead of its first move. */
static const char *const three_seats[] = {
	"4 live 1 8 17 1 trio",
	"4 rules nim 3",
	"4 param heaps 1/2",
	"4 player 1 ann",
	"4 player 2 bob",
	"4 player 3 cid",
	"4 game 78 1700000000000",
	"4 move 1 a1 - - - - - -",
	"4 move 3 b1 - - - - - -",
	"4 move 1 b1 - - - - - -",
	"4 seat 1 1 ok ",
	"4 seat 2 3 illegal no move",
	"4 seat 3 2 ok ",
	"4 end normal 1700000001000 0/0 p3 2",
	"4 aborted",
	NULL,
};

static const struct {
	const char *const *stream;
	bool (*print)(const struct watch_game *w, enum watch_news news);
	const char *wanted;
} printers[] = {
	{two_seats, watch_print_text,
		"Game 3 of \"the cup\": connect4\n"
		"  seat 1 (r) ann\n"
		"  seat 2 (y) bob\\x1b[31m\n"
		"  from 7/7/7/7/7/3r3 y 1\n"
		"   1  seat 2 (y) bob\\x1b[31m  d in 1.2 ms, cpu 800 us, depth 12, score -0.05, nodes 1000, 61.00 s left\n"
		"   2  seat 1 (r) ann  e in 50.0 ms\n"
		"Over: crash\n"
		"   1. seat 1 (r) ann\n"
		"   2. seat 2 (y) bob\\x1b[31m: crash, ended with exit status 1\n"
		"Game 3 is stored as game 9 of its database: referee show 9 --db '/tmp/a b.db'\n"},
	{two_seats, watch_print_json,
		"{\"event\":\"game\",\"number\":3,\"tournament\":\"the cup\",\"game\":\"connect4\",\"started_ms\":1700000000000,\"start\":\"7/7/7/7/7/3r3 y 1\",\"params\":[\"columns=7\"],\"bots\":[\"ann\",\"bob\\u001b[31m\"]}\n"
		"{\"event\":\"move\",\"ply\":1,\"seat\":2,\"move\":\"d\",\"wall_us\":1200,\"cpu_us\":800,\"depth\":12,\"score\":-5,\"nodes\":1000,\"left_us\":60998800}\n"
		"{\"event\":\"move\",\"ply\":2,\"seat\":1,\"move\":\"e\",\"wall_us\":50000}\n"
		"{\"event\":\"end\",\"reason\":\"crash\",\"plies\":2,\"final\":\"7/7/7/7/7/7 r 1\",\"seats\":[{\"seat\":1,\"rank\":1,\"verdict\":\"ok\",\"detail\":null},{\"seat\":2,\"rank\":2,\"verdict\":\"crash\",\"detail\":\"ended with exit status 1\"}]}\n"
		"{\"event\":\"kept\",\"number\":3,\"game\":9,\"db\":\"/tmp/a b.db\"}\n"},
	{three_seats, watch_print_text,
		"Game 4 of \"trio\": nim\n"
		"  seat 1 ann\n"
		"  seat 2 bob\n"
		"  seat 3 cid\n"
		"   1  seat 1 ann  a1\n"
		"      seat 2 bob  has left\n"
		"   2  seat 3 cid  b1\n"
		"   3  seat 1 ann  b1\n"
		"Over: normal\n"
		"   1. seat 1 ann\n"
		"   2. seat 3 cid\n"
		"   3. seat 2 bob: illegal, no move\n"
		"The game was aborted: referee fault.\n"},
};

static const char *const *stream;
static bool (*print)(const struct watch_game *w, enum watch_news news);

static int watch_print_run(int argc, char **argv)
{
	struct watch_game *w = calloc(1, sizeof *w);
	(void)argc;
	(void)argv;
	ck_assert_ptr_nonnull(w);
	for (size_t i = 0; stream[i] != NULL; i++) {
		char line[256];
		strcpy(line, stream[i]);
		enum watch_news news = watch_game_take(w, line, (usec)i * MILLISECOND);
		ck_assert_msg(news != WATCH_BAD, "%s: %s", stream[i], w->err.text);
		ck_assert(print(w, news));
	}
	watch_game_clear(w);
	free(w);
	return EXIT_SUCCESS;
}

START_TEST(a_game_is_printed_as_it_is_played)
	{
		static const struct command run = {.name = "watch", .run = watch_print_run};
		static const char *const none[] = {NULL};
		static struct command_output got;
		stream = printers[_i].stream;
		print = printers[_i].print;
		command_output_run(&got, &run, none, NULL);
		ck_assert_str_eq(got.err, "");
		ck_assert_str_eq(got.out, printers[_i].wanted);
	}
END_TEST

SUITE("referee/terminal/watch-print",
	LOOP(a_game_is_printed_as_it_is_played, sizeof printers / sizeof *printers))
