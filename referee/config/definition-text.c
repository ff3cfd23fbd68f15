/*
 * definition-text.c - writes a definition from the table of settings, and compares two definitions.
 */
#include "referee/config/definition-text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/message.h"
#include "base/key-value.h"
#include "base/memory.h"
#include "referee/config/settings.h"

/* The key of the digest of the rules' program. */
static const char definition_text_program[] = "rules program";

/* Writes the settings of a bot that differ from the tournament's: "bot NAME memory = 512M". */
static void definition_text_write_bot(const struct bot *bot, FILE *out)
{
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++) {
		if (!(s->uses & SETTING_DEFINES) || !origin_given(&bot->set[s - settings_of_bot]))
			continue;
		fprintf(out, "bot %s %s = ", bot->name, settings_stored_key(s));
		s->value->write(s, bot, out);
		fputc('\n', out);
	}
}

/* Writes the program of the rules: "rules dir = othello". */
static void definition_text_write_rules(const struct tournament *t, FILE *out)
{
	const struct bot *program = &t->rules_program;
	if (program->command == NULL)
		return;
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++) {
		if (!settings_is_of_rules(s) || !origin_given(&program->set[s - settings_of_bot]))
			continue;
		fprintf(out, "rules %s = ", settings_stored_key(s));
		s->value->write(s, program, out);
		fputc('\n', out);
	}
	fprintf(out, "%s = %s\n", definition_text_program, t->rules_digest);
}

char *tournament_definition(const struct tournament *t)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		if (!(s->uses & SETTING_DEFINES))
			continue;
		char *value = NULL;
		size_t length = 0;
		FILE *one = memory_open(&value, &length);
		s->value->write(s, t, one);
		memory_close(one);
		if (!(s->uses & SETTING_OMIT_PRESET) || strcmp(value, settings_omitted(s)) != 0)
			fprintf(out, "%s = %s\n", settings_stored_key(s), value);
		free(value);
	}
	for (int i = 0; i < t->bots_count; i++)
		definition_text_write_bot(&t->bots[i], out);
	definition_text_write_rules(t, out);
	memory_close(out);
	return text;
}

char *bot_definition(const struct bot *bot)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++) {
		for (int i = 0; s->value == &value_option && i < bot->options_count; i++)
			fprintf(out, "%s = %s\n", settings_stored_key(s), bot->options[i]);
		if (s->value->write == NULL || s->value == &value_command ||
			!origin_given(&bot->set[s - settings_of_bot]))
			continue;
		fprintf(out, "%s = ", settings_stored_key(s));
		s->value->write(s, bot, out);
		fputc('\n', out);
	}
	memory_close(out);
	return text;
}

char *bot_definition_with_features(const struct bot *bot)
{
	char *settings = bot_definition(bot), *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	fputs(settings, out);
	free(settings);
	if (bot->startpos_only)
		fprintf(out, "feature = %s\n", feature_name(FEATURE_STARTPOS_ONLY));
	if (bot->seats != 0)
		fprintf(out, "feature = %s", feature_name(FEATURE_SEATS));
	for (int seat = 1; bot->seats >> (seat - 1) != 0; seat++)
		if (bot_plays_seat(bot, seat))
			fprintf(out, " %d", seat);
	fputs(bot->seats != 0 ? "\n" : "", out);
	if (bot->author != NULL)
		fprintf(out, "author = %s\n", bot->author);
	memory_close(out);
	return text;
}

/* Reads "startpos-only" or "seats 1 3". */
static void definition_text_read_feature(struct bot *bot, const char *value)
{
	size_t word = strcspn(value, " ");
	unsigned seats = 0;
	if (strcmp(value, feature_name(FEATURE_STARTPOS_ONLY)) == 0)
		bot->startpos_only = true;
	if (strncmp(value, feature_name(FEATURE_SEATS), word) != 0)
		return;
	for (const char *at = value + word; *at == ' '; at += strcspn(at + 1, " ") + 1) {
		int seat = atoi(at);
		if (seat >= 1 && seat <= SEATS_MAX)
			seats |= 1u << (seat - 1);
	}
	bot->seats = seats;
}

