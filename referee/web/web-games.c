/*
 * web-games.c - the list of games with its filter, and the page of one game: its final board, the
 * data for replay.js, a table of all moves, and the failure reports.
 */
#include "referee/web/web-page.h"

#include <stdlib.h>
#include <string.h>

#include "referee/game/score.h"
#include "referee/report/html.h"

/* --- finding a bot ---------------------------------------------------------------------------- */

struct games_bot {
	const char *name;
	int64_t id; /* 0: no bot has this name */
};

static bool games_take_bot(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct games_bot *b = arg;
	if (strcmp(db_column(columns, names, values, "name")->text, b->name) == 0)
		b->id = db_column(columns, names, values, "bot")->integer;
	return b->id == 0;
}

int64_t web_find_bot(struct web_view *v, const char *name)
{
	struct games_bot b = {.name = name};
	db_read(v->db, "bots", &v->report.tournament, 1, games_take_bot, &b);
	return b.id;
}

/* --- the list --------------------------------------------------------------------------------- */

static const char *const games_results[] = {"", "won", "drawn", "lost", "fault"};

enum { GAMES_RESULTS = sizeof games_results / sizeof *games_results };

struct games_filter {
	const char *bot, *against;
	int64_t args[7]; /* parameters of the query games-page */
};

struct games_page {
	struct web_view *v;
	int64_t ids[WEB_ROWS + 1];
	int count;
	struct json_writer json; /* of the page for programs */
};

static bool games_take(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct games_page *p = arg;
	p->ids[p->count++] = db_column(columns, names, values, "game")->integer;
	return p->count <= WEB_ROWS;
}

/* Reads the filter from the query. False: a value is invalid, and why has a line. */
static bool games_read_filter(struct web_view *v, struct games_filter *f)
{
	const char *result = address_value(v->address, "result");
	const char *round = address_value(v->address, "round");
	const char *before = address_value(v->address, "before");
	uint64_t number[2] = {0, 0};
	*f = (struct games_filter){.bot = address_value(v->address, "bot"),
		.against = address_value(v->address, "against"),
		.args = {v->report.tournament}};
	if (*f->bot != '\0' && (f->args[1] = web_find_bot(v, f->bot)) == 0)
		error_set(&v->err, "No bot \"%.80s\" has played here", f->bot);
	else if (*f->against != '\0' && (f->args[2] = web_find_bot(v, f->against)) == 0)
		error_set(&v->err, "No bot \"%.80s\" has played here", f->against);
	else if ((*round != '\0' && !address_number(round, &number[0])) ||
		 (*before != '\0' && !address_number(before, &number[1])))
		error_set(&v->err, "round and before are whole numbers");
	while (f->args[4] < GAMES_RESULTS && strcmp(games_results[f->args[4]], result) != 0)
		f->args[4]++;
	if (f->args[4] == GAMES_RESULTS)
		error_set(&v->err, "result is won, drawn, lost or fault");
	/* No round and no game has a greater number. */
	f->args[3] = (int64_t)(number[0] < INT64_MAX ? number[0] : INT64_MAX);
	f->args[5] = (int64_t)(number[1] < INT64_MAX ? number[1] : INT64_MAX);
	f->args[6] = WEB_ROWS + 1;
	return !error_is_set(&v->err);
}

/* Writes the address of the list with another result or another first game. */
static void games_address(
	const struct web_view *v, const struct games_filter *f, int64_t result, int64_t before)
{
	fprintf(v->out, "%s/games?", v->base);
	if (*f->bot != '\0') {
		fputs("bot=", v->out);
		html_address(v->out, f->bot);
	}
	if (*f->against != '\0') {
		fputs("&amp;against=", v->out);
		html_address(v->out, f->against);
	}
	if (f->args[3] > 0)
		fprintf(v->out, "&amp;round=%lld", (long long)f->args[3]);
	if (result > 0)
		fprintf(v->out, "&amp;result=%s", games_results[result]);
	if (before > 0)
		fprintf(v->out, "&amp;before=%lld", (long long)before);
}

