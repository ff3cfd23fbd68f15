/*
 * Definitions: what stands in them, what does not, and how a difference is told. Digests of bots.
 */
#include "referee/config/definition-text.h"

#include <string.h>
#include <sys/stat.h>

#include "referee/prepare/bot-digest.h"
#include "referee/config/settings.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

START_TEST(a_definition_says_all_that_makes_the_games)
	{
		struct tournament t;
		test_tournament_init(&t, "connect4", 2, 3, 4, "random:4");
		char *text = tournament_definition(&t);
		ck_assert_str_eq(text, "game = connect4\n"
				       "format = round-robin\n"
				       "players = 2\n"
				       "param = none\n"
				       "openings = random:4\n"
				       "decided-openings = no\n"
				       "movetime = 1s\n"
				       "tc = none\n"
				       "depth = none\n"
				       "nodes = none\n"
				       "margin = 20ms\n"
				       "max-plies = none\n"
				       "seed = 1\n"
				       "memory = 256M\n"
				       "processes = 64\n"
				       "files = 256\n"
				       "scratch = 16M\n"
				       "output = 64K\n"
				       "line = 4K\n"
				       "stderr = 64K\n"
				       "clock = fair\n");
		free(text);
		tournament_clear(&t);
	}
END_TEST

/* The digest of the program is set by checking; here it is a text. */
START_TEST(a_definition_says_the_program_of_the_rules_and_is_read_back)
	{
		struct tournament t, back;
		struct error err;
		struct diagnostics mistakes = {.report = NULL};
		const struct origin at = {"cup.conf", 2};
		test_tournament_init(&t, "connect4", 2, 3, 4, NULL);
		ck_assert(settings_set(&t, settings_find(settings_of_tournament, "game"),
			"process:python3 othello.py", (struct origin){"--game", 0}, &mistakes));
		ck_assert_str_eq(t.rules_program.command, "python3 othello.py");
		ck_assert(settings_set_bot(&t.rules_program, settings_find(settings_of_bot, "dir"),
			"my rules", at, &mistakes));
		ck_assert(settings_set_bot(&t.rules_program,
			settings_find(settings_of_bot, "memory"), "64M", at, &mistakes));
		strcpy(t.rules_digest, "abc");
		char *text = tournament_definition(&t);
		ck_assert_ptr_nonnull(strstr(text, "game = process:python3 othello.py\n"));
		ck_assert_ptr_nonnull(strstr(text, "\nrules dir = my rules\nrules memory = 64M\n"
						   "rules program = abc\n"));
		tournament_init(&back);
		ck_assert(definition_text_read(&back, t.game, 2, text, &err));
		ck_assert_ptr_null(back.rules);
		ck_assert_str_eq(back.rules_program.command, "python3 othello.py");
		ck_assert_str_eq(back.rules_program.dir, "my rules");
		ck_assert_int_eq(back.rules_program.resources.memory, INT64_C(64) << 20);
		ck_assert_str_eq(back.rules_digest, "abc");
		strcpy(t.rules_digest, "abd");
		char *other = tournament_definition(&t);
		ck_assert(!definition_text_same(text, other, &err));
		ck_assert_str_eq(err.text,
			"the program of its rules has changed since it began (SHA-256 abc then, abd now)");
		free(other);
		free(text);
		tournament_clear(&back);
		tournament_clear(&t);
	}
END_TEST

/* Files of an older version and stored definitions have the older key. */
START_TEST(a_renamed_setting_has_both_keys_and_one_definition)
	{
		static const char *const keys[][2] = {{"prior", "initial-elo"},
			{"keep", "keep-moves"}, {"only", "only-bots"}, {"pace", "max-rate"},
			{"begins", "start-at"}, {"logs", "log-readers"}, {"line", "max-line"},
			{"output", "max-output"}};
		static const char *const values[] = {
			"ann:7", "30d", "ann", "600/h", "now", "owner", "1K", "8K"};
		struct diagnostics mistakes = {.report = NULL};
		char *texts[2];
		for (int new = 0; new < 2; new ++) {
			struct tournament t;
			test_tournament_init(&t, "nim", 2, 3, 1, NULL);
			for (int i = 0; i < 8; i++)
				ck_assert(settings_set(&t,
					settings_find(settings_of_tournament, keys[i][new]),
					values[i], (struct origin){"cup.conf", i + 1}, &mistakes));
			texts[new] = tournament_definition(&t);
			tournament_clear(&t);
		}
		ck_assert_str_eq(texts[0], texts[1]);
		ck_assert_ptr_nonnull(strstr(texts[1], "\noutput = 8K\nline = 1K\n"));
		ck_assert_ptr_nonnull(strstr(texts[1], "\nprior = ann:7\n"));
		free(texts[0]);
		free(texts[1]);
	}
