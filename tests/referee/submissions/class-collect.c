/*
 * Which files and folders are submissions: those of one student, and those of a whole class as
 * learning platforms pack it.
 */
#include "referee/submissions/class-collect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "tests/lib/archive-fixture.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { FILES = 7, TEXT = 1024 };

/* Files of a folder, or with a slash at the end: a folder. */
static void make(const char *folder, const char *const *files)
{
	file_tree_remove(folder);
	ck_assert(file_tree_make_folder(folder));
	for (int i = 0; i < FILES && files[i] != NULL; i++) {
		char *path = memory_print("%s/%s", folder, files[i]), *slash = strrchr(path, '/');
		*slash = '\0';
		ck_assert(file_tree_make_folder(path));
		*slash = '/';
		if (slash[1] != '\0')
			reported_write(path, "x", 1);
		free(path);
	}
}

/* The sources: "NAME", "NAME=LABEL" where that is another, "NAME+2" of two paths; behind "|" the
 * files that are none. */
static const char *sorted(const struct class_collection *c)
{
	static char text[TEXT];
	*text = '\0';
	for (int i = 0; i < c->count; i++) {
		const struct class_source *s = &c->sources[i];
		bool other = strcmp(s->name, s->label) != 0;
		size_t used = strlen(text);
		used += (size_t)snprintf(text + used, TEXT - used, "%s%s%s%s", i > 0 ? ", " : "",
			s->name, other ? "=" : "", other ? s->label : "");
		if (s->count > 1)
			snprintf(text + used, TEXT - used, "+%d", s->count);
		for (int k = 0; k < s->count; k++)
			ck_assert_int_eq(access(s->paths[k], F_OK), 0);
	}
	for (int i = 0; i < c->ignored_count; i++) {
		size_t used = strlen(text);
		snprintf(text + used, TEXT - used, "%s%s", i > 0 ? ", " : "|", c->ignored[i]);
	}
	return text;
}

#define MOODLE "_assignsubmission_file_"

static const struct {
	const char *files[FILES], *sorted;
} folders[] = {
	/* a folder with a program is one submission */
	{{"bot.py", "board.py"}, "all"},
	{{"Makefile", "a.c", "README"}, "all"},
	{{"src/main.c", "ann.zip"}, "all"},
	/* any other has one of each student */
	{{"ann/bot.py", "ben/bot.py"}, "ann, ben"},
	{{"ann.zip", "ben.tar.gz", "cy/x", "dan.py"}, "ann.zip, ben.tar.gz, cy, dan.py"},
	{{"ann.zip", "ben.zip", "marks.csv", "letter.pdf"},
		"ann.zip, ben.zip|letter.pdf, marks.csv"},
	{{"ann.zip", "ben.zip", ".hidden", ".git/x", "__MACOSX/x"}, "ann.zip, ben.zip"},
	/* entries with one number of Moodle and one name belong together */
	{{"Ann A_1" MOODLE "a.py", "Ann A_1" MOODLE "b.py", "Ben B_2" MOODLE "bot.zip"},
		"Ann A_1" MOODLE "a.py+2, Ben B_2" MOODLE "bot.zip"},
	{{"Ann A_1" MOODLE "/a.py", "Ann A_11" MOODLE "/a.py"},
		"Ann A_11" MOODLE ", Ann A_1" MOODLE},
	{{"Ann A_1" MOODLE "a.xyz", "Ben B_2" MOODLE "b.xyz"},
		"Ann A_1" MOODLE "a.xyz, Ben B_2" MOODLE "b.xyz"},
	{{"Ann A_1_assignsubmission_onlinetext_onlinetext.html", "Ben B_2" MOODLE "b.zip"},
		"Ben B_2" MOODLE "b.zip|Ann A_1_assignsubmission_onlinetext_onlinetext.html"},
	/* two students of one name in Canvas have numbers of their own */
	{{"kingada_11111_1_bot.zip", "kingada_22222_2_bot.zip"},
		"kingada_11111_1_bot.zip, kingada_22222_2_bot.zip"},
	/* of Blackboard's attempts the newest counts, and its letters do not */
	{{"T_ann_attempt_2026-01-02-10-00-00_b.py", "T_ann_attempt_2026-01-01-10-00-00_a.py",
		 "T_ann_attempt_2026-01-02-10-00-00_c.py", "T_ann_attempt_2026-01-02-10-00-00.txt",
		 "T_ben_attempt_2026-01-01-10-00-00_a.py"},
		"T_ann_attempt_2026-01-02-10-00-00_b.py+2, T_ben_attempt_2026-01-01-10-00-00_a.py|T_ann_attempt_2026-01-02-10-00-00.txt, T_ann_attempt_2026-01-01-10-00-00_a.py"},
	/* clones lose the name of the assignment */
	{{"four-ann/.git/x", "four-ben/.git/x", "four-cy/x"},
		"four-ann=ann, four-ben=ben, four-cy"},
	{{"four-a-x/.git/x", "four-a-y/.git/x"}, "four-a-x=x, four-a-y=y"},
	{{"four-a-x/.git/x", "four-a-y/.git/x", "four-b/.git/x"},
		"four-a-x=a-x, four-a-y=a-y, four-b=b"},
	{{"four-ann-b/.git/x", "four-ben/.git/x"}, "four-ann-b=ann-b, four-ben=ben"},
	{{"four-ann/.git/x", "four-anna/.git/x"}, "four-ann=ann, four-anna=anna"},
	{{"ann/.git/x", "ben/.git/x"}, "ann, ben"},
	{{"four-ann/.git/x", "ben.zip"}, "ben.zip, four-ann"},
	{{"four-/.git/x", "four-ann/.git/x"}, "four-, four-ann=ann"},
};

