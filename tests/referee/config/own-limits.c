/*
 * Limits of one bot: which of all bots' limits they replace, what is kept of them, and that they
 * are part of what the bot is.
 */
#include <string.h>

#include "base/memory.h"
#include "referee/prepare/bot-digest.h"
#include "referee/config/definition-text.h"
#include "referee/config/settings.h"
#include "tests/lib/tournament-text.h"
#include "tests/lib/suite.h"

/* Reads a tournament of nim with these settings for all and for its first bot. */
static bool own_read(struct tournament *t, struct reported *told, const char *all, const char *own)
{
	char text[512];
	int length = snprintf(text, sizeof text,
		"game = nim\n%s\nbot a { command = x\n%s }\nbot b { command = y }\n", all, own);
	return tournament_text_read(t, told, text, (size_t)length);
}

enum { MS = MILLISECOND, S = SECOND };

static const struct {
	const char *all, *own;
	struct limits limits; /* of the bot */
	const char *kept;     /* beside its row */
} rows[] = {
	{"", "", {.movetime = S, .margin = 20 * MS}, ""},
	{"movetime = 100ms", "movetime = 1s", {.movetime = S, .margin = 20 * MS},
		"movetime = 1s\n"},
	{"movetime = 100ms", "tc = \"1:30+1\"",
		{.tc_time = 90 * (usec)S, .tc_increment = S, .margin = 20 * MS}, "tc = 90+1\n"},
	{"tc = \"40/60+1\"", "movetime = 5ms", {.movetime = 5 * MS, .margin = 20 * MS},
		"movetime = 5ms\n"},
	{"tc = \"40/60+1\"", "tc = 7", {.tc_time = 7 * S, .margin = 20 * MS}, "tc = 7+0\n"},
	{"tc = 60", "tc = inf", {.tc_inf = true, .margin = 20 * MS}, "tc = inf\n"},
	{"movetime = 1s", "margin = 0", {.movetime = S}, "margin = none\n"},
	/* what it may look at, within the time of all */
	{"movetime = 1s\nnodes = 5", "depth = 3", {.movetime = S, .depth = 3, .margin = 20 * MS},
		"depth = 3\n"},
	{"movetime = 1s\ndepth = 5", "nodes = 64K",
		{.movetime = S, .nodes = 64000, .margin = 20 * MS}, "nodes = 64000\n"},
	{"movetime = 1s\ndepth = 5\nnodes = 9", "nodes = none", {.movetime = S, .margin = 20 * MS},
		"nodes = none\n"},
	{"nodes = 5", "movetime = 1s", {.movetime = S, .nodes = 5, .margin = 20 * MS},
		"movetime = 1s\n"},
	/* the preset time is for bots without any limit */
	{"", "nodes = 1M", {.nodes = 1000000, .tc_inf = true, .margin = 20 * MS},
		"tc = inf\nnodes = 1000000\n"},
	{"", "depth = none", {.movetime = S, .margin = 20 * MS}, "depth = none\n"},
	{"depth = 3", "nodes = 1M", {.nodes = 1000000, .margin = 20 * MS}, "nodes = 1000000\n"},
};

static void own_same(const struct limits *is, const struct limits *should)
{
	ck_assert_int_eq(is->movetime, should->movetime);
	ck_assert_int_eq(is->tc_time, should->tc_time);
	ck_assert_int_eq(is->tc_moves, should->tc_moves);
	ck_assert_int_eq(is->tc_increment, should->tc_increment);
	ck_assert_int_eq(is->tc_inf, should->tc_inf);
	ck_assert_int_eq(is->depth, should->depth);
	ck_assert_int_eq(is->nodes, should->nodes);
	ck_assert_int_eq(is->margin, should->margin);
}

START_TEST(a_limit_of_its_own_replaces_those_of_its_kind)
	{
		struct tournament t;
		struct reported told;
		struct limits limits;
		bool right = own_read(&t, &told, rows[_i].all, rows[_i].own);
		ck_assert_msg(right, "%s", told.text);
		settings_bot_limits(&t, &t.bots[0], &limits);
		own_same(&limits, &rows[_i].limits);
		ck_assert(!settings_bot_limits(&t, &t.bots[1], &limits));
		own_same(&limits, &t.terms.limits);
		tournament_clear(&t);
	}
END_TEST

