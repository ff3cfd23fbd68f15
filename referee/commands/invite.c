/*
 * invite.c - `referee token invite`: makes invitations, with which a person makes her own tokens.
 */
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/time.h"
#include "referee/commands/command.h"
#include "referee/net/tokens.h"

struct invite_options {
	const char *owner, *file;
	int64_t bots;
	usec expires;
};

extern const struct command command_token_invite;

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
		command_misused(&command_token_invite,
			"--owner: it is missing; it names the owner of the bots, such as --owner ann");
	else if (!token_name_is_good(a->owner))
		command_misused(&command_token_invite,
			"--owner \"%s\": it is no name; a name has letters, digits and . _ + -, 64 at most",
			a->owner);
	else
		return true;
	return false;
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
	if (!good) {
		command_report(&command_token_invite, "%s", err.text);
		return EXIT_FILE;
	}
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
		.help = "say the owner of the bots; their names begin with it"},
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

static const char *const invite_examples[] = {"# Invite the owner of one bot.",
	"referee token invite --owner ann", "# Invite her to make three bots within two days.",
	"referee token invite --owner ann --bots 3 --expires 48h", NULL};

const struct command command_token_invite = {
	.name = "token invite",
	.group = COMMAND_SERVER,
	.summary = "Invite a person who then makes the tokens of her own bots",
	.about =
		"Prints an invitation, a code of 256 random bits, once, on stdout. With it the owner makes a token by `referee token join`, which the operator never sees. "
		"The file stores only keys that are derived from the code. A used or expired invitation is worthless. "
		"`referee token list` lists invitations, and `referee token revoke` ends one.",
	.options = {.groups = {{.rows = invite_rows}}},
	.examples = invite_examples,
	.run = invite_run,
	.was = "invite",
};
