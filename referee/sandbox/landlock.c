/*
 * landlock.c - makes Landlock rules for a view.
 *
 * The numbers are the kernel's stable interface. The system's headers may be older than the kernel.
 */
#include "referee/sandbox/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	LANDLOCK_EXECUTE = 1 << 0,
	LANDLOCK_WRITE_FILE = 1 << 1,
	LANDLOCK_READ_FILE = 1 << 2,
	LANDLOCK_READ_DIR = 1 << 3,
	LANDLOCK_READ = LANDLOCK_EXECUTE | LANDLOCK_READ_FILE | LANDLOCK_READ_DIR,
#ifdef __SANITIZE_ADDRESS__ /* the leak checker lists its own threads */
	LANDLOCK_READER = LANDLOCK_READ_FILE | LANDLOCK_READ_DIR,
#else
	LANDLOCK_READER = LANDLOCK_READ_FILE,
#endif
	LANDLOCK_DEVICE = LANDLOCK_READ_FILE | LANDLOCK_WRITE_FILE,
	LANDLOCK_FILE = LANDLOCK_EXECUTE | LANDLOCK_READ_FILE, /* rights that apply to a file */
	LANDLOCK_MAKE_SPECIAL = 1 << 6 | 1 << 9 | 1 << 11,     /* char, sock, block */
	LANDLOCK_WRITER = LANDLOCK_WRITE_FILE | LANDLOCK_READ_FILE | LANDLOCK_READ_DIR | 1 << 4 |
			  1 << 5 | 1 << 7 | 1 << 8, /* remove, and make folders and files */
	LANDLOCK_NETWORK = 3,			    /* bind and connect TCP */
	LANDLOCK_SCOPES = 3,			    /* abstract sockets, signals */
	LANDLOCK_PATH_BENEATH = 1,
	LANDLOCK_ASK_VERSION = 1,
};

struct landlock_ruleset {
	uint64_t files, network, scopes;
};

struct landlock_beneath {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

int landlock_version(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_ASK_VERSION);
	return version < 0 ? 0 : (int)version;
}

/* All file rights of a version: 13 in the first, one more in each of 2, 3 and 5. */
static uint64_t landlock_files(int version)
{
	int rights = 13 + (version >= 2) + (version >= 3) + (version >= 5);
	return (UINT64_C(1) << rights) - 1;
}

static bool landlock_allow(int rules, const char *path, uint64_t rights)
{
	int fd = open(path, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT;
	struct landlock_beneath rule = {rights, fd};
	long error = syscall(SYS_landlock_add_rule, rules, LANDLOCK_PATH_BENEATH, &rule, 0);
	close(fd);
	return error == 0;
}

/* Without an own root the bot sees the shown paths item by item. */
static bool landlock_allow_view(int rules, const struct fs_view *v)
{
	for (int i = 0; i < v->count; i++) {
		const struct fs_view_item *item = &v->items[i];
		if (item->kind == FS_VIEW_TREE &&
			!landlock_allow(
				rules, item->path, item->folder ? LANDLOCK_READ : LANDLOCK_FILE))
			return false;
	}
	return landlock_allow(rules, "/proc", LANDLOCK_READ);
}

/* Rules that forbid everything that this version can forbid, or all but the network. */
static int landlock_begin(int version, bool network)
{
	struct landlock_ruleset set = {landlock_files(version),
		version >= 4 && !network ? LANDLOCK_NETWORK : 0,
		version >= 6 ? LANDLOCK_SCOPES : 0};
	size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
	return (int)syscall(SYS_landlock_create_ruleset, &set, size, 0);
}

/* Returns rules, or -1 if they are incomplete. */
static int landlock_end(int rules, bool good)
{
	int saved = errno;
	if (good)
		return rules;
	close(rules);
	errno = saved;
	return -1;
}

static bool landlock_is_folder(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

int landlock_make_reader(const char *const *folders, int count, bool more)
{
	int rules = landlock_begin(landlock_version(), more);
	bool good = true;
	if (rules < 0)
		return -1;
	for (int i = 0; i < count && good; i++)
		good = landlock_allow(rules, folders[i],
			!more				 ? LANDLOCK_READER
			: landlock_is_folder(folders[i]) ? LANDLOCK_READ_FILE | LANDLOCK_READ_DIR
							 : LANDLOCK_READ_FILE);
	return landlock_end(rules, good);
}

int landlock_make_writer(const char *folder)
{
	static const char *const libraries[] = {
		"/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache"};
	int rules = landlock_begin(landlock_version(), false);
	if (rules < 0)
		return -1;
	bool good = landlock_allow(rules, folder, LANDLOCK_WRITER);
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries && good; i++)
		good = landlock_allow(rules, libraries[i],
			landlock_is_folder(libraries[i]) ? LANDLOCK_READ_FILE | LANDLOCK_READ_DIR
							 : LANDLOCK_READ_FILE);
	return landlock_end(rules, good);
}

int landlock_make(const struct fs_view *v, bool inside, bool build, bool network)
{
	int version = landlock_version();
	uint64_t files = landlock_files(version);
	int rules = landlock_begin(version, network);
	if (rules < 0)
		return -1;
	uint64_t scratch = files & ~(uint64_t)LANDLOCK_MAKE_SPECIAL;
	if (!build)
		scratch &= ~(uint64_t)LANDLOCK_EXECUTE;
	bool good = inside ? landlock_allow(rules, "/", LANDLOCK_READ) &&
				     landlock_allow(rules, FS_VIEW_SCRATCH, scratch) &&
				     landlock_allow(rules, FS_VIEW_SHARED, scratch)
			   : landlock_allow_view(rules, v);
	for (int i = 0; i < v->count && good; i++)
		if (v->items[i].kind == FS_VIEW_DEVICE)
			good = landlock_allow(rules, v->items[i].path, LANDLOCK_DEVICE);
	return landlock_end(rules, good);
}

int landlock_restrict(int rules)
{
	return (int)syscall(SYS_landlock_restrict_self, rules, 0);
}
