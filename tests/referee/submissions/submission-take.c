/*
 * A submission becomes a version of the right student's bot: by number, name, roster or rule, and
 * what is told of it. A submission that cannot be used leaves the version before.
 */
#include "referee/submissions/submission-take.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "tests/lib/archive-fixture.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

static const char plain[] = "name = cup\ngame = connect4\ninclude = \"class.bots\"\n"
			    "bot house {\n\tcommand = \"./house\"\n}\n";

struct taking {
	struct class_state class;
	struct class_roster roster;
	char **names;
	int names_count;
	struct submission_take t;
	struct error err;
};

/* Begins a call of the command. roster: its lines; NULL: there is none. */
static void begin(struct taking *k, const char *conf, const char *roster)
{
	*k = (struct taking){.names_count = 0};
	reported_enter_folder();
	reported_write("class.conf", conf, strlen(conf));
	ck_assert_msg(class_state_open(&k->class, "class.conf", true, &k->err), "%s", k->err.text);
	if (roster == NULL)
		return;
	reported_write("roster.csv", roster, strlen(roster));
	ck_assert_msg(class_roster_read(&k->roster, "roster.csv", &k->err), "%s", k->err.text);
}

static void begin_empty(struct taking *k, const char *conf, const char *roster)
{
	reported_enter_folder();
	file_tree_remove("class");
	begin(k, conf, roster);
}

static void end(struct taking *k)
{
	for (int i = 0; i < k->names_count; i++)
		free(k->names[i]);
	free(k->names);
	free(k->t.name);
	class_roster_clear(&k->roster);
	class_state_close(&k->class);
}

/* A submission with one file of this text, which was handed in under this name. */
static struct class_source source_of(const char *name, const char *label, const char *text)
{
	static char path[256], *paths[] = {path};
	snprintf(path, sizeof path, "%s", name);
	reported_write(path, text, strlen(text));
	return (struct class_source){(char *)name, (char *)label, paths, 1};
}

/* Takes a program of this text, and returns its student. */
static struct class_student *take_as(
	struct taking *k, const char *name, const char *label, const char *text)
{
	const struct class_source source = source_of(name, label, text);
	free(k->t.name);
	ck_assert_msg(submission_take(&k->class, &source, &k->roster, &k->names, &k->names_count,
			      &k->t, &k->err),
		"%s", k->err.text);
	unlink(name);
	struct class_student *s = class_state_find(&k->class, k->t.name);
	ck_assert_ptr_nonnull(s);
	return s;
}

static struct class_student *take(struct taking *k, const char *name, const char *text)
{
	return take_as(k, name, name, text);
}

static void note_is(const struct taking *k, const char *name, const char *notes)
{
	ck_assert_str_eq(k->t.name, name);
	ck_assert_str_eq(k->t.notes, notes);
}

START_TEST(a_submission_is_new_then_a_new_version_then_as_before)
	{
		struct taking k;
		begin_empty(&k, plain, NULL);
		struct class_student *s = take(&k, "ada.py", "one");
		char *first = memory_copy(s->fields[CLASS_VERSION]);
		ck_assert_int_eq(k.t.novelty, SUBMISSION_NEW);
		note_is(&k, "ada", "");
		ck_assert(!k.t.keeps);
		ck_assert_str_eq(s->fields[CLASS_SOURCE], "ada.py");
		ck_assert_str_eq(s->fields[CLASS_STUDENT], "ada");
		ck_assert_ptr_null(s->fields[CLASS_ID]);
		ck_assert_str_eq(s->fields[CLASS_COMMAND], "python3 ada.py");
		ck_assert_ptr_null(s->fields[CLASS_PROBLEM]);
		ck_assert_uint_eq(strlen(first), CLASS_VERSION_TEXT - 1);
		end(&k);
		begin(&k, plain, NULL);
		s = take(&k, "ada.py", "two");
		ck_assert_int_eq(k.t.novelty, SUBMISSION_VERSION);
		ck_assert_str_ne(s->fields[CLASS_VERSION], first);
		end(&k);
		begin(&k, plain, NULL);
		s = take(&k, "ada.py", "two");
		ck_assert_int_eq(k.t.novelty, SUBMISSION_SAME);
		end(&k);
		begin(&k, plain, NULL);
		s = take(&k, "ada.py", "one");
		ck_assert_int_eq(k.t.novelty, SUBMISSION_VERSION);
		ck_assert_str_eq(s->fields[CLASS_VERSION], first);
		char *path = class_student_path(&k.class, s, first, "");
		ck_assert_int_eq(access(path, F_OK), 0);
		free(path);
		free(first);
		end(&k);
	}
