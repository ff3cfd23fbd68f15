/*
 * The token file: keys of a token as another program makes them, rows that read back, and what an
 * invitation may make. The keys of the token 00 01 .. 1f are those of Python's hmac and hashlib.
 */
#include "referee/net/tokens.h"

#include <stdio.h>
#include <string.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"
#include "tests/lib/reported.h"

#define STORED "e9cb7d524d0a37b9f58df5da526819cc1df9c66a3cffee4f4cf2502654f2a6c0"
#define SERVER "d1905aa193a45c4f683bbbfa07d3bd2dcb180db624f2b2db739df1b3cd72e01a"
#define PAGES  "4f1a567b3a94d6ee63bb1c9d0a3897698ac62818fd89316b5360983a3988a55e"
#define KEYS   " " STORED " " SERVER
#define ID     "!cd75cf97eef4af07"

static const unsigned char decoy[CRYPTO_BYTES] = {7};

static void key_is(const unsigned char key[CRYPTO_BYTES], const char *wanted)
{
	char text[CRYPTO_TEXT + 1];
	crypto_write(key, text);
	ck_assert_str_eq(text, wanted);
}

START_TEST(keys_of_a_token_are_those_that_others_make)
	{
		unsigned char token[CRYPTO_BYTES], key[CRYPTO_BYTES];
		struct token_keys keys;
		char name[INVITATION_DIGITS + 2];
		for (int i = 0; i < CRYPTO_BYTES; i++)
			token[i] = (unsigned char)i;
		token_keys_make(token, &keys);
		key_is(keys.stored, STORED);
		key_is(keys.server, SERVER);
		key_is(keys.pages, PAGES);
		token_client_key(token, key);
		key_is(key, "2a75f4c60c0bc0ea1143a1b95f32f9c571be775a402f41f14146298c3170d02f");
		token_pages_code(token, key);
		key_is(key, "0f273622f62844000542e727c2aeec0ed61da3c4969ca96051dc4a072be843ab");
		invitation_name(token, name);
		ck_assert_str_eq(name, ID);
		ck_assert(invitation_name_is_good(name));
	}
END_TEST

/* A line, and it as it is written again; NULL: the same. */
static const struct {
	const char *line, *again, *owner;
	int bots;
	int64_t expires;
	bool signs_in;
} good[] = {
	{"ann" KEYS "\n", NULL, "ann", 0, 0, false},
	{"  ann\t" STORED "  " SERVER " \n", "ann" KEYS "\n", "ann", 0, 0, false},
	{"ann" KEYS " ann\n", "ann" KEYS "\n", "ann", 0, 0, false},
	{"ann-2" KEYS " ann\n", NULL, "ann", 0, 0, false},
	{"ann" KEYS " ann " PAGES "\n", NULL, "ann", 0, 0, true},
	{"ann-2" KEYS " ann " PAGES "\n", NULL, "ann", 0, 0, true},
	{ID KEYS " ann 3 1767225600\n", NULL, "ann", 3, 1767225600, false},
	{ID KEYS " ann 100 253402300799\n", NULL, "ann", 100, TOKEN_LATEST, false},
	{ID KEYS " ann 1 0\n", NULL, "ann", 1, 0, false},
};

START_TEST(a_row_reads_back)
	{
		struct tokens t;
		struct error err;
		char line[TOKENS_LINE];
		ck_assert_msg(tokens_read(&t, good[_i].line, decoy, &err), "%s", err.text);
		ck_assert_uint_eq(t.count, 1);
		ck_assert_str_eq(token_owner(&t.rows[0]), good[_i].owner);
		ck_assert_int_eq(t.rows[0].bots, good[_i].bots);
		ck_assert_int_eq(t.rows[0].expires, good[_i].expires);
		ck_assert_int_eq(token_signs_in(&t.rows[0]), good[_i].signs_in);
		key_is(t.rows[0].keys.stored, STORED);
		key_is(t.rows[0].keys.server, SERVER);
		token_write(&t.rows[0], line);
		ck_assert_str_eq(line, good[_i].again != NULL ? good[_i].again : good[_i].line);
		tokens_clear(&t);
	}
