/*
 * bot-digest.h - what a bot was when it played: a digest that changes when its program does.
 */
#ifndef REFEREE_TOURNAMENT_BOT_DIGEST_H
#define REFEREE_TOURNAMENT_BOT_DIGEST_H

#include "referee/tournament/tournament.h"

enum { BOT_DIGEST = 65 }; /* bytes of its text, the NUL included */

/*
 * SHA-256 (FIPS 180-4), in hexadecimal, over the bot's command, dir and options, and the contents
 * of every word of the command that names a file: seen from its dir, the first word also from PATH
 * and from the referee's own folder. "" for a bot that is remote: nobody here sees its program.
 */
void bot_digest(const struct bot *bot, char digest[BOT_DIGEST]);

#endif
