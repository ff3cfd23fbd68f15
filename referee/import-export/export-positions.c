/*
 * export-positions.c - writes a line for each position of each game, as training data.
 *
 * Each game is replayed by the rules, with its opening. The flags select positions, and then their
 * lines are written. A game that cannot be replayed is reported and left out. Memory holds one
 * game, and with --unique a table of fixed size.
 *
 * The selection has three steps. First: positions outside the opening, with several moves, within
 * the plies, with a score, as the flags require. Second: a sample of each game, or a share. Third:
 * no position that was written lately. The sample depends only on game and ply, so a larger
 * database gives the same sample of the same games.
 */
#include "referee/import-export/export.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text-table.h"
#include "referee/game/game-hash.h"
#include "referee/game/params.h"
#include "protocol/verdict.h"
#include "referee/config/definition-text.h"
#include "referee/tournament/tournament.h"

enum {
	POSITIONS_SEEN = 1 << 23, /* entries of --unique, 64 MiB; a power of two */
	POSITIONS_REPORTED = 10,  /* games that are reported singly */
	POSITIONS_RANKS = 2 * SEATS_MAX
};

/* A position of a game. */
struct positions_one {
	struct position position;
	char move[MOVE_TEXT];
	int seat, ply,
		legal; /* the seat to move; from 1, opening included; number of legal moves */
	int64_t score; /* UNKNOWN: none */
	bool opening;
};

struct positions {
	struct export *export;
	const struct export_choice *choice;
	struct tournament t;
	struct setup setup;
	bool seeded;		   /* the position depends on the game's seed */
	struct positions_one *all; /* owned: of the current game */
	int count, room;
	move moves[MOVES_MAX];	  /* room for the legal moves of a position */
	uint64_t *seen;		  /* owned; NULL: without --unique */
	struct text_table *table; /* owned; NULL: JSON lines are written */
	int64_t skipped;
};

/* --- replaying a game ------------------------------------------------------------------------- */

static struct positions_one *positions_add(struct positions *positions)
{
	if (positions->count == positions->room) {
		positions->room = 2 * positions->room + 64;
		positions->all = memory_resize(
			positions->all, (size_t)positions->room, sizeof *positions->all);
	}
	return &positions->all[positions->count++];
}

/* Plays text for the seat to move. False: it is not legal. */
static bool positions_play(struct positions *positions, struct position *p, const char *text,
	bool opening, int64_t score)
{
	move *moves = positions->moves;
	const struct rules *rules = positions->setup.rules;
	struct positions_one *one = positions_add(positions);
	int legal = rules->moves(&positions->setup, p, moves);
	for (int i = 0; i < legal; i++) {
		rules->move_text(&positions->setup, p, moves[i], one->move);
		if (strcmp(one->move, text) != 0)
			continue;
		one->position = *p;
		one->seat = rules->to_move(&positions->setup, p);
		one->ply = positions->count;
		one->legal = legal;
		one->score = score;
		one->opening = opening;
		rules->play(&positions->setup, p, moves[i]);
		return true;
	}
	return false;
}

/* Plays the opening: a position, or moves from the start. */
static bool positions_open(struct positions *positions, const struct db_game *g, struct position *p)
{
	struct error err;
	char word[MOVE_TEXT];
	const struct rules *rules = positions->setup.rules;
	bool position = strlen(g->opening) < POSITION_TEXT && *g->opening != '\0' &&
			rules->read(&positions->setup, p, g->opening, &err);
	if (position)
		return true;
	rules->start(&positions->setup, p);
	for (const char *at = g->opening; *at != '\0'; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");
		snprintf(word, sizeof word, "%.*s", (int)(length < MOVE_TEXT ? length : 0), at);
		if (!positions_play(positions, p, word, true, UNKNOWN))
			return error_set(&positions->export->err,
				"its opening's move \"%.80s\" is not legal there", at);
		at += length;
	}
	return true;
}

/* Did a seat leave before others moved on? first: before the first move, else on its turn. */
static bool positions_left(const struct db_game *g, int seat, bool first)
{
	enum verdict verdict = verdict_find(g->seat[seat - 1].verdict);
	return first ? !verdict_took_part(verdict) : verdict != VERDICT_OK;
}

/* Removes seats that left, until the seat of the next move is to move. */
static void positions_leave(struct positions *positions, const struct db_game *g,
	struct position *p, const struct db_move *m, unsigned *gone)
{
	const struct rules *rules = positions->setup.rules;
	int seat;
	for (int i = 1; i <= g->seats && m->ply == 1; i++) {
		if (!positions_left(g, i, true))
			continue;
		rules->forfeit(&positions->setup, p, i);
		*gone |= 1u << i;
	}
	while ((seat = rules->to_move(&positions->setup, p)) != 0 && seat != m->seat &&
		(*gone & 1u << seat) == 0 && positions_left(g, seat, false)) {
		rules->forfeit(&positions->setup, p, seat);
		*gone |= 1u << seat;
	}
}

