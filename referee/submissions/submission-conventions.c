/*
 * submission-conventions.c - a rule for each name of a program's file.
 */
#include "referee/submissions/submission-conventions.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "base/text-file.h"
#include "referee/submissions/build-programs.h"
#include "referee/submissions/build-sources.h"

enum { SUBMISSION_ENTRY_FILE = 4 << 20 /* bytes of a file that is read */ };

/* A file that was found. */
struct submission_found {
	const char *folder; /* of the submission */
	char *path;	    /* in the folder; owned */
	char *text;	    /* its text; NULL: it is none. Owned */
};

struct submission_rule {
	const char *name;  /* of a file, or a pattern of which one file must be the only one */
	const char *build; /* NULL: none */
	/* Sets the command, and what else follows from the file. False: the rule does not fit. */
	bool (*set)(struct submission_entry *e, const struct submission_found *f);
};

/* --- searching in a text ---------------------------------------------------------------------- */

static bool submission_has(const struct submission_found *f, const char *text)
{
	return f->text != NULL && strstr(f->text, text) != NULL;
}

/* Makes a command of a program, if there is one, and a file, which is quoted if it needs it. */
static char *submission_command(const char *program, const char *file)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fprintf(out, "%s%s", program, *program != '\0' ? " " : "");
	if (file[strspn(file, BUILD_PROGRAMS_PLAIN)] == '\0')
		fputs(file, out);
	else
		shell_words_write(out, file);
	memory_close(out);
	return text;
}

/* The same for a POSIX shell. */
static char *submission_shell(const char *program, const char *file)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fputs(program, out);
	shell_words_quote(out, file);
	memory_close(out);
	return text;
}

static char *submission_program(const char *name)
{
	char *path = memory_print("./%s", name), *text = submission_command("", path);
	free(path);
	return text;
}

/* --- one function for each language ----------------------------------------------------------- */

/* Is it a function of a position and a configuration, or an object, as Kaggle's agents are? */
static bool submission_is_kaggle(const struct submission_found *f)
{
	if (f->text == NULL || submission_has(f, "ugiok"))
		return false;
	for (const char *at = f->text; (at = strstr(at, "def ")) != NULL; at++) {
		const char *open = strchr(at, '(');
		bool top = at == f->text || at[-1] == '\n';
		if (top && open != NULL && strncmp(open, "(obs", 4) == 0)
			return true;
		if (top && (strncmp(at, "def agent(", 10) == 0 ||
				   strncmp(at, "def my_agent(", 13) == 0))
			return true;
	}
	return submission_has(f, "\nagent = ") && submission_has(f, "obs");
}

static bool submission_set_python(struct submission_entry *e, const struct submission_found *f)
{
	bool kaggle = submission_is_kaggle(f);
	e->adapter = memory_copy(kaggle ? "kaggle" : NULL);
	e->command = submission_command(kaggle ? "" : "python3", f->path);
	return true;
}

/* A package: "fourbot/__main__.py". Its own modules are named as in Python: relative to it, by its
 * name, or as files beside. */
static bool submission_set_python_package(
	struct submission_entry *e, const struct submission_found *f)
{
	char *name = memory_print("%.*s", (int)strcspn(f->path, "/"), f->path);
	char *from = memory_print("from %s", name), *import = memory_print("import %s", name);
	bool module =
		submission_has(f, "from .") || submission_has(f, from) || submission_has(f, import);
	e->command = submission_command(module ? "python3 -m" : "python3", name);
	free(import);
	free(from);
	free(name);
	return true;
}

static char *submission_package(const struct submission_found *f)
{
	return f->text != NULL ? build_programs_word(f->text, "package", " \t;\n\r") : NULL;
}

