/*
 * config-parse.c - libconfuse, asked for pieces only.
 *
 * libconfuse knows the form of such a file, but it forgets the lines, stops at the first unknown
 * key, and takes a file that ends inside a section for a whole one. Hence:
 *
 * - Every key of ours is an option of the kind whose value the program parses itself: the call to
 *   do so comes in the order of the file and knows the line. The value is noted, nothing more.
 * - An unknown key becomes one more such option, and the file is read again.
 * - Comments are blanked out before, since it counts their lines wrongly.
 * - A line is added to the end that no text file can hold, with a key of its own: when that is not
 *   met outside all sections, the file was cut in the middle of something.
 */
#include "referee/config/config-parse.h"

#include <assert.h>
#include <confuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/config/config-comments.h"
#include "referee/config/settings.h"

enum {
	CONFIG_PARSE_KEYS_MAX = 128,
	CONFIG_PARSE_ROOT = 0,
	CONFIG_PARSE_BOT = 1,
	CONFIG_PARSE_SCOPES = 2
};

#define CONFIG_PARSE_END_KEY "\001"

struct config_parse_reader {
	void *slot; /* libconfuse takes it for where an option's value goes, and leads us here */
	struct config_parse *form;
	const char *text;
	cfg_opt_t options[CONFIG_PARSE_SCOPES][CONFIG_PARSE_KEYS_MAX + 2];
	int options_count[CONFIG_PARSE_SCOPES];
	char *unknown[CONFIG_PARSE_SCOPES *
		      CONFIG_PARSE_KEYS_MAX]; /* keys that are none of ours, owned */
	int unknown_count;
	int unknown_line; /* of the last of them */
	bool in_bot;	  /* the last of the bots is not closed yet */
	int closed;	  /* the line where the last section was */
	bool whole;	  /* the line at the end was met */
	bool again;	  /* stopped at a key that is known now */
};

static struct config_parse_reader *config_parse_reader_of(const cfg_t *section)
{
	return (struct config_parse_reader *)section->opts[0].simple_value.ptr;
}

static void config_parse_fault(struct config_parse_reader *r, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The first one counts: what libconfuse says after it follows from it. */
static void config_parse_fault(struct config_parse_reader *r, int line, const char *format, ...)
{
	va_list words;
	if (r->form->fault_line > 0)
		return;
	va_start(words, format);
	vsnprintf(r->form->fault, sizeof r->form->fault, format, words);
	va_end(words);
	r->form->fault_line = line;
}

/* The line where the section began whose first value or end stands in line: the last one between
 * that begins with the word bot, since only the text still knows. */
static int config_parse_section_line(const struct config_parse_reader *r, int line)
{
	int found = line, at = 1;
	for (const char *text = r->text; text != NULL && at <= line; at++) {
		text += strspn(text, " \t\r");
		if (at > r->closed && strncmp(text, "bot", 3) == 0 &&
			strchr(" \t\r\n\"'{", text[3]) != NULL)
			found = at;
		text = strchr(text, '\n');
		text = text == NULL ? NULL : text + 1;
	}
	return found;
}

static void config_parse_open_bot(struct config_parse_reader *r, const char *name, int line)
{
	struct config_parse *f = r->form;
	f->bots = memory_resize(f->bots, (size_t)f->bots_count + 1, sizeof *f->bots);
	f->bots[f->bots_count++] =
		(struct config_parse_bot){memory_copy(name), config_parse_section_line(r, line)};
	r->in_bot = true;
}

/* libconfuse has a value for an option. */
static int config_parse_on_value(cfg_t *section, cfg_opt_t *option, const char *value, void *result)
{
	struct config_parse_reader *r = config_parse_reader_of(section);
	struct config_parse *f = r->form;
	*(void **)result = NULL;
	if (strcmp(option->name, CONFIG_PARSE_END_KEY) == 0) {
		r->whole = true;
		return 0;
	}
	if (strcmp(value, CONFIG_PARSE_END_KEY) == 0) {
		config_parse_fault(r, section->line - 1,
			"the file ends in the middle: %s has no value", option->name);
		return 0;
	}
	if (section->title != NULL && !r->in_bot)
		config_parse_open_bot(r, section->title, section->line);
	f->pieces = memory_resize(f->pieces, (size_t)f->pieces_count + 1, sizeof *f->pieces);
	f->pieces[f->pieces_count++] = (struct config_parse_piece){section->line,
		r->in_bot ? f->bots_count - 1 : -1, memory_copy(option->name), memory_copy(value)};
	return 0;
}

/* A section is closed. When it was empty, it is met here for the first time. */
static int config_parse_on_section(cfg_t *root, cfg_opt_t *option)
{
	struct config_parse_reader *r = config_parse_reader_of(root);
	for (unsigned i = option->nvalues; i-- > 0 && !r->in_bot;) {
		const cfg_t *section = option->values[i]->section;
		if (section->line == root->line)
			config_parse_open_bot(r, section->title, section->line);
	}
	r->in_bot = false;
	r->closed = root->line;
	return 0;
}

static void config_parse_add_option(struct config_parse_reader *r, int scope, const char *name)
{
	int *count = &r->options_count[scope];
	assert(*count < CONFIG_PARSE_KEYS_MAX);
	cfg_opt_t option = CFG_PTR_LIST_CB(NULL, NULL, CFGF_NONE, config_parse_on_value, NULL);
	option.name = name;
	option.simple_value.ptr = &r->slot;
	r->options[scope][(*count)++] = option;
}

static void config_parse_know_options(struct config_parse_reader *r)
{
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		if (s->uses & SETTING_FILE)
			config_parse_add_option(r, CONFIG_PARSE_ROOT, s->key);
	}
	config_parse_add_option(r, CONFIG_PARSE_ROOT, CONFIG_PARSE_END_KEY);
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++) {
		if (s->uses & SETTING_FILE)
			config_parse_add_option(r, CONFIG_PARSE_BOT, s->key);
	}
}

