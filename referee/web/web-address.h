/*
 * web-address.h - reads the address of a request: the parts of its path and the values of its
 * query. Parsing is strict. The texts are decoded.
 */
#ifndef REFEREE_WEB_WEB_ADDRESS_H
#define REFEREE_WEB_WEB_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum {
	ADDRESS_MAX = 2000,
	ADDRESS_PARTS = 6,
	ADDRESS_VALUES = 12,
	ADDRESS_KEY = 16 /* bytes of one of our keys */
};

struct address {
	char room[ADDRESS_MAX + 2];
	const char *part[ADDRESS_PARTS];
	int parts;
	const char *suffix; /* the suffix of the last part: "json", "record", or "" */
	const char *key[ADDRESS_VALUES], *value[ADDRESS_VALUES];
	int values;
};

/* Reads "/t/1/bot/a%20b.json?x=y". False: malformed, and err has a line. */
bool address_read(struct address *a, const char *text, struct error *err);

/* The value of a key of the query; "" if it is absent. */
const char *address_value(const struct address *a, const char *key);

/* The first key that is not among these names (separated by blanks), or that occurs twice; NULL:
 * none. */
const char *address_strange(const struct address *a, const char *keys);

/* Decodes %HH in place, and in a query the + of forms. False: malformed, or a NUL. */
bool address_decode(char *text, bool query);

/* Writes the path in its canonical form; and the address: of its query it keeps these keys, in this
 * order. */
void address_write_path(FILE *out, const struct address *a);
void address_write(FILE *out, const struct address *a, const char *keys);

/* Reads a whole number that consists of digits only. */
bool address_number(const char *text, uint64_t *number);

#endif
