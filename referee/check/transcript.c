/*
 * transcript.c - notes the lines of a bot under check.
 */
#include "referee/check/transcript.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "referee/game/near-miss.h"

static void transcript_id(struct transcript *transcript, const struct message *m)
{
	bool name = strcmp(m->id.what, "name") == 0;
	snprintf(name ? transcript->name : transcript->author, TRANSCRIPT_LINE, "%s", m->id.text);
}

static void transcript_option(struct transcript *transcript, const struct message *m)
{
	offered_options_add(&transcript->offers, m);
}

static void transcript_feature(struct transcript *transcript, const struct message *m)
{
	if (m->feature.unknown != NULL)
		snprintf(transcript->unknown, sizeof transcript->unknown, "%s", m->feature.unknown);
}

static const struct transcript_row {
	enum message_kind kind;
	void (*note)(struct transcript *s, const struct message *m);
} transcript_table[] = {
	{MESSAGE_ID, transcript_id},
	{MESSAGE_OPTION, transcript_option},
	{MESSAGE_FEATURE, transcript_feature},
};

static void transcript_stray(struct transcript *transcript, const char *word, const char *why)
{
	int i = 0;
	while (i < transcript->strays_count && strncmp(transcript->strays[i].word, word,
						       sizeof transcript->strays[i].word - 1) != 0)
		i++;
	if (i == STRAYS_MAX) {
		transcript->strays_more++;
		return;
	}
	if (i == transcript->strays_count) {
		transcript->strays_count++;
		snprintf(transcript->strays[i].word, sizeof transcript->strays[i].word, "%s", word);
		snprintf(transcript->strays[i].why, sizeof transcript->strays[i].why, "%s", why);
	}
	transcript->strays[i].count++;
}

/* Notes the first time of an event. */
static void transcript_first(bool *seen, usec *at, usec now)
{
	if (!*seen)
		*at = now;
	*seen = true;
}

void transcript_sent(struct transcript *transcript, const char *line, size_t length)
{
	snprintf(transcript->sent, sizeof transcript->sent, "%.*s", (int)length, line);
	transcript->line[0] = '\0';
}

/* Why a line is ignored whose first word is none of the protocol. */
static const char *transcript_unknown(const char *line, size_t length)
{
	struct error unused;
	struct message m;
	char plain[LINE_FROM_BOT];
	snprintf(plain, sizeof plain, "%.*s", (int)length, line);
	const bool coloured = strchr(plain, '\033') != NULL;
	near_miss_strip(plain, plain);
	bool any = plain[strspn(plain, " \t")] != '\0';
	if (any && (!message_read(&m, FROM_BOT, plain, &unused) || m.kind == MESSAGE_UNKNOWN))
		return "no word of the protocol; print debug output to stderr";
	return coloured
		       ? "it has escape codes of a terminal: print plain text"
		       : "a byte order mark is before it: write UTF-8 without one (C#: new UTF8Encoding(false))";
}

/* Handles a line according to the phase. */
static void transcript_phase(struct transcript *transcript, enum bot_phase phase,
	const struct message *m, const char *word, usec now)
{
	if (m->kind == MESSAGE_UGIOK && phase == BOT_GREETING)
		transcript_first(&transcript->greeted, &transcript->ugiok, now);
	else if (m->kind == MESSAGE_READYOK && phase == BOT_SETTING)
		transcript_first(&transcript->done, &transcript->readyok, now);
	else if (m->kind == MESSAGE_BESTMOVE && phase != BOT_THINKING)
		transcript_stray(transcript, word, "no move was requested then");
}

void transcript_line(struct transcript *transcript, enum bot_phase phase, const char *line,
	size_t length, usec now)
{
	struct error err;
	char copy[LINE_FROM_BOT], word[40];
	struct message m;
	snprintf(copy, sizeof copy, "%.*s", (int)length, line);
	const char *first = copy + strspn(copy, " \t");
	snprintf(word, sizeof word, "%.*s", (int)strcspn(first, " \t"), first);
	transcript_first(&transcript->spoke, &transcript->first, now);
	if (*word == '\0')
		return;
	if (transcript->line[0] == '\0')
		snprintf(transcript->line, sizeof transcript->line, "%s", first);
	transcript->echoes |= strncmp(transcript->sent, copy, sizeof transcript->sent - 1) == 0;
	transcript->uciok |= strcmp(word, "uciok") == 0;
	transcript->awaited |=
		transcript->awaiting != NULL && strcmp(word, transcript->awaiting) == 0;
	bool good = message_read(&m, FROM_BOT, copy, &err);
	if (!good)
		transcript_stray(transcript, word, err.text);
	else if (m.kind == MESSAGE_UNKNOWN)
		transcript_stray(transcript, word, transcript_unknown(line, length));
	for (size_t i = 0; good && i < sizeof transcript_table / sizeof *transcript_table; i++)
		if (transcript_table[i].kind == m.kind)
			transcript_table[i].note(transcript, &m);
	transcript_phase(transcript, phase, &m, word, now);
}
