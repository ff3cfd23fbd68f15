/*
 * Trees of files: a walk sees all of one in order and follows no link; a writer makes nothing
 * outside of its folder; what is sealed has no link that leads out, and is not written to; a stream
 * arrives as it was sent, in pieces of any size, and one that is none is refused.
 */
#include "referee/process/file-tree.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stdio.h>
#include <sys/stat.h>

#include "tests/lib/suite.h"

static char folder[] = "/tmp/tree-test-XXXXXX", path[256];

static const char *tree_at(const char *name)
{
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static void tree_put(const char *name, const char *text, mode_t mode)
{
	int fd = open(tree_at(name), O_WRONLY | O_CREAT | O_EXCL, mode);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static void tree_begin(void)
{
	strcpy(folder, "/tmp/tree-test-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(mkdir(tree_at("from"), 0755), 0);
	ck_assert_int_eq(mkdir(tree_at("from/b"), 0755), 0);
	ck_assert_int_eq(mkdir(tree_at("to"), 0755), 0);
	tree_put("from/b/run", "#!/bin/sh\n", 0755);
	tree_put("from/a", "first", 0644);
	tree_put("from/z", "", 0644);
	tree_put("secret", "secret", 0644);
	ck_assert_int_eq(symlink("a", tree_at("from/link")), 0);
	ck_assert_int_eq(mkfifo(tree_at("from/pipe"), 0644), 0);
}

static void tree_end(void)
{
	ck_assert(file_tree_remove(folder));
	ck_assert_int_eq(access(folder, F_OK), -1);
}

static bool tree_tell(void *arg, const struct file_tree_entry *e)
{
	static const char marks[] = {'d', 'f', 'x', 'l'};
	char *text = arg, *end = text + strlen(text);
	sprintf(end, "%c %s", marks[e->kind], e->path);
	end += strlen(end);
	if (e->kind == FILE_TREE_LINK)
		sprintf(end, " -> %s", e->target);
	else if (e->fd >= 0) {
		char bytes[64];
		ssize_t count = read(e->fd, bytes, sizeof bytes);
		sprintf(end, " %d %.*s", (int)e->size, (int)count, bytes);
	}
	strcat(text, "\n");
	return true;
}

static const char *const tree_all =
	"f a 5 first\nd b\nx b/run 10 #!/bin/sh\n\nl link -> a\nf z 0 \n";

START_TEST(a_walk_sees_everything_in_order)
	{
		char text[1024] = "";
		tree_begin();
		ck_assert(file_tree_walk(tree_at("from"), tree_tell, text));
		ck_assert_str_eq(text, tree_all);
		ck_assert(!file_tree_walk(tree_at("nowhere"), tree_tell, text));
		ck_assert_int_eq(errno, ENOENT);
		tree_end();
	}
END_TEST

START_TEST(a_walk_ends_at_a_depth)
	{
		char text[65536] = "", deep[1024] = "from";
		tree_begin();
		for (int i = 0; i < FILE_TREE_DEPTH; i++) {
			strcat(deep, "/d");
			char all[2048];
			snprintf(all, sizeof all, "%s/%s", folder, deep);
			ck_assert_int_eq(mkdir(all, 0755), 0);
		}
		ck_assert(!file_tree_walk(tree_at("from"), tree_tell, text));
		ck_assert_int_eq(errno, ELOOP);
		tree_end();
	}
END_TEST

static bool tree_copy(void *arg, const struct file_tree_entry *e)
{
	return file_tree_write_copy(arg, e);
}

START_TEST(a_copy_is_the_same)
	{
		char text[1024] = "";
		struct file_tree_writer w;
		struct stat from, to;
		tree_begin();
		ck_assert(file_tree_write_open(&w, tree_at("to"), 0, 0));
		ck_assert(file_tree_walk(tree_at("from"), tree_copy, &w));
		file_tree_write_close(&w);
		ck_assert(file_tree_walk(tree_at("to"), tree_tell, text));
		ck_assert_str_eq(text, tree_all);
		ck_assert_int_eq(stat(tree_at("from/a"), &from), 0);
		ck_assert_int_eq(stat(tree_at("to/a"), &to), 0);
		ck_assert_int_eq(from.st_mtim.tv_nsec, to.st_mtim.tv_nsec);
		tree_end();
	}
END_TEST

START_TEST(a_writer_stays_in_its_folder)
	{
		static const struct {
			const char *path;
			int wrong; /* 0: it is made */
		} rows[] = {{"x", 0}, {"../x", EINVAL}, {"b/../../x", EINVAL}, {"/tmp/x", EINVAL},
			{"", EINVAL}, {".", EINVAL}, {"..", EINVAL}, {"b//x", EINVAL},
			{"b/", EINVAL}, {"./x", EINVAL}, {"...", 0}, {"..x", 0}, {"up/x", ELOOP},
			{"up", EEXIST}, {"secret", EEXIST}, {"none/x", ENOENT}};
		struct file_tree_writer w;
		tree_begin();
		ck_assert_int_eq(symlink("..", tree_at("to/up")), 0);
		ck_assert_int_eq(symlink("../secret", tree_at("to/secret")), 0);
		ck_assert(file_tree_write_open(&w, tree_at("to"), 0, 0));
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			const struct file_tree_entry e = {
				.kind = FILE_TREE_FILE, .path = rows[i].path, .fd = -1};
			errno = 0;
			ck_assert_msg(file_tree_write_entry(&w, &e) == (rows[i].wrong == 0), "%s",
				e.path);
			/* name by name, a link is no folder */
			ck_assert_msg(rows[i].wrong == 0 || errno == rows[i].wrong ||
					      (rows[i].wrong == ELOOP && errno == ENOTDIR),
				"%s: %s", e.path, strerror(errno));
		}
		file_tree_write_close(&w);
		ck_assert_int_eq(access(tree_at("x"), F_OK), -1);
		tree_end();
	}
END_TEST

START_TEST(a_writer_holds_its_bounds)
	{
		const struct file_tree_entry one = {
			.kind = FILE_TREE_FILE, .path = "one", .fd = -1};
		const struct file_tree_entry two = {
			.kind = FILE_TREE_FILE, .path = "two", .fd = -1};
		const struct file_tree_entry three = {
			.kind = FILE_TREE_FOLDER, .path = "three", .fd = -1};
		struct file_tree_writer w;
		tree_begin();
		ck_assert(file_tree_write_open(&w, tree_at("to"), 8, 2));
		ck_assert(file_tree_write_entry(&w, &one));
		ck_assert(file_tree_write_bytes(&w, "12345", 5));
		ck_assert(file_tree_write_entry(&w, &two));
		ck_assert(file_tree_write_bytes(&w, "678", 3));
		ck_assert(!w.full);
		ck_assert(!file_tree_write_bytes(&w, "9", 1));
		ck_assert_int_eq(errno, EDQUOT);
		ck_assert(!file_tree_write_entry(&w, &three));
		ck_assert_int_eq(errno, EDQUOT);
		ck_assert(w.full);
		file_tree_write_close(&w);
		tree_end();
	}
END_TEST

START_TEST(sealed_links_stay_inside)
	{
		static const struct {
			const char *name, *target;
			bool stays;
		} rows[] = {{"a-in", "f", true}, {"b-out", "../secret", false},
			{"c-root", "/etc/passwd", false}, {"d-nowhere", "nothing", false},
			{"e-chain", "b-out", false}, {"f-chain", "a-in", true}, {"here", ".", true},
			{"i-up", "here/here/../secret", false}, {"j-back", "../to/f", false},
			{"k-itself", "k-itself", false}, {"l-down", "d/../d/g", true},
			{"m-file", "f/.", false}, {"n-not", "f/../f", false},
			{"o-over", "d/../../to/f", false}, {"p-folder", "d/", true},
			{"q-through", "p-folder/g", true}, {"r-root", "/f", false},
			{"s-root", "/d/g", false}, {"t-chain", "r-root", false}};
		struct stat status;
		tree_begin();
		tree_put("to/f", "f", 0666);
		ck_assert_int_eq(mkdir(tree_at("to/d"), 0755), 0);
		tree_put("to/d/g", "g", 0666);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			char name[64];
			snprintf(name, sizeof name, "to/%s", rows[i].name);
			ck_assert_int_eq(symlink(rows[i].target, tree_at(name)), 0);
		}
		ck_assert(file_tree_seal(tree_at("to")));
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			char name[64];
			snprintf(name, sizeof name, "to/%s", rows[i].name);
			ck_assert_msg(
				(lstat(tree_at(name), &status) == 0) == rows[i].stays, "%s", name);
		}
		ck_assert_int_eq(stat(tree_at("to/f"), &status), 0);
		ck_assert_int_eq(status.st_mode & 0777, 0444);
		ck_assert_int_eq(stat(tree_at("to"), &status), 0);
		ck_assert_int_eq(status.st_mode & 0777, 0555);
		ck_assert_int_eq(stat(tree_at("secret"), &status), 0);
		ck_assert_int_eq(status.st_mode & 0777, 0644);
		tree_end();
	}
