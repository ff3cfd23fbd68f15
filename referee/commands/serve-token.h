/*
 * serve-token.h - the tokens with which readers may read the pages, or the metrics.
 */
#ifndef REFEREE_COMMANDS_SERVE_TOKEN_H
#define REFEREE_COMMANDS_SERVE_TOKEN_H

#include "base/error.h"

/* Reads "TOKEN" or "@FILE", the file's first line. A TOKEN is overwritten, so that no user sees it
 * among our arguments. The characters must fit into addresses and headers. warn: gets a line if
 * others may open the file. The caller frees the token. NULL: a line in err. */
char *serve_token_read(
	char *given, void (*warn)(void *arg, const char *line), void *arg, struct error *err);

#endif
