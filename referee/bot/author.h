/*
 * author.h - the author of a bot, as its handshake (`id author`) or the tournament file says.
 */
#ifndef REFEREE_BOT_AUTHOR_H
#define REFEREE_BOT_AUTHOR_H

#include <stdbool.h>

enum { AUTHOR_TEXT = 65 /* bytes, with a NUL */ };

/* Can the text be shown as an author: 1..64 bytes of valid UTF-8 without control characters? */
bool author_is_good(const char *text);

#endif
