/*
 * value-types.h - the value types of settings: each reads a text, and writes it back in the one
 * form that a tournament's definition uses.
 */
#ifndef REFEREE_CONFIG_VALUE_TYPES_H
#define REFEREE_CONFIG_VALUE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "referee/base/time.h"

struct setting;

struct value {
	const char *shape; /* the form in the help: "TIME" */
	bool list;	   /* may be given several times; the values add up */
	bool bare;	   /* a flag without a value means yes */

	/* Reads text into the field of owner at row->offset. False: a line in why with the
	 * correct form. */
	bool (*read)(
		const struct setting *row, void *owner, const char *text, char *why, size_t room);

	/* Writes the value of owner; NULL: it is not part of a definition. */
	void (*write)(const struct setting *row, const void *owner, FILE *out);
};

extern const struct value value_text, value_number, value_long, value_limit, value_seed, value_time,
	value_yes_no, value_game, value_format, value_openings, value_tc, value_restart,
	value_parameter, value_command, value_option, value_options, value_isready, value_later,
	value_clock, value_affinity, value_logs, value_benched, value_orders, value_games,
	value_size, value_count, value_sandbox, value_elo, value_error, value_model, value_resign,
	value_draw, value_begins, value_pace, value_include, value_interval, value_decided,
	value_openings_order, value_openings_start;

/* "100ms", "10s", "2m", "1h", "1500us", "1.5s", or "0". */
bool value_read_time(const char *text, usec *span, char *why, size_t room);

/* "256M", "64K", "1G", or "1000" bytes. K is 1024 bytes. */
bool value_read_size(const char *text, int64_t *size, char *why, size_t room);

/* Writes the shortest text that reads back as span; returns text. */
enum { VALUE_TIME_TEXT = 32 };
char *value_write_time(usec span, char text[VALUE_TIME_TEXT]);

/* For value types that are texts. The first checks that the text is not empty and not too long.
 * The second puts a copy into the field, and the third writes the field. */
bool value_check_text(const char *text, char *why, size_t room);
void value_replace_text(const struct setting *row, void *owner, const char *text);
void value_write_text(const struct setting *row, const void *owner, FILE *out);

#endif