END_TEST

START_TEST(what_a_bot_is_given_beside_its_command_is_said_as_the_file_says_it)
	{
		static const char *const given[][2] = {{"command", "./bot"}, {"option", "A=1"},
			{"dir", "my bots"}, {"option", "B=x y"}, {"isready-every-move", "yes"}};
		struct diagnostics mistakes = {.report = NULL};
		struct bot bot = {.name = NULL};
		char *text = bot_definition(&bot);
		ck_assert_str_eq(text, "");
		free(text);
		for (int i = 0; i < 5; i++)
			ck_assert(settings_set_bot(&bot,
				settings_find(settings_of_bot, given[i][0]), given[i][1],
				(struct origin){"cup.conf", i + 1}, &mistakes));
		text = bot_definition(&bot);
		ck_assert_str_eq(text, "dir = my bots\noption = A=1\noption = B=x y\n"
				       "isready-every-move = yes\n");
		free(text);
		bot_clear(&bot);
	}
END_TEST

START_TEST(bots_rounds_and_the_way_it_is_run_are_no_part_of_it)
	{
		struct tournament a, b;
		struct error err;
		test_tournament_init(&a, "nim", 2, 3, 1, NULL);
		test_tournament_init(&b, "nim", 2, 5, 9, NULL);
		b.concurrency = 7;
		b.strict = b.terms.restart = true;
		b.terms.resources.startup = b.terms.resources.newgame = b.terms.resources.quit = 1;
		b.affinity = AFFINITY_YES;
		b.terms.strikes = 3;
		b.skip_benched = true;
		b.terms.connect_timeout = 7;
		b.skip_absent = true;
		b.terms.reconnect = false;
		b.remote_concurrency = 3;
		b.bots[0].remote = true;
		char *began = tournament_definition(&a), *now = tournament_definition(&b);
		ck_assert_str_eq(began, now);
		ck_assert(definition_text_same(began, now, &err));
		free(began);
		free(now);
		tournament_clear(&a);
		tournament_clear(&b);
	}
END_TEST

START_TEST(parameters_are_the_same_in_any_order)
	{
		struct tournament a, b;
		test_tournament_init(&a, "connect4", 2, 2, 1, NULL);
		test_tournament_init(&b, "connect4", 2, 2, 1, NULL);
		tournament_add_text(&a.params, &a.params_count, "rows=5");
		tournament_add_text(&a.params, &a.params_count, "columns=6");
		tournament_add_text(&b.params, &b.params_count, "columns=6");
		tournament_add_text(&b.params, &b.params_count, "rows=5");
		char *one = tournament_definition(&a), *other = tournament_definition(&b);
		ck_assert_str_eq(one, other);
		ck_assert_ptr_nonnull(strstr(one, "\nparam = columns=6 rows=5\n"));
		free(one);
		free(other);
		tournament_clear(&a);
		tournament_clear(&b);
	}
END_TEST

