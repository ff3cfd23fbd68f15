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

static const char gallery_again[] = "the game was broken off, and is played again";

/* --- games ----------------------------------------------------------------------------------- */

/* Keys are hashes themselves. */
static int gallery_list(int64_t tournament, uint64_t pairing)
{
	return (int)((pairing ^ (uint64_t)tournament) % GALLERY_LISTS);
}

static struct gallery_game **gallery_find(
	const struct gallery *g, int64_t tournament, uint64_t pairing)
{
	struct gallery_game *const *list = &g->games[gallery_list(tournament, pairing)];
	struct gallery_game **at = (struct gallery_game **)list;
	while (*at != NULL && ((*at)->pairing.key != pairing || (*at)->tournament != tournament))
		at = &(*at)->next;
	return at;
}

static struct gallery_game *gallery_add(
	struct gallery *g, int64_t tournament, const struct tournament *t, const struct job *job)
{
	struct gallery_game **at = gallery_find(g, tournament, job->pairing.key);
	struct gallery_game *game = memory_get(1, sizeof *game);
	*game = (struct gallery_game){.number = numbers_take(&g->numbers),
		.tournament = tournament,
		.order = ++g->begun,
		.pairing = job->pairing,
		.t = t,
		.opening = memory_copy(job->opening.text),
		.is_position = job->opening.is_position};
	*at = game;
	return game;
}

static void gallery_keep(struct gallery_game *game, const char *line)
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
static void gallery_forget(struct gallery_game **at)
{
	struct gallery_game *game = *at;
	*at = game->next;
	free(game->opening);
	free(game->lines);
	free(game);
}

int gallery_number(const struct gallery *g, int64_t tournament, uint64_t pairing)
{
	const struct gallery_game *game = *gallery_find(g, tournament, pairing);
	return game != NULL ? game->number : 0;
}

/* --- who looks on ----------------------------------------------------------------------------- */

static bool looker_wants(const struct looker *l, const struct gallery_game *game)
{
	for (int i = 0; i < game->pairing.seats && l->name != NULL; i++)
		if (strcmp(game->t->bots[game->pairing.bot[i]].name, l->name) == 0)
			return true;
	return l->name == NULL;
}

/* The last of those that it wants; NULL: none. */
static struct gallery_game *looker_last(const struct looker *l)
{
	struct gallery_game *last = NULL;
	for (int i = 0; i < GALLERY_LISTS; i++)
		for (struct gallery_game *game = l->gallery->games[i]; game; game = game->next)
			if (looker_wants(l, game) && (last == NULL || game->order > last->order))
				last = game;
	return last;
}

static void looker_see_last(struct looker *l)
{
	struct gallery_game *last = looker_last(l);
	if (last != NULL)
		looker_see(l, last);
	else
		looker_put(l, "wait");
}

static void looker_end(struct looker *l, const char *why)
{
	if (l->over)
		return;
	l->over = true;
	l->calls->ended(l->owner, why);
}

