/*
 * game-queue.c - the games still to be played: drawn from the schedule, and pending.
 */
#include "referee/director/game-queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "referee/schedule/combinations.h"
#include "rules/process/rules-process.h"

/* One setup serves all games, unless a parameter is drawn from each game's seed. */
static bool game_queue_set_up(struct game_queue *q, uint64_t seed, struct error *err)
{
	if (q->setup.rules != NULL && !rules_vary(q->t->rules))
		return true;
	return setup_init(&q->setup, q->t->rules, q->t->players, seed,
		(const char *const *)q->t->params, q->t->params_count, err);
}

bool game_queue_init(struct game_queue *q, const struct tournament *t, struct diagnostics *mistakes)
{
	struct error err;
	*q = (struct game_queue){.t = t, .step = SCHEDULE_GAME};
	q->held = (struct hash_table){.value = 0};
	if (!game_queue_set_up(q, t->seed, &err)) {
		diagnostics_add(mistakes, (struct origin){0}, "%s", err.text);
		return false;
	}
	if (!openings_load(&q->openings, q->t, &q->setup, mistakes))
		return false;
	if (q->t->balanced_openings) {
		q->judge = (struct openings_judge){
			opening_balance_weigh, opening_balance_create(q->t)};
		q->openings.judge = &q->judge;
	}
	schedule_iterator_init(&q->iterator, t);
	return true;
}

void game_queue_clear(struct game_queue *q)
{
	openings_clear(&q->openings);
	opening_balance_free(q->judge.arg);
	schedule_iterator_clear(&q->iterator);
	hash_table_clear(&q->held);
	free(q->local.games);
	free(q->remote.games);
}

void game_queue_hold(struct game_queue *q, int64_t pairing)
{
	hash_table_add(&q->held, (uint64_t)pairing);
}

bool game_queue_needs_results(const struct game_queue *q)
{
	return schedule_iterator_needs_results(&q->iterator);
}

/* Must the game not be played again? With one order of seats, a pairing that was played in another
 * order was played: the order follows from the places in the list of bots, and these change when a
 * bot joins or leaves in the middle. */
static bool game_queue_is_held(const struct game_queue *q, const struct pairing *p)
{
	bool held = hash_table_has(&q->held, p->key);
	if (held || q->held.count == 0 || q->t->seat_orders != ORDERS_ONE)
		return held;
	int64_t orders = combinations_turns(p->seats, ORDERS_ALL);
	for (int64_t at = 1; at < orders && !held; at++) {
		int chosen[SEATS_MAX];
		struct pairing other = *p;
		memcpy(chosen, p->bot, sizeof chosen);
		combinations_seat(p->seats, ORDERS_ALL, at, chosen, other.bot);
		schedule_seal(q->t, &other);
		held = hash_table_has(&q->held, other.key);
	}
	return held;
}

long game_queue_played(struct game_queue *q)
{
	struct pairing p;
	int64_t at = 0;
	long count = 0;
	/* Games are played nearly in the schedule's order, so the held games come first. */
	size_t left = q->held.count;
	if (game_queue_needs_results(q))
		return (long)left;
	while (left > 0 && schedule_iterator_game(&q->iterator, at++, &p)) {
		bool held = game_queue_is_held(q, &p);
		count += held && pairing_is_playable(&p, q->t);
		left -= held;
	}
	return count;
}

enum schedule_step game_queue_draw(struct game_queue *q, struct pairing *p)
{
	enum schedule_step step;
	do
		step = schedule_iterator_next(&q->iterator, p);
	while (step == SCHEDULE_GAME && game_queue_is_held(q, p));
	return step;
}

void game_queue_open(struct game_queue *q, struct job *job, bool first)
{
	struct error err;
	const struct pairing *p = &job->pairing;
	/* Setup and opening were checked with the tournament; only values drawn from the seed
	 * differ. Rules that are a program may fail now. */
	job->opening = (struct opening){.is_position = false};
	bool good = game_queue_set_up(q, p->seed, &err) &&
		    openings_pick(&q->openings, &q->setup, p, &job->opening, &err);
	assert(good || rules_is_process(q->t->rules));
	if (!good)
		q->failed = err;
	q->uneven += first && job->opening.uneven;
}

