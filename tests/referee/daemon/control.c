/* Requests of the daemon's socket, cut up. */
#include "referee/daemon/control.h"

#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "referee/daemon/daemon-tournament.h"
#include "tests/lib/suite.h"

static const struct {
	const char *line, *word, *first, *second;
} right[] = {
	{"status", "status", NULL, NULL},
	{"status --json", "status", "--json", NULL},
	{"status --json --bots", "status", "--json", "--bots"},
	{"status --json --bots --names", "status", "--json", "--bots"},
	{"watch --follow mine", "watch", "--follow", "mine"},
	{"concurrency 4", "concurrency", "4", NULL},
	{"  pause   'Connect Four cup'  ", "pause", "Connect Four cup", NULL},
	{"add-bot cup \"mine=python3 'my bot.py'\"", "add-bot", "cup", "mine=python3 'my bot.py'"},
	{"bench-bot a\\ b c", "bench-bot", "a b", "c"},
	{"drain", "drain", NULL, NULL},
	{"kick ann", "kick", "ann", NULL},
	{"announce 'back at 18:00'", "announce", "back at 18:00", NULL},
	{"announce ''", "announce", "", NULL},
	{"submit '/home/it'\\''s.conf'", "submit", "/home/it's.conf", NULL},
};

START_TEST(a_request_is_cut_up_as_a_shell_does_it)
	{
		const struct control_row *row;
		struct error err;
		char **words;
		ck_assert(control_parse(right[_i].line, &row, &words, &err));
		ck_assert_str_eq(row->word, right[_i].word);
		ck_assert_str_eq(words[0], right[_i].word);
		const char *wanted[] = {right[_i].first, right[_i].second};
		for (int i = 0; i < 2 && (i == 0 || wanted[0] != NULL); i++)
			ck_assert_pstr_eq(words[i + 1], wanted[i]);
		free(words);
	}
END_TEST

static const struct {
	const char *line, *part;
} wrong[] = {
	{"", ""},
	{"   ", ""},
	{"pause 'cup", ""},
	{"stats", "did you mean status?"},
	{"PAUSE", "unknown request"},
	{"pause one two", "pause: wrong number of words; give [TOURNAMENT]"},
	{"concurrency", "concurrency: wrong number of words; give GAMES"},
	{"add-bot cup", "TOURNAMENT NAME=COMMAND"},
	{"submit", "FILE"},
	{"drain cup", "drain: wrong number of words; give nothing"},
	{"announce two words", "announce: wrong number of words; give TEXT"},
	{"\x01\x02\xff", "unknown request"},
};

START_TEST(what_cannot_be_asked_for_says_what_would_be_right)
	{
		const struct control_row *row;
		struct error err = {""};
		char **words;
		ck_assert(!control_parse(wrong[_i].line, &row, &words, &err));
		ck_assert_str_ne(err.text, "");
		ck_assert_ptr_nonnull(strstr(err.text, wrong[_i].part));
	}
END_TEST

/* With how many words behind it is the request taken? */
static const struct {
	const char *word;
	int least, most;
} counts[] = {{"status", 0, 3}, {"pause", 0, 1}, {"submit", 1, 1}, {"add-bot", 2, 2},
	{"revert", 2, 3}, {"drain", 0, 0}, {"watch", 0, 2}};

START_TEST(a_request_takes_the_words_of_its_row)
	{
		struct error err;
		const struct control_row *row = control_find(counts[_i].word, &err);
		ck_assert_ptr_nonnull(row);
		for (int count = 0; count < CONTROL_WORDS + 1; count++)
			ck_assert_int_eq(control_takes(row, count, &err),
				count >= counts[_i].least && count <= counts[_i].most);
	}
END_TEST

START_TEST(no_row_takes_more_words_than_a_request_has)
	{
		struct error err;
		for (const struct control_row *row = control_table; row->word != NULL; row++)
			ck_assert_msg(!control_takes(row, CONTROL_WORDS, &err), "%s", row->word);
	}
END_TEST

static const struct {
	const char *words[3];
	bool good, follow;
	int number;
	const char *name;
} wishes[] = {
	{{NULL}, true, false, 0, NULL},
	{{"17", NULL}, true, false, 17, NULL},
	{{"99999999999999999999", NULL}, true, false, INT_MAX, NULL},
	{{"mine", NULL}, true, false, 0, "mine"},
	{{"--follow", "mine", NULL}, true, true, 0, "mine"},
	{{"mine", "--follow", NULL}, true, true, 0, "mine"},
	{{"--follow", NULL}, true, true, 0, NULL},
	{{"--follow", "3", NULL}, false, false, 0, NULL},
	{{"3", "--follow", NULL}, false, false, 0, NULL},
	{{"mine", "theirs", NULL}, false, false, 0, NULL},
	{{"3", "mine", NULL}, false, false, 0, NULL},
	{{"mine", "3", NULL}, false, false, 0, NULL},
	{{"3", "4", NULL}, false, false, 0, NULL},
	{{"", NULL}, true, false, 0, ""},
	{{"--fast", NULL}, false, false, 0, NULL},
};

START_TEST(who_looks_on_names_a_game_or_a_bot_and_follows_bots_alone)
	{
		struct watch_options options;
		struct error err = {""};
		bool good = control_parse_wish((char *const *)wishes[_i].words, &options, &err);
		ck_assert_int_eq(good, wishes[_i].good);
		if (!good) {
			ck_assert_str_ne(err.text, "");
			return;
		}
		ck_assert_int_eq(options.follow, wishes[_i].follow);
		ck_assert_int_eq(options.number, wishes[_i].number);
		ck_assert_pstr_eq(options.name, wishes[_i].name);
	}
END_TEST

/* Tournaments that have ended are still shown, many of them. */
START_TEST(a_tournament_that_is_only_shown_takes_a_few_kilobytes)
	{
		ck_assert_uint_le(sizeof(struct daemon_tournament), 8 << 10);
	}
END_TEST

SUITE("tournament/control",
	LOOP(a_request_is_cut_up_as_a_shell_does_it, sizeof right / sizeof *right),
	LOOP(what_cannot_be_asked_for_says_what_would_be_right, sizeof wrong / sizeof *wrong),
	LOOP(a_request_takes_the_words_of_its_row, sizeof counts / sizeof *counts),
	CASE(no_row_takes_more_words_than_a_request_has),
	LOOP(who_looks_on_names_a_game_or_a_bot_and_follows_bots_alone,
		sizeof wishes / sizeof *wishes),
	CASE(a_tournament_that_is_only_shown_takes_a_few_kilobytes))
