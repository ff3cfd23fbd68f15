/*
 * builder.c - the part of a build outside the sandbox: starts it, reads its two streams, fills the
 * cache.
 *
 * A build in the cache is a folder with `tree`, from which bots run, `output`, and `programs` with
 * one path per line.
 */
#include "referee/sandbox/builder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/base/memory.h"
#include "referee/base/crypto.h"
#include "referee/base/file-tree-stream.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/build-init.h"

enum {
	BUILDER_PROCESSES = 512,
	BUILDER_FILES = 1024,
	BUILDER_ENTRIES = 200000,
	BUILDER_CHUNK = 65536,
};

/* A build in progress. */
struct builder {
	struct build *build;
	const struct build_order *order;
	struct sandbox box;
	struct file_tree_writer writer;
	struct file_tree_stream stream;
	char *output; /* 2 * BUILD_OUTPUT bytes; only the last BUILD_OUTPUT count */
	size_t used;
	int failed; /* errno of a failed write; 0: none */
	usec until;
};

static bool builder_part(const struct build *b, const char *name, char path[BUILD_CACHE_PATH])
{
	return snprintf(path, BUILD_CACHE_PATH, "%s/%s", b->place.folder, name) < BUILD_CACHE_PATH;
}

/* --- the key -------------------------------------------------------------------------------- */

static bool builder_sum_entry(void *arg, const struct file_tree_entry *e)
{
	struct secret_sum *sum = arg;
	char chunk[BUILDER_CHUNK];
	ssize_t count = 0;
	const int64_t head[] = {e->kind, e->size};
	crypto_sum_add(sum, head, sizeof head);
	crypto_sum_add(sum, e->path, strlen(e->path) + 1);
	if (e->target != NULL)
		crypto_sum_add(sum, e->target, strlen(e->target) + 1);
	while (e->fd >= 0 && (count = read(e->fd, chunk, sizeof chunk)) > 0)
		crypto_sum_add(sum, chunk, (size_t)count);
	return count == 0;
}

static bool builder_key(const struct build_order *order, char key[BUILD_CACHE_KEY])
{
	static const char kind[] = "build 1";
	unsigned char bytes[CRYPTO_BYTES];
	struct secret_sum *sum = crypto_sum_begin();
	crypto_sum_add(sum, kind, sizeof kind);
	crypto_sum_add(sum, order->command, strlen(order->command) + 1);
	bool good = file_tree_walk(order->source, builder_sum_entry, sum);
	int saved = errno;
	crypto_sum_end(sum, bytes);
	crypto_write(bytes, key);
	errno = saved;
	return good;
}

/* --- while it runs -------------------------------------------------------------------------- */

/* Keeps only the last bytes of the output. */
static void builder_hear(struct builder *m, const char *bytes, size_t length)
{
	if (m->used + length > 2 * BUILD_OUTPUT) {
		memmove(m->output, m->output + m->used - BUILD_OUTPUT, BUILD_OUTPUT);
		m->used = BUILD_OUTPUT;
	}
	memcpy(m->output + m->used, bytes, length);
	m->used += length;
}

/* Reads available bytes. False: the stream has ended or failed. */
static bool builder_read(struct builder *m, int fd)
{
	char chunk[BUILDER_CHUNK];
	ssize_t count = read(fd, chunk, sizeof chunk);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (count <= 0)
		return false;
	if (fd == m->box.err) {
		builder_hear(m, chunk, (size_t)count);
		return true;
	}
	if (file_tree_stream_take(&m->stream, chunk, (size_t)count))
		return true;
	m->failed = errno;
	return false;
}

/* Reads until both streams have ended, the time is over, or a write fails. */
static void builder_listen(struct builder *m)
{
	struct pollfd streams[2] = {{m->box.out, POLLIN, 0}, {m->box.err, POLLIN, 0}};
	while (streams[0].fd >= 0 || streams[1].fd >= 0) {
		usec left = m->until - time_now();
		if (left <= 0 || m->failed != 0)
			return;
		if (left > 3600 * SECOND)
			left = 3600 * SECOND;
		if (poll(streams, 2, (int)(left / MILLISECOND) + 1) < 0 && errno != EINTR)
			return;
		for (int i = 0; i < 2; i++)
			if (streams[i].fd >= 0 && streams[i].revents != 0 &&
				!builder_read(m, streams[i].fd))
				streams[i].fd = -1;
	}
}

static const char *builder_size(int64_t bytes, char text[32])
{
	if (bytes % (1 << 20) == 0)
		snprintf(text, 32, "%lldM", (long long)(bytes >> 20));
	else
		snprintf(text, 32, "%lld bytes", (long long)bytes);
	return text;
}

