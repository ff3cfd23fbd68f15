/*
 * compare.c - referee compare: is one bot stronger than another? From their games in a
 * database, or from counts on the command line.
 */
#include "referee/results/compare.h"

#include <stdlib.h>
#include <string.h>

#include "referee/commands/query-command.h"
#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"

enum { COMPARE_WHY = 512, COMPARE_NAMES = 1024 };

/* What was said on the command line. */
struct compare_asked {
	const char *counts, *sprt, *alpha, *beta, *model;
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

static int compare_database(struct query *r, struct compare *c)
{
	struct sprt own;
	int64_t number[2];
	int status;
	if (!query_open(r, &status) || !query_find(r, &status))
		return status;
	c->seats = r->seats;
	if (!compare_find(r, c, number, &status))
		return status;
	const struct compare_source from = {r->db, r->tournament, r->seats};
	int error = compare_read(&from, c, number, &own);
	if (error == DB_OK)
		compare_show(c, r->format);
	return query_close(r, error);
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
