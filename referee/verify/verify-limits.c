/*
 * verify-limits.c - the limits of a game's seats: what the tournament's definition says, and what
 * stands beside a bot's row of its own.
 */
#include <stdlib.h>

#include "referee/base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/config/settings.h"
#include "referee/verify/verify-parts.h"

/* A row of the query tournament-bots. */
static bool verify_limits_on_bot(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	enum { ID, NAME, COMMAND, DIGEST, SETTINGS };
	struct verify *v = arg;
	struct verify_limits own = {.bot = values[ID].integer};
	struct bot bot = {.name = NULL};
	(void)columns, (void)names;
	if (values[SETTINGS].text == NULL)
		return true;
	bot_definition_read(&bot, values[SETTINGS].text, (struct origin){"", 1});
	if (settings_bot_limits(&v->t, &bot, &own.limits)) {
		v->limits =
			memory_resize(v->limits, (size_t)v->limits_count + 1, sizeof *v->limits);
		v->limits[v->limits_count++] = own;
	}
	bot_clear(&bot);
	return true;
}

int verify_limits_begin(struct verify *v, struct db *db)
{
	return db_read(db, "tournament-bots", &v->of->id, 1, verify_limits_on_bot, v);
}

void verify_limits_set(struct verify *v)
{
	for (int i = 0; i < v->g->seats; i++)
		for (int n = 0; n < v->limits_count; n++)
			if (v->limits[n].bot == v->g->seat[i].bot)
				game_limit(&v->game, i + 1, &v->limits[n].limits);
}

void verify_limits_clear(struct verify *v)
{
	free(v->limits);
}
