/*
 * web-live.c - games in play: their list, and the page of each up to its last move.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "referee/base/memory.h"
#include "referee/report/html.h"
#include "referee/web/web-page.h"

static const char *live_name(const struct live_record *g, int seat)
{
	return g->record.history.names[seat] != NULL ? g->record.history.names[seat] : "?";
}

static void live_players(FILE *out, const struct live_record *g)
{
	for (int i = 0; i < g->record.seats; i++) {
		fprintf(out, "%s<bdi>", i > 0 ? " <span class=\"dot\">–</span> " : "");
		html_text(out, live_name(g, i));
		fputs("</bdi>", out);
	}
}

/* --- the list --------------------------------------------------------------------------------- */

int web_live(struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	FILE *out = v->out;
	web_frame_begin(v, "Live");
	fputs("<section id=\"live\" aria-labelledby=\"title\" data-live=\"moves\">\n"
	      "<h2 id=\"title\">Games in play</h2>\n",
		out);
	if (t->games_count == 0)
		fputs("<p>No game is being played now.</p>\n", out);
	else
		fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
		      "aria-label=\"Their moves\"><table "
		      "class=\"games\">\n"
		      "<caption>None of them is decided yet.</caption>\n"
		      "<thead><tr><th scope=\"col\">Players</th><th scope=\"col\" "
		      "class=\"n\">Moves</th><th scope=\"col\">Last move</th></tr></thead>\n<tbody>\n",
			out);
	for (int i = 0; i < t->games_count; i++) {
		const struct live_record *g = t->games[i];
		const struct history *h = &g->record.history;
		fprintf(out, "<tr><td class=\"players\"><a href=\"%s/live/%" PRIu64 "\">", v->base,
			g->pairing);
		live_players(out, g);
		fprintf(out, "</a></td><td class=\"n\">%d</td><td>", h->count);
		html_text(out, h->count > 0 ? h->turns[h->count - 1].move : "–");
		fputs("</td></tr>\n", out);
	}
	fputs(t->games_count > 0 ? "</tbody></table></div>\n</section>\n" : "</section>\n", out);
	web_frame_end(v);
	return 200;
}

int web_live_json(struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	struct json_writer j = {.out = v->out};
	json_open(&j, NULL, '[');
	for (int i = 0; i < t->games_count; i++) {
		const struct live_record *g = t->games[i];
		json_open(&j, NULL, '{');
		fprintf(json_key(&j, "pairing"), "\"%" PRIu64 "\"", g->pairing);
		json_number(&j, "started_ms", g->record.history.started);
		json_number(&j, "plies", g->record.history.count);
		json_open(&j, "players", '[');
		for (int seat = 0; seat < g->record.seats; seat++)
			json_text(&j, NULL, live_name(g, seat));
		json_close(&j, ']');
		json_close(&j, '}');
	}
	json_close(&j, ']');
	return 200;
}

/* --- one game --------------------------------------------------------------------------------- */

/* Fills in a game's row as the database would have it if the game ended now. Borrowed from g,
 * except moves. */
static void live_row(const struct live_record *g, struct db_game *row, struct db_move *moves)
{
	const struct history *h = &g->record.history;
	*row = (struct db_game){.pairing = (int64_t)g->pairing,
		.seed = (int64_t)g->seed,
		.opening = *h->start != '\0' ? h->start : g->opening,
		.final = "",
		.reason = "",
		.sandbox = "",
		.started_ms = h->started,
		.ended_ms = h->started,
		.seats = g->record.seats,
		.plies = h->count,
		.moves = moves,
		.moves_count = h->count};
	for (int i = 0; i < g->record.seats; i++)
		row->seat[i] = (struct db_seat){.name = h->names[i],
			.remote = g->remote[i],
			.rank = 1,
			.verdict = verdict_table[g->record.result.ends.verdict[i]].name,
			.detail = g->record.result.ends.detail[i],
			.elo_before = NAN,
			.elo_after = NAN};
	for (int i = 0; i < h->count; i++) {
		const struct history_turn *turn = &h->turns[i];
		const struct move_numbers *numbers = &turn->numbers;
		moves[i] = (struct db_move){.seat = turn->seat,
			.text = turn->move,
			.wall_us = numbers->wall >= 0 ? numbers->wall : 0,
			.cpu_us = numbers->cpu >= 0 ? numbers->cpu : -1,
			.wait_us = numbers->wait >= 0 ? numbers->wait : -1,
			.depth = numbers->depth,
			.score = numbers->score,
			.nodes = numbers->nodes,
			.ply = i + 1};
	}
}

/* Fills in a report with this game alone; its bots are its players. False: this program lacks its
 * rules. */
