/*
 * director.c - runs a tournament.
 *
 * The arbiters (director-arbiters.c) ask for games and return results.
 *
 * If the schedule depends on results, a game runner may have to wait for another's result. A result
 * counts as soon as its game is written, before the commit. Games that depend on it are written
 * later, so none is ever stored without it. After each result a feed is scheduled, which asks again
 * for all arbiters.
 *
 * While the store is held (game-store.h), no game begins; those in play go on, and their results
 * are kept with the others. The commit is tried again and again.
 *
 * A tournament always ends by stopping its arbiters, whether all games are played or the operator
 * stopped it. After the arbiters have ended, the last event reports to the owner.
 */
#include "referee/director/director.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/bot/bot-options.h"
#include "referee/prepare/arbiter-config-make.h"
#include "referee/director/director-machines.h"
#include "referee/director/director-workers.h"
#include "referee/prepare/tournament-rules.h"
#include "protocol/verdict.h"
#include "referee/schedule/schedule.h"

enum {
	DIRECTOR_TRIES = 3,	   /* times that a game may be lost alone, ... */
	DIRECTOR_TRIES_SHARED = 10 /* ... or lost together with others */
};

#define DIRECTOR_END_WAIT (5 * SECOND) /* for arbiters to end, in addition to their bots' time */

void director_log(struct director *d, const char *format, ...)
{
	char text[2 * ERROR_TEXT];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	d->options.log(d->options.arg, text);
}

static bool director_configure(struct director *d)
{
	bool made = arbiter_config_make(
		&d->config, d->t, schedule_bot_seats_max(d->t), &d->store->programs, &d->err);
	d->config.log_wire = d->options.log_wire.folder != NULL;
	d->config.options_bind = strcmp(d->t->format, "sprt") == 0;
	d->config.live = d->options.line != NULL;
	return made;
}

void director_schedule_feed(struct director *d)
{
	event_active(d->feed, EV_TIMEOUT, 0);
}

static void director_on_later(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd, (void)what;
	d->wake = 0;
	director_schedule_feed(d);
}

void director_wake(struct director *d, usec at)
{
	if (d->wake != 0 && d->wake <= at)
		return;
	usec now = time_now();
	struct timeval wait = time_timeval(at > now ? at - now : 0);
	d->wake = at;
	event_add(d->later, &wait);
}

/* --- the next game -------------------------------------------------------------------------- */

bool director_skips(struct director *d, const struct pairing *p)
{
	const struct benching *benching = &d->store->benching;
	unsigned benched = benching_seats(benching, p->bot, p->seats);
	bool skip = d->t->skip_benched || benching_by_operator(benching, p->bot, p->seats);
	if (!skip || benched == 0)
		return false;
	game_queue_skip(d->queue, p, benched);
	d->skipped++;
	return true;
}

void director_close(struct director *d)
{
	d->queue->closed =
		director_joins(d) && benching_count_playing(&d->store->benching) < d->t->players;
}

/* The next game for this arbiter that is not skipped. */
static bool director_pick(struct director *d, const struct arbiter_handle *a, bool queued_ahead,
	struct pending_game *game)
{
	usec now = time_now();
	bool many = director_machines_many(d);
	director_close(d);
	do
		if (many ? !director_machines_pick(d, a, queued_ahead, game)
			 : !game_queue_take_local(d->queue, now, game))
			return false;
	while (director_skips(d, &game->pairing));
	return true;
}

/* --- the pace ------------------------------------------------------------------------------- */

bool director_paced(struct director *d)
{
	usec now = time_now();
	if (d->t->pace == 0 || now >= d->next)
		return false;
	struct timeval wait = time_timeval(d->next - now);
	event_add(d->feed, &wait);
	return true;
}

static bool director_take_up_pace(struct director *d)
{
	int64_t last = 0, now = time_utc();
	if (d->t->pace == 0)
		return true;
	struct db_query q;
	db_query(&q, d->store->db, "last-start", d->store->tournament);
	if (db_next(&q))
		last = db_int(&q, "started_ms");
	if (db_end(&q) != DB_OK)
		return error_set(&d->err, "%s", db_error_text(d->store->db));
	usec left = d->t->pace - (now - last) * MILLISECOND;
	/* Guards against a clock that was set back meanwhile. */
	d->next = time_now() + (left > d->t->pace ? d->t->pace : left);
	return true;
}

