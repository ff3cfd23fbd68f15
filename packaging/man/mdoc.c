/*
 * mdoc.c - writes manual pages in the language mdoc(7).
 */
#include "packaging/man/mdoc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MDOC_WIDTH = 78 };

/* --- texts ---------------------------------------------------------------------------------- */

/* Characters that roff would change, or read as an escape or a quote. */
static const struct mdoc_character {
	char byte;
	const char *written;
} mdoc_characters[] = {
	{'\\', "\\e"},
	{'-', "\\-"},
	{'"', "\\(dq"},
	{'\'', "\\(aq"},
	{'`', "\\(ga"},
	{'^', "\\(ha"},
	{'~', "\\(ti"},
};

static const char *mdoc_character(char byte)
{
	for (size_t i = 0; i < sizeof mdoc_characters / sizeof *mdoc_characters; i++)
		if (mdoc_characters[i].byte == byte)
			return mdoc_characters[i].written;
	return NULL;
}

/* Decodes the UTF-8 character at text. Returns its bytes; 1 for a byte that begins none. */
static int mdoc_decode(const char *text, size_t length, unsigned *code)
{
	unsigned char first = (unsigned char)*text;
	int bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
	*code = bytes == 1 ? first : first & (0x7fu >> bytes);
	for (int i = 1; i < bytes; i++) {
		if ((size_t)i >= length || ((unsigned char)text[i] & 0xc0) != 0x80) {
			*code = first;
			return 1;
		}
		*code = *code << 6 | ((unsigned char)text[i] & 0x3f);
	}
	return bytes;
}

void mdoc_escape(FILE *out, const char *text, size_t length)
{
	while (length > 0) {
		unsigned code;
		int bytes = mdoc_decode(text, length, &code);
		const char *written = mdoc_character(*text);
		if (written != NULL)
			fputs(written, out);
		else if (bytes > 1)
			fprintf(out, "\\[u%04X]", code);
		else if (code >= ' ' && code < 0x7f)
			fputc(*text, out);
		else
			fputc('?', out);
		text += bytes;
		length -= (size_t)bytes;
	}
}

/* Text that is filled into lines. */
struct mdoc_fill {
	FILE *out;
	int column;
	bool bold, code; /* within `code` or **; within `code` */
	bool ended;	 /* a sentence has ended */
};

/* The mark at the end of a word, before brackets and quotes, that roff takes for the end of a
 * sentence. NULL: there is none. */
static const char *mdoc_stop(const char *word, size_t length)
{
	while (length > 0 && strchr(")\"'`*", word[length - 1]) != NULL)
		length--;
	return length > 0 && strchr(".!?", word[length - 1]) != NULL ? word + length - 1 : NULL;
}

/* Does the word end a sentence? Neither "..." nor a mark alone does. */
static bool mdoc_ends(const char *word, size_t length)
{
	const char *stop = mdoc_stop(word, length);
	return stop != NULL && stop > word && strchr(".!?", stop[-1]) == NULL;
}

/* Begins or ends bold type at ` or **; ** does so only outside `code`. Returns the bytes of the
 * mark; 0: there is none. */
static size_t mdoc_mark(struct mdoc_fill *f, const char *at, size_t length, FILE *out)
{
	bool code = *at == '`', strong = length > 1 && at[0] == '*' && at[1] == '*' && !f->code;
	if (!code && !strong)
		return 0;
	f->bold = !f->bold;
	f->code = code && f->bold;
	fputs(f->bold ? "\\fB" : "\\fP", out);
	return code ? 1 : 2;
}

/* Escapes a word, with its marks. */
static void mdoc_marked(struct mdoc_fill *f, const char *word, size_t length, FILE *out)
{
	while (length > 0) {
		size_t mark = mdoc_mark(f, word, length, out), plain = 0;
		word += mark;
		length -= mark;
		while (plain < length && word[plain] != '`' &&
			(f->code || plain + 1 == length || word[plain] != '*' ||
				word[plain + 1] != '*'))
			plain++;
		mdoc_escape(out, word, plain);
		word += plain;
		length -= plain;
	}
}

