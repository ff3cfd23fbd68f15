/*
 * config-file.c - the tournament's file: what its pieces mean.
 */
#include "referee/config/config-file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"
#include "referee/base/text-file.h"
#include "referee/config/foreign-names.h"
#include "referee/config/config-parse.h"
#include "referee/config/settings.h"

enum { CONFIG_FILE_MAX = 1024 * 1024, CONFIG_FILE_INCLUDES_MAX = 32 };

/* A key that is none: the nearest that is one, or a word about the other place where it is. */
static void config_file_unknown(
	struct diagnostics *mistakes, struct origin at, const struct setting *rows, const char *key)
{
	bool in_bot = rows == settings_of_bot;
	const char *keys[SETTINGS_COUNT];
	int count = 0;
	for (const struct setting *s = rows; s->key != NULL; s++)
		keys[count++] = s->key;
	const char *near = did_you_mean(key, keys, count);
	const struct settings_old_name *old = settings_find_old_name(key);
	const struct foreign_names *f = foreign_names_find(key);
	if (old != NULL)
		diagnostics_add(mistakes, at, "%s is now called %s; write %s = %s", key, old->is,
			old->is, old->values != NULL ? old->values : "...");
	else if (settings_find(in_bot ? settings_of_tournament : settings_of_bot, key) != NULL)
		diagnostics_add(mistakes, at, "%s is not a key of a %s; it stands %s", key,
			in_bot ? "bot" : "tournament",
			in_bot ? "outside the sections" : "in a section bot NAME { }");
	else if (f != NULL && f->ours == NULL)
		diagnostics_add(mistakes, at, "unknown key %s; %s", key, f->note);
	else if (near != NULL || f != NULL)
		diagnostics_add(mistakes, at, "unknown key %s; did you mean %s?", key,
			f != NULL ? f->ours : near);
	else
		diagnostics_add(
			mistakes, at, "unknown key %s; `referee run --help` names them all", key);
}

static void config_file_include(
	struct tournament *t, const char *name, struct origin from, struct diagnostics *mistakes);

/* path: of the file that it stands in, one of the tournament's own. */
static void config_file_take_piece(struct tournament *t, const struct config_parse_piece *piece,
	const char *path, struct bot *bot, struct diagnostics *mistakes)
{
	struct origin at = {path, piece->line};
	const struct setting *rows = piece->bot < 0 ? settings_of_tournament : settings_of_bot;
	const struct setting *row = settings_find(rows, piece->key);
	if (row == NULL || !(row->uses & SETTING_FILE))
		config_file_unknown(mistakes, at, rows, piece->key);
	else if (piece->bot < 0 && path != t->file)
		diagnostics_add(mistakes, at,
			"%s has no place in an included file, which holds bots alone: bot NAME { }",
			piece->key);
	else if (piece->bot < 0 && settings_set(t, row, piece->value, at, mistakes) &&
		 row->value == &value_include)
		config_file_include(t, piece->value, at, mistakes);
	else if (piece->bot >= 0)
		settings_set_bot(bot, row, piece->value, at, mistakes);
}

/* Bots and pieces are each in the order of the file: a bot is added before its first piece. */
static void config_file_take(struct tournament *t, const struct config_parse *f, const char *path,
	struct diagnostics *mistakes)
{
	struct bot spare = {.name = NULL}; /* takes what belongs to a bot that was refused */
	struct bot *bot = NULL;
	int bots = 0;
	for (int i = 0; i <= f->pieces_count; i++) {
		const struct config_parse_piece *piece = i < f->pieces_count ? &f->pieces[i] : NULL;
		while (bots < f->bots_count &&
			(piece == NULL || bots <= piece->bot || f->bots[bots].line < piece->line)) {
			struct origin at = {path, f->bots[bots].line};
			bot = tournament_add_bot(t, f->bots[bots++].name, at, mistakes);
			bot_clear(&spare);
		}
		if (piece != NULL)
			config_file_take_piece(
				t, piece, path, bot != NULL ? bot : &spare, mistakes);
	}
	bot_clear(&spare);
}

