/*
 * live-games.c - the state that the feed's lines make. A row for each kind of line says what it
 * does.
 */
#include "referee/web/live-games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/base/crypto.h"

enum { LIVE_GAMES_DIGEST = 6 /* digits of a path's */ };

#define LIVE_GAMES_RESULTS INT64_C(1000000000000) /* more is damage */

/* A line on its way: where it belongs. */
struct live_games_line {
	struct live_games *live;
	const struct live_feed *feed;
	int64_t now;
	struct live_games_tournament *tournament; /* NULL: there is none of this number */
	struct live_games_game *game;		  /* NULL: there is none of this pairing */
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
	for (int i = 0; i < FIGURES; i++)
		l->figures[i] = LIVE_FEED_UNSAID;
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

/* An id that is no part of an address is none. */
static void live_games_name(struct live_games_tournament *t, const struct live_feed *f)
{
	char number[32];
	size_t length = strlen(f->text[4]);
	bool good = length > 0 && length < LIVE_GAMES_ADDRESS - LIVE_GAMES_DIGEST - 1 &&
		    f->text[4][strspn(f->text[4], "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
	snprintf(number, sizeof number, "%lld", (long long)t->id);
	live_games_replace(&t->page, good ? f->text[4] : number);
	live_games_replace(&t->waited, f->text[5]);
}

static bool live_games_tournament(struct live_games_line *line)
{
	const struct live_feed *f = line->feed;
	struct live_games_tournament *t = line->tournament;
	if (t == NULL && (t = live_games_add_tournament(line->live, f->tournament)) == NULL)
		return false;
	t->row = f->number[0] > 0 ? f->number[0] : 0;
	t->done = f->number[1] > 0 ? f->number[1] : 0;
	t->all = f->number[2] >= 0 ? f->number[2] : -1;
	live_games_replace(&t->state, f->text[0]);
	live_games_replace(&t->name, f->text[1]);
	live_games_replace(&t->path, f->text[2]);
	live_games_replace(&t->why, f->text[3]);
	live_games_name(t, f);
	if (strcmp(t->state, "running") != 0)
		t->pace.count = 0; /* a pause is no measure of speed */
	else if (t->pace.count == 0 || t->done > t->pace.last.done)
		eta_note(&t->pace, line->now * MILLISECOND, (long)t->done);
	t->results++;
	line->news->tournament = t;
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

static bool live_games_figure(struct live_games_line *line)
{
	enum metric figure = metric_find(line->feed->text[0]);
	if (figure == FIGURES)
		return false;
	line->live->figures[figure] = line->feed->number[0];
	return true;
}

static bool live_games_delays(struct live_games_line *line)
{
	struct latency_histogram delays = {.sum = 0};
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++) {
		if (line->feed->number[i] < 0)
			return false;
		delays.count[i] = (uint64_t)line->feed->number[i];
		delays.sum += delays.count[i];
	}
	line->live->delays = delays;
	return true;
}

static bool live_games_process(struct live_games_line *line)
{
	struct live_games *l = line->live;
	const struct live_feed *f = line->feed;
	int at = 0;
	while (at < l->self_usage_count && strcmp(l->kin[at].name, f->text[0]) != 0)
		at++;
	if (at == SELF_USAGE_KINDS || strlen(f->text[0]) >= SELF_USAGE_NAME)
		return false;
	l->self_usage_count += at == l->self_usage_count;
	strcpy(l->kin[at].name, f->text[0]);
	l->kin[at].count = f->number[0];
	l->kin[at].descriptors = f->number[1] >= 0 ? f->number[1] : -1;
	l->kin[at].bytes = f->number[2];
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

static bool live_games_game(struct live_games_line *line)
{
	const struct live_feed *f = line->feed;
	struct live_games_tournament *t = line->tournament;
	if (t == NULL || f->number[1] < 1 || f->number[1] > SEATS_MAX)
		return false;
	if (line->game != NULL) /* it is played again */
		live_games_drop_game(t, line->game);
	if (t->games_count == LIVE_GAMES_GAMES)
		return false;
	t->games = memory_resize(t->games, (size_t)t->games_count + 1, sizeof(*t->games));
	struct live_games_game *g = memory_get(1, sizeof *g);
	g->pairing = f->pairing;
	g->started = f->number[0];
	g->seats = (int)f->number[1];
	g->seed = (uint64_t)f->number[2];
	g->rules = memory_copy(f->text[0]);
	g->start = memory_copy(f->text[1]);
	g->opening = memory_copy(f->text[2]);
	t->games[t->games_count++] = g;
	return true;
}

static bool live_games_param(struct live_games_line *line)
{
	struct live_games_game *g = line->game;
	if (g == NULL || g->params_count == PARAMETERS_MAX)
		return false;
	g->params[g->params_count++] =
		memory_print("%s=%s", line->feed->text[0], line->feed->text[1]);
	return true;
}

static bool live_games_player(struct live_games_line *line)
{
	if (line->game == NULL || line->feed->seat > line->game->seats)
		return false;
	live_games_replace(&line->game->names[line->feed->seat - 1], line->feed->text[0]);
	line->game->remote[line->feed->seat - 1] = line->feed->number[0] == 1;
	return true;
}

static bool live_games_begun(struct live_games_line *line)
{
	if (line->game == NULL)
		return false;
	return line->game->begun = true;
}

static bool live_games_move(struct live_games_line *line)
{
	const struct live_feed *f = line->feed;
	struct live_games_game *g = line->game;
	if (g == NULL || f->seat > g->seats || strlen(f->text[0]) >= MOVE_TEXT ||
		g->moves_count == LIVE_GAMES_MOVES)
		return false;
	if ((g->moves_count & (g->moves_count + 1)) == 0)
		g->moves =
			memory_resize(g->moves, (size_t)(2 * g->moves_count + 2), sizeof *g->moves);
	struct live_games_move *m = &g->moves[g->moves_count++];
	*m = (struct live_games_move){.seat = f->seat};
	strcpy(m->text, f->text[0]);
	memcpy(m->number, f->number, sizeof m->number);
	line->news->ply = g->moves_count;
	line->news->text = m->text;
	return true;
}

static bool live_games_leave(struct live_games_line *line)
{
	const struct live_feed *f = line->feed;
	if (line->game == NULL || f->seat > line->game->seats)
		return false;
	live_games_replace(&line->game->verdicts[f->seat - 1], f->text[0]);
	live_games_replace(&line->game->details[f->seat - 1], f->text[1]);
	line->news->text = f->text[0];
	return true;
}

static bool live_games_end(struct live_games_line *line)
{
	const struct live_feed *f = line->feed;
	struct live_games_tournament *t = line->tournament;
	if (t == NULL)
		return false;
	if (line->game != NULL)
		live_games_drop_game(t, line->game);
	t->ended[t->ended_count++ % LIVE_GAMES_ENDED] =
		(struct live_games_ended){f->pairing, f->number[0] > 0 ? f->number[0] : 0};
	t->results++;
	line->news->game = f->number[0] > 0 ? f->number[0] : 0;
	line->news->text = f->text[0];
	return true;
}

static bool live_games_strength(struct live_games_line *line)
{
	const struct live_feed *f = line->feed;
	struct live_games_strength s = {
		.games = {.kinds = RESULT_COUNTS_GAMES}, .pairs = {.kinds = RESULT_COUNTS_PAIRS}};
	if (line->tournament == NULL || *f->text[0] == '\0' || *f->text[1] == '\0')
		return false;
	for (int i = 0; i <= RESULT_COUNTS_GAMES + RESULT_COUNTS_PAIRS; i++)
		if (f->number[i] < 0 || f->number[i] > LIVE_GAMES_RESULTS)
			return false;
	for (int i = 0; i < RESULT_COUNTS_GAMES; i++)
		s.games.count[RESULT_COUNTS_GAMES - 1 - i] = f->number[i];
	for (int i = 0; i < RESULT_COUNTS_PAIRS; i++)
		s.pairs.count[i] = f->number[RESULT_COUNTS_GAMES + i];
	s.pairs.by_opening = f->number[RESULT_COUNTS_GAMES + RESULT_COUNTS_PAIRS];
	s.most = f->number[RESULT_COUNTS_GAMES + RESULT_COUNTS_PAIRS + 1] > 0
			 ? f->number[RESULT_COUNTS_GAMES + RESULT_COUNTS_PAIRS + 1]
			 : 0;
	s.test = *f->text[2] != '\0';
	if (s.test && !sprt_read_test(f->text[2], &s.sprt))
		return false;
	struct live_games_strength *kept = &line->tournament->strength;
	s.bot = kept->bot, s.opponent = kept->opponent;
	live_games_replace(&s.bot, f->text[0]);
	live_games_replace(&s.opponent, f->text[1]);
	*kept = s;
	line->tournament->results++;
	return true;
}

static bool (*const live_games_takes[LIVE_FEED_KINDS])(struct live_games_line *line) = {
	[LIVE_FEED_TOURNAMENT] = live_games_tournament,
	[LIVE_FEED_GONE] = live_games_gone,
	[LIVE_FEED_FIGURE] = live_games_figure,
	[LIVE_FEED_DELAYS] = live_games_delays,
	[LIVE_FEED_PROCESS] = live_games_process,
	[LIVE_FEED_GAME] = live_games_game,
	[LIVE_FEED_PARAM] = live_games_param,
	[LIVE_FEED_PLAYER] = live_games_player,
	[LIVE_FEED_BEGUN] = live_games_begun,
	[LIVE_FEED_MOVE] = live_games_move,
	[LIVE_FEED_LEAVE] = live_games_leave,
	[LIVE_FEED_END] = live_games_end,
	[LIVE_FEED_STRENGTH] = live_games_strength,
};

bool live_games_take(
	struct live_games *l, const struct live_feed *f, int64_t now, struct live_games_news *news)
{
	struct live_games_tournament *t =
		(struct live_games_tournament *)live_games_find(l, f->tournament);
	struct live_games_line line = {
		.live = l, .feed = f, .now = now, .tournament = t, .news = news};
	if (t != NULL)
		line.game = (struct live_games_game *)live_games_find_game(t, f->pairing);
	*news = (struct live_games_news){.kind = f->kind,
		.tournament = t,
		.pairing = f->pairing,
		.seat = f->seat,
		.text = ""};
	if (!live_games_takes[f->kind](&line))
		return false;
	if (f->kind == LIVE_FEED_FIGURE || f->kind == LIVE_FEED_DELAYS ||
		f->kind == LIVE_FEED_PROCESS)
		return true; /* no page but theirs has them, and that one is never kept */
	l->moments++;
	if (line.tournament != NULL)
		line.tournament->moments++;
	return true;
}

/* --- asked ------------------------------------------------------------------------------------ */

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

/* The one of this id whose database has the least path. */
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

/* How many games are left, about; -1: nobody knows. */
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
