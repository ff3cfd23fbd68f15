/*
 * director-games.c - which game is played next, and what becomes of those that were.
 *
 * Where the schedule follows from results, slots may have to wait for each other's. A result counts
 * as soon as its game is written, before it is committed: what follows from it is written later, so
 * it is never kept without it. After each result a feed is due, which asks again for all slots.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/escape.h"
#include "referee/bot/offered-options.h"
#include "referee/game/verdict.h"
#include "referee/director/director-parts.h"
#include "referee/director/game-request-make.h"
#include "referee/director/record-judge.h"

enum { DIRECTOR_TRIES = 3 /* times that we may fail to play one game */ };

#define DIRECTOR_COMMIT (200 * MILLISECOND) /* longest that a finished game waits */

/* --- what is to be played ------------------------------------------------------------------- */

bool director_skips(struct director *d, const struct pairing *p)
{
	const struct benching *strikes = &d->store->strikes;
	unsigned benched = benching_seats(strikes, p->bot, p->seats);
	bool skip = d->t->skip_benched || benching_by_hand(strikes, p->bot, p->seats);
	if (!skip || benched == 0)
		return false;
	game_queue_skip(d->agenda, p, benched);
	d->skipped++;
	return true;
}

void director_close(struct director *d)
{
	d->drawn.closed = director_joins(d) && benching_left(&d->store->strikes) < d->t->players;
}