/* Decides the result from the build's end and streams. */
static enum build_result builder_judge(struct builder *m, bool late, char *why, size_t room)
{
	const struct build_limits *limits = m->order->limits;
	const char *command = m->order->command;
	char text[32];
	int status;
	const int told = (int)m->stream.told;
	if (m->failed == EDQUOT)
		snprintf(why, room, "`%s` leaves more than build-disk = %s", command,
			builder_size(limits->disk, text));
	else if (m->failed == EINVAL)
		snprintf(why, room, "`%s` leaves what cannot be kept", command);
	else if (m->failed != 0)
		snprintf(why, room, "what `%s` leaves cannot be written to %s: %s", command,
			m->order->cache->folder, strerror(m->failed));
	if (m->failed != 0)
		return m->failed == EDQUOT || m->failed == EINVAL ? BUILD_FAILED : BUILD_BROKEN;
	time_tell(limits->timeout, text, sizeof text);
	if (m->stream.ended && told == 0)
		return BUILD_MADE;
	if (late)
		snprintf(why, room, "`%s` takes longer than build-timeout = %s", command, text);
	else if (sandbox_wait_ended(&m->box, &status), sandbox_starved(&m->box))
		snprintf(why, room, "`%s` needs more than build-memory = %s", command,
			builder_size(limits->memory, text));
	else if (!m->stream.ended)
		snprintf(why, room, "`%s` has ended its box", command);
	else if (told == BUILD_INIT_NO_ROOM)
		snprintf(why, room, "the sources cannot be copied; build-disk is %s",
			builder_size(limits->disk, text));
	else if (told == BUILD_INIT_BROKEN)
		snprintf(why, room, "what `%s` leaves cannot be read", command);
	else if (WIFSIGNALED(told))
		snprintf(why, room, "`%s` was ended by signal %d", command, WTERMSIG(told));
	else
		snprintf(why, room, "`%s` failed with status %d", command, WEXITSTATUS(told));
	return BUILD_FAILED;
}

static enum build_result builder_start(struct builder *m, char *why, size_t room)
{
	char program[PATH_MAX] = "", word[] = BUILD_INIT_WORD;
	const struct sandbox_limits allowance = {.memory = m->order->limits->memory,
		.scratch = m->order->limits->disk,
		.processes = BUILDER_PROCESSES,
		.files = BUILDER_FILES};
	if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0) {
		snprintf(why, room, "/proc/self/exe: %s", strerror(errno));
		return BUILD_BROKEN;
	}
	char *argv[] = {program, word, (char *)m->order->command, NULL};
	const struct sandbox_order order = {.argv = argv,
		.dir = m->order->source,
		.level = SANDBOX_FULL,
		.allowance = &allowance,
		.build = true};
	return sandbox_start(&m->box, &order, why, room) == SANDBOX_STARTED ? BUILD_MADE
									    : BUILD_BROKEN;
}

/* Runs the command; the built files go to tree. */
static enum build_result builder_make(struct builder *m, const char *tree, char *why, size_t room)
{
	const usec began = time_now();
	if (mkdir(tree, 0755) != 0 ||
		!file_tree_write_open(&m->writer, tree, m->order->limits->disk, BUILDER_ENTRIES)) {
		snprintf(why, room, "%s: %s", tree, strerror(errno));
		return BUILD_BROKEN;
	}
	m->stream.writer = &m->writer;
	m->until = began + m->order->limits->timeout;
	enum build_result result = builder_start(m, why, room);
	if (result == BUILD_MADE) {
		builder_listen(m);
		result = builder_judge(m, time_now() >= m->until, why, room);
		sandbox_kill(&m->box);
	}
	file_tree_write_close(&m->writer);
	m->build->took = time_now() - began;
	return result;
}

/* --- programs of a build -------------------------------------------------------------------- */

/* Are both files equal? */
static bool builder_same(int a, int b)
{
	char one[BUILDER_CHUNK], other[BUILDER_CHUNK];
	for (;;) {
		ssize_t count = read(a, one, sizeof one), same = read(b, other, sizeof other);
		if (count != same || count < 0 || memcmp(one, other, (size_t)count) != 0)
			return false;
		if (count == 0)
			return true;
	}
}

/* Does the path name a library, or a file that tools make for themselves? */
static bool builder_is_aside(const char *path)
{
	static const char *const aside[] = {
		".so", "CMakeFiles/", "build-script-", "/deps/", "/.", NULL};
	for (const char *const *part = aside; *part != NULL; part++)
		if (strstr(path, *part) != NULL)
			return true;
	return *path == '.';
}

struct builder_search {
	struct build *build;
	int source;
};

