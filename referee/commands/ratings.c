/*
 * ratings.c - `referee ratings`: estimates the strength of bots from all their games at once.
 */
#include "referee/commands/query-command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "referee/results/ratings.h"
#include "base/memory.h"
#include "base/name.h"
#include "rules/rules.h"

/* The columns of the query tournaments. */
enum { RATINGS_KINDS = 8 };

static const char *const ratings_advantages[] = {"fit", "0", NULL};

#define RATINGS_PRIOR_MIN 1e-6 /* a smaller prior would be lost when it is added to results */

/* A kind of game: only games of one kind are rated together. */
struct ratings_kind {
	char *game; /* owned */
	int seats;
};

struct ratings {
	struct query r;
	const char *game, *from;
	struct option_list anchors; /* NAME=ELO */
	bool exclude;
	int advantage; /* index in ratings_advantages */
	struct rating_options options;
	int64_t seats;	  /* --players; 0: any */
	int64_t since_ms; /* INT64_MIN: all times */
	int64_t only;	  /* the tournament; 0: all that match */
	int64_t *tournaments;
	int count, room;
	struct ratings_kind kind[RATINGS_KINDS];
	int kinds;
	struct ratings_results results;
};

/* --- flags ------------------------------------------------------------------------------------ */

static bool ratings_read_prior(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	struct ratings *ratings = values;
	char *end;
	double prior = strtod(text, &end);
	(void)row;
	ratings->options.prior = prior;
	if (*text != '\0' && *end == '\0' &&
		(prior == 0 || (prior >= RATINGS_PRIOR_MIN && prior <= 1e6)))
		return true;
	return error_set(
		err, "it must be a number of virtual draws: 0, or from 0.000001 to 1000000");
}

/* Reads a date or time as UTC milliseconds. False: it is neither. */
static bool ratings_time(const char *text, int64_t *ms)
{
	static const char *const formats[] = {"%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M",
		"%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", NULL};
	for (int i = 0; formats[i] != NULL; i++) {
		struct tm parts = {.tm_mday = 1}, back;
		const char *end = strptime(text, formats[i], &parts);
		if (end == NULL || *end != '\0')
			continue;
		int day = parts.tm_mday;
		time_t at = timegm(&parts);
		*ms = (int64_t)at * 1000;
		return gmtime_r(&at, &back) != NULL && back.tm_mday == day;
	}
	return false;
}

static bool ratings_read_since(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	struct ratings *ratings = values;
	(void)row;
	if (!ratings_time(text, &ratings->since_ms))
		error_set(err,
			"it must be a day or a time in UTC, such as 2024-05-31 or \"2024-05-31 18:30\"");
	return *err->text == '\0';
}

/* Refuses flags that a file of results does not allow. False: it was reported. */
static bool ratings_fit_from(const struct ratings *ratings)
{
	const struct {
		const char *flag;
		bool given;
	} others[] = {{"--db", ratings->r.path != NULL}, {"--tournament", ratings->r.which != NULL},
		{"--since", ratings->since_ms != INT64_MIN}, {"--game", ratings->game != NULL},
		{"--players", ratings->seats != 0}, {"--exclude-forfeits", ratings->exclude},
		{"--without-worker", ratings->r.without.count > 0}};
	for (size_t i = 0; i < sizeof others / sizeof *others && ratings->from != NULL; i++)
		if (others[i].given)
			return command_report(&command_ratings,
				"--from and %s exclude each other: a file has only the ranks",
				others[i].flag);
	return true;
}

/* --- the tournaments -------------------------------------------------------------------------- */

static void ratings_kind(struct ratings *ratings, const char *game, int seats)
{
	for (int i = 0; i < ratings->kinds; i++)
		if (ratings->kind[i].seats == seats && strcmp(ratings->kind[i].game, game) == 0)
			return;
	if (ratings->kinds < RATINGS_KINDS)
		ratings->kind[ratings->kinds++] = (struct ratings_kind){memory_copy(game), seats};
}

/* A row of the query tournaments. */
static void ratings_tournament(struct ratings *ratings, struct db_query *q)
{
	int seats = (int)db_int(q, "seats");
	if ((ratings->only != 0 && db_int(q, "id") != ratings->only) ||
		(ratings->only == 0 && db_int(q, "games") == 0) ||
		(ratings->game != NULL && strcmp(db_text(q, "game"), ratings->game) != 0) ||
		(ratings->seats != 0 && seats != ratings->seats))
		return;
	ratings_kind(ratings, db_text(q, "game"), seats);
	if (ratings->count == ratings->room) {
		ratings->room = 2 * ratings->room + 16;
		ratings->tournaments = memory_resize(
			ratings->tournaments, (size_t)ratings->room, sizeof *ratings->tournaments);
	}
	ratings->tournaments[ratings->count++] = db_int(q, "id");
}

