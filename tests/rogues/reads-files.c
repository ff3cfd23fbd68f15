/*
 * reads-files.c - opens the tournament's database and journal, the records, other bots' folders and
 * the machine's secrets, to read and to write: reads-files -FOLDER -HOME, that of the
 * tournament and that of its user. (The line keeps the referee from taking them for folders of the
 * bot's.) Refused, it plays well.
 */
#include <dirent.h>
#include <fcntl.h>

#include "tests/lib/rogue.h"

static bool reads_files_folder(const char *path)
{
	DIR *folder = opendir(path);
	int names = 0;
	while (folder != NULL && readdir(folder) != NULL)
		names++;
	if (folder != NULL)
		closedir(folder);
	return names > 2;
}

/* To read, it must hold something: what is hidden may look empty. */
static void reads_files_try(const char *path)
{
	char byte, way[64];
	const char *name = strrchr(path, '/');
	int fd = open(path, O_RDONLY);
	snprintf(way, sizeof way, "read:%s", name == NULL ? path : name + 1);
	rogue_try(way, (fd >= 0 && read(fd, &byte, 1) > 0) || reads_files_folder(path));
	way[0] = 'w';
	if (fd >= 0)
		close(fd);
	fd = open(path, O_WRONLY | O_APPEND);
	rogue_try(way, fd >= 0);
	if (fd >= 0)
		close(fd);
	if (rogue_gain[0] != '\0')
		return; /* without a box this would destroy */
	rogue_try("truncate", truncate(path, 0) == 0);
	rogue_try("rename", rename(path, rogue_scratch("rogue-left")) == 0);
}

int main(int argc, char **argv)
{
	static const char *const inside[] = {"cup.db", "cup.db-wal", "cup.db-journal", "cup.db-shm",
		"cup.conf", "wire", "wire/game-1-seat-1.txt", "honest", "honest/secret",
		"rogue/../honest/secret"};
	static const char *const outside[] = {"../cup.db", "../honest/secret",
		"../../../etc/shadow", "/etc/shadow", "/var/log", "/home", "/run", "/sys",
		"/proc/1/environ", "/proc/kcore", "/dev/mem", "/dev/kmsg", "/boot", "/etc/ssh"};
	static const char *const at_home[] = {".profile", ".bashrc"};
	const char *folder = argc > 1 ? argv[1] + 1 : "", *home = argc > 2 ? argv[2] + 1 : "";
	char path[512];
	rogue_begin();
	while (rogue_turn()) {
		for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
			snprintf(path, sizeof path, "%s/%s", folder, inside[i]);
			reads_files_try(path);
		}
		for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
			reads_files_try(outside[i]);
		for (size_t i = 0; i < sizeof at_home / sizeof *at_home; i++) {
			snprintf(path, sizeof path, "%s/%s", home, at_home[i]);
			reads_files_try(path);
		}
		rogue_confess();
	}
}
