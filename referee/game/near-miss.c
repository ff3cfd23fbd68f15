/*
 * near-miss.c - explains answers that are nearly right.
 *
 * It searches each word of a text for a move. Of several lines, the last that holds an answer
 * counts: a program mostly prints its own messages before it.
 */
#include "referee/game/near-miss.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "rules/process/rules-process.h"

/* --- moves ---------------------------------------------------------------------------------- */

struct near_miss_moves {
	char text[MOVES_MAX][MOVE_TEXT];
	int count;
	bool letters; /* each is a single letter */
};

static void near_miss_list(const struct game *g, struct near_miss_moves *m)
{
	move moves[MOVES_MAX];
	m->count = g == NULL ? 0 : g->setup->rules->moves(g->setup, &g->position, moves);
	m->letters = m->count > 0;
	for (int i = 0; i < m->count; i++) {
		g->setup->rules->move_text(g->setup, &g->position, moves[i], m->text[i]);
		m->letters = m->letters && islower((unsigned char)m->text[i][0]) &&
			     m->text[i][1] == '\0';
	}
}

static bool near_miss_legal(const struct near_miss_moves *m, const char *word)
{
	for (int i = 0; i < m->count; i++)
		if (strcmp(m->text[i], word) == 0)
			return true;
	return false;
}

/* The ways in which a word may write a move. */
enum near_miss_way {
	NEAR_MISS_NOT,
	NEAR_MISS_EXACT,
	NEAR_MISS_CASE,
	NEAR_MISS_TURNED, /* the second half comes first */
	NEAR_MISS_MORE,	  /* a column and more characters */
	NEAR_MISS_NUMBER, /* the number of a column that has a letter */
	NEAR_MISS_ZERO,	  /* likewise: 0 */
};

/* "1a" for "a1" */
static bool near_miss_turn(const char *word, char turned[MOVE_TEXT])
{
	size_t digits = strspn(word, "0123456789"), length = strlen(word);
	if (digits == 0 || digits == length || length >= MOVE_TEXT)
		return false;
	snprintf(turned, MOVE_TEXT, "%s%.*s", word + digits, (int)digits, word);
	return true;
}

/* The number in a word, counted from 1; -1: it is no number. */
static int near_miss_number(const char *word)
{
	size_t digits = strspn(word, "0123456789");
	if (digits == 0 || digits > 2 || strspn(word + digits, ".0") != strlen(word + digits))
		return -1;
	return atoi(word);
}

static enum near_miss_way near_miss_read(
	const struct near_miss_moves *m, const char *word, char meant[MOVE_TEXT])
{
	int number = near_miss_number(word);
	for (int i = 0; i < m->count; i++) {
		snprintf(meant, MOVE_TEXT, "%s", m->text[i]);
		if (strcasecmp(meant, word) == 0)
			return strcmp(meant, word) == 0 ? NEAR_MISS_EXACT : NEAR_MISS_CASE;
	}
	if (near_miss_turn(word, meant) && near_miss_legal(m, meant))
		return NEAR_MISS_TURNED;
	if (m->letters && number >= 0) {
		snprintf(meant, MOVE_TEXT, "%c",
			number < 27 ? 'a' + (number > 0) * (number - 1) : '?');
		return number > 0 ? NEAR_MISS_NUMBER : NEAR_MISS_ZERO;
	}
	snprintf(meant, MOVE_TEXT, "%c", tolower((unsigned char)word[0]));
	if (m->letters && near_miss_number(word + 1) >= 0 && near_miss_legal(m, meant))
		return NEAR_MISS_MORE;
	return NEAR_MISS_NOT;
}

/* Gets the next word of a text: letters and digits; anything else separates words. */
static bool near_miss_next(const char **at, char *word, size_t room)
{
	const char *from = *at;
	while (*from != '\0' && !isalnum((unsigned char)*from))
		from++;
	size_t length = 0;
	while (isalnum((unsigned char)from[length]))
		length++;
	*at = from + length;
	snprintf(word, room, "%.*s", (int)length, from);
	return length > 0;
}

/* Finds the first word of a text that writes a move. */
static enum near_miss_way near_miss_find(
	const struct near_miss_moves *m, const char *text, char meant[MOVE_TEXT])
{
	char word[MOVE_TEXT];
	enum near_miss_way way = NEAR_MISS_NOT;
	if (near_miss_legal(m, text)) {
		snprintf(meant, MOVE_TEXT, "%s", text);
		return NEAR_MISS_EXACT;
	}
	while (way == NEAR_MISS_NOT && near_miss_next(&text, word, sizeof word))
		way = near_miss_read(m, word, meant);
	return way;
}

