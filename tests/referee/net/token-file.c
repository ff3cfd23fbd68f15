/*
 * The file of tokens as it is read, written and locked: it is secret, and nothing of a failed write
 * stays beside it.
 */
#include "referee/net/token-file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

static const struct token_keys keys = {{1}, {2}, {3}};

static int others(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* The names in the folder, in order, with a blank between. */
static void folder_has(const char *names)
{
	char text[1024] = "";
	struct dirent **entries;
	int count = scandir(".", &entries, others, alphasort);
	for (int i = 0; i < count; i++) {
		size_t used = strlen(text);
		snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? " " : "",
			entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	ck_assert_str_eq(text, names);
}

START_TEST(what_was_written_is_read_and_only_its_user_may)
	{
		struct tokens t = {.count = 0}, again;
		struct error err;
		struct stat file;
		reported_enter_folder();
		ck_assert(tokens_set(&t, "ann", NULL, &keys));
		ck_assert(tokens_set(&t, "bob", "ann", &keys));
		for (int i = 0; i < 2; i++) {
			/* a file that others could read is replaced by one that they cannot */
			if (i == 1)
				ck_assert_int_eq(chmod("tokens", 0644), 0);
			ck_assert_msg(token_file_write("tokens", &t, &err), "%s", err.text);
			ck_assert_int_eq(stat("tokens", &file), 0);
			ck_assert_uint_eq(file.st_mode & 07777, 0600);
			folder_has("tokens");
		}
		ck_assert_msg(token_file_read("tokens", false, &again, &err), "%s", err.text);
		ck_assert_uint_eq(again.count, 2);
		ck_assert_str_eq(again.rows[1].name, "bob");
		ck_assert_str_eq(again.rows[1].owner, "ann");
		ck_assert_mem_eq(&again.rows[1].keys, &keys, sizeof keys);
		tokens_clear(&again);
		tokens_clear(&t);
		unlink("tokens");
	}
END_TEST

/* A folder stands in the place of the file. */
START_TEST(a_file_that_cannot_be_replaced_leaves_nothing_beside)
	{
		struct tokens t = {.count = 0};
		struct error err = {""};
		reported_enter_folder();
		ck_assert_int_eq(mkdir("tokens", 0700), 0);
		ck_assert(tokens_set(&t, "ann", NULL, &keys));
		ck_assert(!token_file_write("tokens", &t, &err));
		ck_assert_str_eq(err.text, "tokens: the file cannot be written: Is a directory");
		folder_has("tokens");
		ck_assert(!token_file_write("none/tokens", &t, &err));
		ck_assert_str_eq(err.text,
			"none/tokens: the file cannot be written: No such file or directory");
		tokens_clear(&t);
		ck_assert_int_eq(rmdir("tokens"), 0);
	}
END_TEST

START_TEST(a_missing_file_counts_as_empty_only_where_it_may)
	{
		struct tokens t;
		struct error err = {""};
		reported_enter_folder();
		ck_assert(token_file_read("tokens", true, &t, &err));
		ck_assert_uint_eq(t.count, 0);
		tokens_clear(&t);
		ck_assert(!token_file_read("tokens", false, &t, &err));
		ck_assert_ptr_eq(strstr(err.text, "tokens: "), err.text);
		/* one that cannot be looked for is not missing */
		reported_write("file", "", 0);
		ck_assert(!token_file_read("file/tokens", true, &t, &err));
		reported_write("tokens", "ann\n", 4);
		ck_assert(!token_file_read("tokens", true, &t, &err));
		ck_assert_ptr_eq(strstr(err.text, "tokens: line 1: "), err.text);
		unlink("file");
		unlink("tokens");
	}
END_TEST

START_TEST(a_file_of_more_than_the_most_bytes_is_refused)
	{
		struct tokens t;
		struct error err = {""};
		char *text = calloc(1, TOKEN_FILE_MAX + 2);
		reported_enter_folder();
		memset(text, '#', TOKEN_FILE_MAX + 1);
		for (int more = 0; more < 2; more++) {
			reported_write("tokens", text, TOKEN_FILE_MAX + (size_t)more);
			ck_assert_int_eq(token_file_read("tokens", false, &t, &err), 1 - more);
			tokens_clear(&t);
		}
		unlink("tokens");
		free(text);
	}
END_TEST

START_TEST(one_writer_at_a_time_has_the_lock)
	{
		struct error err = {""};
		struct stat file;
		reported_enter_folder();
		int one = token_file_lock("tokens", false, &err);
		ck_assert_int_ge(one, 0);
		ck_assert_int_eq(stat("tokens.lock", &file), 0);
		ck_assert_uint_eq(file.st_mode & 07777, 0600);
		ck_assert_int_eq(token_file_lock("tokens", false, &err), -1);
		ck_assert_int_eq(errno, EAGAIN);
		ck_assert_ptr_eq(
			strstr(err.text, "tokens.lock: the file cannot be locked: "), err.text);
		close(one);
		int other = token_file_lock("tokens", true, &err);
		ck_assert_int_ge(other, 0);
		close(other);
		ck_assert_int_eq(token_file_lock("none/tokens", false, &err), -1);
		ck_assert_int_eq(errno, ENOENT);
		unlink("tokens.lock");
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("net/token-file", CASE(what_was_written_is_read_and_only_its_user_may),
	CASE(a_file_that_cannot_be_replaced_leaves_nothing_beside),
	CASE(a_missing_file_counts_as_empty_only_where_it_may),
	CASE(a_file_of_more_than_the_most_bytes_is_refused),
	CASE(one_writer_at_a_time_has_the_lock), CASE(the_test_leaves_nothing_behind))
