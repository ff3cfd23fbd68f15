/*
 * broker-messages.c - the lines between referee-broker and the program that started it.
 */
#include "referee/machines/broker-messages.h"

#include <string.h>

#include "referee/machines/worker-facts.h"

enum { BROKER_YES = 3 /* bytes of "yes" */, BROKER_TEXT_MAX = 500 };

#define LINE_STRUCT struct broker_message

static const struct line_row broker_order_rows[] = {
	[BROKER_CALL] = {"call", {LINE_WORD(wanted, BROKER_YES)},
		.help = "From the main process: further workers are wanted, yes or no."},
	[BROKER_BAR] = {"bar", {LINE_WORD(text, WORKER_NAME - 1)},
		.help = "From the main process: this worker broke the rules, and may not come back for a "
			"while."},
	[BROKER_FREE] = {"free", {{0}}, .help = "From a worker: it can play."},
};

const struct line_table broker_order_table = {.name = "main process or worker to broker",
	.help = "Each is a message of the socket between them.",
	LINE_TABLE(broker_order_rows)};

static const struct line_row broker_report_rows[] = {
	[BROKER_SAY] = {"say", {LINE_TEXT(text, BROKER_TEXT_MAX)}, .help = "A line for people."},
	[BROKER_SESSION] = {"session", {{0}}, .fds = 1,
		.help = "The socket of a stream: to the main process, of a worker that is ready; to a "
			"worker, of its next session."},
	[BROKER_LEAVE] = {"leave", {{0}},
		.help = "To a worker: another main process has fewer slots; the worker should end its "
			"session after its games."},
	[BROKER_OVER] = {"over", {{0}},
		.help = "To a worker: the session has ended, so the worker's part in it must too."},
};

const struct line_table broker_report_table = {.name = "broker to main process or worker",
	.help = "Each is a message of the socket between them.",
	LINE_TABLE(broker_report_rows)};

#undef LINE_STRUCT
#define LINE_STRUCT struct broker_subject

static const struct line_row broker_subject_rows[BROKER_SUBJECTS] = {
	[BROKER_HELLO] = {"hello", {LINE_WORD(name, BROKER_NAME - 1)},
		.help = "Of a pool: main processes say there that they want workers."},
	[BROKER_TO_MAIN] = {"w",
		{LINE_WORD(name, BROKER_NAME - 1), LINE_WORD(instance, BROKER_NAME - 1)},
		.help = "Packets of a worker."},
	[BROKER_TO_WORKER] = {"r",
		{LINE_WORD(name, BROKER_NAME - 1), LINE_WORD(instance, BROKER_NAME - 1)},
		.help = "Packets for a worker."},
};

const struct line_table broker_subject_table = {.name = "subjects at a broker",
	.help = "With dots for the spaces: w.NAME.INSTANCE.",
	LINE_TABLE(broker_subject_rows)};

void broker_subject_write(const struct broker_subject *s, char text[BROKER_SUBJECT])
{
	text[line_table_write(&broker_subject_table, s, text, BROKER_SUBJECT) - 1] = '\0';
	for (char *at = text; (at = strchr(at, ' ')) != NULL;)
		*at = '.';
}

bool broker_subject_read(struct broker_subject *s, char text[BROKER_SUBJECT])
{
	struct error err;
	if (strchr(text, ' ') != NULL)
		return false;
	for (char *at = text; (at = strchr(at, '.')) != NULL;)
		*at = ' ';
	return line_table_read(&broker_subject_table, s, text, 0) == LINE_TABLE_RIGHT &&
	       broker_name_is_valid(s->name, &err) &&
	       (s->instance == NULL || broker_name_is_valid(s->instance, &err));
}