enum schedule_step game_queue_next(struct game_queue *q, struct job *job)
{
	enum schedule_step step = game_queue_draw(q, &job->pairing);
	if (step != SCHEDULE_GAME)
		return step;
	job->tries = job->lost_on_workers = job->avoid = job->check = 0;
	game_queue_open(q, job, true);
	return SCHEDULE_GAME;
}

void game_queue_result(struct game_queue *q, const struct job *job, const struct score *score)
{
	schedule_iterator_result(&q->iterator, job->pairing.key, score);
}

void game_queue_skip(struct game_queue *q, const struct pairing *p, unsigned benched)
{
	struct score score = {.away = benched, .skipped = true};
	int lost = __builtin_popcount(benched), stay = p->seats - lost;
	for (int i = 0; i < p->seats; i++)
		score.halves[i] = !(benched >> i & 1) ? 2 * lost + stay - 1
				  : q->t->failed_tie  ? lost - 1
						      : 0;
	schedule_iterator_result(&q->iterator, p->key, &score);
}

int game_queue_pending(const struct game_queue *q)
{
	return q->local.count + q->remote.count;
}

/* --- a list of pending games ----------------------------------------------------------------- */

static struct pending_game *game_queue_at(const struct pending_list *l, int i)
{
	return &l->games[l->first + i];
}

static void game_queue_make_room(struct pending_list *l)
{
	if (l->first > l->room / 2) {
		memmove(l->games, game_queue_at(l, 0), (size_t)l->count * sizeof *l->games);
		l->first = 0;
	}
	if (l->first + l->count < l->room)
		return;
	l->room = 2 * l->room + 64;
	l->games = memory_resize(l->games, (size_t)l->room, sizeof *l->games);
}

static void game_queue_insert(struct pending_list *l, const struct pending_game *game)
{
	/* Most returned games were first in the list. */
	if (l->count > 0 && l->first > 0 && game->number < game_queue_at(l, 0)->number) {
		l->first--;
		l->count++;
		*game_queue_at(l, 0) = *game;
		return;
	}
	game_queue_make_room(l);
	l->is_unsorted |= l->count > 0 && game->number < game_queue_at(l, l->count - 1)->number;
	*game_queue_at(l, l->count++) = *game;
}

static int game_queue_compare(const void *a, const void *b)
{
	const struct pending_game *one = a, *other = b;
	return (one->number > other->number) - (one->number < other->number);
}

static void game_queue_sort(struct pending_list *l)
{
	if (l->is_unsorted)
		qsort(game_queue_at(l, 0), (size_t)l->count, sizeof *l->games, game_queue_compare);
	l->is_unsorted = false;
}

/* --- pending games --------------------------------------------------------------------------- */

static struct pending_list *game_queue_list_of(struct game_queue *q, const struct pairing *p)
{
	return pairing_remote_seats(p, q->t) > 0 ? &q->remote : &q->local;
}

bool game_queue_fetch(struct game_queue *q, usec now)
{
	struct pending_game game = {.since = now};
	if (game_queue_pending(q) >= GAME_QUEUE_PENDING_MAX) {
		q->step = SCHEDULE_GAME;
		return false;
	}
	q->step = q->closed ? SCHEDULE_END : game_queue_draw(q, &game.pairing);
	if (q->step != SCHEDULE_GAME)
		return false;
	game.number = ++q->number;
	game_queue_insert(game_queue_list_of(q, &game.pairing), &game);
	return true;
}

bool game_queue_take_local(struct game_queue *q, usec now, struct pending_game *game)
{
	struct pending_list *l = &q->local;
	while (l->count == 0)
		if (!game_queue_fetch(q, now))
			return false;
	game_queue_sort(l);
	*game = *game_queue_at(l, 0);
	l->first++;
	l->count--;
	return true;
}