START_TEST(a_folder_is_one_submission_or_has_several)
	{
		struct class_collection c;
		struct error err;
		reported_enter_folder();
		ck_assert(file_tree_make_folder("class"));
		make("all", folders[_i].files);
		class_collection_init(&c, "class");
		ck_assert_msg(class_collection_add(&c, "all", &err), "%s", err.text);
		ck_assert_str_eq(sorted(&c), folders[_i].sorted);
		class_collection_clear(&c);
		file_tree_remove("all");
		file_tree_remove("class");
	}
END_TEST

/* Entries of an archive, and what is found in it. */
static const struct {
	const char *entries[FILES], *sorted;
} archives[] = {
	{{"bot.py", "board.py"}, "all.zip"},
	{{"four/bot.py"}, "all.zip"},
	{{"ann/bot.py", "ben/bot.py"}, "all.zip"},
	/* a class: by Moodle's marks, or archives alone */
	{{"Ann A_1" MOODLE "a.py", "Ben B_2" MOODLE "b.py"},
		"Ann A_1" MOODLE "a.py, Ben B_2" MOODLE "b.py"},
	{{"cup/Ann A_1" MOODLE "a.py", "cup/Ben B_2" MOODLE "b.py"},
		"Ann A_1" MOODLE "a.py, Ben B_2" MOODLE "b.py"},
	{{"Ann A_1" MOODLE "a.py"}, "Ann A_1" MOODLE "a.py"},
	{{"Ann A_1" MOODLE "/a.py"}, "Ann A_1" MOODLE},
	{{"ann.zip", "ben.tar.gz"}, "ann.zip, ben.tar.gz"},
	{{"ann.zip", "ben.zip", "__MACOSX/x"}, "ann.zip, ben.zip"},
	{{"ann.zip", "README"}, "all.zip"},
	{{"ann.zip"}, "all.zip"},
};

START_TEST(an_archive_is_one_submission_or_that_of_a_class)
	{
		struct class_collection c;
		struct error err;
		struct archive_fixture entries[FILES] = {{.path = NULL}};
		reported_enter_folder();
		ck_assert(file_tree_make_folder("class"));
		for (int i = 0; i < FILES && archives[_i].entries[i] != NULL; i++)
			entries[i] = (struct archive_fixture){
				.path = archives[_i].entries[i], .text = "x"};
		archive_fixture_write("all.zip", "zip", entries, FILES);
		class_collection_init(&c, "class");
		ck_assert_msg(class_collection_add(&c, "all.zip", &err), "%s", err.text);
		ck_assert_str_eq(sorted(&c), archives[_i].sorted);
		class_collection_clear(&c);
		/* nothing stays that was unpacked */
		ck_assert_int_eq(rmdir("class"), 0);
		unlink("all.zip");
	}
END_TEST

