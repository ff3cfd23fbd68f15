/*
 * params.c - converts the parameters of a definition into those of the rules.
 */
#include "referee/game/params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/key-value.h"

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

bool params_setup(struct setup *s, const char *game, int seats, uint64_t seed,
	const char *definition, struct error *err)
{
	const struct rules *rules = rules_find(game);
	struct params p;
	if (rules == NULL)
		return error_set(err, "unknown game \"%s\"", game);
	params_init(&p, definition);
	bool good = setup_init(s, rules, seats, seed, p.settings, p.count, err);
	params_clear(&p);
	return good;
}

/* The value of parameter number i; NULL: its preset. The text is valid until the next call. */
static const char *params_own(const struct setup *s, int i)
{
	static char text[PARAMETER_TEXT];
	const char *preset = s->rules->parameters[i].preset;
	s->rules->parameter(s, i, text);
	return preset != NULL && strcmp(text, preset) == 0 ? NULL : text;
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