static bool submission_set_java(struct submission_entry *e, const struct submission_found *f)
{
	const char *name = basename(f->path);
	char *package = submission_package(f);
	char *resources = memory_print("%s/src/main/resources", f->folder);
	bool main = submission_has(f, "void main(");
	if (main)
		e->command = memory_print("java -cp .%s %s%s%.*s",
			access(resources, F_OK) == 0 ? ":src/main/resources" : "",
			package != NULL ? package : "", package != NULL ? "." : "",
			(int)(strlen(name) - strlen(".java")), name);
	free(resources);
	free(package);
	return main;
}

static int submission_is_compiled(const struct dirent *entry)
{
	static const char *const ends[] = {".c", ".cc", ".cpp", ".cxx", ".go", ".rs", ".java",
		".hs", ".ml", ".zig", ".f90", ".kt", ".cs", ".d", ".pas", ".adb", ".nim", ".swift"};
	const char *end = strrchr(entry->d_name, '.');
	bool is = entry->d_type == DT_DIR && entry->d_name[0] != '.';
	for (size_t i = 0; end != NULL && i < sizeof ends / sizeof *ends; i++)
		is |= strcmp(end, ends[i]) == 0;
	return is;
}

/* Has the folder sources that a build compiles, or folders that may? */
static bool submission_has_sources(const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, submission_is_compiled, NULL);
	for (int i = 0; i < count; i++)
		free(entries[i]);
	if (count >= 0)
		free(entries);
	return count > 0;
}

/* A makefile that only runs or tests a program makes none. */
static bool submission_set_make(struct submission_entry *e, const struct submission_found *f)
{
	const char *text = f->text != NULL ? f->text : "";
	bool compiles = submission_has_sources(f->folder);
	char *made = build_programs_make(text), *run = build_programs_make_run(text);
	bool named = made != NULL;
	if (run != NULL && (!named || !compiles))
		e->command = memory_copy(run);
	else if (named || compiles || *text == '\0')
		e->command = submission_program(named ? made : "bot");
	e->build = e->command != NULL && (named || compiles || run == NULL) ? memory_copy("make")
									    : NULL;
	free(run);
	free(made);
	return e->command != NULL;
}

static bool submission_set_cmake(struct submission_entry *e, const struct submission_found *f)
{
	char *path = build_programs_cmake(f->folder);
	e->command = submission_program(path != NULL ? path : "build/bot");
	free(path);
	return true;
}

static bool submission_set_bot(struct submission_entry *e, const struct submission_found *f)
{
	(void)f;
	e->command = memory_copy("./bot");
	return true;
}

static bool submission_set_cargo(struct submission_entry *e, const struct submission_found *f)
{
	char *path = build_programs_cargo(f->folder);
	e->command = submission_program(path != NULL ? path : "target/release/bot");
	free(path);
	return true;
}

static bool submission_set_node(struct submission_entry *e, const struct submission_found *f)
{
	e->command = submission_command("node", f->path);
	return true;
}

/* Copies a text of package.json, a JSON object; NULL: it has none without escapes. */
static char *submission_json(const struct submission_found *f, const char *key)
{
	const char *at = f->text != NULL ? strstr(f->text, key) : NULL;
	at = at != NULL ? at + strlen(key) : "";
	at += strspn(at, " \t\r\n:");
	size_t length = *at == '"' ? strcspn(at + 1, "\"\\\n") : 0;
	return length > 0 && at[1 + length] == '"' ? memory_print("%.*s", (int)length, at + 1)
						   : NULL;
}

/* The file of "main", or the command of "start" if it is one of node. A file that is not there is
 * made by "build". */
