/*
 * read-standings.c - referee standings: who is where.
 */
#include "referee/commands/read.h"

static int standings_run(int argc, char **argv)
{
	struct read r;
	int status, rest;
	if (!read_flags(&r, &command_standings, argc, argv, NULL, &rest, &status))
		return status;
	if (rest < argc)
		return read_usage(&r, "\"%s\" is too much: it takes flags alone", argv[rest]);
	if (!read_open(&r, &status) || !read_find(&r, &status))
		return status;
	r.hidden = r.seats > 2 ? 0 : 1; /* the mean rank of two says what their points do */
	return read_close(&r, read_table(&r, "standings", r.tournament, NULL, NULL));
}

const struct command command_standings = {"standings", "who is where", "[FLAGS]",
	"One line for each bot, best first: games, those of them that its program took part in\n"
	"(played), points, rating, and the games it lost by a fault of its own. A bot that did "
	"not\n"
	"start, was absent or was benched did not take part. Of two seats a win is 1 point and a "
	"draw 1/2; of more, a game's points are the "
	"part\n"
	"of the others that the seat left behind, ties counting half, wins are games won alone, "
	"draws\n"
	"first places shared, and the mean rank is told. Seats that fail together earn nothing "
	"from\n"
	"each other: 0-0. Each seat of a bot counts as a game.\n"
	"\n" READ_FLAGS_HELP,
	standings_run};
