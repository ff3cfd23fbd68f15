/*
 * message-fuzz.c - any bytes through the line reader and both readers of messages.
 *
 *   clang -g -O1 -std=c11 -D_GNU_SOURCE -I. -fno-strict-aliasing \
 *     -fsanitize=fuzzer,address,undefined protocol/line.c protocol/message*.c protocol/words.c \
 *     tests/fuzz/message-fuzz.c -o build/message-fuzz
 *
 * What was read once and written must read again to the same text.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/line.h"
#include "protocol/message.h"

enum { FUZZ_CHUNK = 61, FUZZ_WHY = 80 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes what was read, reads that, writes it again. */
static void fuzz_again(const struct message *m)
{
	static char first[2 * LINE_FROM_BOT], copy[2 * LINE_FROM_BOT], second[2 * LINE_FROM_BOT];
	char why[FUZZ_WHY];
	struct message again;
	size_t length = message_write(m, first, sizeof(first));
	assert(length > 0 && first[length - 1] == '\n');
	memcpy(copy, first, length);
	copy[length - 1] = '\0';
	bool read = message_read(&again, message_table[m->kind].sender, copy, why, sizeof(why));
	assert(read && again.kind == m->kind);
	assert(message_write(&again, second, sizeof(second)) == length);
	assert(memcmp(first, second, length) == 0);
}

static void fuzz_line(const char *line, size_t length, enum message_sender sender)
{
	char why[FUZZ_WHY] = "";
	struct message m;
	char *copy = malloc(length + 1); /* of this size, so that a sanitizer sees its end */
	assert(copy != NULL);
	memcpy(copy, line, length + 1);
	if (!message_read(&m, sender, copy, why, sizeof(why)))
		assert(m.kind != MESSAGE_UNKNOWN && why[0] != '\0');
	else if (m.kind != MESSAGE_UNKNOWN)
		fuzz_again(&m);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char room[LINE_FROM_BOT];
	struct line_reader r;
	line_reader_init(&r, room, sizeof(room));
	for (size_t at = 0; at < size;) {
		size_t space, length;
		char *line, *to = line_reader_space(&r, &space);
		size_t n = size - at < FUZZ_CHUNK ? size - at : FUZZ_CHUNK;
		n = n < space ? n : space;
		if (n == 0)
			break;
		memcpy(to, data + at, n);
		line_reader_filled(&r, n);
		at += n;
		while (line_reader_next(&r, &line, &length) == LINE_READY) {
			fuzz_line(line, length, FROM_REFEREE);
			fuzz_line(line, length, FROM_BOT);
		}
	}
	return 0;
}
