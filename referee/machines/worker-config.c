/*
 * worker-config.c - writes and reads an arbiter's configuration.
 */
#include "referee/machines/worker-config.h"

#include <stdlib.h>
#include <string.h>

#include "base/line-table.h"
#include "base/memory.h"
#include "referee/config/arbiter-text.h"
#include "referee/config/settings.h"
#include "referee/prepare/arbiter-config-make.h"
#include "rules/process/rules-process.h"

enum { WORKER_CONFIG_TEXT = 1 << 20 /* most bytes of a text */ };

/* --- the lines before the settings: a row each ------------------------------------------------ */

enum worker_config_kind {
	WORKER_CONFIG_ARBITER,
	WORKER_CONFIG_RULES,
	WORKER_CONFIG_FOLDER,
	WORKER_CONFIG_SOURCE,
	WORKER_CONFIG_UNBUILT,
	WORKER_CONFIG_SETTINGS,
	WORKER_CONFIG_LINES
};

struct worker_config_line {
	enum worker_config_kind kind;
	int copies, options_bind, log_wire, live, program, folder;
	const char *arch, *description, *why, *output;
};

#define LINE_STRUCT struct worker_config_line

static const struct line_row worker_config_rows[WORKER_CONFIG_LINES] = {
	[WORKER_CONFIG_ARBITER] = {"arbiter",
		{LINE_STRING(arch, WORKER_WORD - 1), LINE_INT(copies, 1, SEATS_MAX),
			LINE_INT(options_bind, 0, 1), LINE_INT(log_wire, 0, 1),
			LINE_INT(live, 0, 1)},
		.help = "The architecture for which bots were built; how often each bot is there, since "
			"it may have several seats of a game; and what depends on who watches and "
			"why: a refused option ends a game, and records have the bots' lines, and are "
			"sent move by move."},
	[WORKER_CONFIG_RULES] = {"rules", {LINE_STRING(description, WORKER_CONFIG_TEXT)},
		.help = "The description that the program of the rules gives of its game."},
	[WORKER_CONFIG_FOLDER] = {"folder",
		{LINE_INT(program, 0, BOTS_MAX), LINE_INT(folder, 0, 2 * BOTS_MAX + 1)},
		.help = "The folder of a bot, by its index, or of the rules' program, which comes "
			"behind the last bot. Folders are numbered in the order of these lines."},
	[WORKER_CONFIG_SOURCE] = {"source",
		{LINE_INT(program, 0, BOTS_MAX), LINE_INT(folder, 0, 2 * BOTS_MAX + 1)},
		.help = "Likewise the folder of the sources, if it was built."},
	[WORKER_CONFIG_UNBUILT] = {"unbuilt",
		{LINE_INT(program, 0, BOTS_MAX), LINE_STRING(why, WORKER_CONFIG_TEXT),
			LINE_STRING(output, WORKER_CONFIG_TEXT)},
		.help = "Its build failed."},
	[WORKER_CONFIG_SETTINGS] = {"settings", {{0}},
		.help = "The rest are the settings that arbiters play by: \"movetime = 100ms\", "
			"\"bot ann command = ./ann\" (arbiter-text.h)."},
};

const struct line_table worker_config_table = {.name = "main process to worker: configuration",
	.help = "The configuration of the arbiters of a worker.",
	LINE_TABLE(worker_config_rows)};

/* --- folders ---------------------------------------------------------------------------------- */

/* The number of a folder; count: it is not there. */
static int worker_config_folders_find(const struct worker_config_folders *f, const char *path)
{
	int number = 0;
	while (number < f->count && strcmp(f->paths[number], path) != 0)
		number++;
	return number;
}

/* Adds a folder, or finds it. sources: it is only needed as such. */
static void worker_config_folders_add(
	struct worker_config_folders *f, const char *path, bool sources)
{
	if (path == NULL)
		return;
	int number = worker_config_folders_find(f, path);
	if (number == f->count) {
		f->count++;
		f->paths = memory_resize(f->paths, (size_t)f->count, sizeof *f->paths);
		f->sources = memory_resize(f->sources, (size_t)f->count, sizeof *f->sources);
		f->paths[number] = path;
		f->sources[number] = sources;
	}
	f->sources[number] = f->sources[number] && sources;
}

static void worker_config_folders_add_program(
	struct worker_config_folders *f, const struct bot_config *program)
{
	worker_config_folders_add(f, program->dir, false);
	if (program->build != NULL)
		worker_config_folders_add(f, program->source, true);
}

/* In the order of worker_config_write(). */
void worker_config_folders_init(
	struct worker_config_folders *f, const struct arbiter_config *config)
{
	*f = (struct worker_config_folders){.count = 0};
	for (int i = 0; i < config->bots_count; i++)
		worker_config_folders_add_program(f, &config->bots[i]);
	worker_config_folders_add_program(f, &config->rules_program);
}

