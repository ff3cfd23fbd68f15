/*
 * memory.h - memory allocation that never returns NULL.
 *
 * When memory runs out, the process prints a line and ends, since it can do nothing useful then.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* Allocates count zeroed elements of size bytes. */
void *memory_get(size_t count, size_t size);

/* Resizes block to count elements of size bytes. New elements are not zeroed. */
void *memory_resize(void *block, size_t count, size_t size);

/* Copies text; NULL for NULL. */
char *memory_copy(const char *text);

/* Allocates a text as printf() would write it. */
char *memory_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Opens a stream that writes to memory. When it is closed, *text holds the written bytes and a NUL,
 * and *length their number. The caller frees *text. */
FILE *memory_open(char **text, size_t *length) __attribute__((returns_nonnull));
void memory_close(FILE *out);

/* For a process that runs for weeks. Large blocks return to the system when freed, and zeroed pages
 * take memory only when written. By default, after a large block is freed, the allocator puts all
 * blocks up to that size in its heap, where they leave holes. */
void memory_live_long(void);

#endif
