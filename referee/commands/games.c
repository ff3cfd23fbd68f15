/*
 * games.c - referee games: one line for each game, all or some.
 */
#include "referee/commands/query-command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/did-you-mean.h"

/* How a game ended for --bot, as the queries number it. */
static const char *const games_results[] = {"any", "won", "drawn", "lost", "fault"};
enum { GAMES_RESULTS = sizeof games_results / sizeof *games_results };

struct games_asked {
	const char *bot, *opponent, *round, *result, *last; /* NULL: not given */
	int64_t round_number, result_number, count;	    /* 0: any; count -1: all */
	bool replaced;					    /* those that were played again */
};

/* A flag's number, from 1. */
static bool games_number(
	const struct query *r, const char *flag, const char *text, int64_t *number, int *status)
{
	char *end;
	if (text == NULL)
		return true;
	errno = 0;
	*number = strtoll(text, &end, 10);
	if (errno == 0 && *text >= '1' && *text <= '9' && *end == '\0')
		return true;
	*status = query_usage(r, "--%s %s: %s is a number from 1", flag, text,
		strcmp(flag, "last") == 0 ? "how many" : "a round");
	return false;
}

static bool games_result(const struct query *r, struct games_asked *a, int *status)
{
	if (a->result == NULL)
		return true;
	for (int i = 1; i < GAMES_RESULTS; i++)
		if (strcmp(games_results[i], a->result) == 0)
			a->result_number = i;
	if (a->result_number > 0)
		return true;
	const char *meant = did_you_mean(a->result, games_results + 1, GAMES_RESULTS - 1);
	*status = query_usage(r, "--result %s: it is won, drawn, lost or fault%s%s%s", a->result,
		meant != NULL ? "; did you mean " : "", meant != NULL ? meant : "",
		meant != NULL ? "?" : "");
	return false;
}

/* Reads what was asked for; false: told. */
static bool games_read(const struct query *r, struct games_asked *a, int *status)
{
	a->count = -1;
	bool whose = a->result != NULL && strcmp(a->result, "fault") != 0;
	if (a->bot == NULL && (a->opponent != NULL || whose)) {
		*status = query_usage(r, "--%s wants --bot as well: whose %s?",
			a->opponent != NULL ? "opponent" : "result",
			a->opponent != NULL ? "opponent" : "result");
		return false;
	}
	return games_number(r, "round", a->round, &a->round_number, status) &&
	       games_number(r, "last", a->last, &a->count, status) && games_result(r, a, status);
}

/* The games of a bot. */
static int games_of_bot(struct query *r, const struct games_asked *a)
{
	int status;
	int64_t opponent = 0;
	if (a->opponent != NULL) {
		if (!query_bot(r, a->opponent, &status))
			return status;
		opponent = r->bot;
	}
	if (!query_bot(r, a->bot, &status))
		return status;
	const int64_t args[] = {
		r->tournament, r->bot, opponent, a->round_number, a->result_number, a->count};
	return query_close(r, query_query(r, r->programs == 1 ? "bot-games" : "name-games", args,
				      sizeof args / sizeof *args));
}

static int games_run(int argc, char **argv)
{
	struct query r;
	struct games_asked a = {NULL};
	const struct query_flag flags[] = {{"bot", &a.bot}, {"opponent", &a.opponent},
		{"result", &a.result}, {"round", &a.round}, {"last", &a.last},
		{"replaced", NULL, &a.replaced}, {NULL, NULL}};
	int status, rest;
	if (!query_flags(&r, &command_games, argc, argv, flags, &rest, &status))
		return status;
	if (rest < argc)
		return query_usage(&r, "\"%s\" is too much: it takes flags alone", argv[rest]);
	if (!games_read(&r, &a, &status))
		return status;
	if (a.replaced && (a.bot != NULL || a.result != NULL || a.round != NULL || a.last != NULL))
		return query_usage(&r, "--replaced lists all replaced games; without %s",
			a.bot != NULL	   ? "--bot"
			: a.result != NULL ? "--result"
			: a.round != NULL  ? "--round"
					   : "--last");
	if (!query_open(&r, &status) || !query_find(&r, &status))
		return status;
	if (a.replaced)
		return query_close(&r, query_query(&r, "replaced", &r.tournament, 1));
	if (a.bot != NULL)
		return games_of_bot(&r, &a);
	const int64_t args[] = {r.tournament, a.round_number, a.count, a.result_number};
	bool all = a.round == NULL && a.last == NULL && a.result == NULL;
	return query_close(&r, query_query(&r, all ? "games" : "some-games", args, all ? 1 : 4));
}

const struct command command_games = {"games", "one line for each game", "[FLAGS]",
	"One line for each game: its number for \"referee show\", who played in the order of their\n"
	"seats, the result, and how it ended.\n"
	"\n"
	"  --bot NAME            only games of this bot\n"
	"  --opponent NAME       and of these only those in which this one sat too\n"
	"  --result R            and that ended so for the bot: won, drawn, lost, fault; without\n"
	"                        --bot fault alone: games in which any bot failed\n"
	"  --round N             only games of this round\n"
	"  --last N              of all these the newest N\n"
	"  --replaced            instead those that were played again, which count no more: when,\n"
	"                        for which bot, and which game counts in their place\n" QUERY_FLAGS_HELP,
	games_run};
