/*
 * web-token.h - reads the token that readers of the pages must present: given itself, or in a file.
 */
#ifndef REFEREE_COMMANDS_WEB_TOKEN_H
#define REFEREE_COMMANDS_WEB_TOKEN_H

#include <stddef.h>

enum { WEB_TOKEN_MIN = 16, WEB_TOKEN_MAX = 256 /* bytes */ };

/* Reads "TOKEN" or "@FILE", the file's first line. A TOKEN is overwritten, so that no user sees
 * it among our arguments. The caller frees it. NULL: a line in why. */
char *web_token_read(char *given, char *why, size_t room);

#endif
