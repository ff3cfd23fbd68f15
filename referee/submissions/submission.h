/*
 * submission.h - the files of a submission, from an archive, a folder or a file.
 *
 * Nothing in a submission is trusted. Only folders and regular files are taken. Entries that lead
 * out of the folder, links, and files that only tools need (.git, __pycache__ and the like, virtual
 * environments of Python, folders with a CACHEDIR.TAG, target/ beside Cargo.toml or pom.xml) are
 * left out, and the notes name them. They count for no limit. So are folders node_modules, if the
 * submission would be too large with them. Archives are read by libarchive: zip, 7z, and tar,
 * alone or compressed by gzip, bzip2, xz or zstd. Of two files of one name the last counts, as for
 * unzip. Names are kept in the composed form (name.h). A script gets its execute permission back,
 * which zip files often lose.
 */
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_H
#define REFEREE_SUBMISSIONS_SUBMISSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/process/file-tree.h"

/* Limits of one submission, and of an archive that holds those of a whole class. */
enum {
	SUBMISSION_ENTRIES = 5000,
	SUBMISSION_CLASS_ENTRIES = 500000,
	SUBMISSION_SEEN_TIMES = 100, /* as many with those that are left out */
};
#define SUBMISSION_BYTES       (INT64_C(64) << 20)
#define SUBMISSION_CLASS_BYTES (INT64_C(4) << 30)
#define SUBMISSION_SEEN_BYTES  (INT64_C(8) << 30) /* of an archive, unpacked */

/* Why entries are left out, or replaced. */
enum submission_reason {
	SUBMISSION_LINK,
	SUBMISSION_OUTSIDE,
	SUBMISSION_DOUBLE,
	SUBMISSION_TOOLS,
	SUBMISSION_POINTER, /* to a file that Git LFS has; it is taken */
	SUBMISSION_MODULES, /* of git; the list of them is taken */
	SUBMISSION_FOREIGN, /* modules of Python for other systems */
	SUBMISSION_UNTRACKED,
	SUBMISSION_REASONS
};

/* Entries that are left out for one reason. */
struct submission_left {
	int count;	/* of entries */
	int named;	/* of names in the text */
	char names[96]; /* of the first few: "venv/, .git/" */
};

/* The names of all files, looked at before the first one is taken. */
struct submission_survey {
	char **tools; /* beginnings of paths that belong to tools; owned */
	int tools_count;
	int64_t bytes, module_bytes; /* of files that are no tools'; in folders node_modules */
	int entries, module_entries; /* with the folders above them */
	char last[FILE_TREE_PATH];   /* the path before */
};

/* A folder that takes files. */
struct submission {
	char *folder; /* owned; exists and is empty at first */
	int64_t bytes_most;
	int entries_most;
	int seen_most; /* entries of an archive, also those that are left out */
	struct file_tree_writer writer;
	struct submission_survey survey;
	bool without_modules; /* node_modules is left out */
	struct submission_left left[SUBMISSION_REASONS];
};

/* Opens an existing empty folder for files. False: a line in err. */
bool submission_open(
	struct submission *s, const char *folder, int64_t bytes, int entries, struct error *err);
void submission_close(struct submission *s);

/* Is it an archive by its name? *stem gets the length of the name without its extensions. */
bool submission_is_archive(const char *name, size_t *stem);

/* Do tools rather than people make files of this name? */
bool submission_is_tools(const char *name);

/* Add all files of an archive, or of a folder, or one file under this name. False: a line in err
 * that says what the student can do. */
bool submission_add_archive(struct submission *s, const char *path, struct error *err);
bool submission_add_folder(struct submission *s, const char *path, struct error *err);
/* Add the files of a clone that the last commit has: those that are in the folder `tracked`, too,
 * which git wrote. Others, such as marks and what a build made, are left out. */
bool submission_add_clone(
	struct submission *s, const char *path, const char *tracked, struct error *err);
bool submission_add_file(
	struct submission *s, const char *path, const char *name, struct error *err);

/* Writes what was left out, as "left out: 2 links (a, b), 9 files of tools (venv/)"; "" if nothing
 * was. */
void submission_describe(const struct submission *s, char *text, size_t room);

#endif
