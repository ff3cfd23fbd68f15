/*
 * Tournament files: whole ones land in the definition, whatever their bytes are; those that are
 * wrong are file-mistakes.c.
 */
#include "referee/config/config-file.h"

#include <sys/stat.h>

#include "referee/config/settings.h"
#include "tests/lib/tournament-text.h"
#include "tests/lib/suite.h"
#include "referee/prepare/tournament-check.h"

/* The rules' own words are theirs to choose; the line is ours. */
START_TEST(a_parameter_that_the_game_refuses_is_told_with_its_line)
	{
		static const char text[] = "game = connect4\nparam = { \"rows=99\",\n"
					   " \"columns=7\",\n \"colums=7\" }\n" BOTS;
		struct tournament t;
		struct reported told;
		ck_assert(!tournament_text_read(&t, &told, text, sizeof text - 1));
		ck_assert_int_eq(told.mistakes.count, 2);
		ck_assert_ptr_nonnull(strstr(told.text, "cup.conf:2: param = \"rows=99\": "));
		ck_assert_ptr_nonnull(strstr(told.text, "\ncup.conf:4: param = \"colums=7\": "));
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_parameter_that_is_right_only_beside_others_is_taken_in_any_order)
	{
		static const char *const texts[] = {
			"game = tree\nparam = { \"depth=3\", \"branching=2\", \"leaves=1,2,3,4,5,6,7,8\" }\n" BOTS,
			"game = tree\nparam = { \"leaves=1,2,3,4,5,6,7,8\", \"branching=2\", \"depth=3\" }\n" BOTS,
		};
		struct tournament t;
		struct reported told;
		bool right = tournament_text_read(&t, &told, texts[_i], strlen(texts[_i]));
		ck_assert_msg(right, "%s", told.text);
		ck_assert_int_eq(t.params_count, 3);
		tournament_clear(&t);
	}
END_TEST

static const char whole[] =
	"# every key\n"
	"name = \"The \xc3\xa9t\xc3\xa9 cup\"\r\n"
	"game = connect4 /* four */\n"
	"format = round-robin\n"
	"players = 2\n"
	"param = { \"rows=5\", \"columns=6\" }\n"
	"rounds = 3\n"
	"openings = random:4\n"
	"movetime = 1.5s\n"
	"depth = 6\n"
	"nodes = 100K\n"
	"margin = 0\n"
	"max-plies = 30\n"
	"concurrency = 2\n"
	"seed = 9223372036854775807\n"
	"db = 'a/b.db'\n"
	"startup-timeout = 2m\n"
	"newgame-timeout = 1500us\n"
	"quit-timeout = 0\n"
	"restart = yes\n"
	"strict = yes\n"
	"clock = fair ponder = yes sandbox = none strikes = 3 on-benched = skip affinity = no isready-every-move = no\n"
	"bot one { command = \"a 'b c'\" }\n"
	"bot \"two\"\n"
	"{\n"
	"\tcommand = y // a comment\n"
	"\tdir = students/mine\n"
	"\toption = { \"Depth=4\", \"Name=a b\" }\n"
	"\tisready-every-move = yes\n"
	"\tmemory = 512M processes = none line = 1K quit-timeout = 1s\n"
	"}";

START_TEST(every_key_lands_where_it_belongs)
	{
		struct tournament t;
		struct reported told;
		bool right = tournament_text_read(&t, &told, whole, sizeof whole - 1);
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
		ck_assert_int_eq(t.terms.limits.movetime, 1500 * MILLISECOND);
		ck_assert_int_eq(t.terms.limits.depth, 6);
		ck_assert_int_eq(t.terms.limits.nodes, 100000);
		ck_assert_int_eq(t.terms.limits.margin, 0);
		ck_assert_int_eq(t.terms.max_plies, 30);
		ck_assert_int_eq(t.concurrency, 2);
		ck_assert_uint_eq(t.seed, INT64_MAX);
		ck_assert_str_eq(t.db, "a/b.db");
		ck_assert_int_eq(t.terms.resources.startup, 120 * SECOND);
		ck_assert_int_eq(t.terms.resources.newgame, 1500);
		ck_assert_int_eq(t.terms.resources.quit, 0);
		ck_assert(t.terms.restart && t.strict && t.terms.ponder && t.skip_benched);
		ck_assert_int_eq(t.terms.limits.clock, CLOCK_FAIR);
		ck_assert_int_eq(t.affinity, AFFINITY_NO);
		ck_assert_int_eq(t.terms.strikes, 3);
		ck_assert_int_eq(t.bots_count, 2);
		ck_assert_str_eq(t.bots[0].name, "one");
		ck_assert_str_eq(t.bots[0].command, "a 'b c'");
		ck_assert_ptr_null(t.bots[0].dir);
		ck_assert_int_eq(t.isready, ISREADY_NO);
		ck_assert_int_eq(t.bots[0].isready, ISREADY_UNSAID);
		ck_assert_int_eq(t.bots[0].at.line, 23);
		ck_assert_str_eq(t.bots[1].dir, "students/mine");
		ck_assert_int_eq(t.bots[1].options_count, 2);
		ck_assert_str_eq(t.bots[1].options[1], "Name=a b");
		ck_assert_int_eq(t.bots[1].isready, ISREADY_YES);
		struct sandbox_limits limits, b;
		settings_bot_resources(&t, &t.bots[0], &limits);
		settings_bot_resources(&t, &t.bots[1], &b);
		ck_assert_int_eq(limits.memory, INT64_C(268435456));
		ck_assert_int_eq(b.memory, INT64_C(536870912));
		ck_assert_int_eq(limits.processes, 64);
		ck_assert_int_eq(b.processes, 0);
		ck_assert_int_eq(limits.line, 4096);
		ck_assert_int_eq(b.line, 1024);
		ck_assert_int_eq(limits.quit, 0);
		ck_assert_int_eq(b.quit, SECOND);
		ck_assert_int_eq(limits.startup, 120 * SECOND);
		ck_assert_int_eq(b.startup, 120 * SECOND);
		ck_assert_int_eq(t.terms.sandbox, SANDBOX_NONE);
		ck_assert_int_eq(t.bots[1].at.line, 24);
		tournament_clear(&t);
	}
