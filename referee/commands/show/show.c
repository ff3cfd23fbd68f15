/*
 * show.c - `referee show`: shows one game or position: reads the command line, finds the game, and
 * shows it for programs, as a picture, or turn by turn at a terminal. show-text.c and show-why.c
 * print it for people.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/show/show.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/memory.h"
#include "referee/board/game-sheet.h"
#include "referee/terminal/show-screen.h"
#include "referee/terminal/terminal.h"
#include "referee/report/assets.h"

/* Says of the game that it was replaced, from the row of the query replaced-game. */
static char *show_replaced(struct db_query *q)
{
	char *bot = escape_text(db_text(q, "replay"), false);
	char *text =
		db_is_null(q, "counts")
			? memory_print(
				  "it has not counted since %s UTC: games of %s are played again, this one not yet",
				  db_text(q, "replaced"), bot)
			: memory_print(
				  "it has not counted since %s UTC: games of %s were played again, this one as game %s",
				  db_text(q, "replaced"), bot, db_text(q, "counts"));
	free(bot);
	return text;
}

/* Finds a game that was replaced. From here on all queries are about replaced games. */
static int show_find_replaced(struct show *s)
{
	struct db_query q;
	db_query(&q, s->read.db, "replaced-game", s->g.game);
	if (db_next(&q))
		s->replaced = show_replaced(&q);
	int error = db_end(&q);
	if (error == DB_OK && s->replaced != NULL)
		error = db_read_replaced(s->read.db);
	return error == DB_OK && s->replaced != NULL ? stored_game_find(&s->g, s->read.db) : error;
}

static int show_json(struct show *s)
{
	static const char *const parts[][2] = {{"game", "game"}, {"seats", "game-seats"},
		{"moves", "game-moves"}, {"info", "game-info"}};
	struct json_writer j = {.out = stdout};
	int error = DB_OK;
	json_open(&j, NULL, '{');
	for (size_t i = 0; i < sizeof parts / sizeof *parts && error == DB_OK; i++) {
		json_key(&j, parts[i][0]);
		error = query_table(&s->read, parts[i][1], &s->g.game, 1);
	}
	if (s->replaced != NULL)
		json_text(&j, "replaced", s->replaced);
	puts("}");
	return error;
}

static int show_csv(struct show *s)
{
	return query_table(&s->read, "game-moves", &s->g.game, 1);
}

/* Shows the game as the command line asks. */
static int show_print(struct show *s)
{
	static int (*const formats[])(struct show * s) = {
		[TEXT_TABLE_TEXT] = show_text,
		[TEXT_TABLE_CSV] = show_csv,
		[TEXT_TABLE_JSON] = show_json,
	};
	return s->explain ? show_why(s) : formats[s->read.format](s);
}

/* --- a picture -------------------------------------------------------------------------------- */

static char *show_subtitle(const struct show *s)
{
	if (s->g.game == 0)
		return memory_copy(s->g.setup.rules->summary);
	const char *opening = s->g.texts[STORED_GAME_OPENING];
	return memory_print("Round %s, %s UTC%s%s", s->g.texts[STORED_GAME_ROUND],
		s->g.texts[STORED_GAME_STARTED], *opening != '\0' ? ", opening " : "", opening);
}

/* Writes the whole picture at once, so that a failure leaves no half of it. */
static int show_write(const struct show *s, const char *text, size_t length)
{
	bool standard = strcmp(s->svg, "-") == 0;
	FILE *file = standard ? stdout : fopen(s->svg, "w");
	bool good = file != NULL && fwrite(text, 1, length, file) == length;
	if (file != NULL && !standard)
		good = fclose(file) == 0 && good;
	if (good || standard) /* main() reports write errors of stdout */
		return EXIT_SUCCESS;
	command_report(&command_show, "%s cannot be written: %s", s->svg, strerror(errno));
	return file == NULL ? EXIT_USAGE : EXIT_BROKEN;
}

