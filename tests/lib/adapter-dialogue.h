/*
 * adapter-dialogue.h - dialogues with an adapter, in which `> LINE` is said to it and `< LINE` is
 * what it must say next. The program behind it is a script in a folder of its own, where it keeps
 * what it read in the file `log`. The adapter's standard error is in the file `errors`.
 */
#ifndef TESTS_LIB_ADAPTER_DIALOGUE_H
#define TESTS_LIB_ADAPTER_DIALOGUE_H

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "bots/adapters/adapter.h"
#include "tests/lib/suite.h"

enum { DIALOGUE_SAID = 8192, DIALOGUE_PATH = 256 };

static struct {
	char folder[64];
	struct adapter_options options;
	const struct adapter *kind;
	pid_t pid;
	int to;
	FILE *from;
} dialogue;

static inline void dialogue_path(const char *name, char path[DIALOGUE_PATH])
{
	snprintf(path, DIALOGUE_PATH, "%s/%s", dialogue.folder, name);
}

/* A file of the folder; "": there is none. */
static inline const char *dialogue_file(const char *name)
{
	static char text[DIALOGUE_SAID];
	char path[DIALOGUE_PATH];
	dialogue_path(name, path);
	FILE *in = fopen(path, "r");
	size_t length = in == NULL ? 0 : fread(text, 1, sizeof text - 1, in);
	if (in != NULL)
		fclose(in);
	text[length] = '\0';
	return text;
}

/* Makes the folder with the script, which is `./program`, and a FIFO `gate`. */
static inline void dialogue_begin(const char *kind, const char *script)
{
	char path[DIALOGUE_PATH];
	memset(&dialogue, 0, sizeof dialogue);
	strcpy(dialogue.folder, "/tmp/adapter-dialogue-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dialogue.folder));
	dialogue_path("gate", path);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	dialogue_path("program", path);
	FILE *out = fopen(path, "w");
	ck_assert_ptr_nonnull(out);
	fputs(script, out);
	ck_assert_int_eq(fclose(out), 0);
	for (int i = 0; all_adapters[i] != NULL; i++)
		if (strcmp(all_adapters[i]->name, kind) == 0)
			dialogue.kind = all_adapters[i];
	ck_assert_ptr_nonnull(dialogue.kind);
	dialogue.options = dialogue.kind->preset;
}

static inline __attribute__((noreturn)) void dialogue_adapt(const char *const *words)
{
	static struct adapter_run run;
	int errors = open("errors", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	dup2(errors, STDERR_FILENO);
	run.kind = dialogue.kind;
	run.options = dialogue.options;
	run.command = words;
	_exit(adapter_run(&run));
}

/* Starts the adapter with this command, which ends with NULL. */
static inline void dialogue_start_command(const char *const *words)
{
	int to[2], from[2];
	fflush(stdout);
	ck_assert(pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0);
	dialogue.pid = fork();
	ck_assert_int_ge(dialogue.pid, 0);
	if (dialogue.pid == 0) {
		if (chdir(dialogue.folder) != 0 || dup2(to[0], STDIN_FILENO) < 0 ||
			dup2(from[1], STDOUT_FILENO) < 0)
			_exit(99);
		close_range(STDERR_FILENO + 1, ~0U, 0);
		dialogue_adapt(words);
	}
	close(to[0]);
	close(from[1]);
	dialogue.to = to[1];
	dialogue.from = fdopen(from[0], "r");
}

/* Starts the adapter with the script. */
static inline void dialogue_start(void)
{
	static const char *const words[] = {"sh", "./program", NULL};
	dialogue_start_command(words);
}

static inline void dialogue_say(char together[DIALOGUE_SAID])
{
	ck_assert_int_eq(write(dialogue.to, together, strlen(together)), (ssize_t)strlen(together));
	together[0] = '\0';
}

/* All lines up to the next answer go at once. */
static inline void dialogue_talk(const char *lines)
{
	char line[DIALOGUE_SAID], said[DIALOGUE_SAID], together[DIALOGUE_SAID] = "";
	for (; *lines != '\0'; lines += *lines == '\n') {
		size_t length = strcspn(lines, "\n");
		snprintf(line, sizeof line, "%.*s\n", (int)length - 2, lines + 2);
		if (*lines == '>') {
			ck_assert_uint_lt(strlen(together) + strlen(line), sizeof together);
			strcat(together, line);
		} else {
			dialogue_say(together);
			ck_assert_msg(fgets(said, sizeof said, dialogue.from) != NULL,
				"it ended: %s", dialogue_file("errors"));
			ck_assert_str_eq(said, line);
		}
		lines += length;
	}
	dialogue_say(together);
}

/* Waits until it has ended; returns its status, as waitpid() does. */
static inline int dialogue_ended(void)
{
	int status;
	ck_assert_int_eq(waitpid(dialogue.pid, &status, 0), dialogue.pid);
	ck_assert_int_eq(fgetc(dialogue.from), EOF);
	return status;
}

static inline void dialogue_end(void)
{
	char command[DIALOGUE_PATH];
	close(dialogue.to);
	fclose(dialogue.from);
	snprintf(command, sizeof command, "rm -r %s", dialogue.folder);
	ck_assert_int_eq(system(command), 0);
}

static inline void dialogue_quit(void)
{
	dialogue_talk("> quit");
	ck_assert_int_eq(dialogue_ended(), 0);
	dialogue_end();
}

/* It must end with status 1 and this on standard error. */
static inline void dialogue_fails(const char *errors)
{
	int status = dialogue_ended();
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
	ck_assert_str_eq(dialogue_file("errors"), errors);
	dialogue_end();
}

#endif
