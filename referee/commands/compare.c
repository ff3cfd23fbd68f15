/*
 * compare.c - `referee compare`: is one bot stronger than another? It uses their games in a
 * database, or counts on the command line.
 */
#include "base/error.h"
#include "referee/results/compare.h"

#include <stdlib.h>
#include <string.h>

#include "referee/commands/query-command.h"
#include "base/memory.h"
#include "base/name.h"

enum { COMPARE_NAMES = 1024 };

/* The values of the command line. */
struct compare_request {
	struct query query;
	const char *bot, *opponent, *counts;
	struct sprt test;
	bool tested; /* --sprt */
};

/* --- the command line ------------------------------------------------------------------------- */

/* Reads --sprt. */
static bool compare_read_sprt(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	struct compare_request *request = values;
	(void)row;
	request->tested = true;
	return sprt_read_bounds(text, &request->test.elo0, &request->test.elo1, err);
}

static bool compare_read_model(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	struct compare_request *request = values;
	(void)row;
	return sprt_read_model(text, &request->test.model, err);
}

/* Reads --alpha and --beta. */
static bool compare_read_error(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	return sprt_read_error(text, (double *)((char *)values + row->at), err);
}

/* The errors that the command line does not name are those of the tournament. */
static void compare_set_errors(struct sprt *test, const struct sprt *own)
{
	test->alpha = test->alpha > 0 ? test->alpha : own->alpha;
	test->beta = test->beta > 0 ? test->beta : own->beta;
}

static int compare_counts(struct compare_request *a, struct compare *c)
{
	const struct sprt own = {.alpha = SPRT_ERROR, .beta = SPRT_ERROR};
	struct result_counts counts;
	struct error err;
	compare_set_errors(&a->test, &own);
	if (!result_counts_read(&counts, a->counts, &err))
		return command_misused(&command_compare, "--counts: %s", err.text);
	c->counts = true;
	if (counts.kinds == RESULT_COUNTS_PAIRS)
		c->pairs = counts;
	else
		c->games = counts;
	compare_conclude(c);
	compare_print(c, a->query.format, stdout);
	return EXIT_SUCCESS;
}

/* --- the database ----------------------------------------------------------------------------- */

struct compare_sought {
	const char *name[2]; /* NULL: not named */
	char *names[COMPARE_NAMES];
	int64_t numbers[COMPARE_NAMES];
	int count;
};

/* The row id of a bot; -1: there is no such bot. */
static int64_t compare_number(const struct compare_sought *s, const char *name)
{
	for (int i = 0; i < s->count; i++)
		if (strcmp(s->names[i], name) == 0)
			return s->numbers[i];
	return -1;
}

/* Takes the names as they are stored, in whatever form they were written. */
static void compare_recognize(struct compare_sought *s)
{
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < s->count && s->name[i] != NULL; k++)
			if (compare_number(s, s->name[i]) < 0 &&
				name_is_same(s->names[k], s->name[i]))
				s->name[i] = s->names[k];
}

/* Names the bots that the command line leaves out, if there are two: the one that was stored first
 * is the first. */
static void compare_complete(struct compare_sought *s)
{
	if (s->count != 2)
		return;
	int first = s->numbers[0] < s->numbers[1] ? 0 : 1;
	if (s->name[0] == NULL)
		s->name[0] = s->names[first];
	if (s->name[1] == NULL)
		s->name[1] = s->names[strcmp(s->name[0], s->names[0]) == 0 ? 1 : 0];
}

/* The mistake in the names. NULL: there is none. The caller frees it. */
static char *compare_find_mistake(const struct compare_sought *s)
{
	if (s->name[1] == NULL)
		return memory_print("two bots are needed: referee compare BOT OPPONENT, or "
				    "--counts \"W40 L30 D50\"; this tournament has %d bots",
			s->count);
	if (strcmp(s->name[0], s->name[1]) == 0)
		return memory_print(
			"\"%s\": a bot cannot be compared with itself; name two bots", s->name[0]);
	for (int i = 0; i < 2; i++)
		if (compare_number(s, s->name[i]) < 0) {
			char *hint = query_hint(
				s->name[i], (const char *const *)s->names, s->count, NULL);
			char *text = memory_print(
				"there is no bot \"%s\" in this tournament%s", s->name[i], hint);
			free(hint);
			return text;
		}
	return NULL;
}

/* Finds the row ids of both bots. False: the reason was reported, and the database is closed. */
static bool compare_find(struct query *r, struct compare_sought *s, int *status)
{
	struct db_query q;
	db_query(&q, r->db, "entrants", r->tournament);
	while (s->count < COMPARE_NAMES && db_next(&q)) {
		s->names[s->count] = memory_copy(db_text(&q, "bot"));
		s->numbers[s->count++] = db_int(&q, "number");
	}
	int error = db_end(&q);
	compare_recognize(s);
	compare_complete(s);
	char *mistake = error == DB_OK ? compare_find_mistake(s) : NULL;
	bool good = error == DB_OK && mistake == NULL;
	if (!good)
		*status = query_close(r, error);
	if (mistake != NULL)
		*status = command_misused(&command_compare, "%s", mistake);
	free(mistake);
	return good;
}

