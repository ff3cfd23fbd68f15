/*
 * live-feed.c - the lines to the web process: one table of shapes, one writer, one reader.
 */
#include "referee/web/live-feed.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/hex.h"

enum { LIVE_FEED_SEATS = 64 };

const char *const live_feed_states[LIVE_FEED_STATES] = {
	"waiting", "running", "paused", "done", "stopped", "failed"};

/* The fields of a line in order: t tournament, p pairing, s seat, n number, x text. */
static const struct live_feed_row {
	const char *word, *fields;
} live_feed_table[LIVE_FEED_KINDS] = {
	[LIVE_FEED_TOURNAMENT] = {"tournament", "tnnnxxxxxx"},
	[LIVE_FEED_GONE] = {"gone", "t"},
	[LIVE_FEED_FIGURE] = {"figure", "xn"},
	[LIVE_FEED_DELAYS] = {"delays", "nnnnnnnnnnnnn"},
	[LIVE_FEED_PROCESS] = {"process", "xnnn"},
	[LIVE_FEED_GAME] = {"game", "tpnnnxxx"},
	[LIVE_FEED_PARAM] = {"param", "tpxx"},
	[LIVE_FEED_PLAYER] = {"player", "tpsxn"},
	[LIVE_FEED_BEGUN] = {"begun", "tp"},
	[LIVE_FEED_MOVE] = {"move", "tpsxnnnnnn"},
	[LIVE_FEED_LEAVE] = {"leave", "tpsxx"},
	[LIVE_FEED_END] = {"end", "tpnxx"},
	[LIVE_FEED_STRENGTH] = {"strength", "tnnnnnnnnnnxxx"},
};

/* A text as one word of at most LIVE_FEED_TEXT bytes. */
static size_t live_feed_put_text(char *at, const char *text)
{
	size_t used = 0;
	if (text == NULL || *text == '\0' || strcmp(text, "-") == 0)
		return (size_t)sprintf(at, text != NULL && *text == '-' ? "\\x2d" : "-");
	for (; *text != '\0' && used + 4 <= LIVE_FEED_TEXT; text++) {
		unsigned char byte = (unsigned char)*text;
		if (byte <= ' ' || byte == '\\' || byte == 0x7f)
			used += (size_t)sprintf(at + used, "\\x%02x", byte);
		else
			at[used++] = *text;
	}
	return used;
}

static size_t live_feed_put_number(char *at, int64_t number)
{
	return number == LIVE_FEED_UNSAID ? (size_t)sprintf(at, "-")
					  : (size_t)sprintf(at, "%" PRId64, number);
}

size_t live_feed_write(const struct live_feed *f, char *out, size_t room)
{
	size_t used = (size_t)sprintf(out, "%s", live_feed_table[f->kind].word);
	int numbers = 0, texts = 0;
	assert(room >= LIVE_FEED_LINE);
	for (const char *field = live_feed_table[f->kind].fields; *field != '\0'; field++) {
		out[used++] = ' ';
		if (*field == 'x')
			used += live_feed_put_text(out + used, f->text[texts++]);
		else if (*field == 'n')
			used += live_feed_put_number(out + used, f->number[numbers++]);
		else if (*field == 't')
			used += live_feed_put_number(out + used, f->tournament);
		else if (*field == 'p')
			used += (size_t)sprintf(out + used, "%" PRIu64, f->pairing);
		else
			used += live_feed_put_number(out + used, f->seat);
	}
	out[used++] = '\n';
	out[used] = '\0';
	return used;
}

/* --- read ------------------------------------------------------------------------------------- */

/* Undoes live_feed_put_text() in place. False: nothing that it writes. */
static bool live_feed_plain(char *text)
{
	char *to = text;
	if (strcmp(text, "-") == 0)
		*text = '\0';
	for (const char *from = text; *from != '\0'; from++) {
		if (*from == '\\') {
			int byte = from[1] == 'x' ? hex_byte(from + 2) : -1;
			if (byte <= 0)
				return false;
			*to++ = (char)byte;
			from += 3;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
	return true;
}

static bool live_feed_digits(const char *word, const char **end)
{
	*end = word + strspn(word, "0123456789");
	return *end > word && **end == '\0';
}

static bool live_feed_get_number(int64_t *number, const char *word)
{
	const char *end;
	*number = LIVE_FEED_UNSAID;
	if (strcmp(word, "-") == 0)
		return true;
	if (!live_feed_digits(word + (*word == '-'), &end))
		return false;
	errno = 0;
	*number = strtoll(word, NULL, 10);
	return errno == 0;
}

static bool live_feed_get_unsigned(uint64_t *number, const char *word)
{
	const char *end;
	if (!live_feed_digits(word, &end))
		return false;
	errno = 0;
	*number = strtoull(word, NULL, 10);
	return errno == 0;
}

static bool live_feed_get_seat(int *seat, const char *word)
{
	uint64_t number;
	if (!live_feed_get_unsigned(&number, word) || number < 1 || number > LIVE_FEED_SEATS)
		return false;
	*seat = (int)number;
	return true;
}

bool live_feed_read(struct live_feed *f, char *line)
{
	char *rest = line, *word = strsep(&rest, " ");
	int numbers = 0, texts = 0;
	*f = (struct live_feed){.text = {"", "", "", "", "", ""}};
	while (f->kind < LIVE_FEED_KINDS && strcmp(live_feed_table[f->kind].word, word) != 0)
		f->kind++;
	if (f->kind == LIVE_FEED_KINDS)
		return false;
	for (const char *field = live_feed_table[f->kind].fields; *field != '\0'; field++) {
		bool good = (word = strsep(&rest, " ")) != NULL && *word != '\0';
		if (good && *field == 'x')
			good = live_feed_plain(word);
		else if (good && *field == 'n')
			good = live_feed_get_number(&f->number[numbers++], word);
		else if (good && *field == 't')
			good = live_feed_get_number(&f->tournament, word) && f->tournament > 0;
		else if (good && *field == 'p')
			good = live_feed_get_unsigned(&f->pairing, word);
		else if (good)
			good = live_feed_get_seat(&f->seat, word);
		if (!good)
			return false;
		if (*field == 'x')
			f->text[texts++] = word;
	}
	return rest == NULL; /* a word too many is no line */
}
