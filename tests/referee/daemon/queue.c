/*
 * Queues of submitted tournaments: what is in the file is what a daemon that starts again takes up.
 */
#include "referee/daemon/queue.h"

#include <sys/stat.h>

#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

/* files: each after the other, with a blank between. */
static void assert_kept(const struct queue *q, const char *files)
{
	char kept[256] = "";
	for (int i = 0; i < queue_count(q); i++)
		snprintf(kept + strlen(kept), sizeof kept - strlen(kept), "%s%s", i > 0 ? " " : "",
			queue_file(q, i));
	ck_assert_str_eq(kept, files);
}

/* The same, of the file. */
static void assert_lasts(const char *files)
{
	struct error err;
	struct queue *q = queue_open("queue", &err);
	ck_assert_ptr_nonnull(q);
	assert_kept(q, files);
	queue_free(q);
}

START_TEST(what_is_added_and_removed_lasts_in_its_order)
	{
		static const struct {
			const char *file;
			bool add;
			const char *kept;
		} steps[] = {
			{"/a", true, "/a"},
			{"/b", true, "/a /b"},
			{"/a", true, "/a /b"},
			{"/c", true, "/a /b /c"},
			{"/d", true, "/a /b /c /d"},
			{"/b", false, "/a /c /d"},
			{"/b", false, "/a /c /d"},
			{"/a", false, "/c /d"},
			{"/d", false, "/c"},
			{"/a b", true, "/c /a b"},
			{"/c", false, "/a b"},
			{"/a b", false, ""},
		};
		struct error err = {""};
		struct stat file;
		reported_enter_folder();
		struct queue *q = queue_open("queue", &err);
		ck_assert_ptr_nonnull(q);
		assert_kept(q, "");
		for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
			ck_assert(steps[i].add ? queue_add(q, steps[i].file, &err)
					       : queue_remove(q, steps[i].file, &err));
			assert_kept(q, steps[i].kept);
			assert_lasts(steps[i].kept);
		}
		ck_assert_int_eq(stat("queue", &file), 0);
		ck_assert_uint_eq(file.st_mode & 0777, 0600);
		ck_assert_int_ne(access("queue.part", F_OK), 0);
		queue_free(q);
		ck_assert_int_eq(unlink("queue"), 0);
	}
END_TEST

START_TEST(an_announcement_lasts_beside_the_files)
	{
		static const char *const texts[] = {
			"to all: at 18:00", "", "# and /paths", " blanks "};
		struct error err = {""};
		reported_enter_folder();
		struct queue *q = queue_open("queue", &err);
		ck_assert(queue_add(q, "/a", &err));
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
			ck_assert(queue_announce(q, texts[i], &err));
			struct queue *again = queue_open("queue", &err);
			ck_assert_ptr_nonnull(again);
			ck_assert_str_eq(queue_announcement(again), texts[i]);
			assert_kept(again, "/a");
			queue_free(again);
		}
		ck_assert(!queue_announce(q, "two\n/lines", &err));
		assert_lasts("/a");
		queue_free(q);
		ck_assert_int_eq(unlink("queue"), 0);
	}
END_TEST

START_TEST(a_file_stands_there_once_and_other_lines_say_nothing)
	{
		static const char text[] = "# /no\n/a\n\nrelative\n/b\n/a\n /c\n/b";
		reported_enter_folder();
		reported_write("queue", text, sizeof text - 1);
		assert_lasts("/a /b");
		ck_assert_int_eq(unlink("queue"), 0);
	}
END_TEST

START_TEST(what_cannot_be_kept_is_told)
	{
		struct error err = {""};
		reported_enter_folder();
		struct queue *q = queue_open("nowhere/queue", &err);
		ck_assert_ptr_nonnull(q);
		ck_assert(!queue_add(q, "/a\n/b", &err));
		ck_assert_str_eq(err.text, "the path has a line end, so it cannot be stored");
		ck_assert(!queue_add(q, "/a", &err));
		ck_assert_str_eq(err.text, "nowhere/queue: No such file or directory");
		/* It is kept here, and written when that is possible. */
		assert_kept(q, "/a");
		ck_assert(!queue_write_again(q));
		ck_assert_int_eq(mkdir("nowhere", 0700), 0);
		ck_assert(queue_write_again(q));
		ck_assert(!queue_write_again(q));
		queue_free(q);
		q = queue_open("nowhere/queue", &err);
		assert_kept(q, "/a");
		queue_free(q);
		ck_assert_int_eq(unlink("nowhere/queue"), 0);
		ck_assert_int_eq(rmdir("nowhere"), 0);
		reported_write("queue", "/a\0", 3);
		ck_assert_ptr_null(queue_open("queue", &err));
		ck_assert_ptr_eq(strstr(err.text, "queue: "), err.text);
		ck_assert_int_eq(unlink("queue"), 0);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("tournament/queue", CASE(what_is_added_and_removed_lasts_in_its_order),
	CASE(an_announcement_lasts_beside_the_files),
	CASE(a_file_stands_there_once_and_other_lines_say_nothing),
	CASE(what_cannot_be_kept_is_told), CASE(the_test_leaves_nothing_behind))
