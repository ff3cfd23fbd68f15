/*
 * games.c - `referee games`: prints one line for each game, of all or some games.
 */
#include "referee/commands/query-command.h"

#include <stddef.h>
#include <string.h>

/* The result of a game for --bot, by its number in the queries. */
static const char *const games_results[] = {"any", "won", "drawn", "lost", "fault", NULL};
enum { GAMES_ANY, GAMES_FAULT = 4 };

struct games_request {
	struct query query;
	const char *bot, *opponent; /* NULL: not given */
	int64_t round, last;	    /* 0: any; -1: all */
	int result;
	bool replaced; /* games that were replaced */
};

/* Checks that the flags fit together. False: it was reported. */
static bool games_fit(const struct games_request *a)
{
	if (a->bot == NULL && a->result != GAMES_ANY && a->result != GAMES_FAULT)
		return command_report(
			&command_games, "--result %s goes with --bot", games_results[a->result]);
	if (a->replaced &&
		(a->bot != NULL || a->result != GAMES_ANY || a->round > 0 || a->last > 0))
		return command_report(&command_games,
			"--replaced: it lists all replaced games; leave out --bot, --result, --round and --last");
	return true;
}

/* Prints the games of a bot. */
static int games_of_bot(struct games_request *a)
{
	struct query *r = &a->query;
	int status;
	int64_t opponent = 0;
	if (a->opponent != NULL) {
		if (!query_bot(r, a->opponent, &status))
			return status;
		opponent = r->bot;
	}
	if (!query_bot(r, a->bot, &status))
		return status;
	const int64_t args[] = {r->tournament, r->bot, opponent, a->round, a->result, a->last};
	return query_close(r, query_table(r, r->programs == 1 ? "bot-games" : "name-games", args,
				      sizeof args / sizeof *args));
}

/* Was a game of the round played? If not, *status is set. */
static bool games_know_round(struct games_request *a, int *status)
{
	struct query *r = &a->query;
	struct db_query q;
	bool found = true;
	int error = DB_OK;
	if (a->round != 0) {
		db_query(&q, r->db, "some-games", r->tournament, a->round, 1, GAMES_ANY);
		found = db_next(&q);
		error = db_end(&q);
	}
	if (error != DB_OK || !found)
		*status = query_close(r, error);
	if (error == DB_OK && !found)
		*status = command_misused(&command_games,
			"there is no game of round %lld in this tournament", (long long)a->round);
	return error == DB_OK && found;
}

static int games_run(int argc, char **argv)
{
	struct games_request a = {.last = -1};
	struct query *r = &a.query;
	int status = EXIT_USAGE;
	if (!query_read(&command_games, r, &a, argc, argv, &status) || !games_fit(&a) ||
		!query_open(r, &status) || !query_find(r, &status) ||
		!games_know_round(&a, &status))
		return status;
	if (a.replaced)
		return query_close(r, query_table(r, "replaced", &r->tournament, 1));
	if (a.bot != NULL)
		return games_of_bot(&a);
	const int64_t args[] = {r->tournament, a.round, a.last, a.result};
	bool all = a.round == 0 && a.last < 0 && a.result == GAMES_ANY;
	return query_close(r, query_table(r, all ? "games" : "some-games", args, all ? 1 : 4));
}

/* Explains a result that is written as a flag. For struct option_group. */
static bool games_explain(const char *flag, char *line, size_t size)
{
	static const struct {
		const char *flag, *result;
	} words[] = {{"--won", "won"}, {"--wins", "won"}, {"--drawn", "drawn"},
		{"--draws", "drawn"}, {"--lost", "lost"}, {"--losses", "lost"},
		{"--fault", "fault"}, {"--faults", "fault"}};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(flag, words[i].flag) == 0) {
			snprintf(line, size, "unknown flag %s; write %s--result %s", flag,
				strcmp(words[i].result, "fault") == 0 ? "" : "--bot NAME ",
				words[i].result);
			return true;
		}
	return false;
}

#define GAMES_AT(member) offsetof(struct games_request, member)

static const struct option_row games_options[] = {
	{OPTION("bot", TEXT, GAMES_AT(bot)), .value = "NAME",
		.help = "list only games of this bot"},
	{OPTION("opponent", TEXT, GAMES_AT(opponent)), .value = "NAME", .needs = "bot",
		.help = "list only games in which this bot took part too"},
	{OPTION("result", CHOICE, GAMES_AT(result)), .value = "RESULT", .choices = games_results,
		.preset = "any",
		.help = "list only games with this result for the bot: won, drawn, lost or fault; without --bot, fault lists the games in which any bot failed"},
	{OPTION("round", NUMBER, GAMES_AT(round)), .value = "N", .min = 1, .max = INT64_MAX,
		.help = "list only games of this round"},
	{OPTION("last", NUMBER, GAMES_AT(last)), .value = "N", .min = 1, .max = INT64_MAX,
		.help = "list only the newest N of these games"},
	{OPTION("replaced", SWITCH, GAMES_AT(replaced)),
		.help = "list the games that no longer count, since they were played again: the time, the bot that was replaced, and the game that counts instead"},
	{.name = NULL},
};

const struct command command_games = {
	.name = "games",
	.group = COMMAND_RESULTS,
	.summary = "List the games, one line each",
	.about =
		"Prints for each game its number for `referee show`, its players in the order of their seats, the result, and how it ended.",
	.options = {.groups = {{.rows = games_options, .explain = games_explain},
			    QUERY_GAMES_GROUP(GAMES_AT(query)), QUERY_GROUP(GAMES_AT(query))}},
	.examples = (const char *const[]){"# List the games that a bot lost.",
		"referee games --db cup.db --bot ann --result lost", "# List the ten newest games.",
		"referee games --db cup.db --last 10", NULL},
	.run = games_run,
};
