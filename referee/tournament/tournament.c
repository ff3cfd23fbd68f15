/*
 * tournament.c - creates a definition, adds bots, and frees it.
 */
#include "referee/tournament/tournament.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/name.h"
#include "base/utf8.h"

void tournament_init(struct tournament *t)
{
	*t = (struct tournament){
		.owner = TEXT_FILE_ANYONE,
		.rounds = 1,
		.seeds = 1,
		.sprt = {SPRT_LOGISTIC, 0, 10, SPRT_ERROR, SPRT_ERROR},
		.seed = 1,
		.terms = {.limits = {.margin = 20 * MILLISECOND, .clock = CLOCK_FAIR},
			.resources = sandbox_limits_usual,
			.sandbox = SANDBOX_FULL,
			.connect_timeout = 60 * SECOND,
			.reconnect = true},
		.concurrency = 1,
		.build = {.memory = INT64_C(2) << 30,
			.disk = INT64_C(1) << 30,
			.timeout = 120 * SECOND},
		.remote_concurrency = 512,
		.rating_interval = {.time = 10 * SECOND},
		.openings_start = 1,
		.worker_pairs = true,
		.worker_speed = 1000,
		.worker_check = 100,
	};
}

static void tournament_clear_texts(char **list, int count)
{
	for (int i = 0; i < count; i++)
		free(list[i]);
	free(list);
}

static void bot_program_free(struct bot_program *program)
{
	if (program == NULL)
		return;
	build_clear(&program->build);
	free(program->why);
	free(program->text);
	free(program);
}

const char *bot_folder(const struct bot *bot)
{
	return bot->program != NULL && bot->program->made ? bot->program->build.folder : bot->dir;
}

void bot_clear(struct bot *bot)
{
	free(bot->name);
	free(bot->command);
	free(bot->adapter);
	free(bot->dir);
	free(bot->build);
	bot_program_free(bot->program);
	free(bot->note);
	free(bot->owner);
	free(bot->author);
	tournament_clear_texts(bot->options, bot->options_count);
	free(bot->retirements);
	free(bot->was);
	*bot = (struct bot){.name = NULL};
}

bool bot_plays(const struct bot *bot, int round)
{
	bool plays = bot->enters <= round;
	for (int i = 0; i < bot->retirements_count; i++) {
		const struct retirement *r = &bot->retirements[i];
		plays &= round < r->round || (r->back != 0 && round >= r->back);
	}
	return plays;
}

bool bot_plays_seat(const struct bot *bot, int seat)
{
	return bot->seats == 0 || (bot->seats >> (seat - 1) & 1) != 0;
}

bool bot_is_retired(const struct bot *bot)
{
	int count = bot->retirements_count;
	return count > 0 && bot->retirements[count - 1].back == 0;
}

void bot_retire(struct bot *bot, int round)
{
	int count = bot->retirements_count;
	assert(!bot_is_retired(bot));
	/* it came back for this very round, so it never returned */
	if (count > 0 && bot->retirements[count - 1].back >= round) {
		bot->retirements[count - 1].back = 0;
		return;
	}
	bot->retirements =
		memory_resize(bot->retirements, (size_t)count + 1, sizeof *bot->retirements);
	bot->retirements[bot->retirements_count++] = (struct retirement){.round = round};
}

void bot_come_back(struct bot *bot, int round)
{
	assert(bot_is_retired(bot));
	struct retirement *last = &bot->retirements[bot->retirements_count - 1];
	last->back = round > last->round ? round : last->round;
}

void tournament_clear(struct tournament *t)
{
	for (int i = 0; i < t->bots_count; i++)
		bot_clear(&t->bots[i]);
	free(t->bots);
	if (t->rules_open != NULL)
		t->rules_close(t->rules_open);
	bot_clear(&t->rules_program);
	tournament_clear_texts(t->params, t->params_count);
	free(t->params_at);
	tournament_clear_texts(t->workers, t->workers_count);
	tournament_clear_texts(t->options, t->options_count);
	free(t->options_at);
	free(t->name);
	free(t->game);
	free(t->format);
	free(t->openings);
	free(t->db);
	free(t->submissions);
	free(t->file);
	free(t->only);
	free(t->note);
	free(t->prior);
	free(t->broker);
	free(t->broker_ca);
	free(t->broker_nkey);
	free(t->worker_pool);
	tournament_clear_texts(t->includes, t->includes_count);
	*t = (struct tournament){.name = NULL};
}

