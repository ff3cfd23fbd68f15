/*
 * arbiter-config-make.c - builds the arbiters' configuration from a tournament.
 */
#include "referee/prepare/arbiter-config-make.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/process/cpu-affinity.h"
#include "referee/sandbox/find-program.h"
#include "referee/config/arbiter-text.h"
#include "referee/config/settings.h"

/* Paths that no bot may see: the database with SQLite's files beside it, the copies of all
 * programs, and other bots' folders, of sources and built ones. A bot's own folder is never hidden
 * from it. */
static char **arbiter_config_make_hidden(
	const struct tournament *t, const struct bot_programs *programs)
{
	char **hidden = bot_programs_database(t);
	char path[FIND_PROGRAM_PATH];
	int count = 0;
	while (hidden[count] != NULL)
		count++;
	hidden = memory_resize(hidden, (size_t)(count + 2 * t->bots_count) + 4, sizeof *hidden);
	if (programs != NULL && programs->snapshot.root != NULL)
		hidden[count++] = memory_copy(programs->snapshot.root);
	for (int i = 0; i < t->bots_count; i++) {
		const char *folder = bot_folder(&t->bots[i]);
		if (t->bots[i].dir != NULL && find_program_absolute(t->bots[i].dir, NULL, path))
			hidden[count++] = memory_copy(path);
		if (folder != t->bots[i].dir)
			hidden[count++] = memory_copy(folder);
	}
	hidden[count] = NULL;
	return hidden;
}

/* Makes the fields that a bot's program and that of the rules have alike. False: a line in err. */
static bool arbiter_config_make_program(struct bot_config *p, const struct tournament *t,
	const struct bot *bot, const struct held_files *held, struct error *err)
{
	char **words;
	int count;
	*p = (struct bot_config){
		.name = bot->name, .remote = bot->remote, .dir = bot_folder(bot), .held = held};
	if (bot->program != NULL && !bot->program->made) {
		p->unbuilt = bot->program->why;
		p->build_output = bot->program->text;
	} else if (bot->program != NULL) {
		p->build = bot->build;
		p->source = bot->dir;
		settings_bot_build(t, bot, &p->build_limits);
	}
	settings_bot_resources(t, bot, &p->resources);
	if (bot->remote)
		return true;
	if (!shell_words_split(bot->command, &words, &count, err))
		return false;
	p->argv = words;
	return true;
}

bool arbiter_config_make_rules(
	struct arbiter_config *config, const struct tournament *t, struct error *err)
{
	*config = (struct arbiter_config){
		.terms = t->terms, .hidden = arbiter_config_make_hidden(t, NULL)};
	return arbiter_config_make_program(&config->rules_program, t, &t->rules_program, NULL, err);
}

bool arbiter_config_make(struct arbiter_config *config, const struct tournament *t, int copies,
	const struct bot_programs *programs, struct error *err)
{
	int count_all = copies * t->bots_count;
	struct bot_config *bots = memory_get((size_t)count_all, sizeof *bots);
	*config = (struct arbiter_config){.rules = t->rules,
		.players = t->players,
		.params = t->params,
		.params_count = t->params_count,
		.terms = t->terms,
		.hidden = arbiter_config_make_hidden(t, programs),
		.bots = bots,
		.bots_count = count_all,
		.copies = copies,
		.settings = arbiter_text_write(t)};
	for (int i = 0; i < count_all; i++) {
		const struct bot *bot = &t->bots[i % t->bots_count];
		if (!arbiter_config_make_program(&bots[i], t, bot,
			    programs != NULL ? programs->held[i % t->bots_count] : NULL, err))
			return false;
		bots[i].options = bot->options;
		bots[i].options_count = bot->options_count;
		bots[i].options_shared = bot->options_shared;
		bots[i].isready = bot->isready != ISREADY_UNSAID ? bot->isready : t->isready;
		bots[i].has_limits = settings_bot_limits(t, bot, &bots[i].limits);
	}
	return t->rules_program.command == NULL ||
	       arbiter_config_make_program(&config->rules_program, t, &t->rules_program, NULL, err);
}

bool arbiter_config_pins(const struct tournament *t, int arbiters)
{
	return t->affinity == AFFINITY_YES || t->affinity == AFFINITY_LIST ||
	       (t->affinity == AFFINITY_AUTO && arbiters <= cpu_affinity_usable());
}

void arbiter_config_clear(struct arbiter_config *config)
{
	for (int i = 0; i < config->bots_count; i++)
		free((void *)config->bots[i].argv);
	free((void *)config->rules_program.argv);
	free((struct bot_config *)config->bots);
	for (char *const *path = config->hidden; path != NULL && *path != NULL; path++)
		free(*path);
	free((void *)config->hidden);
	free(config->settings);
	*config = (struct arbiter_config){.bots = NULL};
}
