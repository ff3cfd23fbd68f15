/*
 * solve.c - functions of all subcommands: the command line, its game and positions, and error
 * messages.
 */
#include "bots/solve/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/did-you-mean.h"

enum solve_status solve_fail(enum solve_status status, const char *why)
{
	fflush(stdout);
	fprintf(stderr, "referee-solve: %s\n", why);
	return status;
}

const char *solve_value(const struct solve_call *call, int flag)
{
	return call->counts[flag] == 0 ? NULL : call->values[flag][call->counts[flag] - 1];
}

bool solve_number(const char *name, const char *text, int64_t least, int64_t most, int64_t *number,
	struct error *err)
{
	char *end;

	errno = 0;
	long long n = strtoll(text, &end, 10);
	if (end == text || *end != '\0' || errno != 0 || n < least || n > most)
		return error_set(err,
			"%s is a whole number from %" PRId64 " to %" PRId64 ", not \"%.40s\"", name,
			least, most, text);
	*number = n;
	return true;
}

static bool solve_refuse_flag(
	const struct solve *solve, const char *flag, size_t length, struct error *err)
{
	char typed[64];
	snprintf(typed, sizeof typed, "%.*s", length > 60 ? 60 : (int)length, flag);
	struct did_you_mean near = did_you_mean_to(typed);

	for (const struct solve_flag *row = solve->flags; row->name != NULL; row++)
		did_you_mean_offer(&near, row->name);
	did_you_mean_offer(&near, "help");
	if (near.best == NULL)
		return error_set(
			err, "%s: unknown flag --%s; --help lists all", solve->name, typed);
	return error_set(
		err, "%s: unknown flag --%s; did you mean --%s?", solve->name, typed, near.best);
}

/* Takes `--flag value`, `--flag=value` or `--flag`; returns the arguments used, 0 on a mistake. */
static int solve_take_flag(const struct solve *solve, const char *const *argument,
	struct solve_call *call, struct error *err)
{
	const char *flag = argument[0] + 2;
	size_t length = strcspn(flag, "=");
	int i = 0;

	while (solve->flags[i].name != NULL &&
		(strlen(solve->flags[i].name) != length ||
			memcmp(solve->flags[i].name, flag, length) != 0))
		i++;
	const struct solve_flag *row = solve->flags + i;
	if (row->name == NULL)
		return solve_refuse_flag(solve, flag, length, err);
	if (call->counts[i] == (row->repeats ? SOLVE_REPEATS_MAX : 1))
		return error_set(err, "--%s is given too often", row->name);
	bool joined = flag[length] == '=';
	const char *value = joined ? flag + length + 1 : argument[1];
	if (row->value == NULL && joined)
		return error_set(err, "--%s takes no value", row->name);
	if (row->value != NULL && value == NULL)
		return error_set(
			err, "--%s needs a value: --%s %s", row->name, row->name, row->value);
	call->values[i][call->counts[i]++] = row->value == NULL ? "" : value;
	return row->value == NULL || joined ? 1 : 2;
}

bool solve_read_call(const struct solve *solve, const char *const *arguments,
	struct solve_call *call, struct error *err)
{
	int words = 0;

	*call = (struct solve_call){0};
	while (*arguments != NULL) {
		int used = 1;
		if (strncmp(*arguments, "--", 2) == 0)
			used = solve_take_flag(solve, arguments, call, err);
		else if (words == solve->words_most)
			return error_set(err, "\"%.60s\": one word too many; referee-solve %s %s",
				*arguments, solve->name, solve->usage);
		else
			call->words[words++] = *arguments;
		if (used == 0)
			return false;
		arguments += used;
	}
	if (words < solve->words_least)
		return error_set(
			err, "a word is missing; referee-solve %s %s", solve->name, solve->usage);
	return true;
}

/* --- games and positions ---------------------------------------------------------------------- */

/* For games with random parameters: the same ones every time. */
enum { SOLVE_GAME_SEED = 1 };

const struct rules *solve_game_find(const char *name, struct error *err)
{
	const struct rules *rules = rules_find(name);
	struct did_you_mean near = did_you_mean_to(name);

	for (int i = 0; all_rules[i] != NULL; i++)
		did_you_mean_offer(&near, all_rules[i]->name);
	if (rules == NULL)
		error_set(err, "no game \"%.60s\"%s%s%s (see referee-bot --list)", name,
			near.best != NULL ? "; did you mean " : "",
			near.best != NULL ? near.best : "", near.best != NULL ? "?" : "");
	return rules;
}

bool solve_game_init(struct solve_game *game, const struct rules *rules, int seats,
	const char *const *settings, int count, struct error *err)
{
	if (!setup_init(&game->setup, rules, seats, SOLVE_GAME_SEED, settings, count, err))
		return false;
	rules->start(&game->setup, &game->position);
	return true;
}

bool solve_game_place(struct solve_game *game, const char *text, struct error *err)
{
	const struct rules *rules = game->setup.rules;

	if (strcmp(text, "startpos") == 0) {
		rules->start(&game->setup, &game->position);
		return true;
	}
	return rules->read(&game->setup, &game->position, text, err);
}

static enum solve_status solve_lines_all(solve_answer *answer, void *context)
{
	enum solve_status status = SOLVE_DONE;
	char *line = NULL, text[SOLVE_LINE];
	size_t size = 0;
	ssize_t length;

	for (uint64_t number = 1; (length = getline(&line, &size, stdin)) >= 0; number++) {
		while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
			line[--length] = '\0';
		if (!answer(context, line, text, sizeof text)) {
			printf("error: line %llu: ", (unsigned long long)number);
			status = SOLVE_INPUT;
		}
		puts(text);
		/* A program may wait for the answer before it asks again. */
		fflush(stdout);
	}
	free(line);
	return ferror(stdin) ? solve_fail(SOLVE_INPUT, "stdin cannot be read") : status;
}

enum solve_status solve_lines(const char *word, solve_answer *answer, void *context)
{
	char text[SOLVE_LINE];

	if (word != NULL && strcmp(word, "-") == 0)
		return solve_lines_all(answer, context);
	if (!answer(context, word == NULL ? "startpos" : word, text, sizeof text))
		return solve_fail(SOLVE_USAGE, text);
	puts(text);
	return SOLVE_DONE;
}