void worker_config_folders_clear(struct worker_config_folders *f)
{
	free(f->paths);
	free(f->sources);
	*f = (struct worker_config_folders){.count = 0};
}

/* --- writing ---------------------------------------------------------------------------------- */

static void worker_config_put(FILE *out, const struct worker_config_line *line)
{
	char *text = line_table_print(&worker_config_table, line);
	fputs(text, out);
	free(text);
}

static void worker_config_write_program(
	FILE *out, const struct worker_config_folders *f, int program, const struct bot_config *bot)
{
	struct worker_config_line line = {.program = program};
	if (bot->dir != NULL) {
		line.kind = WORKER_CONFIG_FOLDER;
		line.folder = worker_config_folders_find(f, bot->dir);
		worker_config_put(out, &line);
	}
	if (bot->build != NULL && bot->source != NULL) {
		line.kind = WORKER_CONFIG_SOURCE;
		line.folder = worker_config_folders_find(f, bot->source);
		worker_config_put(out, &line);
	}
	if (bot->unbuilt != NULL) {
		line.kind = WORKER_CONFIG_UNBUILT;
		line.why = bot->unbuilt;
		line.output = bot->build_output;
		worker_config_put(out, &line);
	}
}

void worker_config_write(
	FILE *out, const struct arbiter_config *config, const struct worker_config_folders *f)
{
	struct worker_facts here;
	int bots = config->bots_count / config->copies;
	worker_facts_collect(&here);
	worker_config_put(out, &(struct worker_config_line){.kind = WORKER_CONFIG_ARBITER,
				       .arch = here.arch,
				       .copies = config->copies,
				       .options_bind = config->options_bind,
				       .log_wire = config->log_wire,
				       .live = config->live});
	for (int i = 0; i < bots; i++)
		worker_config_write_program(out, f, i, &config->bots[i]);
	if (rules_is_process(config->rules)) {
		worker_config_put(
			out, &(struct worker_config_line){.kind = WORKER_CONFIG_RULES,
				     .description = rules_process_description(config->rules)});
		worker_config_write_program(out, f, bots, &config->rules_program);
	}
	worker_config_put(out, &(struct worker_config_line){.kind = WORKER_CONFIG_SETTINGS});
	fputs(config->settings, out);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The place for the lines about a program. */
static struct worker_config_bot *worker_config_more(struct worker_config *w, int program)
{
	for (; w->bots_room <= program; w->bots_room++) {
		w->bots = memory_resize(w->bots, (size_t)w->bots_room + 1, sizeof *w->bots);
		w->bots[w->bots_room] = (struct worker_config_bot){.folder = -1, .source = -1};
	}
	return &w->bots[program];
}

/* Folders are numbered in the order in which they come. */
static bool worker_config_set_folder(struct worker_config *w, int number, int *folder)
{
	if (number > w->folders || *folder >= 0)
		return false;
	w->folders += number == w->folders;
	*folder = number;
	return true;
}

/* Takes a line before the settings. False: it has no place there. */
static bool worker_config_take(struct worker_config *w, const struct worker_config_line *line)
{
	struct error err;
	struct arbiter_config *config = &w->config;
	if (line->kind == WORKER_CONFIG_ARBITER && config->copies == 0) {
		snprintf(w->arch, sizeof w->arch, "%s", line->arch);
		config->copies = line->copies;
		config->options_bind = line->options_bind != 0;
		config->log_wire = line->log_wire != 0;
		config->live = line->live != 0;
		return true;
	}
	if (line->kind == WORKER_CONFIG_RULES && w->offline == NULL) {
		w->offline = rules_process_offline(line->description, 0, &err);
		return w->offline != NULL;
	}
	struct worker_config_bot *more = worker_config_more(w, line->program);
	if (line->kind == WORKER_CONFIG_FOLDER)
		return worker_config_set_folder(w, line->folder, &more->folder);
	if (line->kind == WORKER_CONFIG_SOURCE)
		return worker_config_set_folder(w, line->folder, &more->source);
	more->unbuilt = line->why;
	more->build_output = line->output;
	return line->kind == WORKER_CONFIG_UNBUILT;
}

/* Takes the lines up to the settings. Returns the settings; NULL: a line in err. */
static char *worker_config_take_lines(struct worker_config *w, char *text, struct error *err)
{
	char *line;
	while ((line = strsep(&text, "\n")) != NULL) {
		struct worker_config_line m;
		char shown[81];
		snprintf(shown, sizeof shown, "%s", line);
		if (line_table_read(&worker_config_table, &m, line, 0) != LINE_TABLE_RIGHT)
			return error_set(err, "\"%s\" is not known here", shown), NULL;
		if (m.kind == WORKER_CONFIG_SETTINGS)
			return text;
		if (!worker_config_take(w, &m))
			return error_set(err, "\"%s\" has no place there", shown), NULL;
	}
	return error_set(err, "it has no settings"), NULL;
}

/* Does the whole make sense? */
static bool worker_config_check(const struct worker_config *w, struct error *err)
{
	const struct tournament *t = &w->t;
	struct setup setup;
	if (t->bots_count == 0 || w->config.copies == 0)
		return error_set(err, "it has no bots, or no line \"arbiter\"");
	if ((t->rules_program.command != NULL) != (w->offline != NULL))
		return error_set(err, "its rules have no description, or are no program");
	if (w->bots_room > t->bots_count + (w->offline != NULL))
		return error_set(err, "it has a folder of a program that it has not");
	for (int i = 0; i < t->bots_count; i++)
		if (!t->bots[i].remote && t->bots[i].command == NULL)
			return error_set(err, "bot %.100s has no command", t->bots[i].name);
	return setup_init(&setup, t->rules, t->players, 0, (const char *const *)t->params,
		t->params_count, err);
}

int worker_config_programs(const struct worker_config *w)
{
	return w->config.bots_count + (w->offline != NULL);
}

const struct bot_config *worker_config_program(const struct worker_config *w, int i)
{
	return i < w->config.bots_count ? &w->config.bots[i] : &w->config.rules_program;
}

const struct worker_config_bot *worker_config_places(const struct worker_config *w, int i)
{
	return &w->bots[i < w->config.bots_count ? i % w->t.bots_count : w->t.bots_count];
}

static struct bot_config *worker_config_own(struct worker_config *w, int i)
{
	return i < w->config.bots_count ? (struct bot_config *)&w->config.bots[i]
					: &w->config.rules_program;
}

/* Makes the arbiters' configuration as the main process does, and adds what was said of each
 * program. */
static bool worker_config_make(struct worker_config *w, struct error *err)
{
	const struct arbiter_config received = w->config;
	if (!arbiter_config_make(&w->config, &w->t, received.copies, NULL, err))
		return false;
	w->config.options_bind = received.options_bind;
	w->config.log_wire = received.log_wire;
	w->config.live = received.live;
	worker_config_more(w, w->t.bots_count);
	for (int i = 0; i < worker_config_programs(w); i++) {
		const struct worker_config_bot *more = worker_config_places(w, i);
		struct bot_config *program = worker_config_own(w, i);
		const struct bot *bot = i < w->config.bots_count ? &w->t.bots[i % w->t.bots_count]
								 : &w->t.rules_program;
		program->unbuilt = more->unbuilt;
		program->build_output = more->build_output;
		if (more->source < 0)
			continue;
		program->build = bot->build;
		settings_bot_build(&w->t, bot, &program->build_limits);
	}
	return true;
}

bool worker_config_read(struct worker_config *w, char *text, struct error *err)
{
	*w = (struct worker_config){.folders = 0};
	tournament_init(&w->t);
	char *settings = worker_config_take_lines(w, text, err);
	if (settings == NULL || !arbiter_text_read(&w->t, settings, err))
		return false;
	w->t.rules = w->offline != NULL ? w->offline : rules_find(w->t.game);
	return worker_config_check(w, err) && worker_config_make(w, err);
}

/* Hides a folder from the bots whose own it is not. */
static char *worker_config_hide(struct worker_config *w, const char *path)
{
	char **hidden = (char **)w->config.hidden;
	int count = 0;
	while (hidden != NULL && hidden[count] != NULL)
		count++;
	hidden = memory_resize(hidden, (size_t)count + 2, sizeof *hidden);
	hidden[count + 1] = NULL;
	w->config.hidden = hidden;
	return hidden[count] = memory_copy(path);
}

void worker_config_set_folders(struct worker_config *w, const char *const *paths)
{
	char **kept = memory_get((size_t)w->folders + 1, sizeof *kept);
	for (int i = 0; i < w->folders; i++)
		if (paths[i] != NULL)
			kept[i] = worker_config_hide(w, paths[i]);
	for (int i = 0; i < worker_config_programs(w); i++) {
		const struct worker_config_bot *more = worker_config_places(w, i);
		struct bot_config *program = worker_config_own(w, i);
		program->dir = more->folder >= 0 ? kept[more->folder] : NULL;
		program->source = more->source >= 0 ? kept[more->source] : NULL;
	}
	free(kept);
}

void worker_config_build(struct worker_config *w, int program, const char *path)
{
	worker_config_own(w, program)->dir = worker_config_hide(w, path);
}

void worker_config_clear(struct worker_config *w)
{
	arbiter_config_clear(&w->config);
	tournament_clear(&w->t);
	rules_process_close(w->offline);
	free(w->bots);
	free(w->text);
	*w = (struct worker_config){.folders = 0};
}
