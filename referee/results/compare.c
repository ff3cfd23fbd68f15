/*
 * compare.c - compares two bots by their games in a database.
 *
 * Two games are a pair if they have the same round, seed and opening, and swapped seats. The
 * schedules make such pairs.
 */
#include "referee/results/compare.h"

#include <stdlib.h>
#include <string.h>

#include "referee/results/tournament-row.h"
#include "base/memory.h"
#include "protocol/verdict.h"
#include "referee/director/match-strength.h"
#include "referee/director/stored-schedule.h"

/* The state while games are read. */
struct compare_reading {
	struct compare *c;
	struct stored_schedule plan; /* of an sprt: the games that count */
	bool planned;
	struct game_pairs pairs;
};

/* --- the database ----------------------------------------------------------------------------- */

/* The counter of skipped games of this kind of round; NULL: games of this round count. */
static int64_t *compare_leaves_out(struct compare_reading *reading, int round)
{
	struct compare *c = reading->c;
	switch (reading->planned ? schedule_iterator_use(&reading->plan.iterator, round)
				 : SCHEDULE_COUNTS) {
	case SCHEDULE_COUNTS:
		return NULL;
	case SCHEDULE_REPEATED:
		return &c->repeated;
	case SCHEDULE_LEFT_OUT:
		return &c->left;
	case SCHEDULE_LATE:
		break;
	}
	return &c->late;
}

/* Takes a row of the query meetings. */
static void compare_meeting(struct compare_reading *reading, struct db_query *q)
{
	struct compare *c = reading->c;
	int64_t *not_counted = compare_leaves_out(reading, (int)db_int(q, "round"));
	if (not_counted != NULL) {
		++*not_counted;
		return;
	}
	int result = match_strength_result(q), seat = (int)db_int(q, "seat");
	hash_table_add(&c->rows[0], (uint64_t)db_int(q, "bot"));
	hash_table_add(&c->rows[1], (uint64_t)db_int(q, "opponent"));
	c->faults[0] += verdict_is_fault(verdict_find(db_text(q, "verdict")));
	c->faults[1] += verdict_is_fault(verdict_find(db_text(q, "opponent_verdict")));
	/* the game says nothing about strength */
	if (db_int(q, "failed_together") != 0) {
		c->together++;
		return;
	}
	c->games.count[result]++;
	c->by_seat[seat - 1][result]++;
	if (c->seats == 2) {
		match_strength_pair(&reading->pairs, q);
		if (!db_is_null(q, "moves_hash")) {
			c->known++;
			hash_table_add(&c->lines,
				random_mix((uint64_t)db_int(q, "moves_hash"), (uint64_t)seat));
		}
	}
}

/* Of an sprt, counts the pairs that its decision used. c->sprt becomes its test, unless there is
 * another. */
static int compare_sprt(const struct compare_source *source, struct compare *c, struct sprt *own,
	struct compare_reading *reading)
{
	struct db_tournament t;
	struct stored_schedule *plan = &reading->plan;
	bool known;
	int error = tournament_row_read(source->db, source->tournament, &t);
	if (error != DB_OK || strcmp(t.format, "sprt") != 0) {
		tournament_row_clear(&t);
		return error;
	}
	const struct stored_schedule_of of = {.id = t.id,
		.seed = t.seed,
		.game = t.game,
		.definition = t.definition,
		.seats = t.seats};
	error = stored_schedule_open(plan, source->db, &of, &known);
	reading->planned = error == DB_OK && plan->recomputed;
	if (reading->planned) {
		*own = plan->t.sprt;
		if (c->sprt == NULL && strcmp(c->bot, plan->t.bots[0].name) == 0)
			c->sprt = own;
	}
	if (!reading->planned)
		stored_schedule_clear(plan);
	tournament_row_clear(&t);
	return error;
}

/* The nodes and times of a bot's moves. i: 0, or 1: the opponent. */
static int compare_read_nodes(
	const struct compare_source *source, struct compare *c, int i, int64_t number)
{
	struct db_query q;
	db_query(&q, source->db, "bot-nodes", source->tournament, number);
	if (db_next(&q)) {
		c->nodes[i] = db_int(&q, "nodes");
		c->thought[i] = db_int(&q, "thought_us");
		c->waits[i] = (struct compare_waits){
			db_int(&q, "moves"), db_int(&q, "made_us"), db_int(&q, "wait_us")};
	}
	return db_end(&q);
}

static int compare_read_meetings(const struct compare_source *source,
	struct compare_reading *reading, const int64_t number[2])
{
	struct db_query q;
	db_query(&q, source->db, "meetings", source->tournament, number[0], number[1]);
	while (db_next(&q))
		compare_meeting(reading, &q);
	return db_end(&q);
}

/* Reads all games of the two bots; test is room for the test of an sprt. */
static int compare_games(const struct compare_source *source, struct compare_reading *reading,
	const int64_t number[2], struct sprt *test)
{
	struct compare *c = reading->c;
	game_pairs_init(&reading->pairs);
	int error = compare_sprt(source, c, test, reading);
	if (error == DB_OK)
		error = compare_read_meetings(source, reading, number);
	c->pairs = reading->pairs.pairs;
	c->alone = reading->pairs.alone;
	game_pairs_clear(&reading->pairs);
	for (int i = 0; i < 2 && error == DB_OK; i++)
		error = compare_read_nodes(source, c, i, number[i]);
	return error;
}

static void compare_end(struct compare_reading *reading)
{
	if (reading->planned)
		stored_schedule_clear(&reading->plan);
}

int compare_read(const struct compare_source *source, struct compare *c, const int64_t number[2],
	struct sprt *own)
{
	struct compare_reading reading = {.c = c};
	int error = compare_games(source, &reading, number, own);
	compare_end(&reading);
	return error;
}

