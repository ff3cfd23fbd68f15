/*
 * The sentences for the lecturer about students whose newest submission does not play, or was not
 * checked.
 */
#include "referee/submissions/class-notes.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"

#define TEXT(text) ((char[]){text})

/* A student with a program. */
#define PROGRAM(...)                                                                               \
	{                                                                                          \
		[CLASS_COMMAND] = TEXT("./bot"), [CLASS_VERSION] = TEXT("bbbb"), __VA_ARGS__       \
	}

static struct class_student students[] = {
	{TEXT("ada"), PROGRAM([CLASS_CHECKED] = TEXT("bbbb"), [CLASS_CHECK] = TEXT("failed"),
			      [CLASS_FIT_VERSION] = TEXT("aaaa"))},
	{TEXT("ben"), PROGRAM([CLASS_CHECKED] = TEXT("bbbb"), [CLASS_CHECK] = TEXT("failed"))},
	{TEXT("cy"), PROGRAM([CLASS_CHECKED] = TEXT("aaaa"), [CLASS_CHECK] = TEXT("ok"))},
	{TEXT("dan"), {[CLASS_VERSION] = TEXT("cccc"),
			      [CLASS_CHECKED] = TEXT("aaaa"),
			      [CLASS_CHECK] = TEXT("ok")}},
	{TEXT("eve"), PROGRAM([CLASS_PROBLEM] = TEXT("it has a password"))},
	{TEXT("finn"), {[CLASS_PROBLEM] = TEXT("there is nothing to run")}},
};

static struct class_state class = {.conf = TEXT("a class.conf"),
	.bots = TEXT("/nonexistent"),
	.students = students,
	.count = sizeof students / sizeof *students};

START_TEST(each_student_whose_newest_submission_does_not_play_has_a_line)
	{
		char *text = class_notes_older(&class);
		ck_assert_str_eq(text,
			"LEFT OUT: ada: version aaaa was fit, but the newest, bbbb, is not: neither plays\n"
			"LEFT OUT: dan: version aaaa was fit, but the newest, cccc, is not: neither plays\n"
			"OLDER VERSION: eve: the newest submission cannot be used: it has a password; version bbbb stays\n"
			"To let a version that was fit play, take its submission again; then `referee class check --new`\n");
		free(text);
	}
END_TEST

START_TEST(bots_without_a_check_are_named_and_the_command_quotes_the_file)
	{
		char *text = class_notes_unchecked(&class);
		char *command = class_notes_check_command(&class);
		ck_assert_str_eq(text, "2 bots were not checked: cy, eve");
		ck_assert_str_eq(command, "referee class check --new --conf 'a class.conf'");
		free(command);
		free(text);
	}
END_TEST

START_TEST(checks_under_another_time_limit_are_counted)
	{
		struct limits limits = {.movetime = SECOND / 10};
		struct class_student one = {
			TEXT("ada"), {[CLASS_VERSION] = TEXT("aaaa"),
					     [CLASS_COMMAND] = TEXT("./bot"),
					     [CLASS_CHECK] = TEXT("ok"),
					     [CLASS_CHECKED] = TEXT("aaaa"),
					     [CLASS_CHECK_TIME] = TEXT("1 s a move")}};
		const struct class_state alone = {.students = &one, .count = 1};
		char *time = class_notes_time(&limits),
		     *text = class_notes_other_time(&alone, time);
		ck_assert_str_eq(text,
			"1 bot was checked with 1 s a move, and this tournament has 0.1 s a move");
		free(text);
		ck_assert_ptr_null(class_notes_other_time(&alone, "1 s a move"));
		one.fields[CLASS_CHECK_TIME] = NULL; /* checked before it was kept */
		ck_assert_ptr_null(class_notes_other_time(&alone, time));
		free(time);
	}
END_TEST

START_TEST(a_long_list_of_names_ends_with_a_number)
	{
		static struct class_student many[10];
		static char names[10][4];
		const struct class_state all = {.students = many, .count = 10};
		for (int i = 0; i < 10; i++) {
			snprintf(names[i], sizeof *names, "s%d", i);
			many[i] =
				(struct class_student){names[i], {[CLASS_COMMAND] = TEXT("./bot")}};
		}
		char *text = class_notes_unchecked(&all);
		ck_assert_str_eq(text,
			"10 bots were not checked: s0, s1, s2, s3, s4, s5, s6, s7 and 2 more");
		free(text);
	}
END_TEST

START_TEST(a_class_without_such_students_has_no_lines)
	{
		struct class_state one = class;
		one.students = &students[1];
		one.count = 1;
		ck_assert_ptr_null(class_notes_older(&one));
		ck_assert_ptr_null(class_notes_unchecked(&one));
	}
END_TEST

/* --- programs that are not on this machine; PATH is a folder of the test ---------------------- */

static char folder[] = "/tmp/class-programs-XXXXXX";

static struct class_student program_students[] = {
	{TEXT("ada"), {[CLASS_COMMAND] = TEXT("python3 bot.py")}},
	{TEXT("ben"), {[CLASS_COMMAND] = TEXT("submission.py"), [CLASS_ADAPTER] = TEXT("kaggle")}},
	{TEXT("chloe"), {[CLASS_COMMAND] = TEXT("./bot"),
				[CLASS_BUILD] = TEXT("cmake -S . -B o && make -C o")}},
	{TEXT("dan"), {[CLASS_COMMAND] = NULL}},
	{TEXT("eve"), {[CLASS_COMMAND] = TEXT("./python3")}},
	{TEXT("finn"), {[CLASS_COMMAND] = TEXT("sh -c 'cd a && exec java bot'"),
			       [CLASS_BUILD] = TEXT("javac bot.java")}},
};

static const struct class_state program_class = {
	.students = program_students, .count = sizeof program_students / sizeof *program_students};

/* Leaves only these programs in PATH. */
static void only(const char *const *names)
{
	char path[64];
	ck_assert_ptr_nonnull(mkdtemp(folder));
	for (int i = 0; names[i] != NULL; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		close(open(path, O_WRONLY | O_CREAT, 0700));
	}
	setenv("PATH", folder, 1);
}

static void clear(const char *const *names)
{
	char path[64];
	for (int i = 0; names[i] != NULL; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
}

START_TEST(each_missing_program_is_named_with_its_bots_and_its_package)
	{
		static const char *const here[] = {"make", "javac", NULL};
		only(here);
		char *text = class_notes_missing_programs(&program_class);
		ck_assert_str_eq(text,
			"python3 is not on this machine: 2 bots need it\n"
			"java is not on this machine: 1 bot needs it\n"
			"cmake is not on this machine: 1 bot needs it\n"
			"To install: sudo apt-get install python3 default-jre-headless cmake\n");
		free(text);
		clear(here);
	}
END_TEST

START_TEST(nothing_is_said_when_nothing_is_missing)
	{
		static const char *const here[] = {
			"make", "javac", "java", "cmake", "python3", NULL};
		only(here);
		ck_assert_ptr_null(class_notes_missing_programs(&program_class));
		clear(here);
	}
END_TEST

SUITE("referee/submissions/class-notes",
	CASE(each_student_whose_newest_submission_does_not_play_has_a_line),
	CASE(bots_without_a_check_are_named_and_the_command_quotes_the_file),
	CASE(checks_under_another_time_limit_are_counted),
	CASE(a_long_list_of_names_ends_with_a_number),
	CASE(a_class_without_such_students_has_no_lines),
	CASE(each_missing_program_is_named_with_its_bots_and_its_package),
	CASE(nothing_is_said_when_nothing_is_missing))
