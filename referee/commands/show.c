/*
 * show.c - referee show: one game or position. What is asked for is read here; the other files
 * show-*.c show it.
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

/* One that counts no more: all that is read from here on is of such games. */
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

/* As the command line asks. */
static int show_as_asked(struct show *s)
{
	static int (*const formats[])(struct show * s) = {
		[TEXT_TABLE_TEXT] = show_text,
		[TEXT_TABLE_CSV] = show_csv,
		[TEXT_TABLE_JSON] = show_json,
	};
	return s->explain ? show_why(s) : formats[s->read.format](s);
}

/* --ply: a number from 0 to the last; without one all turns. */
static bool show_read_ply(struct show *s)
{
	char *end;
	s->count = s->history.count;
	if (s->ply == NULL)
		return true;
	errno = 0;
	long ply = strtol(s->ply, &end, 10), plies = history_plies(&s->history, s->count);
	bool good = s->why[0] == '\0' && errno == 0 && end != s->ply && *end == '\0' && ply >= 0 &&
		    ply <= plies;
	if (good)
		s->count = history_turns(&s->history, (int)ply);
	else if (s->why[0] != '\0')
		query_usage(&s->read, "--ply: the game cannot be played again: %s", s->why);
	else
		query_usage(&s->read, "--ply %s: the game has plies 0 to %ld", s->ply, plies);
	return good;
}

/* Text at a terminal is gone through with its keys. */
static bool show_is_replay(const struct show *s)
{
	return s->read.format == TEXT_TABLE_TEXT && !s->explain && show_can_replay(s);
}

/* Finds the game; with --tournament it must be one of its games. */
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
	return query_usage(r, "there is no game %lld%s; \"referee games\" lists them",
		(long long)s->game, r->which != NULL ? " in this tournament" : "");
}

/* A position or a record of the command line's. */
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
		return query_usage(&s->read, "--json and --csv are for a database's games");
	return show_is_replay(s) ? show_replay(s) : show_text(s);
}

static int show_from_database(struct show *s, const char *game)
{
	char *end;
	int status;
	errno = 0;
	s->game = strtoll(game, &end, 10);
	if (errno != 0 || end == game || *end != '\0' || s->game < 1)
		return query_usage(
			&s->read, "\"%s\" is no game; \"referee games\" lists their numbers", game);
	if (!query_open(&s->read, &status))
		return status;
	return show_found(s);
}

static int show_asked(struct show *s, int argc, char **argv)
{
	const struct query_flag flags[] = {
		{"svg", &s->svg},
		{"ply", &s->ply},
		{"plain", NULL, &s->plain},
		{"why", NULL, &s->explain},
		{"record", &s->record},
		{"game", &s->rules},
		{"players", &s->players},
		{"param", s->params, NULL, &s->params_count},
		{"position", &s->position},
		{"seed", &s->seed},
		{NULL},
	};
	int status, rest;
	if (!query_flags(&s->read, &command_show, argc, argv, flags, &rest, &status))
		return status;
	bool alone = s->rules != NULL || s->record != NULL || s->position != NULL ||
		     s->players != NULL || s->params_count > 0 || s->seed != NULL;
	if (s->params_count > PARAMETERS_MAX)
		return query_usage(&s->read, "no game has so many parameters");
	if (s->explain &&
		(alone || s->svg != NULL || s->ply != NULL || s->read.format == TEXT_TABLE_CSV))
		return query_usage(
			&s->read, "--why is for a database's game, as text or with --json");
	if (alone && rest == argc)
		return show_without_database(s);
	if (alone)
		return query_usage(&s->read, "\"%s\" is too much: %s", argv[rest],
			s->record != NULL ? "--record is the game" : "--game is a position alone");
	if (rest != argc - 1)
		return query_usage(
			&s->read, "which game? One number; \"referee games\" lists them");
	return show_from_database(s, argv[rest]);
}

static int show_run(int argc, char **argv)
{
	struct show *s = memory_get(1, sizeof *s);
	int status = show_asked(s, argc, argv);
	show_forget(s);
	free(s);
	return status;
}

const struct command command_show = {"show", "one game: moves, times, board, and why it ended",
	"[FLAGS] GAME | --record FILE | --game G --position P",
	"Who played, every move with its time, the board at the end; for a bot that failed, why,\n"
	"and the last it wrote to stderr. With --csv the moves alone. At a terminal the keys go\n"
	"through the game turn by turn; ? lists them.\n"
	"\n"
	"  --why                 of who lost it by a fault: what the bot was asked, what it said,\n"
	"                        its time, its limits, its end, the position, and the command\n"
	"                        that asks it the same once more\n"
	"  --plain               as text, at a terminal too\n"
	"  --ply N               as it was after N plies (0: at the start)\n"
	"  --svg FILE            a picture of it instead; - is the standard output\n"
	"  --record FILE         a game that `referee play` saved instead of a database's\n"
	"  --game G --position P a position instead, and with it --players N,\n"
	"                        --param KEY=VALUE (again and again), --seed N\n" QUERY_FLAGS_HELP,
	show_run};
