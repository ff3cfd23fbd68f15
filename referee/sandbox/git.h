/*
 * git.h - commits read from a git repository of this machine.
 *
 * `git cat-file --batch` runs in a box like a bot's: it sees the repository alone, has no network
 * and can write nothing. So nothing that the repository's settings, hooks, attributes or
 * submodules name can do harm, and none of it is used: files come as they were committed. What git
 * answers is not trusted either.
 */
#ifndef REFEREE_SANDBOX_GIT_H
#define REFEREE_SANDBOX_GIT_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/base/file-tree.h"
#include "referee/sandbox/sandbox.h"

enum { GIT_ID = 65, GIT_SUBJECT = 128, GIT_BUFFER = 65536 };

struct git {
	struct sandbox box;
	char *buffer; /* owned: what has come and is not used yet */
	size_t from, to;
};

struct git_commit {
	char id[GIT_ID], tree[GIT_ID]; /* in hexadecimal */
	char subject[GIT_SUBJECT];     /* the first line; no control bytes in it, valid UTF-8 */
};

/* Opens the repository that the folder belongs to; bare ones have no .git. After sandbox_prepare().
 * To be closed in every case. False: a line in why. */
bool git_open(struct git *g, const char *folder, char *why, size_t room);
void git_close(struct git *g);

/* Finds a commit by whatever git takes for one: a branch, a tag, an id, HEAD~3. */
bool git_find(struct git *g, const char *revision, struct git_commit *c, char *why, size_t room);

/* Writes all files of a tree, of the same moment each. *modules: how many submodules it names,
 * which are left out. */
bool git_export(struct git *g, const char *tree, struct file_tree_writer *w, int *modules,
	char *why, size_t room);

#endif
