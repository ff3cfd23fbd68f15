/*
 * A folder that is watched for files of tournaments: which are reported, once they are complete,
 * and what is told when the folder goes.
 */
#include "referee/daemon/watched-folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { TEXT = 1024 };

struct watching {
	struct event_base *base;
	struct watched_folder *folder;
	char told[TEXT]; /* the names of the files, each with a blank; "gone" */
};

static void tell(struct watching *w, const char *word)
{
	snprintf(w->told + strlen(w->told), TEXT - strlen(w->told), "%s ", word);
}

static void on_file(void *arg, const char *path, int64_t owner)
{
	struct stat status;
	ck_assert_int_eq(lstat(path, &status), 0);
	ck_assert_int_eq(owner, status.st_uid);
	ck_assert_int_eq(*path, '/');
	ck_assert_int_eq(access(path, R_OK), 0);
	ck_assert_ptr_nonnull(strstr(path, "/drop/"));
	tell(arg, strrchr(path, '/') + 1);
}

static void on_gone(void *arg, const char *folder)
{
	ck_assert_str_eq(strrchr(folder, '/'), "/drop");
	tell(arg, "gone");
}

static void on_foreign(void *arg, const char *path)
{
	ck_assert_ptr_nonnull(strstr(path, "/drop/"));
	tell(arg, "foreign");
}

static void on_back(void *arg, const char *folder)
{
	ck_assert_str_eq(strrchr(folder, '/'), "/drop");
	tell(arg, "back");
}

static void begin(struct watching *w)
{
	const struct watched_folder_calls calls = {on_file, on_foreign, on_gone, on_back, w};
	struct error err;
	reported_enter_folder();
	file_tree_remove("drop");
	ck_assert_int_eq(mkdir("drop", 0755), 0);
	*w = (struct watching){.base = event_base_new()};
	w->folder = watched_folder_create(w->base, "drop", &calls, &err);
	ck_assert_msg(w->folder != NULL, "%s", err.text);
}

static void end(struct watching *w)
{
	watched_folder_free(w->folder);
	event_base_free(w->base);
	file_tree_remove("drop");
}

/* The kernel's events are there at once. */
static void told_is(struct watching *w, const char *names)
{
	event_base_loop(w->base, EVLOOP_NONBLOCK);
	ck_assert_str_eq(w->told, names);
	*w->told = '\0';
}

START_TEST(a_file_is_reported_when_it_is_complete)
	{
		struct watching w;
		begin(&w);
		int fd = open("drop/a.conf", O_CREAT | O_WRONLY, 0644);
		ck_assert_int_eq(write(fd, "half", 4), 4);
		told_is(&w, "");
		close(fd);
		told_is(&w, "a.conf ");
		/* replaced, as editors do, and changed in its place */
		reported_write("drop/.a.conf.new", "x", 1);
		told_is(&w, "");
		ck_assert_int_eq(rename("drop/.a.conf.new", "drop/a.conf"), 0);
		told_is(&w, "a.conf ");
		reported_write("drop/a.conf", "y", 1);
		reported_write("drop/b.conf", "y", 1);
		told_is(&w, "a.conf b.conf ");
		/* neither a look nor a removal is a change */
		fd = open("drop/a.conf", O_RDONLY);
		close(fd);
		unlink("drop/b.conf");
		told_is(&w, "");
		end(&w);
	}
END_TEST

START_TEST(only_files_of_tournaments_are_reported)
	{
		static const char *const others[] = {"drop/.conf", "drop/.a.conf", "drop/a.conf~",
			"drop/a.txt", "drop/conf", "drop/a.conf.swp", "drop/a.CONF"};
		struct watching w;
		begin(&w);
		for (size_t i = 0; i < sizeof others / sizeof *others; i++)
			reported_write(others[i], "x", 1);
		ck_assert_int_eq(mkdir("drop/d.conf", 0755), 0);
		told_is(&w, "");
		reported_write("drop/z.conf", "x", 1);
		told_is(&w, "z.conf ");
		end(&w);
	}
END_TEST

