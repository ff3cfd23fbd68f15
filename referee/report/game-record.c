/*
 * game-record.c - writes a stored game as a record: its turns from a move list, its end as stored.
 */
#include "referee/report/game-record.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/game/move-list.h"
#include "protocol/verdict.h"
#include "rules/process/rules-process.h"

enum { GAME_RECORD_WORD = 64 /* bytes of a reason */ };

/* The position after the opening, which is a position or moves from the start; "" without one. */
static bool game_record_start(const struct db_game *g, const struct setup *setup,
	char start[POSITION_TEXT], struct error *err)
{
	static const struct limits none;
	struct game *game = memory_get(1, sizeof *game);
	bool good = strlen(g->opening) < POSITION_TEXT &&
		    game_begin(game, setup, &none, 0, g->opening, "", err);
	if (!good)
		good = game_begin(game, setup, &none, 0, "", g->opening, err);
	start[0] = '\0';
	if (good && *g->opening != '\0')
		setup->rules->write(setup, &game->position, start);
	free(game);
	return good;
}

struct move_numbers game_record_numbers(const struct db_move *m)
{
	return (struct move_numbers){.wall = m->wall_us,
		.cpu = m->cpu_us,
		.wait = m->wait_us,
		.depth = m->depth,
		.score = m->score,
		.nodes = m->nodes};
}

struct db_move game_record_move(int seat, const char *text, const struct move_numbers *n, int ply)
{
	return (struct db_move){.seat = seat,
		.text = text,
		.wall_us = n->wall >= 0 ? n->wall : 0,
		.cpu_us = n->cpu,
		.wait_us = n->wait,
		.depth = n->depth,
		.score = n->score,
		.nodes = n->nodes,
		.ply = ply};
}

/* Writes the rules, the parameters, the start and the players. */
static void game_record_played(FILE *out, const struct db_game *g, const struct setup *setup,
	const char *game, const char *definition, const char *start)
{
	struct move_list h;
	move_list_init(&h, setup, start);
	h.started = g->started_ms;
	h.blocks = position_blocks_of(g);
	const char *program = game != NULL ? rules_process_command(game) : NULL;
	if (program != NULL) {
		h.program = memory_copy(program);
		h.digest = definition_text_rules_digest(definition);
	}
	for (int i = 0; i < g->seats; i++)
		move_list_name(&h, i + 1, g->seat[i].name);
	for (int i = 0; i < g->moves_count; i++) {
		const struct db_move *m = &g->moves[i];
		const struct move_numbers numbers = game_record_numbers(m);
		move_list_add_move(&h, m->seat, m->text, &numbers);
	}
	char *text = move_list_text(&h, NULL, 0);
	fputs(text, out);
	free(text);
	h.blocks = (struct position_blocks){.all = NULL}; /* those of g */
	move_list_clear(&h);
}

static void game_record_line(FILE *out, const struct record *r)
{
	char line[RECORD_LINE];
	fwrite(line, 1, record_write(r, line, sizeof line), out);
}

/* Checks the stored game: a database file may be damaged. */
static bool game_record_sound(const struct db_game *g, const struct setup *setup)
{
	bool good = g->seats == setup->seats && g->plies == g->moves_count &&
		    strlen(g->reason) < GAME_RECORD_WORD && strlen(g->final) < POSITION_TEXT;
	for (int i = 0; good && i < g->seats; i++)
		good = g->seat[i].name != NULL && verdict_find(g->seat[i].verdict) != VERDICTS;
	for (int i = 0; good && i < g->moves_count; i++)
		good = g->moves[i].seat >= 1 && g->moves[i].seat <= g->seats &&
		       strlen(g->moves[i].text) < MOVE_TEXT;
	return good;
}

bool game_record_write(FILE *out, const struct db_game *g, const struct setup *setup,
	const char *game, const char *definition, struct error *err)
{
	char start[POSITION_TEXT];
	if (g->removed != NULL)
		return error_set(err, "its moves were removed: %.200s", g->removed);
	if (!game_record_sound(g, setup))
		return error_set(err, "its rows are not those of a game");
	if (!game_record_start(g, setup, start, err))
		return false;
	game_record_played(out, g, setup, game, definition, start);
	for (int i = 0; i < g->seats; i++)
		game_record_line(
			out, &(struct record){.kind = RECORD_SEAT,
				     .seat = i + 1,
				     .result = {g->seat[i].rank, g->seat[i].verdict,
					     g->seat[i].detail != NULL ? g->seat[i].detail : ""}});
	game_record_line(out,
		&(struct record){.kind = RECORD_END,
			.end = {.reason = g->reason, .final = g->final, .ended = g->ended_ms}});
	return true;
}
