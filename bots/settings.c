/*
 * settings.c - the table of settings, and their parser.
 */
#include "bots/settings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bots/search/game-defaults.h"
#include "base/did-you-mean.h"

enum { SETTINGS_TEXT = 512 };

static const char settings_best[] = "best";

#define SPIN(flag, option, field, preset, min, max, help)                                          \
	{                                                                                          \
		flag, option, help, SETTING_SPIN, preset, min, max,                                \
			offsetof(struct settings, field)                                           \
	}

const char settings_title[] = "Options of the command line and of UGI";

const struct setting all_settings[] = {
	{"search", "Search", "choose moves by this search; best: the game's best", SETTING_SEARCH},
	{"eval", "Eval", "judge positions by this evaluation; best: the game's best", SETTING_EVAL},
	SPIN("depth", "Depth", depth, 0, 0, SEARCH_PLIES, "look ahead this many plies at most"),
	SPIN("nodes", "Nodes", nodes, 0, 0, INT64_MAX,
		"visit this many positions for a move at most"),
	SPIN("time", "Time", time, 0, 0, 86400000,
		"think this many milliseconds for a move at most"),
	SPIN("seed", "Seed", seed, 0, 0, INT64_MAX,
		"draw random moves from this seed, mixed with the game's"),
	SPIN("hash", "Hash", hash, 0, 0, 65536,
		"remember positions in this many megabytes; 0: 16, for mcts 64, for perfect 72"),
	/* Negative: the best known of the game. */
	SPIN("exploration", "Exploration", mcts.exploration, -1, -1, 1000,
		"weight moves that mcts tried seldom by this, in hundredths"),
	SPIN("playout", "Playout", mcts.playout, -1, -1, SEARCH_PLIES,
		"evaluate a playout of mcts after this many plies"),
	SPIN("implicit", "Implicit", mcts.implicit, -1, -1, 100,
		"weight implicit minimax backups of mcts by this, in hundredths"),
	SPIN("scale", "Scale", mcts.scale, -1, -1, 1000000,
		"count this value of the evaluation as three quarters of a win in mcts"),
	SPIN("ordered", "Ordered", mcts.ordered, -1, -1, 1,
		"order the untried moves of mcts by the evaluation's guesses; 0: do not"),
	SPIN("widening", "Widening", mcts.widening, -1, -1, 10000,
		"try this many moves in mcts, in hundredths of the square root of the visits; 0: all"),
	SPIN("greedy", "Greedy", mcts.greedy, -1, -1, 100,
		"choose this share of the moves of playouts by the guesses in mcts, in hundredths"),
	SPIN("best-reply", "Best-Reply", mcts.best_reply, -1, -1, 100,
		"choose this share of the moves of playouts by two plies of best replies in mcts with more than two seats, in hundredths"),
	SPIN("reuse", "Reuse", mcts.reuse, -1, -1, 1,
		"keep the tree of mcts from move to move; 0: do not"),
	SPIN("proofs", "Proofs", mcts.proofs, -1, -1, 1,
		"prove wins and losses in mcts with two seats; 0: do not"),
	SPIN("decisive", "Decisive", mcts.decisive, -1, -1, 1,
		"take a win at once in playouts of mcts with two seats; 0: do not"),
	{NULL},
};

const char *setting_value(const struct setting *row)
{
	return row->type == SETTING_SPIN ? "N" : "NAME";
}

char *setting_help(const struct setting *row, char *text, size_t room)
{
	char preset[SETTINGS_TEXT];
	snprintf(preset, sizeof preset, "%" PRId64 "%s", row->preset,
		row->preset == -1 ? ", by the game" : "");
	snprintf(text, room, "%s (default: %s)", row->help,
		row->type == SETTING_SPIN ? preset : settings_best);
	return text;
}

void settings_init(struct settings *s)
{
	*s = (struct settings){.search = NULL};
	strcpy(s->eval, settings_best);
	for (const struct setting *row = all_settings; row->flag != NULL; row++)
		if (row->type == SETTING_SPIN)
			*(int64_t *)((char *)s + row->offset) = row->preset;
}

const struct setting *setting_by_flag(const char *flag)
{
	for (const struct setting *row = all_settings; row->flag != NULL; row++)
		if (strcmp(row->flag, flag) == 0)
			return row;
	return NULL;
}