void bot_definition_read(struct bot *bot, const char *text, struct origin at)
{
	struct diagnostics mistakes = {NULL, NULL, 0};
	struct key_value_line line;
	while ((text = key_value_next(text, &line)) != NULL) {
		char *key = memory_print("%.*s", line.key_length, line.key);
		char *value = memory_print("%.*s", line.value_length, line.value);
		const struct setting *row = settings_find(settings_of_bot, key);
		bool no_time =
			row != NULL && row->value == &value_time && strcmp(value, "none") == 0;
		if (strcmp(key, "feature") == 0)
			definition_text_read_feature(bot, value);
		if (row != NULL)
			settings_set_bot(bot, row, no_time ? "0" : value, at, &mistakes);
		free(key);
		free(value);
	}
}

/* Finds the line of the same key in text. If there is none, the value is that of an unsaid
 * setting, or none. True: there is a line. */
static bool definition_text_find(
	const char *text, const struct key_value_line *wanted, struct key_value_line *found)
{
	while ((text = key_value_next(text, found)) != NULL) {
		if (found->key_length == wanted->key_length &&
			memcmp(found->key, wanted->key, (size_t)wanted->key_length) == 0)
			return true;
	}
	found->value = "none";
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		if (settings_omitted(s) != NULL && key_value_is(wanted, settings_stored_key(s)))
			found->value = settings_omitted(s);
	}
	found->value_length = (int)strlen(found->value);
	return false;
}

/* Does the setting determine a game, apart from its opening? The game itself and its seats are the
 * tournament's own columns: another program's text may not name a program to run. */
static bool definition_text_is_of_game(const struct setting *row)
{
	return (row->uses & SETTING_DEFINES) != 0 && (row->uses & SETTING_ARBITER) != 0 &&
	       row != &settings_of_tournament[SETTING_GAME] &&
	       row != &settings_of_tournament[SETTING_PLAYERS];
}

/* Applies a value, or each value of a list. */
static bool definition_text_set(
	struct tournament *t, const struct setting *row, char *text, struct error *err)
{
	char *word = text;
	if (!row->value->list)
		return value_restore(row, t, text, err);
	while ((word = strsep(&text, " ")) != NULL)
		if (!value_restore(row, t, word, err))
			return false;
	return true;
}

/* A tournament of an older version has no limit of plies, where its rules are a program. */
static void definition_text_keep_plies(const char *began, struct tournament *t)
{
	const struct key_value_line wanted = {
		.key = "max-plies", .key_length = (int)strlen("max-plies")};
	struct key_value_line found;
	bool given = origin_given(&t->set[SETTING_MAX_PLIES]);
	if (t->rules_program.command != NULL && !given &&
		(!definition_text_find(began, &wanted, &found) ||
			(found.value_length == 4 && strncmp(found.value, "none", 4) == 0)))
		t->terms.max_plies = 0;
}

void definition_text_keep(const char *began, struct tournament *t)
{
	struct error err;
	definition_text_keep_plies(began, t);
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		const char *key = settings_stored_key(s);
		struct key_value_line wanted = {.key = key, .key_length = (int)strlen(key)}, found;
		bool given = origin_given(&t->set[s - settings_of_tournament]);
		if (s->omitted == NULL || given || definition_text_find(began, &wanted, &found))
			continue;
		bool good = s->value->read(s, t, s->omitted, &err);
		assert(good);
	}
}

/* Reads the program of the rules. */
static void definition_text_read_rules(struct tournament *t, const char *definition)
{
	static const char rules[] = "rules ";
	struct diagnostics mistakes = {NULL, NULL, 0};
	struct key_value_line line;
	while ((definition = key_value_next(definition, &line)) != NULL) {
		if (strncmp(line.key, rules, strlen(rules)) != 0)
			continue;
		char *key = memory_print("%.*s", line.key_length, line.key);
		char *value = memory_print("%.*s", line.value_length, line.value);
		const struct setting *row = settings_find(settings_of_bot, key + strlen(rules));
		if (strcmp(key, definition_text_program) == 0)
			snprintf(t->rules_digest, sizeof t->rules_digest, "%s", value);
		else if (row != NULL && settings_is_of_rules(row))
			settings_set_bot(&t->rules_program, row, value,
				(struct origin){"the definition", 1}, &mistakes);
		free(key);
		free(value);
	}
}

