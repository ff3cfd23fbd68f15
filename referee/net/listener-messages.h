/*
 * listener-messages.h - the lines between the main process and the listener, each a message of the
 * socket between them (fd-message.h).
 */
#ifndef REFEREE_NET_LISTENER_MESSAGES_H
#define REFEREE_NET_LISTENER_MESSAGES_H

#include "base/line-table.h"

enum listener_message_kind {
	/* To the listener. */
	LISTENER_TOKENS,
	LISTENER_CERTIFICATE,
	LISTENER_LISTEN,
	/* From the listener. */
	LISTENER_BOT,
	LISTENER_SEND,
	LISTENER_PENALTY,
	LISTENER_FAILING,
	LISTENER_READY,
	LISTENER_WRONG,
	LISTENER_MESSAGE_KINDS
};

struct listener_message {
	enum listener_message_kind kind;
	const char *transport; /* tls, plain or unix */
	const char *name, *address;
	int seconds;
	const char *what, *text;
};

extern const struct line_table listener_order_table, listener_report_table;

#endif
