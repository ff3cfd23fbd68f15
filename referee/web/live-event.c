/*
 * live-event.c - reads and writes the lines of the live stream by tables of their formats.
 */
#include "referee/web/live-event.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "protocol/line.h"

const char *const live_event_states[LIVE_EVENT_STATES] = {"waiting", "running", "draining",
	"pausing", "paused", "stopping", "done", "stopped", "failed"};

/* Bytes of texts: escaped, those of a line fit in LIVE_EVENT_LINE. */
enum { LIVE_TEXT = 4096, LIVE_LONG = 16384 };

#define LINE_STRUCT struct live_event

static const struct line_row live_state_rows[] = {
	[LIVE_EVENT_TOURNAMENT] = {"tournament",
		{LINE_NUMBER(tournament.id, 0, 0), LINE_MAYBE(tournament.row, 0, 0),
			LINE_NUMBER(tournament.done, 0, 0), LINE_MAYBE(tournament.all, 0, 0),
			LINE_STRING(tournament.state, LIVE_TEXT),
			LINE_STRING(tournament.name, LIVE_TEXT),
			LINE_STRING(tournament.path, LIVE_TEXT),
			LINE_STRING(tournament.why, LIVE_TEXT),
			LINE_STRING(tournament.page, LIVE_TEXT),
			LINE_STRING(tournament.waited, LIVE_TEXT)},
		.help = "It is new, or has changed. ROW: its id in the database PATH, - before it has "
			"one. ALL -: not known. STATE: waiting, running, draining, pausing, paused, "
			"stopping, done, stopped or failed. WHY: why it failed, waits or left games "
			"out. PAGE: the permanent address of its pages; empty: ID. WAITED: the address "
			"before it began."},
	[LIVE_EVENT_GONE] = {"gone", {LINE_NUMBER(gone, 0, 0)},
		.help = "This tournament is not served any more."},
	[LIVE_EVENT_ANNOUNCE] = {"announce", {LINE_STRING(announce, LIVE_LONG)},
		.help = "The operator's announcement; empty: none."},
	[LIVE_EVENT_STRENGTH] = {"strength",
		{LINE_NUMBER(strength.tournament, 0, 0), LINE_NUMBER(strength.won, 0, 0),
			LINE_NUMBER(strength.drawn, 0, 0), LINE_NUMBER(strength.lost, 0, 0),
			LINE_ARRAY(NUMBER, strength.pairs, RESULT_COUNTS_PAIRS, 0, 0),
			LINE_NUMBER(strength.by_opening, 0, 0), LINE_MAYBE(strength.games, 0, 0),
			LINE_STRING(strength.bot, LIVE_TEXT),
			LINE_STRING(strength.opponent, LIVE_TEXT),
			LINE_STRING(strength.test, LIVE_TEXT)},
		.help = "Of a tournament of two bots: results of the games of BOT; pairs worth 0, 1/2, "
			"1, 3/2, 2; pairs decided by the opening. GAMES: the maximum; -: no limit. "
			"TEST: as sprt_write_test() writes it."},
	[LIVE_EVENT_WORKER] = {"worker",
		{LINE_NUMBER(worker.tournament, 0, 0), LINE_NUMBER(worker.number, 0, 0),
			LINE_NUMBER(worker.of, 0, 0), LINE_NUMBER(worker.slots, 0, 0),
			LINE_NUMBER(worker.running, 0, 0), LINE_NUMBER(worker.played, 0, 0),
			LINE_NUMBER(worker.speed, 0, 0), LINE_MAYBE(worker.delay, 0, 0),
			LINE_NUMBER(worker.heard, 0, 0), LINE_STRING(worker.name, LIVE_TEXT),
			LINE_STRING(worker.state, LIVE_TEXT)},
		.help = "Worker NUMBER, from 0, of all OF that have been connected. OF 0: none is, and "
			"nothing else counts. The rest is that of struct worker_status."},
	[LIVE_EVENT_OWNERS] = {"owners",
		{LINE_NUMBER(owners.tournament, 0, 0),
			LINE_TEXT(owners.text, LIVE_EVENT_OWNERS_TEXT)},
		.help = "Of each bot that has an owner, a line BOT OWNER. It replaces the text before."},
	[LIVE_EVENT_ACCOUNT] = {"account",
		{LINE_NUMBER(account.number, 0, 0), LINE_NUMBER(account.of, 0, 0),
			LINE_STRING(account.name, LIVE_TEXT), LINE_STRING(account.owner, LIVE_TEXT),
			LINE_STRING(account.key, LIVE_TEXT)},
		.help = "Token NUMBER, from 0, of all OF with which an owner may sign in. Number OF - 1 "
			"ends the list, which replaces the one before. OF 0: there is none, and "
			"nothing else counts."},
	[LIVE_EVENT_DETAILS] = {"details",
		{LINE_NUMBER(details.tournament, 0, 0), LINE_STRING(details.format, LIVE_TEXT),
			LINE_STRING(details.benched, LIVE_LONG)},
		.help = "Its format, and the bots that play no more games, blanks between."},
	[LIVE_EVENT_METRIC] = {"metric",
		{LINE_STRING(metric.name, LIVE_TEXT), LINE_NUMBER(metric.value, 0, 0)},
		.help = "A metric of web-metrics.h."},
	[LIVE_EVENT_DELAYS] = {"delays",
		{LINE_ARRAY(UNSIGNED, delays.count, LATENCY_HISTOGRAM_BUCKETS, 0, 0)},
		.help = "Counts of moves by the referee's own delay."},
	[LIVE_EVENT_PROCESS] = {"process",
		{LINE_STRING(process.name, LIVE_TEXT), LINE_NUMBER(process.count, 0, 0),
			LINE_MAYBE(process.descriptors, 0, 0), LINE_NUMBER(process.bytes, 0, 0)},
		.help = "The referee's processes of a kind."},
	[LIVE_EVENT_WAIT] = {"wait", {{0}},
		.help = "There is no game to watch yet. Only `referee watch` gets it."},
};