bool definition_text_read(struct tournament *t, const char *game, int players,
	const char *definition, struct error *err)
{
	struct key_value_line line;
	struct error wrong;
	tournament_set_game(t, game);
	t->players = players;
	t->rules = rules_find(game);
	if (t->rules == NULL && t->rules_program.command == NULL)
		return error_set(err, "there is no game \"%s\" here", game);
	definition_text_keep(definition, t);
	definition_text_read_rules(t, definition);
	while ((definition = key_value_next(definition, &line)) != NULL) {
		char *key = memory_print("%.*s", line.key_length, line.key);
		char *text = memory_print("%.*s", line.value_length, line.value);
		const struct setting *row = settings_find(settings_of_tournament, key);
		bool good = row == NULL || !definition_text_is_of_game(row) ||
			    definition_text_set(t, row, text, &wrong);
		if (!good)
			error_set(err, "%s = %s: %s", key, text, wrong.text);
		free(key);
		free(text);
		if (!good)
			return false;
	}
	return true;
}

static bool definition_text_says(const struct key_value_line *line, const char *value)
{
	return line->value_length == (int)strlen(value) &&
	       memcmp(line->value, value, strlen(value)) == 0;
}

/* Compares two values of one key. The number of games of a sample may change. That of an sprt is
 * only a bound, which may also be set and removed. */
static bool definition_text_equal(
	const struct key_value_line *a, const struct key_value_line *b, bool sprt)
{
	static const char digits[] = "0123456789";
	bool games = key_value_is(a, "games");
	if (games && sprt && (definition_text_says(a, "all") || definition_text_says(b, "all")))
		return true;
	int first = games ? (int)strspn(a->value, digits) : 0;
	int second = games ? (int)strspn(b->value, digits) : 0;
	return a->value_length - first == b->value_length - second &&
	       memcmp(a->value + first, b->value + second, (size_t)(a->value_length - first)) == 0;
}

static bool definition_text_has(const char *began, const char *key)
{
	struct key_value_line line;
	while ((began = key_value_next(began, &line)) != NULL) {
		if (key_value_is(&line, key))
			return true;
	}
	return false;
}

char *definition_text_rules_digest(const char *definition)
{
	return key_value_value(definition, definition_text_program);
}

bool definition_text_failed_tie(const char *began)
{
	return !definition_text_has(began, "failed-together");
}

bool definition_text_repeats_count(const char *began)
{
	return !definition_text_has(began, "pairs");
}

int64_t definition_text_games(const char *began)
{
	struct key_value_line line;
	while ((began = key_value_next(began, &line)) != NULL) {
		if (key_value_is(&line, "games"))
			return strtoll(line.value, NULL, 10);
	}
	return 0;
}

/* Is every line of one also in other? False: *difference is the first such line, and *instead
 * the line of other. */
static bool definition_text_within(const char *one, const char *other,
	struct key_value_line *difference, struct key_value_line *instead)
{
	struct key_value_line format = {.key = "format", .key_length = 6};
	bool sprt = definition_text_find(one, &format, instead) &&
		    (instead->value_length > 5 && strncmp(instead->value, "sprt ", 5) == 0);
	while ((one = key_value_next(one, difference)) != NULL) {
		if (!definition_text_find(other, difference, instead) &&
			/* bots may come and go, and the digest shows a changed one */
			(difference->key_length > 4 && strncmp(difference->key, "bot ", 4) == 0))
			continue;
		if (!definition_text_equal(difference, instead, sprt))
			return false;
	}
	return true;
}

/* Is the line about the test, and not about the games? */
static bool definition_text_is_of_test(const struct key_value_line *line)
{
	static const char *const keys[] = {"elo0", "elo1", "alpha", "beta", "model"};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (key_value_is(line, keys[i]))
			return true;
	return false;
}

