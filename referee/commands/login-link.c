/*
 * login-link.c - `referee token login-link`: makes the link with which an owner signs in to the pages.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/net/tokens.h"

struct login_link_options {
	const char *address, *token_file;
};

extern const struct command command_token_login_link;

/* False: the words do not fit, which was reported. */
static bool login_link_check(const struct login_link_options *a)
{
	bool http =
		strncmp(a->address, "http://", 7) == 0 || strncmp(a->address, "https://", 8) == 0;
	if (!http || strpbrk(a->address, "?# \t\n") != NULL)
		command_misused(&command_token_login_link,
			"%s: it is the address of the pages, such as https://referee.example.org/",
			a->address);
	else if (a->token_file == NULL)
		command_misused(&command_token_login_link,
			"--token-file: it is missing; it names the file that holds the bot's token");
	else
		return true;
	return false;
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

static const char *const login_link_examples[] = {"# Make your link to the pages.",
	"referee token login-link https://referee.example.org/ --token-file ann.token", NULL};

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
	.examples = login_link_examples,
	.run = login_link_run,
	.was = "login-link",
};
