/*
 * byte-source.h - input for the solvers from memory or a file, in pieces of any size.
 */
#ifndef TESTS_LIB_BYTE_SOURCE_H
#define TESTS_LIB_BYTE_SOURCE_H

#include "bots/solve/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are handed out piece by piece. */
struct source {
	const char *bytes;
	size_t left, piece;
};

static inline ptrdiff_t source_read(void *context, char *room, size_t size)
{
	struct source *s = context;
	size_t n = s->left < size ? s->left : size;

	n = n < s->piece ? n : s->piece;
	memcpy(room, s->bytes, n);
	s->bytes += n;
	s->left -= n;
	return (ptrdiff_t)n;
}

/* Reads all of FOLDER/NAME.ENDING into room as a string; false: it is not there. */
static inline bool source_file(
	const char *folder, const char *name, const char *ending, char *room, size_t size)
{
	char path[512];

	snprintf(path, sizeof path, "%s/%s.%s", folder, name, ending);
	FILE *f = fopen(path, "r");
	if (f == NULL)
		return false;
	size_t n = fread(room, 1, size - 1, f);
	room[n] = '\0';
	fclose(f);
	return true;
}

/* Where the vectors that belong to others are, if anywhere. */
static inline const char *source_reference(void)
{
	static char folder[512];
	const char *given = getenv("REFEREE_REFERENCE");

	snprintf(folder, sizeof folder, "%s/puzzles",
		given != NULL ? given : "../shared/vectors/reference");
	return folder;
}

#endif
