/*
 * build-programs.c - reads the files of build tools as far as a program's name needs it.
 */
#include "referee/submissions/build-programs.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text-file.h"
#include "referee/process/file-tree.h"

enum {
	BUILD_FILE = 1 << 20,
	BUILD_TEXT = 256,
	BUILD_LIST = 64, /* variables, programs, arguments, packages */
	BUILD_LEVELS = 4,
};

static char *build_read(const char *folder, const char *below, const char *name)
{
	struct error unused;
	int line;
	char *path = memory_print("%s/%s%s%s", folder, below, *below != '\0' ? "/" : "", name);
	char *text = text_file_read(path, BUILD_FILE, &line, &unused);
	free(path);
	return text;
}

/* --- makefiles -------------------------------------------------------------------------------- */

bool build_programs_is_test(const char *name, size_t length)
{
	const char *test = strcasestr(name, "test");
	return test != NULL && test < name + length;
}

char *build_programs_word(const char *text, const char *lead, const char *ends)
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

/* The value of a variable of a makefile; NULL: it has none that is one plain word. */
static char *make_variable(const char *text, const char *name, size_t length)
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

/* Does a makefile's target of this name make no program? */
static bool make_is_phony(const char *name, size_t length)
{
	static const char *const names[] = {"all", "default", "clean", "run", "play", "start",
		"install", "help", "zip", "dist", "submit", "lint", "format", "deps", "venv"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0)
			return true;
	return build_programs_is_test(name, length);
}

/* The first target of a makefile that is a file of a plain name. */
static char *make_target(const char *text)
{
	for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		size_t length = strcspn(line, ":=\n \t");
		size_t colons = strspn(line + length, ":"); /* ":=" and "::=" set variables */
		bool plain = length > 0 && isalnum((unsigned char)*line) && colons > 0 &&
			     line[length + colons] != '=';
		if (plain && memchr(line, '.', length) == NULL && !make_is_phony(line, length))
			return memory_print("%.*s", (int)length, line);
	}
	return NULL;
}

/* The name behind the first -o that names neither an object nor a test. NULL: none. */
static char *make_output(const char *text)
{
	for (const char *at = text; (at = strstr(at, "-o")) != NULL; at += strlen("-o")) {
		char *name = at == text || isspace((unsigned char)at[-1])
				     ? build_programs_word(at, "-o", " \t\r\n")
				     : NULL;
		size_t length = name != NULL ? strlen(name) : 0;
		bool object = length > 2 && strcmp(name + length - 2, ".o") == 0;
		if (length > 0 && !object && !build_programs_is_test(name, length))
			return name;
		free(name);
	}
	return NULL;
}

char *build_programs_make(const char *text)
{
	if (strstr(text, "\nbot:") != NULL || strncmp(text, "bot:", 4) == 0)
		return memory_copy("bot");
	char *name = make_output(text);
	size_t length = name != NULL ? strlen(name) : 0;
	if (length > 3 && name[0] == '$' && (name[1] == '(' || name[1] == '{')) {
		char *value = make_variable(text, name + 2, length - 3);
		free(name);
		name = value;
		length = name != NULL ? strlen(name) : 0;
	}
	bool object = length > 2 && strcmp(name + length - 2, ".o") == 0;
	if (name != NULL && (name[0] == '$' || object)) {
		free(name);
		name = NULL;
	}
	return name != NULL ? name : make_target(text);
}

char *build_programs_make_run(const char *text)
{
	static const char *const starts[] = {
		"python3 ", "python ", "node ", "java ", "bash ", "./"};
	const char *at = strncmp(text, "run:", 4) == 0 ? text : strstr(text, "\nrun:");
	at = at != NULL ? strstr(at, "\n\t") : NULL;
	if (at == NULL)
		return NULL;
	at += 2 + strspn(at + 2, "@- ");
	size_t length = strcspn(at, "\r\n");
	char *line = memory_print("%.*s", (int)length, at);
	bool starts_one = false;
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		starts_one |= strncmp(line, starts[i], strlen(starts[i])) == 0;
	if (starts_one && line[strspn(line, BUILD_PROGRAMS_PLAIN " :")] == '\0')
		return line;
	free(line);
	return NULL;
}