static int compare_found(
	struct compare_request *a, struct compare *c, const struct compare_sought *s)
{
	struct query *r = &a->query;
	const int64_t number[] = {compare_number(s, s->name[0]), compare_number(s, s->name[1])};
	const struct compare_source from = {r->db, r->tournament, r->seats};
	struct sprt own = {.alpha = SPRT_ERROR, .beta = SPRT_ERROR};
	c->seats = r->seats;
	c->bot = s->name[0];
	c->opponent = s->name[1];
	int error = compare_read(&from, c, number, &own);
	compare_set_errors(&a->test, &own);
	if (error == DB_OK) {
		compare_conclude(c);
		compare_print(c, r->format, stdout);
	}
	return query_close(r, error);
}

/* --- the command ------------------------------------------------------------------------------ */

static int compare_bots(struct compare_request *a, struct compare *c)
{
	struct compare_sought s = {.name = {a->bot, a->opponent}};
	struct query *r = &a->query;
	int status;
	if (!query_open(r, &status) || !query_find(r, &status))
		return status;
	if (compare_find(r, &s, &status))
		status = compare_found(a, c, &s);
	for (int i = 0; i < s.count; i++)
		free(s.names[i]);
	return status;
}

static int compare_run(int argc, char **argv)
{
	struct compare_request a = {.counts = NULL};
	struct compare c = {.games = {.kinds = RESULT_COUNTS_GAMES},
		.pairs = {.kinds = RESULT_COUNTS_PAIRS},
		.seats = 2};
	int status;
	if (!query_read(&command_compare, &a.query, &a, argc, argv, &status))
		return status;
	c.sprt = a.tested ? &a.test : NULL;
	if (a.counts != NULL)
		option_list_clear(&a.query.without);
	if (a.counts != NULL && a.bot != NULL)
		return command_misused(&command_compare,
			"--counts and bot \"%s\" exclude each other: the counts replace the games of bots",
			a.bot);
	if (a.counts != NULL)
		return compare_counts(&a, &c);
	compare_begin(&c);
	status = compare_bots(&a, &c);
	compare_clear(&c);
	return status;
}

#define COMPARE_AT(member) offsetof(struct compare_request, member)

static const struct option_row compare_options[] = {
	{OPTION("sprt", READ, 0), .value = "ELO0,ELO1", .max = 1, .read = compare_read_sprt,
		.help = "print first the log-likelihood ratio of ELO1 against ELO0, and whether it has passed a bound"},
	{OPTION("model", READ, 0), .value = "MODEL", .max = 1, .read = compare_read_model,
		.preset = "logistic", .needs = "sprt",
		.help = "take the two Elo as logistic or normalized"},
	{OPTION("alpha", READ, COMPARE_AT(test.alpha)), .value = "N", .max = 1,
		.read = compare_read_error, .preset = "that of the sprt, or 0.05", .needs = "sprt",
		.help = "accept ELO1 this often when ELO0 is true"},
	{OPTION("beta", READ, COMPARE_AT(test.beta)), .value = "N", .max = 1,
		.read = compare_read_error, .preset = "that of the sprt, or 0.05", .needs = "sprt",
		.help = "accept ELO0 this often when ELO1 is true"},
	{OPTION("counts", TEXT, COMPARE_AT(counts)), .value = "COUNTS",
		.help = "use these results instead of a database: \"W40 L30 D50\", or the numbers of pairs worth 0, 1/2, 1, 3/2 and 2 points: \"P10,20,60,25,12\""},
	{.name = NULL},
};

const struct command command_compare = {
	.name = "compare",
	.group = COMMAND_RESULTS,
	.summary = "Say whether one bot is stronger than another",
	.about =
		"Prints the results of BOT against OPPONENT from each seat, and the difference in Elo and in normalized Elo (the difference divided by the spread of the results). "
		"The intervals are 95 % intervals; then follows the probability that BOT is the stronger bot. "
		"If the tournament has only two bots, they need not be named. "
		"Two games with the same opening and the seats swapped are a pair. "
		"If there are pairs, all figures come from them. "
		"The last line is the conclusion. "
		"In a game with more than two seats, the better rank of the two counts.",
	.options = {.arguments = {{"BOT", ARGUMENT_OPTIONAL, COMPARE_AT(bot),
					  "the bot that is compared"},
			    {"OPPONENT", ARGUMENT_OPTIONAL, COMPARE_AT(opponent),
				    "the bot that it is compared with"}},
		.groups = {{.rows = compare_options}, QUERY_GAMES_GROUP(COMPARE_AT(query)),
			QUERY_GROUP(COMPARE_AT(query))}},
	.examples =
		(const char *const[]){"# Compare two bots.", "referee compare ann bob --db cup.db",
			"# Compare the only two bots.", "referee compare --db match.db", NULL},
	.run = compare_run,
};
