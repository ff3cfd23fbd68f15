/*
 * visit-messages.c - the lines between the main process and the process in which people play.
 */
#include "referee/web/play/visit-messages.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/web/web-address.h"

enum { VISIT_NUMBERS = 5 };

/* A line: its numbers in order, the word behind them, the rest. */
static const struct visit_row {
	const char *word;
	size_t numbers[VISIT_NUMBERS + 1]; /* offsets in struct visit_message, ended by 0 */
	bool game, text;
} visit_rows[VISIT_MESSAGE_KINDS] = {
#define AT(member) offsetof(struct visit_message, member)
	[VISIT_LIMITS] = {"limits", {AT(games), AT(silence)}, false, false},
	[VISIT_TABLE] = {"table", {AT(table), AT(players)}, true, true},
	[VISIT_PARAM] = {"param", {AT(table)}, false, true},
	[VISIT_BOT] = {"bot", {AT(table), AT(seats)}, false, true},
	[VISIT_READY] = {"ready", {AT(table)}, false, false},
	[VISIT_REFUSED] = {"refused", {AT(key)}, false, true},
	[VISIT_PLAY] = {"play", {AT(key), AT(table), AT(bot), AT(seat), AT(seed)}, false, true},
	[VISIT_SENDS] = {"sends", {AT(bytes)}, false, false},
	[VISIT_SEND] = {"send", {AT(key)}, false, true},
#undef AT
};

char *visit_message_write(const struct visit_message *m)
{
	const struct visit_row *row = &visit_rows[m->kind];
	char *line = NULL;
	size_t length;
	FILE *out = memory_open(&line, &length);
	fputs(row->word, out);
	for (int i = 0; row->numbers[i] != 0; i++) {
		uint64_t number;
		memcpy(&number, (const char *)m + row->numbers[i], sizeof number);
		fprintf(out, " %" PRIu64, number);
	}
	if (row->game)
		fprintf(out, " %s", m->game);
	if (row->text)
		fprintf(out, " %s", m->text);
	fputc('\n', out);
	memory_close(out);
	return line;
}

bool visit_message_read(struct visit_message *m, char *line)
{
	char *rest = line, *word = strsep(&rest, " ");
	int kind = 0;
	while (kind < VISIT_MESSAGE_KINDS && strcmp(visit_rows[kind].word, word) != 0)
		kind++;
	if (kind == VISIT_MESSAGE_KINDS)
		return false;
	const struct visit_row *row = &visit_rows[kind];
	*m = (struct visit_message){.kind = (enum visit_message_kind)kind, .game = "", .text = ""};
	for (int i = 0; row->numbers[i] != 0; i++) {
		uint64_t number;
		char *text = strsep(&rest, " ");
		if (text == NULL || !address_number(text, &number))
			return false;
		memcpy((char *)m + row->numbers[i], &number, sizeof number);
	}
	if (row->game && ((m->game = strsep(&rest, " ")) == NULL || *m->game == '\0'))
		return false;
	if (!row->text)
		return rest == NULL;
	m->text = rest != NULL ? rest : "";
	return rest != NULL;
}
