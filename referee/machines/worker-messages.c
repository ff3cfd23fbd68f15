/*
 * worker-messages.c - writes and reads a worker's own lines.
 */
#include "referee/machines/worker-messages.h"

#include <stdio.h>
#include <string.h>

#include "referee/machines/worker-facts.h"
#include "referee/tournament/tournament.h"

#define LINE_STRUCT struct worker_message

static const struct line_row worker_message_rows[WORKER_MESSAGES] = {
	[WORKER_CANNOT] = {"cannot", {LINE_INT(bot, 0, BOTS_MAX - 1), LINE_TEXT(why, 0)},
		.help = "The worker cannot play this bot, by its index in the configuration. Once for each, "
			"before the first game."},
	[WORKER_SPEED] = {"speed", {LINE_NUMBER(speed, 0, WORKER_SPEED_MAX)},
		.help = "Nodes per second of a house bot, measured again."},
	[WORKER_LOAD] = {"load",
		{LINE_MAYBE(load.average, 0, INT32_MAX), LINE_MAYBE(load.waiting, 0, INT32_MAX)},
		.help = "Of the machine, each 10 s, in hundredths: programs that run or wait for a "
			"processor, over a minute; percent of the last 10 s in which one waited."},
	[WORKER_LEAVING] = {"leaving", {{0}},
		.help = "No further requests, please: the worker ends after its games."},
	[WORKER_FAILED] = {"failed", {LINE_TEXT(why, 0)},
		.help = "From the link to a worker alone: why it ends."},
};

const struct line_table worker_message_table = {.name = "worker to main process",
	.help = "The lines of a worker that do not belong to a game.",
	LINE_TABLE(worker_message_rows)};

size_t worker_message_write(const struct worker_message *m, char line[WORKER_MESSAGE])
{
	return line_table_write(&worker_message_table, m, line, WORKER_MESSAGE);
}

bool worker_message_read(struct worker_message *m, char *line)
{
	return line_table_read(&worker_message_table, m, line, 0) == LINE_TABLE_RIGHT;
}

/* --- the load ----------------------------------------------------------------------------------
 */

/* Reads "12.34" as 1234. */
static int64_t worker_load_hundredths(const char *text)
{
	int whole, part;
	if (text == NULL || sscanf(text, "%7d.%2d", &whole, &part) != 2 || whole < 0 || part < 0)
		return UNKNOWN;
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
