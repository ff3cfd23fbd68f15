/*
 * The sentences for the lecturer about students whose newest submission does not play, or was not
 * checked.
 */
#include "referee/submissions/class-notes.h"

#include <stdio.h>
#include <stdlib.h>

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

SUITE("referee/submissions/class-notes",
	CASE(each_student_whose_newest_submission_does_not_play_has_a_line),
	CASE(bots_without_a_check_are_named_and_the_command_quotes_the_file),
	CASE(checks_under_another_time_limit_are_counted),
	CASE(a_long_list_of_names_ends_with_a_number),
	CASE(a_class_without_such_students_has_no_lines))
