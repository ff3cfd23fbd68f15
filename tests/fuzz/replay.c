/*
 * replay.c - a main() for a target without libFuzzer: each file that is named, or each file of a
 * folder that is named, goes through the target once. Its name is printed first, so that the last
 * name is the one that broke it.
 */
#include <dirent.h>
#include <stdio.h>

#include "tests/lib/fuzz.h"

enum { REPLAY_MAX = 1 << 20, REPLAY_PATH = 4096 };

static bool replay_file(const char *path)
{
	static uint8_t bytes[REPLAY_MAX];
	FILE *file = fopen(path, "rb");
	if (file == NULL) {
		perror(path);
		return false;
	}
	size_t size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	puts(path);
	fflush(stdout);
	uint8_t *copy = malloc(size); /* of this size, so that a sanitizer sees its end */
	assert(copy != NULL || size == 0);
	if (size > 0)
		memcpy(copy, bytes, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
	return true;
}

static bool replay_folder(DIR *folder, const char *path)
{
	char name[REPLAY_PATH];
	bool good = true;
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
		good &= replay_file(name);
	}
	return good;
}

int main(int argc, char **argv)
{
	bool good = argc > 1;
	for (int i = 1; i < argc; i++) {
		DIR *folder = opendir(argv[i]);
		good &= folder != NULL ? replay_folder(folder, argv[i]) : replay_file(argv[i]);
		if (folder != NULL)
			closedir(folder);
	}
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
