/*
 * connect.c - `referee connect`: connects a bot on this machine to a remote referee.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/commands/remote-options.h"
#include "base/time.h"
#include "referee/net/remote-client.h"
#include "referee/sandbox/exec-error.h"

enum {
	CONNECT_LONGEST = 60, /* longest wait between two tries, in seconds */
	CONNECT_WELL = 10     /* seconds after which a lost connection is not the user's mistake */
};

struct connect {
	struct remote_client_options options;
	struct remote_options remote;
	bool retry;
	usec welcome; /* the time of the last welcome; 0: never */
};

/* False: the options do not fit together, which was reported. */
static bool connect_fit(struct connect *c)
{
	if (!remote_options_fit(&command_connect, &c->remote, &c->options))
		return false;
	if (c->options.command != NULL && c->options.command[0] != NULL)
		return true;
	command_misused(
		&command_connect, "COMMAND: it is missing; the bot's command stands behind --");
	return false;
}

static void connect_on_welcome(void *arg, const char *how)
{
	struct connect *c = arg;
	c->welcome = time_now();
	command_report(
		&command_connect, "%s: %s is connected; %s", c->remote.where, c->options.name, how);
}

static const struct {
	bool passes; /* another try may succeed */
	int status;
} connect_ends[] = {
	[REMOTE_CLIENT_CLOSED] = {true, EXIT_SUCCESS},
	[REMOTE_CLIENT_BOT] = {true, EXIT_FAULTS},
	[REMOTE_CLIENT_FAILED] = {true, EXIT_CONNECTION},
	[REMOTE_CLIENT_REFUSED] = {false, EXIT_CONNECTION},
	[REMOTE_CLIENT_NO_BOT] = {false, EXIT_NO_BOT},
};

/* Waits before the next try. If the connection held for CONNECT_WELL, the first wait is 0,
 * because the clock of a game may be running. Returns the seconds of the next wait. */
static int connect_wait(const struct connect *c, int seconds)
{
	bool held = c->welcome > 0 && time_now() - c->welcome >= CONNECT_WELL * SECOND;
	if (held)
		seconds = 0;
	if (seconds > 0)
		command_report(&command_connect, "reconnecting in %d s", seconds);
	else
		command_report(&command_connect, "reconnecting at once");
	poll(NULL, 0, seconds * 1000);
	if (seconds == 0)
		return 1;
	return seconds * 2 < CONNECT_LONGEST ? seconds * 2 : CONNECT_LONGEST;
}

/* Connects; with --retry again and again. Returns the end of the last try. */
static enum remote_client_end connect_play(struct connect *c)
{
	int wait = 1;
	bool welcomed = false; /* in an earlier try */
	while (true) {
		c->welcome = 0;
		struct error err;
		enum remote_client_end end = remote_client_run(&c->options, &err);
		command_report(&command_connect, "%s: %s",
			end == REMOTE_CLIENT_NO_BOT ? "the bot cannot be started" : c->remote.where,
			err.text);
		if (end == REMOTE_CLIENT_BOT &&
			exec_error_explain_end(c->options.command[0], NULL, &err))
			command_report(&command_connect, "%s", err.text);
		/* The referee may be compiling the program of a bot that it had before. */
		bool passes = connect_ends[end].passes || (welcomed && end == REMOTE_CLIENT_NO_BOT);
		if (!c->retry || !passes)
			return end;
		wait = connect_wait(c, wait);
		welcomed |= c->welcome > 0;
	}
}

static int connect_run(int argc, char **argv)
{
	struct connect c = {.retry = false};
	int status = EXIT_USAGE;
	if (!command_read(&command_connect, &c, argc, argv, &status) || !connect_fit(&c))
		return status;
	if (!command_read_token(&command_connect, c.remote.token_file, c.options.token))
		return EXIT_FILE;
	c.options.welcome = connect_on_welcome;
	c.options.arg = &c;
	signal(SIGPIPE, SIG_IGN);
	status = connect_ends[connect_play(&c)].status;
	crypto_forget(c.options.token, sizeof c.options.token);
	return status;
}

#define CONNECT_AT(member) offsetof(struct connect, member)

static const struct option_row connect_options[] = {
	{OPTION("retry", SWITCH, CONNECT_AT(retry)),
		.help = "connect again when the connection ends: at once when it held for 10 s, else after 1 s, 2 s, 4 s, up to 60 s"},
	{.name = NULL},
};

const struct command command_connect = {
	.name = "connect",
	.group = COMMAND_SERVER,
	.summary = "Connect a bot on this machine to a referee on another",
	.about =
		"Connects to a referee, proves that it knows the token of the bot, starts the bot's COMMAND, and passes lines between the two until one of them ends. "
		"The bot writes its standard error to the terminal. "
		"The bot and all processes that it has started end with the connection.",
	.options = {.arguments = {{"ADDRESS", ARGUMENT_ONE, CONNECT_AT(remote.where),
					  "the address of the referee: HOST:PORT or unix:PATH"},
			    {"COMMAND", ARGUMENT_COMMAND, CONNECT_AT(options.command),
				    "the bot's command, behind --"}},
		.groups = {{.rows = connect_options}, {.title = "The referee",
							      .rows = remote_option_rows,
							      .at = CONNECT_AT(remote)}}},
	.notes =
		"Exit status: 0 the referee ended it, or the bot ended with 0; 1 the bot failed; 2 usage; 3 the token's file; 4 the bot cannot be started; 6 the referee cannot be reached or refuses the bot, or the connection broke.",
	.examples = (const char *const[]){"# Let a bot on this machine play there.",
		"referee connect referee.example.org:7000 --name ann --token-file ann.token -- ./ann",
		NULL},
	.run = connect_run,
};
