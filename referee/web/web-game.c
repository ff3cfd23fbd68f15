/*
 * web-game.c - the page of one game: its neighbours, its board, the data for replay.js, a table of
 * all moves, and the failure reports. A second page has the board alone, for a frame of another
 * page.
 */
#include "referee/web/web-page.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "referee/arbiter/oracle.h"
#include "referee/game/score.h"
#include "referee/report/html.h"
#include "referee/results/stored-failure.h"

/* --- failure reports -------------------------------------------------------------------------- */

static void failure_text(FILE *out, const char *title, struct db_query *q, const char *column)
{
	struct db_value value = db_value(q, column), *text = &value;
	if (text->type == DB_NULL || text->length == 0)
		return;
	html_print(
		out, "<details class=\"stderr\"><summary>%s</summary><pre tabindex=\"0\">", title);
	char *copy = calloc(1, text->length + 1);
	for (size_t i = 0; copy != NULL && i < text->length; i++)
		copy[i] = text->text[i] != '\0' ? text->text[i] : '?';
	for (char *rest = copy, *line; (line = strsep(&rest, "\n")) != NULL;)
		html_print(out, "%h%s", line, rest != NULL ? "\n" : "");
	free(copy);
	html_print(out, "</pre></details>");
}

static void failure_fact(FILE *out, const char *term, struct db_query *q, const char *column)
{
	const char *text = db_text(q, column);
	if (text == NULL)
		return;
	html_print(out, "<div><dt>%s</dt><dd>%h</dd></div>", term, text);
}

static void failure_span(FILE *out, const char *term, struct db_query *q, const char *column)
{
	int64_t us = db_int(q, column);
	if (db_is_null(q, column))
		return;
	html_print(out, "<div><dt>%s</dt><dd>", term);
	if (us < 1000000)
		html_print(out, "%.3g ms", (double)us / 1000);
	else
		html_print(out, "%.4g s", (double)us / 1e6);
	html_print(out, "</dd></div>");
}

static void failure_write(struct web_view *v, struct db_query *q)
{
	static const char *const spans[][2] = {{"Limit", "limit_us"}, {"Took", "wall_us"},
		{"Processor", "cpu_us"}, {"Waited for a processor", "wait_us"}};
	static const char *const facts[][2] = {
		{"Phase", "phase"}, {"Exit status", "exit_status"}, {"Signal", "signal"}};
	FILE *out = v->out;
	const char *bot = db_text(q, "bot"), *verdict = db_text(q, "verdict");
	bool ended = !db_is_null(q, "exit_status") || !db_is_null(q, "signal");
	const char *const texts[][2] = {{"The last question to it", "asked"},
		{stored_failure_said(verdict_find(verdict), ended), "said"},
		{"Its last output to stderr", "stderr"}};
	bool access = report_logs(&v->report, bot);
	html_print(out,
		"<div class=\"card\"><p><b><bdi>%h</bdi></b>, seat %s: <span "
		"class=\"verdict\">%h</span> <bdi class=\"reason\">%h</bdi></p>"
		"<dl class=\"facts-of-move\">",
		bot, db_text(q, "seat"), verdict,
		log_reason(access, verdict, db_text(q, "detail")));
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		failure_fact(out, facts[i][0], q, facts[i][1]);
	for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
		failure_span(out, spans[i][0], q, spans[i][1]);
	html_print(out, "</dl>");
	for (size_t i = 0; i < sizeof texts / sizeof *texts && access; i++)
		failure_text(out, texts[i][0], q, texts[i][1]);
	html_print(out, "</div>\n");
}

int web_failures(struct web_view *v, int64_t game)
{
	struct db_query q;
	db_query(&q, v->db, "game-failures", game);
	while (db_next(&q))
		failure_write(v, &q);
	return db_end(&q);
}

/* --- the moves as a table --------------------------------------------------------------------- */

static void moves_span(FILE *out, int64_t us)
{
	if (us < 0)
		html_print(out, "<td class=\"n\">–</td>");
	else
		html_print(out, "<td class=\"n\">%.3f</td>", (double)us / 1000);
}

static void moves_said(FILE *out, int64_t number)
{
	if (number == UNKNOWN)
		html_print(out, "<td class=\"n\">–</td>");
	else
		html_print(out, "<td class=\"n\">%lld</td>", (long long)number);
}

static void moves_score(FILE *out, int64_t score)
{
	char text[SCORE_TEXT] = "–";
	if (score != UNKNOWN)
		score_write(score, text);
	html_print(out, "<td class=\"n\">%s</td>", text);
}

