/*
 * definition-text.h - what makes a tournament's games what they are, as a text that is compared
 * when the tournament goes on. Bots may be added and rounds may grow meanwhile; these are not part
 * of it (but for a sample of games, which depends on its bots: only the number of games may grow
 * there), nor is what only says how it is run (concurrency, db, startup and the like).
 */
#ifndef REFEREE_CONFIG_DEFINITION_TEXT_H
#define REFEREE_CONFIG_DEFINITION_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "referee/base/diagnostics.h"

struct bot;
struct tournament;

/* "key = value", a line for each setting that defines; of a tournament that was checked. The
 * caller frees it. */
char *tournament_definition(const struct tournament *t);

/* "key = value", a line for each that the bot was given beside its command; "" for nothing. The
 * caller frees it. */
char *bot_definition(const struct bot *bot);

/* Reads back what bot_definition() wrote, as given at a place; lines that mean nothing today are
 * left out. */
void bot_definition_read(struct bot *bot, const char *text, struct origin at);

/*
 * Reads back what a game follows from: players, parameters, limits on time, and what ends it early.
 * t was made by tournament_init(), and gets its game and its rules. False, with a line in why: they
 * are none of today's.
 */
bool definition_text_read(struct tournament *t, const char *game, int players,
	const char *definition, char *why, size_t room);

/* Do seats that fail together tie? So they do in a tournament that began without this line. */
#define DEFINITION_TEXT_FAILED_TOGETHER "failed-together = 0-0\n"
bool definition_text_failed_tie(const char *began);

/* Of an sprt: does a pair count that was played before, move for move, and does it decide whatever
 * failed? So it does in a test that began without this line. */
#define DEFINITION_TEXT_PAIRS "pairs = new\n"
bool definition_text_repeats_count(const char *began);

/* How many games a sample was to have when it began; 0: it is none. */
int64_t definition_text_games(const char *began);

/* Are they the same, but for the number of games of a sample? False: a line in why names the first
 * difference, such as "movetime was 100ms when the tournament began, now it is 200ms". */
bool definition_text_same(const char *began, const char *now, char *why, size_t room);

/* Of two that are not the same: do they differ in nothing but the hypotheses of a test? Its games
 * are the same then. */
bool definition_text_same_games(const char *began, const char *now);

/* What was not given, and had another preset when this definition was written, which does not say
 * it, is what it was then: so a tournament goes on by the rules that it began with. */
void definition_text_keep(const char *began, struct tournament *t);

#endif
