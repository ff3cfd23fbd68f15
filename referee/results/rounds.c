/*
 * rounds.c - reads the matches of a knockout or a swiss, and fills the bracket.
 *
 * The bracket's first round follows from the order of the bots in the definition. In each later
 * round stands the bot of two neighbours that has a game or a bye there.
 */
#include "referee/results/rounds.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/director/stored-schedule.h"

bool rounds_of_format(const char *format)
{
	return strcmp(format, "knockout") == 0 || strcmp(format, "swiss") == 0;
}

static int rounds_find(const struct rounds *r, const char *name)
{
	for (int i = 0; i < r->bots; i++)
		if (strcmp(r->name[i], name) == 0)
			return i;
	return -1;
}

/* Adds a bot to a match, whose bots ascend. */
static void rounds_seat(struct rounds_match *m, int bot, double points)
{
	int at = 0;
	while (at < m->bots && m->bot[at] < bot)
		at++;
	if (at < m->bots && m->bot[at] == bot) {
		m->points[at] += points; /* it has several seats */
		return;
	}
	if (m->bots == SEATS_MAX)
		return;
	for (int i = m->bots++; i > at; i--) {
		m->bot[i] = m->bot[i - 1];
		m->points[i] = m->points[i - 1];
	}
	m->bot[at] = bot;
	m->points[at] = points;
}

static bool rounds_same(const struct rounds_match *m, const struct rounds_match *other)
{
	return m->round == other->round && m->bots == other->bots &&
	       memcmp(m->bot, other->bot, (size_t)m->bots * sizeof *m->bot) == 0;
}

/* Adds a game to its match. */
static void rounds_add_game(struct rounds *r, const struct rounds_match *game)
{
	int at = r->matches - 1;
	if (game->bots == 0)
		return;
	while (at >= 0 && r->match[at].round == game->round && !rounds_same(&r->match[at], game))
		at--;
	if (at >= 0 && r->match[at].round == game->round) {
		for (int i = 0; i < game->bots; i++)
			r->match[at].points[i] += game->points[i];
		r->match[at].games++;
		return;
	}
	if ((r->matches & (r->matches + 1)) == 0)
		r->match = memory_resize(r->match, 2 * (size_t)r->matches + 2, sizeof *r->match);
	r->match[r->matches] = *game;
	r->match[r->matches++].games = 1;
	r->rounds = game->round > r->rounds ? game->round : r->rounds;
}

/* The rows of a game are its seats, one after another. */
static int rounds_read_seats(struct rounds *r, struct db *db, int64_t tournament)
{
	struct rounds_match game = {.bots = 0};
	struct db_query q;
	int64_t last = 0;
	db_query(&q, db, "round-seats", tournament);
	while (db_next(&q)) {
		int round = (int)db_int(&q, "round");
		int64_t id = db_int(&q, "game");
		if (id != last) {
			rounds_add_game(r, &game);
			game = (struct rounds_match){.round = round, .winner = -1};
			last = id;
		}
		int bot = rounds_find(r, db_text(&q, "bot"));
		if (bot >= 0)
			rounds_seat(&game, bot, db_real(&q, "points"));
	}
	rounds_add_game(r, &game);
	return db_end(&q);
}

static int rounds_read_byes(struct rounds *r, struct db *db, int64_t tournament)
{
	struct db_query q;
	db_query(&q, db, "byes", tournament);
	while (db_next(&q)) {
		int round = (int)db_int(&q, "round");
		double points = db_real(&q, "points");
		int bot = rounds_find(r, db_text(&q, "name"));
		if (bot < 0)
			continue;
		if ((r->byes & (r->byes + 1)) == 0)
			r->bye = memory_resize(r->bye, 2 * (size_t)r->byes + 2, sizeof *r->bye);
		r->bye[r->byes++] = (struct rounds_bye){round, bot, points};
	}
	return db_end(&q);
}

/* --- the bracket ------------------------------------------------------------------------------ */

/* Has the bot a game or a bye in this round? */
static bool rounds_stands(const struct rounds *r, int round, int bot)
{
	for (int i = 0; i < r->byes; i++)
		if (r->bye[i].round == round && r->bye[i].bot == bot)
			return true;
	for (int i = 0; i < r->matches; i++)
		for (int j = 0; j < r->match[i].bots && r->match[i].round == round; j++)
			if (r->match[i].bot[j] == bot)
				return true;
	return false;
}