void compare_begin(struct compare *c)
{
	c->lines = (struct hash_table){.value = 0};
	c->rows[0] = (struct hash_table){.value = 0};
	c->rows[1] = (struct hash_table){.value = 0};
}

void compare_clear(struct compare *c)
{
	hash_table_clear(&c->lines);
	hash_table_clear(&c->rows[0]);
	hash_table_clear(&c->rows[1]);
}

/* --- what follows from the games ---------------------------------------------------------------
 */

int64_t compare_repeated(const struct compare *c)
{
	return c->known - (int64_t)c->lines.count;
}

bool compare_is_echo(const struct compare *c)
{
	return compare_repeated(c) > 0 && c->known == result_counts_results(&c->games) &&
	       c->lines.count < STRENGTH_ENOUGH;
}

void compare_conclude(struct compare *c)
{
	struct strength_estimate *e = &c->estimate;
	strength_estimate_find(e, &c->games, &c->pairs, c->sprt);
	const struct result_counts *basis = strength_estimate_basis(e);
	const char *bot = c->counts ? "The first" : c->bot;
	const char *opponent = c->counts ? "the second" : c->opponent;
	char *text = c->conclusion;
	if (!e->any)
		snprintf(text, COMPARE_TEXT, "Not decided: %s",
			c->counts
				? "there are no games"
				: "they have not met; ratings compare them through other opponents (referee ratings)");
	else if (compare_is_echo(c))
		snprintf(text, COMPARE_TEXT,
			"Not decided: the same %zu games were played again and again; use more openings",
			c->lines.count);
	else if (c->sprt != NULL)
		sprt_sentence(c->sprt, basis, bot, opponent, text, COMPARE_TEXT);
	else
		strength_sentence(&e->strength, basis, bot, opponent, text, COMPARE_TEXT);
	size_t used = strlen(text);
	snprintf(text + used, COMPARE_TEXT - used, ".");
}

/* --- the only two bots of a tournament -------------------------------------------------------- */

struct compare_entrants {
	struct compare_pair *two; /* gets their names */
	int64_t number[2];
	int count;
};

static void compare_turn(struct compare_entrants *e)
{
	int64_t number = e->number[0];
	char *name = e->two->name[0];
	e->number[0] = e->number[1];
	e->two->name[0] = e->two->name[1];
	e->number[1] = number;
	e->two->name[1] = name;
}

/* Reads the first two, and counts up to one more. */
static int compare_read_entrants(const struct compare_source *source, struct compare_entrants *e)
{
	struct db_query q;
	db_query(&q, source->db, "entrants", source->tournament);
	for (; e->count <= 2 && db_next(&q); e->count++)
		if (e->count < 2) {
			e->two->name[e->count] = memory_copy(db_text(&q, "bot"));
			e->number[e->count] = db_int(&q, "number");
		}
	return db_end(&q);
}

/* Writes the conclusion of a test: its schedule's, or else that of the games so far. */
static void compare_outcome(const struct compare_reading *reading, struct compare_pair *two)
{
	const struct strength_estimate *e = &two->estimate;
	char stands[STRENGTH_ESTIMATE_TEXT];
	schedule_iterator_describe(&reading->plan.iterator, stands, sizeof stands);
	if (strncmp(stands, "LLR", 3) != 0)
		schedule_iterator_conclude(
			&reading->plan.iterator, two->conclusion, sizeof two->conclusion);
	else
		sprt_sentence(&e->sprt, strength_estimate_basis(e), two->name[0], two->name[1],
			two->conclusion, sizeof two->conclusion);
}

static void compare_note(const struct compare *c, struct compare_pair *two)
{
	size_t size;
	free(two->notes);
	FILE *out = memory_open(&two->notes, &size);
	compare_print_speed(c, out);
	compare_print_left_out(c, out);
	memory_close(out);
}

/* Reads the games of the pair. True: the test is about the other bot, so read them all again
 * from its side. */
static bool compare_read_pair(
	const struct compare_source *source, const struct compare_entrants *entrants, int *error)
{
	struct sprt own;
	struct compare_pair *two = entrants->two;
	struct compare c = {.bot = two->name[0],
		.opponent = two->name[1],
		.seats = source->seats,
		.games = {.kinds = RESULT_COUNTS_GAMES}};
	struct compare_reading reading = {.c = &c};
	compare_begin(&c);
	*error = compare_games(source, &reading, entrants->number, &own);
	bool turned = *error == DB_OK && reading.planned && c.sprt == NULL;
	strength_estimate_find(&two->estimate, &c.games, &c.pairs, c.sprt);
	if (*error == DB_OK && c.sprt != NULL)
		compare_outcome(&reading, two);
	compare_note(&c, two);
	compare_end(&reading);
	compare_clear(&c);
	return turned;
}

int compare_only_two(const struct compare_source *source, struct compare_pair *two, bool *there)
{
	struct compare_entrants e = {.two = two};
	*two = (struct compare_pair){.conclusion = ""};
	int error = source->seats == 2 ? compare_read_entrants(source, &e) : DB_OK;
	*there = error == DB_OK && e.count == 2;
	if (*there && e.number[1] < e.number[0])
		compare_turn(&e); /* keep the order of the database */
	if (*there && compare_read_pair(source, &e, &error)) {
		compare_turn(&e);
		compare_read_pair(source, &e, &error);
	}
	*there = *there && error == DB_OK && two->estimate.any;
	return error;
}

void compare_pair_clear(struct compare_pair *two)
{
	free(two->name[0]);
	free(two->name[1]);
	free(two->notes);
}
