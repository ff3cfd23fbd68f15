/*
 * ctl.c - `referee ctl VERB`: sends a request to a running daemon and prints the answer. The verbs
 * are the rows of control.h.
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/answer.h"
#include "base/memory.h"
#include "referee/commands/daemon-client.h"

struct ctl {
	struct daemon_client client;
	const char *verb, *tournament; /* NULL: not given */
	struct option_list words;
	bool json, bots;
};

/* Prints the answer. Returns its exit status. */
static int ctl_print(const struct command *command, FILE *daemon)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int status = -1;
	while (status < 0 && (length = getline(&line, &room, daemon)) > 0) {
		if (line[length - 1] == '\n')
			line[length - 1] = '\0';
		const struct answer answer = answer_read(line);
		if (answer.kind == ANSWER_TEXT)
			puts(answer.text);
		if (answer.kind == ANSWER_END)
			status = answer.status;
		if (answer.kind == ANSWER_FAULT || status > 0)
			command_report(command, "%s", answer.text);
	}
	free(line);
	if (status < 0)
		command_report(command,
			"the daemon closed the connection without an answer; a daemon accepts its own user, root and the group of its socket only");
	return status < 0 ? EXIT_FAULTS : status;
}

/* Do the words of the verb and --tournament fit? If not, err has a line. Until 1.0 the tournament was
 * the first word, which works still. */
static bool ctl_fits(const struct ctl *c, const struct control_row *row, struct error *err)
{
	bool named, needed;
	const char *words = daemon_client_words(row, &named, &needed);
	if (strncmp(words, "[--", 3) == 0 && c->words.count > 0)
		return error_set(err, "%s: \"%.40s\": one word too many; only options are taken",
			row->word, c->words.all[0]);
	if (c->tournament != NULL && !named)
		return error_set(err, "%s: it takes no --tournament", row->word);
	if (control_takes(row, c->words.count + (c->tournament != NULL), err) || !named)
		return !error_is_set(err);
	return error_set(err, "%s: wrong number of words; give %s%s%s", row->word, words,
		*words != '\0' ? " and " : "",
		needed ? "--tournament NAME" : "[--tournament NAME]");
}

/* The row of the verb, whose words fit. NULL: it was reported. */
static const struct control_row *ctl_row(const struct ctl *c)
{
	struct error err = {""};
	const struct control_row *row = control_find(c->verb, &err);
	if (row != NULL && row->help == NULL)
		error_set(&err, "%s: it is a command of its own: `referee %s`", c->verb, c->verb);
	else if (row != NULL && (c->json || c->bots) && strcmp(c->verb, "status") != 0)
		error_set(&err, "%s: only status has --json and --bots", c->verb);
	else if (row != NULL && ctl_fits(c, row, &err))
		return row;
	command_misused(&command_ctl, "%s", err.text);
	return NULL;
}

/* Makes the request. Returns 0, or the exit status of a mistake that was reported. */
static int ctl_make(struct ctl *c, const struct command *command, const struct control_row *row,
	char whole[PATH_MAX])
{
	struct daemon_client *client = &c->client;
	bool named, needed, good = daemon_client_begin(client, command, row->word);
	daemon_client_words(row, &named, &needed);
	if (named && c->tournament == NULL && c->words.count > 0)
		command_print_renamed("ctl VERB TOURNAMENT", "ctl VERB --tournament TOURNAMENT");
	good = good && daemon_client_add(client, c->tournament);
	for (int i = 0; i < c->words.count && good; i++) {
		const char *word = c->words.all[i];
		/* The daemon may have another working directory. */
		bool file = strcmp(row->usage, "FILE") == 0;
		if (file && realpath(word, whole) == NULL)
			return command_fail(command, EXIT_FILE, "%s: %s", word, strerror(errno));
		good = daemon_client_add(client, file ? whole : word);
	}
	good = good && daemon_client_add(client, c->json ? "--json" : NULL) &&
	       daemon_client_add(client, c->bots ? "--bots" : NULL);
	return good ? 0 : EXIT_USAGE;
}

