/*
 * bot-name.h - names a bot after the file of its program, if it has no name.
 */
#ifndef REFEREE_CONFIG_BOT_NAME_H
#define REFEREE_CONFIG_BOT_NAME_H

#include "referee/definition/tournament.h"

/*
 * "./c4-v2 --depth 6" becomes c4-v2, "python3 -u bots/mine.py" becomes mine. If a bot of the
 * tournament has the name already, -2, -3 and so on follow. The caller frees it.
 */
char *bot_name_make(const struct tournament *t, const char *command);

#endif
