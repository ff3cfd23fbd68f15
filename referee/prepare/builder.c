/*
 * builder.c - the build outside the sandbox: its key, its streams and what is kept of it.
 *
 * A build in the cache is a folder with `tree`, from which bots run, `output`, and `programs` with
 * one path per line.
 */
#include "referee/prepare/builder.h"

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

#include "referee/process/crypto.h"
#include "base/escape.h"
#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/prepare/build-init.h"
#include "referee/sandbox/sandbox.h"

enum {
	BUILDER_PROCESSES = 512,
	BUILDER_FILES = 1024,
	BUILDER_ENTRIES = 200000,
	BUILDER_CHUNK = 65536,
	BUILDER_SHOWN = 8, /* programs that are listed */
};

/* --- outside: a build in progress ------------------------------------------------------------ */

/* A build in progress. */
struct builder {
	struct build *build;
	const struct build_options *options;
	struct sandbox sandbox;
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

struct builder_sum {
	struct crypto_sum *sum;
	int64_t left; /* bytes that the sources may still have */
	int entries;  /* likewise */
};

static bool builder_sum_entry(void *arg, const struct file_tree_entry *e)
{
	struct builder_sum *s = arg;
	struct crypto_sum *sum = s->sum;
	char chunk[BUILDER_CHUNK];
	ssize_t count = 0;
	const int64_t head[] = {e->kind, e->size};
	if (build_init_leaves_out(e->path))
		return true;
	/* A file may be far larger than the disk that it takes. */
	s->left -= e->size;
	if (s->left < 0 || --s->entries < 0) {
		errno = EFBIG;
		return false;
	}
	crypto_sum_add(sum, head, sizeof head);
	crypto_sum_add(sum, e->path, strlen(e->path) + 1);
	if (e->target != NULL)
		crypto_sum_add(sum, e->target, strlen(e->target) + 1);
	while (e->fd >= 0 && (count = read(e->fd, chunk, sizeof chunk)) > 0)
		crypto_sum_add(sum, chunk, (size_t)count);
	return count == 0;
}

static bool builder_key(const struct build_options *options, char key[BUILD_CACHE_KEY])
{
	static const char kind[] = "build 1", network[] = "network";
	struct crypto_sum *sum = crypto_sum_begin();
	crypto_sum_add(sum, kind, sizeof kind);
	crypto_sum_add(sum, options->command, strlen(options->command) + 1);
	if (options->limits->network)
		crypto_sum_add(sum, network, sizeof network);
	struct builder_sum s = {sum, options->limits->disk > 0 ? options->limits->disk : INT64_MAX,
		BUILDER_ENTRIES};
	bool good = file_tree_walk(options->source, builder_sum_entry, &s);
	int saved = errno;
	crypto_sum_end_text(sum, key);
	errno = saved;
	return good;
}

/* --- while it runs -------------------------------------------------------------------------- */

/* Keeps only the last bytes of the output. */
static void builder_add_output(struct builder *builder, const char *bytes, size_t length)
{
	if (builder->used + length > 2 * BUILD_OUTPUT) {
		memmove(builder->output, builder->output + builder->used - BUILD_OUTPUT,
			BUILD_OUTPUT);
		builder->used = BUILD_OUTPUT;
	}
	memcpy(builder->output + builder->used, bytes, length);
	builder->used += length;
}

/* Reads available bytes. False: the stream has ended or failed. */
static bool builder_read(struct builder *builder, int fd)
{
	char chunk[BUILDER_CHUNK];
	ssize_t count = read(fd, chunk, sizeof chunk);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (count <= 0)
		return false;
	if (fd == builder->sandbox.err) {
		builder_add_output(builder, chunk, (size_t)count);
		return true;
	}
	if (file_tree_stream_take(&builder->stream, chunk, (size_t)count))
		return true;
	builder->failed = errno;
	return false;
}

/* Reads until both streams have ended, the time is over, or a write fails. */
static void builder_read_streams(struct builder *builder)
{
	struct pollfd streams[2] = {
		{builder->sandbox.out, POLLIN, 0}, {builder->sandbox.err, POLLIN, 0}};
	while (streams[0].fd >= 0 || streams[1].fd >= 0) {
		usec left = builder->until - time_now();
		if (left <= 0 || builder->failed != 0)
			return;
		if (left > 3600 * SECOND)
			left = 3600 * SECOND;
		if (poll(streams, 2, (int)(left / MILLISECOND) + 1) < 0 && errno != EINTR)
			return;
		for (int i = 0; i < 2; i++)
			if (streams[i].fd >= 0 && streams[i].revents != 0 &&
				!builder_read(builder, streams[i].fd))
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

/* The built files are too many, or too large. */
static void builder_explain_size(const struct builder *builder, struct error *err)
{
	const struct build_limits *limits = builder->options->limits;
	char text[32];
	if (limits->large || builder->writer.most == limits->disk)
		error_set(err, "`%s` leaves more than build-disk = %s", builder->options->command,
			builder_size(limits->disk, text));
	else
		error_set(err,
			"`%s` leaves more than %s or %d files; let it remove the files that the bot does not need",
			builder->options->command, builder_size(BUILD_LEFT_BYTES, text),
			BUILD_LEFT_FILES);
}

/* Decides the result from the build's end and streams. */
static enum build_result builder_judge(struct builder *builder, bool late, struct error *err)
{
	const struct build_limits *limits = builder->options->limits;
	const char *command = builder->options->command;
	char text[32];
	int ending;
	const int status = (int)builder->stream.status;
	if (builder->failed == EDQUOT)
		builder_explain_size(builder, err);
	else if (builder->failed == EINVAL)
		error_set(err, "`%s` leaves a file that cannot be kept", command);
	else if (builder->failed != 0)
		error_set(err, "the files that `%s` leaves cannot be written to %s: %s", command,
			builder->options->cache->folder, strerror(builder->failed));
	if (builder->failed != 0)
		return builder->failed == EDQUOT || builder->failed == EINVAL ? BUILD_FAILED
									      : BUILD_BROKEN;
	time_format(limits->timeout, text, sizeof text);
	if (builder->stream.ended && status == 0)
		return BUILD_MADE;
	if (late)
		error_set(err, "`%s` takes longer than build-timeout = %s", command, text);
	else if (sandbox_wait_ended(&builder->sandbox, &ending), sandbox_starved(&builder->sandbox))
		error_set(err, "`%s` needs more than build-memory = %s", command,
			builder_size(limits->memory, text));
	else if (!builder->stream.ended)
		error_set(err, "`%s` ended its sandbox", command);
	else if (status == BUILD_INIT_NO_ROOM)
		error_set(err, "the sources cannot be copied; build-disk is %s",
			builder_size(limits->disk, text));
	else if (status == BUILD_INIT_BROKEN)
		error_set(err, "the files that `%s` leaves cannot be read", command);
	else if (WIFSIGNALED(status))
		error_set(err, "`%s` was ended by signal %d", command, WTERMSIG(status));
	else
		error_set(err, "`%s` failed with status %d", command, WEXITSTATUS(status));
	return BUILD_FAILED;
}

static enum build_result builder_start(struct builder *builder, struct error *err)
{
	char program[PATH_MAX] = "", word[] = BUILD_INIT_WORD, network[] = "network";
	const struct sandbox_limits limits = {.memory = builder->options->limits->memory,
		.scratch = builder->options->limits->disk,
		.processes = BUILDER_PROCESSES,
		.files = BUILDER_FILES};
	if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0) {
		error_set(err, "/proc/self/exe: %s", strerror(errno));
		return BUILD_BROKEN;
	}
	char *argv[] = {program, word, (char *)builder->options->command,
		builder->options->limits->network ? network : NULL, NULL};
	const struct sandbox_options options = {.argv = argv,
		.dir = builder->options->source,
		.level = SANDBOX_FULL,
		.resources = &limits,
		.build = true,
		.network = builder->options->limits->network};
	enum sandbox_result result = sandbox_start(&builder->sandbox, &options, err);
	return result == SANDBOX_STARTED   ? BUILD_MADE
	       : result == SANDBOX_REFUSED ? BUILD_FAILED
					   : BUILD_BROKEN;
}

/* Runs the command; the built files go to tree. */
static enum build_result builder_make(struct builder *builder, const char *tree, struct error *err)
{
	const struct build_limits *limits = builder->options->limits;
	const usec began = time_now();
	const bool less = !limits->large && (limits->disk == 0 || limits->disk > BUILD_LEFT_BYTES);
	if (mkdir(tree, 0755) != 0 || !file_tree_write_open(&builder->writer, tree,
					      less ? BUILD_LEFT_BYTES : limits->disk,
					      limits->large ? BUILDER_ENTRIES : BUILD_LEFT_FILES)) {
		error_set(err, "%s: %s", tree, strerror(errno));
		return BUILD_BROKEN;
	}
	builder->stream.writer = &builder->writer;
	builder->until = began + limits->timeout;
	enum build_result result = builder_start(builder, err);
	if (result == BUILD_MADE) {
		builder_read_streams(builder);
		result = builder_judge(builder, time_now() >= builder->until, err);
		sandbox_kill(&builder->sandbox);
	}
	file_tree_write_close(&builder->writer);
	builder->build->took = time_now() - began;
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
static bool builder_visit(void *arg, const struct file_tree_entry *e)
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
	bool good = s.source >= 0 && file_tree_walk(tree, builder_visit, &s);
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
static char *builder_output(const struct builder *builder)
{
	size_t first = builder->used > BUILD_OUTPUT ? builder->used - BUILD_OUTPUT : 0;
	char *text = memory_get(builder->used - first + 1, 1);
	memcpy(text, builder->output + first, builder->used - first);
	for (size_t i = 0; i < builder->used - first; i++)
		if (text[i] == '\0')
			text[i] = ' ';
	return text;
}

static enum build_result builder_keep(
	struct build *b, const struct build_options *options, const char *tree, struct error *err)
{
	if (file_tree_seal(tree) && builder_search(b, options->source, tree) &&
		builder_write(b, "output", b->output) && builder_write_programs(b) &&
		build_cache_keep(options->cache, b->key, &b->place))
		return BUILD_MADE;
	error_set(err, "the built files cannot be kept in %s: %s", options->cache->folder,
		strerror(errno));
	return BUILD_BROKEN;
}

static enum build_result builder_new(
	struct build *b, const struct build_options *options, struct error *err)
{
	char tree[BUILD_CACHE_PATH];
	struct builder builder = {
		.build = b, .options = options, .output = memory_get(2 * BUILD_OUTPUT, 1)};
	enum build_result result = BUILD_BROKEN;
	if (!build_cache_begin(options->cache, &b->place) || !builder_part(b, "tree", tree))
		error_set(err, "no folder can be made in %s: %s", options->cache->folder,
			strerror(errno));
	else
		result = builder_make(&builder, tree, err);
	b->output = builder_output(&builder);
	free(builder.output);
	return result == BUILD_MADE ? builder_keep(b, options, tree, err) : result;
}

enum build_result build_run(struct build *b, const struct build_options *options, struct error *err)
{
	enum build_result result = BUILD_FOUND;
	if (!build_find(b, options)) {
		if (*b->key == '\0') {
			error_set(err, "%s cannot be read: %s", options->source, strerror(errno));
			return BUILD_BROKEN;
		}
		result = builder_new(b, options, err);
	}
	if (!builder_part(b, "tree", b->folder) && result != BUILD_FAILED) {
		error_set(err, "%s: the path is too long", options->cache->folder);
		return BUILD_BROKEN;
	}
	return result;
}

bool build_find(struct build *b, const struct build_options *options)
{
	*b = (struct build){.place.lock = -1};
	if (!builder_key(options, b->key)) {
		b->key[0] = '\0';
		return false;
	}
	if (!build_cache_find(options->cache, b->key, &b->place) ||
		!builder_part(b, "tree", b->folder))
		return false;
	builder_recall(b);
	return true;
}

bool build_has_program(const struct build *b, const char *word)
{
	char path[BUILD_CACHE_PATH + FILE_TREE_PATH];
	struct stat status;
	if (strchr(word, '/') == NULL || *word == '/')
		return true;
	snprintf(path, sizeof path, "%s/%s", b->folder, word);
	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       (status.st_mode & S_IXUSR) != 0;
}

void build_list_programs(const struct build *b, char *text, size_t room)
{
	int used = snprintf(
		text, room, "%s", b->programs_count == 0 ? "it made no program" : "it made ");
	for (int i = 0; i < b->programs_count && i < BUILDER_SHOWN && used < (int)room; i++) {
		char *plain = escape_text(b->programs[i], false);
		used += snprintf(
			text + used, room - (size_t)used, "%s./%s", i > 0 ? ", " : "", plain);
		free(plain);
	}
	if (b->programs_count > BUILDER_SHOWN && used < (int)room)
		snprintf(text + used, room - (size_t)used, " and %d more",
			b->programs_count - BUILDER_SHOWN);
}
