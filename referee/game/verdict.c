/*
 * verdict.c - the closed list of verdicts, a row each.
 */
#include "referee/game/verdict.h"

#include <string.h>

const struct verdict_row verdict_table[VERDICTS] = {
	[VERDICT_OK] = {"ok", "played to the end"},
	[VERDICT_RESIGN] = {"resign", "gave up"},
	[VERDICT_ILLEGAL] = {"illegal", "answered with a move that the rules do not allow"},
	[VERDICT_TIME] = {"time", "did not answer in its time"},
	[VERDICT_CRASH] = {"crash", "ended or closed its output in the middle of the game"},
	[VERDICT_FLOOD] = {"flood", "wrote more than a turn may hold"},
	[VERDICT_MEMORY] = {"memory", "needed more memory than it may have"},
	[VERDICT_BUILD] = {"build", "could not be built, so no program was started"},
	[VERDICT_STARTUP] = {"startup", "could not be started, or did not complete the handshake"},
	[VERDICT_ABSENT] = {"absent", "was not connected"},
	[VERDICT_BENCHED] = {"benched", "failed too often before and was not asked any more"},
	[VERDICT_VOID] = {"void", "the referee's own fault; played again"},
};

enum verdict verdict_find(const char *name)
{
	for (int v = 0; v < VERDICTS; v++)
		if (strcmp(verdict_table[v].name, name) == 0)
			return v;
	return VERDICTS;
}

bool verdict_took_part(enum verdict verdict)
{
	return verdict != VERDICT_BUILD && verdict != VERDICT_STARTUP &&
	       verdict != VERDICT_ABSENT && verdict != VERDICT_BENCHED;
}

bool verdict_is_fault(enum verdict verdict)
{
	return verdict != VERDICT_OK && verdict != VERDICT_RESIGN && verdict != VERDICT_VOID;
}
