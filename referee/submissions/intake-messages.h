/*
 * intake-messages.h - the lines between the daemon and a process that serves one bot that is handed
 * in (intake.h).
 */
#ifndef REFEREE_SUBMISSIONS_INTAKE_MESSAGES_H
#define REFEREE_SUBMISSIONS_INTAKE_MESSAGES_H

#include "base/line-table.h"

enum {
	INTAKE_PLACES = 64, /* tournaments that take bots */
	INTAKE_TEXT = 1000, /* bytes of a text */
	INTAKE_LINE = 4 * INTAKE_TEXT + 48
};

enum intake_message_kind {
	/* Of a process. */
	INTAKE_REQUEST_QUOTA,
	INTAKE_RECEIVED,
	INTAKE_FIT,
	INTAKE_CHANGED,
	INTAKE_DONE,
	INTAKE_FAULT,
	/* Answers of the daemon. */
	INTAKE_YES,
	INTAKE_NO,
	INTAKE_WAIT,
	INTAKE_GO,
	INTAKE_SAID,
	/* With the client's socket. */
	INTAKE_CONNECTION,
	INTAKE_MESSAGE_KINDS
};

struct intake_message {
	enum intake_message_kind kind;
	int place; /* in intake_order.places */
	int count;
	const char *text;
};

extern const struct line_table intake_report_table, intake_answer_table, intake_socket_table;

#endif
