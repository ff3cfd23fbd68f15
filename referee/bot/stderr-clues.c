/*
 * stderr-clues.c - searches the lines of several languages' errors and traces.
 */
#include "referee/bot/stderr-clues.h"

#include <stdio.h>
#include <string.h>

void stderr_clues_error(const char *errors, char line[STDERR_CLUES_LINE])
{
	static const char *const names[] = {
		"Error", "Exception", "error:", "panicked", "terminate called", "what():"};
	bool named = false;
	line[0] = '\0';
	for (const char *at = errors; *at != '\0'; at += *at == '\n') {
		char next[STDERR_CLUES_LINE];
		bool names_one = false;
		size_t length = strcspn(at, "\n");
		snprintf(next, sizeof next, "%.*s", (int)length, at);
		at += length;
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			names_one |= strstr(next, names[i]) != NULL;
		bool own = strncmp(next, "Picked up ", 10) == 0 ||
			   strncmp(next, "Node.js v", 9) == 0 ||
			   next[strspn(next, " \t\r")] == '\0';
		bool set_in = next[0] == ' ' || next[0] == '\t';
		if (!own && (!set_in || line[0] == '\0' || strstr(next, "what():") != NULL) &&
			(names_one || !named)) {
			snprintf(line, STDERR_CLUES_LINE, "%s", next + strspn(next, " \t"));
			line[strcspn(line, "\r")] = '\0';
			named |= names_one;
		}
	}
}

/* Is this path of a traceback, up to a quote, a file of the bot's own? *own: its name there. */
static bool stderr_clues_is_own(const char *path, const char *dir, const char **own)
{
	size_t length = strcspn(path, "\"\n"), above = strlen(dir);
	char text[STDERR_CLUES_LINE];
	snprintf(text, sizeof text, "%.*s", (int)length, path);
	*own = path;
	if (above > 0 && length > above + 1 && strncmp(path, dir, above) == 0 && path[above] == '/')
		*own = path + above + 1;
	else if (*path == '/' || *path == '<')
		return false;
	return strstr(text, "/site-packages/") == NULL && strstr(text, "/lib/python") == NULL;
}

void stderr_clues_where(const char *errors, const char *dir, char text[STDERR_CLUES_LINE])
{
	const char *found = NULL, *name;
	bool own_found = false;
	for (const char *at = errors; (at = strstr(at, "  File \"")) != NULL; at++) {
		const char *path = at + strlen("  File \"");
		bool own = stderr_clues_is_own(path, dir, &name);
		if (own || !own_found)
			found = name;
		own_found |= own;
	}
	text[0] = '\0';
	if (found == NULL)
		return;
	int length = (int)strcspn(found, "\"\n");
	const char *line = strstr(found, "\", line ");
	if (line != found + length)
		return;
	line += strlen("\", line ");
	snprintf(text, STDERR_CLUES_LINE, " (%.*s, line %.*s)", length, found,
		(int)strspn(line, "0123456789"), line);
}

/* Is text in a line of stderr that is not indented? Indented lines show the bot's own source. */
static bool stderr_clues_in_message(const char *errors, const char *text)
{
	for (const char *at = strstr(errors, text); at != NULL; at = strstr(at + 1, text)) {
		const char *line = at;
		while (line > errors && line[-1] != '\n')
			line--;
		if (*line != ' ' && *line != '\t')
			return true;
	}
	return false;
}

bool stderr_clues_quotes(const char *errors, const char *word)
{
	char quoted[STDERR_CLUES_LINE + 2];
	static const char marks[] = "'\"`";
	for (const char *mark = marks; *mark != '\0' && *word != '\0'; mark++) {
		snprintf(quoted, sizeof quoted, "%c%.190s%c", *mark, word, *mark);
		if (stderr_clues_in_message(errors, quoted))
			return true;
	}
	return false;
}

bool stderr_clues_reads_file(const char *errors)
{
	static const char *const signs[] = {
		"json.load(", "open(", "read_text(", "readFile", "require(", "FileReader"};
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strstr(errors, signs[i]) != NULL)
			return strstr(errors, "stdin") == NULL;
	return false;
}
