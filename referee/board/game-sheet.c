/*
 * game-sheet.c - the picture of a game, from top to bottom: title, players, position, moves.
 */
#include "referee/board/game-sheet.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/board/board.h"
#include "referee/board/svg.h"

enum { GAME_SHEET_POSITION_LINE = 100 };

static const double game_sheet_margin = 28, game_sheet_least = 700, game_sheet_player = 34,
		    game_sheet_turn = 22, game_sheet_head = 84;

/* Where everything stands. */
struct game_sheet_plan {
	const struct board *picture;
	struct board_scene scene;
	char position[POSITION_TEXT];
	double width, height;
	double board_width, board_height;
	double players_y, board_y, caption_y, turns_y; /* the upper edges */
	double turn_width;
	int turn_columns, turn_rows, player_columns;
};

static bool game_sheet_has_players(const struct game_sheet *sheet)
{
	bool named = false;
	for (int i = 0; i < sheet->history->setup->seats; i++)
		named |= sheet->history->names[i] != NULL;
	return named;
}

static void game_sheet_measure_turns(struct game_sheet_plan *plan, const struct game_sheet *sheet)
{
	const struct history *h = sheet->history;
	size_t longest = 3;
	for (int i = 0; i < h->count; i++) {
		const char *text = h->turns[i].verdict != VERDICT_OK
					   ? verdict_table[h->turns[i].verdict].name
					   : h->turns[i].move;
		longest = strlen(text) > longest ? strlen(text) : longest;
	}
	plan->turn_width = 66 + (double)longest * 9;
	plan->turn_columns = (int)((plan->width - 2 * game_sheet_margin) / plan->turn_width);
	plan->turn_rows = (h->count + plan->turn_columns - 1) / plan->turn_columns;
}

static void game_sheet_measure(struct game_sheet_plan *plan, const struct game_sheet *sheet)
{
	int seats = sheet->history->setup->seats;
	plan->picture->size(&plan->scene, &plan->board_width, &plan->board_height);
	plan->width = plan->board_width + 2 * game_sheet_margin;
	plan->width = plan->width < game_sheet_least ? game_sheet_least : plan->width;
	plan->player_columns = seats > 2 ? 2 : 1;
	plan->players_y = game_sheet_head;
	plan->board_y = game_sheet_head + 12;
	if (game_sheet_has_players(sheet))
		plan->board_y += (seats + plan->player_columns - 1) / plan->player_columns *
				 game_sheet_player;
	plan->caption_y = plan->board_y + plan->board_height + 14;
	plan->turns_y = plan->caption_y + 52 +
			(double)(strlen(plan->position) / GAME_SHEET_POSITION_LINE) * 16;
	plan->height = plan->turns_y + 4;
	if (sheet->history->count > 0) {
		game_sheet_measure_turns(plan, sheet);
		plan->height += plan->turn_rows * game_sheet_turn + game_sheet_margin - 8;
	}
}

/* A text that is cut to so many of its bytes where it is longer, never within a character. */
static char *game_sheet_cut(const char *text, size_t most)
{
	size_t length = strlen(text);
	if (length <= most)
		return memory_copy(text);
	while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)
		most--;
	return memory_print("%.*s…", (int)most, text);
}

static void game_sheet_draw_player(FILE *out, const struct game_sheet *sheet, int seat,
	enum verdict verdict, double x, double y)
{
	const struct history *h = sheet->history;
	char *name = game_sheet_cut(h->names[seat - 1] != NULL ? h->names[seat - 1] : "", 28);
	svg_stone(out, seat, x + 12, y + 12, 12);
	svg_text(out, x + 34, y + 18, 17, SVG_START, "font-weight=\"bold\"", name);
	double after = x + 44 + svg_width(name, 17) * 1.1;
	char note[64] = "";
	if (sheet->ranks != NULL)
		snprintf(note, sizeof note, "place %d", sheet->ranks[seat - 1]);
	if (verdict != VERDICT_OK)
		snprintf(note + strlen(note), sizeof note - strlen(note), "%s%s",
			note[0] != '\0' ? ", " : "", verdict_table[verdict].name);
	svg_text(out, after, y + 17, 14, SVG_START,
		verdict != VERDICT_OK ? "fill=\"#a63a2b\" font-weight=\"bold\""
				      : "fill=\"" SVG_GREY "\"",
		note);
	free(name);
}

