/*
 * submission-entry.c - finds the folder of the program, and reads the student's referee.txt.
 */
#include "referee/submissions/submission-entry.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/did-you-mean.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "base/text-file.h"
#include "referee/submissions/submission-conventions.h"
#include "referee/submissions/submission-missing.h"
#include "referee/config/config-syntax.h"
#include "referee/config/settings.h"
#include "referee/sandbox/find-program.h"

enum {
	SUBMISSION_ENTRY_FILE = 4 << 20,
	SUBMISSION_ENTRY_LEVELS = 32,
	SUBMISSION_ENTRY_READ = 256, /* files of a folder that are read */
};

#define SUBMISSION_ENTRY_OWN "referee.txt"

/* --- referee.txt ------------------------------------------------------------------------------ */

/* Path of the student's referee.txt; NULL: there is none. Windows hides a second .txt, and does not
 * tell capital letters. The caller frees it. */
static char *submission_own_path(const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, submission_conventions_search, alphasort);
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

/* The word of a command that only a shell understands; NULL: none. No shell reads commands. */
static const char *submission_shell_word(char *const *words, int count)
{
	static const char *const shell[] = {
		"&&", "||", ";", "|", "&", ">", ">>", "<", "2>", "2>&1"};
	static const char *const first[] = {
		"cd", "source", ".", "export", "ulimit", "exec", "eval"};
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (strcmp(words[0], first[i]) == 0)
			return words[0];
	if (strchr(words[0], '=') != NULL && strncmp(words[0], "./", 2) != 0)
		return words[0];
	for (int i = 1; i < count; i++)
		for (size_t k = 0; k < sizeof shell / sizeof *shell; k++)
			if (strcmp(words[i], shell[k]) == 0)
				return words[i];
	return NULL;
}

/* Refuses a command that was written for a shell. */
static void submission_own_command(struct submission_own *o, const char *value, int line)
{
	struct error unused;
	char **words;
	int count;
	if (o->failed || !shell_words_split(value, &words, &count, &unused))
		return;
	const char *word = submission_shell_word(words, count);
	if (word != NULL) {
		error_set(o->err,
			SUBMISSION_ENTRY_OWN
			":%d: no shell reads the command, so \"%.40s\" means nothing in it: write sh -c '%.200s'",
			line, word, value);
		o->failed = true;
	}
	free(words);
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
	if (!o->failed) {
		/* A value that a tournament would refuse is refused here, so that it stops only its
		 * student. */
		struct diagnostics mistakes = {.report = submission_on_mistake, .arg = o};
		struct bot bot = {.name = memory_copy("bot")};
		const struct origin at = {SUBMISSION_ENTRY_OWN, line};
		settings_set_bot(&bot, settings_find(settings_of_bot, key), value, at, &mistakes);
		bot_clear(&bot);
	}
	if (to == &e->command)
		submission_own_command(o, value, line);
}

static void submission_on_rules(void *arg, int line)
{
	submission_on_section(arg, "rules", line);
}

/* The bytes of a path of Windows in a command; another byte makes a word one of the shell. */
#define SUBMISSION_PATH "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+*\\"

/* Is the byte of this line of a build in quotes of the shell? */
static bool submission_is_quoted(const char *line, const char *at)
{
	const char *from = line + strcspn(line, "=") + 1;
	char quote = '\0', outer;
	from += strspn(from, " \t");
	outer = *from == '"' || *from == '\'' ? *from++ : '\0'; /* of the file's syntax */
	for (const char *c = from; c < at; c++) {
		bool escaped = *c == '\\';
		c += escaped;
		if ((*c != '"' && *c != '\'') || (*c == outer && !escaped))
			continue;
		quote = quote == '\0' ? *c : quote == *c ? '\0' : quote;
	}
	return quote != '\0';
}

/* Do the backslashes here, in a line of a build, separate folders? A shell takes them away, in a
 * word without quotes. "\n" and "\t" may be a new line or a tab, unless the word ends as a file's
 * name. */
static bool submission_is_folder(const char *line, const char *slash)
{
	const char *word = slash, *end = slash + strspn(slash, SUBMISSION_PATH);
	const char *name = slash + strspn(slash, "\\");
	const char *dot = memrchr(slash, '.', (size_t)(end - slash));
	while (word > line && strchr(SUBMISSION_PATH, word[-1]) != NULL)
		word--;
	bool whole = word > line && word < slash && strchr(" \t=\"'", word[-1]) != NULL &&
		     (*end == '\0' || strchr(" \t\r\n;&|\"'", *end) != NULL);
	bool file = dot != NULL && isalnum((unsigned char)dot[1]);
	return whole && (isalnum((unsigned char)*name) || *name == '*') &&
	       (file || strchr("nrt", *name) == NULL) && !submission_is_quoted(line, slash);
}