static int ctl_send(struct ctl *c, const struct control_row *row)
{
	char whole[PATH_MAX], *name = memory_print("%s %s", command_ctl.name, row->word);
	const struct command command = {.name = name}; /* in messages */
	int status = ctl_make(c, &command, row, whole);
	FILE *daemon = status == 0 ? daemon_client_open(&c->client) : NULL;
	if (daemon != NULL) {
		daemon_client_send(&c->client, daemon);
		status = ctl_print(&command, daemon);
		fclose(daemon);
	} else if (status == 0) {
		status = EXIT_FAULTS;
	}
	free(name);
	return status;
}

static int ctl_run(int argc, char **argv)
{
	struct ctl c = {.verb = NULL};
	int status;
	if (command_read(&command_ctl, &c, argc, argv, &status)) {
		const struct control_row *row = ctl_row(&c);
		status = row != NULL ? ctl_send(&c, row) : EXIT_USAGE;
	}
	options_clear(&command_ctl.options, &c);
	return status;
}

/* --- the row of the command ------------------------------------------------------------------ */

/* The verb with this number. NULL: there is none. */
static const struct control_row *ctl_find(size_t number)
{
	for (const struct control_row *row = control_table; row->word != NULL; row++)
		if (row->help != NULL && number-- == 0)
			return row;
	return NULL;
}

static const char *ctl_verb(size_t number)
{
	const struct control_row *verb = ctl_find(number);
	return verb != NULL ? verb->word : NULL;
}

static bool ctl_verb_row(size_t number, struct option_row *row)
{
	const struct control_row *verb = ctl_find(number);
	if (verb == NULL)
		return false;
	bool named, needed;
	const char *words = daemon_client_words(verb, &named, &needed);
	*row = (struct option_row){.name = verb->word, .help = verb->help};
	if (*words != '\0' && strstr(words, "--") == NULL)
		row->value = words;
	return true;
}

#define CTL_AT(member) offsetof(struct ctl, member)

static const struct option_row ctl_options[] = {
	{OPTION("tournament", TEXT, CTL_AT(tournament)), .value = "NAME",
		.help = "use this tournament that the daemon plays or that waits; add-bot, bench-bot, unbench-bot and revert need it, and without it pause, resume and stop act on all"},
	{OPTION("json", SWITCH, CTL_AT(json)),
		.help = "write the status as one object: concurrency, paused, tournaments (name, file, db, state, done, games, faults: seats that failed, eta in seconds, running, benched, remote, why: what it failed by or waits for, ...)"},
	{OPTION("bots", SWITCH, CTL_AT(bots)),
		.help = "list in the status also the remote bots: connected or absent, since when, from which address, in which tournament"},
	{.name = NULL},
};

const struct command command_ctl = {
	.name = "ctl",
	.group = COMMAND_SERVER,
	.summary = "List and control the tournaments of a running daemon",
	.options = {.arguments = {{"VERB", ARGUMENT_ONE, CTL_AT(verb),
					  "a verb; `referee ctl --help` lists them"},
			    {"WORD", ARGUMENT_ANY, CTL_AT(words), "the words of the verb"}},
		.groups = {{.title = "Verbs", .row = ctl_verb_row, .words = true, .verbs = true},
			{.rows = ctl_options}, DAEMON_CLIENT_GROUP(CTL_AT(client))}},
	.examples = (const char *const[]){"# Let the daemon play a tournament.",
		"referee ctl submit cup.conf",
		"# List the tournaments of the daemon, and their bots.",
		"referee ctl status --bots",
		"# Stop the daemon from starting games of a tournament.",
		"referee ctl pause --tournament cup", "# Play four games at a time.",
		"referee ctl concurrency 4", "# Let a bot join a running tournament.",
		"referee ctl add-bot ann=\"python3 ann.py\" --tournament cup",
		"# Let the version of a bot play again that it had before.",
		"referee ctl revert ann --tournament cup", "# Show a text on all pages.",
		"referee ctl announce \"The final begins at six.\"",
		"# End the daemon when its games are finished.", "referee ctl drain", NULL},
	.run = ctl_run,
	.verb = ctl_verb,
};
