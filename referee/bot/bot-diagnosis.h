/*
 * bot-diagnosis.h - what was seen of a bot that failed, put together for the table of symptoms.
 */
#ifndef REFEREE_BOT_BOT_DIAGNOSIS_H
#define REFEREE_BOT_BOT_DIAGNOSIS_H

#include "referee/bot/diagnosis.h"
#include "referee/bot/bot.h"

enum { DIAGNOSIS_ERRORS = 2048 };

struct diagnosis {
	struct symptoms seen; /* its texts are the next ones */
	char sent[TAIL_BYTES + 1], said[TAIL_BYTES + 1], after[TAIL_BYTES + 1];
	char errors[DIAGNOSIS_ERRORS];
	char python[FIND_PATH], dir[FIND_PATH];
};

/* Of a bot that has failed (bot.h) and still has its process or connection. */
void diagnosis_take(struct diagnosis *d, struct bot_process *b);

#endif
