/*
 * isready.h - which bots are asked `isready` after every `position`. UGI's text has it so; a bot
 * that asked for a feature knows this referee's protocol, which saves the round trip. Pure.
 */
#ifndef REFEREE_BOT_ISREADY_H
#define REFEREE_BOT_ISREADY_H

#include <stdbool.h>

/* The setting. Of a bot: ISREADY_UNSAID is the tournament's; of a tournament: auto. */
enum isready { ISREADY_UNSAID, ISREADY_AUTO, ISREADY_NO, ISREADY_YES, ISREADIES };

/* By enum isready, as the settings write them. */
extern const char *const isready_names[ISREADIES];

/* Is a bot that asked for these features (FEATURE_ bits) asked after every position? */
bool isready_each_position(enum isready mode, unsigned features);

#endif
