/*
 * board-letters.c - letters: the pile with its two takeable letters; the letters of each seat;
 * the words, with the seats that score for them.
 *
 * Cells: the tiles of the pile, those of each seat, the score of each seat, the mark of the last
 * letter, then three for each word.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/html-print.h"
#include "referee/board/board-kind.h"

enum { LETTERS_SHOWN = 60, LETTERS_COLUMNS = 4, LETTERS_WORD = 12, LETTERS_WIDE = 20 };

static const double letters_step = 34, letters_left = 62, letters_min_width = 640, letters_row = 58,
		    letters_words = 230, letters_line = 25;

/* The parts of a position string: the pile, and the letters of each seat. */
struct letters_parts {
	char text[POSITION_TEXT];
	const char *part[3];
	int all; /* number of letters */
};

static void letters_cut(
	struct letters_parts *parts, const struct setup *setup, const struct position *p)
{
	char *rest = parts->text;
	setup->rules->write(setup, p, parts->text);
	parts->text[strcspn(parts->text, " ")] = '\0';
	parts->all = 0;
	for (int i = 0; i < 3; i++) {
		char *part = strsep(&rest, "/");
		parts->part[i] = part == NULL || strcmp(part, "-") == 0 ? "" : part;
		parts->all += (int)strlen(parts->part[i]);
	}
}

static void letters_pieces(FILE *out)
{
	html_print(out, "<rect id=\"p-t\" class=\"lasttile\" x=\"-17\" y=\"-28\" width=\"34\" "
			"height=\"42\" rx=\"8\"/>\n");
	for (int seat = 1; seat <= 2; seat++)
		html_print(out, "<use id=\"p-%ds\" href=\"#p-%d\" transform=\"scale(.6)\"/>\n",
			seat, seat);
}

/* Draws a row of tiles: the pile's, or a seat's. */
static void letters_draw_row(struct board *b, FILE *ground, int row, int tiles)
{
	static const char *const names[] = {"Pile", "Seat 1", "Seat 2"};
	for (int i = 0; i < tiles; i++) {
		double x = letters_left + i * letters_step, y = 8 + row * letters_row;
		html_print(ground,
			"<rect class=\"tile%s\" x=\"%g\" y=\"%g\" width=\"30\" height=\"38\" "
			"rx=\"6\"/>\n",
			row == 0 && i < 2 ? " free" : "", x, y);
		board_add_text(b, (struct board_place){x + 15, y + 26, row, 6 + i, false}, 20,
			SVG_MIDDLE, row == 0 ? "class=\"strong still\"" : "class=\"strong\"",
			names[row]);
	}
}

/* Adds the cells for a word with its worth, and for the seats that score for it. */
static void letters_draw_word(struct board *b, int number)
{
	double column = board_width(b) / LETTERS_COLUMNS;
	double x = 8 + number % LETTERS_COLUMNS * column;
	double y = letters_words + (double)(number / LETTERS_COLUMNS) * letters_line;
	struct board_place at = {
		x, y, 4 + number / LETTERS_COLUMNS, number % LETTERS_COLUMNS * LETTERS_WIDE, false};
	board_add_text(b, at, 14, SVG_START, "class=\"mono\"", "Words");
	for (int seat = 1; seat <= 2; seat++)
		board_add_piece(b,
			(struct board_place){x + column - 42 + (seat - 1) * 19, y - 5, at.line,
				at.column + LETTERS_WIDE - 4 + seat - 1, false},
			NULL);
}

static int letters_count(const char *words)
{
	int count = *words != '\0';
	for (; *words != '\0'; words++)
		count += *words == ',';
	return count;
}

static void letters_draw_words(struct board *b, FILE *ground, const char *words)
{
	int count = letters_count(words), shown = count < LETTERS_SHOWN ? count : LETTERS_SHOWN;
	char title[64];
	snprintf(title, sizeof title, count > LETTERS_SHOWN ? "Words, the first %d of %d" : "Words",
		shown, count);
	board_label(b, ground, (struct board_place){8, letters_words - 28, 3, 0, false}, 14,
		SVG_START, "class=\"soft\"", title);
	for (int i = 0; i < shown; i++)
		letters_draw_word(b, i);
}

