/*
 * games.c - games read back whole, many after another: what is verified, written out and copied.
 *
 * A query finds the games, and others the rows of one game at a time. Texts are copied, since a
 * row's end with the next step, into pieces of memory that the games after it use again.
 */
#include "db/connection.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { GAMES_PIECE = 65536 };

struct games_piece {
	struct games_piece *next;
	size_t used, size;
	char bytes[];
};

struct db_games {
	struct db *db;
	struct db_query list, rows; /* rows: those of one game */
	struct db_game game;
	struct games_piece *pieces; /* owned; the newest first */
	struct db_move *moves;	    /* owned */
	int room;
	struct db_position *positions; /* owned */
	int positions_room;
	bool bare;
	int error; /* of the rows */
};

/* --- texts ---------------------------------------------------------------------------------- */

/* All pieces go but this many. */
static void games_forget(struct db_games *g, int keep)
{
	while (g->pieces != NULL && (keep == 0 || g->pieces->next != NULL)) {
		struct games_piece *next = g->pieces->next;
		free(g->pieces);
		g->pieces = next;
	}
	if (g->pieces != NULL)
		g->pieces->used = 0;
}

static const char *games_keep(struct db_games *g, struct db_value value)
{
	struct games_piece *piece = g->pieces;
	if (value.type == DB_NULL)
		return NULL;
	if (piece == NULL || piece->size - piece->used < value.length + 1) {
		size_t size = value.length + 1 > GAMES_PIECE ? value.length + 1 : GAMES_PIECE;
		piece = memory_get(1, sizeof *piece + size);
		*piece = (struct games_piece){.next = g->pieces, .size = size};
		g->pieces = piece;
	}
	char *copy = piece->bytes + piece->used;
	if (value.length > 0)
		memcpy(copy, value.text, value.length);
	copy[value.length] = '\0';
	piece->used += value.length + 1;
	return copy;
}

/* A column's text; NULL: it is NULL. */
static const char *games_text(struct db_games *g, struct db_query *row, const char *column)
{
	return games_keep(g, db_value(row, column));
}

static double games_rating(struct db_query *row, const char *column)
{
	return db_is_null(row, column) ? NAN : db_real(row, column);
}

/* --- the rows of a game --------------------------------------------------------------------- */

static void games_seat(struct db_games *g, struct db_query *row)
{
	int number = (int)db_int(row, "seat");
	if (number < 1 || number > DB_SEATS)
		return;
	struct db_seat *seat = &g->game.seat[number - 1];
	if (number > g->game.seats)
		g->game.seats = number;
	seat->bot = db_int(row, "bot");
	seat->name = games_text(g, row, "name");
	seat->rank = (int)db_int(row, "rank");
	seat->points = db_real(row, "points");
	seat->verdict = games_text(g, row, "verdict");
	seat->detail = games_text(g, row, "detail");
	seat->elo_before = games_rating(row, "before");
	seat->elo_after = games_rating(row, "after");
	struct db_value end = db_value(row, "stderr");
	seat->stderr_tail = games_keep(g, end);
	seat->stderr_length = end.length;
	seat->remote = db_int(row, "remote") != 0;
}

static void games_failure(struct db_games *g, struct db_query *row)
{
	int number = (int)db_int(row, "seat");
	if (number < 1 || number > DB_SEATS)
		return;
	struct db_failure *failure = &g->game.seat[number - 1].failure;
	failure->phase = games_text(g, row, "phase");
	failure->asked = games_text(g, row, "asked");
	struct db_value said = db_value(row, "said");
	failure->said = games_keep(g, said);
	failure->said_length = said.length;
	failure->limit_us = db_maybe(row, "limit_us");
	failure->wall_us = db_maybe(row, "wall_us");
	failure->cpu_us = db_maybe(row, "cpu_us");
	failure->wait_us = db_maybe(row, "wait_us");
	failure->exit_status = db_maybe(row, "exit_status");
	failure->signal = db_maybe(row, "signal");
}