static void games_write_filter(const struct web_view *v, const struct games_filter *f)
{
	static const char *const words[] = {"All", "Won", "Drawn", "Lost", "Ended by a fault"};
	fputs("<nav class=\"choices\" aria-label=\"Which games\"><ul>", v->out);
	for (int i = 0; i < GAMES_RESULTS; i++) {
		if (*f->bot == '\0' && i > 0 && i < GAMES_RESULTS - 1)
			continue; /* a winner needs a named bot */
		fputs("<li><a href=\"", v->out);
		games_address(v, f, i, 0);
		fprintf(v->out, "\"%s>%s</a></li>", f->args[4] == i ? " aria-current=\"true\"" : "",
			words[i]);
	}
	if (*f->bot != '\0' || *f->against != '\0' || f->args[3] > 0)
		fprintf(v->out, "<li><a href=\"%s/games\">Any bot and round</a></li>", v->base);
	fputs("</ul></nav>\n<p class=\"played\">", v->out);
	if (*f->bot != '\0') {
		fputs("Games of <b><bdi>", v->out);
		html_text(v->out, f->bot);
		fputs("</bdi></b>", v->out);
	}
	if (*f->against != '\0') {
		fputs(" against <b><bdi>", v->out);
		html_text(v->out, f->against);
		fputs("</bdi></b>", v->out);
	}
	fputs("</p>\n", v->out);
}

static bool games_write_row(void *arg, const struct db_game *game)
{
	struct games_page *p = arg;
	report_games_row(&p->v->report, game);
	return false;
}

static int games_read(struct games_page *p, const struct games_filter *f)
{
	const char *query = f->args[1] != 0 ? "bot-games-page" : "games-page";
	return db_read(p->v->db, query, f->args, 7, games_take, p);
}

/* Reads each game of the page. */
static int games_each(struct games_page *p, bool (*each)(void *arg, const struct db_game *game))
{
	int error = DB_OK;
	for (int i = 0; i < p->count && i < WEB_ROWS && error == DB_OK; i++) {
		struct db_filter one = {
			.tournament = p->v->report.tournament, .game = p->ids[i], .bare = true};
		error = db_games_read(p->v->db, &one, each, p);
	}
	return error;
}

int web_games(struct web_view *v)
{
	struct games_filter f;
	struct games_page p = {.v = v};
	if (!games_read_filter(v, &f))
		return 400;
	int error = games_read(&p, &f);
	web_frame_begin(v, "Games");
	fputs("<section id=\"games\" aria-labelledby=\"title\" data-live>\n<h2 "
	      "id=\"title\">Games</h2>\n",
		v->out);
	games_write_filter(v, &f);
	if (p.count == 0)
		fputs("<p>No games.</p>\n", v->out);
	else
		report_games_head(&v->report);
	if (error == DB_OK)
		error = games_each(&p, games_write_row);
	if (p.count > 0)
		report_games_end(&v->report);
	if (p.count > WEB_ROWS) {
		fputs("<p class=\"more\"><a href=\"", v->out);
		games_address(v, &f, f.args[4], p.ids[WEB_ROWS - 1]);
		fputs("\">Older games</a></p>\n", v->out);
	}
	fputs("</section>\n", v->out);
	web_frame_end(v);
	return error == DB_OK ? 200 : 500;
}