START_TEST(what_is_kept_of_it_reads_back_as_the_same)
	{
		struct tournament t;
		struct reported told;
		struct bot again = {.name = NULL};
		struct limits limits;
		ck_assert(own_read(&t, &told, rows[_i].all, rows[_i].own));
		char *kept = bot_definition(&t.bots[0]);
		bot_definition_read(&again, kept, (struct origin){"kept", 1});
		char *second = bot_definition(&again);
		settings_bot_limits(&t, &again, &limits);
		own_same(&limits, &rows[_i].limits);
		ck_assert_str_eq(kept, second);
		for (const char *at = rows[_i].kept; *at != '\0'; at = strchr(at, '\n') + 1) {
			char *line = memory_print("%.*s", (int)strcspn(at, "\n") + 1, at);
			ck_assert_msg(strstr(kept, line) != NULL, "%s in %s", line, kept);
			free(line);
		}
		ck_assert_uint_eq(strlen(kept), strlen(rows[_i].kept));
		free(kept);
		free(second);
		bot_clear(&again);
		tournament_clear(&t);
	}
END_TEST

/* All limits of the sandbox, each with a value of its own. */
START_TEST(each_limit_of_the_sandbox_goes_where_it_belongs)
	{
		struct tournament t;
		struct reported told;
		struct sandbox_limits own, all;
		ck_assert(own_read(&t, &told, "",
			"startup-timeout = 1s newgame-timeout = 2s quit-timeout = 3s memory = 5M\n"
			"processes = 6 files = 17 scratch = 8K max-output = 9K max-line = 1K stderr = 11K"));
		settings_bot_resources(&t, &t.bots[0], &own);
		settings_bot_resources(&t, &t.bots[1], &all);
		ck_assert_int_eq(own.startup, 1 * S);
		ck_assert_int_eq(own.newgame, 2 * S);
		ck_assert_int_eq(own.quit, 3 * S);
		ck_assert_int_eq(own.memory, 5 << 20);
		ck_assert_int_eq(own.processes, 6);
		ck_assert_int_eq(own.files, 17);
		ck_assert_int_eq(own.scratch, 8 << 10);
		ck_assert_int_eq(own.output, 9 << 10);
		ck_assert_int_eq(own.line, 1 << 10);
		ck_assert_int_eq(own.errors, 11 << 10);
		ck_assert_int_eq(memcmp(&all, &t.terms.resources, sizeof all), 0);
		tournament_clear(&t);
	}
END_TEST

/* A definition of the tournament is one for all its bots: theirs are no part of it. */
START_TEST(other_limits_make_another_bot_and_the_same_tournament)
	{
		static const char *const own[] = {
			"", "movetime = 1s", "movetime = 2s", "nodes = 5", "margin = 1ms"};
		enum { COUNT = sizeof own / sizeof *own };
		char digest[COUNT][BOT_DIGEST], far[COUNT][BOT_DIGEST], *text[COUNT];
		for (int i = 0; i < COUNT; i++) {
			struct tournament t;
			struct reported told;
			ck_assert(own_read(&t, &told, "movetime = 9s", own[i]));
			bot_digest_held(&t.bots[0], NULL, BOT_DIGEST_ALL, digest[i]);
			t.bots[0].remote = true;
			bot_digest_held(&t.bots[0], NULL, BOT_DIGEST_ALL, far[i]);
			text[i] = tournament_definition(&t);
			ck_assert_str_eq(text[i], text[0]);
			ck_assert_int_eq(*far[i] == '\0', i == 0);
			for (int other = 0; other < i; other++) {
				ck_assert_str_ne(digest[i], digest[other]);
				ck_assert_str_ne(far[i], far[other]);
			}
			tournament_clear(&t);
		}
		for (int i = 0; i < COUNT; i++)
			free(text[i]);
	}
END_TEST

static const struct {
	const char *own, *told;
} wrong[] = {
	{"movetime = 1s\ntc = 60",
		"cup.conf:5: bot a: movetime and tc exclude each other; set only one\n"},
	{"nodes = 0",
		"cup.conf:4: nodes = \"0\": a whole number from 1 to 1000000000000000 is needed, such as 500, 64K or 1M, or none\n"},
	{"per-move = 1s", "cup.conf:4: per-move is now called movetime; write movetime = ...\n"},
	{"clock = cpu",
		"cup.conf:4: clock is not a key of a bot; it stands outside the sections\n"},
};

START_TEST(wrong_limits_of_a_bot_are_told)
	{
		struct tournament t;
		struct reported told;
		ck_assert(!own_read(&t, &told, "movetime = 1s", wrong[_i].own));
		ck_assert_str_eq(told.text, wrong[_i].told);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("tournament/own-limits", CASE(other_limits_make_another_bot_and_the_same_tournament),
	LOOP(a_limit_of_its_own_replaces_those_of_its_kind, sizeof rows / sizeof *rows),
	CASE(each_limit_of_the_sandbox_goes_where_it_belongs),
	LOOP(what_is_kept_of_it_reads_back_as_the_same, sizeof rows / sizeof *rows),
	LOOP(wrong_limits_of_a_bot_are_told, sizeof wrong / sizeof *wrong),
	CASE(the_test_leaves_nothing_behind))
