/*
 * season.c - seasons of a ladder.
 */
#include "referee/config/season.h"

#include <string.h>
#include <time.h>

const char *const season_names[SEASONS] = {[SEASON_NONE] = "none",
	[SEASON_WEEKLY] = "weekly",
	[SEASON_MONTHLY] = "monthly",
	[SEASON_YEARLY] = "yearly"};

/* As strftime() writes them, and a pattern of their characters: 0 is a digit. */
static const struct {
	const char *format, *shape;
} season_forms[SEASONS] = {[SEASON_NONE] = {"", ""},
	[SEASON_WEEKLY] = {"%G-W%V", "0000-W00"},
	[SEASON_MONTHLY] = {"%Y-%m", "0000-00"},
	[SEASON_YEARLY] = {"%Y", "0000"}};

void season_write(enum season season, int64_t now, char text[SEASON_TEXT])
{
	struct tm parts = {0};
	time_t seconds = (time_t)(now / 1000);
	gmtime_r(&seconds, &parts);
	text[0] = '\0';
	if (season != SEASON_NONE)
		strftime(text, SEASON_TEXT, season_forms[season].format, &parts);
}

bool season_is_of(enum season season, const char *ladder, const char *name)
{
	size_t length = strlen(ladder);
	const char *shape = season_forms[season].shape;
	if (season == SEASON_NONE || strncmp(name, ladder, length) != 0 || name[length] != ' ')
		return false;
	for (name += length + 1; *shape != '\0'; shape++, name++)
		if (*shape == '0' ? *name < '0' || *name > '9' : *name != *shape)
			return false;
	return *name == '\0';
}
