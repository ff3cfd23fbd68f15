/*
 * The lines that `referee watch` prints of a game, for people and as JSON. The game is put together
 * from lines of the live stream.
 */
#include "referee/commands/watch.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/command-output.h"

static const char *const stream[] = {
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
};

static const struct {
	bool (*tell)(const struct watch_game *w, enum watch_news news);
	const char *wanted;
} tellers[] = {
	{watch_tell_line,
		"Game 3 of \"the cup\": connect4\n"
		"  seat 1 (r) ann\n"
		"  seat 2 (y) bob\\x1b[31m\n"
		"  from 7/7/7/7/7/3r3 y 1\n"
		"   1  seat 2 (y) bob\\x1b[31m  d in 1.2 ms, cpu 800 us, depth 12, score -0.05, nodes 1000, 61.00 s left\n"
		"   2  seat 1 (r) ann  e in 50.0 ms\n"
		"Over: crash\n"
		"   1. seat 1 (r) ann\n"
		"   2. seat 2 (y) bob\\x1b[31m: crash, ended with exit status 1\n"
		"Game 3 is kept as game 9 of its database: referee show 9 --db '/tmp/a b.db'\n"},
	{watch_tell_json,
		"{\"event\":\"game\",\"number\":3,\"tournament\":\"the cup\",\"game\":\"connect4\",\"started_ms\":1700000000000,\"start\":\"7/7/7/7/7/3r3 y 1\",\"params\":[\"columns=7\"],\"bots\":[\"ann\",\"bob\\u001b[31m\"]}\n"
		"{\"event\":\"move\",\"ply\":1,\"seat\":2,\"move\":\"d\",\"wall_us\":1200,\"cpu_us\":800,\"depth\":12,\"score\":-5,\"nodes\":1000,\"left_us\":60998800}\n"
		"{\"event\":\"move\",\"ply\":2,\"seat\":1,\"move\":\"e\",\"wall_us\":50000}\n"
		"{\"event\":\"end\",\"reason\":\"crash\",\"plies\":2,\"final\":\"7/7/7/7/7/7 r 1\",\"seats\":[{\"seat\":1,\"rank\":1,\"verdict\":\"ok\",\"detail\":null},{\"seat\":2,\"rank\":2,\"verdict\":\"crash\",\"detail\":\"ended with exit status 1\"}]}\n"
		"{\"event\":\"kept\",\"number\":3,\"game\":9,\"db\":\"/tmp/a b.db\"}\n"},
};

static bool (*told)(const struct watch_game *w, enum watch_news news);

static int watch_tell_run(int argc, char **argv)
{
	struct watch_game *w = calloc(1, sizeof *w);
	(void)argc;
	(void)argv;
	ck_assert_ptr_nonnull(w);
	for (size_t i = 0; i < sizeof stream / sizeof *stream; i++) {
		char line[256];
		strcpy(line, stream[i]);
		enum watch_news news = watch_game_take(w, line, (usec)i * MILLISECOND);
		ck_assert_msg(news != WATCH_BAD, "%s: %s", stream[i], w->why);
		ck_assert(told(w, news));
	}
	watch_game_clear(w);
	free(w);
	return EXIT_SUCCESS;
}

START_TEST(a_game_is_printed_as_it_is_played)
	{
		static const struct command run = {.name = "watch", .run = watch_tell_run};
		static const char *const none[] = {NULL};
		static struct command_output got;
		told = tellers[_i].tell;
		command_output_run(&got, &run, none, NULL);
		ck_assert_str_eq(got.err, "");
		ck_assert_str_eq(got.out, tellers[_i].wanted);
	}
END_TEST

SUITE("referee/commands/watch-tell", LOOP(a_game_is_printed_as_it_is_played, 2))
