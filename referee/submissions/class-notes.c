/*
 * class-notes.c - sentences about the students of a class whose bots need the lecturer's eye.
 */
#include "referee/submissions/class-notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/sandbox/find-program.h"

enum {
	CLASS_NOTES_NAMES = 8, /* the most names in a sentence */
	CLASS_NOTES_WORD = 32
};

/* Was a bot of this class checked before? */
static bool class_notes_any_check(const struct class_state *c)
{
	for (int i = 0; i < c->count; i++)
		if (c->students[i].fields[CLASS_CHECKED] != NULL)
			return true;
	return false;
}

static bool class_notes_is_unchecked(const struct class_student *s)
{
	return s->fields[CLASS_COMMAND] != NULL && !class_student_is_checked(s);
}

char *class_notes_older(const struct class_state *c)
{
	char *text = NULL;
	size_t size;
	bool any = false, all = class_state_lets_all_enter(c);
	FILE *out = memory_open(&text, &size);
	for (int i = 0; i < c->count; i++) {
		const struct class_student *s = &c->students[i];
		const char *fit = class_student_lost_version(s, all);
		any = any || fit != NULL;
		if (class_student_is_kept(s)) {
			fprintf(out,
				"OLDER VERSION: %s: the newest submission cannot be used: %s; version %s stays\n",
				s->name, s->fields[CLASS_PROBLEM], s->fields[CLASS_VERSION]);
		}
		if (fit != NULL) {
			fprintf(out,
				"LEFT OUT: %s: version %s was fit, but the newest, %s, is not: neither plays\n",
				s->name, fit, s->fields[CLASS_VERSION]);
		}
	}
	if (any)
		fputs("To let a version that was fit play, take its submission again; then "
		      "`referee class check --new`\n",
			out);
	memory_close(out);
	if (size > 0)
		return text;
	free(text);
	return NULL;
}

const char *class_notes_why_left_out(const struct class_student *s, bool all)
{
	if (class_student_enters(s, all))
		return NULL;
	if (class_student_lost_version(s, all) != NULL)
		return "its newest version cannot play; a version before it could";
	return s->fields[CLASS_COMMAND] == NULL ? "there is nothing to run" : "its check failed";
}

char *class_notes_unchecked(const struct class_state *c)
{
	char *text = NULL;
	size_t size;
	int count = 0;
	FILE *out = memory_open(&text, &size);
	for (int i = 0; i < c->count; i++)
		if (class_notes_is_unchecked(&c->students[i]) && ++count <= CLASS_NOTES_NAMES)
			fprintf(out, "%s%s", count > 1 ? ", " : "", c->students[i].name);
	if (count > CLASS_NOTES_NAMES)
		fprintf(out, " and %d more", count - CLASS_NOTES_NAMES);
	memory_close(out);
	char *sentence = count == 0 ? NULL
				    : memory_print("%s not checked: %s",
					      counted(count, "bot was").text, text);
	free(text);
	return sentence;
}

char *class_notes_time(const struct limits *l)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	limits_write_time(out, l);
	memory_close(out);
	return text;
}

char *class_notes_other_time(const struct class_state *c, const char *time)
{
	const char *other = NULL;
	int count = 0;
	for (int i = 0; i < c->count; i++) {
		const struct class_student *s = &c->students[i];
		const char *then = s->fields[CLASS_CHECK_TIME];
		if (!class_student_is_checked(s) || then == NULL || strcmp(then, time) == 0)
			continue;
		other = then;
		count++;
	}
	return count == 0 ? NULL
			  : memory_print("%s checked with %s, and this tournament has %s",
				    counted(count, "bot was").text, other,
				    *time != '\0' ? time : "no time limit");
}

char *class_notes_check_command(const struct class_state *c)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fprintf(out, "referee class check%s%s", class_notes_any_check(c) ? " --new" : "",
		class_state_lets_all_enter(c) ? " --all" : "");
	if (strcmp(c->conf, CLASS_CONF) != 0) {
		fputs(" --conf ", out);
		shell_words_quote(out, c->conf);
	}
	memory_close(out);
	return text;
}

/* --- programs that are not on this machine ---------------------------------------------------- */

/* Does one of the commands in text, which stand between `&&`, `;` or `|`, begin with this program?
 */
static bool class_notes_begins(const char *text, const char *program)
{
	static const char blanks[] = " \t", ends[] = "&;|";
	char word[CLASS_NOTES_WORD];
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

static bool class_notes_needs(const struct class_student *s, const char *program)
{
	const char *adapter = s->fields[CLASS_ADAPTER];
	bool kaggle = adapter != NULL && strcmp(adapter, "kaggle") == 0;
	return class_notes_begins(s->fields[CLASS_COMMAND], program) ||
	       class_notes_begins(s->fields[CLASS_BUILD], program) ||
	       (kaggle && strcmp(program, "python3") == 0);
}

char *class_notes_missing_programs(const struct class_state *c)
{
	char *text, *install, path[FIND_PROGRAM_PATH];
	size_t size, install_size;
	FILE *out = memory_open(&text, &size), *packages = memory_open(&install, &install_size);
	for (const struct program_package *p = program_packages; p->name != NULL; p++) {
		int needed = 0;
		for (int k = 0; k < c->count; k++)
			needed += class_notes_needs(&c->students[k], p->name);
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

/* --- for the page of the tournament ----------------------------------------------------------- */

void class_left_out_read(struct class_left_out *c, const char *database, const char *tournament)
{
	struct error unused;
	const char *base = basename(database), *dot = strrchr(base, '.');
	size_t length = dot != NULL ? (size_t)(dot - database) : strlen(database);
	char *conf = memory_print("%.*s.conf", (int)length, database);
	*c = (struct class_left_out){.count = 0};
	if (class_state_open(&c->class, conf, false, &unused) && c->class.db != NULL &&
		c->class.tournament != NULL && strcmp(c->class.tournament, tournament) == 0 &&
		strcmp(basename(c->class.db), basename(database)) == 0) {
		bool all = class_state_lets_all_enter(&c->class);
		c->rows = memory_get((size_t)c->class.count + 1, sizeof *c->rows);
		for (int i = 0; i < c->class.count; i++) {
			const struct class_student *s = &c->class.students[i];
			const char *why = class_notes_why_left_out(s, all);
			if (why != NULL)
				c->rows[c->count++] = (struct report_left_out){s->name, why};
		}
	}
	free(conf);
}

void class_left_out_clear(struct class_left_out *c)
{
	free(c->rows);
	class_state_close(&c->class);
	c->rows = NULL;
}
