/*
 * A folder that is packed to hand it in, and unpacked by the code that takes it.
 */
#include "referee/submissions/submission-pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "referee/submissions/submission.h"
#include "referee/submissions/submission-folder.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { LARGE = 200000 /* more than one chunk */ };

START_TEST(a_folder_is_the_same_behind_the_way)
	{
		static char bytes[LARGE];
		struct submission s;
		struct error err = {""};
		char before[65], after[65], left[256];
		size_t length = 0;
		reported_enter_folder();
		ck_assert(file_tree_make_folder("own/src/deep"));
		for (int i = 0; i < LARGE; i++)
			bytes[i] = (char)(i * 7919 >> 5);
		reported_write("own/src/deep/data", bytes, sizeof bytes);
		reported_write("own/src/\303\251 b.py", "x", 1);
		reported_write("own/empty", "", 0);
		reported_write("own/run", "plain", 5);
		ck_assert_int_eq(chmod("own/run", 0700), 0);
		ck_assert(submission_digest("own", before));
		/* what tools leave, and links, stay at home */
		ck_assert(file_tree_make_folder("own/.git"));
		ck_assert(file_tree_make_folder("own/src/__pycache__"));
		reported_write("own/.git/config", "x", 1);
		reported_write("own/src/__pycache__/a.py", "x", 1);
		reported_write("own/src/a.o", "x", 1);
		ck_assert_int_eq(symlink("/etc/passwd", "own/link"), 0);
		char *archive = submission_pack("own", &length, &err);
		ck_assert_msg(archive != NULL, "%s", err.text);
		reported_write("all.tar.gz", archive, length);
		free(archive);
		ck_assert_int_eq(mkdir("files", 0755), 0);
		ck_assert(submission_open(&s, "files", SUBMISSION_BYTES, SUBMISSION_ENTRIES, &err));
		ck_assert_msg(submission_add_archive(&s, "all.tar.gz", &err), "%s", err.text);
		submission_describe(&s, left, sizeof left);
		ck_assert_str_eq(left, "");
		submission_close(&s);
		ck_assert(submission_digest("files", after));
		ck_assert_str_eq(after, before);
		ck_assert_int_eq(access("files/run", X_OK), 0);
		file_tree_remove("own");
		file_tree_remove("files");
		unlink("all.tar.gz");
	}
END_TEST

START_TEST(a_folder_without_a_file_of_its_own_is_refused)
	{
		struct error err = {""};
		size_t length;
		reported_enter_folder();
		ck_assert_ptr_null(submission_pack("own", &length, &err));
		ck_assert_str_eq(
			err.text, "own: the folder cannot be read: No such file or directory");
		ck_assert(file_tree_make_folder("own/.git"));
		reported_write("own/.git/config", "x", 1);
		ck_assert_ptr_null(submission_pack("own", &length, &err));
		ck_assert_str_eq(err.text, "own: the folder has no files");
		file_tree_remove("own");
		reported_leave_folder();
	}
END_TEST

SUITE("class/submission-pack", CASE(a_folder_is_the_same_behind_the_way),
	CASE(a_folder_without_a_file_of_its_own_is_refused))
