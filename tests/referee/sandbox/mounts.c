/*
 * mounts.c - the root that a plan makes, looked at from inside: in a child with namespaces of its
 * own, for root and for an unprivileged user.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/mounts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "referee/sandbox/namespaces.h"
#include "referee/sandbox/sandbox-init.h"
#include "tests/lib/box.h"
#include "tests/lib/suite.h"

enum { OWNER = 4710, PATH = 256, SCRATCH = 1 << 20 };

static char work[64]; /* the folder of the test, on this machine */

static const char *at(const char *name)
{
	static char paths[8][PATH];
	static int next;
	char *path = paths[next++ % 8];
	snprintf(path, PATH, "%s/%s", work, name);
	return path;
}

static void make_file(const char *name, const char *text)
{
	int fd = open(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fchmod(fd, 0666), 0); /* so that a mount alone makes it read-only */
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static void begin_in(const char *place)
{
	snprintf(work, sizeof work, "%s/mounts-XXXXXX", place);
	ck_assert_ptr_nonnull(mkdtemp(work));
	ck_assert_int_eq(chmod(work, 0755), 0);
	const char *const folders[] = {"bot", "bot/secret", "other", "copy", "copy/deep"};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		ck_assert(mkdir(at(folders[i]), 0700) == 0 && chmod(at(folders[i]), 0777) == 0);
	make_file("bot/program", "one");
	make_file("bot/key", "key");
	make_file("bot/secret/plan", "plan");
	make_file("other/data", "other");
	make_file("copy/program", "held");
	make_file("copy/deep/book", "book");
}

/* Not where the scratch folder will be. */
static void begin(void)
{
	begin_in("/var/tmp");
}

static void (*look_in)(void), (*outside)(void);
static int entered[2], happened[2];

/* In the child: runs look_in() in a mount and a process namespace, and outside() beside it. */
static void live(void)
{
	char byte;
	const uid_t uid = geteuid();
	const gid_t gid = getegid();
	int status = -1;
	if (pipe(entered) != 0 || pipe(happened) != 0)
		_exit(3);
	pid_t first = namespaces_clone(
		CLONE_NEWNS | CLONE_NEWPID | (uid != 0 ? CLONE_NEWUSER : 0), SIGCHLD);
	if (first == 0) {
		if (uid != 0 && !sandbox_init_enter_user(uid, gid))
			_exit(3);
		look_in();
		_exit(0);
	}
	close(entered[1]);
	if (outside != NULL && read(entered[0], &byte, 1) == 1) {
		outside();
		if (write(happened[1], &byte, 1) != 1)
			_exit(4);
	}
	if (first < 0 || waitpid(first, &status, 0) != first || status != 0)
		_exit(4);
}

/* Inside: waits until outside() has run. */
static void let_outside(void)
{
	char byte;
	if (write(entered[1], "x", 1) != 1 || read(happened[0], &byte, 1) != 1)
		_exit(5);
}

static void inside(const struct box_user *user, void (*look)(void))
{
	look_in = look;
	box_as(user, live);
}

/* --- plans ----------------------------------------------------------------------------------- */

static struct fs_view_item items[8];
static struct fs_view view;

static struct mounts_plan plan(void)
{
	memset(items, 0, sizeof items);
	view = (struct fs_view){.items = items};
	strcpy(view.dir, "/cup/bot");
	return (struct mounts_plan){
		.view = &view, .scratch = SCRATCH, .owner = geteuid(), .group = getegid()};
}

/* Adds an item; from NULL: as the path says. */
static struct fs_view_item *show(enum fs_view_kind kind, const char *path, const char *from)
{
	struct fs_view_item *item = &items[view.count++];
	struct stat status = {.st_mode = 0};
	if (kind != FS_VIEW_LINK)
		stat(from != NULL ? from : path, &status);
	*item = (struct fs_view_item){.path = (char *)path,
		.from = (char *)from,
		.kind = kind,
		.folder = S_ISDIR(status.st_mode),
		.own = kind == FS_VIEW_TREE,
		.uid = status.st_uid,
		.gid = status.st_gid};
	return item;
}

static struct error err;

static void enter(const struct mounts_plan *p)
{
	const char *place = "";
	const int result = mounts_enter(p, &place);
	error_set(&err, "%s: %s", place, strerror(errno));
	HOLDS(result == 0);
}

/* --- what is inside -------------------------------------------------------------------------- */

/* Does the file have this text alone? */
static bool reads(const char *path, const char *text)
{
	char found[512];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, found, sizeof found - 1);
	if (fd >= 0)
		close(fd);
	found[length > 0 ? length : 0] = '\0';
	if (length >= 0 && strcmp(found, text) == 0)
		return true;
	fprintf(stderr, "%s: \"%s\", not \"%s\"\n", path, found, text);
	return false;
}

