/*
 * The versions of a student's bot: what is kept beside the newest one, and what is taken back.
 */
#include "referee/submissions/class-state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

static const char conf[] = "game = connect4\nformat = ladder\nsubmissions = \"sent\"\n";

/* Makes a version the newest and keeps it. */
static void enter(struct class_state *c, struct class_student *s, const char *version)
{
	struct error err;
	char *files = class_student_path(c, s, version, ""),
	     *command = memory_print("./%s", version);
	class_student_set(s, CLASS_BEFORE, s->fields[CLASS_VERSION]);
	class_student_set(s, CLASS_VERSION, version);
	class_student_set(s, CLASS_COMMAND, command);
	ck_assert(class_student_keep_version(c, s, &err));
	ck_assert_int_eq(mkdir(files, 0755), 0);
	free(command);
	free(files);
}

static struct class_student *open_class(struct class_state *c, bool first)
{
	struct error err;
	if (first)
		file_tree_remove("sent");
	if (first)
		ck_assert(class_state_write_file("ladder.conf", conf, &err));
	ck_assert_msg(class_state_open(c, "ladder.conf", true, &err), "%s", err.text);
	ck_assert_str_eq(c->folder, "sent");
	ck_assert_str_eq(c->bots, "sent/.bots");
	return first ? class_state_add(c, "ann") : class_state_find(c, "ann");
}

START_TEST(a_version_is_taken_back_with_all_that_starts_it)
	{
		struct class_state c;
		struct error err;
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		enter(&c, s, "aaaa");
		enter(&c, s, "bbbb");
		enter(&c, s, "cccc");
		ck_assert(class_student_take_back(&c, s, NULL, &err));
		ck_assert_str_eq(s->fields[CLASS_VERSION], "bbbb");
		ck_assert_str_eq(s->fields[CLASS_COMMAND], "./bbbb");
		ck_assert(class_student_take_back(&c, s, NULL, &err));
		ck_assert_str_eq(s->fields[CLASS_VERSION], "cccc");
		ck_assert(class_student_take_back(&c, s, "aaaa", &err));
		ck_assert(class_student_save(&c, s, &err));
		class_state_close(&c);
		s = open_class(&c, false);
		ck_assert_str_eq(s->fields[CLASS_VERSION], "aaaa");
		ck_assert_str_eq(s->fields[CLASS_BEFORE], "cccc");
		class_state_close(&c);
	}
END_TEST

static const struct {
	const char *version, *part;
} wrong[] = {
	{NULL, "there is no version before this one"},
	{"aaaa", "plays now"},
	{"bbbb", "never fit"},
	{"../ann/aaaa", "never fit"},
	{"", "never fit"},
};

START_TEST(no_other_version_is_taken_back)
	{
		struct class_state c;
		struct error err;
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		enter(&c, s, "aaaa");
		ck_assert(!class_student_take_back(&c, s, wrong[_i].version, &err));
		ck_assert_msg(strstr(err.text, wrong[_i].part) != NULL, "%s", err.text);
		ck_assert_str_eq(s->fields[CLASS_VERSION], "aaaa");
		class_state_close(&c);
	}
END_TEST

START_TEST(the_game_of_a_class_may_be_a_program)
	{
		struct class_state c;
		struct error err;
		reported_enter_folder();
		ck_assert(class_state_write_file("ladder.conf",
			"game = \"process:./rules\"\nrules { dir = \"r\" }\ninclude = \"x.bots\"\n",
			&err));
		ck_assert_msg(class_state_open(&c, "ladder.conf", false, &err), "%s", err.text);
		ck_assert_str_eq(c.bots, "x.bots");
		class_state_close(&c);
	}
END_TEST

/* A text of a field, and what is read back: control bytes become blanks. */
static const char *const texts[][2] = {
	{"C:\\bots\\", "C:\\bots\\"},
	{"\\", "\\"},
	{"\\'", "\\'"},
	{"it's 'so'", "it's 'so'"},
	{"\\n\"#{}= ", "\\n\"#{}= "},
	{"a\nb\tc\177d", "a b c d"},
	{"J\303\266rg \342\202\254", "J\303\266rg \342\202\254"},
	{"", ""},
};

