/*
 * fd-message.h - sends a line of text with open descriptors over a Unix socket.
 *
 * The socket keeps messages apart (SOCK_SEQPACKET): each message arrives complete or not at all.
 */
#ifndef REFEREE_PROCESS_FD_MESSAGE_H
#define REFEREE_PROCESS_FD_MESSAGE_H

#include <sys/types.h>

#include "base/line-table.h"

enum { FD_MESSAGE_TEXT = 512 /* including the NUL */, FD_MESSAGE_FDS = 2 };

struct fd_message {
	char text[FD_MESSAGE_TEXT];
	int fds[FD_MESSAGE_FDS]; /* owned by the receiver */
	int count;
};

/* Writes the text from a row of a table; it fits. */
void fd_message_write(
	struct fd_message *fd_message, const struct line_table *table, const void *message);

/* Sends without waiting; the sender keeps its descriptors. -1 with errno; EAGAIN: the socket is
 * full. */
int fd_message_send(int to, const struct fd_message *message);

/* Receives the next message; its descriptors are close-on-exec. 1: received; 0: end; -1 with errno.
 */
int fd_message_receive(int from, struct fd_message *message);

/* Closes the received descriptors. */
void fd_message_drop(struct fd_message *message);

#endif