/* A definition without the lines of its test; the caller frees it. */
static char *definition_text_untested(const char *text)
{
	struct key_value_line line;
	char *rest = NULL;
	size_t size = 0;
	FILE *out = memory_open(&rest, &size);
	while ((text = key_value_next(text, &line)) != NULL)
		if (!definition_text_is_of_test(&line))
			fprintf(out, "%.*s = %.*s\n", line.key_length, line.key, line.value_length,
				line.value);
	memory_close(out);
	return rest;
}

bool definition_text_same_games(const char *began, const char *now)
{
	struct error err;
	char *before = definition_text_untested(began), *after = definition_text_untested(now);
	bool same = definition_text_same(before, after, &err);
	free(before);
	free(after);
	return same;
}

/* Do these have the same number of games of the same bots, in the form of an older method? An
 * old sample has "9 of a b", a new one "9 dealt to a b". */
static bool definition_text_chosen_before(
	const struct key_value_line *before, const struct key_value_line *after)
{
	const char *was = memchr(before->value, ' ', (size_t)before->value_length);
	const char *is = memchr(after->value, ' ', (size_t)after->value_length);
	return was != NULL && is != NULL && strncmp(was, " of ", 4) == 0 &&
	       strncmp(is, " dealt to ", 10) == 0;
}

/* The next word of text, up to end; NULL: none. */
static const char *definition_text_word(const char *text, const char *end, int *length)
{
	while (text < end && *text == ' ')
		text++;
	*length = 0;
	while (text + *length < end && text[*length] != ' ')
		++*length;
	return *length > 0 ? text : NULL;
}

static bool definition_text_has_word(
	const struct key_value_line *line, const char *word, int length)
{
	const char *end = line->value + line->value_length, *at = line->value;
	int other;
	for (; (at = definition_text_word(at, end, &other)) != NULL; at += other)
		if (other == length && memcmp(at, word, (size_t)length) == 0)
			return true;
	return false;
}

/* Adds to err the words of one line that the other has not: "; ada, ben not there then". */
static void definition_text_name_bots(const struct key_value_line *one,
	const struct key_value_line *other, const char *what, struct error *err)
{
	const char *end = one->value + one->value_length, *at = one->value;
	const char *comma = "; ";
	int length;
	for (; (at = definition_text_word(at, end, &length)) != NULL; at += length)
		if (!definition_text_has_word(other, at, length)) {
			error_append(err, "%s%.*s", comma, length, at);
			comma = ", ";
		}
	if (*comma == ',')
		error_append(err, " %s", what);
}

/* "swiss of a b" and "swiss of a c" differ in their bots alone. */
static bool definition_text_other_bots(
	const struct key_value_line *before, const struct key_value_line *after, struct error *err)
{
	int length, other;
	const char *was =
		definition_text_word(before->value, before->value + before->value_length, &length);
	const char *is =
		definition_text_word(after->value, after->value + after->value_length, &other);
	if (was == NULL || is == NULL || length != other || memcmp(was, is, (size_t)length) != 0)
		return false;
	error_set(
		err, "its bots may not change once it has begun, since format = %.*s", length, was);
	definition_text_name_bots(after, before, "not there then", err);
	definition_text_name_bots(before, after, "not there now", err);
	return true;
}

bool definition_text_same(const char *began, const char *now, struct error *err)
{
	struct key_value_line key, before, after;
	if (!definition_text_within(now, began, &after, &before))
		key = after;
	else if (!definition_text_within(began, now, &before, &after))
		key = before;
	else
		return true;
	if (key_value_is(&key, "games") && definition_text_chosen_before(&before, &after))
		return error_set(
			err, "an older referee chose its games, in another way than this one");
	if (key_value_is(&key, definition_text_program))
		return error_set(err,
			"the program of its rules has changed since it began (SHA-256 %.*s then, %.*s now)",
			before.value_length, before.value, after.value_length, after.value);
	if (key_value_is(&key, "format") && definition_text_other_bots(&before, &after, err))
		return false;
	return error_set(err, "%.*s was %.*s when the tournament began, now it is %.*s",
		key.key_length, key.key, before.value_length, before.value, after.value_length,
		after.value);
}