static void game_sheet_draw_players(
	FILE *out, const struct game_sheet_plan *plan, const struct game_sheet *sheet)
{
	const struct history *h = sheet->history;
	enum verdict verdicts[SEATS_MAX] = {VERDICT_OK};
	for (int i = 0; i < h->count; i++)
		if (h->turns[i].verdict != VERDICT_OK)
			verdicts[h->turns[i].seat - 1] = h->turns[i].verdict;
	int rows = (h->setup->seats + plan->player_columns - 1) / plan->player_columns;
	for (int i = 0; i < h->setup->seats && game_sheet_has_players(sheet); i++)
		game_sheet_draw_player(out, sheet, i + 1, verdicts[i],
			game_sheet_margin + i / rows * (plan->width / 2 - game_sheet_margin / 2),
			plan->players_y + i % rows * game_sheet_player);
}

/* "seat 2 (y)"; the letter only where the game has them. */
static char *game_sheet_seat(const struct setup *s, int seat)
{
	return s->rules->letters != NULL ? memory_print("seat %d (%c)", seat, svg_mark(s, seat))
					 : memory_print("seat %d", seat);
}

/* What just happened. */
static char *game_sheet_last_turn(const struct game_sheet *sheet)
{
	const struct history *h = sheet->history;
	int plies = history_plies(h, sheet->count);
	if (sheet->count == 0)
		return memory_copy(h->count == 0 ? "Position" : "The start");
	const struct history_turn *turn = &h->turns[sheet->count - 1];
	char *seat = game_sheet_seat(h->setup, turn->seat), *last;
	if (turn->verdict == VERDICT_OK)
		last = memory_print("Ply %d: %s played %s", plies, seat, turn->move);
	else
		last = memory_print(
			"After ply %d %s left, %s", plies, seat, verdict_table[turn->verdict].name);
	free(seat);
	return last;
}

/* And what comes next. */
static char *game_sheet_caption(const struct game_sheet_plan *plan, const struct game_sheet *sheet)
{
	const struct history *h = sheet->history;
	int next = h->setup->rules->to_move(h->setup, plan->scene.now);
	char *last = game_sheet_last_turn(sheet), *caption;
	if (sheet->count == h->count && sheet->result != NULL) {
		caption = memory_print("%s. %s", last, sheet->result);
	} else if (next == 0) {
		caption = memory_print("%s. The game is over", last);
	} else {
		char *seat = game_sheet_seat(h->setup, next);
		caption = memory_print("%s. Next is %s", last, seat);
		free(seat);
	}
	free(last);
	return caption;
}

static void game_sheet_draw_caption(
	FILE *out, const struct game_sheet_plan *plan, const char *caption)
{
	double y = plan->caption_y + 14;
	const char *at = plan->position;
	svg_text(out, plan->width / 2, y, 16, SVG_MIDDLE, "", caption);
	for (y += 20; *at != '\0'; y += 16) {
		size_t length = strlen(at);
		char line[GAME_SHEET_POSITION_LINE + 1];
		length = length > GAME_SHEET_POSITION_LINE ? GAME_SHEET_POSITION_LINE : length;
		memcpy(line, at, length);
		line[length] = '\0';
		svg_text(out, plan->width / 2, y, 11, SVG_MIDDLE,
			"font-family=\"monospace\" fill=\"" SVG_GREY "\"", line);
		at += length;
	}
}

