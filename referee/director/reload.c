/*
 * reload.c - reads a running tournament's file again, and takes over its new bots.
 */
#include "referee/director/reload.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/prepare/bot-build.h"
#include "referee/prepare/preflight.h"
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

static void __attribute__((format(printf, 2, 3)))
reload_report(const struct reload *reload, const char *format, ...)
{
	char line[2 * ERROR_TEXT];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	reload->report(reload->arg, line);
}

/* Reports the changed settings. */
static void reload_compare_settings(const struct reload *reload, const struct tournament *fresh)
{
	const struct tournament *t = reload->t;
	for (const struct setting *row = settings_of_tournament; row->key != NULL; row++) {
		size_t at = (size_t)(row - settings_of_tournament);
		bool given = origin_given(&t->set[at]) || origin_given(&fresh->set[at]);
		if (row->value->write == NULL || !given)
			continue;
		char *before = reload_write(row, t), *after = reload_write(row, fresh);
		/* The process that takes a bot reads the file itself, as this one does for the
		 * list. */
		if (at == SETTING_SUBMISSIONS && t->submissions != NULL &&
			fresh->submissions != NULL && strcmp(before, after) != 0)
			reload_report(reload,
				"submissions: bots that are handed in go to %s from now on, no longer to %s",
				after, before);
		else if (strcmp(before, after) != 0)
			reload_report(reload, "%s stays %s during this run; the file has %s now",
				row->key, before, after);
		free(before);
		free(after);
	}
}

/* Reports the changed bots. */
static void reload_compare_bots(const struct reload *reload, const struct tournament *fresh)
{
	const struct tournament *t = reload->t;
	for (int i = 0; i < t->bots_count; i++) {
		int now = tournament_find_bot(fresh, t->bots[i].name);
		if (now >= 0 && !reload_same(&t->bots[i], &fresh->bots[now]))
			reload_report(reload,
				"bot %s: the file has changed its settings; this run keeps the old ones",
				t->bots[i].name);
	}
}

char *reload_retire_bot(struct bot *bot, bool missing, int round)
{
	if (missing == bot_is_retired(bot))
		return NULL;
	if (!missing) {
		bot_come_back(bot, round);
		return memory_print("bot %s is back from block %d on", bot->name, round);
	}
	bot_retire(bot, round);
	return memory_print(
		"bot %s is not in the file any more: it ends its games, is not paired from block %d on, and keeps its standing",
		bot->name, round);
}

/* Moves a bot from fresh to the end of t, with a copy of the data that it borrowed from fresh. */
static void reload_add_bot(struct tournament *t, struct bot *bot, int round)
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

void reload_compare(struct reload *reload)
{
	struct tournament fresh;
	tournament_init(&fresh);
	if (!reload->read(reload->arg, &fresh)) {
		reload_report(reload, "the tournament continues unchanged");
		tournament_clear(&fresh);
		return;
	}
	reload_compare_settings(reload, &fresh);
	reload_compare_bots(reload, &fresh);
	for (int i = 0; i < reload->t->bots_count; i++)
		if (tournament_find_bot(&fresh, reload->t->bots[i].name) < 0)
			reload_report(reload,
				"bot %s is not in the file any more; it continues to play",
				reload->t->bots[i].name);
	for (int i = 0; i < fresh.bots_count; i++)
		if (tournament_find_bot(reload->t, fresh.bots[i].name) < 0)
			reload_report(reload,
				"bot %s is new in the file and does not take part; format = %s takes no new bots during a run",
				fresh.bots[i].name, reload->t->format);
	tournament_clear(&fresh);
}

void reload_read(struct reload *reload, int round)
{
	struct tournament fresh, *t = reload->t;
	int before = t->bots_count;
	struct error err;
	tournament_init(&fresh);
	bool right = reload->read(reload->arg, &fresh);
	reload->moved = 0;
	if (right) {
		reload_compare_settings(reload, &fresh);
		reload_compare_bots(reload, &fresh);
	}
	for (int i = 0; right && i < before; i++) {
		bool missing = tournament_find_bot(&fresh, t->bots[i].name) < 0;
		char *line = reload_retire_bot(&t->bots[i], missing, round);
		if (line == NULL)
			continue;
		reload->moved++;
		reload_report(reload, "%s", line);
		free(line);
	}
	for (int i = 0; right && i < fresh.bots_count && t->bots_count < BOTS_MAX; i++) {
		if (tournament_find_bot(t, fresh.bots[i].name) >= 0)
			continue;
		if (!preflight_travels(t, &fresh.bots[i], &err) ||
			!preflight_can_play(t, &fresh.bots[i], &err)) {
			reload_report(reload, "bot %s does not take part: %s", fresh.bots[i].name,
				err.text);
			continue;
		}
		reload_add_bot(t, &fresh.bots[i], round);
		if (!bot_build_all(t, t->bots_count - 1, reload->report, reload->arg, &err))
			reload_report(reload, "%s", err.text);
		const struct bot *bot = &t->bots[t->bots_count - 1];
		bool built = bot->program != NULL && bot->program->made;
		reload_report(reload, "bot %s takes part from block %d on", bot->name, bot->enters);
		if (!bot->remote && (bot->build == NULL || built) &&
			!preflight_has_program(bot->command, bot_folder(bot), &err))
			reload_report(
				reload, "bot %s: %s; the bot loses its games", bot->name, err.text);
	}
	if (t->bots_count == before && reload->moved == 0)
		reload_report(reload, "%s",
			right ? "the file has no new bot" : "the tournament continues unchanged");
	tournament_clear(&fresh);
}
