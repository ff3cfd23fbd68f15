/*
 * check-games.c - chooses the games and openings that check a bot, or reads the one question.
 */
#include "referee/check/check-games.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "referee/config/settings.h"
#include "referee/game/game.h"

enum {
	GAMES_DRAWN = 50000,   /* most games of the schedule that are searched */
	GAMES_SEAT = 8,	       /* of a bot in one seat */
	GAMES_DRAWN_ASKED = 8, /* most openings without a file that get a move each */
};

/* --- the pairings --------------------------------------------------------------------------- */

static int *games_count(const struct check_games *c, int bot, int seat)
{
	return &c->count[bot * c->queue.t->players + seat - 1];
}

static struct pairing *games_pairing(const struct check_games *c, int bot, int seat, int number)
{
	return &c->drawn[(bot * c->queue.t->players + seat - 1) * GAMES_SEAT + number];
}

/* Notes a game for the bots in it. Returns the number of bots that had room for it. */
static int games_note(struct check_games *c, const struct pairing *p)
{
	int noted = 0;
	for (int seat = 1; seat <= p->seats; seat++) {
		int *count = games_count(c, p->bot[seat - 1], seat);
		if (*count == GAMES_SEAT)
			continue;
		*games_pairing(c, p->bot[seat - 1], seat, (*count)++) = *p;
		noted++;
	}
	return noted;
}

/* Makes a game that may come: the bot in this seat, other bots around it. */
static void games_invent(struct check_games *c, int bot, int seat, int number)
{
	const struct tournament *t = c->queue.t;
	struct pairing p = {.round = 1, .seats = t->players};
	for (int i = 0; i < p.seats; i++)
		p.bot[i] = (bot + number + (i - seat + 1 + p.seats) % p.seats) % t->bots_count;
	if (number % t->bots_count != 0)
		p.round += number;
	p.bot[seat - 1] = bot;
	schedule_seal(t, &p);
	*games_pairing(c, bot, seat, (*games_count(c, bot, seat))++) = p;
}

/* Draws games until every seat has enough. If later games depend on results, it makes some up,
 * with each bot in each seat. */
static void games_draw(struct check_games *c)
{
	const struct tournament *t = c->queue.t;
	enum schedule_step step = SCHEDULE_GAME;
	int missing = t->bots_count * t->players * GAMES_SEAT;
	struct pairing p;
	for (int drawn = 0; drawn < GAMES_DRAWN && missing > 0; drawn++) {
		step = game_queue_draw(&c->queue, &p);
		if (step != SCHEDULE_GAME)
			break;
		missing -= games_note(c, &p);
	}
	c->all = step == SCHEDULE_END;
	if (c->all)
		return;
	for (int bot = 0; bot < t->bots_count; bot++)
		for (int seat = 1; seat <= t->players; seat++)
			while (*games_count(c, bot, seat) < GAMES_SEAT)
				games_invent(c, bot, seat, *games_count(c, bot, seat));
}

bool check_games_open(
	struct check_games *c, const struct tournament *t, struct diagnostics *mistakes)
{
	struct error err;
	if (!game_queue_init(&c->queue, t, mistakes))
		return false;
	if (!openings_are_found(&c->queue.openings, &c->queue.setup, &err)) {
		diagnostics_add(mistakes, t->set[SETTING_OPENINGS], "%s", err.text);
		game_queue_clear(&c->queue);
		return false;
	}
	size_t seats = (size_t)t->bots_count * (size_t)t->players;
	c->drawn = memory_get(seats * GAMES_SEAT, sizeof *c->drawn);
	c->count = memory_get(seats, sizeof *c->count);
	games_draw(c);
	return true;
}

void check_games_close(struct check_games *c)
{
	game_queue_clear(&c->queue);
	free(c->drawn);
	free(c->count);
}

/* --- a bot's games -------------------------------------------------------------------------- */

/* Adds an opening. again: also one that is there already; else that returns NULL. */
static const struct opening *games_begin(
	struct check_games_of *g, const struct opening *o, bool again)
{
	for (int i = 0; i < g->begin_count && !again; i++)
		if (g->begin[i].is_position == o->is_position &&
			strcmp(g->begin[i].text, o->text) == 0)
			return NULL;
	assert(g->begin_count < (int)(sizeof g->begin / sizeof *g->begin));
	g->begin[g->begin_count] = *o;
	return &g->begin[g->begin_count++];
}

