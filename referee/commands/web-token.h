/*
 * web-token.h - what every reader of the pages has to show: said itself, or kept in a file.
 */
#ifndef REFEREE_COMMANDS_WEB_TOKEN_H
#define REFEREE_COMMANDS_WEB_TOKEN_H

#include <stddef.h>

enum { WEB_TOKEN_MIN = 16, WEB_TOKEN_MAX = 256 /* bytes */ };

/* "TOKEN", which is overwritten so that nobody sees it among our arguments, or "@FILE", whose first
 * line it is. To be freed; NULL: a line in why. */
char *web_token_read(char *given, char *why, size_t room);

#endif
