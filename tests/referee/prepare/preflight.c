/*
 * The checks of a tournament before its first game: each sentence, and a tournament that does not
 * get it.
 */
#include "referee/prepare/preflight.h"

#include <string.h>
#include <sys/stat.h>

#include "referee/config/settings.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

static struct reported told;
static char notes[4096];

static void take_note(void *arg, const char *line)
{
	(void)arg;
	strcat(notes, line);
	strcat(notes, "\n");
}

static void begin(struct tournament *t, const char *game, int players, int bots)
{
	test_tournament_init(t, game, players, bots, 1, NULL);
	reported_init(&told);
	notes[0] = '\0';
}

/* --- seats and openings ----------------------------------------------------------------------- */

enum { ALL = 0, ONE = 1, TWO = 2, THREE = 4 };

static const struct features {
	const char *format, *openings; /* NULL: round-robin, and none */
	int players, bots;
	unsigned seats[3];  /* of each bot, a bit each; 0: all */
	bool startpos_only; /* bot-0 */
	enum preflight result;
	const char *mistake, *notes; /* NULL: none */
} features[] = {
	{NULL, NULL, 2, 3, {ALL, ALL, ALL}, false, PREFLIGHT_READY, NULL, ""},
	/* Each pair plays two games; bot-0 is in seat 2 of two of the six. */
	{NULL, NULL, 2, 3, {ONE, ALL, ALL}, false, PREFLIGHT_READY, NULL,
		"bot bot-0: it plays seat 1 alone (feature seats); its games in other seats are left out\n"
		"2 of 6 games are left out, 4 are played\n"},
	{NULL, NULL, 2, 2, {ONE, ALL, ALL}, false, PREFLIGHT_READY, NULL,
		"bot bot-0: it plays seat 1 alone (feature seats); its games in other seats are left out\n"
		"1 of 2 games is left out, 1 is played\n"},
	{NULL, NULL, 2, 2, {ONE, ONE, ALL}, false, PREFLIGHT_NO_FEATURES,
		"no game is left: in each of them a bot has a seat that it does not play (feature seats); add a bot that plays the other seats",
		""},
	{NULL, NULL, 2, 2, {ALL, THREE, ALL}, false, PREFLIGHT_NO_FEATURES,
		"bot bot-1: it plays seat 3 alone (feature seats), and a game has 2; leave the bot out",
		""},
	{"swiss", NULL, 2, 3, {ALL, ALL, TWO}, false, PREFLIGHT_NO_FEATURES,
		"bot bot-2: it plays seat 2 alone (feature seats), and format = swiss puts each bot into each seat; set format = round-robin, gauntlet or mix, or leave the bot out",
		""},
	/* Seats 1 and 2 of 2 are all: both games are played, and the note says no number. */
	{NULL, NULL, 2, 2, {ONE | TWO, ALL, ALL}, false, PREFLIGHT_READY, NULL,
		"bot bot-0: it plays seats 1 and 2 alone (feature seats); its games in other seats are left out\n"},
	{NULL, "none", 2, 2, {ALL, ALL, ALL}, true, PREFLIGHT_READY, NULL, ""},
	{NULL, NULL, 2, 2, {ALL, ALL, ALL}, true, PREFLIGHT_READY, NULL, ""},
	{NULL, "random:4", 2, 2, {ALL, ALL, ALL}, true, PREFLIGHT_NO_FEATURES,
		"bot bot-0: it plays from the usual start alone (feature startpos-only), and with openings = random:4 games begin elsewhere; set openings = none, or leave the bot out",
		""},
};

START_TEST(what_bots_cannot_play_is_refused_or_left_out)
	{
		const struct features *row = &features[_i];
		struct tournament t;
		begin(&t, "connect4", row->players, row->bots);
		if (row->format != NULL) {
			free(t.format);
			t.format = memory_copy(row->format);
		}
		free(t.openings);
		t.openings = memory_copy(row->openings);
		for (int i = 0; i < row->bots; i++)
			t.bots[i].seats = row->seats[i];
		t.bots[0].startpos_only = row->startpos_only;
		ck_assert_int_eq(
			preflight_check_features(&t, &told.mistakes, take_note, NULL), row->result);
		ck_assert_str_eq(notes, row->notes);
		ck_assert_int_eq(told.mistakes.count, row->mistake != NULL);
		if (row->mistake != NULL)
			ck_assert_msg(strstr(told.text, row->mistake) != NULL, "%s", told.text);
		tournament_clear(&t);
	}
