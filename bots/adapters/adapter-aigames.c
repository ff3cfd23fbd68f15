/*
 * adapter-aigames.c - bots of theaigames.com's Four in a Row: settings, update, action.
 *
 * The site is gone; the lines are those of its starter bots: `settings NAME VALUE`, `update game
 * round N`, `update game field 0,0,...;...`, `action move MS`, answered by `place_disc COLUMN` with
 * columns from 0. Its successor Riddles.io has other names for the size, players from 0, and a
 * field of `.`, `0`, `1` whose rows are not separated.
 */
#include <stdio.h>
#include <string.h>

#include "bots/adapters/adapter.h"

static const struct adapter_aigames_site {
	const char *columns, *rows;
	int first;	/* the number of the first player */
	char free, end; /* a free cell; the end of a row */
} adapter_aigames_sites[] = {
	{"field_columns", "field_rows", 1, '0', ';'},
	{"field_width", "field_height", 0, '.', ','},
};

static void adapter_aigames_settings(struct adapter_run *a, const struct notation_board *b)
{
	adapter_send(a, "settings timebank %d\n", (int)a->limit_ms);
	adapter_send(a, "settings time_per_move %d\n", (int)a->limit_ms);
	const struct adapter_aigames_site *site = &adapter_aigames_sites[a->options.site];
	adapter_send(a, "settings player_names player%d,player%d\n", site->first, site->first + 1);
	adapter_send(a, "settings your_bot player%d\n", a->seat - 1 + site->first);
	adapter_send(a, "settings your_botid %d\n", a->seat - 1 + site->first);
	adapter_send(a, "settings %s %d\n", site->columns, b->columns);
	adapter_send(a, "settings %s %d\n", site->rows, b->rows);
}

static enum adapter_event adapter_aigames_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	struct notation_board b;
	char field[2 * NOTATION_CELLS], *line;
	size_t used = 0;
	int column;
	const struct adapter_aigames_site *site = &adapter_aigames_sites[a->options.site];
	(void)go;
	notation_board(&a->setup, &a->position, &b);
	if (a->moves_known == 0)
		adapter_aigames_settings(a, &b);
	a->moves_known = a->moves_count + 1;
	for (int i = 0; i < b.rows; i++)
		for (int j = 0; j < b.columns && used + 2 < sizeof field; j++) {
			int seat = b.cells[i][j];
			field[used++] =
				seat == 0 ? site->free : (char)('0' + seat - 1 + site->first);
			field[used++] = j + 1 < b.columns ? ',' : site->end;
		}
	field[used > 0 ? used - 1 : 0] = '\0';
	adapter_send(a, "update game round %d\nupdate game field %s\naction move %d\n",
		a->moves_count / 2 + 1, field, (int)a->limit_ms);
	for (;;) {
		enum adapter_event event = adapter_line(a, &line);
		if (event != ADAPTER_LINE)
			return event;
		if (sscanf(line, "place_disc %d", &column) == 1 ||
			sscanf(line, "place_move %d", &column) == 1) {
			adapter_answer(a, strpbrk(line, "-0123456789"), answer);
			return ADAPTER_LINE;
		}
		if (strncmp(line, "no_moves", 8) == 0) {
			snprintf(answer, ADAPTER_ANSWER, "no_moves");
			return ADAPTER_LINE;
		}
		adapter_log_line(a, line);
	}
}

const struct adapter adapter_aigames = {
	.name = "aigames",
	.summary = "speak theaigames.com's Four in a Row: settings, update, action",
	.usage = "COMMAND...",
	.options = "site until fallback seat name",
	.games = "connect4",
	.preset = {.base = 0, .restart = RESTART_GAME},
	.buffer = PROGRAM_BY_LINE,
	.ask = adapter_aigames_ask,
};