const struct setting *setting_by_option(const char *option)
{
	for (const struct setting *row = all_settings; row->flag != NULL; row++)
		if (strcasecmp(row->option, option) == 0)
			return row;
	return NULL;
}

/* Choice number at of a combo; NULL after the last. An evaluation for several games is one
 * choice; games are distinguished only if rules is given. */
static const char *setting_choice(enum setting_type type, const struct rules *rules, int at)
{
	if (at == 0)
		return settings_best;
	if (type == SETTING_SEARCH)
		return all_searches[at - 1] == NULL ? NULL : all_searches[at - 1]->name;
	for (int i = 0; all_evaluations[i] != NULL; i++) {
		const struct evaluation *e = all_evaluations[i];
		bool seen = rules != NULL && !evaluation_fits(e, rules);
		for (int k = 0; k < i && !seen && rules == NULL; k++)
			seen = strcmp(all_evaluations[k]->name, e->name) == 0;
		if (!seen && --at == 0)
			return e->name;
	}
	return NULL;
}

char *setting_choices(enum setting_type type, const struct rules *rules, const char *parting,
	char *text, size_t room)
{
	size_t used = 0;
	const char *name;

	text[0] = '\0';
	for (int i = 0; (name = setting_choice(type, rules, i)) != NULL; i++) {
		int n = snprintf(text + used, room - used, "%s%s", i > 0 ? parting : "", name);
		used += (size_t)n;
		if (used >= room)
			break;
	}
	return text;
}

/* Writes "no WHAT "NAME": there are A, B, C; did you mean B?" */
static void setting_refuse(
	enum setting_type type, const struct rules *rules, const char *value, struct error *err)
{
	char names[SETTINGS_TEXT];
	struct did_you_mean near = did_you_mean_to(value);

	for (int i = 0; setting_choice(type, rules, i) != NULL; i++)
		did_you_mean_offer(&near, setting_choice(type, rules, i));
	error_set(err, "no %s \"%.40s\"%s%s: there are %s%s%s%s",
		type == SETTING_SEARCH ? "search" : "evaluation", value,
		rules != NULL ? " for " : "", rules != NULL ? rules->name : "",
		setting_choices(type, rules, ", ", names, sizeof names),
		near.best != NULL ? "; did you mean " : "", near.best != NULL ? near.best : "",
		near.best != NULL ? "?" : "");
}

static bool setting_set_spin(
	const struct setting *row, struct settings *s, const char *value, struct error *err)
{
	char *end;

	errno = 0;
	long long n = strtoll(value, &end, 10);
	if (end == value || *end != '\0' || errno != 0 || n < row->min || n > row->max)
		return error_set(err,
			"%s is a whole number from %" PRId64 " to %" PRId64 ", not \"%.40s\"",
			row->flag, row->min, row->max, value);
	*(int64_t *)((char *)s + row->offset) = n;
	return true;
}

bool setting_set(
	const struct setting *row, struct settings *s, const char *value, struct error *err)
{
	if (row->type == SETTING_SPIN)
		return setting_set_spin(row, s, value, err);
	const char *name;
	for (int i = 0; (name = setting_choice(row->type, NULL, i)) != NULL; i++)
		if (strcmp(name, value) == 0)
			break;
	if (name == NULL) {
		setting_refuse(row->type, NULL, value, err);
		return false;
	}
	if (row->type == SETTING_SEARCH)
		s->search = search_find(name);
	else
		snprintf(s->eval, sizeof s->eval, "%s", name);
	return true;
}

const struct evaluation *settings_evaluation(
	const struct settings *s, const struct rules *rules, struct error *err)
{
	bool best = strcmp(s->eval, settings_best) == 0;
	const struct evaluation *e = evaluation_find(rules, best ? NULL : s->eval);

	if (e == NULL)
		setting_refuse(SETTING_EVAL, rules, s->eval, err);
	return e;
}

const struct search *settings_search(const struct settings *s, const struct rules *rules, int seats)
{
	struct error err;
	const struct evaluation *e = s->search == NULL ? settings_evaluation(s, rules, &err) : NULL;

	if (s->search != NULL)
		return s->search;
	return game_defaults_find(rules, seats, e == NULL || e->blind)->search;
}
