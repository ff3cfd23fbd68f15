/*
 * live-record.c - reads the record of a game in play.
 */
#include "referee/web/live-record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void live_record_clear(struct live_record *l)
{
	struct move_list_result *result = &l->record.result;
	for (int i = 0; i < l->record.params_count; i++)
		free(l->record.params[i]);
	for (int i = 0; i < SEATS_MAX; i++)
		free((char *)result->ends.detail[i]);
	free((char *)result->reason);
	free((char *)result->final);
	free(l->record.description);
	move_list_clear(&l->record.moves);
	free(l->tournament);
	free(l->opening);
	memset(l, 0, sizeof *l);
}

static void live_record_header(struct live_record *l, const struct live_event *e)
{
	live_record_clear(l);
	l->number = (int)e->game;
	l->pairing = e->header.pairing;
	l->seed = e->header.seed;
	l->public = e->header.public == 1;
	l->tournament = memory_copy(e->header.name);
	l->opening = memory_copy("");
}

static bool live_record_limits(
	struct live_record *l, const struct live_limits *from, struct error *err)
{
	const int64_t times[] = {from->movetime, from->time, from->increment, from->bank};
	if (from->seat > SEATS_MAX)
		return error_set(err, "limits: the game has no seat %d", from->seat);
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		if (times[i] < 0 || times[i] > LIVE_RECORD_LONGEST || from->moves < 0 ||
			from->moves > INT_MAX)
			return error_set(err, "limits: a number is out of range");
	struct limits *limits = &l->limits[from->seat - 1];
	*limits = (struct limits){.margin = LIVE_RECORD_LONGEST,
		.movetime = from->movetime,
		.tc_time = from->time,
		.tc_moves = (int)from->moves,
		.tc_increment = from->increment,
		.tc_bank = from->bank};
	for (int i = 0; i < CLOCK_KINDS; i++)
		if (strcmp(clock_kind_names[i], from->clock) == 0)
			limits->clock = (enum clock_kind)i;
	l->remote[from->seat - 1] = from->remote == 1;
	return true;
}

/* Takes a line of the record, and copies the texts of the result, which are the line's. */
static bool live_record_line(struct live_record *l, const struct record *r, struct error *err)
{
	struct move_list_result *result = &l->record.result;
	if (r->kind == RECORD_GAME && l->record.rules == NULL)
		return error_set(err, "the line with the rules is missing");
	if (r->kind == RECORD_START && l->record.begun)
		return error_set(err, "the start position comes after the game has begun");
	const struct move_list_ends before = result->ends;
	if (!move_list_add_line(&l->record, r, err))
		return false;
	if (r->kind == RECORD_SEAT) {
		free((char *)before.detail[r->seat - 1]);
		result->ends.detail[r->seat - 1] = memory_copy(r->result.detail);
	}
	if (r->kind == RECORD_END) {
		result->reason = memory_copy(r->end.reason);
		result->final = memory_copy(r->end.final);
	}
	return true;
}

void live_record_charge(struct clock *clock, const struct move_numbers *numbers)
{
	struct spent spent = {numbers->wall, numbers->cpu, numbers->wait};
	if (spent.wall < 0 || spent.wall > LIVE_RECORD_LONGEST)
		return;
	/* The processor time of a remote bot is unknown: use its wall time. */
	if (spent.cpu < 0 || spent.cpu > LIVE_RECORD_LONGEST)
		spent.cpu = spent.wall;
	if (spent.wait < 0 || spent.wait > LIVE_RECORD_LONGEST)
		spent.wait = UNKNOWN;
	clock_start(clock, 0);
	if (!clock_fell(clock, &spent))
		clock_stop(clock, &spent);
}

void live_record_clocks(const struct live_record *l, struct clock clocks[SEATS_MAX])
{
	const struct move_list *h = &l->record.moves;
	for (int i = 0; i < SEATS_MAX; i++)
		clock_init(&clocks[i], &l->limits[i]);
	for (int i = 0; i < h->count; i++)
		if (h->turns[i].seat >= 1 && h->turns[i].seat <= SEATS_MAX)
			live_record_charge(&clocks[h->turns[i].seat - 1], &h->turns[i].numbers);
}

bool live_record_take(struct live_record *l, const struct live_event *e, struct error *err)
{
	switch (e->kind) {
	case LIVE_EVENT_HEADER:
		live_record_header(l, e);
		return true;
	case LIVE_EVENT_LIMITS:
		return live_record_limits(l, &e->limits, err);
	case LIVE_EVENT_OPENING:
		free(l->opening);
		l->opening = memory_copy(e->opening);
		return true;
	case LIVE_EVENT_RECORD:
		return live_record_line(l, &e->record, err);
	default:
		return error_set(err, "the line does not belong to a game's record");
	}
}
