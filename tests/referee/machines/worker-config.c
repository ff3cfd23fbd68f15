/*
 * An arbiter's configuration as text: what is written is read again, and what is wrong is refused.
 */
#include <fcntl.h>
#include <stdio.h>

#include "base/memory.h"
#include "referee/machines/worker-config.h"
#include "tests/lib/suite.h"

static char *text_of(const struct arbiter_config *config)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	struct worker_config_folders folders;
	worker_config_folders_init(&folders, config);
	worker_config_write(out, config, &folders);
	worker_config_folders_clear(&folders);
	memory_close(out);
	return text;
}

/* A number that 32 bits do not hold. */
#define WIDE(n) (INT64_C(0x700000000) + (n))

/* A field that is missing here is missing on the other machine too: it gets a row in
 * worker-config.c, a value here and a line in the test below, or a 0 here if no worker needs it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wmissing-field-initializers"

/* No two numbers are the same, so that none can take the place of another. */
static const struct limits limits_of_all = {WIDE(11), WIDE(12), 13, WIDE(14), WIDE(15), true,
	WIDE(16), WIDE(17), WIDE(18), (enum clock_kind)1};
static const struct limits limits_of_one = {
	51, 53, 54, 55, 56, false, 57, 52, 58, (enum clock_kind)2};
static const struct adjudication_limits adjudication = {22, 23, -24, true, 25, 26, 27};
static const struct sandbox_limits allowance = {WIDE(31), WIDE(32), WIDE(33), WIDE(34), WIDE(35),
	WIDE(36), WIDE(37), WIDE(38), WIDE(39), WIDE(40)};
static const struct build_limits build_limits = {WIDE(61), WIDE(62), 63, true,
	false /* of `referee test` alone, which sends what it built */};

static struct arbiter_config config_of(const struct bot_config *bots, int count)
{
	static char rows[] = "rows=7", columns[] = "columns=8";
	static char *const params[] = {rows, columns, NULL};
	const struct game_terms terms = {limits_of_all, 21, adjudication, false, true, false, true,
		28, false /* reconnect: no remote bots */, 0 /* nor is one waited for */,
		SANDBOX_REDUCED, allowance};
	return (struct arbiter_config){rules_find("connect4"), {0}, 2, params, 2, terms, false,
		false, 0 /* nice: the worker's own */, true, NULL, bots, count};
}

/* A bot with all that one may have. */
static struct bot_config bot_of(char *const *words, char *const *options)
{
	return (struct bot_config){"ada", false, words, "/somewhere/ada", options, 2, 1,
		(enum isready)1, {41, 42, 43, 44, 45, 46, 47, 48, 49, 50}, true, limits_of_one,
		NULL, NULL, NULL, NULL, {0}, NULL};
}

#pragma GCC diagnostic pop

