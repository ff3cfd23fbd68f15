/*
 * snapshot.c - programs kept as they were, in a folder made for it.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/prepare/snapshot.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { PATH = 512, ITEMS = 4 };

static char work[64];
static struct snapshot taken;
static const struct held_item *items[ITEMS];
static const struct held_files held = {.items = items};

static const char *at(const char *name)
{
	static char paths[4][PATH];
	static int next;
	char *path = paths[next++ % 4];
	snprintf(path, PATH, "%s%s%s", work, *name != '\0' ? "/" : "", name);
	return path;
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

static int count_in(const char *path)
{
	int count = 0;
	DIR *all = opendir(path);
	for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;)
		count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
	if (all != NULL)
		closedir(all);
	return count;
}

/* The contents of this file where the bot is shown it; "": there is none. */
static const char *shown(const char *path)
{
	static char text[64], where[FIND_PROGRAM_PATH];
	held_files_where(&held, path, where);
	FILE *file = fopen(where, "r");
	size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
	text[length] = '\0';
	if (file != NULL)
		fclose(file);
	return text;
}

/* Ten thousand files take half a minute on a disk that is busy. */
static void begin(bool copies)
{
	strcpy(work, access("/dev/shm", W_OK) == 0 ? "/dev/shm/snapshot-XXXXXX"
						   : "/var/tmp/snapshot-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(work));
	mkdir(at("tmp"), 0755);
	mkdir(at("bot"), 0755);
	mkdir(at("bot/inner"), 0755);
	setenv("TMPDIR", at("tmp"), 1);
	write_file(at("bot/a"), "one");
	write_file(at("bot/inner/b"), "two");
	write_file(at("bot/.hidden"), "three");
	snapshot_init(&taken, copies, NULL);
	memset(items, 0, sizeof items);
}

static void end(void)
{
	char command[PATH];
	snapshot_clear(&taken);
	ck_assert_int_eq(count_in(at("tmp")), 0);
	snprintf(command, sizeof command, "rm -r %s", work);
	ck_assert_int_eq(system(command), 0);
}

static const char *const names[] = {"bot/a", "bot/inner/b", "bot/.hidden"};
static const char *const texts[] = {"one", "two", "three"};

START_TEST(what_is_copied_stays_as_it_was_whatever_becomes_of_it)
	{
		struct stat status;
		struct error err;
		begin(true);
		items[0] = snapshot_add(&taken, HELD_FOLDER, at("bot"));
		ck_assert_ptr_nonnull(items[0]->copy);
		ck_assert_ptr_eq(snapshot_add(&taken, HELD_FOLDER, at("bot")), items[0]);
		for (int i = 0; i < 3; i++)
			write_file(at(names[i]), "another");
		for (int i = 0; i < 3; i++)
			ck_assert_str_eq(shown(at(names[i])), texts[i]);
		ck_assert(held_files_same(&held, &err));
		ck_assert_int_eq(stat(taken.root, &status), 0);
		ck_assert_int_eq(status.st_mode & 0777, 0700);
		end();
	}
END_TEST

START_TEST(a_path_beside_what_is_copied_is_what_it_is_now)
	{
		char where[FIND_PROGRAM_PATH];
		begin(true);
		items[0] = snapshot_add(&taken, HELD_FILE, at("bot/a"));
		ck_assert(held_files_where(&held, at("bot/a"), where));
		ck_assert(!held_files_where(&held, at("bot/ab"), where));
		ck_assert_str_eq(where, at("bot/ab"));
		ck_assert(!held_files_where(&held, at("bot"), where));
		ck_assert(!held_files_where(NULL, at("bot/a"), where));
		ck_assert_str_eq(where, at("bot/a"));
		ck_assert_ptr_null(snapshot_add(&taken, HELD_FILE, at("bot")));
		ck_assert_ptr_null(snapshot_add(&taken, HELD_FOLDER, at("nothing")));
		end();
	}
END_TEST

/* Changes of a watched file or folder, and whether they count. */
static void change_contents(void)
{
	write_file(at("bot/inner/b"), "TWO");
}

static void change_inode(void)
{
	write_file(at("new"), "two");
	rename(at("new"), at("bot/inner/b"));
}

static void change_times(void)
{
	struct stat status;
	ck_assert_int_eq(stat(at("bot/inner/b"), &status), 0);
	status.st_mtim.tv_nsec ^= 1;
	utimensat(AT_FDCWD, at("bot/inner/b"),
		(const struct timespec[]){status.st_atim, status.st_mtim}, 0);
}

static void change_none(void)
{
	write_file(at("bot/.hidden"), "four");
	write_file(at("bot/new"), "new");
	ck_assert_int_eq(link(at("bot/inner/b"), at("another")), 0);
}

static void change_gone(void)
{
	unlink(at("bot/inner/b"));
}

static const struct change {
	void (*make)(void);
	const char *file; /* "": nothing has changed */
} changes[] = {{change_contents, "bot/inner/b"}, {change_inode, "bot/inner/b"},
	{change_times, "bot/inner/b"}, {change_gone, "bot/inner/b"}, {change_none, ""}};

START_TEST(what_is_watched_is_told_when_it_changes)
	{
		struct error err = {""};
		begin(false);
		items[0] = snapshot_add(&taken, HELD_FOLDER, at("bot"));
		ck_assert_ptr_null(items[0]->copy);
		ck_assert(held_files_same(&held, &err));
		changes[_i].make();
		ck_assert_int_eq(held_files_same(&held, &err), *changes[_i].file == '\0');
		if (*changes[_i].file != '\0')
			ck_assert_ptr_eq(strstr(err.text, at(changes[_i].file)), err.text);
		end();
	}
END_TEST

START_TEST(a_link_is_watched_for_where_it_leads)
	{
		struct error err;
		begin(true);
		ck_assert_int_eq(symlink("bot/a", at("link")), 0);
		items[0] = snapshot_add(&taken, HELD_LINK, at("link"));
		ck_assert(held_files_same(&held, &err));
		unlink(at("link"));
		ck_assert_int_eq(symlink(at("bot/a"), at("link")), 0);
		ck_assert(held_files_same(&held, &err));
		unlink(at("link"));
		ck_assert_int_eq(symlink("bot/inner/b", at("link")), 0);
		ck_assert(!held_files_same(&held, &err));
		end();
	}
END_TEST

/* Bounds: what is just below is copied, what is above is watched, and nothing of it is left. */
static void make_large(int64_t size)
{
	ck_assert_int_eq(truncate(at("bot/a"), size - 3 - 5), 0);
}

static void make_many(int64_t count)
{
	char name[64];
	for (int i = 0; i < count - 4; i++) {
		snprintf(name, sizeof name, "bot/%d", i);
		ck_assert_int_eq(symlink("x", at(name)), 0);
	}
}

static void make_deep(int64_t depth)
{
	char path[PATH] = "bot";
	for (int i = 0; i < depth; i++) {
		strcat(path, "/d");
		ck_assert_int_eq(mkdir(at(path), 0755), 0);
	}
}

static const struct bound {
	void (*make)(int64_t value);
	int64_t most;
	const char *why;
} bounds[] = {{make_large, SNAPSHOT_BYTES, "over 64 MiB"},
	{make_many, SNAPSHOT_FILES, "over 10000 files"}, {make_deep, SNAPSHOT_DEPTH, "too deep"}};

START_TEST(what_is_too_much_is_watched)
	{
		for (int more = 0; more < 2; more++) {
			begin(true);
			bounds[_i].make(bounds[_i].most + more);
			items[0] = snapshot_add(&taken, HELD_FOLDER, at("bot"));
			ck_assert_int_eq(items[0]->copy != NULL, more == 0);
			ck_assert_int_eq(count_in(taken.root), more == 0);
			if (more > 0)
				ck_assert_ptr_nonnull(strstr(items[0]->why, bounds[_i].why));
			end();
		}
	}
END_TEST

START_TEST(what_is_left_out_is_not_in_a_copy)
	{
		char out[PATH], *without[] = {out, NULL}, where[FIND_PROGRAM_PATH];
		begin(true);
		taken.without = without;
		snprintf(out, sizeof out, "%s", at("bot/a"));
		mkdir(at("bot/.git"), 0755);
		setenv("TMPDIR", at("bot"), 1); /* so that the copy lies in what is copied */
		items[0] = snapshot_add(&taken, HELD_FOLDER, at("bot"));
		held_files_where(&held, at("bot"), where);
		ck_assert_int_eq(count_in(where), 2); /* inner and .hidden */
		end();
	}
END_TEST

SUITE("referee/prepare/snapshot", CASE(what_is_copied_stays_as_it_was_whatever_becomes_of_it),
	CASE(a_path_beside_what_is_copied_is_what_it_is_now),
	LOOP(what_is_watched_is_told_when_it_changes, 5),
	CASE(a_link_is_watched_for_where_it_leads), LOOP(what_is_too_much_is_watched, 3),
	CASE(what_is_left_out_is_not_in_a_copy))