START_TEST(any_text_of_a_field_reads_back)
	{
		struct class_state c;
		struct error err;
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		class_student_set(s, CLASS_STUDENT, texts[_i][0]);
		class_student_set(s, CLASS_PROBLEM, "behind it");
		ck_assert(class_student_save(&c, s, &err));
		class_state_close(&c);
		s = open_class(&c, false);
		ck_assert_str_eq(s->fields[CLASS_STUDENT], texts[_i][1]);
		ck_assert_str_eq(s->fields[CLASS_PROBLEM], "behind it");
		class_state_close(&c);
	}
END_TEST

/* The names of the fields stay: files of earlier versions have them. */
START_TEST(each_field_reads_back_at_its_place)
	{
		static const char *const keys[CLASS_FIELDS] = {"source", "student", "id", "version",
			"command", "build", "adapter", "reason", "left-out", "problem", "check",
			"check-text", "checked", "check-time", "fit-version", "before"};
		struct class_state c;
		struct error err;
		char text[CLASS_FIELDS * 32] = "";
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		ck_assert(class_student_save(&c, s, &err));
		class_state_close(&c);
		for (int i = 0; i < CLASS_FIELDS; i++)
			sprintf(text + strlen(text), "%s = 'text %d'\n", keys[i], i);
		reported_write("sent/ann/taken", text, strlen(text));
		s = open_class(&c, false);
		for (int i = 0; i < CLASS_FIELDS; i++) {
			char wanted[16];
			sprintf(wanted, "text %d", i);
			ck_assert_pstr_eq(s->fields[i], wanted);
		}
		class_state_close(&c);
	}
END_TEST

/* The fields of a student, and what follows from them. */
static const struct judged {
	const char *version, *command, *check, *text, *checked, *fit, *problem;
	bool is_checked, is_fit, is_kept, enters, enters_all;
	const char *obstacle, *lost, *lost_all;
} judged[] = {
	{"bb", "x", "ok", "good", "bb", "bb", NULL, true, true, false, true, true, NULL, NULL,
		NULL},
	{"bb", "x", "failed", "too slow", "bb", "aa", NULL, true, false, false, false, true,
		"too slow", "aa", NULL},
	{"bb", "x", "failed", NULL, "bb", NULL, NULL, true, false, false, false, true,
		"its check failed", NULL, NULL},
	/* not checked yet: it enters, whatever the version before was */
	{"bb", "x", "failed", "too slow", "aa", NULL, NULL, false, false, false, true, true, NULL,
		NULL, NULL},
	{"bb", "x", NULL, NULL, "bb", NULL, NULL, false, false, false, true, true, NULL, NULL,
		NULL},
	/* as files of earlier versions are: the last check alone says what was fit */
	{"bb", NULL, "ok", NULL, "aa", NULL, "only notes.docx", false, false, false, false, false,
		"only notes.docx", "aa", "aa"},
	{"bb", NULL, "failed", NULL, "aa", NULL, NULL, false, false, false, false, false,
		"there is nothing to run", NULL, NULL},
	{"bb", "x", "ok", NULL, "bb", "bb", "it has a password", true, true, true, true, true, NULL,
		NULL, NULL},
	{NULL, NULL, NULL, NULL, NULL, "aa", "damaged", false, false, false, false, false,
		"damaged", "aa", "aa"},
};

