/*
 * config-syntax.c - tokens and syntax of a tournament's file.
 *
 * The parser looks one token ahead. After a syntax error it goes on with the next line, so that
 * one mistake does not hide the others. The meaning of such a line is guessed in two cases: a
 * word before NAME { was meant to be bot, and a section that is not closed ends before the next
 * one. At a quote or a comment without an end it stops. Wrong values are for config-file.c.
 */
#include "referee/config/config-syntax.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/config/settings.h"

enum config_syntax_kind {
	PARSE_END,
	PARSE_WORD,
	PARSE_ASSIGN, /* = or += */
	PARSE_MARK    /* one of { } ( ) , */
};

struct config_syntax_token {
	enum config_syntax_kind kind;
	int line;    /* line of its first character */
	char *text;  /* owned */
	bool quoted; /* it stands in quotes */
};

enum { CONFIG_SYNTAX_FAULTS = 50 /* after which the rest is not read */ };

struct config_syntax {
	const char *text; /* the whole text */
	const char *at;	  /* the text after the token */
	int line;	  /* line of at */
	struct config_syntax_token token;
	const struct config_syntax_events *events;
	struct config_syntax_fault *fault;
	int faults;	   /* so far */
	bool broken;	   /* the statement here has a fault, which was reported, ... */
	int broken_line;   /* ... in this line */
	bool stopped;	   /* the rest is not read */
	bool unknown;	   /* the open section is of no known kind: its values are not passed on */
	char *section;	   /* the owner of the open section, owned: "bot ann"; NULL: none */
	char *key, *value; /* of the last value, owned; for messages */
	int value_end;	   /* its last line */
};

