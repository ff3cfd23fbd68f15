/*
 * complete-values.c - what the values of options and the arguments of commands can be: the words of
 * their own tables, and by the row here the names of games, tournaments, bots and files.
 */
#include "referee/commands/complete/complete.h"

#include <stdio.h>
#include <string.h>

#include "referee/commands/daemon-client.h"
#include "referee/config/config-flags.h"
#include "referee/schedule/schedule.h"
#include "referee/import-export/export.h"
#include "rules/rules.h"

enum { COMPLETE_VALUES_NAME = 32 };

/* An option or an argument whose value is completed. */
struct complete_values {
	const struct command *command;
	const struct complete_line *line;
	const struct candidates *c;
};

static void complete_values_offer(
	const struct complete_values *v, const char *option, const char *value);

/* Words that a type takes beside other texts. */
#define WORDS(...)                                                                                 \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}
static const struct complete_values_words {
	const struct value *type;
	const char *const *words;
} complete_values_also[] = {
	{&value_affinity, WORDS("auto", "yes", "no")},
	{&value_begins, WORDS("now", "when-here")},
	{&value_keep, WORDS("all")},
	{&value_limit, WORDS("none")},
	{&value_model, WORDS("logistic", "normalized")},
	{&value_openings, WORDS("none", "random:")},
	{&value_openings_start, WORDS("drawn")},
	{&value_prior, WORDS("none")},
	{&value_size, WORDS("none")},
	{&value_tc, WORDS("inf")},
};

static void complete_values_also_offer(const struct complete_values *v, const struct value *type)
{
	for (size_t i = 0; i < sizeof complete_values_also / sizeof *complete_values_also; i++)
		if (complete_values_also[i].type == type)
			candidates_offer_all(v->c, complete_values_also[i].words, "");
}

/* --- from tables ------------------------------------------------------------------------------ */

static void complete_values_rules(const struct complete_values *v)
{
	for (int i = 0; all_rules[i] != NULL; i++)
		candidates_offer(v->c, all_rules[i]->name, all_rules[i]->summary);
}

/* A game, or process: and the command of its rules. */
static void complete_values_game(const struct complete_values *v)
{
	const char *process = tournament_rules_command(v->c->typed);
	if (process == NULL) {
		complete_values_rules(v);
		candidates_offer(v->c, "process:", "a program has the rules: its command follows");
	} else {
		struct candidates command = candidates_after(v->c, (size_t)(process - v->c->typed));
		complete_program_text(&command);
	}
}

static void complete_values_format(const struct complete_values *v)
{
	for (int i = 0; all_schedules[i] != NULL; i++)
		candidates_offer(v->c, all_schedules[i]->name, all_schedules[i]->help);
}

static void complete_values_model(const struct complete_values *v)
{
	complete_values_also_offer(v, &value_model);
}

static void complete_values_export(const struct complete_values *v)
{
	for (const struct export_format *f = export_formats; f->name != NULL; f++)
		candidates_offer(v->c, f->name, f->help);
}

/* The game that the command line names. NULL: none, or its rules are a program. */
static const struct rules *complete_values_known_game(const struct complete_values *v)
{
	const char *game = complete_given(v->line, "game");
	if (game == NULL)
		game = complete_argument(v->line, 0);
	return game != NULL ? rules_find(game) : NULL;
}

/* Numbers of seats that the game can have. */
static void complete_values_players(const struct complete_values *v)
{
	const struct rules *rules = complete_values_known_game(v);
	for (int seats = 1; rules != NULL && seats <= SEATS_MAX; seats++) {
		char text[8];
		snprintf(text, sizeof text, "%d", seats);
		if (rules->seat_counts >> seats & 1)
			candidates_offer(v->c, text, "");
	}
}

/* KEY= of a parameter of the game. */
static void complete_values_parameter(const struct complete_values *v)
{
	char text[64];
	const struct rules *rules = complete_values_known_game(v);
	if (rules == NULL)
		return;
	for (const struct parameter *p = rules->parameters; p->name != NULL; p++) {
		snprintf(text, sizeof text, "%s=", p->name);
		candidates_offer(v->c, text, p->help);
	}
}

/* The same for the part behind the last comma. */
static struct candidates complete_values_last(const struct complete_values *v)
{
	const char *comma = strrchr(v->c->typed, ',');
	return candidates_after(v->c, comma != NULL ? (size_t)(comma + 1 - v->c->typed) : 0);
}

/* --- names ------------------------------------------------------------------------------------ */

