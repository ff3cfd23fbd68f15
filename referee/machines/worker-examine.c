/*
 * worker-examine.c - builds bots, then starts each once.
 */
#include "referee/machines/worker-examine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/bot/failure-report.h"
#include "referee/bot/rules-start.h"
#include "referee/bot/startup-check.h"
#include "referee/sandbox/find-program.h"
#include "referee/prepare/builder.h"
#include "referee/sandbox/sandbox.h"
#include "referee/machines/worker-messages.h"

struct worker_examine {
	struct worker_config *w;
	bool *cannot; /* owned: by bot */
	int to, next;
};

/* --- which -------------------------------------------------------------------------------------
 */

bool worker_examine_builds(const struct worker_config *w, int program, const char *arch)
{
	return worker_config_program(w, program)->build != NULL &&
	       worker_config_places(w, program)->source >= 0 && w->arch[0] != '\0' &&
	       strcmp(w->arch, arch) != 0;
}

/* Is it the first bot of its name? A bot that plays in several seats of a game is there as often.
 */
static bool worker_examine_is_first(const struct worker_config *w, int bot)
{
	const struct bot_config *bots = w->config.bots;
	if (bot == w->config.bots_count)
		return true; /* the rules */
	for (int i = 0; i < bot; i++)
		if (strcmp(bots[i].name, bots[bot].name) == 0)
			return false;
	return true;
}

/* --- what the main process hears ---------------------------------------------------------------
 */

/* Without the rules no bot can play. */
static bool worker_examine_report(struct worker_examine *e, int program, const char *why)
{
	const struct bot_config *bots = e->w->config.bots;
	bool rules = program == e->w->config.bots_count;
	char line[WORKER_MESSAGE];
	bool good = true;
	for (int i = rules ? 0 : program; good && i < e->w->config.bots_count; i++) {
		if (!rules && strcmp(bots[i].name, bots[program].name) != 0)
			continue;
		e->cannot[i] = true;
		const struct worker_message m = {.kind = WORKER_CANNOT, .bot = i, .why = why};
		good = file_tree_put(e->to, line, worker_message_write(&m, line));
	}
	return good;
}

/* --- builds ------------------------------------------------------------------------------------
 */

static bool worker_examine_order(const struct worker_config *w, int program,
	struct build_options *options, struct build_cache *cache, struct error *err)
{
	const struct bot_config *b = worker_config_program(w, program);
	if (b->source == NULL)
		return error_set(err,
			"it was built for %s, and its sources cannot travel: they are too large or unreadable",
			w->arch);
	*options = (struct build_options){.command = b->build,
		.source = b->source,
		.limits = &b->build_limits,
		.cache = cache};
	return build_cache_open_usual(cache, err);
}

/* Builds a program. False: the main process does not read any longer. */
static bool worker_examine_build(struct worker_examine *e, int program)
{
	const char *word = worker_config_program(e->w, program)->argv[0];
	struct build_cache cache;
	struct build_options options;
	struct build build = {.place.lock = -1};
	struct error err;
	bool good = worker_examine_order(e->w, program, &options, &cache, &err);
	if (good) {
		enum build_result result = build_run(&build, &options, &err);
		good = result == BUILD_MADE || result == BUILD_FOUND;
		if (!good)
			error_prefix(&err, "it cannot be built here: ");
	}
	if (good && !build_has_program(&build, word))
		good = error_set(
			&err, "there is no program \"%s\" after `%s` here", word, options.command);
	if (good) /* its lock is kept: the build stays in the cache while this process lives */
		worker_config_build(e->w, program, build.folder);
	return good || worker_examine_report(e, program, err.text);
}

static bool worker_examine_build_all(struct worker_examine *e)
{
	struct worker_facts here;
	worker_facts_collect(&here);
	for (int i = 0; i < worker_config_programs(e->w); i++)
		if (worker_examine_is_first(e->w, i) && worker_examine_builds(e->w, i, here.arch) &&
			!worker_examine_build(e, i))
			return false;
	return true;
}

void worker_examine_find_builds(struct worker_config *w, const char *arch)
{
	struct build_cache cache;
	struct build_options options;
	for (int i = 0; i < worker_config_programs(w); i++) {
		struct build build = {.place.lock = -1};
		if (!worker_examine_builds(w, i, arch) ||
			!worker_examine_order(w, i, &options, &cache, NULL))
			continue;
		if (build_find(&build, &options))
			worker_config_build(w, i, build.folder);
	}
}

/* --- starts ------------------------------------------------------------------------------------
 */

