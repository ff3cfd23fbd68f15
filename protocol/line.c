/*
 * line.c - cuts a stream of bytes into lines, whatever chunks it comes in.
 *
 * The room is [start, end): what was read and not handed out. Bytes before scanned were searched
 * for a LF already, so a line that comes byte by byte costs no more than one that comes whole.
 */
#include "protocol/line.h"

#include <assert.h>
#include <string.h>

void line_reader_init(struct line_reader *r, char *room, size_t size)
{
	assert(room != NULL && size > 0);
	*r = (struct line_reader){.room = room, .size = size};
}

char *line_reader_space(struct line_reader *r, size_t *size)
{
	if (r->start > 0) {
		memmove(r->room, r->room + r->start, r->end - r->start);
		r->scanned -= r->start;
		r->end -= r->start;
		r->start = 0;
	}
	*size = r->size - r->end;
	return r->room + r->end;
}

void line_reader_filled(struct line_reader *r, size_t count)
{
	assert(count <= r->size - r->end);
	r->end += count;
}

/* Ends the text in place: a CR goes, NUL bytes become visible. */
static size_t line_reader_finish(struct line_reader *r, char *line, size_t length)
{
	r->had_nul = false;
	if (length > 0 && line[length - 1] == '\r')
		length--;
	line[length] = '\0';
	for (char *at = line; (at = memchr(at, '\0', length - (size_t)(at - line))) != NULL;)
		*at = '?', r->had_nul = true;
	return length;
}

/* The next whole line; a line too long stays so until the reader is cleared. */
enum line_status line_reader_next(struct line_reader *r, char **line, size_t *length)
{
	assert(r->start <= r->scanned && r->scanned <= r->end && r->end <= r->size);
	char *from = r->room + r->scanned;
	char *lf = memchr(from, '\n', r->end - r->scanned);
	if (lf == NULL) {
		r->scanned = r->end;
		return r->end - r->start == r->size ? LINE_TOO_LONG : LINE_PARTIAL;
	}
	*line = r->room + r->start;
	*length = line_reader_finish(r, *line, (size_t)(lf - *line));
	r->start = r->scanned = (size_t)(lf - r->room) + 1;
	return LINE_READY;
}

size_t line_reader_rest(const struct line_reader *r)
{
	return r->end - r->start;
}

void line_reader_clear(struct line_reader *r)
{
	r->start = r->scanned = r->end = 0;
}
