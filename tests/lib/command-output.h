/*
 * command-output.h - runs a command of the referee in this process and keeps its output.
 */
#ifndef TESTS_LIB_COMMAND_OUTPUT_H
#define TESTS_LIB_COMMAND_OUTPUT_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "tests/lib/suite.h"

enum { COMMAND_OUTPUT_WORDS = 16, COMMAND_OUTPUT_TEXT = 65536 };

struct command_output {
	char out[COMMAND_OUTPUT_TEXT], err[COMMAND_OUTPUT_TEXT];
	int status;
};

/* Reads the text that a stream got meanwhile, and gives the stream back. */
static inline void command_output_take(FILE *from, int stream, int saved, char *text)
{
	fflush(NULL);
	dup2(saved, stream);
	close(saved);
	rewind(from);
	size_t length = fread(text, 1, COMMAND_OUTPUT_TEXT - 1, from);
	ck_assert_uint_lt(length, COMMAND_OUTPUT_TEXT - 1);
	text[length] = '\0';
	fclose(from);
}

/* words: NULL behind the last one. The word DB stands for the path. */
static inline void command_output_run(struct command_output *output, const struct command *command,
	const char *const *words, const char *path)
{
	char *argv[COMMAND_OUTPUT_WORDS + 2] = {(char *)command->name};
	int argc = 1;
	for (; argc <= COMMAND_OUTPUT_WORDS && words[argc - 1] != NULL; argc++)
		argv[argc] = (char *)(strcmp(words[argc - 1], "DB") == 0 ? path : words[argc - 1]);
	fflush(NULL);
	FILE *out = tmpfile(), *err = tmpfile();
	ck_assert(out != NULL && err != NULL);
	int saved_out = dup(STDOUT_FILENO), saved_err = dup(STDERR_FILENO);
	dup2(fileno(out), STDOUT_FILENO);
	dup2(fileno(err), STDERR_FILENO);
	output->status = command->run(argc, argv);
	command_output_take(out, STDOUT_FILENO, saved_out, output->out);
	command_output_take(err, STDERR_FILENO, saved_err, output->err);
}

#endif
