/*
 * web-play-pages.c - the pages on which people play. They work without scripts, as forms; play.js
 * makes the board itself playable.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/plural.h"
#include "base/memory.h"
#include "referee/board/board.h"
#include "referee/report/game-record.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"
#include "referee/web/play/web-play.h"

enum { PAGES_CELLS = 64 /* that a move touches */ };

/* --- the frame -------------------------------------------------------------------------------- */

static void pages_begin(const struct web_play *play, FILE *out, const char *title, bool waits)
{
	static const char *const scripts[] = {"board", "plot", "replay", "play"};
	const char *prefix = play->web.prefix;
	const char *site = play->web.options->title != NULL ? play->web.options->title : "Referee";
	html_print(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n<title>%h - %h</title>\n"
		"<link rel=\"icon\" href=\"data:,\">\n"
		"<link rel=\"stylesheet\" href=\"%s/style.css\">\n"
		"<link rel=\"stylesheet\" href=\"%s/board.css\">\n"
		"<link rel=\"stylesheet\" href=\"%s/play.css\">\n",
		title, site, prefix, prefix, prefix);
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
		html_print(out, "<script src=\"%s/%s.js\" defer></script>\n", prefix, scripts[i]);
	if (waits)
		html_print(
			out, "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>\n");
	html_print(out,
		"</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n"
		"<header class=\"top\">\n<div class=\"wrap\">\n"
		"<p class=\"brand\"><a href=\"%s/\">Play</a>",
		prefix);
	if (play->web.options->other != NULL)
		html_print(out, " <a href=\"%s/watch\">Tournaments</a>", prefix);
	html_print(out,
		" <span id=\"link\"></span></p>\n<h1>%h</h1>\n</div>\n</header>\n"
		"<main id=\"main\" class=\"wrap\" tabindex=\"-1\" data-prefix=\"%s\">\n",
		title, prefix);
}

static void pages_end(FILE *out)
{
	html_print(out,
		"</main>\n<footer class=\"wrap\"><p>Written by Referee. Games played here count "
		"for no rating.</p></footer>\n</body>\n</html>\n");
}

/* Writes a sentence about a refused request. */
static void pages_why(FILE *out, const char *why)
{
	html_print(out, "<p id=\"why\" class=\"note\" role=\"alert\">%h%s", why,
		*why != '\0' ? ".</p>\n" : "</p>\n");
}

/* --- the first page --------------------------------------------------------------------------- */

static void pages_seat(FILE *out, const struct web_play_offer *t, int seat)
{
	html_print(out, "<label><input type=\"radio\" name=\"seat\" value=\"%d\"%s> ", seat,
		seat == 0 ? " checked" : "");
	if (seat == 0)
		html_print(out, "any seat");
	else
		html_print(out, "<span class=\"chip seat-%d\">%c</span> seat %d%s", seat,
			board_mark(t->rules, seat), seat, seat == 1 ? ", moves first" : "");
	html_print(out, "</label>\n");
}

static void pages_table(const struct web_play *play, FILE *out, int table)
{
	const struct web_play_offer *t = &play->offers[table];
	html_print(out,
		"<section class=\"table\" aria-labelledby=\"table-%d\">\n"
		"<h2 id=\"table-%d\">%h</h2>\n<p class=\"soft\">For %d players: %h",
		table, table, t->rules->title != NULL ? t->rules->title : t->rules->name,
		t->players, t->rules->summary);
	for (int i = 0; i < t->params_count; i++)
		html_print(out, ", %h", t->params[i]);
	html_print(out, ".</p>\n");
	if (!t->ready) {
		html_print(out, "<p>Its bots are being prepared; load this page again soon.</p>\n"
				"</section>\n");
		return;
	}
	html_print(out,
		"<form method=\"post\" action=\"%s/play\">\n<label>Opponent <select name=\"bot\">",
		play->web.prefix);
	for (int i = 0; i < t->bots_count; i++)
		html_print(out, "<option value=\"%d.%d\">%h</option>", table, i, t->bots[i].name);
	html_print(out, "</select></label>\n<fieldset><legend>You play</legend>\n");
	for (int seat = 0; seat <= t->players; seat++)
		pages_seat(out, t, seat);
	html_print(out, "</fieldset>\n<button class=\"go\">Play</button>\n</form>\n</section>\n");
}