/* Makes the setup of a game, unless all games share one. False: e->err has the reason. */
static bool positions_set_up(struct positions *positions, const struct db_game *g)
{
	struct export *e = positions->export;
	const struct tournament *t = &positions->t;
	const struct params_game of = {.game = e->tournament.game,
		.definition = e->tournament.definition,
		.description = e->tournament.rules_description,
		.blocks = position_blocks_of(g),
		.seats = e->tournament.seats,
		.seed = (uint64_t)g->seed};
	if (of.description != NULL) {
		params_setup_clear(&positions->setup);
		return params_setup(&positions->setup, &of, &e->err);
	}
	return !positions->seeded ||
	       setup_init(&positions->setup, t->rules, t->players, of.seed,
		       (const char *const *)t->params, t->params_count, &e->err);
}

/* False: e->err has the reason. */
static bool positions_replay(struct positions *positions, const struct db_game *g)
{
	struct position p;
	unsigned gone = 0;
	struct export *e = positions->export;
	positions->count = 0;
	if (g->seats != e->tournament.seats)
		return error_set(
			&e->err, "it has %d seats instead of %d", g->seats, e->tournament.seats);
	if (!positions_set_up(positions, g))
		return false;
	if (!positions_open(positions, g, &p))
		return false;
	for (int i = 0; i < g->moves_count; i++) {
		const struct db_move *m = &g->moves[i];
		positions_leave(positions, g, &p, m, &gone);
		int seat = positions->setup.rules->to_move(&positions->setup, &p);
		if (seat != m->seat || !positions_play(positions, &p, m->text, false, m->score))
			return error_set(&e->err, "the move of ply %d \"%.80s\" is not legal there",
				m->ply, m->text);
	}
	return true;
}

/* --- selection -------------------------------------------------------------------------------- */

static bool positions_wants(const struct positions *positions, const struct positions_one *one)
{
	const struct export_choice *c = positions->choice;
	return !(c->no_openings && one->opening) && !(c->no_forced && one->legal == 1) &&
	       !(c->only_scored && one->score == UNKNOWN) && one->ply >= c->from_ply &&
	       one->ply <= c->to_ply;
}

/* Keeps the selected positions in their order. Returns their number. */
static int positions_choose(struct positions *positions, uint64_t stream)
{
	const struct export_choice *c = positions->choice;
	int wanted = 0, kept = 0;
	for (int i = 0; i < positions->count; i++)
		wanted += positions_wants(positions, &positions->all[i]);
	/* Take each remaining position with the probability that fills the sample (Knuth, The
	 * Art of Computer Programming 2, 3.4.2, algorithm S). */
	int64_t missing = c->sample < wanted ? c->sample : wanted;
	for (int i = 0; i < positions->count; i++) {
		if (!positions_wants(positions, &positions->all[i]))
			continue;
		bool taken = (int64_t)random_below(&stream, (uint64_t)wanted--) < missing;
		missing -= taken;
		if (c->share < 1)
			taken = taken && (double)(random_next(&stream) >> 11) * 0x1p-53 < c->share;
		if (taken && kept != i)
			positions->all[kept] = positions->all[i];
		kept += taken;
	}
	return kept;
}

/* Was the position written lately? Also marks it as written. */
static bool positions_again(
	struct positions *positions, const struct db_game *g, const struct positions_one *one)
{
	if (positions->seen == NULL)
		return false;
	uint64_t key = positions->setup.rules->key(&positions->setup, &one->position);
	/* a seed makes another position; 0 marks an empty entry */
	key = random_mix(key, positions->seeded ? (uint64_t)g->seed : 0) | 1;
	uint64_t *place = &positions->seen[(key >> 1) % POSITIONS_SEEN];
	bool known = *place == key;
	*place = key;
	return known;
}

/* --- lines ------------------------------------------------------------------------------------ */

static const char *const positions_names[] = {
	"position", "seat", "score", "points", "ranks", "move", "ply", "game", "bot"};

enum {
	POSITIONS_COLUMNS = sizeof positions_names / sizeof *positions_names,
	POSITIONS_NUMBER = 24
};

/* Writes "1 2", in the order of seats; or "1,2". */
static void positions_ranks(const struct db_game *g, char between, char text[POSITIONS_RANKS])
{
	char *at = text;
	for (int i = 0; i < g->seats; i++) {
		*at++ = (char)('0' + g->seat[i].rank);
		*at++ = between;
	}
	at[-1] = '\0';
}

