/*
 * Offers: what a tournament sets is among what the bot announced, in name and value.
 */
#include "referee/bot/offered-options.h"

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
	{"Odd=anything", NULL}, /* a type that nobody knows judges nothing */
};

/* As it comes from the bot. */
static void offers_add_line(struct offered_options *o, const char *text)
{
	char line[128], why[128];
	struct message m;
	snprintf(line, sizeof line, "%s", text);
	ck_assert_msg(message_read(&m, FROM_BOT, line, why, sizeof why), "%s", why);
	offered_options_add(
		o, m.option.name, m.option.type, m.option.min, m.option.max, m.option.var);
}

static struct offered_options offers_made(void)
{
	struct offered_options o = {.count = 0};
	offered_options_add(&o, "Depth", "spin", "1", "9", NULL);
	offered_options_add(&o, "Any Number", "spin", NULL, NULL, NULL);
	offered_options_add(&o, "Book", "check", NULL, NULL, NULL);
	offers_add_line(&o, "option name Style type combo default calm var calm var very wild");
	offered_options_add(&o, "Clear", "button", NULL, NULL, NULL);
	offered_options_add(&o, "Path", "string", NULL, NULL, NULL);
	offered_options_add(&o, "Odd", "curious", NULL, NULL, NULL);
	return o;
}

START_TEST(an_option_is_taken_when_the_bot_offers_name_and_value)
	{
		char why[512] = "";
		struct offered_options o = offers_made();
		bool taken = offered_options_take(&o, settings[_i].setting, why, sizeof why);
		ck_assert_msg(
			taken == (settings[_i].why == NULL), "%s: %s", settings[_i].setting, why);
		if (!taken)
			ck_assert_msg(strstr(why, settings[_i].why) != NULL, "%s", why);
	}
END_TEST

START_TEST(a_bot_without_options_takes_none)
	{
		char why[512] = "";
		struct offered_options o = {.count = 0};
		ck_assert(!offered_options_take(&o, "Depth=1", why, sizeof why));
		ck_assert_msg(strstr(why, "none at all") != NULL, "%s", why);
	}
END_TEST

START_TEST(more_options_than_there_is_room_for_are_believed)
	{
		char why[512] = "", name[32];
		struct offered_options o = {.count = 0};
		for (int i = 0; i < 2 * OFFERED_OPTIONS_MAX; i++) {
			snprintf(name, sizeof name, "O%d", i);
			offered_options_add(&o, name, "spin", "0", "1", NULL);
		}
		ck_assert(offered_options_take(&o, "O200=7", why, sizeof why));
		ck_assert(!offered_options_take(&o, "O5=7", why, sizeof why));
	}
END_TEST

SUITE("referee/bot/offered-options",
	LOOP(an_option_is_taken_when_the_bot_offers_name_and_value,
		sizeof settings / sizeof *settings),
	CASE(a_bot_without_options_takes_none),
	CASE(more_options_than_there_is_room_for_are_believed))
