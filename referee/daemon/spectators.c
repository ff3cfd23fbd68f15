/*
 * spectators.c - the games that are being played, and who looks on.
 *
 * Lines come for every move of every game, so a game is found by its pairing in a table of short
 * lists. A looker that has ended, out of its own calls or ours, is taken out when all have been
 * told. Of a game that has ended its number is kept until the game is, and who saw its end awaits
 * that.
 */
#include "referee/daemon/spectators.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/daemon/spectators-parts.h"

static const char spectators_again[] = "the game was broken off, and is played again";

/* --- games ----------------------------------------------------------------------------------- */

/* Keys are hashes themselves. */
static int spectators_list(int64_t tournament, uint64_t pairing)
{
	return (int)((pairing ^ (uint64_t)tournament) % SPECTATORS_LISTS);
}

static struct spectators_game **spectators_find(
	const struct spectators *g, int64_t tournament, uint64_t pairing)
{
	struct spectators_game *const *list = &g->games[spectators_list(tournament, pairing)];
	struct spectators_game **at = (struct spectators_game **)list;
	while (*at != NULL && ((*at)->pairing.key != pairing || (*at)->tournament != tournament))
		at = &(*at)->next;
	return at;
}

static struct spectators_game *spectators_add(
	struct spectators *g, int64_t tournament, const struct tournament *t, const struct job *job)
{
	struct spectators_game **at = spectators_find(g, tournament, job->pairing.key);
	struct spectators_game *game = memory_get(1, sizeof *game);
	*game = (struct spectators_game){.number = id_allocator_take(&g->numbers),
		.tournament = tournament,
		.order = ++g->begun,
		.pairing = job->pairing,
		.t = t,
		.opening = memory_copy(job->opening.text),
		.is_position = job->opening.is_position};
	*at = game;
	return game;
}

static void spectators_keep(struct spectators_game *game, const char *line)
{
	size_t length = strlen(line) + 1;
	if (game->length + length > game->room) {
		game->room = 2 * (game->length + length) + 256;
		game->lines = memory_resize(game->lines, game->room, 1);
	}
	memcpy(game->lines + game->length, line, length);
	game->length += length;
	game->heard = time_now();
}

/* Its number stays taken. */
static void spectators_forget(struct spectators_game **at)
{
	struct spectators_game *game = *at;
	*at = game->next;
	free(game->opening);
	free(game->lines);
	free(game);
}

int spectators_number(const struct spectators *g, int64_t tournament, uint64_t pairing)
{
	const struct spectators_game *game = *spectators_find(g, tournament, pairing);
	return game != NULL ? game->number : 0;
}

/* --- who looks on ----------------------------------------------------------------------------- */

static bool spectator_wants(const struct spectator *l, const struct spectators_game *game)
{
	for (int i = 0; i < game->pairing.seats && l->name != NULL; i++)
		if (strcmp(game->t->bots[game->pairing.bot[i]].name, l->name) == 0)
			return true;
	return l->name == NULL;
}

/* The last of those that it wants; NULL: none. */
static struct spectators_game *spectator_last(const struct spectator *l)
{
	struct spectators_game *last = NULL;
	for (int i = 0; i < SPECTATORS_LISTS; i++)
		for (struct spectators_game *game = l->gallery->games[i]; game; game = game->next)
			if (spectator_wants(l, game) && (last == NULL || game->order > last->order))
				last = game;
	return last;
}

static void spectator_see_last(struct spectator *l)
{
	struct spectators_game *last = spectator_last(l);
	if (last != NULL)
		spectator_see(l, last);
	else
		spectator_put(l, "wait");
}

static void spectator_end(struct spectator *l, const char *why)
{
	if (l->over)
		return;
	l->over = true;
	l->calls->ended(l->owner, why);
}

/* Takes out those that are over. */
static void spectators_sweep(struct spectators *g)
{
	for (struct spectator **at = &g->lookers; *at != NULL;) {
		struct spectator *l = *at;
		if (!l->over) {
			at = &l->next;
			continue;
		}
		*at = l->next;
		free(l->awaited);
		free(l->name);
		free(l);
	}
}

/* --- games that have ended -------------------------------------------------------------------- */

/* It awaits this one no more. False: it did not. */
static bool spectator_awaited(struct spectator *l, int number)
{
	for (int i = 0; i < l->awaits; i++)
		if (l->awaited[i] == number) {
			l->awaited[i] = l->awaited[--l->awaits];
			return true;
		}
	return false;
}

