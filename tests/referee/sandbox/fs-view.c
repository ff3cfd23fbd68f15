/*
 * fs-view.c - what a bot is shown of the files, in a folder made for it.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/fs-view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { WORDS = 5, ITEMS = 3 };

static char view_folder[64];

/* The files of the test: folders end with a slash. */
static const char *const view_files[] = {"cup/", "cup/cup.db", "cup/one/", "cup/one/bot.py",
	"cup/one/data/", "cup/two/", "cup/two/bot.py", "home/", "home/bot.py", "home/private",
	"tool/", "tool/bin/", "tool/bin/run", "tool/bin/referee-adapt", "tool/lib/", "cup/onely/",
	"cup/onely/bot.py", "-x", "top.py"};

static void view_make_files(void)
{
	char path[256];
	strcpy(view_folder, "/var/tmp/view-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(view_folder));
	for (size_t i = 0; i < sizeof view_files / sizeof *view_files; i++) {
		snprintf(path, sizeof path, "%s/%s", view_folder, view_files[i]);
		if (path[strlen(path) - 1] == '/') {
			ck_assert_int_eq(mkdir(path, 0755), 0);
			continue;
		}
		FILE *file = fopen(path, "w");
		ck_assert_ptr_nonnull(file);
		fputs("#!/bin/sh\n", file);
		ck_assert_int_eq(fchmod(fileno(file), 0755), 0);
		fclose(file);
	}
	snprintf(path, sizeof path, "%s/cup/run", view_folder);
	ck_assert_int_eq(symlink("../tool/bin/run", path), 0);
}

static void view_remove_files(void)
{
	char command[128];
	snprintf(command, sizeof command, "rm -r %s", view_folder);
	ck_assert_int_eq(system(command), 0);
}

/* Paths are from the folder made; what is shown and what is not of it. */
static const struct row {
	const char *argv[WORDS], *dir;
	const char *shows[ITEMS], *hides[ITEMS];
} rows[] = {
	/* the folder that is named, and nothing beside it */
	{{"python3", "bot.py"}, "cup/one", {"cup/one/data", "cup/one"}, {"cup", "cup/two"}},
	/* without one, that of each file of the command */
	{{"python3", "cup/two/bot.py"}, NULL, {"cup/two"}, {"cup/one", "cup/cup.db"}},
	{{"cup/one/bot.py", "cup/two/"}, NULL, {"cup/one", "cup/two"}, {"cup/cup.db"}},
	/* as Java has its class path */
	{{"python3", "cup/one:cup/two"}, NULL, {"cup/one", "cup/two"}, {"cup/cup.db"}},
	/* as a house bot has the rules of its game, after its scheme */
	{{"python3", "--game", "process:python3 -u 'cup/two/bot.py'"}, NULL, {"cup/two"},
		{"cup/one", "cup/cup.db"}},
	{{"python3", "--game", "process:cup/one/bot.py 'cup/two"}, NULL, {NULL},
		{"cup/one", "cup/two"}},
	/* home is never shown, but a file in it that is named */
	{{"python3", "home/bot.py"}, NULL, {"home/bot.py"}, {"home/private", "home"}},
	/* a program's links are followed, and of a run-time all is shown */
	{{"cup/run"}, NULL, {"tool/lib", "tool/bin/run"}, {"home", "home/private"}},
	/* an empty part of a class path is no folder, and a name that begins alike is another */
	{{"python3", "cup/one::cup/two:"}, NULL, {"cup/one", "cup/two"},
		{"cup/onely", "cup", "home"}},
	/* a folder that holds the home is not shown, but a file in it that is named */
	{{"python3", "top.py"}, NULL, {"top.py"}, {"home/private", "cup", "tool"}},
	/* words that are no files, and one that is a flag although there is such a file */
	{{"python3", "no-file", "-x"}, NULL, {NULL}, {"cup", "home", "-x"}},
	/* the program behind an adapter; a folder is none, and shows nothing */
	{{"tool/bin/referee-adapt", "line", "--", "cup/run"}, NULL, {"tool/lib"}, {"home"}},
	{{"tool/bin/referee-adapt", "line", "--", "./home"}, NULL, {"tool/lib"},
		{"home", "home/private"}},
	{{"tool/bin/referee-adapt", "line", "--", "/"}, NULL, {"tool/lib"}, {"home", "cup"}},
	{{"python3", "--game", "process:/"}, NULL, {NULL}, {"home", "cup"}},
};

static void view_path(const char *name, char path[256])
{
	snprintf(path, 256, "%s/%s", view_folder, name);
}

START_TEST(a_bot_is_shown_its_own_folder_and_no_other)
	{
		struct error err = {""};
		char path[256], *argv[WORDS] = {NULL};
		struct fs_view v;
		view_make_files();
		ck_assert_int_eq(chdir(view_folder), 0);
		view_path("home", path);
		setenv("HOME", path, 1);
		for (int i = 0; i < WORDS && rows[_i].argv[i] != NULL; i++)
			argv[i] = (char *)rows[_i].argv[i];
		ck_assert_msg(
			fs_view_make(&v, &(struct fs_view_options){argv, rows[_i].dir, NULL, NULL},
				&err),
			"%s", err.text);
		for (int i = 0; i < ITEMS && rows[_i].shows[i] != NULL; i++) {
			view_path(rows[_i].shows[i], path);
			ck_assert_msg(fs_view_shows(&v, path), "%s is not shown", path);
		}
		for (int i = 0; i < ITEMS && rows[_i].hides[i] != NULL; i++) {
			view_path(rows[_i].hides[i], path);
			ck_assert_msg(!fs_view_shows(&v, path), "%s is shown", path);
		}
		ck_assert(fs_view_shows(&v, "/usr/bin/env"));
		ck_assert(!fs_view_shows(&v, "/etc/shadow"));
		fs_view_clear(&v);
		ck_assert_int_eq(chdir("/"), 0);
		view_remove_files();
	}
END_TEST

/* With a home elsewhere the folder in which the bot runs could be shown: an empty part of a class
 * path does not name it. A part may be one letter long, or longer than any path. */
START_TEST(each_part_of_a_class_path_is_a_path_of_its_own)
	{
		enum { LONGEST = FIND_PROGRAM_PATH };
		struct error err = {""};
		struct fs_view v;
		char python[] = "python3", path[256];
		char *words = malloc(2 * LONGEST);
		ck_assert_ptr_nonnull(words);
		view_make_files();
		view_path("o", path);
		ck_assert_int_eq(mkdir(path, 0755), 0);
		ck_assert_int_eq(chdir(view_folder), 0);
		setenv("HOME", "/no/such", 1);
		for (int length = LONGEST - 1; length <= LONGEST + 1; length++) {
			memset(words, 'x', 2 * LONGEST);
			strcpy(words + length, "::o:cup/two");
			char *argv[] = {python, words, NULL};
			ck_assert(fs_view_make(
				&v, &(struct fs_view_options){argv, NULL, NULL, NULL}, &err));
			view_path("o", path);
			ck_assert(fs_view_shows(&v, path));
			view_path("cup/two", path);
			ck_assert(fs_view_shows(&v, path));
			view_path("top.py", path);
			ck_assert(!fs_view_shows(&v, path));
			fs_view_clear(&v);
		}
		free(words);
		ck_assert_int_eq(chdir("/"), 0);
		view_remove_files();
	}
END_TEST

/* Counts the hidden paths. A hidden path covers shown ones, unless the bot's own lies in it. */
static int view_count_hidden(const struct fs_view *v)
{
	int count = 0;
	for (int i = 0; i < v->count; i++)
		count += v->items[i].kind == FS_VIEW_HIDDEN;
	return count;
}

START_TEST(what_is_hidden_is_covered_where_it_would_be_seen)
	{
		struct error err;
		char db[256], one[256], two[256], cup[256], python[] = "python3";
		char bot[] = "bot.py", *argv[] = {python, bot, NULL};
		char *hidden[] = {db, one, two, NULL};
		struct fs_view v;
		view_make_files();
		view_path("cup/cup.db", db);
		view_path("cup/one", one);
		view_path("cup/two", two);
		view_path("cup", cup);
		ck_assert(
			fs_view_make(&v, &(struct fs_view_options){argv, cup, hidden, NULL}, &err));
		ck_assert_int_eq(view_count_hidden(&v), 3);
		fs_view_clear(&v);
		ck_assert(
			fs_view_make(&v, &(struct fs_view_options){argv, one, hidden, NULL}, &err));
		ck_assert_int_eq(view_count_hidden(&v), 0);
		fs_view_clear(&v);
		view_remove_files();
	}
END_TEST

START_TEST(no_bot_is_shown_a_folder_that_holds_more_than_a_bot)
	{
		static const char *const folders[] = {"/", "/etc", "/usr", "/proc/self", "/tmp"};
		struct error err;
		char python[] = "python3", *argv[] = {python, NULL};
		struct fs_view v;
		for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
			ck_assert(!fs_view_make(
				&v, &(struct fs_view_options){argv, folders[i], NULL, NULL}, &err));
			ck_assert_ptr_nonnull(strstr(err.text, "a folder of its own"));
		}
	}
