/*
 * replay.c - `referee replay`: judges records again.
 *
 * A file may have several games; each begins with a line "game".
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/base/escape.h"
#include "referee/base/memory.h"
#include "referee/base/text-file.h"
#include "referee/game/rejudge.h"

extern const struct command command_replay;

struct replay {
	struct option_list files;
	const char *file;
	int line; /* line of the file before the game's first line */
	int games, differences;
	struct setup setup;
	struct rejudge *judge; /* owned */

	/* The current game. */
	struct history history;
	struct history_result said;
};

static void replay_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	struct replay *r = arg;
	int line = rejudge_record_line(&r->history, &r->said, m);
	char *text = rejudge_describe(m);
	r->differences++;
	if (line != 0)
		printf("%s:%d: %s\n", r->file, r->line + line, text);
	else
		printf("%s: %s\n", r->file, text);
	free(text);
}

/* "cup.record: connect4, ann - bob: 1-0, normal, 23 plies" */
static void replay_print(const struct replay *r)
{
	const struct history *h = &r->history;
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
	printf("%d plies\n", g->plies);
}

/* Judges the text of one game, and changes the text. False: it cannot be read, which was
 * reported. */
static bool replay_game(struct replay *r, char *text)
{
	struct error err;
	bool good = history_parse(&r->history, &r->setup, &r->said, text, &err);
	r->games++;
	if (!good) {
		int line = 0;
		const char *rest = err.text;
		if (sscanf(err.text, "line %d: ", &line) == 1)
			rest = strchr(err.text, ':') + 2;
		char *plain = escape_text(rest, false);
		command_report(&command_replay, "%s:%d: %s", r->file,
			r->line + (line > 0 ? line : 1), plain);
		free(plain);
	} else {
		rejudge_record(r->judge, &r->history, &r->said);
		if (r->judge->played)
			replay_print(r);
	}
	history_clear(&r->history);
	return good;
}

/* The line that begins the next game, or the end of the text. */
static char *replay_next(char *text)
{
	char *next = strstr(text + 1, "\ngame ");
	return next != NULL ? next + 1 : text + strlen(text);
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
		struct diagnostics mistakes = command_mistakes(&command_replay);
		diagnostics_add(&mistakes, (struct origin){r->file, line}, "%s", err.text);
		return false;
	}
	r->line = 0;
	for (char *at = text, *next; good && (at == text || *at != '\0'); at = next) {
		next = replay_next(at);
		int lines = replay_lines(at, next);
		char *game = memory_print("%.*s", (int)(next - at), at);
		good = replay_game(r, game);
		r->line += lines;
		free(game);
	}
	free(text);
	return good;
}

static int replay_run(int argc, char **argv)
{
	struct replay *r = memory_get(1, sizeof *r);
	struct error err;
	int status;
	r->judge = rejudge_create(&(struct rejudge_terms){.endings = REJUDGE_ALLOWED}, &err);
	r->judge->mismatch = replay_on_mismatch;
	r->judge->arg = r;
	if (command_read(&command_replay, r, argc, argv, &status)) {
		bool good = true;
		for (int i = 0; i < r->files.count; i++)
			good &= replay_file(r, r->files.all[i]);
		status = !good ? EXIT_FILE : r->differences > 0 ? EXIT_FAULTS : EXIT_SUCCESS;
	}
	rejudge_free(r->judge);
	options_clear(&command_replay.options, r);
	free(r);
	return status;
}

const struct command command_replay = {
	.name = "replay",
	.group = COMMAND_DATA,
	.summary = "Judge the record of a game again",
	.about =
		"Plays each record again by the rules, prints its result, and lists where the record differs: moves, reason of the end, ranks. "
		"Records are the files that `referee play` saves and `referee export record` writes; a file may hold several. "
		"`referee show --record FILE` shows one.",
	.options = {.arguments = {{"FILE", ARGUMENT_SOME, offsetof(struct replay, files),
			    "a file of records; - is the standard input"}}},
	.notes =
		"Exit status: 0 no record differs; 1 a record differs; 2 usage; 3 a file cannot be read.",
	.run = replay_run,
};
