/*
 * The hello: a client that knows the token comes in, whatever the pieces the bytes came in; all
 * other clients get the same line. The proofs were made by Python's hmac and hashlib from the token
 * 00 01 .. 1f.
 */
#include "referee/net/handshake.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

#define ONES   "1111111111111111111111111111111111111111111111111111111111111111"
#define TWOS   "2222222222222222222222222222222222222222222222222222222222222222"
#define STORED "e9cb7d524d0a37b9f58df5da526819cc1df9c66a3cffee4f4cf2502654f2a6c0"
#define SERVER "d1905aa193a45c4f683bbbfa07d3bd2dcb180db624f2b2db739df1b3cd72e01a"
#define PLAIN  "bcdbb5253c13bb16ffd96d60c034df10b0a74168bb8204e070ca85b5a1ba62fc"
#define TAKEN  "85b764adb0ae151311646621240b0719c638e15cb16a141b4f0628934fbeea35"
#define BOUND  "239a150fc14d39925b693d22c48b4b3d6679759dc5f06d48694fa17939cc7cd9"
#define FINGER "abababababababababababababababababababababababababababababababab"
#define HELLO  "hello 1 ann " ONES "\n"
#define PROOF  "proof " PLAIN "\n"

static struct tokens tokens;
static struct handshake hello;
static unsigned char token[CRYPTO_BYTES], twos[CRYPTO_BYTES], ones[CRYPTO_BYTES];

static void set_up(const char *binding)
{
	struct error err;
	for (int i = 0; i < CRYPTO_BYTES; i++)
		token[i] = (unsigned char)i;
	memset(ones, 0x11, sizeof ones);
	memset(twos, 0x22, sizeof twos);
	tokens_clear(&tokens);
	ck_assert_msg(tokens_read(&tokens, "# said\n\nann " STORED " " SERVER "\n", ones, &err),
		"%s", err.text);
	handshake_init(&hello, &tokens, binding, twos, HANDSHAKE_TIME);
}

/* Says a text in pieces of this many bytes; everything that was answered is in said. */
static enum handshake_status say(const char *text, size_t length, size_t piece, char *said)
{
	enum handshake_status status = HANDSHAKE_GOES_ON;
	char out[HANDSHAKE_LINE];
	*said = '\0';
	for (size_t at = 0; at < length && status == HANDSHAKE_GOES_ON; at += piece) {
		size_t count = length - at < piece ? length - at : piece;
		status = handshake_take(&hello, text + at, count, 1, out);
		strcat(said, out);
	}
	return status;
}

static const size_t pieces[] = {1, 2, 7, 64, 512};

/* Keys stay in memory no longer than they are needed. */
static void forgotten(void)
{
	const unsigned char *bytes = (const unsigned char *)&hello.keys;
	for (size_t i = 0; i < sizeof hello.keys; i++)
		ck_assert_int_eq(bytes[i], 0);
}

START_TEST(who_knows_the_token_is_welcome_in_whichever_pieces_it_says_so)
	{
		char said[2 * HANDSHAKE_LINE];
		set_up("-");
		ck_assert_int_eq(say(HELLO, strlen(HELLO), pieces[_i], said), HANDSHAKE_GOES_ON);
		ck_assert_str_eq(said, "challenge " TWOS "\n");
		ck_assert_int_eq(say(PROOF, strlen(PROOF), pieces[_i], said), HANDSHAKE_WELCOME);
		ck_assert_str_eq(said, "welcome " TAKEN "\n");
		ck_assert_str_eq(hello.name, "ann");
		forgotten();
	}
END_TEST

START_TEST(line_ends_of_windows_are_taken)
	{
		char said[2 * HANDSHAKE_LINE];
		set_up(FINGER);
		ck_assert_int_eq(say("hello 1 ann " ONES "\r\n", 78, 78, said), HANDSHAKE_GOES_ON);
		ck_assert_int_eq(say("proof " BOUND "\r\n", 72, 72, said), HANDSHAKE_WELCOME);
	}
END_TEST