static void config_syntax_fail(struct config_syntax *syntax, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reads no more of the text. */
static void config_syntax_stop(struct config_syntax *syntax)
{
	syntax->stopped = true;
	syntax->at = "";
}

/* Reports the fault of a statement, which has one at most. */
static void config_syntax_fail(struct config_syntax *syntax, int line, const char *format, ...)
{
	struct config_syntax_fault fault = {.line = line};
	va_list arguments;
	if (syntax->broken)
		return;
	va_start(arguments, format);
	vsnprintf(fault.text, sizeof fault.text, format, arguments);
	va_end(arguments);
	if (syntax->faults++ == 0)
		*syntax->fault = fault;
	if (syntax->events->fault != NULL)
		syntax->events->fault(syntax->events->arg, line, fault.text);
	syntax->broken = true;
	syntax->broken_line = line;
	if (syntax->events->fault == NULL || syntax->faults == CONFIG_SYNTAX_FAULTS)
		config_syntax_stop(syntax);
}

/* --- tokens ---------------------------------------------------------------------------------- */

static void config_syntax_step(struct config_syntax *syntax, size_t bytes)
{
	for (; bytes > 0; bytes--)
		syntax->line += *syntax->at++ == '\n';
}

/* Is it a typographic quote? Texts from word processors and web pages have them; their meaning
 * here would be a guess. */
static bool config_syntax_is_typeset(const char *text)
{
	static const char *const quotes[] = {"\u201c", "\u201d", "\u201e", "\u2018"};
	for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
		if (strncmp(text, quotes[i], strlen(quotes[i])) == 0)
			return true;
	return false;
}

/* The bytes of white space at this place. A no-break space is white space too. */
static size_t config_syntax_blank(const char *text)
{
	if (strncmp(text, "\u00a0", 2) == 0)
		return 2;
	return *text != '\0' && strchr(" \t\r\n\f\v", *text) != NULL ? 1 : 0;
}

/* Skips white space and comments. */
static void config_syntax_skip(struct config_syntax *syntax)
{
	for (size_t bytes = 1; bytes > 0 && *syntax->at != '\0';) {
		bytes = config_syntax_blank(syntax->at);
		if (*syntax->at == '#' || strncmp(syntax->at, "//", 2) == 0)
			bytes = strcspn(syntax->at, "\n");
		if (strncmp(syntax->at, "/*", 2) == 0) {
			const char *end = strstr(syntax->at + 2, "*/");
			if (end == NULL) {
				config_syntax_fail(syntax, syntax->line,
					"the comment that begins here has no end");
				config_syntax_stop(syntax);
				return;
			}
			bytes = (size_t)(end + 2 - syntax->at);
		}
		config_syntax_step(syntax, bytes);
	}
}

/* Reads a number of up to `most` digits in this base after \ or \x; moves *text behind it. */
static char config_syntax_number(const char **text, int base, int most)
{
	char digits[4] = "", *end;
	snprintf(digits, sizeof digits, "%.*s", most, *text);
	long number = strtol(digits, &end, base);
	*text += end - digits;
	return (char)number;
}

/* Decodes \ and the bytes after it in "..."; moves *text behind them. '\0': it is not an escape. */
static char config_syntax_escape(const char **text)
{
	static const char names[] = "ntbrfave", bytes[] = "\n\t\b\r\f\a\v\033";
	const char *at = *text;
	const char *name = strchr(names, *at);
	if (*at >= '0' && *at <= '7')
		return config_syntax_number(text, 8, 3);
	if (*at == 'x' && at[1] != '\0' && strchr("0123456789abcdefABCDEF", at[1]) != NULL) {
		*text += 1;
		return config_syntax_number(text, 16, 2);
	}
	*text += 1;
	return *at == '\n' ? '\0' : name != NULL ? bytes[name - names] : *at;
}

/* Writes the value of the environment variable in ${NAME} or ${NAME:-VALUE}. Returns the bytes
 * read; 0: it is not a variable. */
static size_t config_syntax_variable(const char *text, FILE *out)
{
	const char *end = strncmp(text, "${", 2) == 0 ? strchr(text, '}') : NULL;
	if (end == NULL)
		return 0;
	char *name = memory_print("%.*s", (int)(end - text - 2), text + 2);
	char *preset = strstr(name, ":-");
	if (preset != NULL)
		*preset = '\0';
	const char *value = getenv(name);
	if (value == NULL && preset != NULL)
		value = preset + 2;
	fputs(value != NULL ? value : "", out);
	free(name);
	return (size_t)(end + 1 - text);
}

/* Writes the next character within "..." or '...'. Returns the bytes read. */
static size_t config_syntax_byte(const char *text, char quote, FILE *out)
{
	const char *at = text;
	size_t variable = quote == '"' ? config_syntax_variable(text, out) : 0;
	if (variable > 0)
		return variable;
	bool escaped =
		*at == '\\' && at[1] != '\0' && (quote == '"' || strchr("\\'\n", at[1]) != NULL);
	char byte = *at++;
	if (escaped && quote == '"')
		byte = config_syntax_escape(&at);
	else if (escaped)
		byte = *at++ == '\n' ? '\0' : at[-1];
	if (byte != '\0')
		fputc(byte, out);
	return (size_t)(at - text);
}

/* Reads a quoted text from here. NULL: the closing quote is missing. */
static char *config_syntax_quoted(struct config_syntax *syntax)
{
	const char quote = *syntax->at, *at = syntax->at + 1;
	char *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	while (*at != quote && *at != '\0')
		at += config_syntax_byte(at, quote, out);
	memory_close(out);
	if (*at == quote) {
		config_syntax_step(syntax, (size_t)(at + 1 - syntax->at));
		return text;
	}
	config_syntax_fail(syntax, syntax->line, "the quote that begins here has no end");
	config_syntax_stop(syntax);
	free(text);
	return NULL;
}

/* Reads a word that is only a variable. NULL: there is none here. */
static char *config_syntax_word_of_variable(struct config_syntax *syntax)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	size_t length = config_syntax_variable(syntax->at, out);
	memory_close(out);
	config_syntax_step(syntax, length);
	if (length > 0)
		return text;
	free(text);
	return NULL;
}

