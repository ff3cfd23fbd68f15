/*
 * submission-missing.c - names what was handed in instead of a program.
 *
 * Each kind of file is a row. The first row that has a file in the folder gives the sentence. The
 * file comes first in it, because tables cut a sentence to the width of a terminal.
 */
#include "referee/submissions/submission-missing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"

enum { MISSING_ENDS = 16, MISSING_NAMED = 80 };

static const struct missing_row {
	const char *ends[MISSING_ENDS]; /* of names; small and capital letters are the same */
	const char *one;		/* behind the file's name */
	const char *several;		/* behind "A, B: "; NULL: as one */
} missing_rows[] = {
	{{".py.txt", ".c.txt", ".cpp.txt", ".java.txt", ".js.txt"},
		"ends with .txt; take that off its name", NULL},
	{{".java"}, "has no main method; write a referee.txt",
		"no file has a main method; write a referee.txt"},
	{{".py", ".c", ".cpp", ".cc", ".cxx", ".go", ".rs", ".js", ".mjs", ".sh"},
		"is not where a program is looked for; write a referee.txt",
		"which is the bot? Name it bot (such as bot.py), or write a referee.txt"},
	{{".ipynb"}, "is a notebook; hand in its agent as submission.py", NULL},
	{{".rar", ".cab", ".ace"}, "cannot be unpacked; hand it in as a zip", NULL},
	{{".zip", ".7z", ".tar", ".tar.gz", ".tgz", ".tar.xz"},
		"is an archive in the submission; hand in its files", NULL},
	{{".gz", ".bz2", ".xz", ".zst"}, "is packed; hand in the files themselves, or a zip", NULL},
	{{".wasm"}, "is WebAssembly; hand in the sources, or a referee.txt that names a runtime",
		NULL},
	{{".exe", ".dll", ".msi", ".bat", ".ps1"}, "is for Windows; hand in the sources", NULL},
	{{".class", ".pyc", ".o", ".obj", ".dylib"}, "is compiled; hand in the sources", NULL},
	{{".cs", ".kt", ".ts", ".hs", ".jl", ".rb", ".php", ".lua", ".pl", ".pas", ".scala",
		 ".swift", ".zig", ".m", ".r"},
		"needs a referee.txt that says how to build and run it", NULL},
};

struct missing {
	struct {
		char *names[2]; /* the first two files; owned */
	} rows[sizeof missing_rows / sizeof *missing_rows];
	char *other; /* a file of no row; owned */
};

static bool missing_fits(const struct missing_row *row, const char *path)
{
	size_t length = strlen(path);
	for (int i = 0; i < MISSING_ENDS && row->ends[i] != NULL; i++) {
		size_t end = strlen(row->ends[i]);
		if (length > end && strcasecmp(path + length - end, row->ends[i]) == 0)
			return true;
	}
	return false;
}

static bool missing_visit(void *arg, const struct file_tree_entry *e)
{
	struct missing *m = arg;
	const size_t rows = sizeof missing_rows / sizeof *missing_rows;
	size_t i = 0;
	if (e->kind == FILE_TREE_FOLDER || *e->path == '.' || strstr(e->path, "/.") != NULL ||
		strstr(e->path, "node_modules/") != NULL)
		return true;
	while (i < rows && !missing_fits(&missing_rows[i], e->path))
		i++;
	char **to = i == rows			  ? &m->other
		    : m->rows[i].names[0] == NULL ? &m->rows[i].names[0]
						  : &m->rows[i].names[1];
	if (*to == NULL)
		*to = memory_copy(e->path);
	return true;
}

void submission_missing(const char *folder, struct error *err)
{
	struct missing m = {.other = NULL};
	const size_t rows = sizeof missing_rows / sizeof *missing_rows;
	size_t i = 0;
	file_tree_walk(folder, missing_visit, &m);
	while (i < rows && m.rows[i].names[0] == NULL)
		i++;
	char *const *names = i < rows ? m.rows[i].names : NULL;
	if (names != NULL && names[1] != NULL && missing_rows[i].several != NULL)
		error_set(err, "%.*s, %.*s: %s", MISSING_NAMED, names[0], MISSING_NAMED, names[1],
			missing_rows[i].several);
	else if (names != NULL)
		error_set(err, "%.*s %s", MISSING_NAMED, names[0], missing_rows[i].one);
	else
		error_set(err,
			"there is nothing to run: %s%.*s; hand in the sources, with a referee.txt if the program is not bot.py, Main.java, main.c or the like",
			m.other != NULL ? "only " : "no file", MISSING_NAMED,
			m.other != NULL ? m.other : "");
	for (i = 0; i < rows; i++) {
		free(m.rows[i].names[0]);
		free(m.rows[i].names[1]);
	}
	free(m.other);
}
