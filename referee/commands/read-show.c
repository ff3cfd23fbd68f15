/*
 * read-show.c - referee show GAME: what a student reads whose bot lost. Who played, every move with
 * its time, the board at the end, and for whoever failed why, with the last it wrote to stderr.
 */
#include "referee/commands/read.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/escape.h"
#include "referee/ground/memory.h"
#include "rules/rules.h"

/* The columns of the query game-seats; people see those before SHOW_DETAIL in the table. */
enum { SHOW_SEAT, SHOW_BOT, SHOW_VERDICT = 4, SHOW_DETAIL = 8, SHOW_STDERR };

/* The columns of the query game that are told in words. */
enum show_text {
	SHOW_TOURNAMENT,
	SHOW_NAME,
	SHOW_RULES,
	SHOW_SEATS,
	SHOW_ROUND,
	SHOW_OPENING,
	SHOW_RESULT,
	SHOW_REASON,
	SHOW_STARTED,
	SHOW_SECONDS,
	SHOW_SEED,
	SHOW_FINAL,
	SHOW_SANDBOX,
	SHOW_DEFINITION,
	SHOW_TEXTS
};

static const char *const show_columns[SHOW_TEXTS] = {"tournament", "tournament_name", "rules",
	"seats", "round", "opening", "result", "reason", "started", "seconds", "seed", "final",
	"sandbox", "definition"};

struct show {
	struct read read;
	int64_t game;
	char *texts[SHOW_TEXTS]; /* owned; NULL: there is no such game */
	struct table *seats;
};

static bool show_game(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct show *s = arg;
	for (int text = 0; text < SHOW_TEXTS; text++)
		for (int i = 0; i < columns; i++)
			if (strcmp(names[i], show_columns[text]) == 0)
				s->texts[text] = escape_text(
					values[i].text != NULL ? values[i].text : "", true);
	for (int text = 0; text < SHOW_TEXTS; text++)
		assert(s->texts[text] != NULL);
	return false;
}

/* The database keeps all 64 bits, as a signed number. */
static uint64_t show_seed(const struct show *s)
{
	return (uint64_t)strtoll(s->texts[SHOW_SEED], NULL, 10);
}

static void show_head(const struct show *s)
{
	printf("Game %lld of \"%s\": %s, round %s\n", (long long)s->game, s->texts[SHOW_NAME],
		s->texts[SHOW_RULES], s->texts[SHOW_ROUND]);
	printf("%s UTC, %s s, seed %llu, sandbox %s\n", s->texts[SHOW_STARTED],
		s->texts[SHOW_SECONDS], (unsigned long long)show_seed(s), s->texts[SHOW_SANDBOX]);
	if (s->texts[SHOW_OPENING][0] != '\0')
		printf("Opening: %s\n", s->texts[SHOW_OPENING]);
	printf("Result: %s, %s\n\n", s->texts[SHOW_RESULT], s->texts[SHOW_REASON]);
}

static void show_seat_names(void *arg, int columns, const char *const *names)
{
	struct show *s = arg;
	assert(columns > SHOW_STDERR);
	s->seats = table_create(TABLE_TEXT, stdout, names, SHOW_DETAIL);
}

static bool show_seat(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct show *s = arg;
	struct table_cell cells[SHOW_DETAIL];
	(void)columns, (void)names;
	for (int i = 0; i < SHOW_DETAIL; i++)
		cells[i] = read_cell(&values[i]);
	table_row(s->seats, cells);
	return true;
}

/* Every line indented, so that it is clear where a bot's words end. */
static void show_indented(const char *text)
{
	char *escaped = escape_text(text, true);
	for (char *line = escaped; *line != '\0';) {
		int length = (int)strcspn(line, "\n");
		printf("    | %.*s\n", length, line);
		line += length + (line[length] == '\n');
	}
	free(escaped);
}

/* Why it ended like this for a seat, where there is something to say. */
static bool show_why(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	(void)arg, (void)columns, (void)names;
	bool fine = strcmp(values[SHOW_VERDICT].text, "ok") == 0;
	const char *detail = values[SHOW_DETAIL].text, *errors = values[SHOW_STDERR].text;
	bool wrote = errors != NULL && errors[0] != '\0';
	if (fine && detail == NULL && !wrote)
		return true;
	char *bot = escape_text(values[SHOW_BOT].text, false);
	char *why = escape_text(detail, false);
	printf("\nSeat %s, %s: %s%s%s\n", values[SHOW_SEAT].text, bot, values[SHOW_VERDICT].text,
		why != NULL ? ", " : "", why != NULL ? why : "");
	if (wrote) {
		puts("  The last it wrote to stderr:");
		show_indented(errors);
	} else if (!fine) {
		puts("  It wrote nothing to stderr.");
	}
	free(bot);
	free(why);
	return true;
}

