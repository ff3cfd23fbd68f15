/*
 * broker-messages.h - the lines between referee-broker and the program that started it, each a
 * message of the socket between them (fd-message.h).
 */
#ifndef REFEREE_MACHINES_BROKER_MESSAGES_H
#define REFEREE_MACHINES_BROKER_MESSAGES_H

#include "base/line-table.h"

enum broker_message_kind {
	/* Of the main process. */
	BROKER_CALL,
	BROKER_BAR,
	/* Of a worker. */
	BROKER_FREE,
	/* Of the broker. */
	BROKER_SAY,
	BROKER_SESSION,
	BROKER_LEAVE,
	BROKER_OVER,
	BROKER_MESSAGE_KINDS
};

struct broker_message {
	enum broker_message_kind kind;
	const char *wanted; /* "yes" or "no" */
	const char *text;   /* of a worker: its name */
};

extern const struct line_table broker_order_table, broker_report_table;

#endif