START_TEST(a_clock_is_written_as_it_is_read)
	{
		static const char *const clocks[][2] = {{"60", "60+0"}, {"40/60+0.6", "40/60+0.6"},
			{"0+0.1 bank 5", "0+0.1 bank 5"}, {"1.25+10", "1.25+10"},
			{"100000.000001", "100000.000001+0"}, {"1:30+1", "90+1"},
			{"40/1:05:00+0:00.5", "40/3900+0.5"}, {"inf", "inf"}};
		for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
			struct tournament t;
			struct error err;
			char line[64];
			test_tournament_init(&t, "connect4", 2, 2, 1, NULL);
			ck_assert(limits_read_tc(&t.terms.limits, clocks[i][0], &err));
			char *text = tournament_definition(&t);
			snprintf(line, sizeof line, "\ntc = %s\n", clocks[i][1]);
			ck_assert_msg(strstr(text, line) != NULL, "%s in %s", line, text);
			free(text);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(a_file_of_openings_is_what_stands_in_it)
	{
		struct tournament t;
		reported_enter_folder();
		reported_write("book.txt", "moves d\n", 8);
		test_tournament_init(&t, "connect4", 2, 2, 1, "book.txt");
		char *text = tournament_definition(&t);
		/* printf 'moves d\n' | sha256sum */
		ck_assert_ptr_nonnull(strstr(text,
			"\nopenings = the file of SHA-256 c96ac94ea8ab86e29972c3226eaa027ca59e4c2429d663c30a63555a5f5a9f42\n"));
		free(text);
		tournament_clear(&t);
		ck_assert_int_eq(unlink("book.txt"), 0);
	}
END_TEST

static const struct {
	const char *began, *now;
	const char *why; /* NULL: they are the same */
} pairs[] = {
	{"a = 1\nb = 2\n", "a = 1\nb = 2\n", NULL},
	{"a = 1\nb = 2\n", "b = 2\na = 1\n", NULL},
	{"a = 1\n", "a = 2\n", "a was 1 when the tournament began, now it is 2"},
	{"format = swiss of a b\n", "format = swiss of b c d\n",
		"its bots may not change once it has begun, since format = swiss; c, d not there then; a not there now"},
	{"format = swiss of a b\n", "format = swiss of a bb\n",
		"its bots may not change once it has begun, since format = swiss; bb not there then; b not there now"},
	{"format = swiss of a b\n", "format = swiss of a b bb\n",
		"its bots may not change once it has begun, since format = swiss; bb not there then"},
	{"format = swiss of a b\n", "format = knockout of a b\n",
		"format was swiss of a b when the tournament began, now it is knockout of a b"},
	{"a = 1\nb = 2\nc = 3\n", "a = 1\nb = 4\nc = 5\n",
		"b was 2 when the tournament began, now it is 4"},
	{"a = 1\n", "a = 12\n", "a was 1 when the tournament began, now it is 12"},
	{"a = 12\n", "a = 1\n", "a was 12 when the tournament began, now it is 1"},
	/* a setting that the program did not have yet, or has no more */
	{"a = 1\n", "a = 1\nb = none\n", NULL},
	{"a = 1\nb = none\n", "a = 1\n", NULL},
	{"a = 1\n", "a = 1\nb = 2\n", "b was none when the tournament began, now it is 2"},
	{"a = 1\nb = 2\n", "a = 1\n", "b was 2 when the tournament began, now it is none"},
	{"param = x=1 = 2\n", "param = x=1 = 3\n",
		"param was x=1 = 2 when the tournament began, now it is x=1 = 3"},
	{"ab = 1\n", "a = 1\n", "a was none when the tournament began, now it is 1"},
	/* or that had but one value then */
	{"a = 1\n", "a = 1\nclock = wall\nponder = no\n", NULL},
	{"a = 1\n", "a = 1\nclock = fair\n",
		"clock was wall when the tournament began, now it is fair"},
	{"ponder = yes\n", "ponder = no\n",
		"ponder was yes when the tournament began, now it is no"},
	/* bots may be added; their own limits stand for what they are */
	{"a = 1\n", "a = 1\nbot x memory = 2M\n", NULL},
	{"a = 1\nbot x memory = 2M\n", "a = 1\n", NULL},
	{"bot x memory = 2M\n", "bot x memory = 3M\n",
		"bot x memory was 2M when the tournament began, now it is 3M"},
	{"", "", NULL},
	/* a sample may have more games, of the same bots; what is not said is all */
	{"games = 9 of a b c\n", "games = 12 of a b c\n", NULL},
	{"games = 12 of a b c\n", "games = 9 of a b c\n", NULL},
	{"games = 9 of a b c\n", "games = 9 of a b c d\n",
		"games was 9 of a b c when the tournament began, now it is 9 of a b c d"},
	{"games = 9 dealt to a b\n", "games = 12 dealt to a b\n", NULL},
	{"games = 9 dealt to a b\n", "games = 9 dealt to a c\n",
		"games was 9 dealt to a b when the tournament began, now it is 9 dealt to a c"},
	{"games = 9 of a b\n", "games = 9 dealt to a b\n",
		"an older referee chose its games, in another way than this one"},
	{"x = 1\n", "x = 1\ngames = 9 of a\n",
		"games was all when the tournament began, now it is 9 of a"},
	{"x = 1\ngames = 9 of a\n", "x = 1\n",
		"games was 9 of a when the tournament began, now it is all"},
	/* the games of an sprt are a bound, but its bots and their order stay */
	{"format = sprt of a b\ngames = 4 of a b\n", "format = sprt of a b\n", NULL},
	{"format = sprt of a b\n", "format = sprt of a b\ngames = 40 of a b\n", NULL},
	{"format = sprt of a b\ngames = 8 of a b\n", "format = sprt of a b\ngames = 6 of a b\n",
		NULL},
	{"format = sprt of a b\ngames = 8 of a b\n", "format = sprt of a b\ngames = 8 of b a\n",
		"games was 8 of a b when the tournament began, now it is 8 of b a"},
	{"format = sprt of a b\ngames = 4 of a b\nelo1 = 5\n", "format = sprt of a b\nelo1 = 6\n",
		"elo1 was 5 when the tournament began, now it is 6"},
	{"format = sprt of a b\ngames = 4 of a b\n", "format = swiss\n",
		"format was sprt of a b when the tournament began, now it is swiss"},
	{"x = 1\n", "x = 1\nresign = none\ndraw = none\nrepetition = none\n", NULL},
	{"x = 1\nresign = moves=4 score=600\n", "x = 1\n",
		"resign was moves=4 score=600 when the tournament began, now it is none"},
	{"x = 1\ndraw = moves=8 score=10\n", "x = 1\ndraw = moves=8 score=10 from-ply=40\n",
		"draw was moves=8 score=10 when the tournament began, now it is moves=8 score=10 from-ply=40"},
	{"x = 1\n", "x = 1\nseat-orders = all\n", NULL},
	/* before there was a choice, openings came as they were drawn, and line after line */
	{"x = 1\n",
		"x = 1\ndecided-openings = yes\nopenings-order = sequential\n"
		"openings-start = drawn\nopenings-plies = none\n",
		NULL},
	{"x = 1\n", "x = 1\ndecided-openings = no\n",
		"decided-openings was yes when the tournament began, now it is no"},
	{"x = 1\n", "x = 1\nopenings-order = random\n",
		"openings-order was sequential when the tournament began, now it is random"},
	{"x = 1\n", "x = 1\nopenings-start = 1\n",
		"openings-start was drawn when the tournament began, now it is 1"},
	{"x = 1\n", "seat-orders = rotation\nx = 1\n",
		"seat-orders was all when the tournament began, now it is rotation"},
};

START_TEST(what_was_not_there_before_is_said_only_when_it_is_used)
	{
		struct tournament t;
		test_tournament_init(&t, "nim", 3, 4, 1, NULL);
		t.seat_orders = ORDERS_ROTATION;
		char *text = tournament_definition(&t);
		ck_assert_ptr_nonnull(strstr(text, "\nseat-orders = rotation\nopenings"));
		ck_assert_ptr_null(strstr(text, "games"));
		ck_assert_int_eq(definition_text_games(text), 0);
		free(text);
		t.seat_orders = ORDERS_ALL;
		t.games = 17;
		text = tournament_definition(&t);
		ck_assert_ptr_nonnull(
			strstr(text, "\ngames = 17 dealt to bot-0 bot-1 bot-2 bot-3\nopenings"));
		ck_assert_ptr_null(strstr(text, "seat-orders"));
		ck_assert_int_eq(definition_text_games(text), 17);
		free(text);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_first_difference_is_told)
	{
		struct error err = {""};
		bool same = definition_text_same(pairs[_i].began, pairs[_i].now, &err);
		ck_assert(same == (pairs[_i].why == NULL));
		if (!same)
			ck_assert_str_eq(err.text, pairs[_i].why);
	}
END_TEST

START_TEST(tests_of_the_same_games_differ_in_their_hypotheses_alone)
	{
		static const struct {
			const char *began, *now;
			bool same;
		} tests[] = {
			{"a = 1\nelo1 = 5\n", "a = 1\nelo1 = 20\n", true},
			{"a = 1\n",
				"a = 1\nelo0 = 2\nelo1 = 20\nalpha = 0.1\nbeta = 0.1\n"
				"model = normalized\n",
				true},
			{"a = 1\nelo1 = 5\n", "a = 2\nelo1 = 20\n", false},
			{"a = 1\nelo1 = 5\n", "elo1 = 20\n", false},
		};
		for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
			ck_assert(definition_text_same_games(tests[i].began, tests[i].now) ==
				  tests[i].same);
	}
END_TEST

static struct bot started_by(const char *command)
{
	return (struct bot){.command = (char *)command, .dir = (char *)"students"};
}

static void digest(struct bot bot, char text[BOT_DIGEST])
{
	bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, text);
	ck_assert_uint_eq(strspn(text, "0123456789abcdef"), 64);
	ck_assert_uint_eq(strlen(text), 64);
}

