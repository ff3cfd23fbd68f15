/*
 * exec-error.c - explains why a file cannot be started as a program.
 *
 * For a script with a missing interpreter the system reports the same error as for a missing
 * script. So this module examines the file itself.
 */
#include "referee/sandbox/exec-error.h"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/sandbox/find-program.h"

enum { EXEC_ERROR_HEAD = 256 }; /* of a script's first line */

/* Reads the first bytes of a file; 0: it may not be read. */
static size_t exec_error_head(const char *path, void *head, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t count = fd < 0 ? 0 : read(fd, head, room);
	if (fd >= 0)
		close(fd);
	return count > 0 ? (size_t)count : 0;
}

/* The interpreter in the first line of a script: "#!/usr/bin/python3"; "" if none. */
static void exec_error_interpreter(const char *path, char head[EXEC_ERROR_HEAD])
{
	head[exec_error_head(path, head, EXEC_ERROR_HEAD - 1)] = '\0';
	if (strncmp(head, "#!", 2) != 0) {
		head[0] = '\0';
		return;
	}
	size_t blanks = strspn(head + 2, " \t");
	memmove(head, head + 2 + blanks, strlen(head + 2 + blanks) + 1);
	head[strcspn(head, "\n")] = '\0';
}

/* A command with its arguments as one word. */
static bool exec_error_explain_quoted(const char *word, struct error *err)
{
	if (strchr(word, ' ') == NULL)
		return false;
	error_set(err,
		"there is no program \"%s\": leave out the quotes, so that the program and its arguments are separate words",
		word);
	return true;
}

/* A known program that is not installed. */
static bool exec_error_explain_package(const char *word, struct error *err)
{
	char found[FIND_PROGRAM_PATH];
	for (const struct program_package *p = program_packages; p->name != NULL; p++) {
		if (strcmp(word, p->name) != 0 || find_program_program(word, found))
			continue;
		error_set(err,
			"there is no program \"%s\" in PATH; on Debian and Ubuntu `sudo apt-get install %s` installs it",
			word, p->package);
		return true;
	}
	return false;
}

static bool exec_error_explain_folder(const char *path, struct error *err)
{
	error_set(err, "\"%s\" is a folder, not a program", path);
	return true;
}

/* A word without a slash that was not found in PATH. */
static bool exec_error_explain_word(const char *word, const char *path, struct error *err)
{
	struct stat file;
	char later[FIND_PROGRAM_PATH], found[FIND_PROGRAM_PATH];
	bool there = stat(path, &file) == 0;
	if (there && S_ISDIR(file.st_mode))
		return exec_error_explain_folder(path, err);
	snprintf(later, sizeof later, "%.200s3", word);
	if (!there && exec_error_explain_quoted(word, err))
		return true;
	if (!there && strcmp(word, "python") == 0 && find_program_program(later, found)) {
		error_set(err, "there is no program \"%s\" in PATH, but there is \"%s\"", word,
			later);
		return true;
	}
	if (!there)
		return exec_error_explain_package(word, err);
	error_set(err,
		"there is no program \"%s\" in PATH, but there is such a file: write \"./%s\"%s",
		word, word, file.st_mode & S_IXUSR ? "" : ", and make it executable with chmod +x");
	return true;
}

/* Windows ends lines with CR LF; the CR becomes part of the interpreter's name. */
static bool exec_error_explain_returns(const char *path, struct error *err)
{
	char head[EXEC_ERROR_HEAD];
	exec_error_interpreter(path, head);
	size_t length = strlen(head);
	if (length == 0 || head[length - 1] != '\r')
		return false;
	error_set(err,
		"the first line of \"%s\" ends with a carriage return, as Windows writes it: save it with Unix line ends",
		path);
	return true;
}

/* Processor types by the machine number in an ELF header. */
static const char *exec_error_processor(unsigned number)
{
	static const struct {
		unsigned number;
		const char *name;
	} rows[] = {{3, "i386"}, {8, "mips"}, {20, "powerpc"}, {21, "powerpc64"}, {40, "arm"},
		{62, "x86_64"}, {183, "aarch64"}, {243, "riscv"}, {258, "loongarch"}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].number == number)
			return rows[i].name;
	return "unknown";
}

/* The machine of an ELF header; 0: it is none, or this machine. */
static unsigned exec_error_elf(const unsigned char *head, size_t length)
{
	unsigned char own[EXEC_ERROR_BYTES];
	if (length < 20 || memcmp(head, "\177ELF", 4) != 0 ||
		exec_error_head("/proc/self/exe", own, sizeof own) < 20 ||
		(head[4] == own[4] && head[5] == own[5] && memcmp(head + 18, own + 18, 2) == 0))
		return 0;
	return head[head[5] == 2 ? 19 : 18] + 256u * head[head[5] == 2 ? 18 : 19];
}

/* Has a program for Windows the header of .NET? PE Format, "Optional Header Data Directories": the
 * fifteenth, behind 96 bytes, or 112 in a program of 64 bits. */
