/*
 * web-address.c - reads addresses: path and query of RFC 3986, in one canonical form.
 */
#include "referee/web/web-address.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "referee/report/html.h"

static const char *const address_suffixes[] = {"json", "record", NULL};

/* The value of two hexadecimal digits in either case; -1: they are not digits. */
static int address_byte(const char *text)
{
	char digits[3] = "";
	for (int i = 0; i < 2 && text[i] != '\0'; i++)
		digits[i] = (char)tolower((unsigned char)text[i]);
	return escape_hex_byte(digits);
}

bool address_decode(char *text, bool query)
{
	char *to = text;
	for (const char *from = text; *from != '\0'; from++) {
		if (*from == '%') {
			int byte = address_byte(from + 1);
			if (byte <= 0)
				return false;
			*to++ = (char)byte;
			from += 2;
		} else {
			*to++ = query && *from == '+' ? ' ' : *from;
		}
	}
	*to = '\0';
	return true;
}

/* Cuts a known suffix off before %HH is decoded: dots of a name are encoded. */
static void address_cut_suffix(struct address *a, char *last)
{
	char *dot = strrchr(last, '.');
	a->suffix = "";
	for (int i = 0; dot != NULL && address_suffixes[i] != NULL; i++)
		if (strcmp(dot + 1, address_suffixes[i]) == 0) {
			a->suffix = address_suffixes[i];
			*dot = '\0';
			return;
		}
}

static bool address_read_path(struct address *a, char *path)
{
	char *rest = path + 1, *part;
	address_cut_suffix(a, strrchr(path, '/') + 1);
	if (*rest == '\0')
		return true;
	while ((part = strsep(&rest, "/")) != NULL) {
		if (a->parts == ADDRESS_PARTS || !address_decode(part, false))
			return false;
		a->part[a->parts++] = part;
	}
	return true;
}

static bool address_read_query(struct address *a, char *query)
{
	for (char *pair; (pair = strsep(&query, "&")) != NULL;) {
		char *value = strchr(pair, '=');
		if (*pair == '\0')
			continue;
		if (value != NULL)
			*value++ = '\0';
		if (a->values == ADDRESS_VALUES || !address_decode(pair, true) ||
			(value != NULL && !address_decode(value, true)))
			return false;
		a->key[a->values] = pair;
		a->value[a->values++] = value != NULL ? value : "";
	}
	return true;
}

bool address_read(struct address *a, const char *text, struct error *err)
{
	*a = (struct address){.suffix = ""};
	if (strlen(text) > ADDRESS_MAX)
		return error_set(err, "the address is longer than %d bytes", ADDRESS_MAX);
	strcpy(a->room, text);
	char *query = strchr(a->room, '?');
	if (query != NULL)
		*query++ = '\0';
	if (*a->room == '/' && address_read_path(a, a->room) &&
		(query == NULL || address_read_query(a, query)))
		return true;
	return error_set(err, "the address is not well formed");
}

const char *address_value(const struct address *a, const char *key)
{
	for (int i = 0; i < a->values; i++)
		if (strcmp(a->key[i], key) == 0)
			return a->value[i];
	return "";
}

/* Is a key one of these names? */
static bool address_is_key(const char *keys, const char *key)
{
	size_t length = strlen(key);
	for (const char *at = keys; *at != '\0'; at += strspn(at, " ")) {
		size_t here = strcspn(at, " ");
		if (here == length && strncmp(at, key, length) == 0)
			return true;
		at += here;
	}
	return false;
}

const char *address_strange(const struct address *a, const char *keys)
{
	for (int i = 0; i < a->values; i++) {
		if (!address_is_key(keys, a->key[i]))
			return a->key[i];
		for (int j = 0; j < i; j++)
			if (strcmp(a->key[j], a->key[i]) == 0)
				return a->key[i];
	}
	return NULL;
}

void address_write_path(FILE *out, const struct address *a)
{
	/* Two slashes would begin the name of another machine. */
	const int parts = a->parts > 0 && *a->part[0] != '\0' ? a->parts : 0;
	if (parts == 0)
		fputc('/', out);
	for (int i = 0; i < parts; i++)
		html_print(out, "/%a", a->part[i]);
	if (*a->suffix != '\0')
		fprintf(out, ".%s", a->suffix);
}

void address_write(FILE *out, const struct address *a, const char *keys)
{
	char before = '?', key[ADDRESS_KEY];
	address_write_path(out, a);
	for (size_t length; *keys != '\0'; keys += length + (keys[length] == ' ')) {
		length = strcspn(keys, " ");
		snprintf(key, sizeof key, "%.*s", (int)length, keys);
		const char *value = address_value(a, key);
		if (*value == '\0')
			continue;
		html_print(out, "%c%s=%a", before, key, value);
		before = '&';
	}
}

bool address_number(const char *text, uint64_t *number)
{
	size_t digits = strspn(text, "0123456789");
	if (digits < 1 || text[digits] != '\0')
		return false;
	errno = 0;
	*number = strtoull(text, NULL, 10);
	return errno == 0;
}
