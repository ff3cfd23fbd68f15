/*
 * main.c - finds the command that is meant.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"
#include "referee/sandbox/build-init.h"
#include "referee/web/web-start.h"
#include "referee/sandbox/escape-tests.h"

/* The programs that came with this one are found without a path: its folder is first in PATH. */
static void main_set_path(void)
{
	char self[PATH_MAX];
	const char *old = getenv("PATH");
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	if (length <= 0)
		return;
	self[length] = '\0';
	*strrchr(self, '/') = '\0';
	char *path =
		memory_print("%s:%s", self, old == NULL ? "/usr/local/bin:/usr/bin:/bin" : old);
	setenv("PATH", path, 1);
	free(path);
}

/* Streams that the caller closed would be given to the first files we open. */
static void main_open_streams(void)
{
	int fd;
	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

static void main_print_commands(FILE *out)
{
	fputs("usage: referee COMMAND [...]\n\n", out);
	for (const struct command *const *c = all_commands; *c != NULL; c++)
		fprintf(out, "  %-11s %s\n", (*c)->name, (*c)->summary);
	fputs("\n`referee COMMAND --help` says how each is used.\n", out);
}

static int main_print_help(const struct command *command)
{
	printf("referee %s %s\n\n%s\n", command->name, command->usage, command->summary);
	if (command->help != NULL)
		printf("\n%s", command->help);
	if (command->help_more != NULL)
		command->help_more(stdout);
	return EXIT_SUCCESS;
}

static int main_unknown(const char *word)
{
	const char *names[64];
	int count = 0;
	for (const struct command *const *c = all_commands; *c != NULL; c++)
		names[count++] = (*c)->name;
	const char *near = did_you_mean(word, names, count);
	if (near != NULL)
		fprintf(stderr, "referee: there is no command \"%s\"; did you mean \"%s\"?\n", word,
			near);
	else
		fprintf(stderr, "referee: there is no command \"%s\"; `referee help` lists them\n",
			word);
	return EXIT_USAGE;
}

static int main_run(int argc, char **argv)
{
	if (argc < 2) {
		main_print_commands(stderr);
		return EXIT_USAGE;
	}
	const char *word = argv[1];
	const struct command *command = command_find(word);
	/* Started in a box, to try the ways out of it. */
	if (strcmp(word, ESCAPE_TESTS_WORD) == 0)
		return escape_tests_main(argc - 1, argv + 1);
	if (strcmp(word, BUILD_INIT_WORD) == 0)
		return build_init_main(argc - 1, argv + 1);
	if (strcmp(word, WEB_START_WORD) == 0)
		return web_start_main(argc - 1, argv + 1);
	if (command != NULL && argc > 2 &&
		(strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0))
		return main_print_help(command);
	if (command != NULL)
		return command->run(argc - 1, argv + 1);
	if (strcmp(word, "--version") == 0 || strcmp(word, "version") == 0) {
		puts("referee " REFEREE_VERSION);
		return EXIT_SUCCESS;
	}
	if (strcmp(word, "help") != 0 && strcmp(word, "--help") != 0 && strcmp(word, "-h") != 0)
		return main_unknown(word);
	command = argc > 2 ? command_find(argv[2]) : NULL;
	if (command != NULL)
		return main_print_help(command);
	if (argc > 2)
		return main_unknown(argv[2]);
	main_print_commands(stdout);
	return EXIT_SUCCESS;
}

/* Results that did not all arrive, in a file on a full disk, must not look as if they had. Whoever
 * closed the pipe has read enough. */
int main(int argc, char **argv)
{
	main_open_streams();
	main_set_path();
	int status = main_run(argc, argv);
	errno = 0;
	if (fflush(stdout) == 0 || errno == EPIPE)
		return status;
	fprintf(stderr, "referee: the output could not be written: %s\n", strerror(errno));
	return EXIT_BROKEN;
}
