/*
 * live-games.c - applies the lines of the live stream to the state. A table has one function for
 * each kind of event, and one for each kind of record line.
 */
#include "referee/web/live-games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/crypto.h"
#include "referee/base/memory.h"
#include "referee/game/log-access.h"
#include "referee/game/verdict.h"

enum { LIVE_GAMES_DIGEST = 6 /* digits of a path's digest */ };

#define LIVE_GAMES_RESULTS INT64_C(1000000000000) /* a larger number is malformed */

/* An event in progress, with its tournament and game. */
struct live_games_line {
	struct live_games *live;
	const struct live_event *event;
	int64_t now;
	struct live_games_tournament *tournament; /* NULL: no tournament has this id */
	struct live_games_game *game;		  /* NULL: no game has this number */
	struct live_games_news *news;
};

static void live_games_free_game(struct live_games_game *g)
{
	for (int i = 0; i < g->params_count; i++)
		free(g->params[i]);
	for (int i = 0; i < SEATS_MAX; i++) {
		free(g->names[i]);
		free(g->verdicts[i]);
		free(g->details[i]);
	}
	free(g->rules);
	free(g->start);
	free(g->opening);
	free(g->moves);
	free(g);
}

static void live_games_free_tournament(struct live_games_tournament *t)
{
	for (int i = 0; i < t->games_count; i++)
		live_games_free_game(t->games[i]);
	free(t->games);
	free(t->page);
	free(t->waited);
	free(t->state);
	free(t->name);
	free(t->path);
	free(t->why);
	free(t->strength.bot);
	free(t->strength.opponent);
	free(t);
}

void live_games_init(struct live_games *l)
{
	*l = (struct live_games){.count = 0};
	for (int i = 0; i < METRICS; i++)
		l->metrics[i] = LIVE_EVENT_UNKNOWN;
}

void live_games_clear(struct live_games *l)
{
	for (int i = 0; i < l->count; i++)
		live_games_free_tournament(l->tournaments[i]);
	free(l->tournaments);
	live_games_init(l);
}

static void live_games_replace(char **text, const char *by)
{
	char *copy = memory_copy(by);
	free(*text);
	*text = copy;
}

/* --- tournaments ------------------------------------------------------------------------------ */

static struct live_games_tournament *live_games_add_tournament(struct live_games *l, int64_t id)
{
	if (l->count == LIVE_GAMES_TOURNAMENTS)
		return NULL;
	l->tournaments =
		memory_resize(l->tournaments, (size_t)l->count + 1, sizeof *l->tournaments);
	struct live_games_tournament *t = memory_get(1, sizeof *t);
	t->id = id;
	l->tournaments[l->count++] = t;
	return t;
}

