/*
 * director-machines.c - chooses a machine for each game.
 */
#include "referee/director/director-machines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "referee/process/crypto.h"
#include "base/memory.h"
#include "protocol/verdict.h"
#include "referee/machines/worker-bench.h"

bool director_machines_many(const struct director *d)
{
	return d->t->workers_count > 0 || d->t->broker != NULL;
}

/* --- may a machine play a game? --------------------------------------------------------------- */

/* Does a seat have a limit on time? waits: one for which the bot's waits for a processor matter. */
static bool director_machines_has_clocks(
	const struct director *d, const struct pairing *p, bool waits)
{
	for (int i = 0; i < p->seats; i++) {
		const struct limits *l =
			arbiter_config_limits(&d->config, &d->config.bots[p->bot[i]]);
		bool limited = l->movetime > 0 || limits_have_tc(l);
		if (limited && !(waits && l->clock == CLOCK_CPU))
			return true;
	}
	return false;
}

/* Does the worker take games, and may it play this one? */
static bool director_machines_worker_takes(
	const struct director *d, const struct director_worker *w, const struct pending_game *game)
{
	const struct pairing *p = &game->pairing;
	if (w->handle == NULL || w->handle->local_max == 0 || w->handle->retiring ||
		w->drained == MACHINE_NO_GAMES || game->avoid == 1 + (int)(w - d->workers))
		return false;
	for (int i = 0; i < p->seats; i++)
		if (!arbiter_handle_can(w->handle, p->bot[i]))
			return false;
	if (w->slow && director_machines_has_clocks(d, p, false))
		return false;
	bool waits = w->drained == MACHINE_NO_CLOCKS || w->handle->facts.crowded;
	return !waits || !director_machines_has_clocks(d, p, true);
}

static bool director_machines_any_takes(const struct director *d, const struct pending_game *game)
{
	for (int i = 0; i < DIRECTOR_WORKERS; i++)
		if (director_machines_worker_takes(d, &d->workers[i], game))
			return true;
	return false;
}

/* Does the machine take this game? */
static bool director_machines_takes(
	const struct director *d, int machine, const struct pending_game *game)
{
	if (machine > 0)
		return director_machines_worker_takes(d, &d->workers[machine - 1], game);
	return !d->slow || !director_machines_has_clocks(d, &game->pairing, false) ||
	       !director_machines_any_takes(d, game);
}

/* --- games that end workers ------------------------------------------------------------------- */

enum director_machines_stage { STAGE_SHARED, STAGE_ALONE, STAGE_HERE };

static enum director_machines_stage director_machines_stage(int lost_on_workers)
{
	if (lost_on_workers < DIRECTOR_MACHINES_SHARED)
		return STAGE_SHARED;
	return lost_on_workers < DIRECTOR_MACHINES_SHARED + DIRECTOR_MACHINES_ALONE ? STAGE_ALONE
										    : STAGE_HERE;
}

/* Does the worker that plays such games alone play one, or does one wait for it? */
static bool director_machines_needs_lone(const struct director *d)
{
	const struct arbiter_handle *a = d->workers[d->quarantine_worker - 1].handle;
	const struct pending_list *l = &d->queue->local;
	for (int i = 0; i < a->games_count; i++) {
		const struct job *job = arbiter_handle_job(a, i);
		if (job != NULL && director_machines_stage(job->lost_on_workers) == STAGE_ALONE)
			return true;
	}
	for (int i = 0; i < l->count && i < GAME_QUEUE_LOOK; i++) {
		const struct pending_game *game = &l->games[l->first + i];
		if (director_machines_stage(game->lost_on_workers) == STAGE_ALONE &&
			director_machines_takes(d, d->quarantine_worker, game))
			return true;
	}
	return false;
}

/* --- the choice ------------------------------------------------------------------------------- */

struct director_machines_choice {
	struct director *d;
	const struct arbiter_handle *a;
	int machine;
	bool queued_ahead;
	usec now, wake; /* wake: when a game for others is no longer; 0: none */
};

