/*
 * bot-info.c - the info that a bot gives about its move beside depth, score and nodes, if it is
 * kept. It decides nothing. So malformed values are ignored, and long texts are cut.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/bot/bot-talk.h"

void bot_begin_info(struct bot_process *b)
{
	if (!b->plan->keep_info)
		return;
	if (b->info == NULL)
		b->info = memory_get(1, sizeof *b->info);
	b->info->seldepth = b->info->nps = BOT_INFO_UNSAID;
	b->info->pv[0] = b->info->text[0] = '\0';
}

void bot_clear_info(struct bot_process *b)
{
	free(b->info);
	b->info = NULL;
}

/* The number after this word of the line, before its pv and string. Anything but a number is
 * ignored. */
static int64_t bot_info_number(const char *line, const char *word)
{
	enum { WORD = 32 };
	char at[WORD], number[WORD], *end;
	int used;
	while (sscanf(line, "%31s%n", at, &used) == 1) {
		line += used;
		if (strcmp(at, "pv") == 0 || strcmp(at, "string") == 0)
			break;
		if (strcmp(at, word) != 0)
			continue;
		if (sscanf(line, "%31s", number) != 1 || *number < '0' || *number > '9')
			break;
		errno = 0;
		int64_t value = strtoll(number, &end, 10);
		return errno == 0 && *end == '\0' ? value : BOT_INFO_UNSAID;
	}
	return BOT_INFO_UNSAID;
}

static void bot_info_copy(char text[BOT_INFO_TEXT], const char *said)
{
	if (said != NULL && *said != '\0')
		snprintf(text, BOT_INFO_TEXT, "%s", said);
}

void bot_take_info(struct bot_process *b, const struct message_info *info, const char *line)
{
	struct bot_info *kept = b->info;
	int64_t multi = bot_info_number(line, "multipv");
	bot_info_copy(kept->text, info->text);
	if (multi != BOT_INFO_UNSAID && multi > 1)
		return;
	int64_t seldepth = bot_info_number(line, "seldepth"), nps = bot_info_number(line, "nps");
	if (seldepth != BOT_INFO_UNSAID)
		kept->seldepth = seldepth;
	if (nps != BOT_INFO_UNSAID)
		kept->nps = nps;
	bot_info_copy(kept->pv, info->pv);
}