/* The key is none of ours: next time it is known, so that the file goes on. */
static void config_parse_learn(struct config_parse_reader *r, const cfg_t *section, const char *key)
{
	int scope = section->title != NULL ? CONFIG_PARSE_BOT : CONFIG_PARSE_ROOT;
	bool sense = *key != '\0';
	for (int i = 0; i < r->options_count[scope]; i++)
		sense = sense && strcmp(r->options[scope][i].name, key) != 0;
	if (!sense) {
		config_parse_fault(r, section->line, "\"%s\" cannot be a key", key);
		return;
	}
	if (r->options_count[scope] == CONFIG_PARSE_KEYS_MAX) {
		config_parse_fault(r, section->line, "too many keys that no tournament has");
		return;
	}
	r->unknown[r->unknown_count] = memory_copy(key);
	config_parse_add_option(r, scope, r->unknown[r->unknown_count++]);
	r->unknown_line = section->line;
	r->again = true;
}

static bool config_parse_is_unknown(const struct config_parse_reader *r, const char *key)
{
	for (int i = 0; i < r->unknown_count; i++) {
		if (strcmp(r->unknown[i], key) == 0)
			return true;
	}
	return false;
}

/* A word that is no key of ours is not followed by =. */
static void config_parse_stray(
	struct config_parse_reader *r, const cfg_t *section, const char *word)
{
	const struct config_parse *f = r->form;
	const struct config_parse_piece *last =
		f->pieces_count > 0 ? &f->pieces[f->pieces_count - 1] : NULL;
	int line = r->unknown_line;
	if (section->title != NULL && strcmp(word, "bot") == 0)
		config_parse_fault(r, line,
			"the section of bot %s is not closed with } before this one",
			section->title);
	else if (last != NULL && last->line == line)
		config_parse_fault(r, line,
			"after %s = %s comes \"%s\": a value with blanks or + stands in quotes",
			last->key, last->value, word);
	else
		config_parse_fault(r, line,
			"\"%s\" is neither a key with = and a value nor a section bot NAME { }",
			word);
}

/* What libconfuse says about a file's form, and what we say of the word that it names, if any. */
static const struct config_parse_complaint {
	const char *theirs;
	const char *before, *after;
} config_parse_complaints[] = {
	{"unexpected token '%s'", "this is not expected here: ",
		" (a value with blanks or one of = + , { } ( ) # stands in quotes)"},
	{"missing equal sign after option '%s'", "an = and a value are expected after ", ""},
	{"premature end of file", "the file ends in the middle", NULL},
	{"unexpected closing brace", "this } closes nothing: no section is open", NULL},
	{"missing title for section '%s'", "a bot needs a name: bot NAME { command = \"...\" }",
		NULL},
	{"no sub-section title/index for '%s'", "no key has a | in it, as here after ", ""},
	{"missing opening brace for section '%s'",
		"a { is expected after a bot's name: bot NAME { command = \"...\" }", NULL},
};

