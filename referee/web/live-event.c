/*
 * live-event.c - reads and writes the lines of the live stream by one table of formats.
 */
#include "referee/web/live-event.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const live_event_states[LIVE_EVENT_STATES] = {"waiting", "running", "draining",
	"pausing", "paused", "stopping", "done", "stopped", "failed"};

#define LIVE_FIELD(type, member) LINE_FIELD(type, struct live_event, member)
#define LIVE_FIELD_ARRAY(type, member, count)                                                      \
	LINE_FIELD_ARRAY(type, struct live_event, member, count)

/* All lines except those of a record. */
static const struct line_row live_event_table[LIVE_EVENT_RECORD] = {
	[LIVE_EVENT_TOURNAMENT] = {"tournament",
		{LIVE_FIELD(NUMBER, tournament.id), LIVE_FIELD(NUMBER, tournament.row),
			LIVE_FIELD(NUMBER, tournament.done), LIVE_FIELD(NUMBER, tournament.all),
			LIVE_FIELD(STRING, tournament.state), LIVE_FIELD(STRING, tournament.name),
			LIVE_FIELD(STRING, tournament.path), LIVE_FIELD(STRING, tournament.why),
			LIVE_FIELD(STRING, tournament.page),
			LIVE_FIELD(STRING, tournament.waited)}},
	[LIVE_EVENT_GONE] = {"gone", {LIVE_FIELD(NUMBER, gone)}},
	[LIVE_EVENT_ANNOUNCE] = {"announce", {LIVE_FIELD(STRING, announce)}},
	[LIVE_EVENT_STRENGTH] = {"strength",
		{LIVE_FIELD(NUMBER, strength.tournament), LIVE_FIELD(NUMBER, strength.won),
			LIVE_FIELD(NUMBER, strength.drawn), LIVE_FIELD(NUMBER, strength.lost),
			LIVE_FIELD_ARRAY(NUMBER, strength.pairs, RESULT_COUNTS_PAIRS),
			LIVE_FIELD(NUMBER, strength.by_opening), LIVE_FIELD(NUMBER, strength.games),
			LIVE_FIELD(STRING, strength.bot), LIVE_FIELD(STRING, strength.opponent),
			LIVE_FIELD(STRING, strength.test)}},
	[LIVE_EVENT_WORKER] = {"worker",
		{LIVE_FIELD(NUMBER, worker.tournament), LIVE_FIELD(NUMBER, worker.number),
			LIVE_FIELD(NUMBER, worker.of), LIVE_FIELD(NUMBER, worker.slots),
			LIVE_FIELD(NUMBER, worker.running), LIVE_FIELD(NUMBER, worker.played),
			LIVE_FIELD(NUMBER, worker.speed), LIVE_FIELD(NUMBER, worker.delay),
			LIVE_FIELD(NUMBER, worker.heard), LIVE_FIELD(STRING, worker.name),
			LIVE_FIELD(STRING, worker.state)}},
	[LIVE_EVENT_OWNERS] = {"owners",
		{LIVE_FIELD(NUMBER, owners.tournament), LIVE_FIELD(TEXT, owners.text)}},
	[LIVE_EVENT_ACCOUNT] = {"account",
		{LIVE_FIELD(NUMBER, account.number), LIVE_FIELD(NUMBER, account.of),
			LIVE_FIELD(STRING, account.name), LIVE_FIELD(STRING, account.owner),
			LIVE_FIELD(STRING, account.key)}},
	[LIVE_EVENT_DETAILS] = {"details",
		{LIVE_FIELD(NUMBER, details.tournament), LIVE_FIELD(STRING, details.format),
			LIVE_FIELD(STRING, details.benched)}},
	[LIVE_EVENT_METRIC] = {"metric",
		{LIVE_FIELD(STRING, metric.name), LIVE_FIELD(NUMBER, metric.value)}},
	[LIVE_EVENT_DELAYS] = {"delays",
		{LIVE_FIELD_ARRAY(UNSIGNED, delays.count, LATENCY_HISTOGRAM_BUCKETS)}},
	[LIVE_EVENT_PROCESS] = {"process",
		{LIVE_FIELD(STRING, process.name), LIVE_FIELD(NUMBER, process.count),
			LIVE_FIELD(NUMBER, process.descriptors),
			LIVE_FIELD(NUMBER, process.bytes)}},
	[LIVE_EVENT_WAIT] = {"wait", {{0}}},
	[LIVE_EVENT_HEADER] = {"live",
		{LIVE_FIELD(NUMBER, header.tournament), LIVE_FIELD(UNSIGNED, header.pairing),
			LIVE_FIELD(UNSIGNED, header.seed), LIVE_FIELD(NUMBER, header.public),
			LIVE_FIELD(STRING, header.name)}},
	[LIVE_EVENT_LIMITS] = {"limits",
		{LIVE_FIELD(SEAT, limits.seat), LIVE_FIELD(NUMBER, limits.movetime),
			LIVE_FIELD(NUMBER, limits.time), LIVE_FIELD(NUMBER, limits.moves),
			LIVE_FIELD(NUMBER, limits.increment), LIVE_FIELD(NUMBER, limits.bank),
			LIVE_FIELD(WORD, limits.clock), LIVE_FIELD(NUMBER, limits.remote)}},
	[LIVE_EVENT_OPENING] = {"opening", {LIVE_FIELD(TEXT, opening)}},
	[LIVE_EVENT_AGO] = {"ago", {LIVE_FIELD(NUMBER, ago)}},
	[LIVE_EVENT_STORED] = {"stored",
		{LIVE_FIELD(NUMBER, stored.game), LIVE_FIELD(TEXT, stored.db)}},
	[LIVE_EVENT_ABORTED] = {"aborted", {{0}}},
};

size_t live_event_write(const struct live_event *e, char out[LIVE_EVENT_LINE])
{
	size_t used = 0, room = LIVE_EVENT_LINE - 1;
	if (e->kind >= LIVE_EVENT_HEADER)
		used = (size_t)sprintf(out, "%" PRId64 " ", e->game);
	if (e->kind == LIVE_EVENT_RECORD)
		used += record_write(&e->record, out + used, room - used);
	else
		used += line_fields_write(&live_event_table[e->kind], e, out + used, room - used);
	out[used] = '\0';
	return used;
}

/* Reads the number before a line about a game. False: it is malformed. */
static bool live_event_read_number(struct live_event *e, char **line)
{
	char *end;
	e->game = strtol(*line, &end, 10);
	*line = end + 1;
	return *end == ' ' && e->game > 0 && e->game <= INT_MAX;
}

bool live_event_read(struct live_event *e, char *line)
{
	char *rest;
	memset(e, 0, sizeof *e);
	bool of_game = *line >= '0' && *line <= '9';
	if (of_game && !live_event_read_number(e, &line))
		return false;
	int first = of_game ? LIVE_EVENT_HEADER : 0;
	int end = of_game ? LIVE_EVENT_RECORD : LIVE_EVENT_HEADER;
	int kind = first + line_fields_find(live_event_table + first, end - first, line, &rest);
	if (kind == LIVE_EVENT_HEADER && !of_game)
		return false;
	e->kind = (enum live_event_kind)kind;
	return kind == LIVE_EVENT_RECORD ? record_read(&e->record, line)
					 : line_fields_read(&live_event_table[kind], e, rest);
}
