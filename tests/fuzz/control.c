/*
 * control.c - lines through the reader of requests to the daemon. A request that is taken has the
 * words of its row, and is the same when it is written as the commands write it; a refused one
 * says why in one line.
 */
#include <stdio.h>

#include "base/shell-words.h"
#include "referee/daemon/control.h"
#include "tests/lib/fuzz.h"

static void control_fuzz_wish(char *const *word)
{
	struct watch_options options;
	struct error err = {""};
	if (!control_parse_wish(word, &options, &err)) {
		assert(*err.text != '\0');
		return;
	}
	assert(options.number >= 0 && (options.number == 0 || options.name == NULL));
	assert(!options.follow || options.number == 0);
}

/* The words as a line again. */
static char *control_fuzz_line(char *const *words)
{
	char *line = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&line, &size);
	assert(out != NULL);
	for (int i = 0; words[i] != NULL; i++) {
		fputs(i > 0 ? " " : "", out);
		shell_words_write(out, words[i]);
	}
	fclose(out);
	return line;
}

static void control_fuzz_taken(const struct control_row *row, char **words)
{
	const struct control_row *again_row;
	struct error err;
	char **again;
	int count = 0;
	while (words[count] != NULL)
		count++;
	assert(strcmp(words[0], row->word) == 0);
	assert(control_takes(row, count - 1, &err) && count <= CONTROL_WORDS);
	if (row->verb == CONTROL_WATCH)
		control_fuzz_wish(words + 1);
	char *line = control_fuzz_line(words);
	bool taken = control_parse(line, &again_row, &again, &err);
	assert(taken && again_row == row);
	for (int i = 0; i <= count; i++)
		assert(i == count ? again[i] == NULL : strcmp(words[i], again[i]) == 0);
	free(again);
	free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct control_row *row = NULL;
	struct error err = {""};
	char **words;
	char *line = fuzz_text(data, size);
	if (control_parse(line, &row, &words, &err)) {
		control_fuzz_taken(row, words);
		free(words);
	} else {
		assert(*err.text != '\0' && row == NULL);
	}
	free(line);
	return 0;
}