/* The first and the second line of a client; the second NULL: the first is refused already. */
static const struct {
	const char *binding, *first, *second;
	size_t length; /* of the last, where a NUL is in it */
} wrong[] = {
	{"-", PROOF, NULL, 0}, {"-", "\n", NULL, 0}, {"-", "hello\n", NULL, 0},
	{"-", "hello 1 ann\n", NULL, 0}, {"-", "hello 2 ann " ONES "\n", NULL, 0},
	{"-", "hello 1  " ONES "\n", NULL, 0}, {"-", "HELLO 1 ann " ONES "\n", NULL, 0},
	{"-", "hello 1 ann " ONES " \n", NULL, 0}, {"-", "hello 1 ann 1" ONES "\n", NULL, 0},
	{"-", "hello 1 ann " FINGER "x\n", NULL, 0}, {"-", "hello 1 a\\n " ONES "\n", NULL, 0},
	{"-", "hello 1 a\tn " ONES "\n", NULL, 0}, {"-", "hello 1 \xc3\xa4nn " ONES "\n", NULL, 0},
	{"-", "hello 1 ann " ONES "\r\r\n", NULL, 0}, {"-", "hello 1 a\rn " ONES "\n", NULL, 0},
	{"-", "hello 1 an\0 " ONES "\n", NULL, 77}, {"-", "\x16\x03\x01\x02", NULL, 4},
	{"-", "GET / HTTP/1.1\r\n", NULL, 0}, {"-", HELLO PROOF, NULL, 0},
	{"-", HELLO "x", NULL, 0}, {"-", HELLO, HELLO, 0}, {"-", HELLO, "\n", 0},
	{"-", HELLO, "ugi\n", 0}, {"-", HELLO, "proof\n", 0}, {"-", HELLO, "proof " TAKEN "\n", 0},
	{"-", HELLO, "proof " STORED "\n", 0}, {"-", HELLO, "proof " TWOS "\n", 0},
	{"-", HELLO, PROOF "readyok\n", 0}, {"-", "hello 1 bob " ONES "\n", PROOF, 0},
	{"-", "hello 1 Ann " ONES "\n", PROOF, 0},
	{"-", "hello 1 ann " TWOS "\n", PROOF, 0}, /* another session's nonce */
	{FINGER, HELLO, PROOF, 0},		   /* made for no TLS, said over TLS */
	{"-", HELLO, "proof " BOUND "\n", 0},	   /* and the other way round */
};

START_TEST(whatever_is_wrong_is_answered_by_the_same_line)
	{
		char said[2 * HANDSHAKE_LINE];
		const char *last = wrong[_i].first;
		set_up(wrong[_i].binding);
		if (wrong[_i].second != NULL) {
			ck_assert_int_eq(say(last, strlen(last), 512, said), HANDSHAKE_GOES_ON);
			ck_assert_str_eq(said, "challenge " TWOS "\n");
			last = wrong[_i].second;
		}
		size_t length = wrong[_i].length > 0 ? wrong[_i].length : strlen(last);
		ck_assert_int_eq(say(last, length, 512, said), HANDSHAKE_REFUSED);
		ck_assert_str_eq(said, HANDSHAKE_ERROR);
		forgotten();
	}
END_TEST

START_TEST(what_opened_one_session_opens_no_other)
	{
		char said[2 * HANDSHAKE_LINE];
		set_up("-");
		handshake_init(&hello, &tokens, "-", ones, HANDSHAKE_TIME);
		ck_assert_int_eq(say(HELLO, strlen(HELLO), 512, said), HANDSHAKE_GOES_ON);
		ck_assert_int_eq(say(PROOF, strlen(PROOF), 512, said), HANDSHAKE_REFUSED);
		ck_assert_str_eq(said, HANDSHAKE_ERROR);
	}
END_TEST

START_TEST(two_sessions_crossed_are_both_refused)
	{
		struct handshake other;
		struct handshake_client a, b;
		struct error err;
		char line[HANDSHAKE_LINE], out[HANDSHAKE_LINE], to_a[HANDSHAKE_LINE],
			to_b[HANDSHAKE_LINE];
		set_up("-");
		handshake_init(&other, &tokens, "-", ones, HANDSHAKE_TIME);
		handshake_client_init(&a, "ann", "-", token, ones);
		handshake_client_init(&b, "ann", "-", token, twos);
		handshake_client_start(&a, line);
		handshake_take(&hello, line, strlen(line), 1, to_a);
		handshake_client_start(&b, line);
		handshake_take(&other, line, strlen(line), 1, to_b);
		strtok(to_a, "\n");
		strtok(to_b, "\n");
		ck_assert_int_eq(handshake_client_take(&a, to_a, line, &err), HANDSHAKE_GOES_ON);
		ck_assert_int_eq(
			handshake_take(&other, line, strlen(line), 1, out), HANDSHAKE_REFUSED);
		ck_assert_int_eq(handshake_client_take(&b, to_b, line, &err), HANDSHAKE_GOES_ON);
		ck_assert_int_eq(
			handshake_take(&hello, line, strlen(line), 1, out), HANDSHAKE_REFUSED);
	}
