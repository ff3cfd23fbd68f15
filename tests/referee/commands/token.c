/*
 * `referee token new` and `referee token invite`: the code that is printed is that of the row in the file,
 * and nothing else may be made or removed with it.
 */
#include "referee/net/tokens.h"

#include "base/exit-status.h"
#include "base/time.h"
#include "tests/lib/command-output.h"
#include "tests/lib/reported.h"

extern const struct command command_token_new, command_token_list, command_token_revoke,
	command_token_invite;

enum { WORDS = 8 };

static struct command_output got;

static int run(const struct command *command, const char *const *words)
{
	reported_enter_folder();
	command_output_run(&got, command, words, NULL);
	return got.status;
}

#define NEW(...)    run(&command_token_new, (const char *const[]){__VA_ARGS__, NULL})
#define LIST(...)   run(&command_token_list, (const char *const[]){__VA_ARGS__, NULL})
#define REVOKE(...) run(&command_token_revoke, (const char *const[]){__VA_ARGS__, NULL})
#define INVITE(...) run(&command_token_invite, (const char *const[]){__VA_ARGS__, NULL})

static struct tokens read_file(const char *path)
{
	struct tokens t;
	struct error err;
	ck_assert_msg(token_file_read(path, false, &t, &err), "%s", err.text);
	return t;
}

