/*
 * game-sheet.c - the picture of a game, from top to bottom: title, players, position, last move.
 */
#include "referee/board/game-sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/html-print.h"
#include "base/memory.h"
#include "referee/board/board.h"
#include "referee/board/svg.h"

enum { GAME_SHEET_POSITION_LINE = 100 };

static const double game_sheet_margin = 28, game_sheet_min_width = 700, game_sheet_player = 34,
		    game_sheet_head = 84;

/* The layout of the sheet. */
struct game_sheet_layout {
	struct board *board; /* owned */
	int next;	     /* the seat to move; 0: the game is over */
	char position[POSITION_TEXT];
	double width, height;
	double players_y, board_y, caption_y; /* the upper edges */
	int player_columns;
};

static bool game_sheet_has_players(const struct game_sheet *sheet)
{
	bool named = false;
	for (int i = 0; i < sheet->moves->setup->seats; i++)
		named |= sheet->moves->names[i] != NULL;
	return named;
}

static void game_sheet_measure(struct game_sheet_layout *layout, const struct game_sheet *sheet)
{
	int seats = sheet->moves->setup->seats;
	layout->width = board_width(layout->board) + 2 * game_sheet_margin;
	layout->width = layout->width < game_sheet_min_width ? game_sheet_min_width : layout->width;
	layout->player_columns = seats > 2 ? 2 : 1;
	layout->players_y = game_sheet_head;
	layout->board_y = game_sheet_head + 12;
	if (game_sheet_has_players(sheet))
		layout->board_y += (seats + layout->player_columns - 1) / layout->player_columns *
				   game_sheet_player;
	layout->caption_y = layout->board_y + board_height(layout->board) + 14;
	layout->height = layout->caption_y + 56 +
			 (double)(strlen(layout->position) / GAME_SHEET_POSITION_LINE) * 16;
}

static void game_sheet_draw_player(FILE *out, const struct game_sheet *sheet, int seat,
	enum verdict verdict, double x, double y)
{
	const struct move_list *h = sheet->moves;
	const char *name = h->names[seat - 1] != NULL ? h->names[seat - 1] : "";
	double wide = fmin(svg_width(name, 17) * 1.1, 260);
	board_stone(out, h->setup->rules, seat, x + 12, y + 12, 12);
	svg_text_cut(out, x + 34, y + 18, 17, "font-weight=\"bold\"", name, 260);
	char note[64] = "";
	if (sheet->ranks != NULL)
		snprintf(note, sizeof note, "place %d", sheet->ranks[seat - 1]);
	if (verdict != VERDICT_OK)
		snprintf(note + strlen(note), sizeof note - strlen(note), "%s%s",
			note[0] != '\0' ? ", " : "", verdict_table[verdict].name);
	svg_text(out, x + 44 + wide, y + 17, 14, SVG_START,
		verdict != VERDICT_OK ? "class=\"bad\"" : "class=\"soft\"", note);
}

static void game_sheet_draw_players(
	FILE *out, const struct game_sheet_layout *layout, const struct game_sheet *sheet)
{
	const struct move_list *h = sheet->moves;
	enum verdict verdicts[SEATS_MAX] = {VERDICT_OK};
	for (int i = 0; i < h->count; i++)
		if (h->turns[i].verdict != VERDICT_OK)
			verdicts[h->turns[i].seat - 1] = h->turns[i].verdict;
	int rows = (h->setup->seats + layout->player_columns - 1) / layout->player_columns;
	for (int i = 0; i < h->setup->seats && game_sheet_has_players(sheet); i++)
		game_sheet_draw_player(out, sheet, i + 1, verdicts[i],
			game_sheet_margin + i / rows * (layout->width / 2 - game_sheet_margin / 2),
			layout->players_y + i % rows * game_sheet_player);
}

/* "seat 2 (y)"; the letter only if the game has letters. */
static char *game_sheet_seat(const struct setup *s, int seat)
{
	return s->rules->letters != NULL
		       ? memory_print("seat %d (%c)", seat, s->rules->letters[seat - 1])
		       : memory_print("seat %d", seat);
}

/* Describes the last turn. */
static char *game_sheet_last_turn(const struct game_sheet *sheet)
{
	const struct move_list *h = sheet->moves;
	int plies = move_list_plies(h, sheet->count);
	if (sheet->count == 0)
		return memory_copy(h->count == 0 ? "Position" : "The start");
	const struct move_list_turn *turn = &h->turns[sheet->count - 1];
	char *seat = game_sheet_seat(h->setup, turn->seat), *last;
	if (turn->verdict == VERDICT_OK)
		last = memory_print("Ply %d: %s played %s", plies, seat, turn->move);
	else
		last = memory_print(
			"After ply %d %s left, %s", plies, seat, verdict_table[turn->verdict].name);
	free(seat);
	return last;
}

