/*
 * html-print.c - escapes texts, and interprets the formats of html_print().
 */
#include "base/html-print.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"

/* --- texts ------------------------------------------------------------------------------------ */

/* The two code points that are valid in UTF-8 but not in XML. */
static bool html_print_no_xml(const char *text)
{
	return memcmp(text, "\xef\xbf\xbe", 3) == 0 || memcmp(text, "\xef\xbf\xbf", 3) == 0;
}

static void html_print_text(FILE *out, const char *text)
{
	static const struct {
		char character;
		const char *entity;
	} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
	char *plain = escape_text(text, false);
	for (const char *at = plain; at != NULL && *at != '\0'; at++) {
		const char *entity = NULL;
		for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
			if (*at == entities[i].character)
				entity = entities[i].entity;
		if (entity != NULL) {
			fputs(entity, out);
		} else if (*at == '\xef' && html_print_no_xml(at)) {
			fprintf(out, "\\xef\\xbf\\x%02x", (unsigned char)at[2]);
			at += 2;
		} else {
			fputc(*at, out);
		}
	}
	free(plain);
}

static void html_print_address(FILE *out, const char *text)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~";
	for (; *text != '\0'; text++)
		if (strchr(plain, *text) != NULL)
			fputc(*text, out);
		else
			fprintf(out, "%%%02X", (unsigned char)*text);
}

void html_print_json(FILE *out, const char *bytes, size_t length)
{
	char *plain = escape_bytes(bytes, length, true);
	if (plain == NULL) {
		fputs("null", out);
		return;
	}
	fputc('"', out);
	for (const char *at = plain; *at != '\0'; at++)
		if (strchr("\"\\", *at) != NULL)
			fprintf(out, "\\%c", *at);
		else if (strchr("<>&\n\t", *at) != NULL)
			fprintf(out, "\\u%04x", (unsigned)*at);
		else
			fputc(*at, out);
	fputc('"', out);
	free(plain);
}

static void html_print_signed(FILE *out, double number)
{
	long whole = lround(number);
	fprintf(out, "%s%ld", whole > 0 ? "+" : whole < 0 ? "−" : "", labs(whole));
}

/* --- formats ---------------------------------------------------------------------------------- */

enum { HTML_PRINT_SPECIFICATION = 32 };

/* A conversion of printf(), without the letters of its length. */
struct html_print_specification {
	char text[HTML_PRINT_SPECIFICATION]; /* "%-5.2" */
	size_t length;
	int longs; /* "l": 1, "ll": 2 */
	bool size; /* "z" */
};

static void html_print_add(struct html_print_specification *s, const char *part, size_t length)
{
	assert(s->length + length < sizeof s->text);
	memcpy(s->text + s->length, part, length);
	s->length += length;
	s->text[s->length] = '\0';
}

/* Reads it up to its letter, to which it returns a pointer. A width or precision "*" becomes its
 * number. */
static const char *html_print_specify(
	struct html_print_specification *s, const char *at, va_list *arguments)
{
	char number[16];
	for (html_print_add(s, "%", 1); *at != '\0' && strchr("-+ #0123456789.*", *at) != NULL;
		at++)
		if (*at == '*')
			html_print_add(s, number,
				(size_t)snprintf(
					number, sizeof number, "%d", va_arg(*arguments, int)));
		else
			html_print_add(s, at, 1);
	for (; *at == 'l' || *at == 'z'; at++) {
		s->longs += *at == 'l';
		s->size |= *at == 'z';
	}
	return at;
}

static void html_print_integer(
	FILE *out, struct html_print_specification *s, char letter, va_list *arguments)
{
	intmax_t value;
	if (letter != 'd' && letter != 'i')
		value = s->size	       ? (intmax_t)va_arg(*arguments, size_t)
			: s->longs > 1 ? (intmax_t)va_arg(*arguments, unsigned long long)
			: s->longs > 0 ? (intmax_t)va_arg(*arguments, unsigned long)
				       : (intmax_t)va_arg(*arguments, unsigned);
	else
		value = s->longs > 1   ? va_arg(*arguments, long long)
			: s->longs > 0 ? va_arg(*arguments, long)
				       : va_arg(*arguments, int);
	html_print_add(s, "j", 1);
	html_print_add(s, &letter, 1);
	fprintf(out, s->text, value);
}

/* Writes what printf() would write for a conversion, which begins after "%". Returns its letter's
 * place. */
static const char *html_print_as_printf(FILE *out, const char *at, va_list *arguments)
{
	struct html_print_specification s = {.length = 0};
	at = html_print_specify(&s, at, arguments);
	if (*at != '\0' && strchr("diuxX", *at) != NULL) {
		html_print_integer(out, &s, *at, arguments);
		return at;
	}
	assert(s.longs == 0 && !s.size && *at != '\0' && strchr("efgsc", *at) != NULL);
	html_print_add(&s, at, 1);
	if (*at == 's')
		fprintf(out, s.text, va_arg(*arguments, const char *));
	else if (*at == 'c')
		fprintf(out, s.text, va_arg(*arguments, int));
	else
		fprintf(out, s.text, va_arg(*arguments, double));
	return at;
}

/* Writes one of our own conversions. False: the letter is another. */
static bool html_print_own(FILE *out, char letter, va_list *arguments)
{
	const char *text;
	switch (letter) {
	case '%':
		fputc('%', out);
		return true;
	case 'h':
		html_print_text(out, va_arg(*arguments, const char *));
		return true;
	case 'a':
		html_print_address(out, va_arg(*arguments, const char *));
		return true;
	case 'j':
		text = va_arg(*arguments, const char *);
		html_print_json(out, text, text != NULL ? strlen(text) : 0);
		return true;
	case 'r':
		html_print_signed(out, va_arg(*arguments, double));
		return true;
	default:
		return false;
	}
}

void html_print(FILE *out, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	for (const char *at = format; *at != '\0'; at++) {
		size_t plain = strcspn(at, "%");
		fwrite(at, 1, plain, out);
		at += plain;
		if (*at == '\0')
			break;
		at++;
		if (!html_print_own(out, *at, &arguments))
			at = html_print_as_printf(out, at, &arguments);
	}
	va_end(arguments);
}