END_TEST

START_TEST(what_is_not_given_has_the_documented_default)
	{
		static const char text[] = "game = nim\n" BOTS;
		struct tournament t;
		struct reported told;
		bool right = tournament_text_read(&t, &told, text, sizeof text - 1);
		ck_assert_msg(right, "%s", told.text);
		ck_assert_str_eq(t.name, "cup");
		ck_assert_str_eq(t.db, "cup.db");
		ck_assert_str_eq(t.format, "round-robin");
		ck_assert_int_eq(t.players, 2);
		ck_assert_int_eq(t.rounds, 1);
		ck_assert_str_eq(t.openings, "none");
		ck_assert_int_eq(t.terms.limits.movetime, SECOND);
		ck_assert_int_eq(t.terms.limits.margin, 20 * MILLISECOND);
		ck_assert_int_eq(t.concurrency, 1);
		ck_assert_uint_eq(t.seed, 1);
		ck_assert_int_eq(t.terms.resources.startup, 10 * SECOND);
		ck_assert_int_eq(t.terms.resources.newgame, 5 * SECOND);
		ck_assert_int_eq(t.terms.resources.quit, 100 * MILLISECOND);
		ck_assert(!t.terms.restart && !t.strict && !t.terms.ponder);
		ck_assert_int_eq(t.terms.limits.clock, CLOCK_FAIR);
		ck_assert_int_eq(t.affinity, AFFINITY_AUTO);
		ck_assert_int_eq(t.terms.strikes, 0);
		tournament_clear(&t);
	}
END_TEST

/* A file cut anywhere: never a crash, and never taken for whole unless a whole piece is left. */
START_TEST(a_file_cut_at_any_byte_is_told_or_whole)
	{
		for (size_t length = 0; length < sizeof whole - 1; length++) {
			struct tournament t;
			struct reported told;
			bool right = tournament_text_read(&t, &told, whole, length);
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
			struct reported told;
			memcpy(text, whole, sizeof whole);
			text[at] = bytes[at % (sizeof bytes - 1)];
			bool right = tournament_text_read(&t, &told, text, sizeof whole - 1);
			ck_assert(right == (told.mistakes.count == 0));
			tournament_clear(&t);
		}
	}
END_TEST

static void ck_refused(const char *path, const char *line)
{
	struct tournament t;
	struct reported told;
	tournament_init(&t);
	reported_init(&told);
	ck_assert(!tournament_read_file(&t, path, &told.mistakes));
	ck_assert_str_eq(told.text, line);
	tournament_clear(&t);
}

START_TEST(what_is_no_text_file_is_refused_in_one_line)
	{
		static const char binary[] = "game = nim\n\x7f"
					     "ELF\0\1\2";
		reported_enter_folder();
		ck_refused("cup.conf", "cup.conf: cannot be read: No such file or directory\n");
		ck_refused(".", ".: is a folder, not a file\n");
		ck_assert_int_eq(mkfifo("pipe", 0600), 0);
		ck_refused("pipe", "pipe: is a device or a pipe, not a file\n");
		reported_write("cup.conf", binary, sizeof binary);
		ck_refused("cup.conf",
			"cup.conf:2: the file is not text: it contains a control byte; save it as UTF-8\n");
		ck_assert_int_eq(truncate("cup.conf", 4 << 20), 0);
		ck_refused("cup.conf",
			"cup.conf: has more than 1048576 bytes; a file of its kind is smaller\n");
		ck_assert_int_eq(unlink("cup.conf") | unlink("pipe"), 0);
	}
END_TEST

START_TEST(a_file_of_an_editor_that_marks_its_byte_order_and_ends_lines_with_crlf_is_read)
	{
		static const char text[] = "\xef\xbb\xbfgame = nim\r\n"
					   "bot a { command = \"x\" }\r\n"
					   "bot b { command = \"x\" }\r\n";
		struct tournament t;
		struct reported told;
		ck_assert_msg(
			tournament_text_read(&t, &told, text, sizeof text - 1), "%s", told.text);
		ck_assert_int_eq(t.bots_count, 2);
		tournament_clear(&t);
	}