static bool refuses(const char *path, int flags, int error)
{
	errno = 0;
	int fd = open(path, flags | O_CLOEXEC, 0600);
	if (fd < 0 && errno == error)
		return true;
	fprintf(stderr, "%s opens with %d: %s\n", path, flags, strerror(errno));
	return false;
}

static int count_in(const char *path)
{
	int count = 0;
	DIR *all = opendir(path);
	for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;)
		count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
	if (all != NULL)
		closedir(all);
	return all == NULL ? -1 : count;
}

/* Does the mount have exactly these of the flags? */
static bool mounted(const char *path, unsigned long flags)
{
	const unsigned long all = ST_RDONLY | ST_NOSUID | ST_NODEV | ST_NOEXEC;
	struct statvfs fs;
	if (statvfs(path, &fs) == 0 && (fs.f_flag & all) == flags)
		return true;
	fprintf(stderr, "%s: flags %lx, not %lx\n", path, fs.f_flag & all, flags);
	return false;
}

static mode_t mode_of(const char *path)
{
	struct stat status;
	return lstat(path, &status) == 0 ? status.st_mode & 07777 : 0;
}

static void look_at_files(void)
{
	const struct mounts_plan p = plan();
	char text[256];
	show(FS_VIEW_TREE, "/cup/bot", at("bot"));
	show(FS_VIEW_HIDDEN, "/cup/bot/key", NULL)->folder = false;
	show(FS_VIEW_HIDDEN, "/cup/bot/secret", NULL)->folder = true;
	show(FS_VIEW_DEVICE, "/dev/null", NULL);
	enter(&p);
	HOLDS(reads("/cup/bot/program", "one"));
	HOLDS(refuses("/cup/bot/program", O_RDWR, EROFS));
	HOLDS(refuses("/cup/bot/new", O_RDWR | O_CREAT, EROFS));
	HOLDS(mounted("/cup/bot", ST_RDONLY | ST_NOSUID | ST_NODEV));
	/* Hidden: a file that is a device which cannot be opened, and an empty folder. */
	HOLDS(refuses("/cup/bot/key", O_RDONLY, EACCES));
	HOLDS(mounted("/cup/bot/key", ST_RDONLY | ST_NOSUID | ST_NODEV | ST_NOEXEC));
	HOLDS(count_in("/cup/bot/secret") == 0);
	HOLDS(mounted("/cup/bot/secret", ST_RDONLY | ST_NOSUID | ST_NODEV | ST_NOEXEC));
	/* Devices are written to. */
	int device = open("/dev/null", O_RDWR | O_CLOEXEC);
	HOLDS(device >= 0 && write(device, "x", 1) == 1);
	HOLDS(mounted("/dev/null", ST_NOSUID | ST_NOEXEC));
	/* The way to the folder is passed and not listed; the root is read-only, and not the old.
	 */
	HOLDS(mode_of("/cup") == 0111);
	HOLDS(refuses("/new", O_RDWR | O_CREAT, EROFS));
	HOLDS(refuses(work, O_RDONLY, ENOENT));
	HOLDS(getcwd(text, sizeof text) != NULL && strcmp(text, "/") == 0);
	/* In place of the machine's own. */
	snprintf(text, sizeof text, "root:x:0:0::/:/bin/false\nbot:x:%u:%u::/tmp:/bin/sh\n",
		p.owner, p.group);
	HOLDS(reads("/etc/passwd", text));
	snprintf(text, sizeof text, "root:x:0:\nbot:x:%u:\n", p.group);
	HOLDS(reads("/etc/group", text));
	HOLDS(reads("/etc/hosts", "127.0.0.1 localhost\n"));
	HOLDS(reads("/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"));
	/* Processes alone, of which this is the first. */
	HOLDS(access("/proc/1/stat", F_OK) == 0 && access("/proc/2", F_OK) != 0);
	HOLDS(access("/proc/meminfo", F_OK) != 0 && access("/proc/sys", F_OK) != 0);
	HOLDS(mounted("/proc", ST_NOSUID | ST_NODEV | ST_NOEXEC));
	HOLDS(access("/dev/stderr", F_OK) == 0 && access("/dev/fd/0", F_OK) == 0);
}