void web_play_write_home(
	const struct web_play *play, FILE *out, const char *why, const struct web_play_game *own)
{
	int running = web_play_games_running(&play->games, NULL);
	int share = web_play_games_share(play->games_max);
	pages_begin(play, out, "Play against a bot", false);
	pages_why(out, why);
	if (own != NULL)
		html_print(out,
			"<p class=\"note\"><a href=\"%s/play/%s\">Your game against "
			"<bdi>%h</bdi></a> is in play.</p>\n",
			play->web.prefix, own->id, own->offer->bots[own->bot].name);
	if (play->offers_count > 0)
		html_print(out,
			"<p>%d of %d tables %s taken; one address may have %d. A game ends after "
			"%s without a move of yours.</p>\n",
			running, play->games_max, plural(running, "is", "are"), share,
			play->silence >= 60 ? counted(play->silence / 60, "minute").text
					    : counted(play->silence, "second").text);
	if (play->sends > 0)
		html_print(out,
			"<p>Your own program can play in the tournament: <a href=\"%s/send\">hand "
			"in a bot</a>.</p>\n",
			play->web.prefix);
	if (play->offers_count == 0)
		html_print(out,
			"<p>There is no bot to play against: the operator of this server offers "
			"none.</p>\n");
	html_print(out, "<div class=\"tables\">\n");
	for (int i = 0; i < play->offers_count; i++)
		pages_table(play, out, i);
	html_print(out, "</div>\n");
	pages_end(out);
}

/* --- one game --------------------------------------------------------------------------------- */

/* A game replayed up to now. */
struct pages_view {
	struct web_play_game *g;
	struct setup *setup;
	struct game *game;	/* now */
	struct position before; /* the last move */
	struct position start;
	struct web_play_turn last; /* seat 0: none */
	bool good;
	struct error err;
};

static void pages_open(struct pages_view *p, struct web_play_game *g)
{
	int plies = web_play_game_plies(g);
	*p = (struct pages_view){.g = g,
		.setup = memory_get(1, sizeof *p->setup),
		.game = memory_get(1, sizeof *p->game)};
	p->good = web_play_game_replay(g, 0, p->setup, p->game, &p->err);
	p->start = p->game->position;
	if (p->good && plies > 0) {
		p->last = web_play_game_turn(g, plies - 1);
		p->good = web_play_game_replay(g, plies - 1, p->setup, p->game, &p->err);
		p->before = p->game->position;
		p->good = p->good && web_play_game_replay(g, plies, p->setup, p->game, &p->err);
	}
}

static void pages_close(struct pages_view *p)
{
	free(p->setup);
	free(p->game);
}

static struct board_scene pages_scene(const struct pages_view *p)
{
	struct board_scene scene = {.setup = p->setup, .now = &p->game->position};
	if (p->last.seat != 0) {
		scene.before = &p->before;
		scene.move = p->last.move;
		scene.mover = p->last.seat;
	}
	return scene;
}

static const char *pages_name(const struct web_play_game *g, int seat)
{
	return seat == g->seat ? "You" : g->offer->bots[g->bot].name;
}

/* The moves that the person may make; 0: it is not the person's turn. */
static int pages_legal(const struct pages_view *p, move moves[MOVES_MAX])
{
	if (!p->good || !web_play_game_wants(p->g) || game_to_move(p->game) != p->g->seat)
		return 0;
	return p->setup->rules->moves(p->setup, &p->game->position, moves);
}

/* The last move, and the result or whose turn it is. */
static void pages_words(const struct pages_view *p, char *text, size_t room)
{
	const struct web_play_game *g = p->g;
	int plies = web_play_game_plies(g), used = 0;
	*text = '\0';
	if (plies > 0)
		used = snprintf(
			text, room, "%s played %s. ", pages_name(g, p->last.seat), p->last.move);
	if (used < 0 || (size_t)used >= room)
		return;
	if (g->state == WEB_PLAY_OVER)
		web_play_game_result(g, text + used, room - (size_t)used);
	else if (web_play_game_wants(g))
		snprintf(text + used, room - (size_t)used, "Your turn.");
	else if (g->resigns)
		snprintf(text + used, room - (size_t)used, "You resign; the game goes on.");
	else if (g->state == WEB_PLAY_BEGINS)
		snprintf(text + used, room - (size_t)used, "The bot is being started.");
	else
		snprintf(text + used, room - (size_t)used, "%s is thinking.",
			g->offer->bots[g->bot].name);
}