static bool submission_set_package(struct submission_entry *e, const struct submission_found *f)
{
	char *file = submission_json(f, "\"main\""), *start = submission_json(f, "\"start\"");
	char *build = submission_json(f, "\"build\"");
	char *path = memory_print("%s/%s", f->folder, file != NULL ? file : "");
	bool starts = start != NULL && strncmp(start, "node ", 5) == 0 &&
		      start[strspn(start, BUILD_PROGRAMS_PLAIN " ")] == '\0';
	/* npm writes "main": "index.js" whether there is one or not */
	if (starts && (file == NULL || access(path, F_OK) != 0)) {
		e->command = memory_copy(start);
		free(file);
		/* The first file of a command of node: "dist/bot.js" of "node --x dist/bot.js"; "": none. */
		const char *at = start + strlen("node");
		do {
			at += strcspn(at, " ");
			at += strspn(at, " ");
		} while (*at == '-');
		file = memory_print("%.*s", (int)strcspn(at, " "), at);
	} else if (file != NULL) {
		e->command = submission_command("node", file);
	}
	free(path);
	path = memory_print("%s/%s", f->folder, file != NULL ? file : "");
	if (e->command != NULL && build != NULL && access(path, F_OK) != 0)
		e->build = memory_copy(build);
	free(path);
	free(build);
	free(start);
	free(file);
	return e->command != NULL;
}

static bool submission_set_program(struct submission_entry *e, const struct submission_found *f)
{
	char *path = memory_print("%s/%s", f->folder, f->path);
	if (access(path, X_OK) == 0)
		e->command = submission_program(f->path);
	free(path);
	return e->command != NULL;
}

/* A script without a first line that names its interpreter. */
static bool submission_set_shell(struct submission_entry *e, const struct submission_found *f)
{
	if (!submission_set_program(e, f))
		e->command = submission_command("bash", f->path);
	return true;
}

static bool submission_set_jar(struct submission_entry *e, const struct submission_found *f)
{
	e->command = submission_command("java -jar", f->path);
	return true;
}

/* The other files are modules that it names. */
static bool submission_set_rust(struct submission_entry *e, const struct submission_found *f)
{
	e->command = memory_copy("./bot");
	e->build = submission_shell("rustc -O -o bot ", f->path);
	return true;
}

/* --- the conventions -------------------------------------------------------------------------- */

#define JAVAC	BUILD_PROGRAMS_JAVAC
#define CMAKE	"cmake -DCMAKE_BUILD_TYPE=Release -S . -B build && cmake --build build"
#define CC	"cc -O2 -o bot *.c -lm"
#define CXX	"c++ -O2 -std=c++17 -o bot "
#define CC_SRC	"cc -O2 -Iinclude -Isrc -o bot src/*.c -lm"
#define CXX_SRC "c++ -O2 -std=c++17 -Iinclude -Isrc -o bot src/*.cpp"