END_TEST

START_TEST(two_students_of_one_name_have_two_bots_and_no_bot_takes_the_name_of_a_house_bot)
	{
		struct taking k;
		begin_empty(&k, plain, NULL);
		take(&k, "ada_1_assignsubmission_file_x.py", "one");
		note_is(&k, "ada", "");
		take(&k, "ada_2_assignsubmission_file_x.py", "two");
		note_is(&k, "ada-2", "another bot has this name too");
		take(&k, "ada.py", "three");
		note_is(&k, "ada-3", "another bot has this name too");
		take(&k, "house.py", "four");
		note_is(&k, "house-2", "another bot has this name too");
		ck_assert_int_eq(k.class.count, 4);
		end(&k);
		/* The next time each is found again, in another order too. */
		begin(&k, plain, NULL);
		take(&k, "ada_2_assignsubmission_file_y.py", "two, again");
		note_is(&k, "ada-2", "another bot has this name too");
		take(&k, "ada_1_assignsubmission_file_x.py", "one, again");
		note_is(&k, "ada", "");
		ck_assert_int_eq(k.class.count, 4);
		end(&k);
	}
END_TEST

START_TEST(a_new_number_with_the_file_of_another_student_is_a_new_student)
	{
		struct taking k;
		begin_empty(&k, plain, NULL);
		struct class_student *s =
			take_as(&k, "bot.py", "ada_77_assignsubmission_file_bot.py", "one");
		ck_assert_str_eq(s->fields[CLASS_ID], "77");
		char *version = memory_copy(s->fields[CLASS_VERSION]);
		end(&k);
		begin(&k, plain, NULL);
		take_as(&k, "bot.py", "ada_88_assignsubmission_file_bot.py", "two");
		ck_assert_int_eq(k.t.novelty, SUBMISSION_NEW);
		note_is(&k, "ada-2", "another bot has this name too");
		s = class_state_find(&k.class, "ada");
		ck_assert_str_eq(s->fields[CLASS_ID], "77");
		ck_assert_str_eq(s->fields[CLASS_VERSION], version);
		free(version);
		end(&k);
	}
END_TEST

/* Platforms wrap the file of a student: its own name is behind their marks, or in an archive. */
START_TEST(the_files_of_a_student_lose_what_wraps_them)
	{
		static const struct archive_fixture program[] = {
			{.path = "four/bot.py", .text = "1"},
			{.path = "four/board.py", .text = "2"}};
		struct taking k;
		char *path = NULL;
		begin_empty(&k, plain, NULL);
		struct class_student *s = take(&k, "ada_1_assignsubmission_file_four.py", "one");
		ck_assert_str_eq(s->fields[CLASS_COMMAND], "python3 four.py");
		archive_fixture_write("inner.zip", "zip", program, 2);
		/* an archive, then an archive that is all there is in a folder */
		char archive[] = "inner.zip", folder[] = "outer", ben[] = "ben", cy[] = "cy";
		struct class_source source = {ben, ben, (char *[]){archive}, 1};
		struct submission_take one, other;
		ck_assert(submission_take(
			&k.class, &source, &k.roster, &k.names, &k.names_count, &one, &k.err));
		s = class_state_find(&k.class, "ben");
		ck_assert_str_eq(s->fields[CLASS_COMMAND], "python3 bot.py");
		path = class_student_path(&k.class, s, s->fields[CLASS_VERSION], "");
		char *board = memory_print("%s/board.py", path);
		ck_assert_int_eq(access(board, F_OK), 0);
		ck_assert_int_eq(mkdir("outer", 0755), 0);
		ck_assert_int_eq(rename("inner.zip", "outer/inner.zip"), 0);
		source = (struct class_source){cy, cy, (char *[]){folder}, 1};
		ck_assert(submission_take(
			&k.class, &source, &k.roster, &k.names, &k.names_count, &other, &k.err));
		s = class_state_find(&k.class, "cy");
		ck_assert_str_eq(s->fields[CLASS_VERSION],
			class_state_find(&k.class, "ben")->fields[CLASS_VERSION]);
		free(board);
		free(path);
		free(one.name);
		free(other.name);
		file_tree_remove("outer");
		end(&k);
	}
