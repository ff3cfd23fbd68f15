/*
 * verdict.c - the closed list of verdicts, a row each.
 */
#include "protocol/verdict.h"

#include <string.h>

const struct verdict_row verdict_table[VERDICTS] = {
	[VERDICT_OK] = {"ok", "played to the end", .took_part = true},
	[VERDICT_RESIGN] = {"resign", "gave up", .took_part = true},
	[VERDICT_ILLEGAL] = {"illegal", "answered with a move that the rules do not allow",
		.fault = true, .took_part = true},
	[VERDICT_TIME] = {"time", "did not answer in its time", .fault = true, .took_part = true},
	[VERDICT_CRASH] = {"crash", "ended or closed its output in the middle of the game",
		.fault = true, .took_part = true},
	[VERDICT_FLOOD] = {"flood", "wrote more than a turn may hold", .fault = true,
		.took_part = true},
	[VERDICT_MEMORY] = {"memory", "needed more memory than it may have", .fault = true,
		.took_part = true},
	[VERDICT_BUILD] = {"build", "could not be built, so no program was started", .fault = true},
	[VERDICT_STARTUP] = {"startup", "could not be started, or did not complete the handshake",
		.fault = true},
	[VERDICT_ABSENT] = {"absent", "was not connected", .fault = true, .away = true},
	[VERDICT_BENCHED] = {"benched", "failed too often before and was not asked any more",
		.fault = true, .away = true},
	[VERDICT_VOID] = {"void", "the referee's own fault; played again", .took_part = true},
};

enum verdict verdict_find(const char *name)
{
	for (int v = 0; v < VERDICTS; v++)
		if (strcmp(verdict_table[v].name, name) == 0)
			return v;
	return VERDICTS;
}

bool verdict_is_fault(enum verdict verdict)
{
	return verdict >= VERDICTS || verdict_table[verdict].fault;
}

bool verdict_is_away(enum verdict verdict)
{
	return verdict < VERDICTS && verdict_table[verdict].away;
}

bool verdict_took_part(enum verdict verdict)
{
	return verdict >= VERDICTS || verdict_table[verdict].took_part;
}
