/*
 * params.c - from the words of a definition to what the rules take.
 */
#include "referee/judging/params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/keys.h"

void params_init(struct params *p, const char *definition)
{
	*p = (struct params){.text = keys_value(definition, "param")};
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
	const char *definition, char *why, size_t room)
{
	const struct rules *rules = rules_find(game);
	struct params p;
	if (rules == NULL) {
		snprintf(why, room, "there is no game \"%s\" here", game);
		return false;
	}
	params_init(&p, definition);
	bool good = setup_init(s, rules, seats, seed, p.settings, p.count, why, room);
	params_clear(&p);
	return good;
}