/* Copies a line with / in the place of the backslashes that separate folders. NULL: it has none. */
static char *submission_own_right(const char *line)
{
	bool build = strncmp(line, "build", 5) == 0, wrong = false;
	size_t length = strcspn(line, "\n");
	const char *first = memchr(line, '\\', length);
	bool all = strncmp(line, "command", 7) == 0 && first != NULL &&
		   isalnum((unsigned char)first[1]);
	char *right = memory_get(length + 1, 1), *to = right;
	for (const char *at = line; at < line + length; at++) {
		bool folder = *at == '\\' && (all || (build && submission_is_folder(line, at)));
		*to++ = folder ? '/' : *at;
		at += folder ? strspn(at, "\\") - 1 : 0;
		wrong |= folder;
	}
	if (wrong)
		return right;
	free(right);
	return NULL;
}

/* Refuses a command or a build with the paths of Windows. The syntax of the file, and the words of
 * a command and the shell, take a backslash away. */
static bool submission_own_has_slashes(const char *text, struct error *err)
{
	int number = 1;
	for (const char *line = text; *line != '\0'; number++) {
		size_t length = strcspn(line, "\n");
		char *right = submission_own_right(line + strspn(line, " \t"));
		if (right != NULL) {
			error_set(err,
				SUBMISSION_ENTRY_OWN
				":%d: folders are separated by / and not by a backslash: write %.200s",
				number, right);
			free(right);
			return false;
		}
		line += length + (line[length] == '\n');
	}
	return true;
}

