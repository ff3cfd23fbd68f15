/*
 * class-programs.c - programs that the bots of a class need and this machine lacks.
 */
#include "referee/submissions/class-programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/memory.h"
#include "referee/sandbox/find-program.h"

enum { PROGRAMS_WORD = 32 };

/* Does one of the commands in text, which stand between `&&`, `;` or `|`, begin with this program?
 */
static bool programs_begins(const char *text, const char *program)
{
	static const char blanks[] = " \t", ends[] = "&;|";
	char word[PROGRAMS_WORD];
	for (const char *at = text; at != NULL && *at != '\0'; at += strspn(at, ends)) {
		at += strspn(at, blanks);
		at += strncmp(at, "exec ", 5) == 0 ? 5 : 0;
		snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " \t&;|"), at);
		if (strcmp(word, program) == 0)
			return true;
		at += strcspn(at, ends);
	}
	return false;
}

static bool programs_needs(const struct class_student *s, const char *program)
{
	const char *adapter = s->fields[CLASS_ADAPTER];
	bool kaggle = adapter != NULL && strcmp(adapter, "kaggle") == 0;
	return programs_begins(s->fields[CLASS_COMMAND], program) ||
	       programs_begins(s->fields[CLASS_BUILD], program) ||
	       (kaggle && strcmp(program, "python3") == 0);
}

char *class_programs_missing(const struct class_state *c)
{
	char *text, *install, path[FIND_PROGRAM_PATH];
	size_t size, install_size;
	FILE *out = memory_open(&text, &size), *packages = memory_open(&install, &install_size);
	for (const struct program_package *p = program_packages; p->name != NULL; p++) {
		int needed = 0;
		for (int k = 0; k < c->count; k++)
			needed += programs_needs(&c->students[k], p->name);
		if (needed == 0 || find_program_program(p->name, path))
			continue;
		fprintf(out, "%s is not on this machine: %s need%s it\n", p->name,
			counted(needed, "bot").text, plural(needed, "s", ""));
		fprintf(packages, " %s", p->package);
	}
	memory_close(packages);
	if (*install != '\0')
		fprintf(out, "To install: sudo apt-get install%s\n", install);
	memory_close(out);
	free(install);
	if (*text != '\0')
		return text;
	free(text);
	return NULL;
}