static bool exec_error_is_managed(const unsigned char *head, size_t length)
{
	if (length < 64)
		return false;
	const size_t header = head[60] + 256u * head[61] + 24;
	const size_t directory =
		header + (header + 1 < length && head[header + 1] == 2 ? 112 : 96) + 14 * 8;
	return directory + 4 <= length && memcmp(head + directory, "\0\0\0\0", 4) != 0;
}

bool exec_error_is_foreign(const unsigned char *head, size_t length, char words[64])
{
	static const char *const macs[] = {
		"\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xfe\xed\xfa\xcf", "\xfe\xed\xfa\xce"};
	/* Of several machines: their number. In a class of Java its version is there, from 45 on.
	 */
	bool mac = length >= 8 && memcmp(head, "\xca\xfe\xba\xbe\0\0\0", 7) == 0 && head[7] < 45;
	for (size_t i = 0; i < sizeof macs / sizeof *macs; i++)
		mac |= length >= 4 && memcmp(head, macs[i], 4) == 0;
	const unsigned machine = exec_error_elf(head, length);
	bool windows =
		length >= 64 && memcmp(head, "MZ", 2) == 0 && !exec_error_is_managed(head, length);
	snprintf(words, 64,
		machine != 0 ? "a program for another processor (%s)" : "a program for %s",
		machine != 0 ? exec_error_processor(machine)
		: mac	     ? "a Mac"
			     : "Windows");
	return mac || windows || machine != 0;
}

/* Files of a type that needs another program, by their first bytes. */
static bool exec_error_explain_type(const char *path, struct error *err)
{
	static const struct {
		const char *begin;
		size_t length;
		const char *words;
	} rows[] = {
		{"\xef\xbb\xbf", 3, "begins with a byte order mark: save it as UTF-8 without one"},
		{"\xff\xfe", 2, "is in UTF-16: save it as UTF-8"},
		{"MZ", 2, "is a program for Windows: build it on this machine"},
		{"\xcf\xfa\xed\xfe", 4, "is a program for a Mac: build it on this machine"},
		{"\xca\xfe\xba\xbe\x00\x00\x00", 7,
			"is a class of Java, or a program for a Mac: start a class with java -cp"},
		{"PK\x03\x04", 4, "is an archive: start a jar with java -jar, and unpack a zip"},
		{"!<arch>", 7, "is a library, and not a program"},
		{"\0asm", 4, "is WebAssembly: start it with a runtime such as node or wasmtime"},
		{"\x1f\x8b", 2, "is packed by gzip: unpack it"},
	};
	unsigned char head[EXEC_ERROR_BYTES];
	size_t length = exec_error_head(path, head, sizeof head);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (length >= rows[i].length && memcmp(head, rows[i].begin, rows[i].length) == 0) {
			error_set(err, "\"%s\" %s", path, rows[i].words);
			return true;
		}
	return false;
}

/* Files that this machine cannot execute, by their first bytes. */
static bool exec_error_explain_kind(const char *path, struct error *err)
{
	unsigned char head[EXEC_ERROR_BYTES];
	char words[64];
	size_t length = exec_error_head(path, head, sizeof head);
	if (exec_error_explain_type(path, err))
		return true;
	if (length == 0) {
		error_set(err, "\"%s\" is empty, or may not be read", path);
		return true;
	}
	if (length < 20 || memcmp(head, "\177ELF", 4) != 0)
		return false;
	if (exec_error_is_foreign(head, length, words))
		error_set(err, "\"%s\" is %s: build it on this machine", path, words);
	else
		error_set(err,
			"\"%s\" is a program for this machine, but its loader is missing or the file is incomplete: build it on this machine",
			path);
	return true;
}

static bool exec_error_explain_script(const char *path, struct error *err)
{
	char head[EXEC_ERROR_HEAD];
	if (exec_error_explain_kind(path, err))
		return true;
	exec_error_interpreter(path, head);
	head[strcspn(head, " \t\r")] = '\0';
	if (*head == '\0')
		error_set(err,
			"\"%s\" is executable, but neither a program of this machine nor a script whose first line names its interpreter: #!/usr/bin/env python3",
			path);
	else if (access(head, X_OK) != 0)
		error_set(err,
			"the interpreter \"%s\", which the first line of \"%s\" names, is not there",
			head, path);
	else
		return exec_error_explain_returns(path, err);
	return true;
}

/* Is the file a program's source, by its name? */
static bool exec_error_is_source(const char *path)
{
	static const char *const ends[] = {
		".c", ".cc", ".cpp", ".cxx", ".java", ".rs", ".go", ".hs", ".cs", ".kt"};
	const char *dot = strrchr(path, '.');
	for (size_t i = 0; dot != NULL && i < sizeof ends / sizeof *ends; i++)
		if (strcmp(dot, ends[i]) == 0)
			return true;
	return false;
}

