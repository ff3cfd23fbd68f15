/*
 * game-request.c - lines through the reader of game requests. A request that was read is written
 * and read to the same.
 */
#include "protocol/line.h"
#include "referee/arbiter/arbiter-messages.h"
#include "tests/lib/fuzz.h"

static void order_check(const struct game_request *request)
{
	static char line[2 * LINE_FROM_REFEREE], copy[2 * LINE_FROM_REFEREE];
	struct game_request again;
	assert(request->seats >= 1 && request->seats <= SEATS_MAX);
	assert((request->benched & request->absent) == 0 &&
		(request->benched | request->absent) < 1u << request->seats);
	assert(*request->fen == '\0' || *request->moves == '\0');
	for (int i = 0; i < request->seats; i++)
		assert(request->bot[i] >= 0);
	size_t length = game_request_write(request, line, sizeof line);
	assert(length > 0 && line[length] == '\0' && line[length - 1] == '\n');
	memcpy(copy, line, length + 1);
	copy[length - 1] = '\0';
	bool read = game_request_read(&again, copy);
	assert(read && again.pairing == request->pairing && again.seed == request->seed);
	assert(again.seats == request->seats);
	assert(again.benched == request->benched && again.absent == request->absent);
	assert(memcmp(again.bot, request->bot, (size_t)request->seats * sizeof *request->bot) == 0);
	assert(strcmp(again.fen, request->fen) == 0 && strcmp(again.moves, request->moves) == 0);
	assert(game_request_write(request, copy, length) == 0); /* no room for the NUL */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct game_request order;
	char *line = fuzz_text(data, size);
	if (size < LINE_FROM_REFEREE && memchr(data, '\n', size) == NULL &&
		game_request_read(&order, line))
		order_check(&order);
	free(line);
	return 0;
}