START_TEST(a_bots_digest_changes_with_its_program_and_nothing_else)
	{
		char depth[] = "Depth=4", *options[] = {depth};
		char first[BOT_DIGEST], other[BOT_DIGEST];
		struct bot bot = started_by("python3 bot.py");
		reported_enter_folder();
		ck_assert_int_eq(mkdir("students", 0700), 0);
		reported_write("students/bot.py", "print(1)\n", 9);
		digest(bot, first);
		bot.name = first; /* any */
		digest(bot, other);
		ck_assert_str_eq(first, other);
		reported_write("students/bot.py", "print(2)\n", 9);
		digest(bot, other);
		ck_assert_str_ne(first, other);
		reported_write("students/bot.py", "print(1)\n", 9);
		digest(bot, other);
		ck_assert_str_eq(first, other);
		bot.options = options;
		bot.options_count = 1;
		digest(bot, other);
		ck_assert_str_ne(first, other);
		digest(started_by("python3  bot.py"), other);
		ck_assert_str_ne(first, other);
		ck_assert_int_eq(unlink("students/bot.py"), 0);
		digest(started_by("python3 bot.py"), other);
		ck_assert_str_ne(first, other);
		ck_assert_int_eq(rmdir("students"), 0);
	}
END_TEST

/* A module of it, but neither what tools leave there nor a folder that is not its own. */
START_TEST(a_bots_digest_changes_with_all_that_is_in_its_folder)
	{
		static const struct {
			const char *file;
			bool counts;
		} files[] = {{"students/module.py", true}, {"students/sub/data", true},
			{"students/.git", false}, {"students/sub/__pycache__", false},
			{"students/cup.conf", false}, {"students/module.py", false}};
		char first[BOT_DIGEST], other[BOT_DIGEST], text[] = "1";
		reported_enter_folder();
		ck_assert_int_eq(mkdir("students", 0700), 0);
		ck_assert_int_eq(mkdir("students/sub", 0700), 0);
		reported_write("students/bot.py", "print(1)\n", 9);
		for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
			/* The folder is shared from the tournament's file on. */
			bool shared = strstr(files[i].file, ".conf") != NULL;
			digest(started_by("python3 bot.py"), first);
			text[0]++;
			reported_write(files[i].file, text, 1);
			if (shared)
				bot_digest_held(&(struct bot){.command = (char *)"python3 bot.py",
							.dir = (char *)"students"},
					NULL, BOT_DIGEST_COMMAND, first);
			digest(started_by("python3 bot.py"), other);
			ck_assert_msg((strcmp(first, other) != 0) == files[i].counts, "%s",
				files[i].file);
		}
		for (size_t i = 0; i + 1 < sizeof files / sizeof *files; i++)
			ck_assert_int_eq(unlink(files[i].file), 0);
		ck_assert_int_eq(unlink("students/bot.py"), 0);
		ck_assert_int_eq(rmdir("students/sub"), 0);
		ck_assert_int_eq(rmdir("students"), 0);
	}
