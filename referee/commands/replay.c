/*
 * replay.c - judges records of games again, for `referee verify`.
 *
 * A file may have several games; each begins with a line "game".
 */
#include "referee/commands/replay.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "referee/prepare/tournament-rules.h"
#include "referee/game/rejudge.h"
#include "rules/process/rules-process.h"

struct replay {
	const struct command *command; /* borrowed: in messages */
	const char *rules_dir;	       /* where programs of rules are started; NULL: they are not */
	const char *file;
	int line; /* line of the file before the game's first line */
	int games, differences;
	struct setup setup;
	struct rejudge *judge; /* owned */

	/* The program of the rules of the games so far. */
	struct tournament rules;  /* of its game and folder alone */
	struct error no_rules;	  /* why it does not run; "": it runs */
	struct setup rules_setup; /* the game's setup, by it */
	bool noted;		  /* that it was not asked */

	/* The current game. */
	const char *text;
	struct move_list moves;
	struct move_list_result recorded;
};

static void replay_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	struct replay *r = arg;
	int line = rejudge_record_line(&r->moves, &r->recorded, m);
	char *text = rejudge_describe(m);
	r->differences++;
	if (line != 0)
		printf("%s:%d: %s\n", r->file, r->line + line, text);
	else
		printf("%s: %s\n", r->file, text);
	free(text);
}

/* --- rules that are a program ----------------------------------------------------------------- */

/* Reports a difference at the line with this number, from 0, of those that begin with word. */
static void replay_on_rules(struct replay *r, const char *word, int number, const char *why)
{
	int line = 1, found = -1;
	for (const char *at = r->text; at != NULL && *at != '\0'; line++) {
		found += strncmp(at, word, strlen(word)) == 0;
		if (found == number)
			break;
		at = strchr(at, '\n');
		at += at != NULL;
	}
	char *plain = escape_text(why, false);
	printf("%s:%d: %s\n", r->file, r->line + line, plain);
	free(plain);
	r->differences++;
}

/* Starts the program of the current game, unless it runs. False: it cannot be started. */
static bool replay_rules_open(struct replay *r)
{
	const struct move_list *h = &r->moves;
	struct tournament *t = &r->rules;
	char *game = memory_print("%s%s", RULES_PROCESS_SCHEME, h->program);
	struct error changed;
	if (t->game != NULL && strcmp(t->game, game) == 0) {
		free(game);
		return !error_is_set(&r->no_rules);
	}
	tournament_clear(t);
	tournament_init(t);
	tournament_set_game(t, game);
	t->rules_program.dir = memory_copy(r->rules_dir);
	snprintf(t->rules_digest, sizeof t->rules_digest, "%s", h->digest != NULL ? h->digest : "");
	error_clear(&r->no_rules);
	if (tournament_rules_open_stored(t, &changed, &r->no_rules) && error_is_set(&changed)) {
		char *plain = escape_text(changed.text, false);
		command_report(r->command, "%s:%d: %s", r->file, r->line + 1, plain);
		free(plain);
	}
	free(game);
	return !error_is_set(&r->no_rules);
}

/* Makes the setup of the game by the program, from the parameters that the record has. */
static bool replay_rules_setup(struct replay *r, struct error *err)
{
	const struct setup *recorded = r->moves.setup;
	const struct parameter *p = recorded->rules->parameters;
	char *texts[PARAMETERS_MAX], *value = memory_get(PARAMETER_TEXT, 1);
	int count = 0;
	for (; p[count].name != NULL; count++) {
		recorded->rules->parameter(recorded, count, value);
		texts[count] = memory_print("%s=%s", p[count].name, value);
	}
	bool good = setup_init(&r->rules_setup, r->rules.rules, recorded->seats, 0,
		(const char *const *)texts, count, err);
	while (count > 0)
		free(texts[--count]);
	free(value);
	return good;
}

/* Compares the answers of the record with those of the program, which judges the game from here on.
 * False: it cannot, which was reported. */
static bool replay_rules_ask(struct replay *r)
{
	struct move_list *h = &r->moves;
	struct error err;
	if (h->program == NULL) {
		replay_on_rules(
			r, "rules ", 0, "the record does not name the program of its rules");
		return false;
	}
	if (!replay_rules_open(r)) {
		replay_on_rules(r, "program ", 0, r->no_rules.text);
		return false;
	}
	const struct rules *rules = r->rules.rules;
	const char *fault = tournament_rules_fault(&r->rules);
	if (fault == NULL && !replay_rules_setup(r, &err))
		fault = err.text;
	if (fault != NULL) {
		replay_on_rules(r, "program ", 0, fault);
		return false;
	}
	if (strcmp(rules_process_description(h->setup->rules), rules_process_description(rules)) !=
		0)
		replay_on_rules(
			r, "describe ", 0, "the program describes the game differently now");
	int same = position_blocks_compare(&r->rules_setup, h->blocks.all, h->blocks.count, &err);
	if (same < h->blocks.count) {
		fault = tournament_rules_fault(&r->rules);
		char *why = memory_print("%s%s", fault != NULL ? "" : "an answer of the rules is ",
			fault != NULL ? fault : err.text);
		replay_on_rules(r, "question ", same, why);
		free(why);
	}
	h->setup = &r->rules_setup;
	return fault == NULL;
}

