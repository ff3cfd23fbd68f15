/*
 * The bots of a class as its tournament has them, and texts without the paths of this machine.
 */
#include "referee/submissions/class-bots.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

static struct class_state class;

static struct class_student *add(const char *name, const char *command)
{
	struct class_student *s = class_state_add(&class, name);
	class_student_set(s, CLASS_VERSION, "abc");
	class_student_set(s, CLASS_COMMAND, command);
	char *path = class_student_path(&class, s, "abc", "");
	ck_assert(file_tree_make_folder(path));
	free(path);
	return class_state_find(&class, name);
}

/* House bots one and two, and ann, which enters. */
static void begin(void)
{
	static const char conf[] =
		"name = cup\ngame = tictactoe\ninclude = \"class.bots\"\n"
		"bot one { command = \"true\" }\nbot two { command = \"true\" }\n";
	struct error err;
	reported_enter_folder();
	file_tree_remove("class");
	reported_write("class.conf", conf, strlen(conf));
	ck_assert_msg(class_state_open(&class, "class.conf", true, &err), "%s", err.text);
	add("ann", "true");
	ck_assert(class_state_write_bots(&class, false, &err));
}

static void end(void)
{
	class_state_close(&class);
	file_tree_remove("class");
	unlink("class.conf");
	unlink("class.bots");
}

/* REAL stands for the real path of the class's folder. */
static const char *const texts[][2] = {
	{"REAL/ann/abc/bot.py: line 3", "bot.py: line 3"},
	{"class/ann/abc/src/bot.py and REAL/ann/abc/b.py", "src/bot.py and b.py"},
	{"cwd REAL/ann/abc, or class/ann/abc", "cwd ., or ."},
	{"REAL/ben/abc/bot.py", "REAL/ben/abc/bot.py"},
	{"nothing", "nothing"},
	{"", ""},
};

/* The text with the real path in the place of REAL; the caller frees it. */
static char *with_path(const char *text)
{
	char *real = realpath("class", NULL), *made = memory_copy(text), *at;
	while ((at = strstr(made, "REAL")) != NULL) {
		char *next = memory_print("%.*s%s%s", (int)(at - made), made, real, at + 4);
		free(made);
		made = next;
	}
	free(real);
	return made;
}

START_TEST(files_of_the_newest_version_have_no_path)
	{
		begin();
		char *text = with_path(texts[_i][0]), *wanted = with_path(texts[_i][1]);
		char *made = class_bots_localize(
			&class, class_state_find(&class, "ann"), text, strlen(text));
		ck_assert_str_eq(made, wanted);
		free(made);
		/* the length of the text counts */
		made = class_bots_localize(&class, class_state_find(&class, "ann"), "abcdef", 3);
		ck_assert_str_eq(made, "abc");
		free(made);
		free(wanted);
		free(text);
		end();
	}
END_TEST

/* ben failed her check and does not enter; cy has nothing to run. */
START_TEST(all_with_a_program_are_read_also_those_that_do_not_enter)
	{
		struct tournament t;
		struct reported told;
		begin();
		struct class_student *ben = add("ben", "./own --fast");
		class_student_set_check(ben, false, "it crashed");
		class_student_set(ben, CLASS_ADAPTER, "kaggle");
		add("cy", NULL);
		reported_init(&told);
		tournament_init(&t);
		ck_assert_msg(class_bots_read(&t, &class, NULL, &told.mistakes), "%s", told.text);
		ck_assert_int_eq(t.bots_count, 4);
		int at = tournament_find_bot(&t, "ben");
		ck_assert_int_ge(at, 0);
		ck_assert_str_eq(t.bots[at].command, "referee-adapt kaggle -- ./own --fast");
		ck_assert_ptr_nonnull(strstr(t.bots[at].dir, "class/ben/abc"));
		ck_assert_int_lt(tournament_find_bot(&t, "cy"), 0);
		tournament_clear(&t);
		end();
	}
END_TEST

/* The list still has the version before: what is checked is the newest. */
START_TEST(the_newest_version_takes_the_place_of_the_listed_one)
	{
		struct tournament t;
		struct reported told;
		begin();
		struct class_student *ann = class_state_find(&class, "ann");
		class_student_set(ann, CLASS_COMMAND, "./newer");
		for (int newest = 0; newest < 2; newest++) {
			reported_init(&told);
			tournament_init(&t);
			ck_assert_msg(
				class_bots_read(&t, &class, newest ? ann : NULL, &told.mistakes),
				"%s", told.text);
			ck_assert_int_eq(t.bots_count, 3);
			ck_assert_str_eq(t.bots[tournament_find_bot(&t, "ann")].command,
				newest ? "./newer" : "true");
			tournament_clear(&t);
		}
		end();
		reported_leave_folder();
	}
END_TEST

SUITE("referee/submissions/class-bots",
	LOOP(files_of_the_newest_version_have_no_path, sizeof texts / sizeof *texts),
	CASE(all_with_a_program_are_read_also_those_that_do_not_enter),
	CASE(the_newest_version_takes_the_place_of_the_listed_one))
