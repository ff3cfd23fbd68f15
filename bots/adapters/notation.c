/*
 * notation.c - moves and boards in the words of other programs.
 */
#include "bots/adapters/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/star.h"

enum { NOTATION_STAR = STAR_ROWS / 2 }; /* the star's coordinates of its middle column and row */

/* Adds a run of free cells, or a stone. */
static bool notation_put(struct notation_board *b, int row, int count, int seat)
{
	if (row >= NOTATION_ROWS || b->lengths[row] + count > NOTATION_ROWS)
		return false;
	memset(b->cells[row] + b->lengths[row], seat, (size_t)count);
	b->lengths[row] += count;
	return true;
}

bool notation_board(const struct setup *s, const struct position *p, struct notation_board *b)
{
	char text[POSITION_TEXT];
	const char *letters = s->rules->letters;
	*b = (struct notation_board){.rows = 1};
	if (letters == NULL)
		return false;
	s->rules->write(s, p, text);
	for (char *at = text; *at != '\0' && *at != ' ';) {
		const char *letter = strchr(letters, *at);
		int row = b->rows - 1;
		if (*at == '/') {
			b->rows++;
			at++;
		} else if (isdigit((unsigned char)*at)) {
			if (!notation_put(b, row, (int)strtol(at, &at, 10), 0))
				return false;
		} else if (letter == NULL ||
			   !notation_put(b, row, 1, (int)(letter - letters) + 1)) {
			return false;
		} else {
			at++;
		}
	}
	for (int i = 0; i < b->rows; i++)
		b->columns = b->lengths[i] > b->columns ? b->lengths[i] : b->columns;
	return true;
}

bool notation_is_pass(const char *text)
{
	return strcmp(text, "pass") == 0;
}

/* The facts of a move that a pattern can name. */
struct notation_move {
	char text[MOVE_TEXT], from[MOVE_TEXT], to[MOVE_TEXT];
	int column, row, top, cell; /* from 0; -1: none */
};

/* The cell in a row from the top, counted row by row. The rows of the star begin at any column. */
static int notation_cell(const struct notation_board *b, int top, int column)
{
	int cell = column, last;
	for (int i = 0; i < top; i++)
		cell += b->lengths[i];
	if (b->lengths[0] < b->columns) {
		int first;
		star_row(NOTATION_STAR - top, &first, &last);
		cell -= first + NOTATION_STAR;
	}
	return cell;
}

static void notation_take(
	const struct setup *s, const struct position *p, move m, struct notation_move *n)
{
	struct notation_board b;
	bool board = notation_board(s, p, &b);
	*n = (struct notation_move){.row = -1, .top = -1, .cell = -1};
	s->rules->move_text(s, p, m, n->text);
	size_t first = 1 + strspn(n->text + 1, "0123456789");
	snprintf(n->from, sizeof n->from, "%.*s", (int)first, n->text);
	snprintf(n->to, sizeof n->to, "%s", n->text[first] != '\0' ? n->text + first : n->from);
	n->column = islower((unsigned char)n->to[0]) ? n->to[0] - 'a' : -1;
	if (n->to[1] != '\0')
		n->row = atoi(n->to + 1) - 1;
	else if (board && n->column >= 0) /* a stone falls on those below it */
		for (n->row = 0; n->row < b.rows; n->row++)
			if (b.cells[b.rows - 1 - n->row][n->column] == 0)
				break;
	if (board && n->row >= 0)
		n->top = s->rules->downward ? n->row : b.rows - 1 - n->row;
	if (n->top >= 0 && n->column >= 0)
		n->cell = notation_cell(&b, n->top, n->column);
}

static void notation_field(
	const struct notation_move *n, const char *name, int base, char *out, size_t room)
{
	const struct {
		const char *name;
		int number;
	} numbers[] = {{"d", n->column + base}, {"r", n->row + base}, {"t", n->top + base},
		{"R", n->row + 1}, {"i", n->cell + base}};
	const struct {
		const char *name, *text;
	} texts[] = {{"m", n->text}, {"from", n->from}, {"to", n->to}};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (strcmp(name, numbers[i].name) == 0)
			snprintf(out, room, "%d", numbers[i].number);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (strcmp(name, texts[i].name) == 0)
			snprintf(out, room, "%s", texts[i].text);
	if (strcmp(name, "c") == 0 || strcmp(name, "C") == 0)
		snprintf(out, room, "%c", (*name == 'c' ? 'a' : 'A') + n->column);
}

void notation_write(const struct setup *s, const struct position *p, move m,
	const struct notation_form *form, char text[NOTATION_TEXT])
{
	struct notation_move n;
	size_t used = 0;
	const char *pattern = form->pattern;
	notation_take(s, p, m, &n);
	if (notation_is_pass(n.text)) {
		snprintf(text, NOTATION_TEXT, "%s", form->pass != NULL ? form->pass : n.text);
		return;
	}
	while (*pattern != '\0' && used + 1 < NOTATION_TEXT) {
		char name[8], field[MOVE_TEXT] = "";
		int length = 0;
		if (sscanf(pattern, "{%7[A-Za-z]}%n", name, &length) == 1 && length > 0) {
			notation_field(&n, name, form->base, field, sizeof field);
			pattern += length;
		} else {
			field[0] = *pattern++;
			field[1] = '\0';
		}
		used += (size_t)snprintf(text + used, NOTATION_TEXT - used, "%s", field);
	}
	text[used < NOTATION_TEXT ? used : NOTATION_TEXT - 1] = '\0';
}

/* The same text, up to blanks at both ends, and small and capital letters? */
static bool notation_same(const char *text, const char *written)
{
	size_t length = strlen(written);
	text += strspn(text, " \t");
	return strncasecmp(text, written, length) == 0 &&
	       text[length + strspn(text + length, " \t\r.,;!)")] == '\0';
}

enum notation_found notation_read(const struct setup *s, const struct position *p, const char *text,
	const struct notation_form *form, move *m)
{
	static move moves[MOVES_MAX];
	int count = s->rules->moves(s, p, moves);
	enum notation_found found = NOTATION_NONE;
	for (int i = 0; i < count; i++) {
		char written[NOTATION_TEXT];
		notation_write(s, p, moves[i], form, written);
		if (written[0] == '\0' || !notation_same(text, written))
			continue;
		if (found != NOTATION_NONE)
			return NOTATION_SEVERAL;
		*m = moves[i];
		found = NOTATION_MOVE;
	}
	return found;
}

void notation_illegal(const struct setup *s, const struct position *p, const char *text,
	const struct notation_form *form, char *out, size_t room)
{
	char *end;
	move m;
	text += strspn(text, " \t");
	long number = strtol(text, &end, 10);
	bool whole = end > text && strchr(" \t\r.,;!)", *end) != NULL &&
		     !(*end == '.' && isdigit((unsigned char)end[1]));
	if (strcmp(form->pattern, "{d}") == 0 && whole && number >= form->base &&
		number - form->base < 26)
		snprintf(out, room, "%c", (char)('a' + number - form->base));
	else
		snprintf(out, room, "%.*s", (int)strcspn(text, " \t\r"), text);
	if (out[0] == '\0')
		snprintf(out, room, "none");
	if (rules_read_move(s, p, out, &m))
		snprintf(out, room, "no-move:%.*s", (int)strcspn(text, " \t\r"), text);
}
