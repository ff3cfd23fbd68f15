/*
 * message.c - lines through both readers of messages. A message that was read and written must
 * read again to the same text; a refused one has a reason.
 */
#include "protocol/line.h"
#include "protocol/message.h"
#include "tests/lib/fuzz.h"

enum { MESSAGE_WHY = 80, MESSAGE_ROOM = 4 * LINE_FROM_BOT };

/* Writes what was read, reads that, writes it again. */
static void message_again(const struct message *m)
{
	static char first[MESSAGE_ROOM], copy[MESSAGE_ROOM], second[MESSAGE_ROOM];
	struct error err;
	struct message again;
	size_t length = message_write(m, first, sizeof first);
	assert(length > 0 && first[length - 1] == '\n');
	assert(memchr(first, '\n', length) == first + length - 1);
	memcpy(copy, first, length);
	copy[length - 1] = '\0';
	bool read = message_read(&again, message_table[m->kind].sender, copy, &err);
	assert(read && again.kind == m->kind);
	assert(message_write(&again, second, sizeof second) == length);
	assert(memcmp(first, second, length) == 0);
	/* Room that is one byte too small is told so. */
	assert(message_write(m, second, length - 1) == 0);
}

static void message_take(const char *line, size_t length, enum message_sender sender)
{
	struct error err = {""};
	struct message m;
	char *copy = fuzz_text(line, length);
	if (!message_read(&m, sender, copy, &err)) {
		assert(m.kind != MESSAGE_UNKNOWN && err.text[0] != '\0' &&
			strlen(err.text) < sizeof err.text);
		assert(message_table[m.kind].sender == sender);
	} else if (m.kind != MESSAGE_UNKNOWN) {
		message_again(&m);
	}
	free(copy);
}

/* One line, as the line reader hands it out. */
static void message_line(const uint8_t *line, size_t length)
{
	if (length > 0 && line[length - 1] == '\r')
		length--;
	message_take((const char *)line, length, FROM_REFEREE);
	message_take((const char *)line, length, FROM_BOT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size;
	for (const uint8_t *lf; data < end; data = lf + 1) {
		lf = memchr(data, '\n', (size_t)(end - data));
		if (lf == NULL)
			lf = end;
		if (lf - data < LINE_FROM_BOT)
			message_line(data, (size_t)(lf - data));
		if (lf == end)
			break;
	}
	return 0;
}
