/*
 * Preparation of bots: which bots are asked, and what the process that prepares them may say. It is
 * a double, forked as the real one is, with lines that a broken or captured one could write.
 */
#include "referee/prepare/preparation.h"

#include <unistd.h>

#include "referee/prepare/preparation-messages.h"
#include "tests/lib/suite.h"
#include "tests/lib/test-tournament.h"

static const char *script; /* that each process says */

static int double_run(const void *arg, int number, int from, int to)
{
	(void)arg, (void)number, (void)from;
	for (size_t sent = 0, length = strlen(script); sent < length;) {
		ssize_t count = write(to, script + sent, length - sent);
		if (count <= 0)
			return EXIT_FAILURE;
		sent += (size_t)count;
	}
	return EXIT_SUCCESS;
}

const struct process_kind preparation_process = {"test-prepare", double_run};

static int built; /* how often it was told that all are built */

static void prepare_on_built(void *arg)
{
	(void)arg;
	built++;
}

/* Prepares two bots by this script. False: err has a line; told gets the lines for people. */
static bool prepare(
	struct tournament *t, const char *text, struct reported *told, struct error *err)
{
	script = text;
	reported_init(told);
	test_tournament_init(t, "nim", 2, 2, 1, NULL);
	built = 0;
	return preparation_run(t, reported_take, prepare_on_built, told, err);
}

START_TEST(what_bots_said_is_known_afterwards)
	{
		struct tournament t;
		struct reported told;
		struct error err;
		ck_assert(prepare(&t, "asks\nbot 1 1 2 Ada\\x20Lovelace\ndone\n", &told, &err));
		ck_assert(!t.bots[0].answered && !t.bots[0].startpos_only);
		ck_assert(t.bots[1].answered && t.bots[1].startpos_only);
		ck_assert_uint_eq(t.bots[0].seats, 0);
		ck_assert_uint_eq(t.bots[1].seats, 2);
		ck_assert_ptr_null(t.bots[0].author);
		ck_assert_str_eq(t.bots[1].author, "Ada Lovelace");
		ck_assert(!bot_plays_seat(&t.bots[1], 1) && bot_plays_seat(&t.bots[1], 2));
		ck_assert_str_eq(told.text, "");
		ck_assert_int_eq(built, 1);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_bot_that_names_all_seats_of_its_game_plays_all)
	{
		struct tournament t;
		struct reported told;
		struct error err;
		ck_assert(prepare(&t, "asks\nbot 0 0 3 -\nbot 1 0 7 -\ndone\n", &told, &err));
		for (int i = 0; i < 2; i++)
			ck_assert(t.bots[i].answered && t.bots[i].seats == 0);
		tournament_clear(&t);
	}
END_TEST

/* Each ends the process, and what it said before counts. */
static const char *const wrong[] = {"", "asks\n", "asks\nasks\n", "nonsense\n", "bot\n", "bot 0\n",
	"bot 0 0 0\n", "bot 0 0 0 - -\n", "bot 2 0 0 -\n", "bot -1 0 0 -\n", "bot 0 2 0 -\n",
	"bot 0 0 64 -\n", "bot 0 0 -1 -\n", "bot 99999999999999999999 0 0 -\n",
	"bot 0 0 0 a\\x0ab\n",
	"bot 0 0 0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
	"built 0 1\n", "built 7 1\n", "failed 0 -\n", "failed 9 -\n", "output 0\n",
	"bot 0 0 0 -\nbot 0 0 0 -\n"};

START_TEST(a_process_that_says_what_it_must_not_is_ended_and_started_again)
	{
		struct tournament t;
		struct reported told;
		struct error err;
		ck_assert(!prepare(&t, wrong[_i], &told, &err));
		ck_assert_msg(strstr(err.text,
				      "the process that prepares the bots ended 3 times") != NULL,
			"%s", err.text);
		ck_assert_ptr_nonnull(strstr(told.text, "; it is started again\n"));
		ck_assert_int_eq(built, strncmp(wrong[_i], "asks", 4) == 0);
		tournament_clear(&t);
	}
END_TEST

/* A line of more bytes than any has, and more output than a build can have. */
START_TEST(what_has_no_end_ends_the_process)
	{
		enum { ROOM = 1 << 20, LINE = 8192 };
		char *text = memory_get(ROOM + 1, 1);
		struct tournament t;
		struct reported told;
		struct error err;
		memset(text, 'x', ROOM);
		for (int at = 0; _i == 1 && at < ROOM; at += LINE) {
			memcpy(text + at, "output 0 ", 9);
			text[at + LINE - 1] = '\n';
		}
		ck_assert(!prepare(&t, text, &told, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "ended 3 times"));
		tournament_clear(&t);
		free(text);
	}
END_TEST

START_TEST(a_failure_of_the_machine_is_told_in_its_words)
	{
		struct tournament t;
		struct reported told;
		struct error err;
		ck_assert(!prepare(&t, "broken no\\x20room\n", &told, &err));
		ck_assert_str_eq(err.text, "no room");
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *command;
	bool asked;
} commands[] = {{"referee-bot --search random", false}, {"build/referee-bot", false},
	{"./bot", true}, {"python3 referee-bot", true}, {"referee-bot-2", true},
	{"referee-adapt line -- ./bot", true}};

START_TEST(house_bots_are_not_asked)
	{
		struct bot bot = {.command = memory_copy(commands[_i].command)};
		ck_assert_int_eq(preparation_asks(&bot), commands[_i].asked);
		bot.answered = true;
		ck_assert(!preparation_asks(&bot));
		bot.answered = false;
		bot.remote = true;
		ck_assert(!preparation_asks(&bot));
		free(bot.command);
	}
END_TEST

SUITE("referee/prepare/preparation", CASE(what_bots_said_is_known_afterwards),
	CASE(a_bot_that_names_all_seats_of_its_game_plays_all),
	LOOP(a_process_that_says_what_it_must_not_is_ended_and_started_again,
		sizeof wrong / sizeof *wrong),
	LOOP(what_has_no_end_ends_the_process, 2),
	CASE(a_failure_of_the_machine_is_told_in_its_words),
	LOOP(house_bots_are_not_asked, sizeof commands / sizeof *commands))