END_TEST

START_TEST(interpreters_are_found_as_the_kernel_and_env_find_them)
	{
		static const struct {
			const char *head, *found;
		} heads[] = {{"#!/bin/sh\n", "/bin/sh"}, {"#! /bin/sh -e\n", "/bin/sh"},
			{"#!/usr/bin/env sh\n", "/bin/sh"},
			{"#!/usr/bin/env -S A=1 sh -e", "/bin/sh"}, {"#!sh\n", NULL},
			{"print(1)\n", NULL}, {"", NULL}};
		char found[FIND_PROGRAM_PATH], path[] = "/tmp/head-XXXXXX";
		int fd = mkstemp(path);
		setenv("PATH", "/nowhere:/bin", 1);
		for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
			const size_t length = strlen(heads[i].head);
			ck_assert_int_eq(ftruncate(fd, 0), 0);
			ck_assert_int_eq(pwrite(fd, heads[i].head, length, 0), (ssize_t)length);
			bool is = find_program_interpreter(path, found);
			ck_assert_msg(is == (heads[i].found != NULL), "%s", heads[i].head);
			if (is)
				ck_assert_str_eq(found, heads[i].found);
		}
		close(fd);
		unlink(path);
	}
END_TEST

SUITE("referee/sandbox/fs-view",
	LOOP(a_bot_is_shown_its_own_folder_and_no_other, sizeof rows / sizeof *rows),
	CASE(each_part_of_a_class_path_is_a_path_of_its_own),
	CASE(what_is_hidden_is_covered_where_it_would_be_seen),
	CASE(no_bot_is_shown_a_folder_that_holds_more_than_a_bot),
	CASE(interpreters_are_found_as_the_kernel_and_env_find_them))
