/*
 * value-types-game.c - value types of single settings: names from lists, pairs, commands.
 */
#include "referee/config/value-types.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"
#include "referee/base/shell-split.h"
#include "referee/game/score.h"
#include "referee/schedule/schedule.h"
#include "referee/config/settings.h"
#include "referee/definition/start-conditions.h"

enum { VALUE_LIST_MAX = 64 };

/* Writes "there is no WHAT of this name; did you mean NEAR?", or the list of all names. */
static void value_unknown(const char *what, const char *text, const char *const *names, int count,
	char *why, size_t room)
{
	const char *near = did_you_mean(text, names, count);
	if (near != NULL) {
		snprintf(why, room, "there is no such %s; did you mean %s?", what, near);
		return;
	}
	size_t used = (size_t)snprintf(why, room, "there is no such %s, only", what);
	for (int i = 0; i < count && used < room; i++)
		used += (size_t)snprintf(
			why + used, room - used, "%s %s", i > 0 ? "," : "", names[i]);
}

static bool value_game_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	const char *names[VALUE_LIST_MAX];
	int count = 0;
	for (; all_rules[count] != NULL && count < VALUE_LIST_MAX; count++)
		names[count] = all_rules[count]->name;
	if (rules_find(text) == NULL) {
		value_unknown("game", text, names, count, why, room);
		return false;
	}
	value_replace_text(row, owner, text);
	return true;
}

const struct value value_game = {
	.shape = "GAME", .read = value_game_read, .write = value_write_text};

/* config-file.c reads the included file. */
static bool value_include_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	(void)row;
	(void)owner;
	return value_check_text(text, why, room);
}

const struct value value_include = {.shape = "FILE", .list = true, .read = value_include_read};

static bool value_format_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	const char *names[VALUE_LIST_MAX];
	int count = 0;
	for (; all_schedules[count] != NULL && count < VALUE_LIST_MAX; count++)
		names[count] = all_schedules[count]->name;
	if (schedule_find(text) != NULL) {
		value_replace_text(row, owner, text);
		return true;
	}
	value_unknown("format", text, names, count, why, room);
	return false;
}

static void value_format_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	const struct schedule *s = schedule_find(t->format);
	value_write_text(row, owner, out);
	if (s != NULL && s->define != NULL)
		s->define(t, out);
}

const struct value value_format = {
	.shape = "NAME", .read = value_format_read, .write = value_format_write};

static bool value_games_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return value_long.read(row, owner, text, why, room);
}

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
	.shape = "N", .read = value_games_read, .write = value_games_write};

static bool value_openings_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return value_text.read(row, owner, text, why, room);
}

/* A file counts by its content, not its path. */
static void value_openings_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	if (t->openings_digest[0] == '\0')
		value_write_text(row, owner, out);
	else
		fprintf(out, "the file of SHA-256 %s", t->openings_digest);
}

const struct value value_openings = {
	.shape = "OPENINGS", .read = value_openings_read, .write = value_openings_write};

/* A setting for random openings alone, or for a file alone, is written only for these. */
static bool value_decided_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return value_yes_no.read(row, owner, text, why, room);
}

static void value_decided_write(const struct setting *row, const void *owner, FILE *out)
{
	if (strncmp(((const struct tournament *)owner)->openings, "random:", 7) == 0)
		value_yes_no.write(row, owner, out);
	else
		fputs(settings_unsaid(row), out);
}

const struct value value_decided = {
	.shape = "yes|no", .bare = true, .read = value_decided_read, .write = value_decided_write};

static bool value_openings_order_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	struct tournament *t = owner;
	bool sequential = strcmp(text, "sequential") == 0;
	(void)row;
	if (!sequential && strcmp(text, "random") != 0) {
		snprintf(why, room, "it is random or sequential");
		return false;
	}
	t->openings_sequential = sequential;
	return true;
}

static void value_openings_order_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	bool file = t->openings_digest[0] != '\0';
	fputs(file && !t->openings_sequential ? "random" : settings_unsaid(row), out);
}

const struct value value_openings_order = {.shape = "random|sequential",
	.read = value_openings_order_read,
	.write = value_openings_order_write};

static bool value_openings_start_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	struct tournament *t = owner;
	if (strcmp(text, settings_unsaid(row)) != 0)
		return value_number.read(row, owner, text, why, room);
	t->openings_start = 0;
	return true;
}

static void value_openings_start_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct tournament *t = owner;
	if (t->openings_digest[0] != '\0' && t->openings_start > 0)
		value_number.write(row, owner, out);
	else
		fputs(settings_unsaid(row), out);
}

const struct value value_openings_start = {
	.shape = "N|drawn", .read = value_openings_start_read, .write = value_openings_start_write};

