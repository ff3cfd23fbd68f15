/*
 * worker-messages.c - writes and reads a worker's own lines.
 */
#include "referee/machines/worker-messages.h"

#include <stdio.h>
#include <string.h>

#include "referee/machines/worker-facts.h"

#define FIELD(kind, member) LINE_FIELD(kind, struct worker_message, member)

static const struct line_row worker_message_rows[WORKER_MESSAGES] = {
	[WORKER_CANNOT] = {"cannot", {FIELD(UNSIGNED, bot), FIELD(TEXT, why)}},
	[WORKER_SPEED] = {"speed", {FIELD(NUMBER, speed)}},
	[WORKER_LOAD] = {"load", {FIELD(NUMBER, load.average), FIELD(NUMBER, load.waiting)}},
	[WORKER_LEAVING] = {"leaving", {{0}}},
	[WORKER_FAILED] = {"failed", {FIELD(TEXT, why)}},
};

size_t worker_message_write(const struct worker_message *m, char line[WORKER_MESSAGE])
{
	return line_fields_write(&worker_message_rows[m->kind], m, line, WORKER_MESSAGE);
}

static bool worker_message_is_load(int64_t number)
{
	return number == LINE_FIELDS_UNKNOWN || (number >= 0 && number <= INT32_MAX);
}

bool worker_message_read(struct worker_message *m, char *line)
{
	char *rest;
	int kind = line_fields_find(worker_message_rows, WORKER_MESSAGES, line, &rest);
	*m = (struct worker_message){.why = ""};
	if (kind == WORKER_MESSAGES || !line_fields_read(&worker_message_rows[kind], m, rest))
		return false;
	m->kind = (enum worker_message_kind)kind;
	return m->speed >= 0 && m->speed <= WORKER_SPEED_MAX &&
	       worker_message_is_load(m->load.average) && worker_message_is_load(m->load.waiting);
}

/* --- the load ----------------------------------------------------------------------------------
 */

/* Reads "12.34" as 1234. */
static int64_t worker_load_hundredths(const char *text)
{
	int whole, part;
	if (text == NULL || sscanf(text, "%7d.%2d", &whole, &part) != 2 || whole < 0 || part < 0)
		return LINE_FIELDS_UNKNOWN;
	return (int64_t)whole * 100 + part;
}

void worker_load_parse(struct worker_load *load, const char *average, const char *pressure)
{
	static const char some[] = "some avg10=";
	const char *at = pressure != NULL ? strstr(pressure, some) : NULL;
	load->average = worker_load_hundredths(average);
	load->waiting = worker_load_hundredths(at != NULL ? at + strlen(some) : NULL);
}

/* The first line of a file; NULL: it cannot be read. */
static const char *worker_load_line(const char *path, char *line, int size)
{
	FILE *in = fopen(path, "re");
	const char *got = in != NULL ? fgets(line, size, in) : NULL;
	if (in != NULL)
		fclose(in);
	return got;
}

void worker_load_read(struct worker_load *load)
{
	char average[256], pressure[256];
	worker_load_parse(load, worker_load_line("/proc/loadavg", average, sizeof average),
		worker_load_line("/proc/pressure/cpu", pressure, sizeof pressure));
}
