/*
 * memory.c - allocation that does not fail.
 */
#include "base/memory.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_EXIT = 70, MEMORY_LARGE = 1 << 17 };

static _Noreturn void memory_end(void)
{
	fputs("referee: out of memory\n", stderr);
	exit(MEMORY_EXIT);
}

static void *memory_check(void *block)
{
	if (block == NULL)
		memory_end();
	return block;
}

void *memory_get(size_t count, size_t size)
{
	return memory_check(calloc(count > 0 ? count : 1, size));
}

void *memory_resize(void *block, size_t count, size_t size)
{
	return memory_check(reallocarray(block, count > 0 ? count : 1, size));
}

char *memory_copy(const char *text)
{
	return text == NULL ? NULL : memory_check(strdup(text));
}

char *memory_print(const char *format, ...)
{
	char *text = NULL;
	va_list words;
	va_start(words, format);
	if (vasprintf(&text, format, words) < 0)
		text = NULL;
	va_end(words);
	return memory_check(text);
}

FILE *memory_open(char **text, size_t *length)
{
	*text = NULL;
	*length = 0;
	return memory_check(open_memstream(text, length));
}

/* A failed write may show only on closing, or only before it. */
void memory_close(FILE *out)
{
	bool failed = ferror(out) != 0;
	if (fclose(out) != 0 || failed)
		memory_end();
}

void memory_live_long(void)
{
	/* An explicit threshold is not adjusted any more. */
	mallopt(M_MMAP_THRESHOLD, MEMORY_LARGE);
}