/* --- Java ------------------------------------------------------------------------------------- */

struct java_sources {
	bool deep, odd, tests; /* a file in a folder, with a blank in its name, of JUnit */
};

static bool java_visit(void *arg, const struct file_tree_entry *e)
{
	struct java_sources *j = arg;
	size_t length = strlen(e->path);
	char text[65536];
	if (e->fd < 0 || length < 6 || strcmp(e->path + length - 5, ".java") != 0)
		return true;
	ssize_t count = read(e->fd, text, sizeof text - 1);
	text[count > 0 ? count : 0] = '\0';
	j->deep |= strchr(e->path, '/') != NULL;
	j->odd |= e->path[strspn(e->path, BUILD_PROGRAMS_PLAIN)] != '\0';
	j->tests |= strstr(text, "org.junit") != NULL;
	return true;
}

char *build_programs_java(const char *folder)
{
	struct java_sources j = {.deep = false};
	char *maven = memory_print("%s/src/main/java", folder);
	bool sources = access(maven, F_OK) == 0;
	file_tree_walk(sources ? maven : folder, java_visit, &j);
	free(maven);
	const char *below = sources ? "src/main/java" : ".";
	if (j.odd)
		return memory_print(
			"grep -rLZ --include='*.java' org.junit %s | xargs -0 javac -encoding UTF-8 -d .",
			below);
	if (j.tests)
		return memory_print(
			"javac -encoding UTF-8 -d . $(grep -rL --include='*.java' org.junit %s)",
			below);
	if (sources || j.deep)
		return memory_print("javac -encoding UTF-8 -d . $(find %s -name '*.java')", below);
	return memory_copy(BUILD_PROGRAMS_JAVAC);
}

char *build_programs_java_project(const char *folder, const char *package)
{
	static const char *const roots[] = {"src/main/java", "src/main", "src/java", "src"};
	char *below = memory_copy(package != NULL ? package : ""), *project = memory_copy(folder);
	for (char *dot = below; (dot = strchr(dot, '.')) != NULL;)
		*dot = '/';
	const char *ends[] = {below, roots[0], roots[1], roots[2], roots[3]};
	bool stripped = false;
	for (size_t i = 0; i < sizeof ends / sizeof *ends && !(i > 1 && stripped); i++) {
		size_t length = strlen(project), end = strlen(ends[i]);
		bool fits = end > 0 && length >= end &&
			    strcmp(project + length - end, ends[i]) == 0 &&
			    (length == end || project[length - end - 1] == '/');
		stripped = fits && i > 0;
		if (fits)
			project[length == end ? 0 : length - end - 1] = '\0';
	}
	free(below);
	return project;
}

/* --- CMake ------------------------------------------------------------------------------------ */

struct cmake_program {
	char name[BUILD_TEXT], output[BUILD_TEXT], folder[BUILD_TEXT];
	bool test;
};

struct cmake {
	const char *root;
	struct {
		char name[BUILD_TEXT], value[BUILD_TEXT];
	} variables[BUILD_LIST];
	int variables_count;
	struct cmake_program programs[BUILD_LIST];
	int programs_count;
	char below[BUILD_TEXT]; /* the folder that is read; "": the root */
};

/* A command with its arguments. */
struct cmake_command {
	char name[BUILD_TEXT];
	char words[BUILD_LIST][BUILD_TEXT];
	int count;
};

static const char *cmake_variable(const struct cmake *c, const char *name)
{
	for (int i = c->variables_count - 1; i >= 0; i--)
		if (strcmp(c->variables[i].name, name) == 0)
			return c->variables[i].value;
	return NULL;
}

static void cmake_set(struct cmake *c, const char *name, const char *value)
{
	if (c->variables_count == BUILD_LIST)
		return;
	snprintf(c->variables[c->variables_count].name, BUILD_TEXT, "%s", name);
	snprintf(c->variables[c->variables_count++].value, BUILD_TEXT, "%s", value);
}

