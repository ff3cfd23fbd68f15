/*
 * submission-entry.c - the conventions for the program of a submission.
 */
#include "referee/class/submission-entry.h"

#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/did-you-mean.h"
#include "referee/base/file-tree.h"
#include "referee/base/memory.h"
#include "referee/base/shell-words.h"
#include "referee/base/text-file.h"
#include "referee/class/submission-missing.h"
#include "referee/class/submission.h"
#include "referee/config/config-syntax.h"
#include "referee/config/settings.h"
#include "referee/sandbox/find-program.h"

enum { SUBMISSION_ENTRY_FILE = 4 << 20, SUBMISSION_ENTRY_LEVELS = 3 };

#define SUBMISSION_ENTRY_OWN "referee.txt"

/* A word of these needs no quotes in a command. */
#define SUBMISSION_PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-@"

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

/* Copies the word behind a lead, as in "package" or "-o": up to a byte that ends it. NULL: none. */
static char *submission_word(const char *text, const char *lead, const char *ends)
{
	for (const char *at = text; at != NULL && (at = strstr(at, lead)) != NULL;) {
		bool starts = at == text || isspace((unsigned char)at[-1]) || at[-1] == '(';
		at += strlen(lead);
		const char *word = at + strspn(at, " \t\"'");
		size_t length = strcspn(word, ends);
		if (starts && word > at && length > 0)
			return memory_print("%.*s", (int)length, word);
	}
	return NULL;
}

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
	if (file[strspn(file, SUBMISSION_PLAIN)] == '\0')
		fputs(file, out);
	else
		shell_words_write(out, file);
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

static bool submission_set_java(struct submission_entry *e, const struct submission_found *f)
{
	const char *name = strrchr(f->path, '/') != NULL ? strrchr(f->path, '/') + 1 : f->path;
	char *package = f->text != NULL ? submission_word(f->text, "package", " \t;\n\r") : NULL;
	bool main = submission_has(f, "void main(");
	if (main)
		e->command = memory_print("java -cp . %s%s%.*s", package != NULL ? package : "",
			package != NULL ? "." : "", (int)(strlen(name) - strlen(".java")), name);
	free(package);
	return main;
}

/* The value of a variable of a makefile; NULL: it has none that is one plain word. */
static char *submission_variable(const char *text, const char *name, size_t length)
{
	for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, length) != 0)
			continue;
		const char *at = line + length + strspn(line + length, " \t:?");
		if (*at != '=')
			continue;
		at += 1 + strspn(at + 1, " \t");
		size_t word = strcspn(at, " \t\r\n#");
		return word > 0 && memchr(at, '$', word) == NULL
			       ? memory_print("%.*s", (int)word, at)
			       : NULL;
	}
	return NULL;
}

/* Is it the name of a program that tests another? */
static bool submission_is_test(const char *name, size_t length)
{
	const char *test = strcasestr(name, "test");
	return test != NULL && test < name + length;
}

/* The first target of a makefile that is a file of a plain name. */
static char *submission_target(const char *text)
{
	for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		size_t length = strcspn(line, ":=\n \t");
		size_t colons = strspn(line + length, ":"); /* ":=" and "::=" set variables */
		bool plain = length > 0 && isalnum((unsigned char)*line) && colons > 0 &&
			     line[length + colons] != '=';
		if (plain && strncmp(line, "all:", 4) != 0 && strncmp(line, "default:", 8) != 0 &&
			strncmp(line, "clean:", 6) != 0 && memchr(line, '.', length) == NULL &&
			!submission_is_test(line, length))
			return memory_print("%.*s", (int)length, line);
	}
	return NULL;
}

/* The name behind the first -o that names neither an object nor a test. NULL: none. */
static char *submission_output(const char *text)
{
	for (const char *at = text; (at = strstr(at, "-o")) != NULL; at += strlen("-o")) {
		char *name = at == text || isspace((unsigned char)at[-1])
				     ? submission_word(at, "-o", " \t\r\n")
				     : NULL;
		size_t length = name != NULL ? strlen(name) : 0;
		bool object = length > 2 && strcmp(name + length - 2, ".o") == 0;
		if (length > 0 && !object && !submission_is_test(name, length))
			return name;
		free(name);
	}
	return NULL;
}