START_TEST(what_enters_and_what_stands_against_it_follows_from_the_fields)
	{
		const struct judged *j = &judged[_i];
		struct class_student s = {.name = NULL};
		class_student_set(&s, CLASS_VERSION, j->version);
		class_student_set(&s, CLASS_COMMAND, j->command);
		class_student_set(&s, CLASS_CHECK, j->check);
		class_student_set(&s, CLASS_CHECK_TEXT, j->text);
		class_student_set(&s, CLASS_CHECKED, j->checked);
		class_student_set(&s, CLASS_FIT_VERSION, j->fit);
		class_student_set(&s, CLASS_PROBLEM, j->problem);
		ck_assert_int_eq(class_student_is_checked(&s), j->is_checked);
		ck_assert_int_eq(class_student_is_fit(&s), j->is_fit);
		ck_assert_int_eq(class_student_is_kept(&s), j->is_kept);
		ck_assert_int_eq(class_student_enters(&s, false), j->enters);
		ck_assert_int_eq(class_student_enters(&s, true), j->enters_all);
		ck_assert_pstr_eq(class_student_obstacle(&s), j->obstacle);
		ck_assert_pstr_eq(class_student_lost_version(&s, false), j->lost);
		ck_assert_pstr_eq(class_student_lost_version(&s, true), j->lost_all);
		for (int i = 0; i < CLASS_FIELDS; i++)
			free(s.fields[i]);
	}
END_TEST

START_TEST(a_check_keeps_the_version_that_was_fit_last)
	{
		struct class_state c;
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		class_student_set(s, CLASS_VERSION, "aa");
		class_student_set_check(s, true, "good");
		class_student_set(s, CLASS_CHECK_TIME, "100 ms");
		ck_assert_str_eq(s->fields[CLASS_FIT_VERSION], "aa");
		class_student_set(s, CLASS_VERSION, "bb");
		class_student_set_check(s, false, "bad");
		ck_assert_str_eq(s->fields[CLASS_FIT_VERSION], "aa");
		ck_assert_str_eq(s->fields[CLASS_CHECKED], "bb");
		ck_assert_str_eq(s->fields[CLASS_CHECK], "failed");
		ck_assert_str_eq(s->fields[CLASS_CHECK_TEXT], "bad");
		ck_assert_ptr_null(s->fields[CLASS_CHECK_TIME]);
		/* what else a student needs after a failure */
		class_student_set(s, CLASS_LEFT_OUT, "left out: 1 link or device (a)");
		class_student_set_check(s, false, "bad");
		ck_assert_str_eq(
			s->fields[CLASS_CHECK_TEXT], "bad; left out: 1 link or device (a)");
		class_student_set(s, CLASS_BUILD, "make");
		class_student_set(s, CLASS_REASON, "Makefile");
		class_student_set_check(s, false, "it made ./x: write command = \"./x\"");
		ck_assert_str_eq(s->fields[CLASS_CHECK_TEXT],
			"it made ./x: write command = \"./x\", in a file referee.txt with build = \"make\"; left out: 1 link or device (a)");
		class_student_set(s, CLASS_REASON, "referee.txt");
		class_student_set(s, CLASS_LEFT_OUT, NULL);
		class_student_set_check(s, false, "write command = \"./x\"");
		ck_assert_str_eq(s->fields[CLASS_CHECK_TEXT], "write command = \"./x\"");
		class_student_set(s, CLASS_LEFT_OUT, "left out: 1 link or device (a)");
		class_student_set(s, CLASS_VERSION, "cc");
		class_student_set_check(s, true, NULL);
		ck_assert_str_eq(s->fields[CLASS_FIT_VERSION], "cc");
		ck_assert_ptr_null(s->fields[CLASS_CHECK_TEXT]);
		class_state_close(&c);
	}
END_TEST