/* Gives the match its games and its winner, as far as they are known. */
static void rounds_fill(const struct rounds *r, struct rounds_match *m)
{
	for (int i = 0; i < r->matches; i++) {
		const struct rounds_match *played = &r->match[i];
		bool turned = played->bot[0] == m->bot[1] && played->bot[1] == m->bot[0];
		if (played->round != m->round || played->bots != 2 ||
			!(turned || (played->bot[0] == m->bot[0] && played->bot[1] == m->bot[1])))
			continue;
		m->points[0] = played->points[turned];
		m->points[1] = played->points[!turned];
		m->games = played->games;
	}
	for (int side = 0; side < 2; side++)
		if (m->bot[side] >= 0 && rounds_stands(r, m->round + 1, m->bot[side]))
			m->winner = m->bot[side];
	m->drawn = m->winner >= 0 && !m->bye && m->points[0] == m->points[1];
}

static void rounds_set_bracket(struct rounds *r)
{
	int round = 1, at = 0;
	for (r->slots = 2; r->slots < r->bots; r->slots *= 2)
		;
	int *slot = memory_get((size_t)r->slots, sizeof *slot);
	schedule_knockout_bracket(r->bots, r->slots, slot);
	r->bracket = memory_get((size_t)r->slots, sizeof *r->bracket);
	for (int slots = r->slots; slots > 1; slots /= 2, round++)
		for (int i = 0; i < slots / 2; i++) {
			struct rounds_match *m = &r->bracket[at++];
			*m = (struct rounds_match){.round = round,
				.bots = 2,
				.bot = {slot[2 * i], slot[2 * i + 1]},
				.winner = -1};
			m->bye = round == 1 && (m->bot[0] < 0 || m->bot[1] < 0);
			if (m->bye)
				m->winner = m->bot[m->bot[0] < 0];
			else
				rounds_fill(r, m);
			slot[i] = m->winner;
		}
	free(slot);
}

/* --- all of it -------------------------------------------------------------------------------- */

int rounds_read(struct rounds *r, struct db *db, int64_t tournament)
{
	struct db_tournament t;
	struct stored_schedule plan = {.recomputed = false};
	bool known = false;
	*r = (struct rounds){.bots = 0};
	int error = tournament_row_read(db, tournament, &t);
	if (error == DB_OK) {
		const struct stored_schedule_of of = {.id = t.id,
			.seed = t.seed,
			.game = t.game,
			.definition = t.definition,
			.seats = t.seats};
		error = stored_schedule_open(&plan, db, &of, &known);
		r->bots = plan.t.bots_count;
		r->name = memory_get((size_t)r->bots + 1, sizeof *r->name);
		for (int i = 0; i < r->bots; i++)
			r->name[i] = memory_copy(plan.t.bots[i].name);
		stored_schedule_clear(&plan);
	}
	if (error == DB_OK)
		error = rounds_read_seats(r, db, tournament);
	if (error == DB_OK)
		error = rounds_read_byes(r, db, tournament);
	if (error == DB_OK && strcmp(t.format, "knockout") == 0 && r->bots > 1)
		rounds_set_bracket(r);
	tournament_row_clear(&t);
	return error;
}

void rounds_clear(struct rounds *r)
{
	for (int i = 0; i < r->bots; i++)
		free(r->name[i]);
	free(r->name);
	free(r->match);
	free(r->bye);
	free(r->bracket);
	*r = (struct rounds){.bots = 0};
}

void rounds_points(const struct rounds *r, int last, double *points)
{
	memset(points, 0, (size_t)r->bots * sizeof *points);
	for (int i = 0; i < r->matches; i++)
		for (int j = 0; j < r->match[i].bots && r->match[i].round <= last; j++)
			points[r->match[i].bot[j]] += r->match[i].points[j];
	for (int i = 0; i < r->byes; i++)
		if (r->bye[i].round <= last)
			points[r->bye[i].bot] += r->bye[i].points;
}

void rounds_order(const struct rounds *r, const double *points, int *order)
{
	for (int i = 0; i < r->bots; i++) {
		int at = i;
		for (; at > 0 && points[order[at - 1]] < points[i] - 1e-9; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
}