/* Makes the request of a job, which it points into. */
static void director_request(
	const struct director *d, const struct job *job, struct game_request *request)
{
	const struct opening *opening = &job->opening;
	const struct pairing *p = &job->pairing;
	*request = (struct game_request){.pairing = p->key,
		.seed = p->seed,
		.seats = p->seats,
		.fen = opening->is_position ? opening->text : "",
		.moves = opening->is_position ? "" : opening->text,
		.benched = job->benched,
		.absent = job->absent};
	for (int seat = 0; seat < p->seats; seat++) {
		if (request->benched & 1u << seat)
			request->failed[seat] = d->store->benching.first[p->bot[seat]];
		/* A bot with several seats needs several processes. In the configuration each
		 * further one has an index higher by the number of bots. */
		request->bot[seat] = p->bot[seat];
		for (int other = 0; other < seat; other++)
			if (p->bot[other] == p->bot[seat])
				request->bot[seat] += d->store->benching.bots;
		assert(request->bot[seat] < d->config.bots_count);
	}
}

void director_begin(struct director *d, const struct pending_game *game, unsigned absent,
	struct job *job, struct game_request *request)
{
	const struct pairing *p = &job->pairing;
	game_queue_begin(d->queue, game, job);
	d->next = time_now() + d->t->pace;
	job->benched = benching_seats(&d->store->benching, p->bot, p->seats);
	job->absent = absent & ~job->benched;
	job->worker = 0;
	director_request(d, job, request);
	director_rules_hold(d);
}

static bool director_next(void *owner, const struct arbiter_handle *a, bool queued_ahead,
	struct job *job, struct game_request *request)
{
	struct director *d = owner;
	const struct benching *benching = &d->store->benching;
	struct pending_game game;
	if (d->ending || d->store->held || director_paced(d) || (queued_ahead && d->t->pace > 0))
		return false;
	/* An earlier game with remote bots may wait for a place. A worker knows its own limit. */
	bool place = a->worker > 0 ? d->allowed > 0 : director_local_games(d) < d->allowed;
	if (d->remote.waiting_for_slot > 0 || !(queued_ahead || place))
		return false;
	if (queued_ahead && director_arbiters_spare(d, a))
		return false;
	if (director_machines_take_check(d, a, job)) {
		director_request(d, job, request);
		return true;
	}
	if (!director_pick(d, a, queued_ahead, &game))
		return false;
	/* The result of the game before may decide whether this one is played. */
	bool shaky =
		queued_ahead && benching_may_follow(benching, game.pairing.bot, game.pairing.seats);
	if (shaky || d->ending) {
		game_queue_return(d->queue, &game);
		return false;
	}
	director_begin(d, &game, 0, job, request);
	if (d->ending)
		return false;
	if (director_machines_many(d))
		director_machines_begin(d, a, &game);
	job->worker = a->worker;
	return true;
}

/* --- results -------------------------------------------------------------------------------- */

static void director_on_schedule_message(void *arg, const char *text)
{
	director_log(arg, "%s", text);
}

static void director_on_bye(void *arg, int round, int bot, double points)
{
	struct director *d = arg;
	if (director_stored(d, game_store_bye(d->store, round, bot, points)))
		director_commit_soon(d);
}

/* The games that depend on this result are requested after the game runner has finished with it. */
static void director_result(struct director *d, const struct job *job, const struct db_game *g)
{
	double points[SEATS_MAX];
	for (int i = 0; i < g->seats; i++)
		points[i] = g->seat[i].points;
	struct score score = schedule_results_score(points, 0, g->seats);
	for (int seat = 1; seat <= g->seats; seat++)
		schedule_results_verdict(&score, seat, g->seat[seat - 1].verdict);
	score.line = g->moves_hash;
	game_queue_result(d->queue, job, &score);
	if (d->queue->step == SCHEDULE_WAIT || director_arbiters_spare(d, NULL))
		director_schedule_feed(d);
}

