/*
 * config-file.c - gives the parts of a tournament's file their meaning.
 */
#include "referee/config/config-file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/name.h"
#include "base/did-you-mean.h"
#include "base/text-file.h"
#include "referee/config/config-syntax.h"
#include "referee/config/settings.h"

enum {
	CONFIG_FILE_MAX = 1024 * 1024,
	CONFIG_FILE_INCLUDES_MAX = 32,
	CONFIG_FILE_UNKNOWN_MAX = 100
};

/* Reports an unknown key, with the nearest known one, or with the place where the key is
 * allowed. */
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
static void config_file_read_submissions(struct tournament *t, struct diagnostics *mistakes);

/* The state while a file is read. */
struct config_file {
	struct tournament *t;
	const char *path; /* a path that the tournament owns */
	struct diagnostics *mistakes;
	struct bot *bot;  /* of the last section; NULL: the section was refused */
	bool of_rules;	  /* the last section is that of the rules */
	struct bot spare; /* takes the settings of a refused bot */
	bool empty;
	int unknown; /* number of unknown keys */
};

static void config_file_on_bot(void *arg, const char *name, int line)
{
	struct config_file *f = arg;
	struct origin at = {f->path, line};
	bot_clear(&f->spare);
	char *composed = name_compose(name);
	f->bot = tournament_add_bot(f->t, composed, at, f->mistakes);
	free(composed);
	f->of_rules = false;
	f->empty = false;
}

static void config_file_on_rules(void *arg, int line)
{
	struct config_file *f = arg;
	struct origin at = {f->path, line};
	bot_clear(&f->spare);
	f->bot = NULL;
	f->of_rules = true;
	f->empty = false;
	if (f->path != f->t->file) {
		diagnostics_add(f->mistakes, at,
			"rules { } has no place in an included file, which holds bots alone: bot NAME { }");
		return;
	}
	f->bot = &f->t->rules_program;
	f->bot->at = at;
}

static void config_file_on_value(
	void *arg, const char *key, const char *value, bool within, int line)
{
	struct config_file *f = arg;
	struct origin at = {f->path, line};
	const struct setting *rows = within ? settings_of_bot : settings_of_tournament;
	const struct setting *row = settings_find(rows, key);
	f->empty = false;
	if (within && f->of_rules && (row == NULL || !settings_is_of_rules(row))) {
		diagnostics_add(f->mistakes, at,
			"%s is not a key of the rules; they have dir, build and the limits of a sandbox",
			key);
		return;
	}
	if (row == NULL || !(row->uses & SETTING_FILE)) {
		f->unknown++;
		if (f->unknown < CONFIG_FILE_UNKNOWN_MAX)
			config_file_unknown(f->mistakes, at, rows, key);
		else if (f->unknown == CONFIG_FILE_UNKNOWN_MAX)
			diagnostics_add(f->mistakes, at, "too many keys that no tournament has");
	} else if (within)
		settings_set_bot(f->bot != NULL ? f->bot : &f->spare, row, value, at, f->mistakes);
	else if (f->path != f->t->file)
		diagnostics_add(f->mistakes, at,
			"%s has no place in an included file, which holds bots alone: bot NAME { }",
			key);
	else if (!settings_set(f->t, row, value, at, f->mistakes))
		;
	else if (row->value == &value_include)
		config_file_include(f->t, value, at, f->mistakes);
	else if (row == &settings_of_tournament[SETTING_SUBMISSIONS])
		config_file_read_submissions(f->t, f->mistakes);
}

static void config_file_on_fault(void *arg, int line, const char *text)
{
	struct config_file *f = arg;
	f->empty = false;
	diagnostics_add(f->mistakes, (struct origin){f->path, line}, "%s", text);
}

/* Reads a file. The tournament owns the path. empty: the mistake of a file without content; NULL:
 * it may be empty. An included list may have comments alone: of bots that do not enter now. */
