/*
 * Offers: what a tournament sets is among what the bot announced, in name and value.
 */
#include "referee/bot/bot-options.h"

#include <stdio.h>
#include <string.h>

#include "protocol/message.h"
#include "tests/lib/suite.h"

static const struct {
	const char *setting, *why; /* NULL: taken */
} settings[] = {
	{"Depth=1", NULL}, {"Depth=9", NULL}, {"Depth=0", "at least 1"}, {"Depth=10", "at most 9"},
	{"Depth=4.5", "whole number"}, {"Depth=", "whole number"},
	{"Depth=99999999999999999999", "whole number"}, {"depth=4", "did you mean \"Depth\""},
	{"Dpeth=4", "did you mean \"Depth\""}, {"Colour=red", "no option \"Colour\""},
	{"Any Number=-5", NULL}, /* no range announced; a name of two words */
	{"Book=true", NULL}, {"Book=yes", "true or false"}, {"Style=calm", NULL},
	{"Style=very wild", NULL}, {"Style=calmer", "no choice \"calmer\""},
	{"Style=very", "no choice \"very\"; it has: calm, very wild"},
	{"Style=wild", "no choice \"wild\""}, {"Style=", "no choice \"\""}, {"Clear", NULL},
	{"Clear=", "takes no value: write \"Clear\""}, {"Clear=1", "takes no value"},
	{"Depth", "needs a value: write \"Depth=VALUE\""}, {"Path=a=b c", NULL},
	{"Odd=anything", NULL}, /* an unknown type judges nothing */
};

/* As it comes from the bot. */
static void offers_add_line(struct offered_options *o, const char *text)
{
	struct error err;
	char line[128];
	struct message m;
	snprintf(line, sizeof line, "%s", text);
	ck_assert_msg(message_read(&m, FROM_BOT, line, &err), "%s", err.text);
	offered_options_add(o, &m);
}

static struct offered_options offers_made(void)
{
	struct offered_options o = {.count = 0};
	offers_add_line(&o, "option name Depth type spin min 1 max 9");
	offers_add_line(&o, "option name Any Number type spin");
	offers_add_line(&o, "option name Book type check");
	offers_add_line(&o, "option name Style type combo default calm var calm var very wild");
	offers_add_line(&o, "option name Clear type button");
	offers_add_line(&o, "option name Path type string");
	struct message odd = message_make(MESSAGE_OPTION);
	odd.option.name = "Odd";
	odd.option.type = "curious";
	offered_options_add(&o, &odd);
	return o;
}

START_TEST(an_option_is_taken_when_the_bot_offers_name_and_value)
	{
		struct error err = {""};
		struct offered_options o = offers_made();
		bool taken = offered_options_take(&o, settings[_i].setting, &err);
		ck_assert_msg(taken == (settings[_i].why == NULL), "%s: %s", settings[_i].setting,
			err.text);
		if (!taken)
			ck_assert_msg(strstr(err.text, settings[_i].why) != NULL, "%s", err.text);
	}
END_TEST

START_TEST(a_bot_without_options_takes_none)
	{
		struct error err = {""};
		struct offered_options o = {.count = 0};
		ck_assert(!offered_options_take(&o, "Depth=1", &err));
		ck_assert_msg(strstr(err.text, "none at all") != NULL, "%s", err.text);
	}
END_TEST

START_TEST(more_options_than_there_is_room_for_are_believed)
	{
		struct error err = {""};
		char line[64];
		struct offered_options o = {.count = 0};
		for (int i = 0; i < 2 * OFFERED_OPTIONS_MAX; i++) {
			snprintf(line, sizeof line, "option name O%d type spin min 0 max 1", i);
			offers_add_line(&o, line);
		}
		ck_assert(offered_options_take(&o, "O200=7", &err));
		ck_assert(!offered_options_take(&o, "O5=7", &err));
	}
END_TEST

SUITE("referee/bot/bot-options",
	LOOP(an_option_is_taken_when_the_bot_offers_name_and_value,
		sizeof settings / sizeof *settings),
	CASE(a_bot_without_options_takes_none),
	CASE(more_options_than_there_is_room_for_are_believed))
