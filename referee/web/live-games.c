/*
 * live-games.c - applies the lines of the live stream to the state. A table has one function for
 * each kind of event, and one for each kind of record line.
 */
#include "referee/web/live-games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/process/crypto.h"
#include "base/memory.h"
#include "referee/game/log-access.h"
#include "protocol/verdict.h"

enum { LIVE_GAMES_DIGEST = 6 /* digits of a path's digest */ };

#define LIVE_GAMES_RESULTS INT64_C(1000000000000) /* a larger number is malformed */

/* An event in progress, with its tournament and game. */
struct live_games_line {
	struct live_games *live;
	const struct live_event *event;
	int64_t now;
	struct live_games_tournament *tournament; /* NULL: no tournament has this id */
	struct live_record *game;		  /* NULL: no game has this number */
	struct live_games_news *news;
};

static void live_games_free_game(struct live_record *record)
{
	live_record_clear(record);
	free(record);
}

/* Keeps the first of the workers. */
static void live_games_free_workers(struct live_games_tournament *t, int keep)
{
	for (; t->workers_count > keep; t->workers_count--) {
		free(t->workers[t->workers_count - 1].name);
		free(t->workers[t->workers_count - 1].state);
	}
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
	free(t->owners);
	free(t->format);
	free(t->benched);
	live_games_free_workers(t, 0);
	free(t->workers);
	free(t->strength.bot);
	free(t->strength.opponent);
	free(t);
}

void live_games_init(struct live_games *l)
{
	*l = (struct live_games){.count = 0};
	for (int i = 0; i < METRICS; i++)
		l->metrics[i] = UNKNOWN;
}

