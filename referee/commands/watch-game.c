/*
 * watch-game.c - assembles a game in play from lines.
 */
#include "referee/commands/watch-game.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/web/live-event.h"

/* Stands for an unlimited time, for the longest move, and for a margin that every move keeps,
 * since the daemon has judged the game. */
#define WATCH_GAME_LONGEST (1000000 * SECOND)

static void watch_game_clear_ends(struct watch_game *w)
{
	for (int i = 0; i < SEATS_MAX; i++)
		free((char *)w->ends.detail[i]);
	w->ends = (struct history_ends){.verdict = {VERDICT_OK}};
}

void watch_game_clear(struct watch_game *w)
{
	for (int i = 0; i < w->params_count; i++)
		free(w->params[i]);
	for (int i = 0; i < SEATS_MAX; i++)
		free(w->names[i]);
	watch_game_clear_ends(w);
	if (w->begun)
		history_clear(&w->history);
	free(w->tournament);
	free(w->opening);
	free(w->kept.db);
	memset(w, 0, sizeof *w);
}

static enum watch_news watch_game_bad(struct watch_game *w, const char *why)
{
	if (why != w->why)
		snprintf(w->why, sizeof w->why, "%s", why);
	return WATCH_BAD;
}

/* --- before the game begins ------------------------------------------------------------------- */

static enum watch_news watch_game_header(struct watch_game *w, const struct live_event *e, usec now)
{
	(void)now;
	watch_game_clear(w);
	w->number = (int)e->game;
	w->seed = e->header.seed;
	w->tournament = memory_copy(e->header.name);
	return WATCH_NOTHING;
}

static enum watch_news watch_game_limits(struct watch_game *w, const struct live_event *e, usec now)
{
	const struct live_limits *m = &e->limits;
	const int64_t times[] = {m->movetime, m->time, m->increment, m->bank};
	(void)now;
	if (m->seat > SEATS_MAX)
		return watch_game_bad(w, "it has no such seat");
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		if (times[i] < 0 || times[i] > WATCH_GAME_LONGEST || m->moves < 0 ||
			m->moves > INT_MAX)
			return watch_game_bad(w, "its limits are none");
	struct limits *l = &w->limits[m->seat - 1];
	*l = (struct limits){.margin = WATCH_GAME_LONGEST,
		.movetime = m->movetime,
		.tc_time = m->time,
		.tc_moves = (int)m->moves,
		.tc_increment = m->increment,
		.tc_bank = m->bank};
	for (int i = 0; i < CLOCK_KINDS; i++)
		if (strcmp(clock_kind_names[i], m->clock) == 0)
			l->clock = (enum clock_kind)i;
	return WATCH_NOTHING;
}

static enum watch_news watch_game_stored(struct watch_game *w, const struct live_event *e, usec now)
{
	(void)now;
	free(w->kept.db);
	w->kept = (struct watch_kept){(int)e->game, e->stored.game, memory_copy(e->stored.db)};
	return WATCH_KEPT;
}

static enum watch_news watch_game_opening(
	struct watch_game *w, const struct live_event *e, usec now)
{
	(void)now;
	free(w->opening);
	w->opening = memory_copy(e->opening);
	return WATCH_NOTHING;
}

static enum watch_news watch_game_ago(struct watch_game *w, const struct live_event *e, usec now)
{
	if (e->ago > 0 && e->ago < WATCH_GAME_LONGEST)
		w->since = now - e->ago;
	return WATCH_NOTHING;
}

static enum watch_news watch_game_aborted(
	struct watch_game *w, const struct live_event *e, usec now)
{
	(void)w, (void)e, (void)now;
	return WATCH_LOST;
}

static enum watch_news watch_game_wait(struct watch_game *w, const struct live_event *e, usec now)
{
	(void)w, (void)e, (void)now;
	return WATCH_WAITS;
}

static enum watch_news watch_game_rules(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (w->begun)
		return watch_game_bad(w, "it begins twice");
	w->rules = rules_find(r->rules.name);
	w->seats = (int)r->rules.seats;
	if (w->rules == NULL || r->rules.seats < 2 || r->rules.seats > SEATS_MAX)
		return watch_game_bad(w, "this program does not know the game");
	return WATCH_NOTHING;
}

