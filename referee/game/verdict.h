/*
 * verdict.h - the closed list of verdicts: how a seat's game ended.
 */
#ifndef REFEREE_GAME_VERDICT_H
#define REFEREE_GAME_VERDICT_H

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
};

extern const struct verdict_row verdict_table[VERDICTS];

/* The verdict of this name, or VERDICTS if there is none. */
enum verdict verdict_find(const char *name);

/* Was it the bot's own fault? True for an unknown verdict. The tables and views of db/ say the
 * same. */
bool verdict_is_fault(enum verdict verdict);

/* Did the bot's program take part in the game: was it built, present and started? */
bool verdict_took_part(enum verdict verdict);

#endif
