/*
 * settings.h - what a bot can be told: by flags when it starts, by setoption afterwards.
 *
 * One table holds both, `--depth 6` and `setoption name Depth value 6`, with their ranges and
 * help. A value that is refused leaves the settings as they were and a line in why that says what
 * would be right.
 */
#ifndef BOTS_SETTINGS_H
#define BOTS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/eval/evaluation.h"
#include "bots/search/search.h"

enum { SETTINGS_EVAL_TEXT = 32 };

struct settings {
	const struct search *search;
	char eval[SETTINGS_EVAL_TEXT]; /* "best": the best one of the game */
	int64_t depth, nodes, time;    /* 0: no limit; time in milliseconds */
	int64_t seed;
	int64_t hash; /* megabytes; 0: as the search likes it */
};

enum setting_type { SETTING_SPIN, SETTING_SEARCH, SETTING_EVAL };

struct setting {
	const char *flag;   /* depth */
	const char *option; /* Depth */
	const char *help;   /* one line */
	enum setting_type type;
	int64_t preset, min, max; /* of a spin */
	size_t offset;		  /* of a spin's int64_t in struct settings */
};

/* Ends with a NULL flag. */
extern const struct setting all_settings[];

void settings_init(struct settings *s);

/* The row of that flag (without its dashes) or option (any case); NULL: none. */
const struct setting *setting_by_flag(const char *flag);
const struct setting *setting_by_option(const char *option);

bool setting_set(
	const struct setting *row, struct settings *s, const char *value, char *why, size_t room);

/* Writes the choices of a combo (searches or evaluations) with parting between them, and where
 * rules is given only the evaluations of that game. Returns text. */
char *setting_choices(enum setting_type type, const struct rules *rules, const char *parting,
	char *text, size_t room);

/* The evaluation that s names for the game; NULL and a line in why: that game has it not. */
const struct evaluation *settings_evaluation(
	const struct settings *s, const struct rules *rules, char *why, size_t room);

#endif
