/*
 * show-text.c - explains a game to the author of a bot that lost: the players, every move with its
 * time and the last board. For a bot that failed, also the reason and the end of its stderr.
 */
#include "base/error.h"
#include "referee/commands/show/show.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/key-value.h"
#include "base/shell-words.h"
#include "referee/board/board-terminal.h"
#include "referee/game/score.h"
#include "referee/report/blunders.h"
#include "referee/results/stored-failure.h"

/* The columns of the query game-seats. Those before SHOW_DETAIL are in the table for people. */
enum { SHOW_DETAIL = 8 /* column of game-seats */ };

static void show_head(const struct show *s)
{
	char *title = show_title(s);
	printf("%s, round %s\n", title, s->g.texts[STORED_GAME_ROUND]);
	free(title);
	printf("%s UTC, %s s, seed %llu, sandbox %s\n", s->g.texts[STORED_GAME_STARTED],
		s->g.texts[STORED_GAME_SECONDS],
		(unsigned long long)strtoll(s->g.texts[STORED_GAME_SEED], NULL, 10),
		s->g.texts[STORED_GAME_SANDBOX]);
	if (s->g.texts[STORED_GAME_WORKER][0] != '\0')
		printf("Played on worker %s (%s)\n", s->g.texts[STORED_GAME_WORKER],
			s->g.texts[STORED_GAME_MACHINE]);
	if (s->g.texts[STORED_GAME_OPENING][0] != '\0')
		printf("Opening: %s\n", s->g.texts[STORED_GAME_OPENING]);
	printf("Result: %s, %s\n", s->g.texts[STORED_GAME_RESULT], s->g.texts[STORED_GAME_REASON]);
	if (s->replaced != NULL)
		printf("Replaced: %s\n", s->replaced);
	putchar('\n');
}

/* Prints the limits that the bot in a seat had of its own, if any. */
static void show_seat_limits(struct db_query *q)
{
	static const char *const keys[] = {"movetime", "tc", "depth", "nodes", "margin"};
	const char *settings = db_text(q, "settings");
	int shown = 0;
	for (size_t i = 0; settings != NULL && i < sizeof keys / sizeof *keys; i++) {
		char *value = key_value_value(settings, keys[i]);
		if (value == NULL)
			continue;
		char *bot = escape_text(db_text(q, "bot"), false);
		char *escaped = escape_text(value, false);
		if (shown == 0)
			printf("Limits of %s: ", bot);
		printf("%s%s %s", shown > 0 ? ", " : "", keys[i], escaped);
		shown++;
		free(bot);
		free(escaped);
		free(value);
	}
	if (shown > 0)
		putchar('\n');
}

/* Prints the reason why the game ended like this for a seat, if there is one. */
static void show_seat_end(int *faults, struct db_query *q)
{
	const char *verdict = db_text(q, "verdict"), *detail = db_text(q, "detail");
	bool fine = strcmp(verdict, "ok") == 0;
	struct db_value errors = db_value(q, "stderr");
	bool wrote = errors.text != NULL && errors.length > 0;
	*faults += verdict_is_fault(verdict_find(verdict));
	if (fine && detail == NULL && !wrote)
		return;
	char *bot = escape_text(db_text(q, "bot"), false);
	char *why = escape_text(detail, false);
	printf("\nSeat %s, %s: %s%s%s\n", db_text(q, "seat"), bot, verdict, why != NULL ? ", " : "",
		why != NULL ? why : "");
	if (wrote) {
		puts("  Its last output to stderr:");
		stored_failure_write_text(stdout, errors.text, errors.length);
	} else if (!fine) {
		puts("  It wrote nothing to stderr.");
	}
	free(bot);
	free(why);
}

/* Prints the ply after which a seat left, if it left. */
static void show_left(const struct move_list *h, int seat)
{
	for (int i = 0; i < h->count; i++)
		if (h->turns[i].seat == seat && h->turns[i].verdict != VERDICT_OK)
			printf(", left after ply %d: %s", move_list_plies(h, i),
				verdict_table[h->turns[i].verdict].name);
}

/* Draws the board by today's rules. A position that they cannot draw stays a position string. */
static void show_board(struct show *s)
{
	struct position position = {{0}};
	struct error err;
	char text[POSITION_TEXT];
	bool end = s->count == s->g.moves.count || error_is_set(&s->g.err);
	if (!end && stored_game_position(&s->g, s->count, &position)) {
		s->g.setup.rules->write(&s->g.setup, &position, text);
		printf("\nAfter ply %d of %d: %s\n", move_list_plies(&s->g.moves, s->count),
			move_list_plies(&s->g.moves, s->g.moves.count), text);
	} else {
		printf("\nAt the end: %s\n", s->g.texts[STORED_GAME_FINAL]);
		if (s->g.setup.rules == NULL || !s->g.setup.rules->read(&s->g.setup, &position,
							s->g.texts[STORED_GAME_FINAL], &err))
			return;
	}
	char *board = board_text(&s->g.setup, &position);
	printf("\n%s", board);
	free(board);
}

