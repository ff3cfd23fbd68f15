/*
 * settings.h - a bot's settings: flags when it starts, setoption later.
 *
 * One table defines both `--depth 6` and `setoption name Depth value 6`, with ranges and help. A
 * refused value leaves the settings unchanged; err then has a line with the valid values.
 */
#ifndef BOTS_SETTINGS_H
#define BOTS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/eval/evaluation.h"
#include "bots/search/search.h"
#include "base/error.h"

enum { SETTINGS_EVAL_TEXT = 32 };

struct settings {
	const struct search *search;   /* NULL: the best one of the game */
	char eval[SETTINGS_EVAL_TEXT]; /* "best": the best one of the game */
	int64_t depth, nodes, time;    /* 0: no limit; time in milliseconds */
	int64_t seed;
	int64_t hash; /* megabytes; 0: the search's default */
	struct search_tuning mcts;
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

/* The title of the settings in the help. */
extern const char settings_title[];

/* The name of its value in the help. */
const char *setting_value(const struct setting *row);

/* Writes its help with the default. Returns text. */
char *setting_help(const struct setting *row, char *text, size_t room);

/* Sets the preset of every row. */
void settings_init(struct settings *s);

/* The row of a flag (without its dashes) or of an option (in any case); NULL: none. */
const struct setting *setting_by_flag(const char *flag);
const struct setting *setting_by_option(const char *option);

/* Sets the value of a row. False: err says what is allowed. */
bool setting_set(
	const struct setting *row, struct settings *s, const char *value, struct error *err);

/* Writes the choices of a combo (searches or evaluations), separated by parting. With rules,
 * writes only the evaluations of that game. Returns text. */
char *setting_choices(enum setting_type type, const struct rules *rules, const char *parting,
	char *text, size_t room);

/* The search of the settings for the game with this many seats. */
const struct search *settings_search(
	const struct settings *s, const struct rules *rules, int seats);

/* The evaluation of the settings for the game. NULL: the game has no such evaluation, and err has
 * a line. */
const struct evaluation *settings_evaluation(
	const struct settings *s, const struct rules *rules, struct error *err);

#endif