/* What an arbiter is to play next that is not skipped. */
static bool director_pick(struct director *d, struct pending_games_game *game)
{
	usec now = time_now();
	director_close(d);
	do
		if (!pending_games_next_local(&d->drawn, now, game))
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

void director_pace(struct director *d)
{
	d->next = time_now() + d->t->pace;
}

static bool director_on_start(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	*(int64_t *)arg = db_column(columns, names, values, "started_ms")->integer;
	return true;
}

bool director_take_up_pace(struct director *d)
{
	int64_t last = 0, now = time_utc();
	if (d->t->pace == 0)
		return true;
	if (db_read(d->store->db, "last-start", &d->store->tournament, 1, director_on_start,
		    &last) != DB_OK) {
		snprintf(d->why, sizeof d->why, "%s", db_why(d->store->db));
		return false;
	}
	usec left = d->t->pace - (now - last) * MILLISECOND;
	/* Not what a clock says that was set back meanwhile. */
	d->next = time_now() + (left > d->t->pace ? d->t->pace : left);
	return true;
}

int director_places_taken(const struct director *d)
{
	int taken = d->hall.mixed;
	for (int i = 0; i < d->count; i++)
		taken += d->slots[i]->slot.queued > 0;
	return taken;
}

/* May an arbiter play one more game? Not when a place is for a game in the hall that comes before
 * its own. */
static bool director_has_place(const struct director *d, bool behind)
{
	return d->hall.wanting == 0 && (behind || director_places_taken(d) < d->allowed);
}

bool director_next(void *owner, bool behind, struct job *job, struct game_request *order)
{
	struct director *d = owner;
	const struct benching *strikes = &d->store->strikes;
	struct pending_games_game game;
	if (d->ending || director_paced(d) || (behind && d->t->pace > 0))
		return false;
	if (!director_has_place(d, behind) || !director_pick(d, &game))
		return false;
	/* Whether it is played at all may follow from the game before it. */
	bool shaky = behind && benching_shaky(strikes, game.pairing.bot, game.pairing.seats);
	if (shaky || d->ending) {
		pending_games_return(&d->drawn, &game);
		return false;
	}
	pending_games_open(&d->drawn, &game, job);
	director_pace(d);
	game_request_make(order, job, &d->store->strikes, &d->plan);
	job->benched = order->benched;
	job->absent = 0;
	return true;
}

/* --- what was played ------------------------------------------------------------------------ */

void director_on_commit(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd;
	(void)what;
	if (game_store_commit(d->store) != DB_OK)
		director_finish(d, DIRECTOR_DATABASE);
}

/* What was written is committed soon. */
static void director_commit_soon(struct director *d)
{
	struct timeval wait = {.tv_usec = DIRECTOR_COMMIT};
	if (!event_pending(d->commit, EV_TIMEOUT, NULL))
		event_add(d->commit, &wait);
}

void director_on_word(void *arg, const char *text)
{
	director_say(arg, "%s", text);
}

void director_on_bye(void *arg, int round, int bot, double points)
{
	struct director *d = arg;
	if (game_store_bye(d->store, round, bot, points) != DB_OK)
		director_finish(d, DIRECTOR_DATABASE);
	else
		director_commit_soon(d);
}

/* What follows from it is asked for when the slot that told it has done with it. */
static void director_result(struct director *d, const struct job *job, const struct db_game *g)
{
	double points[SEATS_MAX];
	for (int i = 0; i < g->seats; i++)
		points[i] = g->seat[i].points;
	struct score score = schedule_results_score(points, 0, g->seats);
	for (int seat = 1; seat <= g->seats; seat++)
		schedule_results_verdict(&score, seat, g->seat[seat - 1].verdict);
	score.line = g->moves_hash;
	game_queue_result(d->agenda, job, &score);
	if (d->drawn.step == SCHEDULE_WAIT)
		director_look(d);
}

/* Losses on time are counted with what they waited. */
static void director_count_waiting(
	struct director *d, const struct job *job, const struct db_game *g)
{
	for (int i = 0; i < g->seats; i++) {
		const struct db_failure *e = &g->seat[i].failure;
		struct spent spent = {e->wall_us, e->cpu_us, e->wait_us};
		bool moving = e->phase != NULL && strcmp(e->phase, "move") == 0;
		if (verdict_find(g->seat[i].verdict) != VERDICT_TIME || e->phase == NULL)
			continue;
		const struct bot_config *bot = &d->plan.bots[job->pairing.bot[i]];
		usec margin = arbiter_config_limits(&d->plan, bot)->margin;
		time_loss_add(&d->waiting, e->limit_us, moving ? margin : 0, &spent);
	}
}

/* Did a seat lose since our gate died, and its connection with it? */
static bool director_was_cut(
	const struct director *d, const struct job *job, const struct db_game *g)
{
	static const enum verdict ours[] = {
		VERDICT_TIME, VERDICT_CRASH, VERDICT_STARTUP, VERDICT_ABSENT};
	for (int i = 0; i < g->seats && d->hall.claim != NULL; i++)
		for (size_t v = 0; v < sizeof ours / sizeof *ours; v++)
			if (strcmp(g->seat[i].verdict, verdict_table[ours[v]].name) == 0 &&
				claim_was_cut(d->hall.claim, job->pairing.bot[i], g->started_ms,
					g->ended_ms))
				return true;
	return false;
}

/* What the job says of a game. */
static void director_complete(struct db_game *g, const struct job *job)
{
	g->pairing = (int64_t)job->pairing.key;
	g->round = job->pairing.round;
	g->seed = (int64_t)job->pairing.seed;
	g->opening = job->opening.text;
}

/* It was not played as it should have been; it is played again, however often. */
static void director_play_again(struct director *d, const struct job *job, const char *why)
{
	director_remote_over(d, &job->pairing, false);
	if (d->terms.heard != NULL)
		d->terms.heard(d->terms.arg, job, NULL);
	director_say(d, "a game is played again: %s", why);
	pending_games_put_back(&d->drawn, job, time_now());
}

/* A seat is benched when its order says so, and at no other time. One that its order calls absent
 * is; another may be, if its bot is remote and did not come back. */
static bool director_judge_absence(
	const struct director *d, const struct job *job, const struct db_game *g)
{
	for (int i = 0; i < g->seats; i++) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		bool benched = job->benched >> i & 1, absent = job->absent >> i & 1;
		bool remote = d->t->bots[job->pairing.bot[i]].remote;
		if (benched != (verdict == VERDICT_BENCHED) ||
			(absent && verdict != VERDICT_ABSENT) ||
			(verdict == VERDICT_ABSENT && !remote))
			return false;
	}
	return true;
}

static bool director_on_judge(
	void *owner, const struct job *job, const struct db_game *g, char *why, size_t room)
{
	struct director *d = owner;
	struct db_game whole = *g;
	director_complete(&whole, job);
	if (!record_judge(d->judge, &whole, why, room))
		return false;
	if (director_judge_absence(d, job, g))
		return true;
	snprintf(why, room,
		"it called a bot benched or absent that was to play, or one that was not to play neither");
	return false;
}

/* Did a bot fail in it? */
static bool director_has_fault(const struct db_game *g)
{
	for (int i = 0; i < g->seats; i++)
		if (verdict_is_fault(verdict_find(g->seat[i].verdict)))
			return true;
	return false;
}

/* Where no bot can be started going on is of no use; and in a test of two that one of them cannot
 * says nothing of the other. */
