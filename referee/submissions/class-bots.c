/*
 * class-bots.c - the bots of a class as its tournament has them.
 */
#include "referee/submissions/class-bots.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/config/config-file.h"
#include "referee/config/settings.h"
#include "referee/prepare/tournament-check.h"

/* Adds the bot of a student who does not enter at present. */
static void class_bots_add(struct tournament *t, const struct class_state *c,
	const struct class_student *s, struct diagnostics *mistakes)
{
	static const struct {
		const char *key;
		enum class_field field;
	} settings[] = {
		{"adapter", CLASS_ADAPTER}, {"build", CLASS_BUILD}, {"command", CLASS_COMMAND}};
	const struct origin at = {c->bots, 0};
	struct bot *bot = tournament_add_bot(t, s->name, at, mistakes);
	if (bot == NULL)
		return;
	char *dir = class_student_path(c, s, s->fields[CLASS_VERSION], "");
	settings_set_bot(bot, settings_find(settings_of_bot, "dir"), dir, at, mistakes);
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		if (s->fields[settings[i].field] != NULL)
			settings_set_bot(bot, settings_find(settings_of_bot, settings[i].key),
				s->fields[settings[i].field], at, mistakes);
	free(dir);
}

bool class_bots_read(struct tournament *t, const struct class_state *c,
	const struct class_student *newest, struct diagnostics *mistakes)
{
	tournament_read_file(t, c->conf, mistakes);
	int older = newest != NULL ? tournament_find_bot(t, newest->name) : -1;
	if (older >= 0) {
		bot_clear(&t->bots[older]);
		memmove(&t->bots[older], &t->bots[older + 1],
			(size_t)(t->bots_count - older - 1) * sizeof *t->bots);
		t->bots_count--;
	}
	for (int i = 0; i < c->count && mistakes->count == 0; i++) {
		const struct class_student *s = &c->students[i];
		if (s->fields[CLASS_COMMAND] != NULL && tournament_find_bot(t, s->name) < 0)
			class_bots_add(t, c, s, mistakes);
	}
	return mistakes->count == 0 && tournament_check(t, mistakes);
}

/* --- text ------------------------------------------------------------------------------------- */

/* Takes a part that ends with a slash out of the text, wherever it is. Without the slash it becomes
 * ".". */
static void class_bots_cut(char *text, const char *part)
{
	const size_t length = strlen(part);
	char *folder = memory_print("%.*s", (int)length - 1, part);
	for (char *at = text; (at = strstr(at, part)) != NULL;)
		memmove(at, at + length, strlen(at + length) + 1);
	for (char *at = text; (at = strstr(at, folder)) != NULL;) {
		*at++ = '.';
		memmove(at, at + length - 2, strlen(at + length - 2) + 1);
	}
	free(folder);
}

char *class_bots_localize(
	const struct class_state *c, const struct class_student *s, const char *text, size_t length)
{
	char *copy = memory_print("%.*s", (int)length, text), real[PATH_MAX];
	char *folder = class_student_path(c, s, s->fields[CLASS_VERSION], "");
	char *relative = memory_print("%s/", folder), *absolute = NULL;
	if (realpath(folder, real) != NULL)
		absolute = memory_print("%s/", real);
	if (absolute != NULL)
		class_bots_cut(copy, absolute);
	class_bots_cut(copy, relative);
	free(absolute);
	free(relative);
	free(folder);
	return copy;
}
