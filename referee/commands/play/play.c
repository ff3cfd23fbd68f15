/*
 * play.c - `referee play`: people and bots play at one board in the terminal. This file reads the
 * command line; play-game.c plays.
 */
#include "referee/terminal/play-game.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "base/text-file.h"
#include "referee/sandbox/sandbox.h"
#include "referee/config/config-flags.h"
#include "referee/config/settings.h"
#include "referee/prepare/tournament-rules.h"
#include "rules/process/rules-process.h"

enum { PLAY_PARAMETER_SHOWN = 40 };

static const char play_person[] = "person";	/* SEAT=person */
static const char play_a_person[] = "a person"; /* in a record */
static const char play_hint_command[] = "referee-bot --search pvs";
#define PLAY_HINT_TIME	 (1000 * MILLISECOND)
#define PLAY_HINT_MARGIN (5 * SECOND) /* a late hint costs no game */

/* The values of the command line. */
struct play_order {
	struct tournament settings; /* the game, its parameters, the bots' limits */
	struct settings_options options;
	struct option_list words; /* GAME, SEAT=COMMAND */
	const char *game;
	const char *commands[SEATS_MAX]; /* NULL: not given; play_person: a person */
	const char *hint, *position, *record, *resume;
	struct diagnostics mistakes;
};

/* --- the command line ----------------------------------------------------------------------- */

/* The settings of a tournament that `referee play` uses. */
static const enum setting_key play_settings[] = {SETTING_PARAM, SETTING_PLAYERS, SETTING_MOVETIME,
	SETTING_DEPTH, SETTING_NODES, SETTING_MARGIN, SETTING_STARTUP_TIMEOUT,
	SETTING_NEWGAME_TIMEOUT, SETTING_SANDBOX, SETTING_MEMORY, SETTING_PROCESSES, SETTING_SEED};

static bool play_setting(size_t number, struct option_row *row)
{
	bool any = number < sizeof play_settings / sizeof *play_settings;
	if (any)
		*row = settings_option_of(play_settings[number]);
	return any;
}

#define PLAY_AT(member) offsetof(struct play_order, member)

static const struct option_row play_options[] = {
	{OPTION("position", TEXT, PLAY_AT(position)), .value = "P",
		.help = "start from this position"},
	{OPTION("resume", TEXT, PLAY_AT(resume)), .value = "FILE",
		.help = "continue a saved record; give its bots again, each as SEAT=COMMAND"},
	{OPTION("record", TEXT, PLAY_AT(record)), .value = "FILE",
		.help = "save the game to this file at the end, however it ends"},
	{OPTION("hint", TEXT, PLAY_AT(hint)), .value = "COMMAND", .preset = play_hint_command,
		.help = "ask this bot for hints"},
	{.name = NULL},
};

/* Takes GAME or SEAT=COMMAND. */
static void play_read_word(struct play_order *o, const char *word)
{
	const char *equals = strchr(word, '=');
	char *shown = escape_text(word, false), *end;
	long seat = strtol(word, &end, 10);
	if (equals != NULL && end == equals && end != word && seat >= 1 && seat <= SEATS_MAX) {
		if (o->commands[seat - 1] != NULL)
			diagnostics_add(&o->mistakes, (struct origin){0},
				"seat %ld: it has two bots; give one", seat);
		o->commands[seat - 1] = equals + 1;
	} else if (equals != NULL) {
		diagnostics_add(&o->mistakes, (struct origin){0},
			"\"%s\": a bot is seated with SEAT=COMMAND, such as "
			"2=\"referee-bot --depth 6\"; seats are numbered from 1",
			shown);
	} else if (o->game != NULL) {
		diagnostics_add(&o->mistakes, (struct origin){0},
			"\"%s\" and \"%s\" are two games; give one. A command with arguments is one word in quotes: 2=\"python3 bot.py\"",
			o->game, shown);
	} else {
		o->game = word;
	}
	free(shown);
}