static enum game_queue_choice director_machines_judge_alone(
	struct director_machines_choice *c, const struct pending_game *game)
{
	struct director *d = c->d;
	if (c->machine == 0)
		return director_machines_any_takes(d, game) ? GAME_QUEUE_NEVER : GAME_QUEUE_PREFERS;
	if (d->quarantine_worker == 0)
		d->quarantine_worker = c->machine; /* it gets no other game, and is empty soon */
	bool empty = d->quarantine_worker == c->machine && c->a->local == 0 && !c->queued_ahead;
	return empty ? GAME_QUEUE_PREFERS : GAME_QUEUE_NEVER;
}

static enum game_queue_choice director_machines_judge_pair(
	struct director_machines_choice *c, const struct pending_game *game)
{
	struct director *d = c->d;
	int first = !d->t->worker_pairs ? -1 : pair_machines_find(&d->pairs, game->pairing.seed);
	if (first == c->machine)
		return GAME_QUEUE_PREFERS;
	usec wake = game->since + DIRECTOR_MACHINES_PATIENCE;
	if (first < 0 || wake <= c->now || !director_machines_takes(d, first, game))
		return GAME_QUEUE_WILLING;
	if (c->wake == 0 || wake < c->wake)
		c->wake = wake;
	return GAME_QUEUE_OTHERS;
}

static enum game_queue_choice director_machines_judge(void *arg, const struct pending_game *game)
{
	struct director_machines_choice *c = arg;
	enum director_machines_stage stage = director_machines_stage(game->lost_on_workers);
	if (stage == STAGE_HERE)
		return c->machine == 0 ? GAME_QUEUE_PREFERS : GAME_QUEUE_NEVER;
	if (!director_machines_takes(c->d, c->machine, game))
		return GAME_QUEUE_NEVER;
	if (stage == STAGE_ALONE)
		return director_machines_judge_alone(c, game);
	if (c->d->quarantine_worker != 0 && c->d->quarantine_worker == c->machine)
		return GAME_QUEUE_NEVER;
	return director_machines_judge_pair(c, game);
}

bool director_machines_pick(struct director *d, const struct arbiter_handle *a, bool queued_ahead,
	struct pending_game *game)
{
	struct director_machines_choice c = {.d = d,
		.a = a,
		.machine = a->worker,
		.queued_ahead = queued_ahead,
		.now = time_now()};
	/* The worker that plays alone is freed when it is no longer needed, or takes no more games. */
	const struct director_worker *w =
		d->quarantine_worker > 0 ? &d->workers[d->quarantine_worker - 1] : NULL;
	if (w != NULL &&
		(w->handle == NULL || w->handle->retiring || !director_machines_needs_lone(d)))
		d->quarantine_worker = 0;
	if (c.machine > 0 && c.machine == d->quarantine_worker && (a->local > 0 || queued_ahead))
		return false;
	bool found = game_queue_choose_local(d->queue, c.now, director_machines_judge, &c, game);
	if (!found && c.wake != 0)
		director_wake(d, c.wake);
	return found;
}

/* The number of games of a pair: one for each seat order. */
static int director_machines_pair_games(const struct tournament *t, int seats)
{
	int games = 1;
	if (t->seat_orders == ORDERS_ONE)
		return 1;
	if (t->seat_orders == ORDERS_ROTATION)
		return seats;
	while (seats > 1)
		games *= seats--;
	return games;
}

void director_machines_begin(
	struct director *d, const struct arbiter_handle *a, const struct pending_game *game)
{
	int machine = a->worker;
	const struct pairing *p = &game->pairing;
	if (!d->t->worker_pairs)
		return;
	if (game->opened)
		pair_machines_move(&d->pairs, p->seed, machine);
	else
		pair_machines_begin(
			&d->pairs, p->seed, machine, director_machines_pair_games(d->t, p->seats));
}

static const char *director_machines_name(const struct director *d, int machine)
{
	return machine > 0 ? d->workers[machine - 1].name : DB_HERE;
}

/* --- machines whose games are wrong ----------------------------------------------------------- */

void director_machines_wrong(struct director *d, const char *name, const char *why)
{
	for (int i = 0; i < DIRECTOR_WORKERS; i++)
		if (strcmp(d->workers[i].name, name) == 0)
			machine_health_wrong(&d->workers[i].health, why);
	director_machines_look(d);
}

