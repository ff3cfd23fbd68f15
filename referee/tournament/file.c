/*
 * file.c - the tournament's file: what its pieces mean.
 */
#include "referee/tournament/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/ground/nearest.h"
#include "referee/ground/text-file.h"
#include "referee/tournament/foreign.h"
#include "referee/tournament/form.h"
#include "referee/tournament/settings.h"

enum { FILE_MOST = 1024 * 1024 };

/* A key that is none: the nearest that is one, or a word about the other place where it is. */
static void file_unknown(
	struct mistakes *mistakes, struct origin at, const struct setting *rows, const char *key)
{
	bool in_bot = rows == settings_of_bot;
	const char *keys[SETTINGS_MAX];
	int count = 0;
	for (const struct setting *s = rows; s->key != NULL; s++)
		keys[count++] = s->key;
	const char *near = nearest(key, keys, count), *renamed = settings_renamed(key);
	const struct foreign *f = foreign_find(key);
	if (renamed != NULL)
		mistakes_add(
			mistakes, at, "%s is now called %s: write %s = ...", key, renamed, renamed);
	else if (settings_find(in_bot ? settings_of_tournament : settings_of_bot, key) != NULL)
		mistakes_add(mistakes, at, "%s is not a key of a %s; it stands %s", key,
			in_bot ? "bot" : "tournament",
			in_bot ? "outside the sections" : "in a section bot NAME { }");
	else if (f != NULL && f->ours == NULL)
		mistakes_add(mistakes, at, "unknown key %s; %s", key, f->note);
	else if (near != NULL || f != NULL)
		mistakes_add(mistakes, at, "unknown key %s; did you mean %s?", key,
			f != NULL ? f->ours : near);
	else
		mistakes_add(
			mistakes, at, "unknown key %s; `referee run --help` names them all", key);
}

static void file_take_piece(struct tournament *t, const struct form_piece *piece, struct bot *bot,
	struct mistakes *mistakes)
{
	struct origin at = {t->file, piece->line};
	const struct setting *rows = piece->bot < 0 ? settings_of_tournament : settings_of_bot;
	const struct setting *row = settings_find(rows, piece->key);
	if (row == NULL || !(row->uses & SETTING_FILE))
		file_unknown(mistakes, at, rows, piece->key);
	else if (piece->bot < 0)
		settings_set(t, row, piece->value, at, mistakes);
	else
		settings_set_bot(bot, row, piece->value, at, mistakes);
}

/* Bots and pieces are each in the order of the file: a bot is added before its first piece. */
static void file_take(struct tournament *t, const struct form *f, struct mistakes *mistakes)
{
	struct bot spare = {.name = NULL}; /* takes what belongs to a bot that was refused */
	struct bot *bot = NULL;
	int bots = 0;
	for (int i = 0; i <= f->pieces_count; i++) {
		const struct form_piece *piece = i < f->pieces_count ? &f->pieces[i] : NULL;
		while (bots < f->bots_count &&
			(piece == NULL || bots <= piece->bot || f->bots[bots].line < piece->line)) {
			struct origin at = {t->file, f->bots[bots].line};
			bot = tournament_add_bot(t, f->bots[bots++].name, at, mistakes);
			bot_clear(&spare);
		}
		if (piece != NULL)
			file_take_piece(t, piece, bot != NULL ? bot : &spare, mistakes);
	}
	bot_clear(&spare);
}

bool tournament_read_file(struct tournament *t, const char *path, struct mistakes *mistakes)
{
	char why[WHY];
	int line, before = mistakes->count;
	struct form form = {.fault_line = 0};
	free(t->file);
	t->file = memory_copy(path);
	char *text = text_file_read(path, FILE_MOST, &line, why, sizeof why);
	if (text == NULL) {
		mistakes_add(mistakes, (struct origin){path, line}, "%s%s",
			line > 0 ? "the file " : "", why);
		return false;
	}
	form_read(&form, text);
	free(text);
	file_take(t, &form, mistakes);
	if (form.fault_line > 0)
		mistakes_add(mistakes, (struct origin){t->file, form.fault_line}, "%s", form.fault);
	else if (form.pieces_count == 0 && form.bots_count == 0)
		mistakes_add(mistakes, (struct origin){path, 0},
			"nothing is set in it: game = ... and two bots are the least");
	form_clear(&form);
	return mistakes->count == before;
}