static const struct submission_rule submission_rules[] = {
	{"bot.py", NULL, submission_set_python},
	{"main.py", NULL, submission_set_python},
	{"submission.py", NULL, submission_set_python},
	{"agent.py", NULL, submission_set_python},
	{"__main__.py", NULL, submission_set_python},
	{"Cargo.toml", "cargo build --release --offline", submission_set_cargo},
	{"go.mod", "go build -o bot .", submission_set_bot},
	{"CMakeLists.txt", CMAKE, submission_set_cmake},
	{"Makefile", NULL, submission_set_make},
	{"makefile", NULL, submission_set_make},
	{"GNUmakefile", NULL, submission_set_make},
	{"Main.java", JAVAC, submission_set_java},
	{"Bot.java", JAVAC, submission_set_java},
	{"src/Main.java", JAVAC, submission_set_java},
	{"src/Bot.java", JAVAC, submission_set_java},
	{"main.c", CC, submission_set_bot},
	{"bot.c", CC, submission_set_bot},
	{"main.cpp", CXX "*.cpp", submission_set_bot},
	{"bot.cpp", CXX "*.cpp", submission_set_bot},
	{"main.go", "go build -o bot *.go", submission_set_bot},
	{"bot.go", "go build -o bot *.go", submission_set_bot},
	{"main.rs", NULL, submission_set_rust},
	{"bot.rs", NULL, submission_set_rust},
	{"package.json", NULL, submission_set_package},
	{"bot.js", NULL, submission_set_node},
	{"main.js", NULL, submission_set_node},
	{"index.js", NULL, submission_set_node},
	{"bot.mjs", NULL, submission_set_node},
	{"src/bot.py", NULL, submission_set_python},
	{"src/main.py", NULL, submission_set_python},
	{"src/main.c", CC_SRC, submission_set_bot},
	{"src/bot.c", CC_SRC, submission_set_bot},
	{"src/main.cpp", CXX_SRC, submission_set_bot},
	{"src/bot.cpp", CXX_SRC, submission_set_bot},
	{"src/index.js", NULL, submission_set_node},
	{"src/main.js", NULL, submission_set_node},
	{"src/bot.js", NULL, submission_set_node},
	{"bot.sh", NULL, submission_set_shell},
	{"bot", NULL, submission_set_program},
	{"*/__main__.py", NULL, submission_set_python_package},
	{"*.py", NULL, submission_set_python},
	{"*.java", JAVAC, submission_set_java},
	{"*.c", CC, submission_set_bot},
	{"*.cpp", CXX "*.cpp", submission_set_bot},
	{"*.cc", CXX "*.cc", submission_set_bot},
	{"*.cxx", CXX "*.cxx", submission_set_bot},
	{"*.go", "go build -o bot *.go", submission_set_bot},
	{"*.rs", NULL, submission_set_rust},
	{"*.js", NULL, submission_set_node},
	{"*.mjs", NULL, submission_set_node},
	{"*.sh", NULL, submission_set_shell},
	{"src/*.py", NULL, submission_set_python},
	{"src/*.c", CC_SRC, submission_set_bot},
	{"src/*.cpp", CXX_SRC, submission_set_bot},
};

/* Only if nothing else can be run: libraries are such files too. */
static const struct submission_rule submission_jar = {"*.jar", NULL, submission_set_jar};

/* May a pattern fit the file of this name, and a search begin in the folder? */
static int submission_is_shown(const struct dirent *entry)
{
	const char *name = entry->d_name;
	return *name != '.' && strncmp(name, "test", 4) != 0 && strcmp(name, "setup.py") != 0 &&
	       strcmp(name, "conftest.py") != 0 && strcmp(name, "node_modules") != 0;
}

struct submission_names {
	char **all;
	int count;
};

static void submission_names_add(struct submission_names *n, const char *name)
{
	n->all = memory_resize(n->all, (size_t)n->count + 1, sizeof *n->all);
	n->all[n->count++] = memory_copy(name);
}

/* Adds the regular files below the folder, in its subfolder, that fit the parts of the pattern. */
static void submission_match(
	struct submission_names *n, const char *folder, const char *below, const char *pattern)
{
	struct dirent **entries;
	size_t part = strcspn(pattern, "/");
	char *first = memory_print("%.*s", (int)part, pattern);
	char *open = memory_print("%s/%s", folder, below);
	int all = scandir(open, &entries, submission_is_shown, alphasort);
	for (int i = 0; i < all; i++) {
		struct stat status;
		char *name = memory_print("%s%s", below, entries[i]->d_name);
		char *deeper = memory_print("%s/", name),
		     *path = memory_print("%s/%s", folder, name);
		if (fnmatch(first, entries[i]->d_name, 0) != 0 || lstat(path, &status) != 0)
			status.st_mode = 0;
		if (pattern[part] == '/' && S_ISDIR(status.st_mode))
			submission_match(n, folder, deeper, pattern + part + 1);
		else if (pattern[part] == '\0' && S_ISREG(status.st_mode))
			submission_names_add(n, name);
		free(path);
		free(deeper);
		free(name);
		free(entries[i]);
	}
	if (all >= 0)
		free(entries);
	free(open);
	free(first);
}

/* The files in the folder that fit the name or pattern of a rule, in order. A pattern fits several
 * files only if the build takes them all. The caller frees the names and the list. */
