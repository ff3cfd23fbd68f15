/*
 * environment.c - makes a short list of variables: some copied, some set.
 */
#include "referee/sandbox/environment.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Variables that a bot gets at any level, and variables that have a meaning only outside. */
static const char *const environment_kept[] = {
	"LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME", "PYENV_ROOT", NULL};
static const char *const environment_outside[] = {
	"PATH", "HOME", "TMPDIR", "USER", "LOGNAME", "LD_LIBRARY_PATH", NULL};

/* Copies pointers into environ; valid while environ is unchanged. */
static void environment_keep(struct environment *e, const char *const *names)
{
	for (; *names != NULL; names++) {
		size_t length = strlen(*names);
		for (char **v = environ; *v != NULL; v++)
			if (strncmp(*v, *names, length) == 0 && (*v)[length] == '=' &&
				e->count < ENVIRONMENT_MAX - 1) {
				e->variables[e->count++] = *v;
				break;
			}
	}
}

static __attribute__((format(printf, 2, 3))) void environment_set(
	struct environment *e, const char *format, ...)
{
	va_list words;
	size_t room = sizeof e->text - e->used;
	va_start(words, format);
	int length = vsnprintf(e->text + e->used, room, format, words);
	va_end(words);
	if (length < 0 || (size_t)length >= room || e->count == ENVIRONMENT_MAX - 1)
		return;
	e->variables[e->count++] = e->text + e->used;
	e->used += (size_t)length + 1;
}

/* PATH without the folders that the bot cannot see. */
static void environment_set_path(struct environment *e, const struct fs_view *v)
{
	char path[ENVIRONMENT_TEXT / 2] = "", folder[FIND_PROGRAM_PATH];
	const char *at = getenv("PATH");
	size_t used = 0;
	while (at != NULL && *at != '\0') {
		size_t length = strcspn(at, ":");
		if (length > 0 && length < sizeof folder && used + length + 2 < sizeof path) {
			memcpy(folder, at, length);
			folder[length] = '\0';
			if (fs_view_shows(v, folder))
				used += (size_t)snprintf(path + used, sizeof path - used, "%s%s",
					used > 0 ? ":" : "", folder);
		}
		at += length;
		at += *at == ':';
	}
	environment_set(e, "PATH=%s%s%s", v->tools, *v->tools != '\0' ? ":" : "",
		used > 0 ? path : "/usr/bin:/bin");
}

/* Java may lock no file. Both size their heap by the machine's memory unless they are given a
 * limit. */
static void environment_set_runtimes(struct environment *e, int64_t memory)
{
	const long long size = memory >> 20;
	if (memory == 0) {
		environment_set(e, "JAVA_TOOL_OPTIONS=-XX:-UsePerfData");
		return;
	}
	environment_set(e,
		"JAVA_TOOL_OPTIONS=-XX:-UsePerfData -XX:MaxRAM=%lldm -XX:MaxRAMPercentage=50 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=%lldm",
		size, size / 4 < 240 ? size / 4 : 240);
	environment_set(e, "NODE_OPTIONS=--max-old-space-size=%lld", size * 3 / 4);
}

char *const *environment_make(
	struct environment *e, const struct fs_view *v, const struct sandbox_limits *limits)
{
	e->count = 0;
	e->used = 0;
	environment_keep(e, environment_kept);
	if (v == NULL) {
		environment_keep(e, environment_outside);
	} else {
		environment_set_path(e, v);
		environment_set(e, "HOME=" FS_VIEW_SCRATCH);
		environment_set(e, "TMPDIR=" FS_VIEW_SCRATCH);
		environment_set(e, "USER=bot");
		environment_set_runtimes(e, limits->memory);
	}
	e->variables[e->count] = NULL;
	return e->variables;
}
