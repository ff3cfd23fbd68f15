/*
 * Tournament files: whole ones land in the definition, each broken one is told with its line.
 */
#include "referee/tournament/file.h"

#include <sys/stat.h>

#include "referee/tournament/settings.h"
#include "tests/referee/tournament/told.h"
#include "tests/suite.h"

/* Reads and checks text as cup.conf. */
static bool read_cup(struct tournament *t, struct told *told, const char *text, size_t length)
{
	told_enter_folder();
	told_write("cup.conf", text, length);
	tournament_init(t);
	told_init(told);
	bool right = tournament_read_file(t, "cup.conf", &told->mistakes) &&
		     tournament_check(t, &told->mistakes);
	ck_assert_int_eq(unlink("cup.conf"), 0);
	return right;
}

#define BOTS "bot a { command = x }\nbot b { command = y }\n"

static const struct {
	const char *text, *told;
} broken[] = {
	/* the form */
	{"", "cup.conf: nothing is set in it: game = ... and two bots are the least\n"},
	{"# all\n// of\n/* it */\n",
		"cup.conf: nothing is set in it: game = ... and two bots are the least\n"},
	{"game = nim\nbot a {\n command = \"x\"\n",
		"cup.conf:3: the file ends in the middle: the section of bot a is not closed with "
		"}\n"},
	{"game = nim\nbot a {", "cup.conf:2: the file ends in the middle: the section of bot a is "
				"not closed with }\n"},
	{"game = nim\nbot a {\n command = x\nbot b {\n command = y\n}\n",
		"cup.conf:4: the section of bot a is not closed with } before this one\n"},
	{"game = nim\nname = \"cup\n" BOTS, "cup.conf:2: the quote that begins here has no end\n"},
	{"game = nim\nbot a { command = 'x }\n",
		"cup.conf:2: the quote that begins here has no end\n"},
	{"game = nim\n\n/* cup\n" BOTS, "cup.conf:3: the comment that begins here has no end\n"},
	{"game = nim\nname =", "cup.conf:2: the file ends in the middle: name has no value\n"},
	{"game = nim\n}\n", "cup.conf:2: this } closes nothing: no section is open\n"},
	{"game = nim\nbot { command = x }\n",
		"cup.conf:2: a bot needs a name: bot NAME { command = \"...\" }\n"},
	{"game = nim\nbot a = x\n", "cup.conf:2: a { is expected after a bot's name: bot NAME { "
				    "command = \"...\" }\n"},
	{"game = nim\nbots { command = x }\n",
		"cup.conf:2: \"bots\" is neither a key with = and a value nor a section bot NAME { "
		"}\n"},
	{"game = nim\nname = a cup\n" BOTS,
		"cup.conf:2: after name = a comes \"cup\": a value with "
		"blanks or + stands in quotes\n"},
	{"game = nim\ntc = 40/60+0.6\n" BOTS,
		"cup.conf:2: after tc = 40/60 comes \"0.6\": a value with blanks or + stands in "
		"quotes\n"},
	{"game = nim\nparam = { heaps=3 }\n" BOTS,
		"cup.conf:2: param = \"heaps\": it is \"NAME=VALUE\", such as \"rows=6\"\n"
		"cup.conf:2: this is not expected here: = (a value with blanks or one of = + , { } "
		"( ) # stands in quotes)\n"},
	{"game = nim\n\"\" = 3\n",
		"cup.conf:2: a key is expected here: KEY = VALUE, or bot NAME { }\n"},
	{"game = nim\na|b = 3\n", "cup.conf:2: no sub-section title/index for '%s' (a)\n"},
	/* comments and empty lines do not shift the lines */
	{"# one\n\n/* three\nfour */ // four\ngame = nim # five\nround = 2\n" BOTS,
		"cup.conf:6: unknown key round; did you mean rounds?\n"},
	/* keys: all of them at once */
	{"gmae = nim\nround = 2\nper_move = 100ms\nxyzzy = 1\ncommand = x\nbot a {\n comand = x\n "
	 "rounds = 2\n}\n",
		"cup.conf:1: unknown key gmae; did you mean game?\n"
		"cup.conf:2: unknown key round; did you mean rounds?\n"
		"cup.conf:3: unknown key per_move; did you mean per-move?\n"
		"cup.conf:4: unknown key xyzzy\n"
		"cup.conf:5: command is not a key of a tournament; it stands in a section bot NAME "
		"{ }\n"
		"cup.conf:7: unknown key comand; did you mean command?\n"
		"cup.conf:8: rounds is not a key of a bot; it stands outside the sections\n"},
	{"game = nim\nseed = 1\n\nseed = 2\n" BOTS,
		"cup.conf:4: seed is set a second time; line 2 set it already\n"},
	{"game = nim\nrounds = { 1, 2 }\n" BOTS, "cup.conf:2: rounds takes one value only\n"},
	/* bots */
	{"game = nim\nbot a { command = x }\nbot b {\n}\n# a again\nbot a {\n\n command = y\n}\n",
		"cup.conf:6: bot \"a\" is there already, in line 2 of cup.conf\n"},
	/* a section that does not begin its line is known by its first value's line */
	{"game = nim\nbot a { command = x }\nrounds = 1 bot a {\n command = y }\n",
		"cup.conf:4: bot \"a\" is there already, in line 2 of cup.conf\n"},
	{"game = nim\nbot b { }\nbot a {\n\n}\nbot b {\n}\n",
		"cup.conf:6: bot \"b\" is there already, in line 2 of cup.conf\n"},
	{"game = nim\n" BOTS "bot c { }\nbot d {\n dir = x }\n",
		"cup.conf:4: bot c has no command: command = \"...\" says what starts it\n"
		"cup.conf:5: bot d has no command: command = \"...\" says what starts it\n"},
	{"game = nim\nbot a { command = \"\" }\nbot b { command = \"'x y\" }\n",
		"cup.conf:2: command = \"\": it must not be empty\n"
		"cup.conf:3: command = \"'x y\": a quote is opened and not closed\n"},
	{"game = nim\nbot a { command = x\n isready = always\n option = { \"Depth\" } }\n",
		"cup.conf:3: isready = \"always\": it is newgame or position\n"
		"cup.conf:4: option = \"Depth\": it is \"NAME=VALUE\", such as "
		"\"Depth=4\"\n"},
	{"game = nim\nbot \"a b\" { command = x }\nbot \"c=d\" { command = x }\n",
		"cup.conf:2: bot \"a b\": a bot's name has no blanks and no =\n"
		"cup.conf:3: bot \"c=d\": a bot's name has no blanks and no =\n"},
	{"game = nim\nbot a { command = x }\n",
		"cup.conf: 2 bots are needed at least, 1 is there: bot NAME { command = \"...\" }, "
		"or --bot NAME=COMMAND\n"},
	/* values */
	{"game = conect4\n" BOTS,
		"cup.conf:1: game = \"conect4\": there is no such game; did you mean connect4?\n"},
	{"rounds = 1\n" BOTS,
		"cup.conf: no game is set: game = connect4 in the file, or --game connect4\n"},
	{"name = cup\n" BOTS,
		"cup.conf: no game is set: game = connect4 in the file, or --game connect4\n"},
	{"game = nim\nformat = roundrobin\n" BOTS,
		"cup.conf:2: format = \"roundrobin\": there is no such format; did you mean "
		"round-robin?\n"},
	{"game = nim\nrounds = 0\nconcurrency = 257\nseed = -1\nplayers = two\ndepth = 1.5\n"
	 "nodes = 99999999999999999999\nmax-plies = \"\"\n" BOTS,
		"cup.conf:2: rounds = \"0\": a whole number from 1 to 1000000 is needed\n"
		"cup.conf:3: concurrency = \"257\": a whole number from 1 to 256 is needed\n"
		"cup.conf:4: seed = \"-1\": a whole number from 0 to 9223372036854775807 is "
		"needed\n"
		"cup.conf:5: players = \"two\": a whole number from 2 to 6 is needed\n"
		"cup.conf:6: depth = \"1.5\": a whole number from 1 to 1000 is needed\n"
		"cup.conf:7: nodes = \"99999999999999999999\": a whole number from 1 to "
		"1000000000000000 is needed\n"
		"cup.conf:8: max-plies = \"\": a whole number from 1 to 100000 is needed\n"},
	{"game = nim\nper-move = 100\nmargin = 2m\nstartup = soon\nquit = 1.2.3s\n" BOTS,
		"cup.conf:2: per-move = \"100\": a time needs a unit, such as 100ms or 100s\n"
		"cup.conf:3: margin = \"2m\": a time from 0 to 1m is needed\n"
		"cup.conf:4: startup = \"soon\": a time is a number and h, m, s, ms or us, such as "
		"100ms or 2s\n"
		"cup.conf:5: quit = \"1.2.3s\": a time is a number and h, m, s, ms or us, such as "
		"100ms or 2s\n"},
	{"game = nim\ntc = fast\nrestart = often\nstrict = maybe\n" BOTS,
		"cup.conf:2: tc = \"fast\": a clock is SECONDS, SECONDS+INCREMENT, "
		"MOVES/SECONDS+INCREMENT or 0+SECONDS bank SECONDS, such as 60+0.6, 40/60 or "
		"0+0.1 bank 5\n"
		"cup.conf:3: restart = \"often\": it is auto or yes\n"
		"cup.conf:4: strict = \"maybe\": it is no or yes\n"},
	{"game = nim\nname = \"cup\nrounds = \"1\n" BOTS,
		"cup.conf:3: name = \"cup?rounds = \": a line ends in it: is a closing quote "
		"missing?\n"
		"cup.conf:3: after name = cup?rounds =  comes \"1\": a value with blanks or + "
		"stands in quotes\n"},
	{"game = nim\nname = \"a\xff\"\ndb = \"\xc0\xaf\"\n" BOTS,
		"cup.conf:2: name = \"a\xff\": only UTF-8 without control characters is taken\n"
		"cup.conf:3: db = \"\xc0\xaf\": only UTF-8 without control characters is taken\n"},
	/* what is not there so far is not taken in silence */
	{"game = nim\ncharge = cup\nponder = maybe\nsandbox = some\nmemory = 256\nprocesses = "
	 "0\nstrikes = -1\naffinity = 2\nbenched = lose\n" BOTS,
		"cup.conf:2: charge = \"cup\": it is wall, fair or cpu\n"
		"cup.conf:3: ponder = \"maybe\": it is no or yes\n"
		"cup.conf:4: sandbox = \"some\": it is full, reduced or none\n"
		"cup.conf:5: memory = \"256\": a size from 4M to 1024G is needed, or none\n"
		"cup.conf:6: processes = \"0\": a whole number from 1 to 1000000 is needed, or "
		"none\n"
		"cup.conf:7: strikes = \"-1\": a whole number from 0 to 1000000 is needed\n"
		"cup.conf:8: affinity = \"2\": it is auto, yes or no\n"
		"cup.conf:9: benched = \"lose\": it is forfeit or skip\n"},
	{"game = nim\ntc = \"60+1 bank 5\"\n" BOTS,
		"cup.conf:2: tc = \"60+1 bank 5\": with a bank each move has a time of its own and "
		"nothing else: it is 0+SECONDS bank SECONDS, such as 0+0.1 bank 5\n"},
	/* what does not go together */
	{"game = nim\ntc = \"0+0.1 bank 5\"\nper-move = 1s\n" BOTS,
		"cup.conf:3: per-move and tc exclude each other: give one of them\n"},
	{"game = nim\ntc = 60\nper-move = 1s\n" BOTS,
		"cup.conf:3: per-move and tc exclude each other: give one of them\n"},
	{"game = nim\ngames = 6\nrounds = 2\n" BOTS,
		"cup.conf:3: games and rounds exclude each other: one says how many games there "
		"are, the other how often all of them are played\n"},
	{"game = nim\norders = all\n\ngames = 6\n" BOTS,
		"cup.conf:4: games and orders exclude each other: of so many games every bot sits "
		"in every seat equally often\n"},
	{"game = nim\ngames = 0\n" BOTS,
		"cup.conf:2: games = \"0\": a whole number from 1 to 1000000000 is needed\n"},
	{"game = nim\norders = some\n" BOTS,
		"cup.conf:2: orders = \"some\": it is all or rotation\n"},
	{"game = nim\nformat = swiss\nseeds = 2\ngames = 10\n" BOTS,
		"cup.conf:3: seeds is of no use in a swiss: leave it out\n"
		"cup.conf:4: games is of no use in a swiss: leave it out\n"},
	{"game = nim\nformat = gauntlet\nseeds = 2\n" BOTS,
		"cup.conf:3: seeds = 2: of 2 bots at most 1 can be seeds, so that 1 is left "
		"to play with\n"},
	{"game = nim\nplayers = 3\nformat = knockout\n" BOTS "bot three { command = \"x\" }\n",
		"cup.conf:3: format = knockout: a match is between two, and games here have 3 "
		"seats; swiss or round-robin can have them\n"},
	{"game = nim\nplayers = 3\nformat = ladder\n" BOTS "bot three { command = \"x\" }\n",
		"cup.conf:3: format = ladder: its games are between two, and here they have 3 "
		"seats; swiss or round-robin can have them\n"},
	{"game = nim\nformat = mix\norders = rotation\n" BOTS,
		"cup.conf:3: orders is of no use in a mix: leave it out\n"},
	{"game = nim\nformat = mix\nplayers = 3\nbot one { command = \"x\" }\n",
		"cup.conf: 2 bots are needed at least, 1 is there: bot NAME { command = \"...\" "
		"}, or --bot NAME=COMMAND\n"},
	{"game = nim\ngames = 9\nplayers = 3\n" BOTS,
		"cup.conf: 3 bots are needed at least, 2 are there: bot NAME { command = \"...\" "
		"}, or --bot NAME=COMMAND\n"},
	{"game = connect4\nplayers = 3\n" BOTS,
		"cup.conf:2: players = 3: connect4 is played by 2\n"},
	{"game = nim\nplayers = 5\n" BOTS, "cup.conf:2: players = 5: nim is played by 2, 3, 4\n"},
	{"game = nim\nplayers = 3\n" BOTS, "cup.conf: 3 bots are needed at least, 2 are there: bot "
					   "NAME { command = \"...\" }, "
					   "or --bot NAME=COMMAND\n"},
	{"game = nim\nparam = { \"take=1\",\n \"take=2\" }\n" BOTS,
		"cup.conf:3: param = \"take=2\": line 2 has \"take=1\" already\n"},
	{"game = nim\nopenings = nowhere.txt\n" BOTS,
		"cup.conf:2: openings = \"nowhere.txt\": the file cannot be read: No such file or "
		"directory (openings are none, random:PLIES or a file)\n"},
	{"game = nim\nmax-plies = 4\nopenings = random:4\n" BOTS,
		"cup.conf:3: openings = \"random:4\": a game ends after 4 plies (max-plies)\n"},
	{"game = tictactoe\nopenings = random:9\n" BOTS,
		"cup.conf:2: openings = \"random:9\": hardly a game of tictactoe goes on after 9 "
		"random plies: take fewer\n"},
	{"game = nim\nopenings = random:many\n" BOTS,
		"cup.conf:2: openings = \"random:many\": it is random: and a number of plies up to "
		"200, such as random:4\n"},
};

