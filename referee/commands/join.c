/*
 * join.c - `referee token join`: makes the token of a bot by an invitation.
 *
 * The token is made and stored here. The referee gets only the keys that check it.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/answer.h"
#include "base/escape.h"
#include "base/memory.h"
#include "referee/commands/command.h"
#include "referee/commands/remote-options.h"
#include "referee/daemon/invitations.h"
#include "referee/net/remote-client.h"
#include "referee/process/standard-output.h"

/* The referee's answer, which the process that talks to it shares with its parent. */
struct join_answer {
	int status; /* -1: none */
	char text[256];
};

struct join {
	struct remote_client_options options;
	struct remote_options remote;
	const char *invitation;
	char name[INVITATION_DIGITS + 2], *path;
	unsigned char token[CRYPTO_BYTES];
	struct join_answer *answer; /* owned: shared memory */
	bool welcome;		    /* the referee knew the invitation */
};

/* False: the options do not fit together, which was reported. */
static bool join_fit(struct join *j)
{
	if (j->invitation == NULL)
		return command_report(&command_token_join,
			"--invitation: it is missing; it names the file that holds the invitation");
	if (j->remote.token_file == NULL && j->remote.name != NULL)
		j->remote.token_file = j->path = memory_print("%s.token", j->remote.name);
	return remote_options_fit(&command_token_join, &j->remote, &j->options);
}

/* Makes the file of the token, before the invitation is used. False: it was reported. */
static bool join_store(const struct join *j)
{
	char text[CRYPTO_TEXT + 2];
	int fd = open(j->remote.token_file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	crypto_write(j->token, text);
	text[CRYPTO_TEXT] = '\n';
	bool good =
		fd >= 0 && write(fd, text, CRYPTO_TEXT + 1) == CRYPTO_TEXT + 1 && fsync(fd) == 0;
	int wrong = errno;
	crypto_forget(text, sizeof text);
	if (fd >= 0)
		close(fd);
	if (fd >= 0 && !good)
		unlink(j->remote.token_file);
	if (!good)
		command_report(&command_token_join,
			"%s: the file cannot be made: %s; --token-file names another",
			j->remote.token_file, strerror(wrong));
	return good;
}

/* The conversation, in a process of its own. Returns its exit status. */
static int join_talk(void *arg, int from, int to)
{
	struct join *j = arg;
	struct token_keys keys;
	char stored[CRYPTO_TEXT + 1], server[CRYPTO_TEXT + 1], pages[CRYPTO_TEXT + 1], line[512];
	size_t length = 0;
	ssize_t got = 1;
	token_keys_make(j->token, &keys);
	crypto_write(keys.stored, stored);
	crypto_write(keys.server, server);
	crypto_write(keys.pages, pages);
	const struct invitation_message request = {
		INVITATION_JOIN, j->remote.name, stored, server, pages};
	size_t count = line_table_write(&invitation_table, &request, line, sizeof line);
	if (write(to, line, count) != (ssize_t)count)
		return EXIT_CONNECTION;
	while (length < sizeof line - 1 &&
		(got = read(from, line + length, sizeof line - 1 - length)) > 0)
		length += (size_t)got;
	line[length] = '\0';
	line[strcspn(line, "\n")] = '\0';
	const struct answer answer = answer_read(line);
	if (answer.kind == ANSWER_END) {
		j->answer->status = answer.status;
		snprintf(j->answer->text, sizeof j->answer->text, "%s", answer.text);
	}
	return EXIT_SUCCESS;
}

static void join_on_welcome(void *arg, const char *how)
{
	(void)how;
	((struct join *)arg)->welcome = true;
}

/* Uses the invitation. Returns the exit status. */
static int join_connect(struct join *j)
{
	struct error err;
	j->answer->status = -1;
	remote_client_run(&j->options, &err);
	if (j->answer->status == EXIT_SUCCESS) {
		printf("%s\n", j->remote.token_file);
		fprintf(stderr,
			"The token of %s is in this file. `referee send` and `referee connect` use it: --name %s --token-file %s\n",
			j->remote.name, j->remote.name, j->remote.token_file);
		return EXIT_SUCCESS;
	}
	if (j->answer->status > 0) {
		char *shown = escape_text(j->answer->text, false);
		command_report(&command_token_join, "%s: %s", j->remote.where, shown);
		free(shown);
		unlink(j->remote.token_file);
		return EXIT_FAULTS;
	}
	if (!j->welcome)
		unlink(j->remote.token_file); /* else the token may be valid */
	command_report(&command_token_join, "%s: %s", j->remote.where,
		error_is_set(&err) ? err.text : "the referee sent no answer");
	return EXIT_CONNECTION;
}

static int join_run(int argc, char **argv)
{
	struct join j = {.invitation = NULL};
	int status = EXIT_USAGE;
	if (!command_read(&command_token_join, &j, argc, argv, &status))
		return status;
	bool fits = join_fit(&j);
	crypto_random(j.token);
	if (fits && command_read_token(&command_token_join, j.invitation, j.options.token) &&
		join_store(&j)) {
		j.answer = mmap(NULL, sizeof *j.answer, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		invitation_name(j.options.token, j.name);
		j.options.name = j.name;
		j.options.send = join_talk;
		j.options.welcome = join_on_welcome;
		j.options.arg = &j;
		signal(SIGPIPE, SIG_IGN);
		standard_output_flush();
		status = j.answer != MAP_FAILED ? join_connect(&j) : EXIT_BROKEN;
	} else {
		status = fits ? EXIT_FILE : EXIT_USAGE;
	}
	crypto_forget(j.options.token, sizeof j.options.token);
	crypto_forget(j.token, sizeof j.token);
	free(j.path);
	return status;
}

#define JOIN_AT(member) offsetof(struct join, member)

static const struct option_row join_rows[] = {
	{OPTION("invitation", TEXT, JOIN_AT(invitation)), .value = "FILE",
		.help = "read the invitation from this file, as `referee token invite` printed it"},
	{.name = NULL},
};

const struct command command_token_join = {
	.name = "token join",
	.group = COMMAND_SERVER,
	.summary = "Make the token of your bot by an invitation",
	.about =
		"Makes a token, writes it into a new file of mode 600, by default NAME.token, and tells the referee the keys that check it. "
		"The referee never has the token. The invitation is used up. "
		"NAME is the owner's name, or begins with it: ann, ann-2.",
	.options = {.arguments = {{"ADDRESS", ARGUMENT_ONE, JOIN_AT(remote.where),
			    "the address of the referee: HOST:PORT or unix:PATH"}},
		.groups = {{.rows = join_rows}, {.title = "The referee",
							.rows = remote_option_rows,
							.at = JOIN_AT(remote)}}},
	.notes =
		"Exit status: 0 the token is valid; 1 refused, with the reason; 2 usage; 3 a file; 6 the referee cannot be reached or does not know the invitation. If the connection breaks after the login, the file of the token stays, since the referee may have stored its keys.",
	.examples = (const char
			*const[]){"# Make the token of your bot by the invitation in a file.",
		"referee token join referee.example.org:4000 --invitation ann.invitation --name ann",
		NULL},
	.run = join_run,
	.was = "join",
};
