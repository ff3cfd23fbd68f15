/*
 * params.c - converts the parameters of a definition into those of the rules.
 */
#include "referee/game/params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/key-value.h"
#include "rules/process/rules-process.h"

void params_init(struct params *p, const char *definition)
{
	*p = (struct params){.text = key_value_value(definition, "param")};
	char *rest = p->text, *word;
	while (p->count < PARAMETERS_MAX && (word = strsep(&rest, " ")) != NULL)
		if (strchr(word, '=') != NULL)
			p->settings[p->count++] = word;
}

void params_clear(struct params *p)
{
	free(p->text);
	*p = (struct params){.text = NULL};
}

/* Makes the setup of a game of a rules program. */
static bool params_setup_offline(struct setup *s, const struct params_game *g,
	const char *const *settings, int count, struct error *err)
{
	struct position at;
	const struct rules *rules = rules_process_offline(g->description, 0, err);
	if (rules == NULL)
		return false;
	if (setup_init(s, rules, g->seats, g->seed, settings, count, err) &&
		position_blocks_restore(s, g->blocks.all, g->blocks.count, &at, err))
		return true;
	rules_process_close(rules);
	return false;
}

bool params_setup(struct setup *s, const struct params_game *g, struct error *err)
{
	const bool process = rules_process_command(g->game) != NULL;
	const struct rules *rules = rules_find(g->game);
	struct params p;
	s->rules = NULL;
	if (process && g->description == NULL)
		return error_set(err, "its rules are a program, whose answers are not stored");
	if (!process && rules == NULL)
		return error_set(err, "unknown game \"%s\"", g->game);
	params_init(&p, g->definition);
	bool good = process ? params_setup_offline(s, g, p.settings, p.count, err)
			    : setup_init(s, rules, g->seats, g->seed, p.settings, p.count, err);
	if (!good)
		s->rules = NULL;
	params_clear(&p);
	return good;
}

void params_setup_clear(struct setup *s)
{
	if (s->rules != NULL && rules_is_process(s->rules))
		rules_process_close(s->rules);
	s->rules = NULL;
}

/* The value of parameter number i; NULL: its preset. The text is valid until the next call. */
static const char *params_own(const struct setup *s, int i)
{
	static char text[PARAMETER_TEXT];
	const char *preset = s->rules->parameters[i].preset;
	s->rules->parameter(s, i, text);
	return preset != NULL && strcmp(text, preset) == 0 ? NULL : text;
}

const char *params_game_name(const char *game, const struct rules *rules)
{
	return rules != NULL ? rules->name : game;
}

bool params_usual(const struct setup *s)
{
	for (int i = 0; s->rules->parameters[i].name != NULL; i++)
		if (params_own(s, i) != NULL)
			return false;
	return true;
}

bool params_unknown(const struct setup *s, struct error *err)
{
	for (int i = 0; s->rules->parameters[i].name != NULL; i++) {
		const struct parameter *p = &s->rules->parameters[i];
		const char *own = params_own(s, i);
		if (p->shown || own == NULL)
			continue;
		if (p->preset == NULL)
			error_set(err,
				"did not send \"feature newgame\", so it cannot know the %s of a game; it must send that or \"feature legal\"",
				p->name);
		else
			error_set(err,
				"did not send \"feature newgame\", so it cannot know that %s is %.40s; it must send that or \"feature legal\", or play with %s=%s",
				p->name, own, p->name, p->preset);
		return true;
	}
	return false;
}
