/*
 * tournament.c - any bytes as a tournament's file, through the reader of its form and all settings.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "referee/config/config-file.h"
#include "tests/lib/fuzz-definition.h"

enum { TOURNAMENT_INPUT = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int file = -1;
	static char path[64];
	if (file < 0) {
		file = memfd_create("tournament", 0);
		snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	}
	assert(file >= 0);
	if (size > TOURNAMENT_INPUT || ftruncate(file, 0) != 0 ||
		pwrite(file, data, size, 0) != (ssize_t)size)
		return 0;
	struct tournament t;
	struct diagnostics mistakes = {defined_on_mistake, NULL, 0};
	tournament_init(&t);
	bool right = tournament_read_file(&t, path, &mistakes);
	assert(right == (mistakes.count == 0));
	defined_finish(&t, &mistakes);
	return 0;
}