/* Adds the opening of this pairing. */
static const struct opening *games_open(
	struct check_games *c, struct check_games_of *g, const struct pairing *p, bool again)
{
	struct job job = {.pairing = *p};
	game_queue_open(&c->queue, &job, false);
	return games_begin(g, &job.opening, again);
}

static struct question games_question(const struct opening *o, int seat, uint64_t seed)
{
	return (struct question){.fen = o->is_position ? o->text : "",
		.moves = o->is_position ? "" : o->text,
		.seat = seat,
		.seed = seed};
}

/* Adds one game for each of the bot's seats. */
static void games_of_seats(struct check_games *c, int bot, struct check_games_of *g)
{
	for (int seat = 1; seat <= c->queue.t->players; seat++) {
		if (*games_count(c, bot, seat) == 0)
			continue;
		const struct pairing *p = games_pairing(c, bot, seat, 0);
		g->games[g->order.games_count++] =
			games_question(games_open(c, g, p, true), seat, p->seed);
	}
}

/* Adds a question in an opening. The seat is the one that moves first there if the bot plays it,
 * else this seat. */
static void games_add(struct check_games *c, int bot, const struct pairing *p, int seat,
	const struct opening *o, struct check_games_of *g)
{
	if (o == NULL)
		return;
	int first = c->queue.setup.rules->to_move(&c->queue.setup, &o->position);
	if (*games_count(c, bot, first) > 0)
		seat = first;
	g->openings[g->order.openings_count++] = games_question(o, seat, p->seed);
}

/* The line of a file with this index, from 0. */
static struct opening games_line(const struct check_games *c, int at)
{
	struct error err;
	struct opening o;
	bool good = openings_line(&c->queue.openings, &c->queue.setup, at, &o, &err);
	assert(good); /* the line was parsed with the file, and all games of a file have one setup
		       */
	return o;
}

/* Adds openings of the file, evenly spread. If the file has both positions and moves, adds at
 * least one of each. */
static void games_of_file(struct check_games *c, int bot, struct check_games_of *g)
{
	const int lines = c->queue.openings.count;
	const int most = CHECK_GAMES_OPENINGS - 1, taken = lines < most ? lines : most;
	const struct question *first = &g->games[0];
	const struct pairing p = *games_pairing(c, bot, first->seat, 0);
	bool position = false, moves = false;
	for (int i = 0; i < taken; i++) {
		const struct opening o = games_line(c, (int)((int64_t)i * lines / taken));
		games_add(c, bot, &p, first->seat, games_begin(g, &o, false), g);
	}
	for (int i = 0; i < g->begin_count; i++) {
		position |= g->begin[i].is_position;
		moves |= !g->begin[i].is_position;
	}
	for (int i = 0; i < lines && (!position || !moves); i++) {
		const struct opening o = games_line(c, i);
		if (o.is_position ? position : moves)
			continue;
		games_add(c, bot, &p, first->seat, games_begin(g, &o, false), g);
		return;
	}
}

/* Adds the openings of the bot's further games. */
static void games_of_schedule(struct check_games *c, int bot, struct check_games_of *g)
{
	const int most = c->queue.openings.count > 0 ? CHECK_GAMES_OPENINGS : GAMES_DRAWN_ASKED;
	for (int i = 1; i < GAMES_SEAT; i++)
		for (int seat = 1; seat <= c->queue.t->players; seat++)
			if (i < *games_count(c, bot, seat) && g->order.openings_count < most) {
				const struct pairing *p = games_pairing(c, bot, seat, i);
				games_add(c, bot, p, seat, games_open(c, g, p, false), g);
			}
}