END_TEST

START_TEST(a_byte_at_the_deadline_is_too_late)
	{
		char out[HANDSHAKE_LINE];
		set_up("-");
		ck_assert_int_eq(handshake_take(&hello, "hello", 5, HANDSHAKE_TIME - 1, out),
			HANDSHAKE_GOES_ON);
		ck_assert_str_eq(out, "");
		ck_assert_int_eq(
			handshake_take(&hello, " ", 1, HANDSHAKE_TIME, out), HANDSHAKE_REFUSED);
		ck_assert_str_eq(out, HANDSHAKE_ERROR);
	}
END_TEST

START_TEST(a_line_without_an_end_is_refused_before_512_bytes)
	{
		char out[HANDSHAKE_LINE];
		int count = 0;
		set_up("-");
		while (handshake_take(&hello, "a", 1, 1, out) == HANDSHAKE_GOES_ON)
			count++;
		ck_assert_int_lt(count, HANDSHAKE_MAX);
		ck_assert_str_eq(out, HANDSHAKE_ERROR);
	}
END_TEST

START_TEST(a_bot_and_a_referee_that_share_a_token_agree)
	{
		struct handshake_client c;
		struct error err;
		char line[HANDSHAKE_LINE], answer[HANDSHAKE_LINE];
		set_up(FINGER);
		handshake_client_init(&c, "ann", FINGER, token, ones);
		handshake_client_start(&c, line);
		ck_assert_str_eq(line, HELLO);
		ck_assert_int_eq(
			handshake_take(&hello, line, strlen(line), 1, answer), HANDSHAKE_GOES_ON);
		strtok(answer, "\n");
		ck_assert_int_eq(handshake_client_take(&c, answer, line, &err), HANDSHAKE_GOES_ON);
		ck_assert_str_eq(line, "proof " BOUND "\n");
		ck_assert_int_eq(
			handshake_take(&hello, line, strlen(line), 1, answer), HANDSHAKE_WELCOME);
		strtok(answer, "\n");
		ck_assert_int_eq(handshake_client_take(&c, answer, line, &err), HANDSHAKE_WELCOME);
	}
END_TEST

/* The lines that a false referee may send, and the words that the bot's owner must read. */
static const struct {
	bool proved;
	const char *line, *why;
} strange[] = {
	{false, "welcome " TAKEN, "not a referee"},
	{false, "SSH-2.0-OpenSSH_9.2", "not a referee"},
	{false, "", "not a referee"},
	{false, "challenge 12", "not a referee"},
	{false, "error refused: x", "answered: refused: x"},
	{true, "challenge " TWOS, "not a referee"},
	{true, "welcome " TWOS, "does not know this token"},
	{true, "welcome", "not a referee"},
	{true, "error refused: y", "answered: refused: y"},
};

START_TEST(a_bot_believes_no_referee_that_cannot_prove_itself)
	{
		struct handshake_client c;
		struct error err = {""};
		char out[HANDSHAKE_LINE];
		set_up("-");
		handshake_client_init(&c, "ann", "-", token, ones);
		if (strange[_i].proved)
			ck_assert_int_eq(handshake_client_take(&c, "challenge " TWOS, out, &err),
				HANDSHAKE_GOES_ON);
		ck_assert_int_eq(
			handshake_client_take(&c, strange[_i].line, out, &err), HANDSHAKE_REFUSED);
		ck_assert_str_eq(out, "");
		ck_assert_msg(strstr(err.text, strange[_i].why) != NULL, "%s", err.text);
	}
END_TEST

