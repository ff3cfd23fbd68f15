/*
 * bot-diagnosis.h - what was seen of a bot that failed, put together for the table of symptoms.
 */
#ifndef REFEREE_BOT_BOT_DIAGNOSIS_H
#define REFEREE_BOT_BOT_DIAGNOSIS_H

#include "referee/bot/diagnosis.h"
#include "referee/bot/bot.h"

enum { BOT_DIAGNOSIS_ERRORS = 2048 };

struct bot_diagnosis {
	struct diagnoses seen; /* its texts are the next ones */
	char sent[TAIL_BUFFER_BYTES + 1], said[TAIL_BUFFER_BYTES + 1], after[TAIL_BUFFER_BYTES + 1];
	char errors[BOT_DIAGNOSIS_ERRORS];
	char python[FIND_PROGRAM_PATH], dir[FIND_PROGRAM_PATH];
};

/* Of a bot that has failed (bot.h) and still has its process or connection. */
void bot_diagnosis_take(struct bot_diagnosis *d, struct bot_process *b);

#endif
