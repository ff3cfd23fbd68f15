/*
 * web-address.h - what a request asks for: the parts of its path and the values of its query, read
 * strictly. Texts in it are as they were before they were put into an address.
 */
#ifndef REFEREE_WEB_WEB_ADDRESS_H
#define REFEREE_WEB_WEB_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
	ADDRESS_MAX = 2000,
	ADDRESS_PARTS = 6,
	ADDRESS_VALUES = 12,
	ADDRESS_KEY = 16 /* of a key of ours */
};

struct address {
	char room[ADDRESS_MAX + 2];
	const char *part[ADDRESS_PARTS];
	int parts;
	const char *suffix; /* "json", "record", or "": what the last part ended with */
	const char *key[ADDRESS_VALUES], *value[ADDRESS_VALUES];
	int values;
};

/* Reads "/t/1/bot/a%20b.json?x=y". False, with a line in why: it is none. */
bool address_read(struct address *a, const char *text, char *why, size_t room);

/* The value of a key of the query, "" where there is none. */
const char *address_value(const struct address *a, const char *key);

/* The first key that is not among these names, parted by blanks, or is there twice; NULL: none. */
const char *address_strange(const struct address *a, const char *keys);

/* The address again in its one form: of its values those of these keys, in this order. */
void address_write(FILE *out, const struct address *a, const char *keys);

/* A whole number, of digits alone. */
bool address_number(const char *text, uint64_t *number);

#endif
