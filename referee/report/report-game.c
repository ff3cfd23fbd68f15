/*
 * report-game.c - one game as a board and as data. The rules replay the game here, so that a page
 * has the contents of the board's cells after each move and needs no rules.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "referee/board/board.h"
#include "referee/game/move-list.h"
#include "referee/game/params.h"
#include "referee/report/blunders.h"
#include "referee/report/game-record.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"
#include "rules/process/rules-process.h"

enum { GAME_STDERR = 2000 /* last bytes of a bot's stderr */ };

struct report_game {
	struct report *r;
	const struct db_game *row; /* borrowed */
	const struct setup *setup; /* borrowed: the report's, or own */
	struct setup *own;	   /* owned; NULL: the report's setup fits */
	struct move_list moves;
	char start[POSITION_TEXT];
	struct error err;    /* "": it can be replayed */
	struct board *drawn; /* owned: the board that the reader has; NULL: none */
	struct json_writer json;
};

/* --- data from the database ------------------------------------------------------------------- */

void report_clock(struct json_writer *j, const char *key, const struct clock *clock)
{
	const struct limits *limits = clock->limits;
	const bool limited = limits->movetime > 0 || limits_have_tc(limits);
	json_open(j, key, '{');
	fputc('"', json_key(j, "limit"));
	limits_write_time(j->out, limits);
	fputc('"', j->out);
	json_known(j, "left", limited ? clock_next(clock) : -1);
	json_bool(j, "kept", limits_have_tc(limits));
	json_close(j, '}');
}

/* at: its index. */
static void game_seat(struct report_game *g, const struct db_seat *seat, int at)
{
	const struct report *r = g->r;
	struct json_writer *j = &g->json;
	json_open(j, NULL, '{');
	json_number(j, "bot", seat->name != NULL ? report_find(r, seat->name) : -1);
	json_known(j, "rank", r->running ? -1 : seat->rank);
	if (seat->remote)
		json_bool(j, "remote", true);
	if (r->clocks != NULL)
		report_clock(j, "clock", &r->clocks[at]);
	json_text(j, "verdict", seat->verdict);
	/* The data of a running game omit the bots' output. */
	bool access = r->running || report_logs(r, seat->name);
	const char *reason = seat->verdict != NULL ? log_reason(access, seat->verdict, seat->detail)
						   : seat->detail;
	if (reason != NULL)
		json_text(j, "detail", reason);
	if (seat->stderr_length > 0 && access) {
		size_t length = seat->stderr_length;
		size_t from = length > GAME_STDERR ? length - GAME_STDERR : 0;
		html_print_json(json_key(j, "stderr"), seat->stderr_tail + from, length - from);
	}
	json_close(j, '}');
}

/* Opens the object and writes what its row has. */
static void game_head(struct report_game *g)
{
	const struct db_game *row = g->row;
	const bool running = g->r->running, whole = g->r->from == 0;
	struct json_writer *j = &g->json;
	char result[REPORT_RESULT];
	report_result(row, result);
	json_open(j, NULL, '{');
	if (whole) {
		json_number(j, "id", row->id);
		json_number(j, "round", row->round);
		fprintf(json_key(j, "seed"), "\"%lld\"", (long long)row->seed);
		json_text(j, "result", running ? NULL : result);
		if (running)
			json_bool(j, "running", true);
	} else {
		json_number(j, "started", row->started_ms);
	}
	if (running)
		json_number(j, "moved_ms", g->r->moved);
	if (whole) {
		json_number(j, "started", row->started_ms);
		json_decimal(
			j, "seconds", "%.3f", (double)(row->ended_ms - row->started_ms) / 1000);
		json_text(j, "opening", row->opening);
		json_text(j, "reason", row->reason);
		json_text(j, "sandbox", row->sandbox);
		if (row->worker_name != NULL)
			json_text(j, "worker", row->worker_name);
	}
	json_open(j, "players", '[');
	for (int i = 0; i < row->seats; i++)
		game_seat(g, &row->seat[i], i);
	json_close(j, ']');
}

/* --- replay ----------------------------------------------------------------------------------- */

/* If the parameters are drawn from the game's seed, or the rules are a program, each game has its
 * own setup. */
static bool game_setup(struct report_game *g)
{
	const struct report *r = g->r;
	g->setup = r->setup;
	if (r->settled)
		return true;
	if (r->rules != NULL && r->setup->rules != NULL && !rules_vary(r->rules) &&
		!rules_is_process(r->rules))
		return true;
	g->setup = g->own = memory_get(1, sizeof *g->own);
	return report_setup(r, g->row, g->own, &g->err);
}

