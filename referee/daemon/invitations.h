/*
 * invitations.h - the clients that have proved an invitation (tokens.h), and with it make the token
 * of a bot. The client makes the token itself, and sends a line with the keys that check it
 * (invitation_table). The daemon changes the token file under its lock, so two clients never use the same right. A
 * client is answered when the listener knows the new token.
 */
#ifndef REFEREE_DAEMON_INVITATIONS_H
#define REFEREE_DAEMON_INVITATIONS_H

#include <event2/event.h>
#include <stdbool.h>

#include "base/line-table.h"

enum invitation_message_kind { INVITATION_JOIN };

/* The line of a client; keys in hexadecimal digits. */
struct invitation_message {
	enum invitation_message_kind kind;
	const char *name, *stored, *server, *pages;
};

extern const struct line_table invitation_table;

/* All pointers are borrowed while the invitations exist. */
struct invitations_options {
	struct event_base *base;
	const char *tokens; /* the token file */
	void (*say)(void *arg, const char *line);
	void (*changed)(void *arg); /* the file has changed; read it again */
	bool (*settled)(void *arg); /* does the listener have what was read last? */
	void *arg;
};

struct invitations;

/* Makes the list. All that the options point to is borrowed. */
struct invitations *invitations_create(const struct invitations_options *options);

/* Takes the connection of a client that has proved the invitation of this name, and owns it. arg is
 * the struct invitations. */
void invitations_take(void *arg, const char *name, const char *address, int fd);

/* Closes all connections. Accepts NULL. */
void invitations_free(struct invitations *invitations);

#endif
