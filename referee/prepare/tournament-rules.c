/*
 * tournament-rules.c - starts the program of a tournament's rules.
 */
#include "referee/prepare/tournament-rules.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/bot/rules-start.h"
#include "referee/prepare/arbiter-config-make.h"
#include "referee/prepare/bot-build.h"
#include "referee/prepare/bot-digest.h"
#include "referee/prepare/preflight.h"
#include "referee/game/position-blocks.h"
#include "rules/process/rules-process.h"

struct tournament_rules {
	struct arbiter_config config; /* of the program alone */
	struct rules_start *program;
	const struct rules *rules;
};

static void tournament_rules_free(struct tournament_rules *o)
{
	rules_process_close(o->rules);
	rules_start_free(o->program);
	arbiter_config_clear(&o->config);
	free(o);
}

/* Builds the program if it has a build. */
static bool tournament_rules_build(struct tournament *t, struct error *err)
{
	struct bot *program = &t->rules_program;
	if (program->build != NULL && program->dir == NULL)
		return error_set(err,
			"build: the rules have no dir; set dir = \"...\", the folder of their sources");
	if (bot_build_is_due(program) && bot_build_make(t, program, err) == BUILD_BROKEN)
		return false;
	if (program->program == NULL || program->program->made)
		return true;
	char *first = bot_build_first_error(program->program->text);
	error_set(err, "%s%s%s", program->program->why, *first != '\0' ? ": " : "", first);
	free(first);
	return false;
}

bool tournament_rules_open(struct tournament *t, struct error *err)
{
	if (t->rules != NULL)
		return true;
	if (t->rules_program.command == NULL) {
		t->rules = rules_find(t->game);
		return t->rules != NULL || error_set(err, "there is no game \"%s\" here", t->game);
	}
	if (!preflight_can_sandbox(t->terms.sandbox, err) || !tournament_rules_build(t, err))
		return false;
	bot_digest_held(&t->rules_program, NULL, BOT_DIGEST_CONTENT, t->rules_digest);
	struct tournament_rules *o = memory_get(1, sizeof *o);
	if (arbiter_config_make_rules(&o->config, t, err)) {
		o->program = rules_start_create(&o->config);
		o->rules = rules_start_open(o->program, NULL, false, 0, err);
	}
	if (o->rules == NULL) {
		tournament_rules_free(o);
		return false;
	}
	t->rules = o->rules;
	t->rules_open = o;
	t->rules_close = tournament_rules_free;
	return true;
}

bool tournament_rules_open_stored(struct tournament *t, struct error *changed, struct error *err)
{
	char before[sizeof t->rules_digest];
	snprintf(before, sizeof before, "%s", t->rules_digest);
	error_clear(changed);
	signal(SIGPIPE, SIG_IGN); /* the program may end before a question */
	t->terms.sandbox = SANDBOX_FULL;
	if (t->rules_program.command != NULL && !preflight_can_sandbox(t->terms.sandbox, err))
		t->terms.sandbox = SANDBOX_REDUCED;
	if (!tournament_rules_open(t, err))
		return false;
	if (*before == '\0' && *t->rules_digest != '\0')
		error_set(changed,
			"it is not known which program its rules were; its games are judged by the program of today");
	else if (strcmp(before, t->rules_digest) != 0)
		error_set(changed,
			"the program of its rules has changed since (SHA-256 %s then, %s now); its games are judged by the program of today",
			before, t->rules_digest);
	return true;
}

bool tournament_rules_check(struct tournament *t, struct diagnostics *mistakes)
{
	struct error err;
	if (tournament_rules_open(t, &err))
		return true;
	diagnostics_add_value(mistakes, t->set[SETTING_GAME], "game", t->game, err.text);
	return false;
}

const char *tournament_rules_fault(const struct tournament *t)
{
	return t->rules != NULL && rules_is_process(t->rules) ? rules_process_fault(t->rules)
							      : NULL;
}

void tournament_rules_pause(const struct tournament *t)
{
	if (t->rules != NULL && rules_is_process(t->rules))
		rules_process_pause(t->rules);
}

bool tournament_rules_agree(const struct tournament *t, const struct db_game *g, struct error *err)
{
	struct setup *setup = memory_get(1, sizeof *setup);
	bool agree = setup_init(setup, t->rules, t->players, (uint64_t)g->seed,
			     (const char *const *)t->params, t->params_count, err) &&
		     position_blocks_compare(setup, g->positions, g->positions_count, err) ==
			     g->positions_count;
	free(setup);
	return agree;
}