END_TEST

/* The bytes that were sent, to be freed. */
static char *tree_sent(size_t *length)
{
	char *bytes = malloc(65536);
	int fd = open(tree_at("stream"), O_RDWR | O_CREAT | O_EXCL, 0600);
	ck_assert(file_tree_stream_send(fd, tree_at("from")));
	ck_assert(file_tree_stream_send_end(fd, 7));
	ssize_t count = pread(fd, bytes, 65536, 0);
	ck_assert_int_gt(count, 0);
	*length = (size_t)count;
	close(fd);
	return bytes;
}

START_TEST(a_stream_arrives_in_pieces_of_any_size)
	{
		static const size_t pieces[] = {1, 2, 3, 7, 15, 16, 17, 65536};
		char text[1024] = "";
		struct file_tree_writer w;
		size_t length;
		tree_begin();
		char *bytes = tree_sent(&length);
		ck_assert(file_tree_write_open(&w, tree_at("to"), 0, 0));
		struct file_tree_stream s = {.writer = &w};
		for (size_t at = 0, count; at < length; at += count) {
			ck_assert(!s.ended);
			count = length - at < pieces[_i] ? length - at : pieces[_i];
			ck_assert(file_tree_stream_take(&s, bytes + at, count));
		}
		ck_assert(s.ended);
		ck_assert_int_eq(s.status, 7);
		ck_assert(!file_tree_stream_take(&s, "x", 1));
		file_tree_write_close(&w);
		ck_assert(file_tree_walk(tree_at("to"), tree_tell, text));
		ck_assert_str_eq(text, tree_all);
		free(bytes);
		tree_end();
	}