/* Explains a number where columns are letters; meant: the letter, if columns are counted from 1. */
static void near_miss_columns(const struct near_miss_moves *m, enum near_miss_way way,
	const char *meant, char *text, size_t room)
{
	static const char *const ordinals[] = {"first", "second", "third", "fourth", "fifth",
		"sixth", "seventh", "eighth", "ninth"};
	const size_t known = sizeof ordinals / sizeof *ordinals;
	size_t at = (size_t)(meant[0] - 'a');
	bool named = near_miss_legal(m, meant) && at < known;
	const char next[] = {(char)(meant[0] + 1), '\0'};
	int used = snprintf(text, room, "columns are letters here, and the %s is \"%c\"",
		named ? ordinals[at] : ordinals[0], named ? meant[0] : 'a');
	if (way == NEAR_MISS_NUMBER && named && near_miss_legal(m, next))
		snprintf(text + used, room - (size_t)used, " (\"%s\" if you count from 0)", next);
}

/* --- a move that is not legal --------------------------------------------------------------- */

/* More than one word that is a move? */
static bool near_miss_several(const struct near_miss_moves *m, const char *text)
{
	char word[MOVE_TEXT], meant[MOVE_TEXT];
	int moves = 0;
	while (near_miss_next(&text, word, sizeof word)) {
		enum near_miss_way way = near_miss_read(m, word, meant);
		moves += way == NEAR_MISS_EXACT || way == NEAR_MISS_CASE;
	}
	return moves > 1;
}

