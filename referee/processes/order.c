/*
 * order.c - orders written and read.
 */
#include "referee/processes/order.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/line.h"

size_t order_write(const struct order *o, char *out, size_t room)
{
	char bots[SEATS_MAX * 14] = "";
	size_t used = 0;
	for (int i = 0; i < o->seats; i++)
		used += (size_t)snprintf(bots + used, sizeof bots - used, "%s%d%s",
			i > 0 ? "," : "", o->bot[i],
			o->benched & 1u << i  ? "!"
			: o->absent & 1u << i ? "?"
					      : "");
	int length = snprintf(out, room, "play %" PRIu64 " %" PRIu64 " %s %s %s\n", o->pairing,
		o->seed, bots, *o->fen != '\0' ? "fen" : "moves",
		*o->fen != '\0' ? o->fen : o->moves);
	return length > 0 && (size_t)length < room ? (size_t)length : 0;
}

bool order_send(const struct order *o, int fd)
{
	static char line[LINE_FROM_REFEREE];
	size_t length = order_write(o, line, sizeof line), sent = 0;
	assert(length > 0);
	while (sent < length) {
		ssize_t count = write(fd, line + sent, length - sent);
		if (count < 0 && errno != EINTR)
			return false;
		sent += count > 0 ? (size_t)count : 0;
	}
	return true;
}

bool order_read(struct order *o, char *line)
{
	int used = 0, step;
	*o = (struct order){.fen = "", .moves = ""};
	if (sscanf(line, "play %" SCNu64 " %" SCNu64 " %n", &o->pairing, &o->seed, &used) < 2 ||
		used == 0)
		return false;
	for (char *at = line + used; o->seats < SEATS_MAX; at += step) {
		step = 0;
		if (sscanf(at, "%d%n", &o->bot[o->seats], &step) < 1 || o->bot[o->seats] < 0)
			return false;
		if (at[step] == '!')
			o->benched |= 1u << o->seats;
		else if (at[step] == '?')
			o->absent |= 1u << o->seats;
		step += at[step] == '!' || at[step] == '?';
		o->seats++;
		used = (int)(at - line) + step;
		if (at[step] != ',')
			break;
		step++;
	}
	if (strncmp(line + used, " fen ", 5) == 0)
		o->fen = line + used + 5;
	else if (strncmp(line + used, " moves ", 7) == 0)
		o->moves = line + used + 7;
	else
		return false;
	return true;
}
