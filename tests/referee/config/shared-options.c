/*
 * Options of all bots: what each bot is given of them, whichever place they come from.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/config/definition-text.h"
#include "referee/config/config-flags.h"
#include "referee/config/settings.h"
#include "tests/lib/tournament-text.h"
#include "tests/lib/suite.h"
#include "referee/prepare/tournament-check.h"

static const struct {
	const char *file, *own, *flag; /* "": none */
	const char *given;	       /* to the bot, as it is kept */
	int shared;
} rows[] = {
	{"", "", "", "", 0},
	{"option = { \"Hash=16\" }", "", "", "option = Hash=16\n", 1},
	{"option = { \"Hash=16\", \"Clear Hash\" }", "option = { \"Depth=4\" }", "",
		"option = Depth=4\noption = Hash=16\noption = Clear Hash\n", 2},
	{"option = { \"Hash=16\" }", "option = { \"Hash=1\" }", "", "option = Hash=1\n", 0},
	/* names are whole */
	{"option = { \"Hash=16\" }", "option = { \"Hash2=1\" }", "",
		"option = Hash2=1\noption = Hash=16\n", 1},
	{"option = { \"Hash2=16\" }", "option = { \"Hash=1\" }", "",
		"option = Hash=1\noption = Hash2=16\n", 1},
	{"option = { \"Clear Hash=\" }", "option = { \"Clear Hash\" }", "", "option = Clear Hash\n",
		0},
	/* a flag's takes the place of the file's, not of the bot's own */
	{"option = { \"Hash=16\" }", "", "Hash=64", "option = Hash=64\n", 1},
	{"option = { \"Hash=16\" }", "option = { \"Hash=1\" }", "Hash=64", "option = Hash=1\n", 0},
	{"", "", "A=", "option = A=\n", 1},
};

static const struct options all_settings = {.groups = {{.row = settings_option}}};

START_TEST(a_bot_is_given_what_it_has_no_own_of)
	{
		struct tournament t;
		struct reported told;
		char text[512], name[] = "--option", value[64];
		char run[] = "run", *flag[] = {run, name, value, NULL};
		strcpy(value, rows[_i].flag);
		int length = snprintf(text, sizeof text,
			"game = nim\n%s\nbot a { command = x\n%s }\nbot b { command = y }\n",
			rows[_i].file, rows[_i].own);
		reported_enter_folder();
		reported_write("cup.conf", text, (size_t)length);
		tournament_init(&t);
		reported_init(&told);
		if (*rows[_i].flag != '\0')
			ck_assert_int_eq(options_read(&all_settings,
						 &(struct settings_options){&t, &told.mistakes}, 3,
						 flag, &told.mistakes),
				OPTIONS_GOOD);
		tournament_read_file(&t, "cup.conf", &told.mistakes);
		ck_assert_int_eq(unlink("cup.conf"), 0);
		tournament_check(&t, &told.mistakes);
		ck_assert_str_eq(told.text, "");
		for (int twice = 0; twice < 2; twice++) {
			char *given = bot_definition(&t.bots[0]);
			ck_assert_str_eq(given, rows[_i].given);
			ck_assert_int_eq(t.bots[0].options_shared, rows[_i].shared);
			free(given);
			settings_bot_options(&t, &t.bots[0]); /* again adds nothing */
		}
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *file, *told;
} wrong[] = {
	{"option = { \"Hash=16\",\n\"Hash=17\" }",
		"cup.conf:3: option = \"Hash=17\": line 2 has \"Hash=16\" already\n"},
	{"option = \"=16\"",
		"cup.conf:2: option = \"=16\": it is \"NAME=VALUE\", such as \"Depth=4\", or of a button its name alone\n"},
};

START_TEST(wrong_options_of_all_bots_are_told)
	{
		struct tournament t;
		struct reported told;
		char text[512];
		int length = snprintf(text, sizeof text, "game = nim\n%s\n" BOTS, wrong[_i].file);
		ck_assert(!tournament_text_read(&t, &told, text, (size_t)length));
		ck_assert_str_eq(told.text, wrong[_i].told);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("tournament/shared-options",
	LOOP(a_bot_is_given_what_it_has_no_own_of, sizeof rows / sizeof *rows),
	LOOP(wrong_options_of_all_bots_are_told, sizeof wrong / sizeof *wrong),
	CASE(the_test_leaves_nothing_behind))