/* Is it NAME=VALUE with a name that is not empty? */
static bool value_check_pair(const char *text, const char *example, char *why, size_t room)
{
	if (!value_check_text(text, why, room))
		return false;
	const char *equals = strchr(text, '=');
	if (equals != NULL && equals != text)
		return true;
	snprintf(why, room, "it is \"NAME=VALUE\", such as \"%s\"", example);
	return false;
}

static bool value_parameter_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	(void)row;
	struct tournament *t = owner;
	if (!value_check_pair(text, "rows=6", why, room))
		return false;
	if (t->params_count == VALUE_LIST_MAX) {
		snprintf(why, room, "at most %d of them are taken", VALUE_LIST_MAX);
		return false;
	}
	tournament_add_text(&t->params, &t->params_count, text);
	return true;
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

const struct value value_parameter = {.shape = "NAME=VALUE",
	.list = true,
	.read = value_parameter_read,
	.write = value_parameter_write};

static bool value_command_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	char **words;
	int count;
	if (!value_check_text(text, why, room) ||
		!shell_split_split(text, &words, &count, why, room))
		return false;
	free(words);
	value_replace_text(row, owner, text);
	return true;
}

const struct value value_command = {.shape = "COMMAND", .read = value_command_read};

/* An option must fit into a line of the protocol, and its name into the buffer that extracts it. */
enum { OPTION_TEXT = 4000, OPTION_NAME = 250 };

static bool value_check_option(const char *text, char *why, size_t room)
{
	if (!value_check_text(text, why, room))
		return false;
	if (*text == '=') {
		snprintf(why, room,
			"it is \"NAME=VALUE\", such as \"Depth=4\", or of a button its name alone");
		return false;
	}
	if (strlen(text) > OPTION_TEXT || strcspn(text, "=") > OPTION_NAME) {
		snprintf(why, room, "it is longer than %d bytes, or its name than %d", OPTION_TEXT,
			OPTION_NAME);
		return false;
	}
	return true;
}

static bool value_option_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	(void)row;
	struct bot *bot = owner;
	if (!value_check_option(text, why, room))
		return false;
	tournament_add_text(&bot->options, &bot->options_count, text);
	return true;
}

const struct value value_option = {
	.shape = "NAME[=VALUE]", .list = true, .read = value_option_read};

static bool value_options_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	(void)row;
	struct tournament *t = owner;
	if (!value_check_option(text, why, room))
		return false;
	if (t->options_count == VALUE_LIST_MAX) {
		snprintf(why, room, "at most %d of them are taken", VALUE_LIST_MAX);
		return false;
	}
	tournament_add_text(&t->options, &t->options_count, text);
	return true;
}

const struct value value_options = {
	.shape = "NAME[=VALUE]", .list = true, .read = value_options_read};

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
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	(void)row;
	struct tournament *t = owner;
	/* with a score of 0, both bots could report a loss */
	struct value_part parts[] = {
		{.name = "moves", .min = 1, .max = AGREED_MOVES_MAX, .number = PART_NEEDED},
		{.name = "score", .min = 1, .max = SCORE_MATE - 1, .number = PART_NEEDED},
		{.name = "sides", .min = 1, .max = 2, .number = 2},
	};
	if (!value_read_parts(text, parts, 3)) {
		snprintf(why, room,
			"it is moves=N score=N, such as \"moves=4 score=600\", or with sides=1 behind it: up to %d moves, and a score in hundredths, from 1 to %d",
			AGREED_MOVES_MAX, SCORE_MATE - 1);
		return false;
	}
	t->adjudication.resign_count = (int)parts[0].number;
	t->adjudication.resign_score = parts[1].number;
	t->adjudication.resign_alone = parts[2].number == 1;
	return true;
}

static void value_resign_write(const struct setting *row, const void *owner, FILE *out)
{
	(void)row;
	const struct adjudication_limits *l = &((const struct tournament *)owner)->adjudication;
	if (l->resign_count == 0)
		fputs("none", out);
	else
		fprintf(out, "moves=%d score=%" PRId64 "%s", l->resign_count, l->resign_score,
			l->resign_alone ? " sides=1" : "");
}

const struct value value_resign = {
	.shape = "moves=N score=N", .read = value_resign_read, .write = value_resign_write};