START_TEST(each_mistake_is_told_with_its_line_and_what_would_be_right)
	{
		struct tournament t;
		struct told told;
		ck_assert(!read_cup(&t, &told, broken[_i].text, strlen(broken[_i].text)));
		ck_assert_str_eq(told.text, broken[_i].told);
		tournament_clear(&t);
	}
END_TEST

/* The rules' own words are theirs to choose; the line is ours. */
START_TEST(a_parameter_that_the_game_refuses_is_told_with_its_line)
	{
		static const char text[] = "game = connect4\nparam = { \"rows=99\",\n"
					   " \"columns=7\",\n \"colums=7\" }\n" BOTS;
		struct tournament t;
		struct told told;
		ck_assert(!read_cup(&t, &told, text, sizeof text - 1));
		ck_assert_int_eq(told.mistakes.count, 2);
		ck_assert_ptr_nonnull(strstr(told.text, "cup.conf:2: param = \"rows=99\": "));
		ck_assert_ptr_nonnull(strstr(told.text, "\ncup.conf:4: param = \"colums=7\": "));
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_parameter_that_is_right_only_beside_others_is_taken_in_any_order)
	{
		static const char *const texts[] = {
			"game = tree\nparam = { \"depth=3\", \"branching=2\", "
			"\"leaves=1,2,3,4,5,6,7,8\" "
			"}\n" BOTS,
			"game = tree\nparam = { \"leaves=1,2,3,4,5,6,7,8\", \"branching=2\", "
			"\"depth=3\" "
			"}\n" BOTS,
		};
		struct tournament t;
		struct told told;
		bool right = read_cup(&t, &told, texts[_i], strlen(texts[_i]));
		ck_assert_msg(right, "%s", told.text);
		ck_assert_int_eq(t.params_count, 3);
		tournament_clear(&t);
	}