/* A game as a row of the database. Borrowed from g, except moves, which pages_moves() sets. */
static void pages_row(const struct web_play_game *g, struct db_game *row, struct db_move *moves,
	const char *person)
{
	const struct move_list_result *r = &g->link.record.record.result;
	*row = (struct db_game){.seed = (int64_t)g->seed,
		.opening = "",
		.final = r->final != NULL ? r->final : "",
		.reason = r->reason != NULL ? r->reason : "",
		.sandbox = "",
		.started_ms = g->started_ms,
		.ended_ms = g->ended_ms != 0 ? g->ended_ms : g->started_ms,
		.seats = g->offer->players,
		.plies = web_play_game_plies(g),
		.moves = moves,
		.moves_count = web_play_game_plies(g)};
	for (int i = 0; i < g->offer->players; i++)
		row->seat[i] = (struct db_seat){
			.name = i + 1 == g->seat ? person : g->offer->bots[g->bot].name,
			.rank = r->reason != NULL ? (int)r->rank[i] : 1,
			.verdict = verdict_table[r->ends.verdict[i]].name,
			.detail = "",
			.elo_before = NAN,
			.elo_after = NAN};
}

/* Sets the moves. Returns their texts, which the caller frees. */
static char (*pages_moves(const struct web_play_game *g, struct db_move *moves))[MOVE_TEXT]
{
	char(*texts)[MOVE_TEXT] = memory_get((size_t)web_play_game_plies(g) + 1, sizeof *texts);
	for (int i = 0; i < web_play_game_plies(g); i++) {
		const struct web_play_turn turn = web_play_game_turn(g, i);
		memcpy(texts[i], turn.move, MOVE_TEXT);
		moves[i] = game_record_move(turn.seat, texts[i], &turn.numbers, i + 1);
	}
	return texts;
}

/* The game as a report of this game alone: its bots are its seats. */
static void pages_report(const struct pages_view *p, struct report *r, FILE *out)
{
	const struct web_play_game *g = p->g;
	*r = (struct report){.out = out,
		.base = "",
		.seats = g->offer->players,
		.settled = true,
		.logs = LOG_NOBODY,
		.running = g->state != WEB_PLAY_OVER,
		.rules = g->offer->rules,
		.setup = memory_get(1, sizeof *r->setup)};
	const char *names[] = {"You", g->offer->bots[g->bot].name};
	*r->setup = *p->setup;
	report_seat_bots(r, names, 2);
}

static void pages_json_game(const struct pages_view *p, struct json_writer *j)
{
	const struct web_play_game *g = p->g;
	struct db_move *moves = memory_get((size_t)web_play_game_plies(g) + 1, sizeof *moves);
	struct db_game row;
	struct report r;
	pages_row(g, &row, moves, "You");
	char(*texts)[MOVE_TEXT] = pages_moves(g, moves);
	FILE *out = json_key(j, "replay");
	pages_report(p, &r, out);
	report_game(&r, &row, NULL);
	report_clear(&r);
	free(texts);
	free(moves);
}

/* Each legal move with the cells that it touches: [["a1",[0]], ...]. */
static void pages_json_legal(const struct pages_view *p, struct json_writer *j)
{
	move *legal = memory_get(MOVES_MAX, sizeof *legal);
	int count = pages_legal(p, legal), cells[PAGES_CELLS];
	struct board *board = board_create(p->setup, &p->start);
	int seat = game_to_move(p->game);
	json_open(j, "legal", '[');
	for (int i = 0; i < count; i++) {
		char text[MOVE_TEXT];
		struct position after = p->game->position;
		p->setup->rules->move_text(p->setup, &after, legal[i], text);
		p->setup->rules->play(p->setup, &after, legal[i]);
		struct board_scene scene = {p->setup, &after, &p->game->position, text, seat};
		board_show(board, &scene);
		int touched = board_touched(board, &scene, cells, PAGES_CELLS);
		json_open(j, NULL, '[');
		json_text(j, NULL, text);
		json_open(j, NULL, '[');
		for (int c = 0; c < touched; c++)
			json_number(j, NULL, cells[c]);
		json_close(j, ']');
		json_close(j, ']');
	}
	json_close(j, ']');
	board_free(board);
	free(legal);
}