START_TEST(a_configuration_is_read_as_it_was_written)
	{
		static char python[] = "python3", file[] = "a b.py", text_word[] = "--text=1\n2\\n",
			    program[] = "referee-bot", hash[] = "Hash=16", other[] = "Text=a b";
		static char *const words[] = {python, file, text_word, NULL};
		static char *const house[] = {program, NULL};
		static char *const options[] = {hash, other, NULL};
		const struct bot_config bots[] = {bot_of(words, options),
			{.name = "Björn", .argv = words, .dir = "/somewhere/b"},
			{.name = "house", .argv = house}, {.name = "far", .remote = true},
			{.name = "broken",
				.argv = house,
				.dir = "/somewhere/ada",
				.unbuilt = "bot.c:1: error",
				.build_output = "two\nlines\n"},
			{.name = "made",
				.argv = words,
				.dir = "/somewhere/made",
				.build = "make \\\n all",
				.source = "/somewhere/b",
				.build_limits = build_limits}};
		const struct arbiter_config config = config_of(bots, 6);
		const char *const paths[] = {"/bots/0", "/bots/1", "/bots/2"};
		struct worker_config w;
		struct error err;
		char *written = text_of(&config), *text = memory_copy(written);
		ck_assert_msg(worker_config_read(&w, text, &err), "%s", err.text);
		ck_assert_int_eq(w.folders, 3);
		worker_config_settle(&w, paths);
		ck_assert_str_eq(w.config.bots[0].dir, "/bots/0");
		ck_assert_str_eq(w.config.bots[1].dir, "/bots/1");
		ck_assert_ptr_null(w.config.bots[2].dir);
		ck_assert_str_eq(w.config.bots[4].dir, "/bots/0");
		ck_assert_str_eq(w.config.bots[5].dir, "/bots/2");
		ck_assert_str_eq(w.config.bots[5].source, "/bots/1");
		ck_assert_str_eq(w.config.bots[5].build, "make \\\n all");
		const struct build_limits *b = &w.config.bots[5].build_limits;
		ck_assert(b->memory == WIDE(61) && b->disk == WIDE(62) && b->timeout == 63 &&
			  b->network);
		ck_assert_str_eq(w.config.bots[0].argv[2], "--text=1\n2\\n");
		ck_assert_str_eq(w.config.bots[4].build_output, "two\nlines\n");
		ck_assert_mem_eq(&w.config.terms.allowance, &config.terms.allowance,
			sizeof config.terms.allowance);
		const struct bot_config *ada = &w.config.bots[0];
		ck_assert_mem_eq(&ada->allowance, &bots[0].allowance, sizeof ada->allowance);
		ck_assert(ada->isready == (enum isready)1 && ada->has_limits && !ada->remote);
		ck_assert(ada->options_count == 2 && ada->options_shared == 1);
		const struct limits *own = &ada->limits;
		ck_assert(own->movetime == 51 && own->tc_time == 53 && own->tc_moves == 54);
		ck_assert(own->tc_increment == 55 && own->tc_bank == 56 && !own->tc_inf);
		ck_assert(own->depth == 57 && own->nodes == 52 && own->margin == 58 &&
			  own->clock == (enum clock_kind)2);
		const struct adjudication_limits *a = &w.config.terms.adjudication;
		ck_assert(a->repetition == 22 && a->resign_count == 23 && a->resign_alone &&
			  a->resign_score == -24);
		ck_assert(a->draw_count == 25 && a->draw_score == 26 && a->draw_from == 27);
		const struct limits *l = &w.config.terms.limits;
		ck_assert(l->movetime == WIDE(11) && l->tc_time == WIDE(12) && l->tc_moves == 13);
		ck_assert(l->tc_increment == WIDE(14) && l->tc_bank == WIDE(15) && l->tc_inf);
		ck_assert(l->depth == WIDE(16) && l->nodes == WIDE(17) && l->margin == WIDE(18) &&
			  l->clock == 1);
		ck_assert(w.config.terms.max_plies == 21 && w.config.terms.strikes == 28 &&
			  w.config.players == 2);
		ck_assert(w.config.terms.restart && !w.config.terms.ponder &&
			  !w.config.terms.adjudicate_exact && w.config.live);
		ck_assert(w.config.terms.keep_info && !w.config.log_wire && !w.config.options_bind);
		ck_assert_str_eq(w.config.hidden[1], "/bots/1");
		char *again = text_of(&w.config);
		ck_assert_str_eq(again, written);
		free(again);
		free(written);
		worker_config_clear(&w);
		free(text);
	}
END_TEST

static const struct {
	const char *text, *wanted;
} wrong_texts[] = {
	{"", "no game"},
	{"game chess\n", "\"game chess\" is not known here"},
	{"game connect4\nplayers 2\n", "or no bots"},
	{"game connect4\nbot a\nword x\n", "no number of players"},
	{"game connect4\nplayers 2\nbot a\n", "bot a has no command"},
	{"game connect4\nplayers 7\nbot a\nword x\n", "\"players 7\""},
	{"game connect4\nplayers 2x\n", "\"players 2x\""},
	{"game connect4\nplayers\n", "\"players\" has no value"},
	{"game connect4\nplayers 3\nbot a\nword x\n", "connect4"},
	{"game connect4\nplayers 2\nparam rows=99\nbot a\nword x\n", "rows"},
	{"game connect4\nplayers 2\nbot a\nword x\nfolder 1\n", "\"folder 1\""},
	{"game connect4\nplayers 2\nbot a\nword x\nfolder -1\n", "\"folder -1\""},
	{"game connect4\nplayers 2\nbot a\nword x\nsource 1\n", "\"source 1\""},
	{"game connect4\nplayers 2\nbot a\nword x\nbuild-timeout -1\n", "\"build-timeout -1\""},
	{"game connect4\nplayers 2\nsandbox 3\n", "\"sandbox 3\""},
	{"game connect4\nplayers 2\nword x\n", "\"word x\""},
	{"rules row\nword x\noption y\n", "\"rules row\" is not known here"},
	{"game connect4\nrules row\nword x\n", "\"rules row\" is not known here"},
	{"game connect4\nplayers 2\nrestart 2\n", "\"restart 2\""},
	{"game connect4\nplayers 2\nunheard of\n", "\"unheard of\""},
};

START_TEST(a_wrong_text_is_refused)
	{
		struct worker_config w;
		struct error err;
		char *text = memory_copy(wrong_texts[_i].text);
		error_clear(&err);
		ck_assert(!worker_config_read(&w, text, &err));
		ck_assert_msg(strstr(err.text, wrong_texts[_i].wanted) != NULL, "%s", err.text);
		worker_config_clear(&w);
		free(text);
	}
END_TEST

SUITE("referee/machines/worker-config", CASE(a_configuration_is_read_as_it_was_written),
	LOOP(a_wrong_text_is_refused, sizeof wrong_texts / sizeof *wrong_texts))
