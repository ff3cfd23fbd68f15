/*
 * reload.c - reads a running tournament's file again, and takes over its new bots.
 */
#include "referee/director/reload.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/director/preflight.h"
#include "referee/config/settings.h"

static bool reload_same(const struct bot *one, const struct bot *other)
{
	char *before = bot_definition(one), *after = bot_definition(other);
	bool same = one->remote == other->remote && strcmp(before, after) == 0 &&
		    (one->remote || strcmp(one->command, other->command) == 0);
	free(before);
	free(after);
	return same;
}

/* The text of a setting; the caller frees it. */
static char *reload_write(const struct setting *row, const struct tournament *t)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	row->value->write(row, t, out);
	memory_close(out);
	return text;
}

static void reload_say(const struct reload *j, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void reload_say(const struct reload *j, const char *format, ...)
{
	char line[2 * WHY];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	j->say(j->arg, line);
}

/* Reports the changed settings. */
static void reload_compare_settings(const struct reload *j, const struct tournament *fresh)
{
	const struct tournament *t = j->t;
	for (const struct setting *row = settings_of_tournament; row->key != NULL; row++) {
		size_t at = (size_t)(row - settings_of_tournament);
		bool given = origin_given(&t->set[at]) || origin_given(&fresh->set[at]);
		if (row->value->write == NULL || !given)
			continue;
		char *before = reload_write(row, t), *after = reload_write(row, fresh);
		if (strcmp(before, after) != 0)
			reload_say(j,
				"%s stays %s while this run lasts; what the file says now, %s, is not taken over",
				row->key, before, after);
		free(before);
		free(after);
	}
}

/* Reports the changed bots. */
static void reload_compare_bots(const struct reload *j, const struct tournament *fresh)
{
	const struct tournament *t = j->t;
	for (int i = 0; i < t->bots_count; i++) {
		int now = tournament_find_bot(fresh, t->bots[i].name);
		if (now >= 0 && !reload_same(&t->bots[i], &fresh->bots[now]))
			reload_say(j,
				"bot %s goes on as it was while this run lasts; what the file says of it now is not taken over",
				t->bots[i].name);
	}
}

/* Missing bots retire, and retired bots that are present return. */
static void reload_move(struct reload *j, const struct tournament *fresh, int round)
{
	struct tournament *t = j->t;
	for (int i = 0; i < t->bots_count; i++) {
		struct bot *bot = &t->bots[i];
		bool there = tournament_find_bot(fresh, bot->name) >= 0;
		if (there != bot_is_retired(bot))
			continue;
		j->moved++;
		if (there)
			bot_come_back(bot, round);
		else
			bot_retire(bot, round);
		reload_say(j,
			there ? "bot %s is back from block %d on"
			      : "bot %s is not in the file any more: it ends its games, is not paired from block %d on, and keeps its standing",
			bot->name, round);
	}
}

/* Moves a bot from fresh to the end of t, with a copy of the data that it borrowed from fresh. */
static void reload_take(struct tournament *t, struct bot *bot, int round)
{
	t->bots = memory_resize(t->bots, (size_t)t->bots_count + 1, sizeof *t->bots);
	struct bot *mine = &t->bots[t->bots_count++];
	*mine = *bot;
	*bot = (struct bot){.name = NULL};
	mine->enters = round;
	mine->at.file = mine->at.line > 0 ? tournament_keep_path(t, mine->at.file) : t->file;
	for (int i = 0; i < BOT_SETTINGS_COUNT; i++)
		if (origin_given(&mine->set[i]))
			mine->set[i].file = mine->at.file;
}

static void reload_welcome(const struct reload *j, const struct bot *bot)
{
	char why[WHY];
	reload_say(j, "bot %s takes part from block %d on", bot->name, bot->enters);
	if (!bot->remote && !preflight_has_program(bot->command, bot->dir, why))
		reload_say(j, "bot %s: %s; it loses its games", bot->name, why);
}

void reload_compare(struct reload *j)
{
	struct tournament fresh;
	tournament_init(&fresh);
	if (!j->read(j->arg, &fresh)) {
		reload_say(j, "the tournament goes on as it was");
		tournament_clear(&fresh);
		return;
	}
	reload_compare_settings(j, &fresh);
	reload_compare_bots(j, &fresh);
	for (int i = 0; i < j->t->bots_count; i++)
		if (tournament_find_bot(&fresh, j->t->bots[i].name) < 0)
			reload_say(j, "bot %s is not in the file any more; it goes on playing",
				j->t->bots[i].name);
	for (int i = 0; i < fresh.bots_count; i++)
		if (tournament_find_bot(j->t, fresh.bots[i].name) < 0)
			reload_say(j,
				"bot %s is new in the file and does not take part: format = %s takes no bots while it runs",
				fresh.bots[i].name, j->t->format);
	tournament_clear(&fresh);
}

void reload_read(struct reload *j, int round)
{
	struct tournament fresh, *t = j->t;
	int before = t->bots_count;
	tournament_init(&fresh);
	bool right = j->read(j->arg, &fresh);
	j->moved = 0;
	if (right) {
		reload_compare_settings(j, &fresh);
		reload_compare_bots(j, &fresh);
		reload_move(j, &fresh, round);
	}
	for (int i = 0; right && i < fresh.bots_count && t->bots_count < BOTS_MAX; i++) {
		if (tournament_find_bot(t, fresh.bots[i].name) >= 0)
			continue;
		reload_take(t, &fresh.bots[i], round);
		reload_welcome(j, &t->bots[t->bots_count - 1]);
	}
	if (t->bots_count == before && j->moved == 0)
		reload_say(j, "%s", right ? "no bot is new" : "the tournament goes on as it was");
	tournament_clear(&fresh);
}
