/*
 * main.c - finds the command and runs it.
 */
#include <archive.h>
#include <event2/event.h>
#include <fcntl.h>
#include <limits.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/commands/complete/complete.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/version.h"
#include "db/db.h"
#include "protocol/message.h"
#include "referee/import-export/export.h"
#include "referee/import-export/import.h"
#include "referee/machines/worker-facts.h"
#include "referee/process/crypto.h"
#include "rules/process/rules-process.h"
#include "referee/process/standard-output.h"
#include "referee/prepare/build-init.h"
#include "referee/web/play/web-play-process.h"
#include "referee/web/web-process.h"
#include "referee/sandbox/sandbox-selftest.h"

/* Puts the folder of this program first in PATH, so that the programs beside it are found
 * without a path. */
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

/* Opens /dev/null for standard streams that the caller closed. Else the first files that we open
 * would get their descriptors. */
static void main_open_streams(void)
{
	int fd;
	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* Programs that the referee itself starts, and the one for shells. */
static const struct main_program {
	const char *word;
	int (*run)(int argc, char **argv);
} main_programs[] = {
	{ESCAPE_TESTS_WORD, escape_tests_main},
	{BUILD_INIT_WORD, build_init_main},
	{WEB_START_WORD, web_start_main},
	{WEB_PLAY_START_WORD, web_play_start_main},
	{COMPLETE_WORD, complete_main},
};

/* Prints the version and the build of this program, and the versions of its database, of its
 * protocols and of the libraries that it runs with. */
static void main_print_version(void)
{
	char features[FEATURE_LIST];
	const struct scmp_version *seccomp = seccomp_version();
	version_print("referee");
	version_print_line("database", "version %d; reads versions %d to %d", db_version_written(),
		db_version_oldest(), db_version_written());
	version_print_line("protocols", "UGI with %s; rules programs %d; workers %d; JSON lines %d",
		feature_list(features), RULES_PROCESS_PROTOCOL, WORKER_PROTOCOL, EXPORT_VERSION);
	version_print_line("libraries",
		"SQLite %s, libevent %s, OpenSSL %s, libseccomp %u.%u.%u, jansson %s, %s",
		db_library(), event_get_version(), crypto_library(), seccomp->major, seccomp->minor,
		seccomp->micro, import_library(), archive_version_string());
}

/* Refuses a word behind those that the command takes. */
static int main_too_many(const char *word)
{
	char *shown = escape_text(word, false);
	fprintf(stderr,
		"referee: \"%s\": one word too many; `referee help --all` lists the commands\n",
		shown);
	free(shown);
	return EXIT_USAGE;
}

/* Runs `referee help`, `referee help --all` or `referee help COMMAND`. */
static int main_help(int count, char **names)
{
	const struct command_words found = command_find_words(count, (const char *const *)names);
	int taken = found.used > 0 ? found.used : 1;
	/* A verb behind its command is explained there too. */
	if (count > taken && !(found.command != NULL && found.command->verb != NULL))
		return main_too_many(names[taken]);
	if (found.old != NULL) {
		char *now = command_new_name(&found);
		printf("`referee %s` is now `referee %s`:\n\n", found.old, now);
		free(now);
	}
	if (found.command != NULL)
		command_print_help(found.command, stdout);
	else if (count == 0)
		command_print_first(stdout);
	else if (strcmp(names[0], "--all") == 0)
		command_print_all(stdout);
	else if (!command_print_second_words(names[0], stdout))
		return command_unknown(names[0]);
	return EXIT_SUCCESS;
}

/* Is the word one of the three? */
static bool main_is_one_of(const char *word, const char *a, const char *b, const char *c)
{
	return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

static int main_run(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	bool help = argc == 3 && main_is_one_of(argv[2], "--help", "-h", "help");
	const struct command_words found =
		command_find_words(argc - 1, (const char *const *)argv + 1);
	if (found.old != NULL && !help) {
		char *now = command_new_name(&found);
		command_print_renamed(found.old, now);
		free(now);
	}
	if (found.command != NULL && !(found.old != NULL && help))
		return found.command->run(argc - found.used, argv + found.used);
	for (size_t i = 0; i < sizeof main_programs / sizeof *main_programs; i++)
		if (strcmp(word, main_programs[i].word) == 0)
			return main_programs[i].run(argc - 1, argv + 1);
	if (main_is_one_of(word, "help", "--help", "-h"))
		return main_help(argc - 2, argv + 2);
	if (main_is_one_of(word, "version", "--version", "-V")) {
		if (argc > 2)
			return main_too_many(argv[2]);
		main_print_version();
		return EXIT_SUCCESS;
	}
	if (argc > 2 && main_is_one_of(argv[2], "--help", "-h", "help"))
		return main_help(1, argv + 1);
	if (argc > 1)
		return command_unknown(word);
	command_print_first(stderr);
	return EXIT_USAGE;
}

int main(int argc, char **argv)
{
	signal(SIGXFSZ, SIG_IGN); /* a limit on file size must be an error that can be reported */
	main_open_streams();
	main_set_path();
	return standard_output_end(main_run(argc, argv));
}
