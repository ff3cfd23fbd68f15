/*
 * token.c - `referee token new`, `list` and `revoke`: the tokens of remote bots.
 */
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "base/time.h"
#include "referee/net/tokens.h"

struct token_options {
	const struct command *command; /* borrowed: in messages */
	const char *file, *name, *owner, *revoke;
	bool list;
};

extern const struct command command_token_new, command_token_list, command_token_revoke;

/* False: the words do not fit together, which was reported. */
static bool token_check(const struct token_options *a)
{
	if ((a->name != NULL) + (a->revoke != NULL) + a->list != 1)
		command_misused(a->command, "one of NAME, --revoke NAME and --list is needed");
	else if (a->name != NULL && !token_name_is_good(a->name))
		command_misused(a->command,
			"\"%s\": it is no name; a name has letters, digits and . _ + -, 64 at most",
			a->name);
	else if (a->owner != NULL && a->name == NULL)
		command_misused(a->command, "--owner: it needs the NAME of a bot");
	else if (a->owner != NULL && !token_name_is_good(a->owner))
		command_misused(a->command,
			"--owner \"%s\": it is no name; a name has letters, digits and . _ + -, 64 at most",
			a->owner);
	else
		return true;
	return false;
}

static bool token_save(const struct token_options *a, const struct tokens *tokens)
{
	struct error err;
	if (token_file_write(a->file, tokens, &err))
		return true;
	command_report(a->command, "%s", err.text);
	return false;
}

static int token_make(const struct token_options *a, struct tokens *tokens)
{
	unsigned char token[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1], whole[PATH_MAX];
	struct token_keys keys;
	bool again = tokens_find(tokens, a->name) != NULL, first = access(a->file, F_OK) != 0;
	crypto_random(token);
	token_keys_make(token, &keys);
	if (!tokens_set(tokens, a->name, a->owner, &keys)) {
		command_report(a->command, "%s: the file is full: it holds %d names; revoke one",
			a->file, TOKENS_MAX);
		return EXIT_FILE;
	}
	if (!token_save(a, tokens))
		return EXIT_FILE;
	crypto_write(token, text);
	printf("%s\n", text);
	fprintf(stderr,
		"This is the token of %s%s. It is printed only this time and stored nowhere.\n"
		"Give it to the owner of the bot, in a file of mode 600, over a channel that no other user reads:\n"
		"`referee connect --name %s --token-file FILE`.\n",
		a->name, again ? "; the old token is no longer valid" : "", a->name);
	if (first)
		fprintf(stderr,
			"The file of tokens is new: %s. The server must read this one (`referee serve --tokens`).\n",
			realpath(a->file, whole) != NULL ? whole : a->file);
	crypto_forget(token, sizeof token);
	crypto_forget(text, sizeof text);
	return EXIT_SUCCESS;
}

static int token_revoke(const struct token_options *a, struct tokens *tokens)
{
	struct token_row *row = tokens_find(tokens, a->revoke);
	if (row == NULL) {
		command_report(a->command, "%s: it has no token of \"%s\"; --list lists the names",
			a->file, a->revoke);
		return EXIT_FILE;
	}
	tokens_remove(tokens, row);
	return token_save(a, tokens) ? EXIT_SUCCESS : EXIT_FILE;
}

static int token_do(const struct token_options *a, struct tokens *tokens)
{
	if (a->name != NULL)
		return token_make(a, tokens);
	if (a->revoke != NULL)
		return token_revoke(a, tokens);
	for (size_t i = 0; i < tokens->count; i++) {
		/* the name, and the owner unless it is the name; of an invitation, its rights */
		const struct token_row *row = &tokens->rows[i];
		bool owned = strcmp(token_owner(row), row->name) != 0;
		char until[TIME_TEXT];
		if (row->bots > 0)
			printf("%s %s invitation for %d, until %s\n", row->name, row->owner,
				row->bots, time_text(row->expires * 1000, until));
		else
			printf("%s%s%s\n", row->name, owned ? " " : "", owned ? row->owner : "");
	}
	return EXIT_SUCCESS;
}

