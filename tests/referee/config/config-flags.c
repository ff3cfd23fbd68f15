/*
 * Flags: all settings, how they mix with a file, and what is told when they are wrong.
 */
#include "referee/config/config-flags.h"

#include "referee/config/config-file.h"
#include "referee/config/settings.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"
#include "referee/prepare/tournament-check.h"

enum { WORDS_MAX = 16 };

struct taken {
	struct settings_options settings;
	bool fresh, dry_run;
	struct option_list files;
};

static const struct option_row take_rows[] = {
	{OPTION("fresh", SWITCH, offsetof(struct taken, fresh)), .help = "x"},
	{OPTION("dry-run", SWITCH, offsetof(struct taken, dry_run)), .help = "x"},
	{.name = NULL},
};

static const struct options take_options = {
	.arguments = {{"FILE", ARGUMENT_ANY, offsetof(struct taken, files), NULL}},
	.groups = {{.rows = take_rows},
		{.title = "Settings",
			.row = settings_option,
			.at = offsetof(struct taken, settings),
			.explain = settings_explain},
		{.title = "Bot", .row = settings_bot_word, .words = true}}};

/* Takes all words as a command would that has two options beside the settings. */
static void take(struct tournament *t, const char *const *words, struct reported *told)
{
	struct taken taken = {.settings = {t, &told->mistakes}};
	char *argv[WORDS_MAX + 2] = {(char *)"run"};
	int argc = 1;
	for (; words[argc - 1] != NULL; argc++)
		argv[argc] = (char *)words[argc - 1];
	options_read(&take_options, &taken, argc, argv, &told->mistakes);
	options_clear(&take_options, &taken);
}

START_TEST(flags_alone_make_a_tournament)
	{
		static const char *const words[] = {"--game", "connect4", "--bot", "a=x 'y z'",
			"--bot=b=--x=y", "--movetime=250ms", "--param=rows=5", "--param",
			"columns=6", "--strict", "--restart", "--rounds", "3", NULL};
		struct tournament t;
		struct reported told;
		tournament_init(&t);
		reported_init(&told);
		take(&t, words, &told);
		ck_assert_str_eq(told.text, "");
		ck_assert(tournament_check(&t, &told.mistakes));
		ck_assert_str_eq(t.name, "connect4");
		ck_assert_str_eq(t.db, "connect4.db");
		ck_assert_int_eq(t.bots_count, 2);
		ck_assert_str_eq(t.bots[0].name, "a");
		ck_assert_str_eq(t.bots[0].command, "x 'y z'");
		ck_assert_str_eq(t.bots[1].name, "b");
		ck_assert_str_eq(t.bots[1].command, "--x=y");
		ck_assert_int_eq(t.terms.limits.movetime, 250 * MILLISECOND);
		ck_assert_int_eq(t.params_count, 2);
		ck_assert_str_eq(t.params[0], "rows=5");
		ck_assert_str_eq(t.params[1], "columns=6");
		ck_assert(t.strict && t.terms.restart);
		ck_assert_int_eq(t.rounds, 3);
		tournament_clear(&t);
	}
END_TEST

/* Flags of fastchess 1.4, cutechess-cli and c-chess-cli, and keys of their -engine, as their
 * manuals list them, that are not ours as well. */
static const char *const theirs[] = {"-engine", "-each", "-sprt", "-pgnout", "-epdout", "-config",
	"-repeat", "-noswap", "-reverse", "-variant", "-ratinginterval", "-scoreinterval",
	"-autosaveinterval", "-maxmoves", "-tb", "-srand", "-event", "-site", "-log", "-recover",
	"-show-latency", "-use-affinity", "-force-concurrency", "-wait", "-testEnv", "-quick",
	"-startup-ms", "-ucinewgame-ms", "-ping-ms", "-tournament", "-debug", "-tbpieces", "-pgn",
	"-sample", "-gauntlet", "cmd", "conf", "arg", "args", "initstr", "trust", "proto", "st",
	"timemargin", "book", "bookdepth", "plies", "order", "start"};