static bool value_draw_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	(void)row;
	struct tournament *t = owner;
	struct value_part parts[] = {
		{.name = "moves", .min = 1, .max = AGREED_MOVES_MAX, .number = PART_NEEDED},
		{.name = "score", .min = 0, .max = SCORE_MATE - 1, .number = PART_NEEDED},
		{.name = "from-ply", .min = 1, .max = AGREED_PLIES_MAX, .number = 1},
	};
	if (!value_read_parts(text, parts, 3)) {
		snprintf(why, room,
			"it is moves=N score=N, such as \"moves=8 score=10 from-ply=40\": up to %d moves, a score in hundredths, up to %d, and the first ply at which the game may end",
			AGREED_MOVES_MAX, SCORE_MATE - 1);
		return false;
	}
	t->adjudication.draw_count = (int)parts[0].number;
	t->adjudication.draw_score = parts[1].number;
	t->adjudication.draw_from = (int)parts[2].number;
	return true;
}

static void value_draw_write(const struct setting *row, const void *owner, FILE *out)
{
	(void)row;
	const struct adjudication_limits *l = &((const struct tournament *)owner)->adjudication;
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

static bool value_later_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	(void)owner;
	if (row->preset == NULL)
		snprintf(why, room, "this cannot be set so far: leave it out");
	else if (strcmp(text, row->preset) != 0)
		snprintf(why, room, "only %s is there so far", row->preset);
	else
		return true;
	return false;
}

const struct value value_later = {.shape = "VALUE", .read = value_later_read};

/* Reads the hours and minutes after a sign, as minutes. False: they are invalid. */
static bool value_offset(const char *text, int *minutes)
{
	int hours, rest, used = 0;
	if (sscanf(text + 1, "%2d:%2d%n", &hours, &rest, &used) != 2 || used != 5 ||
		text[1 + used] != '\0' || hours < 0 || hours > 23 || rest < 0 || rest > 59)
		return false;
	*minutes = (hours * 60 + rest) * (*text == '-' ? -1 : 1);
	return true;
}

/* Reads a moment by RFC 3339, with optional seconds, as UTC milliseconds. */
static bool value_moment(const char *text, int64_t *moment)
{
	struct tm parts = {.tm_isdst = 0}, again;
	int minutes = 0;
	const char *rest = strptime(text, "%Y-%m-%dT%H:%M", &parts);
	if (rest != NULL && *rest == ':')
		rest = strptime(rest, ":%S", &parts);
	if (rest == NULL ||
		(strcmp(rest, "Z") != 0 && (strchr("+-", *rest) == NULL || *rest == '\0' ||
						   !value_offset(rest, &minutes))))
		return false;
	int day = parts.tm_mday;
	time_t seconds = timegm(&parts);
	/* a 30th of February would come out as another day */
	if (gmtime_r(&seconds, &again) == NULL || again.tm_mday != day || seconds <= 0)
		return false;
	*moment = ((int64_t)seconds - minutes * 60) * 1000;
	return true;
}

static bool value_begins_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	int64_t *begins = (int64_t *)((char *)owner + row->offset), moment;
	bool right = true;
	if (strcmp(text, "now") == 0)
		*begins = BEGINS_NOW;
	else if (strcmp(text, "when-here") == 0)
		*begins = BEGINS_WHEN_HERE;
	else if (value_moment(text, &moment))
		*begins = moment;
	else
		right = false;
	if (!right)
		snprintf(why, room,
			"it is now, when-here, or a moment with its zone, such as 2026-12-01T18:00Z or 2026-12-01T19:00+01:00");
	return right;
}

const struct value value_begins = {.shape = "MOMENT|when-here|now", .read = value_begins_read};

static bool value_pace_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	static const struct {
		const char *unit;
		usec worth;
	} units[] = {{"/h", 3600 * SECOND}, {"/m", 60 * SECOND}, {"/s", SECOND}};
	char *end;
	long games = strtol(text, &end, 10);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (*text >= '0' && *text <= '9' && strcmp(end, units[i].unit) == 0 &&
			games >= row->min && games <= row->max) {
			*(usec *)((char *)owner + row->offset) = units[i].worth / games;
			return true;
		}
	snprintf(why, room, "it is a number of games, 1 to %" PRId64 ", and /h, /m or /s: 600/h",
		row->max);
	return false;
}

static bool value_interval_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	struct report_interval *interval = (struct report_interval *)((char *)owner + row->offset);
	usec time = 0;
	char *end;
	long games = strtol(text, &end, 10);
	bool number = *text >= '0' && *text <= '9' && *end == '\0';
	if (number && games >= row->min && games <= row->max)
		*interval = (struct report_interval){.games = games};
	else if (!number && value_read_time(text, &time, why, room) && time >= SECOND)
		*interval = (struct report_interval){.time = time};
	else {
		snprintf(why, room,
			"it is a number of games, 1 to %" PRId64 ", or a time of 1s or more: 30s",
			row->max);
		return false;
	}
	return true;
}

const struct value value_interval = {.shape = "GAMES|TIME", .read = value_interval_read};

const struct value value_pace = {.shape = "N/h", .read = value_pace_read};
