/*
 * control-table.c - the table of control requests: splits a request and runs it.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/did-you-mean.h"
#include "referee/base/shell-split.h"
#include "referee/daemon/control.h"

static bool control_status(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	struct daemon_shown shown = {false, false};
	for (; *word != NULL; word++)
		if (strcmp(*word, "--json") == 0) {
			shown.json = true;
		} else if (strcmp(*word, "--bots") == 0) {
			shown.bots = true;
		} else {
			snprintf(why, WHY, "status takes --json and --bots, or nothing");
			return false;
		}
	daemon_status(h, out, shown);
	return true;
}

static bool control_pause(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	(void)out;
	return daemon_pause(h, word[0], why);
}

static bool control_resume(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	(void)out;
	return daemon_resume(h, word[0], why);
}

static bool control_stop(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	(void)out;
	return daemon_stop(h, word[0], why);
}

static bool control_concurrency(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	char *end;
	long games = strtol(word[0], &end, 10);
	(void)out;
	return daemon_concurrency(
		h, *end == '\0' && games > 0 && games < 100000 ? (int)games : 0, why);
}

static bool control_add_bot(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	(void)out;
	return daemon_add_bot(h, word[0], word[1], why);
}

static bool control_bench_bot(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	(void)out;
	return daemon_bench_bot(h, word[0], word[1], true, why);
}

static bool control_unbench_bot(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	(void)out;
	return daemon_bench_bot(h, word[0], word[1], false, why);
}

static bool control_submit(struct daemon *h, char *const *word, FILE *out, char why[WHY])
{
	if (*word[0] != '/') {
		snprintf(why, WHY, "a file is submitted by its whole path");
		return false;
	}
	if (daemon_has(h, word[0])) {
		snprintf(why, WHY, "this file's tournament is here already");
		return false;
	}
	return daemon_submit(h, word[0], out, why) == DAEMON_TAKEN;
}

bool control_parse_wish(char *const *word, struct watch_wish *wish, char why[WHY])
{
	*wish = (struct watch_wish){.number = 0};
	for (; *word != NULL; word++) {
		bool digits = (*word)[strspn(*word, "0123456789")] == '\0' && **word != '\0';
		if (strcmp(*word, "--follow") == 0) {
			wish->follow = true;
		} else if (wish->name != NULL || wish->number > 0 || **word == '-') {
			snprintf(why, WHY,
				"watch is followed by --follow, and a game's number or a bot's name");
			return false;
		} else if (digits) {
			long number = strtol(*word, NULL, 10);
			wish->number = number > 0 && number < INT_MAX ? (int)number : INT_MAX;
		} else {
			wish->name = *word;
		}
	}
	if (wish->follow && wish->number > 0)
		snprintf(why, WHY, "--follow goes on to a bot's next game: name one, or nothing");
	return !wish->follow || wish->number == 0;
}

const struct control_row control_table[] = {
	{"status", "--json, --bots or nothing", 0, 2, control_status},
	{"pause", "TOURNAMENT or nothing", 0, 1, control_pause},
	{"resume", "TOURNAMENT or nothing", 0, 1, control_resume},
	{"stop", "TOURNAMENT or nothing", 0, 1, control_stop},
	{"concurrency", "GAMES", 1, 1, control_concurrency},
	{"add-bot", "TOURNAMENT NAME=COMMAND", 2, 2, control_add_bot},
	{"bench-bot", "TOURNAMENT NAME", 2, 2, control_bench_bot},
	{"unbench-bot", "TOURNAMENT NAME", 2, 2, control_unbench_bot},
	{"submit", "FILE", 1, 1, control_submit},
	{"watch", "--follow, and a game's number or a bot's name, or nothing", 0, 2, NULL},
	{NULL, NULL, 0, 0, NULL},
};

static const struct control_row *control_find(const char *word, char why[WHY])
{
	const char *names[32];
	int count = 0;
	for (const struct control_row *row = control_table; row->word != NULL; row++) {
		if (strcmp(row->word, word) == 0)
			return row;
		names[count++] = row->word;
	}
	const char *near = did_you_mean(word, names, count);
	snprintf(why, WHY, "%.40s cannot be asked for%s%s%s", word,
		near != NULL ? "; did you mean " : "", near != NULL ? near : "",
		near != NULL ? "?" : "");
	return NULL;
}

bool control_parse(const char *line, const struct control_row **row, char ***words, char why[WHY])
{
	int count;
	if (!shell_split_split(line, words, &count, why, WHY))
		return false;
	*row = control_find((*words)[0], why);
	if (*row != NULL && (count - 1 < (*row)->least || count - 1 > (*row)->most)) {
		snprintf(why, WHY, "%s is followed by %s", (*row)->word, (*row)->usage);
		*row = NULL;
	}
	if (*row == NULL)
		free(*words);
	return *row != NULL;
}
