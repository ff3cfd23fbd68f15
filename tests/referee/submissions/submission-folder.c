/*
 * A folder to which a submission was unpacked: where its files are, which of them are the newest, and
 * their digest.
 */
#include "referee/submissions/submission-folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/process/file-tree.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { ENTRIES = 6, TEXT = 4096 };

/* The files of a folder, and the folder that holds them all. */
static const struct {
	const char *files[3], *inner, *archive;
} inner[] = {
	{{"own/a/b/bot.py"}, "own/a/b", NULL},
	{{"own/a/bot.py", "own/README"}, "own", NULL},
	{{"own/four/__init__.py", "own/four/x.py"}, "own", NULL},
	{{"own/four.zip"}, "own", "own/four.zip"},
	{{"own/a/four.zip"}, "own/a", "own/a/four.zip"},
	{{"own/four.zip", "own/README"}, "own", NULL},
	{{"own/bot.py"}, "own", NULL},
	{{"own/four.zip/bot.py"}, "own/four.zip", NULL},
	/* versions of Teams */
	{{"own/T/Version 2/bot.py", "own/T/Version 10/bot.py"}, "own/T/Version 10", NULL},
	{{"own/Version 1/four.zip"}, "own/Version 1", "own/Version 1/four.zip"},
	{{"own/Version 1/bot.py", "own/Version 2/bot.py", "own/README"}, "own", NULL},
	{{"own/Version 1/bot.py", "own/Version x/bot.py"}, "own", NULL},
	{{"own/Version 1/bot.py", "own/Version 1234567/bot.py"}, "own", NULL},
};

START_TEST(the_folder_of_the_files_and_the_only_archive_are_found)
	{
		reported_enter_folder();
		file_tree_remove("own");
		for (int i = 0; i < 3 && inner[_i].files[i] != NULL; i++) {
			char *above = memory_copy(inner[_i].files[i]);
			*strrchr(above, '/') = '\0';
			ck_assert(file_tree_make_folder(above));
			reported_write(inner[_i].files[i], "", 0);
			free(above);
		}
		char *found = submission_inner("own"), *archive = submission_only_archive(found);
		ck_assert_str_eq(found, inner[_i].inner);
		ck_assert_pstr_eq(archive, inner[_i].archive);
		free(archive);
		free(found);
		file_tree_remove("own");
	}
END_TEST

/* Files with a moment before their names, and those that are kept with their contents. */
static const struct {
	const char *files[3], *kept;
	int older;
} stamps[] = {
	{{"20260101_101500_bot.py", "20260102_090000_bot.py", "20251231_235959_bot.py"}, "bot.py=1",
		2},
	{{"20260101101500_bot.py", "20260101101500_board.py"}, "board.py=1 bot.py=0", 0},
	{{"20260101_101500_bot.py", "README"}, "20260101_101500_bot.py=0 README=1", 0},
	{{"2026_bot.py"}, "2026_bot.py=0", 0},
	{{"20260101_101500_"}, "20260101_101500_=0", 0},
	{{"20260101_10150_bot.py"}, "20260101_10150_bot.py=0", 0},
};

START_TEST(of_files_with_a_moment_the_newest_are_kept)
	{
		char text[TEXT] = "", byte[2] = "";
		struct dirent **entries;
		reported_enter_folder();
		file_tree_remove("own");
		ck_assert(file_tree_make_folder("own"));
		for (int i = 0; i < 3 && stamps[_i].files[i] != NULL; i++) {
			char *path = memory_print("own/%s", stamps[_i].files[i]);
			char digit = (char)('0' + i);
			reported_write(path, &digit, 1);
			free(path);
		}
		ck_assert_int_eq(submission_keep_newest("own"), stamps[_i].older);
		int count = scandir("own", &entries, NULL, alphasort);
		for (int i = 0; i < count; i++) {
			char *path = memory_print("own/%s", entries[i]->d_name);
			FILE *file = fopen(path, "r");
			if (*entries[i]->d_name != '.' && fread(byte, 1, 1, file) == 1)
				sprintf(text + strlen(text), "%s%s=%s", *text != '\0' ? " " : "",
					entries[i]->d_name, byte);
			fclose(file);
			free(path);
			free(entries[i]);
		}
		free(entries);
		ck_assert_str_eq(text, stamps[_i].kept);
		file_tree_remove("own");
	}
END_TEST

/* Two folders are one version if they have the same files: by name, bytes and permission. */
START_TEST(the_digest_is_that_of_names_bytes_and_permissions)
	{
		char first[65], digest[65];
		reported_enter_folder();
		file_tree_remove("own");
		ck_assert(file_tree_make_folder("own"));
		reported_write("own/a", "12", 2);
		reported_write("own/b", "3", 1);
		ck_assert(submission_digest("own", first));
		ck_assert_uint_eq(strspn(first, "0123456789abcdef"), 64);
		ck_assert_int_eq(rename("own", "other"), 0);
		ck_assert(submission_digest("other", digest));
		ck_assert_str_eq(digest, first);
		reported_write("other/a", "1", 1);
		reported_write("other/b", "23", 2);
		ck_assert(submission_digest("other", digest));
		ck_assert_str_ne(digest, first);
		reported_write("other/a", "12", 2);
		reported_write("other/b", "3", 1);
		ck_assert_int_eq(chmod("other/a", 0755), 0);
		ck_assert(submission_digest("other", digest));
		ck_assert_str_ne(digest, first);
		ck_assert_int_eq(chmod("other/a", 0644), 0);
		ck_assert(submission_digest("other", digest));
		ck_assert_str_eq(digest, first);
		ck_assert_int_eq(rename("other/b", "other/c"), 0);
		ck_assert(submission_digest("other", digest));
		ck_assert_str_ne(digest, first);
		ck_assert(!submission_digest("missing", digest));
		file_tree_remove("other");
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

SUITE("referee/submissions/submission-folder",
	LOOP(the_folder_of_the_files_and_the_only_archive_are_found, ROWS(inner)),
	LOOP(of_files_with_a_moment_the_newest_are_kept, ROWS(stamps)),
	CASE(the_digest_is_that_of_names_bytes_and_permissions),
	CASE(the_test_leaves_nothing_behind))