static enum watch_news watch_game_param(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (w->params_count == PARAMETERS_MAX)
		return watch_game_bad(w, "it has too many parameters");
	w->params[w->params_count++] = memory_print("%s=%s", r->param.key, r->param.value);
	return WATCH_NOTHING;
}

static enum watch_news watch_game_start(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (strlen(r->start) >= sizeof w->start)
		return watch_game_bad(w, "its start is no position");
	strcpy(w->start, r->start);
	return WATCH_NOTHING;
}

static enum watch_news watch_game_player(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (r->seat > SEATS_MAX)
		return watch_game_bad(w, "it has no such seat");
	free(w->names[r->seat - 1]);
	w->names[r->seat - 1] = memory_copy(r->player);
	return WATCH_NOTHING;
}

/* --- the game --------------------------------------------------------------------------------- */

/* The history begins with the position after the opening. */
static bool watch_game_set_up(struct watch_game *w)
{
	const char *opening = w->opening != NULL ? w->opening : "";
	if (w->rules == NULL) {
		snprintf(w->why, sizeof w->why, "it is not said which game it is");
		return false;
	}
	if (!setup_init(&w->setup, w->rules, w->seats, w->seed, (const char *const *)w->params,
		    w->params_count, w->why, sizeof w->why))
		return false;
	if (*opening != '\0') {
		if (!game_begin(&w->game, &w->setup, w->limits, 0, w->start, opening, w->why,
			    sizeof w->why))
			return false;
		w->rules->write(&w->setup, &w->game.position, w->start);
	}
	if (!game_begin(&w->game, &w->setup, w->limits, 0, w->start, "", w->why, sizeof w->why))
		return false;
	for (int i = 0; i < w->setup.seats; i++)
		game_limit(&w->game, i + 1, &w->limits[i]);
	return true;
}

static enum watch_news watch_game_begin(struct watch_game *w, const struct record *r, usec now)
{
	if (w->begun || !watch_game_set_up(w))
		return watch_game_bad(w, w->begun ? "it begins twice" : w->why);
	history_init(&w->history, &w->setup, w->start);
	w->history.started = r->game.started;
	for (int i = 0; i < w->seats; i++)
		history_name(&w->history, i + 1, w->names[i] != NULL ? w->names[i] : "");
	w->begun = true;
	w->since = now;
	return WATCH_BEGINS;
}

/* Marks that the seat to move has left, since it did not move. */
static void watch_game_leave(struct watch_game *w)
{
	int seat = game_to_move(&w->game);
	game_judge(&w->game, seat, VERDICT_VOID, "%s", "");
	game_forfeit(&w->game, 1u << (seat - 1));
	history_add_leave(&w->history, seat, VERDICT_VOID, "");
}

static void watch_game_charge(struct watch_game *w, const struct record *r)
{
	struct clock *clock = &w->game.seat[r->seat - 1].clock;
	const struct move_numbers *numbers = &r->move.numbers;
	struct spent spent = {numbers->wall, numbers->cpu, numbers->wait};
	if (spent.wall < 0 || spent.wall > WATCH_GAME_LONGEST)
		return;
	/* The processor time of a remote bot is unknown: use its wall time. */
	if (spent.cpu < 0 || spent.cpu > WATCH_GAME_LONGEST)
		spent.cpu = spent.wall;
	if (spent.wait < 0 || spent.wait > WATCH_GAME_LONGEST)
		spent.wait = -1;
	clock_start(clock, 0);
	if (!clock_fell(clock, &spent))
		clock_stop(clock, &spent);
}

static enum watch_news watch_game_move(struct watch_game *w, const struct record *r, usec now)
{
	if (!w->begun || w->over || r->seat < 1 || r->seat > w->seats ||
		strlen(r->move.text) >= MOVE_TEXT)
		return watch_game_bad(w, "a move of it is none");
	while (game_to_move(&w->game) != r->seat && game_to_move(&w->game) > 0)
		watch_game_leave(w);
	if (game_to_move(&w->game) != r->seat || !game_move(&w->game, r->move.text))
		return watch_game_bad(
			w, "a move of it cannot be played by the rules of this program");
	watch_game_charge(w, r);
	history_add_move(&w->history, r->seat, r->move.text, &r->move.numbers);
	w->since = now;
	return WATCH_MOVED;
}