/* Counts losses on time, with their delays. */
static void director_count_waiting(
	struct director *d, const struct job *job, const struct db_game *g)
{
	for (int i = 0; i < g->seats; i++) {
		const struct db_failure *failure = &g->seat[i].failure;
		struct spent spent = {failure->wall_us, failure->cpu_us, failure->wait_us};
		bool moving = failure->phase != NULL && strcmp(failure->phase, "move") == 0;
		if (verdict_find(g->seat[i].verdict) != VERDICT_TIME || failure->phase == NULL)
			continue;
		const struct bot_config *bot = &d->config.bots[job->pairing.bot[i]];
		usec margin = arbiter_config_limits(&d->config, bot)->margin;
		time_loss_add(&d->time_losses, failure->limit_us, moving ? margin : 0, &spent);
	}
}

/* Records which bots started. True: each bot has failed to start, and none ever played. */
static bool director_count_starts(
	struct director *d, const struct job *job, const struct db_game *g, int *refused)
{
	for (int i = 0; i < g->seats; i++) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		if (verdict_is_away(verdict))
			continue; /* the bot was not started */
		int bot = job->pairing.bot[i];
		enum bot_start *start = &d->starts[bot];
		if (verdict != VERDICT_STARTUP && verdict != VERDICT_BUILD) {
			*start = BOT_STARTED;
			continue;
		}
		if (*start == BOT_UNTRIED)
			*start = BOT_REFUSED;
		if (*refused < 0)
			*refused = bot;
	}
	for (int i = 0; i < d->t->bots_count; i++)
		if (d->starts[i] != BOT_REFUSED)
			return false;
	return true;
}

/* Stops the tournament when no bot can be started. In a test of two it stops when one cannot,
 * because the games say nothing about the other. */
static void director_note_start(struct director *d, const struct job *job, const struct db_game *g)
{
	int refused = -1;
	bool none = director_count_starts(d, job, g, &refused);
	bool test = d->queue->iterator.schedule->compares && !d->t->repeats_count;
	if (d->ending || !(test ? refused >= 0 : none))
		return;
	if (test)
		error_set(&d->err,
			"undecided: bot %s cannot be started, and these games do not count (standings list them); repair the bot and run the test again; `referee check` reports the reason",
			d->t->bots[refused].name);
	else
		error_set(&d->err,
			"no bot of the tournament can be started; `referee check` reports the reason");
	director_finish(d, DIRECTOR_NO_BOT);
}

static void director_on_voided(void *owner, const struct job *job, const char *why);

static void director_on_line(void *owner, const struct job *job, const char *line)
{
	struct director *d = owner;
	if (d->options.line != NULL && job->check == 0)
		d->options.line(d->options.arg, job, line);
}

static void director_on_played(
	void *owner, const struct job *job, struct db_game *g, struct wire_log *w)
{
	struct director *d = owner;
	if (d->end == DIRECTOR_DATABASE || d->unjudged)
		return; /* the database can store nothing more, or the game may be wrong */
	if (job->check > 0) {
		director_machines_checked(d, job, g);
		return;
	}
	const char *why;
	if (remote_games_are_our_fault(d, job, g, &why)) {
		/* It was not played correctly: it is played again, without a limit of tries. */
		remote_games_over(d, &job->pairing);
		director_on_line(d, job, NULL);
		director_log(d, "a game is played again: %s", why);
		game_queue_put_back(d->queue, job, time_now());
		return;
	}
	if (director_machines_is_distrusted(d, job)) {
		director_on_voided(d, job, NULL);
		return;
	}
	if (director_machines_is_fault(d, job, g)) {
		director_on_voided(d, job, "no bot of it can be started on its worker");
		return;
	}
	director_workers_mark(d, job, g);
	if (!director_stored(d, game_store_game(d->store, g, job->pairing.bot)))
		return;
	const struct wire_options *log = &d->options.log_wire;
	bool fault = false;
	for (int i = 0; i < g->seats; i++)
		fault |= verdict_is_fault(verdict_find(g->seat[i].verdict));
	if (log->folder != NULL && (!log->failed || fault) &&
		wire_log_save(w, log->folder, g->id) != 0)
		director_log(d, "%s: %s", log->folder, strerror(errno));
	director_commit_soon(d);
	d->deaths = 0;
	director_count_waiting(d, job, g);
	late_moves_add(&d->late, &d->config, job, g);
	director_machines_played(d, job, g);
	director_workers_played(d, job, g);
	director_result(d, job, g);
	remote_games_over(d, &job->pairing);
	director_note_start(d, job, g);
}