START_TEST(a_root_has_what_its_plan_shows_and_nothing_can_be_written_there)
	{
		begin();
		inside(&box_users[_i], look_at_files);
		ck_assert(file_tree_remove(work));
	}
END_TEST

static bool points_to(const char *path, const char *target)
{
	char found[PATH];
	ssize_t length = readlink(path, found, sizeof found - 1);
	found[length > 0 ? length : 0] = '\0';
	return strcmp(found, target) == 0;
}

static void look_at_links(void)
{
	const struct mounts_plan p = plan();
	char link[PATH];
	snprintf(link, sizeof link, "%s/link", work);
	show(FS_VIEW_LINK, link, NULL);
	enter(&p);
	HOLDS(points_to(link, "usr/nowhere"));
	HOLDS(points_to("/dev/fd", "/proc/self/fd"));
	HOLDS(points_to("/dev/stdin", "/proc/self/fd/0"));
	HOLDS(points_to("/dev/stdout", "/proc/self/fd/1"));
	HOLDS(points_to("/dev/stderr", "/proc/self/fd/2"));
}

START_TEST(a_link_is_shown_as_it_is)
	{
		begin();
		ck_assert_int_eq(symlink("usr/nowhere", at("link")), 0);
		inside(&box_users[_i], look_at_links);
		ck_assert(file_tree_remove(work));
	}
END_TEST

/* --- the scratch space ----------------------------------------------------------------------- */