/* Reads the command line, whose values a has so far, and does what it says. */
static int token_run(struct token_options a, int argc, char **argv)
{
	struct tokens tokens;
	struct error err;
	int status = EXIT_USAGE, lock = -1;
	a.file = "referee.tokens";
	if (!command_read(a.command, &a, argc, argv, &status) || !token_check(&a))
		return status;
	if ((!a.list && (lock = token_file_lock(a.file, true, &err)) < 0) ||
		!token_file_read(a.file, a.name != NULL, &tokens, &err)) {
		command_report(a.command, "%s", err.text);
		status = EXIT_FILE;
	} else {
		status = token_do(&a, &tokens);
		tokens_clear(&tokens);
	}
	if (lock >= 0)
		close(lock);
	return status;
}

#define TOKEN_AT(member) offsetof(struct token_options, member)
#define TOKEN_FILE                                                                                 \
	{                                                                                          \
		OPTION("file", TEXT, TOKEN_AT(file)), .value = "FILE", .preset = "referee.tokens", \
						      .help = "use this file of tokens"            \
	}
#define TOKEN_OWNER                                                                                               \
	{                                                                                                         \
		OPTION("owner", TEXT, TOKEN_AT(owner)),                                                           \
			.value = "OWNER",                                                                         \
			.help = "say the owner of the bot; the default is the owner that it has, or its own name" \
	}

static const struct option_row token_file_rows[] = {TOKEN_FILE, {.name = NULL}};
static const struct option_row token_new_rows[] = {TOKEN_FILE, TOKEN_OWNER, {.name = NULL}};

/* `referee token NAME`, `--list` and `--revoke NAME` of older versions. */
static const struct option_row token_old_rows[] = {TOKEN_FILE, TOKEN_OWNER,
	{OPTION("list", SWITCH, TOKEN_AT(list)), .help = "list the names that have a token"},
	{OPTION("revoke", TEXT, TOKEN_AT(revoke)), .value = "NAME",
		.help = "revoke the token of this bot"},
	{.name = NULL}};

static const struct command token_old = {
	.name = "token",
	.summary = "Make, list and revoke tokens; now `referee token new`, `list` and `revoke`",
	.options = {.arguments = {{"NAME", ARGUMENT_OPTIONAL, TOKEN_AT(name), NULL}},
		.groups = {{.rows = token_old_rows}}},
};

static int token_new_run(int argc, char **argv)
{
	bool old = strcmp(argv[0], token_old.name) == 0;
	return token_run((struct token_options){.command = old ? &token_old : &command_token_new},
		argc, argv);
}

const struct command command_token_new = {
	.name = "token new",
	.group = COMMAND_SERVER,
	.summary = "Make the token that lets a bot connect over the network",
	.about =
		"Makes a token of 256 random bits for the bot NAME and prints it once, on stdout. "
		"The file stores only keys that are derived from the token; no client can connect with these. "
		"A name that has a token gets a new one, and the old one is no longer valid. "
		"An owner may have several bots, with a token each.",
	.options = {.arguments = {{"NAME", ARGUMENT_ONE, TOKEN_AT(name), "the name of the bot"}},
		.groups = {{.rows = token_new_rows}}},
	.examples = (const char *const[]){"# Make a token and write it into a file.",
		"referee token new ann >ann.token", NULL},
	.run = token_new_run,
	.was = "token",
};

static int token_list_run(int argc, char **argv)
{
	return token_run(
		(struct token_options){.command = &command_token_list, .list = true}, argc, argv);
}

const struct command command_token_list = {
	.name = "token list",
	.group = COMMAND_SERVER,
	.summary = "List the names that have a token, other owners, and invitations",
	.options = {.groups = {{.rows = token_file_rows}}},
	.examples = (const char *const[]){"# List the tokens.", "referee token list", NULL},
	.run = token_list_run,
};

static int token_revoke_run(int argc, char **argv)
{
	return token_run((struct token_options){.command = &command_token_revoke}, argc, argv);
}

const struct command command_token_revoke = {
	.name = "token revoke",
	.group = COMMAND_SERVER,
	.summary = "Revoke the token of a bot, or an invitation",
	.about = "A running daemon disconnects the bot when SIGHUP lets it read the file again.",
	.options =
		{.arguments = {{"NAME", ARGUMENT_ONE, TOKEN_AT(revoke),
			 "the name of the bot, or of the invitation as `referee token list` has it"}},
			.groups = {{.rows = token_file_rows}}},
	.examples = (const char *const[]){"# Revoke the token of a bot.",
		"referee token revoke ann", NULL},
	.run = token_revoke_run,
};
