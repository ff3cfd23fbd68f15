/*
 * read-games.c - referee games: one line for each game, all or some.
 */
#include "referee/commands/read.h"

#include <stdlib.h>
#include <string.h>

/* Where the query games has them. */
enum { GAMES_ROUND = 1, GAMES_PLAYERS = 2 };

struct games_filter {
	const char *bot, *round; /* NULL: any */
};

/* Is bot one of the players, "a - b - c"? Names have no blanks. */
static bool games_seats(const char *players, const char *bot)
{
	size_t length = strlen(bot);
	for (;;) {
		size_t name = strcspn(players, " ");
		if (name == length && memcmp(players, bot, length) == 0)
			return true;
		if (players[name] == '\0')
			return false;
		players += name + strspn(players + name, " -");
	}
}

static bool games_keep(void *arg, const struct db_value *values)
{
	const struct games_filter *f = arg;
	return (f->bot == NULL || games_seats(values[GAMES_PLAYERS].text, f->bot)) &&
	       (f->round == NULL || strcmp(values[GAMES_ROUND].text, f->round) == 0);
}

static int games_run(int argc, char **argv)
{
	struct read r;
	struct games_filter filter = {NULL, NULL};
	const struct read_flag flags[] = {
		{"bot", &filter.bot}, {"round", &filter.round}, {NULL, NULL}};
	int status, rest;
	if (!read_flags(&r, &command_games, argc, argv, flags, &rest, &status))
		return status;
	if (rest < argc)
		return read_usage(&r, "\"%s\" is too much: it takes flags alone", argv[rest]);
	if (filter.round != NULL && (*filter.round < '1' || *filter.round > '9'))
		return read_usage(&r, "--round %s: a round is a number from 1", filter.round);
	if (!read_open(&r, &status) || !read_find(&r, &status))
		return status;
	return read_close(&r, read_table(&r, "games", r.tournament, games_keep, &filter));
}

const struct command command_games = {"games", "one line for each game", "[FLAGS]",
	"One line for each game: its number for \"referee show\", who played in the order of "
	"their\n"
	"seats, the result, and how it ended.\n"
	"\n"
	"  --bot NAME            only games of this bot\n"
	"  --round N             only games of this round\n" READ_FLAGS_HELP,
	games_run};
