/*
 * definition-text.h - writes a tournament's definition as text, and compares definitions when the
 * tournament resumes. The definition is everything that determines the games. Bots may be added and
 * rounds may grow, so these are not part of it. A sample of games depends on its bots, so they are
 * part of it; only its number of games may grow. Settings of the run alone (concurrency, db,
 * startup-timeout and so on) are not part of it.
 */
#ifndef REFEREE_CONFIG_DEFINITION_TEXT_H
#define REFEREE_CONFIG_DEFINITION_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/diagnostics.h"

struct bot;
struct tournament;

/* Writes "key = value", a line for each setting of the definition. The tournament was checked.
 * The caller frees it. */
char *tournament_definition(const struct tournament *t);

/* Writes "key = value", a line for each setting of the bot except its command; "" for none. The
 * caller frees it. */
char *bot_definition(const struct bot *bot);

/* The same, then a line for each feature that says what the bot cannot play: "feature = seats 1". A
 * bot that did not answer has none. */
char *bot_definition_with_features(const struct bot *bot);

/* Reads back the text of either function, as settings given at this place. Lines that are unknown
 * today are skipped. */
void bot_definition_read(struct bot *bot, const char *text, struct origin at);

/*
 * Reads back all that determines one game: players, parameters, time limits and adjudication.
 * tournament_init() made t, which gets its game and its rules. False, with a line in err: there are
 * no such rules today.
 */
bool definition_text_read(struct tournament *t, const char *game, int players,
	const char *definition, struct error *err);

/* The digest of the rules' program; the caller frees it. NULL: the rules are no program. */
char *definition_text_rules_digest(const char *definition);

/* Seats that fail together tie in a tournament that began without this line. */
#define DEFINITION_TEXT_FAILED_TOGETHER "failed-together = 0-0\n"
bool definition_text_failed_tie(const char *began);

/* Of an sprt. In a test that began without this line, a pair that repeats an earlier one move
 * for move counts, and the test decides despite any number of faults. */
#define DEFINITION_TEXT_PAIRS "pairs = new\n"
bool definition_text_repeats_count(const char *began);

/* The number of games of a sample when it began; 0: it is no sample. */
int64_t definition_text_games(const char *began);

/* Are two definitions the same, except for the number of games of a sample? False: a line in err
 * names the first difference, such as "movetime was 100ms when the tournament began, now it is
 * 200ms". */
bool definition_text_same(const char *began, const char *now, struct error *err);

/* For two definitions that differ: do they differ only in the hypotheses of a test? Then their
 * games are the same. */
bool definition_text_same_games(const char *began, const char *now);

/* Sets the preset of that time for each setting that was not given and is not in this
 * definition, if the preset has changed since. So a tournament continues by the rules that it
 * began with. */
void definition_text_keep(const char *began, struct tournament *t);

#endif
