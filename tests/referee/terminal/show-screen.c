/*
 * A replay's screen: the bytes of keys, where keys lead, what the screen shows there, and that it
 * fits. The sequences of keys are those of xterm, rxvt, the Linux console and vt100 in both modes.
 */
#include "base/error.h"
#include "referee/terminal/show-screen.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
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
	/* A sequence without a meaning is skipped whole. */
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
	/* the first number is the key's, the second the modifiers */
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

START_TEST(after_any_bytes_a_key_is_read_again)
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

/* nim for three from 9; seat 2 leaves in its second turn, after four plies. */
static struct move_list *screen_history(struct setup *setup, const char *detail)
{
	static const char *const param = "heaps=9";
	const struct move_list_ends ends = {
		.verdict = {[1] = VERDICT_CRASH}, .detail = {[1] = detail}};
	static const struct move_numbers numbers = {1500, 700, UNKNOWN, 4, -12, UNKNOWN};
	static const int seats[] = {1, 2, 3, 1, 3, 1};
	struct move_list *h = memory_get(1, sizeof *h);
	struct error err;
	ck_assert(setup_init(setup, rules_find("nim"), 3, 1, &param, 1, &err));
	move_list_init(h, setup, "");
	move_list_name(h, 1, "al\033pha");
	move_list_name(h, 2, "beta");
	move_list_name(h, 3, "gamma");
	for (int i = 0; i < 6; i++)
		move_list_add_move(h, seats[i], i == 5 ? "a2" : "a1", &numbers);
	ck_assert_msg(move_list_add_departures(h, &ends, &err), "%s", err.text);
	return h;
}

static const struct {
	const char *keys;
	int turns; /* played after these keys, which begin at turn 2 */
	const char *shows[3];
} screen_rows[] = {
	{"", 2, {"ply 2/6", "a 7  |||||||*", "> seat 3 gamma"}},
	{"l", 3, {"ply 3/6", "seat 3 played a1 in 1.5 ms, depth 4, score -0.12\n"}},
	{"h", 1, {"ply 1/6", "al\\x1bpha"}},
	{"hhhh", 0, {"ply 0/6", "The game begins."}},
	{"lll", 5, {"ply 4/6", "seat 2 left: crash, ended", "> seat 3"}},
	{"llll", 6, {"ply 5/6", "1.5 ms, crash"}},
	{"G", 7, {"ply 6/6", "place 3", "4.5 ms, place 1"}},
	{"lllllllllll", 7, {"ply 6/6"}},
	{"g", 0, {"ply 0/6"}},
	{"j", 7, {NULL}},
	{"Gk", 0, {NULL}},
	{"4\r", 4, {"ply 4/6", "> seat 2"}},
	{"5\r", 6, {"ply 5/6"}},
	{"6\r", 7, {"ply 6/6"}},
	{"99999999999\r", 7, {NULL}},
	{"12", 2, {"to ply 12 (Enter)"}},
	{"12\b\r", 1, {NULL}},
	{"3l", 3, {"ply 3/6"}},
	{"\r", 2, {NULL}},
	{"f", 2, {"ply 2/6"}},
	{"?", 2, {"digits and Enter"}},
	{"??", 2, {"> seat 3 gamma"}},
	{"?l", 3, {"seat 3 played"}},
};

START_TEST(keys_lead_there_and_it_shows)
	{
		static struct setup setup;
		static const int ranks[SEATS_MAX] = {1, 3, 2};
		struct move_list *h = screen_history(&setup, "ended");
		struct show_keys keys = {0};
		struct show_screen s = {.moves = h, .title = "Game 1", .ranks = ranks, .count = 2};
		for (const char *at = screen_rows[_i].keys; *at != '\0'; at++)
			show_screen_key(&s, show_keys_take(&keys, (unsigned char)*at));
		ck_assert_int_eq(s.count, screen_rows[_i].turns);
		char *text = show_screen_text(&s, BOARD_TERMINAL_MARKS, 80, 24);
		for (int i = 0; i < 3 && screen_rows[_i].shows[i] != NULL; i++)
			ck_assert_msg(strstr(text, screen_rows[_i].shows[i]) != NULL, "%s\n%s",
				screen_rows[_i].shows[i], text);
		free(text);
		move_list_clear(h);
		free(h);
	}
END_TEST

START_TEST(a_seat_that_left_without_a_detail_has_no_comma)
	{
		static struct setup setup;
		static const int ranks[SEATS_MAX] = {1, 3, 2};
		struct move_list *h = screen_history(&setup, NULL);
		struct show_screen s = {.moves = h, .title = "Game 1", .ranks = ranks, .count = 5};
		char *text = show_screen_text(&s, BOARD_TERMINAL_MARKS, 80, 24);
		ck_assert_msg(strstr(text, "seat 2 left: crash\n") != NULL, "%s", text);
		free(text);
		move_list_clear(h);
		free(h);
	}
END_TEST

/* Columns and lines of a text, its colours left out. */
static void screen_fits(char *text, int columns, int rows)
{
	for (char *line; (line = strsep(&text, "\n")) != NULL; rows--) {
		int wide = 0;
		for (const char *at = line; *at != '\0'; at++) {
			if (*at == '\033')
				at = strchr(at, 'm');
			else
				wide++;
		}
		ck_assert_msg(wide <= columns, "%d: %s", wide, line);
	}
	ck_assert_int_ge(rows, 0);
}

START_TEST(every_game_fits_every_terminal)
	{
		static struct setup setup;
		static const int sizes[][2] = {{80, 24}, {80, 12}, {40, 24}, {20, 5}, {200, 60}};
		for (const struct rules *const *r = all_rules; *r != NULL; r++)
			for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
				struct move_list h;
				struct error err;
				int seats = 31 - __builtin_clz((*r)->seat_counts);
				ck_assert(setup_init(&setup, *r, seats, 1, NULL, 0, &err));
				move_list_init(&h, &setup, "");
				struct show_screen s = {.moves = &h, .title = "Game"};
				char *text = show_screen_text(
					&s, BOARD_TERMINAL_COLOURS, sizes[i][0], sizes[i][1]);
				screen_fits(text, sizes[i][0], sizes[i][1]);
				free(text);
			}
	}
END_TEST

START_TEST(the_star_for_six_is_whole_on_the_usual_terminal)
	{
		static struct setup setup;
		struct move_list h;
		struct error err;
		ck_assert(setup_init(&setup, rules_find("chinese-checkers"), 6, 1, NULL, 0, &err));
		move_list_init(&h, &setup, "");
		struct show_screen s = {.moves = &h, .title = "Game"};
		char *text = show_screen_text(&s, BOARD_TERMINAL_MARKS, 80, 24);
		ck_assert_ptr_nonnull(strstr(text, "17  "));
		ck_assert_ptr_nonnull(strstr(text, "\n   1  "));
		ck_assert_ptr_nonnull(strstr(text, "seat 6 (F)"));
		free(text);
	}
END_TEST

SUITE("referee/terminal/show-screen",
	LOOP(bytes_are_these_keys, sizeof keys_rows / sizeof *keys_rows),
	CASE(after_any_bytes_a_key_is_read_again),
	LOOP(keys_lead_there_and_it_shows, sizeof screen_rows / sizeof *screen_rows),
	CASE(a_seat_that_left_without_a_detail_has_no_comma), CASE(every_game_fits_every_terminal),
	CASE(the_star_for_six_is_whole_on_the_usual_terminal))
