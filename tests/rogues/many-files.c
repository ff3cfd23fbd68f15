/*
 * many-files.c - makes a million files and folders where it may, until it may not any more, and
 * plays well.
 */
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/lib/rogue.h"

enum { MANY_FILES = 1000000, MANY_FILES_EACH = 4000 };

int main(void)
{
	char path[128];
	int made = 0, tried = 0;
	rogue_begin();
	if (chdir(rogue_scratch("")) != 0)
		return EXIT_FAILURE;
	while (rogue_turn()) {
		for (int end = tried + MANY_FILES_EACH; tried < end; tried++) {
			snprintf(path, sizeof path, "rogue-left-%d", tried);
			if (tried % 4 == 0 && mkdir(path, 0700) == 0)
				made++;
			else if (tried % 4 == 1 && symlink("/etc/passwd", path) == 0)
				made++;
			else if (mknod(path, S_IFREG | 0600, 0) == 0)
				made++;
			else
				break;
		}
		rogue_try("files", made >= MANY_FILES / 100);
		rogue_confess();
	}
}