/* Prints a line for each place in a game of more than two seats, and when a seat left. */
static void show_places(const struct show *s)
{
	const struct move_list *h = &s->g.moves;
	if (s->g.setup.rules == NULL || s->g.setup.seats < 3 || !s->g.ranked)
		return;
	putchar('\n');
	for (int place = 1; place <= s->g.setup.seats; place++)
		for (int seat = 1; seat <= s->g.setup.seats; seat++) {
			char *name = escape_text(h->names[seat - 1], false);
			if (s->g.ranks[seat - 1] == place) {
				printf("Place %d: seat %d, %s", place, seat, name);
				show_left(h, seat);
				putchar('\n');
			}
			free(name);
		}
}

/* Shows a single position, or a record with its turns and its board. */
static int show_alone(const struct show *s)
{
	struct position p;
	char text[POSITION_TEXT];
	char *title = show_title(s);
	printf("%s\n", title);
	free(title);
	for (int i = 0; i < s->g.moves.count; i++) {
		const struct move_list_turn *turn = &s->g.moves.turns[i];
		printf("%4d  seat %d  %s\n", i + 1, turn->seat,
			turn->verdict == VERDICT_OK ? turn->move
						    : verdict_table[turn->verdict].name);
	}
	if (!stored_game_position(&s->g, s->count, &p))
		return DB_OK;
	s->g.setup.rules->write(&s->g.setup, &p, text);
	char *board = board_text(&s->g.setup, &p);
	printf("%s\n\n%s", text, board);
	free(board);
	show_places(s);
	return DB_OK;
}

/* Prints where there is more, as a command to paste. */
static void show_more(const struct show *s)
{
	printf("\nThe failure report: referee show %lld --why", (long long)s->g.game);
	if (s->read.path != NULL) {
		fputs(" --db ", stdout);
		shell_words_quote(stdout, s->read.path);
	}
	putchar('\n');
}

/* The state while the rows of game-moves are printed for people. */
struct show_move {
	struct blunders blunders;
	char score[SCORE_TEXT], move[MOVE_TEXT + 4]; /* room for cells */
};

static bool show_is_blunder(const struct blunders *b, const char *ply)
{
	for (int i = 0; i < b->count; i++)
		if (b->list[i].ply == atoi(ply))
			return true;
	return false;
}

/* Marks a blunder by "??", and writes the score: a mate has its plies. */
static void show_move(
	void *arg, int columns, const char *const *names, struct text_table_cell *cells)
{
	struct show_move *m = arg;
	bool blunder = show_is_blunder(&m->blunders, cells[0].text);
	for (int i = 0; i < columns; i++) {
		if (strcmp(names[i], "score") == 0 && cells[i].text != NULL) {
			score_write(strtoll(cells[i].text, NULL, 10), m->score);
			cells[i] = (struct text_table_cell){.text = m->score, .number = true};
		} else if (strcmp(names[i], "move") == 0 && blunder) {
			snprintf(m->move, sizeof m->move, "%s ??", cells[i].text);
			cells[i] = (struct text_table_cell){.text = m->move};
		}
	}
}

int show_text(struct show *s)
{
	if (s->g.game == 0)
		return show_alone(s);
	struct db_query q;
	int faults = 0;
	show_head(s);
	int error = query_table_edited(&s->read, "game-seats", s->g.game, SHOW_DETAIL, NULL, NULL);
	if (error != DB_OK)
		return error;
	db_query(&q, s->read.db, "game-seats", s->g.game);
	while (db_next(&q))
		show_seat_limits(&q);
	if ((error = db_end(&q)) != DB_OK)
		return error;
	putchar('\n');
	if (*s->g.texts[STORED_GAME_REMOVED] != '\0')
		printf("Its moves were removed: %s\n", s->g.texts[STORED_GAME_REMOVED]);
	else {
		struct show_move m = {.score = ""};
		error = blunders_load(&m.blunders, s->read.db, s->g.game, NULL);
		if (error == DB_OK)
			error = query_table_edited(
				&s->read, "game-moves", s->g.game, 0, show_move, &m);
		blunders_clear(&m.blunders);
	}
	if (error == DB_OK)
		error = query_table_below(&s->read, "\n", "game-info", s->g.game);
	if (error == DB_OK)
		error = show_values(s);
	show_board(s);
	show_places(s);
	if (error != DB_OK)
		return error;
	db_query(&q, s->read.db, "game-seats", s->g.game);
	while (db_next(&q))
		show_seat_end(&faults, &q);
	error = db_end(&q);
	if (error == DB_OK && faults > 0)
		show_more(s);
	return error;
}