static void director_on_voided(void *owner, const struct job *job, const char *why)
{
	struct director *d = owner;
	struct job retry = *job;
	if (job->check > 0) {
		spot_checks_drop(&d->checks, job);
		return;
	}
	remote_games_over(d, &job->pairing);
	if (d->end == DIRECTOR_DATABASE || d->end == DIRECTOR_OPTIONS ||
		d->end == DIRECTOR_CHANGED || d->end == DIRECTOR_RULES)
		return;
	director_on_line(d, job, NULL);
	if (director_rules_voided(d, job, why))
		return;
	if (!bot_programs_same(&d->store->programs, d->t, &d->err)) {
		director_finish(d, DIRECTOR_CHANGED);
		return;
	}
	if (why != NULL)
		director_log(d, "a game is played again: %s", why);
	/* A machine may be switched off at any time. A game that ends many of them is played here,
	 * see director-machines.h. */
	if (job->worker > 0) {
		if (why != NULL)
			director_machines_failed(d, &retry);
		else
			retry.lost_on_workers++;
		game_queue_put_back(d->queue, &retry, time_now());
		return;
	}
	bool shared = why == NULL && d->lost > 1;
	if (++retry.tries < (shared ? DIRECTOR_TRIES_SHARED : DIRECTOR_TRIES)) {
		game_queue_put_back(d->queue, &retry, time_now());
		return;
	}
	error_set(&d->err, "%s", why != NULL ? why : d->died);
	director_finish(d, DIRECTOR_BROKEN);
}

/* Warns once per bot. An sprt with ignored options would test something else. */
static void director_on_options(void *owner, const struct job *job, int seat, const char *lines)
{
	struct director *d = owner;
	if (seat > job->pairing.seats || d->options_reported[job->pairing.bot[seat - 1]])
		return;
	const struct bot *bot = &d->t->bots[job->pairing.bot[seat - 1]];
	bool bad = false;
	d->options_reported[job->pairing.bot[seat - 1]] = true;
	while (*lines != '\0') {
		size_t length = strcspn(lines, "\n");
		bad |= strncmp(lines, OFFERED_OPTION_OMITTED, sizeof OFFERED_OPTION_OMITTED - 1) !=
		       0;
		char *line = escape_bytes(lines, length, false);
		if (bot->at.line > 0)
			director_log(d, "%s:%d: bot %s: %.1000s", bot->at.file, bot->at.line,
				bot->name, line);
		else
			director_log(d, "bot %s: %.1000s", bot->name, line);
		free(line);
		lines += length + (lines[length] == '\n');
	}
	if (d->config.options_bind && bad)
		director_finish(d, DIRECTOR_OPTIONS);
}

static const struct game_receiver_calls director_games = {
	.judge = director_rules_judge,
	.played = director_on_played,
	.line = director_on_line,
	.options = director_on_options,
	.voided = director_on_voided,
};

static void director_on_returned(void *owner, const struct job *job)
{
	struct director *d = owner;
	if (job->check > 0)
		spot_checks_return(&d->checks, job);
	else
		game_queue_put_back(d->queue, job, time_now());
}

static void director_on_delays(
	void *owner, const struct arbiter_handle *a, const struct latency_histogram *delays)
{
	struct director *d = owner;
	if (a->worker > 0)
		director_machines_delays(d, a, delays);
	if (d->options.delays != NULL)
		d->options.delays(d->options.arg, delays);
}

/* --- arbiters ------------------------------------------------------------------------------- */