END_TEST

/* --- processors ------------------------------------------------------------------------------- */

static const struct {
	int games, processors;
	enum clock_kind clock;
	const char *why; /* NULL: it is not crowded */
} crowds[] = {
	{1, 1, CLOCK_WALL, NULL},
	{2, 2, CLOCK_WALL, NULL},
	{1, 2, CLOCK_CPU, NULL},
	{3, 2, CLOCK_WALL,
		"3 games at a time on 2 processors: bots wait for each other; the wait counts as thinking time (clock = wall); use --concurrency 2"},
	{2, 1, CLOCK_FAIR,
		"2 games at a time on 1 processor: bots wait for each other; the wait does not count as thinking time, but a bot that measures time itself thinks less; use --concurrency 1"},
	{2, 1, CLOCK_CPU,
		"2 games at a time on 1 processor: bots wait for each other; the wait does not count as thinking time, but a bot that measures time itself thinks less; use --concurrency 1"},
};

START_TEST(more_games_than_processors_are_told_with_their_effect)
	{
		struct error err = {""};
		ck_assert(preflight_crowded(crowds[_i].games, crowds[_i].processors,
				  crowds[_i].clock, &err) == (crowds[_i].why != NULL));
		ck_assert_str_eq(err.text, crowds[_i].why != NULL ? crowds[_i].why : "");
	}
END_TEST

/* --- programs --------------------------------------------------------------------------------- */

/* In a folder that has `here` and `referee-adapt`, which may be run, and `text`, which may not. */
static const char *const program_files[] = {"here", "referee-adapt", "text"};
static const struct {
	const char *command, *dir; /* "DIR": that folder */
	bool there;
	const char *why;
} programs[] = {
	{"sh", NULL, true, ""},
	{"/bin/sh -c true", NULL, true, ""},
	{"./here", "DIR", true, ""},
	{"sh", "DIR", true, ""},
	{"./here", "/no/such/folder", false, "/no/such/folder"},
	{"./gone", "DIR", false, "gone"},
	{"./text", "DIR", false, "text"},
	{"no-such-program-anywhere", NULL, false, "no-such-program-anywhere"},
	{"'unfinished", NULL, true, NULL}, /* the settings tell it */
	/* also the program behind an adapter; kaggle takes a file that may be none */
	{"./referee-adapt line -- ./here", "DIR", true, ""},
	{"./referee-adapt line -- sh x", "DIR", true, ""},
	{"./referee-adapt line --", "DIR", true, ""},
	{"./referee-adapt kaggle -- ./text", "DIR", true, ""},
	{"./referee-adapt kaggle -- ./text 2", "DIR", false, "is not executable"},
	{"./referee-adapt line -- ./gone", "DIR", false, "gone\""},
	{"./referee-adapt line -- /", "DIR", false, "\"/\" is a folder, not a program"},
	{"./referee-adapt line -- /usr/bin", "DIR", false,
		"\"/usr/bin\" is a folder, not a program"},
	{"./referee-adapt line -- .", "DIR", false, "is a folder, not a program"},
};

START_TEST(a_program_that_cannot_be_started_is_named)
	{
		char folder[] = "/tmp/preflight-XXXXXX", path[64];
		struct error err = {""};
		ck_assert_ptr_nonnull(mkdtemp(folder));
		for (int i = 0; i < 3; i++) {
			snprintf(path, sizeof path, "%s/%s", folder, program_files[i]);
			reported_write(path, "#!/bin/sh\n", 10);
			ck_assert_int_eq(chmod(path, i < 2 ? 0755 : 0644), 0);
		}
		const char *dir = programs[_i].dir != NULL && strcmp(programs[_i].dir, "DIR") == 0
					  ? folder
					  : programs[_i].dir;
		ck_assert_msg(preflight_has_program(programs[_i].command, dir, &err) ==
				      programs[_i].there,
			"%s", programs[_i].command);
		if (programs[_i].why != NULL)
			ck_assert_msg(strstr(err.text, programs[_i].why) != NULL &&
					      (err.text[0] == '\0') == programs[_i].there,
				"%s", err.text);
		for (int i = 0; i < 3; i++) {
			snprintf(path, sizeof path, "%s/%s", folder, program_files[i]);
			unlink(path);
		}
		rmdir(folder);
	}