static void director_note_start(struct director *d, const struct job *job, const struct db_game *g)
{
	int refused = started_bots_refused(g);
	bool none = started_bots_note(&d->starts, d->t->bots_count, job->pairing.bot, g);
	bool test = d->agenda->walk.schedule->compares && !d->t->repeats_count;
	if (d->ending || !(test ? refused > 0 : none))
		return;
	if (test)
		snprintf(d->why, sizeof d->why,
			"undecided: %s cannot be started, and these games do not count (standings list them); mend it, and the test can go on; referee check says why",
			d->t->bots[job->pairing.bot[refused - 1]].name);
	else
		snprintf(d->why, sizeof d->why,
			"no bot of the tournament can be started; referee check says why");
	director_finish(d, DIRECTOR_NO_BOT);
}

static void director_on_played(
	void *owner, const struct job *job, struct db_game *g, struct wire_log *w)
{
	struct director *d = owner;
	if (d->end == DIRECTOR_DATABASE)
		return; /* nothing can be kept any more */
	if (director_was_cut(d, job, g)) {
		director_play_again(d, job, "a connection ended with the gate");
		return;
	}
	director_complete(g, job);
	if (game_store_game(d->store, g, job->pairing.bot) != DB_OK) {
		director_finish(d, DIRECTOR_DATABASE);
		return;
	}
	const struct wire_wish *log = &d->terms.log_wire;
	if (log->folder != NULL && (!log->failed || director_has_fault(g)) &&
		wire_log_save(w, log->folder, g->id) != 0)
		director_say(d, "%s: %s", log->folder, strerror(errno));
	director_commit_soon(d);
	d->killed = 0;
	director_count_waiting(d, job, g);
	director_result(d, job, g);
	director_remote_over(d, &job->pairing, true);
	director_note_start(d, job, g);
}

static void director_on_heard(void *owner, const struct job *job, const char *line)
{
	struct director *d = owner;
	if (d->terms.heard != NULL)
		d->terms.heard(d->terms.arg, job, line);
}

static void director_on_voided(void *owner, const struct job *job, const char *why)
{
	struct director *d = owner;
	struct job again = *job;
	director_remote_over(d, &job->pairing, false);
	if (d->end == DIRECTOR_DATABASE || d->end == DIRECTOR_OPTIONS || d->end == DIRECTOR_CHANGED)
		return;
	director_on_heard(d, job, NULL);
	if (!bot_programs_same(&d->store->programs, d->t, d->why, sizeof d->why)) {
		director_finish(d, DIRECTOR_CHANGED);
		return;
	}
	if (why != NULL)
		director_say(d, "a game is played again: %s", why);
	if (++again.tries < DIRECTOR_TRIES) {
		pending_games_put_back(&d->drawn, &again, time_now());
		return;
	}
	snprintf(d->why, sizeof d->why, "%s", why != NULL ? why : "the hall ended too often");
	director_finish(d, DIRECTOR_BROKEN);
}

/* Warnings, once a bot. An sprt with options that do nothing would test something else. */
static void director_on_options(void *owner, const struct job *job, int seat, const char *lines)
{
	struct director *d = owner;
	if (seat > job->pairing.seats || d->noted[job->pairing.bot[seat - 1]])
		return;
	const struct bot *bot = &d->t->bots[job->pairing.bot[seat - 1]];
	bool bad = false;
	d->noted[job->pairing.bot[seat - 1]] = true;
	while (*lines != '\0') {
		size_t length = strcspn(lines, "\n");
		bad |= strncmp(lines, OFFERED_OPTION_LEFT_OUT,
			       sizeof OFFERED_OPTION_LEFT_OUT - 1) != 0;
		char *line = escape_bytes(lines, length, false);
		if (bot->at.line > 0)
			director_say(d, "%s:%d: bot %s: %.1000s", bot->at.file, bot->at.line,
				bot->name, line);
		else
			director_say(d, "bot %s: %.1000s", bot->name, line);
		free(line);
		lines += length + (lines[length] == '\n');
	}
	if (d->plan.options_bind && bad)
		director_finish(d, DIRECTOR_OPTIONS);
}

const struct game_receiver_calls director_games = {
	.judge = director_on_judge,
	.played = director_on_played,
	.heard = director_on_heard,
	.options = director_on_options,
	.voided = director_on_voided,
};

void director_on_returned(void *owner, const struct job *job)
{
	struct director *d = owner;
	pending_games_put_back(&d->drawn, job, time_now());
}

void director_on_delays(void *owner, const struct latency_histogram *delays)
{
	struct director *d = owner;
	if (d->terms.delays != NULL)
		d->terms.delays(d->terms.arg, delays);
}
