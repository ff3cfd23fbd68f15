/*
 * config-comments.c - comments taken out before libconfuse sees them: it counts their lines more
 * than once (3.3), and takes one that has no end for the end of the file.
 */
#include "referee/config/config-comments.h"

#include <stdbool.h>
#include <string.h>

/* What follows the quote at text; NULL: it is not closed. */
static char *config_comments_skip_quote(char *text)
{
	char quote = *text++;
	for (; *text != quote; text++) {
		if (*text == '\\' && text[1] != '\0')
			text++;
		if (*text == '\0')
			return NULL;
	}
	return text + 1;
}

/* Overwrites up to end, but not the line ends. Returns end. */
static char *config_comments_blank_to(char *text, const char *end)
{
	for (; text < end; text++) {
		if (*text != '\n')
			*text = ' ';
	}
	return text;
}

/* What follows the comment at text; NULL: it is not closed; text itself: none begins here. A slash
 * in the middle of a word is no comment, so that paths and times can stand without quotes. */
static char *config_comments_skip(char *text, bool in_word)
{
	if (*text == '#' || (!in_word && strncmp(text, "//", 2) == 0))
		return config_comments_blank_to(text, text + strcspn(text, "\n"));
	if (in_word || strncmp(text, "/*", 2) != 0)
		return text;
	const char *end = strstr(text + 2, "*/");
	return end == NULL ? NULL : config_comments_blank_to(text, end + 2);
}

static int config_comments_count_lines(const char *from, const char *to)
{
	int lines = 1;
	for (; from < to; from++)
		lines += *from == '\n';
	return lines;
}

/* What editors of letters and pages write of their own: a blank that does not break is made a blank
 * of; of quotes it cannot be known what they should hold. */
static bool config_comments_typeset(char *text)
{
	static const char *const quotes[] = {"\u201c", "\u201d", "\u201e", "\u2018"};
	if (strncmp(text, "\u00a0", 2) == 0)
		text[0] = text[1] = ' ';
	for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
		if (strncmp(text, quotes[i], strlen(quotes[i])) == 0)
			return true;
	return false;
}

int config_comments_blank(char *text, const char **what)
{
	bool in_word = false;
	for (char *at = text, *next; *at != '\0'; at = next) {
		bool quote = *at == '"' || *at == '\'', typeset = config_comments_typeset(at);
		next = quote ? config_comments_skip_quote(at) : config_comments_skip(at, in_word);
		if (next == NULL || typeset) {
			*what = typeset ? "these are quotes as they are printed; here they are \"...\""
				: quote ? "the quote that begins here has no end"
					: "the comment that begins here has no end";
			return config_comments_count_lines(text, at);
		}
		in_word = next == at && strchr(" \t\n={}(),", *at) == NULL;
		if (next == at)
			next++;
	}
	return 0;
}