static const struct {
	const char *text, *why;
} files[] = {
	{"ann " STORED "\n", "line 1: not NAME STORED-KEY SERVER-KEY"},
	{"# x\nann " STORED " " SERVER "0\n", "line 2: not NAME STORED-KEY SERVER-KEY"},
	{"ann " STORED " " SERVER " more words\n", "line 1: not NAME STORED-KEY SERVER-KEY"},
	{"ann " STORED " " SERVER " a/n\n", "line 1: bad name;"},
	{"\n\na/n " STORED " " SERVER, "line 3: bad name;"},
	{"ann " STORED " " SERVER " ann 00\n", "line 1: not NAME"},
	{"!0123456789abcdef " STORED " " SERVER " ann 1\n", "line 1: not !ID"},
	{"!0123456789abcdef " STORED " " SERVER " ann 0 5\n", "line 1: not !ID"},
	{"!0123456789abcdef " STORED " " SERVER " ann 101 5\n", "line 1: not !ID"},
	{"!0123456789abcdef " STORED " " SERVER " ann 1 -5\n", "line 1: not !ID"},
	{"!0123456789abcdef " STORED " " SERVER " ann 1 99999999999999999999\n", "line 1: not !ID"},
	{"!0123456789abcdeF " STORED " " SERVER " ann 1 5\n", "line 1: bad name;"},
	{"!0123456789abcdef " STORED " " SERVER " a/n 1 5\n", "line 1: bad name;"},
	{"ann " STORED " " SERVER "\nann " STORED " " SERVER "\n",
		"line 2: the name has an earlier line"},
};

START_TEST(a_file_of_tokens_that_is_wrong_is_told_by_its_line)
	{
		struct tokens t;
		struct error err = {""};
		ck_assert(!tokens_read(&t, files[_i].text, ones, &err));
		ck_assert_msg(strncmp(err.text, files[_i].why, strlen(files[_i].why)) == 0, "%s",
			err.text);
	}
END_TEST

START_TEST(a_name_that_is_not_there_has_keys_too_and_always_the_same)
	{
		struct token_keys first, again, other;
		set_up("-");
		ck_assert(!tokens_keys(&tokens, "bob", &first));
		ck_assert(!tokens_keys(&tokens, "bob", &again));
		ck_assert(!tokens_keys(&tokens, "bo", &other));
		ck_assert_mem_eq(&first, &again, sizeof first);
		ck_assert_mem_ne(&first, &other, sizeof first);
		ck_assert(tokens_keys(&tokens, "ann", &first));
		ck_assert_mem_eq(&first, &tokens.rows[0].keys, sizeof first);
	}
END_TEST

START_TEST(what_is_taken_back_is_gone_and_the_others_stay)
	{
		struct token_keys keys;
		char line[TOKENS_LINE];
		set_up("-");
		memset(&keys, 7, sizeof keys);
		ck_assert(tokens_set(&tokens, "bob", NULL, &keys) &&
			  tokens_set(&tokens, "eve", NULL, &keys));
		token_write(&tokens.rows[0], line);
		ck_assert_str_eq(line, "ann " STORED " " SERVER "\n");
		tokens_remove(&tokens, tokens_find(&tokens, "bob"));
		ck_assert_uint_eq(tokens.count, 2);
		ck_assert_ptr_null(tokens_find(&tokens, "bob"));
		ck_assert_ptr_nonnull(tokens_find(&tokens, "ann"));
		ck_assert_ptr_nonnull(tokens_find(&tokens, "eve"));
		tokens_clear(&tokens);
	}
END_TEST

START_TEST(a_bot_has_the_owner_of_its_line_or_is_its_own)
	{
		static const char text[] = "ann " STORED " " SERVER "\n"
					   "ann-2\t" STORED " " SERVER " ann\n"
					   "bob " STORED " " SERVER " bob\n";
		struct tokens t;
		struct error err;
		char line[TOKENS_LINE];
		ck_assert(tokens_read(&t, text, ones, &err));
		ck_assert_str_eq(token_owner(tokens_find(&t, "ann")), "ann");
		ck_assert_str_eq(token_owner(tokens_find(&t, "ann-2")), "ann");
		ck_assert_str_eq(token_owner(tokens_find(&t, "bob")), "bob");
		token_write(&t.rows[1], line);
		ck_assert_str_eq(line, "ann-2 " STORED " " SERVER " ann\n");
		token_write(&t.rows[2], line);
		ck_assert_str_eq(line, "bob " STORED " " SERVER "\n");
		tokens_clear(&t);
	}
END_TEST

