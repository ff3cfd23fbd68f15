/*
 * find-program.c - finds programs as execvp() and the kernel do.
 */
#include "referee/sandbox/find-program.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIND_PROGRAM_HEAD = 256 };

bool find_program_may_start(const char *path)
{
	struct stat status;
	return access(path, X_OK) == 0 && stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

bool find_program_program(const char *name, char found[FIND_PROGRAM_PATH])
{
	const char *folder = getenv("PATH");
	if (strchr(name, '/') != NULL) {
		snprintf(found, FIND_PROGRAM_PATH, "%s", name);
		return true;
	}
	while (folder != NULL && *folder != '\0') {
		size_t length = strcspn(folder, ":");
		int size = snprintf(found, FIND_PROGRAM_PATH, "%.*s/%s", (int)length, folder, name);
		if (length > 0 && size < FIND_PROGRAM_PATH && find_program_may_start(found))
			return true;
		folder += length;
		folder += *folder == ':';
	}
	return false;
}

/* The first word behind "env" that is neither a flag nor a variable. */
static bool find_program_env(char *words, char found[FIND_PROGRAM_PATH])
{
	for (char *word; (word = strsep(&words, " \t\r")) != NULL;)
		if (*word != '\0' && *word != '-' && strchr(word, '=') == NULL)
			return find_program_program(word, found);
	return false;
}

bool find_program_interpreter(const char *script, char found[FIND_PROGRAM_PATH])
{
	char head[FIND_PROGRAM_HEAD], *words = head + 2;
	int fd = open(script, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t count = fd < 0 ? 0 : read(fd, head, sizeof head - 1);
	if (fd >= 0)
		close(fd);
	head[count > 0 ? count : 0] = '\0';
	if (strncmp(head, "#!", 2) != 0)
		return false;
	head[strcspn(head, "\n")] = '\0';
	words += strspn(words, " \t");
	char *program = strsep(&words, " \t\r");
	const char *slash = strrchr(program, '/');
	if (words != NULL && slash != NULL && strcmp(slash, "/env") == 0)
		return find_program_env(words, found);
	snprintf(found, FIND_PROGRAM_PATH, "%s", program);
	return *program == '/';
}

/* Removes the last name of a path. */
static void find_program_up(char *path)
{
	char *slash = strrchr(path, '/');
	if (slash != NULL)
		*slash = '\0';
}

/* Appends names to path one by one. False: too long. */
static bool find_program_add(char path[FIND_PROGRAM_PATH], const char *names)
{
	while (*names != '\0') {
		size_t length = strcspn(names, "/"), used = strlen(path);
		if (length == 2 && strncmp(names, "..", 2) == 0)
			find_program_up(path);
		else if (length > 0 && !(length == 1 && *names == '.')) {
			if (used + length + 2 > FIND_PROGRAM_PATH)
				return false;
			snprintf(
				path + used, FIND_PROGRAM_PATH - used, "/%.*s", (int)length, names);
		}
		names += length;
		names += *names == '/';
	}
	return true;
}

bool find_program_absolute(const char *path, const char *dir, char found[FIND_PROGRAM_PATH])
{
	char here[FIND_PROGRAM_PATH];
	found[0] = '\0';
	if (*path != '/' && (dir == NULL || *dir != '/')) {
		if (getcwd(here, sizeof here) == NULL || !find_program_add(found, here))
			return false;
	}
	if (*path != '/' && dir != NULL && !find_program_add(found, dir))
		return false;
	if (!find_program_add(found, path))
		return false;
	if (*found == '\0')
		strcpy(found, "/");
	return true;
}

bool find_program_is_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);
	return strcmp(folder, "/") == 0 || (strncmp(path, folder, length) == 0 &&
						   (path[length] == '/' || path[length] == '\0'));
}

bool find_program_is_outside(const char *word)
{
	static const char *const shown[] = {"/usr/bin/", "/usr/local/bin/", "/bin/"};
	for (const char *part = word; *part != '\0'; part += *part == ':') {
		size_t length = strcspn(part, ":");
		bool outside = *part == '/';
		for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
			outside &= strncmp(part, shown[i], strlen(shown[i])) != 0;
		for (size_t i = 0; i + 1 < length; i++)
			outside |= strncmp(part + i, "..", 2) == 0 &&
				   (i == 0 || part[i - 1] == '/') &&
				   (i + 2 == length || part[i + 2] == '/');
		if (outside)
			return true;
		part += length;
	}
	return false;
}

const struct program_package program_packages[] = {
	{"python3", "python3"},
	{"node", "nodejs"},
	{"npm", "npm"},
	{"java", "default-jre-headless"},
	{"javac", "default-jdk-headless"},
	{"ruby", "ruby"},
	{"perl", "perl"},
	{"php", "php-cli"},
	{"make", "make"},
	{"cmake", "cmake"},
	{"gcc", "gcc"},
	{"cc", "gcc"},
	{"g++", "g++"},
	{"go", "golang-go"},
	{"cargo", "cargo"},
	{"rustc", "rustc"},
	{NULL, NULL},
};
