/*
 * complete-program.c - completes the command of a bot. The programs beside this one are asked.
 */
#include "referee/commands/complete/complete.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/shell-words.h"

extern char **environ;

static const struct complete_program_row {
	const char *name, *help;
} complete_programs[] = {
	{"referee-bot", "play by a search and an evaluation"},
	{"referee-adapt", "play with a program that speaks another protocol"},
	{"referee-solve", "answer exactly"},
};

/* The program of a command's first word. Programs in other folders are not started: the one beside
 * this program answers for them. */
static const char *complete_program_find(const char *word)
{
	const char *slash = strrchr(word, '/'), *name = slash != NULL ? slash + 1 : word;
	for (size_t i = 0; i < sizeof complete_programs / sizeof *complete_programs; i++)
		if (strcmp(complete_programs[i].name, name) == 0)
			return complete_programs[i].name;
	return NULL;
}

/* Takes a line of a program: a candidate, or a question to the shell. */
static void complete_program_offer(char *line, const struct candidates *c)
{
	line[strcspn(line, "\n")] = '\0';
	char *help = strchr(line, '\t');
	if (help == NULL)
		return;
	*help++ = '\0';
	if (*line != '\0') {
		candidates_offer(c, line, help);
		return;
	}
	char *before = strchr(help, '\t');
	if (before == NULL || strncmp(c->typed, before + 1, strlen(before + 1)) != 0)
		return;
	*before++ = '\0';
	struct candidates after = candidates_after(c, strlen(before));
	candidates_ask(&after, help);
}

/* Starts `PROGRAM --complete WORD...` with its output in a pipe. Returns what is to be read; -1: it
 * cannot be started. */
static int complete_program_start(const char *program, const char *const *words, int count)
{
	int ends[2];
	pid_t pid;
	posix_spawn_file_actions_t actions;
	if (pipe(ends) != 0)
		return -1;
	char **argv = memory_get((size_t)count + 3, sizeof *argv);
	argv[0] = (char *)program;
	argv[1] = (char *)"--complete";
	for (int i = 0; i < count; i++)
		argv[i + 2] = (char *)words[i];
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&actions, ends[0]);
	posix_spawn_file_actions_addclose(&actions, ends[1]);
	bool good = posix_spawnp(&pid, program, &actions, NULL, argv, environ) == 0;
	posix_spawn_file_actions_destroy(&actions);
	free(argv);
	close(ends[1]);
	if (!good)
		close(ends[0]);
	return good ? ends[0] : -1;
}

void complete_program(const char *const *words, int count, const struct candidates *c)
{
	const char *program = count > 1 ? complete_program_find(words[0]) : NULL;
	if (program != NULL) {
		char *line = NULL;
		size_t room = 0;
		int fd = complete_program_start(program, (words + 1), (count - 1));
		FILE *answer = fd >= 0 ? fdopen(fd, "r") : NULL;
		while (answer != NULL && getline(&line, &room, answer) > 0)
			complete_program_offer(line, c);
		free(line);
		if (answer != NULL)
			fclose(answer);
		if (fd >= 0)
			wait(NULL);
		return;
	}
	if (count == 1) {
		bool any = *c->typed == '\0';
		for (size_t i = 0; i < sizeof complete_programs / sizeof *complete_programs; i++) {
			const char *name = complete_programs[i].name;
			any = any || strncmp(name, c->typed, strlen(c->typed)) == 0;
			candidates_offer(c, name, complete_programs[i].help);
		}
		if (!any)
			candidates_ask(c, COMPLETE_PROGRAMS);
	}
	candidates_ask(c, COMPLETE_FILES);
}

/* The start of the last word. -1: a quote or a backslash is in it, so that its text differs. */
static int complete_program_last(const char *text)
{
	int start = 0;
	char quote = '\0';
	bool plain = true;
	for (int i = 0; text[i] != '\0'; i++) {
		if (quote == '\0' && (text[i] == ' ' || text[i] == '\t')) {
			start = i + 1;
			plain = true;
			continue;
		}
		plain = plain && strchr("'\"\\", text[i]) == NULL;
		if (text[i] == '\\' && quote != '\'' && text[i + 1] != '\0')
			i++;
		else if (text[i] == quote)
			quote = '\0';
		else if (quote == '\0' && (text[i] == '\'' || text[i] == '"'))
			quote = text[i];
	}
	return plain ? start : -1;
}

void complete_program_text(const struct candidates *c)
{
	int start = complete_program_last(c->typed), count = 0;
	char **before = NULL;
	struct error err;
	if (start < 0)
		return;
	char *text = memory_print("%.*s", start, c->typed);
	if (!shell_words_split(text, &before, &count, &err))
		count = 0;
	const char **words = memory_get((size_t)count + 2, sizeof *words);
	for (int i = 0; i < count; i++)
		words[i] = before[i];
	words[count] = c->typed + start;
	struct candidates after = candidates_after(c, (size_t)start);
	complete_program(words, count + 1, &after);
	free(words);
	free(before);
	free(text);
}
