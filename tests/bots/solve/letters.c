/*
 * letters.c - the letters game: the vectors, games small enough to be played out by the rules, and
 * what can be wrong with the input.
 */
#include "bots/solve/letters-pile.h"
#include "rules/rules.h"
#include "tests/lib/byte-source.h"
#include "tests/lib/suite.h"

#include <inttypes.h>

enum { LETTERS_ROOM = 1 << 17, LETTERS_WHY = 1024, LETTERS_GAMES = 200 };

static const char *const letters_vectors[] = {"letters-01", "letters-02", "letters-03",
	"letters-04", "letters-05", "letters-06", "letters-07", "letters-08", "letters-09"};
static const size_t letters_pieces[] = {1, 3, 8, 1 << 20};

/* "LETTER S1-S2" of a text, or what is wrong with it. */
static const char *letters_line(const char *text, size_t piece)
{
	static struct error line;
	struct source source = {text, strlen(text), piece};
	struct input *in = input_create(source_read, &source);
	struct letters_pile pile;
	struct letters_result result;

	if (letters_pile_read(in, &pile, &line)) {
		ck_assert(letters_pile_solve(&pile, &result));
		error_set(&line, "%c %" PRId64 "-%" PRId64, result.first, result.scores[0],
			result.scores[1]);
	}
	letters_pile_clear(&pile);
	input_free(in);
	return line.text;
}

START_TEST(letter_and_scores_are_those_of_the_vectors)
	{
		static char in[LETTERS_ROOM], out[LETTERS_ROOM];

		ck_assert(source_file(
			"tests/vectors/puzzles", letters_vectors[_i], "in", in, sizeof in));
		ck_assert(source_file(
			"tests/vectors/puzzles", letters_vectors[_i], "out", out, sizeof out));
		out[strcspn(out, "\n")] = '\0';
		for (size_t i = 0; i < sizeof letters_pieces / sizeof *letters_pieces; i++)
			ck_assert_str_eq(letters_line(in, letters_pieces[i]), out);
	}
END_TEST

/* Plays a game out by the rules; the earlier letter of the pile is their first move. */
static void letters_play(const struct setup *s, const struct position *p, int seat,
	int64_t scores[SEATS_MAX], move *best)
{
	move moves[MOVES_MAX], below;
	int count = s->rules->moves(s, p, moves);

	if (count == 0)
		s->rules->scores(s, p, scores);
	for (int i = 0; i < count; i++) {
		int64_t found[SEATS_MAX];
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		letters_play(s, &next, 3 - seat, found, &below);
		int other = 2 - seat;
		if (i > 0 && found[seat - 1] - found[other] <= scores[seat - 1] - scores[other])
			continue;
		memcpy(scores, found, 2 * sizeof *scores);
		*best = moves[i];
	}
}

/* A puzzle as text for the solver, and as parameters for the rules. */
static void letters_puzzle(uint64_t seed, char *text, char *pile, char *words)
{
	int count = 1 + (int)random_below(&seed, 11), list = 1 + (int)random_below(&seed, 30);
	char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	for (int i = 0; i < count; i++) {
		int j = i + (int)random_below(&seed, 26 - (uint64_t)i);
		char c = all[i];
		all[i] = all[j];
		all[j] = c;
	}
	all[count] = '\0';
	sprintf(pile, "pile=%s", all);
	words += sprintf(words, "words=");
	text += sprintf(text, "%d %d\n%s\n", count, list, all);
	for (int i = 0; i < list; i++) {
		int length = 1 + (int)random_below(&seed, 4),
		    score = (int)random_below(&seed, 9) - 2;
		words += sprintf(words, "%s", i > 0 ? "," : "");
		for (int k = 0; k < length; k++) {
			char c = all[random_below(&seed, (uint64_t)count)];
			words += sprintf(words, "%c", c);
			text += sprintf(text, "%c", c);
		}
		words += sprintf(words, ":%d", score);
		text += sprintf(text, " %d\n", score);
	}
}