/* Source from which a missing program may be built: a file in its folder, its name in found. */
static bool exec_error_source(const char *path, char found[EXEC_ERROR_SIMILAR])
{
	static const char *const patterns[] = {"Makefile", "makefile", "GNUmakefile",
		"CMakeLists.txt", "Cargo.toml", "build.sh", "go.mod", "meson.build", "*.c", "*.cpp",
		"*.cc", "*.cxx", "*.rs", "*.go", "*.java", "*.hs", "*.cs", "*.zig", "*.ml", "*.pas",
		"*.d", "src"};
	char folder[2 * FIND_PROGRAM_PATH];
	snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path + 1), path);
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		DIR *all = opendir(folder);
		bool there = false;
		for (struct dirent *e; all != NULL && !there && (e = readdir(all)) != NULL;)
			if (fnmatch(patterns[i], e->d_name, 0) == 0) {
				snprintf(found, EXEC_ERROR_SIMILAR, "%.60s", e->d_name);
				there = true;
			}
		if (all != NULL)
			closedir(all);
		if (there)
			return true;
	}
	return false;
}

/* Is the file in a folder in which people make a virtual environment of Python? */
static bool exec_error_is_environment(const char *word)
{
	const char *name = strstr(word, "venv/");
	return name != NULL && (name == word || name[-1] == '/' ||
				       (name[-1] == '.' && (name - 1 == word || name[-2] == '/')));
}

static void exec_error_explain_missing(const char *word, const char *path, struct error *err)
{
	char source[EXEC_ERROR_SIMILAR];
	if (*word == '~' || *word == '$')
		error_set(err,
			"there is no file \"%s\": no shell reads this, so write the whole path",
			path);
	else if (exec_error_explain_quoted(word, err))
		;
	else if (exec_error_is_environment(word))
		error_set(err,
			"there is no file \"%s\"; a virtual environment stays where it was made, and is no part of a submission: start python3",
			path);
	else if (exec_error_similar(path, NULL, source))
		error_set(err, "there is no file \"%s\"; there is \"%s\" beside it", path, source);
	else if (exec_error_source(path, source))
		error_set(err,
			"there is no file \"%s\"; it may have to be built first: there is %s%s beside it",
			path, strstr(source, "akefile") != NULL ? "a " : "", source);
	else
		error_set(err, "there is no file \"%s\"", path);
}

/* The path of word, relative to the current folder. */
static void exec_error_path(const char *word, const char *dir, char path[2 * FIND_PROGRAM_PATH])
{
	bool from_dir = *word != '/' && dir != NULL;
	while (from_dir && strncmp(word, "./", 2) == 0)
		word += 2;
	snprintf(path, 2 * FIND_PROGRAM_PATH, "%.*s%s%.*s", FIND_PROGRAM_PATH - 1,
		from_dir ? dir : "", from_dir ? "/" : "", FIND_PROGRAM_PATH - 1, word);
}

bool exec_error_similar(const char *word, const char *dir, char found[EXEC_ERROR_SIMILAR])
{
	char path[2 * FIND_PROGRAM_PATH], folder[2 * FIND_PROGRAM_PATH];
	exec_error_path(word, dir, path);
	const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
	bool there = false;
	snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path + 1),
		slash == NULL ? "." : path);
	DIR *all = access(path, F_OK) == 0 ? NULL : opendir(folder);
	for (struct dirent *e; all != NULL && !there && (e = readdir(all)) != NULL;) {
		there = strcasecmp(e->d_name, name) == 0 && strlen(name) < EXEC_ERROR_SIMILAR;
		if (there)
			snprintf(found, EXEC_ERROR_SIMILAR, "%.63s", e->d_name);
	}
	if (all != NULL)
		closedir(all);
	return there;
}

bool exec_error_explain_end(const char *word, const char *dir, struct error *err)
{
	char path[2 * FIND_PROGRAM_PATH];
	exec_error_path(word, dir, path);
	return exec_error_explain_returns(path, err);
}

bool exec_error_explain(const char *word, const char *dir, struct error *err)
{
	char path[2 * FIND_PROGRAM_PATH];
	struct stat file;
	if (dir != NULL && (stat(dir, &file) != 0 || !S_ISDIR(file.st_mode))) {
		bool here = *dir != '/' && getcwd(path, sizeof path) != NULL;
		error_set(err, "its folder \"%s\" is not there%s%.100s", dir,
			here ? ", seen from " : "", here ? path : "");
		return true;
	}
	exec_error_path(word, dir, path);
	if (strchr(word, '/') == NULL)
		return exec_error_explain_word(word, path, err);
	if (stat(path, &file) != 0)
		exec_error_explain_missing(word, path, err);
	else if (S_ISDIR(file.st_mode))
		exec_error_explain_folder(path, err);
	else if (access(path, X_OK) != 0 && exec_error_is_source(path))
		error_set(err,
			"\"%s\" is a source, not a program: compile it, and start the program that the compiler makes",
			path);
	else if (access(path, X_OK) != 0 && (file.st_mode & S_IXUSR) != 0)
		error_set(err,
			"\"%s\" may not be started by this user, or from where it lies (noexec)",
			path);
	else if (access(path, X_OK) != 0 && exec_error_explain_type(path, err))
		;
	else if (access(path, X_OK) != 0)
		error_set(err, "\"%s\" is not executable: chmod +x \"%s\"", path, path);
	else
		return exec_error_explain_script(path, err);
	return true;
}