/* The token that was printed. */
static void printed(unsigned char token[CRYPTO_BYTES])
{
	char text[CRYPTO_TEXT + 1];
	ck_assert_uint_eq(strlen(got.out), CRYPTO_TEXT + 1);
	memcpy(text, got.out, CRYPTO_TEXT);
	text[CRYPTO_TEXT] = '\0';
	ck_assert(crypto_read(text, token));
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

START_TEST(the_printed_token_is_that_of_the_row)
	{
		unsigned char token[CRYPTO_BYTES], again[CRYPTO_BYTES];
		struct token_keys keys;
		ck_assert_int_eq(NEW("ann", "--owner", "eve"), EXIT_SUCCESS);
		printed(token);
		has(got.err, "This is the token of ann. It is printed only this time");
		has(got.err, "The file of tokens is new: /");
		token_keys_make(token, &keys);
		struct tokens t = read_file("referee.tokens");
		ck_assert_uint_eq(t.count, 1);
		ck_assert_str_eq(t.rows[0].name, "ann");
		ck_assert_str_eq(token_owner(&t.rows[0]), "eve");
		ck_assert_mem_eq(&t.rows[0].keys, &keys, sizeof keys);
		tokens_clear(&t);
		/* a second one is another, of the same owner */
		ck_assert_int_eq(NEW("ann"), EXIT_SUCCESS);
		printed(again);
		has(got.err, "; the old token is no longer valid");
		ck_assert_ptr_null(strstr(got.err, "is new"));
		ck_assert_mem_ne(again, token, sizeof token);
		token_keys_make(again, &keys);
		t = read_file("referee.tokens");
		ck_assert_uint_eq(t.count, 1);
		ck_assert_str_eq(token_owner(&t.rows[0]), "eve");
		ck_assert_mem_eq(&t.rows[0].keys, &keys, sizeof keys);
		tokens_clear(&t);
		unlink("referee.tokens");
	}
END_TEST

START_TEST(names_are_listed_and_only_the_named_one_is_revoked)
	{
		ck_assert_int_eq(NEW("ann", "--file", "own"), EXIT_SUCCESS);
		ck_assert_int_eq(NEW("ann-2", "--file", "own", "--owner", "ann"), EXIT_SUCCESS);
		ck_assert_int_eq(NEW("bob", "--file", "own"), EXIT_SUCCESS);
		ck_assert_int_eq(LIST("--file", "own"), EXIT_SUCCESS);
		ck_assert_str_eq(got.out, "ann\nann-2 ann\nbob\n");
		ck_assert_int_eq(REVOKE("an", "--file", "own"), EXIT_FILE);
		has(got.err, "own: it has no token of \"an\"; --list lists the names");
		ck_assert_int_eq(REVOKE("ann", "--file", "own"), EXIT_SUCCESS);
		ck_assert_int_eq(LIST("--file", "own"), EXIT_SUCCESS);
		ck_assert_str_eq(got.out, "ann-2 ann\nbob\n");
		unlink("own");
	}
END_TEST

/* A year has 366 days at most; a time is added to the moment of the command, in seconds. */
START_TEST(an_invitation_says_for_whom_how_many_and_until_when)
	{
		static const struct {
			const char *words[WORDS];
			int bots;
			int64_t seconds;
		} rows[] = {
			{{"--owner", "ann", "--file", "own"}, 1, 7 * 24 * 3600},
			{{"--owner", "ann", "--file", "own", "--bots", "3", "--expires=90s"}, 3,
				90},
			{{"--owner", "ann", "--file", "own", "--bots=100", "--expires=1s"}, 100, 1},
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			unsigned char code[CRYPTO_BYTES];
			char name[INVITATION_DIGITS + 2], line[64];
			struct token_keys keys;
			int64_t before = time_utc() / 1000;
			ck_assert_int_eq(run(&command_token_invite, rows[i].words), EXIT_SUCCESS);
			int64_t after = time_utc() / 1000;
			printed(code);
			invitation_name(code, name);
			token_keys_make(code, &keys);
			struct tokens t = read_file("own");
			ck_assert_uint_eq(t.count, 1);
			const struct token_row *row = tokens_find(&t, name);
			ck_assert_ptr_nonnull(row);
			ck_assert_str_eq(row->owner, "ann");
			ck_assert_int_eq(row->bots, rows[i].bots);
			ck_assert_int_ge(row->expires, before + rows[i].seconds);
			ck_assert_int_le(row->expires, after + rows[i].seconds);
			ck_assert_mem_eq(row->keys.stored, keys.stored, sizeof keys.stored);
			ck_assert_mem_eq(row->keys.server, keys.server, sizeof keys.server);
			ck_assert(!token_signs_in(row));
			snprintf(line, sizeof line, "This is an invitation for ann, as %s, until ",
				name);
			has(got.err, line);
			tokens_clear(&t);
			ck_assert_int_eq(LIST("--file", "own"), EXIT_SUCCESS);
			snprintf(line, sizeof line, "%s ann invitation for %d, until ", name,
				rows[i].bots);
			ck_assert_ptr_eq(strstr(got.out, line), got.out);
			unlink("own");
		}
	}
END_TEST

static const struct {
	const struct command *command; /* NULL: `referee token` of older versions */
	const char *words[WORDS];
	int status;
	const char *told;
} refused[] = {
	{NULL, {"--file", "own"}, EXIT_USAGE, "one of NAME, --revoke NAME and --list"},
	{NULL, {"ann", "--list"}, EXIT_USAGE, "one of NAME, --revoke NAME and --list"},
	{NULL, {"ann", "--revoke", "ann"}, EXIT_USAGE, "one of NAME, --revoke NAME"},
	{&command_token_new, {"a/b"}, EXIT_USAGE, "\"a/b\": it is no name"},
	{&command_token_new, {"!0123456789abcdef"}, EXIT_USAGE, "it is no name"},
	{&command_token_new, {"ann", "--owner", "a b"}, EXIT_USAGE,
		"--owner \"a b\": it is no name"},
	{NULL, {"--list", "--owner", "ann"}, EXIT_USAGE, "--owner: it needs the NAME"},
	{NULL, {"--list", "--file", "none"}, EXIT_FILE, "none: "},
	{NULL, {"--revoke", "ann", "--file", "none"}, EXIT_FILE, "none: "},
	{&command_token_new, {"--file", "own"}, EXIT_USAGE, "NAME is missing"},
	{&command_token_list, {"--file", "none"}, EXIT_FILE, "referee token list: none: "},
	{&command_token_revoke, {"ann", "--file", "none"}, EXIT_FILE,
		"referee token revoke: none: "},
	{&command_token_invite, {"--file", "own"}, EXIT_USAGE, "--owner: it is missing"},
	{&command_token_invite, {"--owner", "a/b", "--file", "own"}, EXIT_USAGE, "it is no name"},
	{&command_token_invite, {"--owner", "ann", "--file", "own", "--bots", "0"}, EXIT_USAGE,
		"--bots"},
	{&command_token_invite, {"--owner", "ann", "--file", "own", "--bots", "101"}, EXIT_USAGE,
		"--bots"},
	{&command_token_invite, {"--owner", "ann", "--file", "own", "--expires", "0s"}, EXIT_USAGE,
		"--expires"},
	{&command_token_invite, {"--owner", "ann", "--file", "own", "--expires", "8785h"},
		EXIT_USAGE, "--expires"},
	/* without --file only where the usual file is */
	{&command_token_invite, {"--owner", "ann"}, EXIT_FILE,
		"referee.tokens: not found in this folder"},
};

START_TEST(words_that_do_not_fit_make_nothing)
	{
		struct command old = command_token_new;
		old.name = "token";
		ck_assert_int_eq(run(refused[_i].command != NULL ? refused[_i].command : &old,
					 refused[_i].words),
			refused[_i].status);
		ck_assert_str_eq(got.out, "");
		has(got.err, refused[_i].told);
		ck_assert_int_eq(access("own", F_OK), -1);
		ck_assert_int_eq(access("referee.tokens", F_OK), -1);
		unlink("none.lock");
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		unlink("own.lock");
		unlink("referee.tokens.lock");
		reported_leave_folder();
	}
END_TEST

SUITE("commands/token", CASE(the_printed_token_is_that_of_the_row),
	CASE(names_are_listed_and_only_the_named_one_is_revoked),
	CASE(an_invitation_says_for_whom_how_many_and_until_when),
	LOOP(words_that_do_not_fit_make_nothing, sizeof refused / sizeof *refused),
	CASE(the_test_leaves_nothing_behind))
