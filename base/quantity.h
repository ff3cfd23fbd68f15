/*
 * quantity.h - reads and writes numbers with a unit, and reads decimal numbers.
 */
#ifndef BASE_QUANTITY_H
#define BASE_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/time.h"

enum { QUANTITY_TEXT = 32 };

/* "100ms", "10s", "2m", "1h", "1500us", "1.5s", or "0". A fraction of a microsecond is cut. */
bool quantity_read_time(const char *text, usec *span, struct error *err);

/* "256M", "64K", "1G", or "1000" bytes. K is 1024 bytes. */
bool quantity_read_size(const char *text, int64_t *size, struct error *err);

/* The same, from min to max. */
bool quantity_read_time_in(const char *text, usec min, usec max, usec *span, struct error *err);
bool quantity_read_size_in(
	const char *text, int64_t min, int64_t max, int64_t *size, struct error *err);

/* Write the shortest text that reads back as the same number; return text. */
char *quantity_write_time(usec span, char text[QUANTITY_TEXT]);
char *quantity_write_size(int64_t size, char text[QUANTITY_TEXT]);

#endif
