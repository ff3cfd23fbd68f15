/*
 * compare.c - referee compare: is one bot stronger than another? From their games in a
 * database, or from counts on the command line.
 *
 * Two games are a pair when they are of one round, with the same seed and opening, and the seats
 * are swapped: that is how the schedules make them.
 */
#include "referee/commands/compare.h"
#include "referee/commands/query-command.h"

#include <stdlib.h>
#include <string.h>

#include "referee/commands/import-target.h"
#include "referee/base/memory.h"
#include "referee/base/did-you-mean.h"
#include "referee/game/verdict.h"
#include "referee/director/stored-schedule.h"

enum { COMPARE_WHY = 512, COMPARE_NAMES = 1024 };

/* Where the query meetings has what is needed. */
enum {
	MEETINGS_ROUND,
	MEETINGS_SEED,
	MEETINGS_OPENING,
	MEETINGS_GAME,
	MEETINGS_SEAT,
	MEETINGS_SEAT_2,
	MEETINGS_RANK,
	MEETINGS_RANK_2,
	MEETINGS_BOT,
	MEETINGS_BOT_2,
	MEETINGS_VERDICT,
	MEETINGS_VERDICT_2,
	MEETINGS_LINE,
	MEETINGS_TOGETHER
};

/* What was said on the command line. */
struct compare_asked {
	const char *counts, *sprt, *alpha, *beta, *model;
};

/* While games are read. */
struct compare_reading {
	struct compare *c;
	struct stored_schedule plan; /* of an sprt: which games count */
	bool planned;
	struct game_pairs pairs;
};

/* --- the command line ------------------------------------------------------------------------- */

static bool compare_wrong(
	const struct query *r, const char *flag, const char *text, const char *why, int *status)
{
	*status = query_usage(r, "--%s %s: %s", flag, text, why);
	return false;
}

/* "0,10". */
static bool compare_hypotheses(const struct query *r, const char *text, struct sprt *s, int *status)
{
	char why[COMPARE_WHY];
	const char *comma = strchr(text, ',');
	if (comma == NULL)
		return compare_wrong(
			r, "sprt", text, "two Elo are needed, ELO0,ELO1, such as 0,10", status);
	char *first = memory_print("%.*s", (int)(comma - text), text);
	bool good = sprt_read_elo(first, &s->elo0, why, sizeof why) &&
		    sprt_read_elo(comma + 1, &s->elo1, why, sizeof why);
	free(first);
	if (!good)
		return compare_wrong(r, "sprt", text, why, status);
	if (s->elo0 >= s->elo1)
		return compare_wrong(r, "sprt", text,
			"the first Elo must be below the second: ELO0,ELO1, such as 0,10", status);
	return true;
}

static bool compare_test(
	const struct query *r, const struct compare_asked *asked, struct sprt *s, int *status)
{
	char why[COMPARE_WHY];
	*s = (struct sprt){.alpha = SPRT_ERROR, .beta = SPRT_ERROR};
	if (asked->sprt == NULL) {
		const char *flag = asked->alpha != NULL	 ? "alpha"
				   : asked->beta != NULL ? "beta"
							 : "model";
		if (asked->alpha == NULL && asked->beta == NULL && asked->model == NULL)
			return true;
		*status = query_usage(r, "--%s belongs to a test: --sprt ELO0,ELO1", flag);
		return false;
	}
	if (asked->model != NULL && !sprt_read_model(asked->model, &s->model, why, sizeof why))
		return compare_wrong(r, "model", asked->model, why, status);
	if (asked->alpha != NULL && !sprt_read_error(asked->alpha, &s->alpha, why, sizeof why))
		return compare_wrong(r, "alpha", asked->alpha, why, status);
	if (asked->beta != NULL && !sprt_read_error(asked->beta, &s->beta, why, sizeof why))
		return compare_wrong(r, "beta", asked->beta, why, status);
	return compare_hypotheses(r, asked->sprt, s, status);
}

static int compare_counts(const struct query *r, struct compare *c, const char *text)
{
	struct result_counts t;
	char why[COMPARE_WHY];
	if (!result_counts_read(&t, text, why, sizeof why))
		return query_usage(r, "--counts: %s", why);
	c->counts = true;
	if (t.kinds == RESULT_COUNTS_PAIRS)
		c->pairs = t;
	else
		c->games = t;
	compare_show(c, r->format);
	return EXIT_SUCCESS;
}

