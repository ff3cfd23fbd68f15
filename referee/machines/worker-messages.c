/*
 * worker-messages.c - writes and reads the lines between the main process and a worker.
 */
#include "referee/machines/worker-messages.h"

#include <stdio.h>
#include <string.h>

#include "referee/prepare/preflight.h"
#include "referee/process/crypto.h"
#include "referee/tournament/tournament.h"

enum {
	WORKER_WHY_MAX = 900,	   /* bytes of a reason: escaped, it fits in a line */
	WORKER_VERSION_MAX = 2048, /* of a version: earlier workers say more there */
	WORKER_CONFIG_MAX = 64 << 20,
};

#define LINE_STRUCT struct worker_message
#define DIGEST	    LINE_WORD(digest, CRYPTO_TEXT)

static const struct line_row worker_message_rows[WORKER_MESSAGES] = {
	[WORKER_GREETING] = {"worker",
		{LINE_INT(protocol, 1, 1000), LINE_TEXT(version, WORKER_VERSION_MAX)},
		.help = "The first line: the version of these lines, and the version of the program."},
	[WORKER_FACTS] = {"facts",
		{LINE_CHARS(facts.name), LINE_CHARS(facts.pool), LINE_CHARS(facts.arch),
			LINE_CHARS(facts.version), LINE_CHARS(facts.cpu),
			LINE_INT(facts.slots, 1, WORKER_SLOTS_MAX),
			LINE_INT(facts.cores, 0, 1 << 16), LINE_INT(facts.crowded, 0, 1),
			LINE_INT(facts.sandbox, 0, SANDBOX_LEVELS - 1),
			LINE_NUMBER(facts.speed, 0, WORKER_SPEED_MAX), LINE_CHARS(facts.referee),
			LINE_CHARS(facts.referee_bot), LINE_CHARS(facts.referee_adapt)},
		.help = "The worker and its machine: games at a time; physical cores, 0 if unknown; whether "
			"it has more slots than cores, as its operator wishes; the least level of its "
			"sandboxes; the speed of a house bot in nodes per second, 0 if unknown; and "
			"digests of its programs. The main process gets it when the worker is ready."},
	[WORKER_HAVE] = {"have", {DIGEST}, .help = "The folder is there."},
	[WORKER_NEED] = {"need", {DIGEST}, .help = "The folder, please."},
	[WORKER_SKIP] = {"skip", {DIGEST}, .help = "Sources that are not needed there."},
	[WORKER_CANNOT] = {"cannot",
		{LINE_INT(bot, 0, BOTS_MAX - 1), LINE_TEXT(why, WORKER_WHY_MAX)},
		.help = "The worker cannot play this bot, by its index in the configuration. Once for each, "
			"before the first game."},
	[WORKER_READY] = {"ready", {{0}}, .help = "All bots were examined; games may come."},
	[WORKER_BEAT] = {"beat", {{0}}, .help = "It lives; each second."},
	[WORKER_SPEED] = {"speed", {LINE_NUMBER(speed, 0, WORKER_SPEED_MAX)},
		.help = "Nodes per second of a house bot, measured again."},
	[WORKER_LOAD] = {"load",
		{LINE_MAYBE(load.average, 0, INT32_MAX), LINE_MAYBE(load.waiting, 0, INT32_MAX)},
		.help = "Of the machine, each 10 s, in hundredths: programs that run or wait for a "
			"processor, over a minute; percent of the last 10 s in which one waited."},
	[WORKER_LEAVING] = {"leaving", {{0}},
		.help = "No further requests, please: the worker ends after its games."},
	[WORKER_FAILED] = {"failed", {LINE_TEXT(why, WORKER_WHY_MAX)},
		.help = "From the link to a worker alone: why it ends."},
};

const struct line_table worker_message_table = {.name = "worker to main process",
	.help = "The lines of a worker that do not belong to a game.",
	LINE_TABLE(worker_message_rows)};

#undef LINE_STRUCT
#define LINE_STRUCT struct worker_order

static const struct line_row worker_order_rows[WORKER_ORDERS] = {
	[WORKER_ORDER_CONFIG] = {"config", {LINE_NUMBER(bytes, 0, WORKER_CONFIG_MAX)},
		.help = "The configuration follows, as text of this many bytes."},
	[WORKER_ORDER_FOLDER] = {"folder", {DIGEST, LINE_NUMBER(bytes, 0, BOT_BUNDLE_MAX)},
		.help = "A folder of the bots, and the size of its bundle; all zeroes: it cannot travel. "
			"In the order of the configuration."},
	[WORKER_ORDER_BUNDLE] = {"bundle", {DIGEST, LINE_NUMBER(bytes, 0, BOT_BUNDLE_MAX)},
		.help = "The bytes of a folder that was needed follow."},
};

const struct line_table worker_order_table = {.name = "main process to worker",
	.help = "The lines before the games.",
	LINE_TABLE(worker_order_rows)};

size_t worker_message_write(const struct worker_message *m, char line[WORKER_MESSAGE])
{
	return line_table_write(&worker_message_table, m, line, WORKER_MESSAGE);
}

bool worker_message_read(struct worker_message *m, char *line)
{
	return line_table_read(&worker_message_table, m, line, 0) == LINE_TABLE_RIGHT &&
	       (m->kind != WORKER_FACTS || (worker_facts_is_name(m->facts.name) &&
						   worker_facts_is_name(m->facts.pool)));
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