/* Writes a word with the values of its variables. One that is not known stays. */
static void cmake_expand(const struct cmake *c, const char *word, char text[BUILD_TEXT])
{
	size_t used = 0;
	char name[BUILD_TEXT];
	while (*word != '\0' && used < BUILD_TEXT - 1) {
		size_t length = strncmp(word, "${", 2) == 0 ? strcspn(word + 2, "}") : 0;
		snprintf(name, sizeof name, "%.*s", (int)length, word + 2 * (length > 0));
		const char *value = length > 0 ? cmake_variable(c, name) : NULL;
		if (value != NULL) {
			used += (size_t)snprintf(text + used, BUILD_TEXT - used, "%s", value);
			word += length + 2 + (word[length + 2] == '}');
		} else {
			text[used++] = *word++;
		}
	}
	text[used < BUILD_TEXT ? used : BUILD_TEXT - 1] = '\0';
}

/* Skips blanks and comments. */
static const char *cmake_skip(const char *at)
{
	for (;;) {
		at += strspn(at, " \t\r\n;");
		if (*at != '#')
			return at;
		at += strcspn(at, "\n");
	}
}

/* Reads the next command. *at moves behind it. False: there is none. */
static bool cmake_next(const struct cmake *c, const char **at, struct cmake_command *command)
{
	const char *from = cmake_skip(*at);
	size_t length = strcspn(from, "( \t\r\n#");
	command->count = 0;
	snprintf(command->name, sizeof command->name, "%.*s", (int)length, from);
	from = cmake_skip(from + length);
	if (*from != '(') {
		*at = *from != '\0' ? from + 1 : from;
		command->name[0] = '\0';
		return *from != '\0';
	}
	int open = 1;
	for (from = cmake_skip(from + 1); *from != '\0' && open > 0; from = cmake_skip(from)) {
		char word[BUILD_TEXT];
		if (*from == '(' || *from == ')') {
			open += *from++ == '(' ? 1 : -1;
			continue;
		}
		bool quoted = *from == '"';
		from += quoted;
		length = strcspn(from, quoted ? "\"" : " \t\r\n;()#\"");
		snprintf(word, sizeof word, "%.*s", (int)length, from);
		from += length + (quoted && from[length] == '"');
		if (length == 0 && !quoted)
			from++;
		else if (command->count < BUILD_LIST)
			cmake_expand(c, word, command->words[command->count++]);
	}
	*at = from;
	return true;
}

static struct cmake_program *cmake_find(struct cmake *c, const char *name)
{
	for (int i = 0; i < c->programs_count; i++)
		if (strcmp(c->programs[i].name, name) == 0)
			return &c->programs[i];
	return NULL;
}

/* Writes the folder of programs: one that is set, from the folder of this build, or that folder. */
static void cmake_folder(const struct cmake *c, const char *set, char folder[BUILD_TEXT])
{
	char build[BUILD_TEXT];
	snprintf(build, sizeof build, "build%s%.200s", *c->below != '\0' ? "/" : "", c->below);
	bool top = set != NULL && strncmp(set, ".", 1) == 0 && (set[1] == '/' || set[1] == '\0');
	if (set == NULL || *set == '\0')
		snprintf(folder, BUILD_TEXT, "%s", build);
	else if (top)
		snprintf(folder, BUILD_TEXT, "%s", set + 1 + (set[1] == '/'));
	else if (strncmp(set, "build", 5) == 0)
		snprintf(folder, BUILD_TEXT, "%s", set);
	else
		snprintf(folder, BUILD_TEXT, "%.120s/%.120s", build, set);
}