static int ratings_mixed(const struct ratings *ratings)
{
	char kinds[512] = "";
	for (int i = 0; i < ratings->kinds; i++) {
		size_t used = strlen(kinds);
		snprintf(kinds + used, sizeof kinds - used, "%s%s for %d", i > 0 ? ", " : "",
			ratings->kind[i].game, ratings->kind[i].seats);
	}
	bool players = strcmp(ratings->kind[0].game, ratings->kind[1].game) == 0;
	return command_misused(&command_ratings,
		"games of several kinds cannot be rated together: %s; choose with %s%s", kinds,
		players ? "--players " : "--game ", players ? "N" : ratings->kind[0].game);
}

/* Finds the tournaments in the open database, which it closes before it returns false. */
static bool ratings_tournaments(struct ratings *ratings, int *status)
{
	bool all = ratings->r.which == NULL ? ratings->game != NULL || ratings->seats != 0
					    : strcmp(ratings->r.which, "all") == 0;
	if (!all && !query_find(&ratings->r, status))
		return false;
	ratings->only = all ? 0 : ratings->r.tournament;
	struct db_query q;
	db_query(&q, ratings->r.db, "tournaments");
	while (db_next(&q))
		ratings_tournament(ratings, &q);
	int error = db_end(&q);
	if (error == DB_OK && ratings->kinds == 1 && ratings->kind[0].seats >= 2) {
		ratings->results.games.seats = ratings->kind[0].seats;
		return true;
	}
	*status = query_close(&ratings->r, error);
	if (error == DB_OK && ratings->kinds > 1)
		*status = ratings_mixed(ratings);
	else if (error == DB_OK && ratings->kinds == 1)
		*status = command_misused(&command_ratings,
			"%s for one player: a rating needs an opponent", ratings->kind[0].game);
	else if (error == DB_OK)
		*status = command_misused(&command_ratings,
			"no tournament with games is of this kind; `--tournament all` without --game and --players lists all kinds");
	return false;
}

/* --- results ---------------------------------------------------------------------------------- */

static bool ratings_read(struct ratings *ratings, int *status)
{
	if (!query_open(&ratings->r, status) || !ratings_tournaments(ratings, status))
		return false;
	struct db_results_of of = {
		ratings->tournaments, ratings->count, ratings->since_ms, ratings->exclude};
	int64_t strange;
	int error = ratings_gather(&ratings->results, ratings->r.db, &of, &strange);
	*status = query_close(&ratings->r, error);
	if (strange == 0)
		return error == DB_OK;
	fprintf(stderr, "referee ratings: game %lld does not have the %d seats of its tournament\n",
		(long long)strange, ratings->results.games.seats);
	*status = EXIT_DATABASE;
	return false;
}

/* --- anchors ---------------------------------------------------------------------------------- */

struct ratings_anchors {
	int bot[PARAMETERS_MAX], count;
	double elo[PARAMETERS_MAX];
};

/* Reads NAME=ELO; NAME may contain a =. */
static bool ratings_anchor(
	struct ratings *ratings, const char *text, int *bot, double *elo, int *status)
{
	const struct ratings_names *n = &ratings->results.names;
	const char *equals = strrchr(text, '=');
	char *end = NULL;
	*elo = equals != NULL ? strtod(equals + 1, &end) : 0;
	if (equals == NULL || equals[1] == '\0' || *end != '\0' || !isfinite(*elo)) {
		*status = command_misused(&command_ratings,
			"--anchor \"%s\": it must be NAME=ELO, such as ann=1500", text);
		return false;
	}
	char *name = memory_print("%.*s", (int)(equals - text), text);
	*bot = n->count - 1;
	while (*bot >= 0 && !name_is_same(n->names[*bot], name))
		(*bot)--;
	if (*bot < 0) {
		char *hint = query_hint(name, (const char *const *)n->names, n->count, NULL);
		*status = command_misused(
			&command_ratings, "--anchor: no bot \"%s\" has played%s", name, hint);
		free(hint);
	}
	free(name);
	return *bot >= 0;
}

static bool ratings_find_anchors(struct ratings *ratings, struct ratings_anchors *a, int *status)
{
	a->count = ratings->anchors.count;
	for (int i = 0; i < a->count; i++)
		if (!ratings_anchor(
			    ratings, ratings->anchors.all[i], &a->bot[i], &a->elo[i], status))
			return false;
	return true;
}

/* --- the command ------------------------------------------------------------------------------ */

static void ratings_warn(const struct rating_table *t)
{
	if (t->rated == 0) {
		fprintf(stderr, "referee ratings: there are no games to rate\n");
		return;
	}
	if (t->groups > 1)
		fprintf(stderr,
			"referee ratings: no game connects the %d groups of bots: each group has its own mean, and ratings of different groups cannot be compared\n",
			t->groups);
	if (t->effects_lost)
		fprintf(stderr,
			"referee ratings: the bots changed seats too rarely to separate the value of a seat from the strength of its bots: all seats count the same\n");
	if (!t->converged)
		fprintf(stderr,
			"referee ratings: not converged: a gradient of %g points is left; these results may have no most likely ratings: try --prior 1 or --advantage 0\n",
			t->gradient);
}

