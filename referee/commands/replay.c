/*
 * replay.c - `referee replay`: judges records again.
 *
 * A file may have several games; each begins with a line "game".
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/base/escape.h"
#include "referee/base/memory.h"
#include "referee/base/text-file.h"
#include "referee/game/rejudge.h"

struct replay {
	const char *file;
	int line; /* line of the file before the game's first line */
	int games, differences;
	struct setup setup;
	struct rejudge *judge; /* owned */

	/* The current game. */
	struct history history;
	struct history_said said;
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
	char why[512];
	bool good = history_parse(&r->history, &r->setup, &r->said, text, why, sizeof why);
	r->games++;
	if (!good) {
		int line = 0;
		const char *rest = why;
		if (sscanf(why, "line %d: ", &line) == 1)
			rest = strchr(why, ':') + 2;
		char *plain = escape_text(rest, false);
		fprintf(stderr, "referee replay: %s:%d: %s\n", r->file,
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

/* Reads the standard input. NULL: it is too long or cannot be read. */
static char *replay_read_input(char *why, size_t room)
{
	size_t used = 0, size = 65536;
	char *text = memory_get(size, 1);
	for (size_t got; (got = fread(text + used, 1, size - used - 1, stdin)) > 0;) {
		used += got;
		if (used + 1 == size)
			text = memory_resize(text, size *= 2, 1);
		if (used > TEXT_FILE_MAX)
			break;
	}
	text[used] = '\0';
	if (ferror(stdin))
		snprintf(why, room, "cannot be read: %s", strerror(errno));
	else if (used > TEXT_FILE_MAX)
		snprintf(why, room, "has more than %d bytes, too many for records", TEXT_FILE_MAX);
	else if (strlen(text) != used)
		snprintf(why, room, "is no text: a NUL byte stands in it");
	else
		return text;
	free(text);
	return NULL;
}

/* Judges all games of a file. False: some cannot be read, which was reported. */
static bool replay_file(struct replay *r, const char *path)
{
	char why[256];
	int line = 0;
	bool input = strcmp(path, "-") == 0, good = true;
	char *text = input ? replay_read_input(why, sizeof why)
			   : text_file_read(path, TEXT_FILE_MAX, &line, why, sizeof why);
	r->file = input ? "standard input" : path;
	if (text == NULL) {
		fprintf(stderr, "referee replay: %s:", r->file);
		if (line > 0)
			fprintf(stderr, "%d:", line);
		fprintf(stderr, " %s\n", why);
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

struct replay_asked {
	struct option_list files;
};

extern const struct command command_replay;

static int replay_run(int argc, char **argv)
{
	struct replay_asked a = {.files = {NULL, 0}};
	struct replay *r = memory_get(1, sizeof *r);
	char why[256];
	int status;
	r->judge = rejudge_create(
		&(struct rejudge_terms){.endings = REJUDGE_ALLOWED}, why, sizeof why);
	r->judge->mismatch = replay_on_mismatch;
	r->judge->arg = r;
	if (command_read(&command_replay, &a, argc, argv, &status)) {
		bool good = true;
		for (int i = 0; i < a.files.count; i++)
			good &= replay_file(r, a.files.all[i]);
		status = !good ? EXIT_FILE : r->differences > 0 ? EXIT_FAULTS : EXIT_SUCCESS;
	}
	rejudge_free(r->judge);
	free(r);
	options_clear(&command_replay.options, &a);
	return status;
}

const struct command command_replay = {
	.name = "replay",
	.group = COMMAND_DATA,
	.summary = "Judge the record of a game again",
	.about =
		"Plays each record again by its rules, prints its result, and says where the record and the rules differ: moves, how it ended, where, the ranks. "
		"Records are the files that `referee play` saves and `referee export record` writes; a file may hold several. "
		"`referee show --record FILE` shows one.",
	.options = {.arguments = {{"FILE", ARGUMENT_SOME, offsetof(struct replay_asked, files),
			    "a file of records; - is the standard input"}}},
	.notes = "Exit status: 1 when something differs, 3 when a file cannot be read.",
	.run = replay_run,
};
