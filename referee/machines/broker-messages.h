/*
 * broker-messages.h - the lines between referee-broker and the program that started it, each a
 * message of the socket between them (fd-message.h).
 */
#ifndef REFEREE_MACHINES_BROKER_MESSAGES_H
#define REFEREE_MACHINES_BROKER_MESSAGES_H

#include "base/line-table.h"
#include "referee/net/net-address.h"

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

/* --- subjects --------------------------------------------------------------------------------- */

enum broker_subject_kind { BROKER_HELLO, BROKER_TO_MAIN, BROKER_TO_WORKER, BROKER_SUBJECTS };

enum { BROKER_SUBJECT = 2 * BROKER_NAME + 4 };

/* A subject of the NATS server, a line with dots for its blanks. */
struct broker_subject {
	enum broker_subject_kind kind;
	const char *name;     /* of a worker; of BROKER_HELLO: of a pool */
	const char *instance; /* drawn at random: one key serves many workers */
};

extern const struct line_table broker_subject_table;

/* Writes the subject; its names were read or checked before. */
void broker_subject_write(const struct broker_subject *s, char text[BROKER_SUBJECT]);

/* Reads a subject and cuts it up. False: it is none, or a name is malformed. */
bool broker_subject_read(struct broker_subject *s, char text[BROKER_SUBJECT]);

#endif