static void game_sheet_draw_turn(
	FILE *out, const struct game_sheet_plan *plan, const struct game_sheet *sheet, int i)
{
	const struct history_turn *turn = &sheet->history->turns[i];
	double x = game_sheet_margin + i / plan->turn_rows * plan->turn_width;
	double y = plan->turns_y + i % plan->turn_rows * game_sheet_turn;
	bool moved = turn->verdict == VERDICT_OK, later = i >= sheet->count;
	char number[16];
	if (i == sheet->count - 1)
		fprintf(out,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"21\" rx=\"4\" "
			"fill=\"#fff4c9\" stroke=\"" SVG_INK "\"/>\n",
			x - 1, y, plan->turn_width - 5);
	if (later)
		fputs("<g opacity=\"0.4\">\n", out);
	snprintf(number, sizeof number, "%d", history_plies(sheet->history, i + 1));
	svg_text(out, x + 30, y + 15, 11, SVG_END, "fill=\"" SVG_GREY "\"", moved ? number : "");
	svg_stone(out, turn->seat, x + 43, y + 10.5, 8.5);
	svg_text(out, x + 57, y + 15.5, 14, SVG_START,
		moved ? "" : "fill=\"#a63a2b\" font-weight=\"bold\"",
		moved ? turn->move : verdict_table[turn->verdict].name);
	if (later)
		fputs("</g>\n", out);
}

static void game_sheet_draw(
	FILE *out, const struct game_sheet_plan *plan, const struct game_sheet *sheet)
{
	char *caption = game_sheet_caption(plan, sheet);
	char *title = game_sheet_cut(sheet->title, 60),
	     *subtitle = game_sheet_cut(sheet->subtitle, 100);
	char *told =
		memory_print("%s. Position: %s. %s.", sheet->subtitle, plan->position, caption);
	svg_begin(out, plan->width, plan->height, sheet->title, told);
	svg_stones(out, sheet->history->setup);
	svg_text(out, game_sheet_margin, 42, 24, SVG_START, "font-weight=\"bold\"", title);
	svg_text(out, game_sheet_margin, 66, 13, SVG_START, "fill=\"" SVG_GREY "\"", subtitle);
	game_sheet_draw_players(out, plan, sheet);
	fprintf(out, "<g transform=\"translate(%.1f %.1f)\">\n",
		(plan->width - plan->board_width) / 2, plan->board_y);
	plan->picture->draw(out, &plan->scene);
	fputs("</g>\n", out);
	game_sheet_draw_caption(out, plan, caption);
	for (int i = 0; i < sheet->history->count; i++)
		game_sheet_draw_turn(out, plan, sheet, i);
	svg_end(out);
	free(caption);
	free(title);
	free(subtitle);
	free(told);
}

/* The turn that the picture marks: the last, if it was a move. */
static const struct history_turn *game_sheet_last(const struct game_sheet *sheet)
{
	const struct history_turn *turn =
		sheet->count > 0 ? &sheet->history->turns[sheet->count - 1] : NULL;
	return turn != NULL && turn->verdict == VERDICT_OK ? turn : NULL;
}

bool game_sheet_write(FILE *out, const struct game_sheet *sheet, char *why, size_t room)
{
	static const struct limits none;
	const struct history *h = sheet->history;
	const struct history_turn *last = game_sheet_last(sheet);
	struct game *now = memory_get(1, sizeof *now), *before = memory_get(1, sizeof *before);
	bool good = history_replay(h, sheet->count, &none, now, why, room) &&
		    (last == NULL || history_replay(h, sheet->count - 1, &none, before, why, room));
	if (good) {
		struct game_sheet_plan plan = {.picture = board_find(h->setup->rules),
			.scene = {.setup = h->setup, .now = &now->position}};
		if (last != NULL) {
			plan.scene.before = &before->position;
			plan.scene.move = last->move;
			plan.scene.mover = last->seat;
		}
		h->setup->rules->write(h->setup, &now->position, plan.position);
		game_sheet_measure(&plan, sheet);
		game_sheet_draw(out, &plan, sheet);
	}
	free(now);
	free(before);
	return good;
}