START_TEST(a_flag_of_another_manager_has_a_word_of_ours_or_a_sentence)
	{
		const struct foreign_names *f = foreign_names_find(theirs[_i]);
		ck_assert_msg(f != NULL, "%s", theirs[_i]);
		ck_assert(f->ours != NULL || f->note != NULL);
		ck_assert_msg(f->ours == NULL || strcmp(f->ours, "bot") == 0 ||
				      settings_find(settings_of_tournament, f->ours) != NULL ||
				      settings_find(settings_of_bot, f->ours) != NULL,
			"%s", f->ours);
	}
END_TEST

/* A bot without a name has that of its program's file. */
static const struct {
	const char *commands[3], *names[3];
} unnamed[] = {
	{{"./c4-v2"}, {"c4-v2"}},
	{{"/home/a b/c4-v2.1 --hash=3"}, {"a"}}, /* a blank parts words */
	{{"'/home/a b/c4-v2.1' --hash=3"}, {"c4-v2.1"}},
	{{"./c4", "./old/c4", "./older/c4 x"}, {"c4", "c4-2", "c4-3"}},
	{{"referee-bot --search pvs", "referee-bot --search random"},
		{"referee-bot", "referee-bot-2"}},
	{{"c4=./c4", "./c4"}, {"c4", "c4-2"}},
	{{"c4-2=./x", "./c4", "./c4"}, {"c4-2", "c4", "c4-3"}},
	{{"python3 -u bots/mine.py --depth 3"}, {"mine"}},
	{{"/usr/bin/env python3 mine.py"}, {"mine"}},
	{{"java -jar Mine.jar"}, {"Mine"}},
	{{"node"}, {"node"}},
	{{"python3 -m"}, {"python3"}},
	{{"python3 -"}, {"python3"}},
	{{"./.."}, {"bot"}},
	{{"/"}, {"bot"}},
	{{"./\xff"}, {"bot"}},
	{{"'./two words'"}, {"two-words"}},
	{{"./012345678901234567890123456789012345678901234567890123456789012345"},
		{"012345678901234567890123456789012345678901234567890123456"}},
};

START_TEST(a_bot_without_a_name_has_that_of_its_file)
	{
		struct tournament t;
		struct reported told;
		const char *words[7] = {NULL};
		int bots = 0;
		tournament_init(&t);
		reported_init(&told);
		for (; bots < 3 && unnamed[_i].commands[bots] != NULL; bots++) {
			words[2 * bots] = "--bot";
			words[2 * bots + 1] = unnamed[_i].commands[bots];
		}
		take(&t, words, &told);
		ck_assert_int_eq(t.bots_count, bots);
		for (int i = 0; i < bots; i++)
			ck_assert_str_eq(t.bots[i].name, unnamed[_i].names[i]);
		tournament_clear(&t);
	}
END_TEST

/* A flag that can stand alone, what follows it, and what it then is. A word that is none of its
 * values is left: a file. */