END_TEST

static const char whole[] = "# every key\n"
			    "name = \"The \xc3\xa9t\xc3\xa9 cup\"\r\n"
			    "game = connect4 /* four */\n"
			    "format = round-robin\n"
			    "players = 2\n"
			    "param = { \"rows=5\", \"columns=6\" }\n"
			    "rounds = 3\n"
			    "openings = random:4\n"
			    "per-move = 1.5s\n"
			    "depth = 6\n"
			    "nodes = 100000\n"
			    "margin = 0\n"
			    "max-plies = 30\n"
			    "concurrency = 2\n"
			    "seed = 9223372036854775807\n"
			    "db = 'a/b.db'\n"
			    "startup = 2m\n"
			    "newgame = 1500us\n"
			    "quit = 0\n"
			    "restart = yes\n"
			    "strict = yes\n"
			    "charge = fair ponder = yes sandbox = none strikes = 3 benched = skip "
			    "affinity = no\n"
			    "bot one { command = \"a 'b c'\" }\n"
			    "bot \"two\"\n"
			    "{\n"
			    "\tcommand = y // a comment\n"
			    "\tdir = students/mine\n"
			    "\toption = { \"Depth=4\", \"Name=a b\" }\n"
			    "\tisready = position\n"
			    "\tmemory = 512M processes = none line = 1K quit = 1s\n"
			    "}";

