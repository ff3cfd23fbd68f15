/*
 * file-tree-stream.h - a tree of files as one stream of bytes, between two processes of this
 * machine: the one that writes it may be hostile.
 *
 * Each entry is a struct tree_head, the bytes of its path, and those of its file or of its link's
 * target. The last head has no path: its size is what the writer tells of itself, such as the
 * status with which a build has ended.
 */
#ifndef REFEREE_BASE_FILE_TREE_STREAM_H
#define REFEREE_BASE_FILE_TREE_STREAM_H

#include "referee/base/file-tree.h"

/* Writes all below folder, or the last head alone, to a descriptor that blocks. False with errno.
 */
bool file_tree_stream_send(int to, const char *folder);
bool file_tree_stream_send_end(int to, int64_t told);

struct tree_head {
	uint32_t kind, path;
	int64_t size;
};

/* What has come so far. */
struct file_tree_stream {
	struct file_tree_writer *writer; /* borrowed */
	char part[sizeof(struct tree_head) + 2 * FILE_TREE_PATH];
	size_t used;
	int64_t left; /* bytes of the file that is being written */
	bool ended;
	int64_t told; /* the last head's size */
};

/* Takes bytes as they come. False with errno: EINVAL: that is no such stream, or it goes on after
 * its end; else it could not be written. */
bool file_tree_stream_take(struct file_tree_stream *s, const char *bytes, size_t length);

#endif
