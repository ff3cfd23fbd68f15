/*
 * program.c - why a file cannot be started as a program.
 *
 * What the system says of a script whose interpreter is missing is the same as of a missing
 * script, so the file itself is looked at.
 */
#include "referee/processes/program.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/sandbox/find.h"

enum { PROGRAM_HEAD = 256 };

/* The interpreter that a script names in its first line: "#!/usr/bin/python3"; "" for none. */
static void program_interpreter(const char *path, char head[PROGRAM_HEAD])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t count = fd < 0 ? 0 : read(fd, head, PROGRAM_HEAD - 1);
	if (fd >= 0)
		close(fd);
	head[count > 0 ? count : 0] = '\0';
	if (strncmp(head, "#!", 2) != 0) {
		head[0] = '\0';
		return;
	}
	size_t blanks = strspn(head + 2, " \t");
	memmove(head, head + 2 + blanks, strlen(head + 2 + blanks) + 1);
	head[strcspn(head, "\n")] = '\0';
}

/* A word without a slash is looked for in PATH, and was not there. */
static bool program_explain_word(const char *word, const char *path, char *text, size_t room)
{
	struct stat file;
	if (stat(path, &file) != 0)
		return false;
	snprintf(text, room,
		"there is no program \"%s\" in PATH, but there is such a file: write \"./%s\"%s",
		word, word, file.st_mode & S_IXUSR ? "" : ", and make it executable with chmod +x");
	return true;
}

/* Windows writes a carriage return before each line's end; it becomes part of the name. */
static bool program_explain_returns(const char *path, char *text, size_t room)
{
	char head[PROGRAM_HEAD];
	program_interpreter(path, head);
	size_t length = strlen(head);
	if (length == 0 || head[length - 1] != '\r')
		return false;
	snprintf(text, room,
		"the first line of \"%s\" ends with a carriage return, as Windows writes it: save "
		"it with Unix line ends",
		path);
	return true;
}

static bool program_explain_script(const char *path, char *text, size_t room)
{
	char head[PROGRAM_HEAD];
	program_interpreter(path, head);
	head[strcspn(head, " \t\r")] = '\0';
	if (*head == '\0')
		snprintf(text, room,
			"\"%s\" is executable, but neither a program of this machine nor a script "
			"whose first line names its interpreter: #!/usr/bin/env python3",
			path);
	else if (access(head, X_OK) != 0)
		snprintf(text, room,
			"the interpreter \"%s\", which the first line of \"%s\" names, is not "
			"there",
			head, path);
	else
		return program_explain_returns(path, text, room);
	return true;
}

/* Where word is, seen from here. */
static void program_path(const char *word, const char *dir, char path[2 * FIND_PATH])
{
	bool from_dir = *word != '/' && dir != NULL;
	snprintf(path, 2 * FIND_PATH, "%.*s%s%.*s", FIND_PATH - 1, from_dir ? dir : "",
		from_dir ? "/" : "", FIND_PATH - 1, word);
}

bool program_explain_end(const char *word, const char *dir, char *text, size_t room)
{
	char path[2 * FIND_PATH];
	program_path(word, dir, path);
	return program_explain_returns(path, text, room);
}

bool program_explain(const char *word, const char *dir, char *text, size_t room)
{
	char path[2 * FIND_PATH];
	struct stat file;
	if (dir != NULL && (stat(dir, &file) != 0 || !S_ISDIR(file.st_mode))) {
		bool here = *dir != '/' && getcwd(path, sizeof path) != NULL;
		snprintf(text, room, "its folder \"%s\" is not there%s%.100s", dir,
			here ? ", seen from " : "", here ? path : "");
		return true;
	}
	program_path(word, dir, path);
	if (strchr(word, '/') == NULL)
		return program_explain_word(word, path, text, room);
	if (stat(path, &file) != 0)
		snprintf(text, room, "there is no file \"%s\"%s", path,
			*word == '~' || *word == '$'
				? ": no shell reads this, so write the whole path"
				: "");
	else if (S_ISDIR(file.st_mode))
		snprintf(text, room, "\"%s\" is a folder, not a program", path);
	else if (access(path, X_OK) != 0 && (file.st_mode & S_IXUSR) != 0)
		snprintf(text, room,
			"\"%s\" may not be started by this user, or from where it lies (noexec)",
			path);
	else if (access(path, X_OK) != 0)
		snprintf(text, room, "\"%s\" is not executable: chmod +x \"%s\"", path, path);
	else
		return program_explain_script(path, text, room);
	return true;
}
