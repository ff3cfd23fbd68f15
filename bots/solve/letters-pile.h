/*
 * letters-pile.h - the exact result of the letters game: two players in turn take the first or
 * the second letter of a pile, and a word scores for the player that holds all its letters.
 *
 * Each player wants the larger difference of scores, and of equals the earlier letter of the
 * pile.
 */
#ifndef BOTS_SOLVE_LETTERS_PILE_H
#define BOTS_SOLVE_LETTERS_PILE_H

#include "bots/solve/input.h"
#include "base/error.h"

enum { LETTERS_PILE_MAX = 26, LETTERS_PILE_WORDS_MAX = 100000 };

/* A word by its letters: bit 25 - i is set for the pile's letter i, so that earlier letters are
 * worth more and equal rests of words lie side by side when sorted. */
struct letters_word {
	uint32_t mask;
	int64_t score;
};

struct letters_pile {
	int count;
	char letters[LETTERS_PILE_MAX + 1];
	int words;
	struct letters_word *list; /* owned */
};

struct letters_result {
	char first; /* the letter to take first */
	int at;	    /* its place in the pile: 0 or 1 */
	int64_t scores[2];
};

/* Reads N and Q, the pile and the words with their scores. False: malformed, and err has a line. */
bool letters_pile_read(struct input *in, struct letters_pile *pile, struct error *err);
void letters_pile_clear(struct letters_pile *pile);

/* Solves the game; sorts the list of words. False: no memory. */
bool letters_pile_solve(struct letters_pile *pile, struct letters_result *result);

/* The same from the middle of a game: count letters are left, and player 0 is to move. Each
 * player has a sorted list of the words that it may still complete, given by the letters that it
 * lacks. result->first is not set. */
bool letters_pile_solve_from(int count, struct letters_word *const words[2], const int counts[2],
	struct letters_result *result);

#endif