/* --- the database ----------------------------------------------------------------------------- */

struct compare_sought {
	const char *name[2];
	int64_t number[2]; /* -1: not found */
	char *names[COMPARE_NAMES];
	int count;
};

/* A row of the query entrants. */
static bool compare_entrant(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct compare_sought *s = arg;
	(void)columns, (void)names;
	for (int i = 0; i < 2; i++)
		if (strcmp(values[0].text, s->name[i]) == 0)
			s->number[i] = values[1].integer;
	if (s->count < COMPARE_NAMES)
		s->names[s->count++] = memory_copy(values[0].text);
	return true;
}

static int compare_unknown(const struct query *r, const struct compare_sought *s, const char *name)
{
	const char *meant = did_you_mean(name, (const char *const *)s->names, s->count);
	return query_usage(r, "there is no bot \"%s\" in this tournament%s%s%s", name,
		meant != NULL ? "; did you mean \"" : "", meant != NULL ? meant : "",
		meant != NULL ? "\"?" : "");
}

/* The numbers of both bots. False: everything is said, and the database closed. */
static bool compare_find(struct query *r, const struct compare *c, int64_t number[2], int *status)
{
	struct compare_sought s = {.name = {c->bot, c->opponent}, .number = {-1, -1}};
	int error = db_read(r->db, "entrants", &r->tournament, 1, compare_entrant, &s);
	bool good = error == DB_OK && s.number[0] >= 0 && s.number[1] >= 0;
	if (!good)
		*status = query_close(r, error);
	if (!good && error == DB_OK)
		*status = compare_unknown(r, &s, s.name[s.number[0] >= 0]);
	memcpy(number, s.number, sizeof s.number);
	for (int i = 0; i < s.count; i++)
		free(s.names[i]);
	return good;
}

