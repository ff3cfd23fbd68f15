/*
 * wire-log.c - keeps conversations in memory until their game has its number.
 */
#include "referee/director/wire-log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

void wire_log_add(struct wire_log *w, int seat, const char *line)
{
	if (seat < 1 || seat > SEATS_MAX || w->bytes[seat - 1] > WIRE_LOG_MAX)
		return;
	if (w->stream[seat - 1] == NULL)
		w->stream[seat - 1] = memory_open(&w->text[seat - 1], &w->length[seat - 1]);
	w->bytes[seat - 1] += strlen(line) + 1;
	fprintf(w->stream[seat - 1], "%s\n",
		w->bytes[seat - 1] <= WIRE_LOG_MAX ? line : "(the log ends here: it is full)");
}

void wire_log_clear(struct wire_log *w)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		if (w->stream[i] != NULL)
			memory_close(w->stream[i]);
		free(w->text[i]);
		w->stream[i] = NULL;
		w->text[i] = NULL;
		w->bytes[i] = 0;
	}
}

static int wire_log_write(const char *path, const char *text, size_t length)
{
	FILE *file = fopen(path, "we");
	if (file == NULL)
		return -1;
	size_t written = fwrite(text, 1, length, file);
	return fclose(file) == 0 && written == length ? 0 : -1;
}

int wire_log_save(struct wire_log *w, const char *folder, int64_t game)
{
	char path[4096];
	int result = 0;
	for (int i = 0; i < SEATS_MAX; i++) {
		if (w->stream[i] == NULL)
			continue;
		memory_close(w->stream[i]);
		w->stream[i] = NULL;
		snprintf(path, sizeof path, "%s/game-%" PRId64 "-seat-%d.txt", folder, game, i + 1);
		if (wire_log_write(path, w->text[i], w->length[i]) != 0)
			result = -1;
	}
	wire_log_clear(w);
	return result;
}
