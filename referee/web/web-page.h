/*
 * web-page.h - the table of pages, and the functions that write a page in its child process.
 */
#ifndef REFEREE_WEB_WEB_PAGE_H
#define REFEREE_WEB_WEB_PAGE_H

#include <stdio.h>

#include "base/error.h"
#include "base/json.h"
#include "referee/report/report-sections.h"
#include "referee/web/web-address.h"
#include "referee/web/web.h"

/* A page that is being made, in the child process. */
struct web_view {
	FILE *out;
	const struct web *web;
	const struct address *address;
	const struct live_games_tournament
		*tournament; /* NULL: the page is not about a tournament */
	bool moved;	     /* it has another address now */
	uint64_t number;     /* of a game, or a pairing */
	const char *name;    /* of a bot */
	const char *owner;   /* who reads it; NULL: the page is the same for all readers */
	const char **bots;   /* of the owner, in the tournament */
	int bots_count;
	struct db *db;	      /* NULL: there is no database (yet), or the page needs none */
	struct report report; /* loaded if there is a database */
	struct report_strength strength; /* of the tournament's two bots, if it has two */
	char base[160];			 /* "/t/cup-1f3a", after the prefix */
	struct error err;		 /* the reason, if the status is not 200 */
	bool failed;			 /* the database could not be read */
};

/* The changes that make a cached answer stale. */
enum web_age {
	WEB_RESULTS,	/* the tournament's results */
	WEB_ANY_CHANGE, /* any change of the tournament */
	WEB_ALL,	/* any change at all */
	WEB_ALWAYS	/* the answer is never cached */
};

/* The ratings of all results that a page needs. */
enum web_history { WEB_PLAIN, WEB_FIT, WEB_BANDS };

/* The readers of a page. Only what depends on the reader may show what bots wrote. */
enum web_readers {
	WEB_ALIKE,     /* all get the same */
	WEB_BY_READER, /* an owner gets more of the owner's bots (log-access.h) */
	WEB_OWNERS     /* only owners get it */
};

struct web_page {
	/* Parts of the path: T a tournament, N a number, B a name, anything else itself. */
	const char *path;
	const char *keys; /* of its query, separated by blanks; NULL: none */
	enum web_age age;
	enum web_history history;
	enum web_readers readers;
	bool databases;			 /* it reads those of all tournaments */
	web_write *html, *json, *record; /* NULL: there is no such page */
	bool framed;			 /* pages of other servers may show it in a frame */
	const char *type;		 /* of html, if it is not HTML */
};

extern const struct web_page web_pages[]; /* ends with a NULL path */

/* The functions of the pages: NAME for HTML, NAME_json for JSON. */
web_write web_home, web_home_json, web_standings, web_standings_json, web_crosstable,
	web_crosstable_json, web_games, web_games_json, web_game, web_game_json, web_game_record,
	web_game_embed, web_bot, web_bot_json, web_compare, web_compare_json, web_rounds,
	web_rounds_json, web_ratings, web_ratings_json, web_faults, web_faults_json, web_live,
	web_live_json, web_live_game, web_live_game_json, web_follow, web_follow_json, web_workers,
	web_workers_json, web_metrics, web_me, web_me_json;

/* The status of a page whose queries ended with this DB_ error. */
int web_status(struct web_view *v, int error);

/* Makes the page with its frame; returns the status. In the child process. */
int web_write_page(struct web_view *v, const struct web_page *page, web_write *write);

/* The head and menu, and the end of a page. title: follows the tournament's name. */
void web_frame_begin(struct web_view *v, const char *title);
void web_frame_end(struct web_view *v);
/* The same of a page without menu, which stands in a frame of another page. */
void web_embed_begin(struct web_view *v, const char *title);
void web_embed_end(struct web_view *v);
/* Writes the state, the games and the time left. */
void web_progress(FILE *out, const struct live_games_tournament *t);

/* web-games.c: one of the ids of the bots with this name. 0: none has played, -1: the database cannot
 * be read; then v->err has a line. */
int64_t web_find_bot(struct web_view *v, const char *name);

/* web-games.c: writes a form's field for a bot that has played. any: or none. */
void web_bot_field(
	const struct web_view *v, const char *key, const char *label, const char *chosen, bool any);

/* web-game.c: reads which board of a game the query wants; writes all moves; writes the failure
 * reports of a game, and returns a DB_ error. */
struct report_look web_look(const struct web_view *v);
void web_moves(FILE *out, const struct db_game *game);
int web_failures(struct web_view *v, int64_t game);

/* web-compare.c: writes the form that compares two bots; NULL: the first ones. */
void web_compare_form(const struct web_view *v, const char *a, const char *b);

/* web-tables.c: writes the members of a tournament's state. */
void web_tournament_json(
	struct json_writer *j, const struct live_games *l, const struct live_games_tournament *t);

/* web-tables.c: writes a bot's row in the standings as an object; the members of its rating, as
 * `referee standings` has it, null if ratings cannot be compared; and of a line of the plot: games,
 * Elo and standard error, point by point. */
void web_standing_json(struct json_writer *j, const char *key, const struct report *r, int bot);
void web_elo_json(struct json_writer *j, const struct report *r, int bot);
void web_rating_line_json(struct json_writer *j, const struct report *r, int line);

/* web-account.c: finds the owner's bots in the tournament. */
void web_account_bots(struct web_view *v);

/* web-metrics.c: records the memory use of the web process; called in that process. */
void web_metrics_note(struct web *w);

#endif