static int show_picture(struct show *s)
{
	struct error err;
	char *text = NULL, *title, *subtitle, *result = NULL;
	size_t length = 0;
	if (s->g.setup.rules == NULL || error_is_set(&s->g.err))
		return command_fail(&command_show, EXIT_FAULTS,
			"there is no picture of this game: %s", s->g.err.text);
	title = show_title(s);
	subtitle = show_subtitle(s);
	if (s->g.game > 0)
		result = memory_print("Result: %s, %s", s->g.texts[STORED_GAME_RESULT],
			s->g.texts[STORED_GAME_REASON]);
	const struct game_sheet sheet = {.title = title,
		.subtitle = subtitle,
		.moves = &s->g.moves,
		.count = s->count,
		.ranks = s->g.ranked ? s->g.ranks : NULL,
		.result = result,
		.css = page_board_css,
		.colours = page_style_css};
	FILE *out = memory_open(&text, &length);
	bool good = game_sheet_write(out, &sheet, &err);
	memory_close(out);
	int status = EXIT_BROKEN;
	if (good)
		status = show_write(s, text, length);
	else
		command_report(&command_show, "%s", err.text);
	free(text);
	free(title);
	free(subtitle);
	free(result);
	return status;
}

/* --- keys at a terminal ----------------------------------------------------------------------- */

static bool show_replay_draw(const struct show_screen *screen)
{
	int columns, rows;
	terminal_size(&columns, &rows);
	enum board_terminal_mode mode = play_draw_mode(1);
	char *text = show_screen_text(screen, mode, columns, rows);
	bool good = terminal_draw(text);
	free(text);
	return good;
}

/* Runs until the person quits. Returns the exit status. */
static int show_replay_loop(struct show_screen *screen)
{
	struct show_keys keys = {0};
	char bytes[64];
	int count = 0;
	while (!screen->quit && show_replay_draw(screen)) {
		enum terminal_event event = terminal_wait(bytes, sizeof bytes, &count);
		if (event == TERMINAL_SIGNAL)
			return 128 + count;
		if (event == TERMINAL_END)
			break;
		for (int i = 0; event == TERMINAL_BYTES && i < count && !screen->quit; i++)
			show_screen_key(screen, show_keys_take(&keys, (unsigned char)bytes[i]));
	}
	return EXIT_SUCCESS;
}

/* Can a person step through the game with keys on this terminal? */
static bool show_can_replay(const struct show *s)
{
	return !s->plain && s->read.format == TEXT_TABLE_TEXT && !s->explain &&
	       s->g.setup.rules != NULL && !error_is_set(&s->g.err) && s->g.moves.count > 0 &&
	       terminal_is_there();
}

static int show_replay(struct show *s)
{
	char *title = show_title(s);
	struct show_screen screen = {.moves = &s->g.moves,
		.title = title,
		.ranks = s->g.ranked ? s->g.ranks : NULL,
		.count = s->count};
	int status = EXIT_BROKEN;
	if (terminal_open()) {
		status = show_replay_loop(&screen);
		terminal_close();
	}
	free(title);
	return status;
}

/* --- the command line ------------------------------------------------------------------------- */

/* Reads --ply, the number of turns to show; without it all. */
static bool show_read_ply(struct show *s)
{
	s->count = s->g.moves.count;
	if (s->ply < 0)
		return true;
	long plies = move_list_plies(&s->g.moves, s->count);
	bool good = !error_is_set(&s->g.err) && s->ply <= plies;
	if (good)
		s->count = move_list_turns(&s->g.moves, (int)s->ply);
	else if (error_is_set(&s->g.err))
		command_misused(
			&command_show, "--ply: the game cannot be played again: %s", s->g.err.text);
	else
		command_misused(&command_show, "--ply \"%lld\": the game has plies 0 to %ld",
			(long long)s->ply, plies);
	return good;
}

/* Shows a game of the database; with --tournament it must belong to that tournament. */
static int show_from_database(struct show *s)
{
	struct query *r = &s->read;
	int status;
	if (!query_open(r, &status) || (r->which != NULL && !query_find(r, &status)))
		return status;
	int error = stored_game_find(&s->g, s->read.db);
	if (error == DB_OK && s->g.texts[0] == NULL)
		error = show_find_replaced(s);
	if (error != DB_OK)
		return query_close(r, error);
	bool here =
		s->g.texts[0] != NULL &&
		(r->which == NULL || atoll(s->g.texts[STORED_GAME_TOURNAMENT]) == r->tournament);
	if (here && (error = stored_game_load(&s->g, s->read.db)) == DB_OK && !show_read_ply(s)) {
		query_close(r, DB_OK);
		return EXIT_USAGE;
	}
	if (here && error == DB_OK && (s->svg != NULL || show_can_replay(s))) {
		query_close(r, DB_OK);
		return s->svg != NULL ? show_picture(s) : show_replay(s);
	}
	if (here)
		return query_close(r, error == DB_OK ? show_print(s) : error);
	query_close(r, DB_OK);
	return command_misused(&command_show, "there is no game %lld%s; `referee games` lists them",
		(long long)s->g.game, r->which != NULL ? " in this tournament" : "");
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
			&command_show, "--json and --csv: only a game of a database has them");
	return show_can_replay(s) ? show_replay(s) : show_text(s);
}

