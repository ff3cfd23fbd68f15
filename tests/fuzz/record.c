/*
 * record.c - lines through the reader of records, and all of them through the receiver that
 * collects a game for the database. A line that was read is written and read to the same.
 */
#include "referee/game/record.h"
#include "referee/director/game-receiver.h"
#include "tests/lib/fuzz.h"

#include <math.h>

enum { RECORD_INPUT = RECORD_LINE / 4 }; /* each byte of a text may become four */

static void record_check(const struct record *r)
{
	static char line[2 * RECORD_LINE], second[2 * RECORD_LINE];
	struct record again;
	size_t length = record_write(r, line, RECORD_LINE);
	assert(length > 0 && length <= RECORD_LINE);
	assert(memchr(line, '\n', length) == line + length - 1);
	memcpy(second, line, length);
	second[length - 1] = '\0';
	assert(strlen(second) == length - 1);
	bool read = record_read(&again, second);
	assert(read && again.kind == r->kind && again.seat == r->seat);
	static char third[2 * RECORD_LINE];
	assert(record_write(&again, third, RECORD_LINE) == length);
	assert(memcmp(line, third, length) == 0);
}

static void record_check_game(const struct record_parser *parser)
{
	assert(parser->game.seats >= 2 && parser->game.seats <= DB_SEATS);
	assert(parser->game.reason != NULL && parser->game.final != NULL &&
		parser->game.plies >= 0);
	for (int i = 0; i < parser->game.seats; i++) {
		assert(parser->game.seat[i].verdict != NULL);
		assert(isnan(parser->game.seat[i].points)); /* a record has none */
	}
	for (int i = 0; i < parser->game.plies; i++)
		assert(parser->game.moves[i].seat >= 1 &&
			strlen(parser->game.moves[i].text) < MOVE_TEXT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct record_parser parser = {.moves = NULL};
	struct record record;
	char *text = fuzz_text(data, size), *rest = text, *line;
	while (size < RECORD_INPUT && (line = strsep(&rest, "\n")) != NULL) {
		char *copy = fuzz_text(line, strlen(line));
		if (record_read(&record, copy))
			record_check(&record);
		free(copy);
		if (record_parser_line(&parser, line) == RECORD_PARSER_GAME)
			record_check_game(&parser);
	}
	record_parser_clear(&parser);
	free(text);
	return 0;
}
