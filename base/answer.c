/*
 * answer.c - lines of an answer.
 */
#include "base/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"

static const char answer_marks[] = {[ANSWER_TEXT] = '-', [ANSWER_FAULT] = '!'};
static const char answer_end[] = "end ";

struct answer answer_read(const char *line)
{
	for (enum answer_kind kind = ANSWER_TEXT; kind <= ANSWER_FAULT; kind++)
		if (*line == answer_marks[kind])
			return (struct answer){.kind = kind, .text = line + 1};
	const char *at = line + strlen(answer_end);
	if (strncmp(line, answer_end, strlen(answer_end)) != 0 || *at < '0' || *at > '9')
		return (struct answer){.kind = ANSWER_OTHER, .text = line};
	char *why;
	int status = (int)strtol(at, &why, 10) & 0xff;
	return (struct answer){.kind = ANSWER_END, .status = status, .text = why + (*why == ' ')};
}

char *answer_write(enum answer_kind kind, const char *text)
{
	char *lines = NULL;
	size_t size;
	FILE *out = memory_open(&lines, &size);
	for (const char *end; *text != '\0'; text = *end == '\n' ? end + 1 : end) {
		end = strchrnul(text, '\n');
		char *plain = escape_bytes(text, (size_t)(end - text), true);
		fprintf(out, "%c%s\n", answer_marks[kind], plain);
		free(plain);
	}
	memory_close(out);
	return lines;
}

char *answer_write_end(int status, const char *why)
{
	char *plain = escape_text(why, false);
	char *line = memory_print("%s%d %s\n", answer_end, status, plain);
	free(plain);
	return line;
}