static void cmake_on_program(struct cmake *c, const struct cmake_command *command)
{
	if (command->count < 2 || strcmp(command->words[1], "IMPORTED") == 0 ||
		strcmp(command->words[1], "ALIAS") == 0 || c->programs_count == BUILD_LIST)
		return;
	struct cmake_program *p = &c->programs[c->programs_count++];
	const char *set = cmake_variable(c, "CMAKE_RUNTIME_OUTPUT_DIRECTORY");
	*p = (struct cmake_program){.test = strcasestr(command->words[0], "test") != NULL};
	snprintf(p->name, sizeof p->name, "%s", command->words[0]);
	snprintf(p->output, sizeof p->output, "%s", command->words[0]);
	cmake_folder(c, set != NULL ? set : cmake_variable(c, "EXECUTABLE_OUTPUT_PATH"), p->folder);
}

/* Each program that a command about tests names is one. */
static void cmake_on_test(struct cmake *c, const struct cmake_command *command)
{
	for (int i = 0; i < command->count; i++) {
		struct cmake_program *p = cmake_find(c, command->words[i]);
		bool argument = strcasecmp(command->name, "add_test") == 0 && i > 1 &&
				strcmp(command->words[i - 1], "COMMAND") != 0;
		if (p != NULL && !argument)
			p->test = true;
	}
}

static void cmake_read(struct cmake *c, const char *below, int levels);

static void cmake_on_command(struct cmake *c, const struct cmake_command *command, int levels)
{
	const char *first = command->count > 0 ? command->words[0] : "";
	char *below = memory_print("%s%s%s", c->below, *c->below != '\0' ? "/" : "", first);
	if (strcasecmp(command->name, "project") == 0 && *first != '\0') {
		cmake_set(c, "PROJECT_NAME", first);
		if (cmake_variable(c, "CMAKE_PROJECT_NAME") == NULL)
			cmake_set(c, "CMAKE_PROJECT_NAME", first);
	} else if (strcasecmp(command->name, "set") == 0 && command->count > 1) {
		cmake_set(c, first, command->words[1]);
	} else if (strcasecmp(command->name, "add_executable") == 0) {
		cmake_on_program(c, command);
	} else if (strcasecmp(command->name, "set_target_properties") == 0) {
		/* set_target_properties(NAME ... PROPERTIES KEY VALUE ...) */
		struct cmake_program *p =
			command->count > 0 ? cmake_find(c, command->words[0]) : NULL;
		for (int i = 1; p != NULL && i + 1 < command->count; i++)
			if (strcmp(command->words[i], "OUTPUT_NAME") == 0)
				snprintf(p->output, sizeof p->output, "%s", command->words[i + 1]);
			else if (strcmp(command->words[i], "RUNTIME_OUTPUT_DIRECTORY") == 0)
				cmake_folder(c, command->words[i + 1], p->folder);
	} else if (strcasecmp(command->name, "add_test") == 0 ||
		   strcasecmp(command->name, "gtest_discover_tests") == 0 ||
		   strcasecmp(command->name, "catch_discover_tests") == 0) {
		cmake_on_test(c, command);
	} else if (strcasecmp(command->name, "add_subdirectory") == 0 &&
		   strstr(first, "..") == NULL && *first != '/' && strlen(below) < BUILD_TEXT) {
		cmake_read(c, below, levels - 1);
	}
	free(below);
}

/* Reads the file of a folder. */
static void cmake_read(struct cmake *c, const char *below, int levels)
{
	static const char *const builds[] = {
		"CMAKE_BINARY_DIR", "PROJECT_BINARY_DIR", "CMAKE_CURRENT_BINARY_DIR"};
	static const char *const sources[] = {
		"CMAKE_SOURCE_DIR", "PROJECT_SOURCE_DIR", "CMAKE_CURRENT_SOURCE_DIR"};
	char before[BUILD_TEXT], folder[BUILD_TEXT];
	char *text = levels > 0 ? build_read(c->root, below, "CMakeLists.txt") : NULL;
	if (text == NULL)
		return;
	int variables = c->variables_count;
	memcpy(before, c->below, sizeof before);
	snprintf(c->below, sizeof c->below, "%s", below);
	const char *slash = *below != '\0' ? "/" : "";
	for (int i = *below == '\0' ? 0 : 2; i < 3; i++) {
		snprintf(folder, sizeof folder, "build%s%.200s", i == 2 ? slash : "",
			i == 2 ? below : "");
		cmake_set(c, builds[i], folder);
		snprintf(folder, sizeof folder, ".%s%.200s", i == 2 ? slash : "",
			i == 2 ? below : "");
		cmake_set(c, sources[i], folder);
	}
	struct cmake_command *command = memory_get(1, sizeof *command);
	for (const char *at = text; cmake_next(c, &at, command);)
		cmake_on_command(c, command, levels);
	free(command);
	c->variables_count = variables;
	memcpy(c->below, before, sizeof before);
	free(text);
}