void live_games_clear(struct live_games *l)
{
	for (int i = 0; i < l->count; i++)
		live_games_free_tournament(l->tournaments[i]);
	free(l->tournaments);
	free(l->accounts.all);
	free(l->incoming.all);
	free(l->announcement);
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
static void live_games_name(struct live_games_tournament *t, const struct live_tournament *from)
{
	char number[32];
	const char *page = from->page;
	size_t length = strlen(page);
	bool good = length > 0 && length < LIVE_GAMES_ADDRESS - LIVE_GAMES_DIGEST - 1 &&
		    page[strspn(page, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
	snprintf(number, sizeof number, "%lld", (long long)t->id);
	live_games_replace(&t->page, good ? page : number);
	live_games_replace(&t->waited, from->waited);
}

static bool live_games_tournament(struct live_games_line *line)
{
	const struct live_tournament *from = &line->event->tournament;
	struct live_games_tournament *t = line->tournament;
	if (from->id < 1 ||
		(t == NULL && (t = live_games_add_tournament(line->live, from->id)) == NULL))
		return false;
	t->row = from->row > 0 ? from->row : 0;
	t->done = from->done > 0 ? from->done : 0;
	t->all = from->all >= 0 ? from->all : -1;
	live_games_replace(&t->state, from->state);
	live_games_replace(&t->name, from->name);
	live_games_replace(&t->path, from->path);
	live_games_replace(&t->why, from->why);
	live_games_name(t, from);
	if (strcmp(t->state, "running") != 0)
		t->eta.count = 0; /* a pause says nothing about speed */
	else if (t->eta.count == 0 || t->done > t->eta.last.done)
		eta_note(&t->eta, line->now * MILLISECOND, (long)t->done);
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
	const struct live_strength *from = &line->event->strength;
	struct live_games_strength s = {.games = {.kinds = RESULT_COUNTS_GAMES,
						.count = {from->lost, from->drawn, from->won}},
		.pairs = {.kinds = RESULT_COUNTS_PAIRS, .by_opening = from->by_opening},
		.games_max = from->games > 0 ? from->games : 0,
		.test = *from->test != '\0'};
	memcpy(s.pairs.count, from->pairs, sizeof from->pairs);
	if (line->tournament == NULL || *from->bot == '\0' || *from->opponent == '\0')
		return false;
	for (int i = 0; i < RESULT_COUNTS_KINDS; i++)
		if (s.games.count[i] < 0 || s.games.count[i] > LIVE_GAMES_RESULTS ||
			s.pairs.count[i] < 0 || s.pairs.count[i] > LIVE_GAMES_RESULTS)
			return false;
	if (from->by_opening < 0 || from->by_opening > LIVE_GAMES_RESULTS ||
		(s.test && !sprt_read_test(from->test, &s.sprt)))
		return false;
	struct live_games_strength *kept = &line->tournament->strength;
	s.bot = kept->bot, s.opponent = kept->opponent;
	live_games_replace(&s.bot, from->bot);
	live_games_replace(&s.opponent, from->opponent);
	*kept = s;
	line->tournament->results++;
	line->news->change = LIVE_GAMES_STANDINGS;
	return true;
}

/* Where a worker's state has changed the pages of results are new, other figures of it are not. */
static bool live_games_worker(struct live_games_line *line)
{
	const struct live_worker *from = &line->event->worker;
	struct live_games_tournament *t = line->tournament;
	if (t == NULL || from->of < 0 || from->of > LIVE_GAMES_WORKERS || from->number < 0 ||
		(from->of > 0 && from->number >= from->of) || (from->of == 0 && from->number > 0))
		return false;
	bool news = !t->machines || from->of != t->workers_count;
	t->machines = true;
	if (from->of > t->workers_count) {
		t->workers = memory_resize(t->workers, (size_t)from->of, sizeof *t->workers);
		memset(&t->workers[t->workers_count], 0,
			(size_t)(from->of - t->workers_count) * sizeof *t->workers);
		t->workers_count = (int)from->of;
	}
	live_games_free_workers(t, (int)from->of);
	if (from->of > 0) {
		struct live_games_worker *w = &t->workers[from->number];
		news = news || w->name == NULL || strcmp(w->name, from->name) != 0 ||
		       strcmp(w->state, from->state) != 0 || w->slots != from->slots;
		live_games_replace(&w->name, from->name);
		live_games_replace(&w->state, from->state);
		w->slots = from->slots;
		w->running = from->running;
		w->played = from->played;
		w->speed = from->speed > 0 ? from->speed : 0;
		w->delay = from->delay >= 0 ? from->delay : -1;
		w->heard = from->heard > 0 ? from->heard : 0;
	}
	t->results += news;
	line->news->change = news ? LIVE_GAMES_STANDINGS : LIVE_GAMES_NOTHING;
	return true;
}

/* --- owners ----------------------------------------------------------------------------------- */

static bool live_games_owners(struct live_games_line *line)
{
	struct live_games_tournament *t = line->tournament;
	const char *text = line->event->owners.text;
	size_t length = strlen(text);
	/* A line that was cut could be another owner's name. */
	if (t == NULL || (length > 0 && text[length - 1] != '\n'))
		return false;
	live_games_replace(&t->owners, text);
	t->results++;
	return true;
}

static bool live_games_account(struct live_games_line *line)
{
	const struct live_account *from = &line->event->account;
	struct live_games *l = line->live;
	struct live_games_account account = {.name = ""};
	bool ends = from->of == 0;
	if (from->of < 0 || from->of > TOKENS_MAX)
		return false;
	if (from->number == 0 || ends)
		l->incoming.count = 0;
	if (!ends) {
		if (from->number != l->incoming.count || from->number >= from->of ||
			!token_name_is_good(from->name) || !token_name_is_good(from->owner) ||
			!crypto_read(from->key, account.key))
			return false;
		snprintf(account.name, sizeof account.name, "%s", from->name);
		snprintf(account.owner, sizeof account.owner, "%s", from->owner);
		l->incoming.all = memory_resize(
			l->incoming.all, (size_t)l->incoming.count + 1, sizeof *l->incoming.all);
		l->incoming.all[l->incoming.count++] = account;
		ends = l->incoming.count == from->of;
	}
	if (ends) {
		struct live_games_accounts old = l->accounts;
		l->accounts = l->incoming;
		l->incoming = old;
	}
	return true;
}

bool live_games_next_owner(char **text, const char **bot, const char **owner)
{
	char *line = strsep(text, "\n"), *blank = line != NULL ? strchr(line, ' ') : NULL;
	if (blank == NULL)
		return false;
	*blank = '\0';
	*bot = line;
	*owner = blank + 1;
	return true;
}

/* Every page shows it, so all pages are new. */
static bool live_games_announce(struct live_games_line *line)
{
	struct live_games *l = line->live;
	const char *text = line->event->announce;
	free(l->announcement);
	l->announcement = *text != '\0' ? memory_copy(text) : NULL;
	for (int i = 0; i < l->count; i++) {
		l->tournaments[i]->results++;
		l->tournaments[i]->version++;
	}
	line->news->change = LIVE_GAMES_STANDINGS;
	return true;
}

static bool live_games_details(struct live_games_line *line)
{
	if (line->tournament == NULL)
		return false;
	live_games_replace(&line->tournament->format, line->event->details.format);
	live_games_replace(&line->tournament->benched, line->event->details.benched);
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
	const struct live_process *from = &line->event->process;
	int at = 0;
	while (at < l->self_usage_count && strcmp(l->self_usage[at].name, from->name) != 0)
		at++;
	if (at == SELF_USAGE_KINDS || strlen(from->name) >= SELF_USAGE_NAME)
		return false;
	l->self_usage_count += at == l->self_usage_count;
	struct self_usage *usage = &l->self_usage[at];
	strcpy(usage->name, from->name);
	usage->count = from->count;
	usage->descriptors = from->descriptors >= 0 ? from->descriptors : -1;
	usage->bytes = from->bytes;
	return true;
}

/* --- games ------------------------------------------------------------------------------------ */

static void live_games_drop_game(struct live_games_tournament *t, const struct live_record *record)
{
	int at = 0;
	while (t->games[at] != record)
		at++;
	live_games_free_game(t->games[at]);
	memmove(&t->games[at], &t->games[at + 1],
		(size_t)(t->games_count - at - 1) * sizeof(*t->games));
	t->games_count--;
}

static bool live_games_header(struct live_games_line *line)
{
	const struct live_header *from = &line->event->header;
	struct live_games_tournament *t =
		(struct live_games_tournament *)live_games_find(line->live, from->tournament);
	if (line->game != NULL || t == NULL || t->games_count == LIVE_GAMES_GAMES)
		return false;
	t->games = memory_resize(t->games, (size_t)t->games_count + 1, sizeof(*t->games));
	struct live_record *record = memory_get(1, sizeof *record);
	live_record_take(record, line->event, NULL);
	t->games[t->games_count++] = record;
	line->tournament = t;
	line->news->pairing = record->pairing;
	line->news->tournament = t;
	return true;
}

/* Takes another line before the record. */
static bool live_games_prepare(struct live_games_line *line)
{
	return live_record_take(line->game, line->event, NULL);
}

/* The last line came earlier than this process read it. */
static bool live_games_ago(struct live_games_line *line)
{
	int64_t ago = line->event->ago / MILLISECOND;
	if (ago < 0 || ago > line->now)
		return false;
	line->game->moved = line->now - ago;
	return true;
}

/* The game is over: stored with an id, or aborted. */
static bool live_games_over(struct live_games_line *line)
{
	struct live_games_tournament *t = line->tournament;
	int64_t game = 0;
	if (line->event->kind == LIVE_EVENT_STORED && line->event->stored.game > 0)
		game = line->event->stored.game;
	t->ended[t->ended_count++ % LIVE_GAMES_ENDED] =
		(struct live_games_ended){line->game->pairing, game};
	live_games_drop_game(t, line->game);
	t->results++;
	line->news->change = LIVE_GAMES_OVER;
	line->news->game = game;
	return true;
}

/* --- lines of a game's record ----------------------------------------------------------------- */

/* The lines that pages show, and the changes that they make. */
static const struct {
	bool shown;
	enum live_games_change change;
} live_games_records[RECORD_KINDS] = {
	[RECORD_DESCRIBE] = {true, LIVE_GAMES_NOTHING},
	[RECORD_QUESTION] = {true, LIVE_GAMES_NOTHING},
	[RECORD_ANSWER] = {true, LIVE_GAMES_NOTHING},
	[RECORD_RULES] = {true, LIVE_GAMES_NOTHING},
	[RECORD_PARAM] = {true, LIVE_GAMES_NOTHING},
	[RECORD_START] = {true, LIVE_GAMES_NOTHING},
	[RECORD_PLAYER] = {true, LIVE_GAMES_NOTHING},
	[RECORD_GAME] = {true, LIVE_GAMES_BEGUN},
	[RECORD_MOVE] = {true, LIVE_GAMES_MOVED},
	[RECORD_SEAT] = {true, LIVE_GAMES_LEFT},
};

/* A stranger gets only the part of a verdict's reason that log_reason() allows, so no more is
 * kept. */
static bool live_games_record(struct live_games_line *line)
{
	const struct move_list *moves = &line->game->record.moves;
	struct live_event event = *line->event;
	struct record *r = &event.record;
	if (!live_games_records[r->kind].shown ||
		((r->kind == RECORD_MOVE || r->kind == RECORD_QUESTION ||
			 r->kind == RECORD_ANSWER) &&
			moves->count == LIVE_GAMES_MOVES))
		return false;
	if (r->kind == RECORD_SEAT) {
		enum verdict verdict = verdict_find(r->result.verdict);
		if (verdict == VERDICT_OK || verdict == VERDICT_RESIGN)
			return false;
		r->result.detail =
			log_reason(line->game->public, r->result.verdict, r->result.detail);
	}
	if (!live_record_take(line->game, &event, NULL))
		return false;
	line->news->change = live_games_records[r->kind].change;
	line->news->seat = r->seat;
	if (line->news->change != LIVE_GAMES_NOTHING)
		line->game->moved = line->now;
	if (r->kind == RECORD_MOVE) {
		line->news->ply = moves->count;
		line->news->text = moves->turns[moves->count - 1].move;
	}
	return true;
}

/* NULL: pages ignore the event. */
static bool (*const live_games_takes[LIVE_EVENT_KINDS])(struct live_games_line *line) = {
	[LIVE_EVENT_TOURNAMENT] = live_games_tournament,
	[LIVE_EVENT_GONE] = live_games_gone,
	[LIVE_EVENT_ANNOUNCE] = live_games_announce,
	[LIVE_EVENT_STRENGTH] = live_games_strength,
	[LIVE_EVENT_WORKER] = live_games_worker,
	[LIVE_EVENT_OWNERS] = live_games_owners,
	[LIVE_EVENT_ACCOUNT] = live_games_account,
	[LIVE_EVENT_DETAILS] = live_games_details,
	[LIVE_EVENT_METRIC] = live_games_metric,
	[LIVE_EVENT_DELAYS] = live_games_delays,
	[LIVE_EVENT_PROCESS] = live_games_process,
	[LIVE_EVENT_HEADER] = live_games_header,
	[LIVE_EVENT_LIMITS] = live_games_prepare,
	[LIVE_EVENT_OPENING] = live_games_prepare,
	[LIVE_EVENT_AGO] = live_games_ago,
	[LIVE_EVENT_STORED] = live_games_over,
	[LIVE_EVENT_ABORTED] = live_games_over,
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
	case LIVE_EVENT_WORKER:
		return e->worker.tournament;
	case LIVE_EVENT_OWNERS:
		return e->owners.tournament;
	case LIVE_EVENT_DETAILS:
		return e->details.tournament;
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
	if (e->kind == LIVE_EVENT_WORKER && news->change == LIVE_GAMES_NOTHING)
		return true;
	l->version++;
	if (line.tournament != NULL)
		line.tournament->version++;
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
	char text[CRYPTO_TEXT + 1];
	crypto_hash_text(t->path, strlen(t->path), text);
	snprintf(address, LIVE_GAMES_ADDRESS, "%.*s-%.*s",
		LIVE_GAMES_ADDRESS - LIVE_GAMES_DIGEST - 2, t->page, LIVE_GAMES_DIGEST, text);
}

/* Of the tournaments with this id, the one whose database has the first path in order. */
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

const struct live_record *live_games_find_game(
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
	int64_t max = t->strength.games_max;
	if (t->all >= 0)
		return t->all - t->done;
	if (strcmp(t->state, "running") != 0 || !live_games_estimate(t, &e))
		return -1;
	return max > 0 && max <= t->done ? 0
					 : strength_estimate_left(&e, max > 0 ? max - t->done : 0);
}

int64_t live_games_left(const struct live_games_tournament *t, int64_t now)
{
	usec left = -1;
	int64_t games = live_games_games_left(t);
	if (games >= 0)
		left = eta_left(&t->eta, now * MILLISECOND, (long)games);
	return left < 0 ? -1 : left / SECOND;
}