static void pages_json(const struct pages_view *p, FILE *out)
{
	static const char *const states[] = {"begins", "runs", "over"};
	struct web_play_game *g = p->g;
	struct json_writer j = {.out = out};
	char words[256];
	pages_words(p, words, sizeof words);
	json_open(&j, NULL, '{');
	json_text(&j, "id", g->id);
	json_number(&j, "version", g->version);
	json_text(&j, "game", g->offer->rules->name);
	json_text(&j, "bot", g->offer->bots[g->bot].name);
	json_text(&j, "state", states[g->state]);
	json_text(&j, "words", words);
	json_bool(&j, "turn", web_play_game_wants(g));
	json_number(&j, "ply", web_play_game_plies(g));
	json_number(&j, "you", g->seat);
	json_number(&j, "seats", g->offer->players);
	json_open(&j, "marks", '[');
	for (int seat = 1; seat <= g->offer->players; seat++) {
		const char mark[] = {board_mark(g->offer->rules, seat), '\0'};
		json_text(&j, NULL, mark);
	}
	json_close(&j, ']');
	json_bool(&j, "back", web_play_game_back(g) >= 0);
	json_text(&j, "hint",
		*g->hint != '\0' && g->hint_ply == web_play_game_plies(g) ? g->hint : NULL);
	json_bool(&j, "hinting", g->helper.key != 0);
	json_text(&j, "no_hint", *g->no_hint != '\0' ? g->no_hint : NULL);
	json_bool(&j, "resigns", g->resigns);
	json_bool(&j, "record", g->link.record.record.result.reason != NULL);
	if (p->good) {
		pages_json_legal(p, &j);
		pages_json_game(p, &j);
	}
	json_close(&j, '}');
}

const char *web_play_json(struct web_play_game *g, size_t *length)
{
	struct pages_view p;
	if (g->json == NULL) {
		FILE *out = memory_open(&g->json, &g->json_length);
		pages_open(&p, g);
		pages_json(&p, out);
		pages_close(&p);
		memory_close(out);
	}
	*length = g->json_length;
	return g->json;
}

/* --- the page --------------------------------------------------------------------------------- */

static void pages_board(const struct pages_view *p, FILE *out)
{
	char label[POSITION_TEXT + 16] = "The board: ";
	struct board_scene scene = pages_scene(p);
	struct board *b = board_create(p->setup, &p->start);
	board_show(b, &scene);
	p->setup->rules->write(p->setup, &p->game->position, label + strlen(label));
	board_svg(out, b, label);
	board_free(b);
}

static void pages_form(const struct web_play *play, const struct web_play_game *g, FILE *out)
{
	html_print(out,
		"<form method=\"post\" action=\"%s/play/%s\">"
		"<input type=\"hidden\" name=\"ply\" value=\"%d\">",
		play->web.prefix, g->id, web_play_game_plies(g));
}

/* The legal moves as buttons, also for readers of the screen. */
static void pages_moves_form(const struct web_play *play, const struct pages_view *p, FILE *out)
{
	move *legal = memory_get(MOVES_MAX, sizeof *legal);
	int count = pages_legal(p, legal);
	html_print(out, "<div id=\"legal\">");
	if (count > 0) {
		pages_form(play, p->g, out);
		html_print(out, "<input type=\"hidden\" name=\"do\" value=\"move\">\n"
				"<fieldset class=\"legal\"><legend>Your moves</legend>\n");
		for (int i = 0; i < count; i++) {
			char text[MOVE_TEXT];
			p->setup->rules->move_text(p->setup, &p->game->position, legal[i], text);
			html_print(out, "<button name=\"move\" value=\"%h\">%h</button>\n", text,
				text);
		}
		html_print(out, "</fieldset></form>\n");
	}
	html_print(out, "</div>\n");
	free(legal);
}

static void pages_action(const struct web_play *play, const struct web_play_game *g, FILE *out,
	const char *word, const char *name, bool possible)
{
	pages_form(play, g, out);
	html_print(out, "<button name=\"do\" value=\"%s\"%s>%s</button></form>\n", word,
		possible ? "" : " disabled", name);
}

