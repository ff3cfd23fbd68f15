/*
 * board-letters.c - letters: the pile as tiles, its first two to be taken; what each seat holds;
 * and the words, with the seats that score for them.
 */
#include "referee/board/board.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/board/svg.h"

enum { LETTERS_SHOWN = 60, LETTERS_COLUMNS = 4, LETTERS_WORD = 14 };

static const double letters_tile = 34, letters_row = 56, letters_width = 720, letters_left = 76,
		    letters_line = 24;

/* A position string's parts: the pile, and what each seat holds. */
struct letters_parts {
	char text[POSITION_TEXT];
	const char *part[3];
};

static void letters_cut(const struct board_scene *scene, struct letters_parts *parts)
{
	char *rest = parts->text;
	scene->setup->rules->write(scene->setup, scene->now, parts->text);
	parts->text[strcspn(parts->text, " ")] = '\0';
	for (int i = 0; i < 3; i++) {
		char *part = strsep(&rest, "/");
		parts->part[i] = part == NULL || strcmp(part, "-") == 0 ? "" : part;
	}
}

static int letters_words(const char *text)
{
	int count = *text != '\0';
	for (; *text != '\0'; text++)
		count += *text == ',';
	return count;
}

static int letters_lines(const struct board_scene *scene)
{
	char *text = memory_get(PARAMETER_TEXT, 1);
	board_scene_parameter(scene, "words", text);
	int words = letters_words(text);
	free(text);
	words = words > LETTERS_SHOWN ? LETTERS_SHOWN : words;
	return (words + LETTERS_COLUMNS - 1) / LETTERS_COLUMNS + 1;
}

static void letters_size(const struct board_scene *scene, double *width, double *height)
{
	struct letters_parts parts;
	letters_cut(scene, &parts);
	double pile = letters_left + (double)strlen(parts.part[0]) * letters_tile + 8;
	*width = pile > letters_width ? pile : letters_width;
	*height = 3 * letters_row + 10 + letters_lines(scene) * letters_line;
}

static void letters_tiles(FILE *out, const char *letters, int marked, int from, double y,
	const char *fill, const char *ink)
{
	for (int i = 0; letters[i] != '\0'; i++) {
		double x = letters_left + i * letters_tile;
		char style[64];
		bool mark = i >= from && i < from + marked;
		fprintf(out,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"30\" height=\"38\" rx=\"5\" "
			"fill=\"%s\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n",
			x, y, fill, mark ? SVG_INK : SVG_GREY, mark ? 3.0 : 1.0);
		snprintf(style, sizeof style, "font-weight=\"bold\" fill=\"%s\"", ink);
		svg_text(out, x + 15, y + 26, 20, SVG_MIDDLE, style, (char[]){letters[i], '\0'});
	}
	if (letters[0] == '\0')
		svg_text(out, letters_left, y + 25, 15, SVG_START, "fill=\"" SVG_GREY "\"",
			"nothing");
}

/* Does a hand hold all letters of a word? */
static bool letters_has(const char *hand, const char *word, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (strchr(hand, word[i]) == NULL)
			return false;
	return true;
}

static void letters_word(FILE *out, const struct letters_parts *parts, const char *word, int number)
{
	size_t length = strcspn(word, ":"), all = strcspn(word, ",");
	double column = letters_width / LETTERS_COLUMNS;
	double x = 8 + number % LETTERS_COLUMNS * column;
	double y = 3 * letters_row + 10 + (number / LETTERS_COLUMNS + 1) * letters_line;
	char *name = memory_print("%.*s%s", (int)(length < LETTERS_WORD ? length : LETTERS_WORD),
		word, length > LETTERS_WORD ? "..." : "");
	char *worth = memory_print("%.*s", (int)(all - length - 1), word + length + 1);
	svg_text(out, x, y, 14, SVG_START, "font-family=\"monospace\"", name);
	svg_text(out, x + column - 52, y, 14, SVG_END, "fill=\"" SVG_GREY "\"", worth);
	for (int seat = 1; seat <= 2; seat++)
		if (letters_has(parts->part[seat], word, length))
			svg_stone(out, seat, x + column - 37, y - 5, 9);
	free(name);
	free(worth);
}

static void letters_list(
	FILE *out, const struct board_scene *scene, const struct letters_parts *parts)
{
	char *text = memory_get(PARAMETER_TEXT, 1), *at = text;
	board_scene_parameter(scene, "words", text);
	int count = letters_words(text), number = 0;
	char *title = memory_print(count > LETTERS_SHOWN ? "Words, the first %d of %d" : "Words",
		LETTERS_SHOWN, count);
	svg_text(out, 8, 3 * letters_row + 12, 13, SVG_START, "fill=\"" SVG_GREY "\"", title);
	for (; number < count && number < LETTERS_SHOWN; number++) {
		letters_word(out, parts, at, number);
		at += strcspn(at, ",");
		at += *at == ',';
	}
	free(title);
	free(text);
}

static void letters_draw(FILE *out, const struct board_scene *scene)
{
	struct letters_parts parts;
	int64_t scores[SEATS_MAX];
	double width, height;
	letters_size(scene, &width, &height);
	letters_cut(scene, &parts);
	scene->setup->rules->scores(scene->setup, scene->now, scores);
	svg_text(out, 8, 27, 15, SVG_START, "font-weight=\"bold\"", "Pile");
	letters_tiles(out, parts.part[0], 2, 0, 2, SVG_WOOD, SVG_INK);
	for (int seat = 1; seat <= 2; seat++) {
		double y = seat * letters_row;
		const char *hand = parts.part[seat];
		const char *last = scene->move != NULL && scene->mover == seat
					   ? strchr(hand, scene->move[0])
					   : NULL;
		char score[24];
		svg_stone(out, seat, 24, y + 20, 15);
		letters_tiles(out, hand, last != NULL, last != NULL ? (int)(last - hand) : 0, y + 1,
			svg_seats[seat - 1].fill, svg_seats[seat - 1].ink);
		snprintf(score, sizeof score, "%lld", (long long)scores[seat - 1]);
		svg_text(out, width - 8, y + 28, 22, SVG_END, "font-weight=\"bold\"", score);
	}
	letters_list(out, scene, &parts);
}

const struct board board_letters = {"letters", letters_size, letters_draw};