char *build_programs_cmake(const char *folder)
{
	struct cmake *c = memory_get(1, sizeof *c);
	const struct cmake_program *found = NULL;
	c->root = folder;
	cmake_read(c, "", BUILD_LEVELS);
	for (int i = 0; i < c->programs_count; i++)
		if (found == NULL || (found->test && !c->programs[i].test))
			found = &c->programs[i];
	char *path = found != NULL ? memory_print("%s%s%s", found->folder,
					     *found->folder != '\0' ? "/" : "", found->output)
				   : NULL;
	if (path != NULL && strchr(path, '$') != NULL) {
		free(path);
		path = NULL;
	}
	free(c);
	return path;
}

/* --- Cargo ------------------------------------------------------------------------------------ */

/* The programs that Cargo.toml names; "": nothing. */
struct cargo {
	char package[BUILD_TEXT], run[BUILD_TEXT]; /* run: default-run */
	char bin[BUILD_TEXT], main[BUILD_TEXT];	   /* the first [[bin]]; that of src/main.rs */
	char members[BUILD_LIST][BUILD_TEXT];
	int members_count;
};

/* The text in quotes of a line; false: there is none. *at moves behind it. */
static bool cargo_text(const char **at, char text[BUILD_TEXT])
{
	const char *from = *at + strcspn(*at, "\"'\n");
	if (*from != '"' && *from != '\'')
		return false;
	const char mark[] = {*from, '\n', '\0'};
	size_t length = strcspn(from + 1, mark);
	snprintf(text, BUILD_TEXT, "%.*s", (int)length, from + 1);
	*at = from + 1 + length + (from[1 + length] == *mark);
	return true;
}

static bool cargo_is_key(const char *line, const char *key)
{
	size_t length = strlen(key);
	return strncmp(line, key, length) == 0 &&
	       line[length + strspn(line + length, " \t")] == '=';
}

static void cargo_on_members(struct cargo *c, const char *at)
{
	size_t length = strcspn(at, "]");
	char *list = memory_print("%.*s", (int)length, at);
	for (char *line = list; (line = strchr(line, '\n')) != NULL;)
		*line = ' ';
	for (const char *from = list;
		c->members_count < BUILD_LIST && cargo_text(&from, c->members[c->members_count]);)
		c->members_count++;
	free(list);
}

static void cargo_read(struct cargo *c, const char *text)
{
	char section[BUILD_TEXT] = "", name[BUILD_TEXT] = "", path[BUILD_TEXT] = "";
	for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		line += strspn(line, " \t");
		const char *value = strchr(line, '=');
		if (*line == '[') {
			snprintf(section, sizeof section, "%.*s", (int)strcspn(line, " \t\r\n#"),
				line);
			name[0] = path[0] = '\0';
		} else if (strcmp(section, "[package]") == 0 && cargo_is_key(line, "name")) {
			cargo_text(&value, c->package);
		} else if (strcmp(section, "[package]") == 0 && cargo_is_key(line, "default-run")) {
			cargo_text(&value, c->run);
		} else if (strcmp(section, "[workspace]") == 0 && cargo_is_key(line, "members")) {
			cargo_on_members(c, value);
		} else if (strcmp(section, "[[bin]]") == 0) {
			if (cargo_is_key(line, "name"))
				cargo_text(&value, name);
			if (cargo_is_key(line, "path"))
				cargo_text(&value, path);
			bool test = strcasestr(name, "test") != NULL;
			if (*name != '\0' && (*c->bin == '\0' || strcasestr(c->bin, "test")) &&
				!test)
				snprintf(c->bin, sizeof c->bin, "%s", name);
			if (*name != '\0' && strcmp(path, "src/main.rs") == 0)
				snprintf(c->main, sizeof c->main, "%s", name);
		}
	}
}

