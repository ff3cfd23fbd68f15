/*
 * remote-options.c - the options of a command that logs in at a referee's listener.
 */
#include "referee/commands/remote-options.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Reads a fingerprint, with or without colons, in capital or small letters. */
static bool remote_options_read_fingerprint(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	struct remote_options *o = values;
	size_t length = 0;
	unsigned char bytes[CRYPTO_BYTES];
	(void)row;
	for (; *text != '\0' && length < CRYPTO_TEXT; text++)
		if (*text != ':')
			o->fingerprint[length++] = (char)tolower((unsigned char)*text);
	if (*text == '\0' && crypto_read(o->fingerprint, bytes))
		return true;
	return error_set(err, "64 hexadecimal digits are needed");
}

bool remote_options_fit(const struct command *command, const struct remote_options *o,
	struct remote_client_options *options)
{
	struct error err = {""};
	if (strncmp(o->where, "plain:", 6) == 0)
		error_set(&err, "%s: a listener without TLS is --insecure HOST:PORT", o->where);
	else if (!net_address_read(&options->address, o->where, &err))
		;
	else if (o->name == NULL || !token_name_is_good(o->name))
		error_set(&err,
			"--name: it is the bot's name at the referee: letters, digits and . _ + -, 64 at most");
	else if (o->token_file == NULL)
		error_set(&err,
			"--token-file: it is missing; it names the file that holds the bot's token");
	else if (o->insecure && *o->fingerprint != '\0')
		error_set(&err,
			"--insecure: such a connection has no certificate; leave out --fingerprint");
	if (error_is_set(&err))
		return command_report(command, "%s", err.text);
	options->name = o->name;
	options->fingerprint = *o->fingerprint != '\0' ? o->fingerprint : NULL;
	options->insecure = o->insecure;
	return true;
}

#define REMOTE_AT(member) offsetof(struct remote_options, member)

const struct option_row remote_option_rows[] = {
	{OPTION("name", TEXT, REMOTE_AT(name)), .value = "NAME",
		.help = "give the bot's name at the referee"},
	{OPTION("token-file", TEXT, REMOTE_AT(token_file)), .value = "FILE",
		.help = "keep the bot's token in this file: `join` makes it, the other commands read it"},
	{OPTION("fingerprint", READ, 0), .value = "HEX", .max = 1,
		.read = remote_options_read_fingerprint,
		.help = "accept only the certificate with this fingerprint (SHA-256); without it, an authority that this system trusts must have signed the certificate"},
	{OPTION("insecure", SWITCH, REMOTE_AT(insecure)),
		.help = "use TCP without TLS, for a referee on this machine; on any other network others can read and change the lines"},
	{.name = NULL},
};
