/*
 * html.c - writes the parts that pages share.
 */
#include "referee/report/html.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "referee/process/crypto.h"
#include "base/memory.h"

void html_hash(const char *text, char hash[HTML_HASH])
{
	unsigned char digest[CRYPTO_BYTES];
	char digits[CRYPTO_BASE64 + 1];
	crypto_hash(text, strlen(text), digest);
	crypto_write_base64(digest, digits);
	snprintf(hash, HTML_HASH, "'sha256-%.44s'", digits);
}

void html_table_begin(FILE *out, const char *label, const char *class)
{
	html_print(out,
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n"
		"<table%s%s%s>\n<caption>",
		label, *class != '\0' ? " class=\"" : "", class, *class != '\0' ? "\"" : "");
}

void html_table_columns(FILE *out, const char *columns)
{
	html_print(out, "</caption>\n<thead><tr>");
	for (int length; *columns != '\0'; columns += length + (columns[length] == '|')) {
		const bool number = *columns == '#';
		columns += number;
		length = (int)strcspn(columns, "|");
		html_print(out, "<th scope=\"col\"%s>%.*s</th>", number ? " class=\"n\"" : "",
			length, columns);
	}
	html_print(out, "</tr></thead>\n<tbody>\n");
}

void html_table_end(FILE *out)
{
	html_print(out, "</tbody></table></div>\n");
}

void html_bot_cell(FILE *out, const char *bot)
{
	html_print(out, "<th scope=\"row\"><bdi>%h</bdi></th>", bot);
}

void html_begin(FILE *out, const char *title, const char *style, const char *script)
{
	char style_hash[HTML_HASH], script_hash[HTML_HASH] = "'none'";
	html_hash(style, style_hash);
	if (script != NULL)
		html_hash(script, script_hash);
	html_print(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src %s; script-src %s; base-uri 'none'; form-action 'none'\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n"
		"<title>%h - Referee</title>\n<style>%s</style>\n</head>\n",
		style_hash, script_hash, title, style);
}

void html_lines(FILE *out, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n\t");
		char *part = memory_print("%.*s", (int)length, text);
		html_print(out, "%h", part);
		free(part);
		text += length;
		if (*text != '\0')
			fputc(*text++, out);
	}
}