static char **submission_find(const char *folder, const struct submission_rule *rule, int *count)
{
	struct stat status;
	struct submission_names names = {.count = 0};
	char *path = memory_print("%s/%s", folder, rule->name);
	if (strchr(rule->name, '*') != NULL)
		submission_match(&names, folder, "", rule->name);
	else if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
		submission_names_add(&names, rule->name);
	free(path);
	*count = names.count;
	return names.all;
}

static void submission_found_open(struct submission_found *f)
{
	struct error err;
	int line;
	char *path = memory_print("%s/%s", f->folder, f->path);
	f->text = text_file_read(path, SUBMISSION_ENTRY_FILE, &line, &err);
	free(path);
}

/* Is the file a program by itself, and not a part of another? */
static bool submission_begins(const char *folder, char *name)
{
	struct submission_found f = {.folder = folder, .path = name};
	submission_found_open(&f);
	bool begins = submission_has(&f, "__main__") || submission_has(&f, "ugiok") ||
		      submission_has(&f, "require.main") || submission_has(&f, "fn main(") ||
		      submission_is_kaggle(&f);
	free(f.text);
	return begins;
}

/* Of several files, leaves the only one that is a program by itself, if there is only one. */
static void submission_find_program(const char *folder, char **names, int *count)
{
	int found = -1, programs = 0;
	for (int i = 0; i < *count; i++)
		if (submission_begins(folder, names[i])) {
			found = i;
			programs++;
		}
	if (programs != 1)
		return;
	for (int i = 0; i < *count; i++)
		if (i != found)
			free(names[i]);
	names[0] = names[found];
	*count = 1;
}

/* --- applying --------------------------------------------------------------------------------- */

/* Sets what follows from a file that fits the rule. False: it does not fit. */
static bool submission_fit(const struct submission_rule *rule, struct submission_entry *e,
	struct submission_found *f, int several)
{
	bool pattern = strchr(rule->name, '*') != NULL;
	char *without = NULL;
	submission_found_open(f);
	if (!rule->set(e, f))
		return false;
	if (rule->build != NULL && strcmp(rule->build, JAVAC) == 0)
		e->build = build_programs_java(f->folder);
	else if (rule->build != NULL && strchr(rule->build, '*') != NULL &&
		 !build_sources_command(
			 rule->build, f->folder, f->path, !pattern, &e->build, &without))
		submission_entry_clear(e);
	else if (rule->build != NULL && e->build == NULL)
		e->build = memory_copy(rule->build);
	if (e->command != NULL && without != NULL && *without != '\0')
		e->reason = memory_print("%s, without %s", f->path, without);
	else if (e->command != NULL &&
		 (!pattern || several != 1 || strchr(rule->name, '/') != NULL))
		e->reason = memory_copy(f->path);
	else if (e->command != NULL)
		e->reason = memory_print("%s, the only %s", f->path, rule->name);
	free(without);
	return e->command != NULL;
}

/* Applies a rule to the first file that it fits. Returns its path; NULL: it fits none. */
static char *submission_apply(
	const struct submission_rule *rule, struct submission_entry *e, const char *folder)
{
	int count;
	char *path = NULL, **names = submission_find(folder, rule, &count);
	/* these builds are given all files */
	bool all = rule->build != NULL && strstr(rule->build, rule->name) != NULL;
	const int several = count;
	if (count > 1 && !all)
		submission_find_program(folder, names, &count);
	for (int i = 0; i < count; i++) {
		struct submission_found f = {.folder = folder, .path = names[i]};
		if (path == NULL && (count == 1 || all) && submission_fit(rule, e, &f, several)) {
			path = memory_copy(f.path);
			if (!all && several > 1 && strncmp(rule->name, "*.", 2) == 0) {
				free(e->reason);
				e->reason = memory_print(
					"%s, the only %s that is a program", path, rule->name);
			}
		}
		free(f.text);
		free(f.path);
	}
	free(names);
	return path;
}