static void letters_draw(struct board *b, FILE *ground, const struct position *start)
{
	struct letters_parts parts;
	char *words = memory_get(PARAMETER_TEXT, 1);
	letters_cut(&parts, board_setup(b), start);
	board_parameter(b, "words", words);
	double width = letters_left + parts.all * letters_step + 70;
	int lines = letters_count(words);
	lines = lines < LETTERS_SHOWN ? lines : LETTERS_SHOWN;
	board_set_size(b, width < letters_min_width ? letters_min_width : width,
		letters_words +
			(double)((lines + LETTERS_COLUMNS - 1) / LETTERS_COLUMNS) * letters_line);
	board_label(b, ground, (struct board_place){8, 33, 0, 0, false}, 15, SVG_START,
		"class=\"strong\"", "Pile");
	for (int row = 0; row < 3; row++) {
		if (row > 0)
			board_owner(b, ground,
				(struct board_place){26, 27 + row * letters_row, row, 0, false}, 16,
				row);
		letters_draw_row(b, ground, row, parts.all);
	}
	for (int seat = 1; seat <= 2; seat++)
		board_add_text(b,
			(struct board_place){board_width(b) - 8, 35 + seat * letters_row, seat,
				6 + parts.all + 6, true},
			22, SVG_END, "class=\"strong\"",
			seat == 1 ? "Points of seat 1" : "Points of seat 2");
	board_add_float(b);
	letters_draw_words(b, ground, words);
	free(words);
}

/* Does a seat's hand have all letters of a word? */
static bool letters_has(const char *hand, const char *word)
{
	for (size_t i = 0; word[i] != ':' && word[i] != '\0'; i++)
		if (strchr(hand, word[i]) == NULL)
			return false;
	return true;
}

static void letters_fill_words(struct board *b, const struct letters_parts *parts, int cell)
{
	char *words = memory_get(PARAMETER_TEXT, 1), *at = words;
	board_parameter(b, "words", words);
	for (int i = 0; *at != '\0' && i < LETTERS_SHOWN; i++) {
		int length = (int)strcspn(at, ":"), all = (int)strcspn(at, ",");
		bool cut = length > LETTERS_WORD;
		board_print(b, cell++, "%.*s%s %.*s", cut ? LETTERS_WORD : length, at,
			cut ? "…" : "", all - length - 1, at + length + 1);
		for (int seat = 1; seat <= 2; seat++)
			board_set(b, cell++,
				!letters_has(parts->part[seat], at) ? ""
				: seat == 1			    ? "1s"
								    : "2s");
		at += strcspn(at, ",");
		at += *at == ',';
	}
	free(words);
}

static void letters_fill(struct board *b, const struct board_scene *scene)
{
	struct letters_parts parts;
	int64_t scores[SEATS_MAX];
	letters_cut(&parts, scene->setup, scene->now);
	scene->setup->rules->scores(scene->setup, scene->now, scores);
	int mark = 3 * parts.all + 2;
	board_set(b, mark, "");
	for (int row = 0; row < 3; row++)
		for (int i = 0; i < parts.all; i++) {
			const char *held = parts.part[row];
			bool there = i < (int)strlen(held);
			board_set(b, row * parts.all + i, (char[]){there ? held[i] : '\0', '\0'});
			if (there && scene->move != NULL && row == scene->mover &&
				held[i] == scene->move[0])
				board_float(b, mark, row * parts.all + i, "t");
		}
	for (int seat = 1; seat <= 2; seat++)
		board_print(b, 3 * parts.all + seat - 1, "%lld", (long long)scores[seat - 1]);
	letters_fill_words(b, &parts, mark + 1);
}

static const struct board_kind letters_kind = {.draw = letters_draw, .fill = letters_fill};

const struct board_description board_letters = {
	.game = "letters", .kind = &letters_kind, .radius = 15, .pieces = letters_pieces};
