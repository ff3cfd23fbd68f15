/*
 * An archive that a stranger sent, unpacked in a process of its own: archives in archives, limits,
 * and what is told of a fault.
 */
#include "referee/submissions/submission-unpack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/submissions/submission.h"
#include "tests/lib/archive-fixture.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { ROOM = 1 << 16 };

static char *files, notes[SUBMISSION_UNPACK_NOTES];
static struct error err;

static void begin(void)
{
	reported_enter_folder();
	file_tree_remove("in");
	ck_assert_int_eq(mkdir("in", 0755), 0);
	err = (struct error){""};
}

static bool unpack(const char *name)
{
	free(files);
	bool good = submission_unpack("in", name, &files, notes, &err);
	/* its process is gone, and waited for */
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	return good;
}

/* Is this file there? */
static bool there(const char *path)
{
	char *whole = memory_print("%s/%s", files, path);
	bool found = access(whole, F_OK) == 0;
	free(whole);
	return found;
}

/* Packs a file into archives, each in the next, this many deep; the last is in/all.zip. */
static void nest(int depth)
{
	static char bytes[ROOM];
	struct archive_fixture one = {.path = "bot.py", .text = "x"};
	for (int i = 0; i < depth; i++) {
		archive_fixture_write("in/all.zip", "zip", &one, 1);
		FILE *file = fopen("in/all.zip", "r");
		size_t size = fread(bytes, 1, sizeof bytes, file);
		fclose(file);
		one = (struct archive_fixture){.path = "inner.zip", .text = bytes, .size = size};
	}
}

START_TEST(a_file_is_kept_and_an_archive_unpacked)
	{
		static const struct archive_fixture entries[] = {
			{.path = "four/bot.py", .text = "x"}, {.path = "four/.git/config"},
			{.path = "../out"}};
		begin();
		reported_write("in/bot.py", "x", 1);
		ck_assert_msg(unpack("bot.py"), "%s", err.text);
		ck_assert(there("bot.py"));
		ck_assert_str_eq(notes, "");
		begin();
		archive_fixture_write("in/all.tar", "ustar", entries, 3);
		ck_assert_msg(unpack("all.tar"), "%s", err.text);
		ck_assert(there("four/bot.py") && !there("four/.git"));
		ck_assert_str_eq(
			notes, "left out: 1 file with a bad path, 1 file of tools (four/.git/)");
		ck_assert_int_eq(access("out", F_OK), -1);
	}
END_TEST

START_TEST(archives_in_archives_are_unpacked_three_deep)
	{
		for (int depth = 1; depth <= 4; depth++) {
			begin();
			nest(depth);
			ck_assert_int_eq(unpack("all.zip"), depth <= SUBMISSION_UNPACK_DEPTH);
			if (depth <= SUBMISSION_UNPACK_DEPTH)
				ck_assert(there("bot.py"));
			else
				ck_assert_str_eq(err.text,
					"it is an archive in an archive in an archive; pack the files themselves");
		}
	}
END_TEST

START_TEST(an_archive_that_is_damaged_or_too_large_is_told)
	{
		static const struct archive_fixture no = {.path = "x"};
		char *zeros = calloc(1, SUBMISSION_BYTES + 1);
		struct archive_fixture large = {
			.path = "large", .text = zeros, .size = SUBMISSION_BYTES};
		begin();
		reported_write("in/all.zip", "no archive", 10);
		ck_assert(!unpack("all.zip"));
		ck_assert_ptr_null(files);
		ck_assert_ptr_eq(strstr(err.text, "it cannot be read as an archive"), err.text);
		begin();
		ck_assert(!unpack("missing.zip"));
		/* as many bytes as may be, and one more */
		begin();
		archive_fixture_write("in/all.zip", "zip", &large, 1);
		ck_assert_msg(unpack("all.zip"), "%s", err.text);
		begin();
		large.size++;
		archive_fixture_write("in/all.zip", "zip", &large, 1);
		ck_assert(!unpack("all.zip"));
		ck_assert_msg(strstr(err.text, "it is too large") != NULL, "%s", err.text);
		begin();
		archive_fixture_write("in/all.zip", "zip", &no, 1);
		ck_assert(unpack("all.zip"));
		free(zeros);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		free(files);
		files = NULL;
		file_tree_remove("in");
		reported_leave_folder();
	}
END_TEST

SUITE("class/submission-unpack", CASE(a_file_is_kept_and_an_archive_unpacked),
	CASE(archives_in_archives_are_unpacked_three_deep),
	CASE(an_archive_that_is_damaged_or_too_large_is_told), CASE(the_test_leaves_nothing_behind))