/* The database and the tournament of the command line. */
static struct complete_place complete_values_place(const struct complete_values *v)
{
	return (struct complete_place){.path = complete_given(v->line, "db"),
		.tournament = complete_given(v->line, "tournament"),
		.socket = complete_given(v->line, "socket")};
}

static void complete_values_bot(const struct complete_values *v)
{
	const struct complete_place place = complete_values_place(v);
	complete_bots(&place, "a bot of the tournament", v->c);
}

/* NAME=ELO */
static void complete_values_anchor(const struct complete_values *v)
{
	if (strchr(v->c->typed, '=') == NULL)
		complete_values_bot(v);
}

static void complete_values_number(const struct complete_values *v)
{
	const struct complete_place place = complete_values_place(v);
	const struct candidates last = complete_values_last(v);
	complete_games(&place, &last);
}

/* A bot of the tournament's file. */
static void complete_values_file_bot(const struct complete_values *v)
{
	const char *path = complete_argument(v->line, 0);
	const struct candidates last = complete_values_last(v);
	if (path != NULL)
		complete_file_bots(path, &last);
}

static void complete_values_class_bot(const struct complete_values *v)
{
	const char *path = complete_given(v->line, "conf");
	complete_file_bots(path != NULL ? path : "class.conf", v->c);
}

/* --- files and programs ----------------------------------------------------------------------- */

/* TOKEN or @FILE */
static void complete_values_at_file(const struct complete_values *v)
{
	if (*v->c->typed != '@')
		return;
	struct candidates file = candidates_after(v->c, 1);
	candidates_ask(&file, COMPLETE_FILES);
}

static void complete_values_command(const struct complete_values *v)
{
	complete_program_text(v->c);
}

/* [NAME=]COMMAND */
static void complete_values_named_command(const struct complete_values *v)
{
	size_t name = strcspn(v->c->typed, "= \t/");
	struct candidates command = candidates_after(v->c, v->c->typed[name] == '=' ? name + 1 : 0);
	complete_program_text(&command);
}

/* GAME, and then SEAT=COMMAND for its seats */
static void complete_values_play(const struct complete_values *v)
{
	const char *game = complete_argument(v->line, 0);
	if (game == NULL) {
		complete_values_game(v);
	} else if (strchr(v->c->typed, '=') != NULL) {
		complete_values_named_command(v);
	} else {
		const struct rules *rules = rules_find(game);
		unsigned counts = rules != NULL ? rules->seat_counts >> 1 : 3;
		for (int seat = 1; counts != 0 && seat <= SEATS_MAX; seat++, counts >>= 1) {
			char text[8];
			snprintf(text, sizeof text, "%d=", seat);
			candidates_offer(v->c, text, "the command of a bot in this seat");
		}
	}
}

/* --- requests to a daemon ---------------------------------------------------------------------- */

static void complete_values_verb(const struct complete_values *v)
{
	for (const struct control_row *row = control_table; row->word != NULL; row++)
		if (row->help != NULL)
			candidates_offer(v->c, row->word, row->help);
}

/* The next word of the verb, by its name in the verb's row. */
static void complete_values_verb_word(const struct complete_values *v)
{
	struct error unused;
	char name[COMPLETE_VALUES_NAME];
	int before = 1;
	const struct control_row *row = control_find(complete_argument(v->line, 0), &unused);
	bool named, needed;
	const char *at = row != NULL ? daemon_client_words(row, &named, &needed) : "";
	while (complete_argument(v->line, before) != NULL)
		before++;
	for (; before > 1; before--) {
		at += strcspn(at, " ");
		at += strspn(at, " ");
	}
	at += strspn(at, "[");
	snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " ]"), at);
	complete_values_offer(v, NULL, name);
}

/* --- the rows --------------------------------------------------------------------------------- */

/* The first row that fits. An option is sought by its name and the name of its value, an argument
 * by its name as a value. NULL: any. */