const struct line_table live_state_table = {.name = "daemon to web",
	.help = "The states of tournaments for the daemon's pages. The last line of each state is sent again "
		"when the process is started again.",
	LINE_TABLE(live_state_rows)};

static const struct line_row live_game_rows[] = {
	[LIVE_EVENT_HEADER] = {"live",
		{LINE_NUMBER(header.tournament, 0, 0), LINE_UNSIGNED(header.pairing),
			LINE_UNSIGNED(header.seed), LINE_NUMBER(header.public, 0, 1),
			LINE_STRING(header.name, LIVE_TEXT)},
		.help = "A game begins. The tournament's number and name. PUBLIC 1: everyone may read the "
			"whole reason of a verdict."},
	[LIVE_EVENT_LIMITS] = {"limits",
		{LINE_INT(limits.seat, 1, RECORD_SEATS), LINE_NUMBER(limits.movetime, 0, 0),
			LINE_NUMBER(limits.time, 0, 0), LINE_NUMBER(limits.moves, 0, 0),
			LINE_NUMBER(limits.increment, 0, 0), LINE_NUMBER(limits.bank, 0, 0),
			LINE_WORD(limits.clock, LIVE_TEXT), LINE_NUMBER(limits.remote, 0, 1)},
		.help = "Of each seat, as in clock.h, times in microseconds. REMOTE 1: the bot is connected "
			"over the network."},
	[LIVE_EVENT_OPENING] = {"opening", {LINE_TEXT(opening, LINE_FROM_REFEREE)},
		.help = "The moves made before. Or else the record's line `start` comes."},
	[LIVE_EVENT_AGO] = {"ago", {LINE_NUMBER(ago, 0, 0)},
		.help = "For one that joins later: the microseconds since the last of the earlier lines."},
	[LIVE_EVENT_STORED] = {"stored",
		{LINE_NUMBER(stored.game, 0, 0), LINE_TEXT(stored.db, LIVE_TEXT)},
		.help = "The game's id in the database at this absolute path. The last line."},
	[LIVE_EVENT_ABORTED] = {"aborted", {{0}},
		.help = "A fault of the referee; the game is played again. The last line."},
};

const struct line_table live_game_table = {.name = "live game",
	.help = "Lines about games in play, for the web process and each `referee watch`. The number is "
		"the lowest that is free when the game begins; it stays taken until `stored` or "
		"`aborted`. First come `live`, a line `limits` for each seat and `opening`; then the "
		"lines of its record: rules, param, start and player, and the others as they are "
		"written.",
	.numbered = true,
	LINE_TABLE(live_game_rows)};

size_t live_event_write(const struct live_event *e, char out[LIVE_EVENT_LINE])
{
	size_t used = 0, room = LIVE_EVENT_LINE - 1;
	if (e->kind >= LIVE_EVENT_HEADER)
		used = (size_t)sprintf(out, "%" PRId64 " ", e->game);
	if (e->kind == LIVE_EVENT_RECORD)
		used += record_write(&e->record, out + used, room - used);
	else
		used += line_table_write(
			e->kind < LIVE_EVENT_HEADER ? &live_state_table : &live_game_table, e,
			out + used, room - used);
	out[used] = '\0';
	return used;
}

/* Reads a line about a game, behind its number. */
static bool live_event_read_game(struct live_event *e, char *line)
{
	if (!line_table_knows(&record_table, line))
		return line_table_read(&live_game_table, e, line, 0) == LINE_TABLE_RIGHT;
	memset(e, 0, sizeof *e);
	e->kind = LIVE_EVENT_RECORD;
	return record_read(&e->record, line);
}

bool live_event_read(struct live_event *e, char *line)
{
	int number = 0;
	if (*line < '0' || *line > '9')
		return line_table_read(&live_state_table, e, line, 0) == LINE_TABLE_RIGHT;
	line = line_table_number(line, INT_MAX, &number);
	if (line == NULL || !live_event_read_game(e, line))
		return false;
	e->game = number;
	return true;
}