END_TEST

START_TEST(a_program_that_is_nowhere_or_a_folder_has_a_digest_too)
	{
		char one[BOT_DIGEST], other[BOT_DIGEST];
		digest(started_by("no-such-program-anywhere x"), one);
		digest(started_by("/tmp /dev/null"), other);
		ck_assert_str_ne(one, other);
	}
END_TEST

START_TEST(what_a_game_follows_from_reads_back)
	{
		static const struct adjudication_limits early = {.repetition = 3,
			.resign_count = 4,
			.resign_score = 600,
			.draw_count = 8,
			.draw_score = 10,
			.draw_from = 40};
		struct tournament t, back;
		struct error err = {""};
		test_tournament_init(&t, "nim", 2, 3, 1, "random:4");
		tournament_add_text(&t.params, &t.params_count, "take=3");
		tournament_add_text(&t.params, &t.params_count, "heaps=21/9");
		ck_assert(limits_read_tc(&t.terms.limits, "40/60+0.6", &err));
		t.terms.limits.movetime = 0;
		t.terms.limits.margin = 0;
		t.terms.limits.nodes = 77;
		t.terms.limits.clock = CLOCK_CPU;
		t.terms.max_plies = 99;
		t.terms.adjudication = early;
		t.games = 5;
		char *text = tournament_definition(&t);
		tournament_init(&back);
		ck_assert_msg(definition_text_read(&back, "nim", 2, text, &err), "%s", err.text);
		ck_assert_mem_eq(&back.terms.limits, &t.terms.limits, sizeof t.terms.limits);
		ck_assert_mem_eq(&back.terms.adjudication, &early, sizeof early);
		ck_assert(back.terms.max_plies == 99 && back.players == 2 && back.rules == t.rules);
		ck_assert_int_eq(back.params_count, 2);
		ck_assert_str_eq(back.params[0], "heaps=21/9");
		ck_assert_str_eq(back.params[1], "take=3");
		tournament_clear(&back);
		free(text);
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *game, *definition, *why; /* NULL: it is read */
} readings[] = {
	{"connect4", "", NULL},
	{"connect4", "rounds = x\nopenings = the file of SHA-256 00\nbot a memory = 1M\n", NULL},
	{"go", "", "there is no game \"go\" here"},
	{"connect4", "movetime = 9\n", "movetime = 9: a time needs a unit, such as 9ms or 9s"},
	{"connect4", "max-plies = -1\n",
		"max-plies = -1: a whole number from 1 to 100000 is needed"},
};