static void config_parse_complain(
	struct config_parse_reader *r, int line, const char *theirs, const char *word)
{
	for (size_t i = 0; i < sizeof config_parse_complaints / sizeof *config_parse_complaints;
		i++) {
		const struct config_parse_complaint *c = &config_parse_complaints[i];
		if (strcmp(c->theirs, theirs) == 0)
			config_parse_fault(r, line, "%s%s%s", c->before,
				c->after != NULL ? word : "", c->after != NULL ? c->after : "");
	}
	config_parse_fault(r, line, "%s (%s)", theirs, word != NULL ? word : "");
}

/* libconfuse stops here. What it says is one of the texts in its source; those that name
 * something have it as their first argument, a string. */
static void config_parse_on_error(cfg_t *section, const char *theirs, va_list words)
{
	struct config_parse_reader *r = config_parse_reader_of(section);
	va_list copy;
	va_copy(copy, words);
	const char *word = strstr(theirs, "%s") != NULL ? va_arg(copy, const char *) : NULL;
	va_end(copy);
	bool stops_at_key = strcmp(theirs, "no such option '%s'") == 0;
	if (stops_at_key && strcmp(word, CONFIG_PARSE_END_KEY) == 0)
		config_parse_fault(r, section->line - 1,
			"the file ends in the middle: the section of bot %s is not closed with }",
			section->title);
	else if (stops_at_key)
		config_parse_learn(r, section, word);
	else if (word != NULL && config_parse_is_unknown(r, word) &&
		 strstr(theirs, "equal") != NULL)
		config_parse_stray(r, section, word);
	else
		config_parse_complain(r, section->line, theirs, word);
}

/* Reads the whole text once, with the keys that are known by now. */
static void config_parse_pass(struct config_parse_reader *r, const char *with_end)
{
	cfg_opt_t end = CFG_END();
	cfg_opt_t bots = CFG_SEC("bot", r->options[CONFIG_PARSE_BOT], CFGF_MULTI | CFGF_TITLE);
	bots.validcb = config_parse_on_section;
	r->options[CONFIG_PARSE_BOT][r->options_count[CONFIG_PARSE_BOT]] = end;
	r->options[CONFIG_PARSE_ROOT][r->options_count[CONFIG_PARSE_ROOT]] = bots;
	r->options[CONFIG_PARSE_ROOT][r->options_count[CONFIG_PARSE_ROOT] + 1] = end;
	r->in_bot = r->whole = r->again = false;
	r->closed = 0;
	cfg_t *root = cfg_init(r->options[CONFIG_PARSE_ROOT], CFGF_NONE);
	assert(root != NULL);
	cfg_set_error_function(root, config_parse_on_error);
	int status = cfg_parse_buf(root, with_end);
	int line = root->line;
	cfg_free(root);
	if (r->again || r->form->fault_line > 0)
		return;
	if (status != CFG_SUCCESS)
		config_parse_fault(r, line, "a key is expected here: KEY = VALUE, or bot NAME { }");
	else if (!r->whole)
		config_parse_fault(r, line - 1, "the file ends in the middle");
}

void config_parse_read(struct config_parse *f, char *text)
{
	const char *what;
	int open = config_comments_blank(text, &what);
	if (open > 0) {
		config_parse_clear(f);
		f->fault_line = open;
		snprintf(f->fault, sizeof f->fault, "%s", what);
		return;
	}
	struct config_parse_reader *r = memory_get(1, sizeof *r);
	size_t length = strlen(text);
	char *with_end = memory_print("%s%s" CONFIG_PARSE_END_KEY " = x\n", text,
		length > 0 && text[length - 1] == '\n' ? "" : "\n");
	*r = (struct config_parse_reader){.form = f, .text = text};
	config_parse_know_options(r);
	do {
		config_parse_clear(f);
		config_parse_pass(r, with_end);
	} while (r->again);
	for (int i = 0; i < r->unknown_count; i++)
		free(r->unknown[i]);
	free(with_end);
	free(r);
}

void config_parse_clear(struct config_parse *f)
{
	for (int i = 0; i < f->pieces_count; i++) {
		free(f->pieces[i].key);
		free(f->pieces[i].value);
	}
	for (int i = 0; i < f->bots_count; i++)
		free(f->bots[i].name);
	free(f->pieces);
	free(f->bots);
	*f = (struct config_parse){.fault_line = 0};
}
