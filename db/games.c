/*
 * games.c - games read back whole, many after another: what is verified, written out and copied.
 *
 * A statement for each table steps to the rows of one game at a time. Texts are copied, since a
 * row's end with the next step, into pieces of memory that the games after it use again.
 */
#include "db/connection.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_PIECE = 65536 };

struct games_piece {
	struct games_piece *next;
	size_t used, size;
	char bytes[];
};

struct games {
	struct db *db;
	struct games_piece *pieces; /* owned; the newest first */
	struct db_move *moves;	    /* owned */
	int room;
	struct db_position *positions; /* owned */
	int positions_room;
	bool bare;
	bool full; /* no memory was left */
	sqlite3_stmt *seats, *failures, *moves_of, *positions_of, *replaced;
};

/* --- texts ---------------------------------------------------------------------------------- */

/* All pieces but one go; that one is empty. */
static void games_forget(struct games *g)
{
	while (g->pieces != NULL && g->pieces->next != NULL) {
		struct games_piece *next = g->pieces->next;
		free(g->pieces);
		g->pieces = next;
	}
	if (g->pieces != NULL)
		g->pieces->used = 0;
}

static const char *games_keep(struct games *g, const void *bytes, size_t length)
{
	struct games_piece *piece = g->pieces;
	if (piece == NULL || piece->size - piece->used < length + 1) {
		size_t size = length + 1 > GAMES_PIECE ? length + 1 : GAMES_PIECE;
		piece = malloc(sizeof *piece + size);
		if (piece == NULL) {
			g->full = true;
			return "";
		}
		*piece = (struct games_piece){.next = g->pieces, .size = size};
		g->pieces = piece;
	}
	char *copy = piece->bytes + piece->used;
	if (length > 0)
		memcpy(copy, bytes, length);
	copy[length] = '\0';
	piece->used += length + 1;
	return copy;
}

/* A column's text; NULL: it is NULL. */
static const char *games_text(struct games *g, sqlite3_stmt *statement, int column)
{
	const unsigned char *text = sqlite3_column_text(statement, column);
	if (text == NULL)
		return NULL;
	return games_keep(g, text, (size_t)sqlite3_column_bytes(statement, column));
}

static int64_t games_number(sqlite3_stmt *statement, int column, int64_t unknown)
{
	return sqlite3_column_type(statement, column) == SQLITE_NULL
		       ? unknown
		       : sqlite3_column_int64(statement, column);
}

static double games_rating(sqlite3_stmt *statement, int column)
{
	return sqlite3_column_type(statement, column) == SQLITE_NULL
		       ? NAN
		       : sqlite3_column_double(statement, column);
}

/* --- the rows of a game --------------------------------------------------------------------- */

static void games_seat(struct games *g, struct db_game *game)
{
	sqlite3_stmt *s = g->seats;
	int number = sqlite3_column_int(s, 0);
	if (number < 1 || number > DB_SEATS)
		return;
	struct db_seat *seat = &game->seat[number - 1];
	if (number > game->seats)
		game->seats = number;
	*seat = (struct db_seat){.bot = sqlite3_column_int64(s, 1),
		.name = games_text(g, s, 2),
		.rank = sqlite3_column_int(s, 3),
		.points = sqlite3_column_double(s, 4),
		.verdict = games_text(g, s, 5),
		.detail = games_text(g, s, 6),
		.elo_before = games_rating(s, 7),
		.elo_after = games_rating(s, 8),
		.stderr_tail = games_text(g, s, 9),
		.remote = sqlite3_column_int(s, 10) != 0};
	seat->stderr_length = (size_t)sqlite3_column_bytes(s, 9);
}

static void games_failure(struct games *g, struct db_game *game)
{
	sqlite3_stmt *s = g->failures;
	int number = sqlite3_column_int(s, 0);
	if (number < 1 || number > DB_SEATS)
		return;
	struct db_failure *failure = &game->seat[number - 1].failure;
	*failure = (struct db_failure){.phase = games_text(g, s, 1),
		.asked = games_text(g, s, 2),
		.limit_us = games_number(s, 4, -1),
		.wall_us = games_number(s, 5, -1),
		.cpu_us = games_number(s, 6, -1),
		.wait_us = games_number(s, 7, -1),
		.exit_status = (int)games_number(s, 8, -1),
		.signal = (int)games_number(s, 9, -1)};
	const void *said = sqlite3_column_blob(s, 3);
	failure->said_length = (size_t)sqlite3_column_bytes(s, 3);
	if (sqlite3_column_type(s, 3) != SQLITE_NULL)
		failure->said = games_keep(g, said, failure->said_length);
}

static void games_move(struct games *g, struct db_game *game)
{
	sqlite3_stmt *s = g->moves_of;
	if (game->moves_count == g->room) {
		int room = 2 * g->room + 64;
		struct db_move *moves = realloc(g->moves, (size_t)room * sizeof *moves);
		if (moves == NULL) {
			g->full = true;
			return;
		}
		g->moves = moves;
		g->room = room;
	}
	g->moves[game->moves_count++] = (struct db_move){.ply = sqlite3_column_int(s, 0),
		.seat = sqlite3_column_int(s, 1),
		.text = games_text(g, s, 2),
		.wall_us = sqlite3_column_int64(s, 3),
		.cpu_us = games_number(s, 4, UNKNOWN),
		.wait_us = games_number(s, 5, UNKNOWN),
		.depth = games_number(s, 6, UNKNOWN),
		.score = games_number(s, 7, UNKNOWN),
		.nodes = games_number(s, 8, UNKNOWN)};
}