static void game_clear(struct report_game *g)
{
	g->moves.blocks = (struct position_blocks){.all = NULL}; /* the row's */
	move_list_clear(&g->moves);
	if (g->own != NULL)
		params_setup_clear(g->own);
	free(g->own);
}

/* Sets the position after the opening, which is a position or moves from the start. */
static bool game_begins(struct report_game *g, struct game *game)
{
	static const struct limits none;
	const char *opening = g->row->opening;
	struct error err;
	bool good = strlen(opening) < POSITION_TEXT &&
		    game_begin(game, g->setup, &none, 0, opening, "", &err);
	if (!good)
		good = game_begin(game, g->setup, &none, 0, "", opening, &g->err);
	if (good)
		g->setup->rules->write(g->setup, &game->position, g->start);
	return good;
}

static bool game_take_moves(struct report_game *g)
{
	if (g->row->removed != NULL)
		return error_set(&g->err, "its moves were removed: %.200s", g->row->removed);
	for (int i = 0; i < g->row->moves_count; i++) {
		const struct db_move *m = &g->row->moves[i];
		const struct move_numbers numbers = game_record_numbers(m);
		if (m->seat < 1 || m->seat > g->setup->seats || strlen(m->text) >= MOVE_TEXT)
			return error_set(&g->err, "its moves are not of this game");
		move_list_add_move(&g->moves, m->seat, m->text, &numbers);
	}
	return true;
}

/* Merges the moves with the departures. */
static bool game_merge_departures(struct report_game *g)
{
	struct move_list_ends ends = {.verdict = {VERDICT_OK}};
	for (int i = 0; i < g->setup->seats; i++) {
		const struct db_seat *seat = &g->row->seat[i];
		enum verdict v = seat->verdict != NULL ? verdict_find(seat->verdict) : VERDICTS;
		ends.verdict[i] = v == VERDICTS ? VERDICT_OK : v;
		ends.detail[i] = seat->detail;
	}
	move_list_init(&g->moves, g->setup, *g->row->opening != '\0' ? g->start : "");
	g->moves.blocks = position_blocks_of(g->row);
	return game_take_moves(g) && move_list_add_departures(&g->moves, &ends, &g->err);
}

/* --- going through it without scripts ----------------------------------------------------------
 */

static void game_step(const struct report *r, int ply, bool flipped, const char *name)
{
	html_print(
		r->out, "<a href=\"?ply=%d%s\">%s</a>\n", ply, flipped ? "&amp;flip=1" : "", name);
}

/* Writes links to the start, one ply back, one on, to the end, and to the board from its other
 * side. */
static void game_steps(const struct report *r, int plies, bool flips)
{
	const struct report_look *look = &r->look;
	html_print(r->out, "<nav class=\"steps\" aria-label=\"Go through the game\">\n");
	if (look->ply > 0) {
		game_step(r, 0, look->flipped, "Start");
		game_step(r, look->ply - 1, look->flipped, "One ply back");
	}
	html_print(r->out, "<span class=\"count\">Ply %d of %d</span>\n", look->ply, plies);
	if (look->ply < plies) {
		game_step(r, look->ply + 1, look->flipped, "One ply on");
		game_step(r, plies, look->flipped, "End");
	}
	if (flips)
		game_step(r, look->ply, !look->flipped, "Flip the board");
	html_print(r->out, "</nav>\n");
}

/* --- the board -------------------------------------------------------------------------------- */

/* The scene after a move, or before the first (turn NULL). */
static struct board_scene game_scene(const struct report_game *g, const struct position *now,
	const struct position *before, const struct move_list_turn *turn)
{
	struct board_scene scene = {.setup = g->setup, .now = now};
	if (turn != NULL) {
		scene.before = before;
		scene.move = turn->move;
		scene.mover = turn->seat;
	}
	return scene;
}

/* Plays a turn; false: it was not a move. */
static bool game_turn(struct game *game, const struct move_list_turn *turn)
{
	if (turn->verdict == VERDICT_OK) {
		game_move(game, turn->move);
		return true;
	}
	game_judge(game, turn->seat, turn->verdict, "%s", turn->detail);
	game_forfeit(game, 1u << (turn->seat - 1));
	return false;
}