static void look_at_scratch(void)
{
	static const char *const folders[] = {"/tmp", "/dev/shm"};
	const struct mounts_plan p = plan();
	struct stat status[2];
	struct statvfs fs;
	enter(&p);
	for (int i = 0; i < 2; i++) {
		HOLDS(stat(folders[i], &status[i]) == 0);
		HOLDS((status[i].st_mode & 07777) == 0700);
		HOLDS(status[i].st_uid == p.owner && status[i].st_gid == p.group);
		HOLDS(count_in(folders[i]) == 0);
		HOLDS(mounted(folders[i], ST_NOSUID | ST_NODEV | ST_NOEXEC));
		/* Of both together: a file for each 4096 bytes, and 16. */
		HOLDS(statvfs(folders[i], &fs) == 0);
		HOLDS(fs.f_blocks * fs.f_frsize == SCRATCH && fs.f_files == SCRATCH / 4096 + 16);
	}
	HOLDS(status[0].st_dev == status[1].st_dev && status[0].st_ino != status[1].st_ino);
	/* Three quarters in each are too much for both. */
	int here = open("/tmp/a", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	int there = open("/dev/shm/b", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	HOLDS(here >= 0 && there >= 0 && access("/tmp/b", F_OK) != 0);
	HOLDS(fallocate(here, 0, 0, SCRATCH / 4 * 3) == 0);
	HOLDS(fallocate(there, 0, 0, SCRATCH / 4 * 3) != 0 && errno == ENOSPC);
	HOLDS(fallocate(there, 0, 0, SCRATCH / 8) == 0);
}

static void look_at_no_scratch(void)
{
	struct mounts_plan p = plan();
	p.scratch = 0;
	enter(&p);
	HOLDS(access("/tmp", F_OK) != 0 && access("/dev/shm", F_OK) != 0);
}

static void look_at_scratch_of_build(void)
{
	struct mounts_plan p = plan();
	p.build = true;
	enter(&p);
	HOLDS(mounted("/tmp", ST_NOSUID | ST_NODEV));
	HOLDS(mounted("/dev/shm", ST_NOSUID | ST_NODEV));
}

START_TEST(the_two_scratch_folders_share_one_size_and_execute_nothing)
	{
		begin();
		inside(&box_users[_i], look_at_scratch);
		inside(&box_users[_i], look_at_no_scratch);
		inside(&box_users[_i], look_at_scratch_of_build);
		ck_assert(file_tree_remove(work));
	}
END_TEST

/* --- copies ---------------------------------------------------------------------------------- */

/* A copy is shown at the place of a file: in the bot's folder, and where the file is gone with the
 * folder alone. */
static void look_at_copies(void)
{
	const struct mounts_plan p = plan();
	char program[PATH];
	snprintf(program, sizeof program, "%s/bot/program", work);
	show(FS_VIEW_TREE, at("bot"), NULL);
	show(FS_VIEW_TREE, program, at("copy/program"));
	enter(&p);
	HOLDS(reads(program, "held"));
	HOLDS(refuses(program, O_RDWR, EROFS));
	HOLDS(count_in(at("bot")) == 3);
}

START_TEST(a_copy_is_shown_in_the_place_of_its_file)
	{
		begin();
		inside(&box_users[_i], look_at_copies);
		ck_assert(file_tree_remove(work));
	}
END_TEST

/* The folder has no deep any more. */
static void look_at_lost_place(void)
{
	const struct mounts_plan p = plan();
	char book[PATH];
	snprintf(book, sizeof book, "%s/bot/deep/book", work);
	show(FS_VIEW_TREE, at("bot"), NULL);
	show(FS_VIEW_TREE, book, at("copy/deep/book"));
	enter(&p);
	HOLDS(reads(book, "book"));
	HOLDS(mounted(at("bot"), ST_RDONLY | ST_NOSUID | ST_NODEV));
}

START_TEST(a_copy_is_shown_where_its_folder_is_gone)
	{
		begin();
		inside(&box_users[_i], look_at_lost_place);
		ck_assert(file_tree_remove(work));
	}
END_TEST

/* Beside the bot, while it runs: its program, a hidden file and a hidden folder are replaced, as by
 * a linker or a backup that is put back. */
static void replace_all(void)
{
	if (rename(at("other/data"), at("bot/program")) != 0 ||
		rename(at("other/key"), at("bot/key")) != 0 ||
		rename(at("bot/secret"), at("other/secret")) != 0 ||
		rename(at("other/new"), at("bot/secret")) != 0 ||
		rename(at("other/sub"), at("bot/deep/sub")) != 0)
		_exit(7);
	/* A file that is written to in its place, and one more in a folder. */
	int fd = open(at("bot/notes"), O_WRONLY | O_TRUNC | O_CLOEXEC);
	int more = open(at("bot/deep/more"), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	if (write(fd, "two", 3) != 3 || write(more, "more", 4) != 4)
		_exit(7);
}

static void look_at_replaced(void)
{
	const struct mounts_plan p = plan();
	char program[PATH], key[PATH], secret[PATH], held[PATH];
	snprintf(program, sizeof program, "%s/bot/program", work);
	snprintf(key, sizeof key, "%s/bot/key", work);
	snprintf(secret, sizeof secret, "%s/bot/secret", work);
	snprintf(held, sizeof held, "%s/bot/deep/sub/held", work);
	show(FS_VIEW_TREE, at("bot"), NULL);
	show(FS_VIEW_TREE, held, at("copy/program"));
	show(FS_VIEW_HIDDEN, key, NULL)->folder = false;
	show(FS_VIEW_TREE, program, at("copy/program"));
	show(FS_VIEW_HIDDEN, secret, NULL)->folder = true;
	enter(&p);
	let_outside();
	HOLDS(reads(program, "held"));
	HOLDS(reads(held, "held"));
	HOLDS(refuses(key, O_RDONLY, EACCES));
	HOLDS(count_in(secret) == 0);
	HOLDS(reads(at("bot/notes"), "two"));
	HOLDS(reads(at("bot/link"), "two"));
	HOLDS(points_to(at("bot/link"), "notes"));
	HOLDS(points_to(at("bot/broken"), "nothing"));
	HOLDS(reads(at("bot/sub/text"), "text"));
	HOLDS(refuses(at("bot/notes"), O_RDWR, EROFS));
	HOLDS(refuses(at("bot/new"), O_RDWR | O_CREAT, EROFS));
	HOLDS(refuses(at("bot/deep/new"), O_RDWR | O_CREAT, EROFS));
	HOLDS(mounted(at("bot"), ST_RDONLY | ST_NOSUID | ST_NODEV));
	/* program, key, secret, notes, link, broken, sub, deep; of deep: sub alone. */
	HOLDS(count_in(at("bot")) == 8);
	HOLDS(count_in(at("bot/deep")) == 1);
}

START_TEST(what_is_renamed_over_a_copy_or_a_hidden_path_is_not_seen)
	{
		/* Below the scratch folder, which the bot may write to, the folder stays as it is.
		 */
		begin_in(_i < BOX_USERS ? "/var/tmp" : "/tmp");
		for (const char *const *name = (const char *const[]){"other/new", "bot/sub",
			     "bot/deep", "bot/deep/sub", "other/sub", NULL};
			*name != NULL; name++)
			ck_assert(mkdir(at(*name), 0700) == 0 && chmod(at(*name), 0777) == 0);
		make_file("other/key", "key");
		make_file("other/new/plan", "plan");
		make_file("other/sub/held", "new");
		make_file("bot/notes", "one");
		make_file("bot/sub/text", "text");
		ck_assert_int_eq(symlink("notes", at("bot/link")), 0);
		ck_assert_int_eq(symlink("nothing", at("bot/broken")), 0);
		outside = replace_all;
		inside(&box_users[_i % BOX_USERS], look_at_replaced);
		outside = NULL;
		ck_assert(file_tree_remove(work));
	}
END_TEST

/* --- owners ---------------------------------------------------------------------------------- */

static uid_t owner_of(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 ? status.st_uid : (uid_t)-1;
}

static void look_at_owners(void)
{
	struct mounts_plan p = plan();
	p.change = true;
	p.owner = OWNER;
	p.group = OWNER + 1;
	show(FS_VIEW_TREE, "/cup/bot", at("bot"));
	show(FS_VIEW_TREE, "/cup/other", at("other"))->own = false;
	enter(&p);
	HOLDS(owner_of("/cup/bot/program") == OWNER);
	HOLDS(owner_of("/cup/other/data") == 0);
	HOLDS(owner_of("/tmp") == OWNER);
}

START_TEST(for_root_the_files_of_a_bot_appear_as_those_of_its_user)
	{
		if (geteuid() != 0) {
			puts("skip 1: only root gives a bot a user of its own");
			return;
		}
		begin();
		/* As sandbox.c does: it takes the /proc of this process. */
		ck_assert_int_ge(mounts_map_owner(getuid(), getgid(), OWNER), 0);
		inside(&box_users[0], look_at_owners);
		ck_assert(file_tree_remove(work));
	}
END_TEST

START_TEST(a_map_of_owners_is_made_once_for_the_same_three)
	{
		if (geteuid() != 0) {
			puts("skip 1: only root maps owners");
			return;
		}
		mounts_forget_maps();
		const int first = mounts_map_owner(1, 2, OWNER);
		ck_assert_int_ge(first, 0);
		ck_assert_int_eq(mounts_map_owner(1, 2, OWNER), first);
		const int others[] = {mounts_map_owner(3, 2, OWNER), mounts_map_owner(1, 3, OWNER),
			mounts_map_owner(1, 2, OWNER + 1)};
		for (int i = 0; i < 3; i++) {
			ck_assert_int_ge(others[i], 0);
			ck_assert_int_ne(others[i], first);
			for (int k = 0; k < i; k++)
				ck_assert_int_ne(others[i], others[k]);
		}
		ck_assert_int_eq(mounts_map_owner(1, 2, OWNER), first);
		mounts_forget_maps();
		ck_assert_int_ne(mounts_map_owner(1, 2, OWNER), first);
	}
END_TEST

/* --- failures -------------------------------------------------------------------------------- */

static void look_at_failure(void)
{
	const struct mounts_plan p = plan();
	const char *place = "";
	char gone[PATH];
	snprintf(gone, sizeof gone, "%s/gone", work);
	show(FS_VIEW_TREE, "/cup/bot", at("bot"));
	show(FS_VIEW_TREE, gone, NULL);
	errno = 0;
	HOLDS(mounts_enter(&p, &place) == -1);
	HOLDS(errno == ENOENT);
	HOLDS(strcmp(place, gone) == 0);
}

START_TEST(a_path_that_is_gone_is_named)
	{
		begin();
		inside(&box_users[_i], look_at_failure);
		ck_assert(file_tree_remove(work));
	}
END_TEST

SUITE("referee/sandbox/mounts",
	LOOP(a_root_has_what_its_plan_shows_and_nothing_can_be_written_there, BOX_USERS),
	LOOP(a_link_is_shown_as_it_is, BOX_USERS),
	LOOP(the_two_scratch_folders_share_one_size_and_execute_nothing, BOX_USERS),
	LOOP(a_copy_is_shown_in_the_place_of_its_file, BOX_USERS),
	LOOP(a_copy_is_shown_where_its_folder_is_gone, BOX_USERS),
	LOOP(what_is_renamed_over_a_copy_or_a_hidden_path_is_not_seen, 2 * BOX_USERS),
	CASE(for_root_the_files_of_a_bot_appear_as_those_of_its_user),
	CASE(a_map_of_owners_is_made_once_for_the_same_three),
	LOOP(a_path_that_is_gone_is_named, BOX_USERS))