/* Is it a program that the sources do not contain, or contain differently? */
static bool builder_look(void *arg, const struct file_tree_entry *e)
{
	const struct builder_search *s = arg;
	struct build *b = s->build;
	if (e->kind != FILE_TREE_PROGRAM || builder_is_aside(e->path) ||
		strchr(e->path, '\n') != NULL)
		return true;
	int before = openat(s->source, e->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (before < 0 || !builder_same(before, e->fd)) {
		b->programs = memory_resize(
			b->programs, (size_t)b->programs_count + 1, sizeof *b->programs);
		b->programs[b->programs_count++] = memory_copy(e->path);
	}
	if (before >= 0)
		close(before);
	return true;
}

static bool builder_search(struct build *b, const char *source, const char *tree)
{
	struct builder_search s = {b, open(source, O_PATH | O_DIRECTORY | O_CLOEXEC)};
	bool good = s.source >= 0 && file_tree_walk(tree, builder_look, &s);
	if (s.source >= 0)
		close(s.source);
	return good;
}

/* --- what is kept --------------------------------------------------------------------------- */

static bool builder_write(const struct build *b, const char *name, const char *text)
{
	char path[BUILD_CACHE_PATH];
	FILE *out = builder_part(b, name, path) ? fopen(path, "we") : NULL;
	if (out == NULL)
		return false;
	bool good = fputs(text, out) >= 0;
	return fclose(out) == 0 && good;
}

static bool builder_write_programs(const struct build *b)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	for (int i = 0; i < b->programs_count; i++)
		fprintf(out, "%s\n", b->programs[i]);
	memory_close(out);
	bool good = builder_write(b, "programs", text);
	free(text);
	return good;
}

/* Contents of a small file of the referee; "" if it does not exist. */
static char *builder_read_text(const struct build *b, const char *name)
{
	char path[BUILD_CACHE_PATH];
	struct stat status;
	int fd = builder_part(b, name, path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	size_t size = fd >= 0 && fstat(fd, &status) == 0 ? (size_t)status.st_size : 0;
	char *text = memory_get(size + 1, 1);
	ssize_t count = fd >= 0 ? read(fd, text, size) : 0;
	text[count > 0 ? count : 0] = '\0';
	if (fd >= 0)
		close(fd);
	return text;
}

/* Takes a build from the cache. */
static void builder_recall(struct build *b)
{
	char *text = builder_read_text(b, "programs"), *rest = text;
	b->output = builder_read_text(b, "output");
	for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
		if (*line == '\0')
			continue;
		b->programs = memory_resize(
			b->programs, (size_t)b->programs_count + 1, sizeof *b->programs);
		b->programs[b->programs_count++] = memory_copy(line);
	}
	free(text);
}

/* Returns the last BUILD_OUTPUT bytes of the output; a NUL becomes a blank. */
static char *builder_output(const struct builder *m)
{
	size_t first = m->used > BUILD_OUTPUT ? m->used - BUILD_OUTPUT : 0;
	char *text = memory_get(m->used - first + 1, 1);
	memcpy(text, m->output + first, m->used - first);
	for (size_t i = 0; i < m->used - first; i++)
		if (text[i] == '\0')
			text[i] = ' ';
	return text;
}

static enum build_result builder_keep(
	struct build *b, const struct build_order *order, const char *tree, char *why, size_t room)
{
	if (file_tree_seal(tree) && builder_search(b, order->source, tree) &&
		builder_write(b, "output", b->output) && builder_write_programs(b) &&
		build_cache_keep(order->cache, b->key, &b->place))
		return BUILD_MADE;
	snprintf(why, room, "what was built cannot be kept in %s: %s", order->cache->folder,
		strerror(errno));
	return BUILD_BROKEN;
}

static enum build_result builder_new(
	struct build *b, const struct build_order *order, char *why, size_t room)
{
	char tree[BUILD_CACHE_PATH];
	struct builder m = {.build = b, .order = order, .output = memory_get(2 * BUILD_OUTPUT, 1)};
	enum build_result result = BUILD_BROKEN;
	if (!build_cache_begin(order->cache, &b->place) || !builder_part(b, "tree", tree))
		snprintf(why, room, "no folder can be made in %s: %s", order->cache->folder,
			strerror(errno));
	else
		result = builder_make(&m, tree, why, room);
	b->output = builder_output(&m);
	free(m.output);
	return result == BUILD_MADE ? builder_keep(b, order, tree, why, room) : result;
}

enum build_result build_run(
	struct build *b, const struct build_order *order, char *why, size_t room)
{
	enum build_result result = BUILD_BROKEN;
	*b = (struct build){.place.lock = -1};
	if (!builder_key(order, b->key)) {
		snprintf(why, room, "%s cannot be read: %s", order->source, strerror(errno));
		return BUILD_BROKEN;
	}
	if (!build_cache_find(order->cache, b->key, &b->place)) {
		result = builder_new(b, order, why, room);
	} else {
		builder_recall(b);
		result = BUILD_FOUND;
	}
	if (!builder_part(b, "tree", b->folder) && result != BUILD_FAILED) {
		snprintf(why, room, "%s: the path is too long", order->cache->folder);
		return BUILD_BROKEN;
	}
	return result;
}

void build_clear(struct build *b)
{
	build_cache_leave(&b->place);
	for (int i = 0; i < b->programs_count; i++)
		free(b->programs[i]);
	free(b->programs);
	free(b->output);
	b->programs = NULL;
	b->output = NULL;
	b->programs_count = 0;
}
