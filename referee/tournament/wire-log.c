/*
 * wire-log.c - conversations, kept in memory until their game has its number.
 */
#include "referee/tournament/wire-log.h"

#include <inttypes.h>
#include <stdlib.h>

void wire_log_add(struct wire_log *w, int seat, const char *line)
{
	if (seat < 1 || seat > SEATS_MAX)
		return;
	if (w->stream[seat - 1] == NULL)
		w->stream[seat - 1] = open_memstream(&w->text[seat - 1], &w->length[seat - 1]);
	if (w->stream[seat - 1] != NULL)
		fprintf(w->stream[seat - 1], "%s\n", line);
}

void wire_log_clear(struct wire_log *w)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		if (w->stream[i] != NULL)
			fclose(w->stream[i]);
		free(w->text[i]);
		w->stream[i] = NULL;
		w->text[i] = NULL;
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
		fflush(w->stream[i]);
		snprintf(path, sizeof path, "%s/game-%" PRId64 "-seat-%d.txt", folder, game, i + 1);
		if (wire_log_write(path, w->text[i], w->length[i]) != 0)
			result = -1;
	}
	wire_log_clear(w);
	return result;
}
