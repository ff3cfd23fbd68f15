/*
 * disconnect-reason.h - the last line to a remote bot: why the referee ends its connection.
 */
#ifndef REFEREE_BOT_DISCONNECT_REASON_H
#define REFEREE_BOT_DISCONNECT_REASON_H

#include <stdbool.h>

enum parting {
	PARTING_REVOKED,
	PARTING_REPLACED,
	PARTING_FLOOD,
	PARTING_DEAF,
	PARTING_STOPPED,
	PARTING_OFTEN,
	PARTING_FULL,
	PARTINGS
};

/* Sends "error WORD TEXT" without waiting; what does not go is lost. within: a line may have gone
 * in part, and is ended before. */
void parting_say(int fd, enum parting why, bool within);

#endif
