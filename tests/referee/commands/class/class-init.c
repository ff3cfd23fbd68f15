/*
 * `referee class init`: the file that it writes is a class and a tournament, and no file is lost.
 */
#include "base/exit-status.h"
#include "referee/process/file-tree.h"
#include "referee/submissions/class-state.h"
#include "referee/config/config-file.h"
#include "referee/prepare/tournament-check.h"
#include "tests/lib/command-output.h"
#include "tests/lib/reported.h"

extern const struct command command_class_init;

static struct command_output got;

static int init(const char *const *words)
{
	reported_enter_folder();
	command_output_run(&got, &command_class_init, words, NULL);
	return got.status;
}

#define INIT(...) init((const char *const[]){__VA_ARGS__, NULL})

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

static char *text_of(const char *path)
{
	static char text[8192];
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL, "no %s", path);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

/* The file is one of a tournament, and of a class with these paths. */
static void is_class(const char *conf, const char *folder, const char *bots, const char *db)
{
	struct tournament t;
	struct class_state c;
	struct reported told;
	struct error err;
	reported_init(&told);
	tournament_init(&t);
	tournament_read_file(&t, conf, &told.mistakes);
	ck_assert_msg(tournament_check(&t, &told.mistakes), "%s", told.text);
	ck_assert_str_eq(t.game, "nim");
	ck_assert_int_eq(t.bots_count, 3);
	tournament_clear(&t);
	ck_assert_msg(class_state_open(&c, conf, false, &err), "%s", err.text);
	ck_assert_str_eq(c.folder, folder);
	ck_assert_str_eq(c.bots, bots);
	ck_assert_str_eq(c.db, db);
	ck_assert_str_eq(c.tournament, "nim class");
	ck_assert(class_state_has_house_bot(&c, "alphabeta-4"));
	ck_assert_ptr_null(c.names);
	ck_assert_ptr_null(c.roster);
	class_state_close(&c);
}

START_TEST(the_file_of_a_class_is_right)
	{
		ck_assert_int_eq(INIT("nim"), EXIT_SUCCESS);
		is_class("class.conf", "class", "class.bots", "class.db");
		ck_assert_str_eq(got.err, "");
		ck_assert_str_eq(got.out,
			"class.conf is written. Look through it; then\n\n"
			"\treferee class take SUBMISSIONS   # a folder, a zip, clones\n"
			"\treferee class check              # build and try all of them\n"
			"\treferee run class.conf\n"
			"\treferee class feedback --to feedback\n\n");
		ck_assert_ptr_eq(strstr(text_of("class.conf"), "# class.conf - a class."),
			text_of("class.conf"));
		ck_assert_str_eq(text_of("class.bots"),
			"# `referee class take` and `referee class check` write this file.\n");
		/* it and the list of bots stay as they are */
		reported_write("class.bots", "mine", 4);
		ck_assert_int_eq(INIT("nim"), EXIT_FILE);
		has(got.err,
			"class.conf: the file exists and is kept; --conf FILE writes another one\n");
		unlink("class.conf");
		ck_assert_int_eq(INIT("nim"), EXIT_SUCCESS);
		ck_assert_str_eq(text_of("class.bots"), "mine");
		unlink("class.conf");
		unlink("class.bots");
	}
END_TEST

START_TEST(another_file_has_paths_of_its_own)
	{
		ck_assert(file_tree_make_folder("in"));
		ck_assert_int_eq(INIT("nim", "--conf", "in/b.1.conf"), EXIT_SUCCESS);
		is_class("in/b.1.conf", "in/b.1", "in/b.1.bots", "in/b.1.db");
		has(got.out, "referee class take SUBMISSIONS --conf in/b.1.conf   #");
		has(got.out, "referee run in/b.1.conf\n");
		has(got.out, "referee class feedback --to feedback --conf in/b.1.conf\n");
		ck_assert_int_eq(INIT("nim", "--conf", "plain"), EXIT_SUCCESS);
		is_class("plain", "plain", "plain.bots", "plain.db");
		unlink("plain");
		unlink("plain.bots");
		file_tree_remove("in");
		ck_assert_int_eq(INIT("nim", "--conf", "gone/x.conf"), EXIT_FILE);
		has(got.err, "gone/x.conf: the file cannot be written: ");
	}
END_TEST

START_TEST(a_game_that_is_none_is_told_with_all_that_are)
	{
		ck_assert_int_eq(INIT("conect4"), EXIT_USAGE);
		has(got.err, "there is no game \"conect4\"; did you mean connect4?; games: ");
		has(got.err, ", gomoku, ");
		ck_assert_int_eq(INIT("xyzzy"), EXIT_USAGE);
		has(got.err, "there is no game \"xyzzy\"; games: ");
		ck_assert_int_ne(access("class.conf", F_OK), 0);
		reported_leave_folder();
	}
END_TEST

SUITE("commands/class/class-init", CASE(the_file_of_a_class_is_right),
	CASE(another_file_has_paths_of_its_own),
	CASE(a_game_that_is_none_is_told_with_all_that_are))