/* False: *status is the exit status. */
static bool play_read_arguments(struct play_order *o, int argc, char **argv, int *status)
{
	o->options = (struct settings_options){&o->settings, &o->mistakes};
	if (!command_read(&command_play, o, argc, argv, status))
		return false;
	*status = EXIT_USAGE;
	for (int i = 0; i < o->words.count; i++)
		play_read_word(o, o->words.all[i]);
	const struct tournament *t = &o->settings;
	if (o->resume != NULL &&
		(o->game != NULL || o->position != NULL || t->params_count > 0 || t->players != 0))
		diagnostics_add(&o->mistakes, (struct origin){0},
			"--resume: the record names its game; leave out GAME, --param, --players and --position");
	else if (o->resume == NULL && o->game == NULL)
		diagnostics_add(&o->mistakes, (struct origin){0},
			"GAME: it is missing, as in `referee play connect4`; `referee-bot --list` lists the games");
	if (o->mistakes.count == 0)
		*status = EXIT_SUCCESS;
	return o->mistakes.count == 0;
}

/* --- the game ------------------------------------------------------------------------------- */

/* Sets up the game of the command line. */
static bool play_read_game(struct play *p, struct play_order *o)
{
	struct tournament *t = &o->settings;
	const struct setting *row = &settings_of_tournament[SETTING_GAME];
	struct error err;
	if (!settings_set(t, row, o->game, (struct origin){row->flag, 0}, &o->mistakes))
		return false;
	if (!tournament_rules_open(t, &err) ||
		!setup_init(&p->setup, t->rules, t->players, t->seed,
			(const char *const *)t->params, t->params_count, &err)) {
		diagnostics_add(&o->mistakes, (struct origin){0}, "%s", err.text);
		return false;
	}
	if (o->position != NULL && strlen(o->position) >= POSITION_TEXT) {
		diagnostics_add(&o->mistakes, (struct origin){"--position", 0}, "it is too long");
		return false;
	}
	move_list_init(&p->moves, &p->setup, o->position != NULL ? o->position : "");
	if (move_list_replay(&p->moves, 0, &p->limits, &p->game, &err))
		return true;
	diagnostics_add(&o->mistakes, (struct origin){"--position", 0}, "%s", err.text);
	return false;
}

/* Sets up the game of --resume. */
static bool play_read_record(struct play *p, struct play_order *o)
{
	struct origin at = {o->resume, 0};
	struct error err;
	char *text = text_file_read(o->resume, TEXT_FILE_MAX, &at.line, &err);
	bool good =
		text != NULL && move_list_read(&p->moves, &p->setup, text, &err) &&
		(!rules_is_process(p->setup.rules) ||
			error_set(&err,
				"its rules are a program, which a record does not start; begin with --game and --position")) &&
		move_list_replay(&p->moves, p->moves.count, &p->limits, &p->game, &err);
	if (!good)
		diagnostics_add(&o->mistakes, at, "%s", err.text);
	free(text);
	return good;
}

/* A record names the bots that played, and starts none of them. */
static void play_check_resumed(const struct play *p, struct play_order *o)
{
	for (int i = 0; i < p->setup.seats; i++) {
		const char *name = p->moves.names[i];
		if (o->commands[i] != NULL || name == NULL || strcmp(name, play_a_person) == 0)
			continue;
		size_t size;
		char *words = NULL;
		FILE *out = memory_open(&words, &size);
		shell_words_quote(out, name);
		memory_close(out);
		char *shown = escape_text(words, false);
		diagnostics_add(&o->mistakes, (struct origin){o->resume, 0},
			"a bot played in seat %d; seat it again, as in %d=%s, or a person: %d=person",
			i + 1, i + 1, shown, i + 1);
		free(shown);
		free(words);
	}
}

static bool play_check_seats(const struct play *p, struct play_order *o)
{
	for (int i = p->setup.seats; i < SEATS_MAX; i++)
		if (o->commands[i] != NULL)
			diagnostics_add(&o->mistakes, (struct origin){0},
				"there is no seat %d: the game has %d; --players N changes that where the game allows it",
				i + 1, p->setup.seats);
	if (o->resume != NULL && game_to_move(&p->game) != 0)
		play_check_resumed(p, o);
	return o->mistakes.count == 0;
}

