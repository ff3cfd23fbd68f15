/*
 * report-blunders.c - the moves of one game that are known to have lost value, beside its board and
 * as data, each with a better move where one is found.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/base/json.h"
#include "referee/base/memory.h"
#include "referee/game/saving-move.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

enum {
	BLUNDERS_MAX = 64,	     /* of a game; further ones are left out */
	BLUNDERS_POSITIONS = 2000000 /* visited in all to find better moves */
};

struct blunder {
	int ply, seat;
	int64_t before, after;
	char *bot, *move, *lost; /* owned */
	char better[MOVE_TEXT];	 /* "": not known */
};

struct blunders {
	struct blunder *list; /* owned */
	int count;
};

static bool blunders_take(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct blunders *b = arg;
	b->list[b->count++] =
		(struct blunder){.ply = (int)db_column(columns, names, values, "ply")->integer,
			.seat = (int)db_column(columns, names, values, "seat")->integer,
			.before = db_column(columns, names, values, "before")->integer,
			.after = db_column(columns, names, values, "after")->integer,
			.bot = memory_copy(db_column(columns, names, values, "bot")->text),
			.move = memory_copy(db_column(columns, names, values, "move")->text),
			.lost = memory_copy(db_column(columns, names, values, "lost_value")->text)};
	return b->count < BLUNDERS_MAX;
}

/* Finds a better move for each, beginning with the last, which is found soonest. */
static void blunders_better(struct blunders *b, const struct history *h)
{
	static const struct limits none;
	struct game *game = memory_get(1, sizeof *game);
	int64_t left = BLUNDERS_POSITIONS;
	struct error err;
	for (int i = b->count - 1; i >= 0; i--) {
		struct blunder *one = &b->list[i];
		int64_t share = left / (i + 1), unused = share;
		if (history_replay(h, history_turns(h, one->ply - 1), &none, game, &err) &&
			game_to_move(game) == one->seat)
			saving_move_find(
				h->setup, &game->position, one->before > 0, &unused, one->better);
		left -= share - unused;
	}
	free(game);
}

static int blunders_load(
	struct blunders *b, const struct report *r, int64_t game, const struct history *h)
{
	b->count = 0;
	b->list = memory_get(BLUNDERS_MAX, sizeof *b->list);
	int error = db_read(r->db, "game-blunders", &game, 1, blunders_take, b);
	if (h != NULL && saving_move_can(h->setup))
		blunders_better(b, h);
	return error;
}

static void blunders_clear(struct blunders *b)
{
	for (int i = 0; i < b->count; i++) {
		free(b->list[i].bot);
		free(b->list[i].move);
		free(b->list[i].lost);
	}
	free(b->list);
}

static void blunders_write(const struct report *r, const struct blunder *b)
{
	FILE *out = r->out;
	fprintf(out, "<li><a href=\"?ply=%d%s\">Ply %d</a>: <bdi>", b->ply,
		r->look.flipped ? "&amp;flip=1" : "", b->ply);
	html_text(out, b->bot);
	fputs("</bdi> played <b>", out);
	html_text(out, b->move);
	fputs("</b>, ", out);
	html_text(out, b->lost);
	if (*b->better != '\0') {
		fputs("; <b>", out);
		html_text(out, b->better);
		fputs(b->before > 0 ? "</b> wins" : "</b> draws", out);
	}
	fputs("</li>\n", out);
}

int report_blunders(const struct report *r, int64_t game, const struct history *h, int64_t known)
{
	struct blunders b;
	int error = blunders_load(&b, r, game, h);
	fputs("<div id=\"blunders\"><h3>Blunders</h3>\n", r->out);
	fputs(b.count > 0 ? "<ol>\n" : "", r->out);
	for (int i = 0; i < b.count; i++)
		blunders_write(r, &b.list[i]);
	if (b.count > 0)
		fputs("</ol>\n", r->out);
	else
		fprintf(r->out,
			"<p class=\"soft\">No move is known to have lost a win or a draw; the solver "
			"found %lld values.</p>\n",
			(long long)known);
	fputs("</div>\n", r->out);
	blunders_clear(&b);
	return error;
}

static void blunders_text(struct json_writer *j, const char *key, const char *text)
{
	fputs("", json_key(j, key));
	html_json(j->out, text);
}

int report_blunders_json(const struct report *r, int64_t game, const struct history *h)
{
	struct json_writer j = {.out = r->out};
	struct blunders b;
	int error = blunders_load(&b, r, game, h);
	fputs(",\"blunders\":", r->out);
	json_open(&j, NULL, '[');
	for (int i = 0; i < b.count; i++) {
		const struct blunder *one = &b.list[i];
		json_open(&j, NULL, '{');
		json_number(&j, "ply", one->ply);
		json_number(&j, "seat", one->seat);
		blunders_text(&j, "bot", one->bot);
		blunders_text(&j, "move", one->move);
		blunders_text(&j, "better", *one->better != '\0' ? one->better : NULL);
		json_number(&j, "before", one->before);
		json_number(&j, "after", one->after);
		blunders_text(&j, "lost_value", one->lost);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	blunders_clear(&b);
	return error;
}