START_TEST(what_cannot_be_read_back_is_told)
	{
		struct tournament t;
		struct error err = {""};
		tournament_init(&t);
		bool read = definition_text_read(
			&t, readings[_i].game, 2, readings[_i].definition, &err);
		ck_assert(read == (readings[_i].why == NULL));
		ck_assert_str_eq(err.text, readings[_i].why != NULL ? readings[_i].why : "");
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

/* Before `fair` was the preset a definition did not say `wall`. */
START_TEST(a_definition_that_does_not_say_what_is_charged_means_wall)
	{
		static const struct {
			const char *given, *began;
			enum clock_kind clock;
		} cases[] = {
			{NULL, "game = nim\n", CLOCK_WALL},
			{NULL, "game = nim\nclock = fair\n", CLOCK_FAIR},
			{"fair", "game = nim\n", CLOCK_FAIR},
			{"cpu", "game = nim\n", CLOCK_CPU},
		};
		struct tournament t;
		struct diagnostics mistakes = {.report = NULL};
		struct error err = {""};
		for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
			tournament_init(&t);
			ck_assert_int_eq(t.terms.limits.clock, CLOCK_FAIR);
			if (cases[i].given != NULL)
				ck_assert(settings_set(&t,
					settings_find(settings_of_tournament, "clock"),
					cases[i].given, (struct origin){"--clock", 0}, &mistakes));
			definition_text_keep(cases[i].began, &t);
			ck_assert_int_eq(t.terms.limits.clock, cases[i].clock);
			tournament_clear(&t);
		}
		tournament_init(&t);
		ck_assert(definition_text_read(&t, "nim", 2, "seed = 1\n", &err));
		ck_assert_int_eq(t.terms.limits.clock, CLOCK_WALL);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_game_of_ones_own_that_began_without_a_limit_of_plies_goes_on_without)
	{
		static const struct {
			const char *game, *given, *began;
			int plies;
		} cases[] = {
			{"process:python3 a.py", NULL, "seed = 1\nmax-plies = none\n", 0},
			{"process:python3 a.py", NULL, "seed = 1\n", 0},
			{"process:python3 a.py", NULL, "max-plies = 2000\n", 2000},
			{"process:python3 a.py", NULL, "max-plies = 2001\n", 2000},
			{"process:python3 a.py", "2000", "max-plies = none\n", 2000},
			{"nim", NULL, "max-plies = none\n", 2000},
		};
		struct tournament t;
		struct diagnostics mistakes = {.report = NULL};
		for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
			tournament_init(&t);
			tournament_set_game(&t, cases[i].game);
			t.terms.max_plies = 2000;
			if (cases[i].given != NULL)
				ck_assert(settings_set(&t,
					settings_find(settings_of_tournament, "max-plies"),
					cases[i].given, (struct origin){"--max-plies", 0},
					&mistakes));
			definition_text_keep(cases[i].began, &t);
			ck_assert_int_eq(t.terms.max_plies, cases[i].plies);
			tournament_clear(&t);
		}
	}