static void spectators_await(struct spectators *g, const struct spectators_game *game)
{
	struct spectators_ended **list =
		&g->ended[spectators_list(game->tournament, game->pairing.key)];
	struct spectators_ended *ended = memory_get(1, sizeof *ended);
	*ended =
		(struct spectators_ended){game->number, game->tournament, game->pairing.key, *list};
	*list = ended;
	for (struct spectator *l = g->lookers; l != NULL; l = l->next) {
		if (l->game != game)
			continue;
		l->awaited = memory_resize(l->awaited, (size_t)l->awaits + 1, sizeof *l->awaited);
		l->awaited[l->awaits++] = game->number;
	}
}

/* It is kept, which line says, or (NULL) it never will be; its number is free. why: for those who
 * await nothing else. */
static void spectators_settle(
	struct spectators *g, struct spectators_ended **at, const char *line, const char *why)
{
	struct spectators_ended *ended = *at;
	for (struct spectator *l = g->lookers; l != NULL; l = l->next) {
		if (!spectator_awaited(l, ended->number))
			continue;
		if (line != NULL)
			spectator_put(l, line);
		if (l->leaves)
			spectator_end(l, why);
	}
	id_allocator_give(&g->numbers, ended->number);
	*at = ended->next;
	free(ended);
}

static struct spectators_ended **spectators_find_ended(
	struct spectators *g, int64_t tournament, uint64_t pairing)
{
	struct spectators_ended **at = &g->ended[spectators_list(tournament, pairing)];
	while (*at != NULL && ((*at)->tournament != tournament || (*at)->pairing != pairing))
		at = &(*at)->next;
	return at;
}

void spectators_kept(
	struct spectators *g, int64_t tournament, uint64_t pairing, int64_t game, const char *db)
{
	struct spectators_ended **at = spectators_find_ended(g, tournament, pairing);
	if (*at == NULL)
		return;
	const struct number_kept *kept = id_allocator_keep(&g->numbers, (*at)->number, game, db);
	char *line = memory_print("kept %d %lld %s", (*at)->number, (long long)game, kept->db);
	spectators_settle(g, at, line, "");
	free(line);
	spectators_sweep(g);
}

/* --- what happens ---------------------------------------------------------------------------- */

/* It is over, and forgotten but for its number; who follows sees another. */
static void spectators_close(struct spectators *g, struct spectators_game **at, bool lost)
{
	const struct spectators_game *game = *at;
	if (lost)
		id_allocator_give(&g->numbers, game->number);
	else
		spectators_await(g, game);
	for (struct spectator *l = g->lookers; l != NULL; l = l->next) {
		if (l->game != game)
			continue;
		l->game = NULL;
		l->bereft = l->follow;
		l->leaves = !l->follow;
		if (lost)
			spectator_put(l, "lost");
		if (lost && l->leaves)
			spectator_end(l, spectators_again);
	}
	spectators_forget(at);
	for (struct spectator *l = g->lookers; l != NULL; l = l->next) {
		if (l->bereft && !l->over)
			spectator_see_last(l);
		l->bereft = false;
	}
	spectators_sweep(g);
}

static void spectators_begin(struct spectators *g, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line)
{
	struct spectators_game *game = spectators_add(g, tournament, t, job);
	spectators_keep(game, line);
	for (struct spectator *l = g->lookers; l != NULL; l = l->next)
		if (l->game == NULL && !l->leaves && spectator_wants(l, game))
			spectator_see(l, game);
	spectators_sweep(g);
}

/* It was broken off, or played to its end and is not taken as it was. */
static void spectators_void(struct spectators *g, int64_t tournament, uint64_t pairing)
{
	struct spectators_game **at = spectators_find(g, tournament, pairing);
	struct spectators_ended **ended = spectators_find_ended(g, tournament, pairing);
	if (*ended != NULL)
		spectators_settle(g, ended, NULL, spectators_again);
	if (*at != NULL)
		spectators_close(g, at, true);
	spectators_sweep(g);
}

