/*
 * solve.c - functions of all subcommands: parsing of the command line, and error messages.
 */
#include "bots/solve/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/did-you-mean.h"

bool solve_refuse(char *why, size_t room, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(why, room, format, list);
	va_end(list);
	return false;
}

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
	char *why, size_t room)
{
	char *end;

	errno = 0;
	long long n = strtoll(text, &end, 10);
	if (end == text || *end != '\0' || errno != 0 || n < least || n > most)
		return solve_refuse(why, room,
			"%s is a whole number from %" PRId64 " to %" PRId64 ", not \"%.40s\"", name,
			least, most, text);
	*number = n;
	return true;
}

static bool solve_refuse_flag(
	const struct solve *solve, const char *flag, size_t length, char *why, size_t room)
{
	char typed[64];
	snprintf(typed, sizeof typed, "%.*s", length > 60 ? 60 : (int)length, flag);
	struct did_you_mean near = did_you_mean_to(typed);

	for (const struct solve_flag *row = solve->flags; row->name != NULL; row++)
		did_you_mean_offer(&near, row->name);
	did_you_mean_offer(&near, "help");
	return solve_refuse(why, room, "%s has no flag \"--%s\"%s%s%s (see referee-solve --help)",
		solve->name, typed, near.best != NULL ? "; did you mean --" : "",
		near.best != NULL ? near.best : "", near.best != NULL ? "?" : "");
}

/* Takes `--flag value`, `--flag=value` or `--flag`; returns the arguments used, 0 on a mistake. */
static int solve_take_flag(const struct solve *solve, const char *const *argument,
	struct solve_call *call, char *why, size_t room)
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
		return solve_refuse_flag(solve, flag, length, why, room);
	if (call->counts[i] == (row->repeats ? SOLVE_REPEATS_MAX : 1))
		return solve_refuse(why, room, "--%s is given too often", row->name);
	bool joined = flag[length] == '=';
	const char *value = joined ? flag + length + 1 : argument[1];
	if (row->value == NULL && joined)
		return solve_refuse(why, room, "--%s takes no value", row->name);
	if (row->value != NULL && value == NULL)
		return solve_refuse(
			why, room, "--%s needs a value: --%s %s", row->name, row->name, row->value);
	call->values[i][call->counts[i]++] = row->value == NULL ? "" : value;
	return row->value == NULL || joined ? 1 : 2;
}

bool solve_read_call(const struct solve *solve, const char *const *arguments,
	struct solve_call *call, char *why, size_t room)
{
	int words = 0;

	*call = (struct solve_call){0};
	while (*arguments != NULL) {
		int used = 1;
		if (strncmp(*arguments, "--", 2) == 0)
			used = solve_take_flag(solve, arguments, call, why, room);
		else if (words == solve->words_most)
			return solve_refuse(why, room, "\"%.60s\" is too much: referee-solve %s %s",
				*arguments, solve->name, solve->usage);
		else
			call->words[words++] = *arguments;
		if (used == 0)
			return false;
		arguments += used;
	}
	if (words < solve->words_least)
		return solve_refuse(why, room, "something is missing: referee-solve %s %s",
			solve->name, solve->usage);
	return true;
}