/* Finishes the tournament if all games are played. */
static void director_finish_if_done(struct director *d)
{
	const struct director_arbiter *a;
	/* While no games are allowed, the director cannot know whether all are played. */
	bool busy = d->ending || d->allowed == 0 || game_queue_pending(d->queue) > 0 ||
		    d->checks.waiting > 0 || d->store->held;
	TAILQ_FOREACH (a, &d->arbiters, entry)
		busy |= a->handle->local + a->handle->remote > 0 || a->handle->retiring;
	if (busy || event_pending(d->feed, EV_TIMEOUT, NULL))
		return;
	/* A fault of ours ends this tournament, not the others beside it. */
	if (d->queue->step != SCHEDULE_END)
		error_set(&d->err,
			"a fault of the referee: its schedule waits for games that are not in play; please report it");
	director_finish(d, d->queue->step == SCHEDULE_END ? DIRECTOR_DONE : DIRECTOR_BROKEN);
}

static void director_on_feed(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd, (void)what;
	if (d->allowed > 0 && !d->ending && director_machines_measure(d))
		return; /* games would disturb it */
	director_arbiters_start_remote(d);
	remote_games_feed(d);
	director_arbiters_share(d);
	if (!d->ending)
		director_workers_start(d);
	director_workers_watch(d);
	director_arbiters_feed(d);
	director_finish_if_done(d);
}

/* A game runner is idle: a game with remote bots may use its place. */
static void director_on_idle(void *owner)
{
	struct director *d = owner;
	if (d->remote.claim != NULL)
		director_schedule_feed(d);
	else
		director_finish_if_done(d);
}

const struct arbiter_handle_calls director_arbiter_calls = {
	.next = director_next,
	.games = &director_games,
	.returned = director_on_returned,
	.idle = director_on_idle,
	.delays = director_on_delays,
	.waits = remote_games_wait,
	.socket = remote_games_socket,
	.taken = remote_games_on_taken,
	.refused = remote_games_on_refused,
	.linked = director_workers_linked,
	.cannot = director_workers_cannot,
	.measured = director_workers_measured,
	.wrong = director_workers_wrong,
	.died = director_arbiters_died,
	.gone = director_arbiters_gone,
};

/* --- the end -------------------------------------------------------------------------------- */

void director_finish(struct director *d, enum director_end end)
{
	usec quit = 0;
	for (int i = 0; i < d->config.bots_count; i++)
		if (d->config.bots[i].resources.quit > quit)
			quit = d->config.bots[i].resources.quit;
	struct timeval timeout = time_timeval(DIRECTOR_END_WAIT + quit);
	/* Reports a failed database, even if the tournament was ending for another reason. */
	if (end == DIRECTOR_DATABASE)
		d->end = end;
	if (d->ending)
		return;
	d->ending = true;
	d->ended = time_now();
	d->end = end;
	broker_workers_call(d->broker, false);
	struct director_arbiter *a;
	TAILQ_FOREACH (a, &d->arbiters, entry)
		arbiter_handle_stop(a->handle);
	event_add(d->end_event, &timeout);
	if (TAILQ_EMPTY(&d->arbiters))
		event_active(d->end_event, EV_TIMEOUT, 0);
}

/* This is the last event: the owner may free the director. */
static void director_on_end(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	char waiting[TIME_LOSS_TEXT], late[LATE_MOVES_TEXT];
	(void)fd, (void)what;
	if (!director_write_rest(d))
		return;
	if (d->skipped > 0)
		director_log(d, "%ld games with benched bots were not played", d->skipped);
	if (d->remote.skipped > 0)
		director_log(d, "%ld games with absent bots were not played", d->remote.skipped);
	if (time_loss_explain(&d->time_losses, d->t->terms.limits.clock, waiting))
		director_log(d, "%s", waiting);
	for (int bot = 0; bot < d->t->bots_count; bot++)
		if (late_moves_explain(&d->late, d->t, bot, late))
			director_log(d, "%s", late);
	d->options.ended(d->options.arg, d->end);
}

void director_stop(struct director *d)
{
	director_finish(d, DIRECTOR_INTERRUPTED);
}

