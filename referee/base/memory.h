/*
 * memory.h - memory that is always there: a machine that has none left ends the process with a
 * line, since nothing useful could be done.
 */
#ifndef REFEREE_BASE_MEMORY_H
#define REFEREE_BASE_MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* count zeroed elements of size bytes. */
void *memory_get(size_t count, size_t size);

/* block grown or shrunk to count elements of size bytes; what is new is not zeroed. */
void *memory_resize(void *block, size_t count, size_t size);

/* A copy of text; NULL for NULL. */
char *memory_copy(const char *text);

/* A text made printf-like. */
char *memory_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A text to be written to as a file is: when it is closed, *text is what was written, with a NUL,
 * to be freed, and *length its bytes. */
FILE *memory_open(char **text, size_t *length) __attribute__((returns_nonnull));
void memory_close(FILE *out);

/* For a process that lives for weeks: what is large goes back to the system when it is freed, and
 * of what is large and zeroed only what is written to takes memory. By itself the allocator, when a
 * large block has been freed, puts all up to that size among the small ones, where it leaves holes.
 */
void memory_live_long(void);

#endif