static bool games_write_json(void *arg, const struct db_game *game)
{
	struct games_page *p = arg;
	struct json_writer *j = &p->json;
	char result[REPORT_RESULT];
	report_result(game, result);
	json_open(j, NULL, '{');
	json_number(j, "game", game->id);
	json_number(j, "round", game->round);
	json_number(j, "plies", game->plies);
	json_number(j, "started_ms", game->started_ms);
	json_number(j, "ended_ms", game->ended_ms);
	json_text(j, "result", result);
	json_text(j, "reason", game->reason);
	json_text(j, "opening", game->opening);
	if (game->removed != NULL)
		json_text(j, "removed", game->removed);
	json_open(j, "seats", '[');
	for (int i = 0; i < game->seats; i++) {
		json_open(j, NULL, '{');
		json_number(j, "rank", game->seat[i].rank);
		json_text(j, "bot", game->seat[i].name);
		json_text(j, "verdict", game->seat[i].verdict);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
	return false;
}

int web_games_json(struct web_view *v)
{
	struct games_filter f;
	struct games_page p = {.v = v, .json = {.out = v->out}};
	struct json_writer *j = &p.json;
	if (!games_read_filter(v, &f))
		return 400;
	int error = games_read(&p, &f);
	json_open(j, NULL, '{');
	json_open(j, "games", '[');
	if (error == DB_OK)
		error = games_each(&p, games_write_json);
	json_close(j, ']');
	json_known(j, "before", p.count > WEB_ROWS ? p.ids[WEB_ROWS - 1] : -1);
	json_close(j, '}');
	return error == DB_OK ? 200 : 500;
}

struct game_page {
	struct web_view *v;
	bool found;
	int status;
};

/* --- failure reports -------------------------------------------------------------------------- */

static void failure_text(FILE *out, const char *title, const struct db_value *text)
{
	if (text->type == DB_NULL || text->length == 0)
		return;
	fprintf(out, "<details class=\"stderr\"><summary>%s</summary><pre tabindex=\"0\">", title);
	char *copy = calloc(1, text->length + 1);
	for (size_t i = 0; copy != NULL && i < text->length; i++)
		copy[i] = text->text[i] != '\0' ? text->text[i] : '?';
	for (char *rest = copy, *line; (line = strsep(&rest, "\n")) != NULL;) {
		html_text(out, line);
		fputs(rest != NULL ? "\n" : "", out);
	}
	free(copy);
	fputs("</pre></details>", out);
}

static void failure_fact(FILE *out, const char *term, const struct db_value *value, bool span)
{
	if (value->type == DB_NULL)
		return;
	fprintf(out, "<div><dt>%s</dt><dd>", term);
	if (span && value->integer < 1000000)
		fprintf(out, "%.3g ms", (double)value->integer / 1000);
	else if (span)
		fprintf(out, "%.4g s", (double)value->integer / 1e6);
	else
		html_text(out, value->text);
	fputs("</dd></div>", out);
}

static bool failure_write(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	static const char *const spans[][2] = {{"Limit", "limit_us"}, {"Took", "wall_us"},
		{"Processor", "cpu_us"}, {"Waited for a processor", "wait_us"}};
	static const char *const facts[][2] = {
		{"Phase", "phase"}, {"Exit status", "exit_status"}, {"Signal", "signal"}};
	static const char *const texts[][2] = {{"The last question to it", "asked"},
		{"Its answer", "said"}, {"Its last output to stderr", "stderr"}};
	struct web_view *v = arg;
	FILE *out = v->out;
	const char *verdict = db_column(columns, names, values, "verdict")->text;
	bool access = report_logs(&v->report, db_column(columns, names, values, "bot")->text);
	fputs("<div class=\"card\"><p><b><bdi>", out);
	html_text(out, db_column(columns, names, values, "bot")->text);
	fprintf(out, "</bdi></b>, seat %s: <span class=\"verdict\">",
		db_column(columns, names, values, "seat")->text);
	html_text(out, verdict);
	fputs("</span> <bdi>", out);
	html_text(out,
		log_reason(access, verdict, db_column(columns, names, values, "detail")->text));
	fputs("</bdi></p><dl class=\"facts-of-move\">", out);
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		failure_fact(
			out, facts[i][0], db_column(columns, names, values, facts[i][1]), false);
	for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
		failure_fact(
			out, spans[i][0], db_column(columns, names, values, spans[i][1]), true);
	fputs("</dl>", out);
	for (size_t i = 0; i < sizeof texts / sizeof *texts && access; i++)
		failure_text(out, texts[i][0], db_column(columns, names, values, texts[i][1]));
	fputs("</div>\n", out);
	return true;
}

int web_failures(struct web_view *v, int64_t game)
{
	return db_read(v->db, "game-failures", &game, 1, failure_write, v);
}

/* --- the moves as a table --------------------------------------------------------------------- */

static void moves_span(FILE *out, int64_t us)
{
	if (us < 0)
		fputs("<td class=\"n\">–</td>", out);
	else
		fprintf(out, "<td class=\"n\">%.3f</td>", (double)us / 1000);
}

static void moves_said(FILE *out, int64_t number)
{
	if (number == INT64_MIN)
		fputs("<td class=\"n\">–</td>", out);
	else
		fprintf(out, "<td class=\"n\">%lld</td>", (long long)number);
}

static void moves_score(FILE *out, int64_t score)
{
	char text[SCORE_TEXT] = "–";
	if (score != INT64_MIN)
		score_write(score, text);
	fprintf(out, "<td class=\"n\">%s</td>", text);
}

void web_moves(FILE *out, const struct db_game *game)
{
	fputs("<details class=\"as-table\"><summary>All moves as a table</summary>\n"
	      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"All moves\">"
	      "<table>\n"
	      "<caption>Times in milliseconds: from the question to the answer, on the processor, waiting for one; depth, score (M5: a forced win in 5 plies) and nodes as the bot said</caption>\n"
	      "<thead><tr><th scope=\"col\" class=\"n\">Ply</th><th scope=\"col\" "
	      "class=\"n\">Seat</th><th scope=\"col\">Move</th><th scope=\"col\" class=\"n\">"
	      "Time</th><th scope=\"col\" class=\"n\">Processor</th><th scope=\"col\" class=\"n\">"
	      "Waiting</th><th scope=\"col\" class=\"n\">Depth</th><th scope=\"col\" class=\"n\">"
	      "Score</th><th scope=\"col\" class=\"n\">Nodes</th></tr></thead>\n<tbody>\n",
		out);
	for (int i = 0; i < game->moves_count; i++) {
		const struct db_move *m = &game->moves[i];
		fprintf(out,
			"<tr><td class=\"n\"><a href=\"?ply=%d\">%d</a></td><td class=\"n\">%d</td>"
			"<td>",
			i + 1, i + 1, m->seat);
		html_text(out, m->text);
		fputs("</td>", out);
		moves_span(out, m->wall_us);
		moves_span(out, m->cpu_us);
		moves_span(out, m->wait_us);
		moves_said(out, m->depth);
		moves_score(out, m->score);
		moves_said(out, m->nodes);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div></details>\n", out);
}

/* --- the page --------------------------------------------------------------------------------- */

static void game_players(struct web_view *v, const struct db_game *game)
{
	char result[REPORT_RESULT];
	report_result(game, result);
	fputs("<p class=\"played\">", v->out);
	for (int i = 0; i < game->seats; i++) {
		fputs(i > 0 ? " – " : "", v->out);
		int bot = game->seat[i].name != NULL ? report_find(&v->report, game->seat[i].name)
						     : -1;
		fputs("<bdi>", v->out);
		if (bot >= 0) {
			fputs("<a ", v->out);
			report_to_bot(&v->report, bot);
			fputc('>', v->out);
		}
		html_text(v->out, game->seat[i].name != NULL ? game->seat[i].name : "?");
		fputs(bot >= 0 ? "</a></bdi>" : "</bdi>", v->out);
	}
	fprintf(v->out, " <span class=\"dot\">·</span> %s<b>%s</b> <span class=\"dot\">·</span> ",
		game->seats > 2 ? "places " : "", result);
	html_text(v->out, game->reason);
	fprintf(v->out, " <span class=\"dot\">·</span> round %d</p>\n", game->round);
}

/* Notes the remote bots: their processor time cannot be measured. */
static void game_remote(FILE *out, const struct db_game *game)
{
	int count = 0;
	for (int i = 0; i < game->seats; i++) {
		if (!game->seat[i].remote)
			continue;
		fputs(count++ == 0
				? "<p class=\"note\">Played over the network; the processor time is not known of "
				: ", ",
			out);
		fputs("<bdi>", out);
		html_text(out, game->seat[i].name != NULL ? game->seat[i].name : "?");
		fputs("</bdi>", out);
	}
	fputs(count > 0 ? ". Times include the way to the bot and back.</p>\n" : "", out);
}

static bool game_write(void *arg, const struct db_game *game)
{
	struct game_page *p = arg;
	struct web_view *v = p->v;
	char title[48];
	p->found = true;
	snprintf(title, sizeof title, "Game %lld", (long long)game->id);
	web_frame_begin(v, title);
	fprintf(v->out, "<section aria-labelledby=\"title\">\n<h2 id=\"title\">%s</h2>\n", title);
	game_players(v, game);
	game_remote(v->out, game);
	report_pieces(&v->report);
	fputs("<div id=\"game\">", v->out);
	int error = report_game(&v->report, game, "game-data");
	fputs("</div>\n", v->out);
	if (game->removed != NULL) {
		fputs("<noscript><p class=\"note\">The moves of this game were removed to save room: ",
			v->out);
		html_text(v->out, game->removed);
		fputs(". Its result counts as before.</p></noscript>\n</section>\n", v->out);
		web_frame_end(v);
		p->status = error == DB_OK ? 200 : 500;
		return false;
	}
	web_moves(v->out, game);
	error = error == DB_OK ? web_failures(v, game->id) : error;
	fprintf(v->out,
		"<p><a href=\"%s/game/%lld.record\" download>The record</a> of this game, for <code>referee replay</code>, or to continue the game with <code>referee play</code></p>\n"
		"</section>\n",
		v->base, (long long)game->id);
	web_frame_end(v);
	p->status = error == DB_OK ? 200 : 500;
	return false;
}

static int game_read(struct web_view *v, bool (*each)(void *arg, const struct db_game *game))
{
	struct game_page p = {.v = v, .status = 200};
	struct db_filter one = {.tournament = v->report.tournament,
		.game = v->number <= INT64_MAX ? (int64_t)v->number : 0};
	int error = one.game > 0 ? db_games_read(v->db, &one, each, &p) : DB_OK;
	if (error != DB_OK || !p.found)
		error_set(&v->err, "%s",
			error != DB_OK ? "The database cannot be read now"
				       : "There is no such game");
	return error != DB_OK ? 500 : p.found ? p.status : 404;
}

static bool game_write_json(void *arg, const struct db_game *game)
{
	struct game_page *p = arg;
	p->found = true;
	p->status = report_game(&p->v->report, game, NULL) == DB_OK ? 200 : 500;
	return false;
}

static bool game_write_record(void *arg, const struct db_game *game)
{
	struct game_page *p = arg;
	struct report *r = &p->v->report;
	struct db_game shown = *game;
	for (int i = 0; i < game->seats; i++)
		if (game->seat[i].verdict != NULL)
			shown.seat[i].detail = log_reason(report_logs(r, game->seat[i].name),
				game->seat[i].verdict, game->seat[i].detail);
	p->found = true;
	p->status = report_record(r, &shown, &p->v->err) ? 200 : 500;
	return false;
}

int web_game(struct web_view *v)
{
	return game_read(v, game_write);
}

int web_game_json(struct web_view *v)
{
	return game_read(v, game_write_json);
}

int web_game_record(struct web_view *v)
{
	return game_read(v, game_write_record);
}
