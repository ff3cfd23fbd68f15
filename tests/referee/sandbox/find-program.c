/*
 * find-program.c - paths and programs, as they are found without asking what is there, and with.
 */
#include "referee/sandbox/find-program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "tests/lib/suite.h"

START_TEST(a_path_becomes_absolute_without_dots)
	{
		static const struct {
			const char *path, *dir, *wanted;
		} rows[] = {
			{"/a/b", NULL, "/a/b"},
			{"/a//b/", NULL, "/a/b"},
			{"/a/./b/../c", NULL, "/a/c"},
			{"/a/...b/..c/.d", NULL, "/a/...b/..c/.d"},
			{"/..", NULL, "/"},
			{"/a/../../b", NULL, "/b"},
			{"/", NULL, "/"},
			{"b", "/a", "/a/b"},
			{"../b", "/a/c", "/a/b"},
			{".", "/a", "/a"},
			{"", "/a", "/a"},
			{"/b", "/a", "/b"},
			{"b", NULL, "/usr/b"},
			{"b", "lib", "/usr/lib/b"},
			{"../b", "..", "/b"},
			{"/b", "lib", "/b"},
		};
		char found[FIND_PROGRAM_PATH];
		ck_assert_int_eq(chdir("/usr"), 0);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			ck_assert(find_program_absolute(rows[i].path, rows[i].dir, found));
			ck_assert_str_eq(found, rows[i].wanted);
		}
		ck_assert_int_eq(chdir("/"), 0);
	}
END_TEST

/* The longest path has one byte less than its room. */
START_TEST(a_path_that_is_too_long_is_refused)
	{
		char path[FIND_PROGRAM_PATH + 8], found[FIND_PROGRAM_PATH];
		memset(path, 'a', sizeof path);
		path[0] = '/';
		path[FIND_PROGRAM_PATH - 1] = '\0';
		ck_assert(find_program_absolute(path, NULL, found));
		ck_assert_str_eq(found, path);
		ck_assert(find_program_absolute(path + 1, "/", found));
		ck_assert(!find_program_absolute(path + 1, "/b", found));
		path[FIND_PROGRAM_PATH - 1] = 'a';
		path[FIND_PROGRAM_PATH] = '\0';
		ck_assert(!find_program_absolute(path, NULL, found));
	}
END_TEST

START_TEST(a_path_is_below_a_folder_by_whole_names)
	{
		ck_assert(find_program_is_below("/a/b", "/a"));
		ck_assert(find_program_is_below("/a", "/a"));
		ck_assert(find_program_is_below("/a", "/"));
		ck_assert(find_program_is_below("/", "/"));
		ck_assert(!find_program_is_below("/ab", "/a"));
		ck_assert(!find_program_is_below("/a", "/a/b"));
		ck_assert(!find_program_is_below("/", "/a"));
	}
END_TEST

START_TEST(a_word_leads_outside_by_an_absolute_path_or_by_climbing)
	{
		static const struct {
			const char *word;
			bool outside;
		} rows[] = {
			{"bot.py", false},
			{"./bot.py", false},
			{"a..b/c..", false},
			{"...", false},
			{"../bot.py", true},
			{"lib/../../x", true},
			{"..", true},
			{"lib/..", true},
			{"/home/ann/bot", true},
			{"/usr/bin/python3", false},
			{"/usr/local/bin/x", false},
			{"/bin/sh", false},
			{"/usr/lib/x", true},
			{"/usr/bin/../../home/x", true},
			{"lib:classes", false},
			{"lib:/home/ann/x.jar", true},
			{"lib:..", true},
			{"", false},
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			ck_assert_msg(find_program_is_outside(rows[i].word) == rows[i].outside,
				"%s", rows[i].word);
	}
END_TEST

/* The folders of PATH in their order; what may not be executed is skipped. */
START_TEST(a_bare_word_is_found_in_path_and_a_path_is_itself)
	{
		char folder[] = "/tmp/find-XXXXXX", command[384], found[FIND_PROGRAM_PATH],
		     wanted[128];
		ck_assert_ptr_nonnull(mkdtemp(folder));
		snprintf(command, sizeof command,
			"cd %s && mkdir one two && touch one/a two/a two/b && chmod 755 two/* && chmod 644 one/a",
			folder);
		ck_assert_int_eq(system(command), 0);
		snprintf(command, sizeof command, ":%s/one::%s/two:%s", folder, folder, folder);
		setenv("PATH", command, 1);
		snprintf(wanted, sizeof wanted, "%s/two/a", folder);
		ck_assert(find_program_program("a", found));
		ck_assert_str_eq(found, wanted);
		snprintf(wanted, sizeof wanted, "%s/two/b", folder);
		ck_assert(find_program_program("b", found));
		ck_assert_str_eq(found, wanted);
		ck_assert(!find_program_program("c", found));
		/* A folder may be entered, and is no program. */
		ck_assert(!find_program_program("two", found));
		ck_assert(!find_program_program(".", found));
		ck_assert(!find_program_may_start("/"));
		ck_assert(!find_program_may_start("/etc/passwd"));
		ck_assert(!find_program_may_start("/no/such"));
		ck_assert(find_program_may_start("/bin/sh"));
		/* An empty part of PATH is no folder. */
		ck_assert_int_eq(chdir(folder), 0);
		ck_assert(!find_program_program("one", found));
		ck_assert(find_program_program("./none", found));
		ck_assert_str_eq(found, "./none");
		unsetenv("PATH");
		ck_assert(!find_program_program("a", found));
		ck_assert_int_eq(chdir("/"), 0);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

SUITE("referee/sandbox/find-program", CASE(a_path_becomes_absolute_without_dots),
	CASE(a_path_that_is_too_long_is_refused), CASE(a_path_is_below_a_folder_by_whole_names),
	CASE(a_word_leads_outside_by_an_absolute_path_or_by_climbing),
	CASE(a_bare_word_is_found_in_path_and_a_path_is_itself))