/* --- the bots ------------------------------------------------------------------------------- */

/* The command of the bot in the seat; NULL: a person. */
static const char *play_command(const struct play_order *o, int seat)
{
	const char *command = o->commands[seat - 1];
	return command != NULL && strcmp(command, play_person) != 0 ? command : NULL;
}

static struct play_bot *play_seat_bot(struct play *p, struct play_order *o, const char *flag,
	const char *command, const struct arbiter_config *config)
{
	struct error err;
	struct play_bot *b = play_bot_create(command, config, p->base, &err);
	if (b == NULL)
		diagnostics_add(&o->mistakes, (struct origin){flag, 0}, "%s", err.text);
	return b;
}

/* The command of the bot for hints, if none is given; owned. A house bot has to be
 * told the game's program, and chooses the search. */
static char *play_hint(const struct tournament *t)
{
	char *text = NULL;
	size_t size = 0;
	if (t->rules_program.command == NULL)
		return memory_copy(play_hint_command);
	FILE *out = memory_open(&text, &size);
	fputs("referee-bot --game ", out);
	shell_words_write(out, t->game);
	memory_close(out);
	return text;
}

static bool play_seat_bots(struct play *p, struct play_order *o)
{
	const struct tournament *t = &o->settings;
	struct arbiter_config config = {.rules = p->setup.rules,
		.players = p->setup.seats,
		.terms.limits = p->limits,
		.terms.sandbox = t->terms.sandbox,
		.terms.resources = t->terms.resources};
	for (int i = 0; i < p->setup.seats; i++) {
		char flag[24];
		snprintf(flag, sizeof flag, "seat %d", i + 1);
		const char *command = play_command(o, i + 1);
		if (command != NULL)
			p->bot[i] = play_seat_bot(p, o, flag, command, &config);
		if (o->commands[i] != NULL || p->moves.names[i] == NULL)
			move_list_name(&p->moves, i + 1, command != NULL ? command : play_a_person);
	}
	config.terms.limits =
		(struct limits){.movetime = PLAY_HINT_TIME, .margin = PLAY_HINT_MARGIN};
	if (o->hint == NULL)
		p->hint_command = play_hint(t);
	p->hint =
		play_seat_bot(p, o, "--hint", o->hint != NULL ? o->hint : p->hint_command, &config);
	return o->mistakes.count == 0;
}

static void play_greet(const struct play *p)
{
	const struct rules *rules = p->setup.rules;
	char *value = memory_get(PARAMETER_TEXT, 1);
	fprintf(p->out, "%s: %s\n", rules->name, rules->summary);
	for (int i = 0; rules->parameters[i].name != NULL; i++) {
		rules->parameter(&p->setup, i, value);
		bool cut = strlen(value) > PLAY_PARAMETER_SHOWN;
		fprintf(p->out, "  %s = %.*s%s\n", rules->parameters[i].name, PLAY_PARAMETER_SHOWN,
			value, cut ? "..." : "");
	}
	for (int i = 0; i < p->setup.seats; i++) {
		char *command = escape_text(p->bot[i] != NULL ? p->bot[i]->command : NULL, false);
		fputs("  ", p->out);
		board_terminal_seat(p->out, p->colour, &p->setup, i + 1);
		fprintf(p->out, "  %s\n", command != NULL ? command : play_a_person);
		free(command);
	}
	if (!play_is_unattended(p))
		fputs("\"help\" lists what can be typed.\n", p->out);
	free(value);
}

static bool play_seat(struct play *p, struct play_order *o)
{
	const struct tournament *t = &o->settings;
	p->limits = t->terms.limits;
	if (p->limits.movetime == 0 && p->limits.depth == 0 && p->limits.nodes == 0)
		p->limits.movetime = SECOND;
	p->seed = t->seed;
	p->record = o->record;
	bool read = o->resume != NULL ? play_read_record(p, o) : play_read_game(p, o);
	if (o->resume == NULL)
		p->moves.started = time_utc();
	return read && play_check_seats(p, o) && play_seat_bots(p, o);
}

