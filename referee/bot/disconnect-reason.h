/*
 * disconnect-reason.h - the last line to a remote bot: why the referee ends the connection.
 */
#ifndef REFEREE_BOT_DISCONNECT_REASON_H
#define REFEREE_BOT_DISCONNECT_REASON_H

#include <stdbool.h>

enum disconnect_reason {
	DISCONNECT_REASON_REVOKED,
	DISCONNECT_REASON_REPLACED,
	DISCONNECT_REASON_FLOOD,
	DISCONNECT_REASON_DEAF,
	DISCONNECT_REASON_STOPPED,
	DISCONNECT_REASON_OFTEN,
	DISCONNECT_REASON_FULL,
	PARTINGS
};

/* Sends "error WORD TEXT" without blocking; bytes that do not fit are lost. within: an unfinished
 * line may have been sent, so a newline comes first. */
void disconnect_reason_say(int fd, enum disconnect_reason why, bool within);

#endif
