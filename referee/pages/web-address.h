/*
 * web-address.h - what a request asks for: the parts of its path and the values of its query, read
 * strictly. Texts in it are as they were before they were put into an address.
 */
#ifndef REFEREE_PAGES_WEB_ADDRESS_H
#define REFEREE_PAGES_WEB_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ADDRESS_MOST = 2000, ADDRESS_PARTS = 6, ADDRESS_VALUES = 12 };

struct address {
	char room[ADDRESS_MOST + 2];
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

/* A whole number, of digits alone. */
bool address_number(const char *text, uint64_t *number);

#endif