START_TEST(every_key_lands_where_it_belongs)
	{
		struct tournament t;
		struct told told;
		bool right = read_cup(&t, &told, whole, sizeof whole - 1);
		ck_assert_msg(right, "%s", told.text);
		ck_assert_str_eq(t.name, "The \xc3\xa9t\xc3\xa9 cup");
		ck_assert_str_eq(t.game, "connect4");
		ck_assert_ptr_eq(t.rules, rules_find("connect4"));
		ck_assert_str_eq(t.format, "round-robin");
		ck_assert_int_eq(t.players, 2);
		ck_assert_int_eq(t.params_count, 2);
		ck_assert_str_eq(t.params[1], "columns=6");
		ck_assert_int_eq(t.rounds, 3);
		ck_assert_str_eq(t.openings, "random:4");
		ck_assert_int_eq(t.limits.per_move, 1500 * MILLISECOND);
		ck_assert_int_eq(t.limits.depth, 6);
		ck_assert_int_eq(t.limits.nodes, 100000);
		ck_assert_int_eq(t.limits.margin, 0);
		ck_assert_int_eq(t.max_plies, 30);
		ck_assert_int_eq(t.concurrency, 2);
		ck_assert_uint_eq(t.seed, INT64_MAX);
		ck_assert_str_eq(t.db, "a/b.db");
		ck_assert_int_eq(t.allowance.startup, 120 * SECOND);
		ck_assert_int_eq(t.allowance.newgame, 1500);
		ck_assert_int_eq(t.allowance.quit, 0);
		ck_assert(t.restart && t.strict && t.ponder && t.skip_benched);
		ck_assert_int_eq(t.limits.charge, CHARGE_FAIR);
		ck_assert_int_eq(t.affinity, AFFINITY_NO);
		ck_assert_int_eq(t.strikes, 3);
		ck_assert_int_eq(t.bots_count, 2);
		ck_assert_str_eq(t.bots[0].name, "one");
		ck_assert_str_eq(t.bots[0].command, "a 'b c'");
		ck_assert_ptr_null(t.bots[0].dir);
		ck_assert(!t.bots[0].isready_position);
		ck_assert_int_eq(t.bots[0].at.line, 23);
		ck_assert_str_eq(t.bots[1].dir, "students/mine");
		ck_assert_int_eq(t.bots[1].options_count, 2);
		ck_assert_str_eq(t.bots[1].options[1], "Name=a b");
		ck_assert(t.bots[1].isready_position);
		struct allowance a, b;
		settings_bot_allowance(&t, &t.bots[0], &a);
		settings_bot_allowance(&t, &t.bots[1], &b);
		ck_assert_int_eq(a.memory, INT64_C(268435456));
		ck_assert_int_eq(b.memory, INT64_C(536870912));
		ck_assert_int_eq(a.processes, 64);
		ck_assert_int_eq(b.processes, 0);
		ck_assert_int_eq(a.line, 4096);
		ck_assert_int_eq(b.line, 1024);
		ck_assert_int_eq(a.quit, 0);
		ck_assert_int_eq(b.quit, SECOND);
		ck_assert_int_eq(a.startup, 120 * SECOND);
		ck_assert_int_eq(b.startup, 120 * SECOND);
		ck_assert_int_eq(t.sandbox, SANDBOX_NONE);
		ck_assert_int_eq(t.bots[1].at.line, 24);
		tournament_clear(&t);
	}