END_TEST

START_TEST(what_only_follows_from_an_unreadable_file_is_not_told)
	{
		struct tournament t;
		struct reported told;
		reported_enter_folder();
		tournament_init(&t);
		reported_init(&told);
		ck_assert(!tournament_read_file(&t, "cup.conf", &told.mistakes));
		tournament_check(&t, &told.mistakes);
		ck_assert_int_eq(told.mistakes.count, 1);
		tournament_clear(&t);
	}
END_TEST

/* Included files and lists of bots, of root if the tournament is of another user. */
static const struct {
	const char *text;
	bool ours; /* the tournament is of this user, else of one that has no file */
	const char *told;
} owned[] = {
	{"include = more.conf\n", true, NULL},
	{"include = link.conf\n", true, "link.conf: is a link; name the file that it leads to\n"},
	{"submissions = sent\n", true, NULL},
	{"submissions = linked\n", true,
		"linked/.bots: is a link; name the file that it leads to\n"},
	{"", false, "cup.conf: belongs to user "},
};

START_TEST(files_of_other_users_are_not_read_for_a_tournament_of_one)
	{
		static const char bots[] = "bot a { command = x }\nbot b { command = x }\n";
		struct tournament t;
		struct reported told;
		reported_enter_folder();
		ck_assert(mkdir("sent", 0700) == 0 && mkdir("linked", 0700) == 0);
		reported_write("cup.conf", owned[_i].text, strlen(owned[_i].text));
		reported_write("more.conf", bots, sizeof bots - 1);
		reported_write("sent/.bots", bots, sizeof bots - 1);
		ck_assert_int_eq(symlink("more.conf", "link.conf"), 0);
		ck_assert_int_eq(symlink("../more.conf", "linked/.bots"), 0);
		tournament_init(&t);
		reported_init(&told);
		t.owner = geteuid() + !owned[_i].ours;
		bool right = tournament_read_file(&t, "cup.conf", &told.mistakes);
		ck_assert_msg(right == (owned[_i].told == NULL), "%s", told.text);
		ck_assert_int_eq(t.bots_count, right ? 2 : 0);
		if (!right)
			ck_assert_int_eq(
				strncmp(told.text, owned[_i].told, strlen(owned[_i].told)), 0);
		tournament_clear(&t);
		ck_assert(unlink("link.conf") == 0 && unlink("linked/.bots") == 0 &&
			  unlink("sent/.bots") == 0 && unlink("more.conf") == 0 &&
			  unlink("cup.conf") == 0 && rmdir("sent") == 0 && rmdir("linked") == 0);
	}
END_TEST

/* The user of the tournament may be root, and its file's owner not. */
START_TEST(an_included_file_of_another_user_is_not_quoted)
	{
		static const char text[] = "include = /etc/passwd\n";
		struct tournament t;
		struct reported told;
		const uid_t other = 65534;
		reported_enter_folder();
		reported_write("cup.conf", text, sizeof text - 1);
		if (geteuid() == 0)
			ck_assert_int_eq(chown("cup.conf", other, other), 0);
		tournament_init(&t);
		reported_init(&told);
		t.owner = geteuid() == 0 ? other : geteuid();
		ck_assert(!tournament_read_file(&t, "cup.conf", &told.mistakes));
		ck_assert_int_eq(strncmp(told.text, "/etc/passwd: belongs to user 0, the ", 36), 0);
		ck_assert_ptr_null(strstr(told.text, "root:"));
		tournament_clear(&t);
		ck_assert_int_eq(unlink("cup.conf"), 0);
	}
END_TEST

START_TEST(too_many_unknown_keys_end_in_a_line)
	{
		char text[8192];
		size_t used = 0;
		struct tournament t;
		struct reported told;
		for (int i = 0; i < 300; i++)
			used += (size_t)snprintf(text + used, sizeof text - used, "key%d = 1\n", i);
		ck_assert(!tournament_text_read(&t, &told, text, used));
		ck_assert_ptr_nonnull(strstr(told.text, "too many keys that no tournament has"));
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("tournament/file", CASE(a_parameter_that_the_game_refuses_is_told_with_its_line),
	LOOP(a_parameter_that_is_right_only_beside_others_is_taken_in_any_order, 2),
	CASE(every_key_lands_where_it_belongs), CASE(what_is_not_given_has_the_documented_default),
	CASE(a_file_cut_at_any_byte_is_told_or_whole),
	CASE(no_single_wrong_byte_crashes_the_reader),
	CASE(what_is_no_text_file_is_refused_in_one_line),
	CASE(a_file_of_an_editor_that_marks_its_byte_order_and_ends_lines_with_crlf_is_read),
	CASE(what_only_follows_from_an_unreadable_file_is_not_told),
	LOOP(files_of_other_users_are_not_read_for_a_tournament_of_one,
		sizeof owned / sizeof *owned),
	CASE(an_included_file_of_another_user_is_not_quoted),
	CASE(too_many_unknown_keys_end_in_a_line), CASE(the_test_leaves_nothing_behind))
