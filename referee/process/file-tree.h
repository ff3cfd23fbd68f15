/*
 * file-tree.h - walks, writes and removes a folder with all its contents.
 *
 * Neither the files nor the entries are trusted. A walk has a fixed order and follows no link. It
 * skips everything that is not a folder, a file or a link. It ends at the depth and path length
 * that a writer accepts. A writer never creates anything outside its folder, whatever the paths
 * say.
 */
#ifndef REFEREE_PROCESS_FILE_TREE_H
#define REFEREE_PROCESS_FILE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { FILE_TREE_PATH = 1024, FILE_TREE_DEPTH = 64 };

enum file_tree_kind {
	FILE_TREE_FOLDER,
	FILE_TREE_FILE,
	FILE_TREE_PROGRAM,
	FILE_TREE_LINK,
	FILE_TREE_KINDS
};

struct file_tree_entry {
	enum file_tree_kind kind; /* a program is a file that its owner may execute */
	const char *path;	  /* relative to the top folder, such as "src/main.c" */
	const char *target;	  /* target of a link; else NULL */
	int64_t size;		  /* size of a file in bytes */
	struct timespec changed;
	int fd; /* a file, open for reading; else -1 */
};

/* Called for each entry; *e belongs to the walk. False ends the walk. */
typedef bool file_tree_visit(void *arg, const struct file_tree_entry *e);

/* Visits all entries below the folder in byte order of names, a folder before its contents. False
 * with errno: a read failed, or visit() returned false and errno is its errno. */
bool file_tree_walk(const char *folder, file_tree_visit *visit, void *arg);

/* State of a writer. */
struct file_tree_writer {
	int root;	     /* the top folder; -1: not open */
	int file;	     /* the file being written; -1: none */
	int64_t bytes, most; /* bytes written, and their limit; limit 0: none */
	int entries, entries_most;
	bool full; /* a limit was reached */
};

/* Opens a writer in an existing folder. entries: limit of files, folders and links; 0: none. False
 * with errno. */
bool file_tree_write_open(
	struct file_tree_writer *w, const char *folder, int64_t bytes, int entries);
void file_tree_write_close(struct file_tree_writer *w);

/* Creates an entry. A file is empty and open for file_tree_write_bytes() until the next entry.
 * False with errno. EINVAL: bad path; EDQUOT: above a limit. */
bool file_tree_write_entry(struct file_tree_writer *w, const struct file_tree_entry *e);
bool file_tree_write_bytes(struct file_tree_writer *w, const void *bytes, size_t length);

/* Copies the file e from its descriptor, with its modification time. False with errno. */
bool file_tree_write_copy(struct file_tree_writer *w, const struct file_tree_entry *e);

/* Removes links that lead out of the folder or to nothing, then makes everything else read-only.
 * False with errno. */
bool file_tree_seal(const char *folder);

/* Removes the folder with all its contents, also read-only ones. It makes system calls only, so
 * that a signal handler may do it. False with errno: something is left. */
bool file_tree_remove(const char *folder);

/* Opens a folder and locks it (flock() with `how`). Returns its descriptor, which holds the lock.
 * -1: LOCK_NB was given and it is locked, or another process moved or removed it before it was
 * locked. */
int file_tree_lock(const char *folder, int how);

/* Writes all bytes to a blocking descriptor. False with errno. */
bool file_tree_put(int to, const void *bytes, size_t length);

/* Creates the folder and its parents. False with errno. */
bool file_tree_make_folder(const char *folder);

/*
 * A file tree as a stream of bytes between two processes of one machine. The reader does not trust
 * the writer. Each entry is a struct tree_head, then the bytes of its path, then those of its file
 * or link target. The last head has no path. Its size is a value from the writer, such as the
 * status of a build.
 */

/* Writes all entries below folder, or only the last head, to a blocking descriptor. False with
 * errno. */
bool file_tree_stream_send(int to, const char *folder);
bool file_tree_stream_send_end(int to, int64_t status);

/* A receiver of the same bytes. False with errno ends the stream. */
typedef bool file_tree_stream_put(void *arg, const void *bytes, size_t length);

/* Passes on all entries below folder, without links that lead out of it or to nothing, and the last
 * head. The bytes follow from names, kinds and contents alone. False with errno. */
bool file_tree_stream_bundle(const char *folder, file_tree_stream_put *put, void *arg);

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
	int64_t status; /* size in the last head */
};

/* Takes the next bytes. False with errno. EINVAL: the stream is malformed or continues after its
 * end. Any other errno: a file could not be written. */
bool file_tree_stream_take(struct file_tree_stream *s, const char *bytes, size_t length);

#endif