static const struct {
	const char *words[4];
	size_t offset;
	int size, is;
	const char *told;
} alone[] = {
	{{"--restart"}, offsetof(struct tournament, terms.restart), 1, 1, ""},
	{{"--restart", "yes"}, offsetof(struct tournament, terms.restart), 1, 1, ""},
	{{"--restart", "auto"}, offsetof(struct tournament, terms.restart), 1, 0, ""},
	{{"--ponder", "yes"}, offsetof(struct tournament, terms.ponder), 1, 1, ""},
	{{"--ponder", "no"}, offsetof(struct tournament, terms.ponder), 1, 0, ""},
	{{"--strict", "yes"}, offsetof(struct tournament, strict), 1, 1, ""},
	{{"--balanced-openings", "yes"}, offsetof(struct tournament, balanced_openings), 1, 1, ""},
	{{"--adjudicate-exact", "no"}, offsetof(struct tournament, terms.adjudicate_exact), 1, 0,
		""},
	{{"--reconnect", "no"}, offsetof(struct tournament, terms.reconnect), 1, 0, ""},
	{{"--affinity", "yes"}, offsetof(struct tournament, affinity), 4, AFFINITY_YES, ""},
	{{"--affinity", "no"}, offsetof(struct tournament, affinity), 4, AFFINITY_NO, ""},
	{{"--affinity", "0-3,6"}, offsetof(struct tournament, affinity), 4, AFFINITY_LIST, ""},
	/* A list with a mistake is no file. */
	{{"--affinity", "1-0"}, offsetof(struct tournament, affinity), 4, AFFINITY_AUTO,
		"--affinity \"1-0\": a list of processors is numbers and ranges, such as 0-3,6: up to 256 of them, from 0 to 1023\n"},
	{{"--affinity", "0,"}, offsetof(struct tournament, affinity), 4, AFFINITY_AUTO,
		"--affinity \"0,\": a list of processors is numbers and ranges, such as 0-3,6: up to 256 of them, from 0 to 1023\n"},
	{{"--affinity", "1-0.conf"}, offsetof(struct tournament, affinity), 4, AFFINITY_YES, ""},
	{{"--strict", "cup.conf"}, offsetof(struct tournament, strict), 1, 1, ""},
	{{"--restart", "--strict"}, offsetof(struct tournament, terms.restart), 1, 1, ""},
	{{"--strict=no"}, offsetof(struct tournament, strict), 1, 0, ""},
};

START_TEST(a_flag_that_can_stand_alone_takes_a_word_that_it_knows)
	{
		struct tournament t;
		struct reported told;
		tournament_init(&t);
		reported_init(&told);
		take(&t, alone[_i].words, &told);
		const char *field = (const char *)&t + alone[_i].offset;
		int is = alone[_i].size == 1 ? *(const bool *)field : *(const int *)field;
		ck_assert_int_eq(is, alone[_i].is);
		ck_assert_str_eq(told.text, alone[_i].told);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_help_says_that_such_a_flag_can_stand_alone)
	{
		char *text;
		size_t size;
		FILE *out = open_memstream(&text, &size);
		options_print_help(&take_options, out);
		ck_assert_int_eq(fclose(out), 0);
		ck_assert_ptr_nonnull(strstr(text, "  --restart[=auto|yes] "));
		ck_assert_ptr_nonnull(strstr(text, "  --strict[=yes|no] "));
		ck_assert_ptr_nonnull(strstr(text, "  --on-benched forfeit|skip\n"));
		ck_assert_ptr_nonnull(strstr(text, "  remote = yes|no "));
		free(text);
	}
END_TEST

