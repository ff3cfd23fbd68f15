/*
 * html.c - escapes text for pages.
 */
#include "referee/report/html.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "referee/process/crypto.h"
#include "base/memory.h"
#include "referee/board/svg.h"

void html_text(FILE *out, const char *text)
{
	if (text != NULL)
		svg_escape(out, text);
}

void html_json_bytes(FILE *out, const char *bytes, size_t length)
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

void html_json(FILE *out, const char *text)
{
	html_json_bytes(out, text, text != NULL ? strlen(text) : 0);
}

void html_signed(FILE *out, double number)
{
	long whole = lround(number);
	fprintf(out, "%s%ld", whole > 0 ? "+" : whole < 0 ? "−" : "", labs(whole));
}

void html_address(FILE *out, const char *text)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~";
	for (; *text != '\0'; text++)
		if (strchr(plain, *text) != NULL)
			fputc(*text, out);
		else
			fprintf(out, "%%%02X", (unsigned char)*text);
}

/* Writes the Base64 (RFC 4648) of a digest. */
static void html_base64(const uint8_t *bytes, size_t count, char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (size_t i = 0; i < count; i += 3) {
		uint32_t group = (uint32_t)bytes[i] << 16;
		if (i + 1 < count)
			group |= (uint32_t)bytes[i + 1] << 8;
		if (i + 2 < count)
			group |= bytes[i + 2];
		*text++ = digits[group >> 18];
		*text++ = digits[group >> 12 & 63];
		*text++ = i + 1 < count ? digits[group >> 6 & 63] : '=';
		*text++ = i + 2 < count ? digits[group & 63] : '=';
	}
	*text = '\0';
}

void html_hash(const char *text, char hash[HTML_HASH])
{
	unsigned char digest[CRYPTO_BYTES];
	char digits[HTML_HASH];
	crypto_hash(text, strlen(text), digest);
	html_base64(digest, sizeof digest, digits);
	snprintf(hash, HTML_HASH, "'sha256-%.44s'", digits);
}

void html_table_begin(FILE *out, const char *label, const char *class)
{
	fprintf(out,
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n<table%s%s%s>\n<caption>",
		label, *class != '\0' ? " class=\"" : "", class, *class != '\0' ? "\"" : "");
}

void html_table_end(FILE *out)
{
	fputs("</tbody></table></div>\n", out);
}

void html_bot_cell(FILE *out, const char *bot)
{
	fputs("<th scope=\"row\"><bdi>", out);
	html_text(out, bot);
	fputs("</bdi></th>", out);
}

void html_begin(FILE *out, const char *title, const char *style, const char *script)
{
	char style_hash[HTML_HASH], script_hash[HTML_HASH] = "'none'";
	html_hash(style, style_hash);
	if (script != NULL)
		html_hash(script, script_hash);
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
	fprintf(out,
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src %s; script-src %s; base-uri 'none'; form-action 'none'\">\n",
		style_hash, script_hash);
	fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
		out);
	html_text(out, title);
	fprintf(out, " - Referee</title>\n<style>%s</style>\n</head>\n", style);
}

void html_lines(FILE *out, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n\t");
		char *part = memory_print("%.*s", (int)length, text);
		html_text(out, part);
		free(part);
		text += length;
		if (*text != '\0')
			fputc(*text++, out);
	}
}