/* Where a game of this round is counted that does not count; NULL: it does. */
static int64_t *compare_leaves_out(struct compare_reading *reading, int round)
{
	struct compare *c = reading->c;
	switch (reading->planned ? schedule_iterator_use(&reading->plan.walk, round)
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

/* A row of the query meetings. */
static bool compare_meeting(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct compare_reading *reading = arg;
	struct compare *c = reading->c;
	int64_t rank = values[MEETINGS_RANK].integer, other = values[MEETINGS_RANK_2].integer;
	int seat = (int)values[MEETINGS_SEAT].integer;
	int result = rank < other ? COMPARE_WON : rank == other ? COMPARE_DRAWN : COMPARE_LOST;
	(void)columns, (void)names;
	int64_t *not_counted = compare_leaves_out(reading, (int)values[MEETINGS_ROUND].integer);
	if (not_counted != NULL) {
		++*not_counted;
		return true;
	}
	c->faults[0] += verdict_is_fault(verdict_find(values[MEETINGS_VERDICT].text));
	c->faults[1] += verdict_is_fault(verdict_find(values[MEETINGS_VERDICT_2].text));
	number_set_add(&c->rows[0], (uint64_t)values[MEETINGS_BOT].integer);
	number_set_add(&c->rows[1], (uint64_t)values[MEETINGS_BOT_2].integer);
	/* It says nothing of their strengths. */
	if (values[MEETINGS_TOGETHER].integer != 0) {
		c->together++;
		return true;
	}
	c->games.count[result]++;
	c->by_seat[seat - 1][result]++;
	if (c->seats == 2) {
		game_pairs_add(&reading->pairs,
			game_pairs_key(values[MEETINGS_ROUND].integer,
				values[MEETINGS_SEED].integer, values[MEETINGS_OPENING].text),
			seat, result);
		if (values[MEETINGS_LINE].type != DB_NULL) {
			c->known++;
			number_set_add(
				&c->lines, random_mix((uint64_t)values[MEETINGS_LINE].integer,
						   (uint64_t)seat));
		}
	}
	return true;
}

/* Of an sprt those pairs count that its decision used, and its test is the one that is asked for,
 * unless there is another. */
static int compare_sprt(
	struct query *r, struct compare *c, struct sprt *own, struct compare_reading *reading)
{
	struct db_tournament t;
	struct stored_schedule *plan = &reading->plan;
	bool known;
	int error = import_target_tournament_read(r->db, r->tournament, &t);
	if (error != DB_OK || strcmp(t.format, "sprt") != 0) {
		import_target_tournament_clear(&t);
		return error;
	}
	const struct stored_schedule_of of = {.id = t.id,
		.seed = t.seed,
		.game = t.game,
		.definition = t.definition,
		.seats = t.seats};
	error = stored_schedule_open(plan, r->db, &of, &known);
	reading->planned = error == DB_OK && plan->walks;
	if (reading->planned) {
		*own = plan->t.sprt;
		if (c->sprt == NULL && strcmp(c->bot, plan->t.bots[0].name) == 0)
			c->sprt = own;
	}
	if (!reading->planned)
		stored_schedule_clear(plan);
	import_target_tournament_clear(&t);
	return error;
}

/* All games of the two; test is room for that of an sprt. */
static int compare_games(struct query *r, struct compare_reading *reading, const int64_t number[2],
	struct sprt *test)
{
	struct compare *c = reading->c;
	const int64_t args[3] = {r->tournament, number[0], number[1]};
	game_pairs_init(&reading->pairs);
	int error = compare_sprt(r, c, test, reading);
	if (error == DB_OK)
		error = db_read(r->db, "meetings", args, 3, compare_meeting, reading);
	c->pairs = reading->pairs.pairs;
	c->alone = reading->pairs.alone;
	game_pairs_clear(&reading->pairs);
	return error;
}

static void compare_end(struct compare_reading *reading)
{
	if (reading->planned)
		stored_schedule_clear(&reading->plan);
}

static int compare_database(struct query *r, struct compare *c)
{
	struct sprt own;
	int64_t number[2];
	int status;
	if (!query_open(r, &status) || !query_find(r, &status))
		return status;
	struct compare_reading reading = {.c = c};
	c->seats = r->seats;
	if (!compare_find(r, c, number, &status))
		return status;
	int error = compare_games(r, &reading, number, &own);
	compare_end(&reading);
	if (error == DB_OK)
		compare_show(c, r->format);
	return query_close(r, error);
}

static void compare_begin(struct compare *c)
{
	number_set_init(&c->lines);
	number_set_init(&c->rows[0]);
	number_set_init(&c->rows[1]);
}

static void compare_clear(struct compare *c)
{
	number_set_clear(&c->lines);
	number_set_clear(&c->rows[0]);
	number_set_clear(&c->rows[1]);
}

/* --- the only two bots of a tournament -------------------------------------------------------- */

struct compare_entrants {
	struct compare_pair *two; /* their names */
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

/* A row of the query entrants. */
static bool compare_only(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct compare_entrants *e = arg;
	(void)columns, (void)names;
	if (e->count++ >= 2)
		return false;
	e->number[e->count - 1] = values[1].integer;
	e->two->name[e->count - 1] = memory_copy(values[0].text);
	return true;
}

/* What came of a test, as far as it has an end. */
static void compare_outcome(const struct compare_reading *reading, struct compare_pair *two)
{
	const struct strength_estimate *e = &two->estimate;
	char stands[STRENGTH_ESTIMATE_TEXT];
	schedule_iterator_describe(&reading->plan.walk, stands, sizeof stands);
	if (strncmp(stands, "LLR", 3) != 0)
		schedule_iterator_conclude(
			&reading->plan.walk, two->conclusion, sizeof two->conclusion);
	else
		sprt_say(&e->sprt, strength_estimate_basis(e), two->name[0], two->name[1],
			two->conclusion, sizeof two->conclusion);
}

/* True: it is a test of the other one, and all must be read from that side. */
static bool compare_read_pair(struct query *r, const struct compare_entrants *entrants, int *error)
{
	struct sprt own;
	struct compare_pair *two = entrants->two;
	struct compare c = {.bot = two->name[0],
		.opponent = two->name[1],
		.seats = r->seats,
		.games = {.kinds = RESULT_COUNTS_GAMES}};
	struct compare_reading reading = {.c = &c};
	compare_begin(&c);
	*error = compare_games(r, &reading, entrants->number, &own);
	bool turned = *error == DB_OK && reading.planned && c.sprt == NULL;
	strength_estimate_find(&two->estimate, &c.games, &c.pairs, c.sprt);
	if (*error == DB_OK && c.sprt != NULL)
		compare_outcome(&reading, two);
	compare_end(&reading);
	compare_clear(&c);
	return turned;
}

int compare_only_two(struct query *r, struct compare_pair *two, bool *there)
{
	struct compare_entrants e = {.two = two};
	*two = (struct compare_pair){.conclusion = ""};
	int error = r->seats == 2 ? db_read(r->db, "entrants", &r->tournament, 1, compare_only, &e)
				  : DB_OK;
	*there = error == DB_OK && e.count == 2;
	if (*there && e.number[1] < e.number[0])
		compare_turn(&e); /* who was in the database first comes first */
	if (*there && compare_read_pair(r, &e, &error)) {
		compare_turn(&e);
		compare_read_pair(r, &e, &error);
	}
	*there = *there && error == DB_OK && two->estimate.any;
	return error;
}

void compare_pair_clear(struct compare_pair *two)
{
	free(two->name[0]);
	free(two->name[1]);
}

/* --- the command ------------------------------------------------------------------------------ */

static int compare_bots(struct query *r, struct compare *c, int count, char **names)
{
	if (count < 2)
		return query_usage(r,
			"two bots are needed: referee compare BOT OPPONENT, or --counts \"W40 L30 D50\"");
	if (count > 2)
		return query_usage(r, "\"%s\" is too much: two bots are compared", names[2]);
	if (strcmp(names[0], names[1]) == 0)
		return query_usage(r, "\"%s\" is as strong as itself: name two bots", names[0]);
	c->bot = names[0];
	c->opponent = names[1];
	return compare_database(r, c);
}

static int compare_run(int argc, char **argv)
{
	struct query r;
	struct compare_asked asked = {NULL};
	struct sprt sprt;
	struct compare c = {.games = {.kinds = RESULT_COUNTS_GAMES},
		.pairs = {.kinds = RESULT_COUNTS_PAIRS},
		.seats = 2};
	const struct query_flag flags[] = {{"counts", &asked.counts}, {"sprt", &asked.sprt},
		{"alpha", &asked.alpha}, {"beta", &asked.beta}, {"model", &asked.model},
		{NULL, NULL}};
	int status, rest;
	if (!query_flags(&r, &command_compare, argc, argv, flags, &rest, &status) ||
		!compare_test(&r, &asked, &sprt, &status))
		return status;
	c.sprt = asked.sprt != NULL ? &sprt : NULL;
	if (asked.counts != NULL && rest < argc)
		return query_usage(&r, "--counts are all there is: \"%s\" is too much", argv[rest]);
	if (asked.counts != NULL)
		return compare_counts(&r, &c, asked.counts);
	compare_begin(&c);
	status = compare_bots(&r, &c, argc - rest, argv + rest);
	compare_clear(&c);
	return status;
}

const struct command command_compare = {"compare", "is one bot stronger than another?",
	"BOT OPPONENT [FLAGS]",
	"What BOT made of its games with OPPONENT from each seat, how much stronger that makes it in\n"
	"Elo and in normalized Elo (differences divided by how much results vary), with intervals\n"
	"that hold the truth 95 times in 100, and how likely it is the stronger one. Two games with the\n"
	"same opening and the seats swapped are a pair, and where there are pairs all follows from them.\n"
	"The last line says what is decided, and what is not. Of a game with more than two seats\n"
	"the better rank of the two counts.\n"
	"\n"
	"  --sprt ELO0,ELO1      also the log-likelihood ratio of ELO1 against ELO0, in the first line,\n"
	"                        and whether it is beyond a bound\n"
	"  --model MODEL         of these Elo: logistic (default), or normalized\n"
	"  --alpha N, --beta N   how often ELO1 may be accepted when ELO0 is true, and the other way\n"
	"                        round (default: 0.05)\n"
	"  --counts COUNTS       no database: \"W40 L30 D50\", or pairs that were worth 0, 1/2, 1, 3/2,\n"
	"                        2 points: \"P10,20,60,25,12\"\n" QUERY_FLAGS_HELP,
	compare_run};