/* Describes the last turn and the next event. */
static char *game_sheet_caption(
	const struct game_sheet_layout *layout, const struct game_sheet *sheet)
{
	const struct move_list *h = sheet->moves;
	char *last = game_sheet_last_turn(sheet), *caption;
	if (sheet->count == h->count && sheet->result != NULL) {
		caption = memory_print("%s. %s", last, sheet->result);
	} else if (layout->next == 0) {
		caption = memory_print("%s. The game is over", last);
	} else {
		char *seat = game_sheet_seat(h->setup, layout->next);
		caption = memory_print("%s. Next is %s", last, seat);
		free(seat);
	}
	free(last);
	return caption;
}

static void game_sheet_draw_caption(
	FILE *out, const struct game_sheet_layout *layout, const char *caption)
{
	double y = layout->caption_y + 14;
	const char *at = layout->position;
	svg_text(out, layout->width / 2, y, 16, SVG_MIDDLE, "", caption);
	for (y += 20; *at != '\0'; y += 16) {
		size_t length = strlen(at);
		char line[GAME_SHEET_POSITION_LINE + 1];
		length = length > GAME_SHEET_POSITION_LINE ? GAME_SHEET_POSITION_LINE : length;
		memcpy(line, at, length);
		line[length] = '\0';
		svg_text(out, layout->width / 2, y, 11, SVG_MIDDLE,
			"font-family=\"monospace\" class=\"soft\"", line);
		at += length;
	}
}

/* Writes the style, with the colours of the game's palette before the usual ones. */
static void game_sheet_style(FILE *out, const struct game_sheet *sheet)
{
	const char *palette = board_palette(sheet->moves->setup->rules);
	const char *found = palette != NULL ? strstr(sheet->colours, palette) : NULL;
	int length = found != NULL ? (int)strcspn(found, "}") : 0;
	char *colours = memory_print("%.*s}%s", length, found != NULL ? found : "", sheet->colours);
	svg_style(out, sheet->css, colours);
	free(colours);
}

static void game_sheet_draw(
	FILE *out, const struct game_sheet_layout *layout, const struct game_sheet *sheet)
{
	char *caption = game_sheet_caption(layout, sheet);
	char *description = memory_print("%s%sPosition: %s. %s.", sheet->subtitle,
		*sheet->subtitle != '\0' ? ". " : "", layout->position, caption);
	svg_begin(out, layout->width, layout->height, sheet->title, description);
	if (sheet->css != NULL)
		game_sheet_style(out, sheet);
	board_pieces(out, sheet->moves->setup->rules, sheet->moves->setup->seats);
	svg_text_cut(out, game_sheet_margin, 42, 24, "font-weight=\"bold\"", sheet->title,
		layout->width - 2 * game_sheet_margin);
	svg_text_cut(out, game_sheet_margin, 66, 13, "class=\"soft\"", sheet->subtitle,
		layout->width - 2 * game_sheet_margin);
	game_sheet_draw_players(out, layout, sheet);
	html_print(out, "<g transform=\"translate(%.1f %.1f)\">\n",
		(layout->width - board_width(layout->board)) / 2, layout->board_y);
	board_draw(out, layout->board);
	html_print(out, "</g>\n");
	game_sheet_draw_caption(out, layout, caption);
	svg_end(out);
	free(caption);
	free(description);
}

/* The turn that the picture marks: the last, if it was a move. */
static const struct move_list_turn *game_sheet_last(const struct game_sheet *sheet)
{
	const struct move_list_turn *turn =
		sheet->count > 0 ? &sheet->moves->turns[sheet->count - 1] : NULL;
	return turn != NULL && turn->verdict == VERDICT_OK ? turn : NULL;
}

bool game_sheet_write(FILE *out, const struct game_sheet *sheet, struct error *err)
{
	static const struct limits none;
	const struct move_list *h = sheet->moves;
	const struct move_list_turn *last = game_sheet_last(sheet);
	struct game *now = memory_get(1, sizeof *now), *before = memory_get(1, sizeof *before);
	bool good = move_list_replay(h, 0, &none, before, err);
	struct game_sheet_layout layout = {
		.board = good ? board_create(h->setup, &before->position) : NULL};
	good = good && move_list_replay(h, sheet->count, &none, now, err) &&
	       (last == NULL || move_list_replay(h, sheet->count - 1, &none, before, err));
	if (good) {
		struct board_scene scene = {.setup = h->setup, .now = &now->position};
		if (last != NULL) {
			scene.before = &before->position;
			scene.move = last->move;
			scene.mover = last->seat;
		}
		board_show(layout.board, &scene);
		layout.next = h->setup->rules->to_move(h->setup, &now->position);
		h->setup->rules->write(h->setup, &now->position, layout.position);
		game_sheet_measure(&layout, sheet);
		game_sheet_draw(out, &layout, sheet);
	}
	board_free(layout.board);
	free(now);
	free(before);
	return good;
}