START_TEST(the_result_is_that_of_the_game_played_out_by_its_rules)
	{
		static struct setup s;
		static char text[4096], pile[64], words[4096];
		struct error err = {""};
		char expected[64];
		struct position p;
		int64_t scores[SEATS_MAX];
		move best = 0;

		letters_puzzle((uint64_t)_i + 1, text, pile, words);
		const char *settings[] = {pile, words};
		ck_assert_msg(setup_init(&s, rules_find("letters"), 2, 1, settings, 2, &err), "%s",
			err.text);
		s.rules->start(&s, &p);
		letters_play(&s, &p, 1, scores, &best);
		snprintf(expected, sizeof expected, "%c %" PRId64 "-%" PRId64, (char)('A' + best),
			scores[0], scores[1]);
		ck_assert_msg(strcmp(letters_line(text, 4096), expected) == 0,
			"%s: expected %s, got %s", text, expected, letters_line(text, 4096));
	}
END_TEST

static const struct letters_row {
	const char *in, *out;
} letters_rows[] = {
	{"4 4\nA S R E\nSA 2\nSE 4\nRE 1\nA 1\n", "S 4-1"},
	{"4 4\r\nASRE\r\nSA 2\r\nSE 4\r\nRE 1\r\nA 1\r\n", "S 4-1"},
	{"1 0\nQ", "Q 0-0"},
	{"3 0\nC B A", "C 0-0"}, /* the earlier letter of the pile, not of the alphabet */
	{"2 2\nA B\nA -5\nB 3", "B 3--5"},
	{"2 1\nA B\nBB 1000000000000", "B 1000000000000-0"},
	{"", "line 1, column 1: the input ends where the number of letters"},
	{"27 1\nA 1", "line 1, column 1: the number of letters is from 1 to 26, not 27"},
	{"0 1\n", "line 1, column 1: the number of letters is from 1 to 26, not 0"},
	{"2 100001\nA B", "line 1, column 3: the number of words is from 0 to 100000"},
	{"2 x\nA B", "line 1, column 3: \"x\" is not the number of words"},
	{"3 1\nA B A\nA 1", "line 2, column 5: A is in the pile already"},
	{"3 1\nA b C\nA 1", "line 2, column 3: \"b\" is not letter 2 of the pile of 3"},
	{"2 1\nABC\nA 1", "line 2, column 3: \"C\" is one letter too many for a pile of 2"},
	{"3 1\nA B\n", "line 3, column 1: the input ends where letter 3 of the pile of 3"},
	{"2 2\nA B\nAB 3\nBAX 4\n", "line 4, column 3: \"BAX\" has X, which is not in the pile AB"},
	{"2 1\nA B\nA-B 3\n", "line 3, column 1: \"A-B\" is not word 1 of 1"},
	{"2 1\nA B\nAB\n", "line 4, column 1: the input ends where the score of word 1 of 1"},
	{"2 1\nA B\nAB 1.5\n", "line 3, column 4: \"1.5\" is not the score of word 1 of 1"},
	{"2 1\nA B\nAB 1000000000001", "line 3, column 4: the score of word 1 of 1 is from"},
	{"2 2\nA B\nAB 3\n", "line 4, column 1: the input ends where word 2 of 2"},
	{"2 1\nA B\nAB 3\nA 1\n", "line 4, column 1: there is more than the 1 words announced"},
};

START_TEST(small_puzzles_and_wrong_ones_are_answered_as_by_hand)
	{
		const struct letters_row *row = &letters_rows[_i];

		for (size_t i = 0; i < sizeof letters_pieces / sizeof *letters_pieces; i++) {
			const char *line = letters_line(row->in, letters_pieces[i]);
			ck_assert_msg(strncmp(line, row->out, strlen(row->out)) == 0,
				"expected %s\ngot      %s", row->out, line);
		}
	}
END_TEST

SUITE("bots/solve/letters",
	LOOP(letter_and_scores_are_those_of_the_vectors,
		sizeof letters_vectors / sizeof *letters_vectors),
	LOOP(the_result_is_that_of_the_game_played_out_by_its_rules, LETTERS_GAMES),
	LOOP(small_puzzles_and_wrong_ones_are_answered_as_by_hand,
		sizeof letters_rows / sizeof *letters_rows))
