/*
 * token.c - `referee token`: makes, lists and revokes the tokens of remote bots.
 *
 * The command writes a new file beside the old one and renames it, so a reader sees the old file or
 * the new one. A lock on FILE.lock prevents two commands from losing each other's names.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/base/memory.h"
#include "referee/base/text-file.h"
#include "referee/net/tokens.h"

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

/* Reads the file; a missing file counts as empty if that is allowed. */
static bool token_load(const struct token_options *a, struct tokens *tokens)
{
	struct error err;
	int line = 0;
	unsigned char none[CRYPTO_BYTES];
	crypto_random(none);
	if (a->name != NULL && access(a->file, F_OK) != 0 && errno == ENOENT)
		return tokens_read(tokens, "", none, &err);
	char *text = text_file_read(a->file, TEXT_FILE_MAX, &line, &err);
	bool good = text != NULL && tokens_read(tokens, text, none, &err);
	if (!good)
		command_report(&command_token, "%s: %s", a->file, err.text);
	free(text);
	return good;
}

static bool token_write_all(const struct tokens *tokens, int fd)
{
	char line[TOKENS_LINE];
	FILE *out = fdopen(fd, "w");
	if (out == NULL) {
		close(fd);
		return false;
	}
	fputs(tokens_head, out);
	for (size_t i = 0; i < tokens->count; i++) {
		token_write(&tokens->rows[i], line);
		fputs(line, out);
	}
	bool good = fflush(out) == 0 && fsync(fd) == 0;
	return fclose(out) == 0 && good;
}

static bool token_save(const struct token_options *a, const struct tokens *tokens)
{
	char *path = memory_print("%s.XXXXXX", a->file);
	int fd = mkostemp(path, O_CLOEXEC); /* mode 0600 */
	bool good = fd >= 0 && token_write_all(tokens, fd) && rename(path, a->file) == 0;
	if (!good) {
		command_report(&command_token, "%s: the file cannot be written: %s", a->file,
			strerror(errno));
		if (fd >= 0)
			unlink(path);
	}
	free(path);
	return good;
}

static int token_make(const struct token_options *a, struct tokens *tokens)
{
	unsigned char token[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1];
	struct token_keys keys;
	bool again = tokens_find(tokens, a->name) != NULL;
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

/* Locks the file until the process ends. -1: it cannot be locked, which was reported. */
static int token_lock(const struct token_options *a)
{
	char *path = memory_print("%s.lock", a->file);
	int fd = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0 && flock(fd, LOCK_EX) != 0) {
		close(fd);
		fd = -1;
	}
	if (fd < 0)
		command_report(
			&command_token, "%s: the file cannot be made: %s", path, strerror(errno));
	free(path);
	return fd;
}

/* Prints the name, and the owner unless it is the name. */
static void token_list(const struct token_row *row)
{
	bool owned = strcmp(token_owner(row), row->name) != 0;
	printf("%s%s%s\n", row->name, owned ? " " : "", owned ? row->owner : "");
}

static int token_run(int argc, char **argv)
{
	struct token_options a = {.file = "referee.tokens"};
	struct tokens tokens;
	int status = EXIT_USAGE, lock = -1;
	if (!command_read(&command_token, &a, argc, argv, &status) || !token_check(&a))
		return status;
	if (!a.list && (lock = token_lock(&a)) < 0)
		return EXIT_FILE;
	if (token_load(&a, &tokens)) {
		status = a.name != NULL	    ? token_make(&a, &tokens)
			 : a.revoke != NULL ? token_revoke(&a, &tokens)
					    : EXIT_SUCCESS;
		for (size_t i = 0; a.list && i < tokens.count; i++)
			token_list(&tokens.rows[i]);
		tokens_clear(&tokens);
	} else {
		status = EXIT_FILE;
	}
	if (lock >= 0)
		close(lock);
	return status;
}

static const struct option_row token_rows[] = {
	{.name = "file",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = offsetof(struct token_options, file),
		.preset = "referee.tokens",
		.help = "use this file of tokens"},
	{.name = "list",
		.kind = OPTION_SWITCH,
		.at = offsetof(struct token_options, list),
		.help = "list the names that have a token, and other owners"},
	{.name = "owner",
		.value = "OWNER",
		.kind = OPTION_TEXT,
		.at = offsetof(struct token_options, owner),
		.help = "say the owner of the bot; the default is the owner that it has, or its own name"},
	{.name = "revoke",
		.value = "NAME",
		.kind = OPTION_TEXT,
		.at = offsetof(struct token_options, revoke),
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
	.run = token_run,
};
