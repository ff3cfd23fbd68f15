/*
 * web-live.c - games in play: their list with small boards, the page of each up to its last move,
 * and the page of a bot, which shows the game that it plays now.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "referee/board/board.h"
#include "referee/game/score.h"
#include "referee/report/game-record.h"
#include "referee/report/html.h"
#include "referee/web/web-page.h"
#include "rules/process/rules-process.h"

enum {
	LIVE_BOARDS = 24, /* small boards of the list; further games are rows of a table */
	LIVE_BOTS = 64	  /* links to bots that play now */
};

static const char *live_name(const struct live_record *record, int seat)
{
	return record->record.moves.names[seat] != NULL ? record->record.moves.names[seat] : "?";
}

static void live_players(FILE *out, const struct live_record *record)
{
	for (int i = 0; i < record->record.seats; i++)
		html_print(out, "%s<bdi>%h</bdi>", i > 0 ? " <span class=\"dot\">–</span> " : "",
			live_name(record, i));
}

/* --- a game as a page shows it ---------------------------------------------------------------- */

/* Fills in a game's row as the database would have it if the game ended now. Borrowed from record,
 * except moves. */
static void live_row(const struct live_record *record, struct db_game *row, struct db_move *moves)
{
	const struct move_list *h = &record->record.moves;
	*row = (struct db_game){.pairing = (int64_t)record->pairing,
		.seed = (int64_t)record->seed,
		.opening = *h->start != '\0' ? h->start : record->opening,
		.final = "",
		.reason = "",
		.sandbox = "",
		.started_ms = h->started,
		.ended_ms = h->started,
		.seats = record->record.seats,
		.plies = h->count,
		.moves = moves,
		.moves_count = h->count};
	for (int i = 0; i < record->record.seats; i++)
		row->seat[i] = (struct db_seat){.name = h->names[i],
			.remote = record->remote[i],
			.rank = 1,
			.verdict = verdict_table[record->record.result.ends.verdict[i]].name,
			.detail = record->record.result.ends.detail[i],
			.elo_before = NAN,
			.elo_after = NAN};
	for (int i = 0; i < h->count; i++)
		moves[i] = game_record_move(
			h->turns[i].seat, h->turns[i].move, &h->turns[i].numbers, i + 1);
}

/* A game as a page shows it. */
struct live_game {
	struct report report; /* with this game alone; its bots are its players */
	struct db_game row;
	struct db_move *moves;	     /* owned */
	const struct rules *offline; /* owned: of a game whose rules are a program */
	struct clock clocks[SEATS_MAX];
};

/* Fills in a game; clear it in any case. False: this program lacks its rules, and v->err has a
 * line. */
static bool live_game_fill(
	struct live_game *game, struct web_view *v, const struct live_record *record)
{
	struct error err;
	struct position last;
	const char *names[SEATS_MAX];
	struct report *r = &game->report;
	const struct position_blocks *blocks = &record->record.moves.blocks;
	game->offline = NULL;
	game->moves = memory_get((size_t)record->record.moves.count + 1, sizeof *game->moves);
	live_row(record, &game->row, game->moves);
	live_record_clocks(record, game->clocks);
	*r = (struct report){.out = v->out,
		.base = v->base,
		.db = v->db,
		.seats = record->record.seats,
		.settled = true,
		.running = true,
		.clocks = game->clocks,
		.moved = record->moved,
		.rules = record->record.rules};
	if (blocks->count > 0)
		r->rules = game->offline =
			rules_process_offline(record->record.description, 0, &err);
	r->texts[REPORT_NAME] = memory_copy(v->tournament->name);
	r->texts[REPORT_GAME] = memory_copy(r->rules != NULL ? r->rules->name : "");
	r->setup = memory_get(1, sizeof *r->setup);
	for (int i = 0; i < record->record.seats; i++)
		names[i] = live_name(record, i);
	report_seat_bots(r, names, record->record.seats);
	if (!move_list_knows_opening(&record->record.moves, record->opening))
		return error_set(&v->err, "This game has not begun yet");
	if (r->rules != NULL &&
		setup_init(r->setup, r->rules, record->record.seats, record->seed,
			(const char *const *)record->record.params, record->record.params_count,
			&err) &&
		position_blocks_restore(r->setup, blocks->all, blocks->count, &last, &err))
		return true;
	return error_set(&v->err, "This game's rules are not known here");
}