static bool live_report(struct web_view *v, const struct live_record *g, struct report *r)
{
	struct error err;
	*r = (struct report){.out = v->out,
		.base = v->base,
		.db = v->db,
		.seats = g->record.seats,
		.settled = true,
		.running = true,
		.rules = g->record.rules};
	r->texts[REPORT_NAME] = memory_copy(v->tournament->name);
	r->texts[REPORT_GAME] = memory_copy(r->rules != NULL ? r->rules->name : "");
	r->bots = memory_get(SEATS_MAX, sizeof *r->bots);
	r->by_name = memory_get(SEATS_MAX, sizeof *r->by_name);
	r->setup = memory_get(1, sizeof *r->setup);
	for (; r->bots_count < g->record.seats; r->bots_count++) {
		int at = r->bots_count;
		r->bots[at].name = memory_copy(live_name(g, at));
		for (; at > 0 &&
			strcmp(r->bots[r->by_name[at - 1]].name, r->bots[r->bots_count].name) > 0;
			at--)
			r->by_name[at] = r->by_name[at - 1];
		r->by_name[at] = r->bots_count;
	}
	if (r->rules != NULL &&
		setup_init(r->setup, r->rules, g->record.seats, g->seed,
			(const char *const *)g->record.params, g->record.params_count, &err))
		return true;
	return error_set(&v->err, "This game's rules are not known here");
}

static const struct live_record *live_wanted(struct web_view *v)
{
	const struct live_record *g = live_games_find_game(v->tournament, v->number);
	if (g == NULL)
		error_set(&v->err, "No such game is being played now");
	return g;
}

static void live_game_page(struct web_view *v, struct report *r, const struct db_game *row,
	const struct live_record *g)
{
	struct db *db = v->db;
	web_frame_begin(v, "Live game");
	fputs("<section aria-labelledby=\"title\">\n<h2 id=\"title\">Game in play</h2>\n<p "
	      "class=\"played\">",
		v->out);
	live_players(v->out, g);
	fputs(" <span class=\"dot\">·</span> <span id=\"undecided\" data-live=\"moves\">"
	      "<span class=\"undecided\">not decided yet</span></span></p>\n",
		v->out);
	report_pieces(r);
	r->look = web_look(v);
	fprintf(v->out, "<div id=\"game\" data-pairing=\"%" PRIu64 "\">", g->pairing);
	report_game(r, row, "game-data");
	fputs("</div>\n<div id=\"moves\" data-live=\"moves\">", v->out);
	web_moves(v->out, row);
	fputs("</div>\n</section>\n", v->out);
	report_data(r);
	v->db = NULL; /* the scripts' data contain this game alone */
	web_frame_end(v);
	v->db = db;
}

/* The plies that the reader has, as its query says; no more than a game can have. */
static int live_from(const struct web_view *v)
{
	uint64_t from = 0;
	if (!address_number(address_value(v->address, "from"), &from))
		return 0;
	return from < LIVE_GAMES_MOVES ? (int)from : LIVE_GAMES_MOVES;
}

static int live_write(struct web_view *v, bool page)
{
	const struct live_record *g = live_wanted(v);
	struct db_game row;
	struct report r;
	if (g == NULL)
		return 404;
	struct db_move *moves = memory_get((size_t)g->record.history.count + 1, sizeof *moves);
	live_row(g, &row, moves);
	bool good = live_report(v, g, &r);
	if (good && page) {
		live_game_page(v, &r, &row, g);
	} else if (good) {
		r.from = live_from(v);
		report_game(&r, &row, NULL);
	}
	report_clear(&r);
	free(moves);
	return good ? 200 : 500;
}

/* Redirects to a game that has just ended. */
static int live_over(struct web_view *v, const struct live_games_ended *e)
{
	FILE *out = v->out;
	web_frame_begin(v, "Live game");
	fputs("<section>\n<h2>Game over</h2>\n<p class=\"played\"><span id=\"undecided\">", out);
	if (e->game > 0)
		fprintf(out, "<a href=\"%s/game/%lld\">over: game %lld</a>", v->base,
			(long long)e->game, (long long)e->game);
	else
		fputs("aborted: referee fault; it will be played again", out);
	fputs("</span></p>\n</section>\n", out);
	web_frame_end(v);
	return 200;
}

int web_live_game(struct web_view *v)
{
	const struct live_games_ended *e = live_games_find_ended(v->tournament, v->number);
	if (e != NULL && live_games_find_game(v->tournament, v->number) == NULL)
		return live_over(v, e);
	return live_write(v, true);
}

int web_live_game_json(struct web_view *v)
{
	return live_write(v, false);
}