/* Reads a file, whose path is one of the tournament's own. */
static void config_file_read(
	struct tournament *t, const char *path, const char *empty, struct diagnostics *mistakes)
{
	char why[WHY];
	int line;
	struct config_parse form = {.fault_line = 0};
	char *text = text_file_read(path, CONFIG_FILE_MAX, &line, why, sizeof why);
	if (text == NULL) {
		diagnostics_add(mistakes, (struct origin){path, line}, "%s%s",
			line > 0 ? "the file " : "", why);
		return;
	}
	config_parse_read(&form, text);
	free(text);
	config_file_take(t, &form, path, mistakes);
	if (form.fault_line > 0)
		diagnostics_add(mistakes, (struct origin){path, form.fault_line}, "%s", form.fault);
	else if (form.pieces_count == 0 && form.bots_count == 0)
		diagnostics_add(mistakes, (struct origin){path, 0}, "%s", empty);
	config_parse_clear(&form);
}

/* Reads the bots of another file. It includes none itself, so this goes no deeper. */
static void config_file_include(
	struct tournament *t, const char *name, struct origin from, struct diagnostics *mistakes)
{
	const char *slash = *name == '/' ? NULL : strrchr(t->file, '/');
	char *path = memory_print(
		"%.*s%s", slash != NULL ? (int)(slash + 1 - t->file) : 0, t->file, name);
	int before = t->includes_count;
	const char *kept = tournament_keep_path(t, path);
	if (kept == t->file || t->includes_count == before)
		diagnostics_add(mistakes, from, "include = \"%s\": %s", name,
			kept == t->file ? "it is this file" : "it is included already");
	else if (t->includes_count > CONFIG_FILE_INCLUDES_MAX)
		diagnostics_add(mistakes, from, "include = \"%s\": at most %d files are included",
			name, CONFIG_FILE_INCLUDES_MAX);
	else
		config_file_read(
			t, kept, "it has no bots: bot NAME { command = \"...\" }", mistakes);
	free(path);
}

/* --- the bots that take part ------------------------------------------------------------------ */

static bool config_file_is_of_file(const struct bot *bot)
{
	return bot->at.line > 0;
}

/* The file's bot of this name, which is not taken yet; told when there is none. */
static int config_file_choose(const struct tournament *t, const char *name, const bool *taken,
	struct diagnostics *mistakes)
{
	const char *names[BOTS_MAX];
	int count = 0, at = tournament_find_bot(t, name);
	for (int i = 0; i < t->bots_count; i++)
		if (config_file_is_of_file(&t->bots[i]))
			names[count++] = t->bots[i].name;
	const char *near = at < 0 ? did_you_mean(name, names, count) : NULL;
	if (at >= 0 && config_file_is_of_file(&t->bots[at]) && !taken[at])
		return at;
	diagnostics_add(mistakes, t->set[SETTING_ONLY], "only = \"%s\": %s %s%s%s%s", t->only,
		at >= 0 && taken[at] ? "it names twice" : "the file has no bot", name,
		near != NULL ? "; did you mean " : "", near != NULL ? near : "",
		near != NULL ? "?" : "");
	return -1;
}

/* Leaves those that are named, in that order, behind the bots of flags; the others go. */
static void config_file_keep_only(struct tournament *t, struct diagnostics *mistakes)
{
	struct bot *chosen = memory_get((size_t)t->bots_count + 1, sizeof *chosen);
	bool *taken = memory_get((size_t)t->bots_count + 1, sizeof *taken);
	char *names = memory_copy(t->only), *rest = names, *name;
	int count = 0;
	for (int i = 0; i < t->bots_count; i++) {
		taken[i] = !config_file_is_of_file(&t->bots[i]);
		if (taken[i])
			chosen[count++] = t->bots[i];
	}
	while ((name = strsep(&rest, ", ")) != NULL) {
		int at = *name != '\0' ? config_file_choose(t, name, taken, mistakes) : -1;
		if (at < 0)
			continue;
		taken[at] = true;
		chosen[count++] = t->bots[at];
	}
	for (int i = 0; i < t->bots_count; i++)
		if (!taken[i])
			bot_clear(&t->bots[i]);
	memcpy(t->bots, chosen, (size_t)count * sizeof *chosen);
	t->bots_count = count;
	free(names);
	free(taken);
	free(chosen);
}

bool tournament_read_file(struct tournament *t, const char *path, struct diagnostics *mistakes)
{
	int before = mistakes->count;
	free(t->file);
	t->file = memory_copy(path);
	config_file_read(t, t->file, "nothing is set in it: game = ... and two bots are the least",
		mistakes);
	/* After a mistake some may be missing only because they could not be read. */
	if (t->only != NULL && mistakes->count == before)
		config_file_keep_only(t, mistakes);
	return mistakes->count == before;
}
