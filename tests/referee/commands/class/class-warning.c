/*
 * The warnings before the tournament of a class: bots that were not checked, checks with another
 * time limit, students whose version before plays on.
 */
#include "referee/commands/class/class-warning.h"

#include "referee/process/file-tree.h"
#include "referee/submissions/class-state.h"
#include "tests/lib/command-output.h"
#include "tests/lib/reported.h"

static struct command_output got;
static struct limits limits;

/* A command that warns of the class, as `referee run` does. */
static int warn(int argc, char **argv)
{
	static const struct command run = {.name = "run"};
	(void)argc;
	class_warning_report(&run, argv[1], &limits);
	return 0;
}

static const struct command warning = {.name = "run", .run = warn};

/* Students of a letter each, in the order of their names; f: fit, checked with one second; u: its
 * check failed; n: not checked; k: its newest submission cannot be used. */
static void begin(const char *students)
{
	static const char conf[] =
		"name = cup\ngame = connect4\ninclude = \"class.bots\"\nbot one { command = true }\n";
	struct class_state c;
	struct error err;
	reported_enter_folder();
	file_tree_remove("class");
	reported_write("class.conf", conf, strlen(conf));
	ck_assert_msg(class_state_open(&c, "class.conf", true, &err), "%s", err.text);
	for (int i = 0; students[i] != '\0'; i++) {
		char name[] = {'b', 'o', 't', (char)('a' + i), '\0'};
		struct class_student *s = class_state_add(&c, name);
		class_student_set(s, CLASS_VERSION, "abc");
		class_student_set(s, CLASS_COMMAND, "true");
		if (students[i] != 'n')
			class_student_set_check(s, students[i] != 'u', "it can play");
		class_student_set(s, CLASS_PROBLEM, students[i] == 'k' ? "it is damaged" : NULL);
		class_student_set(s, CLASS_CHECK_TIME, students[i] == 'f' ? "1 s a move" : NULL);
		ck_assert(class_student_save(&c, s, &err));
	}
	class_state_close(&c);
	limits = (struct limits){.movetime = SECOND};
}

static void report(const char *conf)
{
	command_output_run(&got, &warning, (const char *const[]){conf, NULL}, NULL);
	ck_assert_str_eq(got.out, "");
}

START_TEST(a_class_that_was_checked_needs_no_warning)
	{
		begin("fu");
		report("class.conf");
		ck_assert_str_eq(got.err, "");
	}
END_TEST

START_TEST(bots_that_were_not_checked_are_named)
	{
		begin("nn");
		report("class.conf");
		ck_assert_str_eq(got.err,
			"referee run: 2 bots were not checked: bota, botb; a bot with a mistake loses its games. To check first: Ctrl-C, then referee class check\n");
		begin("fn");
		report("class.conf");
		ck_assert_str_eq(got.err,
			"referee run: 1 bot was not checked: botb; a bot with a mistake loses its games. To check first: Ctrl-C, then referee class check --new\n");
	}
END_TEST

START_TEST(another_time_than_in_the_checks_is_told)
	{
		begin("f");
		limits.movetime = 2 * SECOND;
		report("class.conf");
		ck_assert_str_eq(got.err,
			"referee run: 1 bot was checked with 1 s a move, and this tournament has 2 s a move. To check again first: Ctrl-C, then referee class check\n");
	}
END_TEST

START_TEST(a_student_whose_version_before_plays_is_named)
	{
		begin("fk");
		report("class.conf");
		ck_assert_str_eq(got.err,
			"OLDER VERSION: botb: the newest submission cannot be used: it is damaged; version abc stays\n");
	}
END_TEST

START_TEST(a_file_of_no_class_needs_no_warning)
	{
		static const char plain[] = "game = connect4\nbot one { command = true }\n";
		begin("n");
		reported_write("plain.conf", plain, strlen(plain));
		report("plain.conf");
		ck_assert_str_eq(got.err, "");
		report("gone.conf");
		ck_assert_str_eq(got.err, "");
		unlink("plain.conf");
		unlink("class.conf");
		file_tree_remove("class");
		reported_leave_folder();
	}
END_TEST

SUITE("commands/class/class-warning", CASE(a_class_that_was_checked_needs_no_warning),
	CASE(bots_that_were_not_checked_are_named), CASE(another_time_than_in_the_checks_is_told),
	CASE(a_student_whose_version_before_plays_is_named),
	CASE(a_file_of_no_class_needs_no_warning))
