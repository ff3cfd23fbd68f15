/*
 * The configuration of arbiters: each setting of a tournament and of its bots is in it, and what no
 * bot may see.
 */
#include "referee/prepare/arbiter-config-make.h"
#include "referee/schedule/schedule.h"

#include <string.h>
#include <unistd.h>

#include "tests/lib/suite.h"
#include "tests/lib/tournament-text.h"

static struct tournament t;

static void config_read(const char *text)
{
	static struct reported told;
	ck_assert_msg(tournament_text_read(&t, &told, text, strlen(text)), "%s", told.text);
}

static bool config_hides(const struct arbiter_config *config, const char *path)
{
	for (char *const *hidden = config->hidden; *hidden != NULL; hidden++)
		if (strcmp(*hidden, path) == 0)
			return true;
	return false;
}

START_TEST(each_setting_is_in_it)
	{
		struct arbiter_config config;
		struct error err = {""};
		config_read(
			"game = nim\nplayers = 3\nparam = \"heaps=5\"\nmovetime = 20ms\nmargin = 7ms\n"
			"max-plies = 44\nsandbox = none\nstrikes = 6\nrestart = auto\nponder = yes\n"
			"connect-timeout = 9s\nreconnect = yes\nmemory = 32M\nisready-every-move = no\n"
			"db = results.db\n"
			"bot a { command = \"x -y 'z z'\"\ndir = /srv/a\n}\n"
			"bot b { command = v\nmovetime = 30ms\nmemory = 64M\nisready-every-move = yes\n}\n"
			"bot c { command = w\noption = \"Hash=4\"\n}\n");
		ck_assert_msg(
			arbiter_config_make(&config, &t, schedule_bot_seats_max(&t), NULL, &err),
			"%s", err.text);
		ck_assert_ptr_eq(config.rules, rules_find("nim"));
		ck_assert_int_eq(config.players, 3);
		ck_assert_int_eq(config.params_count, 1);
		ck_assert_str_eq(config.params[0], "heaps=5");
		ck_assert_int_eq(config.terms.limits.movetime, 20 * MILLISECOND);
		ck_assert_int_eq(config.terms.limits.margin, 7 * MILLISECOND);
		ck_assert_int_eq(config.terms.max_plies, 44);
		ck_assert_int_eq(config.terms.sandbox, SANDBOX_NONE);
		ck_assert_int_eq(config.terms.strikes, 6);
		ck_assert_int_eq(config.terms.connect_timeout, 9 * SECOND);
		ck_assert(config.terms.reconnect);
		ck_assert(config.terms.ponder);
		ck_assert_int_eq(config.bots_count, 3);
		ck_assert_str_eq(config.bots[0].name, "a");
		ck_assert_str_eq(config.bots[0].argv[0], "x");
		ck_assert_str_eq(config.bots[0].argv[1], "-y");
		ck_assert_str_eq(config.bots[0].argv[2], "z z");
		ck_assert_ptr_null(config.bots[0].argv[3]);
		ck_assert_str_eq(config.bots[0].dir, "/srv/a");
		ck_assert_int_eq(config.bots[0].resources.memory, 32 << 20);
		ck_assert(!config.bots[0].has_limits);
		ck_assert_int_eq(config.bots[0].isready, ISREADY_NO);
		ck_assert_int_eq(config.bots[1].resources.memory, 64 << 20);
		ck_assert(config.bots[1].has_limits);
		ck_assert_int_eq(config.bots[1].limits.movetime, 30 * MILLISECOND);
		ck_assert_int_eq(config.bots[1].isready, ISREADY_YES);
		ck_assert_int_eq(config.bots[1].options_count, 0);
		ck_assert_str_eq(config.bots[2].name, "c");
		ck_assert_int_eq(config.bots[2].options_count, 1);
		ck_assert_ptr_null(config.rules_program.argv);
		/* Another bot's folder, and the results. */
		ck_assert(config_hides(&config, "/srv/a"));
		char folder[256], path[300];
		ck_assert_ptr_nonnull(getcwd(folder, sizeof folder));
		snprintf(path, sizeof path, "%s/results.db", folder);
		ck_assert(config_hides(&config, path));
		snprintf(path, sizeof path, "%s/results.db-wal", folder);
		ck_assert(config_hides(&config, path));
		arbiter_config_clear(&config);
		ck_assert_ptr_null(config.bots);
		arbiter_config_clear(&config);
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *affinity;
	int least, most; /* arbiters that are pinned: 0 none, -1 any, else as many as processors */
} pins_rows[] = {{"affinity = yes\n", 1, -1}, {"affinity = no\n", 0, 0}, {"", 1, 1}};

START_TEST(arbiters_are_pinned_as_the_setting_says)
	{
		int usable = cpu_affinity_usable();
		char text[256];
		snprintf(text, sizeof text, "game = nim\n%s" BOTS, pins_rows[_i].affinity);
		config_read(text);
		ck_assert(arbiter_config_pins(&t, usable) == (pins_rows[_i].least > 0));
		ck_assert(arbiter_config_pins(&t, usable + 1) == (pins_rows[_i].most < 0));
		tournament_clear(&t);
	}
END_TEST

SUITE("referee/prepare/arbiter-config-make", CASE(each_setting_is_in_it),
	LOOP(arbiters_are_pinned_as_the_setting_says, sizeof pins_rows / sizeof *pins_rows))
