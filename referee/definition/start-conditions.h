/*
 * start-conditions.h - what a tournament of the daemon waits for before it begins. Pure: the time
 * is an argument.
 */
#ifndef REFEREE_DEFINITION_START_CONDITIONS_H
#define REFEREE_DEFINITION_START_CONDITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* When a tournament begins (tournament.h), where it is no moment. */
enum {
	BEGINS_UNSAID = 0, /* not while most of its remote bots have never been here */
	BEGINS_NOW = -1,
	BEGINS_WHEN_HERE = -2 /* when all its remote bots are connected */
};

struct start_conditions {
	int64_t begins; /* one of these, or a moment: UTC milliseconds */
	int64_t again;	/* when it is tried again, after the disk was full; 0: it was not */
	int remote;	/* its remote bots: all, those that are connected, those that ever were */
	int here, seen;
	bool asked; /* the operator wants it to begin now */
};

enum start_conditions_for {
	START_CONDITIONS_NOTHING,
	START_CONDITIONS_DISK,
	START_CONDITIONS_TIME,
	START_CONDITIONS_HERE,
	START_CONDITIONS_NEVER_SEEN /* more than half of its remote bots were never connected */
};

/* What it waits for at this moment, and a line about it in why. */
enum start_conditions_for start_conditions_look(
	const struct start_conditions *w, int64_t now, char *why, size_t room);

#endif