/* An export of Gradescope: the folder, the folder above it, and an archive. */
START_TEST(gradescope_says_whose_submissions_they_are)
	{
		static const char list[] = "---\n"
					   "submission_901:\n"
					   "  :submitters:\n"
					   "  - :name: Ada Lovelace\n"
					   "    :sid: '4711'\n"
					   "    :email: ada@uni.example\n"
					   "  - :name: Ben Bo\n"
					   "    :sid: '4712'\n"
					   "  :created_at: 2026-01-31 10:15:00.000000000 Z\n"
					   "  :history:\n"
					   "  - :id: 77\n"
					   "submission_90:\n"
					   "  :submitters:\n"
					   "  - :name: \"Cy: Coe\"\n";
		static const char *const paths[] = {"up/assignment_77_export", "up", "up.zip"};
		static const struct archive_fixture entries[] = {
			{.path = "assignment_77_export/submission_metadata.yml", .text = list},
			{.path = "assignment_77_export/submission_901/bot.py", .text = "x"},
			{.path = "assignment_77_export/submission_90/bot.py", .text = "x"},
			{.path = "assignment_77_export/submission_9/bot.py", .text = "x"}};
		struct class_collection c;
		struct error err;
		reported_enter_folder();
		ck_assert(file_tree_make_folder("class"));
		ck_assert(file_tree_make_folder("up/assignment_77_export/submission_901"));
		ck_assert(file_tree_make_folder("up/assignment_77_export/submission_90"));
		ck_assert(file_tree_make_folder("up/assignment_77_export/submission_9"));
		reported_write(
			"up/assignment_77_export/submission_metadata.yml", list, strlen(list));
		archive_fixture_write("up.zip", "zip", entries, 4);
		class_collection_init(&c, "class");
		ck_assert_msg(class_collection_add(&c, paths[_i], &err), "%s", err.text);
		ck_assert_str_eq(sorted(&c),
			"submission_9, submission_90=Cy: Coe, submission_901=Ada Lovelace|submission_metadata.yml");
		ck_assert_ptr_null(c.sources[0].id);
		ck_assert_ptr_null(c.sources[1].id);
		ck_assert_str_eq(c.sources[2].id, "4711");
		class_collection_clear(&c);
		unlink("up.zip");
		file_tree_remove("up");
		file_tree_remove("class");
	}
END_TEST

START_TEST(several_are_collected_in_their_order)
	{
		static const struct archive_fixture one[] = {
			{.path = "ann.zip", .text = "1"}, {.path = "ben.zip", .text = "2"}};
		static const struct archive_fixture other[] = {
			{.path = "cy.zip", .text = "3"}, {.path = "dan.zip", .text = "4"}};
		struct class_collection c;
		struct error err;
		reported_enter_folder();
		ck_assert(file_tree_make_folder("class"));
		archive_fixture_write("one.zip", "zip", one, 2);
		archive_fixture_write("other.zip", "zip", other, 2);
		reported_write("eve.py", "x", 1);
		/* a damaged archive is its student's mistake */
		reported_write("finn.zip", "no archive", 10);
		class_collection_init(&c, "class");
		ck_assert(class_collection_add(&c, "other.zip", &err));
		ck_assert(class_collection_add(&c, "finn.zip", &err));
		ck_assert(class_collection_add(&c, "one.zip", &err));
		ck_assert(class_collection_add(&c, "eve.py", &err));
		ck_assert_str_eq(sorted(&c), "cy.zip, dan.zip, finn.zip, ann.zip, ben.zip, eve.py");
		ck_assert(!class_collection_add(&c, "missing", &err));
		ck_assert_str_eq(err.text, "missing: it cannot be read: No such file or directory");
		class_collection_clear(&c);
		unlink("one.zip"), unlink("other.zip"), unlink("finn.zip"), unlink("eve.py");
	}
END_TEST

START_TEST(folders_that_a_killed_command_left_are_removed)
	{
		struct class_collection c;
		reported_enter_folder();
		ck_assert(file_tree_make_folder("class/.taken-77/0/x"));
		ck_assert(file_tree_make_folder("class/.new-77/x"));
		ck_assert(file_tree_make_folder("class/.newer"));
		ck_assert(file_tree_make_folder("class/ann"));
		class_collection_init(&c, "class");
		ck_assert_int_eq(access("class/.taken-77", F_OK), -1);
		ck_assert_int_eq(access("class/.new-77", F_OK), -1);
		ck_assert_int_eq(access("class/.newer", F_OK), 0);
		ck_assert_int_eq(access("class/ann", F_OK), 0);
		class_collection_clear(&c);
		file_tree_remove("class");
		reported_leave_folder();
	}
END_TEST

SUITE("class/class-collect",
	LOOP(a_folder_is_one_submission_or_has_several, sizeof folders / sizeof *folders),
	LOOP(an_archive_is_one_submission_or_that_of_a_class, sizeof archives / sizeof *archives),
	LOOP(gradescope_says_whose_submissions_they_are, 3),
	CASE(several_are_collected_in_their_order),
	CASE(folders_that_a_killed_command_left_are_removed))