/* Cuts "param = rows=6 columns=7" out of the definition's lines. Returns how many. */
static int show_parameters(char *definition, const char **settings)
{
	static const char key[] = "param = ";
	int count = 0;
	char *line = strncmp(definition, key, strlen(key)) == 0 ? definition
								: strstr(definition, "\nparam = ");
	if (line == NULL)
		return 0;
	line = strstr(line, key) + strlen(key);
	line[strcspn(line, "\n")] = '\0';
	for (char *word = strtok(line, " "); word != NULL && count < PARAMETERS_MAX;
		word = strtok(NULL, " "))
		if (strchr(word, '=') != NULL)
			settings[count++] = word;
	return count;
}

/* The board at the end, by the rules of today: what they cannot draw stays a position string. */
static void show_board(struct show *s)
{
	struct setup setup;
	struct position position = {{0}};
	char why[256], board[BOARD_TEXT];
	const char *settings[PARAMETERS_MAX];
	const struct rules *rules = rules_find(s->texts[SHOW_RULES]);
	int count = show_parameters(s->texts[SHOW_DEFINITION], settings);

	printf("\nAt the end: %s\n", s->texts[SHOW_FINAL]);
	if (rules == NULL ||
		!setup_init(&setup, rules, atoi(s->texts[SHOW_SEATS]), show_seed(s), settings,
			count, why, sizeof why) ||
		!rules->read(&setup, &position, s->texts[SHOW_FINAL], why, sizeof why))
		return;
	rules->board(&setup, &position, board);
	printf("\n%s", board);
}

static int show_text(struct show *s)
{
	struct db *db = s->read.db;
	show_head(s);
	int error = db_columns(db, "game-seats", show_seat_names, s);
	if (error == DB_OK)
		error = db_read(db, "game-seats", &s->game, 1, show_seat, s);
	table_free(s->seats);
	if (error != DB_OK)
		return error;
	putchar('\n');
	error = read_table(&s->read, "game-moves", s->game, NULL, NULL);
	show_board(s);
	if (error == DB_OK)
		error = db_read(db, "game-seats", &s->game, 1, show_why, s);
	return error;
}

static int show_json(struct show *s)
{
	static const char *const parts[][2] = {{"{\"game\":", "game"},
		{",\"seats\":", "game-seats"}, {",\"moves\":", "game-moves"}};
	int error = DB_OK;
	for (size_t i = 0; i < sizeof parts / sizeof *parts && error == DB_OK; i++) {
		fputs(parts[i][0], stdout);
		error = read_table(&s->read, parts[i][1], s->game, NULL, NULL);
	}
	puts("}");
	return error;
}

static int show_csv(struct show *s)
{
	return read_table(&s->read, "game-moves", s->game, NULL, NULL);
}

static int (*const show_formats[])(struct show *s) = {
	[TABLE_TEXT] = show_text,
	[TABLE_CSV] = show_csv,
	[TABLE_JSON] = show_json,
};

/* Finds the game; with --tournament it must be one of its games. */
static int show_found(struct show *s)
{
	struct read *r = &s->read;
	int status;
	if (r->which != NULL && !read_find(r, &status))
		return status;
	int error = db_read(r->db, "game", &s->game, 1, show_game, s);
	if (error != DB_OK)
		return read_close(r, error);
	bool here = s->texts[0] != NULL &&
		    (r->which == NULL || atoll(s->texts[SHOW_TOURNAMENT]) == r->tournament);
	if (here)
		return read_close(r, show_formats[r->format](s));
	read_close(r, DB_OK);
	return read_usage(r, "there is no game %lld%s; \"referee games\" lists them",
		(long long)s->game, r->which != NULL ? " in this tournament" : "");
}

static int show_run(int argc, char **argv)
{
	struct show s = {.seats = NULL};
	int status, rest;
	char *end;
	if (!read_flags(&s.read, &command_show, argc, argv, NULL, &rest, &status))
		return status;
	if (rest != argc - 1)
		return read_usage(&s.read, "which game? One number; \"referee games\" lists them");
	errno = 0;
	s.game = strtoll(argv[rest], &end, 10);
	if (errno != 0 || end == argv[rest] || *end != '\0' || s.game < 1)
		return read_usage(&s.read,
			"\"%s\" is no game; \"referee games\" lists their numbers", argv[rest]);
	if (!read_open(&s.read, &status))
		return status;
	status = show_found(&s);
	for (int i = 0; i < SHOW_TEXTS; i++)
		free(s.texts[i]);
	return status;
}

const struct command command_show = {"show", "one game: moves, times, board, and why it ended",
	"[FLAGS] GAME",
	"Who played, every move with its time, the board at the end; for a bot that failed, why,\n"
	"and the last it wrote to stderr. With --csv the moves alone.\n"
	"\n" READ_FLAGS_HELP,
	show_run};