static void config_file_read(struct tournament *t, const char *path, int64_t owner,
	const char *empty, struct diagnostics *mistakes)
{
	struct error err;
	int line;
	char *text = text_file_read_of(path, CONFIG_FILE_MAX, owner, &line, &err);
	if (text == NULL) {
		diagnostics_add(mistakes, (struct origin){path, line}, "%s%s",
			line > 0 ? "the file " : "", err.text);
		return;
	}
	struct config_file f = {.t = t, .path = path, .mistakes = mistakes, .empty = true};
	struct config_syntax_fault fault;
	const struct config_syntax_events events = {.arg = &f,
		.bot = config_file_on_bot,
		.rules = config_file_on_rules,
		.value = config_file_on_value,
		.fault = config_file_on_fault};
	config_syntax_read(text, &events, &fault);
	if (f.empty && empty != NULL && (path == t->file || text[strspn(text, " \t\r\n")] == '\0'))
		diagnostics_add(mistakes, (struct origin){path, 0}, "%s", empty);
	bot_clear(&f.spare);
	free(text);
}

/* A path that starts at the folder of the tournament's file; the caller frees it. */
static char *config_file_beside(const struct tournament *t, const char *name, const char *more)
{
	const char *slash = *name == '/' ? NULL : strrchr(t->file, '/');
	return memory_print(
		"%.*s%s%s", slash != NULL ? (int)(slash + 1 - t->file) : 0, t->file, name, more);
}

/* The user to whom the list of the bots that were sent must belong: the owner of the file, or this
 * user, since the daemon writes that list. */
static int64_t config_file_list_owner(const struct tournament *t, const char *path)
{
	struct stat status;
	bool ours = lstat(path, &status) == 0 && status.st_uid == geteuid();
	return t->owner != TEXT_FILE_ANYONE && ours ? (int64_t)geteuid() : t->owner;
}

/* Reads the bots that were sent. The list does not exist until one was fit. */
static void config_file_read_submissions(struct tournament *t, struct diagnostics *mistakes)
{
	char *path = config_file_beside(t, t->submissions, SUBMISSIONS_LIST);
	int before = t->includes_count;
	const char *kept = tournament_keep_path(t, path);
	if (t->includes_count > before && access(kept, F_OK) == 0)
		config_file_read(t, kept, config_file_list_owner(t, kept), NULL, mistakes);
	free(path);
}

/* Reads the bots of an included file. It may not include others, so the depth is 1. */
static void config_file_include(
	struct tournament *t, const char *name, struct origin from, struct diagnostics *mistakes)
{
	char *path = config_file_beside(t, name, "");
	int before = t->includes_count;
	const char *kept = tournament_keep_path(t, path);
	if (kept == t->file || t->includes_count == before)
		diagnostics_add(mistakes, from, "include = \"%s\": %s", name,
			kept == t->file ? "it is this file" : "it is included already");
	else if (t->includes_count > CONFIG_FILE_INCLUDES_MAX)
		diagnostics_add(mistakes, from, "include = \"%s\": at most %d files are included",
			name, CONFIG_FILE_INCLUDES_MAX);
	else
		config_file_read(t, kept, t->owner,
			"it has no bots: bot NAME { command = \"...\" }", mistakes);
	free(path);
}

/* --- the bots that take part ------------------------------------------------------------------ */

static bool config_file_is_of_file(const struct bot *bot)
{
	return bot->at.line > 0;
}

/* Finds the file's bot of this name that is not taken yet; reports if there is none. */
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
	diagnostics_add(mistakes, t->set[SETTING_ONLY_BOTS], "only-bots = \"%s\": %s %s%s%s%s",
		t->only, at >= 0 && taken[at] ? "it names twice" : "the file has no bot", name,
		near != NULL ? "; did you mean " : "", near != NULL ? near : "",
		near != NULL ? "?" : "");
	return -1;
}

/* Keeps the named bots in this order, after the bots of flags. The others are removed. */
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
	if (count > 0)
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
	config_file_read(t, t->file, t->owner,
		"nothing is set in it; it needs at least game = ... and two bots", mistakes);
	/* after a mistake, a bot may be missing only because it could not be read */
	if (t->only != NULL && mistakes->count == before)
		config_file_keep_only(t, mistakes);
	return mistakes->count == before;
}
