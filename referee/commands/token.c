/*
 * token.c - `referee token new`, `list`, `revoke`, `invite` and `login-link`: the tokens of remote
 * bots, invitations, with which a person makes her own tokens, and links, with which she signs in to
 * the pages.
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

/* False: the words do not fit together, which was reported. */
static bool token_check(const struct token_options *a)
{
	if ((a->name != NULL) + (a->revoke != NULL) + a->list != 1)
		return command_report(
			a->command, "one of NAME, --revoke NAME and --list is needed");
	if (a->name != NULL && !token_name_is_good(a->name))
		return command_report(a->command,
			"\"%s\": it is no name; a name has letters, digits and . _ + -, 64 at most",
			a->name);
	if (a->owner != NULL && a->name == NULL)
		return command_report(a->command, "--owner: it needs the NAME of a bot");
	if (a->owner != NULL && !token_name_is_good(a->owner))
		return command_report(a->command,
			"--owner \"%s\": it is no name; a name has letters, digits and . _ + -, 64 at most",
			a->owner);
	return true;
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
	bool known = tokens_find(tokens, a->name) != NULL, first = access(a->file, F_OK) != 0;
	crypto_random(token);
	token_keys_make(token, &keys);
	if (!tokens_set(tokens, a->name, a->owner, &keys))
		return command_fail(a->command, EXIT_FILE,
			"%s: the file is full: it holds %d names; revoke one", a->file, TOKENS_MAX);
	if (!token_save(a, tokens))
		return EXIT_FILE;
	crypto_write(token, text);
	printf("%s\n", text);
	fprintf(stderr,
		"This is the token of %s%s. It is printed only this time and stored nowhere.\n"
		"Give it to the owner of the bot, in a file of mode 600, over a channel that no other user reads:\n"
		"`referee connect --name %s --token-file FILE`.\n",
		a->name, known ? "; the old token is no longer valid" : "", a->name);
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
	if (row == NULL)
		return command_fail(a->command, EXIT_FILE,
			"%s: it has no token of \"%s\"; --list lists the names", a->file,
			a->revoke);
	tokens_remove(tokens, row);
	return token_save(a, tokens) ? EXIT_SUCCESS : EXIT_FILE;
}

static int token_run_verb(const struct token_options *a, struct tokens *tokens)
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
		status = token_run_verb(&a, &tokens);
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

/* --- invitations ------------------------------------------------------------------------------ */

struct invite_options {
	const char *owner, *file;
	int64_t bots;
	usec expires;
};

static const char invite_usual[] = "referee.tokens";

static const char *invite_file(const struct invite_options *a)
{
	return a->file != NULL ? a->file : invite_usual;
}

/* An invitation in a file that no server reads is worthless, so only --file may make one. False: it
 * was reported. */
static bool invite_find_file(const struct invite_options *a)
{
	if (a->file != NULL || access(invite_usual, F_OK) == 0)
		return true;
	command_report(&command_token_invite,
		"%s: not found in this folder; --file names the file of the server, also a new one",
		invite_usual);
	return false;
}

/* False: it was reported. */
static bool invite_check(const struct invite_options *a)
{
	if (a->owner == NULL)
		return command_report(&command_token_invite,
			"--owner: it is missing; it names the owner of the bots, such as --owner ann");
	if (!token_name_is_good(a->owner))
		return command_report(&command_token_invite,
			"--owner \"%s\": it is no name; a name has letters, digits and . _ + -, 64 at most",
			a->owner);
	return true;
}

/* Adds an invitation to the locked file. False: err has the reason. */
static bool invite_add(const struct invite_options *a, const char *name,
	const struct token_keys *keys, int64_t expires, struct error *err)
{
	struct tokens tokens;
	if (!token_file_read(invite_file(a), true, &tokens, err))
		return false;
	bool good = tokens_set(&tokens, name, a->owner, keys);
	if (good) {
		struct token_row *row = tokens_find(&tokens, name);
		row->bots = (int)a->bots;
		row->expires = expires;
		good = token_file_write(invite_file(a), &tokens, err);
	} else {
		error_set(err, "%s: the file is full: it holds %d names; revoke one",
			invite_file(a), TOKENS_MAX);
	}
	tokens_clear(&tokens);
	return good;
}

static int invite_run(int argc, char **argv)
{
	struct invite_options a = {.bots = 1, .expires = 7 * 24 * 3600 * SECOND};
	unsigned char code[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1], name[INVITATION_DIGITS + 2], until[TIME_TEXT], whole[PATH_MAX];
	struct token_keys keys;
	struct error err;
	int status = EXIT_USAGE;
	if (!command_read(&command_token_invite, &a, argc, argv, &status) || !invite_check(&a))
		return status;
	if (!invite_find_file(&a))
		return EXIT_FILE;
	crypto_random(code);
	token_keys_make(code, &keys);
	memset(keys.pages, 0, sizeof keys.pages); /* it does not sign in */
	invitation_name(code, name);
	int64_t expires = time_utc() / 1000 + a.expires / SECOND;
	int lock = token_file_lock(invite_file(&a), true, &err);
	bool good = lock >= 0 && invite_add(&a, name, &keys, expires, &err);
	if (lock >= 0)
		close(lock);
	if (!good)
		return command_fail(&command_token_invite, EXIT_FILE, "%s", err.text);
	crypto_write(code, text);
	printf("%s\n", text);
	fprintf(stderr,
		"This is an invitation for %s, as %s, until %s. It is printed only this time and stored nowhere.\n"
		"It is in %s. Send SIGHUP to the server that reads this file. The owner makes the token: `referee token join ADDRESS --invitation FILE --name NAME`.\n",
		a.owner, name, time_text(expires * 1000, until),
		realpath(invite_file(&a), whole) != NULL ? whole : invite_file(&a));
	crypto_forget(code, sizeof code);
	crypto_forget(text, sizeof text);
	return EXIT_SUCCESS;
}