static void positions_csv(struct positions *positions, const struct db_game *g,
	const struct positions_one *one, const char *text, const char *points)
{
	char ranks[POSITIONS_RANKS], score[POSITIONS_NUMBER], ply[POSITIONS_NUMBER],
		game[POSITIONS_NUMBER];
	positions_ranks(g, ' ', ranks);
	snprintf(score, sizeof score, "%" PRId64, one->score);
	snprintf(ply, sizeof ply, "%d", one->ply);
	snprintf(game, sizeof game, "%" PRId64, g->id);
	const struct text_table_cell cells[POSITIONS_COLUMNS] = {{text},
		{(char[]){(char)('0' + one->seat), '\0'}}, {one->score != UNKNOWN ? score : NULL},
		{points}, {ranks}, {one->move}, {ply}, {game},
		{one->opening ? NULL : g->seat[one->seat - 1].name}};
	text_table_row(positions->table, cells);
}

static void positions_json(struct positions *positions, const struct db_game *g,
	const struct positions_one *one, const char *text, const char *points)
{
	char ranks[POSITIONS_RANKS];
	struct json_writer j = {.out = positions->export->out};
	positions_ranks(g, ',', ranks);
	json_open(&j, NULL, '{');
	json_text(&j, "position", text);
	json_number(&j, "seat", one->seat);
	if (one->score != UNKNOWN)
		json_number(&j, "score", one->score);
	fputs(points, json_key(&j, "points"));
	fprintf(json_key(&j, "ranks"), "[%s]", ranks);
	json_text(&j, "move", one->move);
	json_number(&j, "ply", one->ply);
	json_number(&j, "game", g->id);
	if (!one->opening)
		json_text(&j, "bot", g->seat[one->seat - 1].name);
	json_close(&j, '}');
	fputc('\n', j.out);
}

static void positions_line(
	struct positions *positions, const struct db_game *g, const struct positions_one *one)
{
	char text[POSITION_TEXT], points[EXPORT_REAL];
	positions->setup.rules->write(&positions->setup, &one->position, text);
	export_real(g->seat[one->seat - 1].points, points);
	if (positions->table != NULL)
		positions_csv(positions, g, one, text, points);
	else
		positions_json(positions, g, one, text, points);
}

/* --- all games -------------------------------------------------------------------------------- */

static bool positions_faulty(const struct db_game *g)
{
	for (int i = 0; i < g->seats; i++)
		if (verdict_is_fault(verdict_find(g->seat[i].verdict)))
			return true;
	return false;
}

static void positions_game(struct positions *positions, const struct db_game *g)
{
	if (positions->choice->no_faults && positions_faulty(g))
		return;
	if (!positions_replay(positions, g)) {
		if (positions->skipped++ < POSITIONS_REPORTED)
			fprintf(stderr, "referee export: game %" PRId64 " is left out: %s\n", g->id,
				positions->export->err.text);
		return;
	}
	int kept =
		positions_choose(positions, random_mix(positions->choice->seed, (uint64_t)g->id));
	for (int i = 0; i < kept; i++)
		if (!positions_again(positions, g, &positions->all[i]))
			positions_line(positions, g, &positions->all[i]);
}

/* Reads the game's rules and parameters from the tournament. */
static bool positions_begin(struct positions *positions)
{
	struct export *e = positions->export;
	const struct db_tournament *of = &e->tournament;
	struct tournament *t = &positions->t;
	if (!definition_text_read(t, of->game, of->seats, of->definition, &e->err))
		return false;
	if (t->rules == NULL && of->rules_description == NULL)
		return error_set(&e->err, "its rules are a program, whose answers are not stored");
	if (t->rules != NULL) {
		if (!setup_init(&positions->setup, t->rules, t->players, 1,
			    (const char *const *)t->params, t->params_count, &e->err))
			return false;
		positions->seeded = game_hash_is_seeded(
			t->rules, (const char *const *)t->params, t->params_count);
	}
	if (positions->choice->unique)
		positions->seen = memory_get(POSITIONS_SEEN, sizeof *positions->seen);
	return true;
}

int export_positions(struct export *e)
{
	struct positions *positions = memory_get(1, sizeof *positions);
	positions->export = e;
	positions->choice = &e->choice;
	e->bare = true;
	tournament_init(&positions->t);
	int error = EXPORT_FAILED;
	if (positions_begin(positions)) {
		if (!e->json)
			positions->table = text_table_create(
				TEXT_TABLE_CSV, e->out, positions_names, POSITIONS_COLUMNS);
		const struct db_game *g;
		while (!ferror(e->out) && (g = export_next(e)) != NULL)
			positions_game(positions, g);
		error = export_end(e);
		text_table_free(positions->table);
	}
	if (positions->skipped > POSITIONS_REPORTED)
		fprintf(stderr, "referee export: and %" PRId64 " more games\n",
			positions->skipped - POSITIONS_REPORTED);
	params_setup_clear(&positions->setup);
	tournament_clear(&positions->t);
	free(positions->all);
	free(positions->seen);
	free(positions);
	return error;
}
