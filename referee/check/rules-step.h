/*
 * rules-step.h - a step of the contract test of a rules program: the game that it asks about, and
 * how it ends.
 */
#ifndef REFEREE_CHECK_RULES_STEP_H
#define REFEREE_CHECK_RULES_STEP_H

#include "referee/check/rules-check.h"
#include "rules/process/rules-process.h"

enum { RULES_STEP_PLIES = 20000 /* a longer game does not end */ };

struct rules_step {
	const struct rules_check_options *options;
	const struct rules *rules;
	struct rules_finding finding;
	usec begun;
	bool failed; /* any step */

	struct setup setup; /* of the game */
	move moves[MOVES_MAX];
	char block[RULES_PROCESS_BLOCK];
	uint64_t random;
	uint64_t draw; /* what is kept of the games; it does not change them */
};

/* Begins a step of this name, which is borrowed. */
void rules_step_begin(struct rules_step *s, const char *name);

/* Ends a step, printf-like. Returns true unless it has failed. */
bool rules_step_end(struct rules_step *s, enum step_result_verdict verdict, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Names the position, and the move in it (NULL: none). */
void rules_step_at(struct rules_step *s, const struct position *p, const char *word);

/* Are the rules at fault? Then the step ends with the reason. */
bool rules_step_fault(struct rules_step *s);

/* Starts the program again, without any cached answer. False, as below: the step has failed. */
bool rules_step_restart(struct rules_step *s);

/* Makes the setup of a game: the numbers of seats take turns. */
bool rules_step_setup(struct rules_step *s, int64_t game);

/* A number for a text. */
uint64_t rules_step_hash(const char *text, size_t length);

/* rules-forfeits.c: the step "forfeits", random games in which seats give up. */
bool rules_forfeits(struct rules_step *s);

#endif
