/*
 * order.c - orders written and read.
 */
#include "referee/processes/order.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

size_t order_write(const struct order *o, char *out, size_t room)
{
	char bots[SEATS_MAX * 12] = "";
	size_t used = 0;
	for (int i = 0; i < o->seats; i++)
		used += (size_t)snprintf(
			bots + used, sizeof bots - used, "%s%d", i > 0 ? "," : "", o->bot[i]);
	int length = snprintf(out, room, "play %" PRIu64 " %" PRIu64 " %s %s %s\n", o->pairing,
		o->seed, bots, *o->fen != '\0' ? "fen" : "moves",
		*o->fen != '\0' ? o->fen : o->moves);
	return length > 0 && (size_t)length < room ? (size_t)length : 0;
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
