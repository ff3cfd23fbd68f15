/*
 * pending-games.c - games that were drawn from the queue and have not begun.
 */
#include "referee/director/pending-games.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

void pending_games_init(struct pending_games *d, struct game_queue *agenda)
{
	*d = (struct pending_games){.agenda = agenda, .step = SCHEDULE_GAME};
}

void pending_games_clear(struct pending_games *d)
{
	free(d->local.games);
	free(d->remote.games);
	*d = (struct pending_games){.agenda = NULL};
}

int pending_games_count(const struct pending_games *d)
{
	return d->local.count + d->remote.count;
}

/* --- one list -------------------------------------------------------------------------------- */

static struct pending_games_game *pending_games_at(const struct pending_games_list *l, int i)
{
	return &l->games[l->first + i];
}

static void pending_games_make_room(struct pending_games_list *l)
{
	if (l->first > l->room / 2) {
		memmove(l->games, pending_games_at(l, 0), (size_t)l->count * sizeof *l->games);
		l->first = 0;
	}
	if (l->first + l->count < l->room)
		return;
	l->room = 2 * l->room + 64;
	l->games = memory_resize(l->games, (size_t)l->room, sizeof *l->games);
}

static void pending_games_insert(
	struct pending_games_list *l, const struct pending_games_game *game)
{
	/* Most returned games were first in the list. */
	if (l->count > 0 && l->first > 0 && game->number < pending_games_at(l, 0)->number) {
		l->first--;
		l->count++;
		*pending_games_at(l, 0) = *game;
		return;
	}
	pending_games_make_room(l);
	l->mixed_up |= l->count > 0 && game->number < pending_games_at(l, l->count - 1)->number;
	*pending_games_at(l, l->count++) = *game;
}

static int pending_games_compare(const void *a, const void *b)
{
	const struct pending_games_game *one = a, *other = b;
	return (one->number > other->number) - (one->number < other->number);
}

static void pending_games_sort(struct pending_games_list *l)
{
	if (l->mixed_up)
		qsort(pending_games_at(l, 0), (size_t)l->count, sizeof *l->games,
			pending_games_compare);
	l->mixed_up = false;
}

/* --- both lists ------------------------------------------------------------------------------ */

static struct pending_games_list *pending_games_list_of(
	struct pending_games *d, const struct pairing *p)
{
	return pairing_remote_seats(p, d->agenda->t) > 0 ? &d->remote : &d->local;
}

bool pending_games_more(struct pending_games *d, usec now)
{
	struct pending_games_game game = {.since = now};
	if (pending_games_count(d) >= PENDING_GAMES_MAX) {
		d->step = SCHEDULE_GAME;
		return false;
	}
	d->step = d->closed ? SCHEDULE_END : game_queue_draw(d->agenda, &game.pairing);
	if (d->step != SCHEDULE_GAME)
		return false;
	game.number = ++d->number;
	pending_games_insert(pending_games_list_of(d, &game.pairing), &game);
	return true;
}

bool pending_games_next_local(struct pending_games *d, usec now, struct pending_games_game *game)
{
	struct pending_games_list *l = &d->local;
	while (l->count == 0)
		if (!pending_games_more(d, now))
			return false;
	pending_games_sort(l);
	*game = *pending_games_at(l, 0);
	l->first++;
	l->count--;
	return true;
}

bool pending_games_local_before(struct pending_games *d, int64_t number)
{
	struct pending_games_list *l = &d->local;
	pending_games_sort(l);
	return l->count > 0 && pending_games_at(l, 0)->number < number;
}

void pending_games_each_remote(struct pending_games *d,
	bool (*each)(void *arg, struct pending_games_game *game), void *arg)
{
	struct pending_games_list *l = &d->remote, old;
	pending_games_sort(l);
	/* Games returned meanwhile go into a new list. */
	old = *l;
	*l = (struct pending_games_list){.count = 0};
	int kept = 0;
	for (int i = 0; i < old.count; i++) {
		struct pending_games_game *game = &old.games[old.first + i];
		if (!each(arg, game))
			old.games[old.first + kept++] = *game;
	}
	old.count = kept;
	struct pending_games_list added = *l;
	*l = old;
	for (int i = 0; i < added.count; i++)
		pending_games_insert(l, pending_games_at(&added, i));
	free(added.games);
}

void pending_games_open(
	struct pending_games *d, const struct pending_games_game *game, struct job *job)
{
	job->pairing = game->pairing;
	job->number = game->number;
	job->tries = game->tries;
	game_queue_open(d->agenda, job, !game->opened);
}

void pending_games_return(struct pending_games *d, const struct pending_games_game *game)
{
	pending_games_insert(pending_games_list_of(d, &game->pairing), game);
}

void pending_games_put_back(struct pending_games *d, const struct job *job, usec now)
{
	struct pending_games_game game = {.pairing = job->pairing,
		.number = job->number,
		.since = now,
		.tries = job->tries,
		.opened = true};
	pending_games_return(d, &game);
}
