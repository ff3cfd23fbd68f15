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

enum { LIVE_DIGEST = 6 /* digits of a path's */ };

#define LIVE_RESULTS INT64_C(1000000000000) /* more is damage */

/* A line on its way: where it belongs. */
struct live_line {
	struct live *live;
	const struct feed *feed;
	int64_t now;
	struct live_tournament *tournament; /* NULL: there is none of this number */
	struct live_game *game;		    /* NULL: there is none of this pairing */
	struct live_news *news;
};

static void live_free_game(struct live_game *g)
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

static void live_free_tournament(struct live_tournament *t)
{
	for (int i = 0; i < t->games_count; i++)
		live_free_game(t->games[i]);
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

void live_init(struct live *l)
{
	*l = (struct live){.count = 0};
	for (int i = 0; i < FIGURES; i++)
		l->figures[i] = FEED_UNSAID;
}

void live_clear(struct live *l)
{
	for (int i = 0; i < l->count; i++)
		live_free_tournament(l->tournaments[i]);
	free(l->tournaments);
	live_init(l);
}

static void live_replace(char **text, const char *by)
{
	char *copy = memory_copy(by);
	free(*text);
	*text = copy;
}

/* --- tournaments ------------------------------------------------------------------------------ */

static struct live_tournament *live_add_tournament(struct live *l, int64_t id)
{
	if (l->count == LIVE_TOURNAMENTS)
		return NULL;
	l->tournaments =
		memory_resize(l->tournaments, (size_t)l->count + 1, sizeof *l->tournaments);
	struct live_tournament *t = memory_get(1, sizeof *t);
	t->id = id;
	l->tournaments[l->count++] = t;
	return t;
}

/* An id that is no part of an address is none. */
static void live_name(struct live_tournament *t, const struct feed *f)
{
	char number[32];
	size_t length = strlen(f->text[4]);
	bool good = length > 0 && length < LIVE_ADDRESS - LIVE_DIGEST - 1 &&
		    f->text[4][strspn(f->text[4], "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
	snprintf(number, sizeof number, "%lld", (long long)t->id);
	live_replace(&t->page, good ? f->text[4] : number);
	live_replace(&t->waited, f->text[5]);
}

static bool live_tournament(struct live_line *line)
{
	const struct feed *f = line->feed;
	struct live_tournament *t = line->tournament;
	if (t == NULL && (t = live_add_tournament(line->live, f->tournament)) == NULL)
		return false;
	t->row = f->number[0] > 0 ? f->number[0] : 0;
	t->done = f->number[1] > 0 ? f->number[1] : 0;
	t->all = f->number[2] >= 0 ? f->number[2] : -1;
	live_replace(&t->state, f->text[0]);
	live_replace(&t->name, f->text[1]);
	live_replace(&t->path, f->text[2]);
	live_replace(&t->why, f->text[3]);
	live_name(t, f);
	if (strcmp(t->state, "running") != 0)
		t->pace.count = 0; /* a pause is no measure of speed */
	else if (t->pace.count == 0 || t->done > t->pace.last.done)
		pace_note(&t->pace, line->now * MILLISECOND, (long)t->done);
	t->results++;
	line->news->tournament = t;
	return true;
}

static bool live_gone(struct live_line *line)
{
	struct live *l = line->live;
	int at = 0;
	if (line->tournament == NULL)
		return false;
	while (l->tournaments[at] != line->tournament)
		at++;
	memmove(&l->tournaments[at], &l->tournaments[at + 1],
		(size_t)(l->count - at - 1) * sizeof *l->tournaments);
	l->count--;
	live_free_tournament(line->tournament);
	line->tournament = NULL;
	line->news->tournament = NULL;
	return true;
}

static bool live_figure(struct live_line *line)
{
	enum figure figure = figure_find(line->feed->text[0]);
	if (figure == FIGURES)
		return false;
	line->live->figures[figure] = line->feed->number[0];
	return true;
}

static bool live_delays(struct live_line *line)
{
	struct delays delays = {.sum = 0};
	for (int i = 0; i < DELAYS_BUCKETS; i++) {
		if (line->feed->number[i] < 0)
			return false;
		delays.count[i] = (uint64_t)line->feed->number[i];
		delays.sum += delays.count[i];
	}
	line->live->delays = delays;
	return true;
}

static bool live_process(struct live_line *line)
{
	struct live *l = line->live;
	const struct feed *f = line->feed;
	int at = 0;
	while (at < l->kin_count && strcmp(l->kin[at].name, f->text[0]) != 0)
		at++;
	if (at == KIN_KINDS || strlen(f->text[0]) >= KIN_NAME)
		return false;
	l->kin_count += at == l->kin_count;
	strcpy(l->kin[at].name, f->text[0]);
	l->kin[at].count = f->number[0];
	l->kin[at].descriptors = f->number[1] >= 0 ? f->number[1] : -1;
	l->kin[at].bytes = f->number[2];
	return true;
}

/* --- games ------------------------------------------------------------------------------------ */

static void live_drop_game(struct live_tournament *t, const struct live_game *g)
{
	int at = 0;
	while (t->games[at] != g)
		at++;
	live_free_game(t->games[at]);
	memmove(&t->games[at], &t->games[at + 1],
		(size_t)(t->games_count - at - 1) * sizeof(*t->games));
	t->games_count--;
}

static bool live_game(struct live_line *line)
{
	const struct feed *f = line->feed;
	struct live_tournament *t = line->tournament;
	if (t == NULL || f->number[1] < 1 || f->number[1] > SEATS_MAX)
		return false;
	if (line->game != NULL) /* it is played again */
		live_drop_game(t, line->game);
	if (t->games_count == LIVE_GAMES)
		return false;
	t->games = memory_resize(t->games, (size_t)t->games_count + 1, sizeof(*t->games));
	struct live_game *g = memory_get(1, sizeof *g);
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

static bool live_param(struct live_line *line)
{
	struct live_game *g = line->game;
	if (g == NULL || g->params_count == PARAMETERS_MAX)
		return false;
	g->params[g->params_count++] =
		memory_print("%s=%s", line->feed->text[0], line->feed->text[1]);
	return true;
}

static bool live_player(struct live_line *line)
{
	if (line->game == NULL || line->feed->seat > line->game->seats)
		return false;
	live_replace(&line->game->names[line->feed->seat - 1], line->feed->text[0]);
	line->game->remote[line->feed->seat - 1] = line->feed->number[0] == 1;
	return true;
}

static bool live_begun(struct live_line *line)
{
	if (line->game == NULL)
		return false;
	return line->game->begun = true;
}

static bool live_move(struct live_line *line)
{
	const struct feed *f = line->feed;
	struct live_game *g = line->game;
	if (g == NULL || f->seat > g->seats || strlen(f->text[0]) >= MOVE_TEXT ||
		g->moves_count == LIVE_MOVES)
		return false;
	if ((g->moves_count & (g->moves_count + 1)) == 0)
		g->moves =
			memory_resize(g->moves, (size_t)(2 * g->moves_count + 2), sizeof *g->moves);
	struct live_move *m = &g->moves[g->moves_count++];
	*m = (struct live_move){.seat = f->seat};
	strcpy(m->text, f->text[0]);
	memcpy(m->number, f->number, sizeof m->number);
	line->news->ply = g->moves_count;
	line->news->text = m->text;
	return true;
}

static bool live_leave(struct live_line *line)
{
	const struct feed *f = line->feed;
	if (line->game == NULL || f->seat > line->game->seats)
		return false;
	live_replace(&line->game->verdicts[f->seat - 1], f->text[0]);
	live_replace(&line->game->details[f->seat - 1], f->text[1]);
	line->news->text = f->text[0];
	return true;
}

static bool live_end(struct live_line *line)
{
	const struct feed *f = line->feed;
	struct live_tournament *t = line->tournament;
	if (t == NULL)
		return false;
	if (line->game != NULL)
		live_drop_game(t, line->game);
	t->ended[t->ended_count++ % LIVE_ENDED] =
		(struct live_ended){f->pairing, f->number[0] > 0 ? f->number[0] : 0};
	t->results++;
	line->news->game = f->number[0] > 0 ? f->number[0] : 0;
	line->news->text = f->text[0];
	return true;
}

static bool live_strength(struct live_line *line)
{
	const struct feed *f = line->feed;
	struct live_strength s = {.games = {.kinds = TALLY_GAMES}, .pairs = {.kinds = TALLY_PAIRS}};
	if (line->tournament == NULL || *f->text[0] == '\0' || *f->text[1] == '\0')
		return false;
	for (int i = 0; i <= TALLY_GAMES + TALLY_PAIRS; i++)
		if (f->number[i] < 0 || f->number[i] > LIVE_RESULTS)
			return false;
	for (int i = 0; i < TALLY_GAMES; i++)
		s.games.count[TALLY_GAMES - 1 - i] = f->number[i];
	for (int i = 0; i < TALLY_PAIRS; i++)
		s.pairs.count[i] = f->number[TALLY_GAMES + i];
	s.pairs.by_opening = f->number[TALLY_GAMES + TALLY_PAIRS];
	s.most = f->number[TALLY_GAMES + TALLY_PAIRS + 1] > 0
			 ? f->number[TALLY_GAMES + TALLY_PAIRS + 1]
			 : 0;
	s.test = *f->text[2] != '\0';
	if (s.test && !sprt_read_test(f->text[2], &s.sprt))
		return false;
	struct live_strength *kept = &line->tournament->strength;
	s.bot = kept->bot, s.opponent = kept->opponent;
	live_replace(&s.bot, f->text[0]);
	live_replace(&s.opponent, f->text[1]);
	*kept = s;
	line->tournament->results++;
	return true;
}

static bool (*const live_takes[FEED_KINDS])(struct live_line *line) = {
	[FEED_TOURNAMENT] = live_tournament,
	[FEED_GONE] = live_gone,
	[FEED_FIGURE] = live_figure,
	[FEED_DELAYS] = live_delays,
	[FEED_PROCESS] = live_process,
	[FEED_GAME] = live_game,
	[FEED_PARAM] = live_param,
	[FEED_PLAYER] = live_player,
	[FEED_BEGUN] = live_begun,
	[FEED_MOVE] = live_move,
	[FEED_LEAVE] = live_leave,
	[FEED_END] = live_end,
	[FEED_STRENGTH] = live_strength,
};

bool live_take(struct live *l, const struct feed *f, int64_t now, struct live_news *news)
{
	struct live_tournament *t = (struct live_tournament *)live_find(l, f->tournament);
	struct live_line line = {.live = l, .feed = f, .now = now, .tournament = t, .news = news};
	if (t != NULL)
		line.game = (struct live_game *)live_find_game(t, f->pairing);
	*news = (struct live_news){.kind = f->kind,
		.tournament = t,
		.pairing = f->pairing,
		.seat = f->seat,
		.text = ""};
	if (!live_takes[f->kind](&line))
		return false;
	if (f->kind == FEED_FIGURE || f->kind == FEED_DELAYS || f->kind == FEED_PROCESS)
		return true; /* no page but theirs has them, and that one is never kept */
	l->moments++;
	if (line.tournament != NULL)
		line.tournament->moments++;
	return true;
}

/* --- asked ------------------------------------------------------------------------------------ */

const struct live_tournament *live_find(const struct live *l, int64_t id)
{
	for (int i = 0; i < l->count; i++)
		if (l->tournaments[i]->id == id)
			return l->tournaments[i];
	return NULL;
}

static void live_copy(const struct live_tournament *t, char address[LIVE_ADDRESS])
{
	unsigned char hash[SECRET_BYTES];
	char text[SECRET_TEXT + 1];
	secret_hash(t->path, strlen(t->path), hash);
	secret_write(hash, text);
	snprintf(address, LIVE_ADDRESS, "%.*s-%.*s", LIVE_ADDRESS - LIVE_DIGEST - 2, t->page,
		LIVE_DIGEST, text);
}

/* The one of this id whose database has the least path. */
static const struct live_tournament *live_first(const struct live *l, const char *page)
{
	const struct live_tournament *first = NULL;
	for (int i = 0; i < l->count; i++) {
		const struct live_tournament *t = l->tournaments[i];
		if (strcmp(t->page, page) == 0 &&
			(first == NULL || strcmp(t->path, first->path) < 0))
			first = t;
	}
	return first;
}

const struct live_tournament *live_at(const struct live *l, const char *address, bool *moved)
{
	const struct live_tournament *found = live_first(l, address);
	char copy[LIVE_ADDRESS];
	*moved = false;
	for (int i = 0; i < l->count && found == NULL; i++) {
		live_copy(l->tournaments[i], copy);
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

void live_address(const struct live *l, const struct live_tournament *t, char address[LIVE_ADDRESS])
{
	if (live_first(l, t->page) == t)
		snprintf(address, LIVE_ADDRESS, "%s", t->page);
	else
		live_copy(t, address);
}

const struct live_game *live_find_game(const struct live_tournament *t, uint64_t pairing)
{
	for (int i = 0; i < t->games_count; i++)
		if (t->games[i]->pairing == pairing)
			return t->games[i];
	return NULL;
}

const struct live_ended *live_find_ended(const struct live_tournament *t, uint64_t pairing)
{
	for (uint64_t i = 0; i < LIVE_ENDED && i < t->ended_count; i++) {
		const struct live_ended *e = &t->ended[(t->ended_count - 1 - i) % LIVE_ENDED];
		if (e->pairing == pairing)
			return e;
	}
	return NULL;
}

bool live_estimate(const struct live_tournament *t, struct estimate *e)
{
	const struct live_strength *s = &t->strength;
	if (s->bot == NULL)
		return false;
	estimate_find(e, &s->games, &s->pairs, s->test ? &s->sprt : NULL);
	return e->any;
}

/* How many games are left, about; -1: nobody knows. */
static int64_t live_games_left(const struct live_tournament *t)
{
	struct estimate e;
	int64_t most = t->strength.most;
	if (t->all >= 0)
		return t->all - t->done;
	if (strcmp(t->state, "running") != 0 || !live_estimate(t, &e))
		return -1;
	return most > 0 && most <= t->done ? 0 : estimate_left(&e, most > 0 ? most - t->done : 0);
}

int64_t live_left(const struct live_tournament *t, int64_t now)
{
	usec left = -1;
	int64_t games = live_games_left(t);
	if (games >= 0)
		left = pace_left(&t->pace, now * MILLISECOND, (long)games);
	return left < 0 ? -1 : left / SECOND;
}
