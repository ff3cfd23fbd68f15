/*
 * web-home.c - the first page: the site's name and the organiser's text, and a row for each
 * tournament. The results in a row come from the tournament's database.
 */
#include "referee/web/web-page.h"

#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/memory.h"
#include "base/time.h"
#include "referee/report/html.h"

enum {
	HOME_LEADERS = 3, /* bots that share the first place and are named */
	HOME_MANY = 8	  /* with more tournaments the page has a field to search them */
};

struct home_row {
	const struct live_games_tournament *t; /* borrowed */
	int order;			       /* of its arrival */
	bool known;			       /* its database was read */
	char *game, *format;		       /* owned; NULL: not known */
	int64_t begun_ms, bots;
	char *leader[HOME_LEADERS]; /* owned */
	int64_t leaders;	    /* bots in the first place; 0: no game was played */
};

struct home {
	struct home_row *rows; /* owned */
	int count;
	struct db *db;	  /* owned: the last database that was opened; NULL: none */
	const char *path; /* its path; NULL: none was tried */
};

/* --- the databases ---------------------------------------------------------------------------- */

static int home_read_facts(struct db *db, struct home_row *row)
{
	struct db_query q;
	db_query(&q, db, "tournament-facts", row->t->row);
	bool found = db_next(&q);
	if (found) {
		row->game = memory_copy(db_text(&q, "game"));
		row->format = memory_copy(db_text(&q, "format"));
		row->begun_ms = db_int(&q, "created_ms");
		row->bots = db_int(&q, "bots");
	}
	int error = db_end(&q);
	row->known = found && error == DB_OK;
	return error;
}

static int home_read_leaders(struct db *db, struct home_row *row)
{
	struct db_query q;
	db_query(&q, db, "leaders", row->t->row);
	for (int i = 0; i < HOME_LEADERS && db_next(&q) && db_int(&q, "games") > 0; i++) {
		row->leader[i] = memory_copy(db_text(&q, "bot"));
		row->leaders = db_int(&q, "leaders");
	}
	return db_end(&q);
}

/* Reads a row's facts. Without them the row has only what the live stream says. */
static void home_read(struct home *h, struct home_row *row)
{
	const struct live_games_tournament *t = row->t;
	if (t->row == 0)
		return;
	if (h->path == NULL || strcmp(h->path, t->path) != 0) {
		db_close(h->db);
		h->path = t->path;
		if (db_open(&h->db, t->path, DB_READ_CONFINED) != DB_OK) {
			db_close(h->db);
			h->db = NULL;
		}
	}
	if (h->db != NULL && home_read_facts(h->db, row) == DB_OK &&
		home_read_leaders(h->db, row) != DB_OK)
		row->leaders = 0; /* as if none were known */
}

/* --- the rows --------------------------------------------------------------------------------- */

/* The order of the states on the page; the rest comes last. */
static int home_state(const char *state)
{
	static const char *const first[] = {"running", "paused", "waiting", NULL};
	int at = 0;
	while (first[at] != NULL && strcmp(first[at], state) != 0)
		at++;
	return at;
}

/* Running tournaments come first, then the newest. */
static int home_compare(const void *a, const void *b)
{
	const struct home_row *x = a, *y = b;
	int state = home_state(x->t->state) - home_state(y->t->state);
	if (state != 0)
		return state;
	if (x->begun_ms != y->begun_ms)
		return x->begun_ms > y->begun_ms ? -1 : 1;
	return x->order > y->order ? -1 : x->order < y->order;
}

static bool home_has(const char *text, const char *sought)
{
	return text != NULL && strcasestr(text, sought) != NULL;
}

/* Is the sought text in one of the words that the row shows? */
static bool home_matches(const struct home_row *row, const char *sought)
{
	bool found = home_has(row->t->name, sought) || home_has(row->game, sought) ||
		     home_has(row->format, sought) || home_has(row->t->state, sought);
	for (int i = 0; i < HOME_LEADERS; i++)
		found = found || home_has(row->leader[i], sought);
	return found;
}

static void home_clear_row(struct home_row *row)
{
	free(row->game);
	free(row->format);
	for (int i = 0; i < HOME_LEADERS; i++)
		free(row->leader[i]);
}

/* Reads and sorts the rows that have the sought text. */
static void home_open(struct home *h, const struct live_games *l, const char *sought)
{
	*h = (struct home){.rows = memory_get((size_t)l->count + 1, sizeof *h->rows)};
	for (int i = 0; i < l->count; i++) {
		struct home_row *row = &h->rows[h->count];
		*row = (struct home_row){.t = l->tournaments[i], .order = i};
		home_read(h, row);
		if (home_matches(row, sought))
			h->count++;
		else
			home_clear_row(row);
	}
	db_close(h->db);
	qsort(h->rows, (size_t)h->count, sizeof *h->rows, home_compare);
}

static void home_close(struct home *h)
{
	for (int i = 0; i < h->count; i++)
		home_clear_row(&h->rows[i]);
	free(h->rows);
}

/* --- the page --------------------------------------------------------------------------------- */