#define INVITE_AT(member) offsetof(struct invite_options, member)

static const struct option_row invite_rows[] = {
	{OPTION("owner", TEXT, INVITE_AT(owner)), .value = "OWNER",
		.help = "set the owner of the bots; their names begin with it"},
	{OPTION("bots", NUMBER, INVITE_AT(bots)), .value = "N", .min = 1, .max = INVITATION_BOTS,
		.preset = "1",
		.help = "let the invitation make this many tokens, each of another bot"},
	{OPTION("expires", TIME, INVITE_AT(expires)), .value = "TIME", .min = SECOND,
		.max = 366 * 24 * 3600 * SECOND, .preset = "168h",
		.help = "end the invitation after this time"},
	{OPTION("file", TEXT, INVITE_AT(file)), .value = "FILE",
		.preset = "referee.tokens, which must exist",
		.help = "use this file of tokens, that of `referee serve --tokens`; it may be new"},
	{.name = NULL},
};

const struct command command_token_invite = {
	.name = "token invite",
	.group = COMMAND_SERVER,
	.summary = "Invite a person who then makes the tokens of her own bots",
	.about =
		"Prints an invitation, a code of 256 random bits, once, on stdout. With it the owner makes a token by `referee token join`, which the operator never sees. "
		"The file stores only keys that are derived from the code. A used or expired invitation is worthless. "
		"`referee token list` lists invitations, and `referee token revoke` ends one.",
	.options = {.groups = {{.rows = invite_rows}}},
	.examples = (const char *const[]){"# Invite the owner of one bot.",
		"referee token invite --owner ann",
		"# Invite her to make three bots within two days.",
		"referee token invite --owner ann --bots 3 --expires 48h", NULL},
	.run = invite_run,
	.was = "invite",
};

/* --- links to the pages ----------------------------------------------------------------------- */

struct login_link_options {
	const char *address, *token_file;
};

/* False: the words do not fit, which was reported. */
static bool login_link_check(const struct login_link_options *a)
{
	bool http =
		strncmp(a->address, "http://", 7) == 0 || strncmp(a->address, "https://", 8) == 0;
	if (!http || strpbrk(a->address, "?# \t\n") != NULL)
		return command_report(&command_token_login_link,
			"%s: it is the address of the pages, such as https://referee.example.org/",
			a->address);
	if (a->token_file == NULL)
		return command_report(&command_token_login_link,
			"--token-file: it is missing; it names the file that holds the bot's token");
	return true;
}

static int login_link_run(int argc, char **argv)
{
	struct login_link_options a = {.address = NULL};
	unsigned char token[CRYPTO_BYTES], code[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1];
	int status = EXIT_USAGE;
	if (!command_read(&command_token_login_link, &a, argc, argv, &status) ||
		!login_link_check(&a))
		return status;
	if (!command_read_token(&command_token_login_link, a.token_file, token))
		return EXIT_FILE;
	size_t length = strlen(a.address);
	token_pages_code(token, code);
	crypto_write(code, text);
	printf("%s%slogin?code=%s\n", a.address, a.address[length - 1] == '/' ? "" : "/", text);
	crypto_forget(token, sizeof token);
	crypto_forget(code, sizeof code);
	crypto_forget(text, sizeof text);
	return EXIT_SUCCESS;
}

static const struct option_row login_link_rows[] = {
	{OPTION("token-file", TEXT, offsetof(struct login_link_options, token_file)),
		.value = "FILE",
		.help = "read the bot's token from this file, as `referee token new NAME` printed it"},
	{.name = NULL},
};

const struct command command_token_login_link = {
	.name = "token login-link",
	.group = COMMAND_SERVER,
	.summary = "Make the link with which the owner of a bot signs in to the pages",
	.about =
		"Prints a link to the pages of `referee serve`. A browser that opens it sees what the owner's bots wrote, where other readers do not. "
		"The link has a code that is derived from the token. It reads pages and plays no game; a new token ends it.",
	.options = {.arguments = {{"ADDRESS", ARGUMENT_ONE,
			    offsetof(struct login_link_options, address),
			    "the address of the pages"}},
		.groups = {{.rows = login_link_rows}}},
	.examples = (const char *const[]){"# Make your link to the pages.",
		"referee token login-link https://referee.example.org/ --token-file ann.token",
		NULL},
	.run = login_link_run,
	.was = "login-link",
};