END_TEST

START_TEST(what_is_not_given_has_the_documented_default)
	{
		static const char text[] = "game = nim\n" BOTS;
		struct tournament t;
		struct told told;
		bool right = read_cup(&t, &told, text, sizeof text - 1);
		ck_assert_msg(right, "%s", told.text);
		ck_assert_str_eq(t.name, "cup");
		ck_assert_str_eq(t.db, "cup.db");
		ck_assert_str_eq(t.format, "round-robin");
		ck_assert_int_eq(t.players, 2);
		ck_assert_int_eq(t.rounds, 1);
		ck_assert_str_eq(t.openings, "none");
		ck_assert_int_eq(t.limits.per_move, SECOND);
		ck_assert_int_eq(t.limits.margin, 20 * MILLISECOND);
		ck_assert_int_eq(t.concurrency, 1);
		ck_assert_uint_eq(t.seed, 1);
		ck_assert_int_eq(t.allowance.startup, 10 * SECOND);
		ck_assert_int_eq(t.allowance.newgame, 5 * SECOND);
		ck_assert_int_eq(t.allowance.quit, 100 * MILLISECOND);
		ck_assert(!t.restart && !t.strict && !t.ponder);
		ck_assert_int_eq(t.limits.charge, CHARGE_WALL);
		ck_assert_int_eq(t.affinity, AFFINITY_AUTO);
		ck_assert_int_eq(t.strikes, 0);
		tournament_clear(&t);
	}