/* The choices of a machine among pending games. */
struct game_queue_choices {
	enum game_queue_choice best;
	int place;  /* the first game with it */
	int others; /* the first game for others; -1: none */
	int never;  /* games that it cannot play */
};

/* Looks at the games from a place on, until it prefers one. */
static void game_queue_look(const struct pending_list *l, int from, game_queue_judge *judge,
	void *arg, struct game_queue_choices *c)
{
	for (int i = from; i < l->count && i < GAME_QUEUE_LOOK && c->best != GAME_QUEUE_PREFERS;
		i++) {
		enum game_queue_choice choice = judge(arg, game_queue_at(l, i));
		c->never += choice == GAME_QUEUE_NEVER;
		if (choice == GAME_QUEUE_OTHERS && c->others < 0)
			c->others = i;
		if (choice > c->best) {
			c->best = choice;
			c->place = i;
		}
	}
}

bool game_queue_choose_local(struct game_queue *q, usec now, game_queue_judge *judge, void *arg,
	struct pending_game *game)
{
	struct pending_list *l = &q->local;
	struct game_queue_choices c = {.best = GAME_QUEUE_NEVER, .others = -1};
	int never = game_queue_needs_results(q) ? GAME_QUEUE_LOOK_RESULTS : GAME_QUEUE_LOOK;
	game_queue_sort(l);
	game_queue_look(l, 0, judge, arg, &c);
	while (c.best < GAME_QUEUE_WILLING) {
		int count = l->count;
		if (count >= GAME_QUEUE_LOOK && c.others >= 0) {
			c.place = c.others;
			break;
		}
		if (count >= GAME_QUEUE_LOOK || c.never >= never || !game_queue_fetch(q, now))
			return false;
		/* The fetched game may have remote bots: then it is in the other list. */
		game_queue_look(l, count, judge, arg, &c);
	}
	*game = *game_queue_at(l, c.place);
	memmove(game_queue_at(l, 1), game_queue_at(l, 0), (size_t)c.place * sizeof *game);
	l->first++;
	l->count--;
	return true;
}

bool game_queue_local_before(struct game_queue *q, int64_t number)
{
	struct pending_list *l = &q->local;
	game_queue_sort(l);
	return l->count > 0 && game_queue_at(l, 0)->number < number;
}

void game_queue_each_remote(
	struct game_queue *q, bool (*each)(void *arg, struct pending_game *game), void *arg)
{
	struct pending_list *l = &q->remote, old;
	game_queue_sort(l);
	/* Games returned meanwhile go into a new list. */
	old = *l;
	*l = (struct pending_list){.count = 0};
	int kept = 0;
	for (int i = 0; i < old.count; i++) {
		struct pending_game *game = &old.games[old.first + i];
		if (!each(arg, game))
			old.games[old.first + kept++] = *game;
	}
	old.count = kept;
	struct pending_list added = *l;
	*l = old;
	for (int i = 0; i < added.count; i++)
		game_queue_insert(l, game_queue_at(&added, i));
	free(added.games);
}

void game_queue_begin(struct game_queue *q, const struct pending_game *game, struct job *job)
{
	job->pairing = game->pairing;
	job->number = game->number;
	job->tries = game->tries;
	job->lost_on_workers = game->lost_on_workers;
	job->avoid = game->avoid;
	job->check = 0;
	game_queue_open(q, job, !game->opened);
}

void game_queue_return(struct game_queue *q, const struct pending_game *game)
{
	game_queue_insert(game_queue_list_of(q, &game->pairing), game);
}

void game_queue_put_back(struct game_queue *q, const struct job *job, usec now)
{
	struct pending_game game = {.pairing = job->pairing,
		.number = job->number,
		.since = now,
		.tries = job->tries,
		.lost_on_workers = job->lost_on_workers,
		.avoid = job->avoid,
		.opened = true};
	game_queue_return(q, &game);
}
