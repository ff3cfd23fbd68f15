/*
 * plural.h - words that follow a number: "1 game is", "3 games are".
 */
#ifndef BASE_PLURAL_H
#define BASE_PLURAL_H

#include <stdint.h>

/* The word after this number, or the end of a word: one after 1, else many. */
const char *plural(double count, const char *one, const char *many);

struct counted {
	char text[48]; /* what does not fit is cut */
};

/* The number and its words, which are given for 1: "game", "new game", "game is". The last word is
 * the noun; before "is", "was" or "has" it is the second last. The text of the result is valid
 * until the end of the expression: printf("%s", counted(games, "game").text). */
struct counted counted(int64_t count, const char *words);

#endif