START_TEST(files_that_are_there_are_reported_by_name)
	{
		struct watching w;
		begin(&w);
		reported_write("drop/b.conf", "x", 1);
		reported_write("drop/a.conf", "x", 1);
		reported_write("drop/.c.conf", "x", 1);
		told_is(&w, "b.conf a.conf ");
		watched_folder_scan(w.folder);
		ck_assert_str_eq(w.told, "a.conf b.conf ");
		end(&w);
	}
END_TEST

START_TEST(the_end_of_the_folder_is_told)
	{
		struct watching w;
		begin(&w);
		ck_assert_int_eq(rmdir("drop"), 0);
		told_is(&w, "gone ");
		end(&w);
	}
END_TEST

/* root owns /etc/passwd; the link is of another user. */
START_TEST(a_link_to_a_file_of_another_user_is_not_read)
	{
		struct watching w;
		if (getuid() != 0)
			return;
		begin(&w);
		ck_assert_int_eq(symlink("/etc/passwd", "drop/own.conf"), 0);
		ck_assert_int_eq(symlink("/etc/passwd", "drop/shadow.conf"), 0);
		ck_assert_int_eq(lchown("drop/shadow.conf", 65534, 65534), 0);
		ck_assert_int_eq(symlink("/nowhere", "drop/torn.conf"), 0);
		reported_write("kept", "", 0);
		ck_assert_int_eq(chown("drop", 65534, 65534), 0);
		ck_assert_int_eq(link("kept", "drop/hard.conf"), 0);
		reported_write("drop/root.conf", "", 0);
		watched_folder_scan(w.folder);
		/* The last is told twice: it was written, too. */
		told_is(&w, "foreign own.conf root.conf foreign root.conf ");
		ck_assert_int_eq(unlink("kept"), 0);
		end(&w);
	}
END_TEST

/* It is deleted, or moved away: what comes there later is reported. */
START_TEST(a_folder_that_comes_back_is_watched_again)
	{
		struct watching w;
		begin(&w);
		ck_assert_int_eq(_i == 0 ? rmdir("drop") : rename("drop", "away"), 0);
		event_base_loop(w.base, EVLOOP_NONBLOCK);
		told_is(&w, "gone ");
		if (_i == 1) {
			reported_write("away/lost.conf", "", 0);
			told_is(&w, "");
			ck_assert_int_eq(unlink("away/lost.conf"), 0);
			ck_assert_int_eq(rmdir("away"), 0);
		}
		ck_assert_int_eq(mkdir("drop", 0755), 0);
		reported_write("drop/a.conf", "", 0);
		while (strlen(w.told) < strlen("back a.conf "))
			event_base_loop(w.base, EVLOOP_ONCE);
		told_is(&w, "back a.conf ");
		reported_write("drop/b.conf", "", 0);
		told_is(&w, "b.conf ");
		end(&w);
	}
END_TEST

/* The descriptors of this process. */
static int descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;
	while (readdir(folder) != NULL)
		count++;
	closedir(folder);
	return count;
}

START_TEST(nothing_stays_open)
	{
		struct watching w;
		int before = descriptors();
		begin(&w);
		end(&w);
		ck_assert_int_eq(descriptors(), before);
	}
END_TEST

START_TEST(only_a_folder_can_be_watched)
	{
		const struct watched_folder_calls calls = {
			on_file, on_foreign, on_gone, on_back, NULL};
		struct event_base *base = event_base_new();
		struct error err;
		reported_enter_folder();
		reported_write("file", "", 0);
		ck_assert_ptr_null(watched_folder_create(base, "none", &calls, &err));
		ck_assert_str_eq(
			err.text, "none: this folder cannot be watched: No such file or directory");
		ck_assert_ptr_null(watched_folder_create(base, "file", &calls, &err));
		ck_assert_str_eq(err.text, "file: this folder cannot be watched: Not a directory");
		event_base_free(base);
		unlink("file");
		reported_leave_folder();
	}
END_TEST

SUITE("daemon/watched-folder", CASE(a_file_is_reported_when_it_is_complete),
	CASE(only_files_of_tournaments_are_reported),
	CASE(files_that_are_there_are_reported_by_name), CASE(the_end_of_the_folder_is_told),
	CASE(a_link_to_a_file_of_another_user_is_not_read),
	LOOP(a_folder_that_comes_back_is_watched_again, 2), CASE(nothing_stays_open),
	CASE(only_a_folder_can_be_watched))
