/*
 * arbiter-messages.c - writes and reads the lines between the main process and an arbiter.
 */
#include "referee/arbiter/arbiter-messages.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/line.h"

enum { ARBITER_BOTS_MAX = 1 << 16 /* bots and people; far more than a tournament has */ };

/* --- requests --------------------------------------------------------------------------------- */

/* A request as it is in its line. */
struct arbiter_request {
	enum { ARBITER_PLAY, ARBITER_REQUESTS } kind;
	uint64_t pairing, seed;
	struct line_list seats;
	const char *from, *opening;
};

static const char arbiter_from_fen[] = "fen", arbiter_from_moves[] = "moves";

#define LINE_STRUCT struct arbiter_request

static const struct line_row arbiter_request_rows[ARBITER_REQUESTS] = {
	[ARBITER_PLAY] = {"play",
		{LINE_UNSIGNED(pairing), LINE_UNSIGNED(seed), LINE_LIST(seats, 1, SEATS_MAX),
			LINE_WORD(from, sizeof arbiter_from_moves - 1),
			LINE_TEXT(opening, LINE_FROM_REFEREE)},
		.help = "Play a game. SEATS: the bots in seat order, each by its index in the "
			"configuration. A ! marks a benched bot, a ? an absent one; the number of the "
			"game in which a benched bot first failed may follow its !. FROM: fen (a "
			"position) or moves."},
};

const struct line_table arbiter_request_table = {.name = "main process to arbiter",
	.help = "Requests to the game runner whose number stands before the line. Its games are "
		"played in their order.",
	.numbered = true,
	LINE_TABLE(arbiter_request_rows)};

size_t game_request_write(const struct game_request *request, char *out, size_t room)
{
	bool fen = *request->fen != '\0';
	struct arbiter_request r = {.pairing = request->pairing,
		.seed = request->seed,
		.seats = {.count = request->seats},
		.from = fen ? arbiter_from_fen : arbiter_from_moves,
		.opening = fen ? request->fen : request->moves};
	for (int i = 0; i < request->seats; i++) {
		bool benched = (request->benched & 1u << i) != 0;
		bool absent = (request->absent & 1u << i) != 0;
		r.seats.items[i] = (struct line_list_item){.number = request->bot[i],
			.mark = benched	 ? '!'
				: absent ? '?'
					 : '\0',
			.since = benched ? request->failed[i] : 0};
	}
	char *line = line_table_print(&arbiter_request_table, &r);
	size_t length = strlen(line);
	bool fits = length < room;
	if (fits)
		memcpy(out, line, length + 1);
	free(line);
	return fits ? length : 0;
}

bool game_request_read(struct game_request *request, char *line)
{
	struct arbiter_request r;
	if (line_table_read(&arbiter_request_table, &r, line, 0) != LINE_TABLE_RIGHT)
		return false;
	bool fen = strcmp(r.from, arbiter_from_fen) == 0;
	*request = (struct game_request){.pairing = r.pairing,
		.seed = r.seed,
		.seats = r.seats.count,
		.fen = fen ? r.opening : "",
		.moves = fen ? "" : r.opening};
	for (int i = 0; i < request->seats; i++) {
		const struct line_list_item *item = &r.seats.items[i];
		request->bot[i] = item->number;
		request->failed[i] = item->since;
		request->benched |= (unsigned)(item->mark == '!') << i;
		request->absent |= (unsigned)(item->mark == '?') << i;
		if (item->since > 0 && item->mark != '!')
			return false;
	}
	return fen || strcmp(r.from, arbiter_from_moves) == 0;
}

#undef LINE_STRUCT

/* --- sockets ---------------------------------------------------------------------------------- */

#define LINE_STRUCT struct arbiter_socket

static const struct line_row arbiter_socket_rows[ARBITER_SOCKETS] = {
	[ARBITER_BOT] = {"bot", {LINE_INT(bot, 0, ARBITER_BOTS_MAX - 1)}, .fds = 1,
		.help = "The connection of a remote bot; it replaces an earlier one. The answer is "
			"`taken` or `refused`."},
};

const struct line_table arbiter_socket_table = {.name = "sockets for an arbiter",
	.help = "Over the socket for descriptors. An arbiter reads them before the requests that "
		"were sent after them.",
	LINE_TABLE(arbiter_socket_rows)};

#undef LINE_STRUCT

/* --- answers ---------------------------------------------------------------------------------- */

#define LINE_STRUCT struct arbiter_answer

static const struct line_row arbiter_answer_rows[ARBITER_ANSWERS] = {
	[ARBITER_TAKEN] = {"taken", {LINE_INT(bot, 0, ARBITER_BOTS_MAX - 1)},
		.help = "The arbiter has the connection of this bot."},
	[ARBITER_REFUSED] = {"refused", {LINE_INT(bot, 0, ARBITER_BOTS_MAX - 1)},
		.help = "It has no free descriptor; send the connection again later."},
	[ARBITER_DELAYS] = {"delays",
		{LINE_ARRAY(UNSIGNED, delays.count, LATENCY_HISTOGRAM_BUCKETS, 0, 0)},
		.help = "Counts of moves by the referee's own delay, since the line before."},
};

const struct line_table arbiter_answer_table = {.name = "arbiter to main process",
	.help = "Lines of an arbiter that belong to no game.",
	LINE_TABLE(arbiter_answer_rows)};

size_t arbiter_answer_write(const struct arbiter_answer *a, char line[ARBITER_ANSWER_LINE])
{
	return line_table_write(&arbiter_answer_table, a, line, ARBITER_ANSWER_LINE);
}

bool arbiter_answer_read(struct arbiter_answer *a, char *line)
{
	if (line_table_read(&arbiter_answer_table, a, line, 0) != LINE_TABLE_RIGHT)
		return false;
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++)
		a->delays.sum += a->delays.count[i];
	return true;
}
