/*
 * file-tree-stream.h - sends a file tree as a stream of bytes between two processes of one machine.
 *
 * The reader does not trust the writer. Each entry is a struct tree_head, then the bytes of its
 * path, then those of its file or link target. The last head has no path. Its size is a value from
 * the writer, such as the status of a build.
 */
#ifndef REFEREE_BASE_FILE_TREE_STREAM_H
#define REFEREE_BASE_FILE_TREE_STREAM_H

#include "referee/base/file-tree.h"

/* Writes all entries below folder, or only the last head, to a blocking descriptor. False with
 * errno. */
bool file_tree_stream_send(int to, const char *folder);
bool file_tree_stream_send_end(int to, int64_t told);

struct tree_head {
	uint32_t kind, path;
	int64_t size;
};

/* State of a reader. */
struct file_tree_stream {
	struct file_tree_writer *writer; /* borrowed */
	char part[sizeof(struct tree_head) + 2 * FILE_TREE_PATH];
	size_t used;
	int64_t left; /* remaining bytes of the current file */
	bool ended;
	int64_t told; /* size in the last head */
};

/* Takes the next bytes. False with errno. EINVAL: the stream is malformed or continues after its
 * end. Any other errno: a file could not be written. */
bool file_tree_stream_take(struct file_tree_stream *s, const char *bytes, size_t length);

#endif