END_TEST

/* The first definitions are older than the sandbox: its limits did not exist, or were fixed. */
START_TEST(a_definition_without_limits_of_the_sandbox_goes_on_as_it_began)
	{
		struct tournament t;
		struct error err = {""};
		tournament_init(&t);
		ck_assert_int_gt(t.terms.resources.memory, 0);
		definition_text_keep("game = nim\n", &t);
		ck_assert_int_eq(t.terms.resources.memory, 0);
		ck_assert_int_eq(t.terms.resources.processes, 0);
		ck_assert_int_eq(t.terms.resources.output, 64 << 10);
		ck_assert(definition_text_same("line = 4K\n",
			"memory = none\nprocesses = none\nfiles = none\nscratch = none\noutput = 64K\nline = 4K\nstderr = 64K\n",
			&err));
		ck_assert(!definition_text_same("line = 4K\n", "line = 4K\nmemory = 256M\n", &err));
		ck_assert_str_eq(
			err.text, "memory was none when the tournament began, now it is 256M");
		tournament_clear(&t);
	}
END_TEST

/* The referee does not see the program of a remote bot. */
START_TEST(a_remote_bot_has_no_digest_whatever_it_is_given)
	{
		static char name[] = "a", option[] = "A=1";
		char *options[] = {option};
		char text[BOT_DIGEST] = "x";
		bot_digest_held(&(struct bot){.name = name,
					.remote = true,
					.options = options,
					.options_count = 1},
			NULL, BOT_DIGEST_ALL, text);
		ck_assert_str_eq(text, "");
	}
END_TEST

SUITE("tournament/definition", CASE(a_remote_bot_has_no_digest_whatever_it_is_given),
	CASE(a_definition_says_all_that_makes_the_games),
	CASE(a_definition_says_the_program_of_the_rules_and_is_read_back),
	CASE(a_renamed_setting_has_both_keys_and_one_definition),
	CASE(what_a_bot_is_given_beside_its_command_is_said_as_the_file_says_it),
	CASE(bots_rounds_and_the_way_it_is_run_are_no_part_of_it),
	CASE(what_was_not_there_before_is_said_only_when_it_is_used),
	CASE(parameters_are_the_same_in_any_order), CASE(a_clock_is_written_as_it_is_read),
	CASE(a_file_of_openings_is_what_stands_in_it),
	CASE(tests_of_the_same_games_differ_in_their_hypotheses_alone),
	LOOP(the_first_difference_is_told, sizeof pairs / sizeof *pairs),
	CASE(a_bots_digest_changes_with_its_program_and_nothing_else),
	CASE(a_bots_digest_changes_with_all_that_is_in_its_folder),
	CASE(a_program_that_is_nowhere_or_a_folder_has_a_digest_too),
	CASE(what_a_game_follows_from_reads_back),
	CASE(a_definition_that_does_not_say_what_is_charged_means_wall),
	CASE(a_game_of_ones_own_that_began_without_a_limit_of_plies_goes_on_without),
	CASE(a_definition_without_limits_of_the_sandbox_goes_on_as_it_began),
	LOOP(what_cannot_be_read_back_is_told, sizeof readings / sizeof *readings),
	CASE(the_test_leaves_nothing_behind))