void spectators_record(struct spectators *g, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line)
{
	struct spectators_game **at = spectators_find(g, tournament, job->pairing.key);
	bool begins = line != NULL && strncmp(line, "game ", 5) == 0, gone = false;
	if (line == NULL || begins)
		spectators_void(g, tournament, job->pairing.key);
	if (begins)
		spectators_begin(g, tournament, t, job, line);
	if (*at == NULL || line == NULL || begins)
		return;
	/* Most lines are moves; conversations and evidence are long, and not for everybody. */
	bool ends = strncmp(line, "end ", 4) == 0;
	if (!ends && strncmp(line, "move ", 5) != 0 && strncmp(line, "seat ", 5) != 0)
		return;
	spectators_keep(*at, line);
	for (struct spectator *l = g->lookers; l != NULL; l = l->next) {
		if (l->game == *at)
			spectator_put(l, line);
		gone |= l->over;
	}
	if (ends)
		spectators_close(g, at, false);
	else if (gone)
		spectators_sweep(g);
}

void spectators_ended(struct spectators *g, int64_t tournament)
{
	for (int i = 0; i < SPECTATORS_LISTS; i++)
		for (struct spectators_game **at = &g->games[i]; *at != NULL;) {
			if ((*at)->tournament == tournament)
				spectators_close(g, at, true);
			else
				at = &(*at)->next;
		}
	for (int i = 0; i < SPECTATORS_LISTS; i++)
		for (struct spectators_ended **at = &g->ended[i]; *at != NULL;) {
			if ((*at)->tournament == tournament)
				spectators_settle(g, at, NULL, "the game could not be kept");
			else
				at = &(*at)->next;
		}
	spectators_sweep(g);
}

/* --- lookers --------------------------------------------------------------------------------- */

static struct spectators_game *spectators_numbered(const struct spectators *g, int number)
{
	for (int i = 0; i < SPECTATORS_LISTS; i++)
		for (struct spectators_game *game = g->games[i]; game != NULL; game = game->next)
			if (game->number == number)
				return game;
	return NULL;
}

/* There is no game to be shown: why, and of one that had this number, where it is. */
static void spectator_refuse(
	const struct spectators *g, const struct spectator_wish *wish, char *why, size_t room)
{
	const struct number_kept *was = id_allocator_kept(&g->numbers, wish->number);
	if (was != NULL)
		snprintf(why, room,
			"there is no game %d now; the last of this number is kept as game %lld of %s: `referee show %lld --db FILE` shows it",
			wish->number, (long long)was->game, was->db, (long long)was->game);
	else if (wish->number > 0)
		snprintf(why, room, "there is no game %d now; `referee status` lists them",
			wish->number);
	else
		snprintf(why, room, "%s now; --follow waits for the next",
			wish->name != NULL ? "it plays no game" : "no game is played");
}

bool spectator_create(struct spectators *g, const struct spectator_wish *wish,
	const struct spectator_calls *calls, void *owner, struct spectator **looker, char *why,
	size_t room)
{
	struct spectator *l = memory_get(1, sizeof *l);
	*l = (struct spectator){.gallery = g,
		.calls = calls,
		.owner = owner,
		.name = wish->name != NULL ? memory_copy(wish->name) : NULL,
		.follow = wish->follow};
	struct spectators_game *game =
		wish->number > 0 ? spectators_numbered(g, wish->number) : spectator_last(l);
	if (game == NULL && !wish->follow) {
		spectator_refuse(g, wish, why, room);
		free(l->name);
		free(l);
		return false;
	}
	l->next = g->lookers;
	g->lookers = *looker = l;
	if (game != NULL)
		spectator_see(l, game);
	else
		spectator_put(l, "wait");
	if (l->over)
		*looker = NULL;
	spectators_sweep(g);
	return true;
}

int spectators_lookers(const struct spectators *g)
{
	int count = 0;
	for (const struct spectator *l = g->lookers; l != NULL; l = l->next)
		count++;
	return count;
}

void spectator_free(struct spectator *l)
{
	if (l == NULL)
		return;
	l->over = true;
	spectators_sweep(l->gallery);
}

struct spectators *spectators_create(void)
{
	return memory_get(1, sizeof(struct spectators));
}

void spectators_free(struct spectators *g)
{
	if (g == NULL)
		return;
	for (struct spectator *l = g->lookers; l != NULL; l = l->next) {
		l->game = NULL;
		spectator_end(l, "the daemon has ended");
	}
	spectators_sweep(g);
	for (int i = 0; i < SPECTATORS_LISTS; i++) {
		while (g->games[i] != NULL)
			spectators_forget(&g->games[i]);
		while (g->ended[i] != NULL)
			spectators_settle(g, &g->ended[i], NULL, "");
	}
	id_allocator_clear(&g->numbers);
	free(g);
}