/* The length of the word here. */
static size_t config_syntax_word(const char *text)
{
	size_t length = 0;
	while (text[length] != '\0' && strchr("={}(),#\"'", text[length]) == NULL &&
		config_syntax_blank(text + length) == 0 && strncmp(text + length, "+=", 2) != 0 &&
		strncmp(text + length, "${", 2) != 0 && !config_syntax_is_typeset(text + length))
		length++;
	return length;
}

static void config_syntax_next(struct config_syntax *syntax)
{
	struct config_syntax_token *t = &syntax->token;
	free(t->text);
	*t = (struct config_syntax_token){.kind = PARSE_END};
	config_syntax_skip(syntax);
	t->line = syntax->line;
	if (*syntax->at == '\0') {
		/* after the newline at the end no line begins */
		t->line -= !syntax->stopped && syntax->at > syntax->text && syntax->at[-1] == '\n';
		return;
	}
	if (*syntax->at == '"' || *syntax->at == '\'') {
		t->text = config_syntax_quoted(syntax);
		t->kind = t->text != NULL ? PARSE_WORD : PARSE_END;
		t->quoted = true;
		return;
	}
	if (config_syntax_is_typeset(syntax->at)) {
		config_syntax_fail(syntax, syntax->line,
			"these are quotes as they are printed; here they are \"...\"");
		config_syntax_stop(syntax);
		return;
	}
	t->kind = PARSE_WORD;
	t->text = config_syntax_word_of_variable(syntax);
	if (t->text != NULL)
		return;
	size_t length = config_syntax_word(syntax->at);
	if (length == 0) {
		t->kind = *syntax->at == '=' || *syntax->at == '+' ? PARSE_ASSIGN : PARSE_MARK;
		length = *syntax->at == '+' ? 2 : 1;
	}
	t->text = memory_print("%.*s", (int)length, syntax->at);
	config_syntax_step(syntax, length);
}

/* --- syntax ---------------------------------------------------------------------------------- */

static bool config_syntax_is(const struct config_syntax *syntax, char mark)
{
	return syntax->token.kind == PARSE_MARK && *syntax->token.text == mark;
}

/* Is this the next character behind the token? */
static bool config_syntax_is_before(const struct config_syntax *syntax, char mark)
{
	const char *at = syntax->at;
	for (size_t bytes; (bytes = config_syntax_blank(at)) > 0;)
		at += bytes;
	return *at == mark;
}

/* Takes the text of the token, which the caller frees. */
static char *config_syntax_take(struct config_syntax *syntax)
{
	char *text = syntax->token.text;
	syntax->token.text = NULL;
	config_syntax_next(syntax);
	return text;
}

/* Reports a token that is not allowed here. */
static void config_syntax_unexpected(struct config_syntax *syntax)
{
	if (syntax->token.kind == PARSE_END)
		config_syntax_fail(syntax, syntax->token.line, "the file ends in the middle");
	else
		config_syntax_fail(syntax, syntax->token.line,
			"this is not expected here: %s (a value with blanks or one of = , { } ( ) # stands in quotes)",
			syntax->token.text);
}

/* Reads one value of a key. */
static void config_syntax_value(struct config_syntax *syntax, const char *key)
{
	int line = syntax->token.line;
	if (syntax->token.kind == PARSE_END)
		config_syntax_fail(
			syntax, line, "the file ends in the middle: %s has no value", key);
	else if (syntax->token.kind != PARSE_WORD)
		config_syntax_unexpected(syntax);
	if (syntax->broken)
		return;
	free(syntax->key);
	free(syntax->value);
	syntax->key = memory_copy(key);
	syntax->value = syntax->token.text;
	syntax->value_end = syntax->line;
	syntax->token.text = NULL;
	if (!syntax->unknown)
		syntax->events->value(
			syntax->events->arg, key, syntax->value, syntax->section != NULL, line);
	config_syntax_next(syntax);
}