END_TEST

/* Once the whole name of the file was the name of the bot. */
START_TEST(a_bot_with_an_older_name_keeps_it)
	{
		struct taking k;
		begin_empty(&k, plain, NULL);
		struct class_student *s = class_state_add(&k.class, "ada.py");
		class_student_set(s, CLASS_SOURCE, "ada.py");
		take(&k, "ada.py", "one");
		note_is(&k, "ada.py", "it keeps the name that it had");
		ck_assert_int_eq(k.class.count, 1);
		end(&k);
	}
END_TEST

START_TEST(a_student_keeps_the_name_when_a_roster_comes_later)
	{
		struct taking k;
		begin_empty(&k, plain, NULL);
		take(&k, "ada_77_assignsubmission_file_x.py", "one");
		take(&k, "ben.py", "one");
		end(&k);
		begin(&k, plain, "id,name,username,bot\n77,Ada King,,queen\n,ben,bb,\n");
		struct class_student *s = take(&k, "ada_77_assignsubmission_file_x.py", "two");
		note_is(&k, "ada", "it keeps the name that it had");
		ck_assert(k.t.keeps);
		ck_assert_str_eq(s->fields[CLASS_STUDENT], "Ada King");
		take(&k, "ben.py", "two");
		note_is(&k, "ben", "it keeps the name that it had");
		ck_assert_int_eq(k.class.count, 2);
		end(&k);
	}
END_TEST

/* A submission, the name of its bot, what is told, and the student and number that are kept. */
static const struct {
	const char *conf, *submission, *name, *notes, *student, *id;
} named[] = {
	{"", "ada_77_assignsubmission_file_x.py", "queen", "", "Ada King", "77"},
	{"", "bb.py", "bb", "", "Ben Bo", "5"},
	{"", "Cy Coe.py", "Cy-Coe", "", "Cy Coe", "6"},
	{"", "dan.py", "dan", "it is not in the roster", "dan", NULL},
	{"", "eve.py", "eve", "2 rows of the roster fit it", "eve", NULL},
	{"class-names = \"^x-(.*)[.]py$\"\n", "x-bb.py", "bb", "", "Ben Bo", "5"},
	{"class-names = \"^x-(.*)-main[.]py$\"\n", "x-AK-main.py", "queen", "", "Ada King", "77"},
	{"class-names = \"^(x)-\"\n", "x-zed.py", "x", "it is not in the roster", "x", NULL},
	{"class-names = \"^x-(.*)[.]py$\"\n", "dan.py", "dan",
		"class-names does not fit its name; it is not in the roster", "dan", NULL},
};

START_TEST(the_roster_and_the_rule_name_a_bot)
	{
		struct taking k;
		char *conf = memory_print("%s%s", named[_i].conf, plain);
		begin_empty(&k, conf,
			"id,name,username,bot\n77,Ada King,ak,queen\n5,Ben Bo,bb,\n6,Cy Coe,,\n"
			"7,eve,,\n8,eve,,\n");
		struct class_student *s = take(&k, named[_i].submission, "x");
		note_is(&k, named[_i].name, named[_i].notes);
		ck_assert_str_eq(s->fields[CLASS_STUDENT], named[_i].student);
		ck_assert_pstr_eq(s->fields[CLASS_ID], named[_i].id);
		free(conf);
		end(&k);
	}
END_TEST