static void games_position(struct games *g, struct db_game *game)
{
	sqlite3_stmt *s = g->positions_of;
	if (game->positions_count == g->positions_room) {
		int room = 2 * g->positions_room + 64;
		struct db_position *all = realloc(g->positions, (size_t)room * sizeof *all);
		if (all == NULL) {
			g->full = true;
			return;
		}
		g->positions = all;
		g->positions_room = room;
	}
	g->positions[game->positions_count++] = (struct db_position){
		.question = games_text(g, s, 0), .answer = games_text(g, s, 1)};
}

/* Takes all rows of the game that a statement finds. */
static int games_rows(struct games *g, sqlite3_stmt *statement, struct db_game *game,
	void (*take)(struct games *g, struct db_game *game))
{
	int code;
	sqlite3_bind_int64(statement, 1, game->id);
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		take(g, game);
	return db_read_end(g->db, statement, code, "a game cannot be read");
}

static void games_replaced(struct games *g, struct db_game *game)
{
	game->replaced = (struct db_replacement){.ms = sqlite3_column_int64(g->replaced, 0),
		.bot = games_text(g, g->replaced, 1),
		.paired = sqlite3_column_int(g->replaced, 2)};
}

static void games_head(struct games *g, sqlite3_stmt *s, struct db_game *game)
{
	*game = (struct db_game){.id = sqlite3_column_int64(s, 0),
		.tournament = sqlite3_column_int64(s, 1),
		.pairing = sqlite3_column_int64(s, 2),
		.round = sqlite3_column_int(s, 3),
		.seed = sqlite3_column_int64(s, 4),
		.opening = games_text(g, s, 5),
		.final = games_text(g, s, 6),
		.reason = games_text(g, s, 7),
		.sandbox = games_text(g, s, 8),
		.plies = sqlite3_column_int(s, 9),
		.started_ms = sqlite3_column_int64(s, 10),
		.ended_ms = sqlite3_column_int64(s, 11),
		.moves_hash = sqlite3_column_int64(s, 12),
		.worker = sqlite3_column_int64(s, 13),
		.worker_name = games_text(g, s, 14),
		.removed = games_text(g, s, 15)};
	for (int i = 0; i < DB_SEATS; i++)
		game->seat[i].elo_before = game->seat[i].elo_after = NAN;
}

/* The game that statement stands on. */
static int games_one(struct games *g, sqlite3_stmt *statement, struct db_game *game)
{
	games_forget(g);
	games_head(g, statement, game);
	sqlite3_bind_int(g->seats, 2, g->bare);
	int error = games_rows(g, g->seats, game, games_seat);
	if (error == DB_OK && !g->bare)
		error = games_rows(g, g->failures, game, games_failure);
	if (error == DB_OK)
		error = games_rows(g, g->moves_of, game, games_move);
	if (error == DB_OK)
		error = games_rows(g, g->positions_of, game, games_position);
	if (error == DB_OK && g->db->reads_replaced)
		error = games_rows(g, g->replaced, game, games_replaced);
	game->moves = g->moves;
	game->positions = g->positions;
	return error == DB_OK && g->full ? db_fail(g->db, DB_BROKEN, "no memory") : error;
}

/* --- all of them ---------------------------------------------------------------------------- */

int db_games_read(struct db *db, const struct db_filter *filter,
	bool (*each)(void *arg, const struct db_game *g), void *arg)
{
	struct games g = {.db = db, .bare = filter->bare};
	struct db_game game;
	int code = SQLITE_DONE, error = DB_OK;
	sqlite3_stmt *list = db_statement(db, DB_GAMES);
	g.seats = db_statement(db, DB_GAME_SEATS);
	g.failures = db_statement(db, DB_GAME_FAILURES);
	g.moves_of = db_statement(db, DB_GAME_MOVES);
	g.positions_of = db_statement(db, DB_GAME_POSITIONS);
	g.replaced = db_statement(db, DB_REPLACED_OF);
	if (list == NULL || g.seats == NULL || g.failures == NULL || g.moves_of == NULL ||
		g.positions_of == NULL || g.replaced == NULL)
		return db->error;
	sqlite3_bind_int64(list, 1, filter->tournament);
	sqlite3_bind_int64(list, 2, filter->game);
	while (error == DB_OK && (code = sqlite3_step(list)) == SQLITE_ROW) {
		error = games_one(&g, list, &game);
		if (error == DB_OK && !each(arg, &game))
			break;
	}
	int ended = db_read_end(db, list, code, "its games cannot be read");
	error = error == DB_OK ? ended : error;
	while (g.pieces != NULL) {
		struct games_piece *next = g.pieces->next;
		free(g.pieces);
		g.pieces = next;
	}
	free(g.moves);
	free(g.positions);
	return error;
}
