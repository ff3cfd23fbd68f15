/*
 * show-picture.c - writes a game or a position as an SVG file.
 */
#include "referee/commands/show.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/board/game-sheet.h"
#include "referee/report/assets.h"

static char *show_subtitle(const struct show *s)
{
	if (s->game == 0)
		return memory_copy(s->setup.rules->summary);
	const char *opening = s->texts[SHOW_OPENING];
	return memory_print("Round %s, %s UTC%s%s", s->texts[SHOW_ROUND], s->texts[SHOW_STARTED],
		*opening != '\0' ? ", opening " : "", opening);
}

/* Writes the whole picture at once, so that a failure leaves no half of it. */
static int show_write(const struct show *s, const char *text, size_t length)
{
	bool standard = strcmp(s->svg, "-") == 0;
	FILE *file = standard ? stdout : fopen(s->svg, "w");
	bool good = file != NULL && fwrite(text, 1, length, file) == length;
	if (file != NULL && !standard)
		good = fclose(file) == 0 && good;
	if (good || standard) /* main() reports write errors of stdout */
		return EXIT_SUCCESS;
	fprintf(stderr, "referee show: %s cannot be written: %s\n", s->svg, strerror(errno));
	return file == NULL ? EXIT_USAGE : EXIT_BROKEN;
}

int show_picture(struct show *s)
{
	char *text = NULL, *title, *subtitle, *result = NULL, why[256];
	size_t length = 0;
	if (s->setup.rules == NULL || s->why[0] != '\0') {
		fprintf(stderr, "referee show: there is no picture of this game: %s\n", s->why);
		return EXIT_FAULTS;
	}
	title = show_title(s);
	subtitle = show_subtitle(s);
	if (s->game > 0)
		result = memory_print(
			"Result: %s, %s", s->texts[SHOW_RESULT], s->texts[SHOW_REASON]);
	const struct game_sheet sheet = {.title = title,
		.subtitle = subtitle,
		.history = &s->history,
		.count = s->count,
		.ranks = s->ranked ? s->ranks : NULL,
		.result = result,
		.css = page_board_css,
		.colours = page_style_css};
	FILE *out = memory_open(&text, &length);
	bool good = game_sheet_write(out, &sheet, why, sizeof why);
	memory_close(out);
	int status = EXIT_BROKEN;
	if (good)
		status = show_write(s, text, length);
	else
		fprintf(stderr, "referee show: %s\n", why);
	free(text);
	free(title);
	free(subtitle);
	free(result);
	return status;
}