void director_machines_void(struct director *d)
{
	struct distrusted_worker *w;
	int64_t games, all = 0;
	int error = DB_OK;
	while (error == DB_OK && (w = store_workers_untrusted(&d->store->workers)) != NULL) {
		error = game_store_void(d->store, w, &games);
		if (!w->stored)
			break;
		director_log(d,
			"<4>worker %s is not trusted any more: %s; %s of it %s void and played again, and it plays no more of this tournament",
			w->name, w->why, counted(games, "game").text, plural(games, "is", "are"));
		all += games;
	}
	if (director_stored(d, error) && all > 0)
		director_finish(d, DIRECTOR_RENEWED);
}

static void director_machines_distrust(struct director *d, const char *name, const char *why)
{
	store_workers_distrust(&d->store->workers, name, why);
	director_machines_wrong(d, name, why);
	director_machines_void(d);
}

/* --- spot checks ------------------------------------------------------------------------------ */

bool director_machines_take_check(
	struct director *d, const struct arbiter_handle *a, struct job *job)
{
	if (d->checks.waiting == 0)
		return false;
	int machine = a->worker;
	bool fit = machine == 0 || (machine != d->quarantine_worker &&
					   d->workers[machine - 1].drained != MACHINE_NO_GAMES);
	return fit &&
	       spot_checks_take(&d->checks, machine, director_machines_name(d, machine), job);
}

void director_machines_checked(struct director *d, const struct job *job, const struct db_game *g)
{
	struct spot_checked checked;
	struct error why;
	int64_t row = job->worker > 0 ? d->workers[job->worker - 1].row : 0;
	enum spot_check_result result = spot_checks_played(
		&d->checks, job, g, director_machines_name(d, job->worker), row, &checked, &why);
	if (result == SPOT_CHECK_AGAIN) {
		director_schedule_feed(d);
		return;
	}
	bool same = result == SPOT_CHECK_SAME;
	for (int i = 0; i < DIRECTOR_WORKERS; i++)
		if (strcmp(d->workers[i].name, checked.first) == 0) {
			d->workers[i].checks++;
			d->workers[i].different += !same;
		}
	if (!director_stored(
		    d, game_store_spot_check(d->store, job->pairing.key, checked.second_row, same)))
		return;
	if (same) {
		director_commit_soon(d);
		return;
	}
	struct error text;
	error_set(&text, "game %lld (bot %s in seat 1) is not the same here: %s",
		(long long)checked.game, d->t->bots[job->pairing.bot[0]].name, why.text);
	director_machines_distrust(
		d, checked.first_is_wrong ? checked.first : checked.second, text.text);
}

/* --- speed and health ------------------------------------------------------------------------- */

/* Does any bot have a limit on time? */
static bool director_machines_use_clocks(const struct director *d)
{
	for (int i = 0; i < d->t->bots_count; i++) {
		const struct limits *l = arbiter_config_limits(&d->config, &d->config.bots[i]);
		if (l->movetime > 0 || limits_have_tc(l))
			return true;
	}
	return false;
}

static void director_machines_on_benched(void *arg, int64_t speed)
{
	struct director *d = arg;
	worker_bench_free(d->bench);
	d->bench = NULL;
	if (speed > 0)
		d->speed = speed;
	else
		director_log(d, "the speed of this machine could not be measured");
	director_schedule_feed(d);
}

bool director_machines_measure(struct director *d)
{
	if (!d->benched && director_machines_many(d) && director_machines_use_clocks(d)) {
		d->bench = worker_bench_begin(d->options.base, director_machines_on_benched, d);
		d->benched = d->bench != NULL;
	}
	return d->bench != NULL;
}

static int64_t director_machines_median(const struct director *d)
{
	int64_t speeds[1 + DIRECTOR_WORKERS] = {d->speed};
	int count = 1;
	for (int i = 0; i < DIRECTOR_WORKERS; i++) {
		const struct director_worker *w = &d->workers[i];
		/* A worker with many sessions counts once, else it could move the median at will. */
		bool first = w->handle != NULL;
		for (int other = 0; other < i && first; other++)
			first = d->workers[other].handle == NULL ||
				strcmp(d->workers[other].name, w->name) != 0;
		if (first)
			speeds[count++] = w->handle->facts.speed;
	}
	return machine_speed_median(speeds, count);
}

