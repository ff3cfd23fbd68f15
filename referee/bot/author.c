/*
 * author.c - the author of a bot.
 */
#include "referee/bot/author.h"

#include <string.h>

#include "base/utf8.h"

bool author_is_good(const char *text)
{
	size_t length = strlen(text);
	return length > 0 && length < AUTHOR_TEXT && utf8_is_plain(text);
}