END_TEST

START_TEST(a_stream_that_is_none_is_refused)
	{
		static const struct tree_head rows[] = {{FILE_TREE_KINDS + 1, 1, 0},
			{FILE_TREE_FILE, 0, 0}, {FILE_TREE_FILE, FILE_TREE_PATH, 0},
			{FILE_TREE_FILE, UINT32_MAX, 0}, {FILE_TREE_FILE, 1, -1},
			{FILE_TREE_FOLDER, 1, 1}, {FILE_TREE_LINK, 1, 0},
			{FILE_TREE_LINK, 1, FILE_TREE_PATH}, {FILE_TREE_KINDS, 1, 0},
			{UINT32_MAX, UINT32_MAX, INT64_MAX}};
		char rest[4 * FILE_TREE_PATH];
		struct file_tree_writer w;
		tree_begin();
		memset(rest, 'x', sizeof rest);
		ck_assert(file_tree_write_open(&w, tree_at("to"), 0, 0));
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			struct file_tree_stream s = {.writer = &w};
			errno = 0;
			ck_assert_msg(
				!file_tree_stream_take(&s, (const char *)&rows[i], sizeof *rows) ||
					!file_tree_stream_take(&s, rest, sizeof rest),
				"row %zu", i);
			ck_assert_int_eq(errno, EINVAL);
			ck_assert_msg(w.entries == 0, "row %zu is made", i);
		}
		file_tree_write_close(&w);
		tree_end();
	}
END_TEST

/* The cases after this one run as under RestrictSUIDSGID of systemd. */
START_TEST(openat2_may_be_forbidden)
	{
		scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
		ck_assert_int_eq(
			seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0), 0);
		ck_assert_int_eq(seccomp_load(filter), 0);
		seccomp_release(filter);
	}
END_TEST

SUITE("referee/process/file-tree", CASE(a_walk_sees_everything_in_order),
	CASE(a_walk_ends_at_a_depth), CASE(a_copy_is_the_same), CASE(a_writer_stays_in_its_folder),
	CASE(a_writer_holds_its_bounds), CASE(sealed_links_stay_inside),
	LOOP(a_stream_arrives_in_pieces_of_any_size, 8), CASE(a_stream_that_is_none_is_refused),
	CASE(openat2_may_be_forbidden), CASE(a_copy_is_the_same),
	CASE(a_writer_stays_in_its_folder), CASE(sealed_links_stay_inside))