END_TEST

/* A file, and the beginning of its mistake. */
static const char *const bad[][2] = {
	{"ann\n", "line 1: not NAME STORED-KEY"},
	{"ann " STORED "\n", "line 1: not NAME STORED-KEY"},
	{"# head\n\n \nann " STORED " xyz\n", "line 4: not NAME STORED-KEY"},
	{"ann" KEYS "0\n", "line 1: not NAME STORED-KEY"},
	{"ann" KEYS " ann " PAGES "0\n", "line 1: not NAME STORED-KEY"},
	{"ann" KEYS " ann " PAGES " more\n", "line 1: not NAME STORED-KEY"},
	{"a/b" KEYS "\n", "line 1: bad name"},
	{"ann" KEYS " a/b\n", "line 1: bad name"},
	{"ann" KEYS "\nann" KEYS "\n", "line 2: the name has an earlier line"},
	{ID KEYS " ann 3\n", "line 1: not !ID"},
	{ID KEYS " ann 3 1 more\n", "line 1: not !ID"},
	{ID KEYS " ann 0 1\n", "line 1: not !ID"},
	{ID KEYS " ann 101 1\n", "line 1: not !ID"},
	{ID KEYS " ann -1 1\n", "line 1: not !ID"},
	{ID KEYS " ann 3x 1\n", "line 1: not !ID"},
	{ID KEYS " ann 3 1x\n", "line 1: not !ID"},
	{ID KEYS " ann 3 -1\n", "line 1: not !ID"},
	{ID KEYS " ann 3 253402300800\n", "line 1: not !ID"},
	{ID KEYS " a/b 3 1\n", "line 1: bad name"},
	{"!cd75cf97eef4af0" KEYS " ann 3 1\n", "line 1: bad name"},
	{"!cd75cf97eef4af07a" KEYS " ann 3 1\n", "line 1: bad name"},
	{"!cd75cf97eef4af0x" KEYS " ann 3 1\n", "line 1: bad name"},
};

START_TEST(a_row_that_is_wrong_is_told)
	{
		struct tokens t;
		struct error err;
		ck_assert(!tokens_read(&t, bad[_i][0], decoy, &err));
		ck_assert_msg(
			strncmp(err.text, bad[_i][1], strlen(bad[_i][1])) == 0, "%s", err.text);
		ck_assert(t.rows == NULL && t.count == 0);
	}
END_TEST

/* ann has ann and ann.x; bob-2 is of bob, and no bot has the name bob; carl owns cc. A name for the
 * bot of an owner's invitation, and why it does not fit. */
static const struct {
	const char *owner, *name, *why; /* NULL: it fits */
} fits[] = {
	{"dan", "dan", NULL},
	{"dan", "dan-2", NULL},
	{"dan", "dan.a", NULL},
	{"dan", "dan_a", NULL},
	{"dan", "dan+", NULL},
	{"dan", "dana", "does not fit the invitation"},
	{"dan", "da", "does not fit the invitation"},
	{"dan", "eve", "does not fit the invitation"},
	{"dan", "", "does not fit the invitation"},
	{"dan", "dan/2", "does not fit the invitation"},
	{"dan", "dan 2", "does not fit the invitation"},
	{"ann", "ann", "has a token already"},
	{"ann", "ann.x", "has a token already"},
	{"ann", "ann.y", NULL},
	{"bob", "bob", NULL},
	{"bob", "bob-2", "has a token already"},
	/* c may not take a name that is an owner's */
	{"c", "c", NULL},
	{"c", "c-arl", "the name is another owner's"},
};

