/*
 * value-games.c - the types of settings that say which games are played and how: names of games and
 * formats, openings, lists, early ends, clocks and tests.
 */
#include "referee/config/value-basics.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/did-you-mean.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/game/score.h"
#include "referee/schedule/schedule.h"

/* --- names of the tables of games and formats ------------------------------------------------- */

/* Reads one of these names into a text. */
static bool value_read_name(const struct setting *row, void *owner, const char *text,
	const char *const *names, int count, struct error *err)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], text) == 0)
			return value_text_read(row, owner, text, err);
	const char *near = did_you_mean(text, names, count);
	if (near != NULL)
		return error_set(err, "there is no such %s; did you mean %s?", row->key, near);
	error_set(err, "there is no such %s, only", row->key);
	for (int i = 0; i < count; i++)
		error_append(err, "%s %s", i > 0 ? "," : "", names[i]);
	return false;
}

static bool value_game_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	const char *names[VALUE_LIST_MAX], *command = tournament_rules_command(text);
	int count = 0;
	for (; all_rules[count] != NULL && count < VALUE_LIST_MAX; count++)
		names[count] = all_rules[count]->name;
	bool good = command != NULL ? value_check_text(text, err) && shell_words_check(command, err)
				    : value_read_name(row, owner, text, names, count, err);
	if (good)
		tournament_set_game(owner, text);
	return good;
}

const struct value value_game = {
	.shape = "GAME|process:COMMAND", .read = value_game_read, .write = value_text_write};

static bool value_format_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	const char *names[VALUE_LIST_MAX];
	int count = 0;
	for (; all_schedules[count] != NULL && count < VALUE_LIST_MAX; count++)
		names[count] = all_schedules[count]->name;
	return value_read_name(row, owner, text, names, count, err);
}

static void value_format_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	const struct schedule *s = schedule_find(t->format);
	value_text_write(row, owner, out);
	if (s != NULL && s->define != NULL)
		s->define(t, out);
}

const struct value value_format = {
	.shape = "NAME", .read = value_format_read, .write = value_format_write};

/* --- games, and openings ---------------------------------------------------------------------- */

/* A sample depends on its bots, so the value has their names. definition-text.c knows this form. */
static void value_games_write(const struct setting *row, const void *owner, FILE *out)
{
	(void)row;
	const struct tournament *t = owner;
	const struct schedule *s = schedule_find(t->format);
	/* in formats where bots may join, it only limits the number of games */
	if (t->games == 0 || (s != NULL && s->joins != NULL)) {
		fputs("all", out);
		return;
	}
	fprintf(out, "%" PRId64 " %s", t->games, s != NULL && s->deals ? "dealt to" : "of");
	for (int i = 0; i < t->bots_count; i++)
		fprintf(out, " %s", t->bots[i].name);
}

const struct value value_games = {
	.shape = "N", .read = value_number_read, .write = value_games_write};

/* A file counts by its content, not its path. */
static void value_openings_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	if (t->openings_digest[0] == '\0')
		value_text_write(row, owner, out);
	else
		fprintf(out, "the file of SHA-256 %s", t->openings_digest);
}

const struct value value_openings = {
	.shape = "OPENINGS", .read = value_text_read, .write = value_openings_write};

/* A setting for random openings alone, or for a file alone, is written only for these. */
static void value_decided_write(const struct setting *row, const void *owner, FILE *out)
{
	if (strncmp(((const struct tournament *)owner)->openings, "random:", 7) == 0)
		value_word_write(row, owner, out);
	else
		fputs(settings_omitted(row), out);
}

const struct value value_decided = {.shape = "yes|no",
	.bare = true,
	VALUE_WORDS(value_no_yes, 0, 2),
	.write = value_decided_write};

static void value_openings_order_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	bool file = t->openings_digest[0] != '\0';
	fputs(file && !t->openings_sequential ? "random" : settings_omitted(row), out);
}

static const char *const value_random_sequential[] = {"random", "sequential"};

const struct value value_openings_order = {.shape = "random|sequential",
	VALUE_WORDS(value_random_sequential, 0, 2),
	.write = value_openings_order_write};

static bool value_openings_start_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	if (strcmp(text, settings_omitted(row)) != 0)
		return value_number_read(row, owner, text, err);
	value_put(row, owner, 0);
	return true;
}

static void value_openings_start_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	if (t->openings_digest[0] != '\0' && t->openings_start > 0)
		value_number_write(row, owner, out);
	else
		fputs(settings_omitted(row), out);
}

const struct value value_openings_start = {
	.shape = "N|drawn", .read = value_openings_start_read, .write = value_openings_start_write};

/* --- lists of NAME=VALUE ---------------------------------------------------------------------- */