/* ann is fit, ben failed, cy has nothing to run, and each text would end its line or its quotes. */
START_TEST(the_list_of_bots_has_those_that_enter_and_says_why_others_do_not)
	{
		struct class_state c;
		struct error err;
		char text[1024] = "";
		reported_enter_folder();
		enter(&c, open_class(&c, true), "aaaa");
		struct class_student *s = class_state_find(&c, "ann");
		class_student_set(s, CLASS_COMMAND, "./a 'b' c\\");
		class_student_set(s, CLASS_BUILD, "make");
		class_student_set(s, CLASS_ADAPTER, "kaggle");
		s = class_state_add(&c, "ben");
		class_student_set(s, CLASS_VERSION, "bbbb");
		class_student_set(s, CLASS_COMMAND, "./b");
		class_student_set_check(s, false, "bad\nbot x {");
		s = class_state_add(&c, "cy");
		class_student_set(s, CLASS_PROBLEM, "empty");
		for (int all = 0; all < 2; all++) {
			ck_assert(class_state_write_bots(&c, all == 1, &err));
			ck_assert_int_eq(class_state_lets_all_enter(&c), all);
			FILE *file = fopen("sent/.bots", "r");
			ck_assert_ptr_nonnull(file);
			text[fread(text, 1, sizeof text - 1, file)] = '\0';
			fclose(file);
			ck_assert_str_eq(strchr(text, '\n') + 1,
				all ? "bot \"ann\" {\n\tdir = 'sent/ann/aaaa'\n\tadapter = 'kaggle'\n"
				      "\tbuild = 'make'\n\tcommand = './a \\'b\\' c\\\\'\n}\n"
				      "bot \"ben\" {\n\tdir = 'sent/ben/bbbb'\n\tcommand = './b'\n}\n"
				      "# cy: empty\n"
				    : "bot \"ann\" {\n\tdir = 'sent/ann/aaaa'\n\tadapter = 'kaggle'\n"
				      "\tbuild = 'make'\n\tcommand = './a \\'b\\' c\\\\'\n}\n"
				      "# ben: bad bot x {\n# cy: empty\n");
		}
		class_state_close(&c);
	}
END_TEST

/* A folder stands in the place of the file. */
START_TEST(a_file_that_cannot_be_replaced_leaves_nothing_beside)
	{
		struct error err = {""};
		reported_enter_folder();
		file_tree_remove("sent");
		ck_assert(file_tree_make_folder("sent/taken"));
		ck_assert(!class_state_write_file("sent/taken", "x", &err));
		ck_assert_str_eq(
			err.text, "sent/taken: the file cannot be written: Is a directory");
		ck_assert_int_eq(rmdir("sent/taken"), 0);
		ck_assert_msg(rmdir("sent") == 0, "something stays beside");
	}
END_TEST

/* The mask of a process holds for the files that it writes. */
START_TEST(a_file_has_the_mode_that_the_mask_leaves)
	{
		static const mode_t masks[][2] = {{0, 0644}, {022, 0644}, {027, 0640}, {077, 0600}};
		struct error err = {""};
		struct stat file;
		reported_enter_folder();
		for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
			mode_t before = umask(masks[i][0]);
			ck_assert_msg(class_state_write_file("moded", "x", &err), "%s", err.text);
			ck_assert_uint_eq(umask(before), masks[i][0]);
			ck_assert_int_eq(stat("moded", &file), 0);
			ck_assert_uint_eq(file.st_mode & 0777, masks[i][1]);
		}
		ck_assert_int_eq(unlink("moded"), 0);
	}
END_TEST

START_TEST(a_version_is_described_by_its_file_and_its_command)
	{
		static const char damaged[] = "source = 'x'\ncommand = 'y'\n}\n";
		static const char half[] = "source = 'x'\n";
		struct class_state c;
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		class_student_set(s, CLASS_SOURCE, "mine.zip");
		enter(&c, s, "aaaa");
		class_student_set(s, CLASS_SOURCE, NULL);
		enter(&c, s, "bbbb");
		reported_write("sent/ann/cccc.taken", damaged, strlen(damaged));
		reported_write("sent/ann/dddd.taken", half, strlen(half));
		for (int i = 0; i < 5; i++) {
			static const char *const wanted[][2] = {
				{"aaaa", "mine.zip, started by ./aaaa"},
				{"bbbb", "unknown, started by ./bbbb"},
				{"cccc", "unknown, started by unknown"},
				{"dddd", "x, started by unknown"},
				{"eeee", "unknown, started by unknown"},
			};
			char *text = class_student_describe_version(&c, s, wanted[i][0]);
			ck_assert_str_eq(text, wanted[i][1]);
			free(text);
		}
		class_state_close(&c);
	}
END_TEST