END_TEST

/* --- other machines --------------------------------------------------------------------------- */

static const struct {
	const char *command, *dir;
	bool broker, remote, travels;
} travels[] = {
	{"python3 bot.py", "/no/such", true, false, true},
	{"python3 ./bot.py", NULL, true, false, true}, /* no such file here */
	{"./bot", NULL, true, false, false},
	{"./bot", NULL, false, false, true}, /* there are no other machines */
	{"./bot", NULL, true, true, true},   /* it connects itself */
	{"../bot", "/no/such", true, false, false},
	{"sh -c '../bot'", "/no/such", true, false, false},
	{"referee-bot", NULL, true, false, true},
};

START_TEST(a_bot_that_cannot_go_to_workers_is_named)
	{
		struct tournament t;
		static char broker[] = "nats://there:1";
		begin(&t, "connect4", 2, 2);
		t.broker = travels[_i].broker ? memory_copy(broker) : NULL;
		free(t.bots[1].command);
		t.bots[1].command = memory_copy(travels[_i].command);
		t.bots[1].dir = memory_copy(travels[_i].dir);
		t.bots[1].remote = travels[_i].remote;
		ck_assert(preflight_all_travel(&t, &told.mistakes) == travels[_i].travels);
		ck_assert_int_eq(told.mistakes.count, !travels[_i].travels);
		if (!travels[_i].travels)
			ck_assert_msg(strstr(told.text, "bot bot-1: its command names \"") != NULL,
				"%s", told.text);
		tournament_clear(&t);
	}
END_TEST

/* --- limits ----------------------------------------------------------------------------------- */

/* Without `feature clock` a bot gets one kind of limit. */
START_TEST(limits_that_a_bot_may_not_get_are_noted_once_for_all_that_have_them)
	{
		struct tournament t;
		begin(&t, "connect4", 2, 3);
		t.terms.limits = (struct limits){.movetime = SECOND};
		preflight_report_limits(&t, &told.mistakes);
		ck_assert_str_eq(told.text, "");
		t.terms.limits.nodes = 1000;
		preflight_report_limits(&t, &told.mistakes);
		ck_assert_int_eq(told.mistakes.count, 1);
		ck_assert_ptr_nonnull(strstr(
			told.text, "a bot without `feature clock` gets one kind of limit: "));
		ck_assert_ptr_null(strstr(told.text, "bot-"));
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_end_of_a_game_of_ones_own_is_said_where_nothing_is_set)
	{
		struct tournament t;
		begin(&t, "nim", 2, 2);
		t.terms.max_plies = 2000;
		preflight_report_plies(&t, &told.mistakes);
		ck_assert_int_eq(told.mistakes.count, 0);
		tournament_set_game(&t, "process:python3 a.py");
		preflight_report_plies(&t, &told.mistakes);
		ck_assert_int_eq(told.mistakes.count, 1);
		ck_assert_ptr_nonnull(strstr(
			told.text, "is over after 2000 plies, as it stands; max-plies sets"));
		t.terms.max_plies = 0;
		preflight_report_plies(&t, &told.mistakes);
		ck_assert_ptr_nonnull(strstr(told.text, "a game may go on forever"));
		t.set[SETTING_MAX_PLIES] = (struct origin){"own.conf", 3};
		preflight_report_plies(&t, &told.mistakes);
		ck_assert_int_eq(told.mistakes.count, 2);
		tournament_clear(&t);
	}
END_TEST

SUITE("referee/prepare/preflight",
	LOOP(what_bots_cannot_play_is_refused_or_left_out, sizeof features / sizeof *features),
	LOOP(more_games_than_processors_are_told_with_their_effect, sizeof crowds / sizeof *crowds),
	LOOP(a_program_that_cannot_be_started_is_named, sizeof programs / sizeof *programs),
	LOOP(a_bot_that_cannot_go_to_workers_is_named, sizeof travels / sizeof *travels),
	CASE(limits_that_a_bot_may_not_get_are_noted_once_for_all_that_have_them),
	CASE(the_end_of_a_game_of_ones_own_is_said_where_nothing_is_set))
