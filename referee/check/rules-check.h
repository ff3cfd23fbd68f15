/*
 * rules-check.h - the contract test of a rules program: random games, and what must hold in them.
 *
 * The conversation itself checks every answer (rules-process.h); what it finds is a fault, which
 * ends the check. The steps here compare answers with each other.
 */
#ifndef REFEREE_CHECK_RULES_CHECK_H
#define REFEREE_CHECK_RULES_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/time.h"
#include "referee/check/bot-check.h"
#include "rules/rules.h"

/* The result of one step. */
struct rules_finding {
	const char *step;
	enum step_result_verdict verdict;
	usec took;
	char text[1024]; /* one sentence */
	/* Where it was found; "": nowhere in particular. */
	char position[POSITION_TEXT];
	char word[MOVE_TEXT]; /* the move */
	const char *lines;    /* to look at, each ended by LF; NULL: none */
};

struct rules_check_options {
	const struct rules *rules; /* a program's: opened, not at fault */
	int seats;		   /* 0: all numbers of seats that can play, in turn */
	const char *const *params; /* "KEY=VALUE" */
	int params_count;
	uint64_t seed;
	int64_t games; /* random games */
	usec time;     /* no game begins after it */
	/* Gets every step in order. */
	void (*report)(void *arg, const struct rules_finding *f);
	void *arg;
};

/* Runs all steps. False: one has failed. */
bool rules_check_run(const struct rules_check_options *options);

#endif
