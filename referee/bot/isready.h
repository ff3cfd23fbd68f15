/*
 * isready.h - decides which bots get `isready` after every `position`. UGI requires it. A bot that
 * asked for a feature knows this referee's protocol and needs no such round trip. Pure.
 */
#ifndef REFEREE_BOT_ISREADY_H
#define REFEREE_BOT_ISREADY_H

#include <stdbool.h>

/* The setting. ISREADY_UNSAID means the tournament's setting for a bot, and auto for a tournament.
 */
enum isready { ISREADY_UNSAID, ISREADY_AUTO, ISREADY_NO, ISREADY_YES, ISREADIES };

/* The words of the settings, by enum isready. */
extern const char *const isready_names[ISREADIES];

/* Does a bot that asked for these features (FEATURE_ bits) get `isready` after every position? */
bool isready_each_position(enum isready mode, unsigned features);

#endif