/* Takes out those that are over. */
static void gallery_sweep(struct gallery *g)
{
	for (struct looker **at = &g->lookers; *at != NULL;) {
		struct looker *l = *at;
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
static bool looker_awaited(struct looker *l, int number)
{
	for (int i = 0; i < l->awaits; i++)
		if (l->awaited[i] == number) {
			l->awaited[i] = l->awaited[--l->awaits];
			return true;
		}
	return false;
}

static void gallery_await(struct gallery *g, const struct gallery_game *game)
{
	struct gallery_ended **list = &g->ended[gallery_list(game->tournament, game->pairing.key)];
	struct gallery_ended *ended = memory_get(1, sizeof *ended);
	*ended = (struct gallery_ended){game->number, game->tournament, game->pairing.key, *list};
	*list = ended;
	for (struct looker *l = g->lookers; l != NULL; l = l->next) {
		if (l->game != game)
			continue;
		l->awaited = memory_resize(l->awaited, (size_t)l->awaits + 1, sizeof *l->awaited);
		l->awaited[l->awaits++] = game->number;
	}
}

/* It is kept, which line says, or (NULL) it never will be; its number is free. why: for those who
 * await nothing else. */
static void gallery_settle(
	struct gallery *g, struct gallery_ended **at, const char *line, const char *why)
{
	struct gallery_ended *ended = *at;
	for (struct looker *l = g->lookers; l != NULL; l = l->next) {
		if (!looker_awaited(l, ended->number))
			continue;
		if (line != NULL)
			looker_put(l, line);
		if (l->leaves)
			looker_end(l, why);
	}
	numbers_give(&g->numbers, ended->number);
	*at = ended->next;
	free(ended);
}

static struct gallery_ended **gallery_find_ended(
	struct gallery *g, int64_t tournament, uint64_t pairing)
{
	struct gallery_ended **at = &g->ended[gallery_list(tournament, pairing)];
	while (*at != NULL && ((*at)->tournament != tournament || (*at)->pairing != pairing))
		at = &(*at)->next;
	return at;
}

void gallery_kept(
	struct gallery *g, int64_t tournament, uint64_t pairing, int64_t game, const char *db)
{
	struct gallery_ended **at = gallery_find_ended(g, tournament, pairing);
	if (*at == NULL)
		return;
	const struct number_kept *kept = numbers_keep(&g->numbers, (*at)->number, game, db);
	char *line = memory_print("kept %d %lld %s", (*at)->number, (long long)game, kept->db);
	gallery_settle(g, at, line, "");
	free(line);
	gallery_sweep(g);
}

/* --- what happens ---------------------------------------------------------------------------- */

/* It is over, and forgotten but for its number; who follows sees another. */
static void gallery_close(struct gallery *g, struct gallery_game **at, bool lost)
{
	const struct gallery_game *game = *at;
	if (lost)
		numbers_give(&g->numbers, game->number);
	else
		gallery_await(g, game);
	for (struct looker *l = g->lookers; l != NULL; l = l->next) {
		if (l->game != game)
			continue;
		l->game = NULL;
		l->bereft = l->follow;
		l->leaves = !l->follow;
		if (lost)
			looker_put(l, "lost");
		if (lost && l->leaves)
			looker_end(l, gallery_again);
	}
	gallery_forget(at);
	for (struct looker *l = g->lookers; l != NULL; l = l->next) {
		if (l->bereft && !l->over)
			looker_see_last(l);
		l->bereft = false;
	}
	gallery_sweep(g);
}

static void gallery_begin(struct gallery *g, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line)
{
	struct gallery_game *game = gallery_add(g, tournament, t, job);
	gallery_keep(game, line);
	for (struct looker *l = g->lookers; l != NULL; l = l->next)
		if (l->game == NULL && !l->leaves && looker_wants(l, game))
			looker_see(l, game);
	gallery_sweep(g);
}

/* It was broken off, or played to its end and is not taken as it was. */
static void gallery_void(struct gallery *g, int64_t tournament, uint64_t pairing)
{
	struct gallery_game **at = gallery_find(g, tournament, pairing);
	struct gallery_ended **ended = gallery_find_ended(g, tournament, pairing);
	if (*ended != NULL)
		gallery_settle(g, ended, NULL, gallery_again);
	if (*at != NULL)
		gallery_close(g, at, true);
	gallery_sweep(g);
}

void gallery_record(struct gallery *g, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line)
{
	struct gallery_game **at = gallery_find(g, tournament, job->pairing.key);
	bool begins = line != NULL && strncmp(line, "game ", 5) == 0, gone = false;
	if (line == NULL || begins)
		gallery_void(g, tournament, job->pairing.key);
	if (begins)
		gallery_begin(g, tournament, t, job, line);
	if (*at == NULL || line == NULL || begins)
		return;
	/* Most lines are moves; conversations and evidence are long, and not for everybody. */
	bool ends = strncmp(line, "end ", 4) == 0;
	if (!ends && strncmp(line, "move ", 5) != 0 && strncmp(line, "seat ", 5) != 0)
		return;
	gallery_keep(*at, line);
	for (struct looker *l = g->lookers; l != NULL; l = l->next) {
		if (l->game == *at)
			looker_put(l, line);
		gone |= l->over;
	}
	if (ends)
		gallery_close(g, at, false);
	else if (gone)
		gallery_sweep(g);
}

void gallery_ended(struct gallery *g, int64_t tournament)
{
	for (int i = 0; i < GALLERY_LISTS; i++)
		for (struct gallery_game **at = &g->games[i]; *at != NULL;) {
			if ((*at)->tournament == tournament)
				gallery_close(g, at, true);
			else
				at = &(*at)->next;
		}
	for (int i = 0; i < GALLERY_LISTS; i++)
		for (struct gallery_ended **at = &g->ended[i]; *at != NULL;) {
			if ((*at)->tournament == tournament)
				gallery_settle(g, at, NULL, "the game could not be kept");
			else
				at = &(*at)->next;
		}
	gallery_sweep(g);
}

/* --- lookers --------------------------------------------------------------------------------- */

static struct gallery_game *gallery_numbered(const struct gallery *g, int number)
{
	for (int i = 0; i < GALLERY_LISTS; i++)
		for (struct gallery_game *game = g->games[i]; game != NULL; game = game->next)
			if (game->number == number)
				return game;
	return NULL;
}

/* There is no game to be shown: why, and of one that had this number, where it is. */
static void looker_refuse(
	const struct gallery *g, const struct looker_wish *wish, char *why, size_t room)
{
	const struct number_kept *was = numbers_kept(&g->numbers, wish->number);
	if (was != NULL)
		snprintf(why, room,
			"there is no game %d now; the last of this number is kept as game %lld of "
			"%s: `referee show %lld --db FILE` shows it",
			wish->number, (long long)was->game, was->db, (long long)was->game);
	else if (wish->number > 0)
		snprintf(why, room, "there is no game %d now; `referee status` lists them",
			wish->number);
	else
		snprintf(why, room, "%s now; --follow waits for the next",
			wish->name != NULL ? "it plays no game" : "no game is played");
}

bool looker_create(struct gallery *g, const struct looker_wish *wish,
	const struct looker_calls *calls, void *owner, struct looker **looker, char *why,
	size_t room)
{
	struct looker *l = memory_get(1, sizeof *l);
	*l = (struct looker){.gallery = g,
		.calls = calls,
		.owner = owner,
		.name = wish->name != NULL ? memory_copy(wish->name) : NULL,
		.follow = wish->follow};
	struct gallery_game *game =
		wish->number > 0 ? gallery_numbered(g, wish->number) : looker_last(l);
	if (game == NULL && !wish->follow) {
		looker_refuse(g, wish, why, room);
		free(l->name);
		free(l);
		return false;
	}
	l->next = g->lookers;
	g->lookers = *looker = l;
	if (game != NULL)
		looker_see(l, game);
	else
		looker_put(l, "wait");
	if (l->over)
		*looker = NULL;
	gallery_sweep(g);
	return true;
}

int gallery_lookers(const struct gallery *g)
{
	int count = 0;
	for (const struct looker *l = g->lookers; l != NULL; l = l->next)
		count++;
	return count;
}

void looker_free(struct looker *l)
{
	if (l == NULL)
		return;
	l->over = true;
	gallery_sweep(l->gallery);
}

struct gallery *gallery_create(void)
{
	return memory_get(1, sizeof(struct gallery));
}

void gallery_free(struct gallery *g)
{
	if (g == NULL)
		return;
	for (struct looker *l = g->lookers; l != NULL; l = l->next) {
		l->game = NULL;
		looker_end(l, "the daemon has ended");
	}
	gallery_sweep(g);
	for (int i = 0; i < GALLERY_LISTS; i++) {
		while (g->games[i] != NULL)
			gallery_forget(&g->games[i]);
		while (g->ended[i] != NULL)
			gallery_settle(g, &g->ended[i], NULL, "");
	}
	numbers_clear(&g->numbers);
	free(g);
}
