/*
 * line.h - bytes in any chunks, lines out.
 *
 * The reader works in room that the caller brings: bytes are read straight into it, lines are
 * handed out in place. LF ends a line, a CR before it is dropped, NUL bytes inside become '?'.
 */
#ifndef PROTOCOL_LINE_H
#define PROTOCOL_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum {
	LINE_FROM_BOT = 4096,	   /* longest line a bot may send, its LF included */
	LINE_FROM_REFEREE = 65536, /* longest line the referee sends */
};

enum line_status { LINE_PARTIAL, LINE_READY, LINE_TOO_LONG };

struct line_reader {
	char *room; /* borrowed for the reader's life */
	size_t size;
	size_t start;	/* first byte of the line being gathered */
	size_t scanned; /* bytes before this hold no LF */
	size_t end;	/* first free byte */
	bool had_nul;	/* the line that was handed out last */
};

/* size bytes of room hold the longest line allowed, its LF included. */
void line_reader_init(struct line_reader *r, char *room, size_t size);

/* Where the next bytes go and how many fit; moves a partial line to the front first, so lines
 * handed out before are gone. *size is 0 only when a line is too long. */
char *line_reader_space(struct line_reader *r, size_t *size);

/* count bytes were put where line_reader_space() said. */
void line_reader_filled(struct line_reader *r, size_t count);

/* The next whole line, NUL-terminated, without its end; valid until line_reader_space(). */
enum line_status line_reader_next(struct line_reader *r, char **line, size_t *length);

/* The number of bytes that were read and not handed out. */
size_t line_reader_rest(const struct line_reader *r);

/* Forgets all that was read. */
void line_reader_clear(struct line_reader *r);

#endif
