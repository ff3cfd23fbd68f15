/*
 * import.c - whole files through the reader of `referee import`, without a database: every game is
 * checked by the rules. A mistake is reported as a line that begins with the file's name and the
 * line's number, up to a limit; a file without a mistake holds a game or a tournament.
 */
#include "referee/import-export/import.h"

#include <stdio.h>

#include "tests/lib/fuzz.h"

/* Each line of the report begins with "FILE:", and holds nothing that a terminal could obey. */
static int import_reported(const char *report)
{
	int lines = 0;
	for (; *report != '\0'; lines++) {
		assert(strncmp(report, "FILE:", 5) == 0);
		for (; *report != '\n'; report++)
			assert((unsigned char)*report >= ' ');
		report++;
	}
	return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct import_target none = {.db = NULL};
	char *report = NULL;
	size_t length = 0;
	if (size == 0)
		return 0;
	FILE *in = fmemopen((void *)data, size, "r"), *err = open_memstream(&report, &length);
	assert(in != NULL && err != NULL);
	struct import_counts counts = import_jsonl_read(&none, in, "FILE", err);
	fclose(in);
	fclose(err);
	int lines = import_reported(report);
	assert(lines <= IMPORT_MISTAKES + 1);
	assert((counts.mistakes > 0) == (lines > 0));
	assert(counts.mistakes > 0 || counts.games > 0 || counts.tournaments > 0);
	free(report);
	return 0;
}
