/*
 * build-sources.c - looks into each source for a main(), the protocol, and libraries of tests.
 */
#include "referee/submissions/build-sources.h"

#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/shell-words.h"
#include "base/text-file.h"
#include "referee/submissions/build-programs.h"

enum {
	BUILD_SOURCES_FILE = 4 << 20, /* bytes of one that is read */
	BUILD_SOURCES = 256,	      /* that a build names one by one */
};

/* Does the text of a source have the function at which a program begins? */
static bool build_sources_has_main(const char *text)
{
	static const char *const words[] = {"int", "auto", "void", "func", "signed", "extern"};
	for (const char *at = text; (at = strstr(at, "main")) != NULL; at++) {
		const char *line = at;
		if (at[4 + strspn(at + 4, " \t\r\n")] != '(' || at == text ||
			!isspace((unsigned char)at[-1]))
			continue;
		while (line > text && line[-1] != '\n')
			line--;
		line += strspn(line, " \t");
		for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
			size_t length = strlen(words[i]);
			if (strncmp(line, words[i], length) == 0 &&
				isspace((unsigned char)line[length]))
				return true;
		}
	}
	return false;
}

/* Is it a test whose library has that function? */
static bool build_sources_is_of_library(const char *text)
{
	return strstr(text, "gtest/gtest.h") != NULL || strstr(text, "catch2/") != NULL ||
	       strstr(text, "CATCH_CONFIG_MAIN") != NULL || strstr(text, "DOCTEST_CONFIG_") != NULL;
}

struct build_sources {
	char **names;
	bool *mains, *others; /* by name: a program begins in it; it is a test of a library */
	int count, entry;     /* entry: index of the program; -1: not known */
};

/* Which of the files with a main is the program: the one that the rule found, or the only one that
 * speaks the protocol, or that is no test. */
static int build_sources_choose(struct build_sources *s, const char *folder, const char *found)
{
	int mains = 0, speaking = 0, plain = 0, main = -1, speaks = -1, other = -1;
	for (int i = 0; i < s->count; i++) {
		struct error err;
		int line;
		char *path = memory_print("%s/%s", folder, s->names[i]);
		char *read = text_file_read(path, BUILD_SOURCES_FILE, &line, &err);
		const char *text = read != NULL ? read : "";
		const char *base = basename(s->names[i]);
		s->mains[i] = build_sources_has_main(text) && !build_sources_is_of_library(text);
		if (s->mains[i] && strcmp(s->names[i], found) == 0)
			mains = -2 * BUILD_SOURCES, s->entry = i;
		if (s->mains[i])
			mains++, main = i;
		if (s->mains[i] && strstr(text, "ugiok") != NULL)
			speaking++, speaks = i;
		if (s->mains[i] && !build_programs_is_test(base, strlen(base)))
			plain++, other = i;
		s->others[i] = build_sources_is_of_library(text);
		free(read);
		free(path);
	}
	return mains < 0       ? s->entry
	       : mains == 1    ? main
	       : speaking == 1 ? speaks
	       : plain == 1    ? other
			       : -1;
}

/* Sets the names to the files that a shell makes of the pattern, in order. */
static void build_sources_glob(struct build_sources *s, const char *folder, const char *pattern)
{
	struct dirent **entries;
	const char *base = basename(pattern);
	char *open = memory_print("%s/%.*s", folder, (int)(base - pattern), pattern);
	int all = scandir(open, &entries, NULL, alphasort);
	s->names = memory_get((size_t)(all > 0 ? all : 0) + 1, sizeof *s->names);
	for (int i = 0; i < all; i++) {
		if (fnmatch(base, entries[i]->d_name, FNM_PERIOD) == 0)
			s->names[s->count++] = memory_print(
				"%.*s%s", (int)(base - pattern), pattern, entries[i]->d_name);
		free(entries[i]);
	}
	if (all >= 0)
		free(entries);
	free(open);
}

bool build_sources_command(const char *build, const char *folder, const char *found, bool named,
	char **command, char **without)
{
	const char *star = strchr(build, '*'), *from = star;
	while (from > build && from[-1] != ' ')
		from--;
	size_t length = strcspn(from, " "), size, left_size;
	char *pattern = memory_print("%.*s", (int)length, from);
	struct build_sources s = {.entry = -1};
	build_sources_glob(&s, folder, pattern);
	s.mains = memory_get((size_t)s.count + 1, sizeof *s.mains);
	s.others = memory_get((size_t)s.count + 1, sizeof *s.others);
	s.entry = build_sources_choose(&s, folder, named ? found : "");
	FILE *out = memory_open(command, &size), *left = memory_open(without, &left_size);
	int others = 0, mains = 0;
	fprintf(out, "%.*s", (int)(from - build), build);
	for (int i = 0; i < s.count; i++) {
		const char *end = strstr(s.names[i], "_test.go");
		bool test = end != NULL && end[strlen("_test.go")] == '\0';
		bool other = test || s.others[i] || (s.mains[i] && s.entry >= 0 && i != s.entry);
		mains += s.mains[i];
		if (other) {
			fprintf(left, "%s%s", others++ > 0 ? ", " : "", s.names[i]);
		} else {
			fputs(i - others > 0 ? " " : "", out);
			shell_words_quote(out, s.names[i]);
		}
		free(s.names[i]);
	}
	fputs(from + length, out);
	memory_close(left);
	memory_close(out);
	bool known = s.entry >= 0 || mains < 2;
	free(s.others);
	free(s.mains);
	free(s.names);
	free(pattern);
	if (others == 0 || s.count > BUILD_SOURCES) {
		free(*command);
		*command = memory_copy(build);
	}
	return known;
}