/* Reports what is missing before the word after a value of a list, and reads on. */
static void config_syntax_no_comma(struct config_syntax *syntax, const char *key, bool quoted)
{
	if (config_syntax_is_before(syntax, '=')) {
		config_syntax_fail(syntax, syntax->token.line,
			"the { of %s is not closed with } before %s", key, syntax->token.text);
		return;
	}
	config_syntax_fail(syntax, syntax->token.line, "%s: a comma is missing before %s%s", key,
		syntax->token.text,
		quoted || syntax->token.quoted ? "" : " (a value with blanks stands in quotes)");
	syntax->broken = syntax->stopped;
}

/* Reads { VALUE, VALUE }. The last comma is optional. */
static void config_syntax_list(struct config_syntax *syntax, const char *key)
{
	config_syntax_next(syntax);
	while (!syntax->broken && !config_syntax_is(syntax, '}')) {
		bool quoted = syntax->token.quoted;
		config_syntax_value(syntax, key);
		if (config_syntax_is(syntax, ','))
			config_syntax_next(syntax);
		else if (!syntax->broken && syntax->token.kind == PARSE_WORD)
			config_syntax_no_comma(syntax, key, quoted);
		else if (!syntax->broken && !config_syntax_is(syntax, '}'))
			config_syntax_unexpected(syntax);
	}
	if (!syntax->broken)
		config_syntax_next(syntax);
}

/* Reports a word without = after it. */
static void config_syntax_stray(
	struct config_syntax *syntax, const char *word, bool quoted, int line)
{
	bool within = syntax->section != NULL;
	const struct setting *rows = within ? settings_of_bot : settings_of_tournament;
	if (syntax->value != NULL && syntax->value_end == line && quoted)
		config_syntax_fail(syntax, line,
			"after %s = %s comes \"%s\": several values stand in braces, with commas: { \"%s\", \"%s\" }",
			syntax->key, syntax->value, word, syntax->value, word);
	else if (syntax->value != NULL && syntax->value_end == line)
		config_syntax_fail(syntax, line,
			"after %s = %s comes \"%s\": a value with blanks stands in quotes",
			syntax->key, syntax->value, word);
	else if (settings_find(rows, word) != NULL)
		config_syntax_fail(syntax, line, "an = and a value are expected after %s", word);
	else
		config_syntax_fail(syntax, line,
			"\"%s\" is neither a key with = and a value nor a section bot NAME { }",
			word);
}

static void config_syntax_open(struct config_syntax *syntax, char *owner, bool unknown)
{
	free(syntax->section);
	syntax->section = owner;
	syntax->unknown = unknown;
}

static void config_syntax_close(struct config_syntax *syntax)
{
	config_syntax_open(syntax, NULL, false);
}

/* Reads bot NAME {, after its first word. */
static void config_syntax_section(struct config_syntax *syntax, int line)
{
	if (syntax->token.kind != PARSE_WORD) {
		config_syntax_fail(
			syntax, line, "a bot needs a name: bot NAME { command = \"...\" }");
		return;
	}
	char *name = config_syntax_take(syntax);
	bool opened = config_syntax_is(syntax, '{');
	if (!opened)
		config_syntax_fail(syntax, line,
			"a { is expected after a bot's name: bot NAME { command = \"...\" }");
	if (opened || syntax->token.line > line) {
		config_syntax_open(syntax, memory_print("bot %s", name), false);
		syntax->events->bot(syntax->events->arg, name, line);
	}
	if (opened)
		config_syntax_next(syntax);
	free(name);
}

/* Reads rules {, after its word. */
static void config_syntax_rules(struct config_syntax *syntax, int line)
{
	config_syntax_open(syntax, memory_copy("the rules"), false);
	if (syntax->events->rules != NULL)
		syntax->events->rules(syntax->events->arg, line);
	config_syntax_next(syntax);
}

