/*
 * line.c - bytes through the line reader, in chunks of every size, against lines cut by hand.
 *
 * The first byte is the room less one, the second the size of the chunks (0: drawn for each), the
 * others what is read.
 */
#include "protocol/line.h"
#include "rules/rules.h"
#include "tests/lib/fuzz.h"

enum { LINE_HEADER = 2, LINE_ROOM = 256 };

/* The lines that are still to be given, by the rules of line.h alone. */
struct line_model {
	const uint8_t *at, *end;
	size_t room;
};

/* The next line: its bytes, without CR and LF. */
static enum line_status line_expect(struct line_model *m, const uint8_t **line, size_t *length)
{
	size_t left = (size_t)(m->end - m->at);
	const uint8_t *lf = memchr(m->at, '\n', left < m->room ? left : m->room);
	if (lf == NULL)
		return left >= m->room ? LINE_TOO_LONG : LINE_PARTIAL;
	*line = m->at;
	*length = (size_t)(lf - m->at);
	if (*length > 0 && lf[-1] == '\r')
		--*length;
	m->at = lf + 1;
	return LINE_READY;
}

static void line_compare(const char *line, size_t length, const uint8_t *wanted, size_t size)
{
	assert(length == size && strlen(line) == length);
	for (size_t i = 0; i < size; i++)
		assert((uint8_t)line[i] == (wanted[i] == '\0' ? '?' : wanted[i]));
}

/* Takes all that is ready. The model sees all bytes that were filled in so far. */
static void line_take(struct line_reader *r, struct line_model *m)
{
	for (;;) {
		char *line;
		const uint8_t *wanted;
		size_t length, size;
		enum line_status status = line_reader_next(r, &line, &length);
		assert(status == line_expect(m, &wanted, &size));
		if (status == LINE_READY)
			line_compare(line, length, wanted, size);
		if (status == LINE_TOO_LONG) {
			assert(line_reader_next(r, &line, &length) == LINE_TOO_LONG);
			line_reader_clear(r);
			m->at += m->room;
		}
		if (status != LINE_READY)
			return;
	}
}

static void line_run(const uint8_t *data, size_t size, size_t room, size_t chunk, uint64_t random)
{
	char *place = malloc(room);
	assert(place != NULL);
	struct line_reader r;
	struct line_model m = {.at = data, .end = data, .room = room};
	line_reader_init(&r, place, room);
	for (size_t at = 0; at < size;) {
		size_t space, n = chunk > 0 ? chunk : 1 + random_below(&random, room);
		char *to = line_reader_space(&r, &space);
		assert(space > 0);
		n = n < space ? n : space;
		n = n < size - at ? n : size - at;
		memcpy(to, data + at, n);
		line_reader_filled(&r, n);
		at += n;
		m.end = data + at;
		line_take(&r, &m);
	}
	free(place);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < LINE_HEADER)
		return 0;
	uint64_t random = fuzz_seed(data, size);
	size_t room = 1 + (size_t)data[0], chunk = data[1];
	static_assert(LINE_ROOM == UINT8_MAX + 1, "the first byte is every room");
	data += LINE_HEADER;
	size -= LINE_HEADER;
	line_run(data, size, room, chunk, random);
	/* Short ones in all the other sizes as well. */
	for (size_t n = 1; size <= 16 && n <= size; n++)
		line_run(data, size, room, n, random);
	return 0;
}
