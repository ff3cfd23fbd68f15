/*
 * show.c - `referee show`: shows one game or position. This file reads the command line; the other
 * files show-*.c print.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/show.h"
#include "referee/base/escape.h"
#include "referee/base/json.h"
#include "referee/base/memory.h"

static const char *const show_columns[SHOW_TEXTS] = {"tournament", "tournament_name", "rules",
	"seats", "round", "opening", "result", "reason", "started", "seconds", "seed", "final",
	"sandbox", "definition"};

static bool show_game(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct show *s = arg;
	for (int i = 0; i < SHOW_TEXTS; i++) {
		const char *text = db_column(columns, names, values, show_columns[i])->text;
		s->texts[i] = escape_text(text != NULL ? text : "", true);
	}
	return false;
}

/* A row of the query replaced-game. */
static bool show_replaced(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	enum { TOURNAMENT, REPLACED, REPLAY, COUNTS };
	struct show *s = arg;
	char *bot = escape_text(values[REPLAY].text, false);
	(void)columns, (void)names;
	s->replaced =
		values[COUNTS].type == DB_NULL
			? memory_print(
				  "it counts no more, since %s UTC: games of %s are played again, this one not yet",
				  values[REPLACED].text, bot)
			: memory_print(
				  "it counts no more, since %s UTC: games of %s were played again, this one as game %s",
				  values[REPLACED].text, bot, values[COUNTS].text);
	free(bot);
	return false;
}

int show_find(struct show *s)
{
	return db_read(s->read.db, "game", &s->game, 1, show_game, s);
}

/* Finds a game that was replaced. From here on all queries are about replaced games. */
static int show_find_replaced(struct show *s)
{
	int error = db_read(s->read.db, "replaced-game", &s->game, 1, show_replaced, s);
	if (error == DB_OK && s->replaced != NULL)
		error = db_read_replaced(s->read.db);
	return error == DB_OK && s->replaced != NULL ? show_find(s) : error;
}

void show_forget(struct show *s)
{
	for (int i = 0; i < SHOW_TEXTS; i++)
		free(s->texts[i]);
	memset(s->texts, 0, sizeof s->texts);
	free(s->replaced);
	s->replaced = NULL;
	history_clear(&s->history);
	s->why[0] = '\0';
}

static int show_json(struct show *s)
{
	static const char *const parts[][2] = {{"{\"game\":", "game"},
		{",\"seats\":", "game-seats"}, {",\"moves\":", "game-moves"},
		{",\"info\":", "game-info"}};
	int error = DB_OK;
	for (size_t i = 0; i < sizeof parts / sizeof *parts && error == DB_OK; i++) {
		fputs(parts[i][0], stdout);
		error = query_table(&s->read, parts[i][1], s->game, NULL, NULL);
	}
	if (s->replaced != NULL) {
		fputs(",\"replaced\":", stdout);
		json_string(stdout, s->replaced);
	}
	puts("}");
	return error;
}

static int show_csv(struct show *s)
{
	return query_table(&s->read, "game-moves", s->game, NULL, NULL);
}

/* Shows the game as the command line asks. */
static int show_as_asked(struct show *s)
{
	static int (*const formats[])(struct show * s) = {
		[TEXT_TABLE_TEXT] = show_text,
		[TEXT_TABLE_CSV] = show_csv,
		[TEXT_TABLE_JSON] = show_json,
	};
	return s->explain ? show_why(s) : formats[s->read.format](s);
}

/* Reads --ply, the number of turns to show; without it all. */
static bool show_read_ply(struct show *s)
{
	s->count = s->history.count;
	if (s->ply < 0)
		return true;
	long plies = history_plies(&s->history, s->count);
	bool good = s->why[0] == '\0' && s->ply <= plies;
	if (good)
		s->count = history_turns(&s->history, (int)s->ply);
	else if (s->why[0] != '\0')
		command_misused(
			&command_show, "--ply: the game cannot be played again: %s", s->why);
	else
		command_misused(&command_show, "--ply \"%lld\": the game has plies 0 to %ld",
			(long long)s->ply, plies);
	return good;
}

/* Is the output text at a terminal? Then a person steps through the game with keys. */
static bool show_is_replay(const struct show *s)
{
	return s->read.format == TEXT_TABLE_TEXT && !s->explain && show_can_replay(s);
}

/* Finds the game; with --tournament it must belong to that tournament. */
static int show_found(struct show *s)
{
	struct query *r = &s->read;
	int status;
	if (r->which != NULL && !query_find(r, &status))
		return status;
	int error = show_find(s);
	if (error == DB_OK && s->texts[0] == NULL)
		error = show_find_replaced(s);
	if (error != DB_OK)
		return query_close(r, error);
	bool here = s->texts[0] != NULL &&
		    (r->which == NULL || atoll(s->texts[SHOW_TOURNAMENT]) == r->tournament);
	if (here && (error = show_load(s)) == DB_OK && !show_read_ply(s)) {
		query_close(r, DB_OK);
		return EXIT_USAGE;
	}
	if (here && error == DB_OK && (s->svg != NULL || show_is_replay(s))) {
		query_close(r, DB_OK);
		return s->svg != NULL ? show_picture(s) : show_replay(s);
	}
	if (here)
		return query_close(r, error == DB_OK ? show_as_asked(s) : error);
	query_close(r, DB_OK);
	return command_misused(&command_show,
		"there is no game %lld%s; \"referee games\" lists them", (long long)s->game,
		r->which != NULL ? " in this tournament" : "");
}