static void live_game_clear(struct live_game *game)
{
	report_clear(&game->report);
	rules_process_close(game->offline);
	free(game->moves);
}

/* The last score that a seat gave; UNKNOWN: none. */
static int64_t live_score(const struct live_game *game, int seat)
{
	int64_t score = UNKNOWN;
	for (int i = 0; i < game->row.moves_count; i++)
		if (game->row.moves[i].seat == seat && game->row.moves[i].score != UNKNOWN)
			score = game->row.moves[i].score;
	return score;
}

/* Writes a time as pages.js does: "1:05", "9.5 s". */
static void live_time(FILE *out, usec span)
{
	long long seconds = (long long)(span / SECOND);
	if (seconds < 10)
		html_print(out, "%.1f s", (double)(span / (SECOND / 10)) / 10);
	else if (seconds < 3600)
		html_print(out, "%lld:%02lld", seconds / 60, seconds % 60);
	else
		html_print(
			out, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/* --- the list --------------------------------------------------------------------------------- */

/* Is this bot in a seat before this one, or in an earlier game? */
static bool live_bot_known(const struct live_games_tournament *t, int game, int seat)
{
	const char *name = live_name(t->games[game], seat);
	for (int i = 0; i <= game; i++)
		for (int j = 0; j < (i < game ? t->games[i]->record.seats : seat); j++)
			if (strcmp(live_name(t->games[i], j), name) == 0)
				return true;
	return false;
}

/* Writes links to the bots of these games. */
static void live_follow_links(const struct web_view *v, int first, int games)
{
	const struct live_games_tournament *t = v->tournament;
	int count = 0;
	html_print(v->out, "<nav class=\"choices\" aria-label=\"Follow a bot\">"
			   "<p id=\"follow\">Follow a bot from game to game:</p><ul>\n");
	for (int i = first; i < first + games && count < LIVE_BOTS; i++)
		for (int j = 0; j < t->games[i]->record.seats; j++)
			if (games == 1 || !live_bot_known(t, i, j)) {
				const char *name = live_name(t->games[i], j);
				html_print(v->out,
					"<li><a href=\"%s/follow/%a\"><bdi>%h</bdi></a></li>\n",
					v->base, name, name);
				count++;
			}
	html_print(v->out, "</ul></nav>\n");
}

/* Writes a row; the script finds what has been played by its classes. */
static void live_list_row(const struct web_view *v, const struct live_record *record)
{
	const struct move_list *h = &record->record.moves;
	html_print(v->out,
		"<tr data-pairing=\"%" PRIu64 "\"><td class=\"players\">"
		"<a href=\"%s/live/%" PRIu64 "\">",
		record->pairing, v->base, record->pairing);
	live_players(v->out, record);
	html_print(v->out,
		"</a></td><td class=\"n plies\">%d</td><td class=\"last\">%h</td></tr>\n", h->count,
		h->count > 0 ? h->turns[h->count - 1].move : "–");
}

/* Writes a seat of a small board: its piece, its bot, the score that it gave, its clock. */
static void live_card_seat(FILE *out, const struct live_game *game,
	const struct live_record *record, int seat, int turn)
{
	char score[SCORE_TEXT] = "";
	const struct limits *limits = game->clocks[seat - 1].limits;
	if (live_score(game, seat) != UNKNOWN)
		score_write(live_score(game, seat), score);
	html_print(out,
		"<li%s><span class=\"chip seat-%d\" aria-hidden=\"true\">%c</span><bdi>%h</bdi>"
		"<span class=\"to-move hear\">to move</span><span class=\"score\">%s</span>"
		"<span class=\"clock\" role=\"timer\">",
		seat == turn ? " class=\"turn\"" : "", seat, board_mark(record->record.rules, seat),
		live_name(record, seat - 1), score);
	if (limits->movetime > 0 || limits_have_tc(limits))
		live_time(out, clock_next(&game->clocks[seat - 1]));
	html_print(out, "</span></li>\n");
}

static void live_card(struct web_view *v, const struct live_record *record)
{
	struct live_game game;
	const struct move_list *h = &record->record.moves;
	FILE *out = v->out;
	bool good = live_game_fill(&game, v, record);
	html_print(out,
		"<li class=\"card\" data-pairing=\"%" PRIu64 "\">\n"
		"<a class=\"board-place\" href=\"%s/live/%" PRIu64 "\" tabindex=\"-1\" "
		"aria-hidden=\"true\">",
		record->pairing, v->base, record->pairing);
	int turn = good ? report_glimpse(&game.report, &game.row, "The board", NULL) : 0;
	html_print(out, "</a>\n<h3><a href=\"%s/live/%" PRIu64 "\">", v->base, record->pairing);
	live_players(out, record);
	html_print(out, "</a></h3>\n<ul class=\"seat-list\">\n");
	for (int seat = 1; seat <= record->record.seats && good; seat++)
		live_card_seat(out, &game, record, seat, turn);
	html_print(out,
		"</ul>\n<p class=\"soft\">Moves: <span class=\"plies\">%d</span>, the last <span "
		"class=\"last\">%h</span></p>\n</li>\n",
		h->count, h->count > 0 ? h->turns[h->count - 1].move : "–");
	live_game_clear(&game);
}

/* Writes the games without a board. */
static void live_rows(const struct web_view *v, int from)
{
	const struct live_games_tournament *t = v->tournament;
	html_print(v->out,
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Further "
		"games\"><table class=\"games\">\n<caption>Further games");
	html_table_columns(v->out, "Players|#Moves|Last move");
	for (int i = from; i < t->games_count; i++)
		live_list_row(v, t->games[i]);
	html_print(v->out, "</tbody></table></div>\n");
}

/* Writes the pieces that all boards of the list refer to: those of the game with most seats. */
static void live_pieces(struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	struct report r = {.out = v->out};
	for (int i = 0; i < t->games_count; i++)
		if (t->games[i]->record.seats > r.seats) {
			r.seats = t->games[i]->record.seats;
			r.rules = t->games[i]->record.rules;
		}
	report_pieces(&r);
}

int web_live(struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	FILE *out = v->out;
	web_frame_begin(v, "Live");
	html_print(out, "<section id=\"live\" aria-labelledby=\"title\" data-live=\"games\">\n"
			"<h2 id=\"title\">Games in play</h2>\n");
	if (t->games_count == 0) {
		html_print(out, "<p>No game is being played now.</p>\n");
	} else {
		live_pieces(v);
		live_follow_links(v, 0, t->games_count);
		html_print(out, "<ul class=\"boards\">\n");
		for (int i = 0; i < t->games_count && i < LIVE_BOARDS; i++)
			live_card(v, t->games[i]);
		html_print(out, "</ul>\n");
	}
	if (t->games_count > LIVE_BOARDS)
		live_rows(v, LIVE_BOARDS);
	html_print(out, "</section>\n");
	web_frame_end(v);
	return 200;
}

/* Writes the clocks, the scores and the board of a game. */
static void live_json_board(
	struct web_view *v, struct json_writer *j, const struct live_record *record)
{
	struct live_game game;
	bool good = live_game_fill(&game, v, record);
	json_open(j, "clocks", '[');
	for (int seat = 0; seat < record->record.seats; seat++)
		report_clock(j, NULL, &game.clocks[seat]);
	json_close(j, ']');
	json_open(j, "scores", '[');
	for (int seat = 1; seat <= record->record.seats; seat++) {
		int64_t score = live_score(&game, seat);
		if (score == UNKNOWN)
			json_text(j, NULL, NULL);
		else
			json_number(j, NULL, score);
	}
	json_close(j, ']');
	struct json_writer board = {.out = json_key(j, "board"), .script = true};
	int turn = good ? report_glimpse(&game.report, &game.row, NULL, &board) : -1;
	if (turn < 0)
		fputs("null", v->out);
	json_known(j, "to_move", turn > 0 ? turn : -1);
	live_game_clear(&game);
}

int web_live_json(struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	struct json_writer j = {.out = v->out};
	json_open(&j, NULL, '[');
	for (int i = 0; i < t->games_count; i++) {
		const struct live_record *record = t->games[i];
		const struct move_list *h = &record->record.moves;
		json_open(&j, NULL, '{');
		fprintf(json_key(&j, "pairing"), "\"%" PRIu64 "\"", record->pairing);
		json_number(&j, "started_ms", h->started);
		json_number(&j, "moved_ms", record->moved);
		json_number(&j, "plies", h->count);
		json_text(&j, "last", h->count > 0 ? h->turns[h->count - 1].move : NULL);
		json_open(&j, "players", '[');
		for (int seat = 0; seat < record->record.seats; seat++)
			json_text(&j, NULL, live_name(record, seat));
		json_close(&j, ']');
		if (i < LIVE_BOARDS)
			live_json_board(v, &j, record);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	return 200;
}

/* --- one game --------------------------------------------------------------------------------- */

/* Writes the limits on the time of the players' moves: one sentence if all have the same. */
static void live_limits(FILE *out, const struct live_game *game)
{
	const struct db_game *row = &game->row;
	bool same = true;
	for (int i = 1; i < row->seats; i++)
		same &= memcmp(game->clocks[i].limits, game->clocks[0].limits,
				sizeof(struct limits)) == 0;
	for (int i = 0; i < (same ? 1 : row->seats); i++) {
		const struct limits *limits = game->clocks[i].limits;
		if (limits->movetime == 0 && !limits_have_tc(limits))
			continue;
		html_print(out, " <span class=\"dot\">·</span> ");
		if (!same)
			html_print(out, "<bdi>%h</bdi>: ", row->seat[i].name);
		html_print(out, "%s", limits->movetime > 0 ? "" : "clock ");
		limits_write_time(out, limits);
	}
}

/* Begins a page with its heading. bot: the bot that it follows; NULL: none. */
static void live_title(FILE *out, const char *bot)
{
	html_print(out, "<section aria-labelledby=\"title\">\n<h2 id=\"title\">");
	if (bot != NULL)
		html_print(out, "Following <bdi>%h</bdi></h2>\n", bot);
	else
		html_print(out, "Game in play</h2>\n");
}

/* bot: the bot that the page follows; NULL: none. */
static void live_game_page(struct web_view *v, struct live_game *game,
	const struct live_record *record, const char *bot)
{
	struct db *db = v->db;
	struct report *r = &game->report;
	const struct live_games_tournament *t = v->tournament;
	int at = 0;
	while (t->games[at] != record)
		at++;
	web_frame_begin(v, bot != NULL ? bot : "Live game");
	live_title(v->out, bot);
	html_print(v->out, "<p class=\"played\" id=\"players\" data-live=\"moves\">");
	live_players(v->out, record);
	live_limits(v->out, game);
	html_print(v->out, "</p>\n<p><span id=\"undecided\" data-live=\"moves\">"
			   "<span class=\"undecided\">not decided yet</span></span></p>\n");
	/* As the script shows them, after the last move. */
	html_print(v->out, "<noscript><ul class=\"seat-list\">\n");
	for (int seat = 1; seat <= record->record.seats; seat++)
		live_card_seat(v->out, game, record, seat, 0);
	html_print(v->out, "</ul></noscript>\n");
	report_pieces(r);
	r->look = web_look(v);
	html_print(v->out, "<div id=\"game\" data-pairing=\"%" PRIu64 "\"%s>", record->pairing,
		bot != NULL ? " data-follow" : "");
	report_game(r, &game->row, "game-data");
	html_print(v->out, "</div>\n<div id=\"moves\" data-live=\"moves\">");
	web_moves(v->out, &game->row);
	html_print(v->out, "</div>\n");
	if (bot == NULL)
		live_follow_links(v, at, 1);
	html_print(v->out, "</section>\n");
	report_data(r);
	v->db = NULL; /* the scripts' data contain this game alone */
	web_frame_end(v);
	v->db = db;
}

static const struct live_record *live_wanted(struct web_view *v)
{
	const struct live_record *record = live_games_find_game(v->tournament, v->number);
	if (record == NULL)
		error_set(&v->err, "No such game is being played now");
	return record;
}

/* The plies that the reader has, as its query says; no more than a game can have. */
static int live_from(const struct web_view *v)
{
	uint64_t from = 0;
	if (!address_number(address_value(v->address, "from"), &from))
		return 0;
	return from < LIVE_GAMES_MOVES ? (int)from : LIVE_GAMES_MOVES;
}

/* bot: the bot that the page follows; NULL: none. */
static int live_write(
	struct web_view *v, const struct live_record *record, bool page, const char *bot)
{
	struct live_game game;
	if (record == NULL)
		return 404;
	bool good = live_game_fill(&game, v, record);
	if (good && page) {
		live_game_page(v, &game, record, bot);
	} else if (good) {
		game.report.from = live_from(v);
		report_game(&game.report, &game.row, NULL);
	}
	live_game_clear(&game);
	return good ? 200 : 500;
}

/* Redirects to a game that has just ended. */
static int live_over(struct web_view *v, const struct live_games_ended *e)
{
	FILE *out = v->out;
	web_frame_begin(v, "Live game");
	html_print(
		out, "<section>\n<h2>Game over</h2>\n<p class=\"played\"><span id=\"undecided\">");
	if (e->game > 0)
		html_print(out, "<a href=\"%s/game/%lld\">over: game %lld</a>", v->base,
			(long long)e->game, (long long)e->game);
	else
		html_print(out, "aborted: referee fault; it will be played again");
	html_print(out, "</span></p>\n</section>\n");
	web_frame_end(v);
	return 200;
}

int web_live_game(struct web_view *v)
{
	const struct live_games_ended *e = live_games_find_ended(v->tournament, v->number);
	if (e != NULL && live_games_find_game(v->tournament, v->number) == NULL)
		return live_over(v, e);
	return live_write(v, live_wanted(v), true, NULL);
}

int web_live_game_json(struct web_view *v)
{
	return live_write(v, live_wanted(v), false, NULL);
}

/* --- one bot ---------------------------------------------------------------------------------- */

/* The game of a bot that began last; NULL: it plays none. */
static const struct live_record *live_of_bot(const struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	for (int i = t->games_count - 1; i >= 0; i--)
		for (int seat = 0; seat < t->games[i]->record.seats; seat++)
			if (strcmp(live_name(t->games[i], seat), v->name) == 0)
				return t->games[i];
	return NULL;
}

int web_follow(struct web_view *v)
{
	const struct live_record *record = live_of_bot(v);
	if (record != NULL)
		return live_write(v, record, true, v->name);
	web_frame_begin(v, v->name);
	live_title(v->out, v->name);
	html_print(v->out, "<p class=\"played\" id=\"players\" data-live=\"moves\"></p>\n"
			   "<p><span id=\"undecided\" data-live=\"moves\">"
			   "<span class=\"undecided\">plays no game now</span></span></p>\n"
			   "<div id=\"pieces\"></div>\n<div id=\"game\" data-follow></div>\n"
			   "<div id=\"moves\" data-live=\"moves\"></div>\n</section>\n");
	web_frame_end(v);
	return 200;
}

int web_follow_json(struct web_view *v)
{
	const struct live_record *record = live_of_bot(v);
	if (record != NULL)
		return live_write(v, record, false, NULL);
	fputs("null\n", v->out);
	return 200;
}