static enum watch_news watch_game_seat(struct watch_game *w, const struct record *r, usec now)
{
	enum verdict verdict = verdict_find(r->result.verdict);
	(void)now;
	if (!w->begun || r->seat < 1 || r->seat > w->seats)
		return watch_game_bad(w, "it has no such seat");
	free((char *)w->ends.detail[r->seat - 1]);
	w->ends.verdict[r->seat - 1] = verdict == VERDICTS ? VERDICT_OK : verdict;
	w->ends.detail[r->seat - 1] = memory_copy(r->result.detail);
	w->ranks[r->seat - 1] = (int)r->result.rank;
	return WATCH_NOTHING;
}

/* Sets the verdicts of departures after the record's end gave them. */
static bool watch_game_settle(struct watch_game *w)
{
	static const struct limits none;
	struct history settled;
	history_init(&settled, &w->setup, w->start);
	settled.started = w->history.started;
	for (int i = 0; i < w->seats; i++)
		history_name(&settled, i + 1, w->history.names[i]);
	for (int i = 0; i < w->history.count; i++) {
		const struct history_turn *turn = &w->history.turns[i];
		if (turn->verdict == VERDICT_OK)
			history_add_move(&settled, turn->seat, turn->move, &turn->numbers);
	}
	bool good = history_settle(&settled, &w->ends, w->why, sizeof w->why);
	history_clear(&w->history);
	w->history = settled;
	struct clock clocks[SEATS_MAX];
	for (int i = 0; i < SEATS_MAX; i++)
		clocks[i] = w->game.seat[i].clock;
	good = good && history_replay(&w->history, w->history.count, &none, &w->game, w->why,
			       sizeof w->why);
	for (int i = 0; i < SEATS_MAX; i++)
		w->game.seat[i].clock = clocks[i];
	return good;
}

static enum watch_news watch_game_end(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (!w->begun || w->over || strlen(r->end.final) >= sizeof w->final)
		return watch_game_bad(w, "it ends before it began");
	snprintf(w->reason, sizeof w->reason, "%s", r->end.reason);
	strcpy(w->final, r->end.final);
	w->over = watch_game_settle(w);
	return w->over ? WATCH_OVER : WATCH_BAD;
}

/* The handler of each record line; NULL: none. */
static enum watch_news (*const watch_game_records[RECORD_KINDS])(
	struct watch_game *w, const struct record *r, usec now) = {
	[RECORD_GAME] = watch_game_begin,
	[RECORD_RULES] = watch_game_rules,
	[RECORD_PARAM] = watch_game_param,
	[RECORD_START] = watch_game_start,
	[RECORD_PLAYER] = watch_game_player,
	[RECORD_MOVE] = watch_game_move,
	[RECORD_SEAT] = watch_game_seat,
	[RECORD_END] = watch_game_end,
};

static enum watch_news watch_game_record(struct watch_game *w, const struct live_event *e, usec now)
{
	const struct record *r = &e->record;
	return watch_game_records[r->kind] != NULL ? watch_game_records[r->kind](w, r, now)
						   : WATCH_NOTHING;
}

/* The handler of each event; NULL: none. */
static enum watch_news (*const watch_game_takes[LIVE_EVENT_KINDS])(
	struct watch_game *w, const struct live_event *e, usec now) = {
	[LIVE_EVENT_WAIT] = watch_game_wait,
	[LIVE_EVENT_HEADER] = watch_game_header,
	[LIVE_EVENT_LIMITS] = watch_game_limits,
	[LIVE_EVENT_OPENING] = watch_game_opening,
	[LIVE_EVENT_AGO] = watch_game_ago,
	[LIVE_EVENT_STORED] = watch_game_stored,
	[LIVE_EVENT_ABORTED] = watch_game_aborted,
	[LIVE_EVENT_RECORD] = watch_game_record,
};

enum watch_news watch_game_take(struct watch_game *w, char *line, usec now)
{
	struct live_event e;
	if (!live_event_read(&e, line))
		return watch_game_bad(w, "this is no line of a game");
	if (e.kind == LIVE_EVENT_RECORD && e.game != w->number)
		return watch_game_bad(w, "this is a line of another game");
	return watch_game_takes[e.kind] != NULL ? watch_game_takes[e.kind](w, &e, now)
						: WATCH_NOTHING;
}
