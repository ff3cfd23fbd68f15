/*
 * import.c - whole files through the reader of `referee import`, without a database: every game is
 * checked by the rules. What is wrong is told in lines that begin with the file's name and a line's
 * number, and at most so many; a file with nothing wrong holds a game or a tournament.
 */
#include "referee/transfer/import.h"

#include <stdio.h>

#include "tests/lib/fuzz.h"

/* Each line of what was told begins with "FILE:", nothing in it that a terminal could obey. */
static int import_told(const char *told)
{
	int lines = 0;
	for (; *told != '\0'; lines++) {
		assert(strncmp(told, "FILE:", 5) == 0);
		for (; *told != '\n'; told++)
			assert((unsigned char)*told >= ' ');
		told++;
	}
	return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct import imp;
	char *told = NULL;
	size_t length = 0;
	if (size == 0)
		return 0;
	memset(&imp, 0, sizeof imp);
	imp.path = "FILE";
	imp.in = fmemopen((void *)data, size, "r");
	imp.err = open_memstream(&told, &length);
	assert(imp.in != NULL && imp.err != NULL);
	import_file(&imp);
	fclose(imp.in);
	fclose(imp.err);
	int lines = import_told(told);
	assert(lines <= IMPORT_MISTAKES + 1);
	assert((imp.mistakes > 0) == (lines > 0));
	assert(imp.mistakes > 0 || imp.games_seen > 0 || imp.tournaments > 0);
	free(told);
	return 0;
}