static void play_begin(struct play *p)
{
	p->out = stdout;
	p->mode = play_draw_mode(STDOUT_FILENO);
	p->colour = p->mode == BOARD_TERMINAL_COLOURS;
	p->typed = isatty(STDIN_FILENO);
	p->shown = -1;
	signal(SIGPIPE, SIG_IGN);
	play_greet(p);
	play_loop(p);
	if (p->record != NULL && !play_save(p, p->record) && p->status == EXIT_SUCCESS)
		p->status = EXIT_FAULTS;
}

/* People need no sandbox; without a hint they can still play. */
static bool play_can_box(const struct play_order *o)
{
	const enum sandbox_level level = o->settings.terms.sandbox;
	struct error err;
	bool seated = false;
	for (int i = 0; i < SEATS_MAX; i++)
		seated |= play_command(o, i + 1) != NULL;
	sandbox_prepare();
	if (!seated || sandbox_can(level, &err))
		return true;
	command_report(&command_play, "sandbox = %s: %s", sandbox_level_names[level], err.text);
	return false;
}

static int play_run(int argc, char **argv)
{
	struct play *p = memory_get(1, sizeof *p);
	struct play_order order = {.mistakes = command_mistakes(&command_play)};
	tournament_init(&order.settings);
	/* for all kinds of files: epoll, the usual choice, does not support regular files */
	struct event_config *config = event_config_new();
	if (config != NULL && event_config_require_features(config, EV_FEATURE_FDS) == 0)
		p->base = event_base_new_with_config(config);
	if (config != NULL)
		event_config_free(config);
	if (p->base == NULL || !play_input_open(&p->input, p->base, STDIN_FILENO)) {
		command_report(&command_play, "fault of the referee: the event loop cannot start");
		p->status = EXIT_BROKEN;
	} else if (!play_read_arguments(&order, argc, argv, &p->status)) {
		; /* p->status has the exit status */
	} else if (!play_seat(p, &order)) {
		p->status = order.resume != NULL ? EXIT_FILE : EXIT_USAGE;
	} else if (!play_can_box(&order)) {
		p->status = EXIT_NO_BOT;
	} else {
		play_begin(p);
	}
	int status = p->status;
	for (int i = 0; i < SEATS_MAX; i++)
		play_bot_free(p->bot[i]);
	play_bot_free(p->hint);
	free(p->hint_command);
	move_list_clear(&p->moves);
	play_input_close(&p->input);
	if (p->base != NULL)
		event_base_free(p->base);
	tournament_clear(&order.settings);
	options_clear(&command_play.options, &order);
	free(p);
	return status;
}

const struct command command_play = {
	.name = "play",
	.group = COMMAND_PLAY,
	.summary = "Play against bots or other people, in the terminal",
	.about =
		"Each SEAT=COMMAND puts a bot into a seat; people play in the other seats, at this terminal. "
		"They type moves, or words that `help` lists: moves, board, undo, hint, save FILE, resign, quit. "
		"SEAT=person seats a person where a bot played in a record. "
		"Lines from a pipe are read as if they were typed. "
		"The limits hold for the bots alone; without a limit a bot has 1 s for a move.",
	.options = {.arguments = {{"GAME|SEAT=COMMAND", ARGUMENT_ANY, PLAY_AT(words),
			    "the game, and the bots by seat"}},
		.groups = {{.rows = play_options}, {.title = "Settings, as for run",
							   .row = play_setting,
							   .at = PLAY_AT(options),
							   .explain = settings_explain}}},
	.examples = (const char *const[]){"# Play Connect Four in seat 1 against a house bot.",
		"referee play connect4 2=\"referee-bot --search pvs\"", NULL},
	.run = play_run,
};
