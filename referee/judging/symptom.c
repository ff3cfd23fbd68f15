/*
 * symptom.c - the table of symptoms: the first row that fits speaks.
 *
 * A row's words may hold {asked}, {awaited}, {line}, {end}, {waited}, {late}.
 */
#include "referee/judging/symptom.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool symptom_flooded(const struct symptoms *s)
{
	return s->flooded;
}

static bool symptom_deaf(const struct symptoms *s)
{
	return s->deaf;
}

static bool symptom_ended_silent(const struct symptoms *s)
{
	return *s->ending != '\0' && *s->line == '\0';
}

static bool symptom_ended(const struct symptoms *s)
{
	return *s->ending != '\0';
}

static bool symptom_echoes(const struct symptoms *s)
{
	return s->echoes;
}

static bool symptom_uci(const struct symptoms *s)
{
	return s->uci;
}

static bool symptom_unflushed(const struct symptoms *s)
{
	return s->unflushed;
}

static bool symptom_late(const struct symptoms *s)
{
	return s->late > 0;
}

static bool symptom_thinking(const struct symptoms *s)
{
	return s->thinking;
}

static bool symptom_silent(const struct symptoms *s)
{
	return *s->line == '\0';
}

static bool symptom_any(const struct symptoms *s)
{
	(void)s;
	return true;
}

static const struct symptom_row {
	bool (*fits)(const struct symptoms *s);
	const char *words;
} symptom_table[] = {
	{symptom_flooded, "it wrote more than may be written in one turn (a line of 4 KiB, 64 KiB "
			  "in all): print what is for you to stderr"},
	{symptom_deaf, "it does not read its standard input: read a line, answer it, read the "
		       "next, until \"quit\""},
	{symptom_ended_silent, "it {end} after {waited}, without a word"},
	{symptom_ended, "it {end} after {waited}, before it said \"{awaited}\""},
	{symptom_echoes, "it prints what it reads (\"{line}\") instead of \"{awaited}\""},
	{symptom_uci, "it speaks UCI, the protocol of chess, not UGI: when it reads \"ugi\" it has "
		      "to print \"ugiok\""},
	{symptom_unflushed, "it printed nothing for {waited} although asked, and \"{awaited}\" "
			    "came when its input was closed: what it prints waits in a buffer. "
			    "Flush stdout after every line"},
	{symptom_late, "\"{awaited}\" came, but {late} too late: it had {waited}"},
	{symptom_thinking, "it was asked with \"{asked}\", used the processor for {waited}, and "
			   "did not say \"{awaited}\": does it look at the time while it thinks?"},
	{symptom_silent, "it printed nothing for {waited} although asked with \"{asked}\": did you "
			 "flush stdout? Does it wait for something else?"},
	{symptom_any, "it was asked with \"{asked}\" and printed \"{line}\", but not \"{awaited}\" "
		      "within {waited}"},
};

/* "350 ms", "2 s", "2.5 s" */
static void symptom_span(usec span, char *text, size_t room)
{
	if (span < SECOND)
		snprintf(text, room, "%.3g ms", (double)span / (double)MILLISECOND);
	else
		snprintf(text, room, "%.3g s", (double)span / (double)SECOND);
}

/* Writes what the name in braces stands for. */
static void symptom_value(const struct symptoms *s, const char *name, char *text, size_t room)
{
	char waited[32], late[32];
	const struct {
		const char *name, *value;
	} values[] = {{"asked}", s->asked}, {"awaited}", s->awaited}, {"line}", s->line},
		{"end}", s->ending}, {"waited}", waited}, {"late}", late}};
	symptom_span(s->waited, waited, sizeof waited);
	symptom_span(s->late, late, sizeof late);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		if (strncmp(name, values[i].name, strlen(values[i].name)) == 0) {
			snprintf(text, room, "%.200s", values[i].value);
			return;
		}
	assert(false);
}

static void symptom_fill(const struct symptoms *s, const char *words, char *text, size_t room)
{
	size_t used = 0;
	char value[256];
	assert(room > 0);
	while (*words != '\0' && used < room - 1) {
		if (*words != '{') {
			text[used++] = *words++;
			continue;
		}
		symptom_value(s, words + 1, value, sizeof value);
		int added = snprintf(text + used, room - used, "%s", value);
		used = used + (size_t)added < room ? used + (size_t)added : room - 1;
		words += strcspn(words, "}") + 1;
	}
	text[used] = '\0';
}

void symptom_explain(const struct symptoms *s, char *text, size_t room)
{
	const struct symptom_row *row = symptom_table;
	while (!row->fits(s))
		row++;
	symptom_fill(s, row->words, text, room);
}