/* Sets the names; ignores a page that is no valid part of an address. */
static void live_games_name(struct live_games_tournament *t, const struct live_tournament *told)
{
	char number[32];
	const char *page = told->page;
	size_t length = strlen(page);
	bool good = length > 0 && length < LIVE_GAMES_ADDRESS - LIVE_GAMES_DIGEST - 1 &&
		    page[strspn(page, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
	snprintf(number, sizeof number, "%lld", (long long)t->id);
	live_games_replace(&t->page, good ? page : number);
	live_games_replace(&t->waited, told->waited);
}

static bool live_games_tournament(struct live_games_line *line)
{
	const struct live_tournament *told = &line->event->tournament;
	struct live_games_tournament *t = line->tournament;
	if (told->id < 1 ||
		(t == NULL && (t = live_games_add_tournament(line->live, told->id)) == NULL))
		return false;
	t->row = told->row > 0 ? told->row : 0;
	t->done = told->done > 0 ? told->done : 0;
	t->all = told->all >= 0 ? told->all : -1;
	live_games_replace(&t->state, told->state);
	live_games_replace(&t->name, told->name);
	live_games_replace(&t->path, told->path);
	live_games_replace(&t->why, told->why);
	live_games_name(t, told);
	if (strcmp(t->state, "running") != 0)
		t->pace.count = 0; /* a pause says nothing about speed */
	else if (t->pace.count == 0 || t->done > t->pace.last.done)
		eta_note(&t->pace, line->now * MILLISECOND, (long)t->done);
	t->results++;
	line->news->tournament = line->tournament = t;
	line->news->change = LIVE_GAMES_STANDINGS;
	return true;
}

static bool live_games_gone(struct live_games_line *line)
{
	struct live_games *l = line->live;
	int at = 0;
	if (line->tournament == NULL)
		return false;
	while (l->tournaments[at] != line->tournament)
		at++;
	memmove(&l->tournaments[at], &l->tournaments[at + 1],
		(size_t)(l->count - at - 1) * sizeof *l->tournaments);
	l->count--;
	live_games_free_tournament(line->tournament);
	line->tournament = NULL;
	line->news->tournament = NULL;
	return true;
}

static bool live_games_strength(struct live_games_line *line)
{
	const struct live_strength *told = &line->event->strength;
	struct live_games_strength s = {.games = {.kinds = RESULT_COUNTS_GAMES,
						.count = {told->lost, told->drawn, told->won}},
		.pairs = {.kinds = RESULT_COUNTS_PAIRS, .by_opening = told->by_opening},
		.most = told->games > 0 ? told->games : 0,
		.test = *told->test != '\0'};
	memcpy(s.pairs.count, told->pairs, sizeof told->pairs);
	if (line->tournament == NULL || *told->bot == '\0' || *told->opponent == '\0')
		return false;
	for (int i = 0; i < RESULT_COUNTS_KINDS; i++)
		if (s.games.count[i] < 0 || s.games.count[i] > LIVE_GAMES_RESULTS ||
			s.pairs.count[i] < 0 || s.pairs.count[i] > LIVE_GAMES_RESULTS)
			return false;
	if (told->by_opening < 0 || told->by_opening > LIVE_GAMES_RESULTS ||
		(s.test && !sprt_read_test(told->test, &s.sprt)))
		return false;
	struct live_games_strength *kept = &line->tournament->strength;
	s.bot = kept->bot, s.opponent = kept->opponent;
	live_games_replace(&s.bot, told->bot);
	live_games_replace(&s.opponent, told->opponent);
	*kept = s;
	line->tournament->results++;
	line->news->change = LIVE_GAMES_STANDINGS;
	return true;
}

/* --- the referee itself ----------------------------------------------------------------------- */

static bool live_games_metric(struct live_games_line *line)
{
	enum metric metric = metric_find(line->event->metric.name);
	if (metric == METRICS)
		return false;
	line->live->metrics[metric] = line->event->metric.value;
	return true;
}

static bool live_games_delays(struct live_games_line *line)
{
	struct latency_histogram delays = line->event->delays;
	delays.sum = 0;
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++) {
		if (delays.count[i] > INT64_MAX)
			return false;
		delays.sum += delays.count[i];
	}
	line->live->delays = delays;
	return true;
}

static bool live_games_process(struct live_games_line *line)
{
	struct live_games *l = line->live;
	const struct live_process *told = &line->event->process;
	int at = 0;
	while (at < l->self_usage_count && strcmp(l->self_usage[at].name, told->name) != 0)
		at++;
	if (at == SELF_USAGE_KINDS || strlen(told->name) >= SELF_USAGE_NAME)
		return false;
	l->self_usage_count += at == l->self_usage_count;
	struct self_usage *usage = &l->self_usage[at];
	strcpy(usage->name, told->name);
	usage->count = told->count;
	usage->descriptors = told->descriptors >= 0 ? told->descriptors : -1;
	usage->bytes = told->bytes;
	return true;
}

/* --- games ------------------------------------------------------------------------------------ */

static void live_games_drop_game(struct live_games_tournament *t, const struct live_games_game *g)
{
	int at = 0;
	while (t->games[at] != g)
		at++;
	live_games_free_game(t->games[at]);
	memmove(&t->games[at], &t->games[at + 1],
		(size_t)(t->games_count - at - 1) * sizeof(*t->games));
	t->games_count--;
}

static bool live_games_header(struct live_games_line *line)
{
	const struct live_header *told = &line->event->header;
	struct live_games_tournament *t =
		(struct live_games_tournament *)live_games_find(line->live, told->tournament);
	if (line->game != NULL || t == NULL || t->games_count == LIVE_GAMES_GAMES)
		return false;
	t->games = memory_resize(t->games, (size_t)t->games_count + 1, sizeof(*t->games));
	struct live_games_game *g = memory_get(1, sizeof *g);
	g->number = line->event->game;
	g->pairing = told->pairing;
	g->seed = told->seed;
	g->public = told->public == 1;
	g->rules = memory_copy("");
	g->start = memory_copy("");
	g->opening = memory_copy("");
	t->games[t->games_count++] = g;
	line->tournament = t;
	line->news->pairing = g->pairing;
	line->news->tournament = t;
	return true;
}

static bool live_games_limits(struct live_games_line *line)
{
	const struct live_limits *told = &line->event->limits;
	if (told->seat > SEATS_MAX)
		return false;
	line->game->remote[told->seat - 1] = told->remote == 1;
	return true;
}

static bool live_games_opening(struct live_games_line *line)
{
	live_games_replace(&line->game->opening, line->event->opening);
	return true;
}

/* The game is over and stored with this id; 0: it was aborted. */
static bool live_games_leave(struct live_games_line *line, int64_t game)
{
	struct live_games_tournament *t = line->tournament;
	t->ended[t->ended_count++ % LIVE_GAMES_ENDED] =
		(struct live_games_ended){line->game->pairing, game};
	live_games_drop_game(t, line->game);
	t->results++;
	line->news->change = LIVE_GAMES_OVER;
	line->news->game = game;
	return true;
}

static bool live_games_stored(struct live_games_line *line)
{
	return live_games_leave(line, line->event->stored.game > 0 ? line->event->stored.game : 0);
}

static bool live_games_aborted(struct live_games_line *line)
{
	return live_games_leave(line, 0);
}

/* --- lines of a game's record ----------------------------------------------------------------- */

static bool live_games_rules(struct live_games_line *line)
{
	const struct record *r = &line->event->record;
	struct live_games_game *g = line->game;
	if (g->seats > 0 || r->rules.seats < 1 || r->rules.seats > SEATS_MAX)
		return false;
	g->seats = (int)r->rules.seats;
	live_games_replace(&g->rules, r->rules.name);
	return true;
}

static bool live_games_param(struct live_games_line *line)
{
	const struct record *r = &line->event->record;
	struct live_games_game *g = line->game;
	if (g->params_count == PARAMETERS_MAX)
		return false;
	g->params[g->params_count++] = memory_print("%s=%s", r->param.key, r->param.value);
	return true;
}

static bool live_games_start(struct live_games_line *line)
{
	live_games_replace(&line->game->start, line->event->record.start);
	return true;
}

static bool live_games_player(struct live_games_line *line)
{
	const struct record *r = &line->event->record;
	if (r->seat > line->game->seats)
		return false;
	live_games_replace(&line->game->names[r->seat - 1], r->player);
	return true;
}

static bool live_games_begins(struct live_games_line *line)
{
	struct live_games_game *g = line->game;
	if (g->seats == 0 || g->begun)
		return false;
	g->started = line->event->record.game.started;
	line->news->change = LIVE_GAMES_BEGUN;
	return g->begun = true;
}

static bool live_games_move(struct live_games_line *line)
{
	const struct record *r = &line->event->record;
	struct live_games_game *g = line->game;
	if (r->seat > g->seats || strlen(r->move.text) >= MOVE_TEXT ||
		g->moves_count == LIVE_GAMES_MOVES)
		return false;
	if ((g->moves_count & (g->moves_count + 1)) == 0)
		g->moves =
			memory_resize(g->moves, (size_t)(2 * g->moves_count + 2), sizeof *g->moves);
	struct live_games_move *m = &g->moves[g->moves_count++];
	*m = (struct live_games_move){.seat = r->seat, .numbers = r->move.numbers};
	strcpy(m->text, r->move.text);
	line->news->change = LIVE_GAMES_MOVED;
	line->news->ply = g->moves_count;
	line->news->seat = r->seat;
	line->news->text = m->text;
	return true;
}

/* A seat's verdict. Pages show a stranger only the part of its reason that log_reason() allows. */
static bool live_games_seat(struct live_games_line *line)
{
	const struct record *r = &line->event->record;
	struct live_games_game *g = line->game;
	enum verdict verdict = verdict_find(r->result.verdict);
	if (r->seat > g->seats || verdict == VERDICT_OK || verdict == VERDICT_RESIGN)
		return false;
	live_games_replace(&g->verdicts[r->seat - 1], r->result.verdict);
	live_games_replace(&g->details[r->seat - 1],
		log_reason(g->public, r->result.verdict, r->result.detail));
	line->news->change = LIVE_GAMES_LEFT;
	line->news->seat = r->seat;
	return true;
}

static bool (*const live_games_records[RECORD_KINDS])(struct live_games_line *line) = {
	[RECORD_RULES] = live_games_rules,
	[RECORD_PARAM] = live_games_param,
	[RECORD_START] = live_games_start,
	[RECORD_PLAYER] = live_games_player,
	[RECORD_GAME] = live_games_begins,
	[RECORD_MOVE] = live_games_move,
	[RECORD_SEAT] = live_games_seat,
};

static bool live_games_record(struct live_games_line *line)
{
	enum record_kind kind = line->event->record.kind;
	return live_games_records[kind] != NULL && live_games_records[kind](line);
}

/* NULL: pages ignore the event. */
static bool (*const live_games_takes[LIVE_EVENT_KINDS])(struct live_games_line *line) = {
	[LIVE_EVENT_TOURNAMENT] = live_games_tournament,
	[LIVE_EVENT_GONE] = live_games_gone,
	[LIVE_EVENT_STRENGTH] = live_games_strength,
	[LIVE_EVENT_METRIC] = live_games_metric,
	[LIVE_EVENT_DELAYS] = live_games_delays,
	[LIVE_EVENT_PROCESS] = live_games_process,
	[LIVE_EVENT_HEADER] = live_games_header,
	[LIVE_EVENT_LIMITS] = live_games_limits,
	[LIVE_EVENT_OPENING] = live_games_opening,
	[LIVE_EVENT_STORED] = live_games_stored,
	[LIVE_EVENT_ABORTED] = live_games_aborted,
	[LIVE_EVENT_RECORD] = live_games_record,
};

/* Finds the game of this number, and its tournament. */
static void live_games_find_number(struct live_games_line *line, int64_t number)
{
	for (int i = 0; i < line->live->count; i++)
		for (int j = 0; j < line->live->tournaments[i]->games_count; j++)
			if (line->live->tournaments[i]->games[j]->number == number) {
				line->tournament = line->live->tournaments[i];
				line->game = line->tournament->games[j];
				return;
			}
}

/* The tournament of an event that is not about a game; 0: none. */
static int64_t live_games_about(const struct live_event *e)
{
	switch (e->kind) {
	case LIVE_EVENT_TOURNAMENT:
		return e->tournament.id;
	case LIVE_EVENT_GONE:
		return e->gone;
	case LIVE_EVENT_STRENGTH:
		return e->strength.tournament;
	default:
		return 0;
	}
}

bool live_games_take(
	struct live_games *l, const struct live_event *e, int64_t now, struct live_games_news *news)
{
	struct live_games_line line = {.live = l, .event = e, .now = now, .news = news};
	bool of_game = e->kind >= LIVE_EVENT_HEADER;
	if (of_game)
		live_games_find_number(&line, e->game);
	else
		line.tournament =
			(struct live_games_tournament *)live_games_find(l, live_games_about(e));
	*news = (struct live_games_news){.tournament = line.tournament, .text = ""};
	if (line.game != NULL)
		news->pairing = line.game->pairing;
	if (live_games_takes[e->kind] == NULL ||
		(of_game && line.game == NULL && e->kind != LIVE_EVENT_HEADER) ||
		!live_games_takes[e->kind](&line))
		return false;
	if (e->kind == LIVE_EVENT_METRIC || e->kind == LIVE_EVENT_DELAYS ||
		e->kind == LIVE_EVENT_PROCESS)
		return true; /* only the page of metrics shows them, and it is never cached */
	l->moments++;
	if (line.tournament != NULL)
		line.tournament->moments++;
	return true;
}

/* --- queries ---------------------------------------------------------------------------------- */

const struct live_games_tournament *live_games_find(const struct live_games *l, int64_t id)
{
	for (int i = 0; i < l->count; i++)
		if (l->tournaments[i]->id == id)
			return l->tournaments[i];
	return NULL;
}

static void live_games_copy(const struct live_games_tournament *t, char address[LIVE_GAMES_ADDRESS])
{
	unsigned char hash[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1];
	crypto_hash(t->path, strlen(t->path), hash);
	crypto_write(hash, text);
	snprintf(address, LIVE_GAMES_ADDRESS, "%.*s-%.*s",
		LIVE_GAMES_ADDRESS - LIVE_GAMES_DIGEST - 2, t->page, LIVE_GAMES_DIGEST, text);
}

/* Of the tournaments with this id, the one whose database has the least path. */
static const struct live_games_tournament *live_games_first(
	const struct live_games *l, const char *page)
{
	const struct live_games_tournament *first = NULL;
	for (int i = 0; i < l->count; i++) {
		const struct live_games_tournament *t = l->tournaments[i];
		if (strcmp(t->page, page) == 0 &&
			(first == NULL || strcmp(t->path, first->path) < 0))
			first = t;
	}
	return first;
}

const struct live_games_tournament *live_games_at(
	const struct live_games *l, const char *address, bool *moved)
{
	const struct live_games_tournament *found = live_games_first(l, address);
	char copy[LIVE_GAMES_ADDRESS];
	*moved = false;
	for (int i = 0; i < l->count && found == NULL; i++) {
		live_games_copy(l->tournaments[i], copy);
		if (strcmp(copy, address) == 0)
			found = l->tournaments[i];
	}
	for (int i = 0; i < l->count && found == NULL; i++)
		if (strcmp(l->tournaments[i]->waited, address) == 0 && *address != '\0') {
			found = l->tournaments[i];
			*moved = true;
		}
	return found;
}

void live_games_address(const struct live_games *l, const struct live_games_tournament *t,
	char address[LIVE_GAMES_ADDRESS])
{
	if (live_games_first(l, t->page) == t)
		snprintf(address, LIVE_GAMES_ADDRESS, "%s", t->page);
	else
		live_games_copy(t, address);
}

const struct live_games_game *live_games_find_game(
	const struct live_games_tournament *t, uint64_t pairing)
{
	for (int i = 0; i < t->games_count; i++)
		if (t->games[i]->pairing == pairing)
			return t->games[i];
	return NULL;
}

const struct live_games_ended *live_games_find_ended(
	const struct live_games_tournament *t, uint64_t pairing)
{
	for (uint64_t i = 0; i < LIVE_GAMES_ENDED && i < t->ended_count; i++) {
		const struct live_games_ended *e =
			&t->ended[(t->ended_count - 1 - i) % LIVE_GAMES_ENDED];
		if (e->pairing == pairing)
			return e;
	}
	return NULL;
}

bool live_games_estimate(const struct live_games_tournament *t, struct strength_estimate *e)
{
	const struct live_games_strength *s = &t->strength;
	if (s->bot == NULL)
		return false;
	strength_estimate_find(e, &s->games, &s->pairs, s->test ? &s->sprt : NULL);
	return e->any;
}

/* The estimated number of games left; -1: not known. */
static int64_t live_games_games_left(const struct live_games_tournament *t)
{
	struct strength_estimate e;
	int64_t most = t->strength.most;
	if (t->all >= 0)
		return t->all - t->done;
	if (strcmp(t->state, "running") != 0 || !live_games_estimate(t, &e))
		return -1;
	return most > 0 && most <= t->done
		       ? 0
		       : strength_estimate_left(&e, most > 0 ? most - t->done : 0);
}

int64_t live_games_left(const struct live_games_tournament *t, int64_t now)
{
	usec left = -1;
	int64_t games = live_games_games_left(t);
	if (games >= 0)
		left = eta_left(&t->pace, now * MILLISECOND, (long)games);
	return left < 0 ? -1 : left / SECOND;
}
