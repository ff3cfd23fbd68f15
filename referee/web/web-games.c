/*
 * web-games.c - the list of games with its filter.
 */
#include "referee/web/web-page.h"

#include <string.h>

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