static void pages_actions(const struct web_play *play, const struct web_play_game *g, FILE *out)
{
	bool running = g->state != WEB_PLAY_OVER;
	html_print(out, "<div id=\"actions\" class=\"actions\">\n");
	if (running) {
		pages_action(play, g, out, "back", "Take back", web_play_game_back(g) >= 0);
		pages_action(play, g, out, "hint", "Hint", web_play_game_wants(g));
		pages_action(play, g, out, "resign", "Resign", !g->resigns);
	} else {
		html_print(out,
			"<form method=\"post\" action=\"%s/play\">"
			"<input type=\"hidden\" name=\"bot\" value=\"%d.%d\">"
			"<input type=\"hidden\" name=\"seat\" value=\"%d\">"
			"<button class=\"go\">Play again</button></form>\n"
			"<p><a href=\"%s/\">Another game</a></p>\n",
			play->web.prefix, g->offer_number, g->bot, g->seat, play->web.prefix);
		if (g->link.record.record.result.reason != NULL)
			html_print(out,
				"<p><a href=\"%s/play/%s.record\" download=\"game.record\">Its "
				"record</a> for <code>referee verify</code></p>\n",
				play->web.prefix, g->id);
	}
	html_print(out, "</div>\n");
}

static void pages_players(const struct web_play_game *g, const struct pages_view *p, FILE *out)
{
	int turn = g->state == WEB_PLAY_OVER || !p->good ? 0 : game_to_move(p->game);
	html_print(out, "<ul class=\"players\" id=\"players\">\n");
	for (int seat = 1; seat <= g->offer->players; seat++)
		html_print(out,
			"<li%s><span class=\"chip stamp seat-%d\" aria-hidden=\"true\">%c</span>"
			"<div class=\"who\"><bdi class=\"name\">%h</bdi>"
			"<span class=\"seat\">seat %d<span class=\"to-move\"> · to "
			"move</span></span></div></li>\n",
			seat == turn ? " class=\"turn\"" : "", seat,
			board_mark(g->offer->rules, seat), pages_name(g, seat), seat);
	html_print(out, "</ul>\n");
}

static void pages_history(const struct web_play_game *g, FILE *out)
{
	html_print(out, "<h2 class=\"small\">Moves</h2>\n<p id=\"moves\" class=\"played-moves\">");
	for (int i = 0; i < web_play_game_plies(g); i++) {
		const struct web_play_turn turn = web_play_game_turn(g, i);
		html_print(out, "%s%d. %h", i > 0 ? " " : "", i + 1, turn.move);
	}
	html_print(out, web_play_game_plies(g) > 0 ? "</p>\n" : "None yet.</p>\n");
}

static void pages_stage(const struct web_play *play, const struct pages_view *p, FILE *out)
{
	struct web_play_game *g = p->g;
	char words[256];
	pages_words(p, words, sizeof words);
	html_print(out, "<svg class=\"pieces\" width=\"0\" height=\"0\" aria-hidden=\"true\">");
	board_pieces(out, g->offer->rules, g->offer->players);
	html_print(out, "</svg>\n<div class=\"playing\" id=\"playing\">\n<div class=\"stage\">\n"
			"<div class=\"board-place\" id=\"board\">");
	if (p->good)
		pages_board(p, out);
	html_print(out,
		"</div>\n<p id=\"words\" class=\"status\" role=\"status\" "
		"aria-live=\"polite\">%h</p>\n<p id=\"hint\" class=\"hint\" role=\"status\">",
		words);
	if (*g->hint != '\0' && g->hint_ply == web_play_game_plies(g))
		html_print(out, "Hint: in your place the bot would play %h.", g->hint);
	else if (g->helper.key != 0)
		html_print(out, "The bot looks for a hint; load this page again.");
	else if (*g->no_hint != '\0')
		html_print(out, "No hint: %h.", g->no_hint);
	html_print(out, "</p>\n</div>\n<div class=\"side\">\n");
	pages_players(g, p, out);
	pages_moves_form(play, p, out);
	pages_actions(play, g, out);
	pages_history(g, out);
	html_print(out, "</div>\n</div>\n<div id=\"replay\"></div>\n");
}

void web_play_write_game(
	const struct web_play *play, FILE *out, struct web_play_game *g, const char *why)
{
	struct pages_view p;
	char *title = memory_print("You against %s", g->offer->bots[g->bot].name);
	size_t length;
	const char *json = web_play_json(g, &length);
	pages_open(&p, g);
	pages_begin(play, out, title, g->state != WEB_PLAY_OVER && !web_play_game_wants(g));
	pages_why(out, why);
	pages_stage(play, &p, out);
	html_print(out, "<script type=\"application/json\" id=\"play-data\">");
	for (size_t i = 0; i < length; i++)
		if (json[i] == '<')
			fputs("\\u003c", out);
		else
			fputc(json[i], out);
	html_print(out, "</script>\n");
	pages_end(out);
	pages_close(&p);
	free(title);
}

