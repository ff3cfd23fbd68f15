/*
 * bot-name.h - the name of a bot that was given none: what its program's file is called.
 */
#ifndef REFEREE_CONFIG_BOT_NAME_H
#define REFEREE_CONFIG_BOT_NAME_H

#include "referee/definition/tournament.h"

/*
 * "./c4-v2 --depth 6" is c4-v2, "python3 -u bots/mine.py" is mine. Where a bot of the tournament
 * has the name already it is followed by -2, -3 and so on. The caller frees it.
 */
char *bot_name_make(const struct tournament *t, const char *command);

#endif