static int ratings_rate(struct ratings *ratings)
{
	int status = EXIT_SUCCESS;
	struct ratings_anchors anchors;
	if (!ratings_find_anchors(ratings, &anchors, &status))
		return status;
	ratings->options.anchors = anchors.bot;
	ratings->options.anchors_count = anchors.count;
	struct rating_table *t = rating_create(&ratings->results.games, &ratings->options);
	for (int group = 1; group <= t->groups; group++) {
		struct ratings_anchors own = {.count = 0};
		for (int i = 0; i < anchors.count; i++)
			if (t->rating[anchors.bot[i]].group == group) {
				own.bot[own.count] = anchors.bot[i];
				own.elo[own.count++] = anchors.elo[i];
			}
		rating_anchor(t, own.bot, own.elo, own.count);
	}
	ratings_warn(t);
	ratings_show(&(struct ratings_shown){
		t, &ratings->results, &ratings->options, ratings->r.format, stdout});
	rating_free(t);
	return EXIT_SUCCESS;
}

static int ratings_run(int argc, char **argv)
{
	struct ratings ratings = {.options = {.prior = 1}, .since_ms = INT64_MIN};
	int status = EXIT_USAGE;
	if (query_read(&command_ratings, &ratings.r, &ratings, argc, argv, &status) &&
		ratings_fit_from(&ratings)) {
		ratings.options.advantage = ratings.advantage == 0;
		bool good = ratings.from != NULL ? ratings_from(&ratings.results, ratings.from)
						 : ratings_read(&ratings, &status);
		status = good ? ratings_rate(&ratings) : ratings.from != NULL ? EXIT_FILE : status;
	}
	for (int i = 0; i < ratings.kinds; i++)
		free(ratings.kind[i].game);
	free(ratings.tournaments);
	ratings_results_clear(&ratings.results);
	options_clear(&command_ratings.options, &ratings);
	return status;
}

#define RATINGS_AT(member) offsetof(struct ratings, member)

static const struct option_row ratings_rows[] = {
	{OPTION("prior", READ, 0), .value = "W", .max = 1, .read = ratings_read_prior,
		.preset = "1",
		.help = "add this many virtual draws for each bot, spread over its opponents"},
	{OPTION("advantage", CHOICE, RATINGS_AT(advantage)), .value = "fit|0",
		.choices = ratings_advantages, .preset = "fit",
		.help = "fit the value of each seat, or take it as 0"},
	{OPTION("anchor", LIST, RATINGS_AT(anchors)), .value = "NAME=ELO", .max = PARAMETERS_MAX,
		.help = "move the ratings of this bot's group so that the bot has this rating; with several anchors in a group, their mean"},
	{OPTION("exclude-forfeits", SWITCH, RATINGS_AT(exclude)),
		.help = "leave out games in which a bot failed"},
	{OPTION("since", READ, 0), .value = "DATE", .max = 1, .read = ratings_read_since,
		.help = "leave out games that began before this day or time in UTC: 2024-05-31, or \"2024-05-31 18:30\""},
	{OPTION("game", TEXT, RATINGS_AT(game)), .value = "GAME",
		.help = "rate all tournaments of this game, unless --tournament names one"},
	{OPTION("players", NUMBER, RATINGS_AT(seats)), .value = "N", .min = 2, .max = SEATS_MAX,
		.help = "rate all tournaments of this many players, unless --tournament names one"},
	{OPTION("from", TEXT, RATINGS_AT(from)), .value = "FILE.csv",
		.help = "read results of other programs, with the columns first,second,score_first or game,seat,player,place"},
	{.name = NULL},
};

const struct command command_ratings = {
	.name = "ratings",
	.group = COMMAND_RESULTS,
	.summary = "Rate the bots, with the errors of the ratings",
	.about =
		"Prints one line for each bot, best first: its possible ranks, its rating with the 95 % interval, and the probability that it is stronger than the next bot. "
		"All games are fitted at once: Bradley-Terry for two seats, where a draw is half a win each, and Plackett-Luce on ranks for more. "
		"A difference of 400 Elo means odds of 10 to 1; the mean of connected bots is 0. "
		"A forfeit counts with its rank. "
		"--tournament all rates all games of the database.",
	.options = {.groups = {{.rows = ratings_rows}, QUERY_GAMES_GROUP(RATINGS_AT(r)),
			    QUERY_GROUP(RATINGS_AT(r))}},
	.examples = (const char *const[]){"# Rate the bots of the newest tournament.",
		"referee ratings --db cup.db",
		"# Rate all bots by their games of Connect Four since a day.",
		"referee ratings --db cup.db --game connect4 --since 2026-10-01", NULL},
	.run = ratings_run,
};