void web_moves(FILE *out, const struct db_game *game)
{
	html_print(out,
		"<details class=\"as-table\"><summary>All moves as a table</summary>\n"
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"All moves\">"
		"<table>\n<caption>Times in milliseconds: from the question to the answer, on the "
		"processor, waiting for one; depth, score (M5: a forced win in 5 plies) and nodes "
		"as the bot said");
	html_table_columns(out, "#Ply|#Seat|Move|#Time|#Processor|#Waiting|#Depth|#Score|#Nodes");
	for (int i = 0; i < game->moves_count; i++) {
		const struct db_move *m = &game->moves[i];
		html_print(out,
			"<tr><td class=\"n\"><a href=\"?ply=%d\">%d</a></td>"
			"<td class=\"n\">%d</td><td>%h</td>",
			i + 1, i + 1, m->seat, m->text);
		moves_span(out, m->wall_us);
		moves_span(out, m->cpu_us);
		moves_span(out, m->wait_us);
		moves_said(out, m->depth);
		moves_score(out, m->score);
		moves_said(out, m->nodes);
		html_print(out, "</tr>\n");
	}
	html_print(out, "</tbody></table></div></details>\n");
}

/* --- links ------------------------------------------------------------------------------------ */

struct report_look web_look(const struct web_view *v)
{
	uint64_t ply = 0;
	bool given = address_number(address_value(v->address, "ply"), &ply);
	return (struct report_look){.given = given,
		.ply = ply < INT_MAX ? (int)ply : INT_MAX,
		.flipped = strcmp(address_value(v->address, "flip"), "1") == 0};
}

static void game_neighbour(const struct web_view *v, int64_t game, bool before)
{
	if (game == 0)
		return;
	html_print(v->out,
		"<a rel=\"%s\" href=\"%s/game/%lld%s\" aria-keyshortcuts=\"Shift+Arrow%s\">",
		before ? "prev" : "next", v->base, (long long)game,
		v->report.look.flipped ? "?flip=1" : "", before ? "Left" : "Right");
	html_print(v->out, before ? "‹ Game %lld</a>\n" : "Game %lld ›</a>\n", (long long)game);
}

/* Writes links to the list, where this game is in the middle; to the tournament; and to the games
 * before and after this one. */
static int game_neighbours(const struct web_view *v, int64_t game)
{
	int64_t before, after;
	int error = report_neighbours(&v->report, game, &before, &after);
	html_print(v->out,
		"<nav class=\"neighbours\" aria-label=\"Other games\">\n"
		"<a class=\"to-list\" href=\"%s/games?before=%lld\">List of games</a>\n"
		"<a class=\"to-tournament\" href=\"%s\">Standings</a>\n",
		v->base, (long long)game + WEB_ROWS / 2, v->base);
	game_neighbour(v, before, true);
	game_neighbour(v, after, false);
	html_print(v->out, "</nav>\n");
	return error;
}

/* Writes the address of what the page shows; embed: of its board alone. */
static void share_address(const struct web_view *v, int64_t game, bool embed)
{
	const struct report_look *look = &v->report.look;
	html_print(v->out, "%s/game/%lld%s?ply=%d%s", v->base, (long long)game,
		embed ? "/embed" : "", look->ply, look->flipped ? "&amp;flip=1" : "");
}

/* Writes two texts to copy. Their addresses begin with the server's name if a script runs. */
static void game_share(const struct web_view *v, int64_t game)
{
	html_print(v->out,
		"<details class=\"share\" id=\"share\"><summary>Share this position</summary>\n"
		"<label for=\"share-link\">A link to it</label>\n"
		"<input id=\"share-link\" readonly value=\"");
	share_address(v, game, false);
	html_print(v->out,
		"\">\n<label for=\"share-frame\">Its board in another page, as HTML</label>\n"
		"<textarea id=\"share-frame\" readonly rows=\"3\">&lt;iframe src=\"");
	share_address(v, game, true);
	html_print(v->out,
		"\" width=\"420\" height=\"620\" title=\"Game "
		"%lld\"&gt;&lt;/iframe&gt;</textarea>\n"
		"<noscript><p>Write the name of this server before each address.</p></noscript>\n"
		"</details>\n",
		(long long)game);
}

/* --- the page --------------------------------------------------------------------------------- */

/* Writes the players and the result; links: with links to the bots' pages. */
static void game_players(struct web_view *v, const struct db_game *game, bool links)
{
	char result[REPORT_RESULT];
	report_result(game, result);
	html_print(v->out, "<p class=\"played\">");
	for (int i = 0; i < game->seats; i++) {
		html_print(v->out, "%s", i > 0 ? " – " : "");
		int bot = links && game->seat[i].name != NULL
				  ? report_find(&v->report, game->seat[i].name)
				  : -1;
		html_print(v->out, "<bdi>");
		if (bot >= 0) {
			html_print(v->out, "<a ");
			report_to_bot(&v->report, bot);
			html_print(v->out, ">");
		}
		html_print(v->out, "%h%s", game->seat[i].name != NULL ? game->seat[i].name : "?",
			bot >= 0 ? "</a></bdi>" : "</bdi>");
	}
	html_print(v->out,
		" <span class=\"dot\">·</span> %s<b>%s</b> <span class=\"dot\">·</span> %h <span "
		"class=\"dot\">·</span> round %d</p>\n",
		game->seats > 2 ? "places " : "", result, game->reason, game->round);
}

