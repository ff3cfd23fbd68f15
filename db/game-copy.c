/*
 * game-copy.c - a game and all that it points to, in one block.
 *
 * The same code runs twice: first it only counts, then it copies.
 */
#include "db/db.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct game_copy {
	char *block; /* NULL: it only counts */
	size_t used;
};

/* length bytes, which may be NULL; where they will be. */
static const void *game_copy_bytes(struct game_copy *c, const void *bytes, size_t length)
{
	if (bytes == NULL)
		return NULL;
	char *to = c->block != NULL ? c->block + c->used : NULL;
	c->used +=
		(length + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
	return to != NULL ? memcpy(to, bytes, length) : NULL;
}

/* A text needs no alignment; arrays come before all texts. */
static const char *game_copy_text(struct game_copy *c, const char *text)
{
	if (text == NULL)
		return NULL;
	size_t length = strlen(text) + 1;
	char *to = c->block != NULL ? c->block + c->used : NULL;
	c->used += length;
	return to != NULL ? memcpy(to, text, length) : NULL;
}

static const char *game_copy_part(struct game_copy *c, const char *bytes, size_t length)
{
	if (bytes == NULL)
		return NULL;
	char *to = c->block != NULL ? c->block + c->used : NULL;
	c->used += length + 1;
	if (to == NULL)
		return NULL;
	to[length] = '\0';
	return memcpy(to, bytes, length);
}

static void game_copy_seat(struct game_copy *c, struct db_seat *to, const struct db_seat *seat)
{
	const struct db_failure *failure = &seat->failure;
	to->verdict = game_copy_text(c, seat->verdict);
	to->detail = game_copy_text(c, seat->detail);
	to->stderr_tail = seat->stderr_length > 0
				  ? game_copy_part(c, seat->stderr_tail, seat->stderr_length)
				  : game_copy_text(c, seat->stderr_tail);
	to->name = game_copy_text(c, seat->name);
	to->failure.phase = game_copy_text(c, failure->phase);
	to->failure.asked = game_copy_text(c, failure->asked);
	to->failure.said = game_copy_part(c, failure->said, failure->said_length);
}

/* to: the game in the block, or one that is not used. */
static void game_copy_all(struct game_copy *c, struct db_game *to, const struct db_game *g)
{
	size_t plies = g->moves != NULL && g->plies > 0 ? (size_t)g->plies : 0;
	size_t infos = (size_t)g->infos_count, positions = (size_t)g->positions_count;
	struct db_move *moves = NULL;
	struct db_info *info = NULL;
	struct db_position *position = NULL;
	game_copy_bytes(c, g, sizeof *g);
	moves = (struct db_move *)game_copy_bytes(
		c, plies > 0 ? g->moves : NULL, plies * sizeof *moves);
	info = (struct db_info *)game_copy_bytes(
		c, infos > 0 ? g->infos : NULL, infos * sizeof *info);
	position = (struct db_position *)game_copy_bytes(
		c, positions > 0 ? g->positions : NULL, positions * sizeof *position);
	*to = *g;
	to->opening = game_copy_text(c, g->opening);
	to->final = game_copy_text(c, g->final);
	to->reason = game_copy_text(c, g->reason);
	to->sandbox = game_copy_text(c, g->sandbox);
	to->worker_name = game_copy_text(c, g->worker_name);
	to->removed = game_copy_text(c, g->removed);
	to->replaced.bot = game_copy_text(c, g->replaced.bot);
	for (int i = 0; i < g->seats; i++)
		game_copy_seat(c, &to->seat[i], &g->seat[i]);
	for (size_t i = 0; i < plies; i++) {
		const char *text = game_copy_text(c, g->moves[i].text);
		if (moves != NULL)
			moves[i].text = text;
	}
	for (size_t i = 0; i < infos; i++) {
		const char *pv = game_copy_text(c, g->infos[i].pv);
		const char *text = game_copy_text(c, g->infos[i].text);
		if (info != NULL)
			info[i].pv = pv, info[i].text = text;
	}
	for (size_t i = 0; i < positions; i++) {
		const char *question = game_copy_text(c, g->positions[i].question);
		const char *answer = game_copy_text(c, g->positions[i].answer);
		if (position != NULL)
			position[i] = (struct db_position){question, answer};
	}
	to->moves = moves;
	to->infos = info;
	to->positions = position;
}

struct db_game *db_game_copy(const struct db_game *g)
{
	struct game_copy c = {.block = NULL};
	struct db_game counted;
	game_copy_all(&c, &counted, g);
	c.block = malloc(c.used);
	if (c.block == NULL)
		return NULL;
	struct db_game *copy = (struct db_game *)(void *)c.block;
	c.used = 0;
	game_copy_all(&c, copy, g);
	return copy;
}