/* Writes a word of a text on this line, or on the next. */
static void mdoc_word(struct mdoc_fill *f, const char *word, size_t length)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	if (*word == '.')
		fputs("\\&", out);
	mdoc_marked(f, word, length, out);
	if (mdoc_stop(word, length) != NULL && !mdoc_ends(word, length))
		fputs("\\&", out);
	memory_close(out);
	if (f->column > 0) {
		bool breaks = f->ended || f->column + 1 + (int)size > MDOC_WIDTH;
		fputc(breaks ? '\n' : ' ', f->out);
		f->column = breaks ? 0 : f->column + 1;
	}
	fwrite(text, 1, size, f->out);
	f->column += (int)size;
	f->ended = mdoc_ends(word, length);
	free(text);
}

/* Fills length bytes of text into lines. */
static void mdoc_fill(FILE *out, const char *text, size_t length)
{
	struct mdoc_fill f = {.out = out};
	const char *end = text + length;
	while (text < end) {
		size_t word = strcspn(text, " \t\n");
		word = word < (size_t)(end - text) ? word : (size_t)(end - text);
		if (word > 0)
			mdoc_word(&f, text, word);
		text += word + 1;
	}
	fputs(f.bold ? "\\fP\n" : f.column > 0 ? "\n" : "", out);
}

void mdoc_text(struct mdoc *m, const char *text)
{
	mdoc_fill(m->out, text, strlen(text));
	m->fresh = false;
}

void mdoc_break(struct mdoc *m)
{
	if (!m->fresh)
		fputs(".Pp\n", m->out);
	m->fresh = false;
}

void mdoc_paragraphs(struct mdoc *m, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		if (length > 0) {
			mdoc_break(m);
			mdoc_fill(m->out, text, length);
		}
		text += length + (text[length] == '\n');
	}
}

/* Writes an argument of a macro: quoted, and never the name of a macro. */
static void mdoc_argument(FILE *out, const char *text, size_t length)
{
	enum { MACRO = 3 /* the longest name of a macro */ };
	bool quoted = memchr(text, ' ', length) != NULL;
	fputs(quoted ? " \"" : " ", out);
	if (length <= MACRO || !isalnum((unsigned char)*text))
		fputs("\\&", out);
	mdoc_escape(out, text, length);
	fputs(quoted ? "\"" : "", out);
}

/* --- the page ------------------------------------------------------------------------------- */

struct mdoc mdoc_begin(FILE *out, const char *name, int section, const char *summary,
	const char *date, const char *version)
{
	fprintf(out, ".Dd %s\n.Dt ", date);
	for (const char *c = name; *c != '\0'; c++)
		fputc(toupper((unsigned char)*c), out);
	fprintf(out, " %d\n.Os Referee %s\n.Sh NAME\n.Nm %s\n.Nd ", section, version, name);
	/* The summary begins as a sentence. */
	char *text = memory_copy(summary);
	if (islower((unsigned char)text[1]))
		*text = (char)tolower((unsigned char)*text);
	mdoc_escape(out, text, strlen(text));
	fputc('\n', out);
	free(text);
	return (struct mdoc){out, false};
}

void mdoc_section(struct mdoc *m, const char *title)
{
	fputs(".Sh ", m->out);
	for (const char *c = title; *c != '\0'; c++)
		fputc(toupper((unsigned char)*c), m->out);
	fputc('\n', m->out);
	m->fresh = true;
}

void mdoc_part(struct mdoc *m, const char *title)
{
	fputs(".Ss", m->out);
	mdoc_argument(m->out, title, strlen(title));
	fputc('\n', m->out);
	m->fresh = true;
}

