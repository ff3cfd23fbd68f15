/*
 * pending-games.c - games that were drawn and have not begun.
 */
#include "referee/director/pending-games.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

void drawn_init(struct drawn *d, struct agenda *agenda)
{
	*d = (struct drawn){.agenda = agenda, .step = SCHEDULE_GAME};
}

void drawn_clear(struct drawn *d)
{
	free(d->local.games);
	free(d->hall.games);
	*d = (struct drawn){.agenda = NULL};
}

int drawn_count(const struct drawn *d)
{
	return d->local.count + d->hall.count;
}

/* --- one list -------------------------------------------------------------------------------- */

static struct drawn_game *drawn_at(const struct drawn_list *l, int i)
{
	return &l->games[l->first + i];
}

static void drawn_make_room(struct drawn_list *l)
{
	if (l->first > l->room / 2) {
		memmove(l->games, drawn_at(l, 0), (size_t)l->count * sizeof *l->games);
		l->first = 0;
	}
	if (l->first + l->count < l->room)
		return;
	l->room = 2 * l->room + 64;
	l->games = memory_resize(l->games, (size_t)l->room, sizeof *l->games);
}

static void drawn_insert(struct drawn_list *l, const struct drawn_game *game)
{
	/* Most that are given back were the first. */
	if (l->count > 0 && l->first > 0 && game->number < drawn_at(l, 0)->number) {
		l->first--;
		l->count++;
		*drawn_at(l, 0) = *game;
		return;
	}
	drawn_make_room(l);
	l->mixed_up |= l->count > 0 && game->number < drawn_at(l, l->count - 1)->number;
	*drawn_at(l, l->count++) = *game;
}

static int drawn_compare(const void *a, const void *b)
{
	const struct drawn_game *one = a, *other = b;
	return (one->number > other->number) - (one->number < other->number);
}

static void drawn_sort(struct drawn_list *l)
{
	if (l->mixed_up)
		qsort(drawn_at(l, 0), (size_t)l->count, sizeof *l->games, drawn_compare);
	l->mixed_up = false;
}

/* --- both ------------------------------------------------------------------------------------ */

static struct drawn_list *drawn_list_of(struct drawn *d, const struct pairing *p)
{
	return pairing_remote_seats(p, d->agenda->t) > 0 ? &d->hall : &d->local;
}

bool drawn_more(struct drawn *d, usec now)
{
	struct drawn_game game = {.since = now};
	if (drawn_count(d) >= DRAWN_MOST) {
		d->step = SCHEDULE_GAME;
		return false;
	}
	d->step = d->closed ? SCHEDULE_END : agenda_draw(d->agenda, &game.pairing);
	if (d->step != SCHEDULE_GAME)
		return false;
	game.number = ++d->number;
	drawn_insert(drawn_list_of(d, &game.pairing), &game);
	return true;
}

bool drawn_next_local(struct drawn *d, usec now, struct drawn_game *game)
{
	struct drawn_list *l = &d->local;
	while (l->count == 0)
		if (!drawn_more(d, now))
			return false;
	drawn_sort(l);
	*game = *drawn_at(l, 0);
	l->first++;
	l->count--;
	return true;
}

bool drawn_local_before(struct drawn *d, int64_t number)
{
	struct drawn_list *l = &d->local;
	drawn_sort(l);
	return l->count > 0 && drawn_at(l, 0)->number < number;
}

void drawn_each_hall(struct drawn *d, bool (*each)(void *arg, struct drawn_game *game), void *arg)
{
	struct drawn_list *l = &d->hall, old;
	drawn_sort(l);
	/* What is put back meanwhile goes into a list of its own. */
	old = *l;
	*l = (struct drawn_list){.count = 0};
	int kept = 0;
	for (int i = 0; i < old.count; i++) {
		struct drawn_game *game = &old.games[old.first + i];
		if (!each(arg, game))
			old.games[old.first + kept++] = *game;
	}
	old.count = kept;
	struct drawn_list added = *l;
	*l = old;
	for (int i = 0; i < added.count; i++)
		drawn_insert(l, drawn_at(&added, i));
	free(added.games);
}

void drawn_open(struct drawn *d, const struct drawn_game *game, struct job *job)
{
	job->pairing = game->pairing;
	job->number = game->number;
	job->tries = game->tries;
	agenda_open(d->agenda, job, !game->opened);
}

void drawn_return(struct drawn *d, const struct drawn_game *game)
{
	drawn_insert(drawn_list_of(d, &game->pairing), game);
}

void drawn_put_back(struct drawn *d, const struct job *job, usec now)
{
	struct drawn_game game = {.pairing = job->pairing,
		.number = job->number,
		.since = now,
		.tries = job->tries,
		.opened = true};
	drawn_return(d, &game);
}
