/*
 * Commands run on the fixture print what the files of printed/ say. There a line `$ COMMAND` begins
 * a case and its output follows, the standard output first. A last line `exit N` is the status when
 * it is not 0. DB stands for the fixture's path.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"

static const char *const printed[] = {"export", "verify"};

/* The file as one text, to be freed. */
static char *printed_read(const char *name)
{
	char path[PATH_MAX], *text = calloc(1, COMMAND_OUTPUT_TEXT);
	snprintf(path, sizeof path, "tests/referee/commands/printed/%s.txt", name);
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL && text != NULL, "%s", path);
	ck_assert_uint_lt(fread(text, 1, COMMAND_OUTPUT_TEXT, file), COMMAND_OUTPUT_TEXT);
	fclose(file);
	return text;
}

static void printed_run(char *line, const char *wanted, size_t length)
{
	static struct command_output got;
	static char all[3 * COMMAND_OUTPUT_TEXT];
	const char *words[COMMAND_OUTPUT_WORDS + 1] = {NULL};
	char sentence[256];
	int count = 0;
	snprintf(sentence, sizeof sentence, "%s", line);
	for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
		ck_assert_int_lt(count, COMMAND_OUTPUT_WORDS);
		words[count++] = word;
	}
	const struct command *command = command_find(words[0]);
	ck_assert_msg(command != NULL, "%s", sentence);
	command_output_run(&got, command, words + 1, fixture_path("printed.db"));
	int size = snprintf(all, sizeof all, "%s%s", got.out, got.err);
	if (got.status != 0)
		snprintf(all + size, sizeof all - (size_t)size, "exit %d\n", got.status);
	ck_assert_msg(strlen(all) == length && memcmp(all, wanted, length) == 0,
		"%s\nprints:\n%s\nand should print:\n%.*s", sentence, all, (int)length, wanted);
}

START_TEST(a_command_prints_what_the_file_says)
	{
		char *text = printed_read(printed[_i]), *at = text;
		int cases = 0;
		db_close(fixture_open(fixture_path("printed.db")));
		while (strncmp(at, "$ ", 2) == 0) {
			char *line = at + 2, *begin = line + strcspn(line, "\n");
			*begin++ = '\0';
			at = strncmp(begin, "$ ", 2) == 0 ? begin : strstr(begin, "\n$ ");
			at = at == NULL ? begin + strlen(begin) : at + (at != begin);
			printed_run(line, begin, (size_t)(at - begin));
			cases++;
		}
		ck_assert_str_eq(at, "");
		ck_assert_int_gt(cases, 1);
		free(text);
	}
END_TEST

SUITE("referee/commands/printed",
	LOOP(a_command_prints_what_the_file_says, sizeof printed / sizeof *printed))
