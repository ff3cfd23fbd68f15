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

struct token_asked {
	const char *file, *name, *revoke;
	bool list;
};

extern const struct command command_token;

/* False: the words do not fit together, which was reported. */
static bool token_fit(const struct token_asked *a)
{
	if ((a->name != NULL) + (a->revoke != NULL) + a->list != 1)
		command_misused(&command_token, "give NAME, or --revoke NAME, or --list");
	else if (a->name != NULL && !token_name_is_good(a->name))
		command_misused(&command_token,
			"\"%s\" is no name: letters, digits and . _ + -, 64 at most", a->name);
	else
		return true;
	return false;
}

/* Reads the file; a missing file counts as empty if that is allowed. */
static bool token_load(const struct token_asked *a, struct tokens *tokens)
{
	char why[512];
	int line = 0;
	unsigned char nobody[CRYPTO_BYTES];
	crypto_random(nobody);
	if (a->name != NULL && access(a->file, F_OK) != 0 && errno == ENOENT)
		return tokens_read(tokens, "", nobody, why, sizeof why);
	char *text = text_file_read(a->file, TEXT_FILE_MAX, &line, why, sizeof why);
	bool good = text != NULL && tokens_read(tokens, text, nobody, why, sizeof why);
	if (!good)
		fprintf(stderr, "referee token: %s: %s\n", a->file, why);
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

static bool token_save(const struct token_asked *a, const struct tokens *tokens)
{
	char *path = memory_print("%s.XXXXXX", a->file);
	int fd = mkostemp(path, O_CLOEXEC); /* mode 0600 */
	bool good = fd >= 0 && token_write_all(tokens, fd) && rename(path, a->file) == 0;
	if (!good) {
		fprintf(stderr, "referee token: %s: cannot be written: %s\n", a->file,
			strerror(errno));
		if (fd >= 0)
			unlink(path);
	}
	free(path);
	return good;
}

static int token_make(const struct token_asked *a, struct tokens *tokens)
{
	unsigned char token[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1];
	struct token_keys keys;
	bool again = tokens_find(tokens, a->name) != NULL;
	crypto_random(token);
	token_keys_make(token, &keys);
	if (!tokens_set(tokens, a->name, &keys)) {
		fprintf(stderr, "referee token: %s: holds %d names, and no more\n", a->file,
			TOKENS_MAX);
		return EXIT_FILE;
	}
	if (!token_save(a, tokens))
		return EXIT_FILE;
	crypto_write(token, text);
	printf("%s\n", text);
	fprintf(stderr,
		"This is the token of %s%s. It is shown this once and kept nowhere.\n"
		"Hand it on so that nobody else reads it: put it into a file of mode 600, to be given to\n"
		"`referee connect --name %s --token-file FILE`.\n",
		a->name, again ? ", and the one before is worth nothing any more" : "", a->name);
	crypto_forget(token, sizeof token);
	crypto_forget(text, sizeof text);
	return EXIT_SUCCESS;
}

static int token_revoke(const struct token_asked *a, struct tokens *tokens)
{
	struct token_row *row = tokens_find(tokens, a->revoke);
	if (row == NULL) {
		fprintf(stderr, "referee token: %s: there is no \"%s\"\n", a->file, a->revoke);
		return EXIT_FILE;
	}
	tokens_remove(tokens, row);
	return token_save(a, tokens) ? EXIT_SUCCESS : EXIT_FILE;
}

/* Locks the file until the process ends. -1: it cannot be locked, which was reported. */
static int token_lock(const struct token_asked *a)
{
	char *path = memory_print("%s.lock", a->file);
	int fd = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0 && flock(fd, LOCK_EX) != 0) {
		close(fd);
		fd = -1;
	}
	if (fd < 0)
		fprintf(stderr, "referee token: %s: cannot be made: %s\n", path, strerror(errno));
	free(path);
	return fd;
}

static int token_run(int argc, char **argv)
{
	struct token_asked a = {.file = "referee.tokens"};
	struct tokens tokens;
	int status = EXIT_USAGE, lock = -1;
	if (!command_read(&command_token, &a, argc, argv, &status) || !token_fit(&a))
		return status;
	if (!a.list && (lock = token_lock(&a)) < 0)
		return EXIT_FILE;
	if (token_load(&a, &tokens)) {
		status = a.name != NULL	    ? token_make(&a, &tokens)
			 : a.revoke != NULL ? token_revoke(&a, &tokens)
					    : EXIT_SUCCESS;
		for (size_t i = 0; a.list && i < tokens.count; i++)
			puts(tokens.rows[i].name);
		tokens_clear(&tokens);
	} else {
		status = EXIT_FILE;
	}
	if (lock >= 0)
		close(lock);
	return status;
}

static const struct option_row token_options[] = {
	{.name = "file",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = offsetof(struct token_asked, file),
		.preset = "referee.tokens",
		.help = "use this file"},
	{.name = "list",
		.kind = OPTION_SWITCH,
		.at = offsetof(struct token_asked, list),
		.help = "list the names that have a token"},
	{.name = "revoke",
		.value = "NAME",
		.kind = OPTION_TEXT,
		.at = offsetof(struct token_asked, revoke),
		.help = "revoke the token of this bot"},
	{.name = NULL},
};

const struct command command_token = {
	.name = "token",
	.group = COMMAND_SERVER,
	.summary = "Make the token with which a bot connects over the network",
	.about =
		"Makes a token of 256 random bits for the bot NAME and prints it once, on stdout. "
		"The file keeps only keys that are made from it, and nobody can connect with these. "
		"A name that is there gets a new token, and the old one is no longer valid.",
	.options = {.arguments = {{"NAME", ARGUMENT_OPTIONAL, offsetof(struct token_asked, name),
			    "the name of the bot"}},
		.groups = {{.rows = token_options}}},
	.run = token_run,
};