/* A folder stands in the place of its file. */
START_TEST(a_version_that_cannot_be_kept_is_told)
	{
		struct class_state c;
		struct error err;
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		class_student_set(s, CLASS_VERSION, "aaaa");
		ck_assert(file_tree_make_folder("sent/ann/aaaa.taken"));
		ck_assert(!class_student_keep_version(&c, s, &err));
		ck_assert_str_eq(err.text,
			"sent/ann/aaaa.taken: the file cannot be written: Is a directory");
		class_state_close(&c);
	}
END_TEST

/* The file of a class, and what is read of it: paths are beside it. */
START_TEST(the_settings_of_a_class_are_read)
	{
		static const char text[] =
			"name = cup\ndb = cup.db\ngame = connect4\n"
			"class-folder = bots\nclass-names = \"(.*)\"\n"
			"class-roster = all.csv\ninclude = a.bots\ninclude = b.bots\n"
			"bot ann {\n\tcommand = a\n\tname = other\n}\nbot ben {\n}\n";
		struct class_state c;
		struct error err;
		reported_enter_folder();
		ck_assert(file_tree_make_folder("sent"));
		reported_write("sent/class.conf", text, strlen(text));
		ck_assert_msg(class_state_open(&c, "sent/class.conf", false, &err), "%s", err.text);
		ck_assert_str_eq(c.tournament, "cup");
		ck_assert_str_eq(c.db, "cup.db");
		ck_assert_str_eq(c.folder, "sent/bots");
		ck_assert_str_eq(c.names, "(.*)");
		ck_assert_str_eq(c.roster, "sent/all.csv");
		ck_assert_str_eq(c.bots, "sent/a.bots");
		ck_assert(class_state_has_house_bot(&c, "ann") &&
			  class_state_has_house_bot(&c, "ben"));
		ck_assert(!class_state_has_house_bot(&c, "cy"));
		class_state_close(&c);
		reported_write("sent/class.conf", "game = nim\n", 11);
		ck_assert(!class_state_open(&c, "sent/class.conf", false, &err));
		ck_assert_ptr_nonnull(
			strstr(err.text, "it includes no file for the students' bots"));
		class_state_close(&c);
		ck_assert(!class_state_open(&c, "sent/none.conf", false, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "`referee class init GAME` makes one"));
		class_state_close(&c);
		file_tree_remove("sent");
	}
END_TEST

/* Two calls at once would write over each other's files. */
START_TEST(a_class_that_is_open_for_writing_is_open_once)
	{
		struct class_state c, other;
		struct error err;
		reported_enter_folder();
		open_class(&c, true);
		ck_assert(!class_state_open(&other, "ladder.conf", true, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "another `referee class` works on it"));
		class_state_close(&other);
		ck_assert(class_state_open(&other, "ladder.conf", false, &err));
		class_state_close(&other);
		class_state_close(&c);
		ck_assert(class_state_open(&other, "ladder.conf", true, &err));
		class_state_close(&other);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		file_tree_remove("sent");
		unlink("ladder.conf");
		reported_leave_folder();
	}
END_TEST

SUITE("class/class-state", CASE(a_version_is_taken_back_with_all_that_starts_it),
	LOOP(no_other_version_is_taken_back, sizeof wrong / sizeof *wrong),
	CASE(the_game_of_a_class_may_be_a_program),
	LOOP(any_text_of_a_field_reads_back, sizeof texts / sizeof *texts),
	CASE(each_field_reads_back_at_its_place),
	LOOP(what_enters_and_what_stands_against_it_follows_from_the_fields,
		sizeof judged / sizeof *judged),
	CASE(a_check_keeps_the_version_that_was_fit_last),
	CASE(the_list_of_bots_has_those_that_enter_and_says_why_others_do_not),
	CASE(a_file_that_cannot_be_replaced_leaves_nothing_beside),
	CASE(a_file_has_the_mode_that_the_mask_leaves),
	CASE(a_version_is_described_by_its_file_and_its_command),
	CASE(a_version_that_cannot_be_kept_is_told), CASE(the_settings_of_a_class_are_read),
	CASE(a_class_that_is_open_for_writing_is_open_once), CASE(the_test_leaves_nothing_behind))
