/*
 * daemon-client.c - asking a daemon that runs over its socket.
 */
#include "referee/commands/daemon-client.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/base/shell-split.h"

int daemon_client_misused(const char *word, const char *why)
{
	fprintf(stderr, "referee: %s: %s\n", word, why);
	return EXIT_USAGE;
}

/* --- what is asked --------------------------------------------------------------------------- */

/* Takes --socket at argv[i]; returns how many words that were, 0: it is another word. */
static int daemon_client_take_socket(struct daemon_client *call, int argc, char **argv, int i)
{
	const char *value = NULL;
	if (strncmp(argv[i], "--socket=", 9) == 0)
		value = argv[i] + 9;
	else if (strcmp(argv[i], "--socket") == 0)
		value = i + 1 < argc ? argv[i + 1] : "";
	if (value == NULL)
		return 0;
	call->found = *value != '\0' && strlen(value) < CONTROL_PATH;
	if (call->found)
		memcpy(call->path, value, strlen(value) + 1);
	return argv[i][8] == '=' || i + 1 >= argc ? 1 : 2;
}

static bool daemon_client_plain(const char *word)
{
	for (; *word != '\0'; word++)
		if ((unsigned char)*word < ' ' || *word == '\177')
			return false;
	return true;
}

/* Whether a word looks like a flag and is none, which the daemon would take for a name. */
static bool daemon_client_strange(const char *word)
{
	static const char *const flags[] = {"--json", "--bots", "--follow"};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (strcmp(word, flags[i]) == 0)
			return false;
	return strncmp(word, "--", 2) == 0;
}

int daemon_client_read(struct daemon_client *call, int argc, char **argv)
{
	char why[64];
	call->found = control_default_path(call->path);
	for (int i = 0; i < argc;) {
		int taken = i > 0 ? daemon_client_take_socket(call, argc, argv, i) : 0;
		if (taken == 0 && !daemon_client_plain(argv[i]))
			return daemon_client_misused(argv[0], "control characters cannot be sent");
		snprintf(why, sizeof why, "there is no flag %.40s", argv[i]);
		if (taken == 0 && daemon_client_strange(argv[i]))
			return daemon_client_misused(argv[0], why);
		if (taken == 0 && call->count >= CONTROL_WORDS)
			return daemon_client_misused(argv[0], "these are too many words");
		if (taken == 0)
			call->words[call->count++] = argv[i];
		i += taken > 0 ? taken : 1;
	}
	if (!call->found)
		return daemon_client_misused(argv[0],
			"--socket PATH is needed: XDG_RUNTIME_DIR does not say where the daemon's is, or it is longer than 107 bytes");
	return EXIT_SUCCESS;
}

/* --- asking ---------------------------------------------------------------------------------- */

FILE *daemon_client_open(const struct daemon_client *call)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	memcpy(at.sun_path, call->path, strlen(call->path) + 1);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
		return fdopen(fd, "r+");
	fprintf(stderr, "referee: no daemon answers on %s: %s; %s\n", call->path, strerror(errno),
		errno == EACCES ? "a daemon hears its own user and root only"
				: "`referee serve` starts one");
	if (fd >= 0)
		close(fd);
	return NULL;
}

void daemon_client_send(const struct daemon_client *call, FILE *daemon)
{
	for (int i = 0; i < call->count; i++) {
		fputs(i > 0 ? " " : "", daemon);
		shell_split_write(daemon, call->words[i]);
	}
	fputc('\n', daemon);
	fflush(daemon);
}
