/*
 * disk-room.c - asks the file system for its room.
 */
#include "referee/director/disk-room.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/memory.h"

enum { DISK_ROOM = 1 << 20 /* bytes free, or a tenth of a smaller disk */ };

bool disk_room_is_there(const char *path)
{
	struct statvfs disk;
	char *folder = memory_copy(path), *slash = strrchr(folder, '/');
	if (slash != NULL)
		slash[slash == folder] = '\0';
	bool known = statvfs(slash != NULL ? folder : ".", &disk) == 0;
	free(folder);
	if (!known)
		return true;
	uint64_t free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
	uint64_t tenth = (uint64_t)disk.f_blocks * disk.f_frsize / 10;
	/* Some file systems count no inodes. */
	bool inodes = disk.f_files == 0 || disk.f_favail > 0;
	return inodes && free_bytes >= (tenth < DISK_ROOM ? tenth : DISK_ROOM);
}