/* Shows a position or a record of the command line. */
static int show_without_database(struct show *s)
{
	int status;
	if (!show_make(s, &status))
		return status;
	if (!show_read_ply(s))
		return EXIT_USAGE;
	if (s->svg != NULL)
		return show_picture(s);
	if (s->read.format != TEXT_TABLE_TEXT)
		return command_misused(
			&command_show, "--json and --csv are for a database's games");
	return show_is_replay(s) ? show_replay(s) : show_text(s);
}

/* Shows a game of the database by its number. */
static int show_from_database(struct show *s)
{
	int status;
	if (!query_open(&s->read, &status))
		return status;
	return show_found(s);
}

static int show_asked(struct show *s)
{
	bool alone = s->rules != NULL || s->record != NULL || s->position != NULL ||
		     s->players != 0 || s->params.count > 0 || s->seed != 0;
	if (s->explain &&
		(alone || s->svg != NULL || s->ply >= 0 || s->read.format == TEXT_TABLE_CSV))
		return command_misused(
			&command_show, "--why is for a database's game, as text or with --json");
	if (alone && s->number == NULL)
		return show_without_database(s);
	if (alone)
		return command_misused(&command_show, "\"%s\" is too much: %s", s->number,
			s->record != NULL ? "--record is the game" : "--game is a position alone");
	if (s->number == NULL)
		return command_misused(
			&command_show, "which game? One number; `referee games` lists them");
	char *end;
	errno = 0;
	s->game = strtoll(s->number, &end, 10);
	if (errno != 0 || end == s->number || *end != '\0' || s->game < 1)
		return command_misused(&command_show,
			"\"%s\" is no game; `referee games` lists their numbers", s->number);
	return show_from_database(s);
}

static int show_run(int argc, char **argv)
{
	struct show *s = memory_get(1, sizeof *s);
	int status;
	s->ply = -1;
	if (query_read(&command_show, &s->read, s, argc, argv, &status))
		status = show_asked(s);
	show_forget(s);
	options_clear(&command_show.options, s);
	free(s);
	return status;
}

#define SHOW_AT(member) offsetof(struct show, member)

static const struct option_row show_options[] = {
	{.name = "why",
		.kind = OPTION_SWITCH,
		.at = SHOW_AT(explain),
		.help = "print of each bot that lost the game by a fault: what it was asked, what it said, its time, its limits, its end, the position, and the command that asks it the same again"},
	{.name = "plain",
		.kind = OPTION_SWITCH,
		.at = SHOW_AT(plain),
		.help = "print text, at a terminal too"},
	{.name = "ply",
		.value = "N",
		.kind = OPTION_NUMBER,
		.at = SHOW_AT(ply),
		.min = 0,
		.max = INT32_MAX,
		.help = "show the game as it was after N plies (0: at the start)"},
	{.name = "svg",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = SHOW_AT(svg),
		.help = "draw a picture of it instead; - is the standard output"},
	{.name = "record",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = SHOW_AT(record),
		.help = "show a game that `referee play` saved, instead of a database's"},
	{.name = NULL},
};

static const struct option_row show_position_options[] = {
	{.name = "game",
		.value = "NAME",
		.kind = OPTION_TEXT,
		.at = SHOW_AT(rules),
		.help = "show a position of this game instead of a database's game"},
	{.name = "position",
		.value = "P",
		.kind = OPTION_TEXT,
		.at = SHOW_AT(position),
		.preset = "the start",
		.help = "show this position"},
	{.name = "players",
		.value = "N",
		.kind = OPTION_NUMBER,
		.at = SHOW_AT(players),
		.min = 1,
		.max = SEATS_MAX,
		.preset = "the fewest it allows",
		.help = "take this many seats"},
	{.name = "param",
		.value = "KEY=VALUE",
		.kind = OPTION_LIST,
		.at = SHOW_AT(params),
		.max = PARAMETERS_MAX,
		.help = "set a parameter of the game (repeatable)"},
	{.name = "seed",
		.value = "N",
		.kind = OPTION_NUMBER,
		.at = SHOW_AT(seed),
		.min = 1,
		.max = INT64_MAX,
		.preset = "1",
		.help = "draw what the game draws with this random seed"},
	{.name = NULL},
};

static const char *const show_examples[] = {"referee show 17 --db cup.db", "referee show 17 --why",
	"referee show --game connect4 --position \"7/7/7/7/3y3/3r3 r 2\" --svg board.svg", NULL};

const struct command command_show = {
	.name = "show",
	.group = COMMAND_RESULTS,
	.summary = "Show one game: moves, times, board, and why it ended",
	.about =
		"Prints the players, every move with its time, and the board at the end; of a bot that failed, why it failed and the last that it wrote to stderr. "
		"With --csv it prints the moves alone. "
		"At a terminal, keys go through the game turn by turn; ? lists them.",
	.options = {.arguments = {{"GAME", ARGUMENT_OPTIONAL, SHOW_AT(number),
			    "the number of a game, as `referee games` lists it"}},
		.groups = {{.rows = show_options},
			{.title = "A position", .rows = show_position_options},
			QUERY_GROUP(SHOW_AT(read))}},
	.examples = show_examples,
	.run = show_run,
};