/* Adds to a list of the tournament. */
static bool value_add(char ***list, int *count, const char *text, struct error *err)
{
	if (*count == VALUE_LIST_MAX)
		return error_set(err, "at most %d of them are taken", VALUE_LIST_MAX);
	tournament_add_text(list, count, text);
	return true;
}

static bool value_parameter_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row;
	struct tournament *t = owner;
	if (!value_check_text(text, err))
		return false;
	if (strchr(text, '=') == NULL || *text == '=')
		return error_set(err, "it is \"NAME=VALUE\", such as \"rows=6\"");
	return value_add(&t->params, &t->params_count, text, err);
}

static int value_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void value_parameter_write(const struct setting *row, const void *owner, FILE *out)
{
	(void)row;
	const struct tournament *t = owner;
	const char *sorted[VALUE_LIST_MAX];
	assert(t->params_count <= VALUE_LIST_MAX);
	if (t->params_count == 0)
		fputs("none", out);
	for (int i = 0; i < t->params_count; i++)
		sorted[i] = t->params[i];
	qsort(sorted, (size_t)t->params_count, sizeof *sorted, value_compare);
	for (int i = 0; i < t->params_count; i++)
		fprintf(out, "%s%s", i > 0 ? " " : "", sorted[i]);
}

static const char *value_parameter_item(const void *owner, int i)
{
	const struct tournament *t = owner;
	return i < t->params_count ? t->params[i] : NULL;
}

const struct value value_parameter = {.shape = "NAME=VALUE",
	.list = true,
	.read = value_parameter_read,
	.write = value_parameter_write,
	.item = value_parameter_item};

/* An option must fit into a line of the protocol, and its name into the buffer that extracts it. */
enum { OPTION_TEXT = 4000, OPTION_NAME = 250 };

static bool value_check_option(const char *text, struct error *err)
{
	if (!value_check_text(text, err))
		return false;
	if (*text == '=')
		return error_set(err,
			"it is \"NAME=VALUE\", such as \"Depth=4\", or of a button its name alone");
	if (strlen(text) > OPTION_TEXT || strcspn(text, "=") > OPTION_NAME)
		return error_set(err, "it is longer than %d bytes, or its name than %d",
			OPTION_TEXT, OPTION_NAME);
	return true;
}

static bool value_option_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row;
	struct bot *bot = owner;
	if (!value_check_option(text, err))
		return false;
	tournament_add_text(&bot->options, &bot->options_count, text);
	return true;
}

/* Its own; those of all bots stand behind them. */
static const char *value_option_item(const void *owner, int i)
{
	const struct bot *bot = owner;
	return i < bot->options_count - bot->options_shared ? bot->options[i] : NULL;
}

const struct value value_option = {.shape = "NAME[=VALUE]",
	.list = true,
	.read = value_option_read,
	.item = value_option_item};

static bool value_options_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row;
	struct tournament *t = owner;
	return value_check_option(text, err) &&
	       value_add(&t->options, &t->options_count, text, err);
}

static const char *value_options_item(const void *owner, int i)
{
	const struct tournament *t = owner;
	return i < t->options_count ? t->options[i] : NULL;
}

const struct value value_options = {.shape = "NAME[=VALUE]",
	.list = true,
	.read = value_options_read,
	.item = value_options_item};

/* --- early ends: several numbers in one value ------------------------------------------------- */

/* A number in a value like "moves=4 score=600": its name and its range. */
struct value_part {
	const char *name;
	int64_t min, max;
	int64_t number; /* the result; before reading: the preset, or PART_NEEDED */
	bool given;
};

enum { PART_NEEDED = -1, PART_DIGITS = 9 };

/* Reads one word such as "moves=4". */
static bool value_read_part(const char *word, struct value_part *parts, int count)
{
	for (int i = 0; i < count; i++) {
		size_t length = strlen(parts[i].name);
		if (strncmp(word, parts[i].name, length) != 0 || word[length] != '=')
			continue;
		const char *digits = word + length + 1;
		size_t used = strspn(digits, "0123456789");
		if (used == 0 || used > PART_DIGITS || digits[used] != '\0' || parts[i].given)
			return false;
		parts[i].given = true;
		parts[i].number = strtoll(digits, NULL, 10);
		return parts[i].number >= parts[i].min && parts[i].number <= parts[i].max;
	}
	return false;
}

/* Reads the words in any order. False: a word is wrong, or a required part is missing. */
static bool value_read_parts(const char *text, struct value_part *parts, int count)
{
	char *copy = memory_copy(text), *rest = copy, *word;
	bool right = true;
	while (right && (word = strsep(&rest, " ")) != NULL)
		right = *word == '\0' || value_read_part(word, parts, count);
	free(copy);
	for (int i = 0; i < count; i++)
		right = right && parts[i].number != PART_NEEDED;
	return right;
}

enum { AGREED_MOVES_MAX = 1000, AGREED_PLIES_MAX = 100000 };

