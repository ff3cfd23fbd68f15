/*
 * letters-read.c - reads a letters puzzle: N and Q, the pile, Q words with their scores.
 */
#include "bots/solve/letters-pile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Scores within 10^12: the sum of all words cannot overflow. */
static const int64_t letters_read_most = INT64_C(1000000000000);

/* Takes the letters of the pile, with or without blanks between them. */
static bool letters_read_letters(
	struct input *in, struct letters_pile *pile, int count, char *why, size_t room)
{
	char what[64];

	for (pile->count = 0; pile->count < count; in->at++) {
		solve_refuse(what, sizeof what, "letter %d of the pile of %d (A to Z)",
			pile->count + 1, count);
		if (!input_seek(in) || *in->at < 'A' || *in->at > 'Z')
			return input_refuse_next(in, what, why, room);
		if (strchr(pile->letters, *in->at) != NULL)
			return input_refuse(in, in->at, why, room,
				"%c is in the pile already; its letters are all different",
				*in->at);
		pile->letters[pile->count++] = *in->at;
	}
	if (in->at < in->safe && input_token(in) > 0)
		return input_refuse(in, in->at, why, room,
			"\"%.1s\" is one letter too many for a pile of %d", in->at, count);
	return true;
}

/* Takes one word and its score. */
static bool letters_read_word(
	struct input *in, struct letters_pile *pile, int count, char *why, size_t room)
{
	struct letters_word word = {0};
	char what[64];

	solve_refuse(
		what, sizeof what, "word %d of %d (letters from A to Z)", pile->words + 1, count);
	if (!input_seek(in))
		return input_refuse_next(in, what, why, room);
	size_t length = input_token(in);
	for (size_t i = 0; i < length; i++) {
		char c = in->at[i];
		if (c < 'A' || c > 'Z')
			return input_refuse_next(in, what, why, room);
		const char *letter = strchr(pile->letters, c);
		if (letter == NULL)
			return input_refuse(in, in->at + i, why, room,
				"\"%.*s\" has %c, which is not in the pile %s",
				length > 40 ? 40 : (int)length, in->at, c, pile->letters);
		word.mask |= UINT32_C(1) << (LETTERS_PILE_MAX - 1 - (letter - pile->letters));
	}
	in->at += length;
	solve_refuse(what, sizeof what, "the score of word %d of %d", pile->words + 1, count);
	if (!input_number(in, what, -letters_read_most, letters_read_most, &word.score, why, room))
		return false;
	pile->list[pile->words++] = word;
	return true;
}

bool letters_pile_read(struct input *in, struct letters_pile *pile, char *why, size_t room)
{
	int64_t letters, words;

	*pile = (struct letters_pile){0};
	if (!input_number(in, "the number of letters", 1, LETTERS_PILE_MAX, &letters, why, room) ||
		!input_number(
			in, "the number of words", 0, LETTERS_PILE_WORDS_MAX, &words, why, room) ||
		!letters_read_letters(in, pile, (int)letters, why, room))
		return false;
	pile->list = malloc((size_t)(words + 1) * sizeof *pile->list);
	if (pile->list == NULL)
		return solve_refuse(why, room, "no memory for %" PRId64 " words", words);
	while (pile->words < words)
		if (!letters_read_word(in, pile, (int)words, why, room))
			return false;
	if (input_seek(in))
		return input_refuse(in, in->at, why, room,
			"there is more than the %" PRId64 " words announced", words);
	return !in->failed || input_refuse_next(in, "the end", why, room);
}
