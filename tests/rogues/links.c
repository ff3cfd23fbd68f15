/*
 * links.c - gets at what is outside of its folder by links: links -HOME LINK..., which lie in its
 * folder and lead out of it, and those that it makes itself to HOME and others, and by the ways
 * around a root. Refused, it plays well.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "tests/lib/rogue.h"

static bool links_reads(const char *path)
{
	char byte;
	int fd = open(path, O_RDONLY);
	errno = 0;
	bool worked = fd >= 0 && (read(fd, &byte, 1) > 0 || errno == EISDIR);
	if (fd >= 0)
		close(fd);
	return worked;
}

/* A link of its own to it. */
static bool links_makes(const char *target)
{
	const char *own = rogue_scratch("rogue-left");
	unlink(own);
	return symlink(target, own) == 0 && links_reads(own);
}

static bool links_hard(const char *target)
{
	const char *own = rogue_scratch("rogue-left-hard");
	return link(target, own) == 0 ||
	       linkat(AT_FDCWD, target, AT_FDCWD, own, AT_SYMLINK_FOLLOW) == 0;
}

/* Up and up from a folder that was opened before, as out of a chroot. */
static bool links_climbs(const char *target)
{
	char path[256] = "";
	for (int i = 0; i < 20; i++)
		strcat(path, "../");
	strcat(path, target + 1);
	int root = open("/", O_PATH | O_DIRECTORY);
	int fd = openat(root, path, O_RDONLY);
	if (fd >= 0)
		close(fd);
	close(root);
	return fd >= 0;
}

int main(int argc, char **argv)
{
	static char home[2][256], first[2][32];
	const char *const targets[] = {"/etc/shadow", home[0], home[1], first[0], first[1]};
	pid_t init = 1; /* of its own box, or of the machine */
	const char *const of_init[2] = {"environ", "root/etc"};
	for (int i = 0; i < 2; i++)
		snprintf(first[i], sizeof first[i], "/proc/%d/%s", init, of_init[i]);
	snprintf(home[0], sizeof home[0], "%s/.bashrc", argc > 1 ? argv[1] + 1 : "");
	snprintf(home[1], sizeof home[1], "%s/.profile", argc > 1 ? argv[1] + 1 : "");
	rogue_begin();
	while (rogue_turn()) {
		for (int i = 2; i < argc; i++)
			rogue_try(argv[i], links_reads(argv[i]));
		for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
			rogue_try("symbolic", links_makes(targets[i]));
			rogue_try("hard", links_hard(targets[i]));
			rogue_try("climb", links_climbs(targets[i]));
		}
		rogue_try("chroot", chroot("/tmp") == 0);
		rogue_try("mknod",
			mknod(rogue_scratch("rogue-left-mem"), S_IFCHR | 0600, 0x101) == 0);
		rogue_try("handle", syscall(SYS_open_by_handle_at, AT_FDCWD, "\0\0\0\0", 0) >= 0);
		rogue_confess();
	}
}