/* Words that programs print for a missing value. */
static bool near_miss_nothing(const char *text)
{
	static const char *const words[] = {
		"None", "null", "undefined", "NaN", "nan", "nil", "-1", "NULL", "(null)"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

/* Is it a move of the usual start that is no move any more? */
static bool near_miss_gone(const struct game *g, const char *text, struct error *err)
{
	const struct setup *s = g->setup;
	struct position start;
	move moves[MOVES_MAX];
	char word[MOVE_TEXT] = "";
	if (g->fen[0] != '\0' || rules_is_process(s->rules)) /* a question to a program */
		return false;
	s->rules->start(s, &start);
	for (int i = s->rules->moves(s, &start, moves) - 1; i >= 0 && strcmp(word, text) != 0; i--)
		s->rules->move_text(s, &start, moves[i], word);
	if (strcmp(word, text) != 0)
		return false;
	error_set(err, "was legal at the start: the column is full, or the place taken");
	return true;
}

bool near_miss_move(const struct game *g, const char *text, struct error *err)
{
	struct near_miss_moves m;
	char meant[MOVE_TEXT], columns[96];
	near_miss_list(g, &m);
	enum near_miss_way way = near_miss_find(&m, text, meant);
	if (near_miss_nothing(text)) {
		error_set(err, "is no move: the program chose a missing value");
		return true;
	}
	if (near_miss_several(&m, text)) {
		error_set(err, "is more than one move: write one move only");
		return true;
	}
	switch (way) {
	case NEAR_MISS_NOT:
		return near_miss_gone(g, text, err);
	case NEAR_MISS_NUMBER:
	case NEAR_MISS_ZERO:
		near_miss_columns(&m, way, meant, columns, sizeof columns);
		error_set(err, "is a number: %s", columns);
		break;
	case NEAR_MISS_CASE:
		error_set(err, "must be \"%s\": lower case and upper case are not the same", meant);
		break;
	case NEAR_MISS_EXACT:
		error_set(err, "has more than the move: write \"bestmove %s\"", meant);
		break;
	case NEAR_MISS_TURNED:
	case NEAR_MISS_MORE:
		error_set(err, "must be \"%s\"", meant);
		break;
	}
	return true;
}

/* --- a line that is no answer --------------------------------------------------------------- */

enum near_miss_kind {
	NEAR_MISS_NONE,
	NEAR_MISS_NO_END,
	NEAR_MISS_SPELLED,
	NEAR_MISS_GLUED,
	NEAR_MISS_PARTED,
	NEAR_MISS_INSIDE,
	NEAR_MISS_JSON,
	NEAR_MISS_OTHER_WORD,
	NEAR_MISS_BARE,
};

/* The advice for each kind. */
static const char *const near_miss_kinds[] = {
	[NEAR_MISS_NO_END] = "the end of the line is missing",
	[NEAR_MISS_SPELLED] = "\"bestmove\" is in lower case",
	[NEAR_MISS_GLUED] = "only a blank separates \"bestmove\" and the move",
	[NEAR_MISS_PARTED] = "\"bestmove\" is one word",
	[NEAR_MISS_INSIDE] = "\"bestmove\" begins the line",
	[NEAR_MISS_JSON] = "an answer is plain words, not JSON",
	[NEAR_MISS_OTHER_WORD] = "the word before the move is \"bestmove\"",
	[NEAR_MISS_BARE] = "the word \"bestmove\" is missing before the move",
};

/* Finds "bestmove" in a line, in any case, with a blank, _ or - in its middle; *length gets its
 * length. NULL: not found. */
static const char *near_miss_bestmove(const char *line, size_t *length)
{
	for (const char *at = line; (at = strcasestr(at, "best")) != NULL; at++) {
		size_t gap = strspn(at + 4, " _-");
		if (gap > 1 || strncasecmp(at + 4 + gap, "move", 4) != 0)
			continue;
		*length = 8 + gap;
		return at;
	}
	return NULL;
}

/* The kind of a line with "bestmove" in it that is no answer. */
static enum near_miss_kind near_miss_spelled(const char *line, const char *at, size_t length)
{
	if (length > 8)
		return NEAR_MISS_PARTED;
	if (at > line)
		return NEAR_MISS_INSIDE;
	if (at[length] != ' ' && at[length] != '\t' && at[length] != '\0')
		return NEAR_MISS_GLUED;
	return strncmp(at, "bestmove", 8) != 0 ? NEAR_MISS_SPELLED : NEAR_MISS_NONE;
}

/* Has the line another word for a move? *rest: the text after it. */
static bool near_miss_other(const char *line, const char **rest)
{
	static const char *const others[] = {"move", "mymove", "moves", "play", "plays", "best",
		"answer", "result", "choose", "chooses", "column", "col"};
	char word[MOVE_TEXT];
	bool found = false;
	for (const char *at = line; near_miss_next(&at, word, sizeof word);)
		for (size_t i = 0; i < sizeof others / sizeof *others; i++)
			if (strcasecmp(word, others[i]) == 0) {
				*rest = at;
				found = true;
			}
	return found;
}

/* The kind of a line that may have been meant as an answer; *rest: its move. */
static enum near_miss_kind near_miss_kind(const char *line, bool whole, const char **rest)
{
	size_t length;
	const char *at = near_miss_bestmove(line, &length);
	*rest = line;
	if (line[0] == '{' || line[0] == '[') {
		*rest = at != NULL ? at + length : line;
		return NEAR_MISS_JSON;
	}
	if (at != NULL) {
		enum near_miss_kind kind = near_miss_spelled(line, at, length);
		*rest = at + length;
		return kind == NEAR_MISS_NONE && !whole ? NEAR_MISS_NO_END : kind;
	}
	if (near_miss_other(line, rest))
		return NEAR_MISS_OTHER_WORD;
	char word[MOVE_TEXT];
	near_miss_next(rest, word, sizeof word);
	bool alone = !near_miss_next(rest, word, sizeof word);
	*rest = line;
	return alone || line[0] == '(' ? NEAR_MISS_BARE : NEAR_MISS_NONE;
}

/* Explains a line that was meant as an answer. False: it was not. */
static bool near_miss_line(void *arg, const char *line, bool whole, struct error *err)
{
	const struct near_miss_moves *m = arg;
	char meant[MOVE_TEXT] = "", columns[112] = "";
	const char *rest;
	enum near_miss_kind kind = near_miss_kind(line, whole, &rest);
	if (kind == NEAR_MISS_NONE)
		return false;
	enum near_miss_way way = near_miss_find(m, rest, meant);
	bool named = kind == NEAR_MISS_NO_END || kind == NEAR_MISS_SPELLED ||
		     kind == NEAR_MISS_GLUED || kind == NEAR_MISS_PARTED ||
		     kind == NEAR_MISS_INSIDE;
	if (way == NEAR_MISS_NOT && !named)
		return false;
	if (way == NEAR_MISS_NUMBER || way == NEAR_MISS_ZERO) {
		memcpy(columns, "; ", 2);
		near_miss_columns(m, way, meant, columns + 2, sizeof columns - 2);
	}
	if (way == NEAR_MISS_NOT || !near_miss_legal(m, meant))
		snprintf(meant, sizeof meant, "%s", m->count > 0 ? m->text[0] : "MOVE");
	error_set(err,
		"it wrote \"%.*s\"%s, which is not an answer: write a line such as \"bestmove %s\" (%s%s)",
		NEAR_MISS_LINE, line, whole ? "" : " without a line end", meant,
		near_miss_kinds[kind], columns);
	return true;
}

#define NEAR_MISS_MARK "\xef\xbb\xbf" /* U+FEFF in UTF-8 */

void near_miss_strip(const char *line, char *plain)
{
	while (*line != '\0') {
		if (strncmp(line, NEAR_MISS_MARK, 3) == 0) {
			line += 3;
		} else if (strncmp(line, "\033[", 2) == 0) {
			line += 2 + strspn(line + 2, "0123456789;:?");
			line += *line != '\0';
		} else {
			*plain++ = *line++;
		}
	}
	*plain = '\0';
}

/* Is the line the awaited answer, but for bytes that a terminal or an editor does not show? */
static bool near_miss_hidden(const char *line, const char *awaited, struct error *err)
{
	char *plain = memory_copy(line);
	size_t length = strlen(awaited);
	near_miss_strip(line, plain);
	bool is = strcmp(plain, line) != 0 && strncmp(plain, awaited, length) == 0 &&
		  strchr(" \t", plain[length]) != NULL;
	if (is && strchr(line, '\033') == NULL)
		error_set(err,
			"it wrote a byte order mark before \"%.*s\": write UTF-8 without one (C#: new UTF8Encoding(false))",
			NEAR_MISS_LINE, plain);
	else if (is)
		error_set(err,
			"it wrote \"%.*s\" in colours or with other escape codes of a terminal: print plain text",
			NEAR_MISS_LINE, plain);
	free(plain);
	return is;
}

/* Tries the lines of said from the last to the first, until one is explained. */
static bool near_miss_each(const char *output, const char *awaited,
	bool (*judge)(void *arg, const char *line, bool whole, struct error *err), void *arg,
	struct error *err)
{
	enum { LINES = 12 };
	char *text = memory_copy(output);
	bool found = strchr(output, '\r') != NULL && strchr(output, '\n') == NULL &&
		     strstr(output, awaited) != NULL;
	if (found)
		error_set(err,
			"it ends its lines with a carriage return alone (\\r): end each with a line feed (\\n)");
	for (int i = 0; *text != '\0' && i < LINES && !found; i++) {
		size_t length = strlen(text);
		bool whole = text[length - 1] == '\n';
		while (length > 0 && isspace((unsigned char)text[length - 1]))
			text[--length] = '\0';
		char *end = strrchr(text, '\n'), *line = end != NULL ? end + 1 : text;
		char *word = line + strspn(line, " \t\r");
		found = *word != '\0' &&
			(near_miss_hidden(word, awaited, err) || judge(arg, word, whole, err));
		*line = '\0';
	}
	free(text);
	return found;
}

bool near_miss_answer(const struct game *g, const char *output, struct error *err)
{
	struct near_miss_moves *m = memory_get(1, sizeof *m);
	near_miss_list(g, m);
	bool found = near_miss_each(output, "bestmove", near_miss_line, m, err);
	free(m);
	return found;
}

/* --- a word that is no answer --------------------------------------------------------------- */

/* Are the letters the same, ignoring case and other characters? */
static bool near_miss_alike(const char *line, const char *word)
{
	for (; *word != '\0'; line++) {
		if (*line == '\0')
			return false;
		if (tolower((unsigned char)*line) == *word)
			word++;
		else if (isalpha((unsigned char)*line))
			return false;
	}
	return true;
}

static bool near_miss_judge_word(void *arg, const char *line, bool whole, struct error *err)
{
	static const char *const others[] = {
		"ok", "okay", "ready", "yes", "true", "done", "isready"};
	const char *awaited = arg;
	bool near = near_miss_alike(line, awaited);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		near |= near_miss_alike(line, others[i]) && strlen(line) <= strlen(others[i]) + 1;
	if (!near || (whole && strcmp(line, awaited) == 0))
		return false;
	error_set(err, "it wrote \"%.*s\"%s, which is not an answer: write the line \"%s\"%s",
		NEAR_MISS_LINE, line, whole ? "" : " without a line end", awaited,
		strcasecmp(line, awaited) == 0 && whole ? " in lower case" : "");
	return true;
}

bool near_miss_word(const char *awaited, const char *output, struct error *err)
{
	char word[32];
	snprintf(word, sizeof word, "%s", awaited);
	return near_miss_each(output, awaited, near_miss_judge_word, word, err);
}