static bool submission_read_own(struct submission_entry *e, const char *text, struct error *err)
{
	struct submission_own own = {e, err, false};
	struct config_syntax_fault fault;
	const struct config_syntax_events events = {.arg = &own,
		.bot = submission_on_section,
		.rules = submission_on_rules,
		.value = submission_on_value};
	if (!submission_own_has_slashes(text, err))
		return false;
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

/* --- the folder of the program ---------------------------------------------------------------- */

/* A folder in which a program was found. */
struct submission_place {
	char *folder; /* below the top; "": the top; owned */
	struct submission_entry entry;
	int score;
};

struct submission_search {
	const char *top;
	struct submission_place best; /* its folder NULL: none was found */
	bool several;		      /* another one is as good */
};

static void submission_place_clear(struct submission_place *p)
{
	free(p->folder);
	submission_entry_clear(&p->entry);
	p->folder = NULL;
}

/* Is the protocol's word in a file of the folder? */
static bool submission_speaks_in(const char *folder)
{
	struct dirent **entries;
	bool speaks = false;
	int count = scandir(folder, &entries, submission_conventions_search, alphasort);
	for (int i = 0; i < count; i++) {
		struct error unused;
		int line;
		char *path = memory_print("%s/%s", folder, entries[i]->d_name);
		char *text = !speaks && i < SUBMISSION_ENTRY_READ
				     ? text_file_read(path, SUBMISSION_ENTRY_FILE, &line, &unused)
				     : NULL;
		speaks = speaks || (text != NULL && strstr(text, "ugiok") != NULL);
		free(text);
		free(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return speaks;
}

static bool submission_speaks(const char *folder, const char *file)
{
	const char *slash = strrchr(file, '/');
	char *own = memory_print("%s/%.*s", folder, slash != NULL ? (int)(slash - file) : 0, file);
	char *src = memory_print("%s/src", folder);
	bool speaks = submission_speaks_in(own) || submission_speaks_in(src);
	free(src);
	free(own);
	return speaks;
}

/* The student's own word goes before all; then a program that speaks the protocol, then one whose
 * file has a program's name. */
enum { SUBMISSION_SCORE_NAMED = 2, SUBMISSION_SCORE_SPEAKS = 4, SUBMISSION_SCORE_OWN = 8 };

/* Looks for a program in the files of one folder. False: there is none. */
static bool submission_look(struct submission_search *s, const char *below, bool jar)
{
	struct submission_place p = {.folder = NULL};
	char *folder = memory_print("%s%s%s", s->top, *below != '\0' ? "/" : "", below),
	     *file = NULL;
	char *own = submission_own_path(folder);
	enum submission_fit fit = SUBMISSION_UNFIT;
	if (own != NULL) {
		p.score = SUBMISSION_SCORE_OWN;
		p.folder = memory_copy(below);
	} else if (jar) {
		p.folder = submission_conventions_jar(&p.entry, folder) ? memory_copy(below) : NULL;
	} else if ((fit = submission_conventions_apply(&p.entry, folder, &file)) !=
		   SUBMISSION_UNFIT) {
		p.score = (fit == SUBMISSION_BY_NAME ? SUBMISSION_SCORE_NAMED : 0) +
			  (p.entry.adapter != NULL || submission_speaks(folder, file)
					  ? SUBMISSION_SCORE_SPEAKS
					  : 0) +
			  (*below == '\0');
		p.folder = submission_conventions_place(&p.entry, s->top, below, file);
	}
	bool found = p.folder != NULL;
	if (found) {
		bool same = s->best.folder != NULL && strcmp(s->best.folder, p.folder) == 0;
		if (s->best.folder == NULL || p.score > s->best.score) {
			submission_place_clear(&s->best);
			s->best = p;
			s->several = false;
		} else {
			s->several |= !same && p.score == s->best.score;
			submission_place_clear(&p);
		}
	}
	free(own);
	free(file);
	free(folder);
	return found;
}

/* Looks in all folders below, but not in those of a program that was found. */
static void submission_look_below(
	struct submission_search *s, const char *below, int levels, bool jar)
{
	struct dirent **entries;
	char *folder = memory_print("%s%s%s", s->top, *below != '\0' ? "/" : "", below);
	int count = levels > 0 ? scandir(folder, &entries, submission_conventions_search, alphasort)
			       : -1;
	for (int i = 0; i < count; i++) {
		struct stat status;
		char *path = memory_print("%s/%s", folder, entries[i]->d_name);
		char *deeper = memory_print(
			"%s%s%s", below, *below != '\0' ? "/" : "", entries[i]->d_name);
		bool is = lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
		if (is && !submission_look(s, deeper, jar))
			submission_look_below(s, deeper, levels - 1, jar);
		free(deeper);
		free(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	free(folder);
}

/* Reads the student's referee.txt of a folder. */
static bool submission_take_own(struct submission_entry *e, const char *folder, struct error *err)
{
	int line;
	char *own = submission_own_path(folder);
	char *text = text_file_read(own, SUBMISSION_ENTRY_FILE, &line, err);
	bool good = text != NULL ? submission_read_own(e, text, err)
				 : error_prefix(err, SUBMISSION_ENTRY_OWN ": ");
	free(text);
	free(own);
	return good;
}

/* Makes build and command begin in a folder below the top: `cd code && make`, and a shell that
 * becomes the program. A Kaggle agent is loaded by its path. */
static void submission_start_in(struct submission_entry *e, const char *below)
{
	char *cd = NULL, *text = NULL;
	size_t size;
	bool kaggle = e->adapter != NULL && strncmp(e->adapter, "kaggle", 6) == 0;
	FILE *out = memory_open(&cd, &size);
	fputs("cd ", out);
	shell_words_quote(out, below);
	memory_close(out);
	if (e->build != NULL) {
		char *build = memory_print("%s && %s", cd, e->build);
		free(e->build);
		e->build = build;
	}
	char *inner = memory_print("%s && exec %s", cd, e->command);
	char *path = memory_print("%s/%s", below, e->command);
	out = memory_open(&text, &size);
	fputs(kaggle ? "" : "sh -c ", out);
	if (!kaggle)
		shell_words_write(out, inner);
	else
		fputs(path, out);
	memory_close(out);
	free(e->command);
	e->command = text;
	char *reason = memory_print("%s/%s", below, e->reason);
	free(e->reason);
	e->reason = reason;
	free(path);
	free(inner);
	free(cd);
}

bool submission_entry_find(struct submission_entry *e, const char *folder, struct error *err)
{
	struct submission_search s = {.top = folder};
	*e = (struct submission_entry){.command = NULL};
	/* The top goes first if its files say so by their names. */
	submission_look(&s, "", false);
	if (s.best.folder == NULL || s.best.score < SUBMISSION_SCORE_NAMED)
		submission_look_below(&s, "", SUBMISSION_ENTRY_LEVELS, false);
	if (s.best.folder == NULL && !submission_look(&s, "", true))
		submission_look_below(&s, "", SUBMISSION_ENTRY_LEVELS, true);
	if (s.best.folder == NULL || s.several) {
		submission_missing(folder, err);
		submission_place_clear(&s.best);
		return false;
	}
	char *place =
		memory_print("%s%s%s", folder, *s.best.folder != '\0' ? "/" : "", s.best.folder);
	*e = s.best.entry;
	s.best.entry = (struct submission_entry){.command = NULL};
	bool good = s.best.score < SUBMISSION_SCORE_OWN || submission_take_own(e, place, err);
	good = good && submission_confine(e, e->command, err) &&
	       submission_confine(e, e->adapter, err) && submission_has_program(e, place, err);
	if (good && *s.best.folder != '\0')
		submission_start_in(e, s.best.folder);
	submission_place_clear(&s.best);
	free(place);
	return good;
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
	bool is = own != NULL || submission_conventions_name(folder);
	free(own);
	return is;
}