/* Are the rules those that judge the game? Says once which rules judge instead of a program. */
static bool replay_rules(struct replay *r)
{
	if (!rules_is_process(r->moves.setup->rules))
		return true;
	if (r->rules_dir != NULL)
		return replay_rules_ask(r);
	if (!r->noted)
		command_report(r->command,
			"%s: its rules are a program; the answers in the record judge it; --rules-dir DIR asks the program",
			r->file);
	r->noted = true;
	return true;
}

/* --- a game ----------------------------------------------------------------------------------- */

/* "cup.record: connect4, ann - bob: 1-0, normal, 23 plies" */
static void replay_print(const struct replay *r)
{
	const struct move_list *h = &r->moves;
	const struct game *g = &r->judge->game;
	int ranks[SEATS_MAX], seats = h->setup->seats;
	enum verdict verdicts[SEATS_MAX];
	char result[GAME_RESULT];
	game_ranks(g, ranks);
	for (int i = 0; i < seats; i++)
		verdicts[i] = g->seat[i].verdict;
	game_result(ranks, game_failed_together(ranks, verdicts, seats), seats, ' ', result);
	printf("%s: %s, ", r->file, h->setup->rules->name);
	for (int i = 0; i < seats; i++) {
		char *name = escape_text(h->names[i] != NULL ? h->names[i] : "?", false);
		printf("%s%s", i > 0 ? " - " : "", name);
		free(name);
	}
	fputs(": ", stdout);
	if (g->reason == NULL)
		printf("not over, ");
	else
		printf("%s, %s, ", result, g->reason);
	printf("%s\n", counted(g->plies, "ply").text);
}

/* Judges the text of one game, and changes the text. False: it cannot be read, which was
 * reported. */
static bool replay_game(struct replay *r, char *text)
{
	struct error err;
	bool good = move_list_parse(&r->moves, &r->setup, &r->recorded, text, &err);
	r->games++;
	if (!good) {
		int line = 0;
		const char *rest = err.text;
		if (sscanf(err.text, "line %d: ", &line) == 1)
			rest = strchr(err.text, ':') + 2;
		char *plain = escape_text(rest, false);
		command_report(
			r->command, "%s:%d: %s", r->file, r->line + (line > 0 ? line : 1), plain);
		free(plain);
	} else if (replay_rules(r)) {
		rejudge_record(r->judge, &r->moves, &r->recorded);
		if (r->judge->played)
			replay_print(r);
	}
	move_list_clear(&r->moves);
	return good;
}

static int replay_lines(const char *text, const char *end)
{
	int lines = 0;
	for (; text < end; text++)
		lines += *text == '\n';
	return lines;
}

/* Judges all games of a file. False: some cannot be read, which was reported. */
static bool replay_file(struct replay *r, const char *path)
{
	struct error err;
	int line = 0;
	bool good = true;
	char *text = text_file_read(path, TEXT_FILE_MAX, &line, &err);
	r->file = strcmp(path, "-") == 0 ? "standard input" : path;
	if (text == NULL) {
		struct diagnostics mistakes = command_mistakes(r->command);
		diagnostics_add(&mistakes, (struct origin){r->file, line}, "%s", err.text);
		return false;
	}
	r->line = 0;
	for (char *at = text, *next; good && (at == text || *at != '\0'); at = next) {
		next = strstr(at + 1, "\ngame "); /* the next game's first line */
		next = next != NULL ? next + 1 : at + strlen(at);
		int lines = replay_lines(at, next);
		char *game = memory_print("%.*s", (int)(next - at), at);
		r->text = at;
		good = replay_game(r, game);
		r->line += lines;
		free(game);
	}
	free(text);
	return good;
}

int replay_files(
	const struct command *command, const struct option_list *files, const char *rules_dir)
{
	struct replay *r = memory_get(1, sizeof *r);
	struct error err;
	bool good = true;
	r->command = command;
	r->rules_dir = rules_dir;
	r->judge = rejudge_create(&(struct rejudge_options){.endings = REJUDGE_ALLOWED}, &err);
	r->judge->mismatch = replay_on_mismatch;
	r->judge->arg = r;
	tournament_init(&r->rules);
	for (int i = 0; i < files->count; i++)
		good &= replay_file(r, files->all[i]);
	int status = !good ? EXIT_FILE : r->differences > 0 ? EXIT_FAULTS : EXIT_SUCCESS;
	rejudge_free(r->judge);
	tournament_clear(&r->rules);
	free(r);
	return status;
}
