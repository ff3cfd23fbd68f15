/*
 * file-tree-stream.c - sends a file tree, and writes a received one.
 */
#include "referee/base/file-tree-stream.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "referee/base/memory.h"

enum { FILE_TREE_STREAM_CHUNK = 65536, FILE_TREE_STREAM_END = FILE_TREE_KINDS };

/* --- sending -------------------------------------------------------------------------------- */

static bool file_tree_stream_put(int to, const void *bytes, size_t length)
{
	const char *at = bytes;
	while (length > 0) {
		ssize_t count = write(to, at, length);
		if (count < 0 && errno != EINTR)
			return false;
		at += count > 0 ? count : 0;
		length -= count > 0 ? (size_t)count : 0;
	}
	return true;
}

/* Sends as many bytes as announced; pads with zeroes if the file has become shorter. */
static bool file_tree_stream_send_file(int to, const struct file_tree_entry *e)
{
	char chunk[FILE_TREE_STREAM_CHUNK];
	for (int64_t left = e->size; left > 0;) {
		size_t most = left < FILE_TREE_STREAM_CHUNK ? (size_t)left : sizeof chunk;
		ssize_t count = read(e->fd, chunk, most);
		if (count < 0)
			return false;
		if (count == 0)
			memset(chunk, 0, most);
		left -= count > 0 ? count : (ssize_t)most;
		if (!file_tree_stream_put(to, chunk, count > 0 ? (size_t)count : most))
			return false;
	}
	return true;
}

static bool file_tree_stream_visit(void *arg, const struct file_tree_entry *e)
{
	const int to = *(const int *)arg;
	const size_t path = strlen(e->path), target = e->target != NULL ? strlen(e->target) : 0;
	if (target >= FILE_TREE_PATH)
		return true; /* its target is a path that a writer does not create */
	const struct tree_head head = {
		e->kind, (uint32_t)path, e->kind == FILE_TREE_LINK ? (int64_t)target : e->size};
	return file_tree_stream_put(to, &head, sizeof head) &&
	       file_tree_stream_put(to, e->path, path) &&
	       file_tree_stream_put(to, e->target, target) && file_tree_stream_send_file(to, e);
}

bool file_tree_stream_send(int to, const char *folder)
{
	return file_tree_walk(folder, file_tree_stream_visit, &to);
}

bool file_tree_stream_send_end(int to, int64_t told)
{
	const struct tree_head head = {FILE_TREE_STREAM_END, 0, told};
	return file_tree_stream_put(to, &head, sizeof head);
}

/* --- receiving ------------------------------------------------------------------------------ */

/* Length of the head with its texts; 0: malformed. */
static size_t file_tree_stream_needs(const struct tree_head *h)
{
	if (h->kind == FILE_TREE_STREAM_END)
		return h->path == 0 ? sizeof *h : 0;
	if (h->kind > FILE_TREE_STREAM_END || h->path == 0 || h->path >= FILE_TREE_PATH ||
		h->size < 0 || (h->kind == FILE_TREE_FOLDER && h->size != 0) ||
		(h->kind == FILE_TREE_LINK && (h->size == 0 || h->size >= FILE_TREE_PATH)))
		return 0;
	return sizeof *h + h->path + (h->kind == FILE_TREE_LINK ? (size_t)h->size : 0);
}

/* Handles a complete head with its texts. */
static bool file_tree_stream_begin(struct file_tree_stream *s, const struct tree_head *h)
{
	char path[FILE_TREE_PATH], target[FILE_TREE_PATH];
	const size_t length = h->kind == FILE_TREE_LINK ? (size_t)h->size : 0;
	const bool file = h->kind == FILE_TREE_FILE || h->kind == FILE_TREE_PROGRAM;
	s->used = 0;
	if (h->kind == FILE_TREE_STREAM_END) {
		s->ended = true;
		s->told = h->size;
		return true;
	}
	memcpy(path, s->part + sizeof *h, h->path);
	path[h->path] = '\0';
	memcpy(target, s->part + sizeof *h + h->path, length);
	target[length] = '\0';
	if (strlen(path) != h->path || strlen(target) != length) {
		errno = EINVAL;
		return false;
	}
	s->left = file ? h->size : 0;
	return file_tree_write_entry(
		s->writer, &(struct file_tree_entry){.kind = (enum file_tree_kind)h->kind,
				   .path = path,
				   .target = target,
				   .fd = -1});
}

/* Takes some of the bytes and returns their number. 0: the stream is malformed; sets errno. */
static size_t file_tree_stream_step(struct file_tree_stream *s, const char *bytes, size_t length)
{
	struct tree_head head;
	if (s->left > 0) {
		size_t count = (int64_t)length < s->left ? length : (size_t)s->left;
		s->left -= (int64_t)count;
		return file_tree_write_bytes(s->writer, bytes, count) ? count : 0;
	}
	size_t needs = sizeof head;
	if (s->used >= sizeof head) {
		memcpy(&head, s->part, sizeof head);
		needs = file_tree_stream_needs(&head);
	}
	size_t count = needs - s->used < length ? needs - s->used : length;
	memcpy(s->part + s->used, bytes, count);
	s->used += count;
	if (s->used < sizeof head)
		return count;
	memcpy(&head, s->part, sizeof head);
	needs = file_tree_stream_needs(&head);
	errno = EINVAL;
	return needs > 0 && (s->used < needs || file_tree_stream_begin(s, &head)) ? count : 0;
}

bool file_tree_stream_take(struct file_tree_stream *s, const char *bytes, size_t length)
{
	while (length > 0) {
		errno = EINVAL;
		size_t count = s->ended ? 0 : file_tree_stream_step(s, bytes, length);
		if (count == 0)
			return false;
		bytes += count;
		length -= count;
	}
	return true;
}