static int show_choose(struct show *s)
{
	bool alone = s->rules != NULL || s->record != NULL || s->position != NULL ||
		     s->players != 0 || s->params.count > 0 || s->seed != 0;
	if (s->explain &&
		(alone || s->svg != NULL || s->ply >= 0 || s->read.format == TEXT_TABLE_CSV))
		return command_misused(&command_show,
			"--why: only a game of a database has it, as text or with --json");
	if (alone && s->number == NULL)
		return show_without_database(s);
	if (alone)
		return command_misused(&command_show,
			"\"%s\": no number of a game is needed, since %s", s->number,
			s->record != NULL ? "--record names the game" : "--game shows a position");
	if (s->number == NULL)
		return command_misused(&command_show,
			"GAME is missing: the number of a game; `referee games` lists them");
	s->g.game = query_game_number(&command_show, s->number);
	return s->g.game != 0 ? show_from_database(s) : EXIT_USAGE;
}

static int show_run(int argc, char **argv)
{
	struct show *s = memory_get(1, sizeof *s);
	int status;
	s->ply = -1;
	if (query_read(&command_show, &s->read, s, argc, argv, &status))
		status = show_choose(s);
	stored_game_clear(&s->g);
	free(s->replaced);
	options_clear(&command_show.options, s);
	free(s);
	return status;
}

#define SHOW_AT(member) offsetof(struct show, member)

static const struct option_row show_options[] = {
	{OPTION("why", SWITCH, SHOW_AT(explain)),
		.help = "print for each bot that lost the game by a fault: the last question, its answer, its time, its limits, its end, the position, and the command that asks it the same again"},
	{OPTION("plain", SWITCH, SHOW_AT(plain)), .help = "print text, at a terminal too"},
	{OPTION("ply", NUMBER, SHOW_AT(ply)), .value = "N", .min = 0, .max = INT32_MAX,
		.help = "show the game as it was after N plies (0: at the start)"},
	{OPTION("svg", TEXT, SHOW_AT(svg)), .value = "FILE",
		.help = "draw a picture into this file instead; - is the standard output"},
	{OPTION("record", TEXT, SHOW_AT(record)), .value = "FILE",
		.help = "show a game that `referee play` saved, instead of one of a database"},
	{.name = NULL},
};

static const struct option_row show_position_options[] = {
	{OPTION("game", TEXT, SHOW_AT(rules)), .value = "NAME",
		.help = "show a position of this game instead of a game of a database"},
	{OPTION("position", TEXT, SHOW_AT(position)), .value = "P", .preset = "the start",
		.help = "show this position"},
	{OPTION("players", NUMBER, SHOW_AT(players)), .value = "N", .min = 1, .max = SEATS_MAX,
		.preset = "the fewest it allows", .help = "take this many seats"},
	{OPTION("param", LIST, SHOW_AT(params)), .value = "KEY=VALUE", .max = PARAMETERS_MAX,
		.help = "set a parameter of the game (repeatable)"},
	{OPTION("seed", NUMBER, SHOW_AT(seed)), .value = "N", .min = 1, .max = INT64_MAX,
		.preset = "1", .help = "use this random seed for the game's draws"},
	{.name = NULL},
};

const struct command command_show = {
	.name = "show",
	.group = COMMAND_RESULTS,
	.summary = "Show one game: moves, times, board, and the reason of its end",
	.about =
		"Prints the players, every move with its time, and the board at the end; for a bot that failed, also the reason and its last output to stderr. "
		"With --csv it prints the moves alone. "
		"At a terminal, keys go through the game turn by turn; ? lists them.",
	.options = {.arguments = {{"GAME", ARGUMENT_OPTIONAL, SHOW_AT(number),
			    "the number of a game, as `referee games` lists it"}},
		.groups = {{.rows = show_options},
			{.title = "A position", .rows = show_position_options},
			QUERY_GROUP(SHOW_AT(read))}},
	.examples = (const char *const[]){"# Show a game.", "referee show 17 --db cup.db",
		"# Show why a bot failed in it.", "referee show 17 --why",
		"# Draw a position in a file.",
		"referee show --game connect4 --position \"7/7/7/7/3y3/3r3 r 2\" --svg board.svg",
		NULL},
	.run = show_run,
};