bool web_play_write_record(FILE *out, const struct web_play_game *g, struct error *err)
{
	struct pages_view p;
	struct db_game row;
	if (g->link.record.record.result.reason == NULL)
		return error_set(err, "This game has no record: it has no result");
	pages_open(&p, (struct web_play_game *)g);
	struct db_move *moves = memory_get((size_t)web_play_game_plies(g) + 1, sizeof *moves);
	pages_row(g, &row, moves, "visitor");
	char(*texts)[MOVE_TEXT] = pages_moves(g, moves);
	bool good = p.good ? game_record_write(out, &row, p.setup, NULL, NULL, err)
			   : error_set(err, "%s", p.err.text);
	free(texts);
	free(moves);
	pages_close(&p);
	return good;
}

/* --- bots that are handed in -------------------------------------------------------------------
 */

static void pages_send_end(FILE *out)
{
	html_print(out,
		"</main>\n<footer class=\"wrap\"><p>Written by Referee.</p></footer>\n</body>\n"
		"</html>\n");
}

/* A size of which a file that is no larger is taken: tenths of it are rounded down. */
static void pages_write_most(FILE *out, int64_t bytes)
{
	const bool large = bytes >= 1000000;
	const int64_t tenth = large ? 100000 : 100;
	html_print(out, "%.12g %s", (double)(bytes / tenth) / 10, large ? "MB" : "KB");
}

void web_play_write_send(const struct web_play *play, FILE *out, const char *why)
{
	pages_begin(play, out, "Hand in a bot", false);
	pages_why(out, why);
	html_print(out,
		"<p>The server builds your bot, checks it, and shows you the check while it runs. "
		"A bot that passes plays in the tournament from then on, in place of your earlier "
		"version. A bot that does not pass changes nothing: your earlier version plays "
		"on.</p>\n<form method=\"post\" action=\"%s/send\" "
		"enctype=\"multipart/form-data\" class=\"send\">\n"
		"<p><label>Name <input name=\"name\" required maxlength=\"%d\" "
		"autocomplete=\"username\" spellcheck=\"false\" "
		"aria-describedby=\"which\"></label> <span id=\"which\" class=\"soft\">the name "
		"of your bot, for which you have a token</span></p>\n"
		"<p><label>Token <input name=\"token\" type=\"password\" required "
		"minlength=\"64\" maxlength=\"64\" autocomplete=\"current-password\" "
		"aria-describedby=\"long\"></label> <span id=\"long\" class=\"soft\">64 "
		"characters, the text of the file NAME.token</span></p>\n"
		"<p><label>File <input name=\"file\" type=\"file\" required "
		"aria-describedby=\"size\"></label> <span id=\"size\" class=\"soft\">your "
		"program: a zip, 7z or tar archive, or one source file; at most ",
		play->web.prefix, TOKEN_NAME);
	pages_write_most(out, play->sends);
	html_print(out,
		"</span></p>\n<p><label>Tournament <input name=\"tournament\" maxlength=\"%d\" "
		"aria-describedby=\"only\"></label> <span id=\"only\" class=\"soft\">leave it "
		"empty unless several tournaments take bots</span></p>\n"
		"<p class=\"actions\"><button class=\"go\">Hand in</button> <button name=\"do\" "
		"value=\"back\" formnovalidate aria-describedby=\"back\">Go back to the version "
		"before</button></p>\n<p id=\"back\" class=\"soft\">To go back needs no file: the "
		"version that you handed in before the present one plays again.</p>\n</form>\n",
		SEND_TOURNAMENT);
	pages_send_end(out);
}

void web_play_write_sending(
	const struct web_play *play, FILE *out, const struct web_play_sending *s)
{
	char *title = memory_print("Check of %s", s->name);
	pages_begin(play, out, title, false);
	free(title);
	html_print(out,
		"<p id=\"why\" class=\"note\" role=\"status\">%s%h</p>\n<div class=\"scroll\" role=\"region\" aria-label=\"Text of the check\" "
		"tabindex=\"0\"><pre id=\"check\">",
		s->over && s->status == 0 ? "<strong>Fit.</strong> "
		: s->over		  ? "<strong>Not taken.</strong> "
		: s->bev == NULL	  ? "It is handed in."
					  : "It is being checked. This page follows.",
		s->why);
	html_lines(out, s->text != NULL ? s->text : "");
	html_print(out, "</pre></div>\n<p><a href=\"%s/send\">Hand in another version</a></p>\n",
		play->web.prefix);
	pages_send_end(out);
}