static const struct {
	const char *words[WORDS_MAX];
	const char *told;
} wrong[] = {
	{{"--movetime", "100"}, "--movetime \"100\": a time needs a unit, such as 100ms or 100s\n"},
	{{"--game=conect4"}, "--game \"conect4\": there is no such game; did you mean connect4?\n"},
	{{"--memory", "1T"},
		"--memory \"1T\": a size is a number and K, M or G, such as 256M, or none\n"},
	{{"--rounds"}, "--rounds needs a value: --rounds N\n"},
	{{"--bot"}, "--bot needs a value: --bot [NAME=]COMMAND\n"},
	{{"--bot", "referee-bot '"},
		"--bot: command = \"referee-bot '\": a quote is opened and not closed\n"},
	{{"--bot", "a="}, "--bot: command = \"\": it must not be empty\n"},
	{{"--bot", "=x"}, "--bot: bot \"\": a bot needs a name\n"},
	{{"--bot", "my bot=./v2"}, "--bot: bot \"my bot\": a bot's name has no blanks and no =\n"},
	{{"--bot", "my\tbot=python3 bot.py"},
		"--bot: bot \"my\\x09bot\": a bot's name has no blanks and no =\n"},
	{{"--bot", "Jose\xcc\x81=x", "--bot", "Jos\xc3\xa9=y"},
		"--bot: bot \"Jos\xc3\xa9\" is there already, from a --bot\n"},
	{{"--bot", "a=x", "--bot", "a=y"}, "--bot: bot \"a\" is there already, from a --bot\n"},
	{{"--bot", "a=\"x"}, "--bot: command = \"\"x\": a quote is opened and not closed\n"},
	{{"--param", "rows"}, "--param \"rows\": it is \"NAME=VALUE\", such as \"rows=6\"\n"},
	{{"--strict=often"}, "--strict \"often\": it is no or yes\n"},
	{{"--conurrency", "--rounds", "2"},
		"unknown flag --conurrency; did you mean --concurrency?\n"},
	{{"--per-move=1s"}, "--per-move is now called --movetime; write --movetime\n"},
	{{"--isready=position"},
		"--isready is now called --isready-every-move; write --isready-every-move yes (position), no (newgame) or auto\n"},
	{{"--join-timeout", "1s"},
		"--join-timeout is now called --connect-timeout; write --connect-timeout\n"},
	{{"--drirun"}, "unknown flag --drirun; did you mean --dry-run?\n"},
	{{"--bott=a=b"}, "unknown flag --bott; did you mean --bot?\n"},
	{{"--xyzzy"}, "unknown flag --xyzzy; --help lists all\n"},
	{{"--a-flag-that-is-far-too-long-to-be-one-of-ours"},
		"unknown flag --a-flag-that-is-far-too-long-to-be-one-of-ours; --help lists all\n"},
	{{"--command", "x"}, "unknown flag --command; --help lists all\n"},
	{{"--st", "0.1"},
		"unknown flag --st; did you mean --movetime? it has a unit, such as 100ms\n"},
	{{"-timemargin=20"},
		"unknown flag -timemargin; did you mean --margin? it has a unit, such as 20ms\n"},
	{{"-repeat"},
		"unknown flag -repeat; each opening is played in all orders of seats: leave it out\n"},
	{{"-each", "tc=1+0.1", "option.Hash=16", "--rounds", "x"},
		"unknown flag -each; a flag such as --tc 10+0.1 holds for all bots, as does a line of the file outside their sections\n--rounds \"x\": a whole number from 1 to 1000000 is needed\n"},
	{{"-engine", "cmd=./a", "name=a"},
		"unknown flag -engine; did you mean --bot? its value is NAME=COMMAND\n"},
	{{"-pgnout", "file=a.pgn"},
		"unknown flag -pgnout; every game is kept in the database, and `referee export` writes them\n"},
	{{"-recover"},
		"unknown flag -recover; a bot that failed is started again: leave it out; strikes = N benches it\n"},
	{{"-concurrency", "4"}, "unknown flag -concurrency; did you mean --concurrency?\n"},
	{{"-openings", "file=a"}, "unknown flag -openings; did you mean --openings?\n"},
	{{"-sprt", "elo0=0", "elo1=5"},
		"unknown flag -sprt; write --format sprt --elo0 0 --elo1 10 (in a file: format = sprt, elo0 = 0, elo1 = 10); `referee test` has --sprt 0,10\n"},
	{{"-srand", "1"}, "unknown flag -srand; did you mean --seed?\n"},
	{{"--name", "a\x1b[2Jb"},
		"--name \"a\\x1b[2Jb\": only UTF-8 without control characters is taken\n"},
	{{"--name", "a\xe2\x80\xae"
		    "b"},
		"--name \"a\\xe2\\x80\\xaeb\": only UTF-8 without control characters is taken\n"},
	{{"--bot", "a\xe2\x81\xa6"
		   "b=bot"},
		"--bot: bot \"a\\xe2\\x81\\xa6b\": a bot's name is UTF-8 without control characters\n"},
};

START_TEST(a_wrong_flag_is_told_with_what_would_be_right)
	{
		struct tournament t;
		struct reported told;
		tournament_init(&t);
		reported_init(&told);
		take(&t, wrong[_i].words, &told);
		ck_assert_str_eq(told.text, wrong[_i].told);
		tournament_clear(&t);
	}
END_TEST

static const char cup[] = "game = connect4\nmovetime = 1s\nrounds = 2\n"
			  "param = { \"rows=6\", \"columns=7\" }\n"
			  "bot a { command = x }\nbot b { command = y }\n";