/* May a program of any name be executed, rather than what a build tool brings along? */
static int submission_is_named(const struct dirent *entry)
{
	static const char *const tools[] = {"gradlew", "mvnw", "configure", "install-sh"};
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
		if (strcmp(entry->d_name, tools[i]) == 0)
			return 0;
	return submission_is_shown(entry);
}

/* The only file of the folder that may be executed: a script whose first line names its
 * interpreter, or a program. Returns its path; NULL: none or several. */
static char *submission_apply_executable(struct submission_entry *e, const char *folder)
{
	struct dirent **entries;
	char *found = NULL;
	int programs = 0, count = scandir(folder, &entries, submission_is_named, alphasort);
	for (int i = 0; i < count; i++) {
		struct stat status;
		char *path = memory_print("%s/%s", folder, entries[i]->d_name);
		if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
			(status.st_mode & S_IXUSR) != 0 && programs++ == 0)
			found = memory_copy(entries[i]->d_name);
		free(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	if (programs == 1) {
		e->command = submission_program(found);
		e->reason = memory_print("%s, the only file that can be executed", found);
		return found;
	}
	free(found);
	return NULL;
}

enum submission_fit submission_conventions_apply(
	struct submission_entry *e, const char *folder, char **path)
{
	const size_t rules = sizeof submission_rules / sizeof *submission_rules;
	*path = NULL;
	for (size_t i = 0; i < rules; i++) {
		const char *name = submission_rules[i].name;
		*path = submission_apply(&submission_rules[i], e, folder);
		if (*path != NULL)
			return strncmp(name, "*.", 2) == 0 || strncmp(name, "src/*", 5) == 0
				       ? SUBMISSION_BY_PATTERN
				       : SUBMISSION_BY_NAME;
	}
	*path = submission_apply_executable(e, folder);
	return *path != NULL ? SUBMISSION_BY_PATTERN : SUBMISSION_UNFIT;
}

bool submission_conventions_jar(struct submission_entry *e, const char *folder)
{
	char *path = submission_apply(&submission_jar, e, folder);
	bool fits = path != NULL;
	free(path);
	return fits;
}

bool submission_conventions_name(const char *folder)
{
	bool is = false;
	for (size_t i = 0; !is && i < sizeof submission_rules / sizeof *submission_rules; i++) {
		char *path = memory_print("%s/%s", folder, submission_rules[i].name);
		is = strchr(submission_rules[i].name, '*') == NULL && access(path, F_OK) == 0;
		free(path);
	}
	return is;
}

int submission_conventions_search(const struct dirent *entry)
{
	return submission_is_shown(entry);
}

char *submission_conventions_place(
	struct submission_entry *e, const char *top, const char *below, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t length = strlen(path);
	if (length < 5 || strcmp(path + length - 5, ".java") != 0)
		return memory_copy(below);
	char *folder = memory_print("%s%s%.*s", below, *below != '\0' && slash != NULL ? "/" : "",
		slash != NULL ? (int)(slash - path) : 0, path);
	char *open = memory_print("%s/%s", top, below);
	struct submission_found f = {.folder = open, .path = memory_copy(path)};
	submission_found_open(&f);
	char *package = submission_package(&f);
	char *place = build_programs_java_project(folder, package);
	char *project = memory_print("%s%s%s", top, *place != '\0' ? "/" : "", place);
	/* its path and its build are those of the project */
	size_t above = strlen(place) + (*place != '\0');
	char *whole = memory_print("%s%s%s", below, *below != '\0' ? "/" : "", path);
	free(f.path);
	f.path = memory_copy(whole + above);
	f.folder = project;
	submission_entry_clear(e);
	submission_set_java(e, &f);
	e->build = build_programs_java(project);
	e->reason = memory_copy(f.path);
	free(whole);
	free(project);
	free(package);
	free(f.text);
	free(f.path);
	free(open);
	free(folder);
	return place;
}
