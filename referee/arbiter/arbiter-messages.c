/*
 * arbiter-messages.c - writes and reads the lines between the main process and an arbiter.
 */
#include "referee/arbiter/arbiter-messages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/line-table.h"

size_t game_request_write(const struct game_request *request, char *out, size_t room)
{
	char bots[SEATS_MAX * 34] = "";
	size_t used = 0;
	for (int i = 0; i < request->seats; i++) {
		used += (size_t)snprintf(bots + used, sizeof bots - used, "%s%d%s",
			i > 0 ? "," : "", request->bot[i],
			request->benched & 1u << i  ? "!"
			: request->absent & 1u << i ? "?"
						    : "");
		if ((request->benched & 1u << i) != 0 && request->failed[i] > 0)
			used += (size_t)snprintf(
				bots + used, sizeof bots - used, "%" PRId64, request->failed[i]);
	}
	int length = snprintf(out, room, "play %" PRIu64 " %" PRIu64 " %s %s %s\n",
		request->pairing, request->seed, bots, *request->fen != '\0' ? "fen" : "moves",
		*request->fen != '\0' ? request->fen : request->moves);
	return length > 0 && (size_t)length < room ? (size_t)length : 0;
}

/* Parses an optional game number; false: out of range. */
static bool game_request_read_game(int64_t *game, const char *at, int *step)
{
	char *end;
	if (at[*step] < '0' || at[*step] > '9')
		return true;
	errno = 0;
	*game = strtoll(at + *step, &end, 10);
	*step = (int)(end - at);
	return errno == 0 && *game > 0;
}

bool game_request_read(struct game_request *request, char *line)
{
	int used = 0, step;
	*request = (struct game_request){.fen = "", .moves = ""};
	if (sscanf(line, "play %" SCNu64 " %" SCNu64 " %n", &request->pairing, &request->seed,
		    &used) < 2 ||
		used == 0)
		return false;
	for (char *at = line + used; request->seats < SEATS_MAX; at += step) {
		step = 0;
		if (sscanf(at, "%d%n", &request->bot[request->seats], &step) < 1 ||
			request->bot[request->seats] < 0)
			return false;
		if (at[step] == '!')
			request->benched |= 1u << request->seats;
		else if (at[step] == '?')
			request->absent |= 1u << request->seats;
		bool benched = at[step] == '!';
		step += benched || at[step] == '?';
		if (benched && !game_request_read_game(&request->failed[request->seats], at, &step))
			return false;
		request->seats++;
		used = (int)(at - line) + step;
		if (at[step] != ',')
			break;
		step++;
	}
	if (strncmp(line + used, " fen ", 5) == 0)
		request->fen = line + used + 5;
	else if (strncmp(line + used, " moves ", 7) == 0)
		request->moves = line + used + 7;
	else
		return false;
	return true;
}

/* --- answers to sockets ----------------------------------------------------------------------- */

#define LINE_STRUCT struct arbiter_answer

static const struct line_row arbiter_answer_rows[ARBITER_ANSWERS] = {
	[ARBITER_TAKEN] = {"taken", {LINE_UNSIGNED(bot)},
		.help = "The arbiter has the connection of this bot."},
	[ARBITER_REFUSED] = {"refused", {LINE_UNSIGNED(bot)},
		.help = "It has no free descriptor; send the connection again later."},
};

const struct line_table arbiter_answer_table = {.name = "arbiter to main process",
	.help = "Answers to sockets.",
	LINE_TABLE(arbiter_answer_rows)};

size_t arbiter_answer_write(const struct arbiter_answer *a, char line[ARBITER_ANSWER_LINE])
{
	return line_table_write(&arbiter_answer_table, a, line, ARBITER_ANSWER_LINE);
}

bool arbiter_answer_read(struct arbiter_answer *a, char *line)
{
	return line_table_read(&arbiter_answer_table, a, line, 0) == LINE_TABLE_RIGHT;
}
