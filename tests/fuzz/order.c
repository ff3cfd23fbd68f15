/*
 * game-request.c - lines through the reader of game requests. A request that was read is written
 * and read to the same.
 */
#include "protocol/line.h"
#include "referee/arbiter/arbiter-messages.h"
#include "tests/lib/fuzz.h"

static void order_check(const struct game_request *o)
{
	static char line[2 * LINE_FROM_REFEREE], copy[2 * LINE_FROM_REFEREE];
	struct game_request again;
	assert(o->seats >= 1 && o->seats <= SEATS_MAX);
	assert((o->benched & o->absent) == 0 && (o->benched | o->absent) < 1u << o->seats);
	assert(*o->fen == '\0' || *o->moves == '\0');
	for (int i = 0; i < o->seats; i++)
		assert(o->bot[i] >= 0);
	size_t length = game_request_write(o, line, sizeof line);
	assert(length > 0 && line[length] == '\0' && line[length - 1] == '\n');
	memcpy(copy, line, length + 1);
	copy[length - 1] = '\0';
	bool read = game_request_read(&again, copy);
	assert(read && again.pairing == o->pairing && again.seed == o->seed);
	assert(again.seats == o->seats);
	assert(again.benched == o->benched && again.absent == o->absent);
	assert(memcmp(again.bot, o->bot, (size_t)o->seats * sizeof *o->bot) == 0);
	assert(strcmp(again.fen, o->fen) == 0 && strcmp(again.moves, o->moves) == 0);
	assert(game_request_write(o, copy, length) == 0); /* no room for the NUL */
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