static void home_leaders(FILE *out, const struct home_row *row)
{
	if (row->leaders > HOME_LEADERS) {
		html_print(out, "<li>%lld bots lead</li>", (long long)row->leaders);
		return;
	}
	html_print(out, row->leaders > 0 ? "<li>" : "");
	for (int i = 0; i < row->leaders && row->leader[i] != NULL; i++)
		html_print(out, "%s%h</bdi></b>",
			i == 0			? "<b><bdi>"
			: i + 1 == row->leaders ? " and <b><bdi>"
						: ", <b><bdi>",
			row->leader[i]);
	if (row->leaders > 0)
		html_print(out, " %s</li>",
			strcmp(row->t->state, "done") == 0 ? "came first"
			: row->leaders > 1		   ? "lead"
							   : "leads");
}

/* Writes "connect4, round-robin, 8 bots, pvs leads, began 2026-11-22", as far as it is known. */
static void home_facts(FILE *out, const struct home_row *row)
{
	char day[TIME_TEXT];
	if (!row->known)
		return;
	html_print(out, "<ul class=\"row-facts\"><li>%h</li><li>%h</li><li>%s</li>", row->game,
		row->format, counted(row->bots, "bot").text);
	home_leaders(out, row);
	time_text(row->begun_ms, day);
	html_print(out, "<li>began <time datetime=\"%.10s\">%.10s</time></li></ul>\n", day, day);
}

static void home_row(const struct web_view *v, const struct home_row *row)
{
	const struct live_games_tournament *t = row->t;
	char address[LIVE_GAMES_ADDRESS];
	FILE *out = v->out;
	live_games_address(&v->web->live, t, address);
	html_print(out,
		"<article class=\"card row\"><h2><a href=\"%s/t/%s\"><bdi>%h</bdi></a></h2>\n",
		v->web->prefix, address, t->name);
	home_facts(out, row);
	html_print(out, "<p class=\"progress\">");
	web_progress(out, t);
	if (t->games_count > 0)
		html_print(out, "<a href=\"%s/t/%s/live\">%s now</a>", v->web->prefix, address,
			counted(t->games_count, "game").text);
	html_print(out, "</p></article>\n");
}

static void home_search(const struct web_view *v, const char *sought)
{
	html_print(v->out,
		"<form class=\"filter\" role=\"search\" action=\"%s/\"><div>"
		"<label for=\"search\">Name, game, format or leader</label>"
		"<input type=\"search\" id=\"search\" name=\"search\" value=\"%h\"></div>"
		"<button>Search</button>",
		v->web->prefix, sought);
	if (*sought != '\0')
		html_print(v->out, "<a href=\"%s/\">All tournaments</a>", v->web->prefix);
	html_print(v->out, "</form>\n");
}

int web_home(struct web_view *v)
{
	const struct live_games *l = &v->web->live;
	const char *sought = address_value(v->address, "search"), *about = v->web->about;
	struct home h;
	home_open(&h, l, sought);
	web_frame_begin(v, v->web->title != NULL ? v->web->title : "Tournaments");
	if (about != NULL && *about != '\0') {
		html_print(v->out, "<p class=\"about\">");
		html_lines(v->out, about);
		html_print(v->out, "</p>\n");
	}
	if (l->count > HOME_MANY || *sought != '\0')
		home_search(v, sought);
	html_print(v->out, "<section id=\"tournaments\" aria-label=\"Tournaments\" data-live>\n");
	if (h.count == 0)
		html_print(v->out, l->count == 0 ? "<p>No tournaments yet.</p>\n"
						 : "<p>No tournament has this text.</p>\n");
	for (int i = 0; i < h.count; i++)
		home_row(v, &h.rows[i]);
	html_print(v->out, "</section>\n");
	if (v->web->options->takes_bots)
		html_print(v->out,
			"<section aria-label=\"Take part\">"
			"<p class=\"soft\">Your own bot can play here: ask the organiser for an "
			"invitation. <code>referee token join</code> makes a token from it. With the "
			"token <code>referee connect</code> lets the bot play from your machine, "
			"and <code>referee send</code> hands it in to a tournament that takes "
			"bots.</p></section>\n");
	web_frame_end(v);
	home_close(&h);
	return 200;
}

/* --- for programs ----------------------------------------------------------------------------- */

static void home_row_json(
	const struct web_view *v, struct json_writer *j, const struct home_row *row)
{
	char day[TIME_TEXT];
	json_open(j, NULL, '{');
	web_tournament_json(j, &v->web->live, row->t);
	json_text(j, "game", row->game);
	json_text(j, "format", row->format);
	json_known(j, "bots", row->known ? row->bots : -1);
	time_text(row->begun_ms, day);
	json_text(j, "begun", row->known ? day : NULL);
	json_open(j, "leaders", '[');
	for (int i = 0; i < HOME_LEADERS && row->leader[i] != NULL; i++)
		json_text(j, NULL, row->leader[i]);
	json_close(j, ']');
	json_close(j, '}');
}

int web_home_json(struct web_view *v)
{
	struct json_writer j = {.out = v->out};
	struct home h;
	home_open(&h, &v->web->live, address_value(v->address, "search"));
	json_open(&j, NULL, '[');
	for (int i = 0; i < h.count; i++)
		home_row_json(v, &j, &h.rows[i]);
	json_close(&j, ']');
	home_close(&h);
	return 200;
}