/* Reads the cup and takes the words, in either order. */
static bool take_both(
	struct tournament *t, const char *const *words, struct reported *told, bool flags_first)
{
	reported_enter_folder();
	reported_write("cup.conf", cup, sizeof cup - 1);
	tournament_init(t);
	reported_init(told);
	if (flags_first)
		take(t, words, told);
	bool right = tournament_read_file(t, "cup.conf", &told->mistakes);
	if (!flags_first)
		take(t, words, told);
	ck_assert_int_eq(unlink("cup.conf"), 0);
	return right && tournament_check(t, &told->mistakes);
}

START_TEST(flags_win_over_the_file_in_either_order)
	{
		static const char *const words[] = {"--rounds", "5", "--tc", "40/60", "--param",
			"rows=8", "--bot", "c=z", "--name", "other", NULL};
		struct tournament t;
		struct reported told;
		ck_assert(take_both(&t, words, &told, _i == 1));
		ck_assert_int_eq(t.rounds, 5);
		ck_assert_int_eq(t.terms.limits.movetime, 0);
		ck_assert_int_eq(t.terms.limits.tc_time, 60 * SECOND);
		ck_assert_int_eq(t.terms.limits.tc_moves, 40);
		ck_assert_int_eq(t.params_count, 2);
		for (int i = 0; i < 2; i++)
			ck_assert_msg(strcmp(t.params[i], "rows=8") == 0 ||
					      strcmp(t.params[i], "columns=7") == 0,
				"%s", t.params[i]);
		ck_assert_str_eq(t.name, "other");
		ck_assert_str_eq(t.db, "other.db");
		ck_assert_int_eq(t.bots_count, 3);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_flag_given_twice_means_the_last)
	{
		static const char *const words[] = {"--rounds", "5", "--rounds=6", "--param",
			"rows=4", "--param", "rows=5", NULL};
		struct tournament t;
		struct reported told;
		ck_assert(take_both(&t, words, &told, _i == 1));
		ck_assert_int_eq(t.rounds, 6);
		ck_assert_int_eq(t.params_count, 2);
		ck_assert(strcmp(t.params[0], "rows=5") == 0 || strcmp(t.params[1], "rows=5") == 0);
		tournament_clear(&t);
	}
END_TEST

START_TEST(two_clocks_on_the_command_line_exclude_each_other)
	{
		static const char *const words[] = {"--movetime", "1s", "--tc", "60", NULL};
		struct tournament t;
		struct reported told;
		ck_assert(!take_both(&t, words, &told, false));
		ck_assert_ptr_nonnull(strstr(told.text, "movetime and tc exclude each other"));
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_bot_of_the_files_name_is_refused_with_the_files_line)
	{
		static const char *const words[] = {"--bot", "b=z", NULL};
		struct tournament t;
		struct reported told;
		tournament_init(&t);
		take_both(&t, words, &told, false);
		ck_assert_str_eq(
			told.text, "--bot: bot \"b\" is there already, in line 6 of cup.conf\n");
		tournament_clear(&t);
		take_both(&t, words, &told, true);
		ck_assert_str_eq(
			told.text, "cup.conf:6: bot \"b\" is there already, from a --bot\n");
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("tournament/flags", CASE(flags_alone_make_a_tournament),
	LOOP(a_flag_of_another_manager_has_a_word_of_ours_or_a_sentence,
		sizeof theirs / sizeof *theirs),
	LOOP(a_bot_without_a_name_has_that_of_its_file, sizeof unnamed / sizeof *unnamed),
	LOOP(a_flag_that_can_stand_alone_takes_a_word_that_it_knows, sizeof alone / sizeof *alone),
	CASE(the_help_says_that_such_a_flag_can_stand_alone),
	LOOP(a_wrong_flag_is_told_with_what_would_be_right, sizeof wrong / sizeof *wrong),
	LOOP(flags_win_over_the_file_in_either_order, 2),
	LOOP(a_flag_given_twice_means_the_last, 2),
	CASE(two_clocks_on_the_command_line_exclude_each_other),
	CASE(a_bot_of_the_files_name_is_refused_with_the_files_line),
	CASE(the_test_leaves_nothing_behind))
