/*
 * failure-facts.h - the facts about a failed bot, collected for diagnosis.h.
 */
#ifndef REFEREE_BOT_FAILURE_FACTS_H
#define REFEREE_BOT_FAILURE_FACTS_H

#include "referee/bot/diagnosis.h"
#include "referee/bot/bot.h"

enum { FAILURE_FACTS_ERRORS = 2048 };

struct failure_facts {
	struct diagnoses seen; /* its texts point to the members below */
	char sent[TAIL_BUFFER_BYTES + 1], said[TAIL_BUFFER_BYTES + 1], after[TAIL_BUFFER_BYTES + 1];
	char errors[FAILURE_FACTS_ERRORS];
	char python[FIND_PROGRAM_PATH], dir[FIND_PROGRAM_PATH];
};

/* Takes the facts of a bot that has failed (bot.h) and still has its process or connection. */
void failure_facts_take(struct failure_facts *d, struct bot_process *b);

#endif