static void games_move(struct db_games *g, struct db_query *row)
{
	if (g->game.moves_count == g->room) {
		g->room = 2 * g->room + 64;
		g->moves = memory_resize(g->moves, (size_t)g->room, sizeof *g->moves);
	}
	struct db_move *move = &g->moves[g->game.moves_count++];
	move->ply = (int)db_int(row, "ply");
	move->seat = (int)db_int(row, "seat");
	move->text = games_text(g, row, "move");
	move->wall_us = db_int(row, "wall_us");
	move->cpu_us = db_maybe(row, "cpu_us");
	move->wait_us = db_maybe(row, "wait_us");
	move->depth = db_maybe(row, "depth");
	move->score = db_maybe(row, "score");
	move->nodes = db_maybe(row, "nodes");
}

static void games_position(struct db_games *g, struct db_query *row)
{
	if (g->game.positions_count == g->positions_room) {
		g->positions_room = 2 * g->positions_room + 64;
		g->positions = memory_resize(
			g->positions, (size_t)g->positions_room, sizeof *g->positions);
	}
	struct db_position *position = &g->positions[g->game.positions_count++];
	position->question = games_text(g, row, "question");
	position->answer = games_text(g, row, "answer");
}

static void games_replaced(struct db_games *g, struct db_query *row)
{
	g->game.replaced = (struct db_replacement){.ms = db_int(row, "replaced_ms"),
		.bot = games_text(g, row, "bot"),
		.paired = (int)db_int(row, "paired")};
}

/* The columns of a game's own row. */
static void games_head(struct db_games *g, struct db_query *row)
{
	struct db_game *game = &g->game;
	*game = (struct db_game){.id = db_int(row, "id")};
	game->tournament = db_int(row, "tournament");
	game->pairing = db_int(row, "pairing");
	game->round = (int)db_int(row, "round");
	game->seed = db_int(row, "seed");
	game->opening = games_text(g, row, "opening");
	game->final = games_text(g, row, "final");
	game->reason = games_text(g, row, "reason");
	game->sandbox = games_text(g, row, "sandbox");
	game->plies = (int)db_int(row, "plies");
	game->started_ms = db_int(row, "started_ms");
	game->ended_ms = db_int(row, "ended_ms");
	game->moves_hash = db_int(row, "moves_hash");
	game->worker = db_int(row, "worker");
	game->worker_name = games_text(g, row, "worker_name");
	game->removed = games_text(g, row, "removed");
	for (int i = 0; i < DB_SEATS; i++)
		game->seat[i].elo_before = game->seat[i].elo_after = NAN;
}

/* Takes all rows of the game that a query finds. The query may have a second argument. */
static void games_rows(struct db_games *g, const char *query, int count,
	void (*take)(struct db_games *g, struct db_query *row))
{
	if (g->error != DB_OK)
		return;
	const int64_t arguments[] = {g->game.id, g->bare};
	db_query_numbers(&g->rows, g->db, query, arguments, count);
	while (db_next(&g->rows))
		take(g, &g->rows);
	g->error = db_end(&g->rows);
}

/* --- all of them ---------------------------------------------------------------------------- */

struct db_games *db_games(struct db *db, const struct db_filter *filter)
{
	struct db_games *g = memory_get(1, sizeof *g);
	g->db = db;
	g->bare = filter->bare;
	db_query(&g->list, db, "whole-games", filter->tournament, filter->game);
	return g;
}

const struct db_game *db_games_next(struct db_games *g)
{
	if (g->error != DB_OK || !db_next(&g->list))
		return NULL;
	games_forget(g, 1);
	games_head(g, &g->list);
	games_rows(g, "whole-seats", 2, games_seat);
	if (!g->bare)
		games_rows(g, "whole-failures", 1, games_failure);
	games_rows(g, "game-moves", 1, games_move);
	games_rows(g, "game-positions", 1, games_position);
	if (g->db->reads_replaced)
		games_rows(g, "replacement", 1, games_replaced);
	g->game.moves = g->moves;
	g->game.positions = g->positions;
	return g->error == DB_OK ? &g->game : NULL;
}

int db_games_end(struct db_games *g)
{
	int end = db_end(&g->list), error = g->error != DB_OK ? g->error : end;
	games_forget(g, 0);
	free(g->moves);
	free(g->positions);
	free(g);
	return error;
}
