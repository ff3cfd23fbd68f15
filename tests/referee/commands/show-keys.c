/*
 * What terminals send for a key, and what is read of it: the sequences are those of xterm, rxvt,
 * the Linux console and vt100 in both modes.
 */
#include "referee/commands/show-keys.h"

#include <stdint.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { KEYS_MAX = 8 };

static const struct {
	const char *bytes;
	enum show_key keys[KEYS_MAX]; /* ended by NONE */
} keys_rows[] = {
	{"\033[C", {SHOW_KEY_ON}},
	{"\033[D", {SHOW_KEY_BACK}},
	{"\033OC\033OD", {SHOW_KEY_ON, SHOW_KEY_BACK}},
	{"\033[A\033[B", {SHOW_KEY_TEN_BACK, SHOW_KEY_TEN_ON}},
	{"\033[H\033[F", {SHOW_KEY_FIRST, SHOW_KEY_LAST}},
	{"\033OH\033OF", {SHOW_KEY_FIRST, SHOW_KEY_LAST}},
	{"\033[1~\033[4~", {SHOW_KEY_FIRST, SHOW_KEY_LAST}},
	{"\033[7~\033[8~", {SHOW_KEY_FIRST, SHOW_KEY_LAST}},
	{"\033[5~\033[6~", {SHOW_KEY_TEN_BACK, SHOW_KEY_TEN_ON}},
	{"\033[1;5C", {SHOW_KEY_ON}},
	{"l n", {SHOW_KEY_ON, SHOW_KEY_ON, SHOW_KEY_ON}},
	{"hp", {SHOW_KEY_BACK, SHOW_KEY_BACK}},
	{"\x7f\b", {SHOW_KEY_ERASE, SHOW_KEY_ERASE}},
	{"gG", {SHOW_KEY_FIRST, SHOW_KEY_LAST}},
	{"07\r\n", {SHOW_KEY_DIGIT, SHOW_KEY_DIGIT + 7, SHOW_KEY_ENTER, SHOW_KEY_ENTER}},
	{"?q", {SHOW_KEY_HELP, SHOW_KEY_QUIT}},
	/* What means nothing is passed over whole. */
	{"\033[3~l", {SHOW_KEY_ON}},
	{"\033[15~\033[200~l", {SHOW_KEY_ON}},
	{"\033[[Al", {SHOW_KEY_ON}},
	{"\033[<0;12;7Ml", {SHOW_KEY_ON}},
	{"\033[?1;2cl", {SHOW_KEY_ON}},
	{"\033[999999999999999999~l", {SHOW_KEY_ON}},
	{"\033OPl", {SHOW_KEY_ON}},
	{"\303\251fxyl", {SHOW_KEY_ON}},
	{"\033l", {SHOW_KEY_ON}},
	{"\033\033[C", {SHOW_KEY_ON}},
	{"\033[1;\033[D", {SHOW_KEY_BACK}},
	/* the first number is the key's, the second who holds Shift */
	{"\033[5;2~\033[6;5~", {SHOW_KEY_TEN_BACK, SHOW_KEY_TEN_ON}},
};

/* A state is carried from byte to byte alone, so every way to cut the bytes up is this one. */
START_TEST(bytes_are_these_keys)
	{
		struct show_keys keys = {0};
		int count = 0;
		for (const char *at = keys_rows[_i].bytes; *at != '\0'; at++) {
			enum show_key key = show_keys_take(&keys, (unsigned char)*at);
			if (key == SHOW_KEY_NONE)
				continue;
			ck_assert_int_lt(count, KEYS_MAX);
			ck_assert_int_eq(key, keys_rows[_i].keys[count++]);
		}
		ck_assert_int_eq(keys_rows[_i].keys[count], SHOW_KEY_NONE);
	}
END_TEST

START_TEST(no_bytes_whatever_leave_the_keys_deaf)
	{
		uint64_t state = 1;
		struct show_keys keys = {0};
		for (int i = 0; i < 100000; i++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			enum show_key key = show_keys_take(&keys, (unsigned char)(state >> 56));
			ck_assert(key < SHOW_KEYS);
			if (i % 100 > 0)
				continue;
			/* A final byte ends any sequence; then a plain key is one. */
			show_keys_take(&keys, '~');
			ck_assert_int_eq(show_keys_take(&keys, 'l'), SHOW_KEY_ON);
		}
	}
END_TEST

SUITE("referee/commands/show-keys",
	LOOP(bytes_are_these_keys, sizeof keys_rows / sizeof *keys_rows),
	CASE(no_bytes_whatever_leave_the_keys_deaf))
