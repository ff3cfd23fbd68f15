/*
 * `referee class check` of a class in which nothing has to be started: its exit status, its table
 * and its counts. The checks themselves are in tests/end-to-end/class-check.sh.
 */
#include "base/exit-status.h"
#include "referee/process/file-tree.h"
#include "referee/submissions/class-state.h"
#include "tests/lib/command-output.h"
#include "tests/lib/reported.h"

extern const struct command command_class_check;

/* Runs the command in a new class of these students: a letter each, in the order of their names.
 * f: fit, u: its check failed, n: not checked, e: there is nothing to run. */
static void run(struct command_output *output, const char *students, const char *const *words)
{
	static const char conf[] = "name = cup\ngame = connect4\ninclude = \"class.bots\"\n"
				   "bot one { command = true; }\nbot two { command = true; }\n";
	struct class_state c;
	struct error err;
	reported_enter_folder();
	file_tree_remove("class");
	reported_write("class.conf", conf, strlen(conf));
	reported_write("class.bots", "", 0);
	ck_assert_msg(class_state_open(&c, "class.conf", true, &err), "%s", err.text);
	for (int i = 0; students[i] != '\0'; i++) {
		char name[] = {'b', 'o', 't', (char)('a' + i), '\0'};
		struct class_student *s = class_state_add(&c, name);
		class_student_set(s, CLASS_VERSION, "abc");
		class_student_set(s, CLASS_COMMAND, students[i] == 'e' ? NULL : "true");
		class_student_set(s, CLASS_PROBLEM, students[i] == 'e' ? "only notes.docx" : NULL);
		if (students[i] == 'f' || students[i] == 'u')
			class_student_set_check(s, students[i] == 'f',
				students[i] == 'f' ? "it can play" : "it crashed");
		char *path = class_student_path(&c, s, "abc", "");
		ck_assert(file_tree_make_folder(path));
		free(path);
		ck_assert(class_student_save(&c, s, &err));
	}
	class_state_close(&c);
	command_output_run(output, &command_class_check, words, NULL);
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

static const char *const fresh[] = {"--new", NULL}, *const json[] = {"--new", "--json", NULL},
			 *const named[] = {"bota", NULL}, *const typo[] = {"bot", NULL};

/* Students, words of the command line, the exit status and the counts. */
static const struct {
	const char *students;
	const char *const *words;
	int status;
	const char *counts; /* NULL: nothing is checked */
} rows[] = {
	{"ff", fresh, EXIT_SUCCESS, "0 checked now. Of all 2 students: 2 fit, 0 failed, 0 with"},
	{"fu", fresh, EXIT_FAULTS, "0 checked now. Of all 2 students: 1 fit, 1 failed, 0 with"},
	{"fe", fresh, EXIT_FAULTS, "0 checked now. Of all 2 students: 1 fit, 0 failed, 1 with"},
	{"ef", named, EXIT_FAULTS, "0 checked now. Of all 2 students: 1 fit, 0 failed, 1 with"},
	{"enf", named, EXIT_FAULTS,
		"Of all 3 students: 1 fit, 0 failed, 1 with nothing to run, 1 not checked;"},
	{"ue", fresh, EXIT_FAULTS, "0 checked now. Of all 2 students: 0 fit, 1 failed, 1 with"},
	{"f", typo, EXIT_USAGE, NULL},
};

START_TEST(the_exit_status_says_whether_all_are_fit)
	{
		static struct command_output output;
		run(&output, rows[_i].students, rows[_i].words);
		ck_assert_msg(output.status == rows[_i].status, "%d: %s%s", output.status,
			output.out, output.err);
		if (rows[_i].counts != NULL)
			has(output.err, rows[_i].counts);
		else
			has(output.err, "the class has no bot \"bot\"; did you mean \"bota\"?");
	}
END_TEST

START_TEST(the_list_of_bots_has_the_fit_ones)
	{
		static struct command_output output;
		char text[512];
		run(&output, "fue", fresh);
		FILE *file = fopen("class.bots", "r");
		ck_assert_ptr_nonnull(file);
		text[fread(text, 1, sizeof text - 1, file)] = '\0';
		fclose(file);
		has(text, "bot \"bota\" {");
		has(text, "# botb: it crashed\n# botc: only notes.docx\n");
		has(output.err, "bots that failed do not enter (--all)");
	}
END_TEST

START_TEST(without_a_row_the_json_is_an_empty_list)
	{
		static struct command_output output;
		run(&output, "fe", json);
		ck_assert_str_eq(output.out, "[]\n");
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		file_tree_remove("class");
		unlink("class.conf");
		unlink("class.bots");
		reported_leave_folder();
	}
END_TEST

SUITE("commands/class/class-check",
	LOOP(the_exit_status_says_whether_all_are_fit, sizeof rows / sizeof *rows),
	CASE(the_list_of_bots_has_the_fit_ones), CASE(without_a_row_the_json_is_an_empty_list),
	CASE(the_test_leaves_nothing_behind))