static int worker_examine_next(void *owner)
{
	struct worker_examine *e = owner;
	const struct arbiter_config *config = &e->w->config;
	for (; e->next < config->bots_count; e->next++) {
		const struct bot_config *bot = &config->bots[e->next];
		if (!e->cannot[e->next] && bot->argv != NULL && bot->unbuilt == NULL &&
			!bot->remote && !startup_check_is_house(bot->argv) &&
			worker_examine_is_first(e->w, e->next))
			return e->next++;
	}
	return -1;
}

/* Could the bot not be started, or did it end by itself? */
static bool worker_examine_is_dead(const struct bot_process *b)
{
	return b->verdict == VERDICT_OK ||
	       (b->verdict == VERDICT_STARTUP &&
		       (b->channel.sandbox.init <= 0 || b->ending[0] != '\0'));
}

/* Replaces a part of a text by a text that is not longer. */
static void worker_examine_replace(char *text, const char *part, const char *by)
{
	for (char *at = text; (at = strstr(at, part)) != NULL; at += strlen(by)) {
		memcpy(at, by, strlen(by));
		memmove(at + strlen(by), at + strlen(part), strlen(at + strlen(part)) + 1);
	}
}

/* Names files by their places in the bot's folder: the folder is elsewhere on each machine. */
static void worker_examine_shorten(const char *dir, char *why)
{
	char below[BUILD_CACHE_PATH];
	if (dir == NULL || strlen(dir) < strlen("its folder"))
		return;
	snprintf(below, sizeof below, "%s/", dir);
	worker_examine_replace(why, below, "");
	worker_examine_replace(why, dir, "its folder");
}

/* Writes why it ended: the diagnosis, or else the detail of the verdict. */
static void worker_examine_why(struct bot_process *b, char *why, size_t room)
{
	char found[FIND_PROGRAM_PATH];
	const char *word = b->self->argv[0];
	if (strchr(word, '/') == NULL && !find_program_program(word, found)) {
		snprintf(why, room, "%s is not installed", word);
		return;
	}
	struct failure_facts *facts = memory_get(1, sizeof *facts);
	bool ran = b->verdict != VERDICT_OK && b->channel.sandbox.init > 0;
	if (ran)
		failure_facts_collect(facts, b);
	if (!ran || !diagnosis_explain(&facts->seen, why, room))
		snprintf(why, room, "%s", b->detail);
	free(facts);
	worker_examine_shorten(b->self->dir, why);
}

static bool worker_examine_result(void *owner, int bot, struct bot_process *b, bool greeted)
{
	char why[DIAGNOSIS_TEXT];
	if (greeted || !worker_examine_is_dead(b))
		return true;
	worker_examine_why(b, why, sizeof why);
	return worker_examine_report(owner, bot, why);
}

static const struct startup_check_calls worker_examine_calls = {
	worker_examine_next, worker_examine_result};

static bool worker_examine_start_all(struct worker_examine *e)
{
	const struct arbiter_config *config = &e->w->config;
	struct setup setup;
	struct startup_check check = {&worker_examine_calls, e, event_base_new(), config, &setup};
	if (!setup_init(&setup, config->rules, config->players, 0,
		    (const char *const *)config->params, config->params_count, NULL))
		return false;
	bool good = check.base != NULL && startup_check_run(&check);
	if (check.base != NULL)
		event_base_free(check.base);
	return good;
}

/* Starts the program of the rules, if they are one. False: the main process does not read any
 * longer. */
static bool worker_examine_rules(struct worker_examine *e)
{
	const struct arbiter_config *config = &e->w->config;
	struct error err;
	if (e->w->offline == NULL || e->cannot[0])
		return true;
	struct rules_start *start = rules_start_create(config);
	const struct rules *rules = rules_start_open(start, NULL, true, 0, &err);
	bool good = rules != NULL || worker_examine_report(e, config->bots_count, err.text);
	rules_process_close(rules);
	rules_start_free(start);
	return good;
}

static int worker_examine_work(const void *arg, int number, int from, int to)
{
	char done[WORKER_MESSAGE];
	struct worker_examine e = {.w = (struct worker_config *)arg, .to = to};
	(void)number, (void)from;
	e.cannot = memory_get((size_t)e.w->config.bots_count, sizeof *e.cannot);
	bool good =
		worker_examine_build_all(&e) && worker_examine_rules(&e) &&
		worker_examine_start_all(&e) &&
		file_tree_put(to, done,
			worker_message_write(&(struct worker_message){.kind = WORKER_READY}, done));
	free(e.cannot);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind worker_examine_process = {"referee-examine", worker_examine_work};