/* Notes the remote bots: their processor time cannot be measured. */
static void game_remote(FILE *out, const struct db_game *game)
{
	int count = 0;
	for (int i = 0; i < game->seats; i++) {
		if (!game->seat[i].remote)
			continue;
		html_print(out, "%s<bdi>%h</bdi>",
			count++ == 0
				? "<p class=\"note\">Played over the network; the processor time is not known of "
				: ", ",
			game->seat[i].name != NULL ? game->seat[i].name : "?");
	}
	html_print(
		out, "%s", count > 0 ? ". Times include the way to the bot and back.</p>\n" : "");
}

/* Ends a game's page behind its board. */
static int game_end(struct web_view *v, const struct db_game *game)
{
	web_moves(v->out, game);
	int error = web_failures(v, game->id);
	html_print(v->out,
		"<p><a href=\"%s/game/%lld.record\" download>The record</a> of this game: %s"
		"<code>referee verify</code> judges it again, <code>referee play --resume</code> "
		"continues it</p>\n</section>\n",
		v->base, (long long)game->id,
		oracle_knows(v->report.rules, game->seats)
			? "<code>referee analyse</code> looks for its blunders, "
			: "");
	return error;
}

static int game_write(struct web_view *v, const struct db_game *game)
{
	char title[48];
	snprintf(title, sizeof title, "Game %lld", (long long)game->id);
	v->report.look = web_look(v);
	web_frame_begin(v, title);
	int error = game_neighbours(v, game->id);
	html_print(
		v->out, "<section aria-labelledby=\"title\">\n<h2 id=\"title\">%s</h2>\n", title);
	game_players(v, game, true);
	game_remote(v->out, game);
	report_pieces(&v->report);
	html_print(v->out, "<div id=\"game\">");
	error = error == DB_OK ? report_game(&v->report, game, "game-data") : error;
	html_print(v->out, "</div>\n");
	game_share(v, game->id);
	if (game->removed == NULL)
		error = error == DB_OK ? game_end(v, game) : error;
	else
		html_print(v->out,
			"<noscript><p class=\"note\">The moves of this game were removed to save "
			"room: %h. Its result counts as before.</p></noscript>\n</section>\n",
			game->removed);
	web_frame_end(v);
	return web_status(v, error);
}

/* The board alone; the title leads to the whole page. */
static int game_write_embed(struct web_view *v, const struct db_game *game)
{
	char title[48];
	v->report.look = web_look(v);
	snprintf(title, sizeof title, "Game %lld", (long long)game->id);
	web_embed_begin(v, title);
	html_print(v->out,
		"<h1><a href=\"%s/game/%lld\" target=\"_blank\" rel=\"noopener\">%s of "
		"<bdi>%h</bdi></a></h1>\n",
		v->base, (long long)game->id, title, v->tournament->name);
	game_players(v, game, false);
	report_pieces(&v->report);
	html_print(v->out, "<div id=\"game\">");
	int error = report_game(&v->report, game, "game-data");
	html_print(v->out, "</div>\n");
	web_embed_end(v);
	return web_status(v, error);
}

static int game_write_json(struct web_view *v, const struct db_game *game)
{
	return web_status(v, report_game(&v->report, game, NULL));
}

static int game_write_record(struct web_view *v, const struct db_game *game)
{
	struct report *r = &v->report;
	struct db_game shown = *game;
	for (int i = 0; i < game->seats; i++)
		if (game->seat[i].verdict != NULL)
			shown.seat[i].detail = log_reason(report_logs(r, game->seat[i].name),
				game->seat[i].verdict, game->seat[i].detail);
	return report_record(r, &shown, &v->err) ? 200 : 500;
}

static int game_page(
	struct web_view *v, int (*write)(struct web_view *v, const struct db_game *game))
{
	struct db_filter one = {.tournament = v->report.tournament,
		.game = v->number <= INT64_MAX ? (int64_t)v->number : 0};
	int status = 404, error = DB_OK;
	if (one.game > 0) {
		struct db_games *games = db_games(v->db, &one);
		const struct db_game *game = db_games_next(games);
		status = game != NULL ? write(v, game) : 404;
		error = db_games_end(games);
	}
	if (error != DB_OK)
		return web_status(v, error);
	if (status == 404)
		error_set(&v->err, "There is no such game");
	return status;
}

int web_game(struct web_view *v)
{
	return game_page(v, game_write);
}

int web_game_json(struct web_view *v)
{
	return game_page(v, game_write_json);
}

int web_game_record(struct web_view *v)
{
	return game_page(v, game_write_record);
}

int web_game_embed(struct web_view *v)
{
	return game_page(v, game_write_embed);
}
