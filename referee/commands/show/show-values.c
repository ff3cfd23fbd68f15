/*
 * show-values.c - the values that the solver found for a game: its blunders, each with a better
 * move where one is found, and the first move from which the values are known.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "base/plural.h"
#include "base/shell-words.h"
#include "referee/commands/show/show.h"
#include "referee/report/blunders.h"

/* The answer of the query game-analysis of the whole game. */
struct show_known {
	int64_t nodes; /* of the analysis; 0: there is none */
	int first;     /* the first ply whose value after it is known; 0: none */
	int64_t after; /* that value, for the seat that moved */
	int unknown;   /* plies with a value that is not known */
};

/* A row of the query game-analysis. */
static void show_values_row(struct show_known *k, struct db_query *q)
{
	k->nodes = db_int(q, "nodes");
	if (db_is_null(q, "ply"))
		return;
	k->unknown += db_is_null(q, "before") || db_is_null(q, "after");
	if (k->first == 0 && !db_is_null(q, "after")) {
		k->first = (int)db_int(q, "ply");
		k->after = db_int(q, "after");
	}
}

/* The winner after the first ply whose value is known. */
static void show_values_first(const struct show *s, const struct show_known *k)
{
	const struct move_list *h = &s->g.moves;
	int turn = move_list_turns(h, k->first - 1);
	if (turn >= h->count)
		return;
	char *bot = escape_text(h->names[h->turns[turn].seat - 1], false);
	printf("The first known value is that after ply %d, %s by seat %d, %s: the game is then %s",
		k->first, h->turns[turn].move, h->turns[turn].seat, bot,
		k->after == 0  ? "a draw"
		: k->after > 0 ? "won for it"
			       : "lost for it");
	puts(k->after < 0 ? ". This move or an earlier one lost it." : ".");
	free(bot);
}

static void show_values_unknown(const struct show *s, const struct show_known *k)
{
	if (k->first > 0)
		show_values_first(s, k);
	printf("%s a value that is unknown; more work may find it:\n  referee analyse %" PRId64
	       " --nodes %" PRId64,
		counted(k->unknown, "move has").text, s->g.game, 10 * k->nodes);
	if (s->read.path != NULL) {
		fputs(" --db ", stdout);
		shell_words_quote(stdout, s->read.path);
	}
	putchar('\n');
}

int show_values(struct show *s)
{
	struct db *db = s->read.db;
	struct blunders b;
	struct show_known known = {.nodes = 0};
	bool playable = stored_game_is_playable(&s->g);
	struct db_query q;
	db_query(&q, db, "game-analysis", s->g.game);
	while (db_next(&q))
		show_values_row(&known, &q);
	int error = db_end(&q);
	if (error != DB_OK || known.nodes == 0)
		return error;
	error = blunders_load(&b, db, s->g.game, playable ? &s->g.moves : NULL);
	putchar('\n');
	blunders_print(&b, known.unknown);
	if (known.unknown > 0)
		show_values_unknown(s, &known);
	blunders_clear(&b);
	return error;
}
