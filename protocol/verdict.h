/*
 * verdict.h - the closed list of verdicts: how a seat's game ended. It is the one place that says
 * what a verdict means: databases get the table (verdicts), and their views and queries join it.
 */
#ifndef PROTOCOL_VERDICT_H
#define PROTOCOL_VERDICT_H

#include <stdbool.h>

enum verdict {
	VERDICT_OK,
	VERDICT_RESIGN,
	VERDICT_ILLEGAL,
	VERDICT_TIME,
	VERDICT_CRASH,
	VERDICT_FLOOD,
	VERDICT_MEMORY,
	VERDICT_BUILD,
	VERDICT_STARTUP,
	VERDICT_ABSENT,
	VERDICT_BENCHED,
	VERDICT_VOID,
	VERDICTS
};

struct verdict_row {
	const char *name;
	const char *help; /* one line for the loser */
	bool fault;	  /* it was the bot's own */
	bool away;	  /* the bot was not there, or not asked: nothing was tried */
	bool took_part;	  /* its program was built, present and started */
};

extern const struct verdict_row verdict_table[VERDICTS];

/* The verdict of this name, or VERDICTS if there is none. */
enum verdict verdict_find(const char *name);

/* As its row says. An unknown verdict (VERDICTS) is a fault of a bot that took part. */
bool verdict_is_fault(enum verdict verdict);
bool verdict_is_away(enum verdict verdict);
bool verdict_took_part(enum verdict verdict);

#endif