END_TEST

/* A file cut anywhere: never a crash, and never taken for whole unless a whole piece is left. */
START_TEST(a_file_cut_at_any_byte_is_told_or_whole)
	{
		for (size_t length = 0; length < sizeof whole - 1; length++) {
			struct tournament t;
			struct told told;
			bool right = read_cup(&t, &told, whole, length);
			ck_assert(right == (told.mistakes.count == 0));
			ck_assert_msg(!right, "%zu bytes have two bots?", length);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(no_single_wrong_byte_crashes_the_reader)
	{
		static const char bytes[] = "\"'{}=+,#/\\\n\t |$(\x80\xff";
		char text[sizeof whole];
		for (size_t at = 0; at < sizeof whole - 1; at++) {
			struct tournament t;
			struct told told;
			memcpy(text, whole, sizeof whole);
			text[at] = bytes[at % (sizeof bytes - 1)];
			bool right = read_cup(&t, &told, text, sizeof whole - 1);
			ck_assert(right == (told.mistakes.count == 0));
			tournament_clear(&t);
		}
	}
END_TEST

static void ck_refused(const char *path, const char *line)
{
	struct tournament t;
	struct told told;
	tournament_init(&t);
	told_init(&told);
	ck_assert(!tournament_read_file(&t, path, &told.mistakes));
	ck_assert_str_eq(told.text, line);
	tournament_clear(&t);
}

START_TEST(what_is_no_text_file_is_refused_in_one_line)
	{
		static const char binary[] = "game = nim\n\x7f"
					     "ELF\0\1\2";
		told_enter_folder();
		ck_refused("cup.conf", "cup.conf: cannot be read: No such file or directory\n");
		ck_refused(".", ".: is a folder, not a file\n");
		ck_assert_int_eq(mkfifo("pipe", 0600), 0);
		ck_refused("pipe", "pipe: is a device or a pipe, not a file\n");
		told_write("cup.conf", binary, sizeof binary);
		ck_refused("cup.conf",
			"cup.conf:2: the file is no text: a control byte stands in it\n");
		ck_assert_int_eq(truncate("cup.conf", 4 << 20), 0);
		ck_refused("cup.conf",
			"cup.conf: has more than 1048576 bytes, too many for what it "
			"should be\n");
		ck_assert_int_eq(unlink("cup.conf") | unlink("pipe"), 0);
	}
END_TEST

START_TEST(a_file_of_an_editor_that_marks_its_byte_order_and_ends_lines_with_crlf_is_read)
	{
		static const char text[] = "\xef\xbb\xbfgame = nim\r\n"
					   "bot a { command = \"x\" }\r\n"
					   "bot b { command = \"x\" }\r\n";
		struct tournament t;
		struct told told;
		ck_assert_msg(read_cup(&t, &told, text, sizeof text - 1), "%s", told.text);
		ck_assert_int_eq(t.bots_count, 2);
		tournament_clear(&t);
	}
END_TEST

START_TEST(what_only_follows_from_an_unreadable_file_is_not_told)
	{
		struct tournament t;
		struct told told;
		told_enter_folder();
		tournament_init(&t);
		told_init(&told);
		ck_assert(!tournament_read_file(&t, "cup.conf", &told.mistakes));
		tournament_check(&t, &told.mistakes);
		ck_assert_int_eq(told.mistakes.count, 1);
		tournament_clear(&t);
	}
END_TEST

START_TEST(too_many_unknown_keys_end_in_a_line)
	{
		char text[8192];
		size_t used = 0;
		struct tournament t;
		struct told told;
		for (int i = 0; i < 300; i++)
			used += (size_t)snprintf(text + used, sizeof text - used, "key%d = 1\n", i);
		ck_assert(!read_cup(&t, &told, text, used));
		ck_assert_ptr_nonnull(strstr(told.text, "too many keys that no tournament has"));
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		told_leave_folder();
	}
END_TEST

SUITE("tournament/file",
	LOOP(each_mistake_is_told_with_its_line_and_what_would_be_right,
		sizeof broken / sizeof *broken),
	CASE(a_parameter_that_the_game_refuses_is_told_with_its_line),
	LOOP(a_parameter_that_is_right_only_beside_others_is_taken_in_any_order, 2),
	CASE(every_key_lands_where_it_belongs), CASE(what_is_not_given_has_the_documented_default),
	CASE(a_file_cut_at_any_byte_is_told_or_whole),
	CASE(no_single_wrong_byte_crashes_the_reader),
	CASE(what_is_no_text_file_is_refused_in_one_line),
	CASE(a_file_of_an_editor_that_marks_its_byte_order_and_ends_lines_with_crlf_is_read),
	CASE(what_only_follows_from_an_unreadable_file_is_not_told),
	CASE(too_many_unknown_keys_end_in_a_line), CASE(the_test_leaves_nothing_behind))