void mdoc_literal(struct mdoc *m, const char *text)
{
	fputs(".Bd -literal -offset indent\n", m->out);
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		if (*text == '.')
			fputs("\\&", m->out);
		mdoc_escape(m->out, text, length);
		fputc('\n', m->out);
		text += length + (text[length] == '\n');
	}
	fputs(".Ed\n", m->out);
	m->fresh = false;
}

void mdoc_list(struct mdoc *m, bool tags)
{
	fputs(tags ? ".Bl -tag -width Ds\n" : ".Bl -bullet\n", m->out);
}

void mdoc_item(struct mdoc *m, const char *tag)
{
	struct mdoc_fill f = {.out = m->out};
	fputs(".It", m->out);
	if (tag != NULL) {
		fputs(" \"\\&", m->out);
		mdoc_marked(&f, tag, strlen(tag), m->out);
		fputs(f.bold ? "\\fP\"" : "\"", m->out);
	}
	fputc('\n', m->out);
}

void mdoc_entry(struct mdoc *m, const char *tag, const char *text)
{
	mdoc_item(m, tag);
	mdoc_text(m, text);
}

void mdoc_list_end(struct mdoc *m)
{
	fputs(".El\n", m->out);
	m->fresh = false;
}

void mdoc_option(struct mdoc *m, char letter, const char *name, const char *value, bool joined)
{
	fputs(".It", m->out);
	if (letter != '\0')
		fprintf(m->out, " Fl %c ,", letter);
	fputs(" Fl \\-", m->out);
	mdoc_escape(m->out, name, strlen(name));
	if (value != NULL) {
		fputs(joined ? " Ns Oo = Ns Ar" : " Ar", m->out);
		mdoc_argument(m->out, value, strlen(value));
		fputs(joined ? " Oc" : "", m->out);
	}
	fputc('\n', m->out);
}

void mdoc_line(struct mdoc *m, const char *command, const char *words)
{
	fputs(".Dl \"", m->out);
	mdoc_escape(m->out, command, strlen(command));
	fputc(' ', m->out);
	mdoc_escape(m->out, words, strlen(words));
	fputs("\"\n", m->out);
	m->fresh = false;
}

void mdoc_examples(struct mdoc *m, const char *const *examples)
{
	for (; *examples != NULL; examples++) {
		if (**examples == '#') {
			mdoc_break(m);
			mdoc_text(m, *examples + 1 + strspn(*examples + 1, " "));
		} else {
			fputs(".Dl \"", m->out);
			mdoc_escape(m->out, *examples, strlen(*examples));
			fputs("\"\n", m->out);
			m->fresh = false;
		}
	}
}

/* Writes a word of a use: an option, a name of a value, or a word as it is. */
static void mdoc_use_word(struct mdoc *m, const char *word, size_t length)
{
	if (length > 2 && word[0] == '-' && word[1] == '-') {
		fputs("Fl \\-", m->out);
		mdoc_escape(m->out, word + 2, length - 2);
	} else {
		bool value = isupper((unsigned char)*word);
		fputs(value ? "Ar" : isalnum((unsigned char)*word) ? "Cm" : "No", m->out);
		mdoc_argument(m->out, word, length);
	}
}

void mdoc_use(struct mdoc *m, const char *program, const char *words)
{
	fprintf(m->out, ".Nm %s\n", program);
	bool inside = false;
	while (*(words += strspn(words, " ")) != '\0') {
		size_t length = strcspn(words, " ");
		bool opens = *words == '[' && memchr(words, ']', length - 1) == NULL;
		bool closes = (inside || opens) && words[length - 1] == ']';
		fputs(inside ? " " : opens ? ".Op " : ".", m->out);
		mdoc_use_word(m, words + opens, length - opens - closes);
		inside = (inside || opens) && !closes;
		fputs(inside ? "" : "\n", m->out);
		words += length;
	}
}

void mdoc_reference(struct mdoc *m, const char *name, int section, bool last)
{
	fprintf(m->out, ".Xr %s %d%s\n", name, section, last ? "" : " ,");
}