/* The program that a makefile makes: bot, or the name behind -o, or its first target. */
static char *submission_made(const char *text)
{
	if (strstr(text, "\nbot:") != NULL || strncmp(text, "bot:", 4) == 0)
		return memory_copy("bot");
	char *name = submission_output(text);
	size_t length = name != NULL ? strlen(name) : 0;
	if (length > 3 && name[0] == '$' && (name[1] == '(' || name[1] == '{')) {
		char *value = submission_variable(text, name + 2, length - 3);
		free(name);
		name = value;
		length = name != NULL ? strlen(name) : 0;
	}
	bool object = length > 2 && strcmp(name + length - 2, ".o") == 0;
	if (name != NULL && (name[0] == '$' || object)) {
		free(name);
		name = NULL;
	}
	return name != NULL ? name : submission_target(text);
}

static bool submission_set_make(struct submission_entry *e, const struct submission_found *f)
{
	char *made = f->text != NULL ? submission_made(f->text) : NULL;
	e->command = submission_program(made != NULL ? made : "bot");
	free(made);
	return true;
}

static bool submission_set_cmake(struct submission_entry *e, const struct submission_found *f)
{
	static const char lead[] = "add_executable(";
	const char *at = f->text != NULL ? strstr(f->text, lead) : NULL;
	at = at != NULL ? at + strlen(lead) + strspn(at + strlen(lead), " \t\r\n") : "bot";
	char *path = memory_print("build/%.*s", (int)strcspn(at, " \t\r\n)"), at);
	e->command = submission_program(path);
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
	char *name = f->text != NULL ? submission_word(f->text, "name =", "\"'\r\n") : NULL;
	char *path = memory_print("target/release/%s", name != NULL ? name : "bot");
	e->command = submission_program(path);
	free(path);
	free(name);
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

/* The file of "main", or the command of "start" if it is one of node. */
static bool submission_set_package(struct submission_entry *e, const struct submission_found *f)
{
	char *file = submission_json(f, "\"main\""), *start = submission_json(f, "\"start\"");
	char *path = memory_print("%s/%s", f->folder, file != NULL ? file : "");
	bool starts = start != NULL && strncmp(start, "node ", 5) == 0 &&
		      start[strspn(start, SUBMISSION_PLAIN " ")] == '\0';
	/* npm writes "main": "index.js" whether there is one or not */
	if (starts && (file == NULL || access(path, F_OK) != 0))
		e->command = memory_copy(start);
	else if (file != NULL)
		e->command = submission_command("node", file);
	free(path);
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

/* --- the conventions -------------------------------------------------------------------------- */

#define JAVAC	"grep -rLZ --include='*.java' org.junit . | xargs -0 javac -encoding UTF-8 -d ."
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
	{"Makefile", "make", submission_set_make},
	{"makefile", "make", submission_set_make},
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
	{"main.rs", "rustc -O -o bot main.rs", submission_set_bot},
	{"bot.rs", "rustc -O -o bot bot.rs", submission_set_bot},
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
	{"*.rs", "rustc -O -o bot *.rs", submission_set_bot},
	{"*.js", NULL, submission_set_node},
	{"*.mjs", NULL, submission_set_node},
	{"*.sh", NULL, submission_set_shell},
	{"src/*.py", NULL, submission_set_python},
	{"src/*.c", CC_SRC, submission_set_bot},
	{"src/*.cpp", CXX_SRC, submission_set_bot},
	{"*/*.java", JAVAC, submission_set_java},
	{"*/*/*.java", JAVAC, submission_set_java},
	{"*/*/*/*.java", JAVAC, submission_set_java},
	{"*/*/*/*/*.java", JAVAC, submission_set_java},
	{"*/*/*/*/*/*.java", JAVAC, submission_set_java},
	{"*.jar", NULL, submission_set_jar},
};

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
		      submission_has(&f, "require.main") || submission_is_kaggle(&f);
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

/* Applies a rule to the first file that it fits. False: it fits none. */
static bool submission_apply(
	const struct submission_rule *rule, struct submission_entry *e, const char *folder)
{
	int count;
	bool fits = false, pattern = strchr(rule->name, '*') != NULL;
	char **names = submission_find(folder, rule, &count);
	/* javac is given all files, at any depth */
	bool all = rule->build != NULL &&
		   (strstr(rule->build, rule->name) != NULL || strcmp(rule->build, JAVAC) == 0);
	const int several = count;
	if (count > 1 && !all)
		submission_find_program(folder, names, &count);
	for (int i = 0; i < count; i++) {
		struct submission_found f = {.folder = folder, .path = names[i]};
		if (!fits && (count == 1 || all)) {
			submission_found_open(&f);
			fits = rule->set(e, &f);
			if (fits) {
				e->build = memory_copy(rule->build);
				e->reason =
					!pattern || count > 1 || strchr(rule->name, '/') != NULL
						? memory_copy(f.path)
						: memory_print("%s, the only %s%s", f.path,
							  rule->name,
							  several > 1 ? " that is a program" : "");
			}
		}
		free(f.text);
		free(f.path);
	}
	free(names);
	return fits;
}

/* --- referee.txt ------------------------------------------------------------------------------ */

/* Path of the student's referee.txt; NULL: there is none. Windows hides a second .txt, and does not
 * tell capital letters. The caller frees it. */
static char *submission_own_path(const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, submission_is_shown, alphasort);
	char *path = NULL;
	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		if (path == NULL && (strcasecmp(name, SUBMISSION_ENTRY_OWN) == 0 ||
					    strcasecmp(name, SUBMISSION_ENTRY_OWN ".txt") == 0))
			path = memory_print("%s/%s", folder, name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return path;
}

struct submission_own {
	struct submission_entry *entry;
	struct error *err;
	bool failed;
};

static void submission_own_fail(
	struct submission_own *o, int line, const char *problem, const char *key)
{
	static const char *const keys[] = {"command", "build", "adapter"};
	const char *near = did_you_mean(key, keys, 3);
	if (!o->failed)
		error_set(o->err,
			SUBMISSION_ENTRY_OWN
			":%d: %s \"%.40s\"; it has command, build and adapter%s%s%s",
			line, problem, key, near != NULL ? "; did you mean " : "",
			near != NULL ? near : "", near != NULL ? "?" : "");
	o->failed = true;
}

static void submission_on_section(void *arg, const char *name, int line)
{
	submission_own_fail(arg, line, "there is no place for a section", name);
}

static void submission_on_mistake(void *arg, const char *line)
{
	struct submission_own *o = arg;
	if (!o->failed)
		error_set(o->err, "%s", line);
	o->failed = true;
}

/* A value that a tournament would refuse is refused here, so that it stops only its student. */
static void submission_own_try(
	struct submission_own *o, const char *key, const char *value, int line)
{
	struct diagnostics mistakes = {.report = submission_on_mistake, .arg = o};
	struct bot bot = {.name = memory_copy("bot")};
	const struct origin at = {SUBMISSION_ENTRY_OWN, line};
	settings_set_bot(&bot, settings_find(settings_of_bot, key), value, at, &mistakes);
	bot_clear(&bot);
}

static void submission_on_value(
	void *arg, const char *key, const char *value, bool in_bot, int line)
{
	struct submission_own *o = arg;
	struct submission_entry *e = o->entry;
	char **to = strcmp(key, "command") == 0	  ? &e->command
		    : strcmp(key, "build") == 0	  ? &e->build
		    : strcmp(key, "adapter") == 0 ? &e->adapter
						  : NULL;
	(void)in_bot;
	if (to == NULL)
		submission_own_fail(o, line, "there is no key", key);
	else if (*to != NULL)
		submission_own_fail(o, line, "it sets a second time", key);
	else
		*to = memory_copy(value);
	if (!o->failed)
		submission_own_try(o, key, value, line);
}

static void submission_on_rules(void *arg, int line)
{
	submission_on_section(arg, "rules", line);
}

static bool submission_read_own(struct submission_entry *e, const char *text, struct error *err)
{
	struct submission_own own = {e, err, false};
	struct config_syntax_fault fault;
	const struct config_syntax_events events = {.arg = &own,
		.bot = submission_on_section,
		.rules = submission_on_rules,
		.value = submission_on_value};
	bool good = config_syntax_read(text, &events, &fault);
	if (!good)
		return error_set(err, SUBMISSION_ENTRY_OWN ":%d: %s", fault.line, fault.text);
	if (own.failed)
		return false;
	if (e->command == NULL)
		return error_set(err, SUBMISSION_ENTRY_OWN
			": it has no command; command = \"python3 mybot.py\", for example");
	e->reason = memory_copy(SUBMISSION_ENTRY_OWN);
	return true;
}

/* --- what may be run -------------------------------------------------------------------------- */

/* Refuses a command or an adapter that names files outside the submission, or a program of the
 * referee. */
static bool submission_confine(
	const struct submission_entry *e, const char *text, struct error *err)
{
	char **words;
	int count;
	bool good = true;
	struct error unused;
	if (text == NULL || !shell_words_split_all(text, &words, &count, &unused))
		return true;
	for (int i = 0; i < count && good; i++)
		if (find_program_is_outside(words[i]))
			good = error_set(err,
				"%s: \"%.200s\" is outside the submission; name its files by paths such as \"src/bot.py\"",
				e->reason, words[i]);
	if (good && strncmp(words[0], "referee", strlen("referee")) == 0)
		good = error_set(err, "%s: \"%.200s\" is a program of the referee; name your own",
			e->reason, words[0]);
	free(words);
	return good;
}

/* Refuses a command whose program is not in the folder, if no build can make it. */
static bool submission_has_program(
	const struct submission_entry *e, const char *folder, struct error *err)
{
	char **words;
	int count;
	struct error unused;
	if (e->build != NULL || strncmp(e->command, "./", 2) != 0 ||
		!shell_words_split(e->command, &words, &count, &unused))
		return true;
	char *path = memory_print("%s/%s", folder, words[0]);
	bool good =
		access(path, F_OK) == 0 ||
		error_set(err, "%s: there is no file \"%.200s\", and no build = ... that makes it",
			e->reason, words[0]);
	free(path);
	free(words);
	return good;
}

static bool submission_apply_all(struct submission_entry *e, const char *folder, struct error *err)
{
	for (size_t i = 0; i < sizeof submission_rules / sizeof *submission_rules; i++)
		if (submission_apply(&submission_rules[i], e, folder))
			return true;
	submission_missing(folder, err);
	return false;
}

bool submission_entry_find(struct submission_entry *e, const char *folder, struct error *err)
{
	int line;
	bool good;
	char *own = submission_own_path(folder);
	char *text = own != NULL ? text_file_read(own, SUBMISSION_ENTRY_FILE, &line, err) : NULL;
	*e = (struct submission_entry){.command = NULL};
	if (text != NULL)
		good = submission_read_own(e, text, err);
	else if (own != NULL)
		good = error_prefix(err, SUBMISSION_ENTRY_OWN ": ");
	else
		good = submission_apply_all(e, folder, err);
	free(text);
	free(own);
	return good && submission_confine(e, e->command, err) &&
	       submission_confine(e, e->adapter, err) && submission_has_program(e, folder, err);
}

void submission_entry_clear(struct submission_entry *e)
{
	free(e->command);
	free(e->build);
	free(e->adapter);
	free(e->reason);
	*e = (struct submission_entry){.command = NULL};
}

bool submission_entry_is_in(const char *folder)
{
	char *own = submission_own_path(folder);
	bool is = own != NULL;
	free(own);
	for (size_t i = 0; !is && i < sizeof submission_rules / sizeof *submission_rules; i++) {
		char *path = memory_print("%s/%s", folder, submission_rules[i].name);
		is = strchr(submission_rules[i].name, '*') == NULL && access(path, F_OK) == 0;
		free(path);
	}
	return is;
}

static bool submission_is_runnable(const char *folder)
{
	struct submission_entry e;
	struct error unused;
	char *own = submission_own_path(folder);
	bool is = own != NULL;
	free(own);
	if (is)
		return true;
	is = submission_entry_find(&e, folder, &unused);
	submission_entry_clear(&e);
	return is;
}

/* The only folder below that something can be run from, this many levels down at most. NULL: none;
 * *several: there are two. The caller frees the path. */
static char *submission_search(const char *folder, int levels, bool *several)
{
	struct dirent **entries;
	int count = levels > 0 ? scandir(folder, &entries, submission_is_shown, alphasort) : -1;
	char *found = NULL;
	for (int i = 0; i < count; i++) {
		struct stat status;
		char *path = memory_print("%s/%s", folder, entries[i]->d_name), *below = NULL;
		if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
			below = submission_is_runnable(path)
					? memory_copy(path)
					: submission_search(path, levels - 1, several);
		if (below != NULL && found != NULL) {
			*several = true;
			free(below);
		} else if (below != NULL) {
			found = below;
		}
		free(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	if (*several) {
		free(found);
		found = NULL;
	}
	return found;
}

char *submission_entry_folder(const char *folder)
{
	bool several = false;
	char *inner = submission_inner(folder);
	char *below = submission_is_runnable(inner)
			      ? NULL
			      : submission_search(inner, SUBMISSION_ENTRY_LEVELS, &several);
	if (below == NULL)
		return inner;
	free(inner);
	return below;
}
