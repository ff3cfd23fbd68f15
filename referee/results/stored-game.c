/*
 * stored-game.c - restores a game from a database.
 */
#include "referee/results/stored-game.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/game/params.h"

static const char *const stored_game_columns[STORED_GAME_TEXTS] = {"tournament", "tournament_name",
	"rules", "seats", "round", "opening", "result", "reason", "started", "seconds", "seed",
	"final", "sandbox", "definition", "worker", "machine", "removed"};

int stored_game_find(struct stored_game *g, struct db *db)
{
	struct db_query q;
	db_query(&q, db, "game", g->game);
	bool found = db_next(&q);
	for (int i = 0; i < STORED_GAME_TEXTS && found; i++) {
		const char *text = db_text(&q, stored_game_columns[i]);
		g->texts[i] = escape_text(text != NULL ? text : "", true);
	}
	return db_end(&q);
}

/* --- the rules ------------------------------------------------------------------------------ */

static int stored_game_load_positions(struct stored_game *g, struct db *db)
{
	struct db_query q;
	db_query(&q, db, "game-positions", g->game);
	while (!error_is_set(&g->err) && db_next(&q)) {
		const char *answer = db_text(&q, "answer");
		if (!position_blocks_add_question(&g->blocks, db_text(&q, "question")) ||
			!position_blocks_add_answer(&g->blocks, answer, strlen(answer)))
			error_set(&g->err, "a stored position is not one of a game");
	}
	return db_end(&q);
}

/* Makes the setup, if the rules of today fit; else g->err has a line. */
static int stored_game_load_setup(struct stored_game *g, struct db *db)
{
	char *description;
	const int64_t tournament = strtoll(g->texts[STORED_GAME_TOURNAMENT], NULL, 10);
	error_clear(&g->err);
	int error = db_rules_of(db, tournament, &description);
	if (error == DB_OK && description != NULL)
		error = stored_game_load_positions(g, db);
	const struct params_game of = {.game = g->texts[STORED_GAME_RULES],
		.definition = g->texts[STORED_GAME_DEFINITION],
		.description = description,
		.blocks = g->blocks,
		.seats = atoi(g->texts[STORED_GAME_SEATS]),
		/* The database stores all 64 bits as a signed number. */
		.seed = (uint64_t)strtoll(g->texts[STORED_GAME_SEED], NULL, 10)};
	if (error == DB_OK && !error_is_set(&g->err))
		params_setup(&g->setup, &of, &g->err);
	free(description);
	return error;
}

/* The position after the opening, which is a position or moves from the start. */
static bool stored_game_load_opening(struct stored_game *g, char start[POSITION_TEXT])
{
	static const struct limits none;
	const char *opening = g->texts[STORED_GAME_OPENING];
	struct game *game = memory_get(1, sizeof *game);
	struct error err;
	bool good = strlen(opening) < POSITION_TEXT &&
		    game_begin(game, &g->setup, &none, 0, opening, "", &err);
	if (!good)
		good = game_begin(game, &g->setup, &none, 0, "", opening, &g->err);
	start[0] = '\0';
	if (good && *opening != '\0')
		g->setup.rules->write(&g->setup, &game->position, start);
	free(game);
	return good;
}

/* --- loading -------------------------------------------------------------------------- */

static int stored_game_load_seats(struct stored_game *g, struct db *db)
{
	struct db_query q;
	db_query(&q, db, "game-seats", g->game);
	while (db_next(&q)) {
		int64_t seat = db_int(&q, "seat");
		if (seat < 1 || seat > g->setup.seats)
			continue;
		move_list_name(&g->moves, (int)seat, db_text(&q, "bot"));
		g->ranks[seat - 1] = (int)db_int(&q, "rank");
		enum verdict verdict = verdict_find(db_text(&q, "verdict"));
		g->ends.verdict[seat - 1] = verdict == VERDICTS ? VERDICT_OK : verdict;
		g->ends.detail[seat - 1] = memory_copy(db_text(&q, "detail"));
		g->ranked = true;
	}
	return db_end(&q);
}

static int stored_game_load_moves(struct stored_game *g, struct db *db)
{
	static const struct move_number columns_of[MOVE_NUMBERS] = {
		{"wall_us", offsetof(struct move_numbers, wall)},
		{"cpu_us", offsetof(struct move_numbers, cpu)},
		{"wait_us", offsetof(struct move_numbers, wait)},
		{"depth", offsetof(struct move_numbers, depth)},
		{"score", offsetof(struct move_numbers, score)},
		{"nodes", offsetof(struct move_numbers, nodes)}};
	struct db_query q;
	db_query(&q, db, "game-moves", g->game);
	while (!error_is_set(&g->err) && db_next(&q)) {
		struct move_numbers numbers;
		int64_t seat = db_int(&q, "seat");
		const char *text = db_text(&q, "move");
		if (seat < 1 || seat > g->setup.seats || strlen(text) >= MOVE_TEXT) {
			error_set(&g->err, "a stored move is not possible in this game");
			break;
		}
		for (int i = 0; i < MOVE_NUMBERS; i++)
			*(int64_t *)((char *)&numbers + columns_of[i].offset) =
				db_is_null(&q, columns_of[i].name) ? UNKNOWN
								   : db_int(&q, columns_of[i].name);
		move_list_add_move(&g->moves, (int)seat, text, &numbers);
	}
	return db_end(&q);
}

int stored_game_load(struct stored_game *g, struct db *db)
{
	char start[POSITION_TEXT];
	int error = stored_game_load_setup(g, db);
	if (error != DB_OK || g->setup.rules == NULL || !stored_game_load_opening(g, start))
		return error;
	move_list_init(&g->moves, &g->setup, start);
	g->moves.blocks = g->blocks;
	g->blocks = (struct position_blocks){.all = NULL};
	error = stored_game_load_seats(g, db);
	if (error == DB_OK)
		error = stored_game_load_moves(g, db);
	if (*g->texts[STORED_GAME_REMOVED] != '\0')
		error_set(&g->err, "its moves were removed: %.200s", g->texts[STORED_GAME_REMOVED]);
	if (error == DB_OK && !error_is_set(&g->err))
		move_list_add_departures(&g->moves, &g->ends, &g->err);
	for (int i = 0; i < SEATS_MAX; i++)
		free((char *)g->ends.detail[i]);
	return error;
}

bool stored_game_is_playable(const struct stored_game *g)
{
	return g->setup.rules != NULL && !error_is_set(&g->err);
}

bool stored_game_position(const struct stored_game *g, int count, struct position *p)
{
	static const struct limits none;
	struct error err;
	if (!stored_game_is_playable(g))
		return false;
	struct game *game = memory_get(1, sizeof *game);
	bool good = move_list_replay(&g->moves, count, &none, game, &err);
	*p = game->position;
	free(game);
	return good;
}

void stored_game_clear(struct stored_game *g)
{
	for (int i = 0; i < STORED_GAME_TEXTS; i++)
		free(g->texts[i]);
	if (g->moves.offline_rules == NULL) /* else the move list has them */
		params_setup_clear(&g->setup);
	move_list_clear(&g->moves);
	position_blocks_clear(&g->blocks);
	*g = (struct stored_game){.game = 0};
}
