/*
 * read-standings.c - referee standings: who is where.
 */
#include "referee/commands/read.h"

static int standings_run(int argc, char **argv)
{
	return read_one_query(&command_standings, argc, argv, "standings");
}

const struct command command_standings = {"standings", "who is where", "[FLAGS]",
	"One line for each bot, best first: games, points (1 a win, 1/2 a draw), rating, and the\n"
	"games it lost by a fault of its own.\n"
	"\n" READ_FLAGS_HELP,
	standings_run};