static bool value_resign_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	struct adjudication_limits *l = value_field(row, owner);
	/* with a score of 0, both bots could report a loss */
	struct value_part parts[] = {
		{.name = "moves", .min = 1, .max = AGREED_MOVES_MAX, .number = PART_NEEDED},
		{.name = "score", .min = 1, .max = SCORE_MATE - 1, .number = PART_NEEDED},
		{.name = "sides", .min = 1, .max = 2, .number = 2},
	};
	if (!value_read_parts(text, parts, 3))
		return error_set(err,
			"it is moves=N score=N, such as \"moves=4 score=600\", or with sides=1 behind it: up to %d moves, and a score in hundredths, from 1 to %d",
			AGREED_MOVES_MAX, SCORE_MATE - 1);
	l->resign_count = (int)parts[0].number;
	l->resign_score = parts[1].number;
	l->resign_alone = parts[2].number == 1;
	return true;
}

static void value_resign_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct adjudication_limits *l = value_of(row, owner);
	if (l->resign_count == 0)
		fputs("none", out);
	else
		fprintf(out, "moves=%d score=%" PRId64 "%s", l->resign_count, l->resign_score,
			l->resign_alone ? " sides=1" : "");
}

const struct value value_resign = {
	.shape = "moves=N score=N", .read = value_resign_read, .write = value_resign_write};

static bool value_draw_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	struct adjudication_limits *l = value_field(row, owner);
	struct value_part parts[] = {
		{.name = "moves", .min = 1, .max = AGREED_MOVES_MAX, .number = PART_NEEDED},
		{.name = "score", .min = 0, .max = SCORE_MATE - 1, .number = PART_NEEDED},
		{.name = "from-ply", .min = 1, .max = AGREED_PLIES_MAX, .number = 1},
	};
	if (!value_read_parts(text, parts, 3))
		return error_set(err,
			"it is moves=N score=N, such as \"moves=8 score=10 from-ply=40\": up to %d moves, a score in hundredths, up to %d, and the first ply at which the game may end",
			AGREED_MOVES_MAX, SCORE_MATE - 1);
	l->draw_count = (int)parts[0].number;
	l->draw_score = parts[1].number;
	l->draw_from = (int)parts[2].number;
	return true;
}

static void value_draw_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct adjudication_limits *l = value_of(row, owner);
	if (l->draw_count == 0) {
		fputs("none", out);
		return;
	}
	fprintf(out, "moves=%d score=%" PRId64, l->draw_count, l->draw_score);
	if (l->draw_from > 1)
		fprintf(out, " from-ply=%d", l->draw_from);
}

const struct value value_draw = {
	.shape = "moves=N score=N", .read = value_draw_read, .write = value_draw_write};

/* --- the clock of a game ---------------------------------------------------------------------- */

static bool value_tc_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return limits_read_tc(value_field(row, owner), text, err);
}

static void value_seconds_write(usec span, FILE *out)
{
	char part[8];
	snprintf(part, sizeof part, "%06d", (int)(span % SECOND));
	size_t length = sizeof "123456" - 1;
	while (length > 0 && part[length - 1] == '0')
		length--;
	fprintf(out, "%" PRId64 "%s%.*s", span / SECOND, length > 0 ? "." : "", (int)length, part);
}

static void value_tc_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct limits *l = value_of(row, owner);
	if (!limits_have_tc(l)) {
		fputs(l->tc_inf ? "inf" : "none", out);
		return;
	}
	if (l->tc_moves > 0)
		fprintf(out, "%d/", l->tc_moves);
	value_seconds_write(l->tc_time, out);
	fputc('+', out);
	value_seconds_write(l->tc_increment, out);
	if (l->tc_bank > 0) {
		fputs(" bank ", out);
		value_seconds_write(l->tc_bank, out);
	}
}

const struct value value_tc = {.shape = "CLOCK", .read = value_tc_read, .write = value_tc_write};

/* --- a sequential test ------------------------------------------------------------------------ */

/* Writes the fewest digits that read back to the same number. */
static void value_real_write(const struct setting *row, const void *owner, FILE *out)
{
	double value = *(const double *)value_of(row, owner);
	fprintf(out, "%.15g", value == 0 ? 0 : value);
}

static bool value_elo_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return sprt_read_elo(text, value_field(row, owner), err);
}

const struct value value_elo = {.shape = "ELO", .read = value_elo_read, .write = value_real_write};

static bool value_error_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return sprt_read_error(text, value_field(row, owner), err);
}

const struct value value_error = {
	.shape = "SHARE", .read = value_error_read, .write = value_real_write};

static bool value_model_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return sprt_read_model(text, value_field(row, owner), err);
}

static void value_model_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(sprt_model_name((enum sprt_model)value_get(row, owner)), out);
}

const struct value value_model = {
	.shape = "logistic|normalized", .read = value_model_read, .write = value_model_write};