void check_games_make(struct check_games *c, int bot, struct check_games_of *g)
{
	int seats = 0;
	bool full = false;
	for (int seat = 1; seat <= c->queue.t->players; seat++) {
		seats += *games_count(c, bot, seat) > 0;
		full |= *games_count(c, bot, seat) == GAMES_SEAT;
	}
	if (seats == 0)
		games_invent(c, bot, 1, 0); /* the tournament is too short for this bot to play */
	games_of_seats(c, bot, g);
	if (c->queue.openings.count > 0 && (!c->all || full))
		games_of_file(c, bot, g);
	else if (c->queue.openings.count > 0 || c->queue.openings.plies > 0)
		games_of_schedule(c, bot, g);
	for (int i = 0; i < g->order.games_count && g->order.quick; i++)
		g->openings[g->order.openings_count++] = g->games[i];
	g->order.every_seat = schedule_leaves_out(c->queue.t) ? NULL : c->queue.t->format;
	g->order.games = g->games;
	g->order.openings = g->openings;
	g->order.seed = random_mix(c->queue.t->seed, (uint64_t)bot);
}

/* --- one question --------------------------------------------------------------------------- */

#define QUESTION_AT(member) offsetof(struct check_question, member)

const struct option_row check_question_options[] = {
	{OPTION("position", TEXT, QUESTION_AT(position)), .value = "P",
		.preset = "the game's start",
		.help = "ask only for one move, in this position; `referee show GAME --why` prints such commands"},
	{OPTION("moves", TEXT, QUESTION_AT(moves)), .value = "\"M M ...\"",
		.help = "ask only for one move, after these moves"},
	{OPTION("time-left", TEXT, QUESTION_AT(time_left)), .value = "TIME,TIME",
		.help = "give each seat this time on its clock, with --tc"},
	{OPTION("game-seed", TEXT, QUESTION_AT(seed)), .value = "N",
		.help = "use this seed for the chance of the game"},
	{.name = NULL},
};

bool check_question_given(const struct check_question *q)
{
	return q->position != NULL || q->moves != NULL;
}

/* Reads "12500ms,3200ms", the time left to each seat. */
static bool check_question_clock(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes)
{
	struct error err = {"it is a time for each seat, such as 12500ms,3200ms"};
	if (q->time_left == NULL)
		return true;
	char *copy = memory_copy(q->time_left), *rest = copy, *word;
	int count = 0;
	bool good = limits_have_tc(&t->terms.limits);
	if (!good)
		error_set(&err, "there are clocks only with --tc");
	while (good && (word = strsep(&rest, ",")) != NULL) {
		good = count < t->players &&
		       quantity_read_time(word, &q->question.left[count++], &err);
	}
	good = good && count == t->players;
	free(copy);
	if (!good)
		diagnostics_add_value(mistakes, (struct origin){"--time-left", 0}, "time-left",
			q->time_left, err.text);
	return good;
}

static bool check_question_seed(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes)
{
	char *end;
	q->question.seed = t->seed;
	if (q->seed == NULL)
		return true;
	errno = 0;
	q->question.seed = strtoull(q->seed, &end, 10);
	bool good = *q->seed >= '0' && *q->seed <= '9' && *end == '\0' && errno == 0;
	if (!good)
		diagnostics_add_value(mistakes, (struct origin){"--game-seed", 0}, "game-seed",
			q->seed, "it is a whole number");
	return good;
}

/* The seat to move in the position; 0: it was reported. */
static int check_question_seat(
	const struct question *q, const struct tournament *t, struct diagnostics *mistakes)
{
	static const struct origin at = {"--position", 0};
	static const struct limits none;
	struct setup *setup = memory_get(1, sizeof *setup);
	struct game *g = memory_get(1, sizeof *g);
	struct error err = {"it is too long"};
	int seat = 0;
	bool good = strlen(q->fen) < POSITION_TEXT &&
		    setup_init(setup, t->rules, t->players, q->seed, (const char *const *)t->params,
			    t->params_count, &err) &&
		    game_begin(g, setup, &none, 0, q->fen, q->moves, &err);
	if (good)
		seat = game_to_move(g);
	if (!good)
		diagnostics_add(mistakes, at, "%s", err.text);
	else if (seat == 0)
		diagnostics_add(mistakes, at, "the game is over there; no seat is to move");
	free(setup);
	free(g);
	return seat;
}

bool check_question_read(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes)
{
	bool start = q->position == NULL || strcmp(q->position, "startpos") == 0;
	q->question.fen = start ? "" : q->position;
	q->question.moves = q->moves != NULL ? q->moves : "";
	if (!check_question_clock(q, t, mistakes) || !check_question_seed(q, t, mistakes))
		return false;
	q->question.seat = check_question_seat(&q->question, t, mistakes);
	return q->question.seat != 0;
}