/* Makes g->drawn the board after this number of turns. */
static void game_draw(struct report_game *g, struct game *game, int turns)
{
	const struct move_list_turn *last = NULL;
	struct position before, now;
	game_begins(g, game);
	g->drawn = board_create(g->setup, &game->position);
	for (int i = 0; i < turns; i++) {
		now = game->position;
		if (game_turn(game, &g->moves.turns[i])) {
			before = now;
			last = &g->moves.turns[i];
		}
	}
	struct board_scene scene = game_scene(g, &game->position, &before, last);
	board_show(g->drawn, &scene);
}

/* Writes the changes to the board that the reader has (or to an empty one) at the start, then
 * those of each ply; of a reader that has the first plies, only those of the later plies. */
static void game_boards(struct report_game *g, struct game *game)
{
	const struct move_list *h = &g->moves;
	struct json_writer *j = &g->json;
	struct board *now = board_create(g->setup, &game->position);
	struct board *old = board_create(g->setup, &game->position);
	struct board_scene scene = game_scene(g, &game->position, NULL, NULL);
	int from = g->r->from, ply = 0;
	board_show(now, &scene);
	if (from == 0)
		json_text(j, "start", g->start);
	json_open(j, "boards", '[');
	if (from == 0)
		board_changes(j, g->drawn, now);
	for (int i = 0; i < h->count; i++) {
		const struct move_list_turn *turn = &h->turns[i];
		struct position before = game->position;
		struct board *swap = old;
		if (!game_turn(game, turn))
			continue;
		scene = game_scene(g, &game->position, &before, turn);
		old = now;
		now = swap;
		board_show(now, &scene);
		if (++ply > from)
			board_changes(j, old, now);
	}
	char end[POSITION_TEXT];
	g->setup->rules->write(g->setup, &game->position, end);
	json_close(j, ']');
	json_text(j, "position", end);
	board_free(now);
	board_free(old);
	if (g->r->running && game_to_move(game) > 0)
		json_number(j, "to_move", game_to_move(game));
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes a number of each move from this turn on, if any move has it. */
static void game_numbers(struct json_writer *j, const struct move_list *h, int number, int from)
{
	bool any = false;
	for (int i = from; i < h->count; i++)
		any |= move_number(&h->turns[i].numbers, number) != UNKNOWN;
	if (!any)
		return;
	json_open(j, move_number_table[number].name, '[');
	for (int i = from; i < h->count; i++) {
		int64_t value = move_number(&h->turns[i].numbers, number);
		if (h->turns[i].verdict == VERDICT_OK && value == UNKNOWN)
			json_text(j, NULL, NULL);
		else if (h->turns[i].verdict == VERDICT_OK)
			json_number(j, NULL, value);
	}
	json_close(j, ']');
}

/* Writes the seats that left, and the plies before each departure. */
static void game_left(struct json_writer *j, const struct move_list *h)
{
	int plies = 0;
	json_open(j, "left", '[');
	for (int i = 0; i < h->count; i++) {
		plies += h->turns[i].verdict == VERDICT_OK;
		if (h->turns[i].verdict == VERDICT_OK)
			continue;
		json_open(j, NULL, '[');
		json_number(j, NULL, plies);
		json_number(j, NULL, h->turns[i].seat);
		json_close(j, ']');
	}
	json_close(j, ']');
}

/* Writes the moves after this number of plies. */
static void game_moves(struct json_writer *j, const struct move_list *h, int plies)
{
	const char *blank = "";
	const int all = move_list_plies(h, h->count);
	const int from = move_list_turns(h, plies < all ? plies : all);
	fputc('"', json_key(j, "seats"));
	for (int i = from; i < h->count; i++)
		if (h->turns[i].verdict == VERDICT_OK)
			fprintf(j->out, "%d", h->turns[i].seat);
	fputc('"', j->out);
	fputc('"', json_key(j, "moves"));
	for (int i = from; i < h->count; i++)
		if (h->turns[i].verdict == VERDICT_OK) {
			fprintf(j->out, "%s%s", blank, h->turns[i].move);
			blank = " ";
		}
	fputc('"', j->out);
	game_left(j, h);
	for (int i = 0; i < MOVE_NUMBERS; i++)
		game_numbers(j, h, i, from);
}

/* --- the solver's analysis -------------------------------------------------------------------- */

/* Writes the solver's values of the moves. Sets *has_values if there are any. */
static int game_values(struct report_game *g, bool *has_values)
{
	static const char *const columns[] = {"ply", "before", "after"};
	struct db_query q;
	bool valued = false;
	db_query(&q, g->r->db, "game-analysis", g->row->id);
	while (db_next(&q)) {
		*has_values = true;
		if (db_is_null(&q, "ply"))
			continue;
		if (!valued)
			json_open(&g->json, "values", '[');
		valued = true;
		json_open(&g->json, NULL, '[');
		for (int i = 0; i < 3; i++) {
			const char *value = db_text(&q, columns[i]);
			fputs(value != NULL ? value : "null", json_key(&g->json, NULL));
		}
		json_close(&g->json, ']');
	}
	if (valued)
		json_close(&g->json, ']');
	return db_end(&q);
}

/* The number of values that the solver found of a game; -1: it was not asked. */
static int game_known(const struct report_game *g, int64_t *known)
{
	struct db_query q;
	db_query(&q, g->r->db, "game-analysis", g->row->id);
	*known = db_next(&q) ? db_int(&q, "known") : -1;
	return db_end(&q);
}

static void game_blunder(const struct report *r, const struct blunder *b)
{
	FILE *out = r->out;
	html_print(out, "<li><a href=\"?ply=%d%s\">Ply %d</a>: <bdi>%h</bdi> played <b>%h</b>, %h",
		b->ply, r->look.flipped ? "&amp;flip=1" : "", b->ply, b->bot, b->move, b->lost);
	if (*b->better != '\0')
		html_print(out, "; <b>%h%s", b->better, b->before > 0 ? "</b> wins" : "</b> draws");
	html_print(out, "</li>\n");
}

/* Writes the moves of an analysed game that lost a win or a draw, with links to them. h: the game;
 * NULL: it cannot be played again. known: values that the solver found. */
static int game_blunders(
	const struct report *r, int64_t game, const struct move_list *h, int64_t known)
{
	struct blunders b;
	int error = blunders_load(&b, r->db, game, h);
	html_print(
		r->out, "<div id=\"blunders\"><h3>Blunders</h3>\n%s", b.count > 0 ? "<ol>\n" : "");
	for (int i = 0; i < b.count; i++)
		game_blunder(r, &b.list[i]);
	if (b.count > 0)
		html_print(r->out, "</ol>\n");
	else
		html_print(r->out,
			"<p class=\"soft\">No move is known to have lost a win or a draw; the "
			"solver found %lld values.</p>\n",
			(long long)known);
	html_print(r->out, "</div>\n");
	blunders_clear(&b);
	return error;
}

static int game_blunders_json(
	const struct report *r, struct json_writer *j, int64_t game, const struct move_list *h)
{
	struct blunders b;
	int error = blunders_load(&b, r->db, game, h);
	json_open(j, "blunders", '[');
	for (int i = 0; i < b.count; i++) {
		const struct blunder *one = &b.list[i];
		json_open(j, NULL, '{');
		json_number(j, "ply", one->ply);
		json_number(j, "seat", one->seat);
		json_text(j, "bot", one->bot);
		json_text(j, "move", one->move);
		json_text(j, "better", *one->better != '\0' ? one->better : NULL);
		json_number(j, "before", one->before);
		json_number(j, "after", one->after);
		json_text(j, "lost_value", one->lost);
		json_close(j, '}');
	}
	json_close(j, ']');
	blunders_clear(&b);
	return error;
}

/* Writes what is known of a stored game beside its board. */
static int game_beside(const struct report_game *g)
{
	int64_t known;
	int error = game_known(g, &known);
	html_print(g->r->out, "<div class=\"side\">\n");
	report_scores(g->r, g->row);
	if (error == DB_OK && known >= 0)
		error = game_blunders(g->r, g->row->id, &g->moves, known);
	html_print(g->r->out, "</div>\n");
	return error;
}

/* Writes the board of a page of one game, the links that go through it, and the parts beside it. */
static int game_stage(struct report_game *g, struct game *game)
{
	static const char before[] = "The board: ";
	struct report *r = g->r;
	char label[POSITION_TEXT + sizeof before];
	int plies = move_list_plies(&g->moves, g->moves.count);
	if (!r->look.given || r->look.ply > plies)
		r->look.ply = plies;
	game_draw(g, game, move_list_turns(&g->moves, r->look.ply));
	strcpy(label, before);
	g->setup->rules->write(g->setup, &game->position, label + strlen(before));
	r->look.flipped &= board_can_flip(g->drawn);
	if (r->look.flipped)
		board_flip(g->drawn);
	html_print(
		r->out, "<div class=\"replay\"><div class=\"stage\"><div class=\"board-place\">");
	board_svg(r->out, g->drawn, label);
	html_print(r->out, "</div>\n");
	game_steps(r, plies, board_can_flip(g->drawn));
	html_print(r->out, "</div>\n");
	int error = r->running ? DB_OK : game_beside(g);
	html_print(r->out, "</div>\n");
	return error;
}

/* Writes the board as an element before the data that refer to it. In a report it is hidden, and
 * written only if no earlier game has an equal one. */
static int game_element(struct report_game *g, struct game *game)
{
	struct report *r = g->r;
	if (r->base != NULL)
		return game_stage(g, game);
	game_draw(g, game, 0);
	if (r->board == NULL || !board_alike(r->board, g->drawn)) {
		board_free(r->board);
		r->board = g->drawn;
		html_print(r->out, "<template id=\"board-%d\">", ++r->boards);
		board_svg(r->out, g->drawn, "");
		html_print(r->out, "</template>\n");
	} else {
		board_free(g->drawn);
	}
	g->drawn = r->board;
	return DB_OK;
}

/* --- beside the game -------------------------------------------------------------------------- */

int report_neighbours(const struct report *r, int64_t game, int64_t *before, int64_t *after)
{
	struct db_query q;
	db_query(&q, r->db, "game-neighbours", r->tournament, game);
	bool found = db_next(&q);
	*before = found ? db_int(&q, "before") : 0;
	*after = found ? db_int(&q, "after") : 0;
	return db_end(&q);
}

static int game_neighbours(struct report_game *g)
{
	int64_t before, after;
	int error = report_neighbours(g->r, g->row->id, &before, &after);
	json_known(&g->json, "prev", before > 0 ? before : -1);
	json_known(&g->json, "next", after > 0 ? after : -1);
	return error;
}

/* Writes the data. */
static int game_json(struct report_game *g, struct game *game)
{
	struct report *r = g->r;
	game_head(g);
	if (g->drawn != NULL && r->base == NULL)
		json_number(&g->json, "board", r->boards);
	if (!error_is_set(&g->err)) {
		game_begins(g, game);
		game_boards(g, game);
		game_moves(&g->json, &g->moves, r->from);
	} else {
		json_text(&g->json, "why", g->err.text);
	}
	bool has_values = false;
	int error = r->running || r->db == NULL ? DB_OK : game_values(g, &has_values);
	bool stored = !r->running && r->db != NULL && r->base != NULL;
	if (error == DB_OK && stored)
		error = game_neighbours(g);
	if (error == DB_OK && stored && has_values)
		error = game_blunders_json(
			r, &g->json, g->row->id, error_is_set(&g->err) ? NULL : &g->moves);
	json_close(&g->json, '}');
	return error;
}

int report_game(struct report *r, const struct db_game *row, const char *id)
{
	struct report_game g = {.r = r, .row = row, .json = {.out = r->out, .script = true}};
	struct game *game = memory_get(1, sizeof *game);
	bool good = game_setup(&g) && game_begins(&g, game) && game_merge_departures(&g);
	int error = good && id != NULL ? game_element(&g, game) : DB_OK;
	if (id != NULL)
		html_print(r->out, "<script type=\"application/json\" id=\"%s\">", id);
	if (error == DB_OK)
		error = game_json(&g, game);
	html_print(r->out, id != NULL ? "</script>\n" : "");
	if (g.drawn != r->board)
		board_free(g.drawn);
	game_clear(&g);
	free(game);
	return error;
}

int report_glimpse(
	struct report *r, const struct db_game *row, const char *label, struct json_writer *j)
{
	struct report_game g = {.r = r, .row = row};
	struct game *game = memory_get(1, sizeof *game);
	int turn = -1;
	if (game_setup(&g) && game_begins(&g, game) && game_merge_departures(&g)) {
		game_draw(&g, game, g.moves.count);
		turn = game_to_move(game);
		if (label != NULL)
			board_svg(r->out, g.drawn, label);
		else
			board_changes(j, NULL, g.drawn);
	}
	board_free(g.drawn);
	game_clear(&g);
	free(game);
	return turn;
}

bool report_record(struct report *r, const struct db_game *row, struct error *err)
{
	struct report_game g = {.r = r, .row = row};
	bool good = game_setup(&g) && game_record_write(r->out, row, g.setup, r->texts[REPORT_GAME],
					      r->texts[REPORT_DEFINITION], &g.err);
	if (!good)
		error_set(err, "%s", g.err.text);
	game_clear(&g);
	return good;
}