/* Describes the worker's present state. */
static void director_machines_describe(
	const struct director_worker *w, bool clocks, char text[DIRECTOR_STATE])
{
	char why[MACHINE_HEALTH_TEXT];
	machine_health_explain(&w->health, why);
	if (w->drained == MACHINE_NO_GAMES)
		snprintf(text, DIRECTOR_STATE, "drained: plays no games; %s", why);
	else if (clocks && w->drained == MACHINE_NO_CLOCKS)
		snprintf(text, DIRECTOR_STATE, "drained: plays no games with clocks; %s", why);
	else if (clocks && w->handle->facts.crowded)
		snprintf(text, DIRECTOR_STATE,
			"crowded: plays no games with clocks; it has more slots than cores");
	else if (clocks && w->slow)
		snprintf(text, DIRECTOR_STATE, "%s: plays no games with clocks",
			w->fast ? "fast" : "slow");
	else
		snprintf(text, DIRECTOR_STATE, "plays");
}

static void director_machines_look_at(
	struct director *d, struct director_worker *w, int64_t median, bool clocks)
{
	char before[DIRECTOR_STATE];
	int64_t speed = w->handle->facts.speed;
	memcpy(before, w->state, sizeof before);
	w->slow = machine_speed_is_off(speed, median, d->t->worker_speed);
	w->fast = speed > median;
	w->drained = machine_health_drained(&w->health, time_now());
	director_machines_describe(w, clocks, w->state);
	/* The figures of a reason change; only another state is said. */
	if (strncmp(before, w->state, strcspn(w->state, ":") + 1) == 0)
		return;
	if (*before != '\0' || strcmp(w->state, "plays") != 0) {
		director_log(d, "%sworker %s: %s", strcmp(w->state, "plays") != 0 ? "<4>" : "",
			w->name, w->state);
		director_schedule_feed(d);
	}
}

/* This machine is the slow one only if another is not. */
static void director_machines_look_here(struct director *d, int64_t median, bool clocks)
{
	bool slow = clocks && machine_speed_is_off(d->speed, median, d->t->worker_speed);
	bool other = false;
	for (int i = 0; i < DIRECTOR_WORKERS; i++) {
		const struct director_worker *w = &d->workers[i];
		other |= w->handle != NULL && w->handle->facts.speed > 0 && !w->slow;
	}
	slow = slow && other;
	if (slow && !d->slow)
		director_log(d,
			"this machine leaves games with clocks to workers; its speed is too far off the median");
	if (slow != d->slow)
		director_schedule_feed(d);
	d->slow = slow;
}

void director_machines_look(struct director *d)
{
	int64_t median = director_machines_median(d);
	bool clocks = director_machines_use_clocks(d);
	for (int i = 0; i < DIRECTOR_WORKERS; i++)
		if (d->workers[i].handle != NULL && d->workers[i].handle->local_max > 0)
			director_machines_look_at(d, &d->workers[i], median, clocks);
	director_machines_look_here(d, median, clocks);
}

void director_machines_delays(
	struct director *d, const struct arbiter_handle *a, const struct latency_histogram *delays)
{
	struct director_worker *w = &d->workers[a->worker - 1];
	usec margin = INT64_MAX; /* the least of the bots' limits */
	for (int i = 0; i < d->t->bots_count; i++) {
		const struct limits *l = arbiter_config_limits(&d->config, &d->config.bots[i]);
		margin = l->margin < margin ? l->margin : margin;
	}
	machine_health_delays(&w->health, delays, margin, time_now());
	if (machine_health_drained(&w->health, time_now()) != w->drained)
		director_machines_look(d);
}

/* Compares the games of a worker with those of other machines. Games of bots that were not asked
 * are no sign of the machine. True: the worker is blamed. */