const char *tournament_rules_command(const char *game)
{
	static const char process[] = "process:";
	return strncmp(game, process, strlen(process)) == 0 ? game + strlen(process) : NULL;
}

void tournament_set_game(struct tournament *t, const char *game)
{
	const char *command = tournament_rules_command(game);
	free(t->game);
	free(t->rules_program.name);
	free(t->rules_program.command);
	t->game = memory_copy(game);
	t->rules_program.name = command != NULL ? memory_copy("rules") : NULL;
	t->rules_program.command = command != NULL ? memory_copy(command) : NULL;
}

void tournament_add_text(char ***list, int *count, const char *text)
{
	*list = memory_resize(*list, (size_t)*count + 1, sizeof **list);
	(*list)[(*count)++] = memory_copy(text);
}

const char *tournament_keep_path(struct tournament *t, const char *path)
{
	if (t->file != NULL && strcmp(t->file, path) == 0)
		return t->file;
	for (int i = 0; i < t->includes_count; i++)
		if (strcmp(t->includes[i], path) == 0)
			return t->includes[i];
	tournament_add_text(&t->includes, &t->includes_count, path);
	return t->includes[t->includes_count - 1];
}

int tournament_find_bot(const struct tournament *t, const char *name)
{
	for (int i = 0; i < t->bots_count; i++)
		if (strcmp(t->bots[i].name, name) == 0)
			return i;
	for (int i = 0; i < t->bots_count; i++)
		if (name_is_same(t->bots[i].name, name))
			return i;
	return -1;
}

int tournament_remote_bots(const struct tournament *t)
{
	int count = 0;
	for (int i = 0; i < t->bots_count; i++)
		count += t->bots[i].remote;
	return count;
}

/* The mistake in a bot's name; NULL: none. */
static const char *tournament_judge_name(const char *name)
{
	if (*name == '\0')
		return "a bot needs a name";
	if (strlen(name) >= BOT_NAME)
		return "a bot's name has at most 63 bytes";
	if (strpbrk(name, " \t=") != NULL)
		return "a bot's name has no blanks and no =";
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return "a bot's name is not . or .., which its page's address could not say";
	if (!utf8_is_plain(name))
		return "a bot's name is UTF-8 without control characters";
	return NULL;
}

struct bot *tournament_add_bot(
	struct tournament *t, const char *name, struct origin at, struct diagnostics *mistakes)
{
	const char *wrong = tournament_judge_name(name);
	if (wrong != NULL) {
		diagnostics_add(mistakes, at, "bot \"%s\": %s", name, wrong);
		return NULL;
	}
	for (int i = 0; i < t->bots_count; i++) {
		const struct bot *other = &t->bots[i];
		if (strcmp(other->name, name) != 0)
			continue;
		if (other->at.line > 0)
			diagnostics_add(mistakes, at,
				"bot \"%s\" is there already, in line %d of %s", name,
				other->at.line, other->at.file);
		else
			diagnostics_add(mistakes, at, "bot \"%s\" is there already, from a %s",
				name, other->at.file);
		return NULL;
	}
	if (t->bots_count == BOTS_MAX) {
		diagnostics_add(
			mistakes, at, "bot \"%s\": at most %d bots can play", name, BOTS_MAX);
		return NULL;
	}
	t->bots = memory_resize(t->bots, (size_t)t->bots_count + 1, sizeof *t->bots);
	struct bot *bot = &t->bots[t->bots_count++];
	*bot = (struct bot){.name = memory_copy(name), .enters = 1, .at = at};
	return bot;
}