START_TEST(an_invitation_is_a_row_that_signs_in_nowhere)
	{
		static const char text[] =
			"!0123456789abcdef " STORED " " SERVER " ann 2 1798122195\n";
		struct tokens t;
		struct error err;
		char line[TOKENS_LINE];
		ck_assert_msg(tokens_read(&t, text, ones, &err), "%s", err.text);
		ck_assert_int_eq(t.rows[0].bots, 2);
		ck_assert_int_eq(t.rows[0].expires, 1798122195);
		ck_assert(!token_signs_in(&t.rows[0]));
		token_write(&t.rows[0], line);
		ck_assert_str_eq(line, text);
		tokens_clear(&t);
	}
END_TEST

static const struct {
	const char *name;
	bool fits; /* an invitation of ann, where ann-2, and bob's ann-bob, have tokens */
} joining[] = {{"ann", true}, {"ann-3", true}, {"ann.x", true}, {"ann_", true}, {"ann+x", true},
	{"ann-2", false}, {"ann-bob", false}, {"anna", false}, {"an", false}, {"bob", false},
	{"", false}, {"ann/x", false}, {"ann x", false}, {"ann-zoe", false}};

START_TEST(an_invitation_makes_tokens_of_its_owners_free_names_alone)
	{
		const struct token_keys keys = {.stored = {7}};
		struct tokens t;
		struct error err = {""};
		ck_assert(tokens_read(&t, "", ones, &err));
		ck_assert(tokens_set(&t, "ann-2", "ann", &keys));
		ck_assert(tokens_set(&t, "ann-bob", "bob", &keys));
		ck_assert(tokens_set(&t, "zoes-bot", "ann-zoe", &keys));
		ck_assert_int_eq(
			invitation_fits(&t, "ann", joining[_i].name, &err), joining[_i].fits);
		ck_assert_int_eq(error_is_set(&err), !joining[_i].fits);
		tokens_clear(&t);
	}
END_TEST

START_TEST(a_new_token_keeps_the_owner_unless_another_is_said)
	{
		const struct token_keys keys = {.stored = {7}, .pages = {9}};
		struct tokens t;
		struct error err;
		char line[TOKENS_LINE], longest[TOKEN_NAME + 1];
		ck_assert(tokens_read(&t, "", ones, &err));
		ck_assert(tokens_set(&t, "ann-2", "ann", &keys));
		ck_assert(tokens_set(&t, "ann-2", NULL, &keys));
		ck_assert_str_eq(token_owner(&t.rows[0]), "ann");
		ck_assert(tokens_set(&t, "ann-2", "bob", &keys));
		ck_assert_str_eq(token_owner(&t.rows[0]), "bob");
		memset(longest, 'x', TOKEN_NAME);
		longest[TOKEN_NAME] = '\0';
		ck_assert(tokens_set(&t, "ann-2", longest, &keys));
		memset(t.rows[0].name, 'y', TOKEN_NAME);
		token_write(&t.rows[0], line);
		ck_assert_uint_lt(strlen(line), TOKENS_LINE);
		tokens_clear(&t);
		ck_assert(tokens_read(&t, line, ones, &err));
		ck_assert_str_eq(token_owner(&t.rows[0]), longest);
		ck_assert_mem_eq(&t.rows[0].keys, &keys, sizeof keys);
		tokens_clear(&t);
	}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof *(table))

SUITE("referee/net/handshake",
	LOOP(who_knows_the_token_is_welcome_in_whichever_pieces_it_says_so, ROWS(pieces)),
	CASE(line_ends_of_windows_are_taken),
	LOOP(whatever_is_wrong_is_answered_by_the_same_line, ROWS(wrong)),
	CASE(what_opened_one_session_opens_no_other), CASE(two_sessions_crossed_are_both_refused),
	CASE(a_byte_at_the_deadline_is_too_late),
	CASE(a_line_without_an_end_is_refused_before_512_bytes),
	CASE(a_bot_and_a_referee_that_share_a_token_agree),
	LOOP(a_bot_believes_no_referee_that_cannot_prove_itself, ROWS(strange)),
	LOOP(a_file_of_tokens_that_is_wrong_is_told_by_its_line, ROWS(files)),
	CASE(a_name_that_is_not_there_has_keys_too_and_always_the_same),
	CASE(a_bot_has_the_owner_of_its_line_or_is_its_own),
	CASE(a_new_token_keeps_the_owner_unless_another_is_said),
	CASE(an_invitation_is_a_row_that_signs_in_nowhere),
	LOOP(an_invitation_makes_tokens_of_its_owners_free_names_alone, ROWS(joining)),
	CASE(what_is_taken_back_is_gone_and_the_others_stay))