START_TEST(an_invitation_makes_bots_of_its_owner_alone)
	{
		struct tokens t;
		struct error err = {""};
		ck_assert(tokens_read(&t,
			"ann" KEYS "\nann.x" KEYS " ann\nbob-2" KEYS " bob\ncc" KEYS " c-arl\n",
			decoy, &err));
		bool good_one = invitation_fits(&t, fits[_i].owner, fits[_i].name, &err);
		ck_assert_int_eq(good_one, fits[_i].why == NULL);
		ck_assert_msg(good_one || strstr(err.text, fits[_i].why) != NULL, "%s", err.text);
		tokens_clear(&t);
	}
END_TEST

/* A new token of a name leaves its owner, unless another is said. */
START_TEST(a_row_is_replaced_in_its_place)
	{
		struct tokens t;
		struct error err;
		struct token_keys keys;
		ck_assert(tokens_read(
			&t, "ann" KEYS "\nbob" KEYS " ann\ncy" KEYS " cy-o\n", decoy, &err));
		memset(&keys, 5, sizeof keys);
		ck_assert(tokens_set(&t, "bob", NULL, &keys));
		ck_assert_uint_eq(t.count, 3);
		ck_assert_str_eq(t.rows[1].name, "bob");
		ck_assert_str_eq(t.rows[1].owner, "ann");
		ck_assert_mem_eq(&t.rows[1].keys, &keys, sizeof keys);
		ck_assert(tokens_set(&t, "bob", "eve", &keys));
		ck_assert_str_eq(token_owner(&t.rows[1]), "eve");
		key_is(t.rows[0].keys.stored, STORED);
		tokens_remove(&t, &t.rows[0]);
		ck_assert_uint_eq(t.count, 2);
		ck_assert_str_eq(t.rows[0].name, "bob");
		ck_assert_str_eq(t.rows[1].owner, "cy-o");
		ck_assert_ptr_null(tokens_find(&t, "ann"));
		tokens_clear(&t);
	}
END_TEST

START_TEST(there_are_no_more_names_than_the_limit)
	{
		struct tokens t = {.count = 0};
		const struct token_keys keys = {{1}, {2}, {3}};
		char name[16];
		for (int i = 0; i < TOKENS_MAX; i++) {
			sprintf(name, "bot-%d", i);
			ck_assert(tokens_set(&t, name, NULL, &keys));
		}
		ck_assert(!tokens_set(&t, "more", NULL, &keys));
		ck_assert(tokens_set(&t, "bot-0", NULL, &keys));
		tokens_clear(&t);
	}
END_TEST

START_TEST(only_the_keys_of_the_whole_name_are_found)
	{
		struct tokens t;
		struct error err;
		struct token_keys keys;
		ck_assert(tokens_read(&t, "ann" KEYS "\nann-2" KEYS " ann\n", decoy, &err));
		ck_assert(tokens_keys(&t, "ann-2", &keys));
		key_is(keys.stored, STORED);
		key_is(keys.server, SERVER);
		ck_assert(!tokens_keys(&t, "an", &keys));
		ck_assert(!tokens_keys(&t, "ann-", &keys));
		ck_assert(!tokens_keys(&t, "", &keys));
		tokens_clear(&t);
	}
END_TEST

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

/* --- token file ------------------------------------------------------------------------------- */

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

SUITE("net/tokens", CASE(keys_of_a_token_are_those_that_others_make),
	LOOP(a_row_reads_back, ROWS(good)), LOOP(a_row_that_is_wrong_is_told, ROWS(bad)),
	LOOP(an_invitation_makes_bots_of_its_owner_alone, ROWS(fits)),
	CASE(a_row_is_replaced_in_its_place), CASE(there_are_no_more_names_than_the_limit),
	CASE(only_the_keys_of_the_whole_name_are_found),
	CASE(what_was_written_is_read_and_only_its_user_may),
	CASE(a_file_that_cannot_be_replaced_leaves_nothing_beside),
	CASE(a_missing_file_counts_as_empty_only_where_it_may),
	CASE(a_file_of_more_than_the_most_bytes_is_refused),
	CASE(one_writer_at_a_time_has_the_lock), CASE(the_test_leaves_nothing_behind))