void director_abandon(struct director *d)
{
	director_stop(d);
	d->abandoned = true;
	event_active(d->end_event, EV_TIMEOUT, 0);
}

/* --- bots that join ------------------------------------------------------------------------- */

bool director_joins(const struct director *d)
{
	return d->queue->iterator.schedule->joins != NULL;
}

void director_unbenched(struct director *d, int bot)
{
	if (director_joins(d))
		d->t->bots[bot].back_in_round = schedule_iterator_joins(&d->queue->iterator);
}

int director_read_again(struct director *d, struct reload *reload)
{
	int before = d->t->bots_count;
	if (d->ending)
		return 0;
	reload_read(reload, schedule_iterator_joins(&d->queue->iterator));
	if (reload->moved > 0)
		director_stored(d, game_store_retirements(d->store));
	if (d->t->bots_count == before)
		return 0;
	if (director_stored(d, game_store_join(d->store, before))) {
		/* An arbiter knows only the bots from its start, so new ones replace them. */
		arbiter_config_clear(&d->config);
		if (director_configure(d) && remote_games_claim(d) && director_workers_open(d)) {
			director_arbiters_retire(d);
			director_schedule_feed(d);
		} else {
			director_finish(d, DIRECTOR_BROKEN);
		}
	}
	return d->t->bots_count - before;
}

/* --- start and stop ------------------------------------------------------------------------- */

void director_allow(struct director *d, int games)
{
	d->allowed = games;
	if (d->ending)
		return;
	remote_games_allow(d, games > 0);
	broker_workers_call(d->broker, games > 0);
	if (games == 0)
		director_arbiters_retire(d);
	else
		director_schedule_feed(d);
}

bool director_rests(const struct director *d)
{
	return d->allowed == 0 && TAILQ_EMPTY(&d->arbiters) && game_store_is_settled(d->store);
}

const char director_options_why[] =
	"sprt: a bot does not take an option that is set for it; correct the option and run the same command again";

struct director *director_create(struct game_queue *queue, struct game_store *store,
	const struct director_options *options, struct error *err)
{
	struct director *d = memory_get(1, sizeof *d);
	d->t = queue->t;
	d->queue = queue;
	TAILQ_INIT(&d->arbiters);
	director_machines_init(d);
	d->options_reported = memory_get(BOTS_MAX, sizeof *d->options_reported);
	if (d->t->affinity == AFFINITY_LIST)
		cpu_slots_init(&d->listed, d->t->processors.count);
	d->store = store;
	d->options = *options;
	queue->iterator.on_bye = director_on_bye;
	queue->iterator.on_log = director_on_schedule_message;
	queue->iterator.arg = d;
	d->commit = evtimer_new(options->base, director_on_commit, d);
	d->feed = evtimer_new(options->base, director_on_feed, d);
	d->later = evtimer_new(options->base, director_on_later, d);
	d->end_event = evtimer_new(options->base, director_on_end, d);
	d->judge = record_judge_create(queue->t);
	bool events =
		d->commit != NULL && d->feed != NULL && d->later != NULL && d->end_event != NULL;
	if (!events)
		error_set(err, "events cannot be created: out of memory");
	else if (director_configure(d) && director_take_up_pace(d) && remote_games_claim(d) &&
		 director_workers_open(d))
		return d;
	else
		error_set(err, "%s", d->err.text);
	director_free(d);
	return NULL;
}

void director_free(struct director *d)
{
	if (d == NULL)
		return;
	while (!TAILQ_EMPTY(&d->arbiters))
		director_arbiters_remove(d, TAILQ_FIRST(&d->arbiters));
	broker_workers_close(d->broker);
	broker_workers_close(d->former);
	remote_games_close(d);
	tournament_rules_pause(d->t);
	rejudge_free(d->judge);
	director_machines_clear(d);
	struct event *events[] = {d->commit, d->feed, d->later, d->end_event};
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i] != NULL)
			event_free(events[i]);
	free(d->options_reported);
	late_moves_clear(&d->late);
	arbiter_config_clear(&d->config);
	free(d);
}
