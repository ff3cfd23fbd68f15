/*
 * fd-message.h - a line of text with open descriptors, over a Unix socket that keeps messages apart
 * (SOCK_SEQPACKET): whole or not at all.
 */
#ifndef REFEREE_BASE_FD_MESSAGE_H
#define REFEREE_BASE_FD_MESSAGE_H

#include <sys/types.h>

enum { PARCEL_TEXT = 512 /* with a NUL */, PARCEL_FDS = 2 };

struct parcel {
	char text[PARCEL_TEXT];
	int fds[PARCEL_FDS]; /* owned by whoever received it */
	int count;
};

/* Sends it without waiting; the descriptors stay the sender's. -1 with errno, EAGAIN when there is
 * no room. */
int parcel_send(int to, const struct parcel *p);

/* The next one, its descriptors closed on exec. 1; 0 at the end; -1 with errno. */
int parcel_receive(int from, struct parcel *p);

/* Closes what came with it. */
void parcel_drop(struct parcel *p);

#endif
