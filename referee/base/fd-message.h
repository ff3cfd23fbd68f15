/*
 * fd-message.h - a line of text with open descriptors, over a Unix socket that keeps messages apart
 * (SOCK_SEQPACKET): whole or not at all.
 */
#ifndef REFEREE_BASE_FD_MESSAGE_H
#define REFEREE_BASE_FD_MESSAGE_H

#include <sys/types.h>

enum { FD_MESSAGE_TEXT = 512 /* with a NUL */, FD_MESSAGE_FDS = 2 };

struct fd_message {
	char text[FD_MESSAGE_TEXT];
	int fds[FD_MESSAGE_FDS]; /* owned by whoever received it */
	int count;
};

/* Sends it without waiting; the descriptors stay the sender's. -1 with errno, EAGAIN when there is
 * no room. */
int fd_message_send(int to, const struct fd_message *p);

/* The next one, its descriptors closed on exec. 1; 0 at the end; -1 with errno. */
int fd_message_receive(int from, struct fd_message *p);

/* Closes what came with it. */
void fd_message_drop(struct fd_message *p);

#endif
