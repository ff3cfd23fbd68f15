/*
 * token.c - `referee token`: makes, lists and revokes the tokens of remote bots.
 */
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "base/time.h"
#include "referee/net/token-file.h"

struct token_options {
	const char *file, *name, *owner, *revoke;
	bool list;
};

extern const struct command command_token;

/* False: the words do not fit together, which was reported. */
static bool token_check(const struct token_options *a)
{
	if ((a->name != NULL) + (a->revoke != NULL) + a->list != 1)
		command_misused(&command_token, "one of NAME, --revoke NAME and --list is needed");
	else if (a->name != NULL && !token_name_is_good(a->name))
		command_misused(&command_token,
			"\"%s\": it is no name; a name has letters, digits and . _ + -, 64 at most",
			a->name);
	else if (a->owner != NULL && a->name == NULL)
		command_misused(&command_token, "--owner: it needs the NAME of a bot");
	else if (a->owner != NULL && !token_name_is_good(a->owner))
		command_misused(&command_token,
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
	command_report(&command_token, "%s", err.text);
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
		command_report(&command_token,
			"%s: the file is full: it holds %d names; revoke one", a->file, TOKENS_MAX);
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
		command_report(&command_token,
			"%s: it has no token of \"%s\"; --list lists the names", a->file,
			a->revoke);
		return EXIT_FILE;
	}
	tokens_remove(tokens, row);
	return token_save(a, tokens) ? EXIT_SUCCESS : EXIT_FILE;
}

/* Prints the name, and the owner unless it is the name; of an invitation, what it may do. */
static void token_list(const struct token_row *row)
{
	bool owned = strcmp(token_owner(row), row->name) != 0;
	char until[TIME_TEXT];
	if (row->bots > 0)
		printf("%s %s invitation for %d, until %s\n", row->name, row->owner, row->bots,
			time_text(row->expires * 1000, until));
	else
		printf("%s%s%s\n", row->name, owned ? " " : "", owned ? row->owner : "");
}

static int token_do(const struct token_options *a, struct tokens *tokens)
{
	if (a->name != NULL)
		return token_make(a, tokens);
	if (a->revoke != NULL)
		return token_revoke(a, tokens);
	for (size_t i = 0; i < tokens->count; i++)
		token_list(&tokens->rows[i]);
	return EXIT_SUCCESS;
}

static int token_run(int argc, char **argv)
{
	struct token_options a = {.file = "referee.tokens"};
	struct tokens tokens;
	struct error err;
	int status = EXIT_USAGE, lock = -1;
	if (!command_read(&command_token, &a, argc, argv, &status) || !token_check(&a))
		return status;
	if ((!a.list && (lock = token_file_lock(a.file, true, &err)) < 0) ||
		!token_file_read(a.file, a.name != NULL, &tokens, &err)) {
		command_report(&command_token, "%s", err.text);
		status = EXIT_FILE;
	} else {
		status = token_do(&a, &tokens);
		tokens_clear(&tokens);
	}
	if (lock >= 0)
		close(lock);
	return status;
}

static const struct option_row token_rows[] = {
	{OPTION("file", TEXT, offsetof(struct token_options, file)), .value = "FILE",
		.preset = "referee.tokens", .help = "use this file of tokens"},
	{OPTION("list", SWITCH, offsetof(struct token_options, list)),
		.help = "list the names that have a token, and other owners"},
	{OPTION("owner", TEXT, offsetof(struct token_options, owner)), .value = "OWNER",
		.help = "say the owner of the bot; the default is the owner that it has, or its own name"},
	{OPTION("revoke", TEXT, offsetof(struct token_options, revoke)), .value = "NAME",
		.help = "revoke the token of this bot"},
	{.name = NULL},
};

const struct command command_token = {
	.name = "token",
	.group = COMMAND_SERVER,
	.summary = "Make the token that lets a bot connect over the network",
	.about =
		"Makes a token of 256 random bits for the bot NAME and prints it once, on stdout. "
		"The file stores only keys that are derived from the token; no client can connect with these. "
		"A name that has a token gets a new one, and the old one is no longer valid. "
		"An owner may have several bots, with a token each.",
	.options = {.arguments = {{"NAME", ARGUMENT_OPTIONAL, offsetof(struct token_options, name),
			    "the name of the bot"}},
		.groups = {{.rows = token_rows}}},
	.examples = (const char *const[]){"# Make a token and write it into a file.",
		"referee token ann >ann.token", "# List the tokens.", "referee token --list", NULL},
	.run = token_run,
};