/* Reads a section with another word than bot or rules; named: a name stands before its {. */
static void config_syntax_unknown(
	struct config_syntax *syntax, const char *word, bool named, int line)
{
	if (named)
		config_syntax_fail(syntax, line, "\"%s\" is no section; did you mean bot %s { }?",
			word, syntax->token.text);
	else
		config_syntax_fail(syntax, line,
			"\"%s\" is no section; the sections are bot NAME { } and rules { }", word);
	syntax->broken = syntax->stopped;
	if (syntax->broken)
		return;
	if (named) {
		config_syntax_section(syntax, line);
	} else {
		config_syntax_open(syntax, memory_copy(word), true);
		config_syntax_next(syntax);
	}
}

/* Reads KEY = VALUE, or the beginning of a section. */
static void config_syntax_key(struct config_syntax *syntax)
{
	int line = syntax->token.line;
	bool quoted = syntax->token.quoted;
	char *key = config_syntax_take(syntax);
	bool bot = strcmp(key, "bot") == 0 && syntax->token.kind != PARSE_ASSIGN;
	bool rules = strcmp(key, "rules") == 0 && config_syntax_is(syntax, '{');
	bool named = syntax->token.kind == PARSE_WORD && config_syntax_is_before(syntax, '{');
	bool section = bot || rules || named || config_syntax_is(syntax, '{');
	if (section && syntax->section != NULL) {
		/* its } is missing */
		config_syntax_fail(syntax, line,
			"the section of %s is not closed with } before this one", syntax->section);
		syntax->broken = syntax->stopped;
		config_syntax_close(syntax);
	}
	if (syntax->broken)
		;
	else if (bot)
		config_syntax_section(syntax, line);
	else if (rules)
		config_syntax_rules(syntax, line);
	else if (*key == '\0')
		config_syntax_fail(
			syntax, line, "a key is expected here: KEY = VALUE, or bot NAME { }");
	else if (section)
		config_syntax_unknown(syntax, key, named, line);
	else if (syntax->token.kind != PARSE_ASSIGN)
		config_syntax_stray(syntax, key, quoted, line);
	else {
		config_syntax_next(syntax);
		if (config_syntax_is(syntax, '{'))
			config_syntax_list(syntax, key);
		else
			config_syntax_value(syntax, key);
	}
	free(key);
}

/* Reads the end of a section; reports any other mark. */
static void config_syntax_mark(struct config_syntax *syntax)
{
	if (!config_syntax_is(syntax, '}')) {
		config_syntax_unexpected(syntax);
		return;
	}
	if (syntax->section == NULL)
		config_syntax_fail(
			syntax, syntax->token.line, "this } closes nothing: no section is open");
	config_syntax_close(syntax);
	if (!syntax->broken)
		config_syntax_next(syntax);
}

/* Goes on behind the line in which the statement broke. */
static void config_syntax_recover(struct config_syntax *syntax)
{
	syntax->broken = false;
	while (syntax->token.kind != PARSE_END && syntax->token.line <= syntax->broken_line &&
		!syntax->broken) {
		if (config_syntax_is(syntax, '}'))
			config_syntax_close(syntax);
		config_syntax_next(syntax);
	}
}

bool config_syntax_read(const char *text, const struct config_syntax_events *events,
	struct config_syntax_fault *fault)
{
	struct config_syntax syntax = {
		.text = text, .at = text, .line = 1, .events = events, .fault = fault};
	config_syntax_next(&syntax);
	while (syntax.token.kind != PARSE_END) {
		if (syntax.broken)
			config_syntax_recover(&syntax);
		else if (syntax.token.kind == PARSE_WORD)
			config_syntax_key(&syntax);
		else
			config_syntax_mark(&syntax);
	}
	if (syntax.section != NULL && !syntax.stopped)
		config_syntax_fail(&syntax, syntax.token.line,
			"the file ends in the middle: the section of %s is not closed with }",
			syntax.section);
	free(syntax.token.text);
	free(syntax.section);
	free(syntax.key);
	free(syntax.value);
	return syntax.faults == 0;
}