static const struct complete_values_row {
	const char *command, *option, *value;
	void (*offer)(const struct complete_values *v);
	void (*names)(const struct complete_place *place, const struct candidates *c);
	const char *word, *ask; /* COMPLETE_FILES or other names of the shell */
} complete_values_rows[] = {
	{NULL, "bot", "NAME", complete_values_bot},
	{NULL, "opponent", NULL, complete_values_bot},
	{NULL, "anchor", NULL, complete_values_anchor},
	{NULL, "without-worker", NULL, .names = complete_workers},
	{"run", "replay", NULL, complete_values_file_bot},
	{"run", "only-bots", NULL, complete_values_file_bot},
	{"export", "game", NULL, complete_values_number},
	{NULL, "game", NULL, complete_values_rules},
	{NULL, "players", NULL, complete_values_players},
	{NULL, "db", NULL, .ask = COMPLETE_FILES},
	{NULL, "openings", NULL, .ask = COMPLETE_FILES},
	{NULL, "broker-ca", NULL, .ask = COMPLETE_FILES},
	{NULL, "broker-nkey", NULL, .ask = COMPLETE_FILES},
	{NULL, "build", "COMMAND", complete_values_command},
	{NULL, NULL, "ID|NAME", .names = complete_tournaments},
	{NULL, NULL, "FORMAT", complete_values_export},
	{NULL, NULL, "MODEL", complete_values_model},
	{NULL, NULL, "KEY=VALUE", complete_values_parameter},
	{NULL, NULL, "NAME=VALUE", complete_values_parameter},
	{NULL, NULL, "FILE", .ask = COMPLETE_FILES},
	{NULL, NULL, "FILE.csv", .ask = COMPLETE_FILES},
	{NULL, NULL, "FILE|none", .word = "none", .ask = COMPLETE_FILES},
	{NULL, NULL, "TOKEN|@FILE", complete_values_at_file},
	{NULL, NULL, "TEXT|@FILE", complete_values_at_file},
	{NULL, NULL, "PATH", .ask = COMPLETE_FILES},
	{NULL, NULL, "DIR", .ask = COMPLETE_FOLDERS},
	{NULL, NULL, "REPO", .ask = COMPLETE_FOLDERS},
	{NULL, NULL, "COMMAND", complete_values_command},
	{NULL, NULL, "[NAME=]COMMAND", complete_values_named_command},
	{NULL, NULL, "GAME|SEAT=COMMAND", complete_values_play},
	{NULL, NULL, "GAME|BOT", .names = complete_daemon_bots},
	{NULL, NULL, "BOT", complete_values_bot},
	{NULL, NULL, "OPPONENT", complete_values_bot},
	{"class init", NULL, "GAME", complete_values_game},
	{NULL, NULL, "GAME", complete_values_number},
	{NULL, NULL, "GAME|FILE", complete_values_number, .ask = COMPLETE_FILES},
	{"class check", NULL, "NAME", complete_values_class_bot},
	{"check", NULL, "NAME", complete_values_file_bot},
	{"ctl", "tournament", NULL, .names = complete_daemon_tournaments},
	{"ctl", NULL, "NAME", .names = complete_daemon_bots},
	{"ctl", NULL, "NAME=COMMAND", complete_values_named_command},
	{"ctl", NULL, "VERB", complete_values_verb},
	{"ctl", NULL, "WORD", complete_values_verb_word},
};

static void complete_values_offer(
	const struct complete_values *v, const char *option, const char *value)
{
	const struct complete_place place = complete_values_place(v);
	size_t count = sizeof complete_values_rows / sizeof *complete_values_rows;
	for (size_t i = 0; i < count; i++) {
		const struct complete_values_row *row = &complete_values_rows[i];
		if ((row->command == NULL || strcmp(row->command, v->command->name) == 0) &&
			(row->option == NULL ||
				(option != NULL && strcmp(row->option, option) == 0)) &&
			(row->value == NULL || strcmp(row->value, value) == 0)) {
			if (row->offer != NULL)
				row->offer(v);
			if (row->names != NULL)
				row->names(&place, v->c);
			if (row->word != NULL)
				candidates_offer(v->c, row->word, "");
			if (row->ask != NULL)
				candidates_ask(v->c, row->ask);
			return;
		}
	}
}

void complete_option(const struct command *command, const struct complete_line *line,
	const struct option_row *row, const struct candidates *c)
{
	const struct complete_values v = {command, line, c};
	const struct setting *setting = settings_of_option(row);
	if (setting != NULL) {
		for (int i = setting->value->words_first; i < setting->value->words_count; i++)
			candidates_offer(v.c, setting->value->words[i], "");
		complete_values_also_offer(&v, setting->value);
		if (setting->value == &value_game)
			complete_values_game(&v);
		if (setting->value == &value_format)
			complete_values_format(&v);
	}
	if (row->kind == OPTION_CHOICE)
		candidates_offer_all(c, row->choices, "");
	else if (setting == NULL ||
		 (setting->value != &value_game && setting->value != &value_format))
		complete_values_offer(&v, row->name, row->value);
}

void complete_word(const struct command *command, const struct complete_line *line,
	const char *argument, const struct candidates *c)
{
	const struct complete_values v = {command, line, c};
	complete_values_offer(&v, NULL, argument);
}
