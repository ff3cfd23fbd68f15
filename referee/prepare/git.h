/*
 * git.h - reads commits from a git repository on this machine.
 *
 * `git cat-file --batch` runs in a sandbox like that of a bot. It sees only the repository, has no
 * network and can write nothing. So the repository's settings, hooks, attributes and submodules can
 * do no harm, and git.c uses none of them. Files come as they were committed. The output of git is
 * untrusted too.
 */
#ifndef REFEREE_PREPARE_GIT_H
#define REFEREE_PREPARE_GIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "referee/process/file-tree.h"
#include "referee/sandbox/sandbox.h"

enum { GIT_ID = 65, GIT_SUBJECT = 128, GIT_BUFFER = 65536 };

struct git {
	struct sandbox sandbox;
	char *buffer; /* owned: received bytes from `from` to `to` */
	size_t from, to;
};

struct git_commit {
	char id[GIT_ID], tree[GIT_ID]; /* hexadecimal */
	char subject[GIT_SUBJECT]; /* first line of the message; valid UTF-8 without control bytes
				    */
};

/* Opens the repository that contains the folder; a bare repository has no .git. Call it after
 * sandbox_prepare(). The caller calls git_close() in every case. False: one line in err. */
bool git_open(struct git *g, const char *folder, struct error *err);
void git_close(struct git *g);

/* Finds a commit by any name that git knows: a branch, a tag, an id, HEAD~3. */
bool git_find(struct git *g, const char *revision, struct git_commit *c, struct error *err);

/* Writes all files of a tree, all with the same modification time. Leaves submodules out and counts
 * them in *modules. */
bool git_export(struct git *g, const char *tree, struct file_tree_writer *w, int *modules,
	struct error *err);

#endif