START_TEST(a_submission_that_cannot_be_unpacked_leaves_the_version_before)
	{
		struct taking k;
		begin_empty(&k, plain, NULL);
		struct class_student *s = take(&k, "ada.zip", "no archive");
		ck_assert_ptr_nonnull(s->fields[CLASS_PROBLEM]);
		ck_assert_ptr_null(s->fields[CLASS_VERSION]);
		ck_assert(!class_student_is_kept(s));
		note_is(&k, "ada", "");
		end(&k);
		begin(&k, plain, NULL);
		s = take_as(&k, "ada.py", "ada", "one");
		char *version = memory_copy(s->fields[CLASS_VERSION]);
		ck_assert_int_eq(k.t.novelty, SUBMISSION_NEW);
		ck_assert_ptr_null(s->fields[CLASS_PROBLEM]);
		end(&k);
		begin(&k, plain, NULL);
		s = take(&k, "ada.zip", "no archive");
		ck_assert_int_eq(k.t.novelty, SUBMISSION_SAME);
		ck_assert_ptr_nonnull(strstr(k.t.notes, "the version before stays: "));
		ck_assert_str_eq(s->fields[CLASS_VERSION], version);
		ck_assert_str_eq(s->fields[CLASS_COMMAND], "python3 ada.py");
		ck_assert(class_student_is_kept(s));
		end(&k);
		/* The saved fields are the same. */
		begin(&k, plain, NULL);
		s = class_state_find(&k.class, "ada");
		ck_assert_str_eq(s->fields[CLASS_VERSION], version);
		ck_assert_ptr_nonnull(s->fields[CLASS_PROBLEM]);
		s = take_as(&k, "ada.py", "ada", "two");
		ck_assert(!class_student_is_kept(s));
		free(version);
		end(&k);
	}
END_TEST

/* Files sent as a version of a known student, and why they are refused. */
static const struct {
	const char *file, *text, *why; /* NULL: it is taken */
} sent[] = {
	{"four.py", "two", NULL},
	{"four.zip", "no archive", "it cannot be read as an archive"},
	{"notes.docx", "text", "there is nothing to run: only notes.docx"},
};

START_TEST(of_what_is_sent_for_a_student_only_a_program_is_taken)
	{
		struct taking k;
		begin_empty(&k, plain, NULL);
		struct class_student *s = take(&k, "ada.py", "one");
		const struct class_source source = source_of(sent[_i].file, "other", sent[_i].text);
		free(k.t.name);
		bool good = submission_take_as(&k.class, s, &source, &k.t, &k.err);
		ck_assert_int_eq(good, sent[_i].why == NULL);
		ck_assert_str_eq(k.t.name, "ada");
		if (good)
			ck_assert_str_eq(s->fields[CLASS_COMMAND], "python3 four.py");
		else
			ck_assert_ptr_eq(strstr(k.err.text, sent[_i].why), k.err.text);
		unlink(sent[_i].file);
		end(&k);
		/* Nothing is saved: the caller says whether the version counts. */
		begin(&k, plain, NULL);
		s = class_state_find(&k.class, "ada");
		ck_assert_str_eq(s->fields[CLASS_COMMAND], "python3 ada.py");
		ck_assert_ptr_null(s->fields[CLASS_PROBLEM]);
		end(&k);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		file_tree_remove("class");
		unlink("class.conf");
		unlink("roster.csv");
		reported_leave_folder();
	}
END_TEST

SUITE("class/submission-take", CASE(a_submission_is_new_then_a_new_version_then_as_before),
	CASE(two_students_of_one_name_have_two_bots_and_no_bot_takes_the_name_of_a_house_bot),
	CASE(a_new_number_with_the_file_of_another_student_is_a_new_student),
	CASE(the_files_of_a_student_lose_what_wraps_them), CASE(a_bot_with_an_older_name_keeps_it),
	CASE(a_student_keeps_the_name_when_a_roster_comes_later),
	LOOP(the_roster_and_the_rule_name_a_bot, sizeof named / sizeof *named),
	CASE(a_submission_that_cannot_be_unpacked_leaves_the_version_before),
	LOOP(of_what_is_sent_for_a_student_only_a_program_is_taken, sizeof sent / sizeof *sent),
	CASE(the_test_leaves_nothing_behind))