static bool cargo_has(const char *folder, const char *below, const char *file)
{
	char *path = memory_print("%s/%s%s%s", folder, below, *below != '\0' ? "/" : "", file);
	bool has = access(path, F_OK) == 0;
	free(path);
	return has;
}

static int cargo_is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* The first src/bin/NAME.rs. */
static bool cargo_first_bin(const char *folder, const char *below, char name[BUILD_TEXT])
{
	struct dirent **entries;
	char *path = memory_print("%s/%s%ssrc/bin", folder, below, *below != '\0' ? "/" : "");
	int count = scandir(path, &entries, cargo_is_shown, alphasort);
	name[0] = '\0';
	for (int i = 0; i < count; i++) {
		const char *end = strstr(entries[i]->d_name, ".rs");
		if (*name == '\0' && end != NULL && end[3] == '\0' &&
			strcasestr(entries[i]->d_name, "test") == NULL)
			snprintf(name, BUILD_TEXT, "%.*s", (int)(end - entries[i]->d_name),
				entries[i]->d_name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	free(path);
	return *name != '\0';
}

/* The program of the package in a folder. False: it has none. */
static bool cargo_program(
	const char *folder, const char *below, const struct cargo *c, char name[BUILD_TEXT])
{
	if (*c->run != '\0')
		snprintf(name, BUILD_TEXT, "%s", c->run);
	else if (*c->main != '\0')
		snprintf(name, BUILD_TEXT, "%s", c->main);
	else if (*c->package != '\0' && cargo_has(folder, below, "src/main.rs"))
		snprintf(name, BUILD_TEXT, "%s", c->package);
	else if (*c->bin != '\0')
		snprintf(name, BUILD_TEXT, "%s", c->bin);
	else
		return cargo_first_bin(folder, below, name);
	return true;
}

/* The program of a member of a workspace: "crates/bot", or "crates" and a star for all folders. */
static bool cargo_member(const char *folder, const char *member, char name[BUILD_TEXT], int levels)
{
	struct dirent **entries;
	size_t length = strlen(member);
	bool found = false;
	if (strstr(member, "..") != NULL || *member == '/')
		return false;
	if (levels > 0 && length > 2 && strcmp(member + length - 2, "/*") == 0) {
		char *path = memory_print("%s/%.*s", folder, (int)length - 2, member);
		int count = scandir(path, &entries, cargo_is_shown, alphasort);
		for (int i = 0; i < count; i++) {
			char *below = memory_print(
				"%.*s/%s", (int)length - 2, member, entries[i]->d_name);
			found = found || cargo_member(folder, below, name, levels - 1);
			free(below);
			free(entries[i]);
		}
		if (count >= 0)
			free(entries);
		free(path);
		return found;
	}
	char *text = build_read(folder, member, "Cargo.toml");
	if (text != NULL) {
		struct cargo *c = memory_get(1, sizeof *c);
		cargo_read(c, text);
		found = cargo_program(folder, member, c, name);
		free(c);
	}
	free(text);
	return found;
}

char *build_programs_cargo(const char *folder)
{
	char name[BUILD_TEXT];
	char *text = build_read(folder, "", "Cargo.toml");
	if (text == NULL)
		return NULL;
	struct cargo *c = memory_get(1, sizeof *c);
	cargo_read(c, text);
	bool found = cargo_program(folder, "", c, name);
	for (int i = 0; i < c->members_count && !found; i++)
		found = cargo_member(folder, c->members[i], name, 1);
	if (!found && *c->package != '\0') {
		snprintf(name, sizeof name, "%s", c->package);
		found = true;
	}
	free(c);
	free(text);
	return found ? memory_print("target/release/%s", name) : NULL;
}