static bool director_machines_compare(
	struct director *d, const struct job *job, const struct db_game *g)
{
	char why[MACHINE_CHANCE_TEXT];
	bool failed = false;
	for (int i = 0; i < g->seats; i++) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		if (verdict_is_away(verdict) || verdict == VERDICT_BUILD)
			return false;
		failed |= verdict_is_fault(verdict);
	}
	const struct machine_chance_played game = {
		.machine = director_machines_name(d, job->worker),
		.bots = job->pairing.bot,
		.seats = g->seats,
		.plies = g->plies,
		.took = (g->ended_ms - g->started_ms) * MILLISECOND,
		.failed = failed};
	enum machine_chance_blame blame = machine_chance_add(&d->chance, &game, why);
	if (blame == MACHINE_CHANCE_NONE || job->worker == 0)
		return false;
	if (blame == MACHINE_CHANCE_WRONG)
		director_machines_distrust(d, game.machine, why);
	else
		director_machines_wrong(d, game.machine, why);
	return true;
}

void director_machines_played(struct director *d, const struct job *job, const struct db_game *g)
{
	usec busy = 0, waited = 0;
	bool blamed = director_machines_many(d) && director_machines_compare(d, job, g);
	if (job->worker == 0 || blamed)
		return;
	struct director_worker *w = &d->workers[job->worker - 1];
	for (int i = 0; i < g->moves_count; i++) {
		const struct db_move *m = &g->moves[i];
		bool known = m->cpu_us >= 0 && m->wait_us >= 0;
		/* A move takes no hour; the figures are a worker's. */
		if (known && m->cpu_us < 3600 * SECOND && m->wait_us < 3600 * SECOND) {
			busy += m->cpu_us;
			waited += m->wait_us;
		}
	}
	if (spot_checks_can(d->t, &d->config, job) &&
		spot_checks_draws(&d->checks, d->t->worker_check / 100.0)) {
		spot_checks_add(&d->checks, job, g, director_machines_name(d, job->worker));
		director_schedule_feed(d);
	}
	machine_health_played(&w->health);
	machine_health_moves(&w->health, busy, waited, time_now());
	if (d->quarantine_worker != 0)
		director_schedule_feed(d); /* another worker may be needed to play alone */
	if (machine_health_drained(&w->health, time_now()) != w->drained)
		director_machines_look(d);
}

bool director_machines_is_drained(const struct director *d, const struct arbiter_handle *a)
{
	int machine = a->worker;
	return machine > 0 && d->workers[machine - 1].drained == MACHINE_NO_GAMES;
}

bool director_machines_is_distrusted(const struct director *d, const struct job *job)
{
	return job->worker > 0 && store_workers_distrusted(&d->store->workers,
					  director_machines_name(d, job->worker)) != NULL;
}

bool director_machines_is_fault(
	const struct director *d, const struct job *job, const struct db_game *g)
{
	int failed = 0;
	for (int i = 0; i < g->seats && job->worker > 0; i++) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		bool ours = verdict == VERDICT_STARTUP || verdict == VERDICT_BUILD;
		if (verdict_is_away(verdict))
			continue;
		if (!ours || d->starts[job->pairing.bot[i]] == BOT_REFUSED)
			return false;
		failed++;
	}
	return failed > 0;
}

void director_machines_failed(struct director *d, struct job *job)
{
	struct director_worker *w = &d->workers[job->worker - 1];
	job->avoid = job->worker;
	job->lost_on_workers++;
	machine_health_failed(&w->health, job->pairing.bot, job->pairing.seats, time_now());
	if (machine_health_drained(&w->health, time_now()) != w->drained)
		director_machines_look(d);
}

/* --- start and end ---------------------------------------------------------------------------- */

void director_machines_init(struct director *d)
{
	unsigned char random[CRYPTO_BYTES];
	uint64_t seed;
	crypto_random(random);
	memcpy(&seed, random, sizeof seed);
	spot_checks_init(&d->checks, seed);
}

void director_machines_clear(struct director *d)
{
	worker_bench_free(d->bench);
	spot_checks_clear(&d->checks);
	machine_chance_clear(&d->chance);
	pair_machines_clear(&d->pairs);
}
