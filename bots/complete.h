/*
 * complete.h - `--complete WORD...` of the programs of this folder: prints what the last word can
 * be (protocol/complete.h). Shells ask for it when TAB is pressed, and so does `referee` for the
 * command of a bot. All is taken from the rows that the help is made of.
 */
#ifndef BOTS_COMPLETE_H
#define BOTS_COMPLETE_H

#include "protocol/complete.h"

/* Each program's own: there is at least one word. */
void complete_bot(const char *const *words, int count, const struct candidates *c);
void complete_solve(const char *const *words, int count, const struct candidates *c);
void complete_adapt(const char *const *words, int count, const struct candidates *c);

/* Does the command line ask for it? Then the program prints the candidates, and ends. */
bool complete_asked(int argc, char *const *argv,
	void (*complete)(const char *const *words, int count, const struct candidates *c));

/* Offers values of the form that the help gives: the words of "a|b", the parameters of the game for
 * "KEY=VALUE", files for "FILE" and the like, and else nothing. game NULL: none is known. */
void complete_shape(const char *shape, const char *game, const struct candidates *c);

/* Offers all games. */
void complete_game(const struct candidates *c);

/* Offers words of the command of a program. */
void complete_command(void *arg, const char *const *words, int count, const struct candidates *c);

#endif
